//! Abstract domains and what is computed in them: boxes, finite unions of boxes, octagons, Bourdoncle's weak topological order, interval
//! analysis over the control-flow graph, and the invariant generator, continuously refined in levels.
//!
//! Programs come in as `flow`'s graph and transition system; invariants go out as formulas (`logic`), and the steps by
//! which they were found as data for views. [`Questions`] to the solver go through the door that the generator's caller
//! provides.

mod interval;

mod abstraction;

mod ranges;

mod propagate;

mod box_domain;

mod diagram;

mod merge;

mod boxes;

mod octagon;

mod widen_with;

mod chosen;

mod wto;

mod transfer;

mod analysis;

mod constants;

mod thresholds;

mod ask;

mod around;

mod relational;

mod generator;

pub use abstraction::{Disjunctive, Domain};
pub use analysis::{Analysis, Change, Step, Strategy, analyse};
pub use around::box_around;
pub use ask::Questions;
pub use box_domain::BoxDomain;
pub use boxes::{BoxLimits, BoxesDomain, Cells};
pub use chosen::{ChosenDomain, ChosenElement};
pub use diagram::Diagram;
pub use generator::{Generator, Kind, Level};
pub use interval::Interval;
pub use octagon::{Octagon, OctagonDomain};
pub use ranges::Ranges;
pub use relational::Refuted;
pub use thresholds::{Thresholds, assigned_constants};
pub use transfer::{Effect, Flow};
pub use widen_with::{Visited, WidenWith, Widened, frontier};
pub use wto::{Wto, WtoElement};
