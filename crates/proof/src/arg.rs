//! Abstract reachability graphs as certificates of safety (Albarghouthi, Gurfinkel, Chechik, "Craig Interpretation", section 3).

use logic::Term;

/// An abstract reachability graph, restricted to what can be reached through nodes that are not covered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arg {
    /// The nodes; the first is the entry's.
    pub nodes: Vec<ArgNode>,
}

/// A node: an unrolling of a cutpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgNode {
    /// The cutpoint, by its position in the program's cutpoint graph.
    pub cutpoint: usize,
    /// A formula over the plain symbols of the state: what every execution that passes the node satisfies there.
    pub label: Term,
    /// What becomes of executions that pass the node.
    pub exploration: Exploration,
}

/// What becomes of executions that pass a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exploration {
    /// They leave it over one of these edges, one for each action of the cutpoint. None at the error.
    Expanded(Vec<ArgEdge>),
    /// They could as well pass one of these expanded nodes of the same cutpoint.
    CoveredBy(Vec<usize>),
}

/// An edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgEdge {
    /// The action, by its position in the program's cutpoint graph.
    pub action: usize,
    /// The node that it leads to, by its position.
    pub to: usize,
}
