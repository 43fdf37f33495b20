//! The cutpoint graph: entry, loop heads and error, with the loop-free regions between them as formulas (VINTA, section 3).
//!
//! Made from the control-flow graph; read by the engines that unroll the graph itself rather than a transition system. Cutpoints
//! that cannot be reached, and those from which no assertion can fail, are left out: nothing that is asked depends on them.

use crate::cfg::{Cfg, NodeId};
use crate::expression::Symbols;
use crate::region::{Arrival, region};
use crate::system::TransitionSystem;
use crate::words::Words;
use lang::{Span, Unit};
use logic::{Term, Terms, Var};
use std::rc::Rc;

/// What a cutpoint is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutpoint {
    /// Where the program begins.
    Entry,
    /// A loop head: its position among [`TransitionSystem::heads`].
    Head(usize),
    /// Where violated assertions lead.
    Error,
}

/// A loop-free region from one cutpoint to another: an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// Where it begins: a position in [`CutpointGraph::cutpoints`].
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// The action as a formula: over the plain symbols of all variables and inputs it says when the action is taken,
    /// and over the primed symbols of [`CutpointGraph::vars`] what the state is afterwards; at the error there is no
    /// state.
    pub formula: Term,
}

/// A program as a graph of cutpoints.
#[derive(Clone, Debug)]
pub struct CutpointGraph {
    /// The cutpoints: the entry first, then loop heads in source order, the error last.
    pub cutpoints: Vec<Cutpoint>,
    /// For each cutpoint its location, and where that is in the text.
    pub places: Vec<(NodeId, Span)>,
    /// The actions, in order of where they begin, and of those with the same beginning in order of where they lead.
    pub actions: Vec<Action>,
    /// The plain symbols of a state at a loop head, those of the transition system without its `pc`: of words their digits.
    pub vars: Vec<Var>,
    /// The plain symbols of all variables and of all inputs.
    pub symbols: Symbols,
    /// For each loop head of the transition system, whether some sequence of actions leads to it.
    reached: Vec<bool>,
    words: Option<Rc<Words>>,
}

impl CutpointGraph {
    /// The graph of a program, whose transition system says what belongs to a state.
    pub fn new(terms: &Terms, unit: &dyn Unit, cfg: &Cfg, ts: &TransitionSystem) -> CutpointGraph {
        let symbols = Symbols::of_unit(terms, unit, cfg, "");
        let state: Vec<usize> = (0..symbols.vars.len())
            .filter(|&i| ts.variables().iter().any(|v| v.var == symbols.vars[i] && ts.pc() != Some(v.var)))
            .collect();
        let counter: Vec<Var> = ts.pc().map_or_else(Vec::new, |pc| ts.digits(terms, pc));
        let mut all = vec![(Cutpoint::Entry, Cfg::ENTRY)];
        all.extend(cfg.heads().into_iter().enumerate().map(|(i, (_, node))| (Cutpoint::Head(i), node)));
        all.push((Cutpoint::Error, Cfg::ERROR));
        let mut actions = Vec::new();
        for (from, &(_, start)) in all.iter().enumerate().filter(|(_, (c, _))| *c != Cutpoint::Error) {
            let arrivals = region(cfg, terms, &symbols, start);
            for (to, (_, node)) in all.iter().enumerate() {
                let Some(arrival) = arrivals.get(node) else { continue };
                let formula = ts.lowered(terms, formula(terms, arrival, &symbols, &state));
                if terms.as_bool(formula) != Some(false) {
                    actions.push(Action { from, to, formula });
                }
            }
        }
        let reached = closure(all.len(), 0, actions.iter().map(|a| (a.from, a.to)).collect());
        let reaching = closure(all.len(), all.len() - 1, actions.iter().map(|a| (a.to, a.from)).collect());
        let kept: Vec<bool> =
            (0..all.len()).map(|i| i == 0 || i == all.len() - 1 || reached[i] && reaching[i]).collect();
        let number = |old: usize| kept[..old].iter().filter(|k| **k).count();
        let chosen: Vec<(Cutpoint, NodeId)> =
            all.iter().zip(&kept).filter(|(_, k)| **k).map(|(c, _)| *c).collect();
        let actions = actions.into_iter().filter(|a| kept[a.from] && kept[a.to]);
        CutpointGraph {
            actions: actions.map(|a| Action { from: number(a.from), to: number(a.to), ..a }).collect(),
            places: chosen.iter().map(|&(_, node)| (node, cfg.nodes[node.index()].span)).collect(),
            cutpoints: chosen.into_iter().map(|(c, _)| c).collect(),
            vars: ts.vars.iter().map(|v| v.var).filter(|v| !counter.contains(v)).collect(),
            symbols,
            words: ts.words().cloned(),
            reached: reached[1..all.len() - 1].to_vec(),
        }
    }

