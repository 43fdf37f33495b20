//! One run: front end, transition system, engine, solver, and the independent checks of every answer.
//!
//! A [`Session`] is opened on a [`Setup`] and advanced one event at a time. It answers the engine's questions through
//! the door to a solver, has each answer checked (models by evaluation, refutations and interpolants by replaying their
//! proofs), records what happened as trace events, and gives no verdict whose certificate or execution fails its check.

mod ranges;

mod table;

mod oracle;

mod contexts;

mod executions;

mod first;

mod shorter;

mod facts;

mod interpolation;

mod tree;

mod events;

mod verdict;

mod vacuity;

mod model;

mod invariants;

mod open;

mod text;

mod graph_text;

mod proof_text;

mod witness;

mod projection;

mod auto;

mod own;

mod products;

mod defined;

mod judge;

mod lab;

mod loops;

pub use auto::{Automatic, Ended};
pub use judge::judge;
pub use lab::experiment;
pub use loops::{Loops, invariants_of_loops};
pub use open::transform;
pub use projection::project;
pub use proof_text::proof_text;
pub use text::{execution_text, reason, render_problem, transcript, types};
pub use witness::witness;

use engine::{Auxiliary, Conclusion, Goal, Next, Question, Run, Subject, Told};
use events::Recorder;
use flow::cfg::Cfg;
use flow::{Symbols, TransitionSystem};
use invariants::Invariants;
use lang::AssertId;
use logic::Terms;
use oracle::Oracle;
use solver::Door;
use std::collections::VecDeque;
use std::rc::Rc;
use trace::Costs;
use trace::{Change, Event, Language, Opened, Problem, Setup, Spent, UnknownReason, Verdict, Vocabulary};
use vacuity::Remarks;
use verdict::Made;

/// The most terms of a run, in millions: with what engine and solver keep of them, a gigabyte or two.
const TERMS: u32 = 6;

/// A run in progress.
pub struct Session {
    terms: Rc<Terms>,
    source: String,
    language: Language,
    program: Rc<dyn lang::Unit>,
    cfg: Rc<Cfg>,
    ts: Rc<TransitionSystem>,
    /// The only assertion that is checked, if not all are.
    assertion: Option<AssertId>,
    engine: trace::Engine,
    /// What has been learnt of products of variables.
    lemmas: Vec<lang::ast::Bexp>,
    run: Run,
    oracle: Oracle,
    recorder: Recorder,
    next: State,
    /// The invariant generator, once an engine has asked for it.
    invariants: Option<Invariants>,
    /// How many terms there may be.
    most_terms: usize,
    /// Events that are made but not yet handed out: the generator's steps.
    pending: VecDeque<Event>,
}

enum State {
    /// What comes before the engine, which then asks this.
    First(Box<(Door, Setup, Next)>),
    Asked(Next),
    /// What came before the engine has ended the run.
    Ended(Made),
    Over,
}

impl Session {
    /// Reads the program and starts the engine; computes no event yet.
    ///
    /// # Errors
    /// The problems of the program text, at least one of them an error.
    pub fn open(setup: &Setup) -> Result<(Session, Opened), Vec<Problem>> {
        Session::through(smt::door(), setup)
    }

