//! The languages IMP and C, and Horn clauses: from source text to typed syntax trees with diagnostics, and the concrete interpreters.
//!
//! Data path: source text -> tokens ([`lexer`]) -> untyped tree -> typed tree ([`ast`]) with [`diagnostic`]s. The typed tree
//! goes to the control-flow graph, to the [`printer`] and to the interpreter ([`interp`]), which replays executions.
//! C has the same stages of its own in [`c`], Horn clauses in [`horn`]; what programs of all languages have in common is a
//! [`Unit`].
//! Nothing here panics, whatever the text.

mod cursor;
mod parser;
mod syntax;
mod typing;

pub mod aiger;
pub mod ast;
pub mod c;
pub mod diagnostic;
mod expectation;
pub mod highlight;
pub mod horn;
pub mod interp;
pub mod lexer;
pub mod printer;
pub mod remarks;
pub mod span;
mod unit;
mod words;

mod arithmetic;

pub use arithmetic::{Arithmetic, Integers, Overflow, UnknownReading, WIDTH};
pub use ast::{AssertId, LoopId, NondetId, Program, VarId};
pub use diagnostic::{Code, Diagnostic, Severity, render};
pub use expectation::{Expectation, ExpectedVerdict};
pub use logic::{Int, Sort, Value};
pub use span::{LineIndex, Position, Span};
pub use unit::{Unit, Vars};
pub use words::WordOp;

/// Longest source text that is read, in bytes.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// Most digits of a number in the source text, and of a folded constant.
pub const MAX_DIGITS: usize = 10_000;

/// Deepest nesting of blocks, parentheses and operators.
pub const MAX_DEPTH: u32 = 256;

/// What the front end found in a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program; there is one exactly if no diagnostic is an error.
    pub program: Option<Program>,
    /// Errors and warnings in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the header comment says of the verdict, if it says anything.
    pub expectation: Option<Expectation>,
}

/// Reads an IMP program whose integers are mathematical, unless it declares words.
pub fn parse_imp(source: &str) -> Parsed {
    parse_imp_as(source, Arithmetic::MATHEMATICAL)
}

/// Reads an IMP program; where integers are words, an `int` has the width of the arithmetic.
pub fn parse_imp_as(source: &str, arithmetic: Arithmetic) -> Parsed {
    let mut sink = diagnostic::Sink::default();
    if diagnostic::is_too_large(source, &mut sink) {
        return Parsed { program: None, diagnostics: sink.finish(), expectation: None };
    }
    let tokens = lexer::lex(source, &mut sink);
    let comments = tokens.iter().take_while(|token| token.kind == lexer::TokenKind::Comment);
    let expectation = expectation::find(source, comments.map(|token| token.span), &mut sink);
    let tree = parser::parse(source, &tokens, &mut sink);
    let program = typing::check(source, &tree, arithmetic, &mut sink);
    let program = if sink.has_errors() { None } else { Some(program) };
    Parsed { program, diagnostics: sink.finish(), expectation }
}
