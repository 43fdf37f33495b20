//! The record of a run: its events in order, and the table of formulas that they build up. Events come from the
//! worker; snapshots and time line read them. Cloning is cheap, because events and formulas are shared.

use std::rc::Rc;
use trace::{Change, Event, Formula, FormulaId, json};

/// The events of a run so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    events: Vec<Rc<Event>>,
    formulas: Vec<Rc<Formula>>,
    /// The messages that brought the events, and how many of the last events of each they brought.
    messages: Vec<(Rc<str>, usize)>,
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

    /// Adds the next event, with what was left out of its query. An event that is there already, as when a run is replayed after it was cancelled, is
    /// compared and otherwise ignored.
    pub fn push(&mut self, mut event: Event) -> Result<(), Mismatch> {
        let got = event.index as usize;
        if let Some(query) = &mut event.query {
            let before = self.events.iter().take(got).rev().find_map(|event| event.query.as_ref());
            query.restore(before.map_or(&[], |before| &before.parts));
        }
        match self.events.get(got) {
            Some(known) if **known == event => Ok(()),
            Some(_) => Err(Mismatch::Diverged { step: got + 1 }),
            None if got == self.events.len() => {
                self.formulas.extend(event.formulas.iter().cloned());
                self.events.push(Rc::new(event));
                Ok(())
            }
            None => Err(Mismatch::Gap { expected: self.events.len() + 1, got: got + 1 }),
        }
    }

    /// The unrolling bound after so many steps, once there is one.
    pub fn bound(&self, step: usize) -> Option<u32> {
        let mut changes = self.events.iter().take(step).rev().flat_map(|event| event.changes.iter().rev());
        changes.find_map(|change| match change {
            Change::BoundRaised { k } => Some(Some(*k)),
            // An engine that begins again has none.
            Change::BeganAgain => Some(None),
            _ => None,
        })?
    }

    /// Keeps the text of the worker's message, an array of events somewhere in it, whose last `count` events were new.
    pub fn keep(&mut self, message: Rc<str>, count: usize) {
        if count > 0 {
            self.messages.push((message, count));
        }
    }

    /// The events as JSON, one a line, each line ended: as the worker wrote them, so that the page need not be able to.
    pub fn json_lines(&self) -> String {
        let mut text = String::new();
        for (message, count) in &self.messages {
            let places =
                message.find('[').and_then(|at| json::elements(message, at).ok()).unwrap_or_default();
            for place in &places[places.len().saturating_sub(*count)..] {
                text.push_str(&message[place.clone()]);
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::counter_run;
    use trace::Reply;

    fn reply_events(reply: &Reply) -> &[Event] {
        match reply {
            Reply::Events(events) | Reply::Paused { events, .. } => events,
            Reply::Opened(_)
            | Reply::Rejected(_)
            | Reply::Trying(_)
            | Reply::Settled(_)
            | Reply::Projected { .. }
            | Reply::Judged { .. }
            | Reply::Experimented { .. } => &[],
        }
    }

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
        let events: Vec<Event> = counter_run().events().cloned().collect();
        let mut history = History::default();
        for (first, last) in [(0, 3), (2, 4), (0, 1), (4, events.len())] {
            let reply =
                Reply::Paused { events: events[first..last].to_vec(), finished: last == events.len() };
            let before = history.len();
            reply_events(&reply).iter().for_each(|event| history.push(event.clone()).unwrap());
            history.keep(serde_json::to_string(&reply).unwrap().into(), history.len() - before);
        }
        let lines: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
        assert_eq!(history.json_lines().lines().collect::<Vec<_>>(), lines);
        assert!(history.json_lines().ends_with('\n'));
    }
}
