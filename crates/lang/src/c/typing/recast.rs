//! Conversions of pointers: one keeps its target, and can be followed as long as it means values of the type that are there.
//! A pointer to void means no values at all.

use super::Typing;
use super::entity::{Entity, Unsupported};
use super::kind::Kind;
use super::operator::has_effect;
use super::pointer::{Pointed, Pointer, Seen, unit};
use crate::c::ast::{Base, Expr};
use crate::c::syntax::{self, ExprKind as Untyped, Shape, TypeName};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use logic::Int;

pub(super) const VOID: Kind = Kind::Scalar(Type::Void);

impl<'a> Typing<'a, '_> {
    /// The type that a pointer of this type points to; none if it is no pointer. Nothing is reported.
    pub(super) fn pointer_type(&self, name: &TypeName<'a>) -> Option<Kind> {
        let unknown = Kind::Unsupported(Unsupported::Other("what this points to"));
        let base = match &name.specifiers.base {
            syntax::Base::Known(ty) => Kind::Scalar(*ty),
            syntax::Base::Missing => Kind::Scalar(Type::INT),
            syntax::Base::Enum(found) => match self.known_enumeration(found) {
                Some(ty) => Kind::Scalar(ty),
                None => unknown,
            },
            syntax::Base::Named(name) => match self.lookup(name.text) {
                Some(Entity::Type(Ok(ty))) => Kind::Scalar(*ty),
                Some(Entity::Type(Err(what))) => Kind::Unsupported(*what),
                Some(Entity::Kind(kind)) => kind.clone(),
                _ => unknown,
            },
            syntax::Base::Aggregate(found) if found.members.is_none() => {
                let known =
                    found.tag.and_then(|tag| self.tags.iter().rev().find_map(|scope| scope.get(tag.text)));
                known.cloned().unwrap_or(unknown)
            }
            _ => unknown,
        };
        let declarator = &name.declarator;
        if declarator.is_odd || matches!(declarator.shape, Shape::Function { .. }) {
            let row = match (&declarator.shape, declarator.dimensions.as_slice()) {
                (Shape::Pointer, [Some(syntax::Expr { kind: Untyped::Number(count, _), .. })]) => {
                    let count = count.to_i64().and_then(|count| u64::try_from(count).ok());
                    Kind::Array(base.into(), count)
                }
                _ => Kind::Unsupported(Unsupported::Pointer),
            };
            return (declarator.stars > 0).then_some(row);
        }
        let mut kind = base;
        for _ in 0..declarator.stars.min(8) {
            kind = Kind::Pointer(kind.into());
        }
        match kind {
            Kind::Pointer(to) => Some((*to).clone()),
            _ => None,
        }
    }

    /// What is converted to a pointer, without the conversions around it.
    pub(super) fn unconverted<'e>(&self, expr: &'e syntax::Expr<'a>) -> &'e syntax::Expr<'a> {
        let mut inner = expr;
        while let Untyped::Cast(to, of) = &inner.kind
            && self.pointer_type(to).is_some()
        {
            inner = of;
        }
        inner
    }

    /// `(T *)inner`
    pub(super) fn recast(&mut self, to: Kind, inner: &syntax::Expr<'a>, span: Span) -> Option<Pointer> {
        let mut pointer = self.pointer(inner)?;
        if let Pointer::To(pointed) = &mut pointer {
            if matches!(pointed.object.base, Base::Lost(_)) && to != VOID && to != pointed.kind {
                retype(pointed, &to);
            }
            pointed.seen = match &to {
                to if *to == pointed.kind => Seen::Own,
                to if *to == VOID => Seen::Void,
                _ => Seen::Other(span),
            };
        }
        Some(pointer)
    }

    /// A pointer to values of another type than are there, by the conversion that stands there.
    pub(super) fn of_another_type(&mut self, pointed: Pointed, span: Span) -> Pointer {
        let Pointed { at, mut before, .. } = pointed;
        before.extend(Some(at).filter(has_effect));
        let message = "this points to values of another type";
        let help = "a pointer keeps the type of what it points to";
        let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message).help(help);
        Pointer::Uncertain(self.defer(diagnostic), before)
    }

    /// A pointer that is not to the type that is there, so many elements further on.
    pub(super) fn moved_unseen(&mut self, mut pointed: Pointed, by: Expr, span: Span) -> Pointer {
        pointed.before.extend(Some(by).filter(has_effect));
        if let Seen::Other(at) = pointed.seen {
            return self.of_another_type(pointed, at);
        }
        let Pointed { at, mut before, .. } = pointed;
        before.extend(Some(at).filter(has_effect));
        // C has no such thing, compilers count bytes.
        let help = "void has no elements that could be counted; convert the pointer first: `(int *)p + 1`";
        let diagnostic =
            Diagnostic::error(Code::PointerUnsupported, span, "a pointer to void moves").help(help);
        Pointer::Uncertain(self.defer(diagnostic), before)
    }

    /// Reports that there is nothing of which `*p` would be the value.
    pub(super) fn nothing_behind_void(&mut self, span: Span) {
        let help = "convert the pointer first: `*(int *)p`";
        self.error(Code::PointerUnsupported, span, "what a pointer to void points to has no type", help);
    }
}

/// Memory that is not followed as room for elements of another type.
pub(super) fn retype(pointed: &mut Pointed, to: &Kind) {
    let size = |kind: &Kind| kind.layout().map(|(size, _)| size.max(1));
    let cells = || {
        let elements = u64::from(pointed.object.cells? / pointed.unit.max(1));
        let bytes = elements.checked_mul(size(&pointed.kind)?)?;
        u32::try_from(bytes / size(to)?).ok()?.checked_mul(unit(to))
    };
    let is_beginning = pointed.at.constant().is_some_and(Int::is_zero);
    pointed.object.cells = if is_beginning { cells() } else { None };
    pointed.unit = unit(to);
    pointed.kind = to.clone();
}