    /// The same, answered by the solver behind a door.
    ///
    /// # Errors
    /// As [`Session::open`].
    pub fn through(door: Door, setup: &Setup) -> Result<(Session, Opened), Vec<Problem>> {
        let (parts, opened) = open::open(setup)?;
        let open::Parts { terms, program, cfg, ts, assertion, ranges } = parts;
        let settings = Rc::new(setup.settings.clone());
        let subject = Subject {
            source: setup.source.as_str().into(),
            language: setup.language,
            unit: program.clone(),
            cfg: cfg.clone(),
            ts: ts.clone(),
        };
        let mut run = Run::new(setup.engine, terms.clone(), subject, settings.clone());
        let mut recorder = Recorder::new(ranges, Vocabulary::new(setup.language, setup.settings.encoding));
        let (notes, next) = run.go_on();
        recorder.note_before_first(notes);
        let next = match setup.settings.run_first {
            true => State::First(Box::new((door.clone(), setup.clone(), next))),
            false => State::Asked(next),
        };
        let session = Session {
            oracle: Oracle::new(&terms, &settings, program.clone(), ts.clone(), door),
            terms,
            source: setup.source.clone(),
            language: setup.language,
            program,
            cfg,
            ts,
            assertion,
            engine: setup.engine,
            lemmas: Vec::new(),
            run,
            recorder,
            next,
            invariants: None,
            most_terms: TERMS as usize * 1_000_000,
            pending: VecDeque::new(),
        };
        Ok((session, opened))
    }

    /// What the parts of the input are called in sentences.
    pub(crate) fn words(&self) -> Vocabulary {
        self.recorder.words
    }

    /// For those who want the verdict: formulas, models and proof trees are in the last event alone, since to write them can take longer
    /// than to compute them. To be said before the first event.
    #[must_use]
    pub fn briefly(mut self) -> Session {
        self.recorder.leave_out();
        self.oracle.trees = false;
        self
    }

    /// The next step of the run: one query answered and what followed from it. None when the verdict is out.
    pub fn advance(&mut self) -> Option<Event> {
        if let Some(event) = self.pending.pop_front() {
            return Some(event);
        }
        match std::mem::replace(&mut self.next, State::Over) {
            State::Over => None,
            State::First(before) => {
                let (door, setup, next) = *before;
                let found = first::first(&door, &setup);
                let event = self.recorder.first(&self.terms, &found, self.oracle.totals());
                self.next = found.made.map_or(State::Asked(next), State::Ended);
                Some(event)
            }
            State::Ended(made) => Some(self.end(made)),
            State::Asked(Next::Asks(_)) if self.terms.len() > self.most_terms => {
                Some(self.conclude(Conclusion::Unknown(UnknownReason::Size(TERMS))))
            }
            State::Asked(Next::Asks(question)) if question.goal == Goal::AuxiliaryInvariant => {
                self.generate(&question);
                self.pending.pop_front()
            }
            State::Asked(Next::Asks(question)) => {
                let (answer, shown) = self.oracle.answer(&self.terms, &question);
                if let Some(fault) = self.oracle.take_fault(&self.terms) {
                    let oracle::Fault { what, script } = fault;
                    let verdict = Verdict::Faulty { what, script };
                    return Some(self.recorder.query_with_verdict(
                        &self.terms,
                        &question,
                        shown,
                        verdict,
                        (self.oracle.totals(), self.oracle.costs()),
                    ));
                }
                self.run.answer(answer);
                let (notes, next) = self.run.go_on();
                self.next = State::Asked(next);
                let mut event =
                    self.recorder.query(&self.terms, &question, shown, notes, self.oracle.totals());
                if !self.ts.products().is_empty() {
                    self.doubt(&mut event);
                }
                if let Some(why) = self.oracle.refused.take() {
                    event.outcome = format!("{why} {}", event.outcome);
                }
                Some(event)
            }
            State::Asked(Next::Ends(conclusion)) => Some(self.conclude(conclusion)),
        }
    }

    /// Runs the invariant generator: its own steps become events, then the engine is answered.
    fn generate(&mut self, question: &Question) {
        let (terms, ts) = (self.terms.clone(), self.ts.clone());
        let invariants = self.invariants.get_or_insert_with(|| {
            let symbols = Symbols::of_unit(&terms, &*self.program, &self.cfg, "");
            Invariants::new(&terms, self.cfg.clone(), symbols, &ts, &self.oracle.door)
        });
        let found = invariants.next(&terms, &mut self.oracle, &ts, &self.source);
        let totals = self.oracle.totals();
        for level in &found.levels {
            for visit in &level.visits {
                self.pending.push_back(self.recorder.analysis(question, level, visit, totals));
            }
        }
        if let Some(fault) = self.oracle.take_fault(&self.terms) {
            let verdict = verdict::at_fault(fault);
            let ended = (totals, self.oracle.costs());
            self.pending.push_back(self.recorder.verdict(&terms, verdict, Remarks::default(), ended));
            return;
        }
        self.run.answer(Ok(Told::Invariant(Auxiliary { invariant: found.invariant, more: found.more })));
        let (notes, next) = self.run.go_on();
        self.next = State::Asked(next);
        self.pending.push_back(self.recorder.invariant(&terms, question, &found, notes, totals));
    }

