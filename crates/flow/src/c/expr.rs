//! Expressions as numbers: their side effects become edges, and a pure expression over variables remains.
//!
//! Operands are evaluated from left to right. If a later operand changes a variable of an earlier one, the earlier value is
//! kept in a temporary.

use super::arithmetic::{Division, shifted, wrapped};
use super::effects::Effects;
use super::{Builder, Job};
use crate::cfg::{Action, LocationKind};
use crate::liveness;
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind};
use lang::c::ast::{Expr, ExprKind, Gives, Place};
use lang::c::{IntType, Type};
use lang::{AssertId, Int, Integers, Sort, Span, VarId, WordOp};

impl Builder<'_> {
    /// Evaluates an expression for its effects alone.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(place, value) => self.assign(self.var(*place), value, expr.span),
            ExprKind::Post(place, _, Some(new)) => self.assign(self.var(*place), new, expr.span),
            ExprKind::Post(place, by, None) => self.step_by(*place, *by, expr.span),
            ExprKind::Comma(parts) => parts.iter().for_each(|part| self.effect(part)),
            ExprKind::Load(access) | ExprKind::Bounds(access) => drop(self.place(access, &[], expr.span)),
            ExprKind::Store(access, value, _) => drop(self.store(access, value, false, expr.span)),
            ExprKind::Unknown(_, parts) => parts.iter().for_each(|part| self.effect(part)),
            ExprKind::Call(site, args) => {
                self.call(*site, args, expr.span);
            }
            ExprKind::Assert(id, cond) => self.assertion(*id, cond, expr.span),
            ExprKind::Fail(id) => self.fail(*id, expr.span),
            ExprKind::Assume(cond) => self.assume(cond),
            ExprKind::Stop => self.go(crate::cfg::Cfg::EXIT, expr.span),
            ExprKind::Conditional(arms, last) => self.effect_of_choice(arms, last, expr.span),
            ExprKind::And(_) | ExprKind::Or(_) if Effects::any(expr) => {
                let (holds, fails) = self.branch(expr);
                self.at = self.join(holds, fails, expr.span);
            }
            // Undefined results are looked for also where nobody uses them.
            ExprKind::InRange(..) => {
                self.exp(expr);
            }
            ExprKind::Word(op, int, id @ Some(_), left, right) => {
                self.operation(*op, *int, *id, [left, right], false, expr.span);
            }
            _ if !Effects::any(expr) => {}
            ExprKind::Sum(parts) => parts.iter().for_each(|part| self.effect(&part.1)),
            ExprKind::Compare(_, left, right)
            | ExprKind::Bits(_, left, right)
            | ExprKind::Word(_, _, None, left, right) => {
                self.effect(left);
                self.effect(right);
            }
            ExprKind::Neg(inner)
            | ExprKind::Not(inner)
            | ExprKind::Truth(inner)
            | ExprKind::Mul(_, inner)
            | ExprKind::Div(inner, _)
            | ExprKind::Rem(inner, _)
            | ExprKind::FloorDiv(inner, _)
            | ExprKind::FloorMod(inner, _)
            | ExprKind::Abs(inner)
            | ExprKind::Mask(_, inner, _)
            | ExprKind::Wrap(_, inner) => self.effect(inner),
            _ => {}
        }
    }

    fn effect_of_choice(&mut self, arms: &[(Expr, Expr)], last: &Expr, span: Span) {
        let mut ends = Vec::new();
        for (cond, value) in arms {
            let (holds, fails) = self.branch(cond);
            self.at = holds;
            self.effect(value);
            ends.push(self.at);
            self.at = fails;
        }
        self.effect(last);
        for end in ends.into_iter().rev() {
            self.at = self.join(end, self.at, span);
        }
    }

    /// The variable takes the value of the expression.
    pub(super) fn assign(&mut self, var: VarId, value: &Expr, span: Span) {
        match (&value.kind, self.sort(var)) {
            (ExprKind::Nondet(site), sort) => {
                let id = self.nondet(*site);
                if self.program.nondets[id.index()].sort == sort {
                    self.havoc(var, id, span);
                    return;
                }
                self.assign_truth(var, value, span);
            }
            (ExprKind::Conditional(arms, last), _) => {
                let mut ends = Vec::new();
                for (cond, value) in arms {
                    let (holds, fails) = self.branch(cond);
                    self.at = holds;
                    self.assign(var, value, span);
                    ends.push(self.at);
                    self.at = fails;
                }
                self.assign(var, last, span);
                for end in ends.into_iter().rev() {
                    self.at = self.join(end, self.at, span);
                }
            }
            (ExprKind::Comma(parts), _) => {
                if let Some((last, others)) = parts.split_last() {
                    others.iter().for_each(|part| self.effect(part));
                    self.assign(var, last, span);
                }
            }
            (_, Sort::Bool) => {
                let value = self.bexp(value);
                self.step(Action::AssignBool(var, value), span);
            }
            (ExprKind::Div(inner, divisor), Sort::Int) => {
                let inner = self.exp(inner);
                self.divide(var, &Division::Quotient, inner, divisor, span);
            }
            (ExprKind::Rem(inner, divisor), Sort::Int) => {
                let inner = self.exp(inner);
                self.divide(var, &Division::Remainder, inner, divisor, span);
            }
            (ExprKind::Abs(inner), Sort::Int) => {
                let inner = self.exp(inner);
                self.absolute(var, inner, span);
            }
            (_, Sort::Int) if value.is_truth() && value.constant().is_none() => {
                self.assign_truth(var, value, span);
            }
            (_, Sort::Int) => {
                let value = self.exp(value);
                self.step(Action::AssignInt(var, value), span);
            }
        }
    }

    /// A variable takes 0 or 1, or a truth value, by a condition.
    fn assign_truth(&mut self, var: VarId, value: &Expr, span: Span) {
        if self.sort(var) == Sort::Bool {
            let value = self.bexp(value);
            self.step(Action::AssignBool(var, value), span);
            return;
        }
        let (holds, fails) = self.branch(value);
        let mut ends = Vec::new();
        for (at, number) in [(holds, Int::ONE), (fails, Int::ZERO)] {
            self.at = at;
            self.step(Action::AssignInt(var, constant(span, number)), span);
            ends.push(self.at);
        }
        self.at = self.join(ends[0], ends[1], span);
    }

    /// `x++` and `x--`.
    fn step_by(&mut self, place: Place, by: i8, span: Span) {
        let var = self.var(place);
        if self.sort(var) == Sort::Bool {
            // 0 + 1 and 1 + 1 are not zero, nor is 0 - 1; but 1 - 1 is.
            let new = match by {
                1 => super::truth(span, true),
                _ => Bexp { span, kind: BexpKind::Not(Box::new(Bexp { span, kind: BexpKind::Var(var) })) },
            };
            self.step(Action::AssignBool(var, new), span);
            return;
        }
        let old = Exp { span, kind: ExpKind::Var(var) };
        self.step(Action::AssignInt(var, shifted(old, i64::from(by))), span);
    }

    /// Evaluates an expression. The result is pure and denotes the value as long as no variable in it changes.
    pub(super) fn exp(&mut self, expr: &Expr) -> Exp {
        let span = expr.span;
        let pure = |kind| Exp { span, kind };
        match &expr.kind {
            ExprKind::Const(number) => constant(span, number.clone()),
            ExprKind::Var(Place::Local(_)) if self.constant(expr).is_some() => {
                constant(span, self.constant(expr).unwrap_or(Int::ZERO))
            }
            ExprKind::Load(access) => {
                let loaded = self.load(access, span);
                self.number(loaded, span)
            }
            ExprKind::Store(access, value, gives) => {
                let old = match gives {
                    Gives::Old => {
                        let loaded = self.load(access, span);
                        let old = self.number(loaded, span);
                        let temp = self.value_temp(Sort::Int);
                        self.step(Action::AssignInt(temp, old), span);
                        Some(pure(ExpKind::Var(temp)))
                    }
                    Gives::New => None,
                };
                let new = self.store(access, value, true, span);
                match old {
                    Some(old) => old,
                    None => self.number(new, span),
                }
            }
            ExprKind::Bounds(_) | ExprKind::Unknown(..) => {
                self.effect(expr);
                constant(span, Int::ZERO)
            }
            ExprKind::Var(place) if self.sort(self.var(*place)) == Sort::Int => {
                pure(ExpKind::Var(self.var(*place)))
            }
            ExprKind::Assign(place, _) if self.sort(self.var(*place)) == Sort::Int => {
                self.effect(expr);
                pure(ExpKind::Var(self.var(*place)))
            }
            ExprKind::Post(place, ..) if self.sort(self.var(*place)) == Sort::Bool => {
                let temp = self.value_temp(Sort::Int);
                let old = Expr { span, ty: Type::Bool, kind: ExprKind::Var(*place) };
                self.assign_truth(temp, &old, span);
                self.effect(expr);
                pure(ExpKind::Var(temp))
            }
            ExprKind::Post(place, _, Some(_))
                if self.cfg.types.get(self.var(*place).index()).is_some_and(Option::is_some) =>
            {
                let temp = self.value_temp(Sort::Int);
                self.step(Action::AssignInt(temp, pure(ExpKind::Var(self.var(*place)))), span);
                self.effect(expr);
                pure(ExpKind::Var(temp))
            }
            ExprKind::Post(place, by, _) => {
                self.effect(expr);
                shifted(pure(ExpKind::Var(self.var(*place))), -i64::from(*by))
            }
            ExprKind::Neg(inner) => match self.exp(inner) {
                Exp { kind: ExpKind::Const(number), .. } => constant(span, -number),
                inner => pure(ExpKind::Neg(Box::new(inner))),
            },
            ExprKind::Mul(factor, inner) => match self.exp(inner) {
                Exp { kind: ExpKind::Const(number), .. } => constant(span, factor * &number),
                inner => pure(ExpKind::Mul(factor.clone(), Box::new(inner))),
            },
            ExprKind::FloorDiv(inner, divisor) => {
                let inner = self.exp(inner);
                pure(ExpKind::Div(Box::new(inner), divisor.clone()))
            }
            ExprKind::FloorMod(inner, divisor) => {
                let inner = self.exp(inner);
                pure(ExpKind::Mod(Box::new(inner), divisor.clone()))
            }
            ExprKind::Mask(op, inner, mask) => {
                let value = self.exp(inner);
                self.masked(*op, value, mask, span)
            }
            ExprKind::Wrap(int, inner) => {
                let inner = self.exp(inner);
                self.computed(*int, vec![inner.clone()], span, true);
                wrapped(inner, *int)
            }
            ExprKind::InRange(int, id, inner) => self.in_range(*int, *id, inner),
            ExprKind::Word(op, int, id, left, right) => {
                self.operation(*op, *int, *id, [left, right], true, span)
            }
            ExprKind::Sum(parts) => {
                let operands: Vec<&Expr> = parts.iter().map(|part| &part.1).collect();
                let values = self.exps(&operands);
                pure(ExpKind::Sum(parts.iter().map(|part| part.0).zip(values).collect()))
            }
            ExprKind::Comma(parts) => {
                let Some((last, others)) = parts.split_last() else { return constant(span, Int::ZERO) };
                others.iter().for_each(|part| self.effect(part));
                self.exp(last)
            }
            ExprKind::Call(site, args) if expr.ty != Type::Bool => match self.call(*site, args, span) {
                Some(result) => pure(ExpKind::Var(result)),
                None => constant(span, Int::ZERO),
            },
            ExprKind::Void
            | ExprKind::Assert(..)
            | ExprKind::Fail(_)
            | ExprKind::Assume(_)
            | ExprKind::Stop => {
                self.effect(expr);
                constant(span, Int::ZERO)
            }
            // What needs several ways is put together in a variable.
            ExprKind::Nondet(_)
            | ExprKind::Conditional(..)
            | ExprKind::Div(..)
            | ExprKind::Rem(..)
            | ExprKind::Abs(_)
            | ExprKind::Var(_)
            | ExprKind::Assign(..)
            | ExprKind::Call(..)
            | ExprKind::Not(_)
            | ExprKind::Truth(_)
            | ExprKind::Compare(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Bits(..) => {
                let temp = self.value_temp(Sort::Int);
                match expr.kind {
                    ExprKind::Nondet(_)
                    | ExprKind::Conditional(..)
                    | ExprKind::Div(..)
                    | ExprKind::Rem(..)
                    | ExprKind::Abs(_) => {
                        self.assign(temp, expr, span);
                    }
                    _ => self.assign_truth(temp, expr, span),
                }
                pure(ExpKind::Var(temp))
            }
        }
    }

    /// An operation of two words, whose right operand is asserted to be one for which it is defined.
    fn operation(
        &mut self,
        op: WordOp,
        int: IntType,
        id: Option<AssertId>,
        operands: [&Expr; 2],
        has_result: bool,
        span: Span,
    ) -> Exp {
        let [left, right] = self.pair(operands);
        self.operation_of(op, int, id, [left, right], has_result, span)
    }

    /// Both operands, the left one first.
    pub(super) fn pair(&mut self, operands: [&Expr; 2]) -> [Exp; 2] {
        let mut values = self.exps(&operands).into_iter();
        operands.map(|operand| values.next().unwrap_or_else(|| constant(operand.span, Int::ZERO)))
    }

    pub(super) fn operation_of(
        &mut self,
        op: WordOp,
        int: IntType,
        id: Option<AssertId>,
        [left, right]: [Exp; 2],
        has_result: bool,
        span: Span,
    ) -> Exp {
        if let Some(id) = id {
            let compare = |comparison, number| {
                let kind = BexpKind::Compare(comparison, right.clone(), constant(span, number));
                Bexp { span, kind }
            };
            let defined = match op {
                WordOp::ShiftLeft | WordOp::ShiftRight => {
                    let bounds = vec![
                        compare(Comparison::GreaterEqual, Int::ZERO),
                        compare(Comparison::Less, Int::from(i64::from(int.bits))),
                    ];
                    Bexp { span, kind: BexpKind::And(bounds) }
                }
                _ => compare(Comparison::NotEqual, Int::ZERO),
            };
            self.checks.insert(id);
            self.asserted(id, defined, span);
        }
        let result = Exp { span, kind: ExpKind::Word(op, int, Box::new(left), Box::new(right)) };
        if !has_result || self.program.arithmetic.integers == Integers::Bits {
            return result;
        }
        // What becomes of it depends on what is known of the operands here.
        let temp = self.value_temp(Sort::Int);
        self.step(Action::AssignInt(temp, result), span);
        Exp { span, kind: ExpKind::Var(temp) }
    }

    /// Evaluates several operands from left to right.
    pub(super) fn exps(&mut self, operands: &[&Expr]) -> Vec<Exp> {
        let mut values = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            let value = self.exp(operand);
            let value = self.kept(value, &operands[at + 1..]);
            values.push(value);
        }
        values
    }

    /// A value that stays what it is while the `later` operands are evaluated.
    pub(super) fn kept(&mut self, value: Exp, later: &[&Expr]) -> Exp {
        if !later.iter().any(|operand| Effects::any(operand)) {
            return value;
        }
        let mut is_changed = false;
        for operand in later {
            let effect = self.effects.of(self.program, self.frame.instance, operand);
            liveness::exp(&value, &mut |var| is_changed |= effect.changes.contains(&var));
        }
        if !is_changed {
            return value;
        }
        let span = value.span;
        let temp = self.value_temp(Sort::Int);
        self.step(Action::AssignInt(temp, value), span);
        Exp { span, kind: ExpKind::Var(temp) }
    }

    /// Runs a call; the variable of its result.
    pub(super) fn call(&mut self, site: u32, args: &[Expr], span: Span) -> Option<VarId> {
        let instance = self.program.instances[self.frame.instance].calls[site as usize];
        let function = self.program.function_of(instance);
        for (at, arg) in args.iter().enumerate() {
            let param = self.program.instances[instance].locals[at];
            if param.index() < self.program.decls.len() {
                self.assign(param, arg, arg.span);
            } else {
                // A number that is known, or something that is left out.
                self.effect(arg);
            }
        }
        let entry = self.at?;
        let exit = self.cfg.node(LocationKind::Plain, span);
        let result = (function.result != Type::Void).then(|| {
            let count = self.results.entry(function.name.clone()).or_insert(0);
            *count += 1;
            let name = format!("{}#{count}", function.name);
            let sort = if function.result == Type::Bool { Sort::Bool } else { Sort::Int };
            self.temp(name, sort)
        });
        self.jobs.push(Job { instance, entry, exit, result });
        self.at = Some(exit);
        result
    }
}

pub(super) fn constant(span: Span, number: Int) -> Exp {
    Exp { span, kind: ExpKind::Const(number) }
}
