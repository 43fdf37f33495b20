//! C: from source text to a typed syntax tree with diagnostics, and the concrete interpreter.
//!
//! Data path: source text -> tokens -> preprocessed tokens -> untyped tree -> typed functions -> sliced ones ->
//! inlined [`CProgram`]. The
//! program goes to the control-flow graph and to the interpreter ([`run`]). Nothing here panics, whatever the text.
//!
//! What differs from C:
//!
//! * Where integers are as C has them ([`crate::Integers::C`]), unsigned and narrow types and all conversions are exact (those to
//!   signed types wrap, as with gcc); signed arithmetic is mathematical, and leaving its type's range is warned of or asserted
//!   not to happen ([`crate::Overflow`]). A value from outside is any value of its type.
//! * Where they are mathematical, they have no least and no greatest value, and nothing wraps. A conversion to an integer type keeps
//!   the value (a warning says so of constants), one to `_Bool` makes 0 or 1. A value from outside is 0 or 1 of `_Bool`, -128 to
//!   127 of `char`, 0 to 255 of `unsigned char`, not negative of other `unsigned` types, and any integer of the rest.
//! * Operands are evaluated from left to right, side effects at once; a warning says where C leaves the order open.
//! * A variable without initial value is arbitrary each time that its declaration is met; global variables begin with
//!   zero. In a bare fragment (statements outside of functions) all variables are like those of a function.

mod access;
pub mod bits;
mod bounds;
mod builtin;
mod checks;
mod instances;
mod lexer;
mod parser;
mod preprocess;
mod slice;
mod syntax;
mod token;
mod types;
pub(crate) mod typing;
mod visit;

pub mod ast;
pub mod highlight;
mod interp;

pub use ast::CProgram;
pub use interp::run;
pub use types::{IntType, Type};

use crate::diagnostic::{self, Code, Diagnostic, Sink};
use crate::span::Span;
use crate::{Arithmetic, Expectation, expectation};
use token::TokenKind;

/// What the front end found in a C text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program; there is one exactly if no diagnostic is an error.
    pub program: Option<CProgram>,
    /// Errors and warnings in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the header comment says of the verdict, if it says anything.
    pub expectation: Option<Expectation>,
}

/// Reads a C program, or a fragment of one.
pub fn parse(source: &str, arithmetic: Arithmetic) -> Parsed {
    let mut sink = Sink::default();
    if diagnostic::is_too_large(source, &mut sink) {
        return Parsed { program: None, diagnostics: sink.finish(), expectation: None };
    }
    let tokens = lexer::lex(source, &mut sink);
    let comments = tokens.iter().take_while(|token| token.kind == TokenKind::Comment).map(|token| token.span);
    let expectation = expectation::find(source, comments, &mut sink);
    unread_annotations(source, &tokens, &mut sink);
    let preprocessed = preprocess::preprocess(source, &tokens, &mut sink);
    let tree = parser::parse(source, &preprocessed.tokens, preprocessed.is_cut_short, &mut sink);
    let typed = typing::check(&tree, arithmetic, &mut sink);
    let typed = typed.map(|typed| slice::slice(typed, &mut sink));
    let program = typed.and_then(|typed| instances::instantiate(typed, &mut sink));
    let program = program.filter(|_| !sink.has_errors());
    let mut diagnostics = sink.finish();
    name_macros(&mut diagnostics, &preprocessed.uses);
    Parsed { program, diagnostics, expectation }
}

/// Says once that ACSL, which stands in comments, is not read.
fn unread_annotations(source: &str, tokens: &[token::Token], sink: &mut Sink) {
    let is_annotation = |token: &&token::Token| {
        token.kind == TokenKind::Comment
            && token.span.text(source).get(2..).is_some_and(|text| text.starts_with('@'))
    };
    if let Some(first) = tokens.iter().find(is_annotation) {
        let message = "ACSL annotations are not read: nothing that they say is assumed or checked";
        sink.report(
            Diagnostic::warning(Code::FeatureUnsupported, first.span, message)
                .help("write what is to hold as `assert(...)`"),
        );
    }
}

/// Adds where a macro is defined to what is said about its uses.
fn name_macros(diagnostics: &mut [Diagnostic], uses: &[(Span, Span)]) {
    for diagnostic in diagnostics {
        let of_macro = uses.iter().find(|(site, _)| *site == diagnostic.span);
        if let (Some((_, definition)), false) = (of_macro, matches!(diagnostic.code, Code::BadMacro)) {
            diagnostic.related.push((*definition, "the text comes from this macro".to_owned()));
        }
    }
}
