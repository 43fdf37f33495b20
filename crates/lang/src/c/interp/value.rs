//! The values of expressions, with what evaluating them does: side effects, calls, and assertions about indices and overflow.

use logic::Int;

use super::Machine;
use crate::ast::{AssertId, Sign, VarId};
use crate::c::ast::{self, Access, ExprKind, Gives, Target};
use crate::c::bits::bitwise;
use crate::c::types::IntType;
use crate::c::typing::{truncated_quotient, truncated_remainder};
use crate::interp::{ExecutionOutcome, StepKind};
use crate::span::Span;
use crate::words::WordOp;

impl<'p> Machine<'p> {
    pub(super) fn truth(&mut self, instance: usize, expr: &'p ast::Expr) -> Result<bool, ExecutionOutcome> {
        Ok(!self.expr(instance, expr)?.is_zero())
    }

    /// Evaluates an expression; one without value counts as zero. Recursion is bounded, because the height of trees and the
    /// nesting of calls are.
    pub(super) fn expr(&mut self, instance: usize, expr: &'p ast::Expr) -> Result<Int, ExecutionOutcome> {
        let number = match &expr.kind {
            ExprKind::Const(number) => number.clone(),
            ExprKind::Var(place) => match self.program.constant(instance, expr) {
                Some(fixed) => fixed,
                None => self.get(self.program.var(instance, *place)),
            },
            ExprKind::Load(access) => {
                let indices = self.indices(instance, access)?;
                let var = self.cell(instance, access, &indices, expr.span)?;
                self.get(var)
            }
            ExprKind::Store(access, value, gives) => {
                let old = match gives {
                    Gives::Old => {
                        let indices = self.indices(instance, access)?;
                        let var = self.cell(instance, access, &indices, expr.span)?;
                        Some(self.get(var))
                    }
                    Gives::New => None,
                };
                let indices = self.indices(instance, access)?;
                let value = self.expr(instance, value)?;
                let var = self.cell(instance, access, &indices, expr.span)?;
                self.set(expr.span, var, value)?;
                old.unwrap_or_else(|| self.get(var))
            }
            ExprKind::Bounds(access) => {
                let indices = self.indices(instance, access)?;
                self.check(instance, access, &indices, expr.span)?;
                Int::ZERO
            }
            // A program has none.
            ExprKind::Unknown(_, parts) => {
                for part in parts {
                    self.expr(instance, part)?;
                }
                Int::ZERO
            }
            ExprKind::Nondet(site) => self.choose(instance, *site)?,
            ExprKind::Assign(place, value) => {
                let value = self.expr(instance, value)?;
                let var = self.program.var(instance, *place);
                self.set(expr.span, var, value)?;
                self.get(var)
            }
            ExprKind::Post(place, _, Some(new)) => {
                let var = self.program.var(instance, *place);
                let old = self.get(var);
                let new = self.expr(instance, new)?;
                self.set(expr.span, var, new)?;
                old
            }
            ExprKind::Post(place, by, None) => {
                let var = self.program.var(instance, *place);
                let old = self.get(var);
                self.set(expr.span, var, &old + &Int::from(i64::from(*by)))?;
                old
            }
            ExprKind::Neg(inner) => -self.expr(instance, inner)?,
            ExprKind::Not(inner) => bit(!self.truth(instance, inner)?),
            ExprKind::Truth(inner) => bit(self.truth(instance, inner)?),
            ExprKind::Sum(parts) => {
                let mut sum = Int::ZERO;
                for (sign, part) in parts {
                    let part = self.expr(instance, part)?;
                    match sign {
                        Sign::Plus => sum += &part,
                        Sign::Minus => sum -= &part,
                    }
                }
                sum
            }
            ExprKind::Mul(factor, inner) => factor * self.expr(instance, inner)?,
            ExprKind::Div(inner, divisor) => truncated_quotient(&self.expr(instance, inner)?, divisor),
            ExprKind::Rem(inner, divisor) => truncated_remainder(&self.expr(instance, inner)?, divisor),
            ExprKind::FloorDiv(inner, divisor) => self.expr(instance, inner)?.div_floor(divisor),
            ExprKind::FloorMod(inner, divisor) => self.expr(instance, inner)?.rem_euclid(divisor),
            ExprKind::Mask(op, inner, mask) => bitwise(*op, &self.expr(instance, inner)?, mask),
            ExprKind::Abs(inner) => self.expr(instance, inner)?.abs(),
            ExprKind::Wrap(int, inner) => int.wrap(&self.expr(instance, inner)?),
            ExprKind::InRange(int, id, inner) => self.in_range(instance, *int, *id, inner)?,
            ExprKind::Word(op, int, id, left, right) => {
                let left = self.expr(instance, left)?;
                let right = self.expr(instance, right)?;
                let is_defined = op.is_defined(&right, *int);
                if let Some(id) = id {
                    self.assert(*id, is_defined, expr.span)?;
                }
                op.apply(&left, &right, *int)
            }
            ExprKind::Compare(comparison, left, right) => {
                let left = self.expr(instance, left)?;
                bit(comparison.holds(&left, &self.expr(instance, right)?))
            }
            ExprKind::And(parts) => {
                for part in parts {
                    if !self.truth(instance, part)? {
                        return Ok(Int::ZERO);
                    }
                }
                Int::ONE
            }
            ExprKind::Or(parts) => {
                for part in parts {
                    if self.truth(instance, part)? {
                        return Ok(Int::ONE);
                    }
                }
                Int::ZERO
            }
            ExprKind::Bits(op, left, right) => {
                let left = self.truth(instance, left)?;
                bit(op.of(left, self.truth(instance, right)?))
            }
            ExprKind::Conditional(arms, last) => {
                for (cond, value) in arms {
                    if self.truth(instance, cond)? {
                        return self.expr(instance, value);
                    }
                }
                return self.expr(instance, last);
            }
            ExprKind::Comma(parts) => {
                let mut last = Int::ZERO;
                for part in parts {
                    last = self.expr(instance, part)?;
                }
                last
            }
            ExprKind::Call(site, args) => self.call(instance, *site, args, expr)?,
            ExprKind::Assert(id, cond) => {
                let holds = self.truth(instance, cond)?;
                self.assert(*id, holds, expr.span)?;
                Int::ZERO
            }
            ExprKind::Fail(id) => {
                self.assert(*id, false, expr.span)?;
                Int::ZERO
            }
            ExprKind::Assume(cond) => {
                let holds = self.truth(instance, cond)?;
                self.record(expr.span, StepKind::Assumed(holds))?;
                if !holds {
                    return Err(ExecutionOutcome::AssumptionFailed { span: expr.span });
                }
                Int::ZERO
            }
            ExprKind::Stop => {
                self.record(expr.span, StepKind::Returned)?;
                return Err(ExecutionOutcome::Finished);
            }
            ExprKind::Void => Int::ZERO,
        };
        if number.bits() > self.limits.bits { Err(ExecutionOutcome::NumberTooLarge) } else { Ok(number) }
    }

