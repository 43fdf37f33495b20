//! Expressions as conditions: pure ones become guards, those with effects become branches.

use super::effects::Effects;
use super::expr::constant;
use super::{Builder, truth};
use crate::cfg::{Action, Cfg, LocationKind, NodeId, Test, Value};
use crate::liveness;
use lang::ast::{Bexp, BexpKind, Comparison, Exp};
use lang::c::ast::{BitOp, Expr, ExprKind, Gives};
use lang::{AssertId, Int, Sort, Span};

/// Where control comes if a condition holds, and if not.
pub(super) type Ends = (Option<NodeId>, Option<NodeId>);

impl Builder<'_> {
    /// The two edges of a pure condition.
    pub(super) fn guard(&mut self, cond: Bexp, span: Span) -> Ends {
        let Some(from) = self.at.take() else { return (None, None) };
        match cond.kind {
            BexpKind::Const(true) => (Some(from), None),
            BexpKind::Const(false) => (None, Some(from)),
            _ => {
                let mut end = |value| {
                    let to = self.cfg.node(LocationKind::Plain, span);
                    self.cfg.edge(from, to, Action::Guard(cond.clone(), value), span, None);
                    Some(to)
                };
                (end(true), end(false))
            }
        }
    }

    /// Evaluates a condition with its effects.
    pub(super) fn branch(&mut self, cond: &Expr) -> Ends {
        if !Effects::any(cond) {
            let pure = self.bexp(cond);
            return self.guard(pure, cond.span);
        }
        match &cond.kind {
            ExprKind::Not(inner) => {
                let (holds, fails) = self.branch(inner);
                (fails, holds)
            }
            ExprKind::Truth(inner) => self.branch(inner),
            ExprKind::And(parts) => {
                let (all, fails) = self.branch_each(parts, true, cond.span);
                (all, fails)
            }
            ExprKind::Or(parts) => {
                let (none, holds) = self.branch_each(parts, false, cond.span);
                (holds, none)
            }
            ExprKind::Comma(parts) => {
                let Some((last, others)) = parts.split_last() else { return (self.at.take(), None) };
                others.iter().for_each(|part| self.effect(part));
                self.branch(last)
            }
            ExprKind::Conditional(arms, last) => {
                let mut ends = Vec::new();
                for (test, value) in arms {
                    let (holds, fails) = self.branch(test);
                    self.at = holds;
                    ends.push(self.branch(value));
                    self.at = fails;
                }
                let mut joined = self.branch(last);
                for (holds, fails) in ends.into_iter().rev() {
                    joined = (self.join(holds, joined.0, cond.span), self.join(fails, joined.1, cond.span));
                }
                joined
            }
            _ => {
                let pure = self.bexp(cond);
                self.guard(pure, cond.span)
            }
        }
    }

    /// Evaluates the operands of `&&` or `||` in turn, as long as they have the value `wanted`. Returns where control
    /// is if all have it, and where it is if one has not.
    fn branch_each(&mut self, parts: &[Expr], wanted: bool, span: Span) -> (Option<NodeId>, Option<NodeId>) {
        let mut decided = Vec::new();
        let mut rest = parts;
        while let Some(first) = rest.first() {
            // Pure parts in a row are one condition.
            let pure = rest.iter().take_while(|part| !Effects::any(part)).count();
            let (holds, fails) = if pure > 1 {
                let conds: Vec<Bexp> = rest[..pure].iter().map(|part| self.bexp(part)).collect();
                let span = first.span.to(rest[pure - 1].span);
                rest = &rest[pure..];
                let kind = if wanted { BexpKind::And(conds) } else { BexpKind::Or(conds) };
                self.guard(Bexp { span, kind }, span)
            } else {
                rest = &rest[1..];
                self.branch(first)
            };
            let (goes_on, is_decided) = if wanted { (holds, fails) } else { (fails, holds) };
            decided.push(is_decided);
            self.at = goes_on;
        }
        let all = self.at.take();
        let mut other = None;
        for end in decided.into_iter().rev() {
            other = self.join(end, other, span);
        }
        (all, other)
    }

    /// Evaluates an expression as a truth value. The result is pure, apart from free choices, and denotes the value as
    /// long as no variable in it changes.
    pub(super) fn bexp(&mut self, expr: &Expr) -> Bexp {
        let span = expr.span;
        let pure = |kind| Bexp { span, kind };
        match &expr.kind {
            ExprKind::Const(number) => truth(span, !number.is_zero()),
            ExprKind::Var(place) if self.sort(self.var(*place)) == Sort::Bool => {
                pure(BexpKind::Var(self.var(*place)))
            }
            ExprKind::Assign(place, _) if self.sort(self.var(*place)) == Sort::Bool => {
                self.effect(expr);
                pure(BexpKind::Var(self.var(*place)))
            }
            ExprKind::Load(access) => match self.load(access, span) {
                Value::Bool(loaded) => loaded,
                Value::Int(loaded) => not_zero(loaded),
            },
            ExprKind::Store(access, value, Gives::New) => match self.store(access, value, true, span) {
                Value::Bool(stored) => stored,
                Value::Int(stored) => not_zero(stored),
            },
            ExprKind::Nondet(site) => {
                let id = self.nondet(*site);
                if self.program.nondets[id.index()].sort == Sort::Bool {
                    return pure(BexpKind::Nondet(id));
                }
                self.is_not_zero(expr)
            }
            ExprKind::Call(site, args) => match self.call(*site, args, span) {
                Some(result) if self.sort(result) == Sort::Bool => pure(BexpKind::Var(result)),
                Some(result) => {
                    let result = Exp { span, kind: lang::ast::ExpKind::Var(result) };
                    not_zero(result)
                }
                None => truth(span, false),
            },
            ExprKind::Not(inner) => negation(span, self.bexp(inner)),
            ExprKind::Truth(inner) => self.bexp(inner),
            ExprKind::Compare(comparison, left, right) => self.comparison(*comparison, left, right, span),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                if parts.iter().skip(1).any(Effects::any) {
                    return self.truth_temp(expr);
                }
                let parts = self.connected(parts, matches!(expr.kind, ExprKind::And(_)));
                pure(if matches!(expr.kind, ExprKind::And(_)) {
                    BexpKind::And(parts)
                } else {
                    BexpKind::Or(parts)
                })
            }
            ExprKind::Bits(op, left, right) => {
                let (left, right) = self.bexps(left, right);
                pure(match op {
                    BitOp::And => BexpKind::And(vec![left, right]),
                    BitOp::Or => BexpKind::Or(vec![left, right]),
                    BitOp::Xor => BexpKind::Xor(Box::new(left), Box::new(right)),
                })
            }
            ExprKind::Comma(parts) => {
                let Some((last, others)) = parts.split_last() else { return truth(span, false) };
                others.iter().for_each(|part| self.effect(part));
                self.bexp(last)
            }
            ExprKind::Conditional(..) => self.truth_temp(expr),
            // A remainder is zero exactly if the Euclidean one is.
            ExprKind::Rem(inner, divisor) => {
                let inner = self.exp(inner);
                not_zero(Exp { span, kind: lang::ast::ExpKind::Mod(Box::new(inner), divisor.clone()) })
            }
            _ => self.is_not_zero(expr),
        }
    }

    /// The parts of `&&` or `||`, each under the condition that it is evaluated at all.
    fn connected(&mut self, parts: &[Expr], is_and: bool) -> Vec<Bexp> {
        let before = self.under.len();
        let mut found: Vec<Bexp> = Vec::new();
        for part in parts {
            let cond = self.bexp(part);
            self.under.push(if is_and { cond.clone() } else { negation(cond.span, cond.clone()) });
            found.push(cond);
        }
        self.under.truncate(before);
        found
    }

    fn is_not_zero(&mut self, expr: &Expr) -> Bexp {
        not_zero(self.exp(expr))
    }

    /// A truth value that is put together on several ways.
    fn truth_temp(&mut self, expr: &Expr) -> Bexp {
        let span = expr.span;
        let (holds, fails) = self.branch_or_choose(expr);
        let temp = self.value_temp(Sort::Bool);
        let mut ends = Vec::new();
        for (at, value) in [(holds, true), (fails, false)] {
            self.at = at;
            self.step(Action::AssignBool(temp, truth(span, value)), span);
            ends.push(self.at);
        }
        self.at = self.join(ends[0], ends[1], span);
        Bexp { span, kind: BexpKind::Var(temp) }
    }

    /// As [`Builder::branch`], by branches even if nothing has effects.
    fn branch_or_choose(&mut self, expr: &Expr) -> Ends {
        let ExprKind::Conditional(arms, last) = &expr.kind else { return self.branch(expr) };
        let mut ends = Vec::new();
        for (test, value) in arms {
            let (holds, fails) = self.branch(test);
            self.at = holds;
            ends.push(self.branch_or_choose(value));
            self.at = fails;
        }
        let mut joined = self.branch_or_choose(last);
        for (holds, fails) in ends.into_iter().rev() {
            joined = (self.join(holds, joined.0, expr.span), self.join(fails, joined.1, expr.span));
        }
        joined
    }

    fn bexps(&mut self, left: &Expr, right: &Expr) -> (Bexp, Bexp) {
        let first = self.bexp(left);
        let effect = self.effects.of(self.program, self.frame.instance, right);
        let mut is_changed = false;
        liveness::bexp(&first, &mut |var| is_changed |= effect.changes.contains(&var));
        let first = if is_changed {
            let (span, temp) = (first.span, self.value_temp(Sort::Bool));
            self.step(Action::AssignBool(temp, first), span);
            Bexp { span, kind: BexpKind::Var(temp) }
        } else {
            first
        };
        (first, self.bexp(right))
    }

    fn comparison(&mut self, comparison: Comparison, left: &Expr, right: &Expr, span: Span) -> Bexp {
        let is_equal = match comparison {
            Comparison::Equal => Some(true),
            Comparison::NotEqual => Some(false),
            _ => None,
        };
        if let Some(is_equal) = is_equal {
            if left.is_truth() && right.is_truth() {
                return self.equivalence(is_equal, left, right, span);
            }
            // A remainder compared with a number needs no case distinction of its value.
            let remainder = match (&left.kind, right.constant(), &right.kind, left.constant()) {
                (ExprKind::Rem(inner, divisor), Some(rest), _, _)
                | (_, _, ExprKind::Rem(inner, divisor), Some(rest)) => Some((inner, divisor, rest.clone())),
                _ => None,
            };
            if let Some((inner, divisor, rest)) = remainder {
                let inner = self.exp(inner);
                let equal = remainder_is(span, inner, divisor, &rest);
                return if is_equal { equal } else { negation(span, equal) };
            }
        }
        let left_value = self.exp(left);
        let left_value = self.kept(left_value, &[right]);
        let right_value = self.exp(right);
        Bexp { span, kind: BexpKind::Compare(comparison, left_value, right_value) }
    }

    /// Two truth values are equal, or differ.
    fn equivalence(&mut self, is_equal: bool, left: &Expr, right: &Expr, span: Span) -> Bexp {
        let (left, right) = self.bexps(left, right);
        match (&left.kind, &right.kind) {
            (BexpKind::Const(value), _) if *value == is_equal => right,
            (BexpKind::Const(_), _) => negation(span, right),
            (_, BexpKind::Const(value)) if *value == is_equal => left,
            (_, BexpKind::Const(_)) => negation(span, left),
            _ if is_equal => Bexp { span, kind: BexpKind::Iff(Box::new(left), Box::new(right)) },
            _ => Bexp { span, kind: BexpKind::Xor(Box::new(left), Box::new(right)) },
        }
    }

    /// Executions in which the condition does not hold do not count.
    pub(super) fn assume(&mut self, cond: &Expr) {
        if Effects::any(cond) {
            (self.at, _) = self.branch(cond);
            return;
        }
        let cond = self.bexp(cond);
        match cond.kind {
            BexpKind::Const(true) => {}
            BexpKind::Const(false) => self.at = None,
            _ => {
                let span = cond.span;
                self.step(Action::Guard(cond, true), span);
            }
        }
    }

    /// `assert(cond)`
    pub(super) fn assertion(&mut self, id: AssertId, cond: &Expr, span: Span) {
        if Effects::any(cond) {
            self.test(id, false);
            let (holds, fails) = self.branch(cond);
            self.at = fails;
            self.violation(id, span);
            self.at = holds;
            return;
        }
        let cond = self.bexp(cond);
        self.asserted(id, cond, span);
    }

    /// The condition is asserted here.
    pub(super) fn asserted(&mut self, id: AssertId, cond: Bexp, span: Span) {
        let Some(from) = self.at else { return };
        match cond.kind {
            BexpKind::Const(true) => self.test(id, false),
            BexpKind::Const(false) => self.fail(id, span),
            _ => {
                self.test(id, false);
                let next = self.cfg.node(LocationKind::Plain, span);
                self.cfg.edge(from, next, Action::Guard(cond.clone(), true), span, None);
                self.cfg.edge(from, Cfg::ERROR, Action::Guard(cond, false), span, Some(id));
                self.at = Some(next);
            }
        }
    }

    pub(super) fn fail(&mut self, id: AssertId, span: Span) {
        self.test(id, true);
        self.violation(id, span);
    }

    fn violation(&mut self, id: AssertId, span: Span) {
        if let Some(from) = self.at.take() {
            self.cfg.edge(from, Cfg::ERROR, Action::Skip, span, Some(id));
        }
    }

    /// Control is where an assertion is tested.
    fn test(&mut self, assertion: AssertId, fails: bool) {
        self.cfg.tests.extend(self.at.map(|at| Test { assertion, at, fails }));
    }
}

