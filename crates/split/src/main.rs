//! `loopglass-split DIST LIST`: splits the page that Trunk has put into the folder DIST. The module there becomes two, all files of the program
//! get names with a hash of both, and `index.html` is told of these.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exported function that loads the rest (`web/src/rest.rs`).
const LOADER: &str = "loadRest";

fn main() -> ExitCode {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match &words[..] {
        [folder, list] => split_page(folder, list),
        _ => Err("usage: loopglass-split DIST LIST".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn split_page(folder: &Path, list: &Path) -> Result<(), String> {
    let old = program(folder)?;
    let path = |name: &str, ending: &str| folder.join(format!("{name}{ending}"));
    let module = read(&path(&old, "_bg.wasm"))?;
    let parts = loopglass_split::split(&module, &text(list)?, LOADER)?;

    let page = folder.join("index.html");
    let html = text(&page)?;
    let script = renamed(&text(&path(&old, ".js"))?, &parts.imports)?;
    let all = [&parts.main[..], &parts.rest, script.as_bytes()].concat();
    let new = format!("app-{}", loopglass_split::seal(&all));
    let place = "<meta name=\"loopglass-rest\" content=\"\"";
    if html.matches(place).count() != 1 {
        return Err("index.html has no place for the name of the rest".into());
    }
    let filled = format!("<meta name=\"loopglass-rest\" content=\"{new}_rest.wasm\"");
    write(&path(&new, "_bg.wasm"), &parts.main)?;
    write(&path(&new, "_rest.wasm"), &parts.rest)?;
    write(&path(&new, ".js"), script.as_bytes())?;
    write(&page, html.replace(place, &filled).replace(&old, &new).as_bytes())?;
    for ending in ["_bg.wasm", ".js"] {
        let gone = path(&old, ending);
        fs::remove_file(&gone).map_err(|e| format!("{}: {e}", gone.display()))?;
    }
    Ok(())
}

/// The script that goes with the module, with the new names of what the module imports from it: each is a key of an object there.
fn renamed(script: &str, names: &[(String, String)]) -> Result<String, String> {
    let mut script = script.to_owned();
    for (old, new) in names {
        let key = format!(" {old}: ");
        if script.matches(&key).count() != 1 {
            return Err(format!("the script does not have `{old}` once"));
        }
        script = script.replace(&key, &format!(" \"{new}\": "));
    }
    Ok(script)
}

/// The name of the program's files, without their endings.
fn program(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut found = names.filter_map(|name| Some(name.strip_suffix("_bg.wasm")?.to_owned()));
    match (found.next(), found.next()) {
        (Some(name), None) => Ok(name),
        _ => Err(format!("{} does not have one module", folder.display())),
    }
}

fn text(path: &Path) -> Result<String, String> {
    String::from_utf8(read(path)?).map_err(|e| format!("{}: {e}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}