    /// A formula over variables, as abstract domains make them, over the symbols of states.
    pub fn lowered(&self, terms: &Terms, t: Term) -> Term {
        self.words.as_ref().map_or(t, |words| words.lowered(terms, t))
    }

    /// A formula over the symbols of states as abstract domains read it, over variables.
    pub fn raised(&self, terms: &Terms, t: Term) -> Term {
        self.words.as_ref().map_or(t, |words| words.raised(terms, t))
    }

    /// The position of the error.
    pub fn error(&self) -> usize {
        self.cutpoints.len() - 1
    }

    /// The actions that begin at a cutpoint, with their positions.
    pub fn from(&self, cutpoint: usize) -> impl Iterator<Item = (usize, &Action)> {
        self.actions.iter().enumerate().filter(move |(_, a)| a.from == cutpoint)
    }

    /// The cutpoint at a location.
    pub fn at(&self, node: NodeId) -> Option<usize> {
        self.places.iter().position(|(n, _)| *n == node)
    }

    /// Combines what holds at each cutpoint into one formula over the state of the transition system. At a loop head
    /// that was left out it is false if the head cannot be reached, and true otherwise.
    pub fn invariant(&self, terms: &Terms, ts: &TransitionSystem, holds: &[Term]) -> Term {
        let at_head = |i: usize| {
            let place = self.cutpoints.iter().position(|c| *c == Cutpoint::Head(i));
            place.and_then(|p| holds.get(p).copied()).unwrap_or_else(|| terms.bool(self.reached[i]))
        };
        let Some(pc) = ts.pc() else { return if ts.has_loop() { at_head(0) } else { terms.fals() } };
        let number = |i: usize| terms.int(i64::try_from(i).unwrap_or(i64::MAX));
        let here = |i: usize| ts.lowered(terms, terms.eq(terms.of(pc), number(i + 1)));
        let count = ts.heads().len();
        let range = [terms.ge(terms.of(pc), number(1)), terms.le(terms.of(pc), number(count))];
        let range = range.map(|bound| ts.lowered(terms, bound));
        terms.and(range.into_iter().chain((0..count).map(|i| terms.implies(here(i), at_head(i)))))
    }
}

/// An action as a formula.
fn formula(terms: &Terms, arrival: &Arrival, symbols: &Symbols, state: &[usize]) -> Term {
    let equations = state.iter().filter_map(|i| {
        let next = terms.of(terms.primed(symbols.vars[*i]));
        Some(terms.eq(next, *arrival.values.get(*i)?)) // at the error there are no values
    });
    terms.and([arrival.reached].into_iter().chain(equations))
}

/// What can be reached from a cutpoint over these edges.
fn closure(count: usize, start: usize, edges: Vec<(usize, usize)>) -> Vec<bool> {
    let mut seen = vec![false; count];
    let mut stack = vec![start];
    while let Some(at) = stack.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            stack.extend(edges.iter().filter(|(from, _)| *from == at).map(|(_, to)| to));
        }
    }
    seen
}