fn not_zero(exp: Exp) -> Bexp {
    let span = exp.span;
    Bexp { span, kind: BexpKind::Compare(Comparison::NotEqual, exp, constant(span, Int::ZERO)) }
}

fn negation(span: Span, inner: Bexp) -> Bexp {
    match inner.kind {
        BexpKind::Const(value) => truth(span, !value),
        BexpKind::Not(inner) => *inner,
        kind => Bexp { span, kind: BexpKind::Not(Box::new(Bexp { span: inner.span, kind })) },
    }
}

/// Whether the truncated remainder is this number. A positive remainder belongs to a positive dividend; a negative one
/// belongs to a negative dividend and is Euclid's remainder minus the divisor.
fn remainder_is(span: Span, dividend: Exp, divisor: &Int, rest: &Int) -> Bexp {
    let divisor = divisor.abs();
    if rest.abs() >= divisor {
        return truth(span, false);
    }
    let compare = |comparison, left, right| Bexp { span, kind: BexpKind::Compare(comparison, left, right) };
    let euclidean = if rest.is_negative() { rest + &divisor } else { rest.clone() };
    let remainder = Exp { span, kind: lang::ast::ExpKind::Mod(Box::new(dividend.clone()), divisor) };
    let is_rest = compare(Comparison::Equal, remainder, constant(span, euclidean));
    let sign = match rest.signum() {
        0 => return is_rest,
        1 => Comparison::Greater,
        _ => Comparison::Less,
    };
    let has_sign = compare(sign, dividend, constant(span, Int::ZERO));
    Bexp { span, kind: BexpKind::And(vec![has_sign, is_rest]) }
}
