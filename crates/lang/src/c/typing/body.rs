//! The function that is being typed, with everything that is collected about it on the way.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Int, Sort};

use super::Typing;
use super::labels;
use super::life::Lives;
use super::order::LooseArgs;
use super::pointer::PointerVariable;
use crate::c::ast::{
    Bounds, CallSite, Expr, ExprKind, Function, Label, Local, LoopSite, NondetSite, Place, Site, StmtKind,
};
use crate::c::syntax::{FunctionDefinition, Name, Stmt};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// How the value of an expression is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// As a number.
    Value,
    /// As a condition: only whether it is zero matters.
    Truth,
    /// Not at all.
    Unused,
}

/// A statement that `break` or `continue` may mean.
pub(super) enum Enclosing {
    Loop(u32),
    /// The cases so far, and the label of `default`.
    Switch {
        cases: BTreeMap<Int, (u32, Span)>,
        default: Option<(u32, Span)>,
    },
}

/// A function under construction.
pub(super) struct Body<'a> {
    pub function: Function,
    /// Loops and `switch` statements around what is being read, innermost last.
    pub enclosing: Vec<Enclosing>,
    /// The labels to which a `goto` leads back.
    pub heads: BTreeSet<&'a str>,
    /// The labels so far.
    pub labels: BTreeMap<&'a str, (u32, Span)>,
    /// The targets of the `goto`s so far.
    pub gotos: Vec<Name<'a>>,
    /// Whether it is run once, from the start.
    pub is_entry: bool,
    /// How deep statements and expressions are nested here.
    pub depth: u32,
    /// Arguments of which the tree keeps only what they do, with the call.
    pub loose: Vec<(Span, Vec<Expr>)>,
    /// The initial values of an object, with all of them.
    pub lists: Vec<(Span, Vec<Expr>)>,
    /// The names of pointers whose places change.
    pub moving: BTreeSet<&'a str>,
    /// The names of what is tested for being zero.
    pub tested: BTreeSet<&'a str>,
    /// Which branch or loop body is being read, and how many there are.
    pub branch: u32,
    pub branches: u32,
    /// Which memory has ended.
    pub lives: Lives,
    /// The reasons for which variables of blocks are not followed.
    pub automatic: BTreeSet<u32>,
    /// The reasons for which what the program is called with is not followed; no variable is there.
    pub outside: BTreeSet<u32>,
    /// The structure that takes the result.
    pub returns: Option<PointerVariable>,
    /// Whether the result is of a type that is not supported.
    pub loses_result: bool,
}

