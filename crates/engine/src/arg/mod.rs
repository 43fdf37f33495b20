//! The abstract reachability graph: unrollings of the cutpoints as nodes with labels, actions as edges, and which nodes cover which.
//! VINTA and Impact build it, each with knowledge of its own about nodes.
//!
//! Every change is reported from here, so that the displayed graph is this one.

mod execution;

use crate::cx::{Conclusion, Cx};
use crate::run::Subject;
use flow::{Cutpoint, CutpointGraph};
use lang::LineIndex;
use logic::{Stamp, Term};
use proof::{Arg, ArgEdge, ArgNode, Exploration};
use trace::{ArgChange, Change, Infeasibility, LabelOrigin};

/// A node, by its position.
pub(crate) type Node = usize;

/// What is known of a node; `X` is what the algorithm alone knows.
pub(crate) struct NodeData<X> {
    /// The node's cutpoint.
    pub(crate) cutpoint: usize,
    /// How many nodes of the cutpoint were made before it.
    unrolling: u32,
    /// psi: what holds whenever an execution passes the node, over plain symbols of the state.
    pub(crate) label: Term,
    /// The edges that begin here, by position; one for each action of the cutpoint once the node has been expanded.
    pub(crate) out: Vec<usize>,
    /// The edges that lead here.
    pub(crate) into: Vec<usize>,
    /// If it is covered, by which nodes; by none if its label holds no state.
    pub(crate) covered: Option<Vec<Node>>,
    /// What the algorithm alone knows.
    pub(crate) own: X,
}

/// An edge.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    /// Where it begins.
    pub(crate) from: Node,
    /// Where it leads.
    pub(crate) to: Node,
    /// tau: the action, by its position in the cutpoint graph.
    pub(crate) action: usize,
    /// Whether no state of the label where it begins passes it.
    pub(crate) infeasible: bool,
}

/// The graph.
pub(crate) struct Graph<'a, X> {
    cx: &'a Cx,
    program: &'a CutpointGraph,
    /// Whether each node has one way to it, the error's nodes too.
    is_tree: bool,
    /// The source line of each cutpoint that has one.
    lines: Vec<Option<u32>>,
    pub(crate) nodes: Vec<NodeData<X>>,
    pub(crate) edges: Vec<Edge>,
}

