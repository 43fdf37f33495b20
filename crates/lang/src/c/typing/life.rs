//! How long memory lives: that of `malloc` until it is freed, a variable of a block until the block ends. What is done with it
//! afterwards is undefined in C; here it is warned of where the order of the text tells, and else it is said that nothing is.

use std::collections::BTreeMap;

use super::Typing;
use super::body::Enclosing;
use super::entity::Entity;
use super::place::root;
use super::pointer::{Pointed, Pointer};
use crate::c::ast::{Base, Object, Place};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use logic::Int;

/// Objects of a function that do not live as long as it runs.
#[derive(Default)]
pub(super) struct Lives {
    /// What `malloc` and its kin have given.
    memory: BTreeMap<Base, Memory>,
    /// The variables of blocks that have ended, with their names and where they are declared.
    ended: BTreeMap<Base, (String, Span)>,
}

struct Memory {
    /// The branch and the loop in which it is asked for.
    branch: u32,
    inside: Option<u32>,
    /// Where it is freed.
    freed: Option<Span>,
    /// The variable for whether it has been given; none if that is taken for granted.
    there: Option<Place>,
}

impl<'a> Typing<'a, '_> {
    /// Memory that begins to live here.
    pub(super) fn born(&mut self, base: Base, there: Option<Place>) {
        let memory = Memory { branch: self.body.branch, inside: self.body.inside(), freed: None, there };
        self.body.lives.memory.insert(base, memory);
    }

    /// The variable for whether pointers into this object are no null pointers; none if they are not.
    pub(super) fn there(&self, object: Object) -> Option<Place> {
        self.body.lives.memory.get(&object.base)?.there
    }

    /// What the innermost block declares ends with it.
    pub(super) fn end_block(&mut self) {
        let Some(scope) = self.scopes.last() else { return };
        for (name, entity) in scope {
            let (base, span) = match entity {
                Entity::Variable { place, span, .. } => (Base::Place(*place), *span),
                Entity::Object { object: Object { base, .. }, span, .. } => (*base, *span),
                _ => continue,
            };
            let is_of_block = match base {
                Base::Place(Place::Local(_)) => true,
                Base::Lost(reason) => self.body.automatic.contains(&reason),
                _ => false,
            };
            if is_of_block {
                self.body.lives.ended.insert(base, ((*name).to_owned(), span));
            }
        }
    }

    /// Something is read, stored or passed on by a pointer.
    pub(super) fn used(&mut self, object: Object, of: &syntax::Expr<'a>) {
        let lives = &self.body.lives;
        let freed = lives.memory.get(&object.base).and_then(|memory| memory.freed);
        let (message, span, at) = match (freed, lives.ended.get(&object.base)) {
            (Some(freed), _) => {
                (format!("`{}` points to memory that has been freed", root(of)), freed, "freed here")
            }
            (None, Some((name, span))) => {
                (format!("`{name}` has ended with its block"), *span, "declared here")
            }
            (None, None) => return,
        };
        let warning = Diagnostic::warning(Code::PointerUnsupported, of.span, message)
            .help("that is undefined in C; here it is as if the memory were still there")
            .related(span, at);
        self.sink.report(warning);
    }

    /// `free(arg)`
    pub(super) fn free(&mut self, name: Name<'a>, arg: &syntax::Expr<'a>) {
        let inner = self.unconverted(arg);
        let is_plain = |expr: &syntax::Expr<'a>| matches!(expr.kind, Untyped::Name(_));
        let pointer = match &inner.kind {
            Untyped::Name(_) if self.is_pointer(inner) => self.pointer(inner),
            Untyped::Address(of) if is_plain(of) => self.pointer(inner),
            Untyped::Number(..) => return,
            _ => None,
        };
        let Some(Pointer::To(Pointed { object, at, .. })) = pointer else {
            if !matches!(pointer, Some(Pointer::Null(_))) {
                self.not_followed(name, arg.span);
            }
            return;
        };
        let is_straight = self.body.heads.is_empty()
            && self.body.gotos.is_empty()
            && !matches!(self.body.enclosing.last(), Some(Enclosing::Switch { .. }));
        let (branch, inside) = (self.body.branch, self.body.inside());
        let Some(memory) = self.body.lives.memory.get_mut(&object.base) else {
            if matches!(object.base, Base::Pointer(_)) {
                self.not_followed(name, arg.span);
            } else {
                self.freed_wrongly(arg.span, format!("`{}` is no memory of `malloc`", root(arg)), None);
            }
            return;
        };
        if let Some(before) = memory.freed {
            self.freed_wrongly(arg.span, format!("`{}` is freed a second time", root(arg)), Some(before));
        } else if at.constant().is_some_and(Int::is_zero) && object.start == 0 {
            if is_straight && (branch, inside) == (memory.branch, memory.inside) {
                memory.freed = Some(arg.span);
            } else {
                self.not_followed(name, arg.span);
            }
        } else {
            let message = format!("`{}` may point behind the beginning of the memory", root(arg));
            self.freed_wrongly(arg.span, message, None);
        }
    }

    fn freed_wrongly(&mut self, span: Span, message: String, before: Option<Span>) {
        let mut warning = Diagnostic::warning(Code::PointerUnsupported, span, message).help(
            "`free` takes what `malloc` has given, once; else it is undefined in C, and here it does nothing",
        );
        if let Some(before) = before {
            warning = warning.related(before, "freed here before");
        }
        self.sink.report(warning);
    }

    /// Says that nothing is known of what is freed.
    fn not_followed(&mut self, name: Name<'a>, span: Span) {
        let message = format!("`{}` does nothing here", name.text);
        let help =
            "whether the memory is used or freed again afterwards, which is undefined in C, is not checked";
        self.sink.report(Diagnostic::warning(Code::PointerUnsupported, span, message).help(help));
    }
}
