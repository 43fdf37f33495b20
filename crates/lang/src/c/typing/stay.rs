//! Pointers stay in their arrays: in C a pointer may be moved to an element or behind the last one, and no further. That it is
//! is asserted like that an index is one of an element.

use super::Typing;
use super::expr::number;
use super::operator::has_effect;
use super::place::{bounds, root};
use super::pointer::{Pointed, Pointer, sum};
use crate::ast::Sign;
use crate::c::ast::{Access, Base, Expr, ExprKind, Index, Place};
use crate::c::syntax::{self, ExprKind as Untyped};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use logic::Int;

impl<'a> Typing<'a, '_> {
    /// A pointer whose target is accessed at once, where it is asserted anyway that there is one.
    pub(super) fn dereferenced(&mut self, of: &syntax::Expr<'a>) -> Option<Pointer> {
        match &of.direct().kind {
            Untyped::Chain(first, rest) if self.is_pointer(of) => {
                let pointer = self.pointer_sum(first, rest, of.span);
                if pointer.is_none() {
                    self.surely_reported(of.span);
                }
                pointer
            }
            _ => self.pointer(of),
        }
    }

    /// Asserts that a pointer that has been moved is in its array, or right behind it.
    pub(super) fn stays(&mut self, pointer: &mut Pointer, of: &syntax::Expr<'a>) {
        let Pointer::To(pointed) = pointer else { return };
        if has_effect(&pointed.at) {
            self.keep(&mut pointed.at, &mut pointed.before);
        }
        let at = pointed.at.clone();
        pointed.before.extend(self.place(pointed, at, of));
    }

    /// The same of one whose place, a variable, goes a step further.
    pub(super) fn stepped(&mut self, pointer: &mut Pointer, place: Place, up: bool, of: &syntax::Expr<'a>) {
        let Pointer::To(pointed) = pointer else { return };
        let (span, ty) = (of.span, Type::Int(IntType::LONG));
        let old = Expr { span, ty, kind: ExprKind::Var(place) };
        let sign = if up { Sign::Plus } else { Sign::Minus };
        let new = sum(span, vec![(Sign::Plus, old), (sign, number(span, Int::ONE, ty))]);
        pointed.before.extend(self.place(pointed, new, of));
        let is_alone =
            pointed.object.cells == Some(pointed.unit) && matches!(pointed.object.base, Base::Place(_));
        if is_alone && !self.sink.has_said(Code::OutOfRange, span) {
            let message = format!("`{}` points to one variable, and moves", root(of));
            let warning = Diagnostic::warning(Code::OutOfRange, span, message).help(
                "behind the variable is nothing to access in C, not even the next member of a structure; use an array",
            );
            self.sink.report(warning);
        }
    }

    /// The assertion that this is a place of the pointer; none if it surely is, or if nothing is known of the array.
    fn place(&mut self, pointed: &Pointed, at: Expr, of: &syntax::Expr<'a>) -> Option<Expr> {
        let Pointed { object, unit, .. } = *pointed;
        let elements = object.cells.map(|cells| cells / unit.max(1));
        let (name, span) = (root(of), of.span);
        if let (Some(elements), Some(at)) = (elements, at.constant().and_then(Int::to_i64)) {
            if (0..=i64::from(elements)).contains(&at) {
                return None;
            }
            let message = format!("`{name}` is moved out of its array");
            let help = format!(
                "C leaves that undefined, except for the place behind the last element, here {elements}; this is {at}"
            );
            self.sink.report(Diagnostic::warning(Code::OutOfRange, span, message).help(help));
        } else if elements.is_none() && matches!(object.base, Base::Lost(_)) {
            return None;
        }
        let claim = match elements {
            Some(elements) => format!("the place of `{name}` in its array is between 0 and {elements}"),
            None => format!("`{name}` stays in its array, or right behind it"),
        };
        let check = Some(self.claimed(span, claim));
        let index = Index { value: at, stride: unit, count: elements, is_place: true, check };
        Some(bounds(span, Box::new(Access { object, offset: 0, indices: vec![index] })))
    }
}

/// Whether it only asserts that a pointer stays where it may.
pub(super) fn is_check(effect: &Expr) -> bool {
    matches!(effect.kind, ExprKind::Bounds(_))
}
