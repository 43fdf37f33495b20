//! A box: an interval for each symbol that is bounded at all.
//!
//! `box_domain.rs` makes a domain of boxes, `propagate.rs` tightens them, and unions of boxes are enumerated as lists
//! of them.

use crate::interval::Interval;
use logic::{Sort, Term, Terms, Var};
use std::collections::BTreeMap;

/// A non-empty box.
///
/// Invariant: symbols with all values of their sort have no entry, so equal boxes are equal structures; [`Ranges::put`]
/// keeps it. A Boolean has an entry when its value is known, as the number 0 or 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ranges {
    entries: BTreeMap<Var, Interval>,
}

impl Ranges {
    /// The values of a symbol.
    pub fn get(&self, terms: &Terms, var: Var) -> Interval {
        match self.entries.get(&var) {
            Some(interval) => interval.clone(),
            None => whole(terms, var),
        }
    }

    /// The symbols that are bounded, in order of handle, with their intervals.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Interval)> {
        self.entries.iter().map(|(&v, i)| (v, i))
    }

    /// Replaces the values of a symbol by those of its sort in the interval, of which there must be one.
    pub fn put(&mut self, terms: &Terms, var: Var, interval: Interval) {
        let whole = whole(terms, var);
        match whole.meet(&interval) {
            Some(met) if met != whole => self.entries.insert(var, met),
            _ => self.entries.remove(&var),
        };
    }

    /// Makes a symbol unbounded.
    pub fn forget(&mut self, var: Var) {
        self.entries.remove(&var);
    }

    /// Keeps only the values of a symbol that are in `interval` too; false if there are none, and then nothing changes.
    #[must_use]
    pub fn restrict(&mut self, terms: &Terms, var: Var, interval: &Interval) -> bool {
        match self.get(terms, var).meet(interval) {
            Some(met) => {
                self.put(terms, var, met);
                true
            }
            None => false,
        }
    }

    /// Whether every point of `other` is one of this box.
    pub fn includes(&self, terms: &Terms, other: &Ranges) -> bool {
        self.entries.iter().all(|(&v, i)| i.includes(&other.get(terms, v)))
    }

    /// The box whose interval for each symbol is `f` applied to the symbol's intervals in both, for an `f` that gives
    /// all values of the sort when both intervals are all values of the sort.
    pub fn zip(&self, terms: &Terms, other: &Ranges, f: impl Fn(&Interval, &Interval) -> Interval) -> Ranges {
        self.zip_vars(terms, other, |_, a, b| f(a, b))
    }

    /// As [`Ranges::zip`], where `f` is told the symbol, too.
    pub fn zip_vars(
        &self,
        terms: &Terms,
        other: &Ranges,
        f: impl Fn(Var, &Interval, &Interval) -> Interval,
    ) -> Ranges {
        let mut out = Ranges::default();
        for (&var, a) in &self.entries {
            out.put(terms, var, f(var, a, &other.get(terms, var)));
        }
        for (&var, b) in other.entries.iter().filter(|(v, _)| !self.entries.contains_key(v)) {
            out.put(terms, var, f(var, &whole(terms, var), b));
        }
        out
    }

    /// What is in both boxes, if anything.
    pub fn meet(&self, terms: &Terms, other: &Ranges) -> Option<Ranges> {
        let mut out = self.clone();
        for (&var, interval) in &other.entries {
            if !out.restrict(terms, var, interval) {
                return None;
            }
        }
        Some(out)
    }

    /// The box as a formula.
    pub fn formula(&self, terms: &Terms) -> Term {
        terms.and(self.iter().flat_map(|(v, i)| within(terms, v, i)))
    }
}

/// The bounds of a symbol as formulas.
pub fn within(terms: &Terms, var: Var, interval: &Interval) -> Vec<Term> {
    let x = terms.of(var);
    if terms.var_sort(var) == Sort::Bool {
        return interval.as_truth().map(|b| if b { x } else { terms.not(x) }).into_iter().collect();
    }
    if let Some(value) = interval.as_point() {
        return vec![terms.eq(x, terms.int(value.clone()))];
    }
    let low = interval.low().map(|l| terms.ge(x, terms.int(l.clone())));
    let high = interval.high().map(|h| terms.le(x, terms.int(h.clone())));
    low.into_iter().chain(high).collect()
}

/// All values of a symbol's sort.
pub fn whole(terms: &Terms, var: Var) -> Interval {
    match terms.var_sort(var) {
        Sort::Bool => Interval::booleans(),
        Sort::Int => Interval::TOP,
    }
}
