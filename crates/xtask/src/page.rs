//! Builds the page into `dist/` and weighs it.

use crate::browser::{self, Browser};
use crate::process::{cargo, command, output, run};
use crate::{Result, repo, tools};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What the WebAssembly may weigh that the page needs to open and to take the first step, in bytes of brotli.
const FIRST_STEP: u64 = 650_000;

/// What all WebAssembly of ours may weigh together, in bytes of brotli, with the rest, which is fetched once the page stands. Z3 is not
/// ours, and fetched only by who asks for it. Until formulas of one's own, lessons and further engines came it was 1,000,000.
const TOGETHER: u64 = 1_330_000;

/// How the name of the rest ends.
const REST: &str = "_rest.wasm";

/// Builds the page for release, after installing what that takes: Trunk makes it, `crates/split` divides it, and a service worker is told
/// what it then consists of.
pub fn build() -> Result {
    tools::for_page()?;
    run(command("trunk").args(["build", "--release"]))?;
    run(split("split").arg(repo::dist()).arg(first()).arg(repo::root().join("web/rest/keep.txt")))?;
    run(command("node").arg(repo::root().join("web/offline/place.mjs")).arg(repo::dist()))
}

/// Records which functions the page calls to open and to take the first steps (`tests/browser/record.mjs`), then builds it by that record.
pub fn record() -> Result {
    tools::for_page()?;
    run(command("trunk").args(["build", "--release"]))?;
    let [module, called] = ["target/record.wasm", "target/record.txt"].map(|name| repo::root().join(name));
    run(split("mark").arg(repo::dist()).arg(&module))?;
    run(browser::script(Browser::Chromium, "record.mjs")?.arg(&called))?;
    run(split("record").arg(&module).arg(&called).arg(first()))?;
    build()
}

fn split(what: &str) -> std::process::Command {
    let mut split = cargo();
    split.args(["run", "--quiet", "--locked", "-p", "loopglass-split", "--", what]);
    split
}

/// Where the record is of what is called at first.
fn first() -> PathBuf {
    repo::root().join("web/rest/first.txt")
}

/// Builds the page, and packs it: what a static host needs, in one file.
pub fn pack() -> Result {
    build()?;
    let to = repo::root().join("target/loopglass-page.zip");
    let files = files_below(&repo::dist()).map_err(|e| format!("{}: {e}", repo::dist().display()))?;
    let mut pack = cargo();
    pack.args(["run", "--quiet", "--locked", "-p", "loopglass-pack", "--"]);
    run(pack.arg(&to).arg(repo::dist()).args(&files))?;
    println!("The page is in dist/, and its {} files are in {}.", files.len(), to.display());
    Ok(())
}

/// All files below a folder, in the order of their names.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Prints the sizes of what a visitor downloads; an error when the WebAssembly is over budget.
pub fn check_size() -> Result {
    let files = downloads()?;
    let mut node = command("node");
    node.arg(repo::root().join("crates/xtask/sizes.mjs")).args(&files);
    let printed = output(&mut node).ok_or("node could not compress the files of dist/")?;
    println!("{:>10} {:>10} {:>10}", "raw", "gzip", "brotli");
    let (mut first, mut together) = (0, 0);
    for (file, line) in files.iter().zip(printed.lines()) {
        let sizes: Vec<u64> = line.split(' ').filter_map(|n| n.parse().ok()).collect();
        let [raw, gzip, brotli] = sizes[..] else { return Err(format!("sizes.mjs printed `{line}`")) };
        println!("{raw:>10} {gzip:>10} {brotli:>10}  {}", file.file_name().unwrap_or_default().display());
        if is_wasm(file) {
            together += brotli;
            first += if name(file).ends_with(REST) { 0 } else { brotli };
        }
    }
    println!(
        "WebAssembly: {first} bytes of brotli to open and to take the first step, of {FIRST_STEP}, and {together} together, \
         of {TOGETHER}."
    );
    match first.saturating_sub(FIRST_STEP).max(together.saturating_sub(TOGETHER)) {
        0 => Ok(()),
        over => Err(format!("{over} bytes over budget")),
    }
}

/// The scripts, style sheets and WebAssembly files of the built page; there must be two modules of WebAssembly. Z3 is none of them:
/// it is fetched only by who asks for it.
fn downloads() -> Result<Vec<PathBuf>> {
    let dist = repo::dist();
    let files =
        files_below(&dist).map_err(|e| format!("{}: {e} (`cargo xtask build` makes it)", dist.display()))?;
    let mut found = Vec::new();
    for path in files {
        if is_z3(&path) {
            let size = path.metadata().map_or(0, |m| m.len());
            println!("{}: {size} bytes, fetched only when Z3 is chosen", name(&path));
        } else if path.extension().is_some_and(|ext| ext == "js" || ext == "css" || ext == "wasm") {
            found.push(path);
        }
    }
    match found.iter().filter(|path| is_wasm(path)).count() {
        2 => Ok(found),
        number => {
            Err(format!("dist/ has {number} files of WebAssembly of ours; `cargo xtask build` makes two"))
        }
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
