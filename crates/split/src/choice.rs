//! Chooses what goes into the rest: functions are listed by the paths that their names begin with, and what only they call goes along, but
//! for the libraries' generic functions.

use crate::module::{Module, Result, Use};

/// What is made anew for each type stays wherever it is called from: beside its likes it compresses to next to nothing.
const GENERIC: [&str; 5] = ["alloc", "core", "hashbrown", "smallvec", "std"];

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

/// What a list says: paths of what may go, and, after the word `door`, paths of what calls it once it is needed.
pub struct List<'a> {
    paths: Vec<&'a str>,
    doors: Vec<&'a str>,
}

impl<'a> List<'a> {
    /// Reads a list: a path a line, remarks after `#`.
    pub fn read(text: &'a str) -> List<'a> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(line).trim());
        let (doors, paths) =
            lines.filter(|line| !line.is_empty()).partition::<Vec<_>, _>(|line| line.starts_with("door "));
        List { paths, doors: doors.into_iter().map(|line| line.trim_start_matches("door ").trim()).collect() }
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

/// For each function where it goes. A path that stands for nothing is an error: it was renamed.
///
/// What is listed goes if only doors, the table of functions and what goes call it: what other code calls is needed there, or the optimiser
/// has found it equal to something that is. Generic functions that call what is listed go with it, if they are called through the table or
/// by doors.
pub fn choose(module: &Module, list: &List, root: &str) -> Result<Vec<Place>> {
    let count = module.functions();
    let name = |function: u32| module.names.get(&function).copied().unwrap_or_default();
    for path in list.paths.iter().chain(&list.doors) {
        if !(0..count).any(|function| is_listed(name(function), &[path])) {
            return Err(format!("no function's name begins with `{path}`"));
        }
    }
    if !module.exports.iter().any(|export| export.name == root) {
        return Err(format!("there is no `{root}`, which is to load the rest"));
    }
    let mut calls = Vec::new();
    for function in 0..count {
        let called = module.uses(function)?.into_iter().filter_map(|used| match used {
            Use::Function(function) => Some(function),
            _ => None,
        });
        calls.push(called.collect::<Vec<u32>>());
    }
    let listed: Vec<bool> = (0..count).map(|function| is_listed(name(function), &list.paths)).collect();
    let generic: Vec<bool> = (0..count).map(|function| is_listed(name(function), &GENERIC)).collect();
    let goes_along = along(&calls, &listed, &generic);

    let exported = module.exports.iter().filter(|export| export.kind == wasmparser::ExternalKind::Func);
    let mut todo: Vec<u32> = exported.map(|export| export.index).collect();
    todo.extend(0..u32::try_from(module.imports.len()).unwrap_or_default());
    todo.extend((0..count).filter(|f| generic[*f as usize] && !goes_along[*f as usize]));
    let mut places = vec![Place::Cold; count as usize];
    for &function in module.elements.values() {
        if goes_along[function as usize] {
            places[function as usize] = Place::Stub;
        } else {
            todo.push(function);
        }
    }
    while let Some(function) = todo.pop() {
        if std::mem::replace(&mut places[function as usize], Place::Hot) == Place::Hot {
            continue;
        }
        let is_door = is_listed(name(function), &list.doors);
        for &called in &calls[function as usize] {
            if is_door && goes_along[called as usize] && places[called as usize] != Place::Hot {
                places[called as usize] = Place::Stub;
            } else {
                todo.push(called);
            }
        }
    }
    Ok(places)
}

/// What is listed, and the generic functions that call it.
fn along(calls: &[Vec<u32>], listed: &[bool], generic: &[bool]) -> Vec<bool> {
    let mut along = listed.to_vec();
    loop {
        let more = |at: &usize| {
            generic[*at] && !along[*at] && calls[*at].iter().any(|called| along[*called as usize])
        };
        let found: Vec<usize> = (0..calls.len()).filter(more).collect();
        if found.is_empty() {
            return along;
        }
        found.into_iter().for_each(|at| along[at] = true);
    }
}
