//! What occurs in the expressions of an action.

use crate::cfg::{Action, Value};
use lang::WordOp;
use lang::ast::{Bexp, BexpKind, Exp, ExpKind};

/// Whether this is a product of two expressions.
pub(crate) fn is_product(e: &Exp) -> bool {
    matches!(e.kind, ExpKind::Word(WordOp::Times, ..))
}

/// Whether this is a product, or a quotient or remainder, which a product defines.
pub(crate) fn needs_products(e: &Exp) -> bool {
    is_product(e) || matches!(e.kind, ExpKind::Word(WordOp::Quotient | WordOp::Remainder, ..))
}

/// Whether something holds of an expression of an action, or of a part of one.
pub(crate) fn in_action(action: &Action, holds: &mut dyn FnMut(&Exp) -> bool) -> bool {
    match action {
        Action::Skip | Action::Havoc(..) | Action::Netlist(_) => false,
        Action::AssignInt(_, e) => in_exp(e, holds),
        Action::AssignBool(_, e) | Action::Guard(e, _) => in_bexp(e, holds),
        Action::Read(_, _, elements) => elements.iter().any(|element| in_bexp(&element.chosen, holds)),
        Action::Write(elements, value) => {
            elements.iter().any(|element| in_bexp(&element.chosen, holds))
                || match value {
                    Value::Int(e) => in_exp(e, holds),
                    Value::Bool(e) => in_bexp(e, holds),
                }
        }
    }
}

pub(crate) fn in_exp(e: &Exp, holds: &mut dyn FnMut(&Exp) -> bool) -> bool {
    holds(e)
        || match &e.kind {
            ExpKind::Const(_) | ExpKind::Var(_) => false,
            ExpKind::Neg(a)
            | ExpKind::Mul(_, a)
            | ExpKind::Div(a, _)
            | ExpKind::Mod(a, _)
            | ExpKind::Wrap(_, a) => in_exp(a, holds),
            ExpKind::Sum(parts) => parts.iter().any(|part| in_exp(&part.1, holds)),
            ExpKind::Word(_, _, a, b) => in_exp(a, holds) || in_exp(b, holds),
        }
}

fn in_bexp(e: &Bexp, holds: &mut dyn FnMut(&Exp) -> bool) -> bool {
    match &e.kind {
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Nondet(_) => false,
        BexpKind::Not(a) => in_bexp(a, holds),
        BexpKind::And(all) | BexpKind::Or(all) => all.iter().any(|e| in_bexp(e, holds)),
        BexpKind::Implies(all, last) => all.iter().any(|e| in_bexp(e, holds)) || in_bexp(last, holds),
        BexpKind::Compare(_, a, b) => in_exp(a, holds) || in_exp(b, holds),
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => in_bexp(a, holds) || in_bexp(b, holds),
    }
}
