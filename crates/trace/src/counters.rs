//! What is counted in a run: the algorithm's steps, and what the solver was asked for which purpose.

use serde::{Deserialize, Serialize};
use solver::Purpose;

/// Totals since the start of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counters {
    /// The unrolling bound k: the number of copies of the transition relation in the newest query.
    pub unrollings: u32,
    /// Satisfiability queries, those for interpolation not counted.
    pub sat_queries: u32,
    /// Queries that asked for an interpolant and got one.
    pub interpolation_queries: u32,
    /// Times an over-approximation had to be given up for a larger bound.
    pub refinements: u32,
    /// Steps forward, and times the forward sets went back to a concrete one (FiB's f and fb).
    pub forward: (u32, u32),
    /// Steps backward, and times the backward sets went back to a concrete one (FiB's b and bb).
    pub backward: (u32, u32),
    /// Conflicts of the solver's search.
    pub conflicts: u64,
    /// Decisions of the solver's search.
    pub decisions: u64,
    /// Pivots of the simplex tableau.
    pub pivots: u64,
    /// Where every query is put to two solvers: checks that both answered alike, for whatever purpose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub agreed: u64,
    /// Then, checks that one of the two left open.
    #[serde(default, skip_serializing_if = "is_default")]
    pub half_answered: u64,
}

/// Whether a value is what is there when nothing is written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What the questions of one purpose took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spent {
    /// How many questions there were.
    pub queries: u64,
    /// Conflicts of the solver's search.
    pub conflicts: u64,
    /// Decisions of the solver's search.
    pub decisions: u64,
    /// Pivots of the simplex tableau.
    pub pivots: u64,
}

/// What the solver was asked since the start of the run, by purpose; purposes that never occurred are left out.
pub type Costs = Vec<(Purpose, Spent)>;
