//! The reader of IMP; the language itself is in `lang`.

use crate::{Reader, Reading};
use flow::Lower;
use lang::Arithmetic;
use lang::Span;
use lang::highlight::{self, HighlightKind};
use std::rc::Rc;

/// The imperative language of the FiB paper.
pub(crate) struct Imp;

impl Reader for Imp {
    fn title(&self) -> &'static str {
        "IMP"
    }

    fn hint(&self) -> &'static str {
        "Read the program as IMP, the language of the FiB paper"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["imp"]
    }

    fn fresh(&self) -> &'static str {
        "{ x = 0 }\nwhile x < 10 do\n  x := x + 1\ndone\n{ x = 10 }\n"
    }

    fn read(&self, source: &str, arithmetic: Arithmetic) -> Reading {
        let lang::Parsed { program, mut diagnostics, expectation } = lang::parse_imp_as(source, arithmetic);
        diagnostics.extend(program.iter().flat_map(|program| lang::remarks::of_imp(source, program)));
        Reading {
            program: program.map(|program| Rc::new(program) as Rc<dyn Lower>),
            diagnostics,
            expectation,
        }
    }

    fn tokens(&self, source: &str) -> Vec<(Span, HighlightKind)> {
        highlight::tokens(source)
    }
}
