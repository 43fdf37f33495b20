//! An interval analysis of a graph whose integers behave as in C. Where an expression cannot wrap, the plain expression
//! is used; where it wraps by 2^n at most once, a condition tells which case applies. The analysis also finds the first
//! place at which signed arithmetic may leave its type's range.

use super::cases::{self, Ways};
use super::interval::{Interval, Intervals, Types, stops};
use crate::cfg::{Action, Cfg, Edge, LocationKind, NodeId};
use crate::liveness::Liveness;
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::c::ast::Bounds;
use lang::c::{CProgram, IntType, Type};
use lang::{AssertId, Int, Integers, Span, VarId, WordOp};
use std::collections::{BTreeMap, BTreeSet};

/// A result of signed arithmetic, or a number before it is wrapped.
pub(super) struct Computed {
    /// Where it is computed.
    pub(super) at: NodeId,
    /// What has been found true before, in the same expression.
    pub(super) under: Vec<Bexp>,
    /// The result.
    pub(super) value: Exp,
    /// Its type.
    pub(super) int: IntType,
    /// Its text.
    pub(super) span: Span,
    /// Whether it is wrapped to its type's range.
    pub(super) wraps: bool,
}

/// How often a loop head is visited before intervals grow by leaps.
const PATIENCE: u32 = 2;
/// Passes that tighten what has grown too far.
const NARROWINGS: usize = 2;

/// Where executions may begin, in any state that the types allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// At the entry: the graph is the program.
    Entry,
    /// At loop heads, too: each round is exact also from states that no execution passes through.
    Heads,
    /// At every location: so is each statement.
    Everywhere,
}

/// What is known at each location; nothing at those to which control cannot come.
struct Ranges<'a> {
    types: &'a Types,
    /// The values that inputs may have.
    inputs: &'a [Bounds],
    known: Vec<Option<Intervals>>,
}

impl<'a> Ranges<'a> {
    /// None if it takes too long, which is counted.
    fn of(cfg: &Cfg, types: &'a Types, inputs: &'a [Bounds], from: From) -> Option<Ranges<'a>> {
        let order = order(cfg);
        let mut place = vec![usize::MAX; cfg.nodes.len()];
        for (at, node) in order.iter().enumerate() {
            place[node.index()] = at;
        }
        let conditions = cfg.edges.iter().filter_map(|edge| match &edge.action {
            Action::Guard(cond, _) => Some(cond),
            _ => None,
        });
        let stops = stops(conditions, types);
        let mut ranges = Ranges { types, inputs, known: vec![None; cfg.nodes.len()] };
        let is_start = |node: NodeId| {
            let is_head = || matches!(cfg.nodes[node.index()].kind, LocationKind::Head(_));
            node == Cfg::ENTRY
                || match from {
                    From::Entry => false,
                    From::Heads => is_head(),
                    From::Everywhere => true,
                }
        };
        let mut visits = vec![0_u32; cfg.nodes.len()];
        let mut todo = BTreeSet::new();
        for &start in order.iter().filter(|&&node| is_start(node)) {
            ranges.known[start.index()] = Some(Intervals::default());
            todo.insert(place[start.index()]);
        }
        let mut budget = 200 * cfg.nodes.len() + 10_000;
        while let Some(at) = todo.pop_first() {
            budget = budget.checked_sub(1)?;
            let node = order[at];
            let Some(here) = ranges.known[node.index()].clone() else { continue };
            for &edge in &cfg.out[node.index()] {
                let edge = &cfg.edges[edge];
                let Some(behind) = ranges.behind(&here, &edge.action) else { continue };
                let to = edge.to.index();
                let next = match &ranges.known[to] {
                    None => behind,
                    Some(old) => {
                        let mut joined = old.clone();
                        joined.join(&behind);
                        if joined == *old {
                            continue;
                        }
                        if matches!(cfg.nodes[to].kind, LocationKind::Head(_)) {
                            visits[to] += 1;
                            if visits[to] > PATIENCE { old.widened(types, &joined, &stops) } else { joined }
                        } else {
                            joined
                        }
                    }
                };
                ranges.known[to] = Some(next);
                todo.insert(place[to]);
            }
        }
        let mut into: BTreeMap<NodeId, Vec<&Edge>> = BTreeMap::new();
        for edge in &cfg.edges {
            into.entry(edge.to).or_default().push(edge);
        }
        for _ in 0..NARROWINGS {
            for &node in &order {
                if is_start(node) {
                    continue;
                }
                let mut found: Option<Intervals> = None;
                for edge in into.get(&node).into_iter().flatten() {
                    let Some(from) = &ranges.known[edge.from.index()] else { continue };
                    let Some(behind) = ranges.behind(from, &edge.action) else { continue };
                    match &mut found {
                        Some(found) => found.join(&behind),
                        None => found = Some(behind),
                    }
                }
                ranges.known[node.index()] = found;
            }
        }
        Some(ranges)
    }

    /// Behind an edge; none if nothing passes.
    fn behind(&self, before: &Intervals, action: &Action) -> Option<Intervals> {
        let mut after = before.behind(self.types, action)?;
        if let Action::Havoc(x, id) = action {
            // Executions in which an input is out of its range do not count.
            let Bounds { low, high } = self.inputs[id.index()].clone();
            after.set(self.types, *x, Interval { low, high });
        }
        Some(after)
    }

    /// For each variable the ends of its type's range, if it has no other value wherever it matters.
    fn kept(&self, cfg: &Cfg, declared: Vec<Option<Type>>) -> Vec<Option<(Int, Int)>> {
        let live = Liveness::of(cfg, declared.len() + cfg.temps.len());
        let kept = |(at, ty): (usize, Option<Type>)| {
            let Some(Type::Int(int)) = ty else { return None };
            let var = VarId(u32::try_from(at).unwrap_or(u32::MAX));
            let (low, high) = int.range();
            let stays = |(node, known): (usize, &Option<Intervals>)| {
                let Some(known) = known else { return true };
                let node = NodeId(u32::try_from(node).unwrap_or(u32::MAX));
                !live.is_live(node, var) || known.get(self.types, var).within(&low, &high)
            };
            self.known.iter().enumerate().all(stays).then_some((low.clone(), high.clone()))
        };
        declared.into_iter().enumerate().map(kept).collect()
    }

    /// The expression without what wraps nothing.
    fn plain(&self, at: NodeId, e: &mut Exp) {
        let Some(known) = &self.known[at.index()] else { return };
        plain(known, self.types, e);
    }

    fn plain_in(&self, at: NodeId, cond: &mut Bexp) {
        let Some(known) = &self.known[at.index()] else { return };
        each_exp(cond, &mut |e| plain(known, self.types, e));
    }
}

