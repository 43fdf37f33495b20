//! Pointers where numbers are wanted: conditions, comparisons, distances.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::call::after;
use super::expr::number;
use super::operator::{self, has_effect};
use super::pointer::{Pointed, Pointer, Seen, UNCERTAIN, sum};
use crate::ast::{Comparison, Sign};
use crate::c::ast::{Base, Expr, ExprKind, Object};
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
            (Pointer::To(Pointed { at, mut before, .. }), Use::Unused | Use::Truth) => {
                if has_effect(&at) {
                    before.push(at);
                }
                match wanted {
                    Use::Truth => after(before, number(span, Int::ONE, Type::INT)),
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
        let (left, right) = (one(self, left), one(self, right));
        let (left, right) = (left?, right?);
        let equality = match operator {
            Binary::Compare(Comparison::Equal) => Some(true),
            Binary::Compare(Comparison::NotEqual) => Some(false),
            _ => None,
        };
        let uncertain = |typing: &mut Self, parts| {
            let diagnostic = Diagnostic::error(
                Code::PointerUnsupported,
                span,
                "pointers to different variables, or perhaps to the same one",
            );
            typing.refuse(diagnostic.help(UNCERTAIN), parts)
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
            (Pointer::To(a), Pointer::To(b)) => {
                let mut before = a.before;
                before.extend(b.before);
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
                    before.extend([a.at, b.at].into_iter().filter(has_effect));
                    after(before, number(span, Int::from(i64::from(!is_equal)), Type::INT))
                } else {
                    before.extend([a.at, b.at]);
                    uncertain(self, before)
                }
            }
            (Pointer::To(a), Pointer::Null(others)) | (Pointer::Null(others), Pointer::To(a)) => {
                let mut before = a.before;
                before.extend(others);
                before.extend(Some(a.at).filter(has_effect));
                match equality {
                    Some(is_equal) => after(before, number(span, Int::from(i64::from(!is_equal)), Type::INT)),
                    None => uncertain(self, before),
                }
            }
            (Pointer::Null(mut before), Pointer::Null(others)) => {
                before.extend(others);
                match equality {
                    Some(is_equal) => after(before, number(span, Int::from(i64::from(is_equal)), Type::INT)),
                    None => uncertain(self, before),
                }
            }
            (Pointer::Uncertain(reason, mut before), mut other)
            | (mut other, Pointer::Uncertain(reason, mut before)) => {
                before.append(other.effects());
                self.unknown(span, reason, before)
            }
        })
    }
}
