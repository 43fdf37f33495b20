//! Pointers: which object each points to is decided here, in the order of the text, or else refused.
//!
//! A pointer is a certain object and a place in it. What is assigned to a pointer variable in a branch or a loop around
//! which it is declared must therefore point into the same object; its place is a variable of its own, unless the
//! pointer does not move.

use std::collections::BTreeSet;

use logic::Int;

use super::Typing;
use super::body::{Enclosing, Use};
use super::call::after;
use super::entity::Entity;
use super::expr::number;
use super::kind::Kind;
use super::operator::{self, has_effect};
use super::place::Lvalue;
use crate::ast::{Comparison, Sign};
use crate::c::ast::{Base, Expr, ExprKind, Object, Place};
use crate::c::syntax::{self, Binary, ExprKind as Untyped, Name, Stmt, StmtKind};
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
    pub before: Vec<Expr>,
}

/// A variable that is a pointer.
#[derive(Clone, Debug)]
pub(super) struct PointerVariable {
    pub aim: Aim,
    pub unit: u32,
    pub kind: Kind,
    /// Its place in the object, if that is no variable.
    pub at: Expr,
    /// The variable that its place is.
    pub local: Option<Place>,
    pub span: Span,
    /// The branch in which it is declared.
    pub branch: u32,
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

impl Pointer {
    fn effects(&mut self) -> &mut Vec<Expr> {
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
                Some(Entity::Pointer(pointer)) => Some(Kind::Pointer(pointer.kind.clone().into())),
                Some(Entity::Variable { ty, .. } | Entity::Constant(_, ty)) => Some(Kind::Scalar(*ty)),
                None if matches!(name.text, "NULL" | "nullptr") => {
                    Some(Kind::Pointer(Kind::Scalar(Type::Void).into()))
                }
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
            Untyped::Cast(name, inner) if name.declarator.stars > 0 => match self.kind_of(inner) {
                Some(kind @ (Kind::Pointer(_) | Kind::Array(..))) => Some(kind),
                _ => Some(Kind::Pointer(Kind::Scalar(Type::Void).into())),
            },
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
    fn is_null(&self, expr: &syntax::Expr<'a>) -> bool {
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
        match &expr.kind {
            Untyped::Name(name) => self.named_pointer(*name, span),
            Untyped::Number(..) if self.is_null(expr) => Some(Pointer::Null(Vec::new())),
            Untyped::Cast(name, inner) if name.declarator.stars > 0 => self.pointer(inner),
            Untyped::Address(of) => self.address(of, span),
            Untyped::Chain(first, rest) if self.is_pointer(expr) => self.pointer_sum(first, rest, span),
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
                let length = parts.iter().map(|part| part.len().saturating_sub(2)).sum::<usize>();
                let cells = u32::try_from(length).ok().and_then(|length| length.checked_add(1));
                let object = Object { base: Base::Lost(reason), start: 0, cells };
                let (at, kind) = (number(span, Int::ZERO, Type::INT), Kind::Scalar(Type::Int(IntType::CHAR)));
                Some(Pointer::To(Pointed { object, unit: 1, at, kind, before: Vec::new() }))
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
            has_effects |= !value.effects().is_empty();
        }
        let mut last = self.in_branch(|typing| typing.pointer(last))?;
        has_effects |= !last.effects().is_empty();
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

    fn pointer_value(&mut self, found: &PointerVariable, name: &str, span: Span) -> Pointer {
        match found.aim {
            Aim::At(object) => {
                let at = match found.local {
                    Some(place) => Expr { span, ty: Type::Int(IntType::LONG), kind: ExprKind::Var(place) },
                    None => Expr { span, ..found.at.clone() },
                };
                let (unit, kind) = (found.unit, found.kind.clone());
                Pointer::To(Pointed { object, unit, at, kind, before: Vec::new() })
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
        let Lvalue { kind, mut object, offset, indices, before, span, .. } = place;
        if let (Base::Lost(reason), true) = (object.base, !matches!(kind, Kind::Array(..))) {
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
        Pointer::To(Pointed { object, unit, at, kind, before })
    }

    /// `&of`
    fn address(&mut self, of: &syntax::Expr<'a>, span: Span) -> Option<Pointer> {
        match &of.kind {
            Untyped::Deref(pointer) => return self.pointer(pointer),
            Untyped::Index(array, index) => {
                let pointer = self.pointer(array);
                let index = self.value(index);
                return Some(self.moved(pointer?, index?, span));
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
        let Lvalue { kind, mut object, offset, indices, before, .. } = place;
        if let (Base::Lost(reason), true) = (object.base, object.cells.is_none()) {
            return Some(Pointer::Uncertain(reason, before));
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
        Some(Pointer::To(Pointed { object, unit, at, kind, before }))
    }

    /// A pointer so many elements further on.
    pub(super) fn moved(&mut self, pointer: Pointer, by: Expr, span: Span) -> Pointer {
        match pointer {
            Pointer::To(Pointed { object, unit, at, kind, before }) => {
                let at = if at.constant().is_some_and(Int::is_zero) {
                    by
                } else if by.constant().is_some_and(Int::is_zero) {
                    at
                } else {
                    sum(span, vec![(Sign::Plus, at), (Sign::Plus, by)])
                };
                Pointer::To(Pointed { object, unit, at, kind, before })
            }
            Pointer::Null(mut before) | Pointer::Uncertain(_, mut before) if has_effect(&by) => {
                before.push(by);
                let diagnostic =
                    Diagnostic::error(Code::PointerUnsupported, span, "a sum with an uncertain pointer");
                Pointer::Uncertain(self.defer(diagnostic.help(UNCERTAIN)), before)
            }
            other => other,
        }
    }

    fn pointer_sum(
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

    /// `p++` and the like.
    fn pointer_step(
        &mut self,
        up: bool,
        prefix: bool,
        target: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Pointer> {
        let Some((name, found)) = self.pointer_variable(target) else {
            return self.no_pointer_variable(target);
        };
        let mut pointer = self.pointer_value(&found, name.text, span);
        let (Some(place), Pointer::To(Pointed { at, .. })) = (found.local, &mut pointer) else {
            return Some(pointer);
        };
        let by = if up { 1 } else { -1 };
        let ty = Type::Int(IntType::LONG);
        at.kind = if prefix {
            let one = number(span, Int::ONE, ty);
            let sign = if up { Sign::Plus } else { Sign::Minus };
            let new = sum(span, vec![(Sign::Plus, at.clone()), (sign, one)]);
            ExprKind::Assign(place, Box::new(new))
        } else {
            ExprKind::Post(place, by)
        };
        Some(pointer)
    }

    fn pointer_variable(&self, target: &syntax::Expr<'a>) -> Option<(Name<'a>, PointerVariable)> {
        let Untyped::Name(name) = &target.kind else { return None };
        match self.lookup(name.text)? {
            Entity::Pointer(found) => Some((*name, found.clone())),
            _ => None,
        }
    }

    fn no_pointer_variable(&mut self, target: &syntax::Expr<'a>) -> Option<Pointer> {
        // What it stands for is refused, or not followed.
        let place = self.lvalue(target)?;
        if let Base::Lost(reason) = place.object.base {
            return Some(Pointer::Uncertain(reason, place.before));
        }
        let help = "an array stays where it is; its elements are assigned";
        self.error(Code::NotAssignable, target.span, "this cannot be assigned", help);
        None
    }

    /// `p = q`, `p += n`; the value is the new pointer.
    pub(super) fn pointer_assignment(
        &mut self,
        operator: Option<Binary>,
        at: Span,
        target: &syntax::Expr<'a>,
        value: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Pointer> {
        let Some((name, found)) = self.pointer_variable(target) else {
            let mut pointer = self.no_pointer_variable(target)?;
            let value = self.expr(value, Use::Unused)?;
            pointer.effects().extend(Some(value).filter(has_effect));
            return Some(pointer);
        };
        let new = match operator {
            None => self.pointer(value)?,
            Some(Binary::Plus | Binary::Minus) => {
                let by = self.value(value)?;
                let by = if operator == Some(Binary::Plus) { by } else { operator::negative(span, by) };
                let old = self.pointer_value(&found, name.text, target.span);
                self.moved(old, by, span)
            }
            Some(_) => {
                self.error(
                    Code::PointerUnsupported,
                    at,
                    "this operator on a pointer",
                    "pointers have `+` and `-`",
                );
                return None;
            }
        };
        self.aim(name, found, new, span)
    }

    /// A pointer variable takes a value.
    pub(super) fn aim(
        &mut self,
        name: Name<'a>,
        mut found: PointerVariable,
        new: Pointer,
        span: Span,
    ) -> Option<Pointer> {
        let in_switch = matches!(self.body.enclosing.last(), Some(Enclosing::Switch { .. }));
        let is_straight = found.branch == self.body.branch
            && self.body.heads.is_empty()
            && self.body.gotos.is_empty()
            && !in_switch;
        let (aim, is_same) = match (&new, found.aim) {
            (Pointer::To(new), Aim::At(old)) if new.object == old && new.unit == found.unit => (
                found.aim,
                found.local.is_some()
                    || new.at.constant().is_some() && new.at.constant() == found.at.constant(),
            ),
            (Pointer::To(new), _) => (Aim::At(new.object), false),
            (Pointer::Null(_), Aim::Null) => (Aim::Null, true),
            (Pointer::Null(_), _) => (Aim::Null, false),
            (Pointer::Uncertain(reason, _), _) => (Aim::Uncertain(*reason), false),
        };
        if !is_same && !is_straight {
            let message = format!("which variable `{}` points to depends on what happens here", name.text);
            let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                .help(UNCERTAIN)
                .related(found.span, "declared here");
            self.sink.report(diagnostic);
            return None;
        }
        found.aim = aim;
        let Pointer::To(mut new) = new else {
            self.update(name, found);
            return Some(new);
        };
        if let Kind::Scalar(Type::Void) = found.kind {
            found.kind = new.kind.clone();
            found.unit = new.unit;
        } else if new.kind != found.kind && new.kind != Kind::Scalar(Type::Void) {
            let message = format!("`{}` points to values of another type", name.text);
            let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                .help("a pointer keeps the type of what it points to");
            found.aim = Aim::Uncertain(self.defer(diagnostic));
        }
        match found.local {
            Some(place) => {
                let ty = Type::Int(IntType::LONG);
                let value = Box::new(new.at);
                let assign = Expr { span, ty, kind: ExprKind::Assign(place, value) };
                new.before.push(assign);
                new.at = Expr { span, ty, kind: ExprKind::Var(place) };
            }
            None if self.is_stable(&new.at) => found.at = new.at.clone(),
            None => {
                let message = format!("the place of `{}` in its array is not followed here", name.text);
                let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message).help(UNCERTAIN);
                found.aim = Aim::Uncertain(self.defer(diagnostic));
            }
        }
        self.update(name, found);
        Some(Pointer::To(new))
    }

    fn update(&mut self, name: Name<'a>, found: PointerVariable) {
        for scope in self.scopes.iter_mut().rev() {
            if let Some(entity) = scope.get_mut(name.text) {
                *entity = Entity::Pointer(found);
                return;
            }
        }
    }

    /// Whether it is the same number whenever it is evaluated: a constant, or the place of a parameter that stays there.
    fn is_stable(&self, at: &Expr) -> bool {
        match &at.kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(Place::Local(local)) => {
                self.body.function.pointers.iter().any(|pointer| pointer.local == *local && !pointer.moves)
            }
            ExprKind::Sum(parts) => parts.iter().all(|part| self.is_stable(&part.1)),
            _ => false,
        }
    }

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

    /// Declares a pointer variable of a function, or of a fragment.
    pub(super) fn declare_pointer(
        &mut self,
        name: Name<'a>,
        kind: Kind,
        init: Option<&syntax::Expr<'a>>,
        span: Span,
    ) -> Option<Expr> {
        let value = match init {
            Some(init) => Some(self.pointer(init)),
            None => None,
        };
        if !self.is_new(name) {
            return None;
        }
        let is_open = matches!(&value, Some(Some(Pointer::To(new))) if !self.is_stable(&new.at));
        let local = (is_open || self.body.moving.contains(name.text))
            .then(|| self.body.local(name.text, name.span, Type::Int(IntType::LONG)));
        let variable = PointerVariable {
            aim: Aim::Unset,
            unit: unit(&kind),
            kind,
            at: number(name.span, Int::ZERO, Type::Int(IntType::LONG)),
            local,
            span: name.span,
            branch: self.body.branch,
        };
        self.enter(name, Entity::Pointer(variable.clone()));
        let new = self.aim(name, variable, value??, span)?;
        let mut parts = match new {
            Pointer::To(Pointed { before, .. }) | Pointer::Null(before) | Pointer::Uncertain(_, before) => {
                before
            }
        };
        parts.retain(has_effect);
        Some(after(parts, Expr { span, ty: Type::Void, kind: ExprKind::Void }))
    }
}

const UNCERTAIN: &str =
    "a pointer is followed where its target is certain: give it the address of one variable or array";

fn sum(span: Span, mut parts: Vec<(Sign, Expr)>) -> Expr {
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

/// The names of pointers whose places change: those that are stepped, added to, or assigned something other than the
/// address of a variable.
pub(super) fn moving<'a: 't, 't>(stmts: impl Iterator<Item = &'t Stmt<'a>>) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    stmts.for_each(|stmt| in_stmt(stmt, &mut names));
    names
}

fn in_stmt<'a>(stmt: &Stmt<'a>, names: &mut BTreeSet<&'a str>) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) | StmtKind::Case(expr, _) => in_expr(expr, names),
        StmtKind::Declaration(declaration) => {
            for (_, init) in &declaration.declarators {
                if let Some(syntax::Initializer::Expr(init)) = init {
                    in_expr(init, names);
                }
            }
        }
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| in_stmt(stmt, names)),
        StmtKind::If(arms, otherwise) => {
            for (cond, body) in arms {
                in_expr(cond, names);
                in_stmt(body, names);
            }
            otherwise.iter().for_each(|stmt| in_stmt(stmt, names));
        }
        StmtKind::While(cond, body) | StmtKind::Do(body, cond) | StmtKind::Switch(cond, body) => {
            in_expr(cond, names);
            in_stmt(body, names);
        }
        StmtKind::For { init, cond, step, body } => {
            init.iter().for_each(|stmt| in_stmt(stmt, names));
            cond.iter().chain(step).for_each(|expr| in_expr(expr, names));
            in_stmt(body, names);
        }
        _ => {}
    }
}

fn in_expr<'a>(expr: &syntax::Expr<'a>, names: &mut BTreeSet<&'a str>) {
    match &expr.kind {
        Untyped::Step { target, .. } => {
            if let Untyped::Name(name) = &target.kind {
                names.insert(name.text);
            }
            in_expr(target, names);
        }
        Untyped::Assign(operator, _, target, value) => {
            if let Untyped::Name(name) = &target.kind {
                let is_address = match &value.kind {
                    Untyped::Address(of) => !matches!(of.kind, Untyped::Index(..)),
                    Untyped::Name(_) | Untyped::Number(..) | Untyped::Call(..) | Untyped::Cast(..) => true,
                    _ => false,
                };
                if operator.is_some() || !is_address {
                    names.insert(name.text);
                }
            }
            in_expr(target, names);
            in_expr(value, names);
        }
        Untyped::Unary(_, inner)
        | Untyped::Member { of: inner, .. }
        | Untyped::Deref(inner)
        | Untyped::Address(inner)
        | Untyped::Cast(_, inner)
        | Untyped::SizeOf(inner) => in_expr(inner, names),
        Untyped::Index(of, index) => {
            in_expr(of, names);
            in_expr(index, names);
        }
        Untyped::Call(_, args) | Untyped::Comma(args) => args.iter().for_each(|arg| in_expr(arg, names)),
        Untyped::Chain(first, rest) => {
            in_expr(first, names);
            rest.iter().for_each(|part| in_expr(&part.2, names));
        }
        Untyped::Conditional(arms, last) => {
            for (cond, value) in arms {
                in_expr(cond, names);
                in_expr(value, names);
            }
            in_expr(last, names);
        }
        _ => {}
    }
}
