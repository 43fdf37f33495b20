//! Removes from the functions whatever slicing leaves out.

use std::collections::BTreeMap;

use super::super::ast::{Access, Base, Expr, ExprKind, Place, Stmt, StmtKind};
use super::super::types::Type;
use super::super::typing::{Typed, has_effect};
use super::Aims;
use super::defined::{Definedness, definedness};
use crate::diagnostic::Sink;
use crate::span::Span;

/// Removes the variables whose values are not known. What is unknown and still there is reported.
pub(super) fn rewrite(
    typed: &mut Typed,
    tainted: &[Option<u32>],
    starts: &[usize],
    order: &[usize],
    aims: &[Vec<Aims>],
    sink: &mut Sink,
) {
    let callees: Vec<Vec<usize>> =
        typed.functions.iter().map(|f| f.calls.iter().map(|call| call.callee).collect()).collect();
    let mut left = Vec::new();
    let is_checked = typed.is_checked();
    for &at in order {
        let rewriter = Rewriter { tainted, starts, callees: &callees, aims, function: at, is_checked };
        let function = &mut typed.functions[at];
        let result = starts[at] + function.locals.len();
        if tainted[result].is_some() {
            function.result = Type::Void;
        }
        rewriter.stmts(&mut function.body);
        for (local, node) in function.locals.iter_mut().zip(starts[at]..) {
            local.is_left_out = tainted[node].is_some();
        }
        for site in &mut function.nondets {
            site.target = site.target.filter(|&place| !rewriter.is_out(place));
        }
        for stmt in &function.body {
            in_stmt(stmt, &mut |expr| left.extend(reason_left(expr)));
        }
    }
    // There should be none; if there is, the program is refused rather than changed.
    for reason in left {
        sink.report(typed.deferred[reason as usize].clone());
    }
    remove_globals(typed, tainted, sink);
}

fn reason_left(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Unknown(reason, _) => Some(*reason),
        ExprKind::Load(access) | ExprKind::Store(access, ..) => match access.object.base {
            Base::Lost(reason) => Some(reason),
            _ => None,
        },
        _ => None,
    }
}

/// Globals are numbered like variables, so that those behind a removed one move up.
fn remove_globals(typed: &mut Typed, tainted: &[Option<u32>], sink: &mut Sink) {
    let count = typed.globals.len();
    if tainted[..count].iter().all(Option::is_none) {
        return;
    }
    let same = |a: usize, b: usize| {
        let (a, b) = (&typed.globals[a], &typed.globals[b]);
        a.span == b.span && !a.path.is_empty() && !b.path.is_empty()
    };
    for at in 1..count {
        let reason = tainted[at].or(tainted[at - 1]);
        if let (true, Some(reason)) =
            (same(at - 1, at) && tainted[at].is_some() != tainted[at - 1].is_some(), reason)
        {
            // The cells of an object stay together.
            sink.report(typed.deferred[reason as usize].clone());
            return;
        }
    }
    let mut next = 0;
    let numbers: Vec<u32> = tainted[..count]
        .iter()
        .map(|reason| {
            let number = next;
            next += u32::from(reason.is_none());
            number
        })
        .collect();
    let renumber = |place: &mut Place| {
        if let Place::Global(at) = place {
            *at = numbers[*at as usize];
        }
    };
    for function in &mut typed.functions {
        function.body.iter_mut().for_each(|stmt| places(stmt, &renumber));
        for site in &mut function.nondets {
            site.target.iter_mut().for_each(renumber);
        }
        for pointer in function.calls.iter_mut().flat_map(|call| &mut call.pointers) {
            if let Base::Place(place) = &mut pointer.object.base {
                renumber(place);
            }
            places_in(&mut pointer.start, &renumber);
        }
    }
    let mut at = 0;
    typed.globals.retain(|_| {
        at += 1;
        tainted[at - 1].is_none()
    });
    at = 0;
    typed.declared.retain(|_| {
        at += 1;
        tainted[at - 1].is_none()
    });
}

struct Rewriter<'r> {
    tainted: &'r [Option<u32>],
    starts: &'r [usize],
    callees: &'r [Vec<usize>],
    aims: &'r [Vec<Aims>],
    function: usize,
    /// Whether it is asserted that what is left out is defined.
    is_checked: bool,
}

