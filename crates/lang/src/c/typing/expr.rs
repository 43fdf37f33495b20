//! The types of expressions.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Unsupported};
use super::library::text_as_truth;
use super::operator;
use crate::ast::{Comparison, Sign};
use crate::c::ast::{Expr, ExprKind, Place};
use crate::c::syntax::{self, Binary, ExprKind as Untyped, Name, Unary};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    /// An expression as a number.
    pub(super) fn value(&mut self, expr: &syntax::Expr<'a>) -> Option<Expr> {
        self.expr(expr, Use::Value)
    }

    /// An expression as a condition: only whether it is zero matters.
    pub(super) fn truth(&mut self, expr: &syntax::Expr<'a>) -> Option<Expr> {
        self.expr(expr, Use::Truth)
    }

    /// None if something in it is refused, which has been reported.
    pub(super) fn expr(&mut self, expr: &syntax::Expr<'a>, wanted: Use) -> Option<Expr> {
        self.body.depth += 1;
        let typed = self.expr_inside(expr, wanted);
        self.body.depth -= 1;
        let typed = typed?;
        if typed.ty == Type::Void && wanted != Use::Unused {
            let help = "only functions that return something have a value";
            self.error(Code::TypeMismatch, typed.span, "this has no value", help);
            return None;
        }
        Some(typed)
    }

    fn expr_inside(&mut self, expr: &syntax::Expr<'a>, wanted: Use) -> Option<Expr> {
        let span = expr.span;
        match &expr.kind {
            Untyped::Error => None,
            Untyped::Number(value, int) => Some(number(span, value.clone(), Type::Int(*int))),
            Untyped::Float => {
                let help = "floating-point numbers are not supported; scale them to integers";
                self.error(Code::FloatUnsupported, span, "this is not a whole number", help);
                None
            }
            // In `x && "text"`.
            Untyped::String(_) if wanted == Use::Truth => Some(text_as_truth(span)),
            Untyped::String(_) => {
                self.error(
                    Code::StringUnsupported,
                    span,
                    "a string as a value",
                    "strings are not supported, except as messages of `assert` and `printf`",
                );
                None
            }
            Untyped::Name(name) => self.name(*name, span),
            Untyped::Choice => Some(self.body.choice(span, Type::INT, None, wanted)),
            Untyped::Call(name, args) => self.call(*name, args, span, wanted),
            Untyped::Unary(unary, inner) => self.unary(*unary, inner, span),
            Untyped::Step { up, prefix, target } => {
                let prefix = *prefix || wanted == Use::Unused;
                self.step(if *up { 1 } else { -1 }, prefix, target, span)
            }
            Untyped::Chain(first, rest) => self.chain(first, rest, span),
            Untyped::Conditional(arms, last) => self.conditional(arms, last, span, wanted),
            Untyped::Assign(operator, place, target, value) => {
                self.assignment(*operator, *place, target, value, span)
            }
            Untyped::Comma(parts) => self.comma(parts, span, wanted),
            Untyped::Cast(name, inner) => self.cast(name, inner, span, wanted),
            Untyped::Index(inner, _) => self.no_place(Unsupported::Array, inner, span),
            Untyped::Member { of: inner, .. } => self.no_place(Unsupported::Aggregate, inner, span),
            Untyped::Deref(inner) => self.no_place(Unsupported::Pointer, inner, span),
            Untyped::SizeOfType(name) => {
                let declared = self.resolve(&name.specifiers);
                match super::declare::with_shape(declared, &name.declarator.shape) {
                    super::declare::Declared::Type(ty) => Some(self.size(ty, span)),
                    super::declare::Declared::Unsupported(what, _) => {
                        self.sink.report(what.error(span, "the operand of `sizeof`"));
                        None
                    }
                    super::declare::Declared::Refused => None,
                }
            }
            Untyped::SizeOf(inner) => self.size_of(inner, span),
            Untyped::Address(inner) => {
                if !self.is_refused(inner) {
                    let help =
                        "pointers are not supported; a function can return a value, or set a global variable";
                    self.error(Code::PointerUnsupported, span, "an address", help);
                }
                None
            }
        }
    }

    fn size(&self, ty: Type, span: Span) -> Expr {
        let bytes = match ty {
            Type::Int(int) => i64::from(int.bits / 8),
            Type::Bool | Type::Void => 1,
        };
        number(span, Int::from(bytes), Type::Int(IntType::UNSIGNED_LONG))
    }

    /// The size of what an expression would give, which is not evaluated.
    fn size_of(&mut self, inner: &syntax::Expr<'a>, span: Span) -> Option<Expr> {
        let function = &self.body.function;
        let (nondets, calls) = (function.nondets.len(), function.calls.len());
        let (sites, asserts, loose) = (function.sites.len(), self.asserts.len(), self.body.loose.len());
        let typed = self.value(inner);
        let function = &mut self.body.function;
        function.nondets.truncate(nondets);
        function.calls.truncate(calls);
        function.sites.truncate(sites);
        self.asserts.truncate(asserts);
        self.body.loose.truncate(loose);
        Some(self.size(typed?.ty, span))
    }

    /// An element, a member or what a pointer points to: refused, once for each variable.
    fn no_place(&mut self, what: Unsupported, inner: &syntax::Expr<'a>, span: Span) -> Option<Expr> {
        if !self.is_refused(inner) {
            let message = match what {
                Unsupported::Array => "an element of an array",
                Unsupported::Aggregate => "a member of a structure",
                _ => "what a pointer points to",
            };
            self.error(what.code(), span, message, what.help());
        }
        None
    }

    /// Whether an error about this has been reported already.
    fn is_refused(&self, expr: &syntax::Expr<'a>) -> bool {
        match &expr.kind {
            Untyped::Name(name) => matches!(self.lookup(name.text), Some(Entity::Refused)),
            Untyped::Index(inner, _)
            | Untyped::Member { of: inner, .. }
            | Untyped::Deref(inner)
            | Untyped::Address(inner)
            | Untyped::Cast(_, inner)
            | Untyped::Step { target: inner, .. } => self.is_refused(inner),
            Untyped::Chain(first, rest) => {
                self.is_refused(first) || rest.iter().any(|part| self.is_refused(&part.2))
            }
            Untyped::Error => true,
            _ => false,
        }
    }

    fn name(&mut self, name: Name<'a>, span: Span) -> Option<Expr> {
        match self.lookup(name.text) {
            Some(Entity::Constant(value, ty)) => Some(number(span, value.clone(), *ty)),
            Some(&Entity::Variable { place, ty, .. }) => Some(Expr { span, ty, kind: ExprKind::Var(place) }),
            Some(Entity::Refused) => None,
            Some(&Entity::Unusable(what)) => {
                self.sink.report(what.error(name.span, &format!("`{}`", name.text)));
                self.scopes[1].insert(name.text, Entity::Refused);
                None
            }
            Some(Entity::Type(_)) => {
                let message = format!("`{}` is a type", name.text);
                self.error(Code::UnexpectedToken, name.span, message, "a type has no value");
                None
            }
            None if self.functions.contains_key(name.text) => {
                let message = format!("the function `{}` without its arguments", name.text);
                self.error(
                    Code::FeatureUnsupported,
                    name.span,
                    message,
                    format!("call it: `{}(...)`", name.text),
                );
                None
            }
            None => {
                let place = self.undeclared(name)?;
                Some(Expr { span, ty: Type::INT, kind: ExprKind::Var(place) })
            }
        }
    }

    fn unary(&mut self, unary: Unary, inner: &syntax::Expr<'a>, span: Span) -> Option<Expr> {
        if unary == Unary::Not {
            let inner = self.truth(inner)?;
            return Some(operator::not(span, inner));
        }
        let inner = self.value(inner)?;
        Some(match unary {
            Unary::Plus => Expr { span, ty: Type::Int(inner.ty.operand()), ..inner },
            Unary::Minus => operator::negative(span, inner),
            _ => {
                // ~x is -1 - x, whatever the width.
                let minus_one = number(span, Int::MINUS_ONE, Type::INT);
                operator::sum(span, vec![(Sign::Plus, minus_one), (Sign::Minus, inner)])
            }
        })
    }

    /// The variable that an assignment sets.
    pub(super) fn target(&mut self, target: &syntax::Expr<'a>) -> Option<(Place, Type)> {
        let Untyped::Name(name) = &target.kind else {
            let is_other = !matches!(
                target.kind,
                Untyped::Index(..) | Untyped::Member { .. } | Untyped::Deref(_) | Untyped::Error
            );
            if is_other {
                let help = match target.kind {
                    Untyped::Chain(..) => "`==` compares; `=` needs a variable on its left",
                    _ => "on the left of an assignment stands a variable",
                };
                self.error(Code::NotAssignable, target.span, "this cannot be assigned", help);
            } else {
                self.value(target);
            }
            return None;
        };
        match self.lookup(name.text) {
            Some(&Entity::Variable { place, ty, is_const: false, .. }) => Some((place, ty)),
            Some(&Entity::Variable { span, .. }) => {
                let message = format!("`{}` is const", name.text);
                let diagnostic = Diagnostic::error(Code::NotAssignable, target.span, message)
                    .help("leave out `const`, or do not assign it")
                    .related(span, "declared here");
                self.sink.report(diagnostic);
                None
            }
            Some(Entity::Constant(..)) => {
                let message = format!("`{}` is a constant", name.text);
                self.error(Code::NotAssignable, target.span, message, "only variables can be assigned");
                None
            }
            _ => match self.name(*name, target.span)?.kind {
                ExprKind::Var(place) => Some((place, Type::INT)),
                _ => None,
            },
        }
    }

    fn assignment(
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
            let Some((place, ty)) = found else {
                self.expr(value, Use::Value);
                return None;
            };
            let value = self.assigned(value, place, ty)?;
            return Some(Expr { span, ty, kind: ExprKind::Assign(place, Box::new(value)) });
        };
        let value = self.value(value);
        let ((place, ty), value) = (found?, value?);
        let old = Expr { span: target.span, ty, kind: ExprKind::Var(place) };
        let new = self.binary(operator, at, old, value, span)?;
        let new = self.convert(new, ty);
        Some(Expr { span, ty, kind: ExprKind::Assign(place, Box::new(new)) })
    }

    /// `++` and `--`.
    fn step(&mut self, by: i8, prefix: bool, target: &syntax::Expr<'a>, span: Span) -> Option<Expr> {
        let (place, ty) = self.target(target)?;
        if !prefix {
            return Some(Expr { span, ty, kind: ExprKind::Post(place, by) });
        }
        let old = Expr { span: target.span, ty, kind: ExprKind::Var(place) };
        let one = number(span, Int::ONE, Type::INT);
        let sign = if by > 0 { Sign::Plus } else { Sign::Minus };
        let new = operator::sum(span, vec![(Sign::Plus, old), (sign, one)]);
        let new = self.convert(new, ty);
        Some(Expr { span, ty, kind: ExprKind::Assign(place, Box::new(new)) })
    }

    fn chain(
        &mut self,
        first: &syntax::Expr<'a>,
        rest: &[(Binary, Span, syntax::Expr<'a>)],
        span: Span,
    ) -> Option<Expr> {
        let operator = rest.first().map_or(Binary::And, |part| part.0);
        match operator {
            Binary::And | Binary::Or => {
                let parts = std::iter::once(first).chain(rest.iter().map(|part| &part.2));
                let parts: Vec<Option<Expr>> = parts.map(|part| self.truth(part)).collect();
                let parts: Option<Vec<Expr>> = parts.into_iter().collect();
                Some(operator::connective(span, operator == Binary::And, parts?))
            }
            Binary::Plus | Binary::Minus => {
                let mut parts = vec![self.value(first).map(|first| (Sign::Plus, first))];
                for (operator, _, part) in rest {
                    let sign = if *operator == Binary::Plus { Sign::Plus } else { Sign::Minus };
                    parts.push(self.value(part).map(|part| (sign, part)));
                }
                let parts: Option<Vec<(Sign, Expr)>> = parts.into_iter().collect();
                let sum = operator::sum(span, parts?);
                self.bounded(sum)
            }
            _ => {
                let mut left = self.value(first);
                let mut before = first;
                for (operator, at, part) in rest {
                    self.warn_of_chain(first, before, *operator, part);
                    before = part;
                    let right = self.value(part);
                    left = match (left, right) {
                        (Some(left), Some(right)) => {
                            let span = left.span.to(part.span);
                            self.binary(*operator, *at, left, right, span)
                        }
                        _ => None,
                    };
                }
                left
            }
        }
    }

    /// `a < b < c` is C, but hardly what is meant.
    fn warn_of_chain(
        &mut self,
        first: &syntax::Expr<'a>,
        before: &syntax::Expr<'a>,
        operator: Binary,
        part: &syntax::Expr<'a>,
    ) {
        let is_order = |operator: Binary| matches!(operator, Binary::Compare(c) if c != Comparison::Equal && c != Comparison::NotEqual);
        if !is_order(operator) || std::ptr::eq(before, first) {
            return;
        }
        let span = first.span.to(part.span);
        let diagnostic = Diagnostic::warning(
            Code::ChainedComparison,
            span,
            "what stands before the second comparison is 0 or 1 here",
        );
        self.sink.report(diagnostic.help("write `a < b && b < c` to compare both"));
    }

    fn conditional(
        &mut self,
        arms: &[(syntax::Expr<'a>, syntax::Expr<'a>)],
        last: &syntax::Expr<'a>,
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        let mut typed = Vec::new();
        for (cond, value) in arms {
            typed.push((self.truth(cond), self.expr(value, wanted)));
        }
        let last = self.expr(last, wanted);
        let typed: Option<Vec<(Expr, Expr)>> =
            typed.into_iter().map(|(cond, value)| Some((cond?, value?))).collect();
        let (mut typed, last) = (typed?, last?);
        // Constant conditions decide here.
        while let Some(holds) = typed.first().and_then(|arm| arm.0.constant()).map(|value| !value.is_zero()) {
            let (_, value) = typed.remove(0);
            if holds {
                return Some(Expr { span, ..value });
            }
        }
        if typed.is_empty() {
            return Some(Expr { span, ..last });
        }
        let types = typed.iter().map(|arm| arm.1.ty).chain([last.ty]);
        let ty = if wanted == Use::Unused {
            Type::Void
        } else if types.clone().all(|ty| ty == Type::Bool) {
            Type::Bool
        } else {
            types.map(Type::operand).reduce(|a, b| a.meet(b)).map_or(Type::INT, Type::Int)
        };
        Some(Expr { span, ty, kind: ExprKind::Conditional(typed, Box::new(last)) })
    }

    fn comma(&mut self, parts: &[syntax::Expr<'a>], span: Span, wanted: Use) -> Option<Expr> {
        let (last, others) = parts.split_last()?;
        let others: Vec<Option<Expr>> = others.iter().map(|part| self.expr(part, Use::Unused)).collect();
        let last = self.expr(last, wanted);
        let others: Option<Vec<Expr>> = others.into_iter().collect();
        let (mut parts, last) = (others?, last?);
        parts.retain(operator::has_effect);
        if parts.is_empty() {
            return Some(Expr { span, ..last });
        }
        let ty = last.ty;
        parts.push(last);
        Some(Expr { span, ty, kind: ExprKind::Comma(parts) })
    }

    fn cast(
        &mut self,
        name: &syntax::TypeName<'a>,
        inner: &syntax::Expr<'a>,
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        use super::declare::Declared;
        let declared = self.resolve(&name.specifiers);
        let declared = super::declare::with_shape(declared, &name.declarator.shape);
        match declared {
            Declared::Refused => None,
            Declared::Unsupported(what, _) => {
                let at = name.specifiers.span.to(name.declarator.span);
                self.sink.report(what.error(at, "the type of this conversion"));
                None
            }
            Declared::Type(Type::Void) => {
                let inner = self.expr(inner, Use::Unused)?;
                let kind = if operator::has_effect(&inner) { inner.kind } else { ExprKind::Void };
                Some(Expr { span, ty: Type::Void, kind })
            }
            Declared::Type(Type::Bool) => {
                let inner = self.truth(inner)?;
                let inner = self.convert(inner, Type::Bool);
                Some(Expr { span, ..inner })
            }
            // DIVERGENCE: integers are mathematical, so a conversion to an integer type keeps the value.
            Declared::Type(ty) => {
                let inner = self.expr(inner, if wanted == Use::Truth { Use::Truth } else { Use::Value })?;
                let keeps_type = inner.ty == Type::Bool;
                Some(Expr { span, ty: if keeps_type { inner.ty } else { ty }, ..inner })
            }
        }
    }
}

/// A number as an expression.
pub(super) fn number(span: Span, value: Int, ty: Type) -> Expr {
    Expr { span, ty, kind: ExprKind::Const(value) }
}
