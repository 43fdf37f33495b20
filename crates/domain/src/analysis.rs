//! Interval analysis: a post-fixpoint of the transfer functions over the control-flow graph, found by chaotic iteration in
//! weak topological order with the recursive strategy (Bourdoncle 1993): a component is iterated until its head is stable, inner
//! ones first, widening at heads alone; then downwards again with narrowing.

use crate::abstraction::Domain;
use crate::interval::Interval;
use crate::thresholds::Thresholds;
use crate::transfer::Flow;
use crate::wto::{Wto, WtoElement};
use flow::cfg::{Cfg, NodeId};
use logic::Var;

/// How an analysis iterates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// How often a head is only joined before it is widened, each time its component is entered.
    pub delay: u32,
    /// Where bounds that give way stop first.
    pub thresholds: Thresholds,
    /// How often the graph is traversed downwards, at most.
    pub narrowing: u32,
}

/// What happened to the values of a variable at a loop head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// What arrived was added.
    Joined,
    /// What arrived was added, and bounds gave way.
    Widened,
    /// A part that nothing arrives in was taken away.
    Narrowed,
}

/// A change of the values of one variable at one loop head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The loop head.
    pub head: NodeId,
    /// How often the head had been computed before.
    pub visit: u32,
    /// The variable.
    pub var: Var,
    /// Its values before: disjoint intervals in order, none when the head had not been reached. Truth values are 0 and 1.
    pub before: Vec<Interval>,
    /// What arrives at the head, together with what was there.
    pub arriving: Vec<Interval>,
    /// Its values after.
    pub after: Vec<Interval>,
    /// What happened.
    pub change: Change,
}

/// What an analysis found.
pub struct Analysis<E> {
    /// For each location of the graph, what holds there.
    pub at: Vec<E>,
    /// The changes at loop heads, in order.
    pub steps: Vec<Step>,
}

/// The most visits of locations; beyond that the result is all states everywhere, which is always sound.
const VISITS: usize = 200_000;

/// Analyses a graph; `vars` are the variables whose changes are written down.
pub fn analyse<D: Domain>(
    domain: &D,
    flow: &Flow<'_>,
    wto: &Wto,
    vars: &[Var],
    strategy: &Strategy,
) -> Analysis<D::Element> {
    let count = flow.cfg.nodes.len();
    let mut run = Run {
        domain,
        flow,
        vars,
        strategy,
        at: vec![domain.bottom(); count],
        visits: vec![0; count],
        steps: Vec::new(),
        budget: VISITS,
    };
    run.up(wto.parts());
    let ascended = run.at.clone();
    let steps = run.steps.len();
    for _ in 0..strategy.narrowing {
        let before = run.at.clone();
        run.down(wto.parts());
        if (0..count).all(|n| domain.includes(&run.at[n], &before[n])) {
            break;
        }
    }
    // Transfer functions are not always monotone, so the way down is gone only if it ends in a post-fixpoint.
    if !run.is_stable(wto) {
        run.at = ascended;
        run.steps.truncate(steps);
        if run.budget == 0 || !run.is_stable(wto) {
            run.at = vec![domain.top(); count];
            run.steps.clear();
        }
    }
    Analysis { at: run.at, steps: run.steps }
}

struct Run<'a, D: Domain> {
    domain: &'a D,
    flow: &'a Flow<'a>,
    vars: &'a [Var],
    strategy: &'a Strategy,
    at: Vec<D::Element>,
    /// How often each head has been computed.
    visits: Vec<u32>,
    steps: Vec<Step>,
    budget: usize,
}

impl<D: Domain> Run<'_, D> {
    /// What arrives at a location over its edges.
    fn arriving(&self, node: usize) -> D::Element {
        if node == Cfg::ENTRY.index() {
            return self.domain.top();
        }
        let into = self.flow.into[node].iter();
        into.fold(self.domain.bottom(), |all, &edge| {
            let from = &self.at[self.flow.cfg.edges[edge].from.index()];
            self.domain.join(&all, &self.flow.along(self.domain, edge, from))
        })
    }

    fn up(&mut self, parts: &[WtoElement]) {
        for part in parts {
            match part {
                WtoElement::Vertex(v) => {
                    self.budget = self.budget.saturating_sub(1);
                    self.at[*v] = self.arriving(*v);
                }
                WtoElement::Component(head, inner) => {
                    let mut rounds = 0;
                    while self.budget > 0 && self.raise(*head, rounds) {
                        self.up(inner);
                        rounds += 1;
                    }
                }
            }
        }
    }

    /// Computes a head once more; whether it changed.
    fn raise(&mut self, head: usize, rounds: u32) -> bool {
        self.budget = self.budget.saturating_sub(1);
        let old = self.at[head].clone();
        let next = self.domain.join(&old, &self.arriving(head));
        let visit = self.visits[head];
        self.visits[head] += 1;
        if self.domain.includes(&old, &next) {
            return false;
        }
        let (new, change) = if rounds <= self.strategy.delay {
            (next.clone(), Change::Joined)
        } else {
            (self.domain.widen(&old, &next, &self.strategy.thresholds), Change::Widened)
        };
        self.record(head, visit, [&old, &next, &new], change);
        self.at[head] = new;
        true
    }

    /// One pass downwards: every location once, heads narrowed.
    fn down(&mut self, parts: &[WtoElement]) {
        for part in parts {
            match part {
                WtoElement::Vertex(v) => self.at[*v] = self.arriving(*v),
                WtoElement::Component(head, inner) => {
                    let old = self.at[*head].clone();
                    let arriving = self.domain.meet(&old, &self.arriving(*head));
                    let new = self.domain.narrow(&old, &arriving);
                    let visit = self.visits[*head];
                    self.visits[*head] += 1;
                    self.record(*head, visit, [&old, &arriving, &new], Change::Narrowed);
                    self.at[*head] = new;
                    self.down(inner);
                }
            }
        }
    }

    /// Whether nothing arrives anywhere that is not there already.
    fn is_stable(&self, wto: &Wto) -> bool {
        wto.order().iter().all(|&n| self.domain.includes(&self.at[n], &self.arriving(n)))
    }

    /// Writes down which variables changed; a widening that only joined a variable's values is written as such.
    fn record(&mut self, head: usize, visit: u32, [old, next, new]: [&D::Element; 3], change: Change) {
        for &var in self.vars {
            let [before, arriving, after] = [old, next, new].map(|e| self.domain.values(e, var));
            if before == after {
                continue;
            }
            let change = if change == Change::Widened && after == arriving { Change::Joined } else { change };
            let head = NodeId(u32::try_from(head).unwrap_or(u32::MAX));
            self.steps.push(Step { head, visit, var, before, arriving, after, change });
        }
    }
}
