//! One run: front end, transition system, engine, solver, and the independent checks of every answer.
//!
//! A [`Session`] is opened on a [`Setup`] and advanced one event at a time. It answers the engine's questions with the
//! embedded solver, has each answer checked (models by evaluation, refutations and interpolants by replaying
//! their proofs), writes down what happened as trace events, and lets no verdict out whose certificate or execution
//! does not check.

mod table;

mod oracle;

mod events;

mod verdict;

mod open;

mod text;

pub use open::problems;
pub use text::{execution_text, reason, render_problem, transcript};

use engine::{Conclusion, Next, Run};
use events::Recorder;
use flow::TransitionSystem;
use logic::Terms;
use oracle::Oracle;
use std::rc::Rc;
use trace::{Event, Opened, Problem, Setup, Verdict};

/// A run in progress.
pub struct Session {
    terms: Rc<Terms>,
    source: String,
    program: Rc<dyn lang::Unit>,
    ts: Rc<TransitionSystem>,
    run: Run,
    oracle: Oracle,
    recorder: Recorder,
    next: State,
}

enum State {
    Asked(Next),
    Over,
}

impl Session {
    /// Reads the program and starts the engine; computes no event yet.
    ///
    /// # Errors
    /// The problems of the program text, at least one of them an error.
    pub fn open(setup: &Setup) -> Result<(Session, Opened), Vec<Problem>> {
        let (parts, opened) = open::open(setup)?;
        let open::Parts { terms, program, ts } = parts;
        let settings = Rc::new(setup.settings.clone());
        let mut run = Run::new(setup.engine, terms.clone(), ts.clone(), settings.clone());
        let mut recorder = Recorder::default();
        let (notes, next) = run.go_on();
        recorder.note_before_first(&terms, notes);
        let session = Session {
            oracle: Oracle::new(&settings, smt::generalise::constants(&terms, &[ts.init, ts.trans, ts.bad])),
            terms,
            source: setup.source.clone(),
            program,
            ts,
            run,
            recorder,
            next: State::Asked(next),
        };
        Ok((session, opened))
    }

    /// The next step of the run: one query answered and what followed from it. None when the verdict is out.
    pub fn advance(&mut self) -> Option<Event> {
        match std::mem::replace(&mut self.next, State::Over) {
            State::Over => None,
            State::Asked(Next::Asks(question)) => {
                let (answer, shown) = self.oracle.answer(&self.terms, &question);
                if let Some(fault) = self.oracle.take_fault() {
                    let verdict = Verdict::Faulty { what: fault };
                    return Some(self.recorder.query_with_verdict(
                        &self.terms,
                        &question,
                        shown,
                        verdict,
                        self.oracle.totals(),
                    ));
                }
                self.run.answer(answer);
                let (notes, next) = self.run.go_on();
                self.next = State::Asked(next);
                Some(self.recorder.query(&self.terms, &question, shown, notes, self.oracle.totals()))
            }
            State::Asked(Next::Ends(conclusion)) => Some(self.conclude(conclusion)),
        }
    }

    fn conclude(&mut self, conclusion: Conclusion) -> Event {
        let verdict = verdict::verdict(self, conclusion);
        self.recorder.verdict(&self.terms, verdict, self.oracle.totals())
    }

    /// Runs to the end.
    pub fn run_to_end(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.advance()).collect()
    }
}

/// The verdict of a run whose events are complete.
pub fn verdict_of(events: &[Event]) -> Option<&Verdict> {
    events.last()?.changes.iter().rev().find_map(|c| match c {
        trace::Change::Verdict(v) => Some(&**v),
        _ => None,
    })
}
