//! Which values an expression may have, as its type and those of its parts tell.

use crate::ast::Sign;
use crate::c::ast::{Expr, ExprKind};
use crate::c::types::Type;
use logic::Int;

/// What the types of its operands tell about a value. Nothing for `int` and wider signed types, because arithmetic may
/// have left their range.
pub(super) fn known(expr: &Expr) -> Option<(Int, Int)> {
    // Sums of sums are rare: nothing is gained by looking deeper.
    known_to(expr, 3)
}

fn known_to(expr: &Expr, depth: u32) -> Option<(Int, Int)> {
    if let Some(value) = expr.constant() {
        return Some((value.clone(), value.clone()));
    }
    if expr.is_truth() {
        return Some((Int::ZERO, Int::ONE));
    }
    let depth = depth.checked_sub(1)?;
    match &expr.kind {
        ExprKind::Wrap(int, _) => Some(int.range()),
        ExprKind::FloorMod(_, divisor) => Some((Int::ZERO, divisor - &Int::ONE)),
        ExprKind::Word(op, int, ..) if op.keeps_range() => Some(int.range()),
        ExprKind::InRange(int, _, inner) if matches!(&inner.kind, ExprKind::Word(op, ..) if op.keeps_range()) => {
            Some(int.range())
        }
        ExprKind::Rem(_, divisor) => Some((Int::ONE - divisor.abs(), divisor.abs() - Int::ONE)),
        ExprKind::Neg(inner) => {
            let (low, high) = known_to(inner, depth)?;
            Some((-high, -low))
        }
        ExprKind::Mul(factor, inner) => {
            let (low, high) = known_to(inner, depth)?;
            let (a, b) = (factor * &low, factor * &high);
            Some(if a <= b { (a, b) } else { (b, a) })
        }
        ExprKind::FloorDiv(inner, divisor) => {
            let (low, high) = known_to(inner, depth)?;
            Some((low.div_floor(divisor), high.div_floor(divisor)))
        }
        ExprKind::Sum(parts) if parts.len() <= 8 => {
            let mut total = (Int::ZERO, Int::ZERO);
            for (sign, part) in parts {
                let (low, high) = known_to(part, depth)?;
                let (low, high) = if *sign == Sign::Plus { (low, high) } else { (-high, -low) };
                total = (total.0 + low, total.1 + high);
            }
            Some(total)
        }
        ExprKind::Var(_)
        | ExprKind::Nondet(_)
        | ExprKind::Post(..)
        | ExprKind::Assign(..)
        | ExprKind::Call(..) => match expr.ty {
            Type::Int(int) if !int.signed || int.bits < 32 => Some(int.range()),
            _ => None,
        },
        _ => None,
    }
}
