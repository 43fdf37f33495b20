//! Assignments: what can be assigned, `=` with or without an operator, `++` and `--`.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::call::after;
use super::entity::Entity;
use super::expr::number;
use super::operator;
use super::place::Lvalue;
use super::spot::{Spot, To};
use crate::ast::Sign;
use crate::c::ast::{Base, Expr, ExprKind, Gives};
use crate::c::syntax::{self, Binary, ExprKind as Untyped};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    /// Where an assignment puts a number.
    pub(super) fn target(&mut self, target: &syntax::Expr<'a>) -> Option<Spot> {
        if !matches!(target.kind, Untyped::Name(_) | Untyped::Error) && !Self::is_path(target) {
            let help = match target.kind {
                Untyped::Chain(..) => "`==` compares; `=` needs a variable on its left",
                _ => "on the left of an assignment stands a variable",
            };
            self.error(Code::NotAssignable, target.span, "this cannot be assigned", help);
            return None;
        }
        if let Untyped::Name(name) = &target.kind {
            match self.lookup(name.text) {
                Some(Entity::Constant(..)) => {
                    let message = format!("`{}` is a constant", name.text);
                    self.error(Code::NotAssignable, target.span, message, "only variables can be assigned");
                    return None;
                }
                Some(&Entity::Variable { is_const: true, span, .. }) => {
                    let message = format!("`{}` is const", name.text);
                    let diagnostic = Diagnostic::error(Code::NotAssignable, target.span, message)
                        .help("leave out `const`, or do not assign it")
                        .related(span, "declared here");
                    self.sink.report(diagnostic);
                    return None;
                }
                Some(Entity::Type(_) | Entity::Kind(_)) => return self.name(*name, target.span).and(None),
                _ => {}
            }
        }
        let place = self.lvalue(target)?;
        self.assignable(place, target.span)
    }

    /// The number that a pointer points to, to be assigned.
    pub(super) fn pointed(&mut self, target: &syntax::Expr<'a>) -> Option<Spot> {
        let pointer = self.pointer(target)?;
        let place = self.pointed_place(pointer, target, target.span)?;
        self.assignable(place, target.span)
    }

    fn assignable(&mut self, place: Lvalue, span: Span) -> Option<Spot> {
        match place.object.base {
            // Whatever it is that it changes there, it may be a variable that matters.
            Base::Lost(reason) if place.is_const => {
                self.report_deferred(reason);
                None
            }
            _ if place.is_const => {
                let message = format!("`{}` is const", place.name);
                let help = "leave out `const`, or do not assign it";
                self.error(Code::NotAssignable, span, message, help);
                None
            }
            _ => self.spot(place),
        }
    }

    pub(super) fn assignment(
        &mut self,
        operator: Option<Binary>,
        at: Span,
        target: &syntax::Expr<'a>,
        value: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Expr> {
        let found = self.target(target);
        let Some(operator) = operator else {
            // The right-hand side has its own mistakes, if any.
            let Some(spot) = found else {
                self.expr(value, Use::Value);
                return None;
            };
            let value = match &spot.to {
                To::Variable(place) => self.assigned(value, *place, spot.ty)?,
                To::Cell(_) => {
                    let wanted = if spot.ty == Type::Bool { Use::Truth } else { Use::Value };
                    let value = self.expr(value, wanted)?;
                    self.convert(value, spot.ty)
                }
                // Whatever its type is.
                To::Lost(..) => self.expr(value, Use::Unused)?,
            };
            return Some(self.write(spot, value, Gives::New, span));
        };
        let value = self.value(value);
        let (spot, value) = (found?, value?);
        let spot = self.repeatable(spot);
        let before = spot.before.clone();
        let spot = Spot { before: Vec::new(), ..spot };
        let old = self.read(spot.clone(), target.span);
        let new = self.binary(operator, at, old, value, span)?;
        let new = self.convert(new, spot.ty);
        Some(after(before, self.write(spot, new, Gives::New, span)))
    }

    /// `++` and `--`.
    pub(super) fn step(
        &mut self,
        by: i8,
        prefix: bool,
        target: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<Expr> {
        let spot = self.target(target)?;
        let ty = spot.ty;
        if let (false, To::Variable(place), true, true) =
            (prefix, &spot.to, spot.before.is_empty(), !self.is_exact() || ty == Type::Bool)
        {
            return Some(Expr { span, ty, kind: ExprKind::Post(*place, by, None) });
        }
        let spot = self.repeatable(spot);
        let before = spot.before.clone();
        let spot = Spot { before: Vec::new(), ..spot };
        let old = self.read(spot.clone(), target.span);
        let one = number(span, Int::ONE, Type::INT);
        let sign = if by > 0 { Sign::Plus } else { Sign::Minus };
        let new = match self.is_exact() {
            true => self.exact_sum(old, sign, one, span),
            false => operator::sum(span, vec![(Sign::Plus, old), (sign, one)]),
        };
        let new = self.convert(new, ty);
        let gives = if prefix { Gives::New } else { Gives::Old };
        let assigned = match (gives, &spot.to) {
            (Gives::Old, To::Variable(place)) => {
                let new = self.is_exact().then(|| Box::new(new));
                Expr { span, ty, kind: ExprKind::Post(*place, by, new) }
            }
            _ => self.write(spot, new, gives, span),
        };
        Some(after(before, assigned))
    }
}
