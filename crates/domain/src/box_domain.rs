//! The domain of boxes: one interval per variable (Cousot, Cousot 1976; the Box of VINTA, section 5).

use crate::abstraction::Domain;
use crate::interval::Interval;
use crate::propagate;
use crate::ranges::{Ranges, whole};
use crate::thresholds::Thresholds;
use logic::{Sort, Term, Terms, Var};
use std::rc::Rc;

/// Boxes over the symbols of a term store. An element is a box, or none for no state.
#[derive(Clone)]
pub struct BoxDomain {
    terms: Rc<Terms>,
}

impl BoxDomain {
    /// The boxes over the symbols of this store.
    pub fn new(terms: Rc<Terms>) -> BoxDomain {
        BoxDomain { terms }
    }
}

impl Domain for BoxDomain {
    type Element = Option<Ranges>;

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn top(&self) -> Option<Ranges> {
        Some(Ranges::default())
    }

    fn bottom(&self) -> Option<Ranges> {
        None
    }

    fn is_bottom(&self, element: &Option<Ranges>) -> bool {
        element.is_none()
    }

    fn includes(&self, big: &Option<Ranges>, small: &Option<Ranges>) -> bool {
        match (big, small) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(big), Some(small)) => big.includes(&self.terms, small),
        }
    }

    fn join(&self, a: &Option<Ranges>, b: &Option<Ranges>) -> Option<Ranges> {
        match (a, b) {
            (None, other) | (other, None) => other.clone(),
            (Some(a), Some(b)) => Some(a.zip(&self.terms, b, Interval::join)),
        }
    }

    fn meet(&self, a: &Option<Ranges>, b: &Option<Ranges>) -> Option<Ranges> {
        a.as_ref()?.meet(&self.terms, b.as_ref()?)
    }

    fn widen(&self, old: &Option<Ranges>, next: &Option<Ranges>, thresholds: &Thresholds) -> Option<Ranges> {
        match (old, next) {
            (None, other) | (other, None) => other.clone(),
            (Some(old), Some(next)) => {
                let widen = |v: Var, old: &Interval, next: &Interval| old.widen(next, thresholds.of(v));
                Some(old.zip_vars(&self.terms, next, widen))
            }
        }
    }

    fn narrow(&self, old: &Option<Ranges>, next: &Option<Ranges>) -> Option<Ranges> {
        match (old, next) {
            (Some(old), Some(next)) => {
                let mut out = old.zip(&self.terms, next, Interval::narrow);
                // A truth value that was unknown has its bounds, but they say nothing.
                for (var, interval) in next.iter().filter(|(v, _)| self.terms.var_sort(*v) == Sort::Bool) {
                    out.put(&self.terms, var, interval.clone());
                }
                Some(out)
            }
            _ => None,
        }
    }

    fn assume(&self, element: &Option<Ranges>, formula: Term) -> Option<Ranges> {
        propagate::assume(&self.terms, element.as_ref()?, formula, true)
    }

    fn assign(&self, element: &Option<Ranges>, var: Var, value: Term) -> Option<Ranges> {
        let mut out = element.clone()?;
        let interval = propagate::evaluate(&self.terms, &out, value);
        out.put(&self.terms, var, interval);
        Some(out)
    }

    fn forget(&self, element: &Option<Ranges>, var: Var) -> Option<Ranges> {
        let mut out = element.clone()?;
        out.forget(var);
        Some(out)
    }

    fn concretisation(&self, element: &Option<Ranges>) -> Term {
        match element {
            None => self.terms.fals(),
            Some(ranges) => ranges.formula(&self.terms),
        }
    }

    fn values(&self, element: &Option<Ranges>, var: Var) -> Vec<Interval> {
        let of = |r: &Ranges| r.get(&self.terms, var).meet(&whole(&self.terms, var));
        element.iter().filter_map(of).collect()
    }
}
