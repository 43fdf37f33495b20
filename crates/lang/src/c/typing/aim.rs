//! Pointer variables: what they are declared with and assigned, and how they move.

use logic::Int;

use super::Typing;
use super::body::{Enclosing, Use};
use super::call::after;
use super::entity::Entity;
use super::expr::number;
use super::kind::Kind;
use super::operator::{self, has_effect};
use super::pointer::{Aim, Pointed, Pointer, PointerVariable, Seen, UNCERTAIN, sum, unit};
use super::recast::{VOID, retype};
use crate::ast::Sign;
use crate::c::ast::{Base, Expr, ExprKind, Place};
use crate::c::syntax::{self, Binary, ExprKind as Untyped, Name};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    /// `p++` and the like.
    pub(super) fn pointer_step(
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
        if let (Pointer::Null(_), _) | (Pointer::To(_), None) = (&pointer, found.local) {
            self.error(Code::PointerUnsupported, span, "a step of this pointer is not followed", UNCERTAIN);
            return None;
        }
        if let Pointer::To(Pointed { seen: Seen::Void, .. }) = &pointer {
            let one = number(span, Int::ONE, Type::INT);
            if let Pointer::Uncertain(reason, _) = self.moved(pointer, one, span) {
                self.report_deferred(reason);
            }
            return None;
        }
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
            ExprKind::Post(place, by, None)
        };
        self.stepped(&mut pointer, place, up, target);
        Some(pointer)
    }

    fn pointer_variable(&self, target: &syntax::Expr<'a>) -> Option<(Name<'a>, PointerVariable)> {
        let Untyped::Name(name) = &target.direct().kind else { return None };
        match self.lookup(name.text)? {
            Entity::Pointer(found) => Some((*name, found.clone())),
            _ => None,
        }
    }

    fn no_pointer_variable(&mut self, target: &syntax::Expr<'a>) -> Option<Pointer> {
        // What it stands for is refused, or not followed.
        let place = self.lvalue(target)?;
        if let Base::Lost(reason) = place.object.base {
            if place.is_const {
                // Whichever pointer it is that changes there, it may be one that is followed.
                self.report_deferred(reason);
                return None;
            }
            // Which of the pointers is stored there is not followed; that there is one is.
            let spot = self.spot(place)?;
            let stored = self.read(spot, target.span);
            return Some(Pointer::Uncertain(reason, Some(stored).filter(has_effect).into_iter().collect()));
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
            None => self.pointer_to(&found.wanted(), name, value)?,
            Some(Binary::Plus | Binary::Minus) => {
                let by = self.value(value)?;
                let by = if operator == Some(Binary::Plus) { by } else { operator::negative(span, by) };
                let old = self.pointer_value(&found, name.text, target.span);
                let mut new = self.moved(old, by, span);
                self.stays(&mut new, target);
                new
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
        // Past a label, control may come from elsewhere.
        let in_switch = matches!(self.body.enclosing.last(), Some(Enclosing::Switch { .. }))
            && found.labels != self.body.function.labels.len();
        let is_straight = found.branch == self.body.branch
            && self.body.heads.is_empty()
            && self.body.gotos.is_empty()
            && !in_switch;
        let (aim, is_same) = match (&new, found.aim) {
            (Pointer::To(new), Aim::At(old))
                if new.object == old
                    && new.unit == found.unit
                    && (!found.is_void || new.kind == found.kind) =>
            {
                let is_same_element = new.at.constant().is_some() && new.at.constant() == found.at.constant();
                (found.aim, found.local.is_some() || is_same_element)
            }
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
        if found.is_void {
            found.kind = new.kind.clone();
            found.unit = new.unit;
        } else if new.kind == VOID {
            retype(&mut new, &found.kind);
            found.aim = Aim::At(new.object);
        } else if new.kind != found.kind || matches!(new.seen, Seen::Other(_)) {
            let message = format!("`{}` points to values of another type", name.text);
            let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                .help("a pointer keeps the type of what it points to");
            let reason = self.defer(diagnostic);
            found.aim = Aim::Uncertain(reason);
            self.update(name, found);
            new.before.extend(Some(new.at).filter(has_effect));
            return Some(Pointer::Uncertain(reason, new.before));
        }
        new.seen = if found.is_void { Seen::Void } else { Seen::Own };
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

    /// Whether an expression has the same value whenever it is evaluated: a constant, or the position of a parameter
    /// that does not move.
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

    /// Declares a pointer variable of a function, or of a fragment.
    pub(super) fn declare_pointer(
        &mut self,
        name: Name<'a>,
        kind: Kind,
        init: Option<&syntax::Expr<'a>>,
        span: Span,
    ) -> Option<Expr> {
        let is_new = self.is_new(name);
        let mut variable = PointerVariable {
            aim: Aim::Unset,
            unit: unit(&kind),
            is_void: kind == VOID,
            kind,
            at: number(name.span, Int::ZERO, Type::Int(IntType::LONG)),
            local: None,
            span: name.span,
            branch: self.body.branch,
            labels: self.body.function.labels.len(),
        };
        // The initial value may ask for the size of what the pointer points to.
        if is_new {
            self.enter(name, Entity::Pointer(variable.clone()));
        }
        let value = init.map(|init| self.pointer_to(&variable.wanted(), name, init));
        if !is_new {
            return None;
        }
        let is_open = matches!(&value, Some(Some(Pointer::To(new))) if !self.is_stable(&new.at));
        variable.local = (is_open || self.body.moving.contains(name.text))
            .then(|| self.body.local(name.text, name.span, Type::Int(IntType::LONG)));
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
