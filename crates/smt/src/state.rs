//! The state of a solver: the propositional and the arithmetic half, what is asserted, and in which scope.
//!
//! Everything here takes the term store as an argument; `solver.rs` wraps it for users.

use crate::encode::Encoder;
use crate::lia::Lia;
use crate::sat::derivation::{Leaf, StepId};
use crate::sat::lit::{AtomId, Lit};
use crate::sat::{Conflict, Sat};
use logic::{Term, Terms, order};
use proof::{Arithmetic, Part};
use solver::{Counters, Limits};
use std::cmp::Reverse;

/// An asserted formula.
#[derive(Clone, Copy, Debug)]
pub struct Assertion {
    /// The formula.
    pub term: Term,
    /// Whether its scope is still open.
    pub open: bool,
}

/// Where a scope began.
#[derive(Clone, Copy, Debug)]
struct Scope {
    trail: usize,
    encoded: usize,
    assertions: usize,
}

/// How the last check ended, when it ended in `unsat`.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The step that derives the clause over negated assumptions (the empty one without assumptions); none when the
    /// assumptions contradict each other literally.
    pub step: Option<StepId>,
    /// The assumptions that were needed.
    pub failed: Vec<Term>,
}

/// The state of a solver.
#[derive(Default)]
pub struct State {
    /// The propositional half.
    pub sat: Sat,
    /// The arithmetic half.
    pub lia: Lia,
    /// Which terms are encoded.
    pub encoder: Encoder,
    /// What a check may use up.
    pub limits: Limits,
    /// What has been counted.
    pub counters: Counters,
    /// The number of open scopes.
    pub scope: u32,
    /// Every formula ever asserted; its position is its partition.
    pub assertions: Vec<Assertion>,
    /// Whether what is learnt from a definition goes with the scope in which the term was defined. It would stay valid; but a
    /// refutation that rests on it speaks of terms that nothing mentions any more, so that they belong to no side of an
    /// interpolation query, or mix those of both.
    pub has_layers: bool,
    /// How the last check ended, if in `unsat`.
    pub refutation: Option<Refutation>,
    /// How many literals of the trail arithmetic has been told.
    pub told: usize,
    /// Where arithmetic's undo list stood when each decision level was opened.
    pub marks: Vec<usize>,
    /// Atoms made for branching, which need a value only during the check that made them.
    pub branches: Vec<AtomId>,
    /// How many more branches on parts are made before the complete search is tried. Branches on parts give simpler
    /// proofs; the complete search terminates where they do not.
    pub patience: u32,
    /// The patience after the complete search has given up.
    pub next_patience: u32,
    scopes: Vec<Scope>,
}

impl State {
    /// A state with nothing asserted.
    pub fn new(limits: Limits) -> State {
        State { limits, ..State::default() }
    }

    /// Asserts a formula in the current scope.
    pub fn assert(&mut self, terms: &Terms, t: Term) -> Part {
        self.backtrack(0);
        let part = self.assertions.len();
        self.assertions.push(Assertion { term: t, open: true });
        let lit = self.literal(terms, t);
        self.encode(terms, t);
        let step = self.sat.derivation.leaf(&[lit], Leaf::Input(part), self.scope);
        self.sat.add_unit(lit, step, self.scope);
        part
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.backtrack(0);
        self.scopes.push(Scope {
            trail: self.sat.trail.lits.len(),
            encoded: self.encoder.mark(),
            assertions: self.assertions.len(),
        });
        self.scope += 1;
    }

    /// Closes the last scope: what was asserted in it is gone. Nothing happens when none is open.
    pub fn pop(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        self.backtrack(0);
        self.scope -= 1;
        self.assertions[scope.assertions..].iter_mut().for_each(|a| a.open = false);
        self.retire_branches();
        self.forget_encoded(scope.encoded);
        self.sat.pop_scope(self.scope, scope.trail);
        // Arithmetic hears the whole trail again.
        self.lia.backtrack(0);
        self.told = 0;
    }

    /// Undoes the decision levels above `level`.
    pub fn backtrack(&mut self, level: u32) {
        if level >= self.sat.trail.level() {
            return;
        }
        self.lia.backtrack(self.marks[level as usize]);
        self.marks.truncate(level as usize);
        self.sat.backtrack(level);
        self.told = self.told.min(self.sat.trail.lits.len());
    }

    /// Opens a decision level with a literal.
    pub fn decide(&mut self, lit: Lit) {
        self.marks.push(self.lia.mark());
        self.sat.decide(lit);
    }

    /// Adds a clause that arithmetic makes valid, in the middle of the search. The clause comes back if it is false now.
    pub fn add_lemma(&mut self, mut lits: Vec<Lit>, certificate: Arithmetic) -> Option<Conflict> {
        self.counters.lemmas += 1;
        let step = self.sat.lemma(&lits, certificate);
        let scope = self.sat.derivation.scope(step);
        // What is not false comes first, then what became false last, as the watches want it.
        order::sort_by_key(&mut lits, |l| match self.sat.trail.value(*l) {
            Some(false) => Reverse(self.sat.trail.level_of(l.atom()) as u64),
            _ => Reverse(u64::MAX),
        });
        if self.sat.trail.value(lits[0]) == Some(false) {
            return Some(Conflict { lits, step });
        }
        if lits.len() == 1 {
            self.backtrack(0);
            self.sat.add_unit(lits[0], step, scope);
        } else if self.sat.trail.value(lits[0]).is_none() && self.sat.trail.value(lits[1]) == Some(false) {
            self.sat.attach_learnt(&lits, step, scope, 2);
        } else {
            self.sat.attach(&lits, step, scope, Some(2));
        }
        None
    }

    /// Makes the search give a value to an atom as long as the current scope is open.
    pub fn activate(&mut self, a: AtomId) {
        self.sat.set_active(a, true);
        if self.has_layers {
            self.sat.atoms[a as usize].scope = self.scope;
        }
    }

    /// Makes the search give a value to an atom during this check.
    pub fn activate_branch(&mut self, a: AtomId) {
        if !self.sat.atoms[a as usize].active {
            self.activate(a);
            self.branches.push(a);
        }
    }

    /// Lets go of the atoms made for branching in the last check.
    pub fn retire_branches(&mut self) {
        for a in std::mem::take(&mut self.branches) {
            self.sat.set_active(a, false);
        }
    }
}
