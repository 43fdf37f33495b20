//! How the frames of PDR and DAR become narrower, one change at a time.

use crate::event::Direction;
use serde::{Deserialize, Serialize};

/// A change of a sequence of frames, sets of states that are conjunctions; `F` is the type of formulas. Forward frame 0 is the initial
/// states and backward frame 0 the failing ones; both never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrameChange<F> {
    /// A conjunct joins some frames.
    Joined {
        /// Forward: what is reached. Backward: what fails.
        direction: Direction,
        /// The first of the frames.
        from: u32,
        /// The last of them; those that were not there before hold everything.
        to: u32,
        /// The conjunct.
        formula: F,
    },
    /// PDR: these states must be excluded from a forward frame, since they lead to a failure.
    Obligation {
        /// The frame.
        index: u32,
        /// The states.
        states: F,
    },
    /// PDR: the newest obligation of this frame is met.
    Met {
        /// The frame.
        index: u32,
    },
    /// The frames up to this one are closed: a fixed point.
    Closed {
        /// As above.
        direction: Direction,
        /// The last of them.
        index: u32,
    },
}

impl<F> FrameChange<F> {
    /// The change with its formulas translated by `f`.
    pub fn map<G>(self, mut f: impl FnMut(F) -> G) -> FrameChange<G> {
        match self {
            FrameChange::Joined { direction, from, to, formula } => {
                FrameChange::Joined { direction, from, to, formula: f(formula) }
            }
            FrameChange::Obligation { index, states } => FrameChange::Obligation { index, states: f(states) },
            FrameChange::Met { index } => FrameChange::Met { index },
            FrameChange::Closed { direction, index } => FrameChange::Closed { direction, index },
        }
    }
}
