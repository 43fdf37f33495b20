//! Accesses whose order C leaves open. In C `i = i++ + 1` is undefined and `g + f()` has two possible results if `f`
//! changes `g`; here both are evaluated from left to right.
//!
//! Runs after all functions have been typed, because it needs to know what called functions do; it gives warnings. The
//! operands of most operators and the arguments of a call are not ordered among one another. `&&`, `||`, `?:`, the
//! comma and the end of a full expression order what stands before and behind them; a call comes behind its arguments,
//! and is done before its value is used (C11, 6.5 and annex C).

mod touched;

use std::collections::{BTreeMap, BTreeSet};

use logic::order::CollectOrdered;

use self::touched::{Access, At, Element, Spot, Touched, may_meet, only};
use super::contexts::{Context, contexts};
use crate::ast::VarId;
use crate::c::ast::{Access as CellAccess, Expr, ExprKind, Function, Global, Place, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

/// Arguments of a call of which the typed tree keeps only what they do, or the initial values of an object, which it has in a row.
pub(super) struct LooseArgs {
    /// The function in which the call stands.
    pub function: usize,
    /// The call.
    pub span: Span,
    pub args: Vec<Expr>,
    /// Whether they are initial values: one is complete before the next begins, whichever comes first.
    pub is_list: bool,
}

/// Warns of every full expression with accesses that are not ordered.
pub(super) fn check(functions: &[Function], globals: &[Global], loose: &[LooseArgs], sink: &mut Sink) {
    let mut budget = MAX_JOINED;
    let found = contexts(functions, globals.len())
        .and_then(|contexts| summaries(functions, &contexts, &mut budget).map(|found| (contexts, found)));
    let Some((contexts, summaries)) = found else {
        sink.report(unchecked(functions));
        return;
    };
    let reported = BTreeSet::new();
    let mut order = Order {
        functions,
        globals,
        contexts: &contexts,
        summaries,
        at: 0,
        found: None,
        reported,
        budget,
        is_list: false,
        sink,
    };
    for (at, context) in contexts.iter().enumerate() {
        order.at = at;
        functions[context.function()].body.iter().for_each(|stmt| {
            full_expressions(stmt, &mut |assigned, expr| order.full(assigned, expr));
        });
    }
    for LooseArgs { function, span, args, is_list } in loose {
        order.is_list = *is_list;
        for at in (0..contexts.len()).filter(|&at| contexts[at].function() == *function) {
            order.at = at;
            order.unordered(*span, args.iter());
            order.report();
        }
    }
    if order.budget == 0 {
        order.sink.report(unchecked(functions));
    }
}

/// Most accesses that are joined on the way.
const MAX_JOINED: usize = 2_000_000;

fn unchecked(functions: &[Function]) -> Diagnostic {
    let span = functions.first().map_or(Span::default(), |function| function.span);
    let message = "the program is too large to check the order of evaluation";
    Diagnostic::warning(Code::OrderOfEvaluation, span, message)
        .help("operands are evaluated from left to right, also where C leaves the order open")
}

/// For each context, what calling the function there touches outside of it: the function and the place where it happens.
type Summary = BTreeMap<Spot, (Option<(usize, Span)>, Option<(usize, Span)>)>;

/// None if there are too many functions and variables for `budget`, which counts joined entries.
fn summaries(functions: &[Function], contexts: &[Context], budget: &mut usize) -> Option<Vec<Summary>> {
    let mut summaries: Vec<Summary> = contexts.iter().map(|context| direct(functions, context)).collect();
    // Callees come first. Functions that recur are refused elsewhere; here the circle is left open.
    let mut is_met = vec![false; contexts.len()];
    for start in 0..contexts.len() {
        let mut path = vec![(start, 0)];
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            if *next == 0 && std::mem::replace(&mut is_met[at], true) {
                path.pop();
                continue;
            }
            match contexts[at].calls.get(*next) {
                Some(&callee) => {
                    *next += 1;
                    if !is_met[callee] {
                        path.push((callee, 0));
                    }
                }
                None => {
                    path.pop();
                    let callees: BTreeSet<usize> = contexts[at].calls.iter().copied().collect_set();
                    for callee in callees.into_iter().filter(|&callee| callee != at) {
                        *budget = budget.checked_sub(summaries[callee].len())?;
                        let inner = std::mem::take(&mut summaries[callee]);
                        for (spot, (read, change)) in &inner {
                            if matches!(spot, Spot::Var(var) if contexts[at].owns(*var)) {
                                continue;
                            }
                            let known = summaries[at].entry(*spot).or_default();
                            known.0 = known.0.or(*read);
                            known.1 = known.1.or(*change);
                        }
                        summaries[callee] = inner;
                    }
                }
            }
        }
    }
    Some(summaries)
}

