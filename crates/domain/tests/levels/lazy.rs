//! What is found when questions stay without an answer.

use super::Subject;
use super::generate::{self, Random, Shape};
use domain::Kind;
use logic::{Term, Terms};
use proof::{Part, Proof};
use smt::Embedded;
use solver::{Backend, Context, Counters, Door, Limit, Limits, Outcome, Unknown};
use std::cell::Cell;
use std::rc::Rc;

/// Answers as our solver does, but gives up on some questions, or claims to have worked hard.
struct Lazy {
    asked: Rc<Cell<u64>>,
    /// Only every so-many-th question is answered.
    answers: u64,
    /// The effort claimed for each question.
    effort: u64,
}

fn lazy(asked: u64, answers: u64, effort: u64) -> Door {
    Door::new(Rc::new(Lazy { asked: Rc::new(Cell::new(asked)), answers, effort }))
}

impl Backend for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn open(&self, limits: Limits) -> Box<dyn Context> {
        let Lazy { answers, effort, .. } = *self;
        let inner = Embedded.open(limits);
        Box::new(LazyContext { inner, all: self.asked.clone(), asked: 0, answers, effort })
    }
}

struct LazyContext {
    inner: Box<dyn Context>,
    /// How often contexts of this backend have been asked.
    all: Rc<Cell<u64>>,
    /// How often this one has.
    asked: u64,
    answers: u64,
    effort: u64,
}

impl Context for LazyContext {
    fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
    }

    fn assert(&mut self, terms: &Terms, formula: Term) -> Part {
        self.inner.assert(terms, formula)
    }

    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        self.asked += 1;
        self.all.set(self.all.get() + 1);
        if self.all.get().is_multiple_of(self.answers) {
            self.inner.check(terms, assumptions)
        } else {
            Outcome::Unknown(Unknown::Limit(Limit::Conflicts))
        }
    }

    fn unsat_core(&self) -> Vec<Part> {
        self.inner.unsat_core()
    }

    fn failed_assumptions(&self) -> &[Term] {
        self.inner.failed_assumptions()
    }

    fn proof(&self) -> Option<Proof> {
        self.inner.proof()
    }

    fn counters(&self) -> Counters {
        Counters { propagations: self.asked * self.effort, ..Counters::default() }
    }
}

#[test]
fn without_answers_less_is_found_and_still_inductive() {
    let source = "int x, y; { x = 0 and y = 0 } while x < 9 do x := x + 1; y := y + 2 done { y = 2 * x }";
    for (answers, effort) in [(1, 0), (2, 0), (3, 0), (1_000_000, 0), (1, 100_000), (1, 10_000_000)] {
        let mut subject = Subject::of_source(source);
        let mut ask = subject.questions(&lazy(0, answers, effort));
        let levels = subject.levels(&mut ask);
        assert_eq!(levels.iter().map(|l| l.kind).collect::<Vec<_>>(), Kind::ALL);
        levels.iter().for_each(|l| subject.check_inductive(l.invariant));
        let proves = levels.iter().any(|l| subject.is_safe(l.invariant));
        assert_eq!(
            proves,
            (answers, effort) == (1, 0) || (answers, effort) == (1, 100_000),
            "{answers} {effort}"
        );
    }
}

#[test]
fn facts_that_come_back_are_asked_about_again() {
    // A fact that the solver cannot decide is given up, and what followed from it may have to be written down later: it must
    // then be shown on every way to its head.
    let shape = Shape { loops: 3, block: 3, depth: 3, height: 2, numbers: 4, big: false };
    for seed in 0..60 {
        let program = generate::program(&mut Random::new(seed), shape);
        let mut subject = Subject::new(&program);
        let mut ask = subject.questions(&lazy(seed, 2 + seed % 3, 0));
        for level in subject.levels(&mut ask) {
            subject.check_inductive(level.invariant);
        }
    }
}
