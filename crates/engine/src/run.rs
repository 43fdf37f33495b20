//! The executor: polls an engine from one question to the next. Dropping a [`Run`] cancels the engine.

use crate::cx::{Conclusion, Cx, Mail, Note, Question, Stop, Told};
use crate::imc::Augment;
use crate::vinta::{Refinement, Way, vinta};
use crate::{bmc, fib, imc};
use domain::{BoxDomain, BoxesDomain, Cells, Flow, Limits};
use flow::TransitionSystem;
use flow::cfg::Cfg;
use lang::Unit;
use logic::Terms;
use logic::order::CollectOrdered;
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use trace::{EngineName, Settings, UnknownReason};

type Engine = Pin<Box<dyn Future<Output = Result<Conclusion, Stop>>>>;

/// VINTA and UFO: the most boxes of a union in which the variables that say where control is have the same values. The more, the
/// fewer refinements, and the harder each of them.
///
/// DIVERGENCE: the paper sets no bound. Without one, the union after a loop with many branches has thousands of boxes, and every query
/// about it has as many cases.
const BOXES: usize = 4;

/// An engine at work.
pub struct Run {
    engine: Engine,
    mail: Rc<RefCell<Mail>>,
}

/// What an engine works on, in all the forms that one may want.
#[derive(Clone)]
pub struct Program {
    /// Its text.
    pub source: Rc<str>,
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
    pub fn new(name: EngineName, terms: Rc<Terms>, program: Program, settings: Rc<Settings>) -> Run {
        let boxes = BoxDomain::new(terms.clone());
        let unions = {
            let terms = terms.clone();
            |flow: &Flow<'_>| {
                let cells = Some(Cells {
                    along: domain::settings(&terms, flow).into_keys().collect_set(),
                    boxes: BOXES,
                });
                BoxesDomain::new(terms, Limits { cells, ..Limits::default() })
            }
        };
        let (cx, mail) = Cx::new(terms, settings);
        let ts = program.ts.clone();
        let engine: Engine = match name {
            EngineName::Bmc => Box::pin(async move { bmc::bmc(&cx, &ts).await }),
            EngineName::Imc => {
                let augment = Augment { property: cx.settings().augment, ..Augment::default() };
                Box::pin(async move { imc::imc(&cx, &ts, augment).await })
            }
            EngineName::ImcF => {
                let augment = Augment { fixed_point_checks: true, ..Augment::default() };
                Box::pin(async move { imc::imc(&cx, &ts, augment).await })
            }
            EngineName::ImcI => {
                let augment = Augment { interpolants: true, ..Augment::default() };
                Box::pin(async move { imc::imc(&cx, &ts, augment).await })
            }
            EngineName::FibF => Box::pin(async move { fib::forward(&cx, &ts).await }),
            EngineName::FibB => Box::pin(async move { fib::backward(&cx, &ts).await }),
            EngineName::FibBi => Box::pin(async move { fib::bidirectional(&cx, &ts).await }),
            EngineName::VintaBox | EngineName::UfoBox => {
                let way = Way { refinement: refinement(name), thresholds: false };
                Box::pin(async move { vinta(&cx, &program, |_| boxes, way).await })
            }
            EngineName::VintaBoxes | EngineName::UfoBoxes => {
                let way = Way { refinement: refinement(name), thresholds: true };
                Box::pin(async move { vinta(&cx, &program, unions, way).await })
            }
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

/// The refinement procedure of VINTA and of UFO.
fn refinement(name: EngineName) -> Refinement {
    match name {
        EngineName::UfoBox | EngineName::UfoBoxes => Refinement::Unrestricted,
        _ => Refinement::Restricted,
    }
}
