//! Interpolants of more than two parts: along a sequence, and at the nodes of a graph without cycles.
//!
//! For groups of formulas `G1, .., Gn` that contradict each other, a sequence of interpolants is `I1, .., I(n-1)` such that,
//! with `I0` true and `In` false, `I(i-1)` and `Gi` imply `Ii`, whose symbols occur on both sides of the cut after `Gi`.

use super::{Interpolated, ItpError, Settings, Side, binary, interpolate};
use logic::{Term, Terms};
use proof::{Part, Proof};
use solver::{Model, Unknown};

/// What the computation of several interpolants ends in.
#[derive(Clone, Debug)]
pub enum Several {
    /// The interpolants, in order.
    Interpolants(Vec<Term>),
    /// All parts hold together, or the graph has a path that holds.
    Model(Model),
    /// A query was not decided.
    Unknown(Unknown),
}

/// The interpolants at all cuts of a sequence, read off one refutation of all groups together: one less than there are groups.
///
/// When all lemmas of the refutation are sums of inequalities, they are a sequence of interpolants. Lemmas over the
/// integers are rounded at each cut on its own, so that `I(i-1)` and `Gi` may fail to imply `Ii`: then [`repeated`] is the way.
///
/// # Errors
/// As [`binary`].
pub fn of_proof(
    terms: &Terms,
    groups: &[Vec<Term>],
    proof: &Proof,
    settings: &Settings,
) -> Result<Vec<Term>, ItpError> {
    let formulas: Vec<Term> = groups.iter().flatten().copied().collect();
    let mut cut = 0;
    let cuts = groups.iter().take(groups.len().saturating_sub(1)).map(|group| {
        cut += group.len();
        cut
    });
    let at = |cut: usize| {
        let side = |part: Part| Some(if part < cut { Side::A } else { Side::B });
        binary(terms, proof, &formulas, side, settings)
    };
    cuts.map(at).collect()
}

/// A sequence of interpolants, one query each: from the interpolant before and the next group to the groups that are left.
pub fn repeated(terms: &Terms, groups: &[Vec<Term>], settings: &Settings) -> Several {
    let mut found: Vec<Term> = Vec::new();
    for i in 1..groups.len() {
        let a: Vec<Term> = found.last().into_iter().chain(&groups[i - 1]).copied().collect();
        let b: Vec<Term> = groups[i..].iter().flatten().copied().collect();
        match interpolate(terms, &a, &b, settings) {
            Interpolated::Interpolant { interpolant, .. } => found.push(interpolant),
            Interpolated::Model(model) => return Several::Model(model),
            Interpolated::Unknown(why) => return Several::Unknown(why),
        }
    }
    Several::Interpolants(found)
}

/// A graph without cycles whose edges are formulas.
///
/// A path holds when all its edges hold together. The edges into a node and those out of it share no symbols but those
/// that the node's interpolant may speak of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dag {
    /// The number of nodes; the first is the entry and the last the exit. Edges lead to nodes of greater numbers.
    pub nodes: usize,
    /// Edges: where from, where to, and the formula. Those that do not lead to greater numbers, or to no node, are left out.
    pub edges: Vec<(usize, usize, Term)>,
}

impl Dag {
    fn edges(&self) -> impl DoubleEndedIterator<Item = &(usize, usize, Term)> {
        self.edges.iter().filter(|(u, v, _)| u < v && *v < self.nodes)
    }

    /// For each node, that some path from it to the exit holds.
    fn to_exit(&self, terms: &Terms) -> Vec<Term> {
        let mut out = vec![terms.bool(false); self.nodes];
        if let Some(exit) = out.last_mut() {
            *exit = terms.tru();
        }
        for u in (0..self.nodes.saturating_sub(1)).rev() {
            let ways = self.edges().filter(|e| e.0 == u).map(|&(_, v, t)| terms.and([t, out[v]]));
            out[u] = terms.or(ways.collect::<Vec<_>>());
        }
        out
    }
}

/// DAG interpolants of a graph none of whose paths from entry to exit holds (Albarghouthi, Gurfinkel, Chechik, Craig
/// Interpretation, SAS 2012): a formula for each node, true at the entry and false at the exit, so that the formula at
/// the beginning of an edge and the edge imply the formula at its end.
///
/// Node by node in topological order, one query each: A is that some edge into the node holds, with the interpolant where it comes from; B that some
/// path from the node to the exit holds. By induction they contradict each other.
pub fn dag(terms: &Terms, graph: &Dag, settings: &Settings) -> Several {
    let to_exit = graph.to_exit(terms);
    let mut found: Vec<Term> = Vec::with_capacity(graph.nodes);
    for (v, &rest) in to_exit.iter().enumerate() {
        let interpolant = if v == 0 {
            terms.tru()
        } else {
            let ways = graph.edges().filter(|e| e.1 == v).map(|&(u, _, t)| terms.and([found[u], t]));
            let a = terms.or(ways.collect::<Vec<_>>());
            match interpolate(terms, &[a], &[rest], settings) {
                Interpolated::Interpolant { interpolant, .. } => interpolant,
                Interpolated::Model(model) => return Several::Model(model),
                Interpolated::Unknown(why) => return Several::Unknown(why),
            }
        };
        found.push(interpolant);
    }
    Several::Interpolants(found)
}
