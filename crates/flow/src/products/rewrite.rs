//! The graph in which variables stand for products.

use super::Products;
use super::choose::{Context, assigned, becomes, choose};
use super::polynomial::{Factors, Polynomial};
use crate::cfg::{Action, Cfg, Edge, Element, LocationKind, NodeId, Origin, Temp, Value};
use crate::liveness;
use crate::occurs::{in_action, in_exp, is_product, needs_products};
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::c::IntType;
use lang::{Int, NondetId, Sort, Span, Unit, VarId, WordOp};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// The graph, which has products.
pub(crate) fn rewritten(cfg: Cfg, unit: &dyn Unit) -> Cfg {
    let first = unit.decls().len();
    let mut hoisting = Rewriting::new(cfg, unit);
    hoisting.each_edge(|pass, edge| pass.hoisted(edge));
    let cfg = hoisting.cfg;
    let context = Context::new(&cfg, first);
    let chosen = choose(&context);
    let mut pass = Rewriting::new(cfg.clone(), unit);
    for factors in chosen {
        let name = pass.name(&factors);
        let var = pass.temp(name);
        pass.products.by_factors.insert(factors, var);
    }
    pass.each_edge(|pass, edge| pass.linear(&context, edge));
    pass.lemmas();
    let mut cfg = pass.cfg;
    cfg.products = Some(Rc::new(pass.products));
    cfg
}

struct Rewriting<'p> {
    cfg: Cfg,
    unit: &'p dyn Unit,
    products: Products,
}

/// The largest divisor for which each remainder is told apart.
const MOST_WAYS: i64 = 4;

/// What happens on the way of one edge, in order.
type Steps = Vec<(Action, Origin)>;

