//! From the untyped tree to the typed one: names become variables, every expression gets its type, constants are folded.
//!
//! What has no type is reported; the tree that comes out is only used if there was no error. First the types and
//! functions of the text are entered, so that they may be used before their place; then variables and statements are
//! read in order, last the bodies of functions.

mod aim;
mod assign;
mod body;
mod call;
mod compare;
mod contexts;
mod declare;
mod entity;
mod enumeration;
mod exact;
mod expr;
mod fill;
mod kind;
mod known;
mod labels;
mod library;
mod life;
mod memory;
mod moving;
mod object;
mod operator;
mod order;
mod place;
mod pointer;
mod recast;
mod scan;
mod spot;
mod stay;
mod stmt;
mod text;
mod undefined;
mod variable;

use std::collections::{BTreeMap, BTreeSet};

use logic::{Int, order::CollectOrdered};

use super::ast::{Function, Global};
use super::builtin::{self, Builtin};
use super::syntax::{Expr, FunctionDefinition, Item, Name, Stmt, StmtKind, Tree};
use super::types::Type;
use crate::ast::{AssertId, AssertInfo};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::parser::is_one_slip;
use crate::span::Span;
use crate::{Arithmetic, Integers, Overflow};

pub(crate) use operator::{has_effect, truncated_quotient, truncated_remainder};

use body::Body;
use entity::{Entity, Signature};
use order::LooseArgs;

/// The functions of a text before they are inlined.
pub(crate) struct Typed {
    /// The reasons of what is not supported; errors if something depends on it.
    pub deferred: Vec<Diagnostic>,
    /// The operations that are not refused yet, as in [`super::ast::CProgram::operations`].
    pub operations: Vec<(Span, Diagnostic)>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub asserts: Vec<AssertInfo>,
    /// The function that is run.
    pub entry: usize,
    /// How the program computes.
    pub arithmetic: Arithmetic,
    /// For each global whether a declaration names it.
    pub declared: Vec<bool>,
}

impl Typed {
    /// Whether everything that may be undefined is to be an assertion.
    pub fn is_checked(&self) -> bool {
        self.arithmetic.integers != Integers::Mathematical && self.arithmetic.overflow == Overflow::Check
    }
}

/// The typed functions. Meaningless if an error has been reported; none if there is nothing to run.
pub(crate) fn check(tree: &Tree<'_>, arithmetic: Arithmetic, sink: &mut Sink) -> Option<Typed> {
    let mut typing = Typing {
        sink,
        arithmetic,
        scopes: vec![predefined(), BTreeMap::new()],
        functions: BTreeMap::new(),
        typed: Vec::new(),
        globals: Vec::new(),
        declared: Vec::new(),
        asserts: Vec::new(),
        is_fragment: false,
        deferred: Vec::new(),
        tags: vec![BTreeMap::new()],
        structures: 0,
        body: Body::default(),
        loose: Vec::new(),
        noted: BTreeSet::new(),
        in_ranges: 0,
        compared: 0,
    };
    let entry = typing.text(tree);
    let Typing { typed, globals, asserts, declared, loose, deferred, .. } = typing;
    order::check(&typed, &globals, &loose, sink);
    let entry = entry.or_else(|| only_uncalled(tree, &typed, sink))?;
    Some(Typed {
        deferred,
        operations: Vec::new(),
        functions: typed,
        globals,
        asserts,
        entry,
        arithmetic,
        declared,
    })
}

/// The names that every text may use.
fn predefined<'a>() -> BTreeMap<&'a str, Entity> {
    let types = builtin::TYPES.iter().map(|&(name, ty)| (name, Entity::Type(Ok(ty))));
    let constants = builtin::CONSTANTS.iter().map(|&(name, value, int)| {
        let value: Int = value.to_string().parse().unwrap_or(Int::ZERO);
        (name, Entity::Constant(value, Type::Int(int)))
    });
    types.chain(constants).collect_map()
}

