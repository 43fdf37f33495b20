//! Calls: of functions of the program, of those with a fixed meaning, and of those that may return anything.

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Signature};
use super::operator::has_effect;
use super::undefined::without_body;
use crate::c::ast::{Expr, ExprKind};
use crate::c::builtin::{self, Builtin};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// What a call means.
enum Meaning {
    Inlined(usize),
    Builtin(Builtin),
    /// It is declared, and that is all.
    Undefined(Signature),
    /// Nothing of this name is known.
    Unknown,
}

impl<'a> Typing<'a, '_> {
    pub(super) fn call(
        &mut self,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        if let Some(entity) = self.lookup(name.text)
            && !self.functions.contains_key(name.text)
        {
            if !matches!(entity, Entity::Refused) {
                let message = format!("`{}` is not a function", name.text);
                self.error(Code::UnknownFunction, name.span, message, "a product needs `*`");
            }
            self.loose_args(args, span);
            return None;
        }
        match self.meaning(name.text) {
            Meaning::Inlined(at) => self.inlined(name, at, args, span),
            Meaning::Builtin(builtin) => self.builtin(builtin, name, args, span, wanted),
            Meaning::Undefined(signature) => self.undefined(name, Some(&signature), args, span, wanted),
            Meaning::Unknown => self.undefined(name, None, args, span, wanted),
        }
    }

    fn meaning(&self, name: &str) -> Meaning {
        let declared = self.functions.get(name);
        if let (Some(at), false) = (declared.and_then(|signature| signature.defined), builtin::is_fixed(name))
        {
            return Meaning::Inlined(at);
        }
        match (builtin::find(name), declared) {
            // Their names say what type the values have.
            (Some(Builtin::Choose(ty)), _) if builtin::is_fixed(name) => {
                Meaning::Builtin(Builtin::Choose(ty))
            }
            // A declaration says what type they have.
            (Some(Builtin::Choose(_)), Some(signature)) => Meaning::Builtin(without_body(signature)),
            (None, Some(signature)) => Meaning::Undefined(signature.clone()),
            (Some(builtin), _) => Meaning::Builtin(builtin),
            (None, None) => Meaning::Unknown,
        }
    }

    /// Whether a call of this name makes the execution fail.
    pub(super) fn is_failure(&self, name: &str) -> bool {
        matches!(self.meaning(name), Meaning::Builtin(Builtin::Fail))
    }

    fn inlined(&mut self, name: Name<'a>, at: usize, args: &[syntax::Expr<'a>], span: Span) -> Option<Expr> {
        let signature = self.functions.get(name.text)?.clone();
        let typed: Vec<Option<Expr>> = (args.iter().enumerate())
            .map(|(i, arg)| match signature.params.get(i) {
                Some(Some(Type::Bool)) => self.truth(arg),
                _ => self.value(arg),
            })
            .collect();
        let wanted = signature.params.len();
        if args.len() != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("`{}` takes {wanted} argument{plural}, not {}", name.text, args.len());
            let diagnostic = Diagnostic::error(Code::WrongArguments, span, message)
                .help("give each parameter one argument")
                .related(signature.span, "the function is defined here");
            self.sink.report(diagnostic);
            return None;
        }
        let typed: Option<Vec<Expr>> = typed.into_iter().collect();
        let params = signature.params.iter();
        let typed: Vec<Expr> = typed?
            .into_iter()
            .zip(params)
            .map(|(arg, ty)| self.convert(arg, ty.unwrap_or(Type::INT)))
            .collect();
        let site = self.body.call_site(span, at);
        let ty = signature.result.unwrap_or(Type::INT);
        Some(Expr { span, ty, kind: ExprKind::Call(site, typed) })
    }

    /// A condition of `assert`, `assume`, `if` and so on.
    pub(super) fn condition(&mut self, cond: &syntax::Expr<'a>) -> Option<Expr> {
        if let (Untyped::Assign(None, operator, ..), false) = (&cond.kind, cond.closed) {
            let warning =
                Diagnostic::warning(Code::AssignmentInCondition, *operator, "an assignment as a condition")
                    .help("`==` compares; if the assignment is meant, put parentheses around it");
            self.sink.report(warning);
        }
        self.expr(cond, Use::Truth)
    }

    /// Whether an argument is of a kind that is not supported and does nothing: a text, a stream, `argv[1]`.
    pub(super) fn is_idle(&self, arg: &syntax::Expr<'a>) -> bool {
        match &arg.kind {
            Untyped::String(_) => true,
            Untyped::Name(name) => match self.lookup(name.text) {
                Some(entity) => matches!(entity, Entity::Unusable(_)),
                None => matches!(name.text, "stdin" | "stdout" | "stderr" | "NULL"),
            },
            Untyped::Index(array, index) => {
                matches!(index.kind, Untyped::Name(_) | Untyped::Number(..)) && self.is_idle(array)
            }
            Untyped::Member { of: inner, .. } | Untyped::Deref(inner) => self.is_idle(inner),
            _ => false,
        }
    }

    /// Arguments whose values do not matter: what they do is kept.
    pub(super) fn loose_args(&mut self, args: &[syntax::Expr<'a>], span: Span) -> Vec<Expr> {
        let args: Vec<_> = args.iter().collect();
        self.loose(&args, span)
    }

    pub(super) fn loose(&mut self, args: &[&syntax::Expr<'a>], span: Span) -> Vec<Expr> {
        let mut typed = Vec::new();
        for arg in args {
            if !self.is_idle(arg) {
                typed.extend(self.expr(arg, Use::Unused));
            }
        }
        if typed.len() > 1 && typed.iter().any(has_effect) {
            self.body.loose.push((span, typed.clone()));
        }
        typed.retain(has_effect);
        typed
    }
}

/// The arguments' effects, then the call.
pub(super) fn after(mut effects: Vec<Expr>, last: Expr) -> Expr {
    if effects.is_empty() {
        return last;
    }
    let (span, ty) = (last.span, last.ty);
    effects.push(last);
    Expr { span, ty, kind: ExprKind::Comma(effects) }
}
