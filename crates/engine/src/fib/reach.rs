//! The sequences of sets that FiB squeezes an invariant between.

use flow::StateSet;
use logic::Terms;

/// Forward reachability A₀ … A_t or backward reachability B₀ … B_r.
///
/// Invariant: the first set is concrete, and what follows an abstract set is abstract.
pub(super) struct Reach {
    pub(super) sets: Vec<Set>,
}

/// A set of states at the loop head, with whether it was computed without passing through an interpolant.
pub(super) struct Set {
    pub(super) states: StateSet,
    pub(super) concrete: bool,
}

impl Reach {
    pub(super) fn new(states: StateSet) -> Reach {
        Reach { sets: vec![Set { states, concrete: true }] }
    }

    pub(super) fn last(&self) -> &Set {
        &self.sets[self.sets.len() - 1]
    }

    /// The states of all sets.
    pub(super) fn union(&self, terms: &Terms) -> StateSet {
        StateSet::union(terms, self.sets.iter().map(|s| &s.states))
    }

    /// The index of the last set: t or r.
    pub(super) fn index(&self) -> u32 {
        u32::try_from(self.sets.len() - 1).unwrap_or(u32::MAX)
    }

    pub(super) fn push(&mut self, states: StateSet, concrete: bool) {
        self.sets.push(Set { states, concrete });
    }

    /// Drops sets until the last one is concrete.
    pub(super) fn backtrack(&mut self) {
        while !self.last().concrete {
            self.sets.pop();
        }
    }
}
