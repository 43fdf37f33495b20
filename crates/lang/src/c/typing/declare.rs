//! Declarations: the types that words make, variables, parameters and the signatures of functions.

use logic::{Int, Sort};

use super::Typing;
use super::body::Use;
use super::entity::{Entity, Signature, Unsupported};
use crate::c::ast::{Bounds, ExprKind, Global, Place, StmtKind};
use crate::c::builtin;
use crate::c::syntax::{
    Base, Declaration, Declarator, Expr, FunctionDefinition, Initializer, Item, Name, Param, Shape,
    Specifiers, StmtKind as Untyped, Storage,
};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// What the specifiers of a declaration mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum Declared {
    Type(Type),
    /// Not supported, because of these words.
    Unsupported(Unsupported, Span),
    /// An error has been reported.
    Refused,
}

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
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
                self.definition(definition, base);
                base
            }
            Item::Stmt(stmt) => match &stmt.kind {
                Untyped::Declaration(declaration) => {
                    let base = self.resolve(&declaration.specifiers);
                    for (declarator, _) in &declaration.declarators {
                        self.type_or_function(&declaration.specifiers, base, declarator);
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
        base: Declared,
        declarator: &Declarator<'a>,
    ) -> bool {
        let Some(name) = declarator.name else { return false };
        if specifiers.storage == Storage::Typedef {
            let entity = match with_shape(base, &declarator.shape) {
                Declared::Type(ty) => Entity::Type(Ok(ty)),
                Declared::Unsupported(what, _) => Entity::Type(Err(what)),
                Declared::Refused => Entity::Type(Ok(Type::INT)),
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

    fn enter(&mut self, name: Name<'a>, entity: Entity) {
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
            Base::Aggregate(found) => Declared::Unsupported(Unsupported::Aggregate, found.span),
            Base::Other(span, words) => Declared::Unsupported(Unsupported::Other(words), *span),
            Base::Error => Declared::Refused,
            Base::Named(name) => match self.lookup(name.text) {
                Some(Entity::Type(Ok(ty))) => Declared::Type(*ty),
                Some(Entity::Type(Err(what))) => Declared::Unsupported(*what, name.span),
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
    fn is_new(&mut self, name: Name<'a>) -> bool {
        let known = self.scopes.last().and_then(|scope| scope.get(name.text));
        let first = match known {
            None => return true,
            Some(Entity::Variable { span, .. }) => Some(*span),
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
        base: Declared,
        declarator: &Declarator<'a>,
        params: &[Param<'a>],
        is_complete: bool,
    ) -> Signature {
        let result = match (with_shape(base, &declarator.shape), base) {
            (Declared::Type(ty), _) => Ok(ty),
            (Declared::Unsupported(what, _), _) => Err(what),
            (Declared::Refused, _) => Ok(Type::INT),
        };
        let params = params.iter().map(|param| match self.param_type(param) {
            Declared::Type(ty) if ty != Type::Void => Some(ty),
            _ => None,
        });
        Signature { span: name.span, result, params: params.collect(), is_complete, defined: None }
    }

    fn param_type(&mut self, param: &Param<'a>) -> Declared {
        let base = self.resolve(&param.specifiers);
        with_shape(base, &param.declarator.shape)
    }

    /// Enters a function that is defined.
    fn definition(&mut self, definition: &FunctionDefinition<'a>, base: Declared) {
        let Some(name) = definition.declarator.name else { return };
        let Shape::Function { params, is_complete, pointer } = &definition.declarator.shape else { return };
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
            if let (Err(what), false) = (signature.result, builtin::is_fixed(name.text)) {
                let words = match base {
                    Declared::Unsupported(_, span) => span,
                    _ => definition.specifiers.span,
                };
                let span = pointer.map_or(words, |star| words.to(star));
                self.sink.report(what.error(span, &format!("the result of `{}`", name.text)));
            }
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
    pub(super) fn params(&mut self, definition: &FunctionDefinition<'a>, is_entry: bool) {
        let Shape::Function { params, .. } = &definition.declarator.shape else { return };
        for (at, param) in params.iter().enumerate() {
            let unnamed = Name { text: "", span: param.specifiers.span };
            let name = param.declarator.name.unwrap_or(unnamed);
            match self.param_type(param) {
                Declared::Type(Type::Void) | Declared::Refused => {
                    self.enter(name, Entity::Refused);
                }
                Declared::Type(ty) => {
                    let shown = if name.text.is_empty() {
                        format!("argument{}", at + 1)
                    } else {
                        name.text.to_owned()
                    };
                    let place = self.body.local(&shown, name.span, ty);
                    self.body.function.params += 1;
                    // The number of the program's arguments; `main(int n)` is no form of C, and means any number.
                    let is_count = is_entry && at == 0 && (params.len() == 2 || name.text == "argc");
                    if let (true, Some(local)) = (is_count, self.body.function.locals.last_mut()) {
                        local.within = Some(Bounds { low: Some(Int::ZERO), high: None });
                    }
                    if !name.text.is_empty() && self.is_new(name) {
                        let is_const = param.specifiers.is_const;
                        self.enter(name, Entity::Variable { place, ty, is_const, span: name.span });
                    }
                }
                Declared::Unsupported(what, _) if is_entry => self.enter(name, Entity::Unusable(what)),
                Declared::Unsupported(what, words) => {
                    let span = match param.declarator.shape {
                        Shape::Plain => words,
                        _ => param.declarator.span,
                    };
                    let subject = if name.text.is_empty() {
                        "this parameter".to_owned()
                    } else {
                        format!("`{}`", name.text)
                    };
                    self.sink.report(what.error(span, &subject));
                    self.enter(name, Entity::Refused);
                }
            }
        }
    }

    /// Variables outside of functions, where there is a `main`.
    pub(super) fn global_declaration(&mut self, declaration: &Declaration<'a>, base: &Declared) {
        self.variables(Level::Global, declaration, *base);
    }

    /// Variables among the statements of a fragment.
    pub(super) fn fragment_declaration(
        &mut self,
        declaration: &Declaration<'a>,
        base: &Declared,
    ) -> Vec<(Span, StmtKind)> {
        self.variables(Level::Fragment, declaration, *base)
    }

    /// A declaration in a function: its types, constants and functions are entered too.
    pub(super) fn local_declaration(&mut self, declaration: &Declaration<'a>) -> Vec<(Span, StmtKind)> {
        let base = self.resolve(&declaration.specifiers);
        self.variables(Level::Local, declaration, base)
    }

    fn variables(
        &mut self,
        level: Level,
        declaration: &Declaration<'a>,
        base: Declared,
    ) -> Vec<(Span, StmtKind)> {
        let mut stmts = Vec::new();
        let mut base_is_reported = false;
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
            let ty = match with_shape(base, &declarator.shape) {
                Declared::Type(Type::Void) => {
                    let help = "a variable has a type with values, such as `int`";
                    self.error(
                        Code::TypeMismatch,
                        name.span,
                        format!("`{}` is of type void", name.text),
                        help,
                    );
                    None
                }
                Declared::Type(ty) => Some(ty),
                Declared::Refused => None,
                Declared::Unsupported(what, words) => {
                    let by_shape = !matches!(declarator.shape, Shape::Plain);
                    if by_shape || !base_is_reported {
                        let span = if by_shape { declarator.span } else { words };
                        self.sink.report(what.error(span, &format!("`{}`", name.text)));
                    }
                    base_is_reported |= !by_shape;
                    None
                }
            };
            let Some(ty) = ty else {
                self.enter(name, Entity::Refused);
                continue;
            };
            let span = match init {
                Some(Initializer::Expr(init)) => declarator.span.to(init.span),
                _ => declarator.span,
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
            Some(Initializer::List(_, span)) => {
                self.error(
                    Code::FeatureUnsupported,
                    *span,
                    "values in braces are not supported",
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

    fn new_global(&mut self, name: Name<'a>, function: Option<String>, ty: Type, init: Option<Int>) -> Place {
        let at = u32::try_from(self.globals.len()).unwrap_or(u32::MAX);
        self.globals.push(Global { name: name.text.to_owned(), function, ty, span: name.span, init });
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

/// The type of a declarator; of a function's, the type of its result.
pub(super) fn with_shape(base: Declared, shape: &Shape<'_>) -> Declared {
    let what = match shape {
        Shape::Plain | Shape::Function { pointer: None, .. } => return base,
        Shape::Pointer(span) | Shape::Function { pointer: Some(span), .. } => (Unsupported::Pointer, *span),
        Shape::Array(span) => (Unsupported::Array, *span),
    };
    match base {
        Declared::Refused => Declared::Refused,
        _ => Declared::Unsupported(what.0, what.1),
    }
}
