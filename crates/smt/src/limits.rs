//! Limits of a search, in deterministic counts, and what was counted.

use std::fmt;

/// What a check may use up before it ends in `unknown`. Counts are per check, so that answers do not depend on history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Pivots of the simplex tableau. Those with numbers beyond the machine word count for as many as take the same time.
    pub pivots: u64,
    /// Branches and cuts on integers, counted in the same way.
    pub splits: u64,
    /// Binary digits of a number in the tableau.
    pub digits: u64,
    /// Atoms that the solver keeps.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { conflicts: 200_000, pivots: 2_000_000, splits: 50_000, digits: 4_096, terms: 1_000_000 }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// See [`Limits::conflicts`].
    Conflicts,
    /// See [`Limits::pivots`].
    Pivots,
    /// See [`Limits::splits`].
    Splits,
    /// See [`Limits::digits`].
    Digits,
    /// See [`Limits::terms`].
    Terms,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Conflicts => "conflicts",
            Limit::Pivots => "pivots",
            Limit::Splits => "integer splits",
            Limit::Digits => "digits",
            Limit::Terms => "terms",
        })
    }
}

/// What the search has done since the solver was made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Checks.
    pub checks: u64,
    /// Decisions.
    pub decisions: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Pivots of the simplex tableau.
    pub pivots: u64,
    /// Branches on integer variables, and cuts.
    pub splits: u64,
    /// Contradictions found by arithmetic.
    pub lemmas: u64,
}
