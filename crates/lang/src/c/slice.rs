//! Slicing: something unsupported is an error only if the verdict may depend on it.
//!
//! Where typing cannot represent a value, it leaves an unknown one ([`ExprKind::Unknown`]) with the reason; an object
//! whose contents are not followed is [`Base::Lost`]. This module finds out which variables matter: those that an
//! assertion, an assumption, an index or a condition reads, and those from which the values of such variables are
//! computed. The conditions of all loops count, and so do those of branches in which something happens that matters. So
//! control takes the same paths with and without the variables that are left out, and both "safe" and "unsafe" hold of
//! the whole program.
//!
//! An unknown value that flows into a variable that matters is reported with its reason. Otherwise the variables whose
//! values are not known are left out, and a warning says so. What is supported is never left out.
//!
//! Where overflow is checked, whatever may be undefined is an assertion, also where nothing else depends on the result:
//! of an operation that is left out, it is still asserted that it is defined, so that the operands this depends on matter.

mod defined;
mod rewrite;
mod taint;

use defined::{Definedness, definedness};

pub(crate) use rewrite::in_stmt;

use std::collections::{BTreeMap, BTreeSet};

use logic::order::CollectOrdered;

use super::ast::{Access, Base, Expr, ExprKind, Object, Place, Stmt, StmtKind};
use super::checks::in_each;
use super::typing::{Typed, has_effect};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;
use crate::{Integers, Overflow};

/// Removes everything unsupported that does not matter from the program, and reports what does matter.
pub(crate) fn slice(mut typed: Typed, sink: &mut Sink) -> Typed {
    pointers_of_entry(&typed, sink);
    if typed.deferred.is_empty() {
        return typed;
    }
    let mut slicer = Slicer::new(&typed);
    slicer.relevance();
    // Operations whose operands may have few values wait for what is known of these.
    let waiting = operations(&typed, &slicer.poisoned);
    for &reason in slicer.poisoned.iter().filter(|reason| !waiting.contains_key(reason)) {
        let diagnostic = &typed.deferred[reason as usize];
        if !sink.has_error_at(diagnostic.span) {
            sink.report(diagnostic.clone());
        }
    }
    if sink.has_errors() {
        return typed;
    }
    if !waiting.is_empty() {
        for function in &mut typed.functions {
            let mut accept = |expr: &mut Expr| rewrite::accept(expr, &waiting);
            function.body.iter_mut().for_each(|stmt| in_each(stmt, &mut accept));
        }
        for (reason, span) in waiting {
            typed.operations.push((span, typed.deferred[reason as usize].clone()));
        }
        slicer = Slicer::new(&typed);
        slicer.relevance();
    }
    slicer.taint();
    let Slicer { tainted, starts, order, met, aims, .. } = slicer;
    let warnings = warnings(&typed, &tainted, &starts, &met);
    rewrite::rewrite(&mut typed, &tainted, &starts, &order, &aims, sink);
    warnings.into_iter().for_each(|warning| sink.report(warning));
    typed
}

/// Of these reasons those for which an operation of two operands is refused, each with the operation's place.
fn operations(typed: &Typed, reasons: &BTreeSet<u32>) -> BTreeMap<u32, Span> {
    let mut found = BTreeMap::new();
    for stmt in typed.functions.iter().flat_map(|function| &function.body) {
        rewrite::in_stmt(stmt, &mut |expr| {
            if let ExprKind::Unknown(reason, parts) = &expr.kind
                && let [part] = parts.as_slice()
                && let Some(word) = part.word()
                && reasons.contains(reason)
            {
                found.insert(*reason, word.span);
            }
        });
    }
    found
}

/// Nobody calls the entry, so that its pointers point nowhere that is known.
fn pointers_of_entry(typed: &Typed, sink: &mut Sink) {
    let Some(entry) = typed.functions.get(typed.entry) else { return };
    for pointer in &entry.pointers {
        let local = &entry.locals[pointer.local as usize];
        let message =
            format!("what `{}` points to is not known, since nobody calls `{}`", local.name, entry.name);
        let diagnostic = Diagnostic::error(Code::PointerUnsupported, local.span, message)
            .help("write `int main() { ... }` that calls it, with an array or the address of a variable");
        sink.report(diagnostic);
    }
}

