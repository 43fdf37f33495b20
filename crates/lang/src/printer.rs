//! From the typed tree back to concrete syntax.
//!
//! What is printed parses to the same tree, spans apart, unless parentheses that the source could do without make it deeper
//! than [`crate::MAX_DEPTH`]. The page uses it to show programs that were derived from the
//! user's own; numbers of nondeterministic choices, loops and assertions are kept because the order is.

use std::fmt::{self, Write};

use logic::Sort;

use crate::WordOp;
use crate::ast::{Assigned, Bexp, BexpKind, Exp, ExpKind, Program, Sign, Stmt, StmtKind, VarId};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&program(self))
    }
}

/// The program as source text, with a line break at the end.
pub fn program(program: &Program) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.declarations();
    if let Some(cond) = &program.pre {
        printer.braced(cond);
    }
    printer.block(&program.body, 0);
    if let Some(post) = &program.post {
        printer.braced(&post.cond);
    }
    printer.out
}

/// A condition as source text.
pub fn bexp(program: &Program, cond: &Bexp) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.bexp(cond, 0);
    printer.out
}

/// An integer expression as source text.
pub fn exp(program: &Program, exp: &Exp) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.exp(exp, 0);
    printer.out
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
}

impl Printer<'_> {
    fn text(&mut self, text: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    fn name(&mut self, var: VarId) {
        self.out.push_str(&self.program.decl(var).name);
    }

    fn declarations(&mut self) {
        let declared: Vec<_> = self.program.decls.iter().filter(|decl| decl.declared).collect();
        for group in declared.chunk_by(|a, b| a.sort == b.sort) {
            self.out.push_str(if group[0].sort == Sort::Bool { "bool " } else { "int " });
            let names: Vec<_> = group.iter().map(|decl| decl.name.as_str()).collect();
            self.text(format_args!("{};\n", names.join(", ")));
        }
    }

    fn braced(&mut self, cond: &Bexp) {
        self.out.push_str("{ ");
        self.bexp(cond, 0);
        self.out.push_str(" }\n");
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.out.extend(std::iter::repeat_n("  ", depth));
        self.out.push_str(text);
    }

    fn block(&mut self, stmts: &[Stmt], depth: usize) {
        for (at, stmt) in stmts.iter().enumerate() {
            self.stmt(stmt, depth);
            self.out.push_str(if at + 1 < stmts.len() { ";\n" } else { "\n" });
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        self.line(depth, "");
        match &stmt.kind {
            StmtKind::Skip => self.out.push_str("skip"),
            StmtKind::AssignInt(var, value) => {
                self.name(*var);
                self.out.push_str(" := ");
                self.exp(value, 0);
            }
            StmtKind::AssignBool(var, value) => {
                self.name(*var);
                self.out.push_str(" := ");
                self.bexp(value, 0);
            }
            StmtKind::Parallel(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    self.out.push_str(if at == 0 { "" } else { ", " });
                    self.name(part.var);
                }
                self.out.push_str(" := ");
                for (at, part) in parts.iter().enumerate() {
                    self.out.push_str(if at == 0 { "" } else { ", " });
                    match &part.value {
                        Assigned::Int(value) => self.exp(value, 0),
                        Assigned::Bool(value) => self.bexp(value, 0),
                    }
                }
            }
            StmtKind::Havoc(var, _) => {
                self.name(*var);
                self.out.push_str(" := nondet");
            }
            StmtKind::If { arms, otherwise } => {
                for (at, arm) in arms.iter().enumerate() {
                    if at > 0 {
                        self.line(depth, "");
                    }
                    self.out.push_str(if at == 0 { "if " } else { "elif " });
                    self.bexp(&arm.cond, 0);
                    self.out.push_str(" then\n");
                    self.block(&arm.body, depth + 1);
                }
                if let Some(otherwise) = otherwise {
                    self.line(depth, "else\n");
                    self.block(otherwise, depth + 1);
                }
                self.line(depth, "end");
            }
            StmtKind::While { cond, body, .. } => {
                self.out.push_str("while ");
                self.bexp(cond, 0);
                self.out.push_str(" do\n");
                self.block(body, depth + 1);
                self.line(depth, "done");
            }
            StmtKind::Assume(cond) => {
                self.out.push_str("assume ");
                self.bexp(cond, 0);
            }
            StmtKind::Assert(_, cond) => {
                self.out.push_str("assert ");
                self.bexp(cond, 0);
            }
        }
    }

    fn parens(&mut self, needed: bool, inside: impl FnOnce(&mut Self)) {
        if needed {
            self.out.push('(');
        }
        inside(self);
        if needed {
            self.out.push(')');
        }
    }

    /// `level` is how tightly the context binds: 0 nothing, 1 `=>`, 2 `or`, 3 `and`, 4 `not`, 5 a comparison.
    fn bexp(&mut self, cond: &Bexp, level: u8) {
        match &cond.kind {
            BexpKind::Const(value) => self.text(value),
            BexpKind::Var(var) => self.name(*var),
            BexpKind::Nondet(_) => self.out.push_str("nondet"),
            BexpKind::Not(inner) => self.parens(level > 3, |printer| {
                printer.out.push_str("not ");
                printer.bexp(inner, 4);
            }),
            BexpKind::And(parts) => self.joined(parts, " and ", 3, level),
            BexpKind::Or(parts) => self.joined(parts, " or ", 2, level),
            BexpKind::Implies(premises, conclusion) => self.parens(level > 0, |printer| {
                for premise in premises {
                    printer.bexp(premise, 1);
                    printer.out.push_str(" => ");
                }
                printer.bexp(conclusion, 1);
            }),
            BexpKind::Compare(comparison, left, right) => self.parens(level > 4, |printer| {
                printer.exp(left, 0);
                printer.text(format_args!(" {} ", comparison.text()));
                printer.exp(right, 0);
            }),
            BexpKind::Iff(left, right) => self.equality(left, " = ", right, level),
            BexpKind::Xor(left, right) => self.equality(left, " != ", right, level),
        }
    }

    fn joined(&mut self, parts: &[Bexp], word: &str, own: u8, level: u8) {
        self.parens(level >= own, |printer| {
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    printer.out.push_str(word);
                }
                printer.bexp(part, own);
            }
        });
    }

    fn equality(&mut self, left: &Bexp, word: &str, right: &Bexp, level: u8) {
        self.parens(level > 4, |printer| {
            printer.bexp(left, 5);
            printer.out.push_str(word);
            printer.bexp(right, 5);
        });
    }

    /// `level` is how tightly the context binds: 0 nothing, 1 a sum, 2 the right factor of a product, 3 a sign.
    fn exp(&mut self, exp: &Exp, level: u8) {
        match &exp.kind {
            ExpKind::Const(number) => {
                self.parens(level > 2 && number.is_negative(), |printer| printer.text(number))
            }
            ExpKind::Var(var) => self.name(*var),
            ExpKind::Neg(inner) => self.parens(level > 2, |printer| {
                printer.out.push('-');
                printer.exp(inner, 3);
            }),
            ExpKind::Sum(terms) => self.parens(level > 0, |printer| {
                for (at, (sign, term)) in terms.iter().enumerate() {
                    match (at, sign) {
                        (0, _) => {}
                        (_, Sign::Plus) => printer.out.push_str(" + "),
                        (_, Sign::Minus) => printer.out.push_str(" - "),
                    }
                    printer.exp(term, 1);
                }
            }),
            ExpKind::Mul(factor, inner) => self.parens(level > 1, |printer| {
                printer.text(format_args!("{factor} * "));
                printer.exp(inner, 2);
            }),
            ExpKind::Div(inner, divisor) => self.quotient(inner, "/", divisor, level),
            ExpKind::Mod(inner, divisor) => self.quotient(inner, "%", divisor, level),
            // IMP has no sign for it: assignments and comparisons do it.
            ExpKind::Wrap(_, inner) => self.exp(inner, level),
            ExpKind::Word(op, _, left, right) => self.parens(level > 1, |printer| {
                printer.exp(left, 1);
                printer.out.push_str(match op {
                    WordOp::Times => " * ",
                    WordOp::Quotient | WordOp::EuclideanQuotient => " / ",
                    WordOp::Remainder | WordOp::EuclideanRemainder => " % ",
                    WordOp::ShiftLeft => " << ",
                    WordOp::ShiftRight => " >> ",
                    WordOp::And => " & ",
                    WordOp::Or => " | ",
                    WordOp::Xor => " ^ ",
                });
                printer.exp(right, 2);
            }),
        }
    }

    fn quotient(&mut self, inner: &Exp, word: &str, divisor: &logic::Int, level: u8) {
        self.parens(level > 1, |printer| {
            printer.exp(inner, 1);
            printer.text(format_args!(" {word} {divisor}"));
        });
    }
}
