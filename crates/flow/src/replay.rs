//! From a model back to the program: the interpreter follows the model's choices to the failing assertion.

use crate::system::TransitionSystem;
use lang::interp::{Execution, ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{LoopId, NondetId, Unit};
use logic::{Sort, Terms, Value, Var, order::CollectOrdered};
use std::collections::BTreeMap;

/// Why a model is not an execution that fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The execution did not end in a violated assertion.
    #[error("the execution ends otherwise: {0:?}")]
    Ended(ExecutionOutcome),
    /// In the model control is at no location of the program.
    #[error("at step {step} of the model, control is nowhere in the program")]
    Nowhere {
        /// Which step, from 0.
        step: u32,
    },
    /// Control comes to another loop than in the model.
    #[error("loop head visit {visit} is that of another loop")]
    OtherLoop {
        /// Which visit, from 0.
        visit: u32,
    },
    /// At a loop head a variable has another value than in the model.
    #[error("at loop head visit {visit}, `{variable}` is {found} and not {expected}")]
    Diverged {
        /// Which visit, from 0.
        visit: u32,
        /// The variable's name.
        variable: String,
        /// Its value in the model.
        expected: Value,
        /// Its value in the interpreter.
        found: Value,
    },
}

/// Replays a model. With `rounds` given, a model of `arrival@0`, `trans@0` up to `trans@(rounds - 1)` and
/// `bad@rounds`; otherwise one of `early@0`.
///
/// # Errors When the interpreter does not reach a violated assertion, or deviates from the model on the way.
pub fn replay(
    unit: &dyn Unit,
    terms: &Terms,
    ts: &TransitionSystem,
    value: &dyn Fn(Var) -> Value,
    rounds: Option<u32>,
) -> Result<Execution, ReplayError> {
    let value: &dyn Fn(Var) -> Value = &|v| ts.value(terms, value, v);
    let initial: BTreeMap<_, _> = unit
        .vars()
        .map(|id| {
            let symbol = if rounds.is_some() { ts.entry_value(id) } else { ts.symbol(id) };
            (id, value(terms.at(symbol, 0)))
        })
        .collect_map();
    let visits = rounds.map_or_else(|| Ok(Vec::new()), |rounds| visits(terms, ts, value, rounds))?;
    let mut follower =
        Follower { unit, terms, ts, value, rounds, expected: &visits, visits: 0, diverged: None };
    let execution = unit.run(&initial, &mut follower, ExecutionLimits::default());
    match (follower.diverged, execution.outcome) {
        (Some(error), _) => Err(error),
        (None, ExecutionOutcome::AssertionFailed { .. }) => Ok(execution),
        (None, outcome) => Err(ReplayError::Ended(outcome)),
    }
}

/// The steps of a model at which control is at the head of a loop, and which loop.
fn visits(
    terms: &Terms,
    ts: &TransitionSystem,
    value: &dyn Fn(Var) -> Value,
    rounds: u32,
) -> Result<Vec<(u32, LoopId)>, ReplayError> {
    let mut visits = Vec::new();
    for step in 0..=rounds {
        let head = ts.head_at(|pc| value(terms.at(pc, step))).ok_or(ReplayError::Nowhere { step })?;
        let (id, _) = ts.heads()[head];
        if ts.is_loop(id) {
            visits.push((step, id));
        }
    }
    Ok(visits)
}

/// Answers the interpreter's choices from the model.
struct Follower<'a> {
    unit: &'a dyn Unit,
    terms: &'a Terms,
    ts: &'a TransitionSystem,
    value: &'a dyn Fn(Var) -> Value,
    rounds: Option<u32>,
    /// The visits of loop heads in the model.
    expected: &'a [(u32, LoopId)],
    /// How often a loop head of the transition system was visited.
    visits: usize,
    diverged: Option<ReplayError>,
}

impl Follower<'_> {
    /// The step of the model at which a choice is made, between the last visit of a loop head and the next; none on the way to where
    /// the model begins. An occurrence is met at most once there.
    fn step_of(&self, id: NondetId) -> Option<u32> {
        let rounds = self.rounds?;
        let first = match self.visits.checked_sub(1) {
            Some(last) => self.expected.get(last).map_or(0, |(step, _)| *step),
            None => 0,
        };
        let end = self.expected.get(self.visits).map_or(rounds + 1, |(step, _)| *step);
        let chooses = |step: &u32| {
            let head = self.ts.head_at(|pc| (self.value)(self.terms.at(pc, *step)));
            head.is_some_and(|head| self.ts.chooses(head, id))
        };
        let found = (first..end).find(chooses);
        if self.visits == 0 { found } else { Some(found.unwrap_or(first)) }
    }

    /// Compares the state at a loop head with that of the model.
    fn compare(&self, visit: usize, id: LoopId, state: &[Value]) -> Result<(), ReplayError> {
        let Some(&(step, expected)) = self.expected.get(visit) else { return Ok(()) };
        let visit = u32::try_from(visit).unwrap_or(u32::MAX);
        if id != expected {
            return Err(ReplayError::OtherLoop { visit });
        }
        if !self.ts.products().is_empty() {
            return Ok(()); // Values may differ from there on where a product does, and yet lead to a failure.
        }
        for var in self.ts.variables() {
            let Some(source) = var.source else { continue };
            let expected = (self.value)(self.terms.at(var.var, step));
            let found = &state[source.index()];
            if *found != expected {
                let variable = self.unit.decl(source).name.clone();
                return Err(ReplayError::Diverged { visit, variable, expected, found: found.clone() });
            }
        }
        Ok(())
    }
}

impl Oracle for Follower<'_> {
    fn choose(&mut self, id: NondetId, _: Sort) -> Value {
        let step = self.step_of(id);
        let symbol = self.ts.input(id, step.is_none());
        (self.value)(self.terms.at(symbol, step.unwrap_or(0)))
    }

    fn loop_head(&mut self, id: LoopId, state: &[Value]) {
        if self.ts.heads().iter().all(|(head, _)| *head != id) {
            return;
        }
        if self.diverged.is_none() {
            self.diverged = self.compare(self.visits, id, state).err();
        }
        self.visits += 1;
    }
}