/// One warning for each reason that is met, with the variables that are left out for it.
fn warnings(
    typed: &Typed,
    tainted: &[Option<u32>],
    starts: &[usize],
    met: &BTreeSet<u32>,
) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for &reason in met {
        let deferred = &typed.deferred[reason as usize];
        let message = format!("{}; it is left out, since no assertion depends on it", deferred.message);
        let mut warning = Diagnostic::warning(deferred.code, deferred.span, message);
        let is_operation =
            matches!(deferred.code, Code::NonlinearProduct | Code::NonconstantDivisor | Code::BitPrecise);
        if is_operation
            && typed.arithmetic.overflow == Overflow::Warn
            && typed.arithmetic.integers != Integers::Mathematical
        {
            warning = warning.help("whether it is defined there is asked only where overflow is checked");
        }
        let mut seen: BTreeSet<Span> = [deferred.span].into_iter().collect_set();
        let mut add = |name: &str, span: Span| {
            if seen.insert(span) && seen.len() < 8 && !name.contains('#') {
                warning.related.push((span, format!("`{name}` is left out, too")));
            }
        };
        for (global, at) in typed.globals.iter().zip(0..) {
            if tainted[at] == Some(reason) {
                add(&global.name, global.span);
            }
        }
        for (function, &start) in typed.functions.iter().zip(starts) {
            for (local, at) in function.locals.iter().zip(start..) {
                if tainted[at] == Some(reason) {
                    add(&local.name, local.span);
                }
            }
        }
        warnings.push(warning);
    }
    warnings
}

/// What a pointer may point to, and the reasons why that may not be followed.
type Aims = (BTreeSet<usize>, BTreeSet<u32>);

struct Slicer<'t> {
    typed: &'t Typed,
    /// The functions that the entry needs.
    order: Vec<usize>,
    /// For each function the number of its first local; behind them comes its result. Globals come first of all.
    starts: Vec<usize>,
    /// For each pointer of each function what it may point to, and the reasons why that may not be followed.
    aims: Vec<Vec<Aims>>,
    relevant: Vec<bool>,
    /// The reasons that matter.
    poisoned: BTreeSet<u32>,
    /// The variables whose values are not known, and why.
    tainted: Vec<Option<u32>>,
    /// The reasons that are met at all.
    met: BTreeSet<u32>,
    changed: bool,
}

impl<'t> Slicer<'t> {
    fn new(typed: &'t Typed) -> Slicer<'t> {
        let mut starts = Vec::new();
        let mut next = typed.globals.len();
        for function in &typed.functions {
            starts.push(next);
            next += function.locals.len() + 1;
        }
        let mut order = vec![typed.entry];
        let mut at = 0;
        while let Some(&function) = order.get(at) {
            for call in &typed.functions[function].calls {
                if !order.contains(&call.callee) {
                    order.push(call.callee);
                }
            }
            at += 1;
        }
        let aims = typed.functions.iter().map(|f| vec![Default::default(); f.pointers.len()]).collect();
        let mut slicer = Slicer {
            typed,
            order,
            starts,
            aims,
            relevant: vec![false; next],
            poisoned: BTreeSet::new(),
            tainted: vec![None; next],
            met: BTreeSet::new(),
            changed: true,
        };
        slicer.aim();
        slicer
    }

    /// What the pointers of functions may point to, by all calls together.
    fn aim(&mut self) {
        while std::mem::take(&mut self.changed) {
            for at in 0..self.order.len() {
                let function = self.order[at];
                for call in &self.typed.functions[function].calls {
                    for (passed, to) in call.pointers.iter().zip(0..) {
                        let (cells, lost) = self.cells(function, passed.object);
                        let known: &mut Aims = &mut self.aims[call.callee][to];
                        let before = known.0.len() + known.1.len();
                        known.0.extend(cells);
                        known.1.extend(lost);
                        self.changed |= known.0.len() + known.1.len() > before;
                    }
                }
            }
        }
    }

    fn node(&self, function: usize, place: Place) -> usize {
        match place {
            Place::Global(at) => at as usize,
            Place::Local(at) => self.starts[function] + at as usize,
        }
    }

    fn result(&self, function: usize) -> usize {
        self.starts[function] + self.typed.functions[function].locals.len()
    }

    /// The variables of an object, and why it is not followed.
    fn cells(&self, function: usize, object: Object) -> (Vec<usize>, Vec<u32>) {
        match object.base {
            Base::Place(place) => {
                let first = self.node(function, place) + object.start as usize;
                ((first..first + object.cells.unwrap_or(0) as usize).collect(), Vec::new())
            }
            Base::Pointer(pointer) => {
                let (cells, lost) = &self.aims[function][pointer as usize];
                (cells.iter().copied().collect(), lost.iter().copied().collect())
            }
            Base::Lost(reason) => (Vec::new(), vec![reason]),
        }
    }

    fn relevance(&mut self) {
        self.changed = true;
        while std::mem::take(&mut self.changed) {
            for at in 0..self.order.len() {
                let function = self.order[at];
                let body = &self.typed.functions[function].body;
                body.iter().for_each(|stmt| self.stmt(function, stmt));
            }
        }
    }

    fn need(&mut self, node: usize) {
        self.changed |= !std::mem::replace(&mut self.relevant[node], true);
    }

    fn stmts(&mut self, function: usize, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(function, stmt));
    }

