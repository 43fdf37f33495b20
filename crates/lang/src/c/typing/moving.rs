//! Which pointers of a function move, so that their positions must be variables. This is determined from the untyped
//! tree, before typing.

use std::collections::BTreeSet;

use crate::c::syntax::{self, ExprKind as Untyped, Stmt, StmtKind};

/// The names of pointers that move: those that are incremented, added to, or assigned something other than the address
/// of a variable.
pub(super) fn moving<'a: 't, 't>(stmts: impl Iterator<Item = &'t Stmt<'a>>) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    stmts.for_each(|stmt| in_stmt(stmt, &mut names));
    names
}

fn in_stmt<'a>(stmt: &Stmt<'a>, names: &mut BTreeSet<&'a str>) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) | StmtKind::Case(expr, _) => in_expr(expr, names),
        StmtKind::Declaration(declaration) => {
            for (_, init) in &declaration.declarators {
                init.iter().for_each(|init| in_initializer(init, names));
            }
        }
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| in_stmt(stmt, names)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                in_expr(cond, names);
                in_stmt(body, names);
            }
            otherwise.iter().for_each(|stmt| in_stmt(stmt, names));
        }
        StmtKind::While(cond, body) | StmtKind::Do(body, cond) | StmtKind::Switch(cond, body) => {
            in_expr(cond, names);
            in_stmt(body, names);
        }
        StmtKind::For { init, cond, step, body } => {
            init.iter().for_each(|stmt| in_stmt(stmt, names));
            cond.iter().chain(step).for_each(|expr| in_expr(expr, names));
            in_stmt(body, names);
        }
        _ => {}
    }
}

fn in_initializer<'a>(init: &syntax::Initializer<'a>, names: &mut BTreeSet<&'a str>) {
    match init {
        syntax::Initializer::Expr(init) => in_expr(init, names),
        syntax::Initializer::List(items, _) => {
            items.iter().for_each(|(_, init)| in_initializer(init, names));
        }
    }
}

fn in_expr<'a>(expr: &syntax::Expr<'a>, names: &mut BTreeSet<&'a str>) {
    match &expr.kind {
        Untyped::Step { target, .. } => {
            if let Untyped::Name(name) = &target.direct().kind {
                names.insert(name.text);
            }
            in_expr(target, names);
        }
        Untyped::Assign(operator, _, target, value) => {
            if let Untyped::Name(name) = &target.direct().kind {
                let is_address = match &value.kind {
                    Untyped::Address(of) => !matches!(of.kind, Untyped::Index(..)),
                    Untyped::Name(_) | Untyped::Number(..) | Untyped::Call(..) | Untyped::Cast(..) => true,
                    _ => false,
                };
                if operator.is_some() || !is_address {
                    names.insert(name.text);
                }
            }
            in_expr(target, names);
            in_expr(value, names);
        }
        Untyped::Unary(_, inner)
        | Untyped::Member { of: inner, .. }
        | Untyped::Deref(inner)
        | Untyped::Address(inner)
        | Untyped::Cast(_, inner)
        | Untyped::SizeOf(inner) => in_expr(inner, names),
        Untyped::Index(of, index) => {
            in_expr(of, names);
            in_expr(index, names);
        }
        Untyped::Call(_, args) | Untyped::Comma(args) => args.iter().for_each(|arg| in_expr(arg, names)),
        Untyped::Chain(first, rest) => {
            in_expr(first, names);
            rest.iter().for_each(|part| in_expr(&part.2, names));
        }
        Untyped::Conditional(arms, last) => {
            for (cond, value) in arms {
                in_expr(cond, names);
                in_expr(value, names);
            }
            in_expr(last, names);
        }
        _ => {}
    }
}
