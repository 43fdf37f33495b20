//! The interface of abstract domains, as the interval analysis, the invariant generator and VINTA need it.

use crate::interval::Interval;
use crate::thresholds::Thresholds;
use logic::{Term, Terms, Var};
use std::fmt::Debug;

/// An abstract domain: elements that stand for sets of states, and operations that never lose a state.
///
/// A state gives each symbol of the term store a value. Statements about sets below refer to the elements'
/// concretisations.
pub trait Domain {
    /// An element.
    type Element: Clone + Debug;

    /// The store whose terms and symbols the elements speak of.
    fn terms(&self) -> &Terms;

    /// All states.
    fn top(&self) -> Self::Element;

    /// No state.
    fn bottom(&self) -> Self::Element;

    /// Whether the element is known to stand for no state.
    fn is_bottom(&self, element: &Self::Element) -> bool;

    /// The order: whether every state of `small` is one of `big`. Exact for the domains here.
    fn includes(&self, big: &Self::Element, small: &Self::Element) -> bool;

    /// An upper bound: at least the union.
    fn join(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// Contains at least the intersection, and no more than either element, where the domain can express that.
    fn meet(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// At least the union of `old` and `next`. For any elements `n0, n1, ...` the sequence `x0 = n0, x(i+1) =
    /// widen(x(i), n(i+1))` becomes stable. A bound that grows is moved to the next of the `thresholds` first.
    fn widen(&self, old: &Self::Element, next: &Self::Element, thresholds: &Thresholds) -> Self::Element;

    /// Between `next` and `old`, where `next` is part of `old`.
    fn narrow(&self, old: &Self::Element, next: &Self::Element) -> Self::Element;

    /// At least the states of `element` in which the formula holds.
    fn assume(&self, element: &Self::Element, formula: Term) -> Self::Element;

    /// At least the states that come out when `var` gets the value of a term of its sort.
    fn assign(&self, element: &Self::Element, var: Var, value: Term) -> Self::Element;

    /// The states that differ from one of `element` in the value of `var` alone.
    fn forget(&self, element: &Self::Element, var: Var) -> Self::Element;

    /// The formula that holds in exactly the states of the element.
    fn concretisation(&self, element: &Self::Element) -> Term;

    /// The values of a symbol in the states of the element: disjoint intervals in increasing order, with a gap between each
    /// two. Truth values are the numbers 0 and 1. Empty only for no state.
    fn values(&self, element: &Self::Element, var: Var) -> Vec<Interval>;

    /// How much the domain keeps of all elements that it has made, in parts of memory: what it keeps only grows.
    fn kept(&self) -> usize {
        0
    }

    /// The abstraction of a formula: at least the states in which it holds.
    fn abstraction(&self, formula: Term) -> Self::Element {
        self.assume(&self.top(), formula)
    }
}

/// A domain with exact union and difference, as VINTA's widening of frontiers asks for (section 4.2, equation 3).
pub trait Disjunctive: Domain {
    /// Exactly the union.
    fn union(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// Exactly the states of `a` that are not in `b`.
    fn difference(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
}
