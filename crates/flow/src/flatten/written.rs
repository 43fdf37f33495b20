//! Statements and conditions as the single loop has them.

use lang::ast::{Arm, Bexp, BexpKind, Comparison, Exp, ExpKind, Stmt, StmtKind};
use lang::{AssertId, Int, Span, VarId};

/// A statement that does one thing or another; none if both are nothing.
pub(super) fn conditional(cond: Bexp, then: Vec<Stmt>, mut otherwise: Vec<Stmt>) -> Option<Stmt> {
    let span = cond.span;
    let (cond, then) = match (then.is_empty(), otherwise.is_empty()) {
        (true, true) => return None,
        (true, false) => (negated(&cond), std::mem::take(&mut otherwise)),
        (false, _) => (cond, then),
    };
    let (mut arms, mut last) = (vec![Arm { cond, body: then }], None);
    if otherwise.len() == 1 && matches!(otherwise[0].kind, StmtKind::If { .. }) {
        if let Some(Stmt { kind: StmtKind::If { arms: more, otherwise: end }, .. }) = otherwise.pop() {
            arms.extend(more);
            last = end;
        }
    } else if !otherwise.is_empty() {
        last = Some(otherwise);
    }
    Some(stmt(span, StmtKind::If { arms, otherwise: last }))
}

/// A statement at a place.
pub(super) fn stmt(span: Span, kind: StmtKind) -> Stmt {
    Stmt { span, kind }
}

/// An assertion.
pub(super) fn assert(span: Span, id: AssertId, cond: Bexp) -> Stmt {
    stmt(span, StmtKind::Assert(id, cond))
}

/// Sets the program counter.
pub(super) fn set(span: Span, pc: VarId, number: i64) -> Stmt {
    stmt(span, StmtKind::AssignInt(pc, Exp { span, kind: ExpKind::Const(Int::from(number)) }))
}

/// Whether the program counter has a value.
pub(super) fn is_at(span: Span, pc: VarId, number: i64) -> Bexp {
    compare(span, Comparison::Equal, pc, number)
}

/// Compares the program counter with a number.
pub(super) fn compare(span: Span, comparison: Comparison, pc: VarId, number: i64) -> Bexp {
    let pc = Exp { span, kind: ExpKind::Var(pc) };
    let number = Exp { span, kind: ExpKind::Const(Int::from(number)) };
    Bexp { span, kind: BexpKind::Compare(comparison, pc, number) }
}

/// The opposite of a condition.
pub(super) fn negated(cond: &Bexp) -> Bexp {
    let kind = match &cond.kind {
        BexpKind::Const(value) => BexpKind::Const(!value),
        BexpKind::Not(inner) => return (**inner).clone(),
        BexpKind::Compare(comparison, a, b) => BexpKind::Compare(comparison.opposite(), a.clone(), b.clone()),
        _ => BexpKind::Not(Box::new(cond.clone())),
    };
    Bexp { span: cond.span, kind }
}
