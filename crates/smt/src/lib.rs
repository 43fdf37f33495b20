//! The interpolating solver: satisfiability of quantifier-free linear integer arithmetic with Booleans, `ite`, and `div`
//! and `mod` by constants; models, unsatisfiable cores, checkable refutations, and Craig interpolants read off them.
//!
//! Terms come in from the engines through the door of `solver`, behind which [`Embedded`] stands; [`Solver`] is the
//! same for tests and examples. [`interpolate`] reads interpolants off a [`proof::Proof`]. The search is in `sat`
//! (clauses) and `lia` (arithmetic), joined by `search`. The modules that search with a solver's help (`generalise`,
//! `minimise`, `tidy`) ask through the door too, whatever solver is behind it.

mod backend;
pub mod condense;
mod encode;
mod extract;
pub mod generalise;
mod integers;
pub mod itp;
mod lia;
pub mod minimise;
mod sat;
mod search;
mod solver;
mod state;
mod tidy;

pub use ::solver::{Counters, Door, Limit, Limits, Model, Outcome, Purpose, Unknown};
pub use backend::{Embedded, door};
pub use itp::{Interpolated, Settings, interpolate};
pub use solver::{Config, Solver};
pub use tidy::tidy;
