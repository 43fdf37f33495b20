//! The generator's questions to the solver. Contexts are referred to by number, and all are opened through the given
//! door. The work that the answers take is counted; the generator bounds itself by it.

use flow::Words;
use logic::{Node, Term, Terms, Value, Var};
use solver::{Counted, Door, Limits, Model, Outcome, Purpose};
use std::rc::Rc;

/// The number of an open context.
pub type Place = usize;

/// Limits that suit the many small questions of the generator.
const LIMITS: Limits =
    Limits { conflicts: 1_000, pivots: 10_000, splits: 500, digits: 256, terms: 1_000_000 };

/// An open context.
struct Open {
    solver: Counted,
    /// What a step counts: more when the formulas have long numbers.
    weight: u64,
}

/// Questions of satisfiability, each with small limits.
pub struct Questions {
    terms: Rc<Terms>,
    door: Door,
    contexts: Vec<Option<Open>>,
    /// The effort of closed contexts.
    spent: u64,
    /// Where integers are words, these: questions are about their digits.
    words: Option<Rc<Words>>,
}

impl Questions {
    /// Questions about formulas of the store, asked through a door.
    pub fn new(terms: Rc<Terms>, door: &Door) -> Questions {
        Questions { terms, door: door.to(Purpose::Generator), contexts: Vec::new(), spent: 0, words: None }
    }

    /// From here on formulas speak of these words, and are asked as formulas over their digits.
    pub fn about(&mut self, words: Option<Rc<Words>>) {
        self.words = words;
    }

    /// The value of a symbol in a model.
    pub fn value(&self, model: &Model, symbol: Var) -> Value {
        let of = |v: Var| model.value(&self.terms, v);
        self.words.as_ref().map_or_else(|| of(symbol), |words| words.value(&self.terms, &of, symbol))
    }

    fn lowered(&self, formula: Term) -> Term {
        self.words.as_ref().map_or(formula, |words| words.lowered(&self.terms, formula))
    }

    /// Opens a context in which nothing is asserted yet.
    pub fn open(&mut self) -> Place {
        self.contexts.push(Some(Open { solver: self.door.open(LIMITS), weight: 1 }));
        self.contexts.len() - 1
    }

    /// Asserts a formula in a context, for good.
    pub fn assert(&mut self, place: Place, formula: Term) {
        let formula = self.lowered(formula);
        let weight = 1 + longest(&self.terms, formula) / WORD;
        if let Some(Some(open)) = self.contexts.get_mut(place) {
            open.solver.assert(&self.terms, formula);
            open.weight = open.weight.max(weight);
        }
    }

    /// Whether what is asserted holds together with the assumptions, which are forgotten afterwards.
    pub fn check(&mut self, place: Place, assumptions: &[Term]) -> Outcome {
        let assumptions: Vec<Term> = assumptions.iter().map(|&t| self.lowered(t)).collect();
        let Some(Some(Open { solver, .. })) = self.contexts.get_mut(place) else {
            return Outcome::Unknown(solver::Unknown::Internal);
        };
        // A scope of their own lets the search forget the assumptions' atoms afterwards.
        solver.push();
        for t in assumptions {
            solver.assert(&self.terms, t);
        }
        let outcome = solver.check(&self.terms, &[]);
        solver.pop();
        outcome
    }

    /// Whether what is asserted contradicts the assumptions; also "no" if that is not known.
    pub fn excludes(&mut self, place: Place, assumptions: &[Term]) -> bool {
        self.check(place, assumptions) == Outcome::Unsat
    }

    /// Gives up a context: it is not used again.
    pub fn close(&mut self, place: Place) {
        if let Some(slot) = self.contexts.get_mut(place)
            && let Some(open) = slot.take()
        {
            self.spent += open.effort();
        }
    }

    /// How much work the answers have taken so far, in counted steps of the solver: the same in every run.
    pub fn effort(&self) -> u64 {
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
