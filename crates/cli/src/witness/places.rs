//! Where things of a C program are in its text, as witnesses name them: keywords, statements, functions, and which variables have
//! which name there.
//!
//! The typed tree has spans; what it does not have (a keyword before a condition, where a block ends) is read off the tokens. Where the
//! text is not as expected, as behind a macro, there is no answer, and so nothing is said of that place.

use lang::c::ast::{Function, Place, Stmt, StmtKind};
use lang::c::{CProgram, IntType, Type};
use lang::highlight::HighlightKind;
use lang::{Span, VarId};
use logic::order::CollectOrdered;
use std::collections::BTreeMap;
use view::program::condition::Named;

/// A C program with its text.
pub(crate) struct Places<'a> {
    pub(crate) source: &'a str,
    pub(crate) program: &'a CProgram,
    /// All tokens but comments.
    tokens: Vec<Span>,
}

/// The kinds of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    /// `while` or `for`: the head is where the condition is evaluated.
    Tested,
    /// `do`: the head is where the body begins; with its first statement, if that can be named.
    Do(Option<u32>),
    /// A label to which a `goto` leads back.
    Label,
}

impl<'a> Places<'a> {
    pub(crate) fn new(source: &'a str, program: &'a CProgram) -> Places<'a> {
        let tokens = lang::c::highlight::tokens(source).into_iter();
        let tokens = tokens.filter(|(_, kind)| *kind != HighlightKind::Comment).map(|(span, _)| span);
        Places { source, program, tokens: tokens.collect() }
    }

    /// The position of the token that begins here, or of the first one behind.
    fn position(&self, at: u32) -> usize {
        self.tokens.partition_point(|token| token.start < at)
    }

    fn text(&self, position: usize) -> &'a str {
        self.tokens.get(position).map_or("", |token| token.text(self.source))
    }

    /// Whether a token with this text begins here.
    pub(crate) fn is_at(&self, at: u32, text: &str) -> bool {
        let position = self.position(at);
        self.tokens.get(position).is_some_and(|token| token.start == at) && self.text(position) == text
    }

    /// Whether a statement or a declaration can begin here: the one before ends in front of it, or the block begins.
    pub(crate) fn begins_statement(&self, at: u32) -> bool {
        let position = self.position(at);
        let is_token = self.tokens.get(position).is_some_and(|token| token.start == at);
        let before = position.checked_sub(1).map_or("", |before| self.text(before));
        is_token && matches!(before, ";" | "{" | "}")
    }

    /// The keyword whose condition in parentheses this is.
    pub(crate) fn keyword_of(&self, condition: Span) -> Option<u32> {
        let mut position = self.position(condition.start);
        while self.text(position.checked_sub(1)?) == "(" {
            position -= 1;
        }
        let keyword = position.checked_sub(1)?;
        matches!(self.text(keyword), "if" | "while").then(|| self.tokens[keyword].start)
    }

    /// The place behind the opening bracket at a position of a token, and that of the bracket that closes it.
    fn closing(&self, open: usize) -> Option<usize> {
        let (opens, closes) = if self.text(open) == "(" { ("(", ")") } else { ("{", "}") };
        let mut depth = 0_u32;
        for position in open..self.tokens.len() {
            let text = self.text(position);
            depth += u32::from(text == opens);
            depth -= u32::from(text == closes);
            if depth == 0 {
                return Some(position);
            }
        }
        None
    }

    /// The parenthesis that closes a call which is written here: `f(...)` and nothing else.
    pub(crate) fn closing_of_call(&self, call: Span) -> Option<u32> {
        let name = self.position(call.start);
        let is_call = self.tokens.get(name).is_some_and(|token| token.start == call.start)
            && self.text(name).starts_with(|c: char| c.is_alphabetic() || c == '_')
            && self.text(name + 1) == "(";
        let close = self.tokens.get(self.closing(name + 1).filter(|_| is_call)?)?;
        (close.end == call.end).then_some(close.start)
    }

    /// Within the definition of a function that stands in the text, the first call of one of these.
    pub(crate) fn call_within(&self, function: &str, callees: &[&str]) -> Option<u32> {
        (0..self.tokens.len()).find_map(|name| {
            if self.text(name) != function || self.text(name + 1) != "(" {
                return None;
            }
            let open = self.closing(name + 1)? + 1;
            if self.text(open) != "{" {
                return None;
            }
            let end = self.closing(open)?;
            let call =
                (open..end).find(|&at| callees.contains(&self.text(at)) && self.text(at + 1) == "(")?;
            Some(self.tokens[call].start)
        })
    }

    /// Where the statement begins in which an expression is evaluated, if it is one that evaluates nothing else.
    pub(crate) fn statement(&self, of: Span) -> Option<u32> {
        let mut found = None;
        for function in &self.program.functions {
            each_stmt(&function.body, &mut |stmt, _| {
                let is_simple =
                    matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Init(..) | StmtKind::Return(_));
                if is_simple && stmt.span.contains(of.start) && self.begins_statement(stmt.span.start) {
                    found = Some(stmt.span.start);
                }
            });
        }
        found
    }

    /// The word that begins here.
    pub(crate) fn word(&self, at: u32) -> &'a str {
        self.text(self.position(at))
    }

    /// Whether the variable is assigned where it is named first behind a place, so that what it was before does not matter.
    pub(crate) fn is_overwritten(&self, name: &str, behind: u32) -> bool {
        let from = self.position(behind);
        let next = (from..self.tokens.len()).find(|&at| self.text(at) == name);
        next.is_some_and(|at| self.text(at + 1) == "=")
    }

    /// The function around a place, as the text has it; none in a fragment.
    pub(crate) fn function(&self, at: u32) -> Option<&'a Function> {
        let before = self.program.functions.iter().filter(|function| function.span.start <= at);
        before.max_by_key(|function| function.span.start).filter(|function| !function.name.is_empty())
    }

    /// What kind of loop a site is; none if its text is not that of a loop.
    pub(crate) fn head(&self, function: &Function, site: usize) -> Option<Head> {
        let span = function.loops.get(site)?.span;
        if self.is_at(span.start, "while") || self.is_at(span.start, "for") {
            return Some(Head::Tested);
        }
        if self.is_at(span.start, "do") {
            let mut first = None;
            each_stmt(&function.body, &mut |stmt, _| {
                if let StmtKind::Do(id, body, _) = &stmt.kind
                    && *id as usize == site
                    && let StmtKind::Block(stmts) = &body.kind
                {
                    first = stmts.first().map(|stmt| (stmt.span.start, is_plain(stmt)));
                }
            });
            let first = first.filter(|&(at, is_plain)| is_plain && self.begins_statement(at));
            return Some(Head::Do(first.map(|(at, _)| at)));
        }
        let label = self.position(span.start);
        (self.text(label + 1) == ":" && self.begins_statement(span.start)).then_some(Head::Label)
    }

    /// The variables that have a name at a place of an instance, with what they are called there and their types.
    pub(crate) fn visible(&self, instance: usize, at: u32) -> BTreeMap<VarId, Named> {
        let function = self.program.function_of(instance);
        let regions = regions(function);
        // By name the innermost declaration, and the variables that it makes, each with its path.
        let mut innermost: BTreeMap<&str, (bool, Span)> = BTreeMap::new();
        let mut all: Vec<Declared<'_>> = Vec::new();
        for (global, number) in self.program.globals.iter().zip(0..) {
            let is_seen = match &global.function {
                None => global.span.start <= at,
                Some(name) => *name == function.name && is_in_scope(&regions, global.span, at),
            };
            if is_seen {
                let key = (global.function.is_some(), global.span);
                all.push((&global.name, key, Place::Global(number), global.ty, &global.path));
            }
        }
        for (local, number) in function.locals.iter().zip(0..) {
            if is_in_scope(&regions, local.span, at) {
                all.push((&local.name, (true, local.span), Place::Local(number), local.ty, &local.path));
            }
        }
        for (name, key, ..) in &all {
            let known = innermost.entry(name).or_insert(*key);
            if (known.0, known.1.start) < (key.0, key.1.start) {
                *known = *key;
            }
        }
        let named = all.into_iter().filter(|(name, key, ..)| innermost.get(name) == Some(key));
        let named = named.filter_map(|(name, (_, span), place, ty, path)| {
            let var = self.program.var(instance, place);
            let is_pointer = match place {
                Place::Local(number) => function.pointers.iter().any(|pointer| pointer.local == number),
                Place::Global(_) => false,
            };
            let is_variable = var.index() < self.program.decls.len() && !is_pointer;
            let is_number = is_variable && is_identifier(name) && !self.may_be_pointer(span, ty, path);
            let ty = match ty {
                Type::Int(IntType { bits, signed }) => Some((bits, signed)),
                Type::Bool => None,
                Type::Void => return None,
            };
            is_number.then(|| (var, Named { text: format!("{name}{path}"), ty }))
        });
        named.collect_map()
    }

    /// Whether a name may be declared as a pointer, whose variable is its place in an object.
    fn may_be_pointer(&self, declared: Span, ty: Type, path: &str) -> bool {
        if ty != Type::Int(IntType::LONG) || !path.is_empty() {
            return false;
        }
        // From the name back to where the declaration begins.
        let end = self.position(declared.end);
        let mut position = end;
        let mut is_wide = false;
        while let Some(before) = position.checked_sub(1) {
            position = before;
            match self.text(before) {
                ";" | "{" | "}" | "(" if before + 1 < end => break,
                "*" => return true,
                "long" | "int64_t" | "intptr_t" | "ptrdiff_t" | "ssize_t" | "intmax_t" => is_wide = true,
                _ => {}
            }
        }
        !is_wide
    }

    /// Line and column of a place, both from 1.
    pub(crate) fn line_and_column(&self, at: u32) -> (u32, u32) {
        let position = lang::LineIndex::new(self.source).position(at);
        (position.line, position.column)
    }

    /// The variable of a place in an instance, where a name means it.
    pub(crate) fn named(&self, instance: usize, var: VarId, at: u32) -> Option<Named> {
        self.visible(instance, at).remove(&var)
    }
}

