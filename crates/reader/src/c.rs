//! The reader of C; the language itself is in `lang`.

use crate::{Reader, Reading};
use flow::Lower;
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
        diagnostics.extend(program.iter().flat_map(|program| lang::remarks::of_c(source, program)));
        diagnostics.extend(match arithmetic.integers {
            Integers::Mathematical if diagnostics.iter().any(|d| d.code == Code::OutOfRange) => None,
            Integers::Mathematical => program.as_ref().and_then(|_| difference(source)),
            _ => program.as_ref().and_then(overflow),
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

/// What a verdict assumes of signed arithmetic: said once, at the first place.
fn overflow(program: &CProgram) -> Option<Diagnostic> {
    let span = match program.arithmetic.overflow {
        Overflow::Warn => program.lower().overflow?,
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
