//! The door: opens contexts of a solver and counts the checks in them.

use crate::backend::{Backend, Context, Outcome};
use crate::both::{Agreement, Beside, Disagreement, Second};
use crate::cost::{Costs, Purpose};
use crate::limits::{Counters, Limits};
use logic::{Term, Terms};
use proof::{Part, Proof};
use std::cell::RefCell;
use std::rc::Rc;

/// A way to a solver, for one purpose. Clones count into the same totals.
#[derive(Clone)]
pub struct Door {
    backend: Rc<dyn Backend>,
    /// Who is asked for a proof where the solver writes none.
    certifier: Option<Rc<dyn Backend>>,
    /// Who is asked everything as well.
    second: Option<Rc<Second>>,
    purpose: Purpose,
    /// Whether everything is asked for this purpose, whatever else is said later.
    is_fixed: bool,
    costs: Rc<RefCell<Costs>>,
}

impl Door {
    /// The door to a solver.
    pub fn new(backend: Rc<dyn Backend>) -> Door {
        let (purpose, costs) = (Purpose::Engine, Rc::default());
        Door { backend, certifier: None, second: None, purpose, is_fixed: false, costs }
    }

    /// Adds a second solver, the certifier, which is asked for proofs where the first one does not write any.
    pub fn certified_by(self, certifier: Rc<dyn Backend>) -> Door {
        Door { certifier: Some(certifier), ..self }
    }

    /// Puts every check to another solver as well. Its answers are only compared with those of the first one, and its work is not
    /// counted.
    pub fn beside(self, other: Rc<dyn Backend>) -> Door {
        Door { second: Some(Rc::new(Second::new(other))), ..self }
    }

    /// How often the two solvers agreed so far, if there are two.
    pub fn agreement(&self) -> Option<Agreement> {
        Some(*self.second.as_ref()?.agreement.borrow())
    }

    /// The first contradiction between the two solvers since the last time that this was asked.
    pub fn take_disagreement(&self) -> Option<Disagreement> {
        self.second.as_ref()?.disagreement.take()
    }

    /// The same door for another purpose.
    pub fn to(&self, purpose: Purpose) -> Door {
        let purpose = if self.is_fixed { self.purpose } else { purpose };
        Door { purpose, ..self.clone() }
    }

    /// The same door for another purpose and no other: whatever is asked behind it counts as this.
    pub fn only_to(&self, purpose: Purpose) -> Door {
        Door { is_fixed: true, ..self.to(purpose) }
    }

    /// What is asked through it for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The door to the solver that writes the missing proofs, if there is one.
    pub fn to_certifier(&self) -> Option<Door> {
        let backend = self.certifier.clone()?;
        let (purpose, costs) = (self.to(Purpose::Checks).purpose, self.costs.clone());
        Some(Door { backend, certifier: None, second: None, purpose, is_fixed: self.is_fixed, costs })
    }

    /// The name of the solver behind it.
    pub fn backend(&self) -> &'static str {
        self.backend.name()
    }

    /// What was asked so far, by purpose.
    pub fn costs(&self) -> Costs {
        *self.costs.borrow()
    }

    /// A context in which nothing is asserted yet. The limits are those of each check.
    pub fn open(&self, limits: Limits) -> Counted {
        let beside = self.second.as_ref().map(|second| Beside::new(second, self.backend.name(), limits));
        let costs = self.costs.clone();
        Counted { inner: self.backend.open(limits), beside, purpose: self.purpose, costs }
    }

    /// See [`Backend::interpolant`]; counts as one question if there is an answer.
    pub fn interpolant(&self, terms: &Terms, a: &[Term], b: &[Term], limits: Limits) -> Option<Term> {
        let found = self.backend.interpolant(terms, a, b, limits)?;
        self.costs.borrow_mut().add(self.purpose, Counters::default());
        Some(found)
    }

    /// Where two solvers are asked, an interpolant that one of them makes in a way of its own, with its name. Counts as no question:
    /// nothing of the run rests on it.
    pub fn interpolant_beside(
        &self,
        terms: &Terms,
        a: &[Term],
        b: &[Term],
        limits: Limits,
    ) -> Option<(&'static str, Term)> {
        let second = &*self.second.as_ref()?.backend;
        let found = |solver: &dyn Backend| Some((solver.name(), solver.interpolant(terms, a, b, limits)?));
        found(second).or_else(|| found(&*self.backend))
    }
}

/// A context whose checks are counted. See [`Context`] for what its methods do.
pub struct Counted {
    inner: Box<dyn Context>,
    beside: Option<Beside>,
    purpose: Purpose,
    costs: Rc<RefCell<Costs>>,
}

impl Counted {
    /// Replaces the limits of later checks.
    pub fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
        if let Some(beside) = &mut self.beside {
            beside.set_limits(limits);
        }
    }

    /// Asserts a formula in the current scope, and returns its number.
    pub fn assert(&mut self, terms: &Terms, formula: Term) -> Part {
        if let Some(beside) = &mut self.beside {
            beside.assert(terms, formula);
        }
        self.inner.assert(terms, formula)
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.inner.push();
        if let Some(beside) = &mut self.beside {
            beside.push();
        }
    }

    /// Closes the last scope.
    pub fn pop(&mut self) {
        self.inner.pop();
        if let Some(beside) = &mut self.beside {
            beside.pop();
        }
    }

    /// See [`Context::prepare`].
    pub fn prepare(&mut self, terms: &Terms, formula: Term) {
        self.inner.prepare(terms, formula);
    }

    /// What later checks are for.
    pub fn set_purpose(&mut self, purpose: Purpose) {
        self.purpose = purpose;
    }

    /// Whether the asserted formulas hold together with the assumptions.
    pub fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        let before = self.inner.counters();
        let outcome = self.inner.check(terms, assumptions);
        self.costs.borrow_mut().add(self.purpose, self.inner.counters() - before);
        if let Some(beside) = &mut self.beside {
            beside.check(terms, assumptions, &outcome);
        }
        outcome
    }

    /// The numbers of formulas that contradict each other.
    pub fn unsat_core(&self) -> Vec<Part> {
        self.inner.unsat_core()
    }

    /// The assumptions that were needed for the last `unsat`.
    pub fn failed_assumptions(&self) -> &[Term] {
        self.inner.failed_assumptions()
    }

    /// The refutation, if the solver writes proofs.
    pub fn proof(&self) -> Option<Proof> {
        self.inner.proof()
    }

    /// See [`Context::proof_with`].
    pub fn proof_with(&self, terms: &Terms, assumptions: &[(Term, Part)]) -> Option<Proof> {
        self.inner.proof_with(terms, assumptions)
    }

    /// What has been counted since the context was opened.
    pub fn counters(&self) -> Counters {
        self.inner.counters()
    }
}
