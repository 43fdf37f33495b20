//! A program's control-flow graph for display: basic blocks with their statements, branches and loop heads; and the
//! cutpoint graph, whose edges are the loop-free regions between entry, loop heads, error and end. Made from the text
//! alone, so that it is available while the user types; each line of it knows its place in the text.

mod blocks;

mod cutpoints;

mod picture;

mod text;

pub use picture::{Picture, Row, picture};

use lang::Span;
use logic::order;
use trace::Dialect;

/// A graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// The nodes, the entry first.
    pub nodes: Vec<GraphNode>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphNode {
    /// What it is.
    pub kind: NodeKind,
    /// What happens there, in order.
    pub lines: Vec<Line>,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// Where the program begins.
    Entry,
    /// A loop head, a cutpoint; loops are numbered from 1 in the order of the text.
    Head(u32),
    /// Any other place.
    Block,
    /// Where a violated assertion leads.
    Error,
    /// Where the program ends.
    Exit,
    /// An input of a circuit.
    Input,
    /// A latch of a circuit.
    Latch,
    /// A state that a circuit must never be in.
    Bad,
}

impl NodeKind {
    /// What is written above the lines; nothing for a plain block.
    pub fn title(self) -> Option<String> {
        match self {
            NodeKind::Entry => Some("start".into()),
            NodeKind::Head(number) => Some(format!("loop head {number}")),
            NodeKind::Block => None,
            NodeKind::Error => Some("error".into()),
            NodeKind::Exit => Some("end".into()),
            NodeKind::Input => Some("input".into()),
            NodeKind::Latch => Some("latch".into()),
            NodeKind::Bad => Some("bad state".into()),
        }
    }

    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            NodeKind::Entry | NodeKind::Input => "node-entry",
            NodeKind::Head(_) => "node-head",
            NodeKind::Block | NodeKind::Latch => "node-block",
            NodeKind::Error | NodeKind::Bad => "node-error",
            NodeKind::Exit => "node-exit",
        }
    }
}

/// A statement or a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// As it is shown.
    pub text: String,
    /// Its line in the text, from 1; none for what is not in the text.
    pub number: Option<u32>,
    /// Its bytes in the text: first, and one past the last.
    pub span: Option<(u32, u32)>,
}

/// An edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The position of the node where it begins.
    pub from: usize,
    /// The position of the node where it leads.
    pub to: usize,
    /// What it is.
    pub kind: EdgeKind,
    /// What is written at it; empty where nothing is to be said.
    pub label: String,
    /// In a cutpoint graph what is executed on it, in the order of execution; the guards are among it.
    pub lines: Vec<Line>,
}

/// What an edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeKind {
    /// Control simply goes on.
    Plain,
    /// The condition holds.
    True,
    /// The condition does not hold.
    False,
    /// The assertion is violated.
    Fails,
    /// A loop-free region.
    Region,
}

impl EdgeKind {
    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            EdgeKind::Plain => "edge-plain",
            EdgeKind::True => "edge-true",
            EdgeKind::False => "edge-false",
            EdgeKind::Fails => "edge-fails",
            EdgeKind::Region => "edge-region",
        }
    }
}

/// Both graphs of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graphs {
    /// The control-flow graph.
    pub flow: Graph,
    /// The cutpoint graph.
    pub cutpoints: Graph,
}

impl Graphs {
    /// The graphs of a program text; none when the text has errors.
    pub fn of(source: &str, dialect: Dialect) -> Option<Graphs> {
        let program = reader::read(source, dialect).program?;
        let cfg = program.lower();
        let words = text::Words::new(source, &*program, &cfg);
        Some(Graphs { flow: blocks::graph(&cfg, &words), cutpoints: cutpoints::graph(&cfg, &words) })
    }
}

/// A part of the program that a formula of the transition system speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramPart {
    /// From the start to a loop head: I(s).
    Initial,
    /// From a loop head to the next: T(s, s').
    Round,
    /// From a loop head to a violated assertion: not P(s).
    Failing,
    /// From the start to a violated assertion.
    Early,
}

impl ProgramPart {
    /// The parts that a conjunct of this name speaks of, as engines name them; none for interpolants and the like.
    pub fn named(name: &str) -> Vec<ProgramPart> {
        let mut parts = Vec::new();
        if name.starts_with("I(") || name.starts_with("A₀") {
            parts.push(ProgramPart::Initial);
        }
        if name.contains("T(") || name.contains("A₁") || name.contains("B₁") {
            parts.push(ProgramPart::Round);
        }
        if name.contains("¬P(") || name.contains("¬(P") || name.starts_with("B₀") {
            parts.push(ProgramPart::Failing);
        }
        if name.starts_with("early") {
            parts.push(ProgramPart::Early);
        }
        parts
    }
}

impl Graphs {
    /// The places in the text of these parts of the program.
    pub fn places(&self, parts: &[ProgramPart]) -> Vec<(u32, u32)> {
        let kind = |node: usize| self.cutpoints.nodes[node].kind;
        let part = |edge: &Edge| match (kind(edge.from), kind(edge.to)) {
            (NodeKind::Entry, NodeKind::Head(_)) => Some(ProgramPart::Initial),
            (NodeKind::Head(_), NodeKind::Head(_)) => Some(ProgramPart::Round),
            (NodeKind::Head(_), NodeKind::Error) => Some(ProgramPart::Failing),
            (NodeKind::Entry, NodeKind::Error) => Some(ProgramPart::Early),
            _ => None,
        };
        let edges = self.cutpoints.edges.iter().filter(|edge| part(edge).is_some_and(|p| parts.contains(&p)));
        let mut places: Vec<_> = edges.flat_map(|edge| &edge.lines).filter_map(|line| line.span).collect();
        order::sort(&mut places);
        places.dedup();
        places
    }
}

