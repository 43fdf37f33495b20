//! Which values are not known: an unknown one spreads through assignments, calls and branches to the variables that it is stored in.

use super::{Slicer, rewrite};
use crate::c::ast::{Expr, ExprKind, Stmt, StmtKind};

impl Slicer<'_> {
    pub(super) fn taint(&mut self) {
        self.changed = true;
        while std::mem::take(&mut self.changed) {
            for at in 0..self.order.len() {
                let function = self.order[at];
                let body = &self.typed.functions[function].body;
                body.iter().for_each(|stmt| self.taint_by(function, stmt));
            }
        }
    }

    fn mark(&mut self, node: usize, reason: Option<u32>) {
        if let (None, Some(reason)) = (self.tainted[node], reason) {
            self.tainted[node] = Some(reason);
            self.changed = true;
        }
    }

    fn taint_by(&mut self, function: usize, stmt: &Stmt) {
        if let StmtKind::If(arms, otherwise) = &stmt.kind
            && let Some(reason) = arms.iter().find_map(|arm| self.unknown(function, &arm.0))
        {
            // Whether it is executed is not known, so what it assigns is not.
            let bodies = arms.iter().map(|arm| &arm.1).chain(otherwise.as_deref());
            let mut assigned = Vec::new();
            bodies.for_each(|body| {
                rewrite::in_stmt(body, &mut |part| match &part.kind {
                    ExprKind::Assign(place, _) | ExprKind::Post(place, ..) => {
                        assigned.push(self.node(function, *place));
                    }
                    ExprKind::Store(access, ..) => assigned.extend(self.cells(function, access.object).0),
                    _ => {}
                });
                rewrite::declared(body, &mut |place| assigned.push(self.node(function, place)));
            });
            assigned.into_iter().for_each(|node| self.mark(node, Some(reason)));
        }
        match &stmt.kind {
            StmtKind::Init(place, value) => {
                let reason = self.unknown(function, value);
                self.mark(self.node(function, *place), reason);
            }
            StmtKind::Return(Some(value)) => {
                let reason = self.unknown(function, value);
                self.mark(self.result(function), reason);
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.taint_by(function, stmt)),
            StmtKind::If(arms, otherwise) => {
                arms.iter().for_each(|arm| self.taint_by(function, &arm.1));
                otherwise.iter().for_each(|stmt| self.taint_by(function, stmt));
            }
            StmtKind::While(_, _, body) | StmtKind::Do(_, body, _) | StmtKind::Switch { body, .. } => {
                self.taint_by(function, body);
            }
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(|stmt| self.taint_by(function, stmt));
                self.taint_by(function, body);
            }
            _ => {}
        }
        rewrite::of_stmt(stmt, &mut |expr| self.taint_in(function, expr));
    }

    fn taint_in(&mut self, function: usize, expr: &Expr) {
        expr.parts(&mut |part| self.taint_in(function, part));
        match &expr.kind {
            ExprKind::Assign(place, value) => {
                let reason = self.unknown(function, value);
                self.mark(self.node(function, *place), reason);
            }
            ExprKind::Store(access, value, _) => {
                let (cells, _) = self.cells(function, access.object);
                let index = access.indices.iter().find_map(|index| self.unknown(function, &index.value));
                let reason = self.unknown(function, value).or(index);
                // An object is left out as a whole where it is not known which cell is meant.
                let reason = reason.or_else(|| cells.iter().find_map(|&cell| self.tainted[cell]));
                cells.into_iter().for_each(|cell| self.mark(cell, reason));
            }
            ExprKind::Call(site, args) => {
                let callee = self.typed.functions[function].calls[*site as usize].callee;
                for (at, arg) in args.iter().enumerate() {
                    let reason = self.unknown(function, arg);
                    self.mark(self.starts[callee] + at, reason);
                }
            }
            _ => {}
        }
    }

    /// Why the value of an expression is not known, if it is not.
    pub(super) fn unknown(&self, function: usize, expr: &Expr) -> Option<u32> {
        match &expr.kind {
            ExprKind::Unknown(reason, _) => Some(*reason),
            ExprKind::Var(place) | ExprKind::Post(place, ..) => self.tainted[self.node(function, *place)],
            ExprKind::Load(access) => {
                let (cells, lost) = self.cells(function, access.object);
                let cell = cells.into_iter().find_map(|cell| self.tainted[cell]);
                let index = || access.indices.iter().find_map(|index| self.unknown(function, &index.value));
                cell.or(lost.first().copied()).or_else(index)
            }
            ExprKind::Store(_, value, _) | ExprKind::Assign(_, value) => self.unknown(function, value),
            ExprKind::Comma(parts) => self.unknown(function, parts.last()?),
            ExprKind::Call(site, _) => {
                let callee = self.typed.functions[function].calls[*site as usize].callee;
                self.tainted[self.result(callee)]
            }
            ExprKind::Assert(..) | ExprKind::Assume(_) => None,
            _ => {
                let mut found = None;
                expr.parts(&mut |part| found = found.or_else(|| self.unknown(function, part)));
                found
            }
        }
    }
}
