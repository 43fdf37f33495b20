//! Chooses what goes into the rest: functions are listed by the paths that their names begin with, and what only they call goes along, but
//! for the libraries' generic functions.

use crate::module::{Module, Result, Use};

/// A stub takes about so many bytes. What is smaller and is called by what stays, stays as well.
const STUB: usize = 40;

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

/// The lines of a list, but for remarks.
pub fn paths(list: &str) -> Vec<&str> {
    list.lines()
        .map(|line| line.split('#').next().unwrap_or(line).trim())
        .filter(|line| !line.is_empty())
        .collect()
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

/// For each function where it goes, by a list of paths. A path that stands for nothing is an error: it was renamed.
pub fn choose(module: &Module, paths: &[&str], root: &str) -> Result<Vec<Place>> {
    let mut listed = vec![false; module.signatures.len()];
    let mut found = vec![false; paths.len()];
    for (&function, name) in &module.names {
        if module.body(function).is_none() {
            continue;
        }
        for (path, found) in paths.iter().zip(&mut found) {
            if is_listed(name, &[path]) {
                listed[function as usize] = true;
                *found = true;
            }
        }
    }
    if let Some((path, _)) = paths.iter().zip(&found).find(|(_, found)| !**found) {
        return Err(format!("no function's name begins with `{path}`"));
    }
    let exported = module.exports.iter().filter(|export| export.kind == wasmparser::ExternalKind::Func);
    let mut todo: Vec<u32> =
        exported.map(|export| export.index).chain(module.elements.values().copied()).collect();
    if !module.exports.iter().any(|export| export.name == root) {
        return Err(format!("there is no `{root}`, which is to load the rest"));
    }
    todo.extend(0..u32::try_from(module.imports.len()).unwrap_or_default());
    let generic = module.names.iter().filter(|(_, name)| is_listed(name, &GENERIC));
    todo.extend(generic.map(|(&function, _)| function));
    let mut places = vec![Place::Cold; module.signatures.len()];
    while let Some(function) = todo.pop() {
        let at = function as usize;
        if places[at] != Place::Cold {
            continue;
        }
        let uses = module.uses(function)?;
        let is_small = module.body(function).is_some_and(|body| body.range().len() < STUB);
        if listed[at] && !is_small && !uses.contains(&Use::Immovable) {
            places[at] = Place::Stub;
            continue;
        }
        places[at] = Place::Hot;
        todo.extend(uses.iter().filter_map(|used| match used {
            Use::Function(function) => Some(*function),
            _ => None,
        }));
    }
    Ok(places)
}
