//! From locations and edges to basic blocks: a straight sequence of statements is one node; a branch ends a node, and a
//! location that several edges lead to begins one.

use super::text::Words;
use super::{Edge, EdgeKind, Graph, GraphNode, NodeKind};
use flow::cfg::{Action, Cfg, LocationKind, NodeId};
use std::collections::BTreeMap;

/// The control-flow graph in basic blocks.
pub(super) fn graph(cfg: &Cfg, words: &Words<'_>) -> Graph {
    let builder = Builder::new(cfg, words);
    let mut graph = Graph::default();
    let mut numbers: BTreeMap<NodeId, usize> = BTreeMap::new();
    let mut waiting = vec![Cfg::ENTRY];
    let mut leaders = Vec::new();
    while let Some(leader) = waiting.pop() {
        if numbers.contains_key(&leader) {
            continue;
        }
        numbers.insert(leader, leaders.len());
        leaders.push(leader);
        let (node, out) = builder.block(leader);
        graph.nodes.push(node);
        waiting.extend(out.iter().rev().map(|edge| edge.to));
        for edge in out {
            graph.edges.push(Edge {
                from: leaders.len() - 1,
                to: edge.to.index(),
                kind: edge.kind,
                label: edge.label,
                lines: Vec::new(),
            });
        }
    }
    for edge in &mut graph.edges {
        let to = NodeId(u32::try_from(edge.to).unwrap_or(u32::MAX));
        edge.to = numbers[&to];
    }
    graph
}

/// What a location is for the eye.
pub(super) fn kind(cfg: &Cfg, node: NodeId) -> NodeKind {
    match cfg.nodes[node.index()].kind {
        LocationKind::Entry => NodeKind::Entry,
        LocationKind::Head(_) => {
            let before = cfg.heads().iter().position(|&(_, head)| head == node).unwrap_or(0);
            NodeKind::Head(u32::try_from(before + 1).unwrap_or(u32::MAX))
        }
        LocationKind::Plain => NodeKind::Block,
        LocationKind::Error => NodeKind::Error,
        LocationKind::Exit => NodeKind::Exit,
    }
}

struct Builder<'a> {
    cfg: &'a Cfg,
    words: &'a Words<'a>,
    /// How many edges lead to a location, places where nothing happens passed over.
    arriving: Vec<u32>,
}

/// A way out of a block.
struct Out {
    to: NodeId,
    kind: EdgeKind,
    label: String,
}

impl<'a> Builder<'a> {
    fn new(cfg: &'a Cfg, words: &'a Words<'a>) -> Builder<'a> {
        let mut builder = Builder { cfg, words, arriving: vec![0; cfg.nodes.len()] };
        let mut seen = vec![false; cfg.nodes.len()];
        let mut waiting = vec![Cfg::ENTRY];
        while let Some(node) = waiting.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            for &edge in &cfg.out[node.index()] {
                let to = builder.behind(cfg.edges[edge].to);
                builder.arriving[to.index()] += 1;
                waiting.push(to);
            }
        }
        builder
    }

    /// The first location from here on where something happens. There is one: each cycle has a loop head.
    fn behind(&self, mut node: NodeId) -> NodeId {
        while let (LocationKind::Plain, &[edge]) =
            (self.cfg.nodes[node.index()].kind, self.cfg.out[node.index()].as_slice())
            && self.cfg.edges[edge].action == Action::Skip
        {
            node = self.cfg.edges[edge].to;
        }
        node
    }

    fn is_leader(&self, node: NodeId) -> bool {
        self.cfg.nodes[node.index()].kind != LocationKind::Plain || self.arriving[node.index()] != 1
    }

    /// The block that begins here.
    fn block(&self, leader: NodeId) -> (GraphNode, Vec<Out>) {
        let mut node = GraphNode { kind: kind(self.cfg, leader), lines: Vec::new() };
        let head = &self.cfg.nodes[leader.index()];
        node.lines.extend(self.words.predicate(head.span).filter(|_| matches!(node.kind, NodeKind::Head(_))));
        let mut at = leader;
        loop {
            let out = &self.cfg.out[at.index()];
            let &[edge] = out.as_slice() else {
                let ways = self.branch(&mut node, at);
                return (node, ways);
            };
            let edge = &self.cfg.edges[edge];
            node.lines.extend(self.words.edge(edge));
            let to = self.behind(edge.to);
            if self.is_leader(to) {
                return (node, vec![Out { to, kind: EdgeKind::Plain, label: String::new() }]);
            }
            at = to;
        }
    }

    /// The ways out of a branch; none at the error and at the end.
    fn branch(&self, node: &mut GraphNode, at: NodeId) -> Vec<Out> {
        let edges: Vec<_> = self.cfg.out[at.index()].iter().map(|&e| &self.cfg.edges[e]).collect();
        let asserts = edges.iter().any(|edge| edge.violates.is_some());
        let mut conditions: Vec<&lang::ast::Bexp> = Vec::new();
        for edge in &edges {
            if let Action::Guard(cond, _) = &edge.action
                && !conditions.contains(&cond)
            {
                conditions.push(cond);
            }
        }
        // The cases of a `switch` have a condition each.
        let is_switch = conditions.len() > 1;
        if let (Some(cond), Some(edge)) = (conditions.first(), edges.first()) {
            let text = match (is_switch, asserts) {
                (true, _) if self.words.predicate(self.cfg.nodes[at.index()].span).is_some() => {
                    "which clause’s body holds ?".into()
                }
                (true, _) => "switch".into(),
                (false, true) => format!("assert {}", self.words.condition(cond)),
                (false, false) => format!("{} ?", self.words.condition(cond)),
            };
            node.lines.push(self.words.line(text, edge.span));
        }
        let mut ways = Vec::new();
        for edge in &edges {
            let to = self.behind(edge.to);
            let (kind, label) = match &edge.action {
                Action::Guard(cond, true) if is_switch => (EdgeKind::True, self.words.meaning(cond)),
                Action::Guard(_, value) => match (edge.violates, asserts, value) {
                    (Some(_), ..) => (EdgeKind::Fails, "fails".into()),
                    (None, true, _) => (EdgeKind::True, "holds".into()),
                    (None, false, true) => (EdgeKind::True, "true".into()),
                    (None, false, false) => (EdgeKind::False, "false".into()),
                },
                _ => (EdgeKind::Plain, String::new()),
            };
            ways.push(Out { to, kind, label });
        }
        ways
    }
}
