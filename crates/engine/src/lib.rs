//! The algorithms. Each is one file that reads like its paper: an `async fn` over a context [`Cx`], in which every
//! solver query is one `.await`. An engine only asks; it never calls the solver itself, never prints, and does not know
//! who is watching. [`Run`] polls it from one question to the next.
//!
//! Data comes from `flow` (the transition system) and goes, as questions and notes, to `session`.

mod cx;

mod run;

mod unroll;

mod sources;

mod problem;

mod arg;

mod bmc;

mod kind;

mod pdr;

mod dar;

mod imc;

mod ismc;

mod fib;

mod vinta;

mod impact;

mod ar;

pub use bmc::FAILS as BMC_FAILS;
pub use cx::{Auxiliary, Conclusion, Conjunct, Cx, Goal, KeptContext, Model, Note, Question, Stop, Told};
pub use run::{Next, Run, Subject};
