//! The octagon domain (Miné, "The octagon abstract domain", Higher-Order and Symbolic Computation 19, 2006): bounds of
//! variables and of sums and differences of two, over the integers. Bounds are exact: each is attained by some state.
//!
//! An element is a box together with a matrix of relations for the variables that have any, of which there may be 16; further
//! relations are left out, so that variables have only their intervals there. Truth values are kept as in boxes. As far as there
//! is room, meets, bounds of sums and differences of two variables, forgetting, and assignments of a constant or of a variable,
//! perhaps negated, plus a constant are exact, and joins are the least octagons. For the rest the intervals of what remains are
//! used.

mod assign;
mod assume;
mod element;
mod matrix;
mod reduce;

pub use element::Octagon;

use crate::abstraction::Domain;
use crate::interval::Interval;
use crate::ranges::{Ranges, whole};
use crate::thresholds::Thresholds;
use logic::{Sort, Term, Terms, Var};
use std::rc::Rc;

/// Octagons over the symbols of a term store. An element is an octagon, or none for no state.
#[derive(Clone)]
pub struct OctagonDomain {
    terms: Rc<Terms>,
}

impl OctagonDomain {
    /// The octagons over the symbols of this store.
    pub fn new(terms: Rc<Terms>) -> OctagonDomain {
        OctagonDomain { terms }
    }

    /// The octagon that is a box.
    pub fn of_box(&self, ranges: &Ranges) -> Option<Octagon> {
        Some(Octagon::of_box(ranges.clone()))
    }
}

impl Domain for OctagonDomain {
    type Element = Option<Octagon>;

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn top(&self) -> Option<Octagon> {
        Some(Octagon::default())
    }

    fn bottom(&self) -> Option<Octagon> {
        None
    }

    fn is_bottom(&self, element: &Option<Octagon>) -> bool {
        element.is_none()
    }

    fn includes(&self, big: &Option<Octagon>, small: &Option<Octagon>) -> bool {
        match (big, small) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(big), Some(small)) => big.includes(&self.terms, small),
        }
    }

    fn join(&self, a: &Option<Octagon>, b: &Option<Octagon>) -> Option<Octagon> {
        match (a, b) {
            (None, other) | (other, None) => other.clone(),
            (Some(a), Some(b)) => Some(a.join(&self.terms, b)),
        }
    }

    fn meet(&self, a: &Option<Octagon>, b: &Option<Octagon>) -> Option<Octagon> {
        a.as_ref()?.meet(&self.terms, b.as_ref()?).ok()
    }

    /// Miné's: a bound that grows is given up, that of a single variable after the thresholds.
    fn widen(
        &self,
        old: &Option<Octagon>,
        next: &Option<Octagon>,
        thresholds: &Thresholds,
    ) -> Option<Octagon> {
        match (old, next) {
            (None, other) | (other, None) => other.clone(),
            (Some(old), Some(next)) => Some(old.widen(&self.terms, next, thresholds)),
        }
    }

    /// `next` itself: the analysis bounds how often it narrows.
    fn narrow(&self, _old: &Option<Octagon>, next: &Option<Octagon>) -> Option<Octagon> {
        next.clone()
    }

    fn assume(&self, element: &Option<Octagon>, formula: Term) -> Option<Octagon> {
        assume::assume(&self.terms, element.as_ref()?, formula, true).ok()
    }

    fn assign(&self, element: &Option<Octagon>, var: Var, value: Term) -> Option<Octagon> {
        let element = element.as_ref()?;
        Some(match self.terms.sort(value) {
            Sort::Bool => assign::assign_truth(&self.terms, element, var, value),
            Sort::Int => assign::assign(&self.terms, element, var, value),
        })
    }

    fn forget(&self, element: &Option<Octagon>, var: Var) -> Option<Octagon> {
        let mut out = element.clone()?;
        out.forget(var);
        Some(out)
    }

    fn concretisation(&self, element: &Option<Octagon>) -> Term {
        match element {
            None => self.terms.fals(),
            Some(octagon) => reduce::formula(&self.terms, octagon),
        }
    }

    fn values(&self, element: &Option<Octagon>, var: Var) -> Vec<Interval> {
        let of = |o: &Octagon| o.around().get(&self.terms, var).meet(&whole(&self.terms, var));
        element.iter().filter_map(of).collect()
    }
}