struct Typing<'a, 's> {
    sink: &'s mut Sink,
    arithmetic: Arithmetic,
    /// The names of each open scope; the first holds what is predefined, the second what stands outside of functions.
    scopes: Vec<BTreeMap<&'a str, Entity>>,
    /// All functions that are declared or defined.
    functions: BTreeMap<&'a str, Signature>,
    /// The functions with a body.
    typed: Vec<Function>,
    globals: Vec<Global>,
    declared: Vec<bool>,
    asserts: Vec<AssertInfo>,
    /// The reasons of what is not supported.
    deferred: Vec<Diagnostic>,
    /// The structures and enumerations by name.
    tags: Vec<BTreeMap<&'a str, kind::Kind>>,
    /// How many structures there are.
    structures: usize,
    /// Whether statements stand outside of functions, and no `main` is there.
    is_fragment: bool,
    /// The function that is being read.
    body: Body<'a>,
    /// Arguments of which the typed tree keeps only what they do, apart from those of the function that is being read.
    loose: Vec<LooseArgs>,
    /// The functions without body of which something has been said.
    noted: BTreeSet<&'a str>,
    /// How many values the ranges of cases have had.
    in_ranges: usize,
    /// How many names without meaning have been compared with the known ones.
    compared: usize,
}

/// How many unknown names are examined for misspellings; each is compared with every known name.
const MAX_NAMES_COMPARED: usize = 200;

impl<'a> Typing<'a, '_> {
    /// Everything; the entry if it is `main` or the fragment.
    fn text(&mut self, tree: &Tree<'a>) -> Option<usize> {
        let is_main = |definition: &FunctionDefinition<'_>| {
            definition.declarator.name.is_some_and(|n| n.text == "main")
        };
        let functions = || {
            tree.items.iter().filter_map(|item| match item {
                Item::Function(function) => Some(function),
                Item::Stmt(_) => None,
            })
        };
        let has_main = functions().any(is_main);
        let first_stmt = tree.items.iter().find_map(|item| match item {
            Item::Stmt(stmt) if !matches!(stmt.kind, StmtKind::Declaration(_) | StmtKind::Error) => {
                Some(stmt.span)
            }
            _ => None,
        });
        let has_functions = functions().any(|function| function.body.is_some());
        self.is_fragment = !has_main && (first_stmt.is_some() || !has_functions && !tree.items.is_empty());
        if let (true, Some(span)) = (has_main, first_stmt) {
            let diagnostic =
                Diagnostic::error(Code::MisplacedStatement, span, "a statement outside of the functions");
            self.sink.report(diagnostic.help("move it into `main`, or leave out `main`"));
        }

        let declared: Vec<_> = tree.items.iter().map(|item| self.outermost_types(item)).collect();
        // The entry's choices come first.
        let fragment = self.is_fragment.then(|| {
            let stmts = tree.items.iter().zip(declared.iter());
            self.fragment(stmts)
        });
        self.hide_pointers();
        if fragment.is_none() {
            for (item, types) in tree.items.iter().zip(&declared) {
                if let Item::Stmt(Stmt { kind: StmtKind::Declaration(declaration), .. }) = item {
                    self.global_declaration(declaration, types);
                }
            }
        }
        for function in functions() {
            self.function_body(function, is_main(function));
        }
        fragment.or_else(|| self.functions.get("main")?.defined)
    }

    /// The pointers of a fragment are followed in its own statements alone.
    fn hide_pointers(&mut self) {
        for (name, entity) in std::mem::take(&mut self.scopes[1]) {
            let entity = match entity {
                Entity::Pointer(pointer) => {
                    let message = format!("`{name}` is a pointer of the statements outside of functions");
                    let diagnostic = Diagnostic::error(Code::PointerUnsupported, pointer.span, message)
                        .help("what it points to is not followed in functions; pass it as an argument");
                    Entity::Unusable(self.defer(diagnostic))
                }
                entity => entity,
            };
            self.scopes[1].insert(name, entity);
        }
    }

    fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn assertion(&mut self, span: Span) -> AssertId {
        let id = AssertId(u32::try_from(self.asserts.len()).unwrap_or(u32::MAX));
        self.asserts.push(AssertInfo { span, is_post: false, claim: None });
        id
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.sink.report(Diagnostic::error(code, span, message).help(help));
    }

    /// A known name from which this one differs by one slip.
    fn meant(&mut self, name: &str) -> Option<String> {
        self.compared += 1;
        if name.len() < 2 || self.compared > MAX_NAMES_COMPARED {
            return None;
        }
        let mut known = self.scopes.iter().flat_map(BTreeMap::keys).chain(self.functions.keys());
        let is_meant = |known: &&&str| {
            is_one_slip(name, known) && !builtin::CONSTANTS.iter().any(|constant| constant.0 == **known)
        };
        known.find(is_meant).map(|known| (*known).to_owned())
    }

    /// An unknown name: in a fragment it becomes a new variable, elsewhere it is an error, reported once for each name.
    fn undeclared(&mut self, name: Name<'a>) -> Option<super::ast::Place> {
        let meant = self.meant(name.text);
        let outermost = &mut self.scopes[1];
        if self.is_fragment {
            let at = u32::try_from(self.globals.len()).unwrap_or(u32::MAX);
            let place = super::ast::Place::Global(at);
            outermost.insert(
                name.text,
                Entity::Variable { place, ty: Type::INT, is_const: false, span: name.span },
            );
            self.globals.push(Global {
                name: name.text.to_owned(),
                path: String::new(),
                function: None,
                ty: Type::INT,
                span: name.span,
                init: None,
            });
            self.declared.push(false);
            let message = format!("`{}` is not declared, so it is taken as an int", name.text);
            let help = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("declare it: `int {};`", name.text),
            };
            self.sink.report(Diagnostic::warning(Code::UndeclaredVariable, name.span, message).help(help));
            return Some(place);
        }
        outermost.insert(name.text, Entity::Refused);
        let help = match (meant, name.text) {
            (Some(meant), _) => format!("did you mean `{meant}`?"),
            (None, text) if is_function(text) => format!("it is a function: write `{text}(...)`"),
            (None, "NULL" | "nullptr") => "pointers are not supported".to_owned(),
            (None, "argv") => "arguments of the program are not supported".to_owned(),
            (None, text) => format!("declare it before: `int {text};`"),
        };
        self.error(Code::UndeclaredVariable, name.span, format!("`{}` is not declared", name.text), help);
        None
    }

    /// The value of a constant expression.
    fn constant(&mut self, expr: &Expr<'a>, of: &str) -> Option<Int> {
        let typed = self.value(expr)?;
        if let Some(value) = typed.constant() {
            return Some(value.clone());
        }
        self.error(
            Code::NotConstant,
            expr.span,
            format!("{of} is not constant"),
            "write a number, an enumeration constant, or a `const` variable with a constant value",
        );
        None
    }
}

