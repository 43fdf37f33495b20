//! The reader of Horn clauses in SMT-LIB; the language itself is in `lang`.

use crate::{Reader, Reading};
use flow::Lower;
use lang::highlight::HighlightKind;
use lang::{Arithmetic, Span};
use std::rc::Rc;

/// Linear constrained Horn clauses.
pub(crate) struct Chc;

impl Reader for Chc {
    fn title(&self) -> &'static str {
        "Horn clauses"
    }

    fn hint(&self) -> &'static str {
        "Read the text as Horn clauses in SMT-LIB (logic HORN)"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["smt2"]
    }

    fn fresh(&self) -> &'static str {
        "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n\
         (assert (forall ((x Int)) (=> (and (P x) (< x 10)) (P (+ x 1)))))\n\
         (assert (forall ((x Int)) (=> (and (P x) (> x 10)) false)))\n(check-sat)\n"
    }

    fn read(&self, source: &str, _: Arithmetic) -> Reading {
        let lang::horn::Parsed { program, mut diagnostics, expectation } = lang::horn::parse(source);
        diagnostics.extend(program.iter().flat_map(|program| lang::remarks::of_horn(source, program)));
        Reading {
            program: program.map(|program| Rc::new(program) as Rc<dyn Lower>),
            diagnostics,
            expectation,
        }
    }

    fn tokens(&self, source: &str) -> Vec<(Span, HighlightKind)> {
        lang::horn::tokens(source)
    }
}
