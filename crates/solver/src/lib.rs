//! The one door to a solver: what a solver must offer ([`Backend`], [`Context`]), the vocabulary of its answers, and
//! the [`Door`] through which everything in this workspace asks it. The door counts every question under its purpose.
//!
//! Nothing here solves. Our own solver (`smt`) stands behind the traits; a second one is an implementation of them.

mod limits;
pub use limits::{Counters, Limit, Limits};

mod model;
pub use model::Model;

mod backend;
pub use backend::{Backend, Context, Outcome, Unknown};

mod both;
pub use both::{Agreement, Disagreement};

mod door;
pub use door::{Counted, Door};

mod cost;
pub use cost::{Cost, Costs, Purpose};
