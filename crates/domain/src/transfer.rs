//! Transfer functions: what the edges of the control-flow graph, and loop-free regions of it, do to abstract elements.
//!
//! Expressions come in as terms, made by the same translation as the transition system, so a domain knows nothing about
//! the input language.

use crate::abstraction::Domain;
use flow::Symbols;
use flow::cfg::{Action, Cfg, Element, LocationKind, NodeId};
use lang::VarId;
use logic::{Term, Terms, Var};
use std::collections::BTreeMap;

/// What an edge does, in terms over the plain symbols of the variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// The variable gets the value of the term. The symbols are free choices in it, which are forgotten afterwards.
    Assign(Var, Term, Vec<Var>),
    /// The variable gets any value.
    Havoc(Var),
    /// All of these get any value: what a circuit makes of them.
    HavocAll(Vec<Var>),
    /// One of these: where the formula holds, the variable gets the value of the term, or nothing happens.
    Either(Vec<(Term, Option<(Var, Term)>)>),
    /// Passable where the formula holds; with the choices made in it.
    Assume(Term, Vec<Var>),
}

impl Effect {
    /// The terms that it evaluates.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Effect::Nothing | Effect::Havoc(_) | Effect::HavocAll(_) => Vec::new(),
            Effect::Assume(t, _) | Effect::Assign(_, t, _) => vec![*t],
            Effect::Either(ways) => {
                let both = |(cond, assigned): &(Term, Option<(Var, Term)>)| {
                    [Some(*cond), assigned.map(|(_, value)| value)]
                };
                ways.iter().flat_map(both).flatten().collect()
            }
        }
    }
}

/// The control-flow graph with the effects of its edges.
pub struct Flow<'c> {
    /// The graph.
    pub cfg: &'c Cfg,
    /// The effect of each edge of it.
    pub effects: Vec<Effect>,
    /// For each location the positions of the edges that lead to it.
    pub into: Vec<Vec<usize>>,
}

