//! Which locations executions reach: for each location a formula that is unsatisfiable only if no execution reaches it.
//!
//! Made from the control-flow graph and an invariant of its transition system; the session asks the solver these
//! formulas in order to find vacuous proofs (Beer, Ben-David, Eisner, Rodeh 1997): assertions that no execution tests,
//! and the reason.

use crate::cfg::{Action, Cfg, LocationKind, NodeId, Test};
use crate::expression::Symbols;
use crate::region::conditions;
use crate::system::TransitionSystem;
use lang::{Span, Unit};
use logic::order::CollectOrdered;
use logic::{Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// The locations of a program, and how to ask whether executions come there.
pub struct Reach<'a> {
    terms: &'a Terms,
    cfg: &'a Cfg,
    ts: &'a TransitionSystem,
    symbols: Symbols,
    /// For each location the positions of the edges that lead there.
    into: Vec<Vec<usize>>,
}

/// An edge that no execution takes although some may come to its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// The condition that is in the way.
    pub span: Span,
    /// What it is.
    pub kind: BarrierKind,
}

/// What is in the way of all executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierKind {
    /// An assumption that none satisfies.
    Assumption,
    /// An assertion that all fail.
    Assertion,
    /// A condition that never has this value, by which a loop would be left.
    LeavesLoop(bool),
    /// A condition that never has this value.
    Branch(bool),
}

impl<'a> Reach<'a> {
    /// For the program of this graph and system.
    pub fn new(terms: &'a Terms, unit: &dyn Unit, cfg: &'a Cfg, ts: &'a TransitionSystem) -> Reach<'a> {
        let mut into = vec![Vec::new(); cfg.nodes.len()];
        for (at, edge) in cfg.edges.iter().enumerate() {
            into[edge.to.index()].push(at);
        }
        Reach { terms, cfg, ts, symbols: Symbols::of_unit(terms, unit, cfg, ""), into }
    }

    /// The locations at which it is decided whether a test takes place: the location of the test itself, or, where
    /// reaching it already is the failure, the branches before it.
    pub fn decisions(&self, test: &Test) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::new();
        let (mut seen, mut todo) = (BTreeSet::new(), vec![test.at]);
        while let Some(at) = todo.pop() {
            let is_choice = at != test.at && self.cfg.out[at.index()].len() > 1;
            if !test.fails || is_choice || self.into[at.index()].is_empty() {
                found.insert(at);
            } else if seen.insert(at) {
                todo.extend(self.into[at.index()].iter().map(|&edge| self.cfg.edges[edge].from));
            }
        }
        found
    }

    /// For each of these locations a formula, over plain symbols, that is unsatisfiable only if no execution reaches
    /// it, given that the invariant holds whenever control is at a loop head.
    pub fn formulas(&self, wanted: &BTreeSet<NodeId>, invariant: Term) -> BTreeMap<NodeId, Term> {
        let terms = self.terms;
        let mut ways: BTreeMap<NodeId, Vec<Term>> =
            wanted.iter().map(|&node| (node, Vec::new())).collect_map();
        let mut add = |start: NodeId, before: Term| {
            for (node, condition) in conditions(self.cfg, terms, &self.symbols, start, wanted) {
                if let Some(ways) = ways.get_mut(&node).filter(|_| node != start || start == Cfg::ENTRY) {
                    ways.push(terms.and([before, condition]));
                }
            }
        };
        add(Cfg::ENTRY, terms.tru());
        for (at, (_, head)) in self.cfg.heads().into_iter().enumerate() {
            let number = terms.int(i64::try_from(at + 1).unwrap_or(i64::MAX));
            let here = self.ts.pc().map_or(terms.tru(), |pc| terms.eq(terms.of(pc), number));
            add(head, terms.and([invariant, here]));
        }
        ways.into_iter().map(|(node, ways)| (node, self.ts.lowered(terms, terms.or(ways)))).collect_map()
    }

    /// What prevents executions from reaching these locations, in source order: the conditions that stop those that
    /// come closest. `never` says whether a formula as of [`Reach::formulas`] is surely unsatisfiable; after `most`
    /// questions the rest is left out.
    pub fn barriers(
        &self,
        goals: &BTreeSet<NodeId>,
        invariant: Term,
        most: usize,
        never: &mut dyn FnMut(Term) -> bool,
    ) -> Vec<Barrier> {
        let leading = self.closure(goals.iter().copied().collect(), |at| {
            self.into[at.index()].iter().map(|&edge| self.cfg.edges[edge].from).collect()
        });
        let formulas = self.formulas(&leading, invariant);
        let mut found: Vec<Barrier> = Vec::new();
        let (mut seen, mut todo) = (BTreeSet::new(), vec![Cfg::ENTRY]);
        let mut left = most;
        while let Some(at) = todo.pop() {
            if !leading.contains(&at) || !seen.insert(at) {
                continue;
            }
            for &edge in &self.cfg.out[at.index()] {
                let edge = &self.cfg.edges[edge];
                let Some(&formula) = formulas.get(&edge.to) else { continue };
                let Action::Guard(_, value) = &edge.action else {
                    todo.push(edge.to);
                    continue;
                };
                if seen.contains(&edge.to) || left == 0 {
                    continue;
                }
                left -= 1;
                if never(formula) {
                    found.push(Barrier { span: edge.span, kind: self.kind(at, edge.to, *value) });
                } else {
                    todo.push(edge.to);
                }
            }
        }
        logic::order::sort_by_key(&mut found, |barrier| (barrier.span.start, barrier.span.end));
        found.dedup();
        found
    }

    /// What a guarded edge is to a reader of the program.
    fn kind(&self, from: NodeId, to: NodeId, value: bool) -> BarrierKind {
        let successors = |at: NodeId| -> Vec<NodeId> {
            self.cfg.out[at.index()].iter().map(|&edge| self.cfg.edges[edge].to).collect()
        };
        let others: Vec<_> = self.cfg.out[from.index()].iter().map(|&edge| &self.cfg.edges[edge]).collect();
        if others.len() == 1 {
            return BarrierKind::Assumption;
        }
        if others.iter().any(|edge| edge.violates.is_some()) {
            return BarrierKind::Assertion;
        }
        let leads_back = |at: NodeId| self.closure(successors(at), successors).contains(&from);
        let ends_loop = match self.cfg.nodes[from.index()].kind {
            LocationKind::Head(id) => self.ts.is_loop(id) && !value,
            _ => false,
        };
        if ends_loop || leads_back(from) && to != from && !leads_back(to) {
            BarrierKind::LeavesLoop(value)
        } else {
            BarrierKind::Branch(value)
        }
    }

    /// All locations that are reached from these.
    fn closure(&self, mut todo: Vec<NodeId>, next: impl Fn(NodeId) -> Vec<NodeId>) -> BTreeSet<NodeId> {
        let mut seen = BTreeSet::new();
        while let Some(at) = todo.pop() {
            if seen.insert(at) {
                todo.extend(next(at));
            }
        }
        seen
    }
}
