//! Pointers where numbers are wanted: conditions, comparisons, distances.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::call::after;
use super::expr::number;
use super::operator::{self, has_effect};
use super::pointer::{Pointed, Pointer, Seen, UNCERTAIN, sum};

use crate::ast::{Comparison, Sign};
use crate::c::ast::{Base, Expr, ExprKind, Global, Local, Object, Place};
use crate::c::syntax::{self, Binary, ExprKind as Untyped};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    /// A pointer where a number or a truth value is wanted.
    pub(super) fn pointer_as_value(&mut self, expr: &syntax::Expr<'a>, wanted: Use) -> Option<Expr> {
        let span = expr.span;
        let pointer = self.pointer(expr)?;
        let unknown = |typing: &mut Self, before| {
            let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, "a pointer as a number");
            let reason = typing.defer(diagnostic.help("pointers are compared with each other and with NULL"));
            typing.unknown(span, reason, before)
        };
        Some(match (pointer, wanted) {
            (Pointer::To(Pointed { at, object, mut before, .. }), Use::Unused | Use::Truth) => {
                if has_effect(&at) {
                    before.push(at);
                }
                match wanted {
                    Use::Truth => after(before, self.is_given(object, span)),
                    _ => after(before, Expr { span, ty: Type::Void, kind: ExprKind::Void }),
                }
            }
            (
                Pointer::To(Pointed { object: Object { base: Base::Lost(reason), .. }, before, .. }),
                Use::Value,
            ) if matches!(expr.kind, Untyped::String(_)) => self.unknown(span, reason, before),
            (Pointer::To(Pointed { at, mut before, .. }), Use::Value) => {
                before.push(at);
                unknown(self, before)
            }
            (Pointer::Null(before) | Pointer::Uncertain(_, before), Use::Unused) => {
                after(before, Expr { span, ty: Type::Void, kind: ExprKind::Void })
            }
            (Pointer::Null(before), _) => after(before, number(span, Int::ZERO, Type::INT)),
            (Pointer::Uncertain(reason, before), _) => self.unknown(span, reason, before),
        })
    }

    /// A comparison, or the distance, of two pointers.
    pub(super) fn pointers(
        &mut self,
        operator: Binary,
        left: &syntax::Expr<'a>,
        right: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Expr> {
        let one = |typing: &mut Self, expr: &syntax::Expr<'a>| match typing.is_pointer(expr)
            || typing.is_null(expr)
        {
            true => typing.pointer(expr),
            false => {
                let help = "a pointer is compared with a pointer";
                typing.error(Code::TypeMismatch, expr.span, "this is no pointer", help);
                None
            }
        };
        let (first, second) = (one(self, left), one(self, right));
        for (pointer, of) in [(&first, left), (&second, right)] {
            if let Some(Pointer::To(pointed)) = pointer {
                self.used(pointed.object, of);
            }
        }
        let (left, right) = (first?, second?);
        let equality = match operator {
            Binary::Compare(Comparison::Equal) => Some(true),
            Binary::Compare(Comparison::NotEqual) => Some(false),
            _ => None,
        };
        let uncertain = |typing: &mut Self, parts, (message, help): (&str, &str)| {
            let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message);
            typing.refuse(diagnostic.help(help), parts)
        };
        Some(match (left, right) {
            // Their distance would be counted in bytes.
            (Pointer::To(a), Pointer::To(b))
                if operator == Binary::Minus && (a.seen, b.seen) != (Seen::Own, Seen::Own) =>
            {
                let mut before = a.before;
                before.extend(b.before);
                before.extend([a.at, b.at]);
                let message = "a distance in elements of another type than are there";
                let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                    .help("subtract the pointers without the conversion");
                self.refuse(diagnostic, before)
            }
            (Pointer::To(mut a), Pointer::To(mut b)) => {
                let mut before = std::mem::take(&mut a.before);
                before.append(&mut b.before);
                let is_same = (a.object.base, a.unit) == (b.object.base, b.unit)
                    && a.object.start.abs_diff(b.object.start) % a.unit == 0;
                let are_apart =
                    matches!((a.object.base, b.object.base), (Base::Place(x), Base::Place(y)) if x != y);
                if is_same {
                    // Both are counted from the same cell.
                    let shift = (i64::from(a.object.start) - i64::from(b.object.start)) / i64::from(a.unit);
                    let shift = number(span, Int::from(shift), Type::Int(IntType::LONG));
                    let left = if shift.constant().is_some_and(Int::is_zero) {
                        a.at
                    } else {
                        sum(span, vec![(Sign::Plus, a.at), (Sign::Plus, shift)])
                    };
                    let value = match operator {
                        Binary::Compare(comparison) => operator::compare(span, comparison, left, b.at),
                        _ => sum(span, vec![(Sign::Plus, left), (Sign::Minus, b.at)]),
                    };
                    after(before, value)
                } else if let (Some(is_equal), true) = (equality, are_apart) {
                    let mut equal = self.equal_apart(&mut a, &mut b, &mut before, span);
                    if self.there(a.object).is_some() && self.there(b.object).is_some() {
                        // Both may be null.
                        let gone =
                            [a.object, b.object].map(|of| operator::not(span, self.is_given(of, span)));
                        let both = operator::connective(span, true, gone.into());
                        equal = operator::connective(span, false, vec![both, equal]);
                    }
                    after(before, if is_equal { equal } else { operator::not(span, equal) })
                } else {
                    let said = match (a.object.base == b.object.base, are_apart) {
                        (true, _) => WITHIN,
                        (false, true) => APART,
                        (false, false) => OPEN,
                    };
                    before.extend([a.at, b.at]);
                    uncertain(self, before, said)
                }
            }
            (Pointer::To(a), Pointer::Null(others)) | (Pointer::Null(others), Pointer::To(a)) => {
                let mut before = a.before;
                before.extend(others);
                before.extend(Some(a.at).filter(has_effect));
                let is_given = self.is_given(a.object, span);
                match equality {
                    Some(true) => after(before, operator::not(span, is_given)),
                    Some(false) => after(before, is_given),
                    None => uncertain(self, before, NULL),
                }
            }
            (Pointer::Null(mut before), Pointer::Null(others)) => {
                before.extend(others);
                match equality {
                    Some(is_equal) => after(before, number(span, Int::from(i64::from(is_equal)), Type::INT)),
                    None => uncertain(self, before, NULL),
                }
            }
            (Pointer::Uncertain(reason, mut before), mut other)
            | (mut other, Pointer::Uncertain(reason, mut before)) => {
                before.append(other.effects());
                self.unknown(span, reason, before)
            }
        })
    }

    /// Whether a pointer to this is no null pointer.
    fn is_given(&self, object: Object, span: Span) -> Expr {
        match self.there(object) {
            Some(place) => Expr { span, ty: Type::Bool, kind: ExprKind::Var(place) },
            None => number(span, Int::ONE, Type::INT),
        }
    }

    /// Whether pointers into two variables are equal: not, unless one is past the end of its variable and the other at the
    /// beginning of its own, which may be next to it. C leaves that open, so that it is chosen freely.
    fn equal_apart(&mut self, a: &mut Pointed, b: &mut Pointed, before: &mut Vec<Expr>, span: Span) -> Expr {
        for pointed in [&mut *a, &mut *b] {
            if has_effect(&pointed.at) {
                self.keep(&mut pointed.at, before);
            }
        }
        let is_met = |typing: &Self, past: &Pointed, first: &Pointed| {
            let end = typing.extent(past.object.base);
            let conds = vec![is_at(past, end, span), is_at(first, 0, span)];
            operator::connective(span, true, conds)
        };
        let either = vec![is_met(self, a, b), is_met(self, b, a)];
        let is_open = operator::connective(span, false, either);
        let unequal = number(span, Int::ZERO, Type::INT);
        let is_certain = match is_open.constant() {
            Some(value) if value.is_zero() => return unequal,
            value => value.is_some(),
        };
        let message = if is_certain {
            "C leaves open whether a pointer past the end of a variable is equal to one to another variable"
        } else {
            "if one of these is past the end of its array, C leaves open whether it is equal to the other"
        };
        let warning = Diagnostic::warning(Code::PointerUnsupported, span, message)
            .help("either is taken here; pointers are compared within one array");
        self.sink.report(warning);
        let choice = self.body.choice(span, Type::Bool, None, Use::Truth);
        if is_certain {
            return choice;
        }
        Expr { span, ty: Type::INT, kind: ExprKind::Conditional(vec![(is_open, choice)], Box::new(unequal)) }
    }

    /// How many cells the variable has that begins here.
    fn extent(&self, base: Base) -> i64 {
        let cells = match base {
            Base::Place(Place::Global(first)) => {
                let rest = &self.globals[first as usize..];
                let is_cell = |global: &&Global| (&global.name, global.span) == (&rest[0].name, rest[0].span);
                rest.iter().take_while(is_cell).count()
            }
            Base::Place(Place::Local(first)) => {
                let rest = &self.body.function.locals[first as usize..];
                let is_cell = |local: &&Local| (&local.name, local.span) == (&rest[0].name, rest[0].span);
                rest.iter().take_while(is_cell).count()
            }
            Base::Pointer(_) | Base::Lost(_) => 0,
        };
        i64::try_from(cells).unwrap_or(i64::MAX)
    }
}

/// Why pointers are not compared, and what to do.
const WITHIN: (&str, &str) =
    ("these point into the same variable, but not to elements of one array", "compare elements of one array");
const APART: (&str, &str) = (
    "these point into different variables",
    "C leaves undefined which of two such pointers is less, and how far apart they are",
);
const OPEN: (&str, &str) = ("pointers to different variables, or perhaps to the same one", UNCERTAIN);
const NULL: (&str, &str) =
    ("a null pointer is neither before nor behind another pointer", "compare it with `==` or `!=`");

/// Whether a pointer is so many cells behind the beginning of its variable.
fn is_at(pointed: &Pointed, cells: i64, span: Span) -> Expr {
    let (cells, unit) = (cells - i64::from(pointed.object.start), i64::from(pointed.unit.max(1)));
    if cells % unit != 0 {
        return number(span, Int::ZERO, Type::INT);
    }
    let place = number(span, Int::from(cells / unit), Type::Int(IntType::LONG));
    operator::compare(span, Comparison::Equal, pointed.at.clone(), place)
}
