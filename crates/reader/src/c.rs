//! The reader of C; the language itself is in `lang`.

use crate::{Reader, Reading};
use flow::Lower;
use lang::highlight::HighlightKind;
use lang::{Arithmetic, Span};
use lang::{Code, Diagnostic, Overflow};
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
        let lang::c::Parsed { program, mut diagnostics, expectation } = lang::c::parse(source, arithmetic);
        diagnostics.extend(program.iter().flat_map(|program| lang::remarks::of_c(source, program)));
        diagnostics.extend(program.as_ref().and_then(overflow));
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
fn overflow(program: &lang::c::CProgram) -> Option<Diagnostic> {
    let span = match program.arithmetic.overflow {
        Overflow::Warn => program.lower().overflow?,
        Overflow::Check => return None,
    };
    let message = "the verdict assumes that signed arithmetic does not overflow";
    let help = "C leaves it undefined; if overflow is checked, this must be proved, here and elsewhere";
    Some(Diagnostic::warning(Code::SignedOverflow, span, message).help(help))
}
