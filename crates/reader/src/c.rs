//! The reader of C; the language itself is in `lang`.

use crate::{Reader, Reading};
use flow::Lower;
use flow::cfg::Cfg;
use lang::c::{CProgram, Parsed};
use lang::highlight::HighlightKind;
use lang::{Arithmetic, Code, Diagnostic, Integers, Overflow, Span};
use logic::order;
use std::rc::Rc;

/// C.
pub(crate) struct C;

impl Reader for C {
    fn title(&self) -> &'static str {
        "C"
    }

    fn hint(&self) -> &'static str {
        "Read the program as C"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["c", "h", "i"]
    }

    fn fresh(&self) -> &'static str {
        "#include <assert.h>\n\nint main(void) {\n  int x = 0;\n  while (x < 10) {\n    x++;\n  }\n  \
         assert(x == 10);\n  return 0;\n}\n"
    }

    fn read(&self, source: &str, arithmetic: Arithmetic) -> Reading {
        let Parsed { program, mut diagnostics, expectation } = lang::c::parse(source, arithmetic);
        let graph = program.as_ref().map(Lower::lower);
        let refused = program.iter().zip(&graph).flat_map(|(program, graph)| refused(program, graph));
        let refused: Vec<Diagnostic> = refused.collect();
        let program = program.filter(|_| refused.is_empty());
        diagnostics.extend(refused);
        diagnostics.extend(program.iter().flat_map(|program| lang::remarks::of_c(source, program)));
        let graph = graph.filter(|_| program.is_some());
        diagnostics.extend(match arithmetic.integers {
            Integers::Mathematical if diagnostics.iter().any(|d| d.code == Code::OutOfRange) => None,
            Integers::Mathematical => graph.and_then(|_| difference(source)),
            _ => graph.and_then(|graph| overflow(arithmetic, &graph)),
        });
        order::sort_by_key(&mut diagnostics, |d| d.span.start); // stable: what was said first of a place stays first
        Reading {
            program: program.map(|program| Rc::new(program) as Rc<dyn Lower>),
            diagnostics,
            expectation,
        }
    }

    fn tokens(&self, source: &str) -> Vec<(Span, HighlightKind)> {
        lang::c::highlight::tokens(source)
    }
}

/// The operations of which no operand has few values.
fn refused(program: &CProgram, graph: &Cfg) -> Vec<Diagnostic> {
    let is_refused = |span: &Span| graph.unresolved.contains(span);
    let refused = program.operations.iter().filter(|(span, _)| is_refused(span));
    refused.map(|(_, diagnostic)| diagnostic.clone()).collect()
}

/// What a verdict assumes of signed arithmetic: said once, at the first place.
fn overflow(arithmetic: Arithmetic, graph: &Cfg) -> Option<Diagnostic> {
    let span = match arithmetic.overflow {
        Overflow::Warn => graph.overflow?,
        Overflow::Check => return None,
    };
    let message = "the verdict assumes that signed arithmetic does not overflow";
    let help = "C leaves it undefined; if overflow is checked, this must be proved, here and elsewhere";
    Some(Diagnostic::warning(Code::SignedOverflow, span, message).help(help))
}

/// The first place where mathematical integers can differ from C's: where something overflows or wraps there, else an input.
fn difference(source: &str) -> Option<Diagnostic> {
    let exact = lang::c::parse(source, Arithmetic::default()).program?;
    let cfg = exact.lower();
    let inputs = exact.nondets.iter().zip(&exact.ranges).filter(|(_, range)| !range.is_all());
    let what = match (cfg.overflow, cfg.wraps) {
        (Some(overflow), wraps) if wraps.is_none_or(|wraps| overflow.start <= wraps.start) => {
            Some((overflow, "may overflow in C, which leaves that undefined"))
        }
        (_, Some(wraps)) => Some((wraps, "may wrap in C")),
        _ => {
            let first = inputs.map(|(input, _)| input.span).min_by_key(|span| span.start);
            first.map(|span| (span, "is in the range of its type in C"))
        }
    };
    let (span, what) = what?;
    let message = format!("integers are read as mathematical; this {what}");
    let help = "a verdict is one about C if integers are read as C has them; this is the first such place";
    Some(Diagnostic::warning(Code::OutOfRange, span, message).help(help))
}
