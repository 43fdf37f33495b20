//! Declarations: the types that words make, variables, parameters and the signatures of functions.

use logic::{Int, Sort};

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Signature, Unsupported};
use super::kind::Kind;
use super::pointer::{Aim, PointerVariable, unit};
use crate::c::ast::{self, Bounds, ExprKind, Global, Object, Place, PointerParameter, StmtKind};
use crate::c::syntax::{
    Base, Declaration, Declarator, Expr, FunctionDefinition, Initializer, Item, Name, Param, Shape,
    Specifiers, StmtKind as Untyped, Storage,
};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// What the specifiers of a declaration mean.
#[derive(Clone, Debug)]
pub(super) enum Declared {
    Type(Type),
    /// A type that is none of numbers.
    Kind(Kind),
    /// Not supported, because of these words.
    Unsupported(Unsupported, Span),
    /// An error has been reported.
    Refused,
}

impl Declared {
    /// The type; none if an error has been reported.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self {
            Declared::Type(ty) => Some(Kind::Scalar(*ty)),
            Declared::Kind(kind) => Some(kind.clone()),
            Declared::Unsupported(what, _) => Some(Kind::Unsupported(*what)),
            Declared::Refused => None,
        }
    }
}

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
    /// Enters the types, constants and functions of an item outside of functions.
    pub(super) fn outermost_types(&mut self, item: &Item<'a>) -> Declared {
        match item {
            Item::Function(definition) => {
                let base = self.resolve(&definition.specifiers);
                self.definition(definition, &base);
                base
            }
            Item::Stmt(stmt) => match &stmt.kind {
                Untyped::Declaration(declaration) => {
                    let base = self.resolve(&declaration.specifiers);
                    for (declarator, _) in &declaration.declarators {
                        self.type_or_function(&declaration.specifiers, &base, declarator);
                    }
                    base
                }
                _ => Declared::Refused,
            },
        }
    }

    /// Enters a name of a type or of a function; false if the declarator is that of a variable.
    fn type_or_function(
        &mut self,
        specifiers: &Specifiers<'a>,
        base: &Declared,
        declarator: &Declarator<'a>,
    ) -> bool {
        let Some(name) = declarator.name else { return false };
        if specifiers.storage == Storage::Typedef {
            let kind = match (base.kind(), &declarator.shape) {
                (Some(_), Shape::Function { .. }) => Some(Kind::Unsupported(Unsupported::Pointer)),
                (Some(base), _) => self.kind(base, declarator),
                (None, _) => None,
            };
            let entity = match kind {
                Some(Kind::Scalar(ty)) => Entity::Type(Ok(ty)),
                Some(Kind::Unsupported(what)) => Entity::Type(Err(what)),
                Some(kind) => Entity::Kind(kind),
                None => Entity::Type(Ok(Type::INT)),
            };
            self.enter(name, entity);
            return true;
        }
        if let Shape::Function { params, is_complete, .. } = &declarator.shape {
            let signature = self.signature(name, base, declarator, params, *is_complete);
            match self.functions.get(name.text) {
                Some(known) if known.defined.is_some() => {}
                _ => {
                    self.functions.insert(name.text, signature);
                }
            }
            return true;
        }
        false
    }

    pub(super) fn enter(&mut self, name: Name<'a>, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.text, entity);
        }
    }

    /// The type that the specifiers mean; enumeration constants are entered on the way.
    pub(super) fn resolve(&mut self, specifiers: &Specifiers<'a>) -> Declared {
        match &specifiers.base {
            Base::Known(ty) => Declared::Type(*ty),
            Base::Missing => Declared::Type(Type::INT),
            Base::Float(span) => Declared::Unsupported(Unsupported::Float, *span),
            Base::Aggregate(found) => match self.aggregate(found) {
                Kind::Unsupported(what) => Declared::Unsupported(what, found.span),
                kind => Declared::Kind(kind),
            },
            Base::Other(span, words) => Declared::Unsupported(Unsupported::Other(words), *span),
            Base::Error => Declared::Refused,
            Base::Named(name) => match self.lookup(name.text) {
                Some(Entity::Type(Ok(ty))) => Declared::Type(*ty),
                Some(Entity::Type(Err(what))) => Declared::Unsupported(*what, name.span),
                Some(Entity::Kind(kind)) => Declared::Kind(kind.clone()),
                _ => {
                    let message = format!("there is no type `{}` here", name.text);
                    self.error(
                        Code::UndeclaredVariable,
                        name.span,
                        message,
                        "declare it before with `typedef`",
                    );
                    Declared::Refused
                }
            },
            Base::Enum(constants) => {
                self.enumeration(constants);
                Declared::Type(Type::INT)
            }
        }
    }

    fn enumeration(&mut self, constants: &[(Name<'a>, Option<Expr<'a>>)]) {
        let mut next = Int::ZERO;
        for (name, value) in constants {
            if let Some(value) = value {
                next = self.constant(value, "this value of an enumeration").unwrap_or(next);
            }
            if self.is_new(*name) {
                self.enter(*name, Entity::Constant(next.clone(), Type::INT));
            }
            next += &Int::ONE;
        }
    }

    /// Whether the name is not yet used in the innermost scope; if it is, that is reported.
    pub(super) fn is_new(&mut self, name: Name<'a>) -> bool {
        let known = self.scopes.last().and_then(|scope| scope.get(name.text));
        let first = match known {
            None => return true,
            Some(
                Entity::Variable { span, .. }
                | Entity::Object { span, .. }
                | Entity::Pointer(PointerVariable { span, .. }),
            ) => Some(*span),
            Some(Entity::Refused | Entity::Unusable(_)) => return false,
            Some(_) => None,
        };
        let message = format!("`{}` is declared twice", name.text);
        let diagnostic = Diagnostic::error(Code::DuplicateDeclaration, name.span, message)
            .help("remove one of the declarations, or rename one of the two");
        self.sink.report(match first {
            Some(first) => diagnostic.related(first, "the first declaration"),
            None => diagnostic,
        });
        false
    }

    fn signature(
        &mut self,
        name: Name<'a>,
        base: &Declared,
        declarator: &Declarator<'a>,
        params: &[Param<'a>],
        is_complete: bool,
    ) -> Signature {
        let is_pointer = matches!(declarator.shape, Shape::Function { pointer: Some(_), .. });
        let (result, structure) = match base {
            Declared::Refused => (Ok(Type::INT), None),
            _ if is_pointer => (Err(Unsupported::Pointer), None),
            Declared::Type(ty) => (Ok(*ty), None),
            Declared::Kind(kind @ Kind::Struct(_)) if !kind.paths().is_empty() => {
                (Ok(Type::Void), Some(kind.clone()))
            }
            Declared::Kind(_) => (Err(Unsupported::Aggregate), None),
            Declared::Unsupported(what, _) => (Err(*what), None),
        };
        let kinds: Vec<Kind> = params.iter().map(|param| self.param_kind(param)).collect();
        Signature { span: name.span, result, structure, kinds, is_complete, defined: None }
    }

    /// The type of a parameter: that of an array is a pointer.
    fn param_kind(&mut self, param: &Param<'a>) -> Kind {
        if matches!(param.declarator.shape, Shape::Function { .. }) {
            return Kind::Unsupported(Unsupported::Pointer);
        }
        let base = self.resolve(&param.specifiers).kind();
        let kind = base.and_then(|base| self.kind(base, &param.declarator));
        match kind.unwrap_or(Kind::Scalar(Type::INT)) {
            Kind::Array(element, _) => Kind::Pointer(element),
            kind => kind,
        }
    }

    /// Enters a function that is defined.
    fn definition(&mut self, definition: &FunctionDefinition<'a>, base: &Declared) {
        let Some(name) = definition.declarator.name else { return };
        let Shape::Function { params, is_complete, .. } = &definition.declarator.shape else { return };
        if let Some(Signature { defined: Some(_), span, .. }) = self.functions.get(name.text) {
            let message = format!("`{}` is defined twice", name.text);
            let diagnostic = Diagnostic::error(Code::DuplicateDeclaration, name.span, message)
                .help("remove one of the definitions, or rename one of the two")
                .related(*span, "the first definition");
            self.sink.report(diagnostic);
            return;
        }
        let mut signature = self.signature(name, base, &definition.declarator, params, *is_complete);
        signature.is_complete = true;
        if definition.body.is_some() {
            signature.defined = Some(self.typed.len());
            self.typed.push(super::body::Body::default().function);
            if let Some(function) = self.typed.last_mut() {
                function.span = name.span;
                function.name = name.text.to_owned();
            }
        }
        self.functions.insert(name.text, signature);
    }

    /// Enters the parameters of the function that is begun.
    pub(super) fn params(
        &mut self,
        definition: &FunctionDefinition<'a>,
        kinds: Vec<Kind>,
        structure: Option<Kind>,
        is_entry: bool,
    ) {
        let Shape::Function { params, .. } = &definition.declarator.shape else { return };
        for (at, (param, kind)) in params.iter().zip(kinds).enumerate() {
            let unnamed = Name { text: "", span: param.specifiers.span };
            let name = param.declarator.name.unwrap_or(unnamed);
            let shown =
                if name.text.is_empty() { format!("argument{}", at + 1) } else { name.text.to_owned() };
            let is_const = param.specifiers.is_const;
            let entity = match kind {
                Kind::Scalar(Type::Void) => continue,
                Kind::Scalar(ty) => {
                    let place = self.body.local(&shown, name.span, ty);
                    // The number of the program's arguments; `main(int n)` is no form of C, and means any number.
                    let is_count = is_entry && at == 0 && (params.len() == 2 || name.text == "argc");
                    if let (true, Some(local)) = (is_count, self.body.function.locals.last_mut()) {
                        local.within = Some(Bounds { low: Some(Int::ZERO), high: None });
                    }
                    Entity::Variable { place, ty, is_const, span: name.span }
                }
                Kind::Struct(_) if !kind.paths().is_empty() => {
                    let Some(object) = self.local_cells(&shown, name.span, &kind) else { continue };
                    Entity::Object { object, kind, is_const, span: name.span }
                }
                Kind::Pointer(to) if to.cells() > 0 && *to != Kind::Scalar(Type::Void) && !is_entry => {
                    let moves = self.body.moving.contains(name.text);
                    self.pointer_parameter(&shown, name.span, (*to).clone(), moves)
                }
                kind => {
                    let what = match &kind {
                        Kind::Pointer(_) => Unsupported::Pointer,
                        kind => kind.unsupported().unwrap_or(Unsupported::Aggregate),
                    };
                    let span = match param.declarator.shape {
                        Shape::Plain => param.specifiers.span,
                        _ => param.declarator.span,
                    };
                    let reason = self.defer(what.error(span, &format!("`{shown}`")));
                    Entity::Unusable(reason)
                }
            };
            if !name.text.is_empty() && self.is_new(name) {
                self.enter(name, entity);
            }
        }
        if let Some(structure) = structure {
            let span = self.body.function.span;
            let entity = self.pointer_parameter("result", span, structure, false);
            if let Entity::Pointer(pointer) = entity {
                self.body.returns = Some(pointer);
            }
        }
        self.body.function.params = self.body.function.locals.len();
    }

    fn pointer_parameter(&mut self, name: &str, span: Span, to: Kind, moves: bool) -> Entity {
        let ty = Type::Int(IntType::LONG);
        let place = self.body.local(name, span, ty);
        let local = match place {
            Place::Local(local) => local,
            Place::Global(_) => 0,
        };
        let pointers = &mut self.body.function.pointers;
        let base = ast::Base::Pointer(u32::try_from(pointers.len()).unwrap_or(u32::MAX));
        pointers.push(PointerParameter { local, moves });
        Entity::Pointer(PointerVariable {
            aim: Aim::At(Object { base, start: 0, cells: None }),
            unit: unit(&to),
            kind: to,
            at: ast::Expr { span, ty, kind: ExprKind::Var(place) },
            local: moves.then_some(place),
            span,
            branch: self.body.branch,
        })
    }

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
                if !self.sink.has_error_at(declarator.span) {
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
        if let (true, Some(value)) = (is_const, init.and_then(|init| self.literal(init))) {
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
            && matches!(self.scopes[1].get(name.text), Some(Entity::Variable { .. }))
        {
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
