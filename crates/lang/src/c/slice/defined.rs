//! What says that an operation is defined that is left out: where overflow is checked, that is asserted all the same.

use super::super::ast::{Expr, ExprKind};
use super::super::types::Type;
use super::super::typing::has_effect;
use crate::ast::{AssertId, Comparison};
use crate::words::WordOp;
use logic::Int;

/// How it can be asserted that an operation is defined.
pub(super) enum Definedness {
    /// These assertions say it.
    By(Vec<Expr>),
    /// The operation itself must be computed.
    Whole,
}

/// How it is asserted that what stands for an unsupported operation is defined; none if it always is.
pub(super) fn definedness(parts: &[Expr]) -> Option<Definedness> {
    let [part] = parts else { return None };
    let word = part.word()?;
    let ExprKind::Word(op, int, id, left, right) = &word.kind else { return None };
    let leaves = match &part.kind {
        ExprKind::InRange(_, id, _) => *id,
        _ => None,
    };
    let is_division = matches!(op, WordOp::Quotient | WordOp::Remainder);
    match (id, leaves) {
        (None, None) => return None,
        (_, Some(_)) if !is_division => return Some(Definedness::Whole),
        // What has an effect cannot be written twice.
        _ if has_effect(left) || has_effect(right) => return Some(Definedness::Whole),
        _ => {}
    }
    let span = word.span;
    let truth = |kind| Expr { span, ty: Type::INT, kind };
    let compared = |comparison, operand: &Expr, value: Int| {
        let value = Expr { span, ty: operand.ty, kind: ExprKind::Const(value) };
        truth(ExprKind::Compare(comparison, Box::new(operand.clone()), Box::new(value)))
    };
    let asserted = |id: AssertId, cond: Expr| {
        let kind = ExprKind::Assert(id, Box::new(cond));
        Expr { span, ty: Type::Void, kind }
    };
    let mut asserts = Vec::new();
    if let Some(id) = id {
        let last = Int::from(i64::from(int.bits) - 1);
        asserts.push(asserted(
            *id,
            match is_division {
                true => compared(Comparison::NotEqual, right, Int::ZERO),
                false => truth(ExprKind::And(vec![
                    compared(Comparison::GreaterEqual, right, Int::ZERO),
                    compared(Comparison::LessEqual, right, last),
                ])),
            },
        ));
    }
    // The quotient of the least number by -1 is too great.
    asserts.extend(leaves.map(|id| {
        let stays = vec![
            compared(Comparison::NotEqual, left, int.range().0),
            compared(Comparison::NotEqual, right, Int::MINUS_ONE),
        ];
        asserted(id, truth(ExprKind::Or(stays)))
    }));
    Some(Definedness::By(asserts))
}
