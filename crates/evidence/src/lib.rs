//! Answers with evidence: a question goes through the door of `solver`, and what comes back has been checked by `check`
//! before anyone sees it: models by evaluation, refutations by replaying them, interpolants by their three conditions.
//!
//! Sessions and SMT-LIB scripts ask here. Interpolants along a sequence are computed by [`sequence()`] alone. Engines
//! never ask for several at once: each of theirs is a query of its own, which the user sees as a step. Where the solver
//! behind the door writes no proofs, the door's certifier is asked for one; an answer without a proof is `unknown`.

mod answer;
pub use answer::{FailedCheck, Known, Proofs, judge, renumbered, solve};

mod interpolant;
pub use interpolant::{Check, Checks, check_interpolant, check_interpolant_by};

mod sequence;
pub use sequence::{Failure, How, Interpolant, Source, sequence};
