//! Arithmetic that the graph has no expressions for: divisions of C by Euclidean ones, masks, and results that wrap or must stay in their
//! type's range.

use super::Builder;
use super::expr::constant;
use super::ranges::Computed;
use crate::cfg::Action;
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::c::IntType;
use lang::c::ast::{BitOp, Expr, ExprKind};
use lang::c::bits;
use lang::{AssertId, Int, Sort, Span, VarId, WordOp};

/// An exact way to write a division of C by the Euclidean one.
pub(super) enum Division {
    Quotient,
    Remainder,
}

impl Builder<'_> {
    /// The variable takes a quotient or remainder of C, which truncates toward zero.
    ///
    /// For a dividend that is not negative, or a multiple of the divisor, these are the Euclidean ones. Otherwise
    /// Euclid's quotient is too far from zero by one, and the remainder too large by the divisor's absolute value.
    pub(super) fn divide(
        &mut self,
        var: VarId,
        division: &Division,
        dividend: Exp,
        divisor: &Int,
        span: Span,
    ) {
        let kind = |kind| Exp { span, kind };
        let rest = || kind(ExpKind::Mod(Box::new(dividend.clone()), divisor.clone()));
        let zero = || constant(span, Int::ZERO);
        let compare =
            |comparison, left, right| Bexp { span, kind: BexpKind::Compare(comparison, left, right) };
        let is_euclidean = Bexp {
            span,
            kind: BexpKind::Or(vec![
                compare(Comparison::GreaterEqual, dividend.clone(), zero()),
                compare(Comparison::Equal, rest(), zero()),
            ]),
        };
        let (euclidean, correction) = match division {
            Division::Quotient => {
                let by = if divisor.is_negative() { Int::MINUS_ONE } else { Int::ONE };
                (kind(ExpKind::Div(Box::new(dividend.clone()), divisor.clone())), by)
            }
            Division::Remainder => (rest(), -divisor.abs()),
        };
        let corrected = kind(ExpKind::Sum(vec![
            (Sign::Plus, euclidean.clone()),
            (Sign::Plus, constant(span, correction)),
        ]));
        let (holds, fails) = self.guard(is_euclidean, span);
        self.at = holds;
        self.step(Action::AssignInt(var, euclidean), span);
        let first = self.at;
        self.at = fails;
        self.step(Action::AssignInt(var, corrected), span);
        self.at = self.join(first, self.at, span);
    }

    /// The variable takes the absolute value.
    pub(super) fn absolute(&mut self, var: VarId, value: Exp, span: Span) {
        let zero = constant(span, Int::ZERO);
        let is_kept = BexpKind::Compare(Comparison::GreaterEqual, value.clone(), zero);
        let (holds, fails) = self.guard(Bexp { span, kind: is_kept }, span);
        self.at = holds;
        self.step(Action::AssignInt(var, value.clone()), span);
        let first = self.at;
        self.at = fails;
        self.step(Action::AssignInt(var, Exp { span, kind: ExpKind::Neg(Box::new(value)) }), span);
        self.at = self.join(first, self.at, span);
    }

    /// A bitwise operation with a constant, as a sum of digits.
    pub(super) fn masked(&mut self, op: BitOp, value: Exp, mask: &Int, span: Span) -> Exp {
        let parts = bits::parts(op, mask);
        let uses = bits::runs(&parts.mask).len() + usize::from(parts.value != 0);
        let value = match value.kind {
            ExpKind::Var(_) | ExpKind::Const(_) => value,
            _ if uses < 2 => value,
            _ => {
                let temp = self.value_temp(Sort::Int);
                self.step(Action::AssignInt(temp, value), span);
                Exp { span, kind: ExpKind::Var(temp) }
            }
        };
        super::cases::masked(op, &value, mask, span)
    }

    /// A result of signed arithmetic, with the partial sums of a sum.
    pub(super) fn in_range(&mut self, int: IntType, id: Option<AssertId>, inner: &Expr) -> Exp {
        let span = inner.span;
        if let ExprKind::Word(WordOp::Remainder, word, defined, left, right) = &inner.kind {
            return self.remainder((int, id), (*word, *defined), [left, right], span);
        }
        let ExprKind::Sum(parts) = &inner.kind else {
            let value = self.exp(inner);
            self.stays_in_range(int, id, vec![value.clone()], span);
            return value;
        };
        let operands: Vec<&Expr> = parts.iter().map(|part| &part.1).collect();
        let values = self.exps(&operands);
        let sum = |parts: &[(Sign, Exp)]| Exp { span, kind: ExpKind::Sum(parts.to_vec()) };
        let (mut so_far, mut looked_at) = (Vec::new(), Vec::new());
        for (sign, value) in parts.iter().map(|part| part.0).zip(values) {
            if so_far.len() >= MOST_TERMS {
                // The partial sums of a long sum would make a text of quadratic length.
                self.stays_in_range(int, id, std::mem::take(&mut looked_at), span);
                let temp = self.value_temp(Sort::Int);
                self.step(Action::AssignInt(temp, sum(&so_far)), span);
                so_far = vec![(Sign::Plus, Exp { span, kind: ExpKind::Var(temp) })];
            }
            so_far.push((sign, value));
            if so_far.len() > 1 {
                looked_at.push(sum(&so_far));
            }
        }
        self.stays_in_range(int, id, looked_at, span);
        sum(&so_far)
    }

    /// A remainder, defined where the quotient stays in its type's range.
    fn remainder(
        &mut self,
        (int, id): (IntType, Option<AssertId>),
        (word, defined): (IntType, Option<AssertId>),
        operands: [&Expr; 2],
        span: Span,
    ) -> Exp {
        let [left, right] = self.pair(operands);
        let both = [left.clone(), right.clone()];
        let rest = self.operation_of(WordOp::Remainder, word, defined, both, true, span);
        if let Some(id) = id {
            let differs = |operand: &Exp, number| {
                let kind = BexpKind::Compare(Comparison::NotEqual, operand.clone(), constant(span, number));
                Bexp { span, kind }
            };
            let holds = vec![differs(&left, int.range().0), differs(&right, Int::MINUS_ONE)];
            self.checks.insert(id);
            self.asserted(id, Bexp { span, kind: BexpKind::Or(holds) }, span);
        }
        let kind = ExpKind::Word(WordOp::Quotient, word, Box::new(left), Box::new(right));
        self.computed(int, vec![Exp { span, kind }], span, false);
        rest
    }

    fn stays_in_range(&mut self, int: IntType, id: Option<AssertId>, values: Vec<Exp>, span: Span) {
        let (low, high) = int.range();
        if let Some(id) = id {
            let mut holds = Vec::new();
            for value in &values {
                for (comparison, bound) in [(Comparison::LessEqual, &high), (Comparison::GreaterEqual, &low)]
                {
                    let kind = BexpKind::Compare(comparison, value.clone(), constant(span, bound.clone()));
                    holds.push(Bexp { span, kind });
                }
            }
            self.checks.insert(id);
            self.asserted(id, Bexp { span, kind: BexpKind::And(holds) }, span);
        }
        self.computed(int, values, span, false);
    }

    /// Keeps in mind what is computed here in a type.
    pub(super) fn computed(&mut self, int: IntType, values: Vec<Exp>, span: Span, wraps: bool) {
        let Some(at) = self.at else { return };
        let under = self.under.clone();
        let computed = |value| Computed { at, under: under.clone(), value, int, span, wraps };
        self.computed.extend(values.into_iter().map(computed));
    }
}

/// Most terms of a sum before it is continued from a variable.
const MOST_TERMS: usize = 32;

/// The value in the type's range that differs by a multiple of 2^n.
pub(super) fn wrapped(exp: Exp, int: IntType) -> Exp {
    let span = exp.span;
    if let ExpKind::Const(number) = &exp.kind {
        return constant(span, int.wrap(number));
    }
    let modulo = |exp| Exp { span, kind: ExpKind::Mod(Box::new(exp), int.count()) };
    let (low, _) = int.range();
    if low.is_zero() {
        return modulo(exp);
    }
    let off = || constant(span, low.abs());
    let on = Exp { span, kind: ExpKind::Sum(vec![(Sign::Plus, exp), (Sign::Plus, off())]) };
    Exp { span, kind: ExpKind::Sum(vec![(Sign::Plus, modulo(on)), (Sign::Minus, off())]) }
}

/// The expression plus a number.
pub(super) fn shifted(exp: Exp, by: i64) -> Exp {
    let span = exp.span;
    let sign = if by < 0 { Sign::Minus } else { Sign::Plus };
    let by = constant(span, Int::from(by).abs());
    Exp { span, kind: ExpKind::Sum(vec![(Sign::Plus, exp), (sign, by)]) }
}
