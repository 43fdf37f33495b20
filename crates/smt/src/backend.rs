//! Our solver behind the traits of `solver`.

use crate::encode::canonical;
use crate::extract;
use crate::state::State;
use logic::{Term, Terms};
use proof::{Lit, Part, Proof};
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

    fn prepare(&mut self, terms: &Terms, formula: Term) {
        self.refutation = None;
        self.has_layers = true;
        self.backtrack(0);
        self.literal(terms, formula);
        self.encode(terms, formula);
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

    fn proof_with(&self, terms: &Terms, assumptions: &[(Term, Part)]) -> Option<Proof> {
        let r = self.refutation.as_ref()?;
        let inputs: Vec<(Lit, Part)> = assumptions
            .iter()
            .filter(|(t, _)| r.failed.contains(t))
            .map(|&(t, part)| {
                let (atom, positive) = canonical(terms, t);
                (Lit { atom, positive }, part)
            })
            .collect();
        let proof = match r.step {
            Some(step) => extract::proof(&self.sat, step, MOST_LITERALS)?,
            None => Proof::default(),
        };
        extract::with_inputs(proof, &inputs)
    }

    fn counters(&self) -> Counters {
        Counters { propagations: self.sat.propagations, pivots: self.lia.pivots, ..self.counters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::derivation::StepView;
    use logic::Sort;

    /// So many different numbers from one to `holes` at a time, smaller than the next one's by the way.
    fn pigeons(terms: &Terms, time: usize, count: usize, holes: i64) -> Term {
        let at = |time: usize, i: usize| terms.of(terms.var(&format!("p{i}@{time}"), Sort::Int));
        let mut rules = Vec::new();
        for i in 0..count {
            let x = at(time, i);
            rules.extend([terms.ge(x, terms.int(1)), terms.le(x, terms.int(holes))]);
            rules.extend((0..i).map(|j| terms.not(terms.eq(x, at(time, j)))));
            rules.push(terms.or([terms.le(x, at(time + 1, i)), terms.ge(x, at(time + 1, 0))]));
        }
        terms.and(rules)
    }

    #[test]
    fn what_was_learnt_goes_with_the_layer_that_it_speaks_of() {
        let terms = Terms::new();
        let mut state = State::new(Limits::default());
        let layers: Vec<Term> = (0..3).rev().map(|time| pigeons(&terms, time, 5, 4)).collect();
        for &layer in &layers {
            state.push();
            state.prepare(&terms, layer);
            assert_eq!(Context::check(&mut state, &terms, &[layer]), Outcome::Unsat);
        }
        for left in (0..=layers.len()).rev() {
            let mut leaves = 0;
            for id in state.sat.clauses.ids() {
                for step in state.sat.derivation.support([state.sat.clauses.get(id).step]) {
                    let StepView::Leaf(lits, _) = state.sat.derivation.get(step) else { continue };
                    leaves += 1;
                    assert!(lits.iter().all(|l| state.sat.atoms[l.atom() as usize].active), "{left} layers");
                }
            }
            assert_eq!(leaves > 0, left > 0, "{left} layers");
            state.pop();
        }
    }
}
