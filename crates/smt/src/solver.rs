//! The solver as its users see it: assert, push, pop, check; then a model, or a core and a proof.

use crate::itp::{ItpError, Settings, Side, binary};
use crate::search::Ending;
use crate::state::State;
use logic::{Node, Sort, Term, Terms, Value, Var};
use proof::{Part, Proof};
use solver::{Context, Counters, Limits, Model, Outcome, Unknown};
use std::collections::BTreeMap;
use std::ops::Deref;

/// Settings of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config {
    /// What a check may use up.
    pub limits: Limits,
}

/// An incremental solver for linear integer arithmetic with Booleans.
///
/// `T` is how it holds on to the term store: a reference or an `Rc`.
pub struct Solver<T> {
    terms: T,
    core: State,
}

impl<T: Deref<Target = Terms>> Solver<T> {
    /// A solver with nothing asserted.
    pub fn new(terms: T, config: Config) -> Solver<T> {
        Solver { terms, core: State::new(config.limits) }
    }

    /// The term store.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Replaces the limits of later checks.
    pub fn set_limits(&mut self, limits: Limits) {
        self.core.set_limits(limits);
    }

    /// Asserts a formula in the current scope. Returns its number: formulas are counted from zero in the order in which
    /// they were asserted, popped ones included.
    pub fn assert(&mut self, t: Term) -> Part {
        Context::assert(&mut self.core, &self.terms, t)
    }

    /// Every formula ever asserted, by number.
    pub fn assertions(&self) -> Vec<Term> {
        self.core.assertions.iter().map(|a| a.term).collect()
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        Context::push(&mut self.core);
    }

    /// Closes the last scope and drops what was asserted in it. Nothing happens when none is open.
    pub fn pop(&mut self) {
        Context::pop(&mut self.core);
    }

    /// Whether the asserted formulas hold together with the assumptions.
    pub fn check(&mut self, assumptions: &[Term]) -> Outcome {
        Context::check(&mut self.core, &self.terms, assumptions)
    }

    /// After an `unsat` answer, the numbers of formulas that contradict each other (or the failed assumptions), in
    /// increasing order.
    pub fn unsat_core(&self) -> Vec<Part> {
        self.core.unsat_core()
    }

    /// After an `unsat` answer, the assumptions that were needed for it.
    pub fn failed_assumptions(&self) -> &[Term] {
        self.core.failed_assumptions()
    }

    /// After an `unsat` answer that needed no assumption, the refutation.
    pub fn proof(&self) -> Option<Proof> {
        self.core.proof()
    }

    /// After an `unsat` answer that needed no assumption, an interpolant for a partition of the formulas in open scopes.
    ///
    /// # Errors
    /// [`ItpError::Malformed`] when there is no such refutation, otherwise what [`binary`] says.
    pub fn interpolant(&self, side: impl Fn(Part) -> Side, settings: &Settings) -> Result<Term, ItpError> {
        let proof = self.proof().ok_or(ItpError::Malformed)?;
        let open = |p: Part| self.core.assertions[p].open.then(|| side(p));
        match binary(&self.terms, &proof, &self.assertions(), open, settings) {
            // Formulas of closed scopes have left atoms behind; without them the refutation is pure.
            Err(ItpError::Mixed(_)) => self.interpolant_afresh(&open, settings),
            result => result,
        }
    }

    fn interpolant_afresh(
        &self,
        side: &dyn Fn(Part) -> Option<Side>,
        settings: &Settings,
    ) -> Result<Term, ItpError> {
        let core = self.unsat_core();
        let mut solver = Solver::new(&*self.terms, Config { limits: self.core.limits });
        for &p in &core {
            solver.assert(self.core.assertions[p].term);
        }
        solver.check(&[]);
        let proof = solver.proof().ok_or(ItpError::Malformed)?;
        let side = |p: Part| core.get(p).and_then(|&p| side(p));
        binary(&self.terms, &proof, &solver.assertions(), side, settings)
    }

    /// What has been counted since the solver was made.
    pub fn counters(&self) -> Counters {
        self.core.counters()
    }
}

impl State {
    /// See [`Context::check`].
    pub fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        self.counters.checks += 1;
        self.refutation = None;
        self.sat.pinned = None;
        self.backtrack(0);
        self.retire_branches();
        let mut literals = Vec::new();
        for &t in assumptions {
            let lit = self.literal(terms, t);
            self.encode(terms, t);
            literals.push((t, lit));
        }
        let ending = self.search(terms, &literals);
        let outcome = match ending {
            Ending::Satisfied => self.checked_model(terms, assumptions),
            Ending::Refuted => Outcome::Unsat,
            Ending::Limit(limit) => Outcome::Unknown(Unknown::Limit(limit)),
        };
        self.sat.pinned = self.refutation.as_ref().and_then(|r| r.step);
        self.backtrack(0);
        outcome
    }

    /// The model that the search has arrived at, if it satisfies every open formula and assumption.
    fn checked_model(&self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        let asserted = self.assertions.iter().filter(|a| a.open).map(|a| a.term);
        let formulas: Vec<Term> = asserted.chain(assumptions.iter().copied()).collect();
        let mut values: BTreeMap<Var, Value> = BTreeMap::new();
        for t in terms.postorder(&formulas) {
            if let Node::Var(v) = terms.node(t) {
                let value = match terms.var_sort(v) {
                    Sort::Int => Value::Int(self.lia.value(t)),
                    Sort::Bool => {
                        let atom = self.encoder.atom(t).and_then(|a| self.sat.trail.atom_value(a));
                        Value::Bool(atom.unwrap_or(false))
                    }
                };
                values.insert(v, value);
            }
        }
        let model = Model::new(values);
        // All at once, since formulas share parts.
        let values = terms.values(&formulas, &|v| model.value(terms, v));
        if formulas.iter().all(|f| values[f].truth()) {
            Outcome::Sat(model)
        } else {
            Outcome::Unknown(Unknown::Internal)
        }
    }
}
