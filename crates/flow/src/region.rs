//! Large-block encoding: the loop-free region behind a cutpoint as one shared formula.
//!
//! A region is executed symbolically in topological order. Where paths meet, values are merged by `ite` under the
//! conditions of the paths *relative to the immediate dominator* of the meeting point, so that a plain `if` joins on
//! exactly its condition, and `n` ifs in a row cost a term of size `n`, not `2^n` paths.

use crate::cfg::{Action, Cfg, Edge, LocationKind, NodeId};
use crate::expression::Symbols;
use crate::liveness::Liveness;
use lang::VarId;
use logic::{Term, Terms, order::CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};

/// How a region is left towards one cutpoint.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The condition, over the state at the region's start and its inputs, under which control gets there.
    pub reached: Term,
    /// At a loop head the values of all variables, in the order of declaration; they matter only where `reached` holds.
    /// Empty at the error and the exit, where they matter to nobody.
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

/// A way into a location: where it comes from, the condition there, and the values on arrival.
struct Way {
    from: NodeId,
    guard: Term,
    values: Vec<Term>,
}

/// The longest stretch of the dominator tree whose conditions are put into one conjunction. Conditions further up are
/// shared, so that many assertions in a row do not need quadratic space.
const STRETCH: usize = 32;

/// Executes the region behind `start`, up to the next cutpoints: loop heads, the error, the exit. `start` itself
/// may be reached again, as a loop head.
pub fn region(cfg: &Cfg, terms: &Terms, symbols: &Symbols, start: NodeId) -> BTreeMap<NodeId, Arrival> {
    let mut region = Region::executed(cfg, terms, symbols, start);
    let typed = typed(cfg, terms, symbols, start);
    // What is left are the ways into cutpoints.
    let targets: Vec<NodeId> = region.ways.keys().copied().collect();
    let arrival = |target| {
        let place = region.join(target);
        let reached = terms.and([typed, region.way_down(start, place.dominator), place.reached]);
        (target, Arrival { reached, values: place.values })
    };
    targets.into_iter().map(arrival).collect_map()
}

/// States that the variables which matter at `start` have values of their types. This holds wherever control is:
/// assigned values are in range, and before the first assignment a variable is arbitrary within its type.
fn typed(cfg: &Cfg, terms: &Terms, symbols: &Symbols, start: NodeId) -> Term {
    if cfg.words || cfg.types.iter().all(Option::is_none) {
        return terms.tru();
    }
    let liveness = Liveness::of(cfg, symbols.vars.len());
    let mut bounds = Vec::new();
    for (at, range) in cfg.types.iter().enumerate() {
        if let Some((low, high)) = range
            && liveness.is_live(start, VarId(u32::try_from(at).unwrap_or(u32::MAX)))
        {
            let value = terms.of(symbols.vars[at]);
            bounds.push(terms.ge(value, terms.int(low.clone())));
            bounds.push(terms.le(value, terms.int(high.clone())));
        }
    }
    terms.and(bounds)
}

/// The conditions, over the state at `start` and inputs, under which control gets from there to these locations without
/// passing a cutpoint; locations that cannot be reached so are left out. For `start` itself the path is the empty one,
/// whether or not another path leads back to it.
pub(crate) fn conditions(
    cfg: &Cfg,
    terms: &Terms,
    symbols: &Symbols,
    start: NodeId,
    wanted: &BTreeSet<NodeId>,
) -> Vec<(NodeId, Term)> {
    let mut region = Region::executed(cfg, terms, symbols, start);
    let mut found = Vec::new();
    for &node in wanted {
        if region.places.contains_key(&node) {
            found.push((node, region.way_down(start, node)));
        } else if region.ways.contains_key(&node) {
            let place = region.join(node);
            found.push((node, terms.and([region.way_down(start, place.dominator), place.reached])));
        }
    }
    found
}

struct Region<'a> {
    cfg: &'a Cfg,
    terms: &'a Terms,
    symbols: &'a Symbols,
    /// The locations executed so far.
    places: BTreeMap<NodeId, Place>,
    /// The ways into locations that have not been executed yet.
    ways: BTreeMap<NodeId, Vec<Way>>,
    /// Results of [`Region::way_down`], for the locations that end a stretch.
    stretches: BTreeMap<(NodeId, NodeId), Term>,
}

