//! Remarks on well-formed programs: a warning if a program asserts nothing.
//!
//! This is kept apart from the parsers, for which a fragment without an assertion is no mistake. Readers add it to the
//! parsers' diagnostics, both when a run begins and while the text is typed.

use crate::diagnostic::{Code, Diagnostic};
use crate::highlight::HighlightKind;
use crate::span::Span;
use crate::unit::Unit;
use crate::{c, highlight, horn};

/// What is to be said of an IMP program.
pub fn of_imp(source: &str, program: &dyn Unit) -> Vec<Diagnostic> {
    let help = "write `assert` and a condition, or a postcondition `{ ... }` at the end";
    unasserted(program, &highlight::tokens(source), help)
}

/// What is to be said of a C program.
pub fn of_c(source: &str, program: &dyn Unit) -> Vec<Diagnostic> {
    let help = "write `assert(...)` where something is to hold";
    unasserted(program, &c::highlight::tokens(source), help)
}

/// What is to be said of Horn clauses.
pub fn of_horn(source: &str, program: &dyn Unit) -> Vec<Diagnostic> {
    let help = "assert a clause whose head is `false`: a query";
    unasserted(program, &horn::tokens(source), help)
}

fn unasserted(program: &dyn Unit, tokens: &[(Span, HighlightKind)], help: &str) -> Vec<Diagnostic> {
    if !program.asserts().is_empty() {
        return Vec::new();
    }
    let last = tokens.iter().rev().find(|(_, kind)| *kind != HighlightKind::Comment);
    let place = last.map_or(Span::default(), |(span, _)| *span);
    let message = "the program asserts nothing, so there is nothing to prove";
    vec![Diagnostic::warning(Code::NothingAsserted, place, message).help(help)]
}
