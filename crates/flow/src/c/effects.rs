//! Which variables evaluating an expression may change, so that earlier values are kept in temporaries only where
//! necessary.

use lang::VarId;
use lang::c::CProgram;
use lang::c::ast::{Base, Expr, ExprKind, Place, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What an expression does beside having a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Effect {
    /// Whether it does anything: assigns, calls, asserts, assumes or stops.
    pub any: bool,
    /// The variables that it may change, except those of functions that it calls.
    pub changes: BTreeSet<VarId>,
}

/// The global variables that each function may change, itself or by what it calls.
pub(super) struct Effects {
    globals: Vec<BTreeSet<u32>>,
}

impl Effects {
    pub(super) fn of_program(program: &CProgram) -> Effects {
        let mut effects = Effects { globals: vec![BTreeSet::new(); program.functions.len()] };
        let mut calls = vec![BTreeSet::new(); program.functions.len()];
        for (at, function) in program.functions.iter().enumerate() {
            calls[at].extend(function.calls.iter().map(|call| call.callee));
            let globals = &mut effects.globals[at];
            function.body.iter().for_each(|stmt| {
                in_stmt(stmt, &mut |place| {
                    if let Place::Global(global) = place {
                        globals.insert(global);
                    }
                })
            });
        }
        // Functions do not recur, but are in any order: go on until nothing is new.
        let mut is_news = true;
        while is_news {
            is_news = false;
            for (at, callees) in calls.iter().enumerate() {
                for &callee in callees {
                    let new: Vec<u32> =
                        effects.globals[callee].difference(&effects.globals[at]).copied().collect();
                    is_news |= !new.is_empty();
                    effects.globals[at].extend(new);
                }
            }
        }
        effects
    }

    /// What an expression of an instance does.
    pub(super) fn of(&self, program: &CProgram, instance: usize, expr: &Expr) -> Effect {
        let mut effect = Effect::default();
        self.collect(program, instance, expr, &mut effect);
        effect
    }

    fn collect(&self, program: &CProgram, instance: usize, expr: &Expr, effect: &mut Effect) {
        match &expr.kind {
            ExprKind::Store(access, ..) => {
                effect.any = true;
                effect.changes.extend(program.target(instance, access.object).cells);
            }
            ExprKind::Load(_) | ExprKind::Bounds(_) => effect.any = true,
            ExprKind::Assign(place, _) | ExprKind::Post(place, ..) => {
                effect.any = true;
                effect.changes.insert(program.var(instance, *place));
            }
            ExprKind::Call(site, _) => {
                effect.any = true;
                let callee = program.function_of(instance).calls[*site as usize].callee;
                effect.changes.extend(self.globals[callee].iter().map(|&global| VarId(global)));
                let called = program.instances[instance].calls[*site as usize];
                let targets = program.instances[called].pointers.iter();
                effect.changes.extend(targets.flat_map(|target| target.cells.iter().copied()));
            }
            ExprKind::InRange(_, Some(_), _)
            | ExprKind::Word(_, _, Some(_), ..)
            | ExprKind::Assert(..)
            | ExprKind::Fail(_)
            | ExprKind::Assume(_)
            | ExprKind::Stop => effect.any = true,
            _ => {}
        }
        expr.parts(&mut |part| self.collect(program, instance, part, effect));
    }

    /// Whether an expression does anything.
    pub(super) fn any(expr: &Expr) -> bool {
        let is_one = matches!(
            expr.kind,
            ExprKind::Assign(..)
                | ExprKind::Post(..)
                | ExprKind::Load(_)
                | ExprKind::Store(..)
                | ExprKind::Bounds(_)
                | ExprKind::Call(..)
                | ExprKind::Assert(..)
                | ExprKind::InRange(_, Some(_), _)
                | ExprKind::Word(_, _, Some(_), ..)
                | ExprKind::Fail(_)
                | ExprKind::Assume(_)
                | ExprKind::Stop
        );
        let mut any = is_one;
        if !any {
            expr.parts(&mut |part| any |= Effects::any(part));
        }
        any
    }
}

/// The places that a statement assigns itself.
fn in_stmt(stmt: &Stmt, changed: &mut impl FnMut(Place)) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => in_expr(expr, changed),
        StmtKind::Init(place, expr) => {
            changed(*place);
            in_expr(expr, changed);
        }
        StmtKind::Arbitrary(place, _) => changed(*place),
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| in_stmt(stmt, changed)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                in_expr(cond, changed);
                in_stmt(body, changed);
            }
            otherwise.iter().for_each(|stmt| in_stmt(stmt, changed));
        }
        StmtKind::While(_, cond, body)
        | StmtKind::Do(_, body, cond)
        | StmtKind::Switch { value: cond, body, .. } => {
            in_expr(cond, changed);
            in_stmt(body, changed);
        }
        StmtKind::For { init, cond, step, body, .. } => {
            init.iter().for_each(|stmt| in_stmt(stmt, changed));
            cond.iter().chain(step).for_each(|expr| in_expr(expr, changed));
            in_stmt(body, changed);
        }
        StmtKind::Empty
        | StmtKind::Label(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None) => {}
    }
}

fn in_expr(expr: &Expr, changed: &mut impl FnMut(Place)) {
    if let ExprKind::Assign(place, _) | ExprKind::Post(place, ..) = &expr.kind {
        changed(*place);
    }
    if let ExprKind::Store(access, ..) = &expr.kind
        && let Base::Place(Place::Global(first)) = access.object.base
    {
        let first = first + access.object.start;
        (first..first + access.object.cells.unwrap_or(0)).for_each(|at| changed(Place::Global(at)));
    }
    expr.parts(&mut |part| in_expr(part, changed));
}
