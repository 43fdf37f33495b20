//! Builds the page into `dist/` and weighs it.

use crate::process::{command, output, run};
use crate::{Result, repo, tools};
use std::fs;
use std::path::{Path, PathBuf};

/// What the WebAssembly may weigh that the page needs to open and to take the first step, in bytes of brotli: a little more than the
/// 1,000,127 that it weighs, since the same commit differs by some bytes between machines. The aim is 850,000: page and worker are one
/// module, all of which is fetched first, also what many a run never needs. A seventh of its code is the readers of languages, a tenth
/// each are the page's components, Yew, and the standard library's ordered maps and lists, made anew for each type.
const FIRST_STEP: u64 = 1_005_000;

/// What all WebAssembly of ours may weigh together, in bytes of brotli, with what is fetched later. The aim is 1,000,000. As yet there is
/// no part that is fetched later: Z3 is not ours, and fetched only by who asks for it.
const TOGETHER: u64 = 1_005_000;

/// Builds the page for release, after installing what that takes.
pub fn build() -> Result {
    tools::for_page()?;
    run(command("trunk").args(["build", "--release"]))
}

/// Prints the sizes of what a visitor downloads; an error when the WebAssembly is over budget.
pub fn check_size() -> Result {
    let files = downloads()?;
    let mut node = command("node");
    node.arg(repo::root().join("crates/xtask/sizes.mjs")).args(&files);
    let printed = output(&mut node).ok_or("node could not compress the files of dist/")?;
    println!("{:>10} {:>10} {:>10}", "raw", "gzip", "brotli");
    let mut wasm = 0;
    for (file, line) in files.iter().zip(printed.lines()) {
        let sizes: Vec<u64> = line.split(' ').filter_map(|n| n.parse().ok()).collect();
        let [raw, gzip, brotli] = sizes[..] else { return Err(format!("sizes.mjs printed `{line}`")) };
        println!("{raw:>10} {gzip:>10} {brotli:>10}  {}", file.file_name().unwrap_or_default().display());
        if is_wasm(file) {
            wasm += brotli;
        }
    }
    println!(
        "WebAssembly: {wasm} bytes of brotli, all needed for the first step; the budgets are {FIRST_STEP} for that \
         and {TOGETHER} for everything."
    );
    match wasm.saturating_sub(FIRST_STEP.min(TOGETHER)) {
        0 => Ok(()),
        over => Err(format!("{over} bytes over budget")),
    }
}

/// The scripts, style sheets and WebAssembly files of the built page; there must be one module of WebAssembly. Z3 is none of them: it
/// is fetched only by who asks for it.
fn downloads() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![repo::dist()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .map_err(|e| format!("{}: {e} (`cargo xtask build` makes it)", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if is_z3(&path) {
                println!(
                    "{}: {} bytes, fetched only when Z3 is chosen",
                    name(&path),
                    path.metadata().map_or(0, |m| m.len())
                );
            } else if path.extension().is_some_and(|ext| ext == "js" || ext == "css" || ext == "wasm") {
                found.push(path);
            }
        }
    }
    found.sort();
    match found.iter().filter(|path| is_wasm(path)).count() {
        1 => Ok(found),
        number => Err(format!("dist/ has {number} files of WebAssembly; `cargo xtask build` makes one")),
    }
}

/// Whether this is Z3, as `web/z3/place.mjs` names it.
fn is_z3(path: &Path) -> bool {
    is_wasm(path) && name(path).starts_with("z3-")
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_wasm(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "wasm")
}