/// What a function touches itself.
fn direct(functions: &[Function], context: &Context) -> Summary {
    let mut summary = Summary::new();
    let mut note = |spot: Spot, span: Span, is_change: bool| {
        if matches!(spot, Spot::Var(var) if context.owns(var)) {
            return;
        }
        let (read, change) = summary.entry(spot).or_default();
        let known = if is_change { change } else { read };
        *known = known.or(Some((context.function(), span)));
    };
    for stmt in &functions[context.function()].body {
        full_expressions(stmt, &mut |assigned, expr| {
            if let Some(place) = assigned {
                note(Spot::Var(context.var(place)), expr.span, true);
            }
            every(expr, &mut |part| match &part.kind {
                ExprKind::Var(place) => note(Spot::Var(context.var(*place)), part.span, false),
                ExprKind::Assign(place, _) => note(Spot::Var(context.var(*place)), part.span, true),
                ExprKind::Post(place, ..) => {
                    note(Spot::Var(context.var(*place)), part.span, false);
                    note(Spot::Var(context.var(*place)), part.span, true);
                }
                ExprKind::Load(access) => {
                    context.reached(access).for_each(|var| note(Spot::Var(var), part.span, false));
                }
                ExprKind::Store(access, ..) => {
                    context.reached(access).for_each(|var| note(Spot::Var(var), part.span, true));
                }
                ExprKind::Stop | ExprKind::Assume(_) => note(Spot::Control, part.span, true),
                ExprKind::Fail(_) | ExprKind::Assert(..) => note(Spot::Control, part.span, false),
                _ => {}
            });
        });
    }
    summary
}

/// Two accesses whose order is open.
struct Found {
    whole: Span,
    spot: Spot,
    first: (At, bool),
    second: (At, bool),
}

struct Order<'t> {
    functions: &'t [Function],
    globals: &'t [Global],
    contexts: &'t [Context],
    summaries: Vec<Summary>,
    /// The context that is looked at.
    at: usize,
    /// The first in the full expression that is looked at.
    found: Option<Found>,
    /// Expressions of which has been warned: a function may be looked at in several contexts.
    reported: BTreeSet<Span>,
    /// How many more accesses of functions that are called may be joined.
    budget: usize,
    /// Whether initial values are looked at.
    is_list: bool,
    sink: &'t mut Sink,
}

