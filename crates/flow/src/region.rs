//! Large-block encoding: the loop-free region behind a cutpoint as one shared formula.
//!
//! A region is executed symbolically in topological order. Where ways meet, values are joined by `ite` under the
//! conditions of the ways *relative to the immediate dominator* of the meeting point, so that a plain `if` joins on
//! exactly its condition, and `n` ifs in a row cost a term of size `n`, not `2^n` paths.

use crate::cfg::{Action, Cfg, NodeId, NodeKind};
use crate::expression::Symbols;
use logic::{Term, Terms};
use std::collections::BTreeMap;

/// How a region is left towards one cutpoint.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The condition, over the state at the region's start and its inputs, under which control gets there.
    pub reached: Term,
    /// The values of all variables there, in the order of declaration; they matter only where `reached` holds.
    pub values: Vec<Term>,
}

/// What is known of a location inside a region.
struct Place {
    /// The immediate dominator; the start is its own.
    dominator: NodeId,
    /// Distance from the start in the dominator tree.
    depth: u32,
    /// Reached from the dominator under this condition.
    reached: Term,
    values: Vec<Term>,
}

/// A way into a location: where from, its condition at that place, the values on arrival.
struct Way {
    from: NodeId,
    guard: Term,
    values: Vec<Term>,
}

/// Executes the region behind `start`, up to the next cutpoints: loop heads, the error, the exit. `start` itself
/// may be reached again, as a loop head.
pub fn region(cfg: &Cfg, terms: &Terms, symbols: &Symbols, start: NodeId) -> BTreeMap<NodeId, Arrival> {
    let order = topological(cfg, start);
    let mut places: BTreeMap<NodeId, Place> = BTreeMap::new();
    let mut ways: BTreeMap<NodeId, Vec<Way>> = BTreeMap::new();
    let first = Place { dominator: start, depth: 0, reached: terms.tru(), values: symbols.state(terms) };
    places.insert(start, first);
    for &node in &order {
        if node != start {
            let place = join(terms, &places, &ways.remove(&node).unwrap_or_default());
            places.insert(node, place);
        }
        for &e in &cfg.out[node.index()] {
            let edge = &cfg.edges[e];
            let mut values = places[&node].values.clone();
            let mut guard = terms.tru();
            match &edge.action {
                Action::Skip => {}
                Action::AssignInt(x, e) => values[x.index()] = symbols.exp(terms, e, &values),
                Action::AssignBool(x, e) => values[x.index()] = symbols.bexp(terms, e, &values),
                Action::Havoc(x, id) => values[x.index()] = symbols.input(terms, *id),
                Action::Guard(cond, value) => {
                    let holds = symbols.bexp(terms, cond, &values);
                    guard = if *value { holds } else { terms.not(holds) };
                }
            }
            ways.entry(edge.to).or_default().push(Way { from: node, guard, values });
        }
    }
    // What is left are the ways into cutpoints.
    let mut arrivals = BTreeMap::new();
    for (target, ways) in ways {
        let place = join(terms, &places, &ways);
        let reached = terms.and([way_from_above(terms, &places, start, place.dominator), place.reached]);
        arrivals.insert(target, Arrival { reached, values: place.values });
    }
    arrivals
}

/// Joins the ways into a location.
fn join(terms: &Terms, places: &BTreeMap<NodeId, Place>, ways: &[Way]) -> Place {
    let dominator = ways.iter().map(|w| w.from).reduce(|a, b| common(places, a, b)).unwrap_or(Cfg::ENTRY);
    let conditions: Vec<Term> =
        ways.iter().map(|w| terms.and([way_from_above(terms, places, dominator, w.from), w.guard])).collect();
    let count = ways.first().map_or(0, |w| w.values.len());
    let value = |x: usize| {
        let mut backwards = ways.iter().zip(&conditions).rev();
        let last = backwards.next().map_or_else(|| terms.fals(), |(w, _)| w.values[x]);
        backwards.fold(last, |rest, (w, &condition)| terms.ite(condition, w.values[x], rest))
    };
    let depth = places.get(&dominator).map_or(0, |p| p.depth + 1);
    let reached = terms.or(conditions.iter().copied());
    Place { dominator, depth, reached, values: (0..count).map(value).collect() }
}

/// The nearest common dominator.
fn common(places: &BTreeMap<NodeId, Place>, mut a: NodeId, mut b: NodeId) -> NodeId {
    while a != b {
        if places[&a].depth >= places[&b].depth {
            a = places[&a].dominator;
        } else {
            b = places[&b].dominator;
        }
    }
    a
}

/// The condition under which control gets from `above` to `node`, which it dominates.
fn way_from_above(terms: &Terms, places: &BTreeMap<NodeId, Place>, above: NodeId, mut node: NodeId) -> Term {
    let mut conditions = Vec::new();
    while node != above {
        conditions.push(places[&node].reached);
        node = places[&node].dominator;
    }
    conditions.reverse();
    terms.and(conditions)
}

/// The locations of the region, the start first, the cutpoints at its end left out, each after all that lead to it.
fn topological(cfg: &Cfg, start: NodeId) -> Vec<NodeId> {
    let inner = |n: NodeId| cfg.nodes[n.index()].kind == NodeKind::Plain;
    let successors = |n: NodeId| cfg.out[n.index()].iter().map(|&e| cfg.edges[e].to).collect::<Vec<_>>();
    let mut seen = vec![false; cfg.nodes.len()];
    let mut order = Vec::new();
    let mut stack = vec![(start, false)];
    while let Some((node, expanded)) = stack.pop() {
        if expanded {
            order.push(node);
        } else if !std::mem::replace(&mut seen[node.index()], true) {
            stack.push((node, true));
            stack.extend(successors(node).into_iter().filter(|&n| inner(n)).map(|n| (n, false)));
        }
    }
    order.reverse();
    order
}
