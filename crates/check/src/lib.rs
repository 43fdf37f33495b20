//! The small trusted checker: models, refutation proofs, interpolants, invariants and abstract reachability graphs.
//!
//! Claims and their evidence (`proof`) come in from the session; what goes out is a report, or the fault that was
//! found. Nothing here searches, and nothing of the solver or the engines is used: a formula is read with `logic`,
//! and everything else is computed again in this crate. Replaying a proof only reads the store of terms.

mod fault;
pub use fault::{ArgFault, Claim, Fault, Reason};

mod refutation;
pub use refutation::{Report, refutation};

mod resolution;

mod definition;

mod arithmetic;

mod literal;

mod interpolant;
pub use interpolant::{InterpolantEvidence, InterpolantReport, interpolant, shared_vocabulary};

mod invariant;
pub use invariant::{Goal, Initial, LoopSystem, Obligation, Obligations, invariant, obligations};

mod arg;
pub use arg::{ArgGoal, ArgObligations, Cutpoints, arg, arg_obligations};

mod certificate;
pub use certificate::{certificate_of_products, certificate_of_words, certificate_smtlib};

mod model;
pub use model::model;
