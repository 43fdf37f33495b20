//! Where things are in the repository, and what its files say about versions.

use crate::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository's top folder.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")); // <top>/crates/xtask
    here.parent().and_then(Path::parent).expect("the crate lies two folders below the top")
}

/// The built page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Where `cargo xtask` installs tools. Outside `target/`, so that `cargo clean` does not cost them.
pub fn tools() -> PathBuf {
    root().join(".tools")
}

/// The npm package of the editor, which brings `wasm-opt` too.
pub fn editor() -> PathBuf {
    root().join("web/editor")
}

/// The npm package of the browser tests.
pub fn browser_tests() -> PathBuf {
    root().join("tests/browser")
}

/// The version of `wasm-bindgen` in Cargo.lock; the command line tool must be exactly the same.
pub fn wasm_bindgen_version() -> Result<String> {
    let path = root().join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    locked_version(&lock, "wasm-bindgen").ok_or("Cargo.lock has no package wasm-bindgen".into())
}

/// The version of a package in the text of a lock file.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_lock() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.2.1\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.129\"\nsource = \"s\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").as_deref(), Some("0.2.129"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }

    /// Trunk refuses to build when its configuration asks for another version than the one on the PATH.
    #[test]
    fn trunk_wants_the_locked_wasm_bindgen() {
        let config = fs::read_to_string(root().join("Trunk.toml")).unwrap();
        let wanted = format!("wasm_bindgen = \"{}\"", wasm_bindgen_version().unwrap());
        assert!(config.lines().any(|line| line.starts_with(&wanted)), "Trunk.toml needs `{wanted}`");
    }
}
