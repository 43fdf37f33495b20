//! The domain that a run has chosen, as one type, so that code for any domain, above all VINTA, is compiled once
//! instead of once for each domain.

use crate::abstraction::Domain;
use crate::box_domain::BoxDomain;
use crate::boxes::BoxesDomain;
use crate::diagram::Diagram;
use crate::interval::Interval;
use crate::octagon::{Octagon, OctagonDomain};
use crate::ranges::{Ranges, whole};
use crate::thresholds::Thresholds;
use crate::widen_with::{Visited, WidenWith, Widened};
use logic::{Term, Terms, Var};

/// One of the domains. All elements that are given to its operations should be its own; an element of another domain is
/// treated as all states, which is always sound.
#[derive(Clone)]
pub enum ChosenDomain {
    /// Boxes.
    Boxes(BoxDomain),
    /// Finite unions of boxes.
    Unions(BoxesDomain),
    /// Octagons.
    Octagons(OctagonDomain),
}

/// An element of the chosen domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChosenElement {
    /// A box.
    Box(Option<Ranges>),
    /// A finite union of boxes.
    Union(Diagram),
    /// An octagon.
    Octagon(Option<Octagon>),
}

use ChosenDomain as D;
use ChosenElement as E;

impl Domain for ChosenDomain {
    type Element = E;

    fn terms(&self) -> &Terms {
        match self {
            D::Boxes(d) => d.terms(),
            D::Unions(d) => d.terms(),
            D::Octagons(d) => d.terms(),
        }
    }

    fn top(&self) -> E {
        match self {
            D::Boxes(d) => E::Box(d.top()),
            D::Unions(d) => E::Union(d.top()),
            D::Octagons(d) => E::Octagon(d.top()),
        }
    }

    fn bottom(&self) -> E {
        match self {
            D::Boxes(d) => E::Box(d.bottom()),
            D::Unions(d) => E::Union(d.bottom()),
            D::Octagons(d) => E::Octagon(d.bottom()),
        }
    }

    fn is_bottom(&self, element: &E) -> bool {
        match (self, element) {
            (D::Boxes(d), E::Box(e)) => d.is_bottom(e),
            (D::Unions(d), E::Union(e)) => d.is_bottom(e),
            (D::Octagons(d), E::Octagon(e)) => d.is_bottom(e),
            _ => false,
        }
    }

    fn kept(&self) -> usize {
        match self {
            D::Boxes(d) => d.kept(),
            D::Unions(d) => d.kept(),
            D::Octagons(d) => d.kept(),
        }
    }

    fn includes(&self, big: &E, small: &E) -> bool {
        match (self, big, small) {
            (D::Boxes(d), E::Box(big), E::Box(small)) => d.includes(big, small),
            (D::Unions(d), E::Union(big), E::Union(small)) => d.includes(big, small),
            (D::Octagons(d), E::Octagon(big), E::Octagon(small)) => d.includes(big, small),
            _ => false,
        }
    }

    fn join(&self, a: &E, b: &E) -> E {
        match (self, a, b) {
            (D::Boxes(d), E::Box(a), E::Box(b)) => E::Box(d.join(a, b)),
            (D::Unions(d), E::Union(a), E::Union(b)) => E::Union(d.join(a, b)),
            (D::Octagons(d), E::Octagon(a), E::Octagon(b)) => E::Octagon(d.join(a, b)),
            _ => self.top(),
        }
    }

    fn meet(&self, a: &E, b: &E) -> E {
        match (self, a, b) {
            (D::Boxes(d), E::Box(a), E::Box(b)) => E::Box(d.meet(a, b)),
            (D::Unions(d), E::Union(a), E::Union(b)) => E::Union(d.meet(a, b)),
            (D::Octagons(d), E::Octagon(a), E::Octagon(b)) => E::Octagon(d.meet(a, b)),
            _ => self.top(),
        }
    }

    fn widen(&self, old: &E, next: &E, thresholds: &Thresholds) -> E {
        match (self, old, next) {
            (D::Boxes(d), E::Box(old), E::Box(next)) => E::Box(d.widen(old, next, thresholds)),
            (D::Unions(d), E::Union(old), E::Union(next)) => E::Union(d.widen(old, next, thresholds)),
            (D::Octagons(d), E::Octagon(old), E::Octagon(next)) => E::Octagon(d.widen(old, next, thresholds)),
            _ => self.top(),
        }
    }

