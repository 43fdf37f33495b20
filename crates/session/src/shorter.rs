//! Readable invariants: a shorter formula that the algorithm's invariant implies and that still proves the program.
//!
//! Fixed points are unions of interpolants, and FiB's consist of pre-images; both say more than the proof needs. The
//! candidates here are weaker than the fixed point, so that only consecution and safety can fail; the caller proves the
//! result like any other invariant.

use crate::Session;
use crate::verdict::system;
use check::Goal;
use logic::{Node, Sort, Stamp, Term, Terms};
use smt::generalise::{Hints, Taste, generalise};
use solver::{Counted, Door, Limits, Outcome, Purpose};
use std::rc::Rc;

/// Formulas of more atoms are also looked for afresh, not only shortened.
const LONG: usize = 12;
/// The most attempts to leave something out, and the greatest total size of their queries.
const ATTEMPTS: usize = 80;
pub(crate) const EFFORT: usize = 200_000;

/// A shorter invariant that the given one implies; the given one, simplified, if there is none.
pub(crate) fn shorter(session: &mut Session, invariant: Term, auxiliary: Option<Term>) -> Term {
    let terms = session.terms.clone();
    let mut prover = Prover::new(session, auxiliary);
    let whole = smt::tidy(&prover.door, &terms, invariant);
    let mut best = prover.pruned(whole);
    for (taste, ahead) in [
        (Taste::Equations, false),
        (Taste::Bounds, false),
        (Taste::Strongest, false),
        (Taste::Equations, true),
    ] {
        if atoms(&terms, best) <= LONG {
            break;
        }
        let Some(found) = prover.afresh(whole, taste, ahead) else { continue };
        if prover.proves(found) {
            let pruned = prover.pruned(found);
            if atoms(&terms, pruned) < atoms(&terms, best) {
                best = pruned;
            }
        }
    }
    best
}

/// Asks whether formulas prove the program.
pub(crate) struct Prover<'a> {
    session: &'a mut Session,
    door: Door,
    terms: Rc<Terms>,
    auxiliary: Option<Term>,
    attempts: usize,
    /// Where the state is truth values alone: a solver in which the transitions are asserted for good, and one with the failures, so that
    /// a large circuit is not written anew for each attempt.
    kept: [Option<Counted>; 2],
}

