//! Solver contexts that are kept from question to question: VINTA asks whether nodes are covered in one for each cutpoint.

use engine::Context;
use logic::{Term, Terms};
use proof::{Proof, Rule};
use smt::{Config, Counters, Limits, Outcome, Solver};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The contexts of one round.
pub(crate) struct Contexts {
    terms: Rc<Terms>,
    round: u32,
    kept: BTreeMap<u32, Kept>,
}

/// A solver with what is asserted in it for good.
struct Kept {
    solver: Solver<Rc<Terms>>,
    asserted: Vec<Term>,
}

/// What a context answers.
pub(crate) struct Answered {
    pub(crate) outcome: Outcome,
    /// The refutation of the formulas asked about, if there is one.
    pub(crate) proof: Proof,
    /// What was counted before and after.
    pub(crate) counters: (Counters, Counters),
}

impl Contexts {
    pub(crate) fn new(terms: Rc<Terms>) -> Contexts {
        Contexts { terms, round: 0, kept: BTreeMap::new() }
    }

    /// Asks about formulas, all but the last of which stay asserted.
    pub(crate) fn ask(&mut self, context: Context, formulas: &[Term], limits: Limits) -> Answered {
        if context.round != self.round {
            self.kept.clear();
            self.round = context.round;
        }
        let config = Config { limits };
        let fresh = || Kept { solver: Solver::new(self.terms.clone(), config), asserted: Vec::new() };
        let kept = self.kept.entry(context.place).or_insert_with(fresh);
        if !kept.asserted.iter().all(|t| formulas.contains(t)) {
            *kept = Kept { solver: Solver::new(self.terms.clone(), config), asserted: Vec::new() };
        }
        let before = kept.solver.counters();
        let (last, stay) = match formulas.split_last() {
            Some((last, stay)) => (Some(*last), stay),
            None => (None, formulas),
        };
        for &t in stay {
            if !kept.asserted.contains(&t) {
                kept.solver.assert(t);
                kept.asserted.push(t);
            }
        }
        kept.solver.push();
        if let Some(last) = last {
            kept.solver.assert(last);
        }
        let outcome = kept.solver.check(&[]);
        let mut proof = kept.solver.proof().unwrap_or_default();
        let all = kept.solver.assertions();
        for step in &mut proof.steps {
            if let Rule::Input(part) = &mut step.rule {
                let place = all.get(*part).and_then(|t| formulas.iter().position(|f| f == t));
                *part = place.unwrap_or(usize::MAX);
            }
        }
        kept.solver.pop();
        Answered { outcome, proof, counters: (before, kept.solver.counters()) }
    }
}
