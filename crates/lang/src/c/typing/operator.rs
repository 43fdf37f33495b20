//! Operators on typed operands: constants are folded, and what is not linear is refused.

use logic::Int;

use super::Typing;
use super::expr::number;
use crate::MAX_DIGITS;
use crate::ast::{Comparison, Sign};
use crate::c::ast::{BitOp, Expr, ExprKind};
use crate::c::bits::{MAX_MASK, bitwise};
use crate::c::syntax::Binary;
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::words::WordOp;

/// Most binary digits by which a number may be shifted.
const MAX_SHIFT: i64 = 1024;

impl Typing<'_, '_> {
    /// A binary operator other than `&&` and `||`; `at` is its place.
    pub(super) fn binary(
        &mut self,
        operator: Binary,
        at: Span,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        // There an infinity is as good a number as any.
        let is_number = matches!(operator, Binary::Times | Binary::Divide | Binary::Plus | Binary::Minus);
        if is_number && let Some(reason) = self.floating(&left).or_else(|| self.floating(&right)) {
            return Some(self.unknown(span, reason, vec![left, right]));
        }
        let result = match operator {
            Binary::Plus if self.is_exact() => return Some(self.exact_sum(left, Sign::Plus, right, span)),
            Binary::Minus if self.is_exact() => return Some(self.exact_sum(left, Sign::Minus, right, span)),
            Binary::Compare(comparison) if self.is_exact() => {
                self.exact_compare(span, comparison, left, right)
            }
            Binary::Plus => sum(span, vec![(Sign::Plus, left), (Sign::Plus, right)]),
            Binary::Minus => sum(span, vec![(Sign::Plus, left), (Sign::Minus, right)]),
            Binary::Compare(comparison) => compare(span, comparison, left, right),
            Binary::Times => return self.product(left, right, span),
            Binary::Divide | Binary::Remainder => return self.quotient(operator, left, right, span),
            Binary::ShiftLeft | Binary::ShiftRight => return self.shift(operator, left, right, span),
            Binary::BitAnd => return self.bits(BitOp::And, at, left, right, span),
            Binary::BitOr => return self.bits(BitOp::Or, at, left, right, span),
            Binary::BitXor => return self.bits(BitOp::Xor, at, left, right, span),
            Binary::And | Binary::Or => connective(span, operator == Binary::And, vec![left, right]),
        };
        self.bounded(result)
    }

    /// Refuses a constant that has grown too long.
    pub(super) fn bounded(&mut self, expr: Expr) -> Option<Expr> {
        // A decimal digit is more than three binary ones.
        let is_long = expr.constant().is_some_and(|value| value.bits() > 3 * MAX_DIGITS as u64);
        if is_long {
            let help = format!("a number may have about {MAX_DIGITS} digits at most");
            self.error(Code::NumberTooLong, expr.span, "this constant is too large", help);
            return None;
        }
        Some(expr)
    }

    fn product(&mut self, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let ty = Type::Int(left.ty.operand().meet(right.ty.operand()));
        let (factor, other) = match (left.constant(), right.constant()) {
            (Some(factor), _) => (factor.clone(), right),
            (None, Some(factor)) => (factor.clone(), left),
            (None, None) => {
                let diagnostic = Diagnostic::error(
                    Code::NonlinearProduct,
                    span,
                    "a product of two values that are not constant",
                )
                .help("one factor must be a number or have few possible values; for powers and squares use a loop that adds");
                return Some(self.operation(WordOp::Times, left, right, diagnostic, span));
            }
        };
        if let (true, Type::Int(int)) = (self.is_exact(), ty) {
            return self.exact_product(&int.wrap(&factor), other, int, span);
        }
        let product = match other.kind {
            ExprKind::Const(value) => number(span, factor * value, ty),
            ExprKind::Mul(inner, operand) => Expr { span, ty, kind: ExprKind::Mul(factor * inner, operand) },
            kind => {
                let operand = Box::new(Expr { kind, ..other });
                Expr { span, ty, kind: ExprKind::Mul(factor, operand) }
            }
        };
        let too_long =
            matches!(&product.kind, ExprKind::Mul(factor, _) if factor.bits() > 3 * MAX_DIGITS as u64);
        if too_long {
            self.error(Code::NumberTooLong, span, "this constant is too large", "use smaller factors");
            return None;
        }
        self.bounded(product)
    }