impl<'a> Prover<'a> {
    /// Where this auxiliary invariant is known.
    pub(crate) fn new(session: &'a mut Session, auxiliary: Option<Term>) -> Prover<'a> {
        let door = session.oracle.door.to(Purpose::Shortening);
        let terms = session.terms.clone();
        Prover { session, door, terms, auxiliary, attempts: ATTEMPTS, kept: [None, None] }
    }

    /// Whether a formula that initial states satisfy is an invariant that excludes every failure.
    pub(crate) fn proves(&mut self, invariant: Term) -> bool {
        let ts = self.session.ts.clone();
        if ts.vars.iter().all(|v| v.sort == Sort::Bool) {
            let assumed: Vec<Term> = [invariant].into_iter().chain(self.auxiliary).collect();
            let primed = self.terms.restamp_all(invariant, |_| Stamp::Primed);
            let leaves = assumed.iter().copied().chain([self.terms.not(primed)]).collect();
            return self.refutes(0, ts.trans, leaves) && self.refutes(1, ts.bad.formula(), assumed);
        }
        let system = system(&ts);
        let Ok(obligations) = check::obligations(&self.terms, &system, invariant, self.auxiliary) else {
            return false;
        };
        let asked = obligations.list().iter().filter(|o| matches!(o.goal, Goal::Consecution | Goal::Safety));
        asked.into_iter().all(|obligation| {
            let mut solver = self.door.open(limits());
            for &t in &obligation.conjuncts {
                solver.assert(&self.terms, t);
            }
            solver.check(&self.terms, &[]) == Outcome::Unsat
        })
    }

    /// Whether formulas contradict the one that a solver keeps: at 0 the transitions, at 1 the failures.
    pub(crate) fn refutes(&mut self, at: usize, kept: Term, formulas: Vec<Term>) -> bool {
        let (door, terms) = (&self.door, &*self.terms);
        let solver = self.kept[at].get_or_insert_with(|| {
            let mut solver = door.open(limits());
            solver.assert(terms, kept);
            solver
        });
        solver.push();
        for t in formulas {
            solver.assert(terms, t);
        }
        let outcome = solver.check(terms, &[]);
        solver.pop();
        outcome == Outcome::Unsat
    }

    /// The formula without members of conjunctions that are not needed, from the last to the first.
    fn pruned(&mut self, mut invariant: Term) -> Term {
        let cost = self.terms.size(invariant) + self.terms.size(self.session.ts.trans);
        let mut attempts = self.attempts.min(EFFORT / cost.max(1));
        let mut at = members(&self.terms, invariant);
        while at > 0 && attempts > 0 {
            at -= 1;
            attempts -= 1;
            let fewer = without(&self.terms, invariant, at);
            if fewer != invariant && self.proves(fewer) {
                invariant = smt::tidy(&self.door, &self.terms, fewer);
                at = at.min(members(&self.terms, invariant));
            }
        }
        invariant
    }

    /// A formula between the invariant and the failing states; with `ahead`, also those one round before a failure.
    fn afresh(&mut self, invariant: Term, taste: Taste, ahead: bool) -> Option<Term> {
        let (terms, ts) = (&*self.terms, self.session.ts.clone());
        let bad = ts.bad.formula();
        let later = terms.restamp_all(bad, |_| Stamp::Primed);
        let failing = if ahead { terms.or([bad, terms.and([ts.trans, later])]) } else { bad };
        let inside: Vec<Term> = [invariant].into_iter().chain(self.auxiliary).collect();
        let constants = self.session.oracle.constants.clone();
        let states = self.session.oracle.executions(terms);
        let hints = Hints { constants, taste, inside: states.to_vec(), ..Hints::default() };
        generalise(&self.door, terms, &inside, &[failing], &hints).map(|t| smt::tidy(&self.door, terms, t))
    }
}

/// The limits of an attempt.
fn limits() -> Limits {
    Limits { conflicts: 1_000, pivots: 50_000, splits: 500, ..Limits::default() }
}

/// The number of atoms of the formula as a tree, as far as it matters here.
fn atoms(terms: &Terms, t: Term) -> usize {
    let mut count = 0;
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        match terms.node(t) {
            Node::And(ts) | Node::Or(ts) => todo.extend(ts.iter()),
            _ => count += 1,
        }
        if count >= 1_000 {
            break;
        }
    }
    count
}

/// The number of members of conjunctions, of the formula itself and below a disjunction.
fn members(terms: &Terms, t: Term) -> usize {
    let all = parts(terms, t);
    all.iter().map(|conjunction| conjunction.len()).sum()
}

/// The formula as a disjunction of conjunctions of whatever they are made of.
fn parts(terms: &Terms, t: Term) -> Vec<Vec<Term>> {
    terms.disjuncts(t).into_iter().map(|d| terms.conjuncts(d)).collect()
}

/// The formula without the member of that number.
fn without(terms: &Terms, t: Term, number: usize) -> Term {
    let mut before = 0;
    let disjuncts = parts(terms, t).into_iter().map(|mut conjunction| {
        let here = number.checked_sub(before).filter(|i| *i < conjunction.len());
        before += conjunction.len();
        if let Some(i) = here {
            conjunction.remove(i);
        }
        terms.and(conjunction)
    });
    terms.or(disjuncts.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_left_out_one_by_one() {
        let terms = Terms::new();
        let [p, q, r] = ["p", "q", "r"].map(|v| terms.of(terms.var(v, Sort::Bool)));
        let t = terms.or([terms.and([p, q]), terms.and([q, r, terms.not(p)]), r]);
        let all: Vec<String> = (0..members(&terms, t)).map(|i| terms.infix(without(&terms, t, i))).collect();
        let expected = [
            "q or q and r and not p or r",
            "p or q and r and not p or r",
            "p and q or r and not p or r",
            "p and q or q and not p or r",
            "p and q or q and r or r",
            "true",
        ];
        assert_eq!(all, expected);
    }
}
