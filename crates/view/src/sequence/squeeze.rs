//! What FiB has at a step: the forward and backward sets, and the interpolants found between them. Folded by
//! [`crate::run::snapshot`].

use trace::{Change, Direction, FormulaId};

/// Forward and backward reachability, and what was found between.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Squeeze {
    /// The forward sets from A₁ on; A₀ is the initial states.
    pub forward: Vec<ReachSet>,
    /// The backward sets from B₁ on; B₀ is the bad states.
    pub backward: Vec<ReachSet>,
    /// The interpolants in the order in which they were found.
    pub interpolants: Vec<Squeezed>,
    /// How the two sides closed in, one row for each iteration and each backtracking.
    pub rows: Vec<SqueezeRow>,
}

/// One iteration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SqueezeRow {
    /// The step at which it began.
    pub step: usize,
    /// The forward sets then, A₀ first: whether each is concrete.
    pub forward: Vec<bool>,
    /// The backward sets then, B₀ first: whether each is concrete.
    pub backward: Vec<bool>,
    /// The positions of the interpolants found in it.
    pub interpolants: Vec<usize>,
    /// How many abstract sets were dropped, forward and backward, when the two sides met.
    pub dropped: (u32, u32),
}

/// A set of forward or backward reachability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachSet {
    /// Its index.
    pub index: u32,
    /// The states.
    pub formula: FormulaId,
    /// Whether it was computed without passing through an interpolant.
    pub concrete: bool,
    /// The step at which it was computed.
    pub step: usize,
}

/// An interpolant between the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Squeezed {
    /// Whose states it contains.
    pub direction: Direction,
    /// The interpolant.
    pub formula: FormulaId,
    /// The step at which it was found.
    pub step: usize,
    /// Whether it, or its negation for a backward one, is inductive, and the step that found out.
    pub inductive: Option<(bool, usize)>,
}

impl SqueezeRow {
    /// Whether both sides are as in another row.
    pub fn has_the_sets_of(&self, other: &SqueezeRow) -> bool {
        (&self.forward, &self.backward) == (&other.forward, &other.backward)
    }
}

impl Squeeze {
    /// Takes in a change at a step; changes of other engines are ignored.
    pub(crate) fn apply(&mut self, step: usize, change: &Change) {
        match *change {
            Change::Squeezed { direction, formula } => {
                let number = self.interpolants.len();
                self.interpolants.push(Squeezed { direction, formula, step, inductive: None });
                let now = self.row(step);
                match self.rows.last_mut() {
                    // The bidirectional variant finds one for either side.
                    Some(row) if row.dropped == (0, 0) && now.has_the_sets_of(row) => {
                        row.interpolants.push(number)
                    }
                    _ => self.rows.push(SqueezeRow { interpolants: vec![number], ..now }),
                }
            }
            // Candidates are asked about in the order in which they were found.
            Change::Inductive { holds } => {
                if let Some(candidate) = self.interpolants.iter_mut().find(|i| i.inductive.is_none()) {
                    candidate.inductive = Some((holds, step));
                }
            }
            Change::Advanced { direction, index, concrete, formula } => {
                self.side(direction).push(ReachSet { index, formula, concrete, step });
            }
            Change::Backtracked { direction, index } => {
                let before = self.side(direction).len();
                self.side(direction).retain(|set| set.index <= index);
                let dropped = u32::try_from(before - self.side(direction).len()).unwrap_or(u32::MAX);
                let now = self.row(step);
                if self.rows.last().is_none_or(|row| row.step != step || row.dropped == (0, 0)) {
                    self.rows.push(now.clone());
                }
                if let Some(row) = self.rows.last_mut() {
                    (row.forward, row.backward) = (now.forward, now.backward);
                    match direction {
                        Direction::Forward => row.dropped.0 += dropped,
                        Direction::Backward => row.dropped.1 += dropped,
                    }
                }
            }
            _ => {}
        }
    }

    /// The sets as they are now.
    pub fn row(&self, step: usize) -> SqueezeRow {
        let concrete =
            |sets: &[ReachSet]| std::iter::once(true).chain(sets.iter().map(|set| set.concrete)).collect();
        SqueezeRow {
            step,
            forward: concrete(&self.forward),
            backward: concrete(&self.backward),
            ..SqueezeRow::default()
        }
    }

    fn side(&mut self, direction: Direction) -> &mut Vec<ReachSet> {
        match direction {
            Direction::Forward => &mut self.forward,
            Direction::Backward => &mut self.backward,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_and_go_and_candidates_are_asked_in_order() {
        let mut squeeze = Squeeze::default();
        let forward = Direction::Forward;
        for (step, change) in [
            Change::Squeezed { direction: forward, formula: 3 },
            Change::Squeezed { direction: Direction::Backward, formula: 4 },
            Change::Inductive { holds: false },
            Change::Advanced { direction: forward, index: 1, concrete: true, formula: 5 },
            Change::Advanced { direction: forward, index: 2, concrete: false, formula: 6 },
            Change::Advanced { direction: Direction::Backward, index: 1, concrete: false, formula: 7 },
            Change::Backtracked { direction: forward, index: 1 },
            Change::Inductive { holds: true },
            Change::Inductive { holds: true },
        ]
        .iter()
        .enumerate()
        {
            squeeze.apply(step, change);
        }
        let indices = |sets: &[ReachSet]| sets.iter().map(|s| (s.index, s.concrete)).collect::<Vec<_>>();
        assert_eq!(indices(&squeeze.forward), [(1, true)]);
        assert_eq!(indices(&squeeze.backward), [(1, false)]);
        let asked: Vec<_> = squeeze.interpolants.iter().map(|i| i.inductive).collect();
        assert_eq!(asked, [Some((false, 2)), Some((true, 7))]);
        let rows: Vec<_> = squeeze
            .rows
            .iter()
            .map(|r| (r.step, r.forward.len(), r.backward.len(), r.interpolants.clone(), r.dropped))
            .collect();
        assert_eq!(rows, [(0, 1, 1, vec![0, 1], (0, 0)), (6, 2, 2, vec![], (1, 0))]);
    }
}
