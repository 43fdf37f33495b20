//! The types of expressions, assignments apart, which are in `assign.rs`.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::call::after;
use super::entity::{Entity, Unsupported};
use super::kind::Kind;
use super::library::text_as_truth;
use super::operator;
use crate::ast::{Comparison, Sign};
use crate::c::ast::{Expr, ExprKind};
use crate::c::syntax::{self, Binary, ExprKind as Untyped, Name, Unary};
use crate::c::types::Type;
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
        if typed.is_none() {
            self.surely_reported(expr.span);
        }
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
        match self.kind_of(expr) {
            Some(Kind::Pointer(_) | Kind::Array(..)) => return self.pointer_as_value(expr, wanted),
            Some(Kind::Struct(_)) => return self.structure_as_value(expr, wanted),
            _ => {}
        }
        match &expr.kind {
            Untyped::Error => None,
            Untyped::Nothing => Some(Expr { span, ty: Type::Void, kind: ExprKind::Void }),
            Untyped::Number(value, int) => Some(number(span, value.clone(), Type::Int(*int))),
            Untyped::Float => {
                let diagnostic =
                    Diagnostic::error(Code::FloatUnsupported, span, "this is not a whole number")
                        .help("floating-point numbers are not supported; scale them to integers");
                Some(self.refuse(diagnostic, Vec::new()))
            }
            // In `x && "text"`.
            Untyped::String(_) if wanted == Use::Truth => Some(text_as_truth(span)),
            Untyped::String(_) => self.pointer_as_value(expr, wanted),
            // What becomes of its address is said where it is called.
            Untyped::Name(name) if wanted == Use::Unused && self.is_function(*name) => {
                Some(super::object::nothing(span))
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
            Untyped::Index(..) | Untyped::Member { .. } | Untyped::Deref(_) => {
                let place = self.lvalue(expr)?;
                let spot = self.spot(place)?;
                Some(self.read(spot, span))
            }
            Untyped::SizeOfType(name) => {
                let base = self.resolve(&name.specifiers).kind()?;
                let kind = self.kind(base, &name.declarator)?;
                self.size_of_kind(&kind, span)
            }
            Untyped::SizeOf(inner) => match (self.kind_of(inner), &inner.kind) {
                (_, Untyped::String(parts)) => self.size_of_text(parts, span),
                // There an array becomes a pointer.
                (Some(Kind::Array(of, _)), Untyped::Comma(_) | Untyped::Conditional(..)) => {
                    self.size_of_kind(&Kind::Pointer(of), span)
                }
                // Its branches are promoted, and meet in one type.
                (Some(Kind::Scalar(_)), Untyped::Conditional(..)) | (None, _) => self.size_of(inner, span),
                (Some(kind), _) => self.size_of_kind(&kind, span),
            },
            Untyped::Address(_) => self.pointer_as_value(expr, wanted),
        }
    }

    /// A structure whose value is not used, or as a number.
    fn structure_as_value(&mut self, expr: &syntax::Expr<'a>, wanted: Use) -> Option<Expr> {
        let span = expr.span;
        match &expr.kind {
            Untyped::Assign(None, _, target, value) if wanted == Use::Unused => {
                self.assign_structure(target, value, span)
            }
            Untyped::Call(name, args) if wanted == Use::Unused => {
                self.structure_call(*name, args, span).map(|(_, _, call)| call)
            }
            _ if wanted == Use::Unused => {
                let place = self.lvalue(expr)?;
                Some(after(place.before, super::object::nothing(span)))
            }
            _ => {
                let help = "its members have values; a structure is assigned, passed and returned as a whole";
                self.error(Code::AggregateUnsupported, span, "a structure as a number", help);
                None
            }
        }
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
        let typed = typed?;
        let kind = match self.floating(&typed) {
            Some(_) => Kind::Unsupported(Unsupported::Float),
            None => Kind::Scalar(typed.ty),
        };
        self.size_of_kind(&kind, span)
    }

    /// Whether an error about this has been reported already.
    pub(super) fn is_refused(&self, expr: &syntax::Expr<'a>) -> bool {
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

    pub(super) fn name(&mut self, name: Name<'a>, span: Span) -> Option<Expr> {
        match self.lookup(name.text) {
            Some(Entity::Constant(value, ty)) => Some(number(span, value.clone(), *ty)),
            Some(&Entity::Variable { place, ty, .. }) => Some(Expr { span, ty, kind: ExprKind::Var(place) }),
            Some(Entity::Refused) => None,
            Some(&Entity::Unusable(reason)) => Some(self.unknown(span, reason, Vec::new())),
            // Seen before, as no number.
            Some(Entity::Object { .. } | Entity::Pointer(_)) => None,
            Some(Entity::Type(_) | Entity::Kind(_)) => {
                let message = format!("`{}` is a type", name.text);
                self.error(Code::UnexpectedToken, name.span, message, "a type has no value");
                None
            }
            None if self.functions.contains_key(name.text) => {
                let message = format!("the function `{}` without its arguments", name.text);
                let help = format!("call it: `{}(...)`; pointers to functions are not supported", name.text);
                self.error(Code::FeatureUnsupported, name.span, message, help);
                None
            }
            None => {
                let place = self.undeclared(name)?;
                Some(Expr { span, ty: Type::INT, kind: ExprKind::Var(place) })
            }
        }
    }

    fn is_function(&self, name: Name<'a>) -> bool {
        self.lookup(name.text).is_none() && self.functions.contains_key(name.text)
    }

    fn unary(&mut self, unary: Unary, inner: &syntax::Expr<'a>, span: Span) -> Option<Expr> {
        if unary == Unary::Not {
            let inner = self.truth(inner)?;
            return Some(operator::not(span, inner));
        }
        let inner = self.value(inner)?;
        Some(match unary {
            Unary::Plus => Expr { span, ty: Type::Int(inner.ty.operand()), ..inner },
            Unary::Minus if self.is_exact() => self.exact_negative(inner, span),
            Unary::Minus => operator::negative(span, inner),
            _ if self.is_exact() => self.exact_complement(inner, span),
            _ => {
                // ~x is -1 - x, whatever the width.
                let minus_one = number(span, Int::MINUS_ONE, Type::INT);
                operator::sum(span, vec![(Sign::Plus, minus_one), (Sign::Minus, inner)])
            }
        })
    }

    /// Reports an error unless the same one has been reported.
    pub(super) fn report_once(&mut self, diagnostic: Diagnostic) {
        if !self.sink.has_error_at(diagnostic.span) {
            self.sink.report(diagnostic);
        }
    }

    /// Reports what has been deferred, since it matters whatever the verdict depends on.
    pub(super) fn report_deferred(&mut self, reason: u32) {
        let diagnostic = self.deferred.get(reason as usize).cloned();
        diagnostic.into_iter().for_each(|diagnostic| self.report_once(diagnostic));
    }

    /// Types an expression that is evaluated only in some executions, or a different number of times than its
    /// surroundings.
    pub(super) fn in_branch<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.body.branches += 1;
        let outside = std::mem::replace(&mut self.body.branch, self.body.branches);
        let result = read(self);
        self.body.branch = outside;
        result
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
                let parts: Vec<Option<Expr>> =
                    parts.map(|part| self.in_branch(|typing| typing.truth(part))).collect();
                let parts: Option<Vec<Expr>> = parts.into_iter().collect();
                Some(operator::connective(span, operator == Binary::And, parts?))
            }
            Binary::Minus if rest.len() == 1 && self.is_pointer(first) && self.is_pointer(&rest[0].2) => {
                self.pointers(Binary::Minus, first, &rest[0].2, span)
            }
            Binary::Compare(_)
                if rest.len() == 1 && (self.is_pointer(first) || self.is_pointer(&rest[0].2)) =>
            {
                self.pointers(operator, first, &rest[0].2, span)
            }
            Binary::Plus | Binary::Minus if self.is_exact() => {
                let mut left = self.value(first);
                for (operator, _, part) in rest {
                    let sign = if *operator == Binary::Plus { Sign::Plus } else { Sign::Minus };
                    let right = self.value(part);
                    left = match (left, right) {
                        (Some(left), Some(right)) => {
                            let span = left.span.to(part.span);
                            Some(self.exact_sum(left, sign, right, span))
                        }
                        _ => None,
                    };
                }
                Some(Expr { span, ..left? })
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
            let cond = self.in_branch(|typing| typing.truth(cond));
            typed.push((cond, self.in_branch(|typing| typing.expr(value, wanted))));
        }
        let last = self.in_branch(|typing| typing.expr(last, wanted));
        let typed: Option<Vec<(Expr, Expr)>> =
            typed.into_iter().map(|(cond, value)| Some((cond?, value?))).collect();
        let (mut typed, mut last) = (typed?, last?);
        let exact = (wanted == Use::Value && self.is_exact()).then(|| self.exact_arms(&mut typed, &mut last));
        // Constant conditions decide here.
        while let Some(holds) = typed.first().and_then(|arm| arm.0.constant()).map(|value| !value.is_zero()) {
            let (_, value) = typed.remove(0);
            if holds {
                return Some(Expr { span, ty: exact.unwrap_or(value.ty), ..value });
            }
        }
        if typed.is_empty() {
            return Some(Expr { span, ty: exact.unwrap_or(last.ty), ..last });
        }
        let types = typed.iter().map(|arm| arm.1.ty).chain([last.ty]);
        let ty = if wanted == Use::Unused {
            Type::Void
        } else if let Some(ty) = exact {
            ty
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
        let base = self.resolve(&name.specifiers).kind()?;
        let kind = self.kind(base, &name.declarator)?;
        let ty = match kind {
            Kind::Scalar(ty) => ty,
            kind => {
                let what = kind.refused();
                let at = name.specifiers.span.to(name.declarator.span);
                let inner = self.expr(inner, Use::Unused)?;
                let diagnostic = what.error(at, "the type of this conversion");
                return Some(self.refuse(diagnostic, vec![inner]));
            }
        };
        match ty {
            Type::Void => {
                let inner = self.expr(inner, Use::Unused)?;
                let kind = if operator::has_effect(&inner) { inner.kind } else { ExprKind::Void };
                Some(Expr { span, ty: Type::Void, kind })
            }
            Type::Bool => {
                let inner = self.truth(inner)?;
                let inner = self.convert(inner, Type::Bool);
                Some(Expr { span, ..inner })
            }
            Type::Int(int) if self.is_exact() => {
                let inner = self.value(inner)?;
                let inner = self.as_int(inner, int);
                Some(Expr { span, ty: Type::Int(int), ..inner })
            }
            // DIVERGENCE: integers are mathematical, so a conversion to an integer type keeps the value.
            ty => {
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