    fn quotient(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let ty = Type::Int(left.ty.operand().meet(right.ty.operand()));
        let sign = if operator == Binary::Divide { '/' } else { '%' };
        let Some(divisor) = right.constant().cloned() else {
            let op = if operator == Binary::Divide { WordOp::Quotient } else { WordOp::Remainder };
            let help = "the right side must be a number or have few possible values; for other divisors subtract in a loop";
            let message = format!("`{sign}` by something that is not constant");
            let diagnostic = Diagnostic::error(Code::NonconstantDivisor, right.span, message).help(help);
            return Some(self.operation(op, left, right, diagnostic, span));
        };
        if divisor.is_zero() {
            let (message, claim) = (format!("`{sign}` by zero"), "the divisor is not zero".to_owned());
            let warning = Diagnostic::warning(Code::DivisionByZero, right.span, message);
            return Some(self.undefined_here(warning, claim, left, right, ty, span));
        }
        let is_division = operator == Binary::Divide;
        if self.is_exact() {
            return self.exact_quotient(is_division, left, right, span);
        }
        let kind = match left.constant() {
            Some(dividend) if is_division => ExprKind::Const(truncated_quotient(dividend, &divisor)),
            Some(dividend) => ExprKind::Const(truncated_remainder(dividend, &divisor)),
            None if is_division => ExprKind::Div(Box::new(left), divisor),
            None => ExprKind::Rem(Box::new(left), divisor),
        };
        Some(Expr { span, ty, kind })
    }

    /// Shifts by a constant are products and quotients, rounded down, whatever the width.
    fn shift(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        if self.is_exact() && right.constant().is_some() {
            return self.exact_shift(operator, left, &right, span);
        }
        let by = right.constant().and_then(Int::to_i64).filter(|by| (0..MAX_SHIFT).contains(by));
        let Some(by) = by else {
            let message = if right.constant().is_some() {
                "a shift by a negative or very large number"
            } else {
                "a shift by something that is not constant needs bit-precise integers"
            };
            let help = "shift by a small number, such as `x << 2`, or multiply by a constant";
            let diagnostic = Diagnostic::error(Code::BitPrecise, right.span, message).help(help);
            if right.constant().is_some() {
                return Some(self.refuse(diagnostic, vec![left, right]));
            }
            let op = if operator == Binary::ShiftLeft { WordOp::ShiftLeft } else { WordOp::ShiftRight };
            return Some(self.operation(op, left, right, diagnostic, span));
        };
        let int = left.ty.operand();
        if by >= i64::from(int.bits) && !self.sink.has_said(Code::OutOfRange, right.span) {
            let message = format!("C leaves a shift of `{}` by {by} digits undefined", int.name());
            let warning = Diagnostic::warning(Code::OutOfRange, right.span, message)
                .help("integers are mathematical: here it is by a power of two, whatever the width");
            self.sink.report(warning);
        }
        let mut power = Int::ONE;
        for _ in 0..by {
            power = &power + &power;
        }
        if operator == Binary::ShiftLeft {
            let ty = left.ty;
            let factor = number(right.span, power, Type::INT);
            let product = self.product(left, factor, span)?;
            return Some(Expr { ty: Type::Int(ty.operand()), ..product });
        }
        let ty = Type::Int(left.ty.operand());
        Some(match left.constant() {
            Some(value) => number(span, value.div_floor(&power), ty),
            None => Expr { span, ty, kind: ExprKind::FloorDiv(Box::new(left), power) },
        })
    }