/// A number in the trace.
pub(crate) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl<'a, X> Graph<'a, X> {
    pub(crate) fn new(
        cx: &'a Cx,
        program: &'a CutpointGraph,
        is_tree: bool,
        named: &[trace::Cutpoint],
    ) -> Self {
        let lines = named.iter().map(|cutpoint| cutpoint.line).collect();
        Graph { cx, program, is_tree, lines, nodes: Vec::new(), edges: Vec::new() }
    }

    pub(crate) fn note(&self, change: ArgChange<Term>) {
        self.cx.change(Change::Arg(change));
    }

    /// A new node, without edges.
    pub(crate) fn create(&mut self, cutpoint: usize, label: Term, own: X) -> Node {
        let node = self.nodes.len();
        let unrolling = number(self.nodes.iter().filter(|n| n.cutpoint == cutpoint).count());
        let (out, into) = (Vec::new(), Vec::new());
        self.nodes.push(NodeData { cutpoint, unrolling, label, out, into, covered: None, own });
        self.note(ArgChange::Created { node: number(node), cutpoint: number(cutpoint), unrolling });
        node
    }

    /// A new edge.
    pub(crate) fn connect(&mut self, from: Node, to: Node, action: usize) {
        let edge = self.edges.len();
        self.edges.push(Edge { from, to, action, infeasible: false });
        self.nodes[from].out.push(edge);
        self.nodes[to].into.push(edge);
        self.note(ArgChange::Edge { from: number(from), to: number(to) });
    }

    /// Lets an edge lead to another node of the same cutpoint.
    pub(crate) fn redirect(&mut self, edge: usize, to: Node) {
        let Edge { from, to: old, .. } = self.edges[edge];
        self.nodes[old].into.retain(|&e| e != edge);
        self.nodes[to].into.push(edge);
        self.edges[edge].to = to;
        self.note(ArgChange::Redirected { from: number(from), old: number(old), to: number(to) });
    }

    /// Gives a node its label.
    pub(crate) fn relabel(&mut self, node: Node, label: Term, origin: LabelOrigin<Term>) {
        self.nodes[node].label = label;
        self.note(ArgChange::Labelled { node: number(node), label, origin });
    }

    /// Forgets what is known about the edges that begin at a node, because its label may have become weaker.
    pub(crate) fn reopen(&mut self, node: Node) {
        for i in 0..self.nodes[node].out.len() {
            let edge = &mut self.edges[self.nodes[node].out[i]];
            if std::mem::take(&mut edge.infeasible) {
                let (from, to) = (number(edge.from), number(edge.to));
                self.note(ArgChange::Reopened { from, to });
            }
        }
    }

    /// Keeps in mind that no state of the label passes an edge.
    pub(crate) fn close(&mut self, edge: usize, by: Infeasibility) {
        let Edge { from, to, infeasible, .. } = self.edges[edge];
        if !infeasible {
            self.edges[edge].infeasible = true;
            self.note(ArgChange::Infeasible { from: number(from), to: number(to), by });
        }
    }

    /// Notes that a node is covered by others, or by none if its label holds no state.
    pub(crate) fn cover(&mut self, node: Node, by: Vec<Node>) {
        let covered = ArgChange::Covered { node: number(node), by: by.iter().map(|&u| number(u)).collect() };
        self.note(covered);
        self.nodes[node].covered = Some(by);
    }

    /// The node's name in the paper's manner: the cutpoint's, then a letter for the unrolling.
    pub(crate) fn name(&self, node: Node) -> String {
        let data = &self.nodes[node];
        match data.cutpoint {
            0 => "v1".into(),
            c if c == self.program.error() && self.is_tree => format!("ve{}", trace::letters(data.unrolling)),
            c if c == self.program.error() => "ve".into(),
            c => format!("v{}{}", c + 1, trace::letters(data.unrolling)),
        }
    }

    /// Nodes by name, those in the middle of a long list left out.
    pub(crate) fn listed(&self, nodes: &[Node], and: &str) -> String {
        let names: Vec<String> = nodes.iter().map(|&v| self.name(v)).collect();
        match names.as_slice() {
            [all @ .., last] if !all.is_empty() && all.len() < 3 => format!("{}{and}{last}", all.join(", ")),
            [first, .., last] if names.len() > 1 => format!("{first}, …{and}{last}"),
            _ => names.concat(),
        }
    }

    /// Where a cutpoint is.
    pub(crate) fn place(&self, cutpoint: usize) -> String {
        match self.lines.get(cutpoint) {
            _ if cutpoint == 0 => "the entry".into(),
            Some(Some(line)) => self.cx.words().head_at(*line),
            _ => "the error".into(),
        }
    }

    /// The loop head that a node unrolls.
    pub(crate) fn head_of(&self, v: Node) -> Option<usize> {
        match self.program.cutpoints[self.nodes[v].cutpoint] {
            Cutpoint::Head(head) => Some(head),
            Cutpoint::Entry | Cutpoint::Error => None,
        }
    }

    /// The action of an edge between its nodes' copies of the state.
    pub(crate) fn formula(&self, e: Edge) -> Term {
        self.cx.terms().restamp_all(self.program.actions[e.action].formula, |stamp| match stamp {
            Stamp::Plain => Stamp::At(number(e.from)),
            Stamp::Primed => Stamp::At(number(e.to)),
            other => other,
        })
    }

    /// A formula over a node's copy of the state.
    pub(crate) fn at(&self, v: Node, t: Term) -> Term {
        self.cx.terms().restamp_all(t, |_| Stamp::At(number(v)))
    }

    /// The graph as a certificate, of these nodes: the entry's first, those that are not covered with all that their edges lead to.
    pub(crate) fn certificate(&self, kept: &[Node], subject: &Subject) -> Conclusion {
        let mut places = vec![usize::MAX; self.nodes.len()];
        kept.iter().enumerate().for_each(|(place, &v)| places[v] = place);
        let edge = |&e: &usize| {
            let edge = self.edges[e];
            ArgEdge { action: edge.action, to: places[edge.to] }
        };
        let node = |&v: &Node| ArgNode {
            cutpoint: self.nodes[v].cutpoint,
            label: self.nodes[v].label,
            exploration: match &self.nodes[v].covered {
                Some(by) => Exploration::CoveredBy(by.iter().map(|&u| places[u]).collect()),
                None => Exploration::Expanded(self.nodes[v].out.iter().map(edge).collect()),
            },
        };
        let arg = Arg { nodes: kept.iter().map(node).collect() };
        let t = self.cx.terms();
        let holds: Vec<Term> = (0..self.program.cutpoints.len())
            .map(|c| {
                let open = |&&v: &&Node| self.nodes[v].cutpoint == c && self.nodes[v].covered.is_none();
                t.or(kept.iter().filter(open).map(|&v| self.nodes[v].label))
            })
            .collect();
        let invariant = self.program.invariant(t, &subject.ts, &holds);
        Conclusion::SafeByGraph { arg, invariant }
    }
}

/// The cutpoints as the trace names them.
pub(crate) fn named(graph: &CutpointGraph, subject: &Subject) -> Vec<trace::Cutpoint> {
    let lines = LineIndex::new(&subject.source);
    let line = |i: usize| lines.position(graph.places[i].1.start).line;
    let one = |(i, c): (usize, &Cutpoint)| match c {
        Cutpoint::Error => trace::Cutpoint { name: "e".into(), line: None },
        _ => trace::Cutpoint { name: (i + 1).to_string(), line: Some(line(i)) },
    };
    graph.cutpoints.iter().enumerate().map(one).collect()
}
