//! Invariants over words as they were found: of the facts of the generator of auxiliary invariants the few that prove the program, if
//! they do. As equations and bounds they say in a line what takes pages over digits.

use crate::Session;
use crate::shorter::{EFFORT, Prover};
use flow::TransitionSystem;
use logic::{Stamp, Term, Terms, order};
use std::rc::Rc;

/// More facts are not looked through.
const MOST: usize = 60;

/// An invariant that excludes every failure, over digits; it is known what it is over words. None if integers are no words, or more is
/// needed than these facts.
pub(crate) fn enough(session: &mut Session) -> Option<Term> {
    let (terms, ts) = (session.terms.clone(), session.ts.clone());
    let words = ts.words()?;
    let mut facts = terms.conjuncts(session.invariants.as_ref()?.facts());
    if facts.len() > MOST {
        return None;
    }
    // What is long is done without first, if it can be.
    order::sort_by_key(&mut facts, |&fact| (terms.size(fact), fact));
    // What holds of every word says nothing.
    facts.retain(|&fact| words.lowered(&terms, fact) != terms.tru());
    let lowered: Vec<Term> = facts.iter().map(|&fact| words.lowered(&terms, fact)).collect();
    let attempts = EFFORT / (terms.size(terms.and(lowered.clone())) + terms.size(ts.trans)).max(1);
    let mut choice = Choice {
        prover: Prover::new(session, None),
        needed: vec![false; facts.len()],
        terms: terms.clone(),
        ts: ts.clone(),
        lowered,
        attempts,
    };
    // Those that exclude the failures, then those from which these follow after a round, and so on. All together are inductive.
    if !choice.adds(None) {
        return None;
    }
    while choice.needed.contains(&false) {
        let goal = choice.all(&choice.needed);
        let before = choice.needed.clone();
        if !choice.adds(Some(goal)) || choice.needed == before {
            break;
        }
    }
    let shown = choice.fewest()?;
    let facts = facts.into_iter().zip(choice.needed).filter(|(_, needed)| *needed);
    let found = smt::tidy(&session.oracle.door, &terms, shown);
    words.tell(&terms, found, terms.and(facts.map(|(fact, _)| fact)));
    Some(found)
}

/// The facts that are needed so far.
struct Choice<'a> {
    prover: Prover<'a>,
    terms: Rc<Terms>,
    ts: Rc<TransitionSystem>,
    /// Over digits.
    lowered: Vec<Term>,
    needed: Vec<bool>,
    /// How many questions may be asked.
    attempts: usize,
}

impl Choice<'_> {
    fn all(&self, chosen: &[bool]) -> Term {
        let chosen = self.lowered.iter().zip(chosen).filter(|(_, chosen)| **chosen);
        self.terms.and(chosen.map(|(&fact, _)| fact))
    }

    /// Whether these facts exclude the failures, or that a round leads out of the goal.
    fn suffice(&mut self, chosen: &[bool], goal: Option<Term>) -> bool {
        let facts = self.all(chosen);
        let Some(goal) = goal else { return self.prover.refutes(1, self.ts.bad.formula(), vec![facts]) };
        let primed = self.terms.restamp_all(goal, |_| Stamp::Primed);
        self.prover.refutes(0, self.ts.trans, vec![facts, self.terms.not(primed)])
    }

    /// Leaves out what is not needed after all; none if those that are needed are not seen to be an invariant that excludes failures.
    fn fewest(&mut self) -> Option<Term> {
        let mut best = self.all(&self.needed);
        if !self.prover.proves(best) {
            return None;
        }
        for at in (0..self.needed.len()).rev() {
            if !self.needed[at] || self.attempts == 0 {
                continue;
            }
            self.attempts -= 1;
            self.needed[at] = false;
            let fewer = self.all(&self.needed);
            self.needed[at] = !self.prover.proves(fewer);
            if !self.needed[at] {
                best = fewer;
            }
        }
        Some(best)
    }

    /// Adds to those that are needed what the goal takes as well; false if all together are not seen to suffice.
    fn adds(&mut self, goal: Option<Term>) -> bool {
        let mut chosen = vec![true; self.needed.len()];
        if !self.suffice(&chosen, goal) {
            return false;
        }
        for at in (0..chosen.len()).rev() {
            if self.needed[at] || self.attempts == 0 {
                continue;
            }
            self.attempts -= 1;
            chosen[at] = false;
            chosen[at] = !self.suffice(&chosen, goal);
        }
        self.needed = chosen;
        true
    }
}
