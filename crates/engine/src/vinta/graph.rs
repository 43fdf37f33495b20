//! The abstract reachability graph as VINTA builds it: an unrolling of the cutpoint graph whose nodes are labelled (section 3).
//!
//! Every change is reported from here, so that the displayed graph is this one.

use crate::cx::Cx;
use flow::CutpointGraph;
use logic::Term;
use std::collections::BTreeMap;
use trace::{ArgChange, Change, Infeasibility, LabelOrigin};

/// A node, by its position.
pub(super) type Node = usize;

/// What is known of a node; `E` is an element of the abstract domain.
pub(super) struct NodeData<E> {
    /// The node's cutpoint.
    pub(super) cutpoint: usize,
    /// How many nodes of the cutpoint were made before it.
    unrolling: u32,
    /// psi: what holds whenever an execution passes the node, over plain symbols of the state.
    pub(super) label: Term,
    /// The label in the domain; an abstraction of it if it is refined.
    pub(super) element: E,
    /// Whether the label is from refinement.
    pub(super) refined: bool,
    /// At which visit of its cutpoint the label was widened, if it is from widening.
    pub(super) widened: Option<usize>,
    /// Whether the node gets its label from abstract interpretation when it is visited next.
    pub(super) marked: bool,
    /// The edges that begin here, by position; one for each action of the cutpoint once the node has been expanded.
    pub(super) out: Vec<usize>,
    /// The edges that lead here.
    pub(super) into: Vec<usize>,
    /// Whether it has been visited in this round.
    pub(super) visited: bool,
    /// If it is covered in this round, by which nodes.
    pub(super) covered: Option<Vec<Node>>,
    /// The abstract post of the label at each cutpoint, once it has been computed.
    pub(super) posts: Option<BTreeMap<usize, E>>,
}

/// An edge.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// Where it begins.
    pub(super) from: Node,
    /// Where it leads.
    pub(super) to: Node,
    /// tau: the action, by its position in the cutpoint graph.
    pub(super) action: usize,
    /// Whether no state of the label where it begins passes it.
    pub(super) infeasible: bool,
}

/// The graph.
///
/// Invariant: edges between nodes visited in this round lead from earlier to later visits, so these nodes are a directed
/// acyclic graph; `EXPANDNODE` keeps it.
pub(super) struct Graph<'a, E> {
    cx: &'a Cx,
    program: &'a CutpointGraph,
    pub(super) nodes: Vec<NodeData<E>>,
    pub(super) edges: Vec<Edge>,
}

/// A node's number in the trace.
pub(super) fn number(node: Node) -> u32 {
    u32::try_from(node).unwrap_or(u32::MAX)
}

impl<'a, E: Clone> Graph<'a, E> {
    pub(super) fn new(cx: &'a Cx, program: &'a CutpointGraph) -> Graph<'a, E> {
        Graph { cx, program, nodes: Vec::new(), edges: Vec::new() }
    }

    fn note(&self, change: ArgChange<Term>) {
        self.cx.change(Change::Arg(change));
    }

    /// A new node, without edges.
    pub(super) fn create(&mut self, cutpoint: usize, label: Term, element: E) -> Node {
        let node = self.nodes.len();
        let unrolling = number(self.nodes.iter().filter(|n| n.cutpoint == cutpoint).count());
        self.nodes.push(NodeData {
            cutpoint,
            unrolling,
            label,
            element,
            refined: false,
            widened: None,
            marked: false,
            out: Vec::new(),
            into: Vec::new(),
            visited: false,
            covered: None,
            posts: None,
        });
        self.note(ArgChange::Created { node: number(node), cutpoint: number(cutpoint), unrolling });
        node
    }

    /// A new edge.
    pub(super) fn connect(&mut self, from: Node, to: Node, action: usize) {
        let edge = self.edges.len();
        self.edges.push(Edge { from, to, action, infeasible: false });
        self.nodes[from].out.push(edge);
        self.nodes[to].into.push(edge);
        self.note(ArgChange::Edge { from: number(from), to: number(to) });
    }

    /// Lets an edge lead to another node of the same cutpoint.
    pub(super) fn redirect(&mut self, edge: usize, to: Node) {
        let Edge { from, to: old, .. } = self.edges[edge];
        self.nodes[old].into.retain(|&e| e != edge);
        self.nodes[to].into.push(edge);
        self.edges[edge].to = to;
        self.note(ArgChange::Redirected { from: number(from), old: number(old), to: number(to) });
    }

    /// Gives a node its label.
    pub(super) fn relabel(&mut self, node: Node, label: Term, element: E, origin: LabelOrigin<Term>) {
        let data = &mut self.nodes[node];
        data.label = label;
        data.element = element;
        data.refined = matches!(origin, LabelOrigin::Refined { .. });
        data.widened = None;
        data.posts = None;
        self.note(ArgChange::Labelled { node: number(node), label, origin });
    }

    /// Forgets what is known about the edges that begin at a node, because its label may have become weaker.
    pub(super) fn reopen(&mut self, node: Node) {
        for i in 0..self.nodes[node].out.len() {
            let edge = &mut self.edges[self.nodes[node].out[i]];
            if std::mem::take(&mut edge.infeasible) {
                let (from, to) = (number(edge.from), number(edge.to));
                self.note(ArgChange::Reopened { from, to });
            }
        }
    }

    /// Keeps in mind that no state of the label passes an edge.
    pub(super) fn close(&mut self, edge: usize, by: Infeasibility) {
        let Edge { from, to, infeasible, .. } = self.edges[edge];
        if !infeasible {
            self.edges[edge].infeasible = true;
            self.note(ArgChange::Infeasible { from: number(from), to: number(to), by });
        }
    }

    /// The node's name in the paper's manner: the cutpoint's, then a letter for the unrolling.
    pub(super) fn name(&self, node: Node) -> String {
        let data = &self.nodes[node];
        match data.cutpoint {
            0 => "v1".into(),
            c if c == self.program.error() => "ve".into(),
            c => format!("v{}{}", c + 1, letters(data.unrolling)),
        }
    }
}

/// `a` to `z`, then `aa` and so on.
fn letters(mut n: u32) -> String {
    let mut out = String::new();
    loop {
        out.insert(0, char::from(b'a' + u8::try_from(n % 26).unwrap_or(0)));
        if n < 26 {
            return out;
        }
        n = n / 26 - 1;
    }
}