impl<'a> Region<'a> {
    /// The region behind `start`, its last edges included.
    fn executed(cfg: &'a Cfg, terms: &'a Terms, symbols: &'a Symbols, start: NodeId) -> Region<'a> {
        let mut region = Region {
            cfg,
            terms,
            symbols,
            places: BTreeMap::new(),
            ways: BTreeMap::new(),
            stretches: BTreeMap::new(),
        };
        let first = Place { dominator: start, depth: 0, reached: terms.tru(), values: symbols.state(terms) };
        region.places.insert(start, first);
        for node in topological(cfg, start) {
            if node != start {
                let place = region.join(node);
                region.places.insert(node, place);
            }
            for &edge in &cfg.out[node.index()] {
                region.follow(&cfg.edges[edge]);
            }
        }
        region
    }

    /// Executes an edge.
    fn follow(&mut self, edge: &Edge) {
        let (terms, symbols) = (self.terms, self.symbols);
        let before = &self.places[&edge.from].values;
        let guard = match &edge.action {
            Action::Guard(cond, value) => {
                let holds = symbols.bexp(terms, cond, before);
                if *value { holds } else { terms.not(holds) }
            }
            _ => terms.tru(),
        };
        let has_values =
            !matches!(self.cfg.nodes[edge.to.index()].kind, LocationKind::Error | LocationKind::Exit);
        let mut values = if has_values { before.clone() } else { Vec::new() };
        let assigned = match &edge.action {
            Action::AssignInt(x, e) => Some((x, symbols.exp(terms, e, before))),
            Action::AssignBool(x, e) => Some((x, symbols.bexp(terms, e, before))),
            Action::Havoc(x, id) => Some((x, symbols.input(terms, *id))),
            Action::Read(x, _, elements) => Some((x, symbols.read(terms, elements, before))),
            Action::Write(elements, value) => {
                for (x, value) in symbols.written(terms, elements, value, before) {
                    if has_values {
                        values[x.index()] = value;
                    }
                }
                None
            }
            Action::Netlist(netlist) if has_values => {
                for (x, value) in netlist.values(terms, before, &|id| symbols.input(terms, id)) {
                    values[x.index()] = value;
                }
                None
            }
            Action::Skip | Action::Guard(..) | Action::Netlist(_) => None,
        };
        if let (Some((x, value)), true) = (assigned, has_values) {
            values[x.index()] = value;
        }
        self.ways.entry(edge.to).or_default().push(Way { from: edge.from, guard, values });
    }

    /// Joins the ways into a location.
    fn join(&mut self, node: NodeId) -> Place {
        let ways = self.ways.remove(&node).unwrap_or_default();
        let dominator = ways.iter().map(|w| w.from).reduce(|a, b| self.common(a, b)).unwrap_or(Cfg::ENTRY);
        let conditions: Vec<Term> =
            ways.iter().map(|w| self.terms.and([self.way_down(dominator, w.from), w.guard])).collect();
        let reached = match conditions.as_slice() {
            // Also where the terms would open one of the two.
            [a, b] if self.terms.not(*a) == *b => self.terms.tru(),
            _ => self.terms.or(conditions.iter().copied()),
        };
        let count = ways.first().map_or(0, |w| w.values.len());
        // Values matter only where the location is reached, so of two ways the first condition decides if it excludes the
        // other, whatever is assumed and asserted later on them.
        let mut deciding = conditions;
        if let [a, b] = ways.as_slice()
            && count > 0
        {
            let (first, second) = (self.first_condition(dominator, a), self.first_condition(dominator, b));
            if self.terms.not(first) == second {
                deciding = vec![first, second];
            }
        }
        let value = |x: usize| {
            let mut backwards = ways.iter().zip(&deciding).rev();
            let last = backwards.next().map_or_else(|| self.terms.fals(), |(w, _)| w.values[x]);
            backwards.fold(last, |rest, (w, &condition)| self.terms.ite(condition, w.values[x], rest))
        };
        let values = (0..count).map(value).collect();
        let depth = self.places.get(&dominator).map_or(0, |p| p.depth + 1);
        Place { dominator, depth, reached, values }
    }

    /// The nearest common dominator.
    fn common(&self, mut a: NodeId, mut b: NodeId) -> NodeId {
        while a != b {
            let (at_a, at_b) = (&self.places[&a], &self.places[&b]);
            if at_a.depth >= at_b.depth {
                a = at_a.dominator;
            } else {
                b = at_b.dominator;
            }
        }
        a
    }

    /// The condition under which control gets from `above` to `node`, which it dominates.
    fn way_down(&mut self, above: NodeId, node: NodeId) -> Term {
        let mut conditions = Vec::new();
        let mut path = Vec::new();
        let mut at = node;
        while at != above {
            if let Some(&shared) = self.stretches.get(&(above, at)) {
                conditions.push(shared);
                break;
            }
            path.push(at);
            at = self.places[&at].dominator;
        }
        let is_long = path.len() > STRETCH;
        for at in path.into_iter().rev() {
            let place = &self.places[&at];
            conditions.push(place.reached);
            if is_long && (place.depth as usize).is_multiple_of(STRETCH) {
                let shared = self.terms.and(conditions.drain(..));
                self.stretches.insert((above, at), shared);
                conditions.push(shared);
            }
        }
        self.terms.and(conditions)
    }

    /// What decides at `above` for the way over `way`: the first condition on it.
    fn first_condition(&self, above: NodeId, way: &Way) -> Term {
        let mut first = way.guard;
        let mut at = way.from;
        while at != above {
            let place = &self.places[&at];
            first = place.reached;
            at = place.dominator;
        }
        first
    }
}

/// The locations of the region in topological order, the start first, without the cutpoints at its end.
fn topological(cfg: &Cfg, start: NodeId) -> Vec<NodeId> {
    let inner = |n: NodeId| cfg.nodes[n.index()].kind == LocationKind::Plain;
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
