//! The trail: the literals that hold now, in the order in which they came to hold, each with its reason.

use super::clauses::ClauseId;
use super::derivation::StepId;
use super::lit::{AtomId, Lit};

/// Why a literal is on the trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It was decided or assumed.
    Decision,
    /// The other literals of this clause are false.
    Clause(ClauseId),
    /// This step proves it as a unit clause.
    Unit(StepId),
    /// This literal, a bound on the same linear form, implies it.
    Bound(Lit),
    /// An explanation recorded by the theory implies it.
    Theory(u32),
}

/// The assignment and its history.
///
/// Invariant: `lits[marks[i]..]` are the literals above decision level `i`; a literal's reason mentions only
/// literals before it. Backtracking cuts the end off, so what stays keeps its reasons.
#[derive(Default)]
pub struct Trail {
    values: Vec<Option<bool>>,
    levels: Vec<u32>,
    positions: Vec<u32>,
    reasons: Vec<Reason>,
    /// The literals that hold, oldest first.
    pub lits: Vec<Lit>,
    marks: Vec<usize>,
}

impl Trail {
    /// Room for one more atom.
    pub fn grow(&mut self) {
        self.values.push(None);
        self.levels.push(0);
        self.positions.push(0);
        self.reasons.push(Reason::Decision);
    }

    /// The value of a literal, if it has one.
    pub fn value(&self, l: Lit) -> Option<bool> {
        self.values[l.atom() as usize].map(|v| v == l.positive())
    }

    /// The value of an atom, if it has one.
    pub fn atom_value(&self, a: AtomId) -> Option<bool> {
        self.values[a as usize]
    }

    /// The decision level at which an assigned atom got its value.
    pub fn level_of(&self, a: AtomId) -> u32 {
        self.levels[a as usize]
    }

    /// The place of an assigned atom on the trail.
    pub fn position(&self, a: AtomId) -> u32 {
        self.positions[a as usize]
    }

    /// Why an assigned atom has its value.
    pub fn reason(&self, a: AtomId) -> Reason {
        self.reasons[a as usize]
    }

    /// Replaces the reason of an assigned atom by another name of the same one.
    pub fn set_reason(&mut self, a: AtomId, reason: Reason) {
        self.reasons[a as usize] = reason;
    }

    /// All reasons, to renumber them.
    pub fn reasons_mut(&mut self) -> impl Iterator<Item = &mut Reason> {
        self.reasons.iter_mut()
    }

    /// The current decision level; zero before any decision.
    pub fn level(&self) -> u32 {
        self.marks.len() as u32
    }

    /// The length of the trail below decision level `level + 1`, which must be open.
    pub fn level_start(&self, level: u32) -> usize {
        self.marks[level as usize]
    }

    /// Opens the next decision level.
    pub fn open_level(&mut self) {
        self.marks.push(self.lits.len());
    }

    /// Makes a literal true.
    pub fn push(&mut self, l: Lit, reason: Reason) {
        let a = l.atom() as usize;
        debug_assert!(self.values[a].is_none());
        self.values[a] = Some(l.positive());
        self.levels[a] = self.marks.len() as u32;
        self.positions[a] = self.lits.len() as u32;
        self.reasons[a] = reason;
        self.lits.push(l);
    }

    /// Undoes every level above `level`; `f` sees each literal that goes.
    pub fn backtrack(&mut self, level: u32, f: impl FnMut(Lit)) {
        if (level as usize) < self.marks.len() {
            let len = self.marks[level as usize];
            self.marks.truncate(level as usize);
            self.truncate(len, f);
        }
    }

    /// Cuts the trail to a length, within the current level; `f` sees each literal that goes.
    pub fn truncate(&mut self, len: usize, mut f: impl FnMut(Lit)) {
        while self.lits.len() > len {
            if let Some(l) = self.lits.pop() {
                self.values[l.atom() as usize] = None;
                self.reasons[l.atom() as usize] = Reason::Decision;
                f(l);
            }
        }
    }
}
