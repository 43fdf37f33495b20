//! The clause database: one arena of literals, one record per clause.
//!
//! Definitions and learnt clauses come in from the encoder and the conflict analysis; propagation reads and
//! reorders them in place.

use super::derivation::StepId;
use super::lit::Lit;

/// The position of a clause. Changes only in [`Clauses::compact`].
pub type ClauseId = u32;

/// What is known about a clause beside its literals.
#[derive(Clone, Debug)]
pub struct Clause {
    start: u32,
    len: u32,
    /// The step of the derivation that proves it.
    pub step: StepId,
    /// The assertion scope it belongs to; it is deleted when that scope is popped.
    pub scope: u32,
    /// Whether it was learnt (and so may be forgotten), with its glue: the number of decision levels among its literals.
    pub glue: Option<u32>,
    /// How useful it was in recent conflicts; learnt clauses only.
    pub activity: f64,
    /// Whether it waits to be swept out.
    pub deleted: bool,
}

/// All clauses of at least two literals.
///
/// Invariant: the two watched literals of a clause are its first two.
#[derive(Default)]
pub struct Clauses {
    lits: Vec<Lit>,
    clauses: Vec<Clause>,
    learnt: usize,
}

impl Clauses {
    /// Adds a clause of at least two literals.
    pub fn add(&mut self, lits: &[Lit], step: StepId, scope: u32, glue: Option<u32>) -> ClauseId {
        debug_assert!(lits.len() >= 2);
        let start = self.lits.len() as u32;
        self.lits.extend_from_slice(lits);
        self.learnt += usize::from(glue.is_some());
        let len = lits.len() as u32;
        self.clauses.push(Clause { start, len, step, scope, glue, activity: 0.0, deleted: false });
        self.clauses.len() as u32 - 1
    }

    /// The record of a clause.
    pub fn get(&self, id: ClauseId) -> &Clause {
        &self.clauses[id as usize]
    }

    /// The record of a clause, to change.
    pub fn get_mut(&mut self, id: ClauseId) -> &mut Clause {
        &mut self.clauses[id as usize]
    }

    /// The literals of a clause.
    pub fn lits(&self, id: ClauseId) -> &[Lit] {
        let c = &self.clauses[id as usize];
        &self.lits[c.start as usize..(c.start + c.len) as usize]
    }

    /// The literals of a clause, to reorder.
    pub fn lits_mut(&mut self, id: ClauseId) -> &mut [Lit] {
        let c = &self.clauses[id as usize];
        &mut self.lits[c.start as usize..(c.start + c.len) as usize]
    }

    /// Marks a clause as deleted; it leaves with the next [`Clauses::compact`].
    pub fn delete(&mut self, id: ClauseId) {
        let c = &mut self.clauses[id as usize];
        if !c.deleted {
            c.deleted = true;
            self.learnt -= usize::from(c.glue.is_some());
        }
    }

    /// The number of learnt clauses.
    pub fn learnt(&self) -> usize {
        self.learnt
    }

    /// Every clause that is not deleted.
    pub fn ids(&self) -> impl Iterator<Item = ClauseId> + '_ {
        (0..self.clauses.len() as u32).filter(|&id| !self.clauses[id as usize].deleted)
    }

    /// Sweeps deleted clauses out. Returns the new position of each old one.
    pub fn compact(&mut self) -> Vec<Option<ClauseId>> {
        let mut moved = Vec::with_capacity(self.clauses.len());
        let (mut lits, mut clauses) = (Vec::with_capacity(self.lits.len()), Vec::new());
        for c in &self.clauses {
            if c.deleted {
                moved.push(None);
                continue;
            }
            moved.push(Some(clauses.len() as u32));
            let start = lits.len() as u32;
            lits.extend_from_slice(&self.lits[c.start as usize..(c.start + c.len) as usize]);
            clauses.push(Clause { start, ..c.clone() });
        }
        self.lits = lits;
        self.clauses = clauses;
        moved
    }

    /// Every step that a clause refers to, to renumber.
    pub fn steps_mut(&mut self) -> impl Iterator<Item = &mut StepId> {
        self.clauses.iter_mut().map(|c| &mut c.step)
    }
}
