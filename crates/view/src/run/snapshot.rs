//! The state of a run at one step: a pure fold of the events before it.

use crate::run::history::History;
use crate::sequence::approximation;
use crate::sequence::frames::Frames;
use crate::sequence::intervals::{self, Level};
use crate::sequence::squeeze::Squeeze;
use trace::{
    Answer, Change, Counters, Event, FormulaId, Interpolant, InterpolantChecks, Problem, Source, Verdict,
    WatchValue,
};

/// What is known after a number of events.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot<'h> {
    /// How many events have happened.
    pub step: usize,
    /// The last of them.
    pub event: Option<&'h Event>,
    /// The unrolling bound, once there is one.
    pub bound: Option<u32>,
    /// The sequences of interpolants in order; a bound has several when one source after another was tried.
    pub rounds: Vec<Round>,
    /// The auxiliary invariants so far, level by level.
    pub auxiliary: Vec<Auxiliary<'h>>,
    /// What the invariant generator did, level by level.
    pub intervals: Vec<Level>,
    /// Forward and backward reachability with what was found between; empty for engines that do not squeeze.
    pub squeeze: Squeeze,
    /// AR's rounds with their images from either end; empty for other engines.
    pub fronts: Vec<approximation::Round>,
    /// PDR's and DAR's frames; empty for other engines.
    pub frames: Frames,
    /// The values of the pseudo-code's variables.
    pub watch: Vec<Watched<'h>>,
    /// Totals.
    pub counters: Counters,
    /// What the verdict does not say, once the run has ended.
    pub warnings: Vec<&'h Problem>,
    /// How the run ended, once it has.
    pub verdict: Option<&'h Verdict>,
}

/// A sequence of interpolants at one unrolling bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The bound.
    pub k: u32,
    /// Where its interpolants come from, if the trace says so.
    pub source: Option<Source>,
    /// The step at which it began.
    pub step: usize,
    /// The interpolants in order.
    pub interpolants: Vec<Interpolated>,
    /// How it ended.
    pub end: RoundEnd,
}

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnd {
    /// It has not ended.
    Open,
    /// The newest interpolant brought nothing new.
    FixedPoint {
        /// The step that found out.
        step: usize,
    },
    /// It grew without converging, so another source of interpolants was tried, or the next bound.
    Diverged {
        /// How many interpolants it had grown to.
        index: u32,
        /// The step that gave it up.
        step: usize,
    },
    /// The query from interpolant `index` was satisfiable, perhaps spuriously.
    Abandoned {
        /// Number of that interpolant.
        index: u32,
        /// The step that found out.
        step: usize,
    },
}

/// An interpolant of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpolated {
    /// Its number in the round, from 1.
    pub index: u32,
    /// The interpolant over the program's variables.
    pub formula: FormulaId,
    /// The step at which it was found.
    pub step: usize,
    /// The checks it passed.
    pub checks: Option<InterpolantChecks>,
    /// Where it came from.
    pub source: Option<Source>,
    /// What it became together with the auxiliary invariant.
    pub strengthened: Option<FormulaId>,
    /// Whether it holds states that were not there before.
    pub containment: Containment,
}

/// Whether an interpolant holds states that were not there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Containment {
    /// That has not been asked yet.
    Unasked,
    /// It does.
    New {
        /// The union of all states after they joined.
        reached: FormulaId,
        /// The step that found out.
        step: usize,
    },
    /// It does not.
    Contained {
        /// The step that found out.
        step: usize,
    },
}

/// The sequences bound by bound: those that another source of interpolants was tried after, and the last one of the bound, if it has one.
pub fn retries(rounds: &[Round]) -> impl Iterator<Item = (&[Round], &[Round])> {
    rounds.chunk_by(|a, b| a.k == b.k).map(|same| same.split_at(same.len() - 1))
}

/// An auxiliary invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Auxiliary<'h> {
    /// The level of the generator.
    pub level: u32,
    /// What the level looks for.
    pub kind: &'h str,
    /// What it found.
    pub formula: FormulaId,
    /// The step at which it was found.
    pub step: usize,
}

