//! What AR changes in its verification problem and its counterexample-free approximations, one change at a time.

use crate::event::Direction;
use serde::{Deserialize, Serialize};

/// A change of the problem ⟨I_j, F_j⟩ or of the approximations of its reachable states; `F` is the type of formulas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ApproximationChange<F> {
    /// Round `j` begins.
    Begun {
        /// Its number, from 1; the bound k_j is the same.
        round: u32,
        /// I_j.
        initial: F,
        /// F_j.
        failing: F,
    },
    /// The interpolation formula was satisfiable: meeting the far end is excluded in these frames, and the formula asked again.
    Constrained {
        /// Forward: images of I_j that must not meet F_j. Backward: pre-images of F_j that must not meet I_j.
        direction: Direction,
        /// The frames, counted from the set that the operator is applied to.
        frames: Vec<u32>,
    },
    /// The interpolation formula was satisfiable: these states, which lead there, are left out, and the formula asked again.
    Blocked {
        /// As above.
        direction: Direction,
        /// The states.
        states: F,
    },
    /// A new image of the operator.
    Front {
        /// As above.
        direction: Direction,
        /// How often the operator has been applied in this round.
        index: u32,
        /// The image, within the approximation of the round before.
        set: F,
    },
    /// S̃_j or C̃_j is there.
    Approximated {
        /// As above.
        direction: Direction,
        /// The approximation.
        set: F,
        /// The operator was applied so often without an end that the approximation of the round before is taken.
        given_up: bool,
    },
}

impl<F> ApproximationChange<F> {
    /// The change with its formulas translated by `f`.
    pub fn map<G>(self, mut f: impl FnMut(F) -> G) -> ApproximationChange<G> {
        match self {
            ApproximationChange::Begun { round, initial, failing } => {
                ApproximationChange::Begun { round, initial: f(initial), failing: f(failing) }
            }
            ApproximationChange::Constrained { direction, frames } => {
                ApproximationChange::Constrained { direction, frames }
            }
            ApproximationChange::Blocked { direction, states } => {
                ApproximationChange::Blocked { direction, states: f(states) }
            }
            ApproximationChange::Front { direction, index, set } => {
                ApproximationChange::Front { direction, index, set: f(set) }
            }
            ApproximationChange::Approximated { direction, set, given_up } => {
                ApproximationChange::Approximated { direction, set: f(set), given_up }
            }
        }
    }
}
