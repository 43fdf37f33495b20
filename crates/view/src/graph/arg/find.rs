//! Finding one's way in the graph: search, the neighbours of a node, the graph as a list, and what a step changed.

use super::label::{signs, text};
use super::layout::Layout;
use super::picture::Scene;
use super::{Arg, State};
use trace::{ArgChange, Change, Event, FormulaId, Infeasibility, LabelOrigin, NodeId, Phase};

/// A way to go from a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Along an edge that begins here.
    Down,
    /// Back along an edge that ends here.
    Up,
    /// To the next node on the left of the same layer.
    Left,
    /// To the next node on the right of it.
    Right,
}

/// A line of the graph as a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The node.
    pub node: NodeId,
    /// How deep it is nested, from 1: nodes in a row are on one level, branches begin a deeper one.
    pub level: usize,
}

impl Scene<'_> {
    /// The nodes whose name, cutpoint (as in `2` or `line 3`) or label has this text, in order.
    pub fn search(&self, wanted: &str) -> Vec<NodeId> {
        let typed = wanted.trim().to_ascii_lowercase();
        let wanted = signs(&typed);
        if wanted.is_empty() {
            return Vec::new();
        }
        let label = |id: FormulaId| {
            (self.formula)(id).is_some_and(|f| text(f, usize::MAX).to_ascii_lowercase().contains(&wanted))
        };
        let is_hit = |id: NodeId| {
            let node = &self.arg.nodes[id as usize];
            let cutpoint = self.arg.cutpoints.get(node.cutpoint as usize);
            let name = self.arg.name(id);
            name.starts_with(&typed)
                || cutpoint.is_some_and(|c| {
                    c.name == typed || c.line.is_some_and(|line| format!("line {line}") == typed)
                })
                || node.label.map_or(typed == "unexplored", |l| label(l.formula))
                || self.arg.state_words(id) == typed
        };
        self.arg.ids().filter(|&id| is_hit(id)).collect()
    }
}

/// The piece that lies in a direction from another one, of what there is of the graph.
pub fn neighbour(arg: &Arg, layout: &Layout, piece: usize, direction: Direction) -> Option<usize> {
    let there = |piece: usize| {
        layout
            .pieces
            .pieces
            .get(piece)
            .is_some_and(|nodes| nodes.iter().any(|&n| (n as usize) < arg.nodes.len()))
    };
    let x = |piece: usize| layout.corner(piece).0;
    let layer = |piece: usize| layout.drawing.pins.get(piece).map(|pin| pin.layer);
    let near = |a: &usize| ((x(*a) - x(piece)).abs(), *a);
    let drawn = |node| layout.pieces.piece(node);
    match direction {
        Direction::Down => {
            let ends = arg.edges.iter().filter(|e| drawn(e.from) == Some(piece)).filter_map(|e| drawn(e.to));
            // What leads further down comes first.
            let key = |&to: &usize| (layer(to) <= layer(piece), near(&to));
            ends.filter(|&to| to != piece && there(to)).min_by_key(key)
        }
        Direction::Up => {
            let starts =
                arg.edges.iter().filter(|e| drawn(e.to) == Some(piece)).filter_map(|e| drawn(e.from));
            let key = |&from: &usize| (layer(from) >= layer(piece), near(&from));
            starts.filter(|&from| from != piece && there(from)).min_by_key(key)
        }
        Direction::Left | Direction::Right => {
            let is_left = direction == Direction::Left;
            let beside = |&other: &usize| {
                other != piece
                    && layer(other) == layer(piece)
                    && (x(other) < x(piece)) == is_left
                    && there(other)
            };
            (0..layout.pieces.pieces.len()).filter(beside).min_by_key(near)
        }
    }
}