/// Whether a function of this very name may be called without a declaration.
fn is_function(name: &str) -> bool {
    match builtin::find(name) {
        // Known by its beginning.
        Some(Builtin::Choose(_)) => matches!(name, "nondet" | "unknown"),
        found => found.is_some(),
    }
}

/// Without `main` and statements: the function that no other one calls.
fn only_uncalled(tree: &Tree<'_>, typed: &[Function], sink: &mut Sink) -> Option<usize> {
    let is_called = |at: usize| typed.iter().any(|f| f.calls.iter().any(|call| call.callee == at));
    let uncalled: Vec<usize> = (0..typed.len()).filter(|&at| !is_called(at)).collect();
    if let [only] = uncalled.as_slice() {
        return Some(*only);
    }
    if sink.has_errors() && typed.is_empty() {
        return None; // What could not be read may be what there is to run.
    }
    let span = match (uncalled.get(1), tree.items.is_empty()) {
        (Some(&second), _) => typed[second].span,
        _ => typed.first().map_or(Span::default(), |function| function.span),
    };
    let message =
        if typed.is_empty() { "there is nothing to run" } else { "it is not said which function is run" };
    let diagnostic = Diagnostic::error(Code::NoEntry, span, message);
    sink.report(diagnostic.help("write `int main() { ... }`, or statements outside of functions"));
    None
}