/// All locations, each as far as possible behind those that lead to it.
fn order(cfg: &Cfg) -> Vec<NodeId> {
    let mut seen = vec![false; cfg.nodes.len()];
    let mut order = Vec::new();
    let mut stack = vec![(Cfg::ENTRY, false)];
    while let Some((node, expanded)) = stack.pop() {
        if expanded {
            order.push(node);
        } else if !std::mem::replace(&mut seen[node.index()], true) {
            stack.push((node, true));
            stack.extend(cfg.out[node.index()].iter().map(|&edge| (cfg.edges[edge].to, false)));
        }
    }
    order.reverse();
    order
}

fn each_exp(cond: &mut Bexp, visit: &mut impl FnMut(&mut Exp)) {
    match &mut cond.kind {
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Nondet(_) => {}
        BexpKind::Not(inner) => each_exp(inner, visit),
        BexpKind::And(parts) | BexpKind::Or(parts) => parts.iter_mut().for_each(|part| each_exp(part, visit)),
        BexpKind::Implies(premises, conclusion) => {
            premises.iter_mut().for_each(|part| each_exp(part, visit));
            each_exp(conclusion, visit);
        }
        BexpKind::Compare(_, a, b) => {
            visit(a);
            visit(b);
        }
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => {
            each_exp(a, visit);
            each_exp(b, visit);
        }
    }
}

/// The wrapped expression, its modulus, and what is added before and taken off again.
pub(super) fn wrapped(e: &Exp) -> Option<(&Exp, &Int, Option<&Int>)> {
    match &e.kind {
        ExpKind::Mod(inner, modulus) if is_modulus(modulus) => Some((inner, modulus, None)),
        ExpKind::Sum(parts) => {
            let [(Sign::Plus, first), (Sign::Minus, off)] = parts.as_slice() else { return None };
            let (ExpKind::Mod(inner, modulus), ExpKind::Const(off)) = (&first.kind, &off.kind) else {
                return None;
            };
            let ExpKind::Sum(parts) = &inner.kind else { return None };
            let [(Sign::Plus, inner), (Sign::Plus, on)] = parts.as_slice() else { return None };
            let is_same = matches!(&on.kind, ExpKind::Const(on) if on == off);
            (is_same && off + off == *modulus && is_modulus(modulus)).then_some((inner, modulus, Some(off)))
        }
        _ => None,
    }
}

