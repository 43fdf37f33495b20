//! What AR has at a step: round by round the problem ⟨I_j, F_j⟩, and the two fronts of images that close in on each other, with the
//! time frames in which each had to be constrained. Folded by [`crate::run::snapshot`].

use trace::{ApproximationChange, Direction, FormulaId};

/// A round of AR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Its number j; the bound k_j is the same.
    pub number: u32,
    /// The step at which it began.
    pub step: usize,
    /// I_j.
    pub initial: FormulaId,
    /// F_j.
    pub failing: FormulaId,
    /// The images of I_j.
    pub forward: Front,
    /// The pre-images of F_j.
    pub backward: Front,
}

/// The images of one direction in a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Front {
    /// The images in order; the last one may still be asked for.
    pub images: Vec<Image>,
    /// What they end in.
    pub approximation: Option<Approximation>,
}

/// S̃_j or C̃_j.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approximation {
    /// The states.
    pub formula: FormulaId,
    /// It is the one of the round before: the operator gave nothing better.
    pub kept: bool,
    /// The step at which it was there.
    pub step: usize,
}

/// One application of the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// How often the operator had been applied before, plus one.
    pub index: u32,
    /// The states; none while they are being computed, or when that gave no result.
    pub formula: Option<FormulaId>,
    /// The step of its newest change.
    pub step: usize,
    /// The sets of frames that were constrained, one after another, until the interpolation formula was unsatisfiable.
    pub constraints: Vec<Vec<u32>>,
    /// The sets of states that were blocked instead.
    pub blocked: Vec<FormulaId>,
}

/// What a time frame of an interpolation formula is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// Meeting the far end in this frame counts as a failure.
    Open,
    /// Meeting the far end is excluded.
    Constrained {
        /// At which attempt, from 1.
        attempt: usize,
    },
}

impl Image {
    /// What each of the frames 1 to k is asked for in the newest attempt.
    pub fn frames(&self, k: u32) -> Vec<Frame> {
        let newest = self.constraints.last();
        let of = |frame: u32| match newest.is_some_and(|frames| frames.contains(&frame)) {
            false => Frame::Open,
            true => Frame::Constrained {
                attempt: 1 + self.constraints.iter().position(|c| c.contains(&frame)).unwrap_or(0),
            },
        };
        (1..=k).map(of).collect()
    }
}

impl Round {
    /// The images of a direction.
    pub fn front(&self, direction: Direction) -> &Front {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        }
    }

    fn front_mut(&mut self, direction: Direction) -> &mut Front {
        match direction {
            Direction::Forward => &mut self.forward,
            Direction::Backward => &mut self.backward,
        }
    }
}

impl Front {
    /// The image that is being asked for.
    fn open(&mut self, step: usize) -> &mut Image {
        let asked = self.images.last().is_some_and(|image| image.formula.is_none());
        if !asked {
            let index = u32::try_from(self.images.len() + 1).unwrap_or(u32::MAX);
            let image = Image { index, formula: None, step, constraints: Vec::new(), blocked: Vec::new() };
            self.images.push(image);
        }
        let last = self.images.len() - 1;
        &mut self.images[last]
    }
}

/// Takes in a change at a step.
pub(crate) fn apply(rounds: &mut Vec<Round>, step: usize, change: &ApproximationChange<FormulaId>) {
    if let ApproximationChange::Begun { round, initial, failing } = *change {
        let (forward, backward) = (Front::default(), Front::default());
        rounds.push(Round { number: round, step, initial, failing, forward, backward });
        return;
    }
    let Some(round) = rounds.last_mut() else { return };
    match *change {
        ApproximationChange::Begun { .. } => {}
        ApproximationChange::Constrained { direction, ref frames } => {
            let image = round.front_mut(direction).open(step);
            image.constraints.push(frames.clone());
            image.step = step;
        }
        ApproximationChange::Blocked { direction, states } => {
            let image = round.front_mut(direction).open(step);
            image.blocked.push(states);
            image.step = step;
        }
        ApproximationChange::Front { direction, set, .. } => {
            let image = round.front_mut(direction).open(step);
            image.formula = Some(set);
            image.step = step;
        }
        ApproximationChange::Approximated { direction, set, given_up } => {
            round.front_mut(direction).approximation =
                Some(Approximation { formula: set, kept: given_up, step });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_constrained_until_they_are_there() {
        let direction = Direction::Forward;
        let mut rounds = Vec::new();
        for (step, change) in [
            ApproximationChange::Begun { round: 3, initial: 1, failing: 2 },
            ApproximationChange::Front { direction, index: 1, set: 3 },
            ApproximationChange::Constrained { direction, frames: vec![2] },
            ApproximationChange::Constrained { direction, frames: vec![2, 3] },
            ApproximationChange::Front { direction, index: 2, set: 4 },
            ApproximationChange::Blocked { direction: Direction::Backward, states: 5 },
            ApproximationChange::Approximated { direction, set: 6, given_up: false },
        ]
        .iter()
        .enumerate()
        {
            apply(&mut rounds, step, change);
        }
        let [round] = &rounds[..] else { panic!("{rounds:?}") };
        let images = &round.front(direction).images;
        assert_eq!(
            images.iter().map(|i| (i.index, i.formula, i.step)).collect::<Vec<_>>(),
            [(1, Some(3), 1), (2, Some(4), 4)]
        );
        assert_eq!(images[0].frames(3), [Frame::Open; 3]);
        assert_eq!(
            images[1].frames(3),
            [Frame::Open, Frame::Constrained { attempt: 1 }, Frame::Constrained { attempt: 2 }]
        );
        assert_eq!(round.forward.approximation, Some(Approximation { formula: 6, kept: false, step: 6 }));
        let asked = &round.backward.images;
        assert_eq!(
            asked.iter().map(|i| (i.formula, i.blocked.clone())).collect::<Vec<_>>(),
            [(None, vec![5])]
        );
    }
}
