//! Answers as text.

use logic::{Sort, Terms, Value};
use sexp::quoted;
use std::fmt;

/// What a command answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// Done; only said when `:print-success` is set.
    Success,
    /// The assertions hold together.
    Sat,
    /// They contradict each other.
    Unsat,
    /// Neither was found out.
    Unknown,
    /// There is no such option, or no such information.
    Unsupported,
    /// Whatever else was asked for.
    Text(String),
    /// Something is wrong: file, place and problem.
    Error(String),
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Response::Success => f.write_str("success"),
            Response::Sat => f.write_str("sat"),
            Response::Unsat => f.write_str("unsat"),
            Response::Unknown => f.write_str("unknown"),
            Response::Unsupported => f.write_str("unsupported"),
            Response::Text(text) => f.write_str(text),
            Response::Error(text) => write!(f, "(error {})", quoted(text)),
        }
    }
}

/// A value in SMT-LIB's syntax.
pub fn value_text(terms: &Terms, value: &Value) -> String {
    terms.smtlib(terms.value(value))
}

/// The name of a sort.
pub fn sort_text(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Int => "Int",
    }
}
