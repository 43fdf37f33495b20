//! Pointers: this module determines, in the order of the text, which object each pointer points to; a pointer for which
//! that is impossible is refused.
//!
//! A pointer is a statically known object and a position in it. An assignment to a pointer variable inside a branch or
//! a loop, when the variable is declared outside of it, must therefore point into the same object. The position is a
//! variable of its own, unless the pointer does not move.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::entity::Entity;
use super::expr::number;
use super::kind::Kind;
use super::operator::{self, has_effect};
use super::place::{Lvalue, bounds};
use super::recast::VOID;
use super::stay::is_check;
use crate::ast::Sign;
use crate::c::ast::{Access, Base, Expr, ExprKind, Object, Place};
use crate::c::syntax::{self, Binary, ExprKind as Untyped, Name};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// The value of a pointer.
#[derive(Clone, Debug)]
pub(super) enum Pointer {
    To(Pointed),
    /// A null pointer, behind effects.
    Null(Vec<Expr>),
    /// What it points to is not certain, for this reason.
    Uncertain(u32, Vec<Expr>),
}

/// A place in a certain object.
#[derive(Clone, Debug)]
pub(super) struct Pointed {
    pub object: Object,
    /// How many cells an element has.
    pub unit: u32,
    /// Which element.
    pub at: Expr,
    /// The type of an element.
    pub kind: Kind,
    pub seen: Seen,
    pub before: Vec<Expr>,
}

/// What type a pointer has, whatever is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// It points to values of the type that is there.
    Own,
    Void,
    /// Another type, by this conversion.
    Other(Span),
}

/// A variable that is a pointer.
#[derive(Clone, Debug)]
pub(super) struct PointerVariable {
    pub aim: Aim,
    pub unit: u32,
    /// The type of what it points to; for a pointer to void, of what is there.
    pub kind: Kind,
    pub is_void: bool,
    /// Its place in the object, if that is no variable.
    pub at: Expr,
    /// The variable that its place is.
    pub local: Option<Place>,
    pub span: Span,
    /// The branch in which it is declared.
    pub branch: u32,
    /// How many labels of its function stand before it.
    pub labels: usize,
}

/// Where a pointer variable points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
    /// It has no value yet.
    Unset,
    Null,
    At(Object),
    Uncertain(u32),
}

impl PointerVariable {
    /// The type that its declaration says.
    pub(super) fn wanted(&self) -> Kind {
        if self.is_void { VOID } else { self.kind.clone() }
    }
}

impl Pointer {
    pub(super) fn effects(&mut self) -> &mut Vec<Expr> {
        match self {
            Pointer::To(Pointed { before, .. }) | Pointer::Null(before) | Pointer::Uncertain(_, before) => {
                before
            }
        }
    }
}

/// How many cells an element of a type has; what is not followed counts as one.
pub(super) fn unit(kind: &Kind) -> u32 {
    u32::try_from(kind.cells().max(1)).unwrap_or(u32::MAX)
}