impl<'t> Order<'t> {
    fn context(&self) -> &'t Context {
        &self.contexts[self.at]
    }

    fn spot(&self, place: Place) -> Spot {
        Spot::Var(self.context().var(place))
    }

    fn cells(&self, access: &CellAccess) -> impl Iterator<Item = Spot> + use<'_, 't> {
        self.context().reached(access).map(Spot::Var)
    }

    /// A full expression, perhaps with the variable that takes its value.
    fn full(&mut self, assigned: Option<Place>, expr: &Expr) {
        let touched = self.touched(expr);
        if let Some(place) = assigned {
            let at = At { span: expr.span, inside: None, element: None };
            self.assigned(at, self.spot(place), &touched);
        }
        self.report();
    }

    fn touched(&mut self, expr: &Expr) -> Touched {
        let element = match &expr.kind {
            ExprKind::Load(access) | ExprKind::Store(access, ..) => Element::of(access),
            _ => None,
        };
        let at = At { span: expr.span, inside: None, element };
        let read = |spot| only(spot, Access { read: Some(at), ..Access::default() });
        let change = |spot| only(spot, Access { change: Some(at), ..Access::default() });
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Nondet(_) | ExprKind::Void => Touched::new(),
            ExprKind::Var(place) => read(self.spot(*place)),
            ExprKind::Post(place, ..) => {
                only(self.spot(*place), Access { read: Some(at), change: Some(at), pending: Some(at) })
            }
            ExprKind::Assign(place, value) => {
                let mut all = self.touched(value);
                let spot = self.spot(*place);
                self.assigned(at, spot, &all);
                let own = Access { read: None, change: Some(at), pending: Some(at) };
                all.entry(spot).or_default().join(own);
                all
            }
            ExprKind::Load(access) => {
                let indices = self.unordered(expr.span, access.indices.iter().map(|index| &index.value));
                self.cells(access).fold(indices, |all, spot| joined(all, read(spot)))
            }
            ExprKind::Bounds(access) => {
                self.unordered(expr.span, access.indices.iter().map(|index| &index.value))
            }
            ExprKind::Store(access, value, _) => {
                let parts = access.indices.iter().map(|index| &index.value).chain([&**value]);
                let mut all = self.unordered(expr.span, parts);
                for spot in self.context().reached(access).map(Spot::Var) {
                    self.assigned(at, spot, &all);
                    let own = Access { read: None, change: Some(at), pending: Some(at) };
                    all.entry(spot).or_default().join(own);
                }
                all
            }
            ExprKind::Unknown(_, parts) => self.unordered(expr.span, parts.iter()),
            ExprKind::Neg(inner)
            | ExprKind::Not(inner)
            | ExprKind::Truth(inner)
            | ExprKind::Mul(_, inner)
            | ExprKind::Div(inner, _)
            | ExprKind::Rem(inner, _)
            | ExprKind::FloorDiv(inner, _)
            | ExprKind::FloorMod(inner, _)
            | ExprKind::Abs(inner)
            | ExprKind::Mask(_, inner, _)
            | ExprKind::Wrap(_, inner)
            | ExprKind::InRange(_, _, inner) => self.touched(inner),
            ExprKind::Fail(_) => read(Spot::Control),
            ExprKind::Stop => change(Spot::Control),
            ExprKind::Assume(inner) => joined(settled(self.touched(inner)), change(Spot::Control)),
            ExprKind::Assert(_, inner) => joined(settled(self.touched(inner)), read(Spot::Control)),
            ExprKind::Sum(parts) => self.unordered(expr.span, parts.iter().map(|part| &part.1)),
            ExprKind::Compare(_, left, right)
            | ExprKind::Bits(_, left, right)
            | ExprKind::Word(_, _, _, left, right) => {
                self.unordered(expr.span, [&**left, &**right].into_iter())
            }
            ExprKind::Call(site, args) => {
                let args = settled(self.unordered(expr.span, args.iter()));
                let callee = self.context().calls[*site as usize];
                joined(args, self.called(callee, expr.span))
            }
            ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Comma(parts) => {
                let mut all = Touched::new();
                for part in parts {
                    all = joined(settled(all), self.touched(part));
                }
                all
            }
            ExprKind::Conditional(arms, last) => {
                let mut all = Touched::new();
                for (cond, value) in arms {
                    let cond = settled(self.touched(cond));
                    all = joined(joined(all, cond), self.touched(value));
                }
                joined(all, self.touched(last))
            }
        }
    }

    /// What a call touches beside its arguments.
    fn called(&mut self, context: usize, span: Span) -> Touched {
        self.budget = self.budget.saturating_sub(self.summaries[context].len());
        if self.budget == 0 {
            return Touched::new();
        }
        let callee = self.contexts[context].function();
        let at = |site: Option<(usize, Span)>| {
            site.map(|(function, inner)| At { span, inside: Some((callee, function, inner)), element: None })
        };
        let accesses = self.summaries[context].iter().map(|(&spot, &(read, change))| {
            (spot, Access { read: at(read), change: at(change), pending: None })
        });
        accesses.collect_map()
    }

    /// Operands that are not ordered among one another.
    fn unordered<'e>(&mut self, whole: Span, parts: impl Iterator<Item = &'e Expr>) -> Touched {
        let mut all = Touched::new();
        for part in parts {
            let next = self.touched(part);
            if self.found.is_none() {
                self.found = conflict(whole, &all, &next);
            }
            all = joined(all, next);
        }
        all
    }

    /// The variable takes a value, while a change of it by the value's expression may not be complete.
    fn assigned(&mut self, own: At, spot: Spot, value: &Touched) {
        let pending = value.get(&spot).and_then(|access| access.pending);
        if let (None, Some(pending)) = (&self.found, pending.filter(|&pending| may_meet(own, pending))) {
            self.found = Some(Found { whole: own.span, spot, first: (own, true), second: (pending, true) });
        }
    }

    fn report(&mut self) {
        let Some(Found { whole, spot, first, second }) = self.found.take() else { return };
        if !self.reported.insert(whole) {
            return;
        }
        let name = match spot {
            Spot::Var(var) => format!("`{}`", self.name(var)),
            Spot::Control => String::new(),
        };
        let is_direct = first.0.inside.is_none() && second.0.inside.is_none();
        let clauses = if is_direct && first.1 && second.1 {
            format!("{name} is changed twice")
        } else {
            let called = |at: At| at.inside.map(|(callee, ..)| callee);
            let second_clause = self.clause(spot, second, "it");
            let second_clause = match second_clause.strip_prefix("the call") {
                Some(rest) if called(first.0) == called(second.0) => format!("another call{rest}"),
                _ => second_clause,
            };
            format!("{}, and {second_clause}", self.clause(spot, first, &name))
        };
        let help = if self.is_list {
            "here values are evaluated from left to right; better write several statements"
        } else if is_direct {
            "that is undefined in C; here operands are evaluated from left to right: better write several statements"
        } else {
            "here operands are evaluated from left to right; better write several statements"
        };
        let message = format!("C leaves the order open: {clauses}");
        let mut warning = Diagnostic::warning(Code::OrderOfEvaluation, whole, message).help(help);
        for (at, is_change) in [first, second] {
            match at.inside {
                None if at.span == whole => {}
                None => {
                    warning = warning
                        .related(at.span, format!("here {}", self.clause(spot, (at, is_change), &name)))
                }
                Some((_, function, inner)) => {
                    let clause = self.clause(
                        spot,
                        (At { span: inner, inside: None, element: None }, is_change),
                        &name,
                    );
                    warning =
                        warning.related(inner, format!("in `{}` {clause}", self.functions[function].name));
                }
            }
        }
        self.sink.report(warning);
    }

    /// The variable's name, or that of the object of which it is a cell.
    fn name(&self, VarId(at): VarId) -> &'t str {
        let mut at = at as usize;
        if let Some(global) = self.globals.get(at) {
            return &global.name;
        }
        at -= self.globals.len();
        for function in self.functions {
            match function.locals.get(at) {
                Some(local) => return &local.name,
                None => at -= function.locals.len(),
            }
        }
        ""
    }

    /// What an access does to the spot of this name.
    fn clause(&self, spot: Spot, (at, is_change): (At, bool), name: &str) -> String {
        let called = at.inside.map(|(callee, ..)| format!("the call of `{}`", self.functions[callee].name));
        match (spot, called, is_change) {
            (Spot::Var(_), None, true) => format!("{name} is changed"),
            (Spot::Var(_), None, false) => format!("{name} is read"),
            (Spot::Var(_), Some(call), true) => format!("{call} changes {name}"),
            (Spot::Var(_), Some(call), false) => format!("{call} reads {name}"),
            (Spot::Control, None, true) => "the execution may end".to_owned(),
            (Spot::Control, None, false) => "an assertion may fail".to_owned(),
            (Spot::Control, Some(call), true) => format!("{call} may end the execution"),
            (Spot::Control, Some(call), false) => format!("an assertion may fail in {call}"),
        }
    }
}

