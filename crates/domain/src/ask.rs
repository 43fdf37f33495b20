//! Questions to the solver. All of them go through one trait, so that a session may count, show or refuse them.

use logic::{Node, Term, Terms};
use smt::{Config, Limits, Model, Outcome, Solver};
use std::rc::Rc;

/// A solver context: a number given out by [`Ask::open`].
pub type Context = usize;

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The formulas hold together, for instance in this model.
    Sat(Model),
    /// They contradict each other.
    Unsat,
    /// Neither was found out.
    Unknown,
}

/// Who answers questions of satisfiability.
pub trait Ask {
    /// Opens a context in which nothing is asserted yet.
    fn open(&mut self) -> Context;

    /// Asserts a formula in a context, for good.
    fn assert(&mut self, context: Context, formula: Term);

    /// Whether what is asserted holds together with the assumptions, which are forgotten afterwards.
    fn check(&mut self, context: Context, assumptions: &[Term]) -> Answer;

    /// Gives up a context: it is not used again.
    fn close(&mut self, context: Context);

    /// How much work the answers have taken so far, in counted steps of the solver: the same in every run.
    fn effort(&self) -> u64;
}

/// An open context.
struct Open {
    solver: Solver<Rc<Terms>>,
    /// What a step counts: more when the formulas have long numbers.
    weight: u64,
}

/// Answers by the embedded solver, one incremental instance per context.
pub struct Embedded {
    terms: Rc<Terms>,
    limits: Limits,
    contexts: Vec<Option<Open>>,
    /// The effort of closed contexts.
    spent: u64,
    /// How many questions have been asked.
    pub checks: u64,
}

impl Embedded {
    /// With these limits for each question.
    pub fn new(terms: Rc<Terms>, limits: Limits) -> Embedded {
        Embedded { terms, limits, contexts: Vec::new(), spent: 0, checks: 0 }
    }

    /// Limits that suit the many small questions of the invariant generator.
    pub fn small_limits() -> Limits {
        Limits { conflicts: 1_000, pivots: 10_000, splits: 500, digits: 256, ..Limits::default() }
    }
}

impl Ask for Embedded {
    fn open(&mut self) -> Context {
        let solver = Solver::new(self.terms.clone(), Config { limits: self.limits });
        self.contexts.push(Some(Open { solver, weight: 1 }));
        self.contexts.len() - 1
    }

    fn assert(&mut self, context: Context, formula: Term) {
        let weight = 1 + longest(&self.terms, formula) / WORD;
        if let Some(Some(open)) = self.contexts.get_mut(context) {
            open.solver.assert(formula);
            open.weight = open.weight.max(weight);
        }
    }

    fn check(&mut self, context: Context, assumptions: &[Term]) -> Answer {
        self.checks += 1;
        let Some(Some(Open { solver, .. })) = self.contexts.get_mut(context) else { return Answer::Unknown };
        // A scope of their own lets the search forget the assumptions' atoms afterwards.
        solver.push();
        for &t in assumptions {
            solver.assert(t);
        }
        let answer = match solver.check(&[]) {
            Outcome::Sat(model) => Answer::Sat(model),
            Outcome::Unsat => Answer::Unsat,
            Outcome::Unknown(_) => Answer::Unknown,
        };
        solver.pop();
        answer
    }

    fn close(&mut self, context: Context) {
        if let Some(slot) = self.contexts.get_mut(context)
            && let Some(open) = slot.take()
        {
            self.spent += open.effort();
        }
    }

    fn effort(&self) -> u64 {
        self.spent + self.contexts.iter().flatten().map(Open::effort).sum::<u64>()
    }
}

/// Numbers of so many binary digits are worked with quickly.
const WORD: u64 = 40;

impl Open {
    /// Steps so far; a pivot costs about as much as so many propagations.
    fn effort(&self) -> u64 {
        let counters = self.solver.counters();
        let large = 20 * (counters.pivots + counters.conflicts) + 200 * (counters.splits + counters.checks);
        self.weight * (counters.propagations + large)
    }
}

/// The most binary digits of a number in a formula.
fn longest(terms: &Terms, formula: Term) -> u64 {
    let digits = |t: Term| match terms.node(t) {
        Node::Le(l) | Node::Eq(l) | Node::Sum(l) => {
            l.parts().iter().map(|(_, c)| c.bits()).chain([l.constant().bits()]).max().unwrap_or(0)
        }
        Node::Div(_, d) | Node::Mod(_, d) => d.bits(),
        _ => 0,
    };
    terms.postorder(&[formula]).into_iter().map(digits).max().unwrap_or(0)
}
