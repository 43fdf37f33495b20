//! From the untyped tree to the typed one: names become variables, every expression gets its type, constants are folded.
//!
//! What has no type is reported; the tree that comes out is only used if there was no error. Expressions are checked in
//! `typing/expr.rs`.

mod expr;
mod word;

use std::collections::BTreeMap;

use logic::{Int, Sort};

use crate::ast::{
    Arm, AssertId, AssertInfo, Assigned, Assignment, Bexp, BexpKind, Comparison, Decl, Exp, ExpKind, LoopId,
    LoopInfo, NondetId, NondetInfo, Post, Program, Sign, Stmt, StmtKind, VarId,
};
use crate::c::IntType;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::parser::is_one_slip;
use crate::span::Span;
use crate::syntax::{Counting, Declared, Expr, ExprKind, SyntaxKind, SyntaxNode, Tree};
use crate::{Arithmetic, Integers};

/// The program that the tree stands for. Meaningless if an error has been reported.
pub(crate) fn check(source: &str, tree: &Tree, arithmetic: Arithmetic, sink: &mut Sink) -> Program {
    let unknown = LoopInfo { span: Span::default(), cond: Span::default(), parent: None };
    let unseen = NondetInfo { span: Span::default(), sort: Sort::Bool, target: None };
    let mut typing = Typing {
        source,
        sink,
        decls: Vec::new(),
        names: BTreeMap::new(),
        assigned: Vec::new(),
        loops: vec![unknown; tree.loops as usize],
        asserts: Vec::new(),
        nondets: vec![unseen; tree.nondets as usize],
        inside: None,
        types: Vec::new(),
        word: IntType { bits: arithmetic.width.clamp(1, 64), signed: true },
        // A program that declares words has no other integers.
        is_bits: arithmetic.integers == Integers::Bits || tree.decls.iter().any(|decl| decl.word.is_some()),
    };
    typing.declare(&tree.decls);
    let pre = tree.pre.as_ref().map(|cond| typing.bool(cond));
    let body = typing.block(&tree.body);
    let post = tree.post.as_ref().map(|cond| {
        let cond = typing.bool(cond);
        Post { id: typing.assertion(cond.span, true), cond }
    });
    typing.warn_undeclared();
    let Typing { decls, loops, asserts, nondets, types, is_bits, .. } = typing;
    Program { decls, pre, body, post, loops, asserts, nondets, words: is_bits.then_some(types) }
}

/// Number of undeclared names that are looked at for slips.
const MAX_NAMES_COMPARED: usize = 200;

struct Typing<'a> {
    source: &'a str,
    sink: &'a mut Sink,
    decls: Vec<Decl>,
    names: BTreeMap<&'a str, VarId>,
    /// For each variable whether a statement assigns it.
    assigned: Vec<bool>,
    loops: Vec<LoopInfo>,
    asserts: Vec<AssertInfo>,
    nondets: Vec<NondetInfo>,
    /// The loop around the statement that is being checked.
    inside: Option<LoopId>,
    /// The types of all variables as words.
    types: Vec<IntType>,
    /// The type of an `int` as a word.
    word: IntType,
    /// Whether integers are words.
    is_bits: bool,
}

impl<'a> Typing<'a> {
    fn declare(&mut self, declared: &[Declared]) {
        for &Declared { sort, word, span } in declared {
            let name = span.text(self.source);
            let Some(&before) = self.names.get(name) else {
                self.add(name, sort, span, true);
                if let (Some(word), Some(last)) = (word, self.types.last_mut()) {
                    *last = word;
                }
                continue;
            };
            let first = &self.decls[before.index()];
            let (message, help) = if first.sort == sort {
                (format!("`{name}` is declared twice"), "remove one of the declarations")
            } else {
                (
                    format!("`{name}` is declared both int and bool"),
                    "a name has one type in the whole program; rename one of the two variables",
                )
            };
            self.sink.report(
                Diagnostic::error(Code::DuplicateDeclaration, span, message)
                    .help(help)
                    .related(first.span, "the first declaration"),
            );
        }
    }

    fn add(&mut self, name: &'a str, sort: Sort, span: Span, declared: bool) -> VarId {
        let var = VarId(u32::try_from(self.decls.len()).unwrap_or(u32::MAX));
        self.decls.push(Decl { name: name.to_owned(), sort, span, declared });
        self.assigned.push(false);
        self.types.push(self.word);
        self.names.insert(name, var);
        var
    }

    /// The variable named at `span`; an unknown name becomes a new int.
    fn variable(&mut self, span: Span) -> VarId {
        let name = span.text(self.source);
        match self.names.get(name) {
            Some(&var) => var,
            None => self.add(name, Sort::Int, span, false),
        }
    }

    fn assertion(&mut self, span: Span, is_post: bool) -> AssertId {
        let id = AssertId(u32::try_from(self.asserts.len()).unwrap_or(u32::MAX));
        self.asserts.push(AssertInfo { span, is_post, claim: None });
        id
    }

    fn block(&mut self, nodes: &[SyntaxNode]) -> Vec<Stmt> {
        let mut list = Vec::new();
        for node in nodes {
            match &node.kind {
                SyntaxKind::For(counting) => list.extend(self.counting(counting, node.span)),
                _ => list.push(Stmt { span: node.span, kind: self.statement(node) }),
            }
        }
        list
    }

