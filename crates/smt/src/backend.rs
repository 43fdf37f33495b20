//! Our solver behind the traits of `solver`.

use crate::extract;
use crate::state::State;
use logic::{Term, Terms};
use proof::{Part, Proof};
use solver::{Backend, Context, Counters, Door, Limits, Outcome, Unknown};
use std::rc::Rc;

/// The most literals of a refutation's clauses together. With the copies that are made while it is made smaller and checked, a refutation takes some
/// 170 bytes for each, so that a run stays below 256 MB.
const MOST_LITERALS: usize = 1_300_000;

/// Our solver: written in Rust, with proofs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Embedded;

impl Backend for Embedded {
    fn name(&self) -> &'static str {
        "loopglass"
    }

    fn open(&self, limits: Limits) -> Box<dyn Context> {
        Box::new(State::new(limits))
    }
}

/// A door to our solver.
pub fn door() -> Door {
    Door::new(Rc::new(Embedded))
}

impl Context for State {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn assert(&mut self, terms: &Terms, formula: Term) -> Part {
        self.refutation = None;
        State::assert(self, terms, formula)
    }

    fn push(&mut self) {
        State::push(self);
    }

    fn pop(&mut self) {
        self.refutation = None;
        State::pop(self);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        let outcome = State::check(self, terms, assumptions);
        debug_assert!(outcome != Outcome::Unknown(Unknown::Internal), "a model failed its check");
        outcome
    }

    fn unsat_core(&self) -> Vec<Part> {
        let step = self.refutation.as_ref().and_then(|r| r.step);
        step.map_or_else(Vec::new, |step| extract::core(&self.sat, step))
    }

    fn failed_assumptions(&self) -> &[Term] {
        self.refutation.as_ref().map_or(&[], |r| &r.failed)
    }

    fn proof(&self) -> Option<Proof> {
        let r = self.refutation.as_ref()?;
        let step = r.step.filter(|_| r.failed.is_empty())?;
        extract::proof(&self.sat, step, MOST_LITERALS)
    }

    fn counters(&self) -> Counters {
        Counters { propagations: self.sat.propagations, pivots: self.lia.pivots, ..self.counters }
    }
}
