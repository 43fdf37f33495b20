//! Changes whose order C leaves open: `i = i++ + 1` has no meaning in C, and one from left to right here.

use std::collections::BTreeSet;

use super::Typing;
use crate::c::ast::{Expr, ExprKind, Place};
use crate::diagnostic::{Code, Diagnostic};

/// The variables that an expression reads and changes, apart from what functions do that it calls.
#[derive(Default)]
struct Touched {
    reads: BTreeSet<Place>,
    changes: BTreeSet<Place>,
}

impl Touched {
    fn join(&mut self, other: Touched) {
        self.reads.extend(other.reads);
        self.changes.extend(other.changes);
    }

    /// A variable that one of two operands changes and the other one touches.
    fn conflict(&self, other: &Touched) -> Option<Place> {
        let mut touched = other.reads.union(&other.changes);
        let first = touched.find(|place| self.changes.contains(place));
        first.or_else(|| other.changes.intersection(&self.reads).next()).copied()
    }
}

impl Typing<'_, '_> {
    /// Warns of the first change whose order is open.
    pub(super) fn check_order(&mut self, expr: &Expr) {
        let mut found = None;
        touched(expr, &mut found);
        if let Some((span, place)) = found {
            let name = match place {
                Place::Global(at) => &self.globals[at as usize].name,
                Place::Local(at) => &self.body.function.locals[at as usize].name,
            };
            let message = format!("C leaves it open when `{name}` is changed here");
            let warning = Diagnostic::warning(Code::OrderOfEvaluation, span, message)
                .help("here operands are evaluated from left to right; better write several statements");
            self.sink.report(warning);
        }
    }
}

type Found = Option<(crate::span::Span, Place)>;

fn touched(expr: &Expr, found: &mut Found) -> Touched {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Nondet(_) | ExprKind::Void | ExprKind::Fail(_) | ExprKind::Stop => {
            Touched::default()
        }
        ExprKind::Var(place) => Touched { reads: [*place].into(), ..Touched::default() },
        ExprKind::Post(place, _) => Touched { reads: [*place].into(), changes: [*place].into() },
        ExprKind::Assign(place, value) => {
            let mut all = touched(value, found);
            // The new value may depend on the old one; but nothing else may change the variable.
            if all.changes.contains(place) && found.is_none() {
                *found = Some((expr.span, *place));
            }
            all.changes.insert(*place);
            all
        }
        ExprKind::Neg(inner)
        | ExprKind::Not(inner)
        | ExprKind::Truth(inner)
        | ExprKind::Mul(_, inner)
        | ExprKind::Div(inner, _)
        | ExprKind::Rem(inner, _)
        | ExprKind::FloorDiv(inner, _)
        | ExprKind::FloorMod(inner, _)
        | ExprKind::Assume(inner)
        | ExprKind::Assert(_, inner) => touched(inner, found),
        ExprKind::Sum(parts) => unordered(expr, parts.iter().map(|part| &part.1), found),
        ExprKind::Compare(_, left, right) | ExprKind::Bits(_, left, right) => {
            unordered(expr, [&**left, &**right].into_iter(), found)
        }
        ExprKind::Call(_, args) => unordered(expr, args.iter(), found),
        ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Comma(parts) => ordered(parts.iter(), found),
        ExprKind::Conditional(arms, last) => {
            ordered(arms.iter().flat_map(|arm| [&arm.0, &arm.1]).chain([&**last]), found)
        }
    }
}

fn ordered<'e>(parts: impl Iterator<Item = &'e Expr>, found: &mut Found) -> Touched {
    let mut all = Touched::default();
    for part in parts {
        all.join(touched(part, found));
    }
    all
}

fn unordered<'e>(whole: &Expr, parts: impl Iterator<Item = &'e Expr>, found: &mut Found) -> Touched {
    let mut all = Touched::default();
    for part in parts {
        let next = touched(part, found);
        if found.is_none() && (!all.changes.is_empty() || !next.changes.is_empty()) {
            *found = all.conflict(&next).map(|place| (whole.span, place));
        }
        all.join(next);
    }
    all
}