    /// `for x := e to f do S done` is `x := e; while x <= f do S; x := x + 1 done`: f is computed anew before each round.
    fn counting(&mut self, counting: &Counting, span: Span) -> [Stmt; 2] {
        let Counting { number, name, first, last, is_down, header, body } = counting;
        let var = self.variable(*name);
        self.assigned[var.index()] = true;
        if self.decls[var.index()].sort == Sort::Bool {
            let message = format!("`{}` is a bool and cannot count", name.text(self.source));
            self.sink.report(
                Diagnostic::error(Code::TypeMismatch, *name, message).help("a `for` counts with an int"),
            );
        }
        let init = Stmt { span: name.to(first.span), kind: StmtKind::AssignInt(var, self.taken(var, first)) };
        let counter = || Exp { span: *name, kind: ExpKind::Var(var) };
        let comparison = if *is_down { Comparison::GreaterEqual } else { Comparison::LessEqual };
        let last = self.word(last);
        self.kept(self.types[var.index()], &last, "is compared as it is");
        let cond = Bexp { span: *header, kind: BexpKind::Compare(comparison, counter(), last) };
        let sign = if *is_down { Sign::Minus } else { Sign::Plus };
        let one = Exp { span: *name, kind: ExpKind::Const(Int::ONE) };
        let next = Exp { span: *name, kind: ExpKind::Sum(vec![(Sign::Plus, counter()), (sign, one)]) };
        let next = self.fitted(var, next);
        let mut body = self.round(*number, span, *header, body);
        body.push(Stmt { span: *header, kind: StmtKind::AssignInt(var, next) });
        [init, Stmt { span, kind: StmtKind::While { id: LoopId(*number), cond, body } }]
    }

    /// The body of a loop, which is noted.
    fn round(&mut self, number: u32, span: Span, cond: Span, body: &[SyntaxNode]) -> Vec<Stmt> {
        let id = LoopId(number);
        self.loops[id.index()] = LoopInfo { span, cond, parent: self.inside };
        let around = self.inside.replace(id);
        let body = self.block(body);
        self.inside = around;
        body
    }

    fn statement(&mut self, node: &SyntaxNode) -> StmtKind {
        match &node.kind {
            // A counting loop is two statements, which `block` makes.
            SyntaxKind::Skip | SyntaxKind::Error | SyntaxKind::For(_) => StmtKind::Skip,
            SyntaxKind::Parallel(parts) => {
                StmtKind::Parallel(parts.iter().map(|(name, value)| self.assignment(*name, value)).collect())
            }
            SyntaxKind::Assume(cond) => StmtKind::Assume(self.bool(cond)),
            SyntaxKind::Assert(cond) => {
                let id = self.assertion(node.span, false);
                StmtKind::Assert(id, self.bool(cond))
            }
            SyntaxKind::Assign(name, value) => {
                let var = self.variable(*name);
                self.assigned[var.index()] = true;
                let sort = self.decls[var.index()].sort;
                if let ExprKind::Nondet(number) = value.kind {
                    let id = NondetId(number);
                    self.nondets[id.index()] = NondetInfo { span: value.span, sort, target: Some(var) };
                    return StmtKind::Havoc(var, id);
                }
                match sort {
                    Sort::Int => StmtKind::AssignInt(var, self.assigned_int(var, value)),
                    Sort::Bool => StmtKind::AssignBool(var, self.assigned_bool(var, value)),
                }
            }
            SyntaxKind::If(arms, otherwise) => StmtKind::If {
                arms: arms
                    .iter()
                    .map(|(cond, body)| Arm { cond: self.bool(cond), body: self.block(body) })
                    .collect(),
                otherwise: otherwise.as_ref().map(|body| self.block(body)),
            },
            SyntaxKind::While(number, cond, body) => {
                let id = LoopId(*number);
                let cond = self.bool(cond);
                let body = self.round(*number, node.span, cond.span, body);
                StmtKind::While { id, cond, body }
            }
        }
    }

    /// One variable of a parallel assignment.
    fn assignment(&mut self, name: Span, value: &Expr) -> Assignment {
        let var = self.variable(name);
        self.assigned[var.index()] = true;
        let value = match self.decls[var.index()].sort {
            Sort::Int => Assigned::Int(self.assigned_int(var, value)),
            Sort::Bool => Assigned::Bool(self.assigned_bool(var, value)),
        };
        Assignment { var, value }
    }

    /// Warns of names that look like slips: not declared although others are, and never assigned or close to a
    /// declared one.
    fn warn_undeclared(&mut self) {
        if !self.decls.iter().any(|decl| decl.declared) {
            return;
        }
        let undeclared: Vec<usize> = (0..self.decls.len()).filter(|&at| !self.decls[at].declared).collect();
        // Each is compared with every declared name; a bound keeps that quick.
        for at in undeclared.into_iter().take(MAX_NAMES_COMPARED) {
            let decl = &self.decls[at];
            let name = &decl.name;
            let close = |other: &&Decl| other.declared && is_one_slip(name, &other.name);
            let meant = self.decls.iter().find(close).filter(|_| name.len() >= 2);
            let is_long = name.len() >= 4;
            if self.sink.has_error_at(decl.span) || self.assigned[at] && !(is_long && meant.is_some()) {
                continue;
            }
            let message = if self.assigned[at] {
                format!("`{name}` is not declared, so it is taken as an int")
            } else {
                format!("`{name}` is not declared, so it is taken as an int with an arbitrary value")
            };
            let help = match meant {
                Some(other) => format!("did you mean `{}`?", other.name),
                None => format!("declare it at the top: `int {name};`"),
            };
            let warning = Diagnostic::warning(Code::UndeclaredVariable, decl.span, message).help(help);
            self.sink.report(warning);
        }
    }
}
