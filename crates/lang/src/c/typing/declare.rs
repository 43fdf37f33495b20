//! Declarations: the types that words make, parameters and the signatures of functions. Variables are in `variable.rs`.

use logic::Int;

use super::Typing;
use super::entity::{Entity, Signature, Unsupported};
use super::kind::Kind;
use super::pointer::{Aim, PointerVariable, unit};
use crate::c::ast::{self, Bounds, ExprKind, Object, Place, PointerParameter};
use crate::c::syntax::{
    Base, Declarator, FunctionDefinition, Item, Name, Param, Shape, Specifiers, StmtKind as Untyped, Storage,
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
    pub(super) fn type_or_function(
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
            Base::Enum(found) => match self.enumeration(found) {
                Some(ty) => Declared::Type(ty),
                None => {
                    let words = "an enumeration without its constants";
                    Declared::Unsupported(Unsupported::Other(words), specifiers.span)
                }
            },
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
                    let what = kind.refused();
                    let span = match param.declarator.shape {
                        Shape::Plain => param.specifiers.span,
                        _ => param.declarator.span,
                    };
                    let reason = self.defer(what.error(span, &format!("`{shown}`")));
                    if is_entry {
                        self.body.outside.insert(reason);
                    }
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
            is_void: false,
            at: ast::Expr { span, ty, kind: ExprKind::Var(place) },
            local: moves.then_some(place),
            span,
            branch: self.body.branch,
            labels: self.body.function.labels.len(),
        })
    }
}
