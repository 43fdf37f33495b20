//! What is known of a function's control flow from its text: which labels are loop heads, and whether its end can be
//! reached.
//!
//! Every cycle of the control flow goes backwards in the text at some point: at the end of a loop statement, or by a
//! `goto` to an earlier label. So the loop statements and these labels together cut every cycle, reducible or not.

use std::collections::BTreeSet;

use crate::c::ast;
use crate::c::syntax::{Stmt, StmtKind};

/// The labels to which a `goto` behind them leads.
pub(super) fn heads<'a>(stmts: &[Stmt<'a>]) -> BTreeSet<&'a str> {
    heads_of(stmts.iter())
}

pub(super) fn heads_of<'a: 't, 't>(stmts: impl Iterator<Item = &'t Stmt<'a>>) -> BTreeSet<&'a str> {
    let mut scan = Scan { seen: BTreeSet::new(), heads: BTreeSet::new() };
    stmts.for_each(|stmt| scan.stmt(stmt));
    scan.heads
}

struct Scan<'a> {
    seen: BTreeSet<&'a str>,
    heads: BTreeSet<&'a str>,
}

impl<'a> Scan<'a> {
    fn stmt(&mut self, stmt: &Stmt<'a>) {
        match &stmt.kind {
            StmtKind::Label(name) => {
                self.seen.insert(name.text);
            }
            StmtKind::Goto(name) if self.seen.contains(name.text) => {
                self.heads.insert(name.text);
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::If(arms, otherwise) => {
                arms.iter().for_each(|arm| self.stmt(&arm.1));
                otherwise.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While(_, body)
            | StmtKind::Do(body, _)
            | StmtKind::For { body, .. }
            | StmtKind::Switch(_, body) => self.stmt(body),
            _ => {}
        }
    }
}

/// Whether control may come to the end of these statements; true if in doubt.
pub(super) fn may_end(stmts: &[ast::Stmt]) -> bool {
    let mut open = true;
    for stmt in stmts {
        // A label may be reached from elsewhere.
        open |= !stmt.labels.is_empty();
        open &= may_pass(stmt);
    }
    open
}

fn may_pass(stmt: &ast::Stmt) -> bool {
    use ast::StmtKind as K;
    match &stmt.kind {
        K::Return(_) | K::Goto(_) | K::Break | K::Continue => false,
        K::Expr(expr) => !never_returns(expr),
        K::Block(stmts) => may_end(stmts),
        K::If(arms, otherwise) => {
            arms.iter().any(|arm| may_pass(&arm.1)) || otherwise.as_ref().is_none_or(|stmt| may_pass(stmt))
        }
        K::While(_, cond, body) => !is_true(cond) || may_break(body),
        K::Do(_, body, cond) => !is_true(cond) || may_break(body),
        K::For { cond, body, .. } => !cond.as_ref().is_none_or(is_true) || may_break(body),
        K::Switch { default, body, .. } => default.is_none() || may_pass(body) || may_break(body),
        _ => true,
    }
}

fn never_returns(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Fail(_) | ast::ExprKind::Stop => true,
        ast::ExprKind::Comma(parts) => parts.iter().any(never_returns),
        _ => false,
    }
}

fn is_true(cond: &ast::Expr) -> bool {
    cond.constant().is_some_and(|value| !value.is_zero())
}

/// Whether a `break` in this body leaves it.
fn may_break(stmt: &ast::Stmt) -> bool {
    use ast::StmtKind as K;
    match &stmt.kind {
        K::Break => true,
        K::Block(stmts) => stmts.iter().any(may_break),
        K::If(arms, otherwise) => {
            arms.iter().any(|arm| may_break(&arm.1)) || otherwise.as_ref().is_some_and(|stmt| may_break(stmt))
        }
        _ => false,
    }
}
