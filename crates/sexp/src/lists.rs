//! Lists with a meaning of their own: parameters and what a quantifier binds, attributes, sorts, and where quantifiers stand.

use crate::fault::{Fault, Problem};
use crate::tree::{Id, Tree};
use logic::Sort;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The attribute that gives a term a name.
const NAMED: &str = ":named";

/// A list of names with their sorts, `((x Int) (b Bool))`.
///
/// # Errors
/// When it is something else.
pub fn parameters(tree: &Tree, list: Id) -> Result<Vec<(Rc<str>, Sort)>, Fault> {
    let expected = |id| Fault::new(tree.place(id), Problem::Expected("a name and a sort"));
    let pairs = tree.list(list).ok_or_else(|| Fault::new(tree.place(list), Problem::Expected("a list")))?;
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut out = Vec::with_capacity(pairs.len());
    for &pair in pairs {
        let Some(&[name, of_sort]) = tree.list(pair) else { return Err(expected(pair)) };
        let text = tree.symbol(name).ok_or_else(|| expected(name))?;
        if !seen.insert(text) {
            return Err(Fault::new(tree.place(name), Problem::BoundTwice(text.to_string())));
        }
        out.push((text.clone(), sort(tree, of_sort)?));
    }
    Ok(out)
}

/// The names in the attributes of `(! term ..)`.
///
/// # Errors
/// When the attributes are no attributes.
pub fn names(tree: &Tree, id: Id) -> Result<Vec<Id>, Fault> {
    let mut out = Vec::new();
    let mut rest = tree.list(id).unwrap_or(&[]).iter().skip(2).peekable();
    while let Some(&keyword) = rest.next() {
        let Some(name) = tree.keyword(keyword) else {
            return Err(Fault::new(tree.place(keyword), Problem::Expected("an attribute such as :named")));
        };
        let value = rest.next_if(|&&v| tree.keyword(v).is_none()).copied();
        if name == NAMED {
            out.push(value.ok_or_else(|| {
                Fault::new(tree.place(keyword), Problem::Expected("a symbol after :named"))
            })?);
        }
    }
    Ok(out)
}

/// The sort that an expression names.
///
/// # Errors
/// When it names none that there is.
pub fn sort(tree: &Tree, id: Id) -> Result<Sort, Fault> {
    match tree.symbol(id).map(|s| &**s) {
        Some("Bool") => Ok(Sort::Bool),
        Some("Int") => Ok(Sort::Int),
        _ => Err(Fault::new(tree.place(id), Problem::UnknownSort(tree.text(id)))),
    }
}

/// The quantifiers of a clause that may stand before all of it: its variables are universal, wherever they are bound.
pub fn universal(tree: &Tree, clause: Id) -> FxHashSet<Id> {
    let mut found = FxHashSet::default();
    let mut todo = vec![(clause, true)];
    while let Some((id, is_positive)) = todo.pop() {
        let Some((&head, rest)) = tree.list(id).and_then(|members| members.split_first()) else { continue };
        match tree.symbol(head).map(|name| &**name) {
            Some("not") => todo.extend(rest.iter().map(|&part| (part, !is_positive))),
            Some("and" | "or") => todo.extend(rest.iter().map(|&part| (part, is_positive))),
            Some("=>") => {
                todo.extend(
                    rest.iter().enumerate().map(|(i, &part)| {
                        (part, if i + 1 == rest.len() { is_positive } else { !is_positive })
                    }),
                );
            }
            Some("let") => todo.extend(rest.last().map(|&body| (body, is_positive))),
            Some("!") => todo.extend(rest.first().map(|&body| (body, is_positive))),
            Some("ite") => todo.extend(rest.iter().skip(1).map(|&part| (part, is_positive))),
            Some(quantifier @ ("forall" | "exists")) if (quantifier == "forall") == is_positive => {
                found.insert(id);
                todo.extend(rest.last().map(|&body| (body, is_positive)));
            }
            _ => {}
        }
    }
    found
}
