//! What PDR and DAR have at a step: frames as conjunctions, and PDR's obligations. Folded by [`crate::run::snapshot`].

use trace::{Direction, FormulaId, FrameChange};

/// The frames of either direction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frames {
    /// The forward frames from F₁ on; F₀ is the initial states.
    pub forward: Vec<Frame>,
    /// The backward frames from B₁ on; B₀ is the failing states.
    pub backward: Vec<Frame>,
    /// The obligations that are not met, the newest one last.
    pub obligations: Vec<Obligation>,
    /// The direction of the frames that are closed, the last of these, and the step that found out.
    pub closed: Option<(Direction, u32, usize)>,
}

/// A frame: the conjunction of what has joined it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// In the order in which they joined.
    pub conjuncts: Vec<Conjunct>,
}

/// A conjunct of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conjunct {
    /// The formula.
    pub formula: FormulaId,
    /// The step at which it joined.
    pub step: usize,
}

/// States that must be excluded from a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Obligation {
    /// The number of the frame.
    pub index: u32,
    /// The states.
    pub states: FormulaId,
    /// The step at which they were met.
    pub step: usize,
}

impl Frames {
    /// The frames of a direction, the one of number 1 first.
    pub fn of(&self, direction: Direction) -> &[Frame] {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        }
    }

    /// The frame that changed last, with its number; of several at once the last one.
    pub fn newest(&self, direction: Direction) -> Option<(u32, &Frame)> {
        (1..).zip(self.of(direction)).filter(|(_, f)| f.step().is_some()).max_by_key(|(_, f)| f.step())
    }

    /// What a frame has beside the conjuncts of the next one, and whether the next one has any.
    pub fn beside_next(&self, direction: Direction, number: u32) -> (Vec<Conjunct>, bool) {
        let frames = self.of(direction);
        let Some(frame) = frames.get(number as usize - 1) else { return (Vec::new(), false) };
        let next = frames.get(number as usize).map_or(&[][..], |next| &next.conjuncts);
        let is_next = |c: &&Conjunct| next.iter().any(|n| n.formula == c.formula);
        let all_of_next = !next.is_empty() && frame.conjuncts.iter().filter(is_next).count() == next.len();
        match all_of_next {
            true => (frame.conjuncts.iter().filter(|c| !is_next(c)).copied().collect(), true),
            false => (frame.conjuncts.clone(), false),
        }
    }

    /// Takes in a change at a step.
    pub(crate) fn apply(&mut self, step: usize, change: &FrameChange<FormulaId>) {
        match *change {
            FrameChange::Joined { direction, from, to, formula } => {
                let frames = match direction {
                    Direction::Forward => &mut self.forward,
                    Direction::Backward => &mut self.backward,
                };
                // A run adds one frame at a time; recordings may say anything.
                if to as usize == frames.len() + 1 {
                    frames.push(Frame::default());
                }
                let joined = frames.iter_mut().take(to as usize).skip(from.max(1) as usize - 1);
                joined.for_each(|frame| frame.conjuncts.push(Conjunct { formula, step }));
            }
            FrameChange::Obligation { index, states } => {
                self.obligations.push(Obligation { index, states, step });
            }
            FrameChange::Met { index } => {
                // That of the failing states themselves is not in the list.
                if let Some(place) = self.obligations.iter().rposition(|o| o.index == index) {
                    self.obligations.remove(place);
                }
            }
            FrameChange::Closed { direction, index } => self.closed = Some((direction, index, step)),
        }
    }
}

impl Frame {
    /// The step at which it changed last.
    pub fn step(&self) -> Option<usize> {
        self.conjuncts.last().map(|c| c.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(changes: &[FrameChange<FormulaId>], expected: Expect) {
        let mut frames = Frames::default();
        for (step, change) in changes.iter().enumerate() {
            frames.apply(step, change);
        }
        let mut text = String::new();
        for (letter, direction) in [("F", Direction::Forward), ("B", Direction::Backward)] {
            for number in (1..).take(frames.of(direction).len()) {
                let (own, next) = frames.beside_next(direction, number);
                let own: Vec<_> = own.iter().map(|c| (c.formula, c.step)).collect();
                text.push_str(&format!(
                    "{letter}{number}: {own:?}{}\n",
                    if next { " and the next" } else { "" }
                ));
            }
            text.push_str(&format!("newest: {:?}\n", frames.newest(direction).map(|(number, _)| number)));
        }
        let open: Vec<_> = frames.obligations.iter().map(|o| (o.index, o.states)).collect();
        text.push_str(&format!("open: {open:?}, closed: {:?}\n", frames.closed));
        expected.assert_eq(&text);
    }

    #[test]
    fn lemmas_join_all_frames_before_theirs_and_are_passed_on() {
        let direction = Direction::Forward;
        let joined = |from, to, formula| FrameChange::Joined { direction, from, to, formula };
        check(
            &[
                joined(1, 1, 7),
                FrameChange::Obligation { index: 1, states: 8 },
                joined(1, 2, 9),
                FrameChange::Met { index: 2 },
                FrameChange::Met { index: 1 },
                joined(3, 3, 9),
                FrameChange::Closed { direction, index: 2 },
            ],
            expect![[r#"
                F1: [(7, 0)] and the next
                F2: [] and the next
                F3: [(9, 5)]
                newest: Some(3)
                newest: None
                open: [], closed: Some((Forward, 2, 6))
            "#]],
        );
    }

    #[test]
    fn frames_of_both_directions_have_conjuncts_of_their_own() {
        let joined = |direction, at, formula| FrameChange::Joined { direction, from: at, to: at, formula };
        check(
            &[
                joined(Direction::Forward, 1, 7),
                joined(Direction::Backward, 1, 8),
                joined(Direction::Forward, 2, 9),
                joined(Direction::Forward, 1, 10),
            ],
            expect![[r#"
                F1: [(7, 0), (10, 3)]
                F2: [(9, 2)]
                newest: Some(1)
                B1: [(8, 1)]
                newest: Some(1)
                open: [], closed: None
            "#]],
        );
    }
}