impl Default for Body<'_> {
    fn default() -> Self {
        let function = Function {
            name: String::new(),
            span: Span::default(),
            result: Type::Void,
            params: 0,
            locals: Vec::new(),
            body: Vec::new(),
            labels: Vec::new(),
            gotos: Vec::new(),
            loops: Vec::new(),
            pointers: Vec::new(),
            nondets: Vec::new(),
            calls: Vec::new(),
            sites: Vec::new(),
            missing_result: None,
        };
        Body {
            function,
            enclosing: Vec::new(),
            heads: BTreeSet::new(),
            labels: BTreeMap::new(),
            gotos: Vec::new(),
            is_entry: false,
            depth: 0,
            loose: Vec::new(),
            lists: Vec::new(),
            moving: BTreeSet::new(),
            tested: BTreeSet::new(),
            branch: 0,
            branches: 0,
            lives: Lives::default(),
            automatic: BTreeSet::new(),
            outside: BTreeSet::new(),
            returns: None,
            loses_result: false,
        }
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl<'a> Body<'a> {
    /// The innermost loop statement.
    pub(super) fn inside(&self) -> Option<u32> {
        self.enclosing.iter().rev().find_map(|enclosing| match enclosing {
            Enclosing::Loop(id) => Some(*id),
            Enclosing::Switch { .. } => None,
        })
    }

    /// Whether control may come here more than once.
    pub(super) fn in_loop(&self) -> bool {
        self.inside().is_some() || self.function.labels.iter().any(|label| label.head.is_some())
    }

    pub(super) fn local(&mut self, name: &str, span: Span, ty: Type) -> Place {
        let at = index(self.function.locals.len());
        let in_loop = self.in_loop();
        self.function.locals.push(Local {
            name: name.to_owned(),
            path: String::new(),
            span,
            ty,
            in_loop,
            is_left_out: false,
            within: None,
        });
        Place::Local(at)
    }

    pub(super) fn loop_site(&mut self, span: Span, cond: Span) -> u32 {
        let at = index(self.function.loops.len());
        let parent = self.inside();
        self.function.loops.push(LoopSite { span, cond, parent });
        self.function.sites.push(Site::Loop(at));
        at
    }

    pub(super) fn nondet_site(&mut self, span: Span, ty: Type, sort: Sort, target: Option<Place>) -> u32 {
        let at = index(self.function.nondets.len());
        self.function.nondets.push(NondetSite { span, ty, sort, target, within: None });
        self.function.sites.push(Site::Nondet(at));
        at
    }

    pub(super) fn call_site(&mut self, span: Span, callee: usize) -> u32 {
        let at = index(self.function.calls.len());
        let parent = self.inside();
        self.function.calls.push(CallSite { span, callee, pointers: Vec::new(), parent, depth: self.depth });
        self.function.sites.push(Site::Call(at));
        at
    }

    pub(super) fn label(&mut self, span: Span, head: Option<u32>) -> u32 {
        let at = index(self.function.labels.len());
        self.function.labels.push(Label { span, head });
        at
    }

    /// A free choice as an expression.
    pub(super) fn choice(&mut self, span: Span, ty: Type, within: Option<Bounds>, wanted: Use) -> Expr {
        if wanted == Use::Unused {
            return Expr { span, ty: Type::Void, kind: ExprKind::Void };
        }
        if wanted == Use::Truth || ty == Type::Bool {
            let site = self.nondet_site(span, Type::Bool, Sort::Bool, None);
            return Expr { span, ty: Type::Bool, kind: ExprKind::Nondet(site) };
        }
        let site = self.nondet_site(span, ty, Sort::Int, None);
        self.function.nondets[site as usize].within = within;
        Expr { span, ty, kind: ExprKind::Nondet(site) }
    }
}

impl<'a> Typing<'a, '_> {
    /// Begins a function whose statements are these.
    pub(super) fn begin(&mut self, name: &str, span: Span, stmts: &[Stmt<'a>]) {
        let moving = super::moving::moving(stmts.iter());
        let tested = super::moving::tested(stmts.iter());
        self.body = Body { heads: labels::heads(stmts), moving, tested, ..Body::default() };
        self.body.function.name = name.to_owned();
        self.body.function.span = span;
    }

    /// Ends it, the function at this position: every `goto` finds its label.
    pub(super) fn finish(&mut self, at: usize) -> Function {
        let loose = std::mem::take(&mut self.body.loose).into_iter();
        self.loose.extend(loose.map(|(span, args)| LooseArgs { function: at, span, args, is_list: false }));
        let lists = std::mem::take(&mut self.body.lists).into_iter();
        self.loose.extend(lists.map(|(span, args)| LooseArgs { function: at, span, args, is_list: true }));
        for name in std::mem::take(&mut self.body.gotos) {
            let label = self.body.labels.get(name.text).map_or(0, |label| label.0);
            if !self.body.labels.contains_key(name.text) {
                self.error(
                    Code::BadLabel,
                    name.span,
                    format!("there is no label `{}` in this function", name.text),
                    format!("write `{}:` before the statement to go to", name.text),
                );
            }
            self.body.function.gotos.push(label);
        }
        std::mem::take(&mut self.body).function
    }

    pub(super) fn function_body(&mut self, definition: &FunctionDefinition<'a>, is_entry: bool) {
        let (Some(name), Some(stmts)) = (definition.declarator.name, &definition.body) else { return };
        let Some(signature) = self.functions.get(name.text) else { return };
        let (Some(at), result) = (signature.defined, signature.result.unwrap_or(Type::Void)) else { return };
        let loses_result = signature.result.is_err();
        let (kinds, structure) = (signature.kinds.clone(), signature.structure.clone());
        if self.typed.get(at).is_some_and(|function| function.span != name.span) {
            // A second definition, which has been reported.
            return;
        }
        self.begin(name.text, name.span, stmts);
        self.body.is_entry = is_entry;
        self.body.function.result = result;
        self.body.loses_result = loses_result;
        self.open_scope();
        self.params(definition, kinds, structure, is_entry);
        self.body.function.body = self.stmts(stmts);
        self.close_scope();
        let may_end = !self.sink.has_errors() && labels::may_end(&self.body.function.body);
        if result != Type::Void && !is_entry && may_end {
            let message = format!("`{}` may end without a value", name.text);
            let warning = Diagnostic::warning(Code::MissingReturn, definition.end, message)
                .help("write `return` with a value at the end; without it the value is arbitrary")
                .related(name.span, "this function promises one");
            self.sink.report(warning);
            let sort = if result == Type::Bool { Sort::Bool } else { Sort::Int };
            let site = self.body.nondet_site(definition.end, result, sort, None);
            self.body.function.missing_result = Some(site);
        }
        let function = self.finish(at);
        self.typed[at] = function;
    }

    /// The statements outside of functions, as one function.
    pub(super) fn fragment<'t>(
        &mut self,
        items: impl Iterator<Item = (&'t crate::c::syntax::Item<'a>, &'t super::declare::Declared)>,
    ) -> usize
    where
        'a: 't,
    {
        use crate::c::syntax::{Item, StmtKind as Untyped};
        let items: Vec<_> = items.collect();
        let stmts = items.iter().filter_map(|(item, _)| match item {
            Item::Stmt(stmt) => Some(stmt),
            Item::Function(_) => None,
        });
        let span = stmts
            .clone()
            .next()
            .map_or(Span::default(), |first| Span::new(first.span.start as usize, first.span.start as usize));
        let moving = super::moving::moving(stmts.clone());
        let tested = super::moving::tested(stmts.clone());
        self.body =
            Body { heads: labels::heads_of(stmts), moving, tested, is_entry: true, ..Body::default() };
        self.body.function.span = span;
        let mut body = Vec::new();
        let mut rest = items.as_slice();
        while let [(item, types), others @ ..] = rest {
            rest = others;
            match item {
                Item::Stmt(Stmt { kind: Untyped::Declaration(declaration), .. }) => {
                    let labels = index(self.body.function.labels.len());
                    let made = self.fragment_declaration(declaration, types);
                    body.extend(made.into_iter().map(|(span, kind)| crate::c::ast::Stmt {
                        span,
                        labels: labels..labels,
                        kind,
                    }));
                }
                Item::Stmt(stmt) => {
                    let next = others.first().and_then(|(item, _)| match item {
                        Item::Stmt(next) => Some(next),
                        Item::Function(_) => None,
                    });
                    self.stmt_before(stmt, next, &mut body);
                }
                Item::Function(_) => {}
            }
        }
        self.body.function.body = body;
        let function = self.finish(self.typed.len());
        self.typed.push(function);
        self.typed.len() - 1
    }
}

/// A statement without labels.
pub(super) fn plain(span: Span, at: u32, kind: StmtKind) -> crate::c::ast::Stmt {
    crate::c::ast::Stmt { span, labels: at..at, kind }
}
