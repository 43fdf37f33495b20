//! The record of a run: its events in order, and the table of formulas that they build up. Events come from the
//! worker; snapshots and time line read them. Cloning is cheap, because events and formulas are shared.

use std::rc::Rc;
use trace::{Event, Formula, FormulaId};

/// The events of a run so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    events: Vec<Rc<Event>>,
    formulas: Vec<Rc<Formula>>,
}

/// Why an event cannot go on a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Events in between are missing.
    #[error("the run skipped from step {expected} to step {got}")]
    Gap {
        /// The step that should have come.
        expected: usize,
        /// The step that came.
        got: usize,
    },
    /// The run was replayed, and this event is not what it was the first time.
    #[error("step {step} came out differently when the run was replayed")]
    Diverged {
        /// The step, counted from 1.
        step: usize,
    },
}

impl History {
    /// How many events there are, which is also the last step: step `n` is the state after `n` events.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The events in order.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> + ExactSizeIterator {
        self.events.iter().map(|e| &**e)
    }

    /// The event that led to step `step`; none for step 0 and for steps not reached.
    pub fn event(&self, step: usize) -> Option<&Event> {
        Some(self.events.get(step.checked_sub(1)?)?)
    }

    /// A formula of the table; none when no event has mentioned it.
    pub fn formula(&self, id: FormulaId) -> Option<&Rc<Formula>> {
        self.formulas.get(usize::try_from(id).ok()?)
    }

    /// Adds the next event. An event that is there already, as when a run is replayed after it was cancelled, is
    /// compared and otherwise ignored.
    pub fn push(&mut self, event: Event) -> Result<(), Mismatch> {
        let got = event.index as usize;
        match self.events.get(got) {
            Some(known) if **known == event => Ok(()),
            Some(_) => Err(Mismatch::Diverged { step: got + 1 }),
            None if got == self.events.len() => {
                self.formulas.extend(event.formulas.iter().cloned().map(Rc::new));
                self.events.push(Rc::new(event));
                Ok(())
            }
            None => Err(Mismatch::Gap { expected: self.events.len() + 1, got: got + 1 }),
        }
    }

    /// The events as JSON, one a line, each line ended.
    pub fn json_lines(&self) -> String {
        let mut text = String::new();
        for event in self.events() {
            // Events are plain data with string keys, which always can be written.
            text.push_str(&serde_json::to_string(event).unwrap_or_default());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::counter_run;

    #[test]
    fn a_replay_is_compared_and_not_added() {
        let mut history = counter_run();
        let again: Vec<Event> = history.events().cloned().collect();
        let before = history.clone();
        for event in again.clone() {
            assert_eq!(history.push(event), Ok(()));
        }
        assert_eq!(history, before);
        let mut other = again[3].clone();
        other.outcome.push('!');
        assert_eq!(history.push(other), Err(Mismatch::Diverged { step: 4 }));
        assert_eq!(history, before);
    }

    #[test]
    fn a_gap_is_refused() {
        let mut later = counter_run().event(1).unwrap().clone();
        later.index = 2;
        assert_eq!(History::default().push(later), Err(Mismatch::Gap { expected: 1, got: 3 }));
    }

    #[test]
    fn json_lines_read_back() {
        let history = counter_run();
        let mut copy = History::default();
        for line in history.json_lines().lines() {
            copy.push(serde_json::from_str(line).unwrap()).unwrap();
        }
        assert_eq!(copy, history);
    }
}