impl<'p> Rewriting<'p> {
    fn new(cfg: Cfg, unit: &'p dyn Unit) -> Rewriting<'p> {
        Rewriting { cfg, unit, products: Products::default() }
    }

    /// Puts several edges in the place of each.
    fn each_edge(&mut self, mut steps: impl FnMut(&mut Rewriting<'p>, &Edge) -> Steps) {
        let edges = std::mem::take(&mut self.cfg.edges);
        self.cfg.out.iter_mut().for_each(Vec::clear);
        for edge in edges {
            let mut steps = steps(self, &edge);
            let (last, origin) = steps.pop().unwrap_or((Action::Skip, edge.origin));
            let mut at = edge.from;
            for (action, origin) in steps {
                let to = self.cfg.node(LocationKind::Plain, edge.span);
                self.cfg.edge(at, to, action, edge.span, None);
                self.mark(origin);
                at = to;
            }
            self.cfg.edge(at, edge.to, last, edge.span, edge.violates);
            self.mark(origin);
        }
    }

    /// Where the last edge comes from.
    fn mark(&mut self, origin: Origin) {
        if let Some(edge) = self.cfg.edges.last_mut() {
            edge.origin = origin;
        }
    }

    /// A new variable of the graph, which is left out of states where it is dead.
    fn temp(&mut self, name: String) -> VarId {
        let at = self.unit.decls().len() + self.cfg.temps.len();
        self.cfg.temps.push(Temp { name, sort: Sort::Int });
        self.cfg.transient.resize(at, false);
        self.cfg.transient.push(true);
        VarId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// The name of what stands for a product: its factors by their names.
    fn name(&self, factors: &[VarId]) -> String {
        let decls = self.unit.decls();
        let name = |var: &VarId| match decls.get(var.index()) {
            Some(decl) => decl.name.as_str(),
            None => self.cfg.temps[var.index() - decls.len()].name.as_str(),
        };
        let mut names: Vec<&str> = factors.iter().map(name).collect();
        names.sort_unstable();
        names.join("*")
    }

    /// A choice of any number.
    fn any(&mut self, var: VarId) -> Action {
        let at = self.unit.nondets().len() + self.cfg.unknowns.len();
        let name = format!("{}#any{}", self.name(&[var]), self.cfg.unknowns.len() + 1);
        self.cfg.unknowns.push(name);
        Action::Havoc(var, NondetId(u32::try_from(at).unwrap_or(u32::MAX)))
    }

    /// Quotients and the like that are factors are computed before.
    fn hoisted(&mut self, edge: &Edge) -> Steps {
        if !in_action(&edge.action, &mut needs_products) {
            return vec![(edge.action.clone(), edge.origin)];
        }
        let mut before = Vec::new();
        if let Action::AssignInt(x, e) = &edge.action
            && let ExpKind::Word(op @ (WordOp::Quotient | WordOp::Remainder), int, left, right) = &e.kind
        {
            let [left, right] = [left, right].map(|e| self.without_parts(e, true, &mut before));
            let [quotient, remainder] = self.division(*int, &left, &right, &mut before);
            let result = if *op == WordOp::Quotient { quotient } else { remainder };
            before.push((Action::AssignInt(*x, result), edge.origin));
            return before;
        }
        let action = map_action(&edge.action, &mut |e| self.without_parts(e, false, &mut before));
        before.push((action, edge.origin));
        before
    }

    /// Quotient and remainder of C by any number other than zero: `left = quotient*right + remainder`, where the remainder is smaller than
    /// the divisor and not of the other sign than the dividend.
    fn division(&mut self, int: IntType, left: &Exp, right: &Exp, before: &mut Steps) -> [Exp; 2] {
        let span = left.span.to(right.span);
        let exp = |kind| Exp { span, kind };
        let number = self.cfg.temps.len() + 1;
        let parts = ["quotient", "remainder"].map(|name| {
            let temp = self.temp(format!("{name}#{number}"));
            let any = self.any(temp);
            before.push((any, Origin::Program));
            exp(ExpKind::Var(temp))
        });
        let [quotient, remainder] = &parts;
        let compare = |comparison, a: &Exp, b: &Exp| Bexp {
            span,
            kind: BexpKind::Compare(comparison, a.clone(), b.clone()),
        };
        let all = |parts| Bexp { span, kind: BexpKind::And(parts) };
        let either = |a, b| Bexp { span, kind: BexpKind::Or(vec![a, b]) };
        let (zero, minus) = (exp(ExpKind::Const(Int::ZERO)), exp(ExpKind::Neg(Box::new(right.clone()))));
        let product =
            exp(ExpKind::Word(WordOp::Times, int, Box::new(quotient.clone()), Box::new(right.clone())));
        let sum = exp(ExpKind::Sum(vec![(Sign::Plus, product), (Sign::Plus, remainder.clone())]));
        // Between the divisor and its negative, whichever is the greater.
        let between = |low, high| {
            all(vec![
                compare(Comparison::Less, low, high),
                compare(Comparison::Less, low, remainder),
                compare(Comparison::Less, remainder, high),
            ])
        };
        let of_sign =
            |comparison| all(vec![compare(comparison, left, &zero), compare(comparison, remainder, &zero)]);
        let guard = all(vec![
            compare(Comparison::Equal, left, &sum),
            either(between(&minus, right), between(right, &minus)),
            either(of_sign(Comparison::GreaterEqual), of_sign(Comparison::LessEqual)),
        ]);
        before.push((Action::Guard(guard, true), Origin::Program));
        parts
    }

    fn without_parts(&mut self, e: &Exp, is_factor: bool, before: &mut Steps) -> Exp {
        let span = e.span;
        let is_sum = matches!(
            e.kind,
            ExpKind::Const(_) | ExpKind::Var(_) | ExpKind::Neg(_) | ExpKind::Sum(_) | ExpKind::Mul(..)
        );
        let is_product = is_product(e);
        let inside =
            map_parts(e, &mut |part| self.without_parts(part, is_product || is_factor && is_sum, before));
        if !is_factor || is_sum || is_product {
            return inside;
        }
        let temp = self.temp(format!("part#{}", self.cfg.temps.len() + 1));
        before.push((Action::AssignInt(temp, inside), Origin::Program));
        Exp { span, kind: ExpKind::Var(temp) }
    }

    /// The steps of an edge, over what stands for products.
    fn linear(&mut self, context: &Context<'_>, edge: &Edge) -> Steps {
        let from = edge.from;
        let mut changed = Vec::new();
        assigned(&edge.action, &mut |x| changed.push(x));
        let affected: Vec<(VarId, Vec<VarId>)> = self
            .products
            .all()
            .filter(|(_, factors)| factors.iter().any(|var| changed.contains(var)))
            .map(|(var, factors)| (var, factors.to_vec()))
            .collect();
        // A product without a variable is any number: one that is chosen before.
        let mut before = Vec::new();
        let action = map_action(&edge.action, &mut |e| {
            let linear = self.linear_exp(context, from, e);
            linear.unwrap_or_else(|| {
                let temp = self.temp(format!("part#{}", self.cfg.temps.len() + 1));
                let any = self.any(temp);
                before.push((any, Origin::Program));
                Exp { span: e.span, kind: ExpKind::Var(temp) }
            })
        });
        let Action::AssignInt(x, value) = &action else {
            before.push((action, edge.origin));
            self.unknown(affected.into_iter().map(|(var, _)| var), &mut before);
            return before;
        };
        let Action::AssignInt(_, original) = &edge.action else { return before };
        let (mut open, mut unknown) = (VecDeque::from([(*x, value.clone())]), Vec::new());
        for (var, factors) in affected {
            let becomes = becomes(context, from, &factors, *x, original);
            let linear =
                becomes.and_then(|poly| poly.linear(edge.span, &|factors| self.products.var(factors)));
            match linear {
                Some(value) => open.push_back((var, value)),
                None => match self.quotient(context, from, (&factors, *x), original, &mut before) {
                    Some(value) => open.push_back((var, value)),
                    None => unknown.push(var),
                },
            }
        }
        self.in_turn(open, edge.span, &mut before);
        self.unknown(unknown.into_iter(), &mut before);
        before
    }

    /// What a product becomes where a factor becomes a quotient by a small number: the number of which that many times, and what the
    /// division leaves over, make the product with the dividend.
    fn quotient(
        &mut self,
        context: &Context<'_>,
        at: NodeId,
        (factors, x): (&Factors, VarId),
        e: &Exp,
        before: &mut Steps,
    ) -> Option<Exp> {
        let ExpKind::Div(dividend, divisor) = &e.kind else { return None };
        let divisor = divisor.to_i64().filter(|divisor| (2..=MOST_WAYS).contains(divisor))?;
        let mut rest = factors.clone();
        rest.remove(rest.iter().position(|&factor| factor == x)?);
        if rest.contains(&x) {
            return None;
        }
        let span = e.span;
        let exp = |kind| Exp { span, kind };
        let others = rest.iter().try_fold(Polynomial::constant(Int::ONE), |all, &factor| {
            all.times(&Polynomial::variable(factor))
        })?;
        let whole = context.polynomial(at, dividend)?.times(&others)?;
        let products = self.products.clone();
        let var = |factors: &Factors| products.var(factors);
        let dividend = self.linear_exp(context, at, dividend)?;
        let part = self.temp(format!("part#{}", self.cfg.temps.len() + 1));
        let mut ways = Vec::new();
        for left in 0..divisor {
            let left = Int::from(left);
            let equals = |a, b| Bexp { span, kind: BexpKind::Compare(Comparison::Equal, a, b) };
            let rest = exp(ExpKind::Mod(Box::new(dividend.clone()), Int::from(divisor)));
            let times = exp(ExpKind::Mul(Int::from(divisor), Box::new(exp(ExpKind::Var(part)))));
            let product = whole.plus(&others, &-left.clone()).linear(span, &var)?;
            let both = vec![equals(rest, exp(ExpKind::Const(left))), equals(times, product)];
            ways.push(Bexp { span, kind: BexpKind::And(both) });
        }
        let any = self.any(part);
        before.push((any, Origin::Program));
        before.push((Action::Guard(Bexp { span, kind: BexpKind::Or(ways) }, true), Origin::Program));
        Some(exp(ExpKind::Var(part)))
    }

    /// Products that take any value, of which lemmas tell.
    fn unknown(&mut self, all: impl Iterator<Item = VarId>, steps: &mut Steps) {
        let before = steps.len();
        for var in all {
            let any = self.any(var);
            steps.push((any, Origin::Program));
        }
        if steps.len() > before {
            steps.push((nothing_known(Span::default()), Origin::Lemmas));
        }
    }

    /// Assignments that are made at once, one after the other: none before another that needs the old value.
    fn in_turn(&mut self, mut open: VecDeque<(VarId, Exp)>, span: Span, steps: &mut Steps) {
        let mut kept = Vec::new();
        while !open.is_empty() {
            let reads = |e: &Exp, var: VarId| {
                let mut found = false;
                liveness::exp(e, &mut |x| found |= x == var);
                found
            };
            let is_free = |&at: &usize| {
                let var = open[at].0;
                open.iter().enumerate().all(|(other, (_, e))| other == at || !reads(e, var))
            };
            let free = (0..open.len()).find(is_free);
            let Some((var, value)) = open.remove(free.unwrap_or(0)) else { break };
            let target = if free.is_some() { var } else { self.temp(format!("{}#next", self.name(&[var]))) };
            steps.push((Action::AssignInt(target, value), Origin::Program));
            if target != var {
                kept.push((var, Exp { span, kind: ExpKind::Var(target) }));
            }
        }
        steps.extend(kept.into_iter().map(|(var, value)| (Action::AssignInt(var, value), Origin::Program)));
    }

    /// An expression over what stands for products; none where a product has no variable.
    fn linear_exp(&self, context: &Context<'_>, at: NodeId, e: &Exp) -> Option<Exp> {
        if !in_exp(e, &mut is_product) {
            return Some(e.clone());
        }
        if let Some(poly) = context.polynomial(at, e) {
            return poly.linear(e.span, &|factors| self.products.var(factors));
        }
        if is_product(e) {
            return None;
        }
        let mut is_linear = true;
        let mapped = map_parts(e, &mut |part| {
            self.linear_exp(context, at, part).unwrap_or_else(|| {
                is_linear = false;
                part.clone()
            })
        });
        is_linear.then_some(mapped)
    }

    /// Places where lemmas are assumed: at each head, and where an assertion is tested before control comes to one.
    fn lemmas(&mut self) {
        let before = self.tests_before_heads();
        for at in 0..self.cfg.nodes.len() {
            let node = NodeId(u32::try_from(at).unwrap_or(u32::MAX));
            if !matches!(self.cfg.nodes[at].kind, LocationKind::Head(_)) && !before.contains(&node) {
                continue;
            }
            let span = self.cfg.nodes[at].span;
            let behind = self.cfg.node(LocationKind::Plain, span);
            let out = std::mem::take(&mut self.cfg.out[at]);
            out.iter().for_each(|&edge| self.cfg.edges[edge].from = behind);
            self.cfg.out[behind.index()] = out;
            self.cfg.edge(node, behind, nothing_known(span), span, None);
            self.mark(Origin::Lemmas);
        }
    }

    /// The locations from which an edge violates an assertion, up to the first heads.
    fn tests_before_heads(&self) -> BTreeSet<NodeId> {
        let mut seen = BTreeSet::from([Cfg::ENTRY]);
        let (mut todo, mut tests) = (vec![Cfg::ENTRY], BTreeSet::new());
        while let Some(at) = todo.pop() {
            for &edge in &self.cfg.out[at.index()] {
                let edge = &self.cfg.edges[edge];
                if edge.violates.is_some() {
                    tests.insert(at);
                }
                if self.cfg.nodes[edge.to.index()].kind == LocationKind::Plain && seen.insert(edge.to) {
                    todo.push(edge.to);
                }
            }
        }
        tests
    }
}

fn nothing_known(span: Span) -> Action {
    Action::Guard(Bexp { span, kind: BexpKind::Const(true) }, true)
}

/// An action with other expressions.
fn map_action(action: &Action, of: &mut dyn FnMut(&Exp) -> Exp) -> Action {
    let elements_of = |elements: &[Element], of: &mut dyn FnMut(&Exp) -> Exp| {
        let one = |element: &Element| Element { chosen: map_bexp(&element.chosen, of), var: element.var };
        elements.iter().map(one).collect::<Vec<_>>()
    };
    match action {
        Action::Skip | Action::Havoc(..) | Action::Netlist(_) => action.clone(),
        Action::AssignInt(x, e) => Action::AssignInt(*x, of(e)),
        Action::AssignBool(x, e) => Action::AssignBool(*x, map_bexp(e, of)),
        Action::Guard(e, holds) => Action::Guard(map_bexp(e, of), *holds),
        Action::Read(x, sort, elements) => Action::Read(*x, *sort, elements_of(elements, of)),
        Action::Write(elements, value) => {
            let elements = elements_of(elements, of);
            let value = match value {
                Value::Int(e) => Value::Int(of(e)),
                Value::Bool(e) => Value::Bool(map_bexp(e, of)),
            };
            Action::Write(elements, value)
        }
    }
}

fn map_bexp(e: &Bexp, of: &mut dyn FnMut(&Exp) -> Exp) -> Bexp {
    let all = |all: &[Bexp], of: &mut dyn FnMut(&Exp) -> Exp| {
        all.iter().map(|e| map_bexp(e, of)).collect::<Vec<_>>()
    };
    let kind = match &e.kind {
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Nondet(_) => e.kind.clone(),
        BexpKind::Not(a) => BexpKind::Not(Box::new(map_bexp(a, of))),
        BexpKind::And(parts) => BexpKind::And(all(parts, of)),
        BexpKind::Or(parts) => BexpKind::Or(all(parts, of)),
        BexpKind::Implies(parts, last) => BexpKind::Implies(all(parts, of), Box::new(map_bexp(last, of))),
        BexpKind::Compare(comparison, a, b) => BexpKind::Compare(*comparison, of(a), of(b)),
        BexpKind::Iff(a, b) => BexpKind::Iff(Box::new(map_bexp(a, of)), Box::new(map_bexp(b, of))),
        BexpKind::Xor(a, b) => BexpKind::Xor(Box::new(map_bexp(a, of)), Box::new(map_bexp(b, of))),
    };
    Bexp { span: e.span, kind }
}

/// An expression with other parts.
fn map_parts(e: &Exp, of: &mut dyn FnMut(&Exp) -> Exp) -> Exp {
    let kind = match &e.kind {
        ExpKind::Const(_) | ExpKind::Var(_) => e.kind.clone(),
        ExpKind::Neg(a) => ExpKind::Neg(Box::new(of(a))),
        ExpKind::Sum(parts) => ExpKind::Sum(parts.iter().map(|(sign, part)| (*sign, of(part))).collect()),
        ExpKind::Mul(factor, a) => ExpKind::Mul(factor.clone(), Box::new(of(a))),
        ExpKind::Div(a, divisor) => ExpKind::Div(Box::new(of(a)), divisor.clone()),
        ExpKind::Mod(a, divisor) => ExpKind::Mod(Box::new(of(a)), divisor.clone()),
        ExpKind::Wrap(int, a) => ExpKind::Wrap(*int, Box::new(of(a))),
        ExpKind::Word(op, int, a, b) => ExpKind::Word(*op, *int, Box::new(of(a)), Box::new(of(b))),
    };
    Exp { span: e.span, kind }
}
