//! Removes assertions about indices that are in range in every copy of their function, and what is claimed about operations that are
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use logic::order::CollectOrdered;

use super::ast::{Access, CProgram, Expr, ExprKind, Stmt, StmtKind};
use super::slice::in_stmt;
use crate::ast::AssertId;

/// Takes out such assertions and numbers the others anew.
pub(crate) fn prune(program: &mut CProgram) {
    // For each assertion of an index, whether some copy needs it.
    let mut needed: BTreeMap<AssertId, bool> = BTreeMap::new();
    for (at, instance) in program.instances.iter().enumerate() {
        for stmt in &program.functions[instance.function].body {
            in_stmt(stmt, &mut |expr| {
                let Some(access) = access(expr) else { return };
                let count = program.target(at, access.object).count;
                for index in &access.indices {
                    let Some(check) = index.check else { continue };
                    let value = program.constant(at, &index.value);
                    *needed.entry(check).or_default() |=
                        !value.is_some_and(|value| index.holds(&value, count));
                }
            });
        }
    }
    let mut met = BTreeSet::new();
    for stmt in program.functions.iter().flat_map(|function| &function.body) {
        in_stmt(stmt, &mut |expr| met.extend(claims(expr)));
    }
    let ids = (0..program.asserts.len()).map(|at| AssertId(u32::try_from(at).unwrap_or(u32::MAX)));
    let is_kept = |id: &AssertId| {
        let is_left_out = program.asserts[id.index()].claim.is_some() && !met.contains(id);
        needed.get(id) != Some(&false) && !is_left_out
    };
    let kept: Vec<AssertId> = ids.filter(is_kept).collect();
    if kept.len() == program.asserts.len() {
        return;
    }
    let numbers: BTreeMap<AssertId, AssertId> = kept.iter().copied().zip((0..).map(AssertId)).collect_map();
    program.asserts = kept.iter().map(|id| program.asserts[id.index()].clone()).collect();
    for function in &mut program.functions {
        function.body.iter_mut().for_each(|stmt| in_each(stmt, &mut |expr| renumber(expr, &numbers)));
    }
}

fn access(expr: &Expr) -> Option<&Access> {
    match &expr.kind {
        ExprKind::Load(access) | ExprKind::Store(access, ..) | ExprKind::Bounds(access) => Some(access),
        _ => None,
    }
}

/// The assertions that an expression itself makes.
fn claims(expr: &Expr) -> Vec<AssertId> {
    match &expr.kind {
        ExprKind::Assert(id, _)
        | ExprKind::Fail(id)
        | ExprKind::InRange(_, Some(id), _)
        | ExprKind::Word(_, _, Some(id), ..) => vec![*id],
        _ => access(expr)
            .into_iter()
            .flat_map(|access| &access.indices)
            .filter_map(|index| index.check)
            .collect(),
    }
}

fn renumber(expr: &mut Expr, numbers: &BTreeMap<AssertId, AssertId>) {
    match &mut expr.kind {
        ExprKind::Assert(id, _)
        | ExprKind::Fail(id)
        | ExprKind::InRange(_, Some(id), _)
        | ExprKind::Word(_, _, Some(id), ..) => *id = numbers.get(id).copied().unwrap_or(*id),
        ExprKind::Load(access) | ExprKind::Store(access, ..) | ExprKind::Bounds(access) => {
            for index in &mut access.indices {
                index.check = index.check.and_then(|check| numbers.get(&check).copied());
            }
        }
        _ => {}
    }
    expr.parts_mut(&mut |part| renumber(part, numbers));
}

/// All expressions of a statement and what is in it, without their parts.
pub(crate) fn in_each(stmt: &mut Stmt, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Init(_, expr) | StmtKind::Return(Some(expr)) => visit(expr),
        StmtKind::Block(stmts) => stmts.iter_mut().for_each(|stmt| in_each(stmt, visit)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                visit(cond);
                in_each(body, visit);
            }
            otherwise.iter_mut().for_each(|stmt| in_each(stmt, visit));
        }
        StmtKind::While(_, cond, body)
        | StmtKind::Do(_, body, cond)
        | StmtKind::Switch { value: cond, body, .. } => {
            visit(cond);
            in_each(body, visit);
        }
        StmtKind::For { init, cond, step, body, .. } => {
            init.iter_mut().for_each(|stmt| in_each(stmt, visit));
            cond.iter_mut().chain(step).for_each(&mut *visit);
            in_each(body, visit);
        }
        _ => {}
    }
}
