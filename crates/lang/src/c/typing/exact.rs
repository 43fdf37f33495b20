//! Integers as C has them: usual arithmetic conversions, results that wrap, and the places where signed arithmetic may leave
//! its type's range.
//!
//! Conversions and unsigned results are [`ExprKind::Wrap`], signed results [`ExprKind::InRange`]; both are left out where the
//! operands' types alone show that they change nothing. A signed value that has left its range stays what it is
//! mathematically, until it is converted.

use logic::Int;

use super::Typing;
use super::call::after;
use super::expr::number;
use super::known::known;
use super::operator::has_effect;
use crate::Integers;
use crate::Overflow;
use crate::ast::{AssertId, AssertInfo, Comparison, Sign};
use crate::c::ast::{Expr, ExprKind};
use crate::c::syntax::Binary;
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::words::WordOp;

impl Typing<'_, '_> {
    /// Whether integers are as C has them.
    pub(super) fn is_exact(&self) -> bool {
        self.arithmetic.integers != Integers::Mathematical
    }

    /// Whether results of this type wrap.
    fn wraps(&self, int: IntType) -> bool {
        !int.signed || self.is_bits()
    }

    /// Whether it is looked at whether results of this type leave its range.
    fn may_leave(&self, int: IntType) -> bool {
        int.signed && (!self.is_bits() || self.arithmetic.overflow == Overflow::Check)
    }

    /// Whether all types are words that wrap, signed ones too.
    pub(super) fn is_bits(&self) -> bool {
        self.arithmetic.integers == Integers::Bits
    }

    /// The value of an expression in an integer type: the number in its range that differs by a multiple of 2^n.
    pub(super) fn as_int(&mut self, expr: Expr, int: IntType) -> Expr {
        if let Some(value) = expr.constant() {
            let value = int.wrap(value);
            return Expr { ty: Type::Int(int), kind: ExprKind::Const(value), ..expr };
        }
        if known(&expr).is_some_and(|(low, high)| int.holds(&low) && int.holds(&high)) || keeps(expr.ty, int)
        {
            return expr;
        }
        // Any value of a type, converted to one that is no wider, is any value of that one.
        if let (ExprKind::Nondet(site), Type::Int(before)) = (&expr.kind, expr.ty) {
            let site = &mut self.body.function.nondets[*site as usize];
            if before.bits >= int.bits && site.within.is_none() {
                site.ty = Type::Int(int);
                return Expr { ty: Type::Int(int), ..expr };
            }
        }
        let span = expr.span;
        let inner = match expr.kind {
            // Of two conversions the narrower one decides, if it comes last.
            ExprKind::Wrap(before, inner) if before.bits >= int.bits => inner,
            kind => Box::new(Expr { kind, ..expr }),
        };
        Expr { span, ty: Type::Int(int), kind: ExprKind::Wrap(int, inner) }
    }

    /// Both operands in the type in which they meet.
    pub(super) fn met(&mut self, left: Expr, right: Expr) -> (Expr, Expr, IntType) {
        let int = left.ty.operand().meet(right.ty.operand());
        (self.as_int(left, int), self.as_int(right, int), int)
    }

    /// What arithmetic in a type makes of a mathematical result.
    pub(super) fn result(&mut self, expr: Expr, int: IntType) -> Expr {
        let is_wrapped = self.wraps(int)
            && (!self.may_leave(int) || expr.constant().is_some_and(|value| int.holds(value)));
        if let (Some(value), true) = (expr.constant(), is_wrapped) {
            let value = int.wrap(value);
            return Expr { ty: Type::Int(int), kind: ExprKind::Const(value), ..expr };
        }
        if known(&expr).is_some_and(|(low, high)| int.holds(&low) && int.holds(&high)) {
            return Expr { ty: Type::Int(int), ..expr };
        }
        let claim = format!("this stays in the range of `{}`", int.name());
        if self.wraps(int) {
            let span = expr.span;
            // Words wrap, and that they do is an overflow nevertheless.
            let expr = if self.may_leave(int) { self.in_range(expr, int, claim) } else { expr };
            return Expr { span, ty: Type::Int(int), kind: ExprKind::Wrap(int, Box::new(expr)) };
        }
        self.in_range(Expr { ty: Type::Int(int), ..expr }, int, claim)
    }

    /// A result that C defines only within a type's range.
    fn in_range(&mut self, expr: Expr, int: IntType, claim: String) -> Expr {
        let span = expr.span;
        let id = (self.arithmetic.overflow == Overflow::Check).then(|| self.claimed(span, claim));
        Expr { span, ty: expr.ty, kind: ExprKind::InRange(int, id, Box::new(expr)) }
    }