/// The graph as a nested list, the entry first: each node below the one it was first reached from.
pub fn outline(arg: &Arg) -> Vec<Entry> {
    let count = arg.nodes.len();
    let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); count];
    let mut has_parent = vec![false; count];
    for edge in &arg.edges {
        let is_first =
            has_parent.get(edge.to as usize) == Some(&false) && edge.to != edge.from && edge.to != 0;
        if is_first && arg.error() != Some(edge.to) {
            has_parent[edge.to as usize] = true;
            children[edge.from as usize].push(edge.to);
        }
    }
    let mut entries = Vec::new();
    let mut seen = vec![false; count];
    // Who is on a cycle that nothing leads to, as may be after edges were redirected, comes at the end.
    let (first, rest): (Vec<NodeId>, Vec<NodeId>) = arg.ids().partition(|&id| !has_parent[id as usize]);
    for root in first.into_iter().chain(rest) {
        let mut stack = vec![(root, 1)];
        while let Some((node, level)) = stack.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            entries.push(Entry { node, level });
            let here = &children[node as usize];
            let below = if here.len() > 1 { level + 1 } else { level };
            stack.extend(here.iter().rev().map(|&child| (child, below)));
        }
    }
    entries
}

/// The most changes of one kind that are told one by one.
const TOLD: usize = 4;

/// What the event of a step changed in the graph, in sentences.
pub fn news(event: &Event, arg: &Arg) -> Vec<String> {
    let name = |id: &NodeId| arg.name(*id);
    let mut told: Vec<(&'static str, Vec<String>)> = Vec::new();
    let mut tell = |kind: &'static str, what: String| match told.iter_mut().find(|(known, _)| *known == kind)
    {
        Some((_, all)) => all.push(what),
        None => told.push((kind, vec![what])),
    };
    for change in &event.changes {
        let Change::Arg(change) = change else { continue };
        match change {
            ArgChange::Begun { .. } | ArgChange::Edge { .. } | ArgChange::Phase(_) => {}
            ArgChange::Expansion { round } => tell("round", (round + 1).to_string()),
            ArgChange::Created { node, .. } => tell("new", name(node)),
            ArgChange::Redirected { from, to, .. } => {
                tell("redirected", format!("{} → {}", name(from), name(to)))
            }
            ArgChange::Visited { node } | ArgChange::Examined { node } => tell("at", name(node)),
            ArgChange::Labelled { node, origin, .. } => tell(
                match origin {
                    LabelOrigin::Start | LabelOrigin::Post => "labelled",
                    LabelOrigin::Widened { .. } => "widened",
                    LabelOrigin::Refined { .. } => "refined",
                },
                name(node),
            ),
            ArgChange::Infeasible { from, to, by } => tell(
                match by {
                    Infeasibility::Post => "empty post",
                    Infeasibility::Solver => "refuted",
                },
                format!("{} → {}", name(from), name(to)),
            ),
            ArgChange::Reopened { from, to } => tell("open again", format!("{} → {}", name(from), name(to))),
            ArgChange::Covered { node, .. } => tell("covered", name(node)),
            ArgChange::Uncovered { node } => tell("covered no longer", name(node)),
            ArgChange::NotCovered { node } => tell("not covered", name(node)),
            ArgChange::Path { nodes } => {
                tell("failing", nodes.iter().map(name).collect::<Vec<_>>().join(" → "))
            }
        }
    }
    let step = event.index as usize + 1;
    let phase = arg.phase.filter(|_| arg.phase_since == step);
    let phase = phase.map(|phase| format!("phase: {}", phase_name(phase)));
    let sentence = |(kind, all): (&str, Vec<String>)| {
        let shown = all[..all.len().min(TOLD)].join(", ");
        match all.len().saturating_sub(TOLD) {
            0 => format!("{kind}: {shown}"),
            more => format!("{kind}: {shown} and {more} more"),
        }
    };
    phase.into_iter().chain(told.into_iter().map(sentence)).collect()
}

/// The name of a phase on the strip.
pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Interpretation => "interpret",
        Phase::Refinement => "refine",
        Phase::Inductiveness => "inductive?",
        Phase::Expansion => "unwind",
        Phase::Covering => "cover",
    }
}

impl Arg {
    /// What became of a node in this round, in words; empty if nothing did.
    pub fn state_words(&self, id: NodeId) -> String {
        match self.nodes.get(id as usize).map(|node| &node.state) {
            Some(State::Covered(by)) if by.is_empty() => "covered: it contains no state".into(),
            Some(State::Covered(by)) => {
                format!(
                    "covered by {}",
                    by.iter().map(|&other| self.name(other)).collect::<Vec<_>>().join(", ")
                )
            }
            Some(State::Open) => "not covered".into(),
            _ => String::new(),
        }
    }
}
