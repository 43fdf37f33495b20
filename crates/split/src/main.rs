//! Splits the page that Trunk has put into the folder DIST, and makes the record by which it does:
//!
//! * `loopglass-split split DIST RECORD KEEP`: the module becomes two, all files of the program get names with a hash of both, and `index.html`
//!   is told of these.
//! * `loopglass-split mark DIST MODULE`: the module notes which of its functions are called, and its script leaves `marks()`, these notes, in
//!   the window or the worker. The module as it was is put into the file MODULE.
//! * `loopglass-split record MODULE CALLED RECORD`: writes the record; CALLED has the numbers of the functions, in lines.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exported function that loads the rest (`web/src/rest.rs`).
const LOADER: &str = "loadRest";

const USAGE: &str =
    "usage: loopglass-split split DIST RECORD KEEP | mark DIST MODULE | record MODULE CALLED RECORD";

/// What a record begins with.
const REMARKS: &str = "\
# The functions that the page and its worker call to open and to take the first steps, as `cargo xtask record` has seen it: how many
# instructions they have, where others have the same name, or \"all\". `cargo xtask build` moves what is not among them into a module that
# is fetched later.
";

fn main() -> ExitCode {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match words.split_first() {
        Some((command, words)) => match (command.to_str(), words) {
            (Some("split"), [folder, record, keep]) => split_page(folder, record, keep),
            (Some("mark"), [folder, to]) => mark_page(folder, to),
            (Some("record"), [module, called, to]) => write_record(module, called, to),
            _ => Err(USAGE.into()),
        },
        None => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn split_page(folder: &Path, record: &Path, keep: &Path) -> Result<(), String> {
    let old = program(folder)?;
    let path = |name: &str, ending: &str| folder.join(format!("{name}{ending}"));
    let module = read(&path(&old, "_bg.wasm"))?;
    let parts = loopglass_split::split(&module, &text(record)?, &text(keep)?, LOADER)?;

    let page = folder.join("index.html");
    let html = text(&page)?;
    let script = renamed(&text(&path(&old, ".js"))?, &parts.imports)?;
    let all = [&parts.main[..], &parts.rest, script.as_bytes()].concat();
    let new = format!("app-{}", loopglass_split::seal(&all));
    write(&path(&new, "_bg.wasm"), &parts.main)?;
    write(&path(&new, REST), &parts.rest)?;
    write(&path(&new, ".js"), script.as_bytes())?;
    write(&page, naming_rest(&preloading(&html)?, &format!("{new}{REST}"))?.replace(&old, &new).as_bytes())?;
    for ending in ["_bg.wasm", ".js"] {
        let gone = path(&old, ending);
        fs::remove_file(&gone).map_err(|e| format!("{}: {e}", gone.display()))?;
    }
    Ok(())
}

/// The page's text, whose first lines have the browser fetch the program: Trunk says so in the last ones of the head.
fn preloading(html: &str) -> Result<String, String> {
    let (first, head_end) = ("<meta charset=\"utf-8\">", "</head>");
    let links =
        html.find("<link rel=\"modulepreload\"").zip(html.find(head_end)).filter(|(from, to)| from < to);
    let (from, to) = links.ok_or("index.html does not preload the program at the end of its head")?;
    let without = format!("{}{}", &html[..from], &html[to..]);
    if without.matches(first).count() != 1 {
        return Err(format!("index.html does not have `{first}` once"));
    }
    Ok(without.replace(first, &format!("{first}\n    {}", &html[from..to])))
}

/// The page's text, which says where the rest is.
fn naming_rest(html: &str, name: &str) -> Result<String, String> {
    let place = "<meta name=\"loopglass-rest\" content=\"\"";
    if html.matches(place).count() != 1 {
        return Err("index.html has no place for the name of the rest".into());
    }
    Ok(html.replace(place, &format!("<meta name=\"loopglass-rest\" content=\"{name}\"")))
}

/// How the name of the rest ends.
const REST: &str = "_rest.wasm";

fn mark_page(folder: &Path, to: &Path) -> Result<(), String> {
    let program = program(folder)?;
    let module = folder.join(format!("{program}_bg.wasm"));
    let bytes = read(&module)?;
    let marked = loopglass_split::mark(&bytes)?;
    let script = folder.join(format!("{program}.js"));
    let begun = "wasm = instance.exports;";
    let old = text(&script)?;
    if old.matches(begun).count() != 1 {
        return Err("the script does not take its module's exports in one place".into());
    }
    let marks = format!("new Uint8Array(wasm.memory.buffer, {}, {})", marked.marks, marked.functions);
    let new = old.replace(begun, &format!("{begun} globalThis.marks = () => {marks};"));
    let (page, rest) = (folder.join("index.html"), format!("{program}{REST}"));
    write(&page, naming_rest(&text(&page)?, &rest)?.as_bytes())?;
    write(&folder.join(rest), &marked.rest)?;
    write(to, &bytes)?;
    write(&module, &marked.module)?;
    write(&script, new.as_bytes())
}

fn write_record(module: &Path, called: &Path, to: &Path) -> Result<(), String> {
    let wrong = |e| format!("{}: {e}", called.display());
    let called = text(called)?.lines().map(str::parse).collect::<Result<_, _>>().map_err(wrong)?;
    write(to, (REMARKS.to_owned() + &loopglass_split::record(&read(module)?, &called)?).as_bytes())
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
