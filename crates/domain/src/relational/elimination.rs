//! Elimination: turns facts that hold in sampled states into facts that always hold.
//!
//! As in Houdini (Flanagan, Leino 2001) all candidate facts are assumed at one head and checked at the next; a model
//! refutes some of them. A refuted fact is not just dropped but weakened as little as the model's state requires, which
//! is the least fixpoint by symbolic abstraction of Reps, Sagiv, Yorsh ("Symbolic implementation of the best
//! transformer", VMCAI 2004). What is left when no model is found any more is inductive.

use super::cell::Cell;
use super::cutpoints::Cutpoints;
use super::random::Random;
use super::sampling::{State, execute};
use super::shape::Shape;
use crate::ask::{Place, Questions};
use logic::{Term, Terms};
use solver::Outcome;
use std::collections::BTreeSet;

/// One refutation of candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// The head it comes from, as a position among the heads; none for the entry.
    pub from: Option<usize>,
    /// The head at which the facts were refuted.
    pub to: usize,
    /// The facts that no longer hold.
    pub gone: Vec<Term>,
    /// The weaker ones that take their place.
    pub come: Vec<Term>,
}

/// How many candidates there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Equations of words alone, under all guards.
    Wrapping,
    /// All.
    Full,
    /// Equations, congruences, and bounds of single variables and of the program's own forms; no guards.
    Plain,
}

/// How an elimination ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The facts are inductive.
    Inductive,
    /// The effort allowed was spent before; nothing is known of the rest.
    Exhausted,
}

/// The facts at each head while they are being eliminated.
pub struct Elimination<'a> {
    terms: &'a Terms,
    shape: &'a Shape,
    cutpoints: &'a Cutpoints,
    /// For each head the cells of all guards.
    cells: Vec<Vec<Cell>>,
    /// For each head its facts, as of the cells.
    facts: Vec<Vec<Term>>,
    /// Facts that the solver could not decide.
    undecided: BTreeSet<(usize, Term)>,
    /// What was refuted, in order.
    pub refuted: Vec<Refuted>,
    random: Random,
}

/// Heads visited by an execution from a state that refutes something.
const AFTERWARDS: usize = 6;
/// Most refutations that are written down.
const WRITTEN: usize = 200;

