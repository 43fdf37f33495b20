//! Statements.

use super::Builder;
use crate::cfg::{Action, NodeId, NodeKind};
use lang::ast::{Bexp, BexpKind, Comparison};
use lang::c::ast::{Bounds, Expr, Stmt, StmtKind};
use lang::{Int, Span};

impl Builder<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if self.at.is_none() && stmt.labels.is_empty() {
            // Nobody comes here.
            return;
        }
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Init(place, value) => self.assign(self.var(*place), value, stmt.span),
            StmtKind::Arbitrary(place, Some(site)) => {
                let (var, id) = (self.var(*place), self.nondet(*site));
                self.havoc(var, id, stmt.span);
            }
            StmtKind::Arbitrary(place, None) => {
                let ty = self.program.type_of(self.frame.instance, *place);
                self.keep_range(self.var(*place), &Bounds::of(ty), stmt.span);
            }
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::If(arms, otherwise) => self.if_stmt(arms, otherwise.as_deref(), stmt.span),
            StmtKind::While(site, cond, body) => self.while_loop(*site, Some(cond), None, body, stmt.span),
            StmtKind::For { id, init, cond, step, body } => {
                self.stmts(init);
                self.while_loop(*id, cond.as_ref(), step.as_ref(), body, stmt.span);
            }
            StmtKind::Do(site, body, cond) => self.do_loop(*site, body, cond, stmt.span),
            StmtKind::Switch { value, cases, default, body } => {
                self.switch(value, cases, *default, body, stmt.span);
            }
            StmtKind::Label(label) => {
                let node = self.frame.labels[*label as usize];
                self.go(node, stmt.span);
                self.at = Some(node);
            }
            StmtKind::Goto(goto) => {
                let label = self.program.function_of(self.frame.instance).gotos[*goto as usize];
                self.go(self.frame.labels[label as usize], stmt.span);
            }
            StmtKind::Break => self.leave(|frame| &mut frame.breaks, stmt.span),
            StmtKind::Continue => self.leave(|frame| &mut frame.continues, stmt.span),
            StmtKind::Return(value) => {
                match (value, self.frame.result) {
                    (Some(value), Some(result)) => self.assign(result, value, stmt.span),
                    (Some(value), None) => self.effect(value),
                    (None, _) => {}
                }
                self.go(self.frame.exit, stmt.span);
            }
        }
    }

    /// To the innermost target of `break` or `continue`, which is made if it is not there yet.
    fn leave(&mut self, targets: impl Fn(&mut super::Frame) -> &mut Vec<Option<NodeId>>, span: Span) {
        if self.at.is_none() {
            return;
        }
        let target = match targets(&mut self.frame).last() {
            Some(Some(target)) => *target,
            _ => self.cfg.node(NodeKind::Plain, span),
        };
        if let Some(innermost) = targets(&mut self.frame).last_mut() {
            *innermost = Some(target);
        }
        self.go(target, span);
    }

    /// Joins what comes to a target with what comes in order.
    fn arrive(&mut self, target: Option<Option<NodeId>>, span: Span) {
        if let Some(target) = target.flatten() {
            self.go(target, span);
            self.at = Some(target);
        }
    }

    /// Each condition has a join of its own, so that values are joined under it alone.
    fn if_stmt(&mut self, arms: &[(Expr, Stmt)], otherwise: Option<&Stmt>, span: Span) {
        let mut ends = Vec::new();
        for (cond, body) in arms {
            let (holds, fails) = if self.at.is_some() { self.branch(cond) } else { (None, None) };
            self.at = holds;
            self.stmt(body);
            ends.push(self.at);
            self.at = fails;
        }
        if let Some(body) = otherwise {
            self.stmt(body);
        }
        for end in ends.into_iter().rev() {
            self.at = self.join(end, self.at, span);
        }
    }

    fn head(&mut self, site: u32, span: Span) -> NodeId {
        let id = self.program.instances[self.frame.instance].loops[site as usize];
        let place = self.program.loops[id.index()].cond;
        let head = self.cfg.node(NodeKind::Head(id), place);
        self.go(head, span);
        head
    }

    fn while_loop(&mut self, site: u32, cond: Option<&Expr>, step: Option<&Expr>, body: &Stmt, span: Span) {
        let head = self.head(site, span);
        self.at = Some(head);
        self.frame.breaks.push(None);
        // Without a step the head itself is where `continue` leads.
        self.frame.continues.push(step.is_none().then_some(head));
        let (holds, fails) = match cond {
            Some(cond) => self.branch(cond),
            None => (self.at, None),
        };
        self.at = holds;
        self.stmt(body);
        let continues = self.frame.continues.pop();
        if let Some(step) = step {
            self.arrive(continues, span);
            if self.at.is_some() {
                self.effect(step);
            }
        }
        self.go(head, span);
        self.at = fails;
        let breaks = self.frame.breaks.pop();
        self.arrive(breaks, span);
    }

    fn do_loop(&mut self, site: u32, body: &Stmt, cond: &Expr, span: Span) {
        let head = self.head(site, span);
        self.at = Some(head);
        self.frame.breaks.push(None);
        self.frame.continues.push(None);
        self.stmt(body);
        let continues = self.frame.continues.pop();
        self.arrive(continues, span);
        let (holds, fails) = if self.at.is_some() { self.branch(cond) } else { (None, None) };
        self.at = holds;
        self.go(head, span);
        self.at = fails;
        let breaks = self.frame.breaks.pop();
        self.arrive(breaks, span);
    }

    fn switch(&mut self, value: &Expr, cases: &[(Int, u32)], default: Option<u32>, body: &Stmt, span: Span) {
        let value_span = value.span;
        let value = self.exp(value);
        self.frame.breaks.push(None);
        let mut none = None;
        if let Some(from) = self.at.take() {
            let is = |comparison, number: &Int| Bexp {
                span: value_span,
                kind: BexpKind::Compare(
                    comparison,
                    value.clone(),
                    super::expr::constant(value_span, number.clone()),
                ),
            };
            for (number, label) in cases {
                let guard = Action::Guard(is(Comparison::Equal, number), true);
                self.cfg.edge(from, self.frame.labels[*label as usize], guard, value_span, None);
            }
            let others: Vec<Bexp> =
                cases.iter().map(|(number, _)| is(Comparison::NotEqual, number)).collect();
            let to = match default {
                Some(label) => self.frame.labels[label as usize],
                None => {
                    let after = self.cfg.node(NodeKind::Plain, span);
                    none = Some(after);
                    after
                }
            };
            let action = match others.len() {
                0 => Action::Skip,
                1 => others.into_iter().next().map_or(Action::Skip, |only| Action::Guard(only, true)),
                _ => Action::Guard(Bexp { span: value_span, kind: BexpKind::And(others) }, true),
            };
            self.cfg.edge(from, to, action, value_span, None);
        }
        self.stmt(body);
        let breaks = self.frame.breaks.pop();
        self.arrive(breaks, span);
        self.at = self.join(self.at, none, span);
    }
}
