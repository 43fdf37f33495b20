//! Statements.

use super::Builder;
use crate::cfg::{Action, LocationKind, NodeId};
use lang::ast::{Bexp, BexpKind, Comparison, Exp};
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
                self.keep_range(self.var(*place), &Bounds::of(ty, self.program.arithmetic), stmt.span);
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
            _ => self.cfg.node(LocationKind::Plain, span),
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

    /// Each condition has a join of its own, so that values are merged under that condition only.
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
        let head = self.cfg.node(LocationKind::Head(id), place);
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
        let number = self.exp(value);
        self.frame.breaks.push(None);
        let none = self.dispatch(&number, cases, default, span);
        self.stmt(body);
        let breaks = self.frame.breaks.pop();
        self.arrive(breaks, span);
        self.at = self.join(self.at, none, span);
    }

    /// One edge for each case; where control comes if there is none for the value.
    fn dispatch(
        &mut self,
        value: &Exp,
        cases: &[(Int, u32)],
        default: Option<u32>,
        span: Span,
    ) -> Option<NodeId> {
        let from = self.at.take()?;
        let compare = |comparison, number: &Int, span| {
            let number = super::expr::constant(span, number.clone());
            Bexp { span, kind: BexpKind::Compare(comparison, value.clone(), number) }
        };
        for (number, label) in cases {
            let to = self.frame.labels[*label as usize];
            let span = self.cfg.nodes[to.index()].span;
            let guard = Action::Guard(compare(Comparison::Equal, number, span), true);
            self.cfg.edge(from, to, guard, span, None);
        }
        let to = match default {
            Some(label) => self.frame.labels[label as usize],
            None => self.cfg.node(LocationKind::Plain, span),
        };
        let span = if default.is_some() { self.cfg.nodes[to.index()].span } else { value.span };
        let mut others: Vec<Bexp> =
            cases.iter().map(|(number, _)| compare(Comparison::NotEqual, number, span)).collect();
        let guard = match others.len() {
            0 | 1 => others.pop(),
            _ => Some(Bexp { span, kind: BexpKind::And(others) }),
        };
        let action = guard.map_or(Action::Skip, |guard| Action::Guard(guard, true));
        self.cfg.edge(from, to, action, span, None);
        default.is_none().then_some(to)
    }
}
