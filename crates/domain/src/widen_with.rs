//! `WidenWith`: how VINTA widens when what has been reached so far is not one element but a set of them, the labels of the
//! nodes of a cutpoint (Albarghouthi, Gurfinkel, Chechik, "Craig Interpretation", section 4.2, Definition 3).

use crate::abstraction::{Disjunctive, Domain};
use crate::box_domain::BoxDomain;
use crate::boxes::BoxesDomain;
use crate::diagram::Diagram;
use crate::octagon::{Octagon, OctagonDomain};
use crate::ranges::Ranges;
use crate::thresholds::Thresholds;

/// What a widening gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Widened<E> {
    /// The label of the new node.
    pub label: E,
    /// What the next widening at the same cutpoint begins from.
    pub from: E,
}

/// The label of a node of the cutpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visited<E> {
    /// The label, or more states.
    pub element: E,
    /// Whether it is the label. Refinement finds labels that no element expresses.
    pub is_exact: bool,
}

/// A domain with a widening between a set and an element.
///
/// Laws: both the label and the result from which the next widening begins contain every state of `post`. If each
/// widening begins from the result of the previous one, then, whatever is added to the set in between, from some point
/// on no label contains a state that the set did not.
pub trait WidenWith: Domain {
    /// The label of a node at which `post` arrives, when these are the labels of the other nodes of its cutpoint, the
    /// newest last. `from` is the result of the last widening there, if there was one. A bound that grows is moved to
    /// the next of the `thresholds` first.
    fn widen_with(
        &self,
        visited: &[Visited<Self::Element>],
        from: Option<&Self::Element>,
        post: &Self::Element,
        thresholds: &Thresholds,
    ) -> Widened<Self::Element>;
}

/// Equations (1) and (2), for any domain: one element of the set is widened. The paper picks it at random; here it is
/// the one that was widened last, so that the widened elements form a chain even if only every n-th node is widened.
fn widen_one<D: Domain>(
    domain: &D,
    visited: &[Visited<D::Element>],
    from: Option<&D::Element>,
    post: &D::Element,
    thresholds: &Thresholds,
) -> Widened<D::Element> {
    let label = match from.or(visited.last().map(|v| &v.element)) {
        None => post.clone(),
        Some(x) => domain.widen(x, &domain.join(x, post), thresholds),
    };
    Widened { from: label.clone(), label }
}

/// Equations (1) and (3), for unions of boxes: the union of the set is widened, and only what is new is kept, the
/// frontier. Between two widenings the union may grow in other ways; the union that the last widening left is widened
/// with everything that has been added since.
///
/// DIVERGENCE: the paper labels the node with the bare frontier. Where `post` lies partly in the union, the frontier
/// does not contain all of `post`, so the graph would not be well-labelled: an execution could pass the node in a state
/// outside its label, and a refinement that is restricted by the labels would not see it. So `post` is part of the
/// label. The difference of a box and others can consist of many boxes, all of which refinement would have to reason
/// about; so the label is simplified where the widened union allows it.
///
/// DIVERGENCE: the paper does not distinguish labels from elements. Here labels of the set that no element expresses
/// exactly are left out: if they were over-approximated, states outside of them would not count as new, and the graph
/// would grow without ever being widened.
fn widen_union(
    domain: &BoxesDomain,
    visited: &[Visited<Diagram>],
    from: Option<&Diagram>,
    post: &Diagram,
    thresholds: &Thresholds,
) -> Widened<Diagram> {
    let exact: Vec<Diagram> = visited.iter().filter(|v| v.is_exact).map(|v| v.element).collect();
    let (from, new) = frontier(domain, &exact, from, post, thresholds);
    let label = domain.between(domain.union(post, &new), domain.union(post, &from));
    Widened { label, from }
}

/// The widened union of equation (3), and its frontier: what it adds to the union of the set. The frontier is no label, see
/// [`WidenWith`].
pub fn frontier<D: Disjunctive>(
    domain: &D,
    visited: &[D::Element],
    from: Option<&D::Element>,
    post: &D::Element,
    thresholds: &Thresholds,
) -> (D::Element, D::Element) {
    if visited.is_empty() {
        return (post.clone(), post.clone());
    }
    let union = visited.iter().fold(domain.bottom(), |all, x| domain.union(&all, x));
    let widened = domain.widen(from.unwrap_or(&union), &domain.union(&union, post), thresholds);
    let new = domain.difference(&widened, &union);
    (widened, new)
}

impl WidenWith for BoxDomain {
    fn widen_with(
        &self,
        visited: &[Visited<Option<Ranges>>],
        from: Option<&Option<Ranges>>,
        post: &Option<Ranges>,
        thresholds: &Thresholds,
    ) -> Widened<Option<Ranges>> {
        widen_one(self, visited, from, post, thresholds)
    }
}

impl WidenWith for OctagonDomain {
    fn widen_with(
        &self,
        visited: &[Visited<Option<Octagon>>],
        from: Option<&Option<Octagon>>,
        post: &Option<Octagon>,
        thresholds: &Thresholds,
    ) -> Widened<Option<Octagon>> {
        widen_one(self, visited, from, post, thresholds)
    }
}

impl WidenWith for BoxesDomain {
    fn widen_with(
        &self,
        visited: &[Visited<Diagram>],
        from: Option<&Diagram>,
        post: &Diagram,
        thresholds: &Thresholds,
    ) -> Widened<Diagram> {
        widen_union(self, visited, from, post, thresholds)
    }
}