    pub(super) fn claimed(&mut self, span: Span, claim: String) -> AssertId {
        let id = AssertId(u32::try_from(self.asserts.len()).unwrap_or(u32::MAX));
        self.asserts.push(AssertInfo { span, is_post: false, claim: Some(claim) });
        id
    }

    /// The remainder that C leaves undefined where the quotient is: of the least number by -1.
    fn remainder(&mut self, expr: Expr, int: IntType) -> Expr {
        let ExprKind::Word(_, _, _, left, right) = &expr.kind else { return expr };
        let may_be = |operand: &Expr, value: &Int| {
            known(operand).is_none_or(|(low, high)| low <= *value && *value <= high)
        };
        if !self.may_leave(int) || !may_be(left, &int.range().0) || !may_be(right, &Int::MINUS_ONE) {
            return expr;
        }
        let claim = format!("the quotient stays in the range of `{}`", int.name());
        self.in_range(expr, int, claim)
    }

    /// An operation that is undefined whatever the left operand is: an execution that comes here fails.
    pub(super) fn undefined_here(
        &mut self,
        warning: Diagnostic,
        claim: String,
        left: Expr,
        right: Expr,
        ty: Type,
        span: Span,
    ) -> Expr {
        let at = right.span;
        // An initial value is read a second time if it is no constant.
        if !self.sink.has_said(warning.code, at) {
            self.sink.report(warning.help("C leaves this undefined: an execution that comes here fails"));
        }
        let id = self.claimed(at, claim);
        let mut parts: Vec<Expr> = [left, right].into_iter().filter(has_effect).collect();
        parts.push(Expr { span: at, ty: Type::Void, kind: ExprKind::Fail(id) });
        after(parts, number(span, Int::ZERO, ty))
    }

    /// What is shifted to the left: C leaves the result undefined where it is negative.
    fn shifted(&mut self, operator: Binary, left: Expr, int: IntType) -> Expr {
        let is_natural = || known(&left).is_some_and(|(low, _)| !low.is_negative());
        let is_open = operator == Binary::ShiftLeft && self.may_leave(int);
        if !is_open || is_natural() {
            return left;
        }
        // The values of the type from zero on.
        let natural = IntType { bits: int.bits - 1, signed: false };
        let left = self.as_int(left, int);
        self.in_range(left, natural, "what is shifted to the left is not negative".to_owned())
    }

