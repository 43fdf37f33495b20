//! Statements.

use std::collections::BTreeMap;

use logic::Int;

use super::Typing;
use super::body::{Enclosing, Use, plain};
use super::operator::has_effect;
use super::pointer::{Aim, PointerVariable};
use crate::c::ast::{Access, Expr, ExprKind, Gives, Stmt, StmtKind};
use crate::c::syntax::{self, ExprKind as UntypedExpr, Name, StmtKind as Untyped};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// Most values in a range of cases.
const MAX_RANGE: usize = 256;
/// Most values in all ranges of a text.
const MAX_IN_RANGES: usize = 4_096;

impl<'a> Typing<'a, '_> {
    /// Statements of one block.
    pub(super) fn stmts(&mut self, stmts: &[syntax::Stmt<'a>]) -> Vec<Stmt> {
        let mut typed = Vec::new();
        for (at, stmt) in stmts.iter().enumerate() {
            self.stmt_before(stmt, stmts.get(at + 1), &mut typed);
        }
        typed
    }

    fn labels(&self) -> u32 {
        u32::try_from(self.body.function.labels.len()).unwrap_or(u32::MAX)
    }

    /// One statement, which the `next` one follows.
    pub(super) fn stmt_before(
        &mut self,
        stmt: &syntax::Stmt<'a>,
        next: Option<&syntax::Stmt<'a>>,
        typed: &mut Vec<Stmt>,
    ) {
        let start = self.labels();
        let span = stmt.span;
        match &stmt.kind {
            Untyped::Empty | Untyped::Error => {}
            Untyped::Declaration(declaration) => {
                for (span, kind) in self.local_declaration(declaration) {
                    typed.push(plain(span, start, kind));
                }
            }
            Untyped::Label(name) => self.label(*name, span, next, typed),
            _ => {
                self.body.depth += 1;
                let kind = self.stmt(stmt);
                self.body.depth -= 1;
                let labels = start..self.labels();
                typed.extend(kind.map(|kind| Stmt { span, labels, kind }));
            }
        }
    }

    /// A statement that belongs to another one.
    fn inner(&mut self, stmt: &syntax::Stmt<'a>) -> Box<Stmt> {
        let start = self.labels();
        self.open_scope();
        let mut typed = Vec::new();
        self.in_branch(|typing| typing.stmt_before(stmt, None, &mut typed));
        self.close_scope();
        let labels = start..self.labels();
        match typed.pop() {
            Some(only) if typed.is_empty() => Box::new(only),
            last => {
                typed.extend(last);
                let kind = if typed.is_empty() { StmtKind::Empty } else { StmtKind::Block(typed) };
                Box::new(Stmt { span: stmt.span, labels, kind })
            }
        }
    }

    fn stmt(&mut self, stmt: &syntax::Stmt<'a>) -> Option<StmtKind> {
        let span = stmt.span;
        match &stmt.kind {
            Untyped::Expr(expr) => self.expr_stmt(expr),
            Untyped::Block(stmts) => {
                self.open_scope();
                let stmts = self.stmts(stmts);
                self.close_scope();
                Some(StmtKind::Block(stmts))
            }
            Untyped::If(arms, otherwise) => {
                let mut typed = Vec::new();
                for (cond, body) in arms {
                    let cond = match typed.is_empty() {
                        true => self.condition(cond),
                        false => self.in_branch(|typing| typing.condition(cond)),
                    };
                    let body = self.inner(body);
                    typed.push(cond.map(|cond| (cond, *body)));
                }
                let otherwise = otherwise.as_ref().map(|stmt| self.inner(stmt));
                let typed: Option<Vec<(Expr, Stmt)>> = typed.into_iter().collect();
                Some(StmtKind::If(typed?, otherwise))
            }
            Untyped::While(cond, body) => {
                let id = self.body.loop_site(span, cond.span);
                self.body.enclosing.push(Enclosing::Loop(id));
                let cond = self.in_branch(|typing| typing.condition(cond));
                let body = self.inner(body);
                self.body.enclosing.pop();
                Some(StmtKind::While(id, cond?, body))
            }
            Untyped::Do(body, cond) => {
                let id = self.body.loop_site(span, cond.span);
                self.body.enclosing.push(Enclosing::Loop(id));
                let body = self.inner(body);
                let cond = self.in_branch(|typing| typing.condition(cond));
                self.body.enclosing.pop();
                Some(StmtKind::Do(id, body, cond?))
            }
            Untyped::For { init, cond, step, body } => {
                self.open_scope();
                let kind = self.for_stmt(span, init.as_deref(), cond.as_ref(), step.as_ref(), body);
                self.close_scope();
                kind
            }
            Untyped::Switch(value, body) => self.switch(value, body),
            Untyped::Case(value, end) => self.case(Some((value, end.as_ref())), span),
            Untyped::Default => self.case(None, span),
            Untyped::Goto(name) => {
                let at = u32::try_from(self.body.gotos.len()).unwrap_or(u32::MAX);
                self.body.gotos.push(*name);
                Some(StmtKind::Goto(at))
            }
            Untyped::Break if self.body.enclosing.is_empty() => {
                self.misplaced(span, "`break` outside of a loop")
            }
            Untyped::Break => Some(StmtKind::Break),
            Untyped::Continue if self.body.inside().is_none() => {
                self.misplaced(span, "`continue` outside of a loop")
            }
            Untyped::Continue => Some(StmtKind::Continue),
            Untyped::Return(value) => self.return_stmt(value.as_ref(), span),
            Untyped::Empty | Untyped::Error | Untyped::Declaration(_) | Untyped::Label(_) => None,
        }
    }

    fn misplaced(&mut self, span: Span, message: &str) -> Option<StmtKind> {
        let help = "it belongs to the innermost loop or `switch` around it, and there is none";
        self.error(Code::MisplacedStatement, span, message, help);
        None
    }

    fn expr_stmt(&mut self, expr: &syntax::Expr<'a>) -> Option<StmtKind> {
        if let UntypedExpr::Name(name) = &expr.kind {
            // Perhaps a call without its parentheses.
            self.name(*name, expr.span)?;
        }
        let typed = self.expr(expr, Use::Unused)?;
        if has_effect(&typed) {
            return Some(StmtKind::Expr(typed));
        }
        // A comparison where an assignment is meant.
        if let UntypedExpr::Chain(_, rest) = &expr.kind
            && let [(operator, at, _)] = rest.as_slice()
            && *operator == syntax::Binary::Compare(crate::ast::Comparison::Equal)
        {
            let warning =
                Diagnostic::warning(Code::UnexpectedToken, *at, "a comparison whose result is not used")
                    .help("an assignment is written with `=`");
            self.sink.report(warning);
        }
        Some(StmtKind::Empty)
    }

    fn label(&mut self, name: Name<'a>, span: Span, next: Option<&syntax::Stmt<'a>>, typed: &mut Vec<Stmt>) {
        if let Some((_, first)) = self.body.labels.get(name.text) {
            let message = format!("the label `{}` is there twice", name.text);
            let diagnostic = Diagnostic::error(Code::BadLabel, name.span, message)
                .help("each label of a function has its own name")
                .related(*first, "the first one");
            self.sink.report(diagnostic);
            return;
        }
        let head = self.body.heads.contains(name.text).then(|| self.body.loop_site(name.span, name.span));
        let at = self.body.label(name.span, head);
        self.body.labels.insert(name.text, (at, name.span));
        typed.push(Stmt { span: name.span, labels: at..at + 1, kind: StmtKind::Label(at) });
        // `ERROR:` fails by its name, unless what it labels fails anyway.
        let fails_next = next.is_some_and(|next| match &next.kind {
            Untyped::Expr(syntax::Expr { kind: UntypedExpr::Call(called, _), .. }) => {
                self.is_failure(called.text)
            }
            _ => false,
        });
        if name.text == "ERROR" && !fails_next {
            let id = self.assertion(span);
            let fail = Expr { span, ty: Type::Void, kind: ExprKind::Fail(id) };
            typed.push(plain(span, at + 1, StmtKind::Expr(fail)));
        }
    }

    fn for_stmt(
        &mut self,
        span: Span,
        init: Option<&syntax::Stmt<'a>>,
        cond: Option<&syntax::Expr<'a>>,
        step: Option<&syntax::Expr<'a>>,
        body: &syntax::Stmt<'a>,
    ) -> Option<StmtKind> {
        let mut first = Vec::new();
        if let Some(init) = init {
            self.stmt_before(init, None, &mut first);
        }
        let place = cond.map_or(Span { end: span.start + 3, ..span }, |cond| cond.span);
        let id = self.body.loop_site(span, place);
        self.body.enclosing.push(Enclosing::Loop(id));
        let typed_cond = cond.map(|cond| self.in_branch(|typing| typing.condition(cond)));
        // In the order of the text; it is evaluated after the body.
        let step = step.map(|step| self.in_branch(|typing| typing.expr(step, Use::Unused)));
        let body = self.inner(body);
        self.body.enclosing.pop();
        let cond = match typed_cond {
            Some(cond) => Some(cond?),
            None => None,
        };
        let step = match step {
            Some(step) => Some(step?).filter(has_effect),
            None => None,
        };
        Some(StmtKind::For { id, init: first, cond, step, body })
    }

    fn switch(&mut self, value: &syntax::Expr<'a>, body: &syntax::Stmt<'a>) -> Option<StmtKind> {
        let value = self.expr(value, Use::Value);
        self.body.enclosing.push(Enclosing::Switch { cases: BTreeMap::new(), default: None });
        let body = self.inner(body);
        let Some(Enclosing::Switch { cases, default }) = self.body.enclosing.pop() else { return None };
        // Both are converted to the type of the promoted value.
        let value = value?;
        let int = self.is_exact().then(|| value.ty.operand());
        let value = int.into_iter().fold(value, |value, int| self.as_int(value, int));
        let case = |number: Int| int.map_or_else(|| number.clone(), |int| int.wrap(&number));
        let cases = cases.into_iter().map(|(number, (label, _))| (case(number), label)).collect();
        Some(StmtKind::Switch { value, cases, default: default.map(|(label, _)| label), body })
    }

    /// `case first:` or `case first ... last:`, or `default:`.
    fn case(
        &mut self,
        values: Option<(&syntax::Expr<'a>, Option<&syntax::Expr<'a>>)>,
        span: Span,
    ) -> Option<StmtKind> {
        let numbers = match values {
            Some((first, last)) => Some(self.case_values(first, last)?),
            None => None,
        };
        let label = self.labels();
        let enclosing = self.body.enclosing.iter_mut().rev();
        let innermost = enclosing.into_iter().find_map(|enclosing| match enclosing {
            Enclosing::Switch { cases, default } => Some((cases, default)),
            Enclosing::Loop(_) => None,
        });
        let Some((cases, default)) = innermost else {
            let help = "`case` and `default` stand in the body of a `switch`";
            self.error(Code::MisplacedStatement, span, "a case outside of a `switch`", help);
            return None;
        };
        let mut before = None;
        match numbers {
            Some(numbers) => {
                for number in numbers {
                    before = before.or(cases.insert(number, (label, span)));
                }
            }
            None => before = default.replace((label, span)),
        }
        if let Some((_, first)) = before {
            let diagnostic = Diagnostic::error(Code::DuplicateCase, span, "this case is there twice")
                .help("each value leads to one place")
                .related(first, "the first one");
            self.sink.report(diagnostic);
        }
        self.body.label(span, None);
        Some(StmtKind::Label(label))
    }

    /// The values of a `case`.
    fn case_values(&mut self, first: &syntax::Expr<'a>, last: Option<&syntax::Expr<'a>>) -> Option<Vec<Int>> {
        let low = self.constant(first, "the value of a `case`");
        let Some(last) = last else { return Some(vec![low?]) };
        let high = self.constant(last, "the end of this range");
        let (mut next, high) = (low?, high?);
        let span = first.span.to(last.span);
        if next > high {
            let warning = Diagnostic::warning(Code::OutOfRange, span, "there is no value in this range")
                .help("the smaller number stands first");
            self.sink.report(warning);
        }
        let mut values = Vec::new();
        while next <= high {
            self.in_ranges += 1;
            if values.len() >= MAX_RANGE || self.in_ranges > MAX_IN_RANGES {
                let help = format!(
                    "a range has at most {MAX_RANGE} values, all together {MAX_IN_RANGES}; use `if` with `<=`"
                );
                self.error(Code::FeatureUnsupported, span, "this range of cases is too long", help);
                return None;
            }
            values.push(next.clone());
            next += &Int::ONE;
        }
        Some(values)
    }

    fn return_stmt(&mut self, value: Option<&syntax::Expr<'a>>, span: Span) -> Option<StmtKind> {
        let result = self.body.function.result;
        let Some(value) = value else {
            if result != Type::Void && !self.body.is_entry {
                let message = format!("`{}` promises a value", self.body.function.name);
                self.error(Code::MissingReturn, span, message, "write the value behind `return`");
                return None;
            }
            return Some(StmtKind::Return(None));
        };
        if let Some(to) = self.body.returns.clone() {
            return self.return_structure(to, value, span);
        }
        if self.body.loses_result {
            let value = self.expr(value, Use::Unused)?;
            return Some(StmtKind::Return(has_effect(&value).then_some(value)));
        }
        if result == Type::Void && self.body.function.name.is_empty() {
            // The end of a fragment; its value is nobody's business.
            let value = self.expr(value, Use::Unused)?;
            return Some(StmtKind::Return(has_effect(&value).then_some(value)));
        }
        if result == Type::Void {
            let typed = self.expr(value, Use::Unused)?;
            if typed.ty != Type::Void && !self.body.is_entry {
                let message = format!("`{}` returns nothing", self.body.function.name);
                let help = "give the function a type, or leave out the value";
                self.error(Code::TypeMismatch, value.span, message, help);
                return None;
            }
            return Some(StmtKind::Return(Some(typed)));
        }
        let wanted = if result == Type::Bool { Use::Truth } else { Use::Value };
        let typed = self.expr(value, wanted)?;
        Some(StmtKind::Return(Some(self.convert(typed, result))))
    }

    /// `return` of a structure: its cells go where the caller wants them.
    fn return_structure(
        &mut self,
        to: PointerVariable,
        value: &syntax::Expr<'a>,
        span: Span,
    ) -> Option<StmtKind> {
        let (kind, mut parts, from) = self.structure(value)?;
        if kind != to.kind {
            let help = "the function promises another structure";
            self.error(Code::TypeMismatch, value.span, "this is of another type", help);
            return None;
        }
        let Aim::At(object) = to.aim else { return None };
        for (spot, at) in from.into_iter().zip(0..) {
            let ty = spot.ty;
            let value = self.read(spot, span);
            let access = Access { object, offset: at, indices: Vec::new() };
            let kind = ExprKind::Store(Box::new(access), Box::new(value), Gives::New);
            parts.push(Expr { span, ty, kind });
        }
        parts.push(super::object::nothing(span));
        Some(StmtKind::Return(Some(Expr { span, ty: Type::Void, kind: ExprKind::Comma(parts) })))
    }
}
