//! Declarations of arrays, structures and pointers, and their initial values.

use logic::{Int, Sort};

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Unsupported};
use super::expr::number;
use super::fill::{Filled, First, others};
use super::kind::Kind;
use super::operator::has_effect;
use super::pointer::unit;
use super::spot::behind;
use super::variable::Level;
use crate::c::ast::{Base, Expr, ExprKind, MAX_CELLS, Object, Place, StmtKind};
use crate::c::syntax::{self, Designator, ExprKind as Untyped, Initializer, Name, Specifiers, Storage};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Typing<'a, '_> {
    /// Declares an array or a structure; what happens when its declaration is met.
    pub(super) fn object(
        &mut self,
        level: Level,
        specifiers: &Specifiers<'a>,
        kind: Kind,
        name: Name<'a>,
        init: Option<&Initializer<'a>>,
        span: Span,
    ) -> Vec<(Span, StmtKind)> {
        let Some(kind) = self.sized(kind, name, init) else {
            self.enter(name, Entity::Refused);
            return Vec::new();
        };
        if level != Level::Local && self.functions.contains_key(name.text) {
            let message = format!("`{}` is a function and a variable", name.text);
            self.error(Code::DuplicateDeclaration, name.span, message, "rename one of the two");
            return Vec::new();
        }
        if self.is_repeated(level, specifiers, name, &kind, init.is_some()) {
            return Vec::new();
        }
        let paths = kind.paths();
        let filled = init.map(|init| self.filled(&kind, init));
        let is_lasting =
            level == Level::Global || specifiers.storage != Storage::Plain && level == Level::Local;
        let is_new = self.is_new(name);
        if paths.is_empty() {
            let object = self.lost_object(&kind, name, span);
            if let (Base::Lost(reason), false) = (object.base, is_lasting) {
                self.body.automatic.insert(reason);
            }
            if is_new {
                let is_const = specifiers.is_const;
                self.enter(name, Entity::Object { object, kind, is_const, span: name.span });
            }
            return if is_lasting { Vec::new() } else { self.effects_of(filled, span) };
        }
        let is_global = is_lasting || level == Level::Fragment;
        let function = (is_lasting && level == Level::Local).then(|| self.body.function.name.clone());
        let is_extern = specifiers.storage == Storage::Extern && init.is_none();
        // The values of what lasts are constants; a name in them means what it means outside.
        let start: Vec<Option<Int>> = match (&filled, is_lasting) {
            (_, false) => vec![None; paths.len()],
            (_, true) if is_extern => vec![None; paths.len()],
            (filled, true) => self.constant_cells(&paths, filled.as_ref(), name.span),
        };
        let mut first = None;
        for ((path, ty), start) in paths.iter().zip(start) {
            let place = if is_global {
                self.new_global(name, function.clone(), *ty, start)
            } else {
                self.body.local(name.text, name.span, *ty)
            };
            match place {
                Place::Global(_) => self.globals.last_mut().map(|global| &mut global.path),
                Place::Local(_) => self.body.function.locals.last_mut().map(|local| &mut local.path),
            }
            .into_iter()
            .for_each(|known| known.clone_from(path));
            first = first.or(Some(place));
        }
        let Some(first) = first else { return Vec::new() };
        let cells = u32::try_from(paths.len()).ok();
        let object = Object { base: Base::Place(first), start: 0, cells };
        if is_new {
            let is_const = specifiers.is_const;
            self.enter(name, Entity::Object { object, kind, is_const, span: name.span });
        }
        if is_lasting {
            return Vec::new();
        }
        match filled {
            Some(filled) => self.initial_cells(first, &paths, filled, span),
            None if specifiers.storage == Storage::Extern => Vec::new(),
            None => {
                let is_once = self.body.is_entry && !self.body.in_loop();
                let mut stmts = Vec::new();
                for ((_, ty), at) in paths.iter().zip(0..) {
                    let place = behind(first, at);
                    let sort = if *ty == Type::Bool { Sort::Bool } else { Sort::Int };
                    let site = (!is_once).then(|| self.body.nondet_site(name.span, *ty, sort, Some(place)));
                    stmts.push((span, StmtKind::Arbitrary(place, site)));
                }
                stmts
            }
        }
    }

    /// The type with the number of elements that the initial value gives.
    fn sized(&mut self, kind: Kind, name: Name<'a>, init: Option<&Initializer<'a>>) -> Option<Kind> {
        let Kind::Array(element, None) = kind else { return Some(kind) };
        if element.unsupported() == Some(Unsupported::Array) {
            return Some(Kind::Array(element, None));
        }
        let count = match init {
            Some(Initializer::List(items, _)) if matches!(*element, Kind::Scalar(_)) => {
                let mut next = 0u64;
                let mut most = 0;
                for (designators, _) in items {
                    if let Some(Designator::Element(index)) = designators.first() {
                        let index = self.constant(index, "the index of this value")?;
                        next = index.to_i64().and_then(|index| u64::try_from(index).ok()).unwrap_or(0);
                    }
                    next = next.saturating_add(1);
                    most = most.max(next);
                }
                Some(most)
            }
            Some(Initializer::List(items, _)) => {
                let cells = element.cells().max(1);
                let is_flat = items.iter().all(|(designators, value)| {
                    designators.is_empty() && matches!(value, Initializer::Expr(_))
                });
                let count = items.len() as u64;
                Some(if is_flat { count.div_ceil(cells) } else { count })
            }
            Some(Initializer::Expr(syntax::Expr { kind: Untyped::String(parts), .. })) => {
                Some(self.characters(parts, name.span)?.len() as u64 + 1)
            }
            _ => None,
        };
        match count.filter(|count| *count > 0) {
            Some(count) => Some(Kind::Array(element, Some(count))),
            None => {
                let message = format!("the number of elements of `{}` is missing", name.text);
                let help = "write it in the brackets: `int a[10];`";
                self.error(Code::TypeMismatch, name.span, message, help);
                None
            }
        }
    }

    /// Whether it repeats a declaration outside of functions, to which it may then supply the initial values.
    fn is_repeated(
        &mut self,
        level: Level,
        specifiers: &Specifiers<'a>,
        name: Name<'a>,
        kind: &Kind,
        has_values: bool,
    ) -> bool {
        let is_extern = specifiers.storage == Storage::Extern;
        let outside = level == Level::Global || level == Level::Local && is_extern;
        let Some(found) = self.scopes[1].get(name.text).cloned() else { return false };
        let Entity::Object { kind: known, object, .. } = &found else { return false };
        let (object, is_same) = (*object, outside && known == kind && !has_values);
        if is_same && level == Level::Local {
            self.enter_outermost(name, found);
        }
        if let (true, false, Base::Place(Place::Global(first)), Some(cells)) =
            (is_same, is_extern, object.base, object.cells)
        {
            let (first, cells) = (first as usize, cells as usize);
            for global in &mut self.globals[first..first + cells] {
                global.init = Some(global.init.take().unwrap_or(Int::ZERO));
            }
        }
        is_same
    }

    /// An object whose contents are not followed.
    fn lost_object(&mut self, kind: &Kind, name: Name<'a>, span: Span) -> Object {
        let diagnostic = match kind.unsupported() {
            Some(what) => what.error(span, &format!("`{}`", name.text)),
            None if kind.cells() > MAX_CELLS => {
                let message = format!("`{}` has {} elements", name.text, kind.cells());
                Diagnostic::error(Code::ArrayUnsupported, span, message).help(format!(
                    "the values of at most {MAX_CELLS} elements are followed; choose a smaller array"
                ))
            }
            None => kind.refused().error(span, &format!("`{}`", name.text)),
        };
        let reason = self.defer(diagnostic);
        let cells = match kind {
            Kind::Array(element, count) => {
                let total = count.and_then(|count| count.checked_mul(u64::from(unit(element))));
                total.and_then(|total| u32::try_from(total).ok())
            }
            _ => u32::try_from(kind.cells()).ok(),
        };
        Object { base: Base::Lost(reason), start: 0, cells }
    }

    /// What the initial values of something do that is not followed.
    fn effects_of(&mut self, filled: Option<Filled<'_, 'a>>, span: Span) -> Vec<(Span, StmtKind)> {
        let Some(filled) = filled else { return Vec::new() };
        let exprs = filled.cells.iter().flatten().filter_map(|first| match first {
            First::Expr(expr) => Some(*expr),
            First::Character(_) => None,
        });
        let all: Vec<_> = exprs.chain(filled.others).collect();
        let mut typed: Vec<Expr> = all.into_iter().filter_map(|expr| self.expr(expr, Use::Unused)).collect();
        if typed.len() > 1 && typed.iter().any(has_effect) {
            self.body.lists.push((span, typed.clone()));
        }
        typed.retain(has_effect);
        typed.into_iter().map(|expr| (span, StmtKind::Expr(expr))).collect()
    }

    fn constant_cells(
        &mut self,
        paths: &[(String, Type)],
        filled: Option<&Filled<'_, 'a>>,
        span: Span,
    ) -> Vec<Option<Int>> {
        let mut values = Vec::new();
        for (at, (_, ty)) in paths.iter().enumerate() {
            let value = match filled.and_then(|filled| filled.cells.get(at).copied().flatten()) {
                Some(First::Expr(expr)) => {
                    let value = self.constant(expr, "the initial value of a variable outside of functions");
                    value.map(|value| self.converted(value, *ty, expr.span))
                }
                Some(First::Character(code)) => Some(self.converted(Int::from(code), *ty, span)),
                None => None,
            };
            values.push(Some(value.unwrap_or(Int::ZERO)));
        }
        if let Some((_, expr)) = filled.and_then(|filled| filled.copies.first()) {
            let help = "write its members in braces";
            self.error(Code::NotConstant, expr.span, "this structure is not constant", help);
        }
        values
    }

    fn initial_cells(
        &mut self,
        first: Place,
        paths: &[(String, Type)],
        filled: Filled<'_, 'a>,
        span: Span,
    ) -> Vec<(Span, StmtKind)> {
        let mut stmts = Vec::new();
        // C leaves the order of the values open.
        let mut values = Vec::new();
        let is_copied = |at: usize| filled.copies.iter().any(|(from, _)| *from == at);
        for (at, (_, ty)) in paths.iter().enumerate() {
            let place = behind(first, u32::try_from(at).unwrap_or(0));
            let zero = || number(span, Int::ZERO, *ty);
            let (value, at_span) = match filled.cells.get(at).copied().flatten() {
                Some(First::Expr(expr)) => match self.assigned(expr, place, *ty) {
                    Some(value) => {
                        values.push(value.clone());
                        (value, expr.span)
                    }
                    None => continue,
                },
                Some(First::Character(code)) => (number(span, Int::from(code), *ty), span),
                None if is_copied(at) => continue,
                None => (zero(), span),
            };
            stmts.push((at_span, StmtKind::Init(place, value)));
        }
        for (at, expr) in filled.copies {
            let Some((_, before, spots)) = self.structure(expr) else { continue };
            values.extend(before.clone());
            stmts.extend(before.into_iter().map(|expr| (span, StmtKind::Expr(expr))));
            for (spot, cell) in spots.into_iter().zip(at..) {
                let place = behind(first, u32::try_from(cell).unwrap_or(0));
                let value = self.read(spot, expr.span);
                stmts.retain(|(_, stmt)| !matches!(stmt, StmtKind::Init(known, _) if *known == place));
                stmts.push((span, StmtKind::Init(place, value)));
            }
        }
        for expr in filled.others {
            let typed = self.expr(expr, Use::Unused).filter(has_effect);
            values.extend(typed.clone());
            stmts.extend(typed.map(|typed| (span, StmtKind::Expr(typed))));
        }
        if values.len() > 1 && values.iter().any(has_effect) {
            self.body.lists.push((span, values));
        }
        stmts
    }

    /// Declares a pointer; what happens when its declaration is met.
    pub(super) fn pointer_declaration(
        &mut self,
        level: Level,
        specifiers: &Specifiers<'a>,
        kind: Kind,
        name: Name<'a>,
        init: Option<&Initializer<'a>>,
        span: Span,
    ) -> Vec<(Span, StmtKind)> {
        let is_lasting = level == Level::Global || specifiers.storage != Storage::Plain;
        let init = match init {
            Some(Initializer::Expr(init)) => Some(init),
            Some(Initializer::List(items, _)) => match items.as_slice() {
                [(_, Initializer::Expr(only))] => Some(only),
                _ => None,
            },
            None => None,
        };
        if is_lasting {
            let message = format!("`{}` is a pointer that lives as long as the program", name.text);
            let help = "what such a pointer points to is not followed; declare it in a function, or use the variable itself";
            let reason = self.defer(Diagnostic::error(Code::PointerUnsupported, span, message).help(help));
            if self.is_new(name) {
                self.enter(name, Entity::Unusable(reason));
            }
            return Vec::new();
        }
        let effects = self.declare_pointer(name, kind, init, span);
        effects.filter(has_effect).map(|expr| (span, StmtKind::Expr(expr))).into_iter().collect()
    }

    /// Declares a variable that is not supported; its initial value is evaluated.
    pub(super) fn unusable(
        &mut self,
        diagnostic: Diagnostic,
        name: Name<'a>,
        init: Option<&Initializer<'a>>,
        is_lasting: bool,
    ) -> Vec<(Span, StmtKind)> {
        let span = diagnostic.span;
        let reason = self.defer(diagnostic);
        if self.is_new(name) {
            self.enter(name, Entity::Unusable(reason));
        }
        let (Some(init), false) = (init, is_lasting) else { return Vec::new() };
        let mut filled = Filled::default();
        others(init, &mut filled);
        self.effects_of(Some(filled), span)
    }

    /// A parameter or a hidden variable that is a structure: its cells as locals.
    pub(super) fn local_cells(&mut self, name: &str, span: Span, kind: &Kind) -> Option<Object> {
        let mut first = None;
        let paths = kind.paths();
        for (path, ty) in &paths {
            let place = self.body.local(name, span, *ty);
            if let Some(local) = self.body.function.locals.last_mut() {
                local.path.clone_from(path);
            }
            first = first.or(Some(place));
        }
        Some(Object { base: Base::Place(first?), start: 0, cells: u32::try_from(paths.len()).ok() })
    }
}

/// Nothing, and no value.
pub(super) fn nothing(span: Span) -> Expr {
    Expr { span, ty: Type::Void, kind: ExprKind::Void }
}