/// The same where everything is complete.
fn settled(mut touched: Touched) -> Touched {
    touched.values_mut().for_each(|access| access.pending = None);
    touched
}

fn joined(a: Touched, b: Touched) -> Touched {
    let (mut large, small) = if a.len() < b.len() { (b, a) } else { (a, b) };
    for (spot, access) in small {
        large.entry(spot).or_default().join(access);
    }
    large
}

/// A spot that one operand changes and the other one touches.
fn conflict(whole: Span, a: &Touched, b: &Touched) -> Option<Found> {
    let is_swapped = a.len() > b.len();
    let (small, large) = if is_swapped { (b, a) } else { (a, b) };
    for (&spot, own) in small {
        let Some(other) = large.get(&spot) else { continue };
        let (a, b) = if is_swapped { (other, own) } else { (own, other) };
        let pairs = [
            (a.read.map(|at| (at, false)), b.change.map(|at| (at, true))),
            (a.change.map(|at| (at, true)), b.read.map(|at| (at, false))),
            // Two ends of the execution are like one.
            (a.change.map(|at| (at, true)), b.change.filter(|_| spot != Spot::Control).map(|at| (at, true))),
        ];
        let mut met = pairs.into_iter().filter_map(|(first, second)| first.zip(second));
        if let Some((first, second)) = met.find(|(first, second)| may_meet(first.0, second.0)) {
            return Some(Found { whole, spot, first, second });
        }
    }
    None
}

/// The full expressions of a statement, each perhaps with the variable that takes its value.
fn full_expressions<'e>(stmt: &'e Stmt, visit: &mut impl FnMut(Option<Place>, &'e Expr)) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => visit(None, expr),
        StmtKind::Init(place, expr) => visit(Some(*place), expr),
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| full_expressions(stmt, visit)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                visit(None, cond);
                full_expressions(body, visit);
            }
            otherwise.iter().for_each(|stmt| full_expressions(stmt, visit));
        }
        StmtKind::While(_, cond, body)
        | StmtKind::Do(_, body, cond)
        | StmtKind::Switch { value: cond, body, .. } => {
            visit(None, cond);
            full_expressions(body, visit);
        }
        StmtKind::For { init, cond, step, body, .. } => {
            init.iter().for_each(|stmt| full_expressions(stmt, visit));
            cond.iter().chain(step).for_each(|expr| visit(None, expr));
            full_expressions(body, visit);
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

/// The expression and all its parts.
fn every<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    visit(expr);
    expr.parts(&mut |part| every(part, visit));
}