/// Whether it is how many values an integer type has.
fn is_modulus(modulus: &Int) -> bool {
    [8, 16, 32, 64].iter().any(|&bits| IntType { bits, signed: false }.count() == *modulus)
}

/// The ends of the range to which something is wrapped.
pub(super) fn ends(modulus: &Int, off: Option<&Int>) -> (Int, Int) {
    let low = off.map_or(Int::ZERO, |off| -off);
    let high = &low + modulus - Int::ONE;
    (low, high)
}

fn plain(known: &Intervals, types: &Types, e: &mut Exp) {
    if let Some((inner, modulus, off)) = wrapped(e) {
        let (low, high) = ends(modulus, off);
        if known.exp(types, inner).within(&low, &high) {
            *e = Exp { span: e.span, kind: inner.kind.clone() };
            plain(known, types, e);
            return;
        }
    }
    match &mut e.kind {
        ExpKind::Const(_) | ExpKind::Var(_) => {}
        ExpKind::Neg(inner)
        | ExpKind::Mul(_, inner)
        | ExpKind::Div(inner, _)
        | ExpKind::Mod(inner, _)
        | ExpKind::Wrap(_, inner) => plain(known, types, inner),
        ExpKind::Word(_, _, left, right) => {
            plain(known, types, left);
            plain(known, types, right);
        }
        ExpKind::Sum(parts) => {
            parts.iter_mut().for_each(|part| plain(known, types, &mut part.1));
            // As it would have been written without conversions.
            if let Some((Sign::Plus, Exp { kind: ExpKind::Sum(inner), .. })) = parts.first_mut() {
                let inner = std::mem::take(inner);
                parts.splice(..1, inner);
            }
        }
    }
}

/// Puts plain expressions for those that wrap nothing, and conditions for those that wrap once; leaves out assertions about
/// overflow that surely hold. Finds the first place where signed arithmetic may leave its type's range, and the variables that
/// stay in theirs.
pub(super) fn simplify(
    cfg: &mut Cfg,
    program: &CProgram,
    computed: &[Computed],
    checks: &BTreeSet<AssertId>,
    from: From,
) {
    let types = cfg.types.clone();
    cfg.ranges = types.clone();
    let Some(ranges) = Ranges::of(cfg, &types, &program.ranges, from) else {
        let first = |wraps: bool| {
            let places = computed.iter().filter(|place| place.wraps == wraps);
            places.map(|place| place.span).min_by_key(|span| span.start)
        };
        (cfg.overflow, cfg.wraps) = (first(false), first(true));
        let operations = cfg.edges.iter().filter_map(|edge| match &edge.action {
            Action::AssignInt(_, Exp { span, kind }) if is_unresolved(kind) => Some(*span),
            _ => None,
        });
        cfg.unresolved = operations.collect();
        return;
    };
    if program.arithmetic.integers == Integers::C {
        cfg.ranges = ranges.kept(cfg, program.types());
    }
    let (mut overflow, mut wraps): (Option<Span>, Option<Span>) = (None, None);
    // What is shifted is part of the shift, about which more is said.
    let is_shifted = |place: &&Computed| !place.wraps && !place.int.signed;
    let places = computed.iter().filter(|place| !is_shifted(place)).chain(computed.iter().filter(is_shifted));
    for place in places {
        let Some(known) = &ranges.known[place.at.index()] else { continue };
        let under =
            place.under.iter().try_fold(known.clone(), |known, cond| known.refined(&types, cond, true));
        let Some(known) = under else { continue };
        let (low, high) = place.int.range();
        if !known.exp(&types, &place.value).within(&low, &high) {
            let first = if place.wraps { &mut wraps } else { &mut overflow };
            if first.is_none_or(|first| place.span.start < first.start) {
                *first = Some(place.span);
            }
        }
    }
    let mut edges = cfg.edges.clone();
    let mut dropped = vec![false; edges.len()];
    for (at, edge) in edges.iter_mut().enumerate() {
        match &mut edge.action {
            Action::AssignInt(_, e) => ranges.plain(edge.from, e),
            Action::AssignBool(_, cond) | Action::Guard(cond, _) => ranges.plain_in(edge.from, cond),
            _ => {}
        }
        if let (Some(id), Action::Guard(cond, holds)) = (edge.violates, &edge.action)
            && checks.contains(&id)
            && let Some(known) = &ranges.known[edge.from.index()]
            && known.refined(&types, cond, *holds).is_none()
        {
            dropped[at] = true;
        }
    }
    let mut splits = splits(&ranges, &edges);
    for (at, edge) in edges.iter_mut().enumerate() {
        let Action::AssignInt(x, e) = &edge.action else { continue };
        let (x, Some(known)) = (*x, &ranges.known[edge.from.index()]) else {
            if matches!(e.kind, ExpKind::Word(..)) {
                dropped[at] = true; // Control cannot come here.
            }
            continue;
        };
        match cases::ways(known, &types, e) {
            Some(mut ways) if ways.len() == 1 => edge.action = Action::AssignInt(x, ways.remove(0).1),
            Some(ways) => splits.push((at, ways)),
            None if is_unresolved(&e.kind) => cfg.unresolved.push(e.span),
            None => {}
        }
    }
    for (at, is_dropped) in dropped.iter().enumerate() {
        if *is_dropped {
            // Its other way is the only one.
            let from = edges[at].from;
            for &other in &cfg.out[from.index()] {
                if other != at {
                    edges[other].action = Action::Skip;
                }
            }
        }
    }
    (cfg.overflow, cfg.wraps) = (overflow, wraps);
    cfg.edges = edges;
    for (at, ways) in splits {
        let Edge { from, to, action, span, violates, origin: _ } = cfg.edges[at].clone();
        let Action::AssignInt(x, _) = action else { continue };
        dropped[at] = true;
        dropped.resize(cfg.edges.len() + 2 * ways.len(), false);
        // Of two ways the second is the other value of one condition, as of any branch.
        let branch = (ways.len() == 2).then(|| ways[0].0.clone());
        for (number, (guard, value)) in ways.into_iter().enumerate() {
            let (guard, holds) = match &branch {
                Some(cond) => (cond.clone(), number == 0),
                None => (guard, true),
            };
            let middle = cfg.node(LocationKind::Plain, span);
            cfg.edge(from, middle, Action::Guard(guard, holds), span, None);
            cfg.edge(middle, to, Action::AssignInt(x, value), span, violates);
        }
    }
    let mut at = 0;
    dropped.resize(cfg.edges.len(), false);
    cfg.edges.retain(|_| {
        at += 1;
        !dropped[at - 1]
    });
    cfg.out.iter_mut().for_each(Vec::clear);
    for (at, edge) in cfg.edges.iter().enumerate() {
        cfg.out[edge.from.index()].push(at);
    }
}