    /// A result of signed arithmetic, with its partial sums.
    fn in_range(
        &mut self,
        instance: usize,
        int: IntType,
        id: Option<AssertId>,
        inner: &'p ast::Expr,
    ) -> Result<Int, ExecutionOutcome> {
        let (value, mut holds) = match &inner.kind {
            ExprKind::Sum(parts) => {
                let (mut sum, mut holds) = (Int::ZERO, true);
                for (at, (sign, part)) in parts.iter().enumerate() {
                    let part = self.expr(instance, part)?;
                    match sign {
                        Sign::Plus => sum += &part,
                        Sign::Minus => sum -= &part,
                    }
                    holds &= at == 0 || int.holds(&sum);
                }
                (sum, holds)
            }
            ExprKind::Word(op @ WordOp::Remainder, word, defined, left, right) => {
                let left = self.expr(instance, left)?;
                let right = self.expr(instance, right)?;
                if let Some(id) = defined {
                    self.assert(*id, op.is_defined(&right, *word), inner.span)?;
                }
                let stays = left != int.range().0 || right != Int::MINUS_ONE;
                (op.apply(&left, &right, *word), stays)
            }
            _ => (self.expr(instance, inner)?, true),
        };
        holds &= int.holds(&value);
        if let Some(id) = id {
            self.assert(id, holds, inner.span)?;
        }
        Ok(value)
    }

    fn assert(&mut self, assert: AssertId, holds: bool, span: Span) -> Result<(), ExecutionOutcome> {
        self.record(span, StepKind::Asserted(assert, holds))?;
        if holds { Ok(()) } else { Err(ExecutionOutcome::AssertionFailed { assert, span }) }
    }

    /// The values of the indices of an access.
    fn indices(&mut self, instance: usize, access: &'p Access) -> Result<Vec<Int>, ExecutionOutcome> {
        access.indices.iter().map(|index| self.expr(instance, &index.value)).collect()
    }

    /// Every index must be that of an element.
    fn check(
        &mut self,
        instance: usize,
        access: &'p Access,
        indices: &[Int],
        span: Span,
    ) -> Result<Target, ExecutionOutcome> {
        let target = self.program.target(instance, access.object);
        for (index, value) in access.indices.iter().zip(indices) {
            if let Some(check) = index.check
                && !index.holds(value, target.count)
            {
                self.assert(check, false, span)?;
            }
        }
        Ok(target)
    }

    /// The variable that an access leads to.
    fn cell(
        &mut self,
        instance: usize,
        access: &'p Access,
        indices: &[Int],
        span: Span,
    ) -> Result<VarId, ExecutionOutcome> {
        let target = self.check(instance, access, indices, span)?;
        let mut at = Int::from(i64::from(access.offset));
        for (index, value) in access.indices.iter().zip(indices) {
            at += &(value * &Int::from(i64::from(index.stride)));
        }
        let at = at.to_i64().and_then(|at| usize::try_from(at).ok());
        // The checks hold, so that there is one.
        at.and_then(|at| target.cells.get(at).copied()).ok_or(ExecutionOutcome::AssumptionFailed { span })
    }

    /// Each parameter takes its argument as soon as that is evaluated.
    fn call(
        &mut self,
        instance: usize,
        site: u32,
        args: &'p [ast::Expr],
        expr: &'p ast::Expr,
    ) -> Result<Int, ExecutionOutcome> {
        let callee = self.program.instances[instance].calls[site as usize];
        for (at, arg) in args.iter().enumerate() {
            let value = self.expr(instance, arg)?;
            let param = self.program.instances[callee].locals[at];
            if param.index() < self.values.len() {
                self.set(arg.span, param, value)?;
            }
        }
        self.record(expr.span, StepKind::Called)?;
        Ok(self.function(callee)?.unwrap_or(Int::ZERO))
    }
}

fn bit(value: bool) -> Int {
    Int::from(i64::from(value))
}