impl<'a> Elimination<'a> {
    /// Starts from what the samples have in common.
    pub fn new(
        terms: &'a Terms,
        shape: &'a Shape,
        cutpoints: &'a Cutpoints,
        samples: &[State],
        extent: Extent,
    ) -> Elimination<'a> {
        let cells = |_| match extent {
            Extent::Wrapping => (0..shape.guards.len()).map(|g| Cell::wrapping(shape, g)).collect(),
            Extent::Full => (0..shape.guards.len()).map(|g| Cell::new(shape, g)).collect(),
            Extent::Plain => vec![Cell::plain(shape)],
        };
        let mut elimination = Elimination {
            terms,
            shape,
            cutpoints,
            cells: (0..cutpoints.heads.len()).map(cells).collect(),
            facts: vec![Vec::new(); cutpoints.heads.len()],
            undecided: BTreeSet::new(),
            refuted: Vec::new(),
            random: Random::new(7),
        };
        for state in samples {
            elimination.add(state, true);
        }
        for head in 0..cutpoints.heads.len() {
            elimination.cells[head].iter_mut().for_each(|c| c.settle(shape));
            elimination.facts[head] = elimination.facts_of(head);
        }
        elimination
    }

    /// The facts at each head.
    pub fn facts(&self) -> &[Vec<Term>] {
        &self.facts
    }

    /// Adds a state to the cells of its head; whether one changed.
    fn add(&mut self, (head, state): &State, sampled: bool) -> bool {
        let point = self.shape.point(state);
        let mut changed = false;
        for cell in &mut self.cells[*head] {
            changed |= cell.add(self.shape, &point, sampled);
        }
        changed
    }

    fn facts_of(&self, head: usize) -> Vec<Term> {
        let (base, guarded) = match self.cells[head].split_first() {
            Some(split) => split,
            None => return Vec::new(),
        };
        let mut facts = base.facts(self.terms, self.shape, None);
        if !base.is_empty() {
            facts.extend(guarded.iter().flat_map(|c| c.facts(self.terms, self.shape, Some(base))));
        }
        let mut seen = BTreeSet::new();
        facts.retain(|&f| {
            self.terms.as_bool(f) != Some(true) && !self.undecided.contains(&(head, f)) && seen.insert(f)
        });
        facts
    }

    /// Eliminates until the facts are inductive, or this much effort has been spent. There is one context for each edge
    /// of the cutpoint graph, in which the edge's formula and everything else known are asserted.
    pub fn run(&mut self, ask: &mut Questions, contexts: &[Place], effort: u64) -> Ending {
        let ways = &self.cutpoints.ways;
        let end = ask.effort() + effort;
        let mut pending = vec![true; ways.len()];
        while let Some(w) = pending.iter().position(|&p| p) {
            let changed = self.settle_way(ask, w, contexts[w], end);
            if ask.effort() > end {
                return Ending::Exhausted;
            }
            pending[w] = false;
            for head in changed {
                for (other, way) in ways.iter().enumerate().filter(|(other, _)| *other != w) {
                    // Facts that were not written down because others implied them may stand in their place now, so that what
                    // leads to the head is asked about again too.
                    pending[other] |= way.from == Some(head) || way.to == head;
                }
            }
        }
        Ending::Inductive
    }

    /// Asks about one edge until the facts at its end follow from those at its beginning. Returns the heads whose facts
    /// changed.
    fn settle_way(&mut self, ask: &mut Questions, w: usize, context: Place, end: u64) -> BTreeSet<usize> {
        let (from, to) = (self.cutpoints.ways[w].from, self.cutpoints.ways[w].to);
        let mut changed = BTreeSet::new();
        while ask.effort() <= end {
            let mut assumptions = from.map_or_else(Vec::new, |f| self.facts[f].clone());
            assumptions.push(self.violation(&self.facts[to]));
            let heads = match ask.check(context, &assumptions) {
                Outcome::Unsat => break,
                Outcome::Sat(model) => {
                    let values = self.cutpoints.vars.iter().map(|&v| ask.value(&model, self.terms.primed(v)));
                    self.refute(from, &(to, values.collect()))
                }
                Outcome::Unknown(_) => BTreeSet::new(),
            };
            if heads.is_empty() {
                if !self.give_up(ask, from, to, context, end) {
                    break;
                }
                changed.insert(to);
            }
            changed.extend(heads);
        }
        changed
    }

    /// That one of the facts does not hold after the transition.
    fn violation(&self, facts: &[Term]) -> Term {
        let terms = self.terms;
        let primed = |t: Term| terms.substitute(t, |v| terms.of(terms.primed(v)));
        terms.or(facts.iter().map(|&f| terms.not(primed(f))))
    }

    /// Weakens the facts that a state, or one of the states that follow it, refutes. Returns the heads whose facts
    /// changed.
    fn refute(&mut self, from: Option<usize>, state: &State) -> BTreeSet<usize> {
        let mut heads = BTreeSet::new();
        if !self.add(state, false) {
            return heads;
        }
        heads.insert(state.0);
        let (terms, cutpoints) = (self.terms, self.cutpoints);
        let numbers = &self.shape.thresholds;
        let mut after = Vec::new();
        for _ in 0..2 {
            after.extend(execute(terms, cutpoints, &mut self.random, numbers, state, AFTERWARDS));
        }
        for state in &after {
            if self.add(state, false) {
                heads.insert(state.0);
            }
        }
        for &head in &heads {
            let facts = self.facts_of(head);
            let old = std::mem::replace(&mut self.facts[head], facts);
            self.write(from, head, &old);
        }
        heads
    }

    fn write(&mut self, from: Option<usize>, to: usize, old: &[Term]) {
        if self.refuted.len() < WRITTEN {
            let new = &self.facts[to];
            let gone = old.iter().copied().filter(|f| !new.contains(f)).collect();
            let come = new.iter().copied().filter(|f| !old.contains(f)).collect();
            self.refuted.push(Refuted { from, to, gone, come });
        }
    }

    /// Asks for each fact separately and drops those that cannot be shown; used when the solver cannot decide all of
    /// them together. Returns whether any was dropped; if not, all the facts have been shown.
    fn give_up(
        &mut self,
        ask: &mut Questions,
        from: Option<usize>,
        to: usize,
        context: Place,
        end: u64,
    ) -> bool {
        let assumed = from.map_or_else(Vec::new, |f| self.facts[f].clone());
        let before = self.facts[to].clone();
        let mut dropped = false;
        for &fact in &before {
            let mut assumptions = assumed.clone();
            assumptions.push(self.violation(&[fact]));
            if ask.effort() > end || ask.check(context, &assumptions) != Outcome::Unsat {
                dropped |= self.undecided.insert((to, fact));
            }
        }
        self.facts[to] = self.facts_of(to);
        self.write(from, to, &before);
        dropped
    }
}
