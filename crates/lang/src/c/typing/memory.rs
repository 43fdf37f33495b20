//! New memory: what `malloc` and `calloc` give where it has room for a constant number of elements and the call is not in a loop
//! is an array of that many. All other memory is not followed. Whether it is given is a free choice where the program asks.

use super::Typing;
use super::expr::number;
use super::kind::Kind;
use super::operator::has_effect;
use super::pointer::{Pointed, Pointer, Seen, unit};
use super::recast::VOID;
use super::spot::{Spot, To, behind};
use crate::c::ast::{Base, Expr, ExprKind, MAX_CELLS, Object, Place};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use logic::Int;

/// Whether a function of the standard library gives new memory.
pub(super) fn is_allocation(name: &str) -> bool {
    matches!(name, "malloc" | "calloc" | "alloca" | "__builtin_alloca")
}

/// Whether it may give a null pointer.
fn may_fail(name: &str) -> bool {
    matches!(name, "malloc" | "calloc")
}

impl<'a> Typing<'a, '_> {
    /// The value that a pointer to values of this type takes, the variable of this name.
    pub(super) fn pointer_to(
        &mut self,
        kind: &Kind,
        variable: Name<'a>,
        value: &syntax::Expr<'a>,
    ) -> Option<Pointer> {
        let inner = self.unconverted(value);
        match &inner.kind {
            Untyped::Call(name, args)
                if is_allocation(name.text) && !self.functions.contains_key(name.text) =>
            {
                self.memory(kind, variable, *name, args, inner.span)
            }
            _ => self.pointer(value),
        }
    }

    fn memory(
        &mut self,
        kind: &Kind,
        variable: Name<'a>,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
    ) -> Option<Pointer> {
        let sizes = args.iter().map(|arg| self.value(arg)).collect::<Option<Vec<Expr>>>()?;
        let (there, mut before) = self.given(variable, name, span);
        let Some(array) = self.elements(kind, name.text, &sizes) else {
            let mut pointer = self.lost_memory(name, sizes, there, span);
            pointer.effects().extend(before);
            return Some(pointer);
        };
        let object = self.local_cells(variable.text, variable.span, &array)?;
        self.born(object.base, there);
        let Base::Place(first) = object.base else { return None };
        for ((_, ty), at) in array.paths().into_iter().zip(0..) {
            let place = behind(first, at);
            before.push(match name.text {
                "calloc" => {
                    let zero = Box::new(number(span, Int::ZERO, ty));
                    Expr { span, ty, kind: ExprKind::Assign(place, zero) }
                }
                _ => {
                    let spot = Spot { ty, to: To::Variable(place), before: Vec::new(), span };
                    self.received(span, spot, None)
                }
            });
        }
        let at = number(span, Int::ZERO, Type::Int(IntType::LONG));
        let (unit, kind, seen) = (unit(kind), kind.clone(), Seen::Own);
        Some(Pointer::To(Pointed { object, unit, at, kind, seen, before }))
    }

    /// Whether there is memory: a variable that is chosen freely if the pointer is tested for that, with what chooses it. Else it
    /// is taken for granted, which is said once.
    fn given(&mut self, variable: Name<'a>, name: Name<'a>, span: Span) -> (Option<Place>, Vec<Expr>) {
        if !may_fail(name.text) {
            return (None, Vec::new());
        }
        if !self.body.tested.contains(variable.text) {
            self.taken_for_granted(name);
            return (None, Vec::new());
        }
        let place = self.hidden(name.text, span, Type::Bool);
        let spot = Spot { ty: Type::Bool, to: To::Variable(place), before: Vec::new(), span };
        (Some(place), vec![self.received(span, spot, None)])
    }

    pub(super) fn taken_for_granted(&mut self, name: Name<'a>) {
        if may_fail(name.text) && self.noted.insert(name.text) {
            let message = format!("`{}` is taken to give memory", name.text);
            let warning = Diagnostic::warning(Code::PointerUnsupported, name.span, message).help(
                "in C it may give a null pointer; where the variable that takes it is compared with NULL, both are followed",
            );
            self.sink.report(warning);
        }
    }

    /// The array for which there is room in memory of these sizes; none if it is not followed.
    fn elements(&self, kind: &Kind, name: &str, sizes: &[Expr]) -> Option<Kind> {
        // Each round of a loop gives other memory.
        if self.body.in_loop() || kind.cells() == 0 || *kind == VOID {
            return None;
        }
        let (size, _) = kind.layout()?;
        let count = bytes(name, sizes)? / size.max(1);
        let fits = count > 0 && kind.cells().saturating_mul(count) <= MAX_CELLS;
        let array = Kind::Array(kind.clone().into(), Some(count));
        (fits && !array.paths().is_empty()).then_some(array)
    }

    /// Memory that is not followed. How many bytes there are is, if that is constant.
    pub(super) fn lost_memory(
        &mut self,
        name: Name<'a>,
        sizes: Vec<Expr>,
        there: Option<Place>,
        span: Span,
    ) -> Pointer {
        let message = format!("memory of `{}`", name.text);
        let diagnostic = Diagnostic::error(Code::PointerUnsupported, span, message).help(format!(
            "it is followed where a pointer to its elements is given a constant number of them, at most {MAX_CELLS}, and the call is in no loop; or use an array"
        ));
        let cells = bytes(name.text, &sizes).and_then(|bytes| u32::try_from(bytes).ok());
        let object = Object { base: Base::Lost(self.defer(diagnostic)), start: 0, cells };
        self.born(object.base, there);
        let before = sizes.into_iter().filter(has_effect).collect();
        let at = number(span, Int::ZERO, Type::INT);
        Pointer::To(Pointed { object, unit: 1, at, kind: VOID, seen: Seen::Void, before })
    }
}

/// How many bytes are asked for.
fn bytes(name: &str, sizes: &[Expr]) -> Option<u64> {
    let wanted = if name == "calloc" { 2 } else { 1 };
    let mut bytes = Int::ONE;
    for size in sizes {
        bytes *= size.constant()?;
    }
    u64::try_from(bytes.to_i64()?).ok().filter(|_| sizes.len() == wanted)
}

/// Whether a function of the standard library gives memory that is never followed.
pub(super) fn is_other_allocation(name: &str) -> bool {
    matches!(
        name,
        "realloc" | "reallocarray" | "aligned_alloc" | "memalign" | "valloc" | "strdup" | "strndup"
    )
}