    fn conclude(&mut self, conclusion: Conclusion) -> Event {
        let conclusion = match self.ts.products() {
            [] => conclusion,
            _ => match self.in_products(conclusion) {
                Ok(conclusion) => conclusion,
                Err(event) => return *event,
            },
        };
        let made = match self.oracle.take_fault(&self.terms) {
            Some(fault) => verdict::at_fault(fault),
            None => verdict::verdict(self, conclusion),
        };
        self.end(made)
    }

    /// The event of the verdict, with what it does not say.
    fn end(&mut self, mut made: Made) -> Event {
        let mut remarks = match made.fails_by_itself {
            // What comes behind an index that is out of bounds is not tested because of that.
            true => Remarks::default(),
            false => vacuity::remarks(self, made.proved.unwrap_or_else(|| self.terms.tru())),
        };
        remarks.warnings.extend(made.overflows.take().map(|problem| *problem));
        if let Some(fault) = self.oracle.take_fault(&self.terms) {
            made = verdict::at_fault(fault);
        }
        self.recorder.verdict(&self.terms, made, remarks, (self.oracle.totals(), self.oracle.costs()))
    }

    /// What the solver was asked so far, by purpose; the event with the verdict has it too.
    pub fn costs(&self) -> Costs {
        self.oracle.costs()
    }

    /// What the solver did so far, for whatever purpose, in one number: questions, conflicts and pivots count one each, ten decisions
    /// one, and 50 parts of formulas one where the transition relation is large.
    pub(crate) fn work(&self) -> u64 {
        let one = |spent: Spent| spent.queries + spent.conflicts + spent.pivots + spent.decisions / 10;
        let solved: u64 = self.costs().into_iter().map(|(_, spent)| one(spent)).sum();
        solved + self.oracle.parts() as u64 / 50
    }

    /// Runs to the end.
    pub fn run_to_end(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.advance()).collect()
    }
}

/// The verdict of a run whose events are complete.
pub fn verdict_of(events: &[Event]) -> Option<&Verdict> {
    events.last()?.changes.iter().rev().find_map(|c| match c {
        Change::Verdict(v) => Some(&**v),
        _ => None,
    })
}

/// Findings that are not part of the verdict, such as assertions that no execution tests.
pub fn warnings_of(events: &[Event]) -> Vec<&Problem> {
    let changes = events.iter().flat_map(|event| &event.changes);
    changes
        .filter_map(|change| if let Change::Warned(problem) = change { Some(problem) } else { None })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::{Engine, Settings};

    #[test]
    fn a_run_ends_before_its_formulas_take_all_memory() {
        let source = "x := 0;\nwhile x < 100 do x := x + 1 done;\nassert x = 100".to_owned();
        let settings = Settings { run_first: false, ..Settings::default() };
        let setup = Setup { source, language: Language::Imp, engine: Engine::BMC, settings };
        let (mut session, _) = Session::open(&setup).expect("a program");
        session.most_terms = session.terms.len() + 200;
        let events = session.run_to_end();
        assert_eq!(verdict_of(&events), Some(&Verdict::Unknown(UnknownReason::Size(TERMS))));
        assert!((2..100).contains(&events.len()), "{}", events.len());
        assert_eq!(events[events.len() - 1].outcome, "Unknown: formulas have grown beyond 6 million parts.");
    }
}
