//! The architecture's rules, as ARCHITECTURE.md states them: who may depend on whom, what each crate must not do,
//! and that the page of the architecture itself tells what is there.

use loopglass_tests::workspace::{Package, Workspace};
use loopglass_tests::{read, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Lines that a source file may have.
const LONGEST_FILE: usize = 700;

/// Crates that are libraries of the data path: no printing, files, clocks or threads in them.
fn is_pure(folder: &str) -> bool {
    folder.starts_with("crates/")
        && !["crates/cli", "crates/fuzz", "crates/pack", "crates/split", "crates/xtask"].contains(&folder)
}

#[test]
fn dependencies_follow_the_data_path() {
    let workspace = Workspace::load();
    let mut wrong = Vec::new();
    for (place, package) in workspace.packages.iter().enumerate() {
        for dependency in package.dependencies.iter().filter(|d| d.own && !d.dev) {
            let other = workspace.packages.iter().position(|p| p.name == dependency.name);
            if other.is_none_or(|other| other >= place) {
                wrong.push(format!("{} depends on {}", package.name, dependency.name));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "a crate depends only on members listed before it in the top Cargo.toml");
}

#[test]
fn what_must_not_be_reached() {
    let workspace = Workspace::load();
    let search = ["crates/smt", "crates/engine", "crates/session"];
    for (from, never) in [
        ("crates/proof", &search[..]),
        ("crates/check", &search[..]),
        ("crates/solver", &search[..]),
        ("crates/smt", &["crates/check"][..]),
        ("crates/domain", &["crates/smt"][..]),
        ("crates/engine", &["crates/smt", "crates/session"][..]),
        ("crates/view", &search[..]),
        ("web", &search[..]),
        ("web/worker", &["web", "crates/view"][..]),
    ] {
        let reached = workspace.made_from(from);
        let wrong: Vec<_> = never.iter().filter(|folder| reached.contains(*folder)).collect();
        assert!(wrong.is_empty(), "{from} must not be made from {wrong:?}");
        never.iter().for_each(|folder| assert!(workspace.at(folder).1.name.starts_with("loopglass-")));
    }
    assert!(workspace.made_from("crates/smt").contains("crates/logic"), "what is reached is found");
}

/// Page and worker are one file for the browser, and yet none can call the other: all that links both starts one of them.
#[test]
fn only_the_entry_links_page_and_worker() {
    let workspace = Workspace::load();
    let ends = ["web", "web/worker"];
    let with_both = |p: &&Package| ends.iter().all(|end| workspace.made_from(&p.folder).contains(*end));
    let both: Vec<_> = workspace.packages.iter().filter(with_both).map(|p| &*p.folder).collect();
    assert_eq!(both, ["web/app"]);
    let entry: Vec<_> = sources().into_iter().filter(|(path, _)| path.starts_with("web/app/")).collect();
    let [(_, text)] = &entry[..] else { panic!("the entry is one file") };
    let named: Vec<_> = text.lines().filter(|line| line.contains("loopglass_")).map(str::trim).collect();
    assert_eq!(named, ["loopglass_worker::run();", "loopglass_web::run();"], "and does nothing else");
}

#[test]
fn the_task_runner_compiles_in_seconds() {
    let workspace = Workspace::load();
    let names: Vec<_> = workspace.at("crates/xtask").1.dependencies.iter().map(|d| &d.name).collect();
    assert_eq!(names, ["libdeflater", "flate2"], "what is small, and nothing else");
}

#[test]
fn the_code_map_is_the_disk() {
    let mut on_disk: BTreeSet<String> = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let entry = entry.unwrap();
        if entry.path().join("Cargo.toml").is_file() {
            on_disk.insert(format!("crates/{}", entry.file_name().to_string_lossy()));
        }
    }
    on_disk.extend(["web", "web/worker", "web/app", "tests"].map(String::from));
    let members: BTreeSet<String> = Workspace::load().packages.into_iter().map(|p| p.folder).collect();
    assert_eq!(members, on_disk, "the members of the top Cargo.toml, and the crates on disk");
    assert_eq!(listed("## Code map"), on_disk, "the code map in ARCHITECTURE.md, and the crates on disk");
}

#[test]
fn each_dependency_has_its_line() {
    let workspace = Workspace::load();
    let all = workspace.packages.iter().flat_map(|p| &p.dependencies);
    let rust: BTreeSet<String> = all.filter(|d| !d.own).map(|d| d.name.clone()).collect();
    let mut npm = BTreeSet::new();
    for file in ["web/editor/package.json", "web/z3/package.json", "tests/browser/package.json"] {
        let json: Value = serde_json::from_str(&read(file)).unwrap();
        for kind in ["dependencies", "devDependencies"] {
            npm.extend(json[kind].as_object().into_iter().flat_map(|names| names.keys().cloned()));
        }
    }
    let used: BTreeSet<String> = rust.into_iter().chain(npm).collect();
    let listed = listed("## Dependencies");
    let missing: Vec<_> = used.difference(&listed).collect();
    assert!(
        missing.is_empty(),
        "these need a line in ARCHITECTURE.md that says what for and why: {missing:?}"
    );
    let declared = declared_for_the_workspace();
    let stale: Vec<_> = listed.difference(&used).filter(|name| !declared.contains(*name)).collect();
    assert!(stale.is_empty(), "ARCHITECTURE.md lists what nothing depends on: {stale:?}");
}

/// The names under `[workspace.dependencies]`.
fn declared_for_the_workspace() -> BTreeSet<String> {
    let manifest = read("Cargo.toml");
    let (_, rest) = manifest.split_once("\n[workspace.dependencies]\n").unwrap();
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once(" =")?.0.to_owned())).collect()
}