impl<'a> Typing<'a, '_> {
    /// The type of an expression that is no number, as far as it is plain from the text; nothing is reported.
    pub(super) fn kind_of(&self, expr: &syntax::Expr<'a>) -> Option<Kind> {
        match &expr.kind {
            Untyped::Name(name) => match self.lookup(name.text) {
                Some(Entity::Object { kind, .. }) => Some(kind.clone()),
                Some(Entity::Pointer(pointer)) if pointer.is_void => Some(Kind::Pointer(VOID.into())),
                Some(Entity::Pointer(pointer)) => Some(Kind::Pointer(pointer.kind.clone().into())),
                Some(Entity::Variable { ty, .. } | Entity::Constant(_, ty)) => Some(Kind::Scalar(*ty)),
                None if matches!(name.text, "NULL" | "nullptr") => Some(Kind::Pointer(VOID.into())),
                _ => None,
            },
            Untyped::Index(of, _) | Untyped::Deref(of) => match self.kind_of(of)? {
                Kind::Array(element, _) | Kind::Pointer(element) => Some((*element).clone()),
                _ => None,
            },
            Untyped::Member { of, name, arrow } => {
                let mut kind = self.kind_of(of)?;
                if *arrow && let Kind::Pointer(of) | Kind::Array(of, _) = kind {
                    kind = (*of).clone();
                }
                let Kind::Struct(structure) = kind else { return None };
                structure.members.iter().find(|member| member.0 == name.text).map(|member| member.1.clone())
            }
            Untyped::Address(of) => Some(Kind::Pointer(self.kind_of(of)?.into())),
            Untyped::Cast(name, _) => Some(Kind::Pointer(self.pointer_type(name)?.into())),
            Untyped::Chain(first, rest) if matches!(rest[0].0, Binary::Plus | Binary::Minus) => {
                let all = std::iter::once((Binary::Plus, &**first)).chain(rest.iter().map(|r| (r.0, &r.2)));
                let mut found = None;
                for (sign, part) in all {
                    match self.kind_of(part) {
                        // The distance between two.
                        Some(Kind::Pointer(_) | Kind::Array(..))
                            if found.is_some() && sign == Binary::Minus =>
                        {
                            return None;
                        }
                        Some(Kind::Pointer(of) | Kind::Array(of, _)) => found = Some(Kind::Pointer(of)),
                        _ => {}
                    }
                }
                found
            }
            Untyped::Assign(_, _, target, _) | Untyped::Step { target, .. } => self.kind_of(target),
            Untyped::Comma(parts) => self.kind_of(parts.last()?),
            Untyped::Conditional(arms, last) => match self.kind_of(last) {
                Some(kind) => Some(kind),
                None => self.kind_of(&arms.first()?.1),
            },
            Untyped::String(_) => Some(Kind::Pointer(Kind::Scalar(Type::Int(IntType::CHAR)).into())),
            Untyped::Call(name, _) => self.kind_of_call(name.text),
            _ => None,
        }
    }

    /// Whether an expression is a pointer, or an array that becomes one.
    pub(super) fn is_pointer(&self, expr: &syntax::Expr<'a>) -> bool {
        matches!(self.kind_of(expr), Some(Kind::Pointer(_) | Kind::Array(..)))
    }

    /// Whether it is a number that means a null pointer.
    pub(super) fn is_null(&self, expr: &syntax::Expr<'a>) -> bool {
        matches!(&expr.kind, Untyped::Number(value, _) if value.is_zero())
    }

    /// The value of a pointer; none if it is refused, which has been reported.
    pub(super) fn pointer(&mut self, expr: &syntax::Expr<'a>) -> Option<Pointer> {
        let pointer = self.pointer_inside(expr);
        if pointer.is_none() {
            self.surely_reported(expr.span);
        }
        pointer
    }

    fn pointer_inside(&mut self, expr: &syntax::Expr<'a>) -> Option<Pointer> {
        let span = expr.span;
        let expr = expr.direct();
        match &expr.kind {
            Untyped::Name(name) => self.named_pointer(*name, span),
            Untyped::Number(..) if self.is_null(expr) => Some(Pointer::Null(Vec::new())),
            Untyped::Cast(name, inner) if self.is_pointer(expr) => {
                let to = self.pointer_type(name)?;
                self.recast(to, inner, span)
            }
            Untyped::Address(of) => self.address(of, span),
            Untyped::Chain(first, rest) if self.is_pointer(expr) => {
                let mut pointer = self.pointer_sum(first, rest, span)?;
                self.stays(&mut pointer, expr);
                Some(pointer)
            }
            Untyped::Conditional(arms, last) => self.pointer_choice(arms, last, span),
            Untyped::Assign(operator, at, target, value) => {
                self.pointer_assignment(*operator, *at, target, value, span)
            }
            Untyped::Step { up, prefix, target } => self.pointer_step(*up, *prefix, target, span),
            Untyped::Comma(parts) => {
                let (last, others) = parts.split_last()?;
                let mut before = Vec::new();
                for part in others {
                    before.extend(self.expr(part, Use::Unused).filter(has_effect));
                }
                let mut pointer = self.pointer(last)?;
                before.append(pointer.effects());
                *pointer.effects() = before;
                Some(pointer)
            }
            Untyped::Index(..) | Untyped::Member { .. } | Untyped::Deref(_) => {
                let place = self.lvalue(expr)?;
                Some(self.decayed(place))
            }
            Untyped::String(parts) => {
                let diagnostic = Diagnostic::error(Code::StringUnsupported, span, "a string as a value")
                    .help("strings are not supported, except as messages of `assert` and `printf`");
                let reason = self.defer(diagnostic);
                // Where it is not known, it is that of the words that stand for it.
                let words = || parts.iter().map(|part| part.len() as u64).sum::<u64>();
                let length = u32::try_from(self.length(parts).unwrap_or_else(words)).ok();
                let cells = length.and_then(|length| length.checked_add(1));
                let object = Object { base: Base::Lost(reason), start: 0, cells };
                let (at, kind) = (number(span, Int::ZERO, Type::INT), Kind::Scalar(Type::Int(IntType::CHAR)));
                let (unit, seen, before) = (1, Seen::Own, Vec::new());
                Some(Pointer::To(Pointed { object, unit, at, kind, seen, before }))
            }
            Untyped::Call(name, args) if matches!(self.kind_of_call(name.text), Some(Kind::Pointer(_))) => {
                self.pointer_call(*name, args, span)
            }
            _ if self.is_pointer(expr) => Some(Pointer::Uncertain(self.uncertain(span), Vec::new())),
            _ => {
                let typed = self.expr(expr, Use::Unused)?;
                let reason = self.uncertain(span);
                let before = if has_effect(&typed) { vec![typed] } else { Vec::new() };
                Some(Pointer::Uncertain(reason, before))
            }
        }
    }

    fn named_pointer(&mut self, name: Name<'a>, span: Span) -> Option<Pointer> {
        match self.lookup(name.text).cloned() {
            Some(Entity::Pointer(found)) => Some(self.pointer_value(&found, name.text, span)),
            Some(Entity::Object { .. }) => {
                let place = self.lvalue_of_name(name, span)?;
                Some(self.decayed(place))
            }
            Some(Entity::Unusable(reason)) => Some(Pointer::Uncertain(reason, Vec::new())),
            Some(Entity::Refused) => None,
            None if matches!(name.text, "NULL" | "nullptr") => Some(Pointer::Null(Vec::new())),
            Some(Entity::Constant(value, _)) if value.is_zero() => Some(Pointer::Null(Vec::new())),
            None => {
                self.undeclared_pointer(name);
                None
            }
            _ => {
                let message = format!("`{}` is no pointer", name.text);
                self.error(Code::PointerUnsupported, span, message, "an address is written `&x`");
                None
            }
        }
    }

    /// The reason that a target is not certain.
    fn uncertain(&mut self, span: Span) -> u32 {
        let message = "which variable this points to is not certain";
        self.defer(Diagnostic::error(Code::PointerUnsupported, span, message).help(UNCERTAIN))
    }

    /// `c ? p : q`: a certain pointer if the condition is constant.
    fn pointer_choice(
        &mut self,
        arms: &[(syntax::Expr<'a>, syntax::Expr<'a>)],
        last: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Pointer> {
        let mut before = Vec::new();
        let mut has_effects = false;
        for (cond, value) in arms {
            before.push(self.in_branch(|typing| typing.truth(cond))?);
            let mut value = self.in_branch(|typing| typing.pointer(value))?;
            has_effects |= !value.effects().iter().all(is_check);
        }
        let mut last = self.in_branch(|typing| typing.pointer(last))?;
        has_effects |= !last.effects().iter().all(is_check);
        if has_effects {
            let help = "write the effect as a statement of its own";
            self.error(Code::PointerUnsupported, span, "a choice of pointers with an effect", help);
            return None;
        }
        before.retain(has_effect);
        Some(Pointer::Uncertain(self.uncertain(span), before))
    }

    fn lvalue_of_name(&mut self, name: Name<'a>, span: Span) -> Option<Lvalue> {
        let expr = syntax::Expr { span, kind: Untyped::Name(name), closed: false, height: 1 };
        self.lvalue(&expr)
    }

    /// A name that is used like a pointer and is not declared.
    fn undeclared_pointer(&mut self, name: Name<'a>) {
        let message = format!("`{}` is not declared", name.text);
        self.error(Code::UndeclaredVariable, name.span, message, "declare the array or the pointer before");
        self.scopes[1].insert(name.text, Entity::Refused);
    }

    pub(super) fn pointer_value(&mut self, found: &PointerVariable, name: &str, span: Span) -> Pointer {
        match found.aim {
            Aim::At(object) => {
                let at = match found.local {
                    Some(place) => Expr { span, ty: Type::Int(IntType::LONG), kind: ExprKind::Var(place) },
                    None => Expr { span, ..found.at.clone() },
                };
                let PointerVariable { unit, kind, is_void, .. } = found.clone();
                let seen = if is_void { Seen::Void } else { Seen::Own };
                Pointer::To(Pointed { object, unit, at, kind, seen, before: Vec::new() })
            }
            Aim::Null => Pointer::Null(Vec::new()),
            Aim::Uncertain(reason) => Pointer::Uncertain(reason, Vec::new()),
            Aim::Unset => {
                let message = format!("`{name}` points nowhere yet");
                let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                    .help("give it a value where it is declared, before branches and loops")
                    .related(found.span, "declared here");
                Pointer::Uncertain(self.defer(diagnostic), Vec::new())
            }
        }
    }

    /// An array as a pointer to its first element; a pointer in an object is not followed.
    fn decayed(&mut self, place: Lvalue) -> Pointer {
        let Lvalue { kind, mut object, offset, indices, mut before, span, .. } = place;
        if let (Base::Lost(reason), true) = (object.base, !matches!(kind, Kind::Array(..))) {
            if indices.iter().any(|index| index.check.is_some()) {
                before.push(bounds(span, Box::new(Access { object, offset, indices })));
            }
            return Pointer::Uncertain(reason, before);
        }
        let Kind::Array(element, count) = kind else {
            let reason = self.uncertain(span);
            return Pointer::Uncertain(reason, before);
        };
        let unit = unit(&element);
        let kind = (*element).clone();
        let mut at = number(span, Int::ZERO, Type::Int(IntType::LONG));
        object.start += offset;
        if indices.is_empty() {
            object.cells =
                count.and_then(|count| u32::try_from(count).ok()?.checked_mul(unit)).or(object.cells);
        } else if indices.iter().all(|index| index.stride % unit == 0) {
            object.cells = object.cells.map(|cells| cells - offset.min(cells));
            let parts = indices.into_iter().map(|index| {
                let factor = Int::from(i64::from(index.stride / unit));
                (Sign::Plus, scaled(index.value, factor))
            });
            let parts: Vec<_> = parts.collect();
            at = sum(span, parts);
        } else {
            let diagnostic =
                Diagnostic::error(Code::PointerUnsupported, span, "a row whose place is not followed");
            return Pointer::Uncertain(self.defer(diagnostic.help(UNCERTAIN)), before);
        }
        Pointer::To(Pointed { object, unit, at, kind, seen: Seen::Own, before })
    }

    /// `&of`
    fn address(&mut self, of: &syntax::Expr<'a>, span: Span) -> Option<Pointer> {
        match &of.kind {
            Untyped::Deref(pointer) => return self.pointer(pointer),
            Untyped::Index(array, index) => {
                let pointer = self.pointer(array);
                let index = self.value(index);
                let mut pointer = self.moved(pointer?, index?, span);
                self.stays(&mut pointer, array);
                return Some(pointer);
            }
            // A pointer's own address.
            Untyped::Name(name) if matches!(self.lookup(name.text), Some(Entity::Pointer(_))) => {
                let message = format!("the address of the pointer `{}`", name.text);
                let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                    .help("pointers to pointers are not followed");
                return Some(Pointer::Uncertain(self.defer(diagnostic), Vec::new()));
            }
            Untyped::Name(name) if self.functions.contains_key(name.text) => {
                let diagnostic =
                    Diagnostic::error(Code::PointerUnsupported, span, "the address of a function")
                        .help("pointers to functions are not supported; call the function by its name");
                return Some(Pointer::Uncertain(self.defer(diagnostic), Vec::new()));
            }
            _ => {}
        }
        let place = self.lvalue(of)?;
        let Lvalue { kind, mut object, offset, indices, mut before, .. } = place;
        if let (Base::Lost(reason), true) = (object.base, object.cells.is_none()) {
            return Some(Pointer::Uncertain(reason, before));
        }
        if indices.iter().any(|index| index.check.is_some())
            && !indices.iter().any(|index| has_effect(&index.value))
        {
            before.push(bounds(span, Box::new(Access { object, offset, indices: indices.clone() })));
        }
        let unit = unit(&kind);
        object.start += offset;
        let mut at = number(span, Int::ZERO, Type::Int(IntType::LONG));
        if indices.is_empty() {
            object.cells = Some(unit);
        } else if indices.iter().all(|index| index.stride % unit == 0) && unit == 1 {
            object.cells = object.cells.map(|cells| cells - offset.min(cells));
            let parts = indices
                .into_iter()
                .map(|index| (Sign::Plus, scaled(index.value, Int::from(i64::from(index.stride / unit)))));
            let parts: Vec<_> = parts.collect();
            at = sum(span, parts);
        } else {
            let diagnostic =
                Diagnostic::error(Code::PointerUnsupported, span, "an address that is not followed");
            return Some(Pointer::Uncertain(self.defer(diagnostic.help(UNCERTAIN)), before));
        }
        Some(Pointer::To(Pointed { object, unit, at, kind, seen: Seen::Own, before }))
    }

    /// A pointer so many elements further on.
    pub(super) fn moved(&mut self, pointer: Pointer, by: Expr, span: Span) -> Pointer {
        match pointer {
            Pointer::To(pointed) if by.constant().is_some_and(Int::is_zero) => Pointer::To(pointed),
            Pointer::To(pointed) if pointed.seen != Seen::Own => self.moved_unseen(pointed, by, span),
            Pointer::To(Pointed { object, unit, at, kind, seen, before }) => {
                let at = if at.constant().is_some_and(Int::is_zero) {
                    by
                } else {
                    sum(span, vec![(Sign::Plus, at), (Sign::Plus, by)])
                };
                Pointer::To(Pointed { object, unit, at, kind, seen, before })
            }
            Pointer::Null(before) if by.constant().is_some_and(Int::is_zero) => Pointer::Null(before),
            Pointer::Null(mut before) => {
                before.extend(Some(by).filter(has_effect));
                let diagnostic =
                    Diagnostic::error(Code::PointerUnsupported, span, "a sum with a null pointer");
                Pointer::Uncertain(self.defer(diagnostic.help(UNCERTAIN)), before)
            }
            Pointer::Uncertain(reason, mut before) => {
                before.extend(Some(by).filter(has_effect));
                Pointer::Uncertain(reason, before)
            }
        }
    }

    pub(super) fn pointer_sum(
        &mut self,
        first: &syntax::Expr<'a>,
        rest: &[(Binary, Span, syntax::Expr<'a>)],
        span: Span,
    ) -> Option<Pointer> {
        let all = std::iter::once((Binary::Plus, first)).chain(rest.iter().map(|part| (part.0, &part.2)));
        let (mut pointer, mut by) = (None, Vec::new());
        for (sign, part) in all {
            if pointer.is_none() && self.is_pointer(part) {
                pointer = Some(self.pointer(part)?);
            } else {
                let sign = if sign == Binary::Plus { Sign::Plus } else { Sign::Minus };
                by.push((sign, self.value(part)?));
            }
        }
        let by = sum(span, by);
        Some(self.moved(pointer?, by, span))
    }
}

pub(super) const UNCERTAIN: &str =
    "a pointer is followed where its target is certain: give it the address of one variable or array";

pub(super) fn sum(span: Span, mut parts: Vec<(Sign, Expr)>) -> Expr {
    let ty = Type::Int(IntType::LONG);
    if let ([(Sign::Plus, _)], Some((_, only))) = (parts.as_slice(), parts.first().cloned()) {
        return Expr { span, ..only };
    }
    if parts.first().is_some_and(|part| part.0 == Sign::Minus) {
        parts.insert(0, (Sign::Plus, number(span, Int::ZERO, ty)));
    }
    Expr { ty, ..operator::sum(span, parts) }
}

fn scaled(value: Expr, factor: Int) -> Expr {
    if factor.is_one() {
        return value;
    }
    let span = value.span;
    let ty = Type::Int(IntType::LONG);
    match value.constant() {
        Some(number_) => number(span, factor * number_.clone(), ty),
        None => Expr { span, ty, kind: ExprKind::Mul(factor, Box::new(value)) },
    }
}
