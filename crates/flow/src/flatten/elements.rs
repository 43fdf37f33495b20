//! Reads and writes of array elements, written out: IMP has no arrays.

use crate::cfg::{Element, Value};
use lang::ast::{Arm, Bexp, BexpKind, Exp, ExpKind, Stmt, StmtKind};
use lang::{Sort, Span, VarId};

/// The variable takes the value of the chosen element, else of the last one.
pub(super) fn reading(x: VarId, sort: Sort, elements: &[Element], span: Span) -> StmtKind {
    let take = |element: &Element| Stmt {
        span,
        kind: match sort {
            Sort::Int => StmtKind::AssignInt(x, Exp { span, kind: ExpKind::Var(element.var) }),
            Sort::Bool => StmtKind::AssignBool(x, Bexp { span, kind: BexpKind::Var(element.var) }),
        },
    };
    let Some((last, others)) = elements.split_last() else { return StmtKind::Skip };
    let arm = |element: &Element| Arm { cond: element.chosen.clone(), body: vec![take(element)] };
    let arms: Vec<Arm> = others.iter().map(arm).collect();
    if arms.is_empty() { take(last).kind } else { StmtKind::If { arms, otherwise: Some(vec![take(last)]) } }
}

/// The chosen element takes the value.
pub(super) fn writing(elements: &[Element], value: &Value, span: Span) -> StmtKind {
    let arm = |element: &Element| {
        let kind = match value {
            Value::Int(e) => StmtKind::AssignInt(element.var, e.clone()),
            Value::Bool(e) => StmtKind::AssignBool(element.var, e.clone()),
        };
        Arm { cond: element.chosen.clone(), body: vec![Stmt { span, kind }] }
    };
    let arms: Vec<Arm> = elements.iter().map(arm).collect();
    if arms.is_empty() { StmtKind::Skip } else { StmtKind::If { arms, otherwise: None } }
}
