//! The reader of AIGER circuits; the format itself is in `lang`.

use crate::{Reader, Reading};
use flow::Lower;
use lang::highlight::HighlightKind;
use lang::{Arithmetic, Span};
use std::rc::Rc;

/// And-inverter graphs with latches.
pub(crate) struct Aiger;

impl Reader for Aiger {
    fn title(&self) -> &'static str {
        "AIGER"
    }

    fn hint(&self) -> &'static str {
        "Read the text as an AIGER circuit"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["aag", "aig"]
    }

    fn fresh(&self) -> &'static str {
        // A signal is on for one round at most, so that it never is while what it was before is on, too.
        "aag 5 1 2 0 2 1\n2\n4 10\n6 4\n8\n8 4 6\n10 2 5\ni0 enable\nl0 on\nl1 before\nb0 twice\n"
    }

    fn read(&self, source: &str, _: Arithmetic) -> Reading {
        let lang::aiger::Parsed { circuit, diagnostics, expectation } = lang::aiger::parse(source);
        Reading {
            program: circuit.map(|circuit| Rc::new(circuit) as Rc<dyn Lower>),
            diagnostics,
            expectation,
        }
    }

    fn tokens(&self, source: &str) -> Vec<(Span, HighlightKind)> {
        lang::aiger::tokens(source)
    }
}