/// Whether this is an operation that the graph has no way to say. Products, quotients and remainders are left to
/// [`Cfg::with_products`].
fn is_unresolved(kind: &ExpKind) -> bool {
    matches!(kind, ExpKind::Word(op, ..) if !matches!(op, WordOp::Times | WordOp::Quotient | WordOp::Remainder))
}

/// The assignments that wrap by at most one 2^n in either direction.
fn splits(ranges: &Ranges<'_>, edges: &[Edge]) -> Vec<(usize, Ways)> {
    let mut found = Vec::new();
    for (at, edge) in edges.iter().enumerate() {
        let Action::AssignInt(_, e) = &edge.action else { continue };
        let Some((inner, modulus, off)) = wrapped(e) else { continue };
        let Some(known) = &ranges.known[edge.from.index()] else { continue };
        let (low, high) = ends(modulus, off);
        let value = known.exp(ranges.types, inner);
        if !value.within(&(&low - modulus), &(&high + modulus)) {
            continue;
        }
        let span = e.span;
        let constant = |number: &Int| Exp { span, kind: ExpKind::Const(number.clone()) };
        let compare = |comparison, bound: &Int| Bexp {
            span,
            kind: BexpKind::Compare(comparison, inner.clone(), constant(bound)),
        };
        let shifted = |sign| {
            let mut parts = match &inner.kind {
                ExpKind::Sum(parts) => parts.clone(),
                _ => vec![(Sign::Plus, inner.clone())],
            };
            parts.push((sign, constant(modulus)));
            Exp { span, kind: ExpKind::Sum(parts) }
        };
        let below = value.low.is_none_or(|least| least < low);
        let above = value.high.is_none_or(|most| most > high);
        let mut stays = Vec::new();
        let mut ways = Vec::new();
        if below {
            stays.push(compare(Comparison::GreaterEqual, &low));
            ways.push((compare(Comparison::Less, &low), shifted(Sign::Plus)));
        }
        if above {
            stays.push(compare(Comparison::LessEqual, &high));
            ways.push((compare(Comparison::Greater, &high), shifted(Sign::Minus)));
        }
        let stays = match stays.len() {
            1 => stays.remove(0),
            _ => Bexp { span, kind: BexpKind::And(stays) },
        };
        ways.insert(0, (stays, inner.clone()));
        found.push((at, ways));
    }
    found
}
