//! Functions with a fixed meaning: checks, inputs, outputs and small arithmetic of the standard library and of the families
//! of benchmarks.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::call::after;
use super::operator::{self, has_effect};
use crate::c::ast::{Bounds, Expr, ExprKind};
use crate::c::builtin::Builtin;
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        let void = |kind| Expr { span, ty: Type::Void, kind };
        match builtin {
            Builtin::Assert | Builtin::Assume => self.check(builtin, name, args, span),
            Builtin::Fail => {
                let id = self.assertion(span);
                let args = self.loose_args(args, span);
                Some(after(args, void(ExprKind::Fail(id))))
            }
            Builtin::Stop => {
                let args = self.loose_args(args, span);
                Some(after(args, void(ExprKind::Stop)))
            }
            Builtin::Ignore => {
                if let ("free", [arg]) = (name.text, args) {
                    self.free(name, arg);
                }
                // What is pointed to is not changed.
                let changes = |arg: &&syntax::Expr<'a>| !matches!(&arg.kind, Untyped::Address(x) if matches!(x.kind, Untyped::Name(_)));
                let args: Vec<&syntax::Expr<'a>> = args.iter().filter(changes).collect();
                let args = self.loose(&args, span);
                // What `printf` returns is nobody's business.
                let last = match wanted {
                    Use::Unused => void(ExprKind::Void),
                    _ if self.functions.get(name.text).is_some_and(|f| f.result == Ok(Type::Void)) => {
                        void(ExprKind::Void)
                    }
                    _ => self.body.choice(span, Type::INT, None, wanted),
                };
                Some(after(args, last))
            }
            Builtin::Choose(ty) | Builtin::Any(ty) => {
                let args = self.loose_args(args, span);
                let last = self.body.choice(span, ty, None, wanted);
                Some(after(args, last))
            }
            Builtin::Input(int, low, high) => {
                let args = self.loose_args(args, span);
                let within = Bounds { low: Some(Int::from(low)), high: Some(Int::from(high)) };
                let last = self.body.choice(span, Type::Int(int), Some(within), wanted);
                Some(after(args, last))
            }
            Builtin::Scan(before) => self.scan(before, name, args, span, wanted),
            Builtin::Symbolic => self.symbolic(name, args, span),
            Builtin::Absolute(int) => {
                let [arg] = args else { return self.wrong_count(name, "one value", "x", args, span) };
                let arg = self.value(arg)?;
                let arg = self.convert(arg, Type::Int(int));
                let kind = match arg.constant() {
                    Some(value) => ExprKind::Const(value.abs()),
                    None => ExprKind::Abs(Box::new(arg)),
                };
                let value = Expr { span, ty: Type::Int(int), kind };
                Some(if self.is_exact() { self.result(value, int) } else { value })
            }
            Builtin::Same(int) => {
                let Some((first, others)) = args.split_first() else {
                    return self.wrong_count(name, "a value", "x, 1", args, span);
                };
                let value = self.expr(first, wanted)?;
                let value = match int {
                    Some(int) if wanted == Use::Value => self.convert(value, Type::Int(int)),
                    _ => value,
                };
                let mut others = self.loose_args(others, span);
                others.retain(has_effect);
                if others.is_empty() {
                    return Some(Expr { span, ..value });
                }
                let message = format!("`{}` with an effect in another argument", name.text);
                self.error(
                    Code::FeatureUnsupported,
                    span,
                    message,
                    "write the effect as a statement of its own",
                );
                None
            }
            Builtin::Unsupported => {
                let args = self.loose_args(args, span);
                let diagnostic = match self.functions.get(name.text).map(|signature| signature.result) {
                    Some(Err(what)) => what.error(span, &format!("the result of `{}`", name.text)),
                    _ => {
                        let message = format!("`{}` has no integer value", name.text);
                        Diagnostic::error(Code::FeatureUnsupported, span, message)
                            .help("only integer types are supported")
                    }
                };
                Some(self.refuse(diagnostic, args))
            }
        }
    }

    /// An assertion or an assumption: one condition, and perhaps texts before and behind it.
    fn check(
        &mut self,
        builtin: Builtin,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
    ) -> Option<Expr> {
        let conds: Vec<&syntax::Expr<'a>> = args.iter().filter(|arg| !self.is_idle(arg)).collect();
        // `assert("text")` has no other condition.
        let Some(cond) = conds.first().copied().or(args.first()) else {
            let message = format!("`{}` without a condition", name.text);
            self.error(Code::WrongArguments, span, message, format!("write `{}(x > 0)`", name.text));
            return None;
        };
        if let Some(extra) = conds.get(1) {
            let message = format!("`{}` takes one condition", name.text);
            self.error(Code::WrongArguments, extra.span, message, "connect conditions with `&&`");
            return None;
        }
        if builtin == Builtin::Assume {
            let cond = self.condition(cond)?;
            return Some(Expr { span, ty: Type::Void, kind: ExprKind::Assume(Box::new(cond)) });
        }
        // In source order, whatever is asserted inside.
        let id = self.assertion(span);
        let cond = self.condition(cond)?;
        Some(Expr { span, ty: Type::Void, kind: ExprKind::Assert(id, Box::new(cond)) })
    }

    /// The variable behind `&` gets any value of its type.
    fn symbolic(&mut self, name: Name<'a>, args: &[syntax::Expr<'a>], span: Span) -> Option<Expr> {
        let Some(syntax::Expr { kind: Untyped::Address(target), span: at, .. }) = args.first() else {
            return self.wrong_count(name, "the address of a variable", "&x, sizeof x, \"x\"", args, span);
        };
        let spot = self.target(target)?;
        let mut assigned = self.received(*at, spot, None);
        assigned.ty = Type::Void;
        Some(Expr { span, ..assigned })
    }

    fn wrong_count(
        &mut self,
        name: Name<'a>,
        wanted: &str,
        example: &str,
        args: &[syntax::Expr<'a>],
        span: Span,
    ) -> Option<Expr> {
        self.loose_args(args, span);
        let message = format!("`{}` takes {wanted}", name.text);
        let diagnostic = Diagnostic::error(Code::WrongArguments, span, message);
        self.sink.report(diagnostic.help(format!("write `{}({example})`", name.text)));
        None
    }
}

/// A text as a condition: it is there.
pub(super) fn text_as_truth(span: Span) -> Expr {
    operator::truth(super::expr::number(span, Int::ONE, Type::Int(IntType::INT)))
}
