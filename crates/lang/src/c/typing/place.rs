//! Places: what can be read and assigned. Variables, elements, members, and what pointers point to.

use logic::Int;

use crate::Overflow;

use super::Typing;
use super::entity::{Entity, Unsupported};
use super::expr::number;
use super::kind::Kind;
use super::operator::has_effect;
use super::pointer::{Pointed, Pointer, Seen};
use super::recast::VOID;
use crate::c::ast::{Access, Base, Expr, ExprKind, Index, Object};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// A place in an object, perhaps behind indices.
#[derive(Clone, Debug)]
pub(super) struct Lvalue {
    /// The name of the object, for messages.
    pub name: String,
    pub kind: Kind,
    pub object: Object,
    /// Cells from the beginning of the object.
    pub offset: u32,
    pub indices: Vec<Index>,
    pub is_const: bool,
    /// What is evaluated before.
    pub before: Vec<Expr>,
    pub span: Span,
}

impl<'a> Typing<'a, '_> {
    /// Stores an error that is reported only if the verdict may depend on its subject.
    pub(super) fn defer(&mut self, diagnostic: Diagnostic) -> u32 {
        self.deferred.push(diagnostic);
        u32::try_from(self.deferred.len() - 1).unwrap_or(u32::MAX)
    }

    /// Something that is not supported; its parts are evaluated.
    pub(super) fn unknown(&mut self, span: Span, reason: u32, parts: Vec<Expr>) -> Expr {
        Expr { span, ty: Type::INT, kind: ExprKind::Unknown(reason, parts) }
    }

    /// As [`Typing::unknown`], with a new reason.
    pub(super) fn refuse(&mut self, diagnostic: Diagnostic, parts: Vec<Expr>) -> Expr {
        let span = diagnostic.span;
        let reason = self.defer(diagnostic);
        self.unknown(span, reason, parts)
    }

    /// If it is a floating-point number, the reason why it is not supported.
    pub(super) fn floating(&self, expr: &Expr) -> Option<u32> {
        match &expr.kind {
            ExprKind::Unknown(reason, parts) => {
                let code = self.deferred.get(*reason as usize).map(|diagnostic| diagnostic.code);
                let is_one = code == Some(Code::FloatUnsupported);
                is_one.then_some(*reason).or_else(|| parts.iter().find_map(|part| self.floating(part)))
            }
            ExprKind::Sum(parts) => parts.iter().find_map(|(_, part)| self.floating(part)),
            ExprKind::Neg(inner)
            | ExprKind::Mul(_, inner)
            | ExprKind::Div(inner, _)
            | ExprKind::InRange(_, _, inner)
            | ExprKind::Wrap(_, inner)
            | ExprKind::Assign(_, inner) => self.floating(inner),
            ExprKind::Comma(parts) => parts.last().and_then(|last| self.floating(last)),
            ExprKind::Conditional(arms, last) => {
                self.floating(last).or_else(|| arms.iter().find_map(|(_, value)| self.floating(value)))
            }
            _ => None,
        }
    }

    /// Whether it is written as a place other than a plain name.
    pub(super) fn is_path(expr: &syntax::Expr<'a>) -> bool {
        matches!(expr.kind, Untyped::Index(..) | Untyped::Member { .. } | Untyped::Deref(_))
    }

    /// The place that an expression means; none if it is refused, which has been reported.
    pub(super) fn lvalue(&mut self, expr: &syntax::Expr<'a>) -> Option<Lvalue> {
        let place = self.lvalue_inside(expr);
        if place.is_none() {
            self.surely_reported(expr.span);
        }
        place
    }

    /// Whatever is refused has normally been reported already; if not, it is reported here, so that nothing is left out
    /// silently.
    pub(super) fn surely_reported(&mut self, span: Span) {
        if !self.sink.has_errors() {
            let help = "write it in a simpler way";
            self.error(Code::FeatureUnsupported, span, "this is not supported here", help);
        }
    }

    fn lvalue_inside(&mut self, expr: &syntax::Expr<'a>) -> Option<Lvalue> {
        let span = expr.span;
        let expr = expr.direct();
        match &expr.kind {
            Untyped::Name(name) => self.named_place(*name, span),
            Untyped::Index(of, index) => self.element(of, index, span),
            Untyped::Member { of, name, arrow } => self.member(of, *name, *arrow, span),
            Untyped::Deref(of) => {
                let pointer = self.dereferenced(of)?;
                self.pointed_place(pointer, of, span)
            }
            Untyped::Call(name, args) if self.structure_of_call(name.text).is_some() => {
                let (object, kind, call) = self.structure_call(*name, args, span)?;
                let (name, indices) = (name.text.to_owned(), Vec::new());
                let before = vec![call];
                Some(Lvalue { name, kind, object, offset: 0, indices, is_const: true, before, span })
            }
            _ => {
                if !self.is_refused(expr) {
                    let help = "on the left of an assignment stands a variable, an element or a member";
                    self.error(Code::NotAssignable, span, "this is no place in memory", help);
                }
                None
            }
        }
    }

    fn named_place(&mut self, name: Name<'a>, span: Span) -> Option<Lvalue> {
        let plain = |object, kind, is_const| Lvalue {
            name: name.text.to_owned(),
            kind,
            object,
            offset: 0,
            indices: Vec::new(),
            is_const,
            before: Vec::new(),
            span,
        };
        let variable = |place| Object { base: Base::Place(place), start: 0, cells: Some(1) };
        match self.lookup(name.text) {
            Some(&Entity::Variable { place, ty, is_const, .. }) => {
                Some(plain(variable(place), Kind::Scalar(ty), is_const))
            }
            Some(Entity::Object { object, kind, is_const, .. }) => {
                Some(plain(*object, kind.clone(), *is_const))
            }
            Some(&Entity::Unusable(reason)) => {
                let object = Object { base: Base::Lost(reason), start: 0, cells: None };
                Some(plain(object, Kind::Unsupported(Unsupported::Other("this")), false))
            }
            Some(Entity::Pointer(_)) => {
                let message = format!("the pointer `{}` itself as a place", name.text);
                let help = "pointers to pointers are not followed";
                self.error(Code::PointerUnsupported, span, message, help);
                None
            }
            Some(Entity::Refused) => None,
            None if !self.functions.contains_key(name.text) => {
                let place = self.undeclared(name)?;
                Some(plain(variable(place), Kind::Scalar(Type::INT), false))
            }
            _ => {
                let message = format!("`{}` is no variable", name.text);
                self.error(Code::NotAssignable, span, message, "only variables have a place in memory");
                None
            }
        }
    }

    /// `of[index]`
    fn element(&mut self, of: &syntax::Expr<'a>, index: &syntax::Expr<'a>, span: Span) -> Option<Lvalue> {
        if let Some(Kind::Array(element, count)) = self.kind_of(of)
            && self.is_place(of)
        {
            let array = self.lvalue(of);
            let index = self.value(index);
            let (mut array, index) = (array?, index?);
            let stride = u32::try_from(element.cells().max(1)).unwrap_or(u32::MAX);
            let count = count.and_then(|count| u32::try_from(count).ok());
            self.push_index(&mut array, index, stride, count);
            let kind = (*element).clone();
            return Some(Lvalue { kind, span, ..array });
        }
        if matches!(self.kind_of(of), Some(Kind::Pointer(_)) | None | Some(Kind::Unsupported(_))) {
            let pointer = self.pointer(of);
            let index = self.value(index);
            let pointer = match (pointer?, index?) {
                // Wherever it would be.
                (Pointer::Null(mut before), index) => {
                    before.extend(Some(index).filter(has_effect));
                    Pointer::Null(before)
                }
                (pointer, index) => self.moved(pointer, index, span),
            };
            return self.pointed_place(pointer, of, span);
        }
        self.value(index);
        let help = "an index stands behind an array or a pointer";
        self.error(Code::TypeMismatch, span, "an element of something that is no array", help);
        None
    }

    /// Whether the object of a path is named directly, so that no pointer has to be followed to reach it.
    fn is_place(&self, expr: &syntax::Expr<'a>) -> bool {
        matches!(
            expr.kind,
            Untyped::Name(_) | Untyped::Index(..) | Untyped::Member { .. } | Untyped::Deref(_)
        )
    }

    /// `of.name`, or `of->name`
    fn member(&mut self, of: &syntax::Expr<'a>, name: Name<'a>, arrow: bool, span: Span) -> Option<Lvalue> {
        let whole = if arrow {
            let pointer = self.pointer(of)?;
            self.pointed_place(pointer, of, of.span)?
        } else {
            self.lvalue(of)?
        };
        match &whole.kind {
            Kind::Struct(structure) => {
                let mut offset = whole.offset;
                for (known, kind) in &structure.members {
                    if known == name.text {
                        let kind = kind.clone();
                        let mut object = whole.object;
                        if kind.cells() == 0 {
                            let what = kind.unsupported().unwrap_or(Unsupported::Pointer);
                            let reason = self.defer(what.error(name.span, &format!("`{}`", name.text)));
                            object = Object { base: Base::Lost(reason), start: 0, cells: None };
                        }
                        let name = format!("{}.{known}", whole.name);
                        return Some(Lvalue { name, kind, object, offset, span, ..whole });
                    }
                    offset += u32::try_from(kind.cells()).unwrap_or(0);
                }
                let message = format!("this structure has no member `{}`", name.text);
                self.error(
                    Code::UndeclaredVariable,
                    name.span,
                    message,
                    "see the definition of the structure",
                );
                None
            }
            Kind::Unsupported(_) if matches!(whole.object.base, Base::Lost(_)) => {
                Some(Lvalue { span, ..whole })
            }
            _ => {
                let help = match (arrow, &whole.kind) {
                    (false, Kind::Pointer(_)) => "behind a pointer write `->`",
                    _ => "a member stands behind a structure",
                };
                self.error(Code::TypeMismatch, span, "a member of something that is no structure", help);
                None
            }
        }
    }

    /// What a pointer points to.
    pub(super) fn pointed_place(
        &mut self,
        pointer: Pointer,
        of: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Lvalue> {
        let name = root(of);
        match pointer {
            Pointer::To(Pointed { seen: Seen::Void, .. }) => {
                self.nothing_behind_void(span);
                None
            }
            Pointer::To(pointed @ Pointed { seen: Seen::Other(at), .. }) => {
                let pointer = self.of_another_type(pointed, at);
                self.pointed_place(pointer, of, span)
            }
            Pointer::To(Pointed { object, unit, at, kind, mut before, .. }) => {
                self.used(object, of);
                if let Some(there) = self.there(object) {
                    let id = self.claimed(of.span, format!("`{name}` is not a null pointer"));
                    let there = Box::new(Expr { span: of.span, ty: Type::Bool, kind: ExprKind::Var(there) });
                    before.push(Expr { span: of.span, ty: Type::Void, kind: ExprKind::Assert(id, there) });
                }
                let elements = object.cells.map_or(0, |cells| cells / unit.max(1));
                let (offset, indices, is_const) = (0, Vec::new(), false);
                let mut place = Lvalue { name, kind, object, offset, indices, is_const, before, span };
                self.push_index(&mut place, at, unit, None);
                if let (1, Some(check)) = (elements, place.indices.last().and_then(|index| index.check)) {
                    let claim = format!("`{}` points to the one variable whose address it has", place.name);
                    self.asserts[check.index()].claim = Some(claim);
                }
                Some(place)
            }
            Pointer::Null(mut before) => {
                before.push(self.failure_at_null(of));
                let kind = match self.kind_of(of) {
                    Some(Kind::Pointer(kind)) if !kind.paths().is_empty() && *kind != VOID => (*kind).clone(),
                    _ => Kind::Scalar(Type::INT),
                };
                // Nothing comes to it.
                let count = self.body.function.locals.len() + 1;
                let object = self.local_cells(&format!("null#{count}"), span, &kind)?;
                let (offset, indices, is_const) = (0, Vec::new(), false);
                Some(Lvalue { name, kind, object, offset, indices, is_const, before, span })
            }
            Pointer::Uncertain(reason, before) => {
                let object = Object { base: Base::Lost(reason), start: 0, cells: None };
                let (kind, indices) = (Kind::Unsupported(Unsupported::Pointer), Vec::new());
                Some(Lvalue { name, kind, object, offset: 0, indices, is_const: true, before, span })
            }
        }
    }

    /// An access through a null pointer: an execution that comes here fails.
    fn failure_at_null(&mut self, of: &syntax::Expr<'a>) -> Expr {
        let span = of.span;
        if !self.sink.has_said(Code::PointerUnsupported, span) {
            let warning = Diagnostic::warning(Code::PointerUnsupported, span, "this is a null pointer here")
                .help("what it points to is undefined in C: an execution that comes here fails");
            self.sink.report(warning);
        }
        let id = self.claimed(span, "this is not a null pointer".to_owned());
        Expr { span, ty: Type::Void, kind: ExprKind::Fail(id) }
    }

    /// Selects an element; a constant index that is certainly in range is added to the offset at once.
    fn push_index(&mut self, place: &mut Lvalue, value: Expr, stride: u32, count: Option<u32>) {
        let elements = count.or(place.object.cells.map(|cells| cells / stride.max(1)));
        let constant = value.constant().and_then(Int::to_i64);
        if let (Some(elements), Some(constant)) = (elements, constant) {
            if (0..i64::from(elements)).contains(&constant) {
                place.offset += u32::try_from(constant).unwrap_or(0).saturating_mul(stride);
                return;
            }
            let message = format!("`{}` has no element {constant}", place.name);
            let help = match elements {
                0 => "it has no room for any".to_owned(),
                _ => format!("its elements are counted from 0 to {}", i64::from(elements) - 1),
            };
            self.sink.report(Diagnostic::warning(Code::OutOfRange, value.span, message).help(help));
        }
        let is_open = elements.is_none() && matches!(place.object.base, Base::Lost(_));
        if is_open && self.arithmetic.overflow == Overflow::Check {
            let message = format!("whether `{}` has this element is not checked", place.name);
            let help = "how many elements it has is not known here";
            let warning = Diagnostic::warning(Code::OutOfRange, place.span.to(value.span), message);
            self.sink.report(warning.help(help));
        }
        let check = (!is_open).then(|| {
            let claim = match elements {
                Some(elements) => {
                    format!("an index of `{}` is between 0 and {}", place.name, i64::from(elements) - 1)
                }
                None => format!("an index of `{}` is that of an element", place.name),
            };
            let id = self.assertion(place.span.to(value.span));
            if let Some(info) = self.asserts.last_mut() {
                info.claim = Some(claim);
            }
            id
        });
        place.indices.push(Index { value, stride, count: elements, is_place: false, check });
    }

    /// The size of what an expression or a type gives.
    pub(super) fn size_of_kind(&mut self, kind: &Kind, span: Span) -> Option<Expr> {
        match kind.layout() {
            Some((size, _)) => {
                let size = size.to_string().parse().unwrap_or(Int::ZERO);
                Some(number(span, size, Type::Int(crate::c::types::IntType::UNSIGNED_LONG)))
            }
            None => {
                let help = "write the number that it stands for";
                let diagnostic =
                    Diagnostic::error(Code::FeatureUnsupported, span, "the size of this is not known");
                Some(self.refuse(diagnostic.help(help), Vec::new()))
            }
        }
    }
}

pub(super) fn bounds(span: Span, access: Box<Access>) -> Expr {
    Expr { span, ty: Type::Void, kind: ExprKind::Bounds(access) }
}

/// The name at the root of a path.
pub(super) fn root(expr: &syntax::Expr<'_>) -> String {
    match &expr.kind {
        Untyped::Name(name) => name.text.to_owned(),
        Untyped::Index(of, _)
        | Untyped::Deref(of)
        | Untyped::Address(of)
        | Untyped::Cast(_, of)
        | Untyped::Step { target: of, .. } => root(of),
        Untyped::Member { of, name, .. } => format!("{}.{}", root(of), name.text),
        Untyped::Chain(first, _) => root(first),
        _ => "the array".to_owned(),
    }
}