/// The names in backticks that begin the bullets of a section of ARCHITECTURE.md.
fn listed(heading: &str) -> BTreeSet<String> {
    let page = read("ARCHITECTURE.md");
    let section =
        page.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with("## "));
    let bullets = section.filter_map(|line| line.trim_start().strip_prefix("* `"));
    let names: BTreeSet<_> = bullets.filter_map(|line| Some(line.split_once('`')?.0.to_owned())).collect();
    assert!(!names.is_empty(), "ARCHITECTURE.md has a section `{heading}` of bullets");
    names
}

#[test]
fn each_file_says_what_it_is_and_is_short() {
    let files = sources();
    assert!(files.len() > 20, "{} files found", files.len());
    let mut wrong = Vec::new();
    for (path, text) in files {
        if !text.starts_with("//!") {
            wrong.push(format!("{path} does not begin with `//!`"));
        }
        let lines = text.lines().count();
        if lines >= LONGEST_FILE {
            wrong.push(format!("{path} has {lines} lines; fewer than {LONGEST_FILE} are allowed"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn library_crates_do_no_io() {
    const BANNED: [&str; 8] =
        ["println!", "print!(", "dbg!(", "std::fs", "std::io", "std::time", "std::thread", "std::env"];
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let folder = path.split("/src/").next().unwrap();
        if !path.contains("/src/")
            || !is_pure(folder)
            || path.ends_with("/tests.rs")
            || path.contains("/src/tests/")
        {
            continue;
        }
        let product = text.split("#[cfg(test)]").next().unwrap(); // tests stand at the end of a file
        for (number, line) in
            product.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            wrong.extend(
                BANNED.iter().filter(|b| line.contains(*b)).map(|b| format!("{path}:{}: {b}", number + 1)),
            );
        }
    }
    assert_eq!(
        wrong, [""; 0],
        "the library crates compute; only the command line and the page do input and output"
    );
}

/// Every Rust source file of the workspace: its path from the top, and its text.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = ["crates", "web", "tests"].iter().map(|top| root().join(top)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "node_modules" && name != "target" {
                folders.push(path);
            } else if name.ends_with(".rs") {
                files.push((from_top(&path), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn from_top(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// The browser looks for such a part again whenever anything changes anywhere in the page: one cost each step half a frame.
#[test]
fn no_style_looks_for_a_part_with_an_attribute() {
    let (mut sheets, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(root().join("static")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "css") {
            continue;
        }
        sheets += 1;
        let text = fs::read_to_string(&path).unwrap();
        let looks = text.match_indices(":has(").filter_map(|(at, _)| text[at..].split_once(')'));
        wrong.extend(
            looks
                .filter(|(look, _)| look.contains('['))
                .map(|(look, _)| format!("{}: {look})", path.display())),
        );
    }
    assert!(sheets > 5, "{sheets} style sheets found");
    assert_eq!(wrong, [""; 0]);
}