    /// `left + right` or `left - right`; the left operand may be a sum, which is then extended.
    pub(super) fn exact_sum(&mut self, left: Expr, sign: Sign, right: Expr, span: Span) -> Expr {
        if let Some(reason) = self.floating(&left).or_else(|| self.floating(&right)) {
            return self.unknown(span, reason, vec![left, right]);
        }
        let (left, right, int) = self.met(left, right);
        if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
            let total = if sign == Sign::Plus { a + b } else { a - b };
            return self.result(number(span, total, Type::Int(int)), int);
        }
        let ty = Type::Int(int);
        // All partial sums are of one type: each is looked at in the one node.
        let (mut parts, known_as) = match left.kind {
            ExprKind::Wrap(before, inner) if before == int && self.wraps(int) => match inner.kind {
                ExprKind::Sum(parts) if parts.iter().all(|part| part.1.ty.operand() == int) => (parts, None),
                kind => {
                    let inner = Box::new(Expr { kind, ..*inner });
                    (vec![(Sign::Plus, Expr { kind: ExprKind::Wrap(before, inner), ..left })], None)
                }
            },
            ExprKind::InRange(before, id, inner) if before == int => match inner.kind {
                // A partial sum that may leave the range stays one to look at, wherever the whole may lie.
                ExprKind::Sum(parts) => (parts, Some(id)),
                kind => {
                    let inner = Box::new(Expr { kind, ..*inner });
                    (vec![(Sign::Plus, Expr { kind: ExprKind::InRange(before, id, inner), ..left })], None)
                }
            },
            kind => (vec![(Sign::Plus, Expr { kind, ..left })], None),
        };
        parts.push((sign, right));
        let sum = Expr { span, ty, kind: ExprKind::Sum(parts) };
        match known_as {
            Some(id) => {
                if let Some(id) = id {
                    self.asserts[id.index()].span = span;
                }
                Expr { span, ty, kind: ExprKind::InRange(int, id, Box::new(sum)) }
            }
            None => self.result(sum, int),
        }
    }

    pub(super) fn exact_compare(
        &mut self,
        span: Span,
        comparison: Comparison,
        left: Expr,
        right: Expr,
    ) -> Expr {
        let (left, right, _) = self.met(left, right);
        super::operator::compare(span, comparison, left, right)
    }

    /// A product of which one factor is a number: one of the type, or a power of two for a shift.
    pub(super) fn exact_product(
        &mut self,
        factor: &Int,
        other: Expr,
        int: IntType,
        span: Span,
    ) -> Option<Expr> {
        let factor = factor.clone();
        let other = self.as_int(other, int);
        let ty = Type::Int(int);
        let product = match other.kind {
            ExprKind::Const(value) => number(span, &factor * &value, ty),
            ExprKind::Wrap(before, inner) if before == int && self.wraps(int) => {
                Expr { span, ty, kind: ExprKind::Mul(factor, inner) }
            }
            kind => Expr { span, ty, kind: ExprKind::Mul(factor, Box::new(Expr { kind, ..other })) },
        };
        Some(self.result(product, int))
    }

    /// An operation of two words of one type, of which none need be constant.
    fn word(&mut self, op: WordOp, left: Expr, right: Expr, int: IntType, span: Span) -> Expr {
        let (what, claim) = match op {
            WordOp::Quotient | WordOp::Remainder => (right.span, Some("the divisor is not zero".to_owned())),
            WordOp::ShiftLeft | WordOp::ShiftRight => (right.span, Some(shift_claim(int))),
            _ => (span, None),
        };
        let claim = claim.filter(|_| !defined(op, &right, int));
        let id = claim.map(|claim| self.claimed(what, claim));
        let ty = Type::Int(int);
        let expr = Expr { span, ty, kind: ExprKind::Word(op, int, id, Box::new(left), Box::new(right)) };
        match op {
            _ if !self.is_exact() => expr,
            WordOp::Remainder => self.remainder(expr, int),
            _ if op.keeps_range() => expr,
            _ => self.result(expr, int),
        }
    }

    /// An operation of two operands that are not constant. Where integers are no words, it is refused for this reason unless one
    /// operand turns out to have few values.
    pub(super) fn operation(
        &mut self,
        op: WordOp,
        left: Expr,
        right: Expr,
        reason: Diagnostic,
        span: Span,
    ) -> Expr {
        if is_lost(&left) || is_lost(&right) {
            return self.refuse(reason, vec![left, right]);
        }
        let (left, right, int) = match op {
            WordOp::ShiftLeft | WordOp::ShiftRight if self.is_exact() => {
                let (int, by) = (left.ty.operand(), right.ty.operand());
                let operator = if op == WordOp::ShiftLeft { Binary::ShiftLeft } else { Binary::ShiftRight };
                let left = self.as_int(left, int);
                (self.shifted(operator, left, int), self.as_int(right, by), int)
            }
            WordOp::ShiftLeft | WordOp::ShiftRight => {
                let int = left.ty.operand();
                (left, right, int)
            }
            _ if self.is_exact() => self.met(left, right),
            _ => {
                let int = left.ty.operand().meet(right.ty.operand());
                (left, right, int)
            }
        };
        let result = self.word(op, left, right, int, span);
        if self.is_bits() {
            return result;
        }
        let ty = result.ty;
        Expr { ty, span, ..self.refuse(reason, vec![result]) }
    }

    /// `/` and `%` by a number.
    pub(super) fn exact_quotient(
        &mut self,
        is_division: bool,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right, int) = self.met(left, right);
        let divisor = right.constant()?.clone();
        let ty = Type::Int(int);
        // The least number by -1: the quotient leaves the range.
        let leaves = |dividend: &Int| divisor == Int::MINUS_ONE && !int.holds(&-dividend.clone());
        if let Some(dividend) = left.constant().filter(|dividend| is_division || !leaves(dividend)) {
            let value = match is_division {
                true => super::truncated_quotient(dividend, &divisor),
                false => super::truncated_remainder(dividend, &divisor),
            };
            return Some(self.result(number(span, value, ty), int));
        }
        let left = Box::new(left);
        let kind = match (int.signed, is_division) {
            (false, true) => ExprKind::FloorDiv(left, divisor),
            (false, false) => ExprKind::FloorMod(left, divisor),
            (true, true) => {
                let leaves = divisor == Int::MINUS_ONE;
                let quotient = Expr { span, ty, kind: ExprKind::Div(left, divisor) };
                return Some(if leaves { self.result(quotient, int) } else { quotient });
            }
            // It is 0, but undefined where the quotient would be.
            (true, false) if divisor == Int::MINUS_ONE => {
                let quotient = Expr { span, ty, kind: ExprKind::Div(left, divisor) };
                ExprKind::Mul(Int::ZERO, Box::new(self.result(quotient, int)))
            }
            (true, false) => ExprKind::Rem(left, divisor),
        };
        Some(Expr { span, ty, kind })
    }

    /// A shift by a number.
    pub(super) fn exact_shift(
        &mut self,
        operator: Binary,
        left: Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let int = left.ty.operand();
        let by = right.constant().and_then(Int::to_i64).filter(|by| (0..i64::from(int.bits)).contains(by));
        let Some(by) = by else {
            let message =
                format!("a shift of `{}` by a number that is not between 0 and {}", int.name(), int.bits - 1);
            let warning = Diagnostic::warning(Code::BitPrecise, right.span, message);
            let claim = shift_claim(int);
            return Some(self.undefined_here(warning, claim, left, right.clone(), Type::Int(int), span));
        };
        let power = power_of_two(by);
        if operator == Binary::ShiftLeft {
            let left = self.shifted(operator, left, int);
            return self.exact_product(&power, left, int, span);
        }
        let left = self.as_int(left, int);
        let ty = Type::Int(int);
        Some(match left.constant() {
            Some(value) => number(span, value.div_floor(&power), ty),
            None => Expr { span, ty, kind: ExprKind::FloorDiv(Box::new(left), power) },
        })
    }

    /// `-x`
    pub(super) fn exact_negative(&mut self, inner: Expr, span: Span) -> Expr {
        let int = inner.ty.operand();
        let inner = self.as_int(inner, int);
        let kind = match inner.constant() {
            Some(value) => ExprKind::Const(-value),
            None => ExprKind::Neg(Box::new(inner)),
        };
        self.result(Expr { span, ty: Type::Int(int), kind }, int)
    }

    /// `~x`: this is -1 - x, or for an unsigned type its greatest value minus x. Neither leaves the range.
    pub(super) fn exact_complement(&mut self, inner: Expr, span: Span) -> Expr {
        let int = inner.ty.operand();
        let inner = self.as_int(inner, int);
        let ones = number(span, int.wrap(&Int::MINUS_ONE), Type::Int(int));
        let result = super::operator::sum(span, vec![(Sign::Plus, ones), (Sign::Minus, inner)]);
        Expr { ty: Type::Int(int), ..result }
    }

    /// The values of `c ? a : d ? b : e`, each in the types in which it meets what stands behind it.
    pub(super) fn exact_arms(&mut self, arms: &mut [(Expr, Expr)], last: &mut Expr) -> Type {
        let mut ty = last.ty;
        for at in (0..arms.len()).rev() {
            let own = arms[at].1.ty;
            if own == Type::Bool && ty == Type::Bool {
                continue;
            }
            let int = own.operand().meet(ty.operand());
            if ty != Type::Int(int) {
                for later in arms[at + 1..].iter_mut().map(|arm| &mut arm.1).chain([&mut *last]) {
                    self.convert_in_place(later, int);
                }
            }
            self.convert_in_place(&mut arms[at].1, int);
            ty = Type::Int(int);
        }
        ty
    }

    fn convert_in_place(&mut self, expr: &mut Expr, int: IntType) {
        let nothing = Expr { span: expr.span, ty: Type::Void, kind: ExprKind::Void };
        let taken = std::mem::replace(expr, nothing);
        *expr = self.as_int(taken, int);
    }
}

