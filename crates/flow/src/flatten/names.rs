//! Names that IMP allows for the variables of any graph.

use crate::cfg::Cfg;
use lang::Unit;
use lang::lexer::Keyword;
use std::collections::BTreeSet;

/// For each variable of the program and of the graph a name of its own, and one for the program counter.
pub(super) fn names(unit: &dyn Unit, cfg: &Cfg) -> (Vec<String>, String) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = Vec::new();
    let wanted = unit.decls().iter().map(|decl| &decl.name).chain(cfg.temps.iter().map(|temp| &temp.name));
    for wanted in wanted {
        names.push(free(wanted, &mut taken));
    }
    let pc = ["pc", "block"].into_iter().find(|name| !taken.contains(*name)).unwrap_or("pc");
    let pc = free(pc, &mut taken);
    (names, pc)
}

/// The name, or one made of it that is allowed and not taken.
fn free(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let mut name: String = wanted.chars().map(allowed).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        name.insert(0, '_');
    }
    let is_keyword = |name: &str| Keyword::ALL.iter().any(|keyword| keyword.text() == name);
    let free = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}_{number}") });
    let found = free.into_iter().find(|name| !is_keyword(name) && !taken.contains(name)).unwrap_or_default();
    taken.insert(found.clone());
    found
}
