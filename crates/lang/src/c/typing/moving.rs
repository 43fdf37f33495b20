//! What the untyped tree tells of the pointers of a function before they are typed: which move, so that their positions must be
//! variables, and which are tested for being null.

use std::collections::BTreeSet;

use crate::ast::Comparison;
use crate::c::builtin::{self, Builtin, Sound};
use crate::c::syntax::{self, Binary, ExprKind as Untyped, Stmt, StmtKind, Unary};

/// The names of pointers that move: those that are incremented, added to, or assigned something other than the address
/// of a variable.
pub(super) fn moving<'a: 't, 't>(stmts: impl Iterator<Item = &'t Stmt<'a>>) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut note = |expr: &syntax::Expr<'a>, _| match &expr.kind {
        Untyped::Step { target, .. } => names.extend(name(target)),
        Untyped::Assign(operator, _, target, value) => {
            let is_address = match &value.kind {
                Untyped::Address(of) => !matches!(of.kind, Untyped::Index(..)),
                Untyped::Name(_) | Untyped::Number(..) | Untyped::Call(..) | Untyped::Cast(..) => true,
                _ => false,
            };
            if operator.is_some() || !is_address {
                names.extend(name(target));
            }
        }
        _ => {}
    };
    stmts.for_each(|stmt| in_stmt(stmt, &mut note));
    names
}

/// The names of what is used as a condition or compared with zero.
pub(super) fn tested<'a: 't, 't>(stmts: impl Iterator<Item = &'t Stmt<'a>>) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut note = |expr: &syntax::Expr<'a>, is_condition| {
        if is_condition {
            names.extend(held(expr));
        }
        if let Untyped::Chain(first, rest) = &expr.kind
            && let [(Binary::Compare(Comparison::Equal | Comparison::NotEqual), _, second)] = rest.as_slice()
        {
            for (one, other) in [(&**first, second), (second, &**first)] {
                if is_null(other) {
                    names.extend(held(one));
                }
            }
        }
    };
    stmts.for_each(|stmt| in_stmt(stmt, &mut note));
    names
}

fn name<'a>(expr: &syntax::Expr<'a>) -> Option<&'a str> {
    match &expr.direct().kind {
        Untyped::Name(name) => Some(name.text),
        _ => None,
    }
}

/// The variable whose value an expression has.
fn held<'a>(expr: &syntax::Expr<'a>) -> Option<&'a str> {
    match &expr.direct().kind {
        Untyped::Assign(None, _, target, _) => name(target),
        Untyped::Cast(_, inner) => held(inner),
        _ => name(expr),
    }
}

fn is_null(expr: &syntax::Expr<'_>) -> bool {
    match &expr.direct().kind {
        Untyped::Number(value, _) => value.is_zero(),
        Untyped::Name(name) => matches!(name.text, "NULL" | "nullptr"),
        Untyped::Cast(_, inner) => is_null(inner),
        _ => false,
    }
}

/// Whether the arguments of a function are conditions.
fn is_check(name: &str) -> bool {
    matches!(builtin::find(name), Some(Builtin::Assert | Builtin::Assume))
        || matches!(builtin::sound(name), Sound::Assertion | Sound::Assumption)
}

/// Calls a function for every expression, and whether only its truth matters.
type Visit<'v, 'a> = &'v mut dyn FnMut(&syntax::Expr<'a>, bool);

fn in_stmt<'a>(stmt: &Stmt<'a>, visit: Visit<'_, 'a>) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) | StmtKind::Case(expr, _) => {
            in_expr(expr, false, visit);
        }
        StmtKind::Declaration(declaration) => {
            for (_, init) in &declaration.declarators {
                init.iter().for_each(|init| in_initializer(init, visit));
            }
        }
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| in_stmt(stmt, visit)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                in_expr(cond, true, visit);
                in_stmt(body, visit);
            }
            otherwise.iter().for_each(|stmt| in_stmt(stmt, visit));
        }
        StmtKind::While(cond, body) | StmtKind::Do(body, cond) => {
            in_expr(cond, true, visit);
            in_stmt(body, visit);
        }
        StmtKind::Switch(value, body) => {
            in_expr(value, false, visit);
            in_stmt(body, visit);
        }
        StmtKind::For { init, cond, step, body } => {
            init.iter().for_each(|stmt| in_stmt(stmt, visit));
            cond.iter().for_each(|expr| in_expr(expr, true, visit));
            step.iter().for_each(|expr| in_expr(expr, false, visit));
            in_stmt(body, visit);
        }
        _ => {}
    }
}

fn in_initializer<'a>(init: &syntax::Initializer<'a>, visit: Visit<'_, 'a>) {
    match init {
        syntax::Initializer::Expr(init) => in_expr(init, false, visit),
        syntax::Initializer::List(items, _) => {
            items.iter().for_each(|(_, init)| in_initializer(init, visit));
        }
    }
}

fn in_expr<'a>(expr: &syntax::Expr<'a>, is_condition: bool, visit: Visit<'_, 'a>) {
    visit(expr, is_condition);
    match &expr.kind {
        Untyped::Step { target: inner, .. }
        | Untyped::Member { of: inner, .. }
        | Untyped::Deref(inner)
        | Untyped::Address(inner)
        | Untyped::Cast(_, inner)
        | Untyped::SizeOf(inner) => in_expr(inner, false, visit),
        Untyped::Unary(unary, inner) => in_expr(inner, *unary == Unary::Not, visit),
        Untyped::Assign(_, _, target, value) => {
            in_expr(target, false, visit);
            in_expr(value, false, visit);
        }
        Untyped::Index(of, index) => {
            in_expr(of, false, visit);
            in_expr(index, false, visit);
        }
        Untyped::Call(name, args) => {
            let is_check = is_check(name.text);
            args.iter().for_each(|arg| in_expr(arg, is_check, visit));
        }
        Untyped::Comma(parts) => parts.iter().for_each(|part| in_expr(part, false, visit)),
        Untyped::Chain(first, rest) => {
            let connects = |operator| matches!(operator, Binary::And | Binary::Or);
            in_expr(first, rest.first().is_some_and(|part| connects(part.0)), visit);
            rest.iter().for_each(|part| in_expr(&part.2, connects(part.0), visit));
        }
        Untyped::Conditional(arms, last) => {
            for (cond, value) in arms {
                in_expr(cond, true, visit);
                in_expr(value, false, visit);
            }
            in_expr(last, false, visit);
        }
        _ => {}
    }
}
