//! Follows a model through the graph to where its products are none.

use super::lemma;
use crate::cfg::{Action, Cfg, LocationKind, NodeId, Origin};
use crate::expression::Symbols;
use crate::system::TransitionSystem;
use lang::ast::Bexp;
use lang::{NondetId, Unit, VarId};
use logic::{Sort, Term, Terms, Value, Var};

/// There are no more steps between two heads than this.
const LONGEST: usize = 100_000;

/// Lemmas that a model of a failure violates, each once: one of `rounds` rounds, or before the first loop head.
pub fn violated(
    cfg: &Cfg,
    unit: &dyn Unit,
    terms: &Terms,
    ts: &TransitionSystem,
    value: &dyn Fn(Var) -> Value,
    rounds: Option<u32>,
) -> Vec<Bexp> {
    let mut walk = Walk { cfg, terms, symbols: Symbols::of_unit(terms, unit, cfg, ""), found: Vec::new() };
    let all = (0..u32::try_from(walk.symbols.vars.len()).unwrap_or(0)).map(VarId);
    let at_entry = |id: VarId| {
        let symbol = if rounds.is_some() { ts.entry_value(id) } else { ts.symbol(id) };
        terms.value(&value(terms.at(symbol, 0)))
    };
    let mut state: Vec<Term> = all.map(at_entry).collect();
    walk.follow(Cfg::ENTRY, &mut state, &|id| value(terms.at(ts.input(id, true), 0)));
    let heads = cfg.heads();
    for step in 0..rounds.map_or(0, |rounds| rounds + 1) {
        let head = ts.head_at(|pc| value(terms.at(pc, step)));
        let Some(&(_, head)) = head.and_then(|head| heads.get(head)) else { break };
        // What is no part of the state has the value that it was given on the way.
        for (symbol, known) in walk.symbols.vars.iter().zip(&mut state) {
            if ts.vars.iter().any(|v| v.var == *symbol) {
                *known = terms.value(&value(terms.at(*symbol, step)));
            }
        }
        walk.follow(head, &mut state, &|id| value(terms.at(ts.input(id, false), step)));
    }
    walk.found
}

struct Walk<'w> {
    cfg: &'w Cfg,
    terms: &'w Terms,
    symbols: Symbols,
    found: Vec<Bexp>,
}

impl Walk<'_> {
    /// From a location to the next head, or the end.
    fn follow(&mut self, from: NodeId, state: &mut [Term], input: &dyn Fn(NondetId) -> Value) {
        let mut at = from;
        for _ in 0..LONGEST {
            let mut next = None;
            for &edge in &self.cfg.out[at.index()] {
                let edge = &self.cfg.edges[edge];
                let passes = match &edge.action {
                    Action::Guard(..) if edge.origin == Origin::Lemmas => Some(true),
                    Action::Guard(cond, holds) => {
                        let cond = self.symbols.bexp(self.terms, cond, state);
                        let cond = self.terms.substitute(cond, |v| self.chosen(v, input));
                        self.terms.as_bool(cond).map(|value| value == *holds)
                    }
                    _ => Some(true),
                };
                if passes != Some(false) {
                    next = Some(edge);
                    break;
                }
            }
            let Some(edge) = next else { return };
            self.act(&edge.action, state, input);
            if edge.origin == Origin::Lemmas {
                self.look(state);
            }
            at = edge.to;
            if self.cfg.nodes[at.index()].kind != LocationKind::Plain {
                return;
            }
        }
    }

    /// The value of an input, if it is one.
    fn chosen(&self, v: Var, input: &dyn Fn(NondetId) -> Value) -> Term {
        let at = self.symbols.inputs.iter().position(|&known| known == v);
        let id = at.and_then(|at| u32::try_from(at).ok()).map(NondetId);
        id.map_or_else(|| self.terms.of(v), |id| self.terms.value(&input(id)))
    }

    fn act(&self, action: &Action, state: &mut [Term], input: &dyn Fn(NondetId) -> Value) {
        let terms = self.terms;
        match action {
            Action::Skip | Action::Guard(..) | Action::Netlist(_) => {}
            Action::AssignInt(x, e) => state[x.index()] = self.symbols.exp(terms, e, state),
            Action::AssignBool(x, e) => {
                let value = self.symbols.bexp(terms, e, state);
                state[x.index()] = terms.substitute(value, |v| self.chosen(v, input));
            }
            Action::Havoc(x, id) => state[x.index()] = terms.value(&input(*id)),
            Action::Read(x, _, elements) => state[x.index()] = self.symbols.read(terms, elements, state),
            Action::Write(elements, value) => {
                for (x, term) in self.symbols.written(terms, elements, value, state) {
                    state[x.index()] = term;
                }
            }
        }
    }

    fn look(&mut self, state: &[Term]) {
        let Some(products) = &self.cfg.products else { return };
        let value = |var: VarId| {
            let term = *state.get(var.index())?;
            (self.terms.sort(term) == Sort::Int).then(|| self.terms.as_int(term)).flatten()
        };
        for lemma in lemma::violated(products, &value) {
            if !self.found.contains(&lemma) {
                self.found.push(lemma);
            }
        }
    }
}
