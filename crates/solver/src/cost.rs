//! What solving costs, counted separately by purpose.

use crate::limits::Counters;
use serde::{Deserialize, Serialize};

/// What a question is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Questions of the algorithm itself, or of an SMT-LIB script.
    Engine,
    /// Searching for an interpolant, or making a query smaller before its refutation is interpolated.
    Interpolants,
    /// Proving an answer, an interpolant or a certificate afresh, with a proof that the checker replays.
    Checks,
    /// The generator of auxiliary invariants.
    Generator,
    /// Finding initial states of executions that the search for interpolants looks at.
    Executions,
    /// Making an invariant shorter.
    Shortening,
    /// Simplifying a formula.
    Simplification,
    /// Vacuity: looking for assertions that no execution tests.
    Warnings,
    /// What comes before an engine: inputs of executions, and a short bounded search.
    First,
}

impl Purpose {
    /// All of them.
    pub const ALL: [Purpose; 9] = [
        Purpose::Engine,
        Purpose::Interpolants,
        Purpose::Checks,
        Purpose::Generator,
        Purpose::Executions,
        Purpose::Shortening,
        Purpose::Simplification,
        Purpose::Warnings,
        Purpose::First,
    ];

    /// One word.
    pub fn as_str(self) -> &'static str {
        match self {
            Purpose::Engine => "engine",
            Purpose::Interpolants => "interpolants",
            Purpose::Checks => "checks",
            Purpose::Generator => "generator",
            Purpose::Executions => "executions",
            Purpose::Shortening => "shortening",
            Purpose::Simplification => "simplification",
            Purpose::Warnings => "warnings",
            Purpose::First => "first",
        }
    }
}

/// What the questions of one purpose cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    /// How many there were.
    pub queries: u64,
    /// What the solver did for them.
    pub work: Counters,
}

/// What questions cost, by purpose.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Costs([Cost; Purpose::ALL.len()]);

impl Costs {
    /// The cost of a purpose.
    pub fn of(&self, purpose: Purpose) -> Cost {
        self.0[purpose as usize]
    }

    /// Adds a question and the work done for it.
    pub fn add(&mut self, purpose: Purpose, work: Counters) {
        let cost = &mut self.0[purpose as usize];
        cost.queries += 1;
        cost.work += work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_have_their_own_place() {
        let mut costs = Costs::default();
        for (n, purpose) in (1..).zip(Purpose::ALL) {
            costs.add(purpose, Counters { pivots: n, ..Counters::default() });
        }
        costs.add(Purpose::Checks, Counters { pivots: 10, ..Counters::default() });
        let all = Purpose::ALL
            .map(|p| format!("{} {} {}", p.as_str(), costs.of(p).queries, costs.of(p).work.pivots));
        let expected = [
            "engine 1 1",
            "interpolants 1 2",
            "checks 2 13",
            "generator 1 4",
            "executions 1 5",
            "shortening 1 6",
            "simplification 1 7",
            "warnings 1 8",
            "first 1 9",
        ];
        assert_eq!(all, expected);
    }
}
