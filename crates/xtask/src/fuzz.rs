//! Long runs of random tests: each folder of `crates/fuzz/src/bin` is one, a program whose first line says what it tries.

use crate::process::{Shown, cargo};
use crate::{Result, repo};
use std::fs;
use std::io::Write;

/// The runs that there are, with the first line of each, in the order of their names.
fn all() -> Result<Vec<(String, String)>> {
    let folder = repo::root().join("crates/fuzz/src/bin");
    let entries = fs::read_dir(&folder).map_err(|e| format!("`{}`: {e}", folder.display()))?;
    let mut all = Vec::new();
    for entry in entries.flatten() {
        if let Ok(text) = fs::read_to_string(entry.path().join("main.rs")) {
            let first = text.lines().next().unwrap_or_default().trim_start_matches("//!").trim();
            all.push((entry.file_name().to_string_lossy().into_owned(), first.to_owned()));
        }
    }
    all.sort();
    Ok(all)
}

/// Says which runs there are.
pub fn list() -> Result {
    let mut text = String::from("usage: cargo xtask fuzz NAME [OPTION]...\n\n");
    for (name, about) in all()? {
        text.push_str(&format!("  {name:<10}{about}\n"));
    }
    text.push_str("\nThe options of each are at the head of crates/fuzz/src/bin/NAME/main.rs.\n");
    // A reader that leaves early, such as `head`, is fine.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}

/// Runs one with its options; whether it found nothing.
pub fn run(name: &str, options: &[String]) -> Result<bool> {
    if all()?.iter().all(|(known, _)| known != name) {
        return Err(format!("there is no run `{name}`; `cargo xtask fuzz` says which there are"));
    }
    let mut command = cargo();
    command.args(["run", "--release", "--locked", "-p", "loopglass-fuzz", "--bin", name, "--"]).args(options);
    let status = command.status().map_err(|e| format!("`{}` cannot start: {e}", Shown(&command)))?;
    Ok(status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_says_what_it_tries() {
        let all = all().unwrap();
        assert!(all.iter().any(|(name, _)| name == "solver"), "{all:?}");
        for (name, about) in all {
            assert!(about.ends_with('.') && about.len() > 20, "{name}: {about}");
        }
        assert!(run("no-such-run", &[]).is_err());
    }
}