    fn bits(&mut self, op: BitOp, at: Span, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let ty = Type::Int(left.ty.operand().meet(right.ty.operand()));
        let (left, right) = match self.is_exact() && !(left.is_truth() && right.is_truth()) {
            true => {
                let (left, right, _) = self.met(left, right);
                (left, right)
            }
            false => (left, right),
        };
        let is_short = |value: &&Int| value.bits() <= MAX_MASK;
        match (left.constant().filter(is_short).cloned(), right.constant().filter(is_short).cloned()) {
            (Some(a), Some(b)) => return Some(number(span, bitwise(op, &a, &b), ty)),
            (None, None) if left.is_truth() && right.is_truth() => {
                let kind = ExprKind::Bits(op, Box::new(left), Box::new(right));
                return Some(Expr { span, ty, kind });
            }
            // Of the other operand only the last digit matters.
            (None, None) if op == BitOp::And && (left.is_truth() || right.is_truth()) => {
                let last = |operand: Expr| match operand.is_truth() {
                    true => operand,
                    false => {
                        let (at, ty) = (operand.span, operand.ty);
                        let kind = ExprKind::FloorMod(Box::new(operand), Int::from(2));
                        truth(Expr { span: at, ty, kind })
                    }
                };
                let kind = ExprKind::Bits(op, Box::new(last(left)), Box::new(last(right)));
                return Some(Expr { span, ty, kind });
            }
            (None, None) => {}
            (Some(mask), None) | (None, Some(mask)) => {
                let value = if left.constant().is_some() { right } else { left };
                // The last binary digits are a remainder, also of a negative number.
                let kind = match past_mask(&mask).filter(|_| op == BitOp::And) {
                    Some(power) => ExprKind::FloorMod(Box::new(value), power),
                    None => ExprKind::Mask(op, Box::new(value), mask),
                };
                return Some(Expr { span, ty, kind });
            }
        }
        let sign = match op {
            BitOp::And => "&",
            BitOp::Or => "|",
            BitOp::Xor => "^",
        };
        let help = match op {
            BitOp::And => "one side must be a constant, such as `x & 6`; `&&` connects conditions",
            BitOp::Or => "one side must be a constant, such as `x | 4`; `||` connects conditions",
            BitOp::Xor => {
                "one side must be a constant, such as `x ^ 4`; `!=` compares, and there is no sign for powers"
            }
        };
        let message = format!("`{sign}` of these numbers needs bit-precise integers");
        let diagnostic = Diagnostic::error(Code::BitPrecise, at, message).help(help);
        // A long mask is no operand that has few values.
        if left.constant().is_some() || right.constant().is_some() {
            return Some(self.refuse(diagnostic, vec![left, right]));
        }
        let op = match op {
            BitOp::And => WordOp::And,
            BitOp::Or => WordOp::Or,
            BitOp::Xor => WordOp::Xor,
        };
        Some(self.operation(op, left, right, diagnostic, span))
    }

    /// The expression as a value of this type, as an assignment converts it.
    pub(super) fn convert(&mut self, expr: Expr, ty: Type) -> Expr {
        match ty {
            Type::Void => expr,
            Type::Bool => truth(expr),
            Type::Int(int) if self.is_exact() => self.as_int(expr, int),
            // DIVERGENCE: integers are mathematical, so a conversion to an integer type keeps the value.
            Type::Int(_) => {
                if let Some(value) = expr.constant() {
                    let value = value.clone();
                    self.converted(value, ty, expr.span);
                }
                expr
            }
        }
    }

    /// A constant converted to a type.
    pub(super) fn converted(&mut self, value: Int, ty: Type, span: Span) -> Int {
        match ty {
            Type::Void => value,
            Type::Bool => Int::from(i64::from(!value.is_zero())),
            Type::Int(int) if self.is_exact() => int.wrap(&value),
            Type::Int(int) => {
                if !int.holds(&value) {
                    let shown = if value.bits() < 200 { value.to_string() } else { "this number".to_owned() };
                    let message =
                        format!("{shown} is outside the range of `{}`, and stays as it is", int.name());
                    let warning = Diagnostic::warning(Code::OutOfRange, span, message)
                        .help("integers are mathematical and do not wrap; write the number that is meant");
                    self.sink.report(warning);
                }
                value
            }
        }
    }
}

/// For 2^k - 1 the number 2^k.
fn past_mask(mask: &Int) -> Option<Int> {
    let power = mask + &Int::ONE;
    let mask = mask.to_i64()?;
    (mask > 0 && mask & mask.wrapping_add(1) == 0).then_some(power)
}

/// The quotient rounded toward zero.
pub(crate) fn truncated_quotient(dividend: &Int, divisor: &Int) -> Int {
    let quotient = dividend.abs().div_euclid(&divisor.abs());
    if dividend.is_negative() == divisor.is_negative() { quotient } else { -quotient }
}

/// What is left of it; it has the sign of the dividend.
pub(crate) fn truncated_remainder(dividend: &Int, divisor: &Int) -> Int {
    let rest = dividend.abs().rem_euclid(&divisor.abs());
    if dividend.is_negative() { -rest } else { rest }
}

/// 0 or 1, by whether the expression is zero.
pub(super) fn truth(expr: Expr) -> Expr {
    if let Some(value) = expr.constant() {
        return number(expr.span, Int::from(i64::from(!value.is_zero())), Type::Bool);
    }
    if expr.is_truth() {
        return Expr { ty: Type::Bool, ..expr };
    }
    Expr { span: expr.span, ty: Type::Bool, kind: ExprKind::Truth(Box::new(expr)) }
}

