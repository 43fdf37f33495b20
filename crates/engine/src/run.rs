//! The executor: polls an engine from one question to the next. Dropping a [`Run`] cancels the engine.

use crate::cx::{Conclusion, Cx, Mail, Note, Question, Stop, Told};
use crate::{ar, bmc, dar, fib, imc, impact, ismc, kind, pdr, vinta};
use flow::TransitionSystem;
use flow::cfg::Cfg;
use lang::Unit;
use logic::Terms;
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use trace::{Engine, Language, Settings, Sides, UnknownReason, Vocabulary};

/// An engine from one question to the next.
pub(crate) type Coroutine = Pin<Box<dyn Future<Output = Result<Conclusion, Stop>>>>;

/// An engine at work.
pub struct Run {
    engine: Coroutine,
    mail: Rc<RefCell<Mail>>,
}

/// What an engine works on, in all the forms that one may want.
#[derive(Clone)]
pub struct Subject {
    /// Its text.
    pub source: Rc<str>,
    /// Its language.
    pub language: Language,
    /// The program itself.
    pub unit: Rc<dyn Unit>,
    /// Its control-flow graph.
    pub cfg: Rc<Cfg>,
    /// Its transition system, with formulas in the store that the engine works in.
    pub ts: Rc<TransitionSystem>,
}

/// What an engine does next.
#[derive(Debug)]
pub enum Next {
    /// It asks; answer with [`Run::answer`] before going on.
    Asks(Box<Question>),
    /// It is done.
    Ends(Conclusion),
}

impl Run {
    /// Starts an engine on a program whose formulas live in `terms`.
    pub fn new(engine: Engine, terms: Rc<Terms>, subject: Subject, settings: Rc<Settings>) -> Run {
        let words = Vocabulary::new(subject.language, settings.encoding);
        let (cx, mail) = Cx::new(terms.clone(), settings, words);
        let ts = subject.ts.clone();
        let engine: Coroutine = match engine {
            Engine::Bmc => Box::pin(async move { bmc::bmc(&cx, &ts).await }),
            Engine::Imc(augmentation) => Box::pin(async move { imc::imc(&cx, &ts, augmentation).await }),
            Engine::Ismc => ismc::start(cx, ts),
            Engine::Pdr => pdr::start(cx, ts),
            Engine::Dar => dar::start(cx, ts),
            Engine::KInduction => kind::start(cx, ts),
            Engine::Ar(regain) => ar::start(cx, ts, regain),
            Engine::Fib(Sides::Forward) => Box::pin(async move { fib::forward(&cx, &ts).await }),
            Engine::Fib(Sides::Backward) => Box::pin(async move { fib::backward(&cx, &ts).await }),
            Engine::Fib(Sides::Both) => Box::pin(async move { fib::bidirectional(&cx, &ts).await }),
            Engine::Impact(covering) => impact::start(cx, subject, covering),
            Engine::Vinta { refinement, domain } => vinta::start(cx, terms, subject, refinement, domain),
        };
        Run { engine, mail }
    }

    /// Lets the engine work up to its next question or its end. Returns what it noted on the way, too.
    pub fn go_on(&mut self) -> (Vec<Note>, Next) {
        let polled = self.engine.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        let mut mail = self.mail.borrow_mut();
        let notes = std::mem::take(&mut mail.notes);
        let next = match polled {
            Poll::Ready(Ok(conclusion)) => Next::Ends(conclusion),
            Poll::Ready(Err(Stop::Solver(reason))) => Next::Ends(Conclusion::Unknown(reason)),
            Poll::Pending => match mail.question.take() {
                Some(question) => Next::Asks(Box::new(question)),
                // An engine waits for nothing but answers; one that waits all the same can only be stopped.
                None => Next::Ends(Conclusion::Unknown(UnknownReason::Solver("the engine stalled".into()))),
            },
        };
        (notes, next)
    }

    /// Answers the question that [`Run::go_on`] returned last.
    pub fn answer(&mut self, answer: Result<Told, Stop>) {
        self.mail.borrow_mut().answer = Some(answer);
    }
}
