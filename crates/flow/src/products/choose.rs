//! Which products have a variable.

use super::polynomial::{Factors, Polynomial};
use super::shifted;
use crate::cfg::{Action, Cfg, NodeId, Value};
use crate::occurs::{in_exp, is_product};
use lang::ast::{Bexp, BexpKind, Exp, ExpKind};
use lang::{Int, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// There are no more variables for products than this.
const MOST: usize = 24;
/// How far back, and through how many temporaries, a temporary's value is looked for.
const FAR: usize = 200;
const DEEP: usize = 8;

/// A graph with what comes before each location.
pub(super) struct Context<'c> {
    cfg: &'c Cfg,
    /// The number of the first temporary.
    temps: usize,
    into: Vec<Vec<usize>>,
}

impl<'c> Context<'c> {
    pub(super) fn new(cfg: &'c Cfg, temps: usize) -> Context<'c> {
        let mut into = vec![Vec::new(); cfg.nodes.len()];
        for (at, edge) in cfg.edges.iter().enumerate() {
            into[edge.to.index()].push(at);
        }
        Context { cfg, temps, into }
    }

    /// What an expression is where it is evaluated, over the program's variables where these are known.
    pub(super) fn polynomial(&self, at: NodeId, e: &Exp) -> Option<Polynomial> {
        self.seen(at, e, DEEP)
    }

    fn seen(&self, at: NodeId, e: &Exp, deep: usize) -> Option<Polynomial> {
        let poly = Polynomial::of(e)?;
        let own = |var: VarId| Polynomial::variable(var);
        poly.substituted(&mut |var| Some(self.kept(at, var, deep).unwrap_or_else(|| own(var))))
    }

    /// The value that a temporary has there, if it was computed on the only way to there, of variables that have not changed since.
    fn kept(&self, mut at: NodeId, temp: VarId, deep: usize) -> Option<Polynomial> {
        if temp.index() < self.temps || deep == 0 {
            return None;
        }
        let mut changed = BTreeSet::new();
        for _ in 0..FAR {
            let [only] = self.into[at.index()][..] else { return None };
            let edge = &self.cfg.edges[only];
            if let Action::AssignInt(x, e) = &edge.action
                && *x == temp
            {
                let poly = self.seen(edge.from, e, deep - 1)?;
                let is_old = poly.parts().any(|(factors, _)| factors.iter().any(|var| changed.contains(var)));
                return (!is_old).then_some(poly);
            }
            let mut is_assigned = false;
            assigned(&edge.action, &mut |x| {
                is_assigned |= x == temp;
                changed.insert(x);
            });
            if is_assigned {
                return None;
            }
            at = edge.from;
        }
        None
    }
}

/// The variables that an action may change.
pub(super) fn assigned(action: &Action, see: &mut dyn FnMut(VarId)) {
    match action {
        Action::Skip | Action::Guard(..) => {}
        Action::AssignInt(x, _) | Action::AssignBool(x, _) | Action::Havoc(x, _) | Action::Read(x, ..) => {
            see(*x)
        }
        Action::Write(elements, _) => elements.iter().for_each(|element| see(element.var)),
        Action::Netlist(netlist) => netlist.assigned.iter().for_each(|(x, _)| see(*x)),
    }
}

/// The products that have a variable: those of the program; those that these become where a factor changes; and the same with a
/// counter in the place of what it is compared with or copied from, since what is claimed of one is proved of the other.
pub(super) fn choose(context: &Context<'_>) -> Vec<Factors> {
    let cfg = context.cfg;
    let mut found: Vec<Factors> = Vec::new();
    for edge in &cfg.edges {
        visit(&edge.action, &mut |e| occurring(context, edge.from, e, &mut found));
    }
    let highest = found.iter().map(Vec::len).max().unwrap_or(0);
    let related = related(context);
    for at in 0..found.len() {
        let mut ways: Vec<Factors> = vec![Factors::new()];
        for var in found[at].clone() {
            let others = related.get(&var).into_iter().flatten();
            let all: Vec<VarId> = std::iter::once(var).chain(others.copied()).collect();
            let longer = |way: &Factors| {
                let way = way.clone();
                all.iter().map(move |&var| [&way[..], &[var]].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).take(4 * MOST).collect();
        }
        for mut way in ways {
            way.sort_unstable();
            if found.len() < MOST && !found.contains(&way) {
                found.push(way);
            }
        }
    }
    let mut at = 0;
    while at < found.len() {
        let factors = found[at].clone();
        for edge in &cfg.edges {
            let Action::AssignInt(x, e) = &edge.action else { continue };
            if !factors.contains(x) {
                continue;
            }
            let Some(becomes) = becomes(context, edge.from, &factors, *x, e) else { continue };
            for product in becomes.products().filter(|product| product.len() <= highest) {
                if found.len() < MOST && !found.contains(product) {
                    found.push(product.clone());
                }
            }
        }
        at += 1;
    }
    found
}

/// What a product becomes where one of its factors takes a value.
pub(super) fn becomes(
    context: &Context<'_>,
    at: NodeId,
    factors: &Factors,
    x: VarId,
    e: &Exp,
) -> Option<Polynomial> {
    let value = context.polynomial(at, e)?;
    let factor = |&var: &VarId| if var == x { value.clone() } else { Polynomial::variable(var) };
    factors.iter().map(factor).try_fold(Polynomial::constant(Int::ONE), |all, factor| all.times(&factor))
}

/// The integer expressions of an action.
pub(super) fn visit(action: &Action, see: &mut dyn FnMut(&Exp)) {
    match action {
        Action::Skip | Action::Havoc(..) | Action::Netlist(_) => {}
        Action::AssignInt(_, e) => see(e),
        Action::AssignBool(_, e) | Action::Guard(e, _) => {
            compared(e, &mut |a, b| [a, b].into_iter().for_each(&mut *see))
        }
        Action::Read(_, _, elements) | Action::Write(elements, _) => {
            for element in elements {
                compared(&element.chosen, &mut |a, b| [a, b].into_iter().for_each(&mut *see));
            }
            match action {
                Action::Write(_, Value::Int(e)) => see(e),
                Action::Write(_, Value::Bool(e)) => {
                    compared(e, &mut |a, b| [a, b].into_iter().for_each(&mut *see))
                }
                _ => {}
            }
        }
    }
}

/// Both sides of all comparisons of a condition.
fn compared(e: &Bexp, see: &mut dyn FnMut(&Exp, &Exp)) {
    match &e.kind {
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Nondet(_) => {}
        BexpKind::Not(a) => compared(a, see),
        BexpKind::And(all) | BexpKind::Or(all) => all.iter().for_each(|e| compared(e, see)),
        BexpKind::Implies(all, last) => {
            all.iter().for_each(|e| compared(e, see));
            compared(last, see);
        }
        BexpKind::Compare(_, a, b) => see(a, b),
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => {
            compared(a, see);
            compared(b, see);
        }
    }
}

/// Notes the products of an expression.
fn occurring(context: &Context<'_>, at: NodeId, e: &Exp, found: &mut Vec<Factors>) {
    if !in_exp(e, &mut is_product) {
        return;
    }
    if let Some(poly) = context.polynomial(at, e) {
        for product in poly.products() {
            if found.len() < MOST && !found.contains(product) {
                found.push(product.clone());
            }
        }
        return;
    }
    match &e.kind {
        ExpKind::Const(_) | ExpKind::Var(_) => {}
        ExpKind::Neg(a)
        | ExpKind::Mul(_, a)
        | ExpKind::Div(a, _)
        | ExpKind::Mod(a, _)
        | ExpKind::Wrap(_, a) => {
            occurring(context, at, a, found);
        }
        ExpKind::Sum(parts) => parts.iter().for_each(|part| occurring(context, at, &part.1, found)),
        ExpKind::Word(_, _, a, b) => {
            occurring(context, at, a, found);
            occurring(context, at, b, found);
        }
    }
}

/// How a variable is assigned.
#[derive(Clone, Copy, Default)]
struct Use {
    /// By a number that is added to itself.
    counts: bool,
    /// Otherwise than that, by constants, and by another variable plus a number.
    varies: bool,
}

/// For each variable those that it is compared with, or copied from: where one of both counts, and the other counts or stays.
fn related(context: &Context<'_>) -> BTreeMap<VarId, BTreeSet<VarId>> {
    let mut uses: BTreeMap<VarId, Use> = BTreeMap::new();
    let (mut pairs, mut copies) = (Vec::new(), Vec::new());
    for edge in &context.cfg.edges {
        match &edge.action {
            Action::AssignInt(x, e) => {
                let one = uses.entry(*x).or_default();
                match shifted(e) {
                    Some((y, _)) if y == *x => one.counts = true,
                    Some((y, _)) => {
                        copies.push((*x, y));
                        pairs.push((*x, y));
                    }
                    None => one.varies |= !matches!(e.kind, ExpKind::Const(_)),
                }
            }
            Action::Read(..) | Action::Write(..) => {
                assigned(&edge.action, &mut |x| uses.entry(x).or_default().varies = true);
            }
            Action::Guard(cond, _) => compared(cond, &mut |a, b| {
                let sides = (context.polynomial(edge.from, a), context.polynomial(edge.from, b));
                let (Some(a), Some(b)) = sides else { return };
                let difference = a.plus(&b, &Int::MINUS_ONE);
                let parts: Vec<_> = difference.parts().filter(|(factors, _)| !factors.is_empty()).collect();
                if let [(one, a), (other, b)] = parts[..]
                    && let ([x], [y]) = (&one[..], &other[..])
                    && a.abs().is_one()
                    && (a + b).is_zero()
                {
                    pairs.push((*x, *y));
                }
            }),
            _ => {}
        }
    }
    let use_of = |var: &VarId| uses.get(var).copied().unwrap_or_default();
    let mut related: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
    let stays = |var: &VarId| !use_of(var).counts && !use_of(var).varies;
    pairs.retain(|(x, y)| {
        let (one, other) = (use_of(x), use_of(y));
        (one.counts || other.counts) && !one.varies && !other.varies
    });
    // Of what stays, what is copied from it shares the beginning, however it changes.
    copies.retain(|(x, y)| use_of(x).varies && stays(y));
    let is_program = |(x, y): &(VarId, VarId)| x != y && x.index().max(y.index()) < context.temps;
    for (x, y) in pairs.into_iter().chain(copies).filter(is_program) {
        related.entry(x).or_default().insert(y);
        related.entry(y).or_default().insert(x);
    }
    related
}