    fn stmt(&mut self, function: usize, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expr(function, expr, false),
            StmtKind::Init(place, value) => {
                let needed = self.relevant[self.node(function, *place)];
                self.expr(function, value, needed);
            }
            StmtKind::Block(stmts) => self.stmts(function, stmts),
            StmtKind::If(arms, otherwise) => {
                let mut matters = otherwise.as_ref().is_some_and(|stmt| self.matters(function, stmt));
                matters |= arms.iter().any(|arm| self.matters(function, &arm.1));
                matters |= arms.iter().skip(1).any(|arm| has_effect(&arm.0));
                for (cond, body) in arms {
                    self.expr(function, cond, matters);
                    self.stmt(function, body);
                }
                otherwise.iter().for_each(|stmt| self.stmt(function, stmt));
            }
            StmtKind::While(_, cond, body)
            | StmtKind::Do(_, body, cond)
            | StmtKind::Switch { value: cond, body, .. } => {
                self.expr(function, cond, true);
                self.stmt(function, body);
            }
            StmtKind::For { init, cond, step, body, .. } => {
                self.stmts(function, init);
                cond.iter().for_each(|cond| self.expr(function, cond, true));
                step.iter().for_each(|step| self.expr(function, step, false));
                self.stmt(function, body);
            }
            StmtKind::Return(Some(value)) => {
                let needed = self.relevant[self.result(function)];
                self.expr(function, value, needed);
            }
            StmtKind::Empty
            | StmtKind::Arbitrary(..)
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
        }
    }

    /// Whether executing a statement has an effect that matters.
    fn matters(&self, function: usize, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Empty => false,
            StmtKind::Expr(expr) => self.acts(function, expr),
            StmtKind::Init(place, value) => {
                self.relevant[self.node(function, *place)] || self.acts(function, value)
            }
            StmtKind::Arbitrary(place, _) => self.relevant[self.node(function, *place)],
            StmtKind::Block(stmts) => stmts.iter().any(|stmt| self.matters(function, stmt)),
            StmtKind::If(arms, otherwise) => {
                arms.iter().any(|(cond, body)| self.acts(function, cond) || self.matters(function, body))
                    || otherwise.as_ref().is_some_and(|stmt| self.matters(function, stmt))
            }
            // They may go on for ever, or leave what is around them.
            _ => true,
        }
    }

    /// Whether evaluating an expression has an effect that matters, apart from its value.
    fn acts(&self, function: usize, expr: &Expr) -> bool {
        let mut acts = match &expr.kind {
            ExprKind::Assert(..)
            | ExprKind::InRange(_, Some(_), _)
            | ExprKind::Fail(_)
            | ExprKind::Assume(_)
            | ExprKind::Stop
            | ExprKind::Bounds(_)
            | ExprKind::Load(_)
            | ExprKind::Call(..) => true,
            ExprKind::Assign(place, _) | ExprKind::Post(place, ..) => {
                self.relevant[self.node(function, *place)]
            }
            ExprKind::Store(access, ..) => {
                let (cells, _) = self.cells(function, access.object);
                access.indices.iter().any(|index| index.check.is_some())
                    || cells.iter().any(|&cell| self.relevant[cell])
            }
            _ => false,
        };
        expr.parts(&mut |part| acts |= self.acts(function, part));
        acts
    }

    fn indices(&mut self, function: usize, access: &Access, needed: bool) {
        for index in &access.indices {
            self.expr(function, &index.value, needed || index.check.is_some());
        }
    }

    fn expr(&mut self, function: usize, expr: &Expr, needed: bool) {
        match &expr.kind {
            ExprKind::Var(place) | ExprKind::Post(place, ..) => {
                if needed {
                    self.need(self.node(function, *place));
                }
            }
            ExprKind::Assign(place, value) => {
                let node = self.node(function, *place);
                if needed {
                    self.need(node);
                }
                let is_relevant = self.relevant[node];
                self.expr(function, value, is_relevant);
            }
            ExprKind::Load(access) => {
                self.indices(function, access, needed);
                if needed {
                    self.need_cells(function, access);
                }
            }
            ExprKind::Bounds(access) => self.indices(function, access, false),
            ExprKind::Store(access, value, _) => {
                let (cells, _) = self.cells(function, access.object);
                let is_relevant = needed || cells.iter().any(|&cell| self.relevant[cell]);
                self.indices(function, access, is_relevant);
                if needed {
                    self.need_cells(function, access);
                }
                if is_relevant {
                    cells.into_iter().for_each(|cell| self.need(cell));
                }
                self.expr(function, value, is_relevant);
            }
            ExprKind::Unknown(reason, parts) => {
                let asserted = (self.typed.is_checked() && !needed).then(|| definedness(parts)).flatten();
                if needed || matches!(asserted, Some(Definedness::Whole)) {
                    self.poisoned.insert(*reason);
                }
                self.met.insert(*reason);
                // What an operation is made of matters if it does, in case that it is none to refuse.
                let is_operation = parts.iter().any(|part| part.word().is_some());
                parts.iter().for_each(|part| self.expr(function, part, needed && is_operation));
                if let Some(Definedness::By(asserts)) = asserted {
                    asserts.iter().for_each(|assert| self.expr(function, assert, true));
                }
            }
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let last = parts.iter().rposition(has_effect).unwrap_or(0);
                for (at, part) in parts.iter().enumerate() {
                    self.expr(function, part, needed || at < last);
                }
            }
            ExprKind::Conditional(arms, value) => {
                let decides = arms.iter().skip(1).any(|arm| has_effect(&arm.0))
                    || arms.iter().any(|arm| has_effect(&arm.1))
                    || has_effect(value);
                for (cond, value) in arms {
                    self.expr(function, cond, needed || decides);
                    self.expr(function, value, needed);
                }
                self.expr(function, value, needed);
            }
            ExprKind::Comma(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    self.expr(function, part, needed && at + 1 == parts.len());
                }
            }
            ExprKind::Call(site, args) => {
                let callee = self.typed.functions[function].calls[*site as usize].callee;
                for (at, arg) in args.iter().enumerate() {
                    let needed = self.relevant[self.starts[callee] + at];
                    self.expr(function, arg, needed);
                }
                if needed {
                    self.need(self.result(callee));
                }
            }
            ExprKind::Assert(_, cond) | ExprKind::Assume(cond) | ExprKind::InRange(_, Some(_), cond) => {
                self.expr(function, cond, true);
            }
            _ => expr.parts(&mut |part| self.expr(function, part, needed)),
        }
    }

    fn need_cells(&mut self, function: usize, access: &Access) {
        let (cells, lost) = self.cells(function, access.object);
        self.poisoned.extend(lost);
        cells.into_iter().for_each(|cell| self.need(cell));
    }
}
