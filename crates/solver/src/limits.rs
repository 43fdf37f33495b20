//! Limits of a search, in deterministic counts, and what was counted.

use std::fmt;
use std::ops::{AddAssign, Sub};

/// How much work a check may do before it ends in `unknown`. The limits apply to each check separately, so that answers
/// do not depend on earlier checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Pivots of the simplex tableau. A pivot with numbers beyond the machine word counts as the number of ordinary
    /// pivots that take the same time.
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
    /// Steps and links of the refutation that is being recorded; this limit is always the same.
    Proof,
    /// Work as a solver other than ours counts it, of which the limit on pivots allows so much.
    Work,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Conflicts => "conflicts",
            Limit::Pivots => "pivots",
            Limit::Splits => "integer splits",
            Limit::Digits => "digits",
            Limit::Terms => "terms",
            Limit::Proof => "parts of a proof",
            Limit::Work => "work",
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

impl Counters {
    /// Each count of both, taken together.
    fn zip(self, other: Counters, f: fn(u64, u64) -> u64) -> Counters {
        Counters {
            checks: f(self.checks, other.checks),
            decisions: f(self.decisions, other.decisions),
            conflicts: f(self.conflicts, other.conflicts),
            propagations: f(self.propagations, other.propagations),
            restarts: f(self.restarts, other.restarts),
            pivots: f(self.pivots, other.pivots),
            splits: f(self.splits, other.splits),
            lemmas: f(self.lemmas, other.lemmas),
        }
    }
}

impl Sub for Counters {
    type Output = Counters;

    fn sub(self, before: Counters) -> Counters {
        self.zip(before, u64::saturating_sub)
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, more: Counters) {
        *self = self.zip(more, u64::saturating_add);
    }
}
