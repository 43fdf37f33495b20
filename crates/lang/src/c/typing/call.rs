//! Calls: of functions of the program, of those with a fixed meaning, and of those that may return anything.

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Signature, Unsupported};
use super::kind::Kind;
use super::memory::{is_allocation, is_other_allocation};
use super::operator::has_effect;
use super::pointer::{Pointed, Pointer, Seen};
use super::recast::{VOID, retype};
use super::undefined::without_body;
use crate::c::ast::{Base, Expr, ExprKind, Object, Place, PointerArgument};
use crate::c::builtin::{self, Builtin};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

pub(super) const POINTERS_TO_FUNCTIONS: &str =
    "pointers to functions are not supported; call the function by its name";

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
            let is_pointer = match entity {
                Entity::Unusable(reason) => {
                    let reason = self.deferred.get(*reason as usize);
                    reason.is_some_and(|reason| reason.code == Code::PointerUnsupported)
                }
                _ => false,
            };
            if is_pointer {
                let message = format!("a call of what `{}` points to", name.text);
                self.error(Code::PointerUnsupported, name.span, message, POINTERS_TO_FUNCTIONS);
            } else if !matches!(entity, Entity::Refused) {
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
        if signature.structure.is_some() {
            return self.structure_call(name, args, span).map(|(_, _, call)| call);
        }
        let call = self.inlined_with(name, at, args, span, None)?;
        match signature.result {
            Ok(_) => Some(call),
            Err(what) => {
                let diagnostic = what.error(span, &format!("the result of `{}`", name.text));
                Some(self.refuse(diagnostic, vec![call]))
            }
        }
    }

    /// A call with its arguments, and the object that takes the structure that it returns.
    fn inlined_with(
        &mut self,
        name: Name<'a>,
        at: usize,
        args: &[syntax::Expr<'a>],
        span: Span,
        result: Option<Object>,
    ) -> Option<Expr> {
        let signature = self.functions.get(name.text)?.clone();
        let wanted = signature.kinds.len();
        let mut given = Arguments::default();
        let mut is_refused = false;
        for (i, arg) in args.iter().enumerate() {
            let passed = match signature.kinds.get(i) {
                Some(kind) => self.argument(arg, kind, &mut given),
                None => self.expr(arg, Use::Unused).map(drop),
            };
            is_refused |= passed.is_none();
        }
        if args.len() != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("`{}` takes {wanted} argument{plural}, not {}", name.text, args.len());
            let diagnostic = Diagnostic::error(Code::WrongArguments, span, message)
                .help("give each parameter one argument")
                .related(signature.span, "the function is defined here");
            self.sink.report(diagnostic);
            return None;
        }
        if is_refused {
            return None;
        }
        if let Some(object) = result {
            let start = super::expr::number(span, logic::Int::ZERO, Type::INT);
            given.values.push(start.clone());
            given.pointers.push(PointerArgument { object, start });
        }
        let site = self.body.call_site(span, at);
        if let Some(call) = self.body.function.calls.last_mut() {
            call.pointers = given.pointers;
        }
        let ty = signature.result.unwrap_or(Type::Void);
        let call = Expr { span, ty, kind: ExprKind::Call(site, given.values) };
        Some(after(given.before, call))
    }

    /// What one argument passes.
    fn argument(&mut self, arg: &syntax::Expr<'a>, kind: &Kind, given: &mut Arguments) -> Option<()> {
        match kind {
            Kind::Scalar(Type::Void) => {
                self.expr(arg, Use::Unused)?;
            }
            Kind::Scalar(ty) => {
                let wanted = if *ty == Type::Bool { Use::Truth } else { Use::Value };
                let value = self.expr(arg, wanted)?;
                let value = self.convert(value, *ty);
                given.values.push(value);
            }
            Kind::Struct(_) if !kind.paths().is_empty() => {
                let (found, before, spots) = self.structure(arg)?;
                if found != *kind {
                    let help = "the parameter is of another structure";
                    self.error(Code::TypeMismatch, arg.span, "this is of another type", help);
                    return None;
                }
                given.before.extend(before);
                for spot in spots {
                    let value = self.read(spot, arg.span);
                    given.values.push(value);
                }
            }
            Kind::Pointer(to) if to.cells() > 0 && **to != Kind::Scalar(Type::Void) => {
                let mut passed = self.pointer(arg)?;
                if let Pointer::To(pointed) = &mut passed
                    && pointed.kind == VOID
                {
                    retype(pointed, to);
                }
                match passed {
                    Pointer::To(Pointed { object, at, kind, seen, before, .. })
                        if kind == **to
                            && !matches!(seen, Seen::Other(_))
                            && (object.cells.is_some() || !matches!(object.base, Base::Lost(_))) =>
                    {
                        self.used(object, arg);
                        given.before.extend(before);
                        if let Some(there) = self.there(object) {
                            given.before.push(self.passed_memory(there, arg.span));
                        }
                        given.values.push(at.clone());
                        given.pointers.push(PointerArgument { object, start: at });
                    }
                    Pointer::To(Pointed { kind, seen, .. }) => {
                        let is_same = kind == **to && !matches!(seen, Seen::Other(_));
                        let message = if is_same {
                            "which variable this points to is not followed"
                        } else {
                            "this points to values of another type"
                        };
                        let help = "pass the address of a variable, or an array, of the parameter's type";
                        self.error(Code::PointerUnsupported, arg.span, message, help);
                        return None;
                    }
                    Pointer::Null(_) => {
                        let help = "give it the address of a variable";
                        self.error(Code::PointerUnsupported, arg.span, "a null pointer as an argument", help);
                        return None;
                    }
                    Pointer::Uncertain(reason, _) => {
                        self.report_deferred(reason);
                        return None;
                    }
                }
            }
            // The function cannot use it without saying so.
            _ => {
                let typed = self.expr(arg, Use::Unused)?;
                given.before.extend(Some(typed).filter(has_effect));
            }
        }
        Some(())
    }

    /// Inside of functions, parameters are no null pointers.
    fn passed_memory(&mut self, there: Place, span: Span) -> Expr {
        let message = "what is passed here is taken to be no null pointer";
        let warning = Diagnostic::warning(Code::PointerUnsupported, span, message).help(
            "executions in which it is one do not count; call the function only where the pointer is none",
        );
        self.sink.report(warning);
        let there = Box::new(Expr { span, ty: Type::Bool, kind: ExprKind::Var(there) });
        Expr { span, ty: Type::Void, kind: ExprKind::Assume(there) }
    }

    /// The structure that a function of this name returns.
    pub(super) fn structure_of_call(&self, name: &str) -> Option<Kind> {
        let signature = self.functions.get(name)?;
        signature.structure.clone().filter(|_| signature.defined.is_some())
    }

    /// A call of a function that returns a structure: where that is, its type, and the call.
    pub(super) fn structure_call(
        &mut self,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
    ) -> Option<(Object, Kind, Expr)> {
        let signature = self.functions.get(name.text)?;
        let (kind, at) = (signature.structure.clone()?, signature.defined?);
        let count = self.body.function.locals.len() + 1;
        let object = self.local_cells(&format!("{}#{count}", name.text), span, &kind)?;
        let cells = object.cells.unwrap_or(0) as usize;
        self.body.function.locals.iter_mut().rev().take(cells).for_each(|local| local.in_loop = true);
        let call = self.inlined_with(name, at, args, span, Some(object))?;
        Some((object, kind, call))
    }

    /// The type of the result of a function, if that is no number.
    pub(super) fn kind_of_call(&self, name: &str) -> Option<Kind> {
        match self.functions.get(name) {
            Some(Signature { result: Err(Unsupported::Pointer), .. }) => {
                Some(Kind::Pointer(Kind::Scalar(Type::Void).into()))
            }
            Some(Signature { structure, .. }) => structure.clone(),
            None if is_allocation(name) || is_other_allocation(name) => {
                Some(Kind::Pointer(Kind::Scalar(Type::Void).into()))
            }
            None => None,
        }
    }

    /// A call that returns a pointer: to new memory, or to something unknown.
    pub(super) fn pointer_call(
        &mut self,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
    ) -> Option<Pointer> {
        let defined = self.functions.get(name.text).and_then(|signature| signature.defined);
        if let (None, true) = (defined, is_allocation(name.text)) {
            let sizes = args.iter().map(|arg| self.value(arg)).collect::<Option<Vec<Expr>>>()?;
            self.taken_for_granted(name);
            return Some(self.lost_memory(name, sizes, None, span));
        }
        if let (None, true) = (defined, is_other_allocation(name.text)) {
            let before = self.loose_args(args, span);
            let message = format!("memory of `{}`", name.text);
            let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message)
                .help("it is not followed: ask `malloc` or `calloc` for it, and copy the elements in a loop");
            return Some(Pointer::Uncertain(self.defer(diagnostic), before));
        }
        let before = match defined {
            Some(at) => vec![self.inlined_with(name, at, args, span, None)?],
            None => self.loose_args(args, span),
        };
        let diagnostic = Unsupported::Pointer.error(span, &format!("the result of `{}`", name.text));
        Some(Pointer::Uncertain(self.defer(diagnostic), before))
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

    /// Whether an argument is of an unsupported kind but has no effect: a text, a stream, `argv[1]`.
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

/// What a call passes.
#[derive(Default)]
struct Arguments {
    /// What is evaluated before.
    before: Vec<Expr>,
    /// Numbers, cells of structures, places of pointers.
    values: Vec<Expr>,
    pointers: Vec<PointerArgument>,
}
