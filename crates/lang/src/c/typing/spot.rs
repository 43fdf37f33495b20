//! Spots: numbers in places, read and assigned one by one or as the cells of a structure.

use super::Typing;
use super::call::after;
use super::entity::Unsupported;
use super::kind::Kind;
use super::operator::has_effect;
use super::place::{Lvalue, bounds};
use crate::c::ast::{Access, Base, Expr, ExprKind, Gives, Place};
use crate::c::syntax;
use crate::c::types::Type;
use crate::diagnostic::Code;
use crate::span::Span;

/// Where a number is read and assigned.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub ty: Type,
    pub to: To,
    pub before: Vec<Expr>,
    pub span: Span,
}

/// Where a [`Spot`] is.
#[derive(Clone, Debug)]
pub(super) enum To {
    Variable(Place),
    Cell(Box<Access>),
    /// In what is not followed, for this reason; perhaps behind indices.
    Lost(u32, Option<Box<Access>>),
}

impl<'a> Typing<'a, '_> {
    /// The number at a place; none if it is no number, which is reported.
    pub(super) fn spot(&mut self, place: Lvalue) -> Option<Spot> {
        let Lvalue { kind, object, offset, indices, before, span, .. } = place;
        let access = |indices| Box::new(Access { object, offset, indices });
        let (ty, to) = match (kind, object.base) {
            (Kind::Scalar(ty), Base::Lost(reason)) => {
                (ty, To::Lost(reason, (!indices.is_empty()).then(|| access(indices))))
            }
            (_, Base::Lost(reason)) => {
                (Type::INT, To::Lost(reason, (!indices.is_empty()).then(|| access(indices))))
            }
            (Kind::Scalar(ty), Base::Place(first)) if indices.is_empty() => {
                let at = object.start + offset;
                (ty, To::Variable(behind(first, at)))
            }
            (Kind::Scalar(ty), _) => (ty, To::Cell(access(indices))),
            (Kind::Array(..), _) => {
                let help = "its elements have values: `a[0]`";
                self.error(Code::ArrayUnsupported, span, "an array as a value", help);
                return None;
            }
            (Kind::Struct(_), _) => {
                let help = "its members have values; a structure is assigned, passed and returned as a whole";
                self.error(Code::AggregateUnsupported, span, "a structure as a number", help);
                return None;
            }
            (Kind::Pointer(_) | Kind::Unsupported(_), _) => {
                let reason = self.defer(Unsupported::Pointer.error(span, "this"));
                (Type::INT, To::Lost(reason, None))
            }
        };
        Some(Spot { ty, to, before, span })
    }

    /// The value at a spot.
    pub(super) fn read(&mut self, spot: Spot, span: Span) -> Expr {
        let Spot { ty, to, before, .. } = spot;
        let value = match to {
            To::Variable(place) => Expr { span, ty, kind: ExprKind::Var(place) },
            To::Cell(access) => Expr { span, ty, kind: ExprKind::Load(access) },
            To::Lost(reason, access) => {
                let checks = access.map(|access| bounds(span, access));
                Expr { span, ty, kind: ExprKind::Unknown(reason, checks.into_iter().collect()) }
            }
        };
        after(before, value)
    }

    /// The assignment of a value, which has been converted to the spot's type.
    pub(super) fn write(&mut self, spot: Spot, value: Expr, gives: Gives, span: Span) -> Expr {
        let Spot { ty, to, before, .. } = spot;
        let assigned = match to {
            To::Variable(place) => Expr { span, ty, kind: ExprKind::Assign(place, Box::new(value)) },
            To::Cell(access) => Expr { span, ty, kind: ExprKind::Store(access, Box::new(value), gives) },
            To::Lost(reason, access) => {
                let mut parts: Vec<Expr> = access.map(|access| bounds(span, access)).into_iter().collect();
                parts.push(value);
                Expr { span, ty, kind: ExprKind::Unknown(reason, parts) }
            }
        };
        after(before, assigned)
    }

    /// A place whose indices may be evaluated more than once; their side effects are evaluated beforehand.
    pub(super) fn repeatable(&mut self, spot: Spot) -> Spot {
        let Spot { ty, mut to, mut before, span } = spot;
        if let To::Cell(access) | To::Lost(_, Some(access)) = &mut to {
            for index in &mut access.indices {
                if has_effect(&index.value) {
                    self.keep(&mut index.value, &mut before);
                }
            }
        }
        Spot { ty, to, before, span }
    }

    /// Evaluates a value once, into a variable of its own.
    pub(super) fn keep(&mut self, value: &mut Expr, before: &mut Vec<Expr>) {
        let (span, ty) = (value.span, value.ty);
        let place = self.hidden("index", span, ty);
        let kept = Expr { span, ty, kind: ExprKind::Var(place) };
        let value = std::mem::replace(value, kept);
        before.push(Expr { span, ty, kind: ExprKind::Assign(place, Box::new(value)) });
    }

    /// Whether it is a number, or a variable that is no cell of an object.
    fn is_plain(&self, value: &Expr) -> bool {
        match value.kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(Place::Global(at)) => self.globals[at as usize].path.is_empty(),
            ExprKind::Var(Place::Local(at)) => self.body.function.locals[at as usize].path.is_empty(),
            _ => false,
        }
    }

    /// A variable that the program does not name.
    pub(super) fn hidden(&mut self, name: &str, span: Span, ty: Type) -> Place {
        let place = self.body.local(&format!("{name}#{}", self.body.function.locals.len() + 1), span, ty);
        if let Some(local) = self.body.function.locals.last_mut() {
            local.in_loop = true;
        }
        place
    }

    /// The cells of a structure that an expression means, with what is evaluated before.
    pub(super) fn structure(&mut self, expr: &syntax::Expr<'a>) -> Option<(Kind, Vec<Expr>, Vec<Spot>)> {
        let place = self.lvalue(expr)?;
        if let (Base::Lost(reason), true) = (place.object.base, place.kind.paths().is_empty()) {
            self.report_deferred(reason);
            return None;
        }
        let kind = place.kind.clone();
        let (before, spots) = self.cells(place)?;
        Some((kind, before, spots))
    }

    /// The spots of all numbers of a structure; indices with effects are evaluated once.
    pub(super) fn cells(&mut self, place: Lvalue) -> Option<(Vec<Expr>, Vec<Spot>)> {
        let Lvalue { kind, object, offset, indices, before, span, .. } = place;
        let whole =
            Spot { ty: Type::INT, to: To::Cell(Box::new(Access { object, offset, indices })), before, span };
        let Spot { to, mut before, .. } = self.repeatable(whole);
        let To::Cell(mut access) = to else { return None };
        for index in &mut access.indices {
            // While the cells are copied, the index may change with them.
            if !self.is_plain(&index.value) {
                self.keep(&mut index.value, &mut before);
            }
        }
        let spots = kind.paths().into_iter().zip(0..).map(|((_, ty), at)| {
            let access = Access { offset: offset + at, ..(*access).clone() };
            let to = match object.base {
                Base::Lost(reason) => To::Lost(reason, None),
                Base::Place(first) if access.indices.is_empty() => {
                    To::Variable(behind(first, object.start + access.offset))
                }
                _ => To::Cell(Box::new(access)),
            };
            Spot { ty, to, before: Vec::new(), span }
        });
        Some((before, spots.collect()))
    }

    /// A structure takes the value of another one.
    pub(super) fn assign_structure(
        &mut self,
        target: &syntax::Expr<'a>,
        value: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Expr> {
        let to = self.lvalue(target);
        let from = self.structure(value);
        let (to, (from_kind, mut parts, from)) = (to?, from?);
        if let (Base::Lost(reason), true) = (to.object.base, to.is_const) {
            self.report_deferred(reason);
            return None;
        }
        if to.is_const {
            let help = "leave out `const`, or do not assign it";
            self.error(Code::NotAssignable, target.span, "this cannot be assigned", help);
            return None;
        }
        if to.kind != from_kind {
            let help = "both sides of the assignment are of the same structure";
            self.error(Code::TypeMismatch, value.span, "this is of another type", help);
            return None;
        }
        let (before, to) = self.cells(to)?;
        let mut all = before;
        all.append(&mut parts);
        // Elements of one array may overlap only as a whole, cell by cell.
        for (to, from) in to.into_iter().zip(from) {
            let value = self.read(from, span);
            all.push(self.write(to, value, Gives::New, span));
        }
        all.push(Expr { span, ty: Type::Void, kind: ExprKind::Void });
        Some(Expr { span, ty: Type::Void, kind: ExprKind::Comma(all) })
    }
}

/// The variable so many cells behind another one.
pub(super) fn behind(first: Place, cells: u32) -> Place {
    match first {
        Place::Global(at) => Place::Global(at + cells),
        Place::Local(at) => Place::Local(at + cells),
    }
}
