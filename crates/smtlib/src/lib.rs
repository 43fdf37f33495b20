//! SMT-LIB 2 scripts over quantifier-free linear integer arithmetic: read, executed by the interpolating solver, and
//! answered as SMT solvers do.
//!
//! The text of a script comes in by [`Script::feed`], in pieces that may end anywhere; [`Script::advance`] gives the answers.
//! Questions go through the door of `solver`, answers are checked by `evidence`.
//!
//! Beside the standard's commands there is `(get-interpolants A B ..)` over named assertions.
//!
//! Anything unsupported is an error and never silently ignored. An error ends the script, as with the standard's
//! `immediate-exit`, except for errors in questions (`get-..`), which change nothing.

pub use sexp::{Fault, Place, Problem};

mod options;
pub use options::Options;

mod script;
pub use script::{Response, Script};

mod declare;

mod ask;

mod printing;