/// Whether something in it is refused that is no operation.
fn is_lost(expr: &Expr) -> bool {
    let mut is_lost_inside = match &expr.kind {
        ExprKind::Unknown(_, parts) => !parts.iter().any(|part| part.word().is_some()),
        _ => false,
    };
    expr.parts(&mut |part| is_lost_inside |= is_lost(part));
    is_lost_inside
}

/// Whether the operation is defined whatever the left operand is.
fn defined(op: WordOp, right: &Expr, int: IntType) -> bool {
    let Some(value) = right.constant() else { return false };
    match op {
        WordOp::ShiftLeft | WordOp::ShiftRight => {
            value.to_i64().is_some_and(|by| (0..i64::from(int.bits)).contains(&by))
        }
        _ => !value.is_zero(),
    }
}

/// Whether a conversion changes no value of a type, also where signed arithmetic has left its range.
fn keeps(from: Type, to: IntType) -> bool {
    match from {
        Type::Bool | Type::Void => true,
        Type::Int(from) if from.signed == to.signed => from.bits <= to.bits,
        Type::Int(from) => !from.signed && from.bits < to.bits,
    }
}

fn shift_claim(int: IntType) -> String {
    format!("the shift is by 0 to {} digits", int.bits - 1)
}

fn power_of_two(by: i64) -> Int {
    let mut power = Int::ONE;
    for _ in 0..by {
        power = &power + &power;
    }
    power
}
