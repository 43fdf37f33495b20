//! Solver contexts that are kept from question to question: VINTA asks whether nodes are covered in one for each cutpoint.

use engine::KeptContext;
use evidence::renumbered;
use logic::{Term, Terms};
use proof::{Part, Proof};
use solver::{Counted, Door, Limits, Outcome};
use std::collections::BTreeMap;

/// The contexts of one round.
#[derive(Default)]
pub(crate) struct Contexts {
    round: u32,
    kept: BTreeMap<u32, Kept>,
}

/// A context with what is asserted in it for good.
struct Kept {
    solver: Counted,
    asserted: Vec<Term>,
    /// Every formula that was ever asserted in it, by its number.
    numbered: Vec<Term>,
}

impl Kept {
    fn new(door: &Door, limits: Limits) -> Kept {
        Kept { solver: door.open(limits), asserted: Vec::new(), numbered: Vec::new() }
    }

    fn assert(&mut self, terms: &Terms, t: Term) {
        self.solver.assert(terms, t);
        self.numbered.push(t);
    }
}

impl Contexts {
    /// Asks about formulas, all but the last of which stay asserted. The refutation, if there is one, is of these formulas.
    pub(crate) fn ask(
        &mut self,
        door: &Door,
        terms: &Terms,
        context: KeptContext,
        formulas: &[Term],
        limits: Limits,
    ) -> (Outcome, Option<Proof>) {
        if context.round != self.round {
            self.kept.clear();
            self.round = context.round;
        }
        let kept = self.kept.entry(context.place).or_insert_with(|| Kept::new(door, limits));
        if !kept.asserted.iter().all(|t| formulas.contains(t)) {
            *kept = Kept::new(door, limits);
        }
        let (last, stay) = match formulas.split_last() {
            Some((last, stay)) => (Some(*last), stay),
            None => (None, formulas),
        };
        for &t in stay {
            if !kept.asserted.contains(&t) {
                kept.assert(terms, t);
                kept.asserted.push(t);
            }
        }
        kept.solver.push();
        if let Some(last) = last {
            kept.assert(terms, last);
        }
        let outcome = kept.solver.check(terms, &[]);
        let place = |part: Part| kept.numbered.get(part).and_then(|t| formulas.iter().position(|f| f == t));
        let proof = kept.solver.proof().map(|proof| renumbered(proof, place));
        kept.solver.pop();
        (outcome, proof)
    }
}
