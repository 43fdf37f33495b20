//! What VINTA and Impact change in their abstract reachability graph (ARG), one change at a time; folding them gives the graph.

use serde::{Deserialize, Serialize};

/// A node of the graph: nodes are numbered in the order in which they are made.
pub type NodeId = u32;

/// A cutpoint of the program: nodes of the graph are its unrollings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cutpoint {
    /// Its name in the paper's manner: `1` for the entry, `e` for the error, numbers from 2 for the loop heads.
    pub name: String,
    /// Its line in the source, counted from 1; none for the error.
    pub line: Option<u32>,
}

/// `a` to `z`, then `aa` and so on: how the unrollings of a cutpoint are told apart, as the nodes `v2a` and `v2b`.
pub fn letters(mut n: u32) -> String {
    let mut out = String::new();
    loop {
        out.insert(0, char::from(b'a' + u8::try_from(n % 26).unwrap_or(0)));
        if n < 26 {
            return out;
        }
        n = n / 26 - 1;
    }
}

/// A part of a weak topological order of cutpoints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WtoPart {
    /// A cutpoint on no cycle but those around the component that it stands in: its position among the cutpoints.
    Point(u32),
    /// A component in parentheses, its head first.
    Component(Vec<WtoPart>),
}

/// The phases of an algorithm: of VINTA (Fig. 1) the first three, of Impact the second and the last two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Abstract interpretation labels nodes, and makes new ones.
    Interpretation,
    /// An alarm is examined: it is real, or the labels are strengthened until it is gone.
    Refinement,
    /// Nodes get the strengthened labels: do these still cover what they covered?
    Inductiveness,
    /// The program is unwound further: nodes whose labels say nothing yet.
    Expansion,
    /// Is a node covered by an earlier one?
    Covering,
}

/// How it was found that an edge cannot be passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Infeasibility {
    /// The abstract post of the label is empty.
    Post,
    /// The solver: no state of the label passes the edge.
    Solver,
}

/// Where a label comes from; `F` is the type of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabelOrigin<F> {
    /// It is that of the entry or of the error as the algorithm begins, or that of a new node of Impact, of which nothing is known yet.
    Start,
    /// The join of what arrives over the edges from visited nodes.
    Post,
    /// What arrives, widened with the labels of the cutpoint's other nodes.
    Widened {
        /// What arrives.
        post: F,
    },
    /// Refinement: the node's interpolant, for restricted refinement together with the label before.
    Refined {
        /// The interpolant.
        interpolant: F,
    },
}

/// A change of the graph; `F` is the type of formulas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArgChange<F> {
    /// The run begins: the cutpoints and their order.
    Begun {
        /// The cutpoints: the entry first, the error last.
        cutpoints: Vec<Cutpoint>,
        /// The weak topological order; empty if the graph is a tree, in which each node has one way to it, the error's nodes too.
        wto: Vec<WtoPart>,
    },
    /// A phase begins.
    Phase(Phase),
    /// The graph is traversed once more from the entry: no node counts as visited or covered yet.
    Expansion {
        /// How many times that has been done before.
        round: u32,
    },
    /// A new node, unexplored.
    Created {
        /// Its number.
        node: NodeId,
        /// Its cutpoint.
        cutpoint: u32,
        /// How many nodes its cutpoint had before.
        unrolling: u32,
    },
    /// A new edge.
    Edge {
        /// Where it begins.
        from: NodeId,
        /// Where it leads.
        to: NodeId,
    },
    /// An edge leads to another node of the same cutpoint now.
    Redirected {
        /// Where it begins.
        from: NodeId,
        /// Where it led.
        old: NodeId,
        /// Where it leads.
        to: NodeId,
    },
    /// A node is visited: the algorithm is there now.
    Visited {
        /// The node.
        node: NodeId,
    },
    /// A node has a new label.
    Labelled {
        /// The node.
        node: NodeId,
        /// The label, over the program's variables.
        label: F,
        /// Where it comes from.
        origin: LabelOrigin<F>,
    },
    /// No state of the label passes an edge.
    Infeasible {
        /// Where it begins.
        from: NodeId,
        /// Where it leads.
        to: NodeId,
        /// How that was found.
        by: Infeasibility,
    },
    /// An edge that was infeasible may be feasible with the new label of the node where it begins.
    Reopened {
        /// Where it begins.
        from: NodeId,
        /// Where it leads.
        to: NodeId,
    },
    /// A node is covered.
    Covered {
        /// The node.
        node: NodeId,
        /// Nodes of the same cutpoint whose labels hold every state of its label.
        by: Vec<NodeId>,
    },
    /// A node is covered no longer, since what covered it has a stronger label or is covered itself.
    Uncovered {
        /// The node.
        node: NodeId,
    },
    /// A node is not covered.
    NotCovered {
        /// The node.
        node: NodeId,
    },
    /// A node is looked at whose label stays as it is for now: by refinement, or as where an edge begins that is to be passed.
    Examined {
        /// The node.
        node: NodeId,
    },
    /// The alarm is real: an execution passes these nodes.
    Path {
        /// The nodes from the entry to the error.
        nodes: Vec<NodeId>,
    },
}

impl<F> ArgChange<F> {
    /// The change with its formulas translated by `f`.
    pub fn map<G>(self, mut f: impl FnMut(F) -> G) -> ArgChange<G> {
        match self {
            ArgChange::Labelled { node, label, origin } => {
                let label = f(label);
                let origin = match origin {
                    LabelOrigin::Start => LabelOrigin::Start,
                    LabelOrigin::Post => LabelOrigin::Post,
                    LabelOrigin::Widened { post } => LabelOrigin::Widened { post: f(post) },
                    LabelOrigin::Refined { interpolant } => {
                        LabelOrigin::Refined { interpolant: f(interpolant) }
                    }
                };
                ArgChange::Labelled { node, label, origin }
            }
            ArgChange::Begun { cutpoints, wto } => ArgChange::Begun { cutpoints, wto },
            ArgChange::Phase(phase) => ArgChange::Phase(phase),
            ArgChange::Expansion { round } => ArgChange::Expansion { round },
            ArgChange::Created { node, cutpoint, unrolling } => {
                ArgChange::Created { node, cutpoint, unrolling }
            }
            ArgChange::Edge { from, to } => ArgChange::Edge { from, to },
            ArgChange::Redirected { from, old, to } => ArgChange::Redirected { from, old, to },
            ArgChange::Visited { node } => ArgChange::Visited { node },
            ArgChange::Infeasible { from, to, by } => ArgChange::Infeasible { from, to, by },
            ArgChange::Reopened { from, to } => ArgChange::Reopened { from, to },
            ArgChange::Covered { node, by } => ArgChange::Covered { node, by },
            ArgChange::Uncovered { node } => ArgChange::Uncovered { node },
            ArgChange::NotCovered { node } => ArgChange::NotCovered { node },
            ArgChange::Examined { node } => ArgChange::Examined { node },
            ArgChange::Path { nodes } => ArgChange::Path { nodes },
        }
    }
}
