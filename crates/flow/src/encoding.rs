//! The statement-level encoding: every statement is a step, and `pc` says which one comes next (FiB, Fig. 10).
//!
//! It is a transformation of the control-flow graph: every location after the first loop head at which a statement or
//! condition comes next becomes a head. Whatever is built on heads (transition system, cutpoint graph, invariant
//! generator) then works without change. As in Fig. 10, the statements before the first loop are part of the initial
//! states.
//!
//! DIVERGENCE: Fig. 10 numbers locations by their lines, which need not be unique, and lets the last location lead to itself,
//! which adds no states. Here they are counted from 1 in source order, and the last one leads nowhere.

use crate::cfg::{Action, Cfg, LocationKind, NodeId, Value};
use lang::ast::{Bexp, BexpKind};
use lang::{LoopId, NondetId, Unit};
use logic::order::{self, CollectOrdered};
use std::collections::BTreeSet;

/// How much of a program one step of its transition system is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Everything from one loop head to the next.
    #[default]
    Block,
    /// One statement, or one evaluation of a condition.
    Statement,
}

impl Cfg {
    /// The graph whose heads are the locations at which a step begins; `unit` is the program of this graph. Heads that
    /// are not loops of the program have numbers beyond those of its loops.
    pub fn encoded(self, unit: &dyn Unit, encoding: Encoding) -> Cfg {
        match encoding {
            Encoding::Block => self,
            Encoding::Statement => self.at_statements(unit.loops().len()),
        }
    }

    fn at_statements(mut self, loops: usize) -> Cfg {
        let starts = |cfg: &Cfg, at: usize| match cfg.nodes[at].kind {
            LocationKind::Head(_) => true,
            LocationKind::Plain => cfg.out[at].iter().any(|&e| !is_skip(cfg, e)),
            LocationKind::Entry | LocationKind::Error | LocationKind::Exit => false,
        };
        let behind = self.behind_heads();
        let mut heads: Vec<usize> =
            (0..self.nodes.len()).filter(|&at| behind[at] && starts(&self, at)).collect();
        for &at in &heads {
            if let (LocationKind::Plain, Some(&first)) = (self.nodes[at].kind, self.out[at].first()) {
                self.nodes[at].span = self.edges[first].span;
            }
        }
        order::sort_by_key(&mut heads, |&at| (self.nodes[at].span.start, at));
        let mut next = loops;
        for &at in &heads {
            if self.nodes[at].kind == LocationKind::Plain {
                self.nodes[at].kind = LocationKind::Head(LoopId(u32::try_from(next).unwrap_or(u32::MAX)));
                next += 1;
            }
        }
        self.order = heads.into_iter().map(|at| NodeId(u32::try_from(at).unwrap_or(u32::MAX))).collect();
        self
    }

    /// For each location, whether a loop head can come before it, or is it.
    fn behind_heads(&self) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut todo: Vec<usize> = self.heads().into_iter().map(|(_, node)| node.index()).collect();
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                todo.extend(self.out[at].iter().map(|&e| self.edges[e].to.index()));
            }
        }
        seen
    }
}

/// Whether an edge does nothing. An edge to the error does something: it is the violation of an assertion.
fn is_skip(cfg: &Cfg, edge: usize) -> bool {
    cfg.edges[edge].action == Action::Skip && cfg.edges[edge].violates.is_none()
}

/// The occurrences of `nondet` that are met between a head and the next ones.
pub(crate) fn choices_behind(cfg: &Cfg, head: NodeId) -> BTreeSet<NondetId> {
    let mut choices = BTreeSet::new();
    let mut seen = [head].into_iter().collect_set();
    let mut todo = vec![head];
    while let Some(at) = todo.pop() {
        for &edge in &cfg.out[at.index()] {
            let edge = &cfg.edges[edge];
            match &edge.action {
                Action::Havoc(_, id) => drop(choices.insert(*id)),
                Action::AssignBool(_, e) | Action::Guard(e, _) => nondets(e, &mut choices),
                Action::Read(_, _, elements) => {
                    elements.iter().for_each(|element| nondets(&element.chosen, &mut choices));
                }
                Action::Write(elements, value) => {
                    elements.iter().for_each(|element| nondets(&element.chosen, &mut choices));
                    if let Value::Bool(e) = value {
                        nondets(e, &mut choices);
                    }
                }
                Action::Netlist(netlist) => choices.extend(netlist.choices()),
                Action::Skip | Action::AssignInt(..) => {}
            }
            if cfg.nodes[edge.to.index()].kind == LocationKind::Plain && seen.insert(edge.to) {
                todo.push(edge.to);
            }
        }
    }
    choices
}

fn nondets(e: &Bexp, found: &mut BTreeSet<NondetId>) {
    match &e.kind {
        BexpKind::Nondet(id) => drop(found.insert(*id)),
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Compare(..) => {}
        BexpKind::Not(a) => nondets(a, found),
        BexpKind::And(parts) | BexpKind::Or(parts) => parts.iter().for_each(|part| nondets(part, found)),
        BexpKind::Implies(premises, conclusion) => {
            premises.iter().for_each(|premise| nondets(premise, found));
            nondets(conclusion, found);
        }
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => {
            nondets(a, found);
            nondets(b, found);
        }
    }
}