/// A variable: its name, whether it is local and where it is declared, its type, and which cell of its object it is.
type Declared<'p> = (&'p str, (bool, Span), Place, Type, &'p str);

/// Whether a name can stand in C.
fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is_letter) && name.starts_with(|c: char| !c.is_ascii_digit())
}

/// Whether a statement can be named as one: no label, and no loop, which has places of its own.
fn is_plain(stmt: &Stmt) -> bool {
    !matches!(stmt.kind, StmtKind::Label(_) | StmtKind::While(..) | StmtKind::Do(..) | StmtKind::For { .. })
}

/// Calls `visit` with each statement and with those that follow it in its block.
pub(crate) fn each_stmt<'s>(stmts: &'s [Stmt], visit: &mut dyn FnMut(&'s Stmt, &'s [Stmt])) {
    for (at, stmt) in stmts.iter().enumerate() {
        visit(stmt, &stmts[at + 1..]);
        match &stmt.kind {
            StmtKind::Block(inner) => each_stmt(inner, visit),
            StmtKind::If(arms, otherwise) => {
                arms.iter().for_each(|(_, arm)| each_stmt(std::slice::from_ref(arm), visit));
                otherwise.iter().for_each(|stmt| each_stmt(std::slice::from_ref(stmt), visit));
            }
            StmtKind::For { init, body, .. } => {
                // What is declared there ends with the loop, and no statement follows it.
                init.iter().for_each(|stmt| visit(stmt, &[]));
                each_stmt(std::slice::from_ref(body), visit);
            }
            StmtKind::While(_, _, body) | StmtKind::Do(_, body, _) | StmtKind::Switch { body, .. } => {
                each_stmt(std::slice::from_ref(body), visit);
            }
            _ => {}
        }
    }
}

/// The blocks of a function, and its `for` loops, whose headers may declare.
fn regions(function: &Function) -> Vec<Span> {
    let mut regions = Vec::new();
    each_stmt(&function.body, &mut |stmt, _| {
        if matches!(stmt.kind, StmtKind::Block(_) | StmtKind::For { .. }) {
            regions.push(stmt.span);
        }
    });
    regions
}

/// Whether a local declaration reaches a place of the same function: it stands before the place (or in the header of the loop that
/// begins there), and its block is not over.
fn is_in_scope(regions: &[Span], declared: Span, at: u32) -> bool {
    let around = regions.iter().filter(|region| region.contains(declared.start));
    let region = around.min_by_key(|region| region.end - region.start);
    let is_header = region.is_some_and(|region| region.start == at);
    (declared.start < at || is_header) && region.is_none_or(|region| region.start <= at && at < region.end)
}
