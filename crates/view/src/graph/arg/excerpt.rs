//! Which part of the graph is drawn: all of it, only the failing execution, or with linear chains drawn as one box each.

use super::{Arg, Edge};
use trace::NodeId;

/// What the user wants to see of the graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// Whether the nodes inside a linear chain are drawn as one box.
    pub is_collapsed: bool,
    /// Chains that are drawn in full all the same: a node of each.
    pub opened: Vec<NodeId>,
    /// Whether only the failing execution is drawn.
    pub is_path: bool,
}

/// The graph in pieces: each piece is one node, or the nodes inside a chain from top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The pieces, in the order of their first nodes.
    pub pieces: Vec<Vec<NodeId>>,
    /// The piece of each node; none for nodes that are not drawn.
    of: Vec<Option<usize>>,
    /// The failing execution, if only that is drawn.
    path: Vec<NodeId>,
}

/// Whether there are linear chains in a graph, as it is last known.
pub fn has_chains(last: &Arg) -> bool {
    !chains(last, &[]).is_empty()
}

impl Pieces {
    /// The pieces of a graph, as it is last known.
    pub fn of(last: &Arg, excerpt: &Excerpt) -> Pieces {
        let mut pieces = Pieces { of: vec![None; last.nodes.len()], ..Pieces::default() };
        if excerpt.is_path && !last.path.is_empty() {
            pieces.path.clone_from(&last.path);
            last.ids().filter(|node| last.path.contains(node)).for_each(|node| pieces.add(vec![node]));
            return pieces;
        }
        let chains =
            if excerpt.is_collapsed && !excerpt.is_path { chains(last, &excerpt.opened) } else { Vec::new() };
        let mut inside = vec![false; last.nodes.len()];
        chains.iter().flatten().for_each(|&node| inside[node as usize] = true);
        let mut chains = chains.into_iter().peekable();
        for node in last.ids() {
            if let Some(chain) = chains.next_if(|chain| chain[0] == node) {
                pieces.add(chain);
            } else if !inside[node as usize] {
                pieces.add(vec![node]);
            }
        }
        pieces
    }

    fn add(&mut self, nodes: Vec<NodeId>) {
        for &node in &nodes {
            if let Some(of) = self.of.get_mut(node as usize) {
                *of = Some(self.pieces.len());
            }
        }
        self.pieces.push(nodes);
    }

    /// The piece of a node; none if it is not drawn.
    pub fn piece(&self, node: NodeId) -> Option<usize> {
        *self.of.get(node as usize)?
    }

    /// The pieces that an edge joins; none if it is not drawn.
    pub fn ends(&self, edge: &Edge) -> Option<(usize, usize)> {
        let (from, to) = (self.piece(edge.from)?, self.piece(edge.to)?);
        let is_inside = from == to && edge.from != edge.to;
        let is_aside =
            !self.path.is_empty() && !self.path.windows(2).any(|pair| pair == [edge.from, edge.to]);
        (!is_inside && !is_aside).then_some((from, to))
    }

    /// The edges between pieces, each once, in the order of the graph's edges.
    pub fn edges(&self, last: &Arg) -> Vec<(usize, usize)> {
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); self.pieces.len()];
        let mut edges = Vec::new();
        for edge in &last.edges {
            if let Some((from, to)) = self.ends(edge).filter(|&(from, to)| !out[from].contains(&to)) {
                out[from].push(to);
                edges.push((from, to));
            }
        }
        edges
    }
}

/// The insides of the linear chains: sequences of at least two nodes with one way in and one way on each. Edges that cannot be
/// passed lead nowhere and do not count. Nodes that are covered or cover others are never inside, and neither is the error.
fn chains(last: &Arg, opened: &[NodeId]) -> Vec<Vec<NodeId>> {
    let count = last.nodes.len();
    let (mut into, mut out) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for edge in last.edges.iter().filter(|edge| edge.infeasible.is_none()) {
        if let (Some(out), Some(into)) = (out.get_mut(edge.from as usize), into.get_mut(edge.to as usize)) {
            out.push(edge.to);
            into.push(edge.from);
        }
    }
    let mut is_inner: Vec<bool> = (0..count).map(|n| into[n].len() == 1 && out[n].len() == 1).collect();
    for (node, other) in last.covering() {
        is_inner[node as usize] = false;
        if let Some(other) = is_inner.get_mut(other as usize) {
            *other = false;
        }
    }
    for node in last.ids() {
        let data = &last.nodes[node as usize];
        let is_end = data.cutpoint == 0 || last.is_error(node) || data.label.is_none();
        is_inner[node as usize] &= !is_end && !matches!(data.state, super::State::Covered(_));
    }
    let mut chains = Vec::new();
    for first in last.ids() {
        let starts = |node: NodeId| is_inner[node as usize] && !is_inner[into[node as usize][0] as usize];
        if !starts(first) {
            continue;
        }
        let mut chain = vec![first];
        let mut next = out[first as usize][0];
        while is_inner[next as usize] && next != first {
            chain.push(next);
            next = out[next as usize][0];
        }
        if chain.len() > 1 && !chain.iter().any(|node| opened.contains(node)) {
            chains.push(chain);
        }
    }
    chains
}
