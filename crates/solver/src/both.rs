//! Two solvers asked the same: every check of one is put to the other as well, and what they say is compared.
//!
//! The first one answers. A contradiction between the two is taken down with the formulas that it is about, and whoever has the door
//! looks for it after each question.

use crate::backend::{Backend, Context, Outcome};
use crate::limits::Limits;
use logic::{Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;

/// What two solvers were asked and how often they agreed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Agreement {
    /// Checks that both answered, alike.
    pub agreed: u64,
    /// Checks that one of them left open.
    pub open: u64,
}

/// Two solvers contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The conjuncts that they were asked about.
    pub formulas: Vec<Term>,
    /// Who says that they have a model.
    pub sat: &'static str,
    /// Who says that they have none.
    pub unsat: &'static str,
}

/// The second solver, with what came of asking it.
pub(crate) struct Second {
    pub(crate) backend: Rc<dyn Backend>,
    pub(crate) agreement: RefCell<Agreement>,
    /// The first disagreement that nobody has looked at yet.
    pub(crate) disagreement: RefCell<Option<Disagreement>>,
}

impl Second {
    pub(crate) fn new(backend: Rc<dyn Backend>) -> Second {
        Second { backend, agreement: RefCell::default(), disagreement: RefCell::default() }
    }
}

/// The context of the second solver beside one of the first. Has the same formulas asserted in the same scopes.
pub(crate) struct Beside {
    second: Rc<Second>,
    first: &'static str,
    context: Box<dyn Context>,
    open: Vec<Term>,
    /// How many formulas were open when each scope began.
    scopes: Vec<usize>,
}

impl Beside {
    pub(crate) fn new(second: &Rc<Second>, first: &'static str, limits: Limits) -> Beside {
        Beside {
            second: second.clone(),
            first,
            context: second.backend.open(limits),
            open: Vec::new(),
            scopes: Vec::new(),
        }
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.context.set_limits(limits);
    }

    pub(crate) fn assert(&mut self, terms: &Terms, formula: Term) {
        self.context.assert(terms, formula);
        self.open.push(formula);
    }

    pub(crate) fn push(&mut self) {
        self.context.push();
        self.scopes.push(self.open.len());
    }

    pub(crate) fn pop(&mut self) {
        self.context.pop();
        if let Some(open) = self.scopes.pop() {
            self.open.truncate(open);
        }
    }

    /// Compares with what the first one has said.
    pub(crate) fn check(&mut self, terms: &Terms, assumptions: &[Term], first: &Outcome) {
        let second = self.context.check(terms, assumptions);
        let (ours, theirs) = (self.first, self.second.backend.name());
        let (sat, unsat) = match (first, &second) {
            (Outcome::Sat(_), Outcome::Sat(_)) | (Outcome::Unsat, Outcome::Unsat) => {
                self.second.agreement.borrow_mut().agreed += 1;
                return;
            }
            (Outcome::Unknown(_), _) | (_, Outcome::Unknown(_)) => {
                self.second.agreement.borrow_mut().open += 1;
                return;
            }
            (Outcome::Sat(_), Outcome::Unsat) => (ours, theirs),
            (Outcome::Unsat, Outcome::Sat(_)) => (theirs, ours),
        };
        let formulas = self.open.iter().chain(assumptions).copied().collect();
        self.second.disagreement.borrow_mut().get_or_insert(Disagreement { formulas, sat, unsat });
    }
}