    fn narrow(&self, old: &E, next: &E) -> E {
        match (self, old, next) {
            (D::Boxes(d), E::Box(old), E::Box(next)) => E::Box(d.narrow(old, next)),
            (D::Unions(d), E::Union(old), E::Union(next)) => E::Union(d.narrow(old, next)),
            (D::Octagons(d), E::Octagon(old), E::Octagon(next)) => E::Octagon(d.narrow(old, next)),
            _ => self.top(),
        }
    }

    fn assume(&self, element: &E, formula: Term) -> E {
        match (self, element) {
            (D::Boxes(d), E::Box(e)) => E::Box(d.assume(e, formula)),
            (D::Unions(d), E::Union(e)) => E::Union(d.assume(e, formula)),
            (D::Octagons(d), E::Octagon(e)) => E::Octagon(d.assume(e, formula)),
            _ => self.top(),
        }
    }

    fn assign(&self, element: &E, var: Var, value: Term) -> E {
        match (self, element) {
            (D::Boxes(d), E::Box(e)) => E::Box(d.assign(e, var, value)),
            (D::Unions(d), E::Union(e)) => E::Union(d.assign(e, var, value)),
            (D::Octagons(d), E::Octagon(e)) => E::Octagon(d.assign(e, var, value)),
            _ => self.top(),
        }
    }

    fn forget(&self, element: &E, var: Var) -> E {
        match (self, element) {
            (D::Boxes(d), E::Box(e)) => E::Box(d.forget(e, var)),
            (D::Unions(d), E::Union(e)) => E::Union(d.forget(e, var)),
            (D::Octagons(d), E::Octagon(e)) => E::Octagon(d.forget(e, var)),
            _ => self.top(),
        }
    }

    fn concretisation(&self, element: &E) -> Term {
        match (self, element) {
            (D::Boxes(d), E::Box(e)) => d.concretisation(e),
            (D::Unions(d), E::Union(e)) => d.concretisation(e),
            (D::Octagons(d), E::Octagon(e)) => d.concretisation(e),
            _ => self.terms().tru(),
        }
    }

    fn values(&self, element: &E, var: Var) -> Vec<Interval> {
        match (self, element) {
            (D::Boxes(d), E::Box(e)) => d.values(e, var),
            (D::Unions(d), E::Union(e)) => d.values(e, var),
            (D::Octagons(d), E::Octagon(e)) => d.values(e, var),
            _ => vec![whole(self.terms(), var)],
        }
    }

    fn abstraction(&self, formula: Term) -> E {
        match self {
            D::Boxes(d) => E::Box(d.abstraction(formula)),
            D::Unions(d) => E::Union(d.abstraction(formula)),
            D::Octagons(d) => E::Octagon(d.abstraction(formula)),
        }
    }
}

impl WidenWith for ChosenDomain {
    fn widen_with(
        &self,
        visited: &[Visited<E>],
        from: Option<&E>,
        post: &E,
        thresholds: &Thresholds,
    ) -> Widened<E> {
        match (self, post) {
            (D::Boxes(d), E::Box(post)) => {
                let own = |e: &E| match e {
                    E::Box(e) => Some(e.clone()),
                    _ => None,
                };
                widen(d, visited, from.and_then(own).as_ref(), post, thresholds, own, E::Box)
            }
            (D::Unions(d), E::Union(post)) => {
                let own = |e: &E| match e {
                    E::Union(e) => Some(*e),
                    _ => None,
                };
                widen(d, visited, from.and_then(own).as_ref(), post, thresholds, own, E::Union)
            }
            (D::Octagons(d), E::Octagon(post)) => {
                let own = |e: &E| match e {
                    E::Octagon(e) => Some(e.clone()),
                    _ => None,
                };
                widen(d, visited, from.and_then(own).as_ref(), post, thresholds, own, E::Octagon)
            }
            _ => Widened { label: self.top(), from: self.top() },
        }
    }
}

/// The widening of one of the domains, on its elements.
fn widen<W: WidenWith>(
    domain: &W,
    visited: &[Visited<E>],
    from: Option<&W::Element>,
    post: &W::Element,
    thresholds: &Thresholds,
    own: impl Fn(&E) -> Option<W::Element>,
    element: impl Fn(W::Element) -> E,
) -> Widened<E> {
    let visited: Vec<Visited<W::Element>> = visited
        .iter()
        .filter_map(|v| Some(Visited { element: own(&v.element)?, is_exact: v.is_exact }))
        .collect();
    let Widened { label, from } = domain.widen_with(&visited, from, post, thresholds);
    Widened { label: element(label), from: element(from) }
}
