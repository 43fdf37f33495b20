//! What an expression touches, and where: which spot, in which place of the text, which element of an array.

use crate::ast::{Sign, VarId};
use crate::c::ast::{Access as CellAccess, Expr, ExprKind, Object, Place};
use crate::span::Span;
use std::collections::BTreeMap;

/// What may be touched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    /// A variable, numbered as in [`Context`].
    Var(VarId),
    /// Whether the execution continues: `exit` and `assume` write this, an assertion reads it.
    Control,
}

/// Where an access is.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// In the expression.
    pub(super) span: Span,
    /// In a function that is called there: that function, and the function and place where it happens.
    pub(super) inside: Option<(usize, usize, Span)>,
    /// Which element of an array it is, as far as that is known.
    pub(super) element: Option<Element>,
}

/// An element of an array: its index is a number, or one more than a variable. Whatever wraps, the index is that up to a
/// multiple of 256.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Element {
    object: Object,
    variable: Option<Place>,
    more: i64,
}

impl Element {
    /// The element of an access with one index.
    pub(super) fn of(access: &CellAccess) -> Option<Element> {
        let [index] = access.indices.as_slice() else { return None };
        let element = |variable, more| Some(Element { object: access.object, variable, more });
        let small = |expr: &Expr| expr.constant()?.to_i64().filter(|number| number.abs() < 1 << 20);
        let mut value = &index.value;
        while let ExprKind::Wrap(_, inner) | ExprKind::InRange(_, _, inner) = &value.kind {
            value = inner;
        }
        match &value.kind {
            ExprKind::Var(place) => element(Some(*place), 0),
            ExprKind::Sum(parts) => match parts.as_slice() {
                [(Sign::Plus, Expr { kind: ExprKind::Var(place), .. }), (sign, by)] => {
                    let by = small(by)?;
                    element(Some(*place), if *sign == Sign::Plus { by } else { -by })
                }
                _ => None,
            },
            _ => element(None, small(value)?),
        }
    }

    /// Whether the other one is surely not this one. Where the variable is changed in between, that is an open order of its own.
    fn differs(self, other: Element) -> bool {
        self.object == other.object
            && self.variable == other.variable
            && (self.more - other.more).rem_euclid(256) != 0
    }
}

/// Whether two accesses of a spot may be of the same object.
pub(super) fn may_meet(a: At, b: At) -> bool {
    !a.element.zip(b.element).is_some_and(|(a, b)| a.differs(b))
}

/// The accesses of one spot; of each kind one.
#[derive(Clone, Copy, Default)]
pub(super) struct Access {
    pub(super) read: Option<At>,
    pub(super) change: Option<At>,
    /// A side effect that need not be complete when the expression's value is available.
    pub(super) pending: Option<At>,
}

impl Access {
    pub(super) fn join(&mut self, other: Access) {
        self.read = either(self.read, other.read);
        self.change = either(self.change, other.change);
        self.pending = either(self.pending, other.pending);
    }
}

/// The first of two accesses, which stands for both.
pub(super) fn either(first: Option<At>, second: Option<At>) -> Option<At> {
    match (first, second) {
        (Some(first), Some(second)) if first.element != second.element => Some(At { element: None, ..first }),
        _ => first.or(second),
    }
}

pub(super) type Touched = BTreeMap<Spot, Access>;

pub(super) fn only(spot: Spot, access: Access) -> Touched {
    let mut touched = Touched::new();
    touched.insert(spot, access);
    touched
}