impl Graphs {
    /// The place in the text of the loop head on this line.
    pub fn head_on(&self, line: u32) -> Option<(u32, u32)> {
        let heads = self.cutpoints.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Head(_)));
        heads.flat_map(|node| &node.lines).find(|l| l.number == Some(line))?.span
    }
}

/// What a place of the text is in a graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lit {
    /// The lines of nodes, as positions of node and line.
    pub lines: Vec<(usize, usize)>,
    /// The edges.
    pub edges: Vec<usize>,
}

impl Lit {
    /// Whether a node has a lit line.
    pub fn node(&self, node: usize) -> bool {
        self.lines.iter().any(|&(n, _)| n == node)
    }
}

impl Graph {
    /// The lines of the graph that stand for the bytes from `from` to `to`: the narrowest ones that contain all of
    /// them, or else all lines within them.
    pub fn at(&self, (from, to): (u32, u32)) -> Lit {
        let lines = self.nodes.iter().enumerate().flat_map(|(n, node)| {
            node.lines.iter().enumerate().filter_map(move |(l, line)| Some(((Some((n, l)), 0), line.span?)))
        });
        let regions =
            self.edges.iter().enumerate().flat_map(|(e, edge)| {
                edge.lines.iter().filter_map(move |line| Some(((None, e), line.span?)))
            });
        let all: Vec<_> = lines.chain(regions).collect();
        let holds = |span: (u32, u32)| span.0 <= from && to <= span.1;
        let narrowest = all.iter().filter(|(_, span)| holds(*span)).map(|(_, span)| span.1 - span.0).min();
        let is_lit = |span: (u32, u32)| match narrowest {
            Some(width) => holds(span) && span.1 - span.0 == width,
            None => from <= span.0 && span.1 <= to,
        };
        let mut lit = Lit::default();
        for ((line, edge), _) in all.into_iter().filter(|(_, span)| is_lit(*span)) {
            match line {
                Some(line) => lit.lines.push(line),
                None if !lit.edges.contains(&edge) => lit.edges.push(edge),
                None => {}
            }
        }
        lit
    }

    /// The only node that has lines within these bytes, if there is one.
    pub fn node_of(&self, (from, to): (u32, u32)) -> Option<usize> {
        let within = |line: &Line| line.span.is_some_and(|span| from <= span.0 && span.1 <= to);
        let mut nodes = (0..self.nodes.len()).filter(|&n| self.nodes[n].lines.iter().any(within));
        nodes.next().filter(|_| nodes.next().is_none())
    }

    /// The edges of the way from one node to another that passes no loop head, if there is exactly one.
    pub fn only_way(&self, from: usize, to: usize) -> Vec<usize> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut waiting = vec![(from, Vec::new())];
        // Few steps lie between two places where an execution is seen.
        for _ in 0..200 {
            let Some((node, way)) = waiting.pop() else { break };
            for (edge, next) in self.edges.iter().enumerate().filter(|(_, e)| e.from == node) {
                let way: Vec<usize> = way.iter().copied().chain([edge]).collect();
                if next.to == to {
                    found.push(way);
                } else if !matches!(self.nodes[next.to].kind, NodeKind::Head(_)) {
                    waiting.push((next.to, way));
                }
            }
        }
        if found.len() == 1 && waiting.is_empty() { found.remove(0) } else { Vec::new() }
    }

    /// The node in words: what it is, what happens there, where control goes.
    pub fn describe(&self, node: usize) -> String {
        let mut words = self.name(node);
        let is_named = matches!(self.nodes[node].kind, NodeKind::Input | NodeKind::Latch | NodeKind::Bad);
        for line in self.nodes[node].lines.iter().filter(|line| !line.text.is_empty() && !is_named) {
            words.push_str("; ");
            words.push_str(&line.text);
        }
        let leads: Vec<String> = self
            .edges
            .iter()
            .filter(|e| e.from == node)
            .map(|e| match e.label.as_str() {
                "" => format!("to {}", self.name(e.to)),
                label => format!("{label}: to {}", self.name(e.to)),
            })
            .collect();
        if !leads.is_empty() {
            words.push_str(". Leads ");
            words.push_str(&leads.join(", "));
        }
        words.push('.');
        words
    }

    /// What a node is called in words.
    pub fn name(&self, node: usize) -> String {
        let this = &self.nodes[node];
        let line = this.lines.iter().find_map(|line| line.number);
        if let (NodeKind::Input | NodeKind::Latch | NodeKind::Bad, Some(line)) =
            (this.kind, this.lines.first())
        {
            return format!("{} {}", this.kind.title().unwrap_or_default(), line.text);
        }
        match (this.kind.title(), line) {
            (Some(title), Some(line)) => format!("{title} (line {line})"),
            (Some(title), None) => title,
            (None, Some(line)) => format!("line {line}"),
            (None, None) => format!("node {}", node + 1),
        }
    }
}

fn bytes(span: Span) -> Option<(u32, u32)> {
    (span.start < span.end).then_some((span.start, span.end))
}

#[cfg(test)]
mod tests;
