//! Where the paths through a loop-free part of a graph meet again: immediate post-dominators.

use crate::cfg::{Action, Cfg, Edge, NodeId};
use lang::ast::{Bexp, BexpKind};
use logic::order::CollectOrdered;
use std::collections::{BTreeMap, BTreeSet};

/// Where all ways on from a location lead that come to an end of the part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ahead {
    /// There are none.
    Never,
    /// Through no common location.
    End,
    /// Through this location, the nearest of that kind.
    At(NodeId),
}

/// The part of a graph between a location and the next terminals.
#[derive(Default)]
pub(super) struct Shape {
    /// For each location what is ahead, and how many locations that goes through.
    ahead: BTreeMap<NodeId, (Ahead, u32)>,
}

/// Whether a part ends here: at a branch of the loop, or at the end of the program.
pub(super) fn is_terminal(numbers: &BTreeMap<NodeId, i64>, node: NodeId) -> bool {
    node == Cfg::EXIT || numbers.contains_key(&node)
}

/// The edges of a location that can be passed at all.
pub(super) fn live(cfg: &Cfg, node: NodeId) -> Vec<&Edge> {
    let is_dead = |edge: &Edge| matches!(&edge.action, Action::Guard(Bexp { kind: BexpKind::Const(value), .. }, wanted) if value != wanted);
    cfg.out[node.index()].iter().map(|&e| &cfg.edges[e]).filter(|edge| !is_dead(edge)).collect()
}

/// Where control goes next, failures left out.
fn successors(cfg: &Cfg, node: NodeId) -> Vec<NodeId> {
    live(cfg, node).into_iter().filter(|edge| edge.violates.is_none()).map(|edge| edge.to).collect()
}

impl Shape {
    /// The part that begins at `start`, which may be a terminal itself.
    pub(super) fn new(cfg: &Cfg, numbers: &BTreeMap<NodeId, i64>, start: NodeId) -> Shape {
        let mut shape = Shape::default();
        // Depth first, each location after all that follow it.
        let mut seen = BTreeSet::new();
        let mut todo = vec![(start, false)];
        while let Some((node, is_expanded)) = todo.pop() {
            if is_expanded {
                let ahead = shape.meet(cfg, numbers, node);
                shape.ahead.insert(node, ahead);
            } else if seen.insert(node) {
                todo.push((node, true));
                let inner = successors(cfg, node).into_iter().filter(|&next| !is_terminal(numbers, next));
                todo.extend(inner.map(|next| (next, false)));
            }
        }
        shape
    }

    /// What is ahead of a location.
    pub(super) fn ahead(&self, node: NodeId) -> Ahead {
        self.ahead.get(&node).map_or(Ahead::End, |found| found.0)
    }

    fn meet(&self, cfg: &Cfg, numbers: &BTreeMap<NodeId, i64>, node: NodeId) -> (Ahead, u32) {
        let ways = successors(cfg, node).into_iter().filter_map(|next| match is_terminal(numbers, next) {
            true => Some(Ahead::End),
            false => Some(Ahead::At(next)).filter(|_| self.ahead(next) != Ahead::Never),
        });
        let met = ways.reduce(|a, b| self.common(a, b)).unwrap_or(Ahead::Never);
        (met, self.depth(met) + 1)
    }

    fn depth(&self, ahead: Ahead) -> u32 {
        match ahead {
            Ahead::At(node) => self.ahead.get(&node).map_or(0, |found| found.1),
            Ahead::End | Ahead::Never => 0,
        }
    }

    /// The first place that both lead through.
    fn common(&self, mut a: Ahead, mut b: Ahead) -> Ahead {
        while a != b {
            let further = |ahead| match ahead {
                Ahead::At(node) => self.ahead(node),
                other => other,
            };
            if self.depth(a) >= self.depth(b) {
                a = further(a);
            } else {
                b = further(b);
            }
        }
        a
    }

    /// Whether more than so many steps lie between a location and the ends of the part.
    pub(super) fn is_long(
        &self,
        cfg: &Cfg,
        numbers: &BTreeMap<NodeId, i64>,
        node: NodeId,
        most: usize,
    ) -> bool {
        let mut steps = 0;
        let mut seen = [node].into_iter().collect_set();
        let mut todo = vec![node];
        while let Some(at) = todo.pop() {
            for edge in live(cfg, at) {
                steps += usize::from(edge.action != Action::Skip);
                if steps > most {
                    return true;
                }
                if edge.violates.is_none() && !is_terminal(numbers, edge.to) && seen.insert(edge.to) {
                    todo.push(edge.to);
                }
            }
        }
        false
    }
}
