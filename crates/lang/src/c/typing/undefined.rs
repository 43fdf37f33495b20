//! Functions that are declared without a body, and functions that are not declared at all.
//!
//! A function without a body is taken to return any value of its type and to change nothing; a warning says so once for
//! each. For a function whose name sounds like a check that could lead to a wrong verdict: `..._assert` and
//! `..._assume` are taken to mean what their names say, with a warning; for others the program has to say what they do.

use super::Typing;
use super::body::Use;
use super::call::after;
use super::entity::{Entity, Signature};
use super::pointer::{Pointed, Pointer};
use super::spot::{Spot, To, behind};
use crate::c::ast::{Base, Expr, Place};
use crate::c::builtin::{self, Builtin, Sound};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::parser::is_one_slip;
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    /// A call of a function that has no body and is not known.
    pub(super) fn undefined(
        &mut self,
        name: Name<'a>,
        declared: Option<&Signature>,
        args: &[syntax::Expr<'a>],
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        let is_statement = wanted == Use::Unused;
        let conds = args.iter().filter(|arg| !self.is_idle(arg)).count();
        let sound = builtin::sound(name.text);
        let check = match sound {
            Sound::Assertion if is_statement && conds == 1 => Some(Builtin::Assert),
            Sound::Assumption if is_statement && conds == 1 => Some(Builtin::Assume),
            _ => None,
        };
        let is_slip =
            declared.is_none() && ["assert", "assume"].iter().any(|known| is_one_slip(name.text, known));
        if let (Some(check), false) = (check, is_slip) {
            self.taken_as(check, name, declared);
            return self.builtin(check, name, args, span, wanted);
        }
        let Some(signature) = declared else {
            self.unknown_function(name, sound, conds);
            // An address would be one more error about the same call.
            for arg in args.iter().filter(|arg| !matches!(arg.kind, Untyped::String(_))) {
                self.expr(arg, Use::Unused);
            }
            return None;
        };
        if is_statement && sound != Sound::Plain {
            if self.noted.insert(name.text) {
                let message =
                    format!("`{}` has no body, and its name sounds like a check or a failure", name.text);
                let diagnostic = Diagnostic::error(Code::UndefinedFunction, name.span, message)
                    .help(definitions(name.text, conds))
                    .related(signature.span, "it is only declared here");
                self.sink.report(diagnostic);
            }
            self.loose_args(args, span);
            return None;
        }
        let meaning = without_body(signature);
        if meaning != Builtin::Unsupported && self.noted.insert(name.text) {
            let message = match signature.result {
                Ok(Type::Int(int)) => {
                    format!("`{}` has no body: each call gives any value of type `{}`", name.text, int.name())
                }
                Ok(Type::Bool) => format!("`{}` has no body: each call gives 0 or 1", name.text),
                _ => format!("`{}` has no body: a call does nothing", name.text),
            };
            let diagnostic = Diagnostic::warning(Code::UndefinedFunction, signature.span, message).help(
                "it is taken to change nothing but what its arguments point to; define it if it does more",
            );
            self.sink.report(diagnostic);
        }
        let changed = self.clobbered(name, args);
        let call = self.builtin(meaning, name, args, span, wanted)?;
        if changed.is_empty() {
            return Some(call);
        }
        // The value is any anyway, so that the order makes no difference.
        Some(after(changed, call))
    }

    /// What the arguments point to gets any value.
    fn clobbered(&mut self, name: Name<'a>, args: &[syntax::Expr<'a>]) -> Vec<Expr> {
        let mut changed = Vec::new();
        for arg in args {
            // Of whatever type it is passed as, it is changed as what it is.
            let arg = self.unconverted(arg);
            let is_text = matches!(arg.kind, Untyped::String(_));
            if is_text || !self.is_pointer(arg) {
                if self.is_unfollowed(arg) {
                    self.may_change(name, arg.span);
                }
                continue;
            }
            match self.pointer(arg) {
                Some(Pointer::To(Pointed { object, .. })) => match object.base {
                    Base::Place(first) => {
                        for at in object.start..object.start + object.cells.unwrap_or(0) {
                            let place = behind(first, at);
                            let ty = match place {
                                Place::Global(at) => self.globals[at as usize].ty,
                                Place::Local(at) => self.body.function.locals[at as usize].ty,
                            };
                            let spot =
                                Spot { ty, to: To::Variable(place), before: Vec::new(), span: arg.span };
                            changed.push(self.received(arg.span, spot, None));
                        }
                    }
                    Base::Pointer(_) => self.may_change(name, arg.span),
                    Base::Lost(_) => {}
                },
                Some(Pointer::Uncertain(reason, _)) => {
                    self.report_deferred(reason);
                }
                Some(Pointer::Null(_)) | None => {}
            }
        }
        changed
    }

    /// Whether it is a pointer variable that is not followed, and may point to a variable of the program.
    fn is_unfollowed(&self, arg: &syntax::Expr<'a>) -> bool {
        let Untyped::Name(name) = &arg.kind else { return false };
        let Some(Entity::Unusable(reason)) = self.lookup(name.text) else { return false };
        let is_pointer =
            self.deferred.get(*reason as usize).is_some_and(|found| found.code == Code::PointerUnsupported);
        is_pointer && !self.body.outside.contains(reason)
    }

    fn may_change(&mut self, name: Name<'a>, span: Span) {
        let message = format!("`{}` has no body, and may change what this points to", name.text);
        let help = "define it, or pass the address of a variable of this function";
        self.error(Code::PointerUnsupported, span, message, help);
    }

    /// Says, once for each name, what a function is taken for.
    fn taken_as(&mut self, check: Builtin, name: Name<'a>, declared: Option<&Signature>) {
        if !self.noted.insert(name.text) {
            return;
        }
        let (kind, meaning) = match check {
            Builtin::Assert => ("an assertion", "an execution in which its argument is zero fails"),
            _ => ("an assumption", "an execution in which its argument is zero does not count"),
        };
        let message = format!("`{}` has no body, and is taken as {kind}, as its name says", name.text);
        let mut warning = Diagnostic::warning(Code::UndefinedFunction, name.span, message)
            .help(format!("{meaning}; define the function if it does something else"));
        if let Some(signature) = declared {
            warning = warning.related(signature.span, "it is only declared here");
        }
        self.sink.report(warning);
    }

    fn unknown_function(&mut self, name: Name<'a>, sound: Sound, conds: usize) {
        let builtin = ["assert", "assume"].into_iter().find(|known| is_one_slip(name.text, known));
        let meant = builtin.map(str::to_owned).or_else(|| self.meant(name.text));
        let help = match (meant, name.text) {
            (Some(meant), _) => format!("did you mean `{meant}`?"),
            (None, "gets" | "fgets" | "read" | "getline") => {
                "texts are not supported; for an input write `x = nondet();`".to_owned()
            }
            (
                None,
                "strlen" | "strcpy" | "strncpy" | "strcat" | "strncat" | "strcmp" | "strncmp" | "strchr" | "strstr"
                | "memset" | "memcpy" | "memmove" | "memcmp" | "qsort" | "bsearch",
            ) => "functions of the library on texts and arrays are not supported; write a loop over the elements".to_owned(),
            (None, "pow" | "sqrt" | "floor" | "ceil" | "round" | "fabs" | "fmod" | "log" | "exp") => {
                "it computes with floating-point numbers, which are not supported; write a loop that does it with integers"
                    .to_owned()
            }
            (None, "setjmp" | "longjmp") => "jumps between functions are not supported".to_owned(),
            (None, text) if sound != Sound::Plain => definitions(text, conds),
            (None, text) => {
                format!("define it, or declare `extern int {text}();` to take its value as arbitrary")
            }
        };
        self.error(Code::UnknownFunction, name.span, format!("there is no function `{}`", name.text), help);
        // One error for each name.
        self.scopes[1].insert(name.text, Entity::Refused);
    }
}

/// How to say what a function is.
fn definitions(name: &str, conds: usize) -> String {
    match conds {
        0 => format!(
            "define it: `void {name}() {{ reach_error(); }}` if it is a failure, `{{ exit(1); }}` if it ends the program, `{{ }}` if it does nothing"
        ),
        2.. => format!(
            "define it with its parameters, and say in its body what must hold, as in `void {name}(int a, int b) {{ assert(a == b); }}`"
        ),
        _ => format!(
            "define it: `void {name}(int c) {{ assert(c); }}` if `c` must hold, `{{ assume(c); }}` if it is taken to hold, `{{ }}` if nothing depends on it"
        ),
    }
}

/// What a function means that is declared and has no body.
pub(super) fn without_body(signature: &Signature) -> Builtin {
    match signature.result {
        Ok(Type::Void) if signature.structure.is_some() => Builtin::Unsupported,
        Ok(Type::Void) => Builtin::Ignore,
        Ok(ty) => Builtin::Choose(ty),
        Err(_) => Builtin::Unsupported,
    }
}