impl Rewriter<'_> {
    fn is_out(&self, place: Place) -> bool {
        let node = match place {
            Place::Global(at) => at as usize,
            Place::Local(at) => self.starts[self.function] + at as usize,
        };
        self.tainted[node].is_some()
    }

    /// Whether a cell of the object is left out; then all cells that the access may refer to are.
    fn is_cell_out(&self, access: &Access) -> bool {
        match access.object.base {
            Base::Place(first) => {
                let cells = 0..access.object.cells.unwrap_or(0);
                cells.into_iter().any(|at| {
                    self.is_out(match first {
                        Place::Global(first) => Place::Global(first + access.object.start + at),
                        Place::Local(first) => Place::Local(first + access.object.start + at),
                    })
                })
            }
            Base::Pointer(pointer) => {
                let (cells, _) = &self.aims[self.function][pointer as usize];
                cells.iter().any(|&cell| self.tainted[cell].is_some())
            }
            Base::Lost(_) => false,
        }
    }

    /// Whether the object may be one that is not followed.
    fn is_lost(&self, access: &Access) -> bool {
        match access.object.base {
            Base::Place(_) => false,
            Base::Pointer(pointer) => !self.aims[self.function][pointer as usize].1.is_empty(),
            Base::Lost(_) => true,
        }
    }

    fn stmts(&self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Expr(expr) => {
                let expr = self.stripped(take(expr));
                stmt.kind = statement(expr);
            }
            StmtKind::Init(place, value) if self.is_out(*place) => {
                let value = self.stripped(take(value));
                stmt.kind = statement(value);
            }
            StmtKind::Init(_, value) => self.keep(value),
            StmtKind::Arbitrary(place, _) if self.is_out(*place) => stmt.kind = StmtKind::Empty,
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::If(arms, otherwise) => {
                if arms.iter().any(|arm| self.is_unknown(&arm.0)) {
                    // The branches do nothing that matters.
                    let conds = std::mem::take(arms).into_iter().map(|arm| self.stripped(arm.0));
                    let stmts = conds.filter(has_effect).map(|cond| Stmt {
                        span: cond.span,
                        labels: stmt.labels.start..stmt.labels.start,
                        kind: StmtKind::Expr(cond),
                    });
                    stmt.kind = StmtKind::Block(stmts.collect());
                    return;
                }
                for (cond, body) in arms {
                    self.keep(cond);
                    self.stmt(body);
                }
                otherwise.iter_mut().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While(_, cond, body)
            | StmtKind::Do(_, body, cond)
            | StmtKind::Switch { value: cond, body, .. } => {
                self.keep(cond);
                self.stmt(body);
            }
            StmtKind::For { init, cond, step, body, .. } => {
                self.stmts(init);
                cond.iter_mut().for_each(|cond| self.keep(cond));
                if let Some(expr) = step {
                    *step = Some(self.stripped(take(expr))).filter(has_effect);
                }
                self.stmt(body);
            }
            StmtKind::Return(value) => {
                if let Some(expr) = value {
                    if self.is_unknown(expr) {
                        *value = Some(self.stripped(take(expr))).filter(has_effect);
                    } else {
                        self.keep(expr);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether the value of an expression is not known.
    fn is_unknown(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unknown(..) => true,
            ExprKind::Var(place) | ExprKind::Post(place, ..) => self.is_out(*place),
            ExprKind::Load(access) => {
                self.is_lost(access)
                    || self.is_cell_out(access)
                    || access.indices.iter().any(|index| self.is_unknown(&index.value))
            }
            ExprKind::Store(_, value, _) | ExprKind::Assign(_, value) => self.is_unknown(value),
            ExprKind::Comma(parts) => parts.last().is_some_and(|last| self.is_unknown(last)),
            ExprKind::Call(site, _) => {
                let callee = self.callees[self.function][*site as usize];
                let next = self.starts.get(callee + 1).copied().unwrap_or(self.tainted.len());
                self.tainted[next - 1].is_some()
            }
            ExprKind::Assert(..) | ExprKind::Assume(_) => false,
            _ => {
                let mut any = false;
                expr.parts(&mut |part| any |= self.is_unknown(part));
                any
            }
        }
    }

    /// What an expression does, its value apart.
    fn stripped(&self, mut expr: Expr) -> Expr {
        let span = expr.span;
        match expr.kind {
            ExprKind::Assign(place, value) if self.is_out(place) => self.stripped(*value),
            ExprKind::Post(place, ..) if self.is_out(place) => nothing(span),
            ExprKind::Store(access, value, _) if self.is_cell_out(&access) => {
                self.all(span, [bounds(span, access), *value])
            }
            ExprKind::Load(access) => {
                let mut checks = bounds(span, access);
                self.keep(&mut checks);
                checks
            }
            ExprKind::Unknown(_, parts) => {
                // Of an operation whose result nobody uses, only that it is defined matters.
                if let (true, Some(Definedness::By(mut asserts))) = (self.is_checked, definedness(&parts)) {
                    asserts.iter_mut().for_each(|assert| self.keep(assert));
                    asserts.push(nothing(span));
                    return Expr { span, ty: Type::Void, kind: ExprKind::Comma(asserts) };
                }
                let bare = parts.into_iter().map(|part| match part.kind {
                    ExprKind::InRange(_, _, inner) | ExprKind::Wrap(_, inner) if inner.word().is_some() => {
                        *inner
                    }
                    kind => Expr { kind, ..part },
                });
                self.all(span, bare)
            }
            ExprKind::Comma(parts) => self.all(span, parts),
            ExprKind::And(_) | ExprKind::Or(_) if has_effect(&expr) => {
                if let ExprKind::And(parts) | ExprKind::Or(parts) = &mut expr.kind {
                    // Behind the last one that does something, nothing decides.
                    let last = parts.iter().rposition(has_effect).unwrap_or(0);
                    parts.truncate(last + 1);
                    parts[..last].iter_mut().for_each(|part| self.keep(part));
                    if self.is_unknown(&parts[last]) {
                        parts[last] = self.stripped(take(&mut parts[last]));
                    } else {
                        self.keep(&mut parts[last]);
                    }
                }
                expr
            }
            ExprKind::Conditional(mut arms, mut last)
                if arms.iter().any(|arm| has_effect(&arm.1)) || has_effect(&last) =>
            {
                for (cond, value) in &mut arms {
                    self.keep(cond);
                    *value = self.stripped(take(value));
                }
                *last = self.stripped(take(&mut last));
                Expr { span, ty: Type::Void, kind: ExprKind::Conditional(arms, last) }
            }
            ExprKind::Assign(..)
            | ExprKind::Post(..)
            | ExprKind::Store(..)
            | ExprKind::Bounds(_)
            | ExprKind::Call(..)
            | ExprKind::Assert(..)
            | ExprKind::InRange(_, Some(_), _)
            | ExprKind::Assume(_)
            | ExprKind::Fail(_)
            | ExprKind::Stop => {
                self.keep(&mut expr);
                expr
            }
            _ => {
                let mut parts = Vec::new();
                expr.parts_mut(&mut |part| parts.push(take(part)));
                self.all(span, parts)
            }
        }
    }

    fn all(&self, span: Span, parts: impl IntoIterator<Item = Expr>) -> Expr {
        let parts = parts.into_iter().map(|part| self.stripped(part)).filter(has_effect);
        let mut parts: Vec<Expr> = parts.collect();
        if parts.is_empty() {
            return nothing(span);
        }
        parts.push(nothing(span));
        Expr { span, ty: Type::Void, kind: ExprKind::Comma(parts) }
    }

    /// Rewrites inside of an expression whose value is known.
    fn keep(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Comma(parts) => {
                if let Some((last, others)) = parts.split_last_mut() {
                    others.iter_mut().for_each(|part| *part = self.stripped(take(part)));
                    self.keep(last);
                }
            }
            ExprKind::Call(site, args) => {
                let callee = self.callees[self.function][*site as usize];
                for (arg, node) in args.iter_mut().zip(self.starts[callee]..) {
                    if self.tainted[node].is_some() {
                        *arg = self.stripped(take(arg));
                    } else {
                        self.keep(arg);
                    }
                }
            }
            _ => expr.parts_mut(&mut |part| self.keep(part)),
        }
    }
}

fn nothing(span: Span) -> Expr {
    Expr { span, ty: Type::Void, kind: ExprKind::Void }
}

fn bounds(span: Span, access: Box<Access>) -> Expr {
    if access.indices.is_empty() {
        return nothing(span);
    }
    Expr { span, ty: Type::Void, kind: ExprKind::Bounds(access) }
}

fn take(expr: &mut Expr) -> Expr {
    let span = expr.span;
    std::mem::replace(expr, nothing(span))
}

fn statement(expr: Expr) -> StmtKind {
    if has_effect(&expr) { StmtKind::Expr(expr) } else { StmtKind::Empty }
}

/// The expressions that belong to a statement itself.
pub(super) fn of_stmt<'e>(stmt: &'e Stmt, visit: &mut impl FnMut(&'e Expr)) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Init(_, expr) | StmtKind::Return(Some(expr)) => visit(expr),
        StmtKind::If(arms, _) => arms.iter().for_each(|arm| visit(&arm.0)),
        StmtKind::While(_, cond, _) | StmtKind::Do(_, _, cond) | StmtKind::Switch { value: cond, .. } => {
            visit(cond);
        }
        StmtKind::For { cond, step, .. } => cond.iter().chain(step).for_each(visit),
        _ => {}
    }
}

/// The statements that belong to a statement.
fn inner<'e>(stmt: &'e Stmt, visit: &mut dyn FnMut(&'e Stmt)) {
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(visit),
        StmtKind::If(arms, otherwise) => {
            arms.iter().for_each(|arm| visit(&arm.1));
            otherwise.iter().for_each(|stmt| visit(stmt));
        }
        StmtKind::While(_, _, body) | StmtKind::Do(_, body, _) | StmtKind::Switch { body, .. } => visit(body),
        StmtKind::For { init, body, .. } => {
            init.iter().for_each(&mut *visit);
            visit(body);
        }
        _ => {}
    }
}

