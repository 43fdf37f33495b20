//! What is found when questions stay without an answer.

use super::Subject;
use super::generate::{self, Random, Shape};
use domain::{Answer, Ask, Context, Embedded, Kind};
use logic::Term;

/// Answers as another does, but gives up on some questions, or claims to have worked hard.
struct Lazy {
    inner: Embedded,
    asked: u64,
    /// Only every so-many-th question is answered.
    answers: u64,
    /// The effort claimed for each question.
    effort: u64,
}

impl Ask for Lazy {
    fn open(&mut self) -> Context {
        self.inner.open()
    }

    fn assert(&mut self, context: Context, formula: Term) {
        self.inner.assert(context, formula);
    }

    fn check(&mut self, context: Context, assumptions: &[Term]) -> Answer {
        self.asked += 1;
        if self.asked.is_multiple_of(self.answers) {
            self.inner.check(context, assumptions)
        } else {
            Answer::Unknown
        }
    }

    fn close(&mut self, context: Context) {
        self.inner.close(context);
    }

    fn effort(&self) -> u64 {
        self.asked * self.effort
    }
}

#[test]
fn without_answers_less_is_found_and_still_inductive() {
    let source = "int x, y; { x = 0 and y = 0 } while x < 9 do x := x + 1; y := y + 2 done { y = 2 * x }";
    for (answers, effort) in [(1, 0), (2, 0), (3, 0), (1_000_000, 0), (1, 100_000), (1, 10_000_000)] {
        let mut subject = Subject::of_source(source);
        let mut ask = Lazy { inner: subject.embedded(), asked: 0, answers, effort };
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
        let mut ask = Lazy { inner: subject.embedded(), asked: seed, answers: 2 + seed % 3, effort: 0 };
        for level in subject.levels(&mut ask) {
            subject.check_inductive(level.invariant);
        }
    }
}
