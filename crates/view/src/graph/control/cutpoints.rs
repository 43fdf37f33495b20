//! The cutpoint graph: entry, loop heads, error and end, with an edge for each loop-free region between two of them.

use super::blocks::kind;
use super::text::Words;
use super::{Edge, EdgeKind, Graph, GraphNode, Line};
use flow::cfg::{Action, Cfg, LocationKind, NodeId, Origin};
use logic::order::{self, CollectOrdered};
use std::collections::BTreeMap;

/// The most characters of an edge's label.
const LONGEST: usize = 30;

/// The cutpoint graph.
pub(super) fn graph(cfg: &Cfg, words: &Words<'_>) -> Graph {
    let mut cutpoints = vec![Cfg::ENTRY];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&from) = cutpoints.get(at) {
        at += 1;
        for (to, region) in regions(cfg, from) {
            if !cutpoints.contains(&to) {
                cutpoints.push(to);
            }
            found.push((from, to, region));
        }
    }
    let position = |node: NodeId| cutpoints.iter().position(|&c| c == node).unwrap_or(0);
    let nodes =
        cutpoints.iter().map(|&node| GraphNode { kind: kind(cfg, node), lines: head(cfg, words, node) });
    let edges = found.into_iter().map(|(from, to, region)| {
        let lines = lines(cfg, words, &region.edges);
        Edge {
            from: position(from),
            to: position(to),
            kind: if to == Cfg::ERROR { EdgeKind::Fails } else { EdgeKind::Region },
            label: label(&lines, region.paths),
            lines,
        }
    });
    Graph { nodes: nodes.collect(), edges: edges.collect() }
}

/// What is written in a loop head: its place.
fn head(cfg: &Cfg, words: &Words<'_>, node: NodeId) -> Vec<Line> {
    match cfg.nodes[node.index()].kind {
        LocationKind::Head(_) => {
            let span = cfg.nodes[node.index()].span;
            vec![words.line(String::new(), span)]
        }
        _ => Vec::new(),
    }
}

/// A loop-free region.
struct Region {
    /// The edges on the ways through it.
    edges: Vec<usize>,
    /// How many ways there are.
    paths: u64,
}

/// The regions that begin at a cutpoint, by the cutpoint where they end.
fn regions(cfg: &Cfg, start: NodeId) -> Vec<(NodeId, Region)> {
    let order = inside(cfg, start);
    let mut paths: BTreeMap<NodeId, u64> = [(start, 1)].into_iter().collect_map();
    let mut ends: BTreeMap<NodeId, u64> = BTreeMap::new();
    for &node in &order {
        let count = paths.get(&node).copied().unwrap_or(0);
        for &edge in &cfg.out[node.index()] {
            let to = cfg.edges[edge].to;
            let sum = if is_cutpoint(cfg, to) { ends.entry(to) } else { paths.entry(to) };
            let sum = sum.or_insert(0);
            *sum = sum.saturating_add(count);
        }
    }
    let region = |(end, paths): (NodeId, u64)| {
        // Backwards: the locations from which the end can be reached.
        let mut leads: Vec<NodeId> = Vec::new();
        let mut edges = Vec::new();
        for &node in order.iter().rev() {
            let on_way = cfg.out[node.index()].iter().filter(|&&e| {
                let to = cfg.edges[e].to;
                to == end || !is_cutpoint(cfg, to) && leads.contains(&to)
            });
            let before = edges.len();
            edges.extend(on_way.copied());
            if edges.len() > before {
                leads.push(node);
            }
        }
        let place = |&e: &usize| order.iter().position(|&node| node == cfg.edges[e].from);
        order::sort_by_key(&mut edges, place);
        (end, Region { edges, paths })
    };
    ends.into_iter().map(region).collect()
}

fn is_cutpoint(cfg: &Cfg, node: NodeId) -> bool {
    cfg.nodes[node.index()].kind != LocationKind::Plain
}

/// The start and the plain locations behind it, each after all that lead to it.
fn inside(cfg: &Cfg, start: NodeId) -> Vec<NodeId> {
    let mut seen = vec![false; cfg.nodes.len()];
    let mut order = Vec::new();
    let mut stack = vec![(start, false)];
    while let Some((node, is_done)) = stack.pop() {
        if is_done {
            order.push(node);
        } else if !std::mem::replace(&mut seen[node.index()], true) {
            stack.push((node, true));
            let next = cfg.out[node.index()].iter().map(|&e| cfg.edges[e].to);
            stack.extend(next.filter(|&n| !is_cutpoint(cfg, n)).map(|n| (n, false)));
        }
    }
    order.reverse();
    order
}

/// What is executed in a region, in the order of execution, each statement once.
fn lines(cfg: &Cfg, words: &Words<'_>, edges: &[usize]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let both = |cond: &lang::ast::Bexp| {
        let values = edges.iter().filter_map(|&e| match &cfg.edges[e].action {
            Action::Guard(c, value) if c == cond => Some(*value),
            _ => None,
        });
        let values: Vec<bool> = values.collect();
        values.contains(&true) && values.contains(&false)
    };
    for &edge in edges {
        let edge = &cfg.edges[edge];
        let line = match &edge.action {
            Action::Guard(cond, value) if edge.origin == Origin::Program => {
                let said = words.condition(cond);
                let text = match (both(cond), value) {
                    (true, _) => format!("[{said}, either way]"),
                    (false, true) => format!("[{said}]"),
                    (false, false) => format!("[not ({said})]"),
                };
                words.line(text, edge.span)
            }
            _ => match words.edge(edge) {
                Some(line) => line,
                None => continue,
            },
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The region in a few words: what is executed if that is short, else where it stands.
fn label(lines: &[Line], paths: u64) -> String {
    let text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("; ");
    if paths == 1 && text.chars().count() <= LONGEST {
        return text;
    }
    let numbers = || lines.iter().filter_map(|line| line.number);
    let place = match (numbers().min(), numbers().max()) {
        (Some(first), Some(last)) if first < last => format!(", lines {first} to {last}"),
        (Some(line), _) => format!(", line {line}"),
        _ => String::new(),
    };
    match paths {
        1 => format!("one way{place}"),
        u64::MAX => format!("very many ways{place}"),
        n => format!("{n} ways{place}"),
    }
}
