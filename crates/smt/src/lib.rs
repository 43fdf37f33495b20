//! The interpolating solver: satisfiability of quantifier-free linear integer arithmetic with Booleans, `ite`, and `div`
//! and `mod` by constants; models, unsatisfiable cores, checkable refutations, and Craig interpolants read off them.
//!
//! Terms come in from the engines; [`Solver`] answers; [`interpolate`] reads interpolants off a [`proof::Proof`]. The
//! search is in `sat` (clauses) and `lia` (arithmetic), joined by `search`.

pub mod condense;
mod encode;
mod extract;
pub mod generalise;
mod integers;
pub mod itp;
mod lia;
mod limits;
pub mod minimise;
mod model;
mod sat;
mod search;
mod solver;
mod state;
mod tidy;

pub use itp::{Interpolated, Settings, interpolate};
pub use limits::{Counters, Limit, Limits};
pub use model::Model;
pub use solver::{Config, Outcome, Solver, Unknown};
pub use tidy::tidy;