/// A watched variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched<'h> {
    /// The variable as the pseudo-code names it.
    pub name: &'h str,
    /// Its value.
    pub value: &'h WatchValue,
    /// Whether the last event changed or introduced it.
    pub changed: bool,
    /// The value that the last event replaced.
    pub before: Option<&'h WatchValue>,
}

impl History {
    /// The state after `step` events; after all of them when there are fewer.
    pub fn at(&self, step: usize) -> Snapshot<'_> {
        let step = step.min(self.len());
        let event = self.event(step);
        let mut snapshot = Snapshot {
            step,
            event,
            bound: None,
            rounds: Vec::new(),
            auxiliary: Vec::new(),
            intervals: Vec::new(),
            squeeze: Squeeze::default(),
            fronts: Vec::new(),
            frames: Frames::default(),
            watch: event.map(|e| self.watched(step, e)).unwrap_or_default(),
            counters: event.map(|e| e.counters).unwrap_or_default(),
            warnings: Vec::new(),
            verdict: None,
        };
        for (index, event) in self.events().take(step).enumerate() {
            snapshot.apply(index + 1, event);
        }
        snapshot
    }

    fn watched<'h>(&'h self, step: usize, event: &'h Event) -> Vec<Watched<'h>> {
        let earlier = self.event(step - 1).map(|e| e.watch.as_slice()).unwrap_or_default();
        let watched = |w: &'h trace::Watch| {
            let old = earlier.iter().find(|old| old.name == w.name).map(|old| &old.value);
            let changed = old != Some(&w.value);
            Watched { name: &w.name, value: &w.value, changed, before: old.filter(|_| changed) }
        };
        event.watch.iter().map(watched).collect()
    }
}

impl<'h> Snapshot<'h> {
    fn apply(&mut self, step: usize, event: &'h Event) {
        for change in &event.changes {
            match change {
                Change::BeganAgain => {
                    (self.bound, self.rounds, self.auxiliary, self.intervals) = Default::default();
                    (self.squeeze, self.fronts, self.frames) = Default::default();
                }
                Change::BoundRaised { k } => self.bound = Some(*k),
                Change::RoundStarted { k, source } => self.start_round(*k, Some(*source), step),
                Change::RoundDiverged { index } => {
                    self.round(step).end = RoundEnd::Diverged { index: *index, step };
                }
                Change::InterpolantAdded { index, formula } => {
                    let interpolant = interpolant(event);
                    let found = Interpolated {
                        index: *index,
                        formula: *formula,
                        step,
                        checks: interpolant.map(|i| i.checks),
                        source: interpolant.map(|i| i.source),
                        strengthened: None,
                        containment: Containment::Unasked,
                    };
                    self.round(step).interpolants.push(found);
                }
                Change::Contained { index } => {
                    self.round(step).end = RoundEnd::FixedPoint { step };
                    self.set_containment(*index, Containment::Contained { step });
                }
                Change::Joined { index, reached } => {
                    self.set_containment(*index, Containment::New { reached: *reached, step });
                }
                Change::RoundAbandoned { index } => {
                    self.round(step).end = RoundEnd::Abandoned { index: *index, step };
                }
                Change::AuxiliaryInvariant { level, kind, formula } => {
                    self.auxiliary.push(Auxiliary { level: *level, kind, formula: *formula, step });
                }
                Change::Strengthened { index, formula } => {
                    if let Some(found) = self.interpolant(*index) {
                        found.strengthened = Some(*formula);
                    }
                }
                Change::Analysed(analysed) => intervals::apply(&mut self.intervals, step, analysed),
                Change::Squeezed { .. }
                | Change::Inductive { .. }
                | Change::Advanced { .. }
                | Change::Backtracked { .. } => self.squeeze.apply(step, change),
                Change::Approximation(change) => approximation::apply(&mut self.fronts, step, change),
                Change::Frame(change) => self.frames.apply(step, change),
                // The graph is large, and few want it: see `History::arg`.
                Change::Arg(_) => {}
                Change::RanFirst(_) => {}
                Change::Warned(problem) => self.warnings.push(problem),
                Change::Verdict(verdict) => self.verdict = Some(verdict),
            }
        }
    }

