//! Interpolants at the nodes of a graph without cycles, each checked before anyone sees it.
//!
//! VINTA computes them one query a step, with labels that come in between; here they are computed together, by the same function
//! that computes sequences where one refutation does not give them all.

use crate::sequence::{Failure, How, Maker};
use logic::{Term, Terms};
use solver::Door;

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

    /// Some path from the entry to the exit holds.
    pub fn path(&self, terms: &Terms) -> Term {
        self.to_exit(terms).first().copied().unwrap_or(terms.fals())
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
///
/// # Errors
/// See [`Failure`]; it is [`Failure::Satisfiable`] when some path holds.
pub fn dag(door: &Door, terms: &Terms, graph: &Dag, how: &How) -> Result<Vec<Term>, Failure> {
    let to_exit = graph.to_exit(terms);
    let maker = Maker::new(door, terms, how, &to_exit);
    let mut found: Vec<Term> = Vec::with_capacity(graph.nodes);
    for (v, &rest) in to_exit.iter().enumerate() {
        let interpolant = if v == 0 {
            terms.tru()
        } else {
            let ways = graph.edges().filter(|e| e.1 == v).map(|&(u, _, t)| terms.and([found[u], t]));
            let a = terms.or(ways.collect::<Vec<_>>());
            let (interpolant, _) = maker.between(&[a], &[rest])?;
            maker.check((&[a], &[rest]), interpolant)?;
            interpolant
        };
        found.push(interpolant);
    }
    Ok(found)
}
