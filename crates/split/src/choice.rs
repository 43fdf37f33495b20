//! Chooses what goes into the rest: what was not called while the page opened and took its first steps, as a record of that says.

use crate::module::{Module, Result, Use};
use std::collections::{BTreeMap, BTreeSet};

/// What is no longer than this stays beside what calls it, in bytes: a stub is hardly shorter, and whether something small is called, such as
/// what compares two keys of a table, can be chance.
const SHORT: usize = 100;

/// What is made anew for each type, and stays with what is kept and calls it.
const GENERIC: [&str; 7] = ["alloc", "core", "hashbrown", "serde_core", "serde_json", "smallvec", "std"];

/// Where a function goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It stays.
    Hot,
    /// It goes, and what stays calls it through a stub.
    Stub,
    /// It goes, and nothing that stays calls it.
    Cold,
}

/// A record of what is called at first (`web/rest/first.txt`): for names of functions, as [`plain`] gives them, which functions of that name.
pub struct Record<'a> {
    called: BTreeMap<&'a str, Called>,
    /// The paths of what stays in any case.
    kept: Vec<&'a str>,
}

/// Which functions of a name are called at first. What is made anew for each type has one name, and differs in length.
enum Called {
    All,
    /// Those of so many instructions.
    OfLength(BTreeSet<usize>),
}

impl<'a> Record<'a> {
    /// Reads a record, and a list of what is kept besides (`web/rest/keep.txt`); the error names the line that it cannot read.
    pub fn read(text: &'a str, keep: &'a str) -> Result<Record<'a>> {
        let lines = |text: &'a str| text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let read = |line: &'a str| {
            let (which, name) = line.split_once(' ')?;
            let lengths = || which.split(',').map(|n| n.parse().ok()).collect::<Option<_>>();
            Some((name, if which == ALL { Called::All } else { Called::OfLength(lengths()?) }))
        };
        let each =
            lines(text).map(|line| read(line).ok_or_else(|| format!("the record has a line `{line}`")));
        Ok(Record { called: each.collect::<Result<_>>()?, kept: lines(keep).collect() })
    }

    fn has(&self, module: &Module, function: u32) -> Result<bool> {
        let name = name(module, function);
        Ok(match self.called.get(name) {
            Some(Called::All) => true,
            Some(Called::OfLength(lengths)) if lengths.contains(&module.length(function)?) => true,
            _ => is_listed(name, &self.kept),
        })
    }
}

/// Whether a function of that name is listed.
///
/// A path stands for itself and what is in it. The name of a method begins with the type: `<lang::c::Place as core::fmt::Debug>::fmt`.
fn is_listed(name: &str, paths: &[&str]) -> bool {
    let path = name.trim_start_matches(['<', '&']).trim_start_matches("mut ").trim_start_matches("dyn ");
    paths.iter().any(|listed| {
        path.strip_prefix(listed)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// What stands before the name in a line of a record if all functions of that name are called.
const ALL: &str = "all";

/// The record of these functions, which were called.
pub fn record(module: &Module, called: &BTreeSet<u32>) -> Result<String> {
    let mut of_name: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for function in 0..module.functions() {
        of_name.entry(name(module, function)).or_default().push(function);
    }
    let mut lines = String::new();
    for (name, functions) in of_name {
        let (were, were_not): (Vec<u32>, Vec<u32>) = functions.iter().partition(|f| called.contains(f));
        if were.is_empty() {
            continue;
        }
        let lengths = were.iter().map(|f| module.length(*f)).collect::<Result<BTreeSet<usize>>>()?;
        let shown: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let which = if were_not.is_empty() { ALL } else { &shown.join(",") };
        lines += &format!("{which} {name}\n");
    }
    Ok(lines)
}

fn name<'a>(module: &Module<'a>, function: u32) -> &'a str {
    plain(module.names.get(&function).copied().unwrap_or_default())
}

/// A function's name without the numbers that differ between builds.
fn plain(name: &str) -> &str {
    let (path, number) = name.rsplit_once('.').unwrap_or((name, ""));
    let name = if number.parse::<u32>().is_ok() { path } else { name };
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()) => path,
        _ => name,
    }
}

/// For each function where it goes.
///
/// What is exported stays, and what the record has or keeps, as far as that is called by what stays or is in the table of functions. What the record
/// does not have goes, unless it is no longer than [`SHORT`].
pub fn choose(module: &Module, record: &Record, root: &str) -> Result<Vec<Place>> {
    let exports = || module.exports.iter().filter(|export| export.kind == wasmparser::ExternalKind::Func);
    let names = || (0..module.functions()).map(|function| name(module, function));
    if let Some(path) = record.kept.iter().find(|path| !names().any(|name| is_listed(name, &[*path]))) {
        return Err(format!("no function's name begins with `{path}`"));
    }
    if !exports().any(|export| export.name == root) {
        return Err(format!("there is no `{root}`, which is to load the rest"));
    }
    let is_short = |function: u32| module.body(function).is_none_or(|body| body.range().len() <= SHORT);
    let is_kept = |function: u32| is_listed(name(module, function), &record.kept);
    let mut places = vec![Place::Cold; module.functions() as usize];
    // Functions that stay, and whether what is generic and called there stays, too.
    let mut todo: Vec<(u32, bool)> = exports().map(|export| (export.index, false)).collect();
    todo.extend((0..u32::try_from(module.imports.len()).unwrap_or_default()).map(|import| (import, false)));
    for &function in module.elements.values() {
        if record.has(module, function)? || is_short(function) {
            todo.push((function, is_kept(function)));
        } else {
            places[function as usize] = Place::Stub;
        }
    }
    let mut seen = BTreeSet::new();
    while let Some((function, keeps)) = todo.pop() {
        places[function as usize] = Place::Hot;
        if !seen.insert((function, keeps)) {
            continue;
        }
        for used in module.uses(function)? {
            let Use::Function(called) = used else { continue };
            let goes_along = keeps && is_listed(name(module, called), &GENERIC);
            if goes_along || record.has(module, called)? || is_short(called) {
                todo.push((called, goes_along || is_kept(called)));
            } else if places[called as usize] == Place::Cold {
                places[called as usize] = Place::Stub;
            }
        }
    }
    Ok(places)
}