    fn start_round(&mut self, k: u32, source: Option<Source>, step: usize) {
        self.bound = Some(k);
        self.rounds.push(Round { k, source, step, interpolants: Vec::new(), end: RoundEnd::Open });
    }

    /// The present round; begun here when the trace did not say so.
    fn round(&mut self, step: usize) -> &mut Round {
        if self.rounds.is_empty() {
            self.start_round(self.bound.unwrap_or(0), None, step);
        }
        let last = self.rounds.len() - 1;
        &mut self.rounds[last]
    }

    fn set_containment(&mut self, index: u32, containment: Containment) {
        if let Some(found) = self.interpolant(index) {
            found.containment = containment;
        }
    }

    /// The interpolant of this number in the present sequence.
    fn interpolant(&mut self, index: u32) -> Option<&mut Interpolated> {
        self.rounds.last_mut()?.interpolants.iter_mut().find(|i| i.index == index)
    }
}

fn interpolant(event: &Event) -> Option<&Interpolant> {
    match &event.query.as_ref()?.answer {
        Answer::Unsat { interpolant, .. } => interpolant.as_ref(),
        Answer::Sat { .. } | Answer::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{counter_run, outline, spurious_run};
    use expect_test::{Expect, expect};

    fn check(history: &History, step: usize, expected: Expect) {
        expected.assert_eq(&outline(history, &history.at(step)));
    }

    #[test]
    fn before_the_first_step() {
        check(
            &counter_run(),
            0,
            expect![[r#"
            step 0, bound None
            0 sat queries, 0 interpolation queries
        "#]],
        );
    }

    #[test]
    fn an_interpolant_waits_for_its_containment_check() {
        check(
            &counter_run(),
            4,
            expect![[r#"
                step 4, line 14, bound Some(1)
                round k = 1, Some(Proof), from step 3
                  τ1: x = 1 and y = 1 (step 4, checked): not asked
                  open
                 k = 1
                *τ = x = 1 and y = 1
                 G = x = 0 and y = 0 and n >= 0
                3 sat queries, 1 interpolation queries
            "#]],
        );
    }

    #[test]
    fn an_interpolant_with_new_states_joins() {
        check(
            &counter_run(),
            5,
            expect![[r#"
                step 5, line 21, bound Some(1)
                round k = 1, Some(Proof), from step 3
                  τ1: x = 1 and y = 1 (step 4, checked): new at 5, G = (x = 0 and y = 0) or (x = 1 and y = 1)
                  open
                 k = 1
                 τ = x = 1 and y = 1
                *G = (x = 0 and y = 0) or (x = 1 and y = 1)
                4 sat queries, 1 interpolation queries
            "#]],
        );
    }

    #[test]
    fn a_fixed_point() {
        check(
            &counter_run(),
            8,
            expect![[r#"
                step 8, line 22, bound Some(1)
                round k = 1, Some(Proof), from step 3
                  τ1: x = 1 and y = 1 (step 4, checked): new at 5, G = (x = 0 and y = 0) or (x = 1 and y = 1)
                  τ2: x = y (step 6, checked): contained at 7
                  fixed point at 7
                 k = 1
                 τ = x = y
                 G = (x = 0 and y = 0) or (x = 1 and y = 1)
                5 sat queries, 2 interpolation queries
                Safe: no execution fails
            "#]],
        );
    }

    #[test]
    fn a_round_is_abandoned() {
        check(
            &spurious_run(),
            99,
            expect![[r#"
                step 3, line 26, bound Some(2)
                round k = 1, Some(Proof), from step 1
                  τ1: x >= 0 (step 1, checked): not asked
                  abandoned from τ1 at 2
                 k = 2
                1 sat queries, 1 interpolation queries
                Unknown
            "#]],
        );
    }
}
