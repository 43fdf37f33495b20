//! From a model back to the program: the interpreter follows the model's choices to the failing assertion.

use crate::system::TransitionSystem;
use lang::interp::{Execution, Limits, Oracle, Outcome};
use lang::{LoopId, NondetId, Unit};
use logic::{Sort, Terms, Value, Var};
use std::collections::BTreeMap;

/// Why a model is not an execution that fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The execution did not end in a violated assertion.
    #[error("the execution ends otherwise: {0:?}")]
    Ended(Outcome),
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
/// # Errors
/// When the interpreter does not arrive at a violated assertion, or differs from the model on the way.
pub fn replay(
    unit: &dyn Unit,
    terms: &Terms,
    ts: &TransitionSystem,
    value: &dyn Fn(Var) -> Value,
    rounds: Option<u32>,
) -> Result<Execution, ReplayError> {
    let initial: BTreeMap<_, _> = unit
        .vars()
        .map(|id| {
            let symbol = if rounds.is_some() { ts.entry_value(id) } else { ts.symbol(id) };
            (id, value(terms.at(symbol, 0)))
        })
        .collect();
    let mut follower = Follower { unit, terms, ts, value, rounds, visits: 0, diverged: None };
    let execution = unit.run(&initial, &mut follower, Limits::default());
    match (follower.diverged, execution.outcome) {
        (Some(error), _) => Err(error),
        (None, Outcome::AssertionFailed { .. }) => Ok(execution),
        (None, outcome) => Err(ReplayError::Ended(outcome)),
    }
}

/// Answers the interpreter's choices from the model.
struct Follower<'a> {
    unit: &'a dyn Unit,
    terms: &'a Terms,
    ts: &'a TransitionSystem,
    value: &'a dyn Fn(Var) -> Value,
    rounds: Option<u32>,
    /// How often a head of the transition system was visited.
    visits: u32,
    diverged: Option<ReplayError>,
}

impl Oracle for Follower<'_> {
    fn choose(&mut self, id: NondetId, _: Sort) -> Value {
        let symbol = self.ts.input(id, self.visits == 0);
        (self.value)(self.terms.at(symbol, self.visits.saturating_sub(1)))
    }

    fn loop_head(&mut self, id: LoopId, state: &[Value]) {
        if self.ts.heads().iter().all(|(head, _)| *head != id) {
            return;
        }
        let visit = self.visits;
        self.visits += 1;
        if self.diverged.is_some() || self.rounds.is_none_or(|rounds| visit > rounds) {
            return;
        }
        for var in &self.ts.vars {
            let Some(id) = var.source else { continue };
            let expected = (self.value)(self.terms.at(var.var, visit));
            let found = &state[id.index()];
            if *found != expected {
                self.diverged = Some(ReplayError::Diverged {
                    visit,
                    variable: self.unit.decl(id).name.clone(),
                    expected,
                    found: found.clone(),
                });
                return;
            }
        }
    }
}