/// Puts operations in the place of what stands for them.
pub(super) fn accept(expr: &mut Expr, waiting: &BTreeMap<u32, Span>) {
    if let ExprKind::Unknown(reason, parts) = &mut expr.kind
        && waiting.contains_key(reason)
        && let Some(operation) = parts.pop()
    {
        *expr = operation;
    }
    expr.parts_mut(&mut |part| accept(part, waiting));
}

/// All expressions of a statement and what is in it, with their parts.
pub(crate) fn in_stmt<'e>(stmt: &'e Stmt, visit: &mut dyn FnMut(&'e Expr)) {
    of_stmt(stmt, &mut |expr| every(expr, visit));
    inner(stmt, &mut |stmt| in_stmt(stmt, visit));
}

fn every<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    expr.parts(&mut |part| every(part, visit));
}

/// The variables that a statement and what is in it declares.
pub(super) fn declared(stmt: &Stmt, visit: &mut dyn FnMut(Place)) {
    if let StmtKind::Init(place, _) | StmtKind::Arbitrary(place, _) = &stmt.kind {
        visit(*place);
    }
    inner(stmt, &mut |stmt| declared(stmt, visit));
}

/// All places that a statement names.
fn places(stmt: &mut Stmt, visit: &dyn Fn(&mut Place)) {
    match &mut stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => places_in(expr, visit),
        StmtKind::Init(place, expr) => {
            visit(place);
            places_in(expr, visit);
        }
        StmtKind::Arbitrary(place, _) => visit(place),
        StmtKind::Block(stmts) => stmts.iter_mut().for_each(|stmt| places(stmt, visit)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                places_in(cond, visit);
                places(body, visit);
            }
            otherwise.iter_mut().for_each(|stmt| places(stmt, visit));
        }
        StmtKind::While(_, cond, body)
        | StmtKind::Do(_, body, cond)
        | StmtKind::Switch { value: cond, body, .. } => {
            places_in(cond, visit);
            places(body, visit);
        }
        StmtKind::For { init, cond, step, body, .. } => {
            init.iter_mut().for_each(|stmt| places(stmt, visit));
            cond.iter_mut().chain(step).for_each(|expr| places_in(expr, visit));
            places(body, visit);
        }
        _ => {}
    }
}

fn places_in(expr: &mut Expr, visit: &dyn Fn(&mut Place)) {
    match &mut expr.kind {
        ExprKind::Var(place) | ExprKind::Assign(place, _) | ExprKind::Post(place, ..) => visit(place),
        ExprKind::Load(access) | ExprKind::Bounds(access) | ExprKind::Store(access, ..) => {
            if let Base::Place(place) = &mut access.object.base {
                visit(place);
            }
        }
        _ => {}
    }
    expr.parts_mut(&mut |part| places_in(part, visit));
}
