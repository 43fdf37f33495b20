//! Calls: of functions of the program, of those with a fixed meaning, and of those that may return anything.

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Signature};
use super::operator::has_effect;
use crate::c::ast::{Expr, ExprKind};
use crate::c::builtin::{self, Builtin};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::parser::is_one_slip;
use crate::span::Span;

/// What a call means.
enum Meaning {
    Inlined(usize),
    Builtin(Builtin),
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
            Meaning::Unknown => {
                self.unknown_function(name);
                // An address would be one more error about the same call.
                for arg in
                    args.iter().filter(|arg| !matches!(arg.kind, Untyped::String(_) | Untyped::Address(_)))
                {
                    self.expr(arg, Use::Unused);
                }
                None
            }
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
            (Some(Builtin::Choose(_)) | None, Some(signature)) => Meaning::Builtin(without_body(signature)),
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

    fn builtin(
        &mut self,
        builtin: Builtin,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        let void = |kind| Some(Expr { span, ty: Type::Void, kind });
        match builtin {
            Builtin::Assert | Builtin::Assume => {
                let Some((cond, others)) = args.split_first() else {
                    let message = format!("`{}` without a condition", name.text);
                    self.error(Code::WrongArguments, span, message, format!("write `{}(x > 0)`", name.text));
                    return None;
                };
                let is_message = |arg: &syntax::Expr<'a>| matches!(arg.kind, Untyped::String(_));
                if let Some(extra) = others.iter().find(|arg| !is_message(arg)) {
                    let message = format!("`{}` takes one condition", name.text);
                    self.error(Code::WrongArguments, extra.span, message, "connect conditions with `&&`");
                    return None;
                }
                if builtin == Builtin::Assume {
                    let cond = self.condition(cond)?;
                    return void(ExprKind::Assume(Box::new(cond)));
                }
                // In source order, whatever is asserted inside.
                let id = self.assertion(span);
                let cond = self.condition(cond)?;
                void(ExprKind::Assert(id, Box::new(cond)))
            }
            Builtin::Fail => {
                let id = self.assertion(span);
                let args = self.loose_args(args, span);
                Some(after(args, Expr { span, ty: Type::Void, kind: ExprKind::Fail(id) }))
            }
            Builtin::Stop => {
                let args = self.loose_args(args, span);
                Some(after(args, Expr { span, ty: Type::Void, kind: ExprKind::Stop }))
            }
            Builtin::Ignore => {
                let args = self.loose_args(args, span);
                // What `printf` returns is nobody's business.
                let last = match wanted {
                    Use::Unused => Expr { span, ty: Type::Void, kind: ExprKind::Void },
                    _ if self.functions.get(name.text).is_some_and(|f| f.result == Ok(Type::Void)) => {
                        Expr { span, ty: Type::Void, kind: ExprKind::Void }
                    }
                    _ => self.body.choice(span, Type::INT, wanted),
                };
                Some(after(args, last))
            }
            Builtin::Choose(ty) => {
                let args = self.loose_args(args, span);
                let last = self.body.choice(span, ty, wanted);
                Some(after(args, last))
            }
            Builtin::Unsupported => {
                match self.functions.get(name.text).map(|signature| signature.result) {
                    Some(Err(what)) => {
                        self.sink.report(what.error(span, &format!("the result of `{}`", name.text)))
                    }
                    _ => {
                        let message = format!("`{}` has no integer value", name.text);
                        self.error(
                            Code::FeatureUnsupported,
                            span,
                            message,
                            "only integer types are supported",
                        );
                    }
                }
                None
            }
        }
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

    /// Arguments whose values do not matter: what they do is kept.
    fn loose_args(&mut self, args: &[syntax::Expr<'a>], span: Span) -> Vec<Expr> {
        let values = args.iter().filter(|arg| !matches!(arg.kind, Untyped::String(_)));
        let mut typed: Vec<Expr> = values.filter_map(|arg| self.expr(arg, Use::Unused)).collect();
        if typed.len() > 1 && typed.iter().any(has_effect) {
            self.body.loose.push((span, typed.clone()));
        }
        typed.retain(has_effect);
        typed
    }

    fn unknown_function(&mut self, name: Name<'a>) {
        let builtin = ["assert", "assume"].into_iter().find(|known| is_one_slip(name.text, known));
        let meant = builtin.map(str::to_owned).or_else(|| self.meant(name.text));
        let help = match (meant, name.text) {
            (Some(meant), _) => format!("did you mean `{meant}`?"),
            (None, "scanf" | "getchar" | "gets" | "read") => "for an input write `x = nondet();`".to_owned(),
            (None, "malloc" | "calloc" | "realloc" | "free") => {
                "there is no memory to allocate; pointers are not supported".to_owned()
            }
            (None, "setjmp" | "longjmp") => "jumps between functions are not supported".to_owned(),
            (None, text) => {
                format!("define it, or declare `extern int {text}();` to take its value as arbitrary")
            }
        };
        self.error(Code::UnknownFunction, name.span, format!("there is no function `{}`", name.text), help);
        // One error for each name.
        self.scopes[1].insert(name.text, Entity::Refused);
    }
}

/// What a function means that is declared and has no body.
fn without_body(signature: &Signature) -> Builtin {
    match signature.result {
        Ok(Type::Void) => Builtin::Ignore,
        Ok(ty) => Builtin::Choose(ty),
        Err(_) => Builtin::Unsupported,
    }
}

/// The arguments' effects, then the call.
fn after(mut effects: Vec<Expr>, last: Expr) -> Expr {
    if effects.is_empty() {
        return last;
    }
    let (span, ty) = (last.span, last.ty);
    effects.push(last);
    Expr { span, ty, kind: ExprKind::Comma(effects) }
}
