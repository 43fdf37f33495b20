//! From programs to formulas: control-flow graph, large-block encoding, transition system, and the way back from models
//! to executions.
//!
//! Data comes from `lang` (typed syntax trees) and goes to the engines (transition systems) and to the session, which has
//! counterexamples replayed.

pub mod cfg;

mod encoding;

mod liveness;

mod c;

mod horn;

mod lower;

mod expression;

mod occurs;

mod region;

mod eliminate;

mod system;

mod states;

mod places;

mod cutpoint;

mod reach;

mod flatten;

mod replay;

mod words;

pub mod products;

mod aiger;

pub use aiger::Netlist;
pub use cutpoint::{Action, Cutpoint, CutpointGraph};
pub use eliminate::{eliminate, implicant, project};
pub use encoding::Encoding;
pub use expression::Symbols;
pub use flatten::SingleLoop;
pub use lower::Lower;
pub use places::Places;
pub use products::Products;
pub use reach::{Barrier, BarrierKind, Reach};
pub use region::{Arrival, region};
pub use replay::{ReplayError, replay};
pub use states::StateSet;
pub use system::{StateVar, TransitionSystem};
pub use words::{Script, Word, Words};
