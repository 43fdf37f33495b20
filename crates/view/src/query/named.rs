//! The sets of states that the parts of a query name: `F₁` in `F₁(s)`, `L` in `¬L(s₁)`, `Â(v2a)` in `¬Â(v2a)`.

use std::rc::Rc;
use trace::{Engine, Formula, Growth, Query, QueryPart, TokKind};

/// A set that a part names.
#[derive(Debug, Clone, Copy)]
pub struct Named<'q> {
    /// Its name.
    pub name: &'q str,
    /// Whether the part says that the state is not in it.
    pub is_negated: bool,
    /// The part.
    pub part: &'q QueryPart,
}

/// The sets that a query names, in order. Parts that speak of other things than one state are none, and neither are the ends, which are in every
/// picture.
pub fn named(query: &Query, engine: Engine) -> impl Iterator<Item = Named<'_>> {
    query.parts.iter().filter_map(move |part| {
        let (is_negated, positive) = match part.name.strip_prefix('¬') {
            Some(rest) => (true, rest),
            None => (false, part.name.as_str()),
        };
        let name = name(positive, engine)?;
        Some(Named { name, is_negated, part })
    })
}

fn name(part: &str, engine: Engine) -> Option<&str> {
    let (letters, state) = part.strip_suffix(')')?.split_once('(')?;
    if engine.growth() == Growth::Graph {
        return letters.starts_with('Â').then_some(part);
    }
    // `s`, `s′`, `s₁`; AR has `x`.
    let is_state = state.starts_with(['s', 'x']) && !state.contains([',', '(', ' ']);
    let is_end = match engine.growth() {
        Growth::Fronts => letters.starts_with(['I', 'F']),
        _ => matches!(letters, "I" | "P"),
    };
    (is_state && !is_end && letters != "Inv").then_some(letters)
}

/// A formula over one state as one over the variables themselves, instead of their copies; one over several states as it is.
pub fn plain(formula: &Rc<Formula>) -> Rc<Formula> {
    if stamp(formula).is_none_or(|stamp| stamp.is_empty()) {
        return formula.clone();
    }
    let mut plain = Formula::clone(formula);
    let definitions = plain.definitions.iter_mut().map(|(_, toks)| toks);
    for tok in plain.rows.iter_mut().chain(definitions).flatten() {
        if let TokKind::Symbol(symbol) = &mut tok.kind {
            (symbol.step, symbol.primed) = (None, false);
            tok.text = symbol.to_string();
        }
    }
    Rc::new(plain)
}

/// Which copy of the variables a formula speaks of: empty, `'`, or `@1`; none if it speaks of several.
pub fn stamp(formula: &Formula) -> Option<String> {
    let definitions = formula.definitions.iter().flat_map(|(_, toks)| toks);
    let shown = formula.rows.iter().flatten().chain(definitions).filter_map(|tok| match &tok.kind {
        TokKind::Symbol(symbol) => Some(symbol),
        _ => None,
    });
    let mut stamps =
        shown.chain(&formula.hidden).map(|symbol| symbol.to_string()[symbol.name.len()..].to_owned());
    let first = stamps.next().unwrap_or_default();
    stamps.all(|stamp| stamp == first).then_some(first)
}
