//! Declarations of variables: outside of functions, among the statements of a fragment, and in functions.

use logic::{Int, Sort};

use super::Typing;
use super::body::Use;
use super::declare::Declared;
use super::entity::Entity;
use super::kind::Kind;
use crate::c::ast::{ExprKind, Global, Place, StmtKind};
use crate::c::syntax::{Declaration, Expr, Initializer, Name, Shape, Specifiers, Storage};
use crate::c::types::Type;
use crate::diagnostic::Code;
use crate::span::Span;

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Outside of functions, where there is a `main`.
    Global,
    /// Among the statements of a fragment.
    Fragment,
    /// In a function.
    Local,
}

impl<'a> Typing<'a, '_> {
    /// Variables outside of functions, where there is a `main`.
    pub(super) fn global_declaration(&mut self, declaration: &Declaration<'a>, base: &Declared) {
        self.variables(Level::Global, declaration, base);
    }

    /// Variables among the statements of a fragment.
    pub(super) fn fragment_declaration(
        &mut self,
        declaration: &Declaration<'a>,
        base: &Declared,
    ) -> Vec<(Span, StmtKind)> {
        self.variables(Level::Fragment, declaration, base)
    }

    /// A declaration in a function: its types, constants and functions are entered too.
    pub(super) fn local_declaration(&mut self, declaration: &Declaration<'a>) -> Vec<(Span, StmtKind)> {
        let base = self.resolve(&declaration.specifiers);
        self.variables(Level::Local, declaration, &base)
    }

    fn variables(
        &mut self,
        level: Level,
        declaration: &Declaration<'a>,
        base: &Declared,
    ) -> Vec<(Span, StmtKind)> {
        let mut stmts = Vec::new();
        for (declarator, init) in &declaration.declarators {
            let is_variable = declaration.specifiers.storage != Storage::Typedef
                && !matches!(declarator.shape, Shape::Function { .. });
            if !is_variable {
                if level == Level::Local {
                    self.type_or_function(&declaration.specifiers, base, declarator);
                }
                continue;
            }
            let Some(name) = declarator.name else {
                // Where a macro is refused, the text ends.
                if !self.sink.has_errors() {
                    let help = "a declaration is a type and a name: `int x;`";
                    self.error(Code::UnexpectedToken, declarator.span, "a variable without a name", help);
                }
                continue;
            };
            let span = match init {
                Some(Initializer::Expr(init)) => declarator.span.to(init.span),
                Some(Initializer::List(_, init)) => declarator.span.to(*init),
                None => declarator.span,
            };
            let kind = base.kind().and_then(|base| self.kind(base, declarator));
            let ty = match kind {
                Some(Kind::Scalar(Type::Void)) => {
                    let help = "a variable has a type with values, such as `int`";
                    self.error(
                        Code::TypeMismatch,
                        name.span,
                        format!("`{}` is of type void", name.text),
                        help,
                    );
                    self.enter(name, Entity::Refused);
                    continue;
                }
                None => {
                    self.enter(name, Entity::Refused);
                    continue;
                }
                Some(Kind::Scalar(ty)) => ty,
                Some(kind @ (Kind::Array(..) | Kind::Struct(_))) => {
                    let specifiers = &declaration.specifiers;
                    stmts.extend(self.object(level, specifiers, kind, name, init.as_ref(), span));
                    continue;
                }
                Some(Kind::Pointer(to)) => {
                    let (to, specifiers) = ((*to).clone(), &declaration.specifiers);
                    stmts.extend(self.pointer_declaration(level, specifiers, to, name, init.as_ref(), span));
                    continue;
                }
                Some(Kind::Unsupported(what)) => {
                    let at = match (&declarator.shape, base) {
                        (Shape::Plain, Declared::Unsupported(_, words)) => *words,
                        _ => declarator.span,
                    };
                    let is_lasting =
                        level == Level::Global || declaration.specifiers.storage != Storage::Plain;
                    let diagnostic = what.error(at, &format!("`{}`", name.text));
                    stmts.extend(self.unusable(diagnostic, name, init.as_ref(), is_lasting));
                    continue;
                }
            };
            let made = self.variable(level, &declaration.specifiers, ty, name, init.as_ref());
            stmts.extend(made.map(|kind| (span, kind)));
        }
        stmts
    }

    /// One variable of a supported type; what happens when its declaration is met.
    fn variable(
        &mut self,
        level: Level,
        specifiers: &Specifiers<'a>,
        ty: Type,
        name: Name<'a>,
        init: Option<&Initializer<'a>>,
    ) -> Option<StmtKind> {
        let init = match init {
            Some(Initializer::Expr(init)) => Some(init),
            Some(Initializer::List(items, _)) if items.len() == 1 && items[0].0.is_empty() => {
                // `int x = { 4 };`
                return self.variable(level, specifiers, ty, name, Some(&items[0].1));
            }
            Some(Initializer::List(_, span)) => {
                self.error(
                    Code::TypeMismatch,
                    *span,
                    "several values for one variable",
                    "write the value alone",
                );
                self.enter(name, Entity::Refused);
                return None;
            }
            None => None,
        };
        if level != Level::Local && self.functions.contains_key(name.text) {
            let message = format!("`{}` is a function and a variable", name.text);
            self.error(Code::DuplicateDeclaration, name.span, message, "rename one of the two");
            return None;
        }
        let is_static =
            level == Level::Global || specifiers.storage != Storage::Plain && level == Level::Local;
        if is_static {
            self.lasting_variable(level, specifiers, ty, name, init);
            return None;
        }
        let is_new = self.is_new(name);
        let is_const = specifiers.is_const;
        // A constant is no variable at all: it may be a factor and a case.
        if let Some(value) = init.filter(|_| is_const).and_then(|init| self.literal(init)) {
            let value = self.converted(value, ty, init.map_or(name.span, |init| init.span));
            if is_new {
                self.enter(name, Entity::Constant(value, ty));
            }
            return None;
        }
        let place = match level {
            Level::Fragment => self.new_global(name, None, ty, None),
            _ => self.body.local(name.text, name.span, ty),
        };
        if is_new {
            self.enter(name, Entity::Variable { place, ty, is_const, span: name.span });
        }
        match init {
            Some(init) => {
                let value = self.assigned(init, place, ty)?;
                Some(StmtKind::Init(place, value))
            }
            None if specifiers.storage == Storage::Extern => None,
            None => {
                let sort = if ty == Type::Bool { Sort::Bool } else { Sort::Int };
                let is_once = self.body.is_entry && !self.body.in_loop();
                let site = (!is_once).then(|| self.body.nondet_site(name.span, ty, sort, Some(place)));
                Some(StmtKind::Arbitrary(place, site))
            }
        }
    }

    pub(super) fn new_global(
        &mut self,
        name: Name<'a>,
        function: Option<String>,
        ty: Type,
        init: Option<Int>,
    ) -> Place {
        let at = u32::try_from(self.globals.len()).unwrap_or(u32::MAX);
        self.globals.push(Global {
            name: name.text.to_owned(),
            path: String::new(),
            function,
            ty,
            span: name.span,
            init,
        });
        self.declared.push(true);
        Place::Global(at)
    }

    /// A variable that lives as long as the program, with a constant initial value.
    fn lasting_variable(
        &mut self,
        level: Level,
        specifiers: &Specifiers<'a>,
        ty: Type,
        name: Name<'a>,
        init: Option<&Expr<'a>>,
    ) {
        let is_extern = specifiers.storage == Storage::Extern;
        if let (Level::Local, true) = (level, is_extern)
            && let Some(known @ Entity::Variable { .. }) = self.scopes[1].get(name.text).cloned()
        {
            self.enter_outermost(name, known);
            return;
        }
        let value = init.and_then(|init| {
            let value = self.constant(init, "the initial value of a variable outside of functions")?;
            Some(self.converted(value, ty, init.span))
        });
        if let (true, Some(value)) = (specifiers.is_const, &value) {
            if self.is_new(name) {
                self.enter(name, Entity::Constant(value.clone(), ty));
            }
            return;
        }
        // `int x;` may be repeated, once with a value.
        if let (Level::Global, Some(Entity::Variable { place: Place::Global(at), ty: before, .. })) =
            (level, self.scopes[1].get(name.text))
        {
            let global = &mut self.globals[*at as usize];
            let is_repeated =
                *before == ty && (init.is_none() || global.init.as_ref().is_none_or(Int::is_zero));
            if is_repeated {
                match value {
                    Some(value) => global.init = Some(value),
                    None if !is_extern && global.init.is_none() => global.init = Some(Int::ZERO),
                    None => {}
                }
                return;
            }
        }
        if self.is_new(name) {
            let function = (level == Level::Local).then(|| self.body.function.name.clone());
            let start = if is_extern && init.is_none() { None } else { Some(value.unwrap_or(Int::ZERO)) };
            let place = self.new_global(name, function, ty, start);
            self.enter(name, Entity::Variable { place, ty, is_const: specifiers.is_const, span: name.span });
        }
    }

    /// What `extern` in a block names is what the name means outside of functions, also where another variable hides that.
    pub(super) fn enter_outermost(&mut self, name: Name<'a>, known: Entity) {
        let is_there = self.scopes.last().is_some_and(|scope| scope.contains_key(name.text));
        if !is_there {
            self.enter(name, known);
        }
    }

    /// The value of an expression that is plainly constant; nothing is reported.
    fn literal(&mut self, init: &Expr<'a>) -> Option<Int> {
        use crate::c::syntax::ExprKind as E;
        let plain = |expr: &Expr<'a>| matches!(expr.kind, E::Number(..) | E::Name(_));
        let is_plain = match &init.kind {
            E::Unary(_, inner) | E::Cast(_, inner) => plain(inner),
            E::Chain(first, rest) => plain(first) && rest.iter().all(|part| plain(&part.2)),
            _ => plain(init),
        };
        if !is_plain {
            return None;
        }
        self.is_known(init).then(|| self.value(init))?.and_then(|typed| typed.constant().cloned())
    }

    /// Whether all names in it mean constants.
    fn is_known(&self, expr: &Expr<'a>) -> bool {
        use crate::c::syntax::ExprKind as E;
        match &expr.kind {
            E::Number(..) => true,
            E::Name(name) => matches!(self.lookup(name.text), Some(Entity::Constant(..))),
            E::Unary(_, inner) | E::Cast(_, inner) => self.is_known(inner),
            E::Chain(first, rest) => self.is_known(first) && rest.iter().all(|part| self.is_known(&part.2)),
            _ => false,
        }
    }

    /// What a variable takes, converted to its type; a free choice remembers the variable.
    pub(super) fn assigned(
        &mut self,
        value: &Expr<'a>,
        place: Place,
        ty: Type,
    ) -> Option<crate::c::ast::Expr> {
        let wanted = if ty == Type::Bool { Use::Truth } else { Use::Value };
        let typed = self.expr(value, wanted)?;
        let typed = self.convert(typed, ty);
        if let ExprKind::Nondet(site) = typed.kind {
            self.body.function.nondets[site as usize].target = Some(place);
        }
        Some(typed)
    }
}