pub(super) fn not(span: Span, inner: Expr) -> Expr {
    match inner.constant() {
        Some(value) => number(span, Int::from(i64::from(value.is_zero())), Type::INT),
        None => Expr { span, ty: Type::INT, kind: ExprKind::Not(Box::new(inner)) },
    }
}

pub(super) fn negative(span: Span, inner: Expr) -> Expr {
    let ty = Type::Int(inner.ty.operand());
    match inner.constant() {
        Some(value) => number(span, -value, ty),
        None => Expr { span, ty, kind: ExprKind::Neg(Box::new(inner)) },
    }
}

pub(super) fn sum(span: Span, parts: Vec<(Sign, Expr)>) -> Expr {
    let types = parts.iter().map(|part| part.1.ty.operand());
    let ty = types.reduce(IntType::meet).map_or(Type::INT, Type::Int);
    let mut total = Int::ZERO;
    for (sign, part) in &parts {
        match (part.constant(), sign) {
            (Some(value), Sign::Plus) => total += value,
            (Some(value), Sign::Minus) => total -= value,
            (None, _) => return Expr { span, ty, kind: ExprKind::Sum(parts) },
        }
    }
    number(span, total, ty)
}

pub(super) fn compare(span: Span, comparison: Comparison, left: Expr, right: Expr) -> Expr {
    if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
        return number(span, Int::from(i64::from(comparison.holds(a, b))), Type::INT);
    }
    Expr { span, ty: Type::INT, kind: ExprKind::Compare(comparison, Box::new(left), Box::new(right)) }
}

/// `&&` or `||`: what comes first and is constant decides, or drops out.
pub(super) fn connective(span: Span, is_and: bool, parts: Vec<Expr>) -> Expr {
    let mut left = Vec::new();
    for part in parts {
        match part.constant().map(|value| !value.is_zero()) {
            Some(holds) if holds == is_and => {}
            Some(holds) => {
                // Nothing behind it is evaluated.
                if left.is_empty() {
                    return number(span, Int::from(i64::from(holds)), Type::INT);
                }
                left.push(part);
                break;
            }
            None => left.push(part),
        }
    }
    if left.len() > 1 {
        let kind = if is_and { ExprKind::And(left) } else { ExprKind::Or(left) };
        return Expr { span, ty: Type::INT, kind };
    }
    match left.pop() {
        Some(only) => Expr { span, ty: Type::INT, kind: truth(only).kind },
        None => number(span, Int::from(i64::from(is_and)), Type::INT),
    }
}

/// Whether evaluating it does anything.
pub(crate) fn has_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Nondet(_) | ExprKind::Void => false,
        ExprKind::Assign(..)
        | ExprKind::Post(..)
        | ExprKind::Load(_)
        | ExprKind::Store(..)
        | ExprKind::Bounds(_)
        | ExprKind::Call(..)
        | ExprKind::Assert(..)
        | ExprKind::InRange(_, Some(_), _)
        | ExprKind::Word(_, _, Some(_), ..)
        | ExprKind::Fail(_)
        | ExprKind::Assume(_)
        | ExprKind::Stop => true,
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
        | ExprKind::Wrap(_, inner)
        | ExprKind::InRange(_, None, inner) => has_effect(inner),
        ExprKind::Sum(parts) => parts.iter().any(|part| has_effect(&part.1)),
        ExprKind::Compare(_, left, right)
        | ExprKind::Bits(_, left, right)
        | ExprKind::Word(_, _, None, left, right) => has_effect(left) || has_effect(right),
        ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Comma(parts) | ExprKind::Unknown(_, parts) => {
            parts.iter().any(has_effect)
        }
        ExprKind::Conditional(arms, last) => {
            arms.iter().any(|arm| has_effect(&arm.0) || has_effect(&arm.1)) || has_effect(last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_truncates() {
        for (a, b, quotient, rest) in [
            (7, 2, 3, 1),
            (-7, 2, -3, -1),
            (7, -2, -3, 1),
            (-7, -2, 3, -1),
            (6, 3, 2, 0),
            (-6, 3, -2, 0),
            (0, 5, 0, 0),
        ] {
            let (a, b) = (Int::from(a), Int::from(b));
            assert_eq!(truncated_quotient(&a, &b), Int::from(quotient));
            assert_eq!(truncated_remainder(&a, &b), Int::from(rest));
        }
    }

    #[test]
    fn masks() {
        for (mask, power) in [(0, None), (1, Some(2)), (7, Some(8)), (5, None), (-1, None), (255, Some(256))]
        {
            assert_eq!(past_mask(&Int::from(mask)), power.map(Int::from), "{mask}");
        }
    }
}
