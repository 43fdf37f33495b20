//! Programs beside Z3's Spacer and ABC: builds our command for release and hands over to the program in `crates/fuzz` that compares.

use crate::process::{Shown, cargo, run as build};
use crate::{Result, tools};
use std::ffi::OsString;
use std::path::PathBuf;

/// Compares, with the folders and options of `crates/fuzz/src/bin/peers`; whether all verdicts agree.
pub fn run(options: &[String]) -> Result<bool> {
    let python = tools::python_with_z3()?;
    build(cargo().args(["build", "--release", "--locked", "-p", "loopglass"]))?;
    // Cargo runs in the repository's top folder, whatever folder this is called from.
    let absolute = |word: &String| {
        std::fs::canonicalize(word).map_or_else(|_| word.into(), |path| path.into_os_string())
    };
    let options: Vec<OsString> = options.iter().map(absolute).collect();
    let mut command = cargo();
    command
        .args(["run", "--release", "--locked", "-p", "loopglass-fuzz", "--bin", "peers", "--"])
        .args(options);
    command.env("LOOPGLASS_PYTHON", python);
    if let Some(target) = std::env::var_os("CARGO_TARGET_DIR") {
        command.env("LOOPGLASS_COMMAND", PathBuf::from(target).join("release/loopglass"));
    }
    let status = command.status().map_err(|e| format!("`{}` cannot start: {e}", Shown(&command)))?;
    Ok(status.success())
}