impl<'c> Flow<'c> {
    /// The effects of a graph whose variables have these symbols.
    pub fn new(terms: &Terms, cfg: &'c Cfg, symbols: &Symbols) -> Flow<'c> {
        let state = symbols.state(terms);
        let choices = |t: Term| terms.vars(t).into_iter().filter(|v| symbols.inputs.contains(v)).collect();
        let assign = |x: VarId, value: Term| Effect::Assign(symbols.vars[x.index()], value, choices(value));
        // The cases of an index, last that no element is chosen.
        let chosen = |elements: &[Element], what: &dyn Fn(VarId) -> Option<(Var, Term)>| {
            let conds: Vec<Term> = elements.iter().map(|e| symbols.bexp(terms, &e.chosen, &state)).collect();
            let none = terms.and(conds.iter().map(|&cond| terms.not(cond)));
            let ways = conds.into_iter().zip(elements).map(|(cond, e)| (cond, what(e.var)));
            ways.chain([(none, None)]).collect::<Vec<_>>()
        };
        let effect = |action: &Action| match action {
            Action::Skip => Effect::Nothing,
            Action::AssignInt(x, e) => assign(*x, symbols.exp(terms, e, &state)),
            Action::AssignBool(x, e) => assign(*x, symbols.bexp(terms, e, &state)),
            Action::Read(x, _, elements) => {
                let x = symbols.vars[x.index()];
                let mut ways = chosen(elements, &|var| Some((x, state[var.index()])));
                // The last one is read whatever the index is.
                if let (Some((others, None)), Some((cond, _))) = (ways.pop(), ways.last_mut()) {
                    *cond = terms.or([*cond, others]);
                }
                Effect::Either(ways)
            }
            Action::Write(elements, value) => {
                let value = symbols.value(terms, value, &state);
                Effect::Either(chosen(elements, &|var| Some((symbols.vars[var.index()], value))))
            }
            Action::Havoc(x, _) => Effect::Havoc(symbols.vars[x.index()]),
            Action::Netlist(netlist) => {
                Effect::HavocAll(netlist.assigned.iter().map(|(x, _)| symbols.vars[x.index()]).collect())
            }
            Action::Guard(cond, value) => {
                let holds = symbols.bexp(terms, cond, &state);
                Effect::Assume(if *value { holds } else { terms.not(holds) }, choices(holds))
            }
        };
        let effects = cfg.edges.iter().map(|e| effect(&e.action)).collect();
        let mut into = vec![Vec::new(); cfg.nodes.len()];
        for (i, edge) in cfg.edges.iter().enumerate() {
            into[edge.to.index()].push(i);
        }
        Flow { cfg, effects, into }
    }

    /// What an edge makes of an element.
    pub fn along<D: Domain>(&self, domain: &D, edge: usize, element: &D::Element) -> D::Element {
        if domain.is_bottom(element) {
            return domain.bottom();
        }
        let (passed, choices) = match &self.effects[edge] {
            Effect::Nothing => return element.clone(),
            Effect::Havoc(x) => return domain.forget(element, *x),
            Effect::HavocAll(all) => {
                return all.iter().fold(element.clone(), |element, &x| domain.forget(&element, x));
            }
            Effect::Either(ways) => {
                let way = |(cond, assigned): &(Term, Option<(Var, Term)>)| {
                    let passed = domain.assume(element, *cond);
                    match assigned {
                        Some((x, value)) if !domain.is_bottom(&passed) => domain.assign(&passed, *x, *value),
                        _ => passed,
                    }
                };
                let all = ways.iter().map(way).filter(|passed| !domain.is_bottom(passed));
                return all.reduce(|a, b| domain.join(&a, &b)).unwrap_or_else(|| domain.bottom());
            }
            Effect::Assign(x, value, choices) => (domain.assign(element, *x, *value), choices),
            Effect::Assume(cond, choices) => (domain.assume(element, *cond), choices),
        };
        choices.iter().fold(passed, |e, &choice| domain.forget(&e, choice))
    }

    /// What arrives at the next cutpoints (loop heads, error, exit) when the loop-free region behind `start` is entered with an
    /// element; those that nothing reaches are left out.
    pub fn region<D: Domain>(
        &self,
        domain: &D,
        start: NodeId,
        element: &D::Element,
    ) -> BTreeMap<NodeId, D::Element> {
        let mut at: BTreeMap<NodeId, D::Element> = BTreeMap::new();
        let mut arrived: BTreeMap<NodeId, D::Element> = BTreeMap::new();
        at.insert(start, element.clone());
        for node in self.topological(start) {
            let Some(here) = at.get(&node).cloned() else { continue };
            for &edge in &self.cfg.out[node.index()] {
                let to = self.cfg.edges[edge].to;
                let after = self.along(domain, edge, &here);
                if domain.is_bottom(&after) {
                    continue;
                }
                let places = if self.is_inner(to) { &mut at } else { &mut arrived };
                let joined = places.get(&to).map(|old| domain.join(old, &after));
                places.insert(to, joined.unwrap_or(after));
            }
        }
        arrived
    }

    fn is_inner(&self, node: NodeId) -> bool {
        self.cfg.nodes[node.index()].kind == LocationKind::Plain
    }

    /// The start and the inner locations of its region, each after all that lead to it.
    fn topological(&self, start: NodeId) -> Vec<NodeId> {
        let mut seen = vec![false; self.cfg.nodes.len()];
        let mut order = Vec::new();
        let mut stack = vec![(start, false)];
        while let Some((node, is_left)) = stack.pop() {
            if is_left {
                order.push(node);
            } else if !std::mem::replace(&mut seen[node.index()], true) {
                stack.push((node, true));
                let next = self.cfg.out[node.index()].iter().map(|&e| self.cfg.edges[e].to);
                stack.extend(next.filter(|&n| self.is_inner(n)).map(|n| (n, false)));
            }
        }
        order.reverse();
        order
    }
}
