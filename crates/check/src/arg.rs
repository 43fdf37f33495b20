//! Abstract reachability graphs: one that is safe, complete and well-labelled proves the program safe (VINTA, Theorem 1).
//!
//! The program comes as its cutpoint graph (`flow`), the graph from an engine, the proofs from a solver that was asked
//! each obligation afresh. Completeness is checked here; the remaining conditions have to be refuted by the solver.
//!
//! Why this suffices: take any execution. It begins at the entry's node, whose label contains every state. When its
//! state is in the label of an expanded node, the next action has an edge, and the next state is in the label at the
//! end of that edge. The node there is expanded, or covered by expanded nodes of the same cutpoint, one of whose labels
//! contains the state. So the execution never reaches the error, whose labels are empty. (The paper has an order among
//! covering nodes instead of asking that they be expanded; this is stricter.)

use crate::fault::{ArgFault, Claim, Fault};
use crate::interpolant::formulas;
use crate::refutation::{Report, refutation};
use logic::{Term, Terms, Var, order::CollectOrdered};
use proof::{Arg, ArgNode, Exploration, Proof};
use std::collections::BTreeSet;
use std::fmt;

/// A program as cutpoints with actions between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cutpoints {
    /// The plain symbols of the state at a loop head.
    pub state: Vec<Var>,
    /// The position of the entry.
    pub entry: usize,
    /// The position of the error.
    pub error: usize,
    /// The actions: from which cutpoint to which, and when, from the plain state to the primed one. Other symbols are as if
    /// quantified existentially.
    pub actions: Vec<(usize, usize, Term)>,
}

/// What an obligation about a graph shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ArgGoal {
    /// Every state is in the label of the entry's node.
    Entry,
    /// Well-labelled: taking the edge from a state in the first node's label leads into the second node's label.
    WellLabelled(usize, usize),
    /// The label of a covered node is within those that cover it.
    Covered(usize),
    /// Safe: the label of an error node holds no state.
    Safe(usize),
}

impl fmt::Display for ArgGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgGoal::Entry => f.write_str("the entry's label is true"),
            ArgGoal::WellLabelled(from, to) => {
                write!(f, "the edge from node {from} to node {to} is well-labelled")
            }
            ArgGoal::Covered(node) => write!(f, "node {node} is covered"),
            ArgGoal::Safe(node) => write!(f, "the label of error node {node} is false"),
        }
    }
}

/// All obligations that have to be refuted for a graph to prove a program safe.
///
/// Invariant: complete, since [`arg_obligations`] alone makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgObligations {
    list: Vec<(ArgGoal, Vec<Term>)>,
}

impl ArgObligations {
    /// What is shown, by formulas that must contradict each other; in the order in which their proofs are expected.
    pub fn list(&self) -> &[(ArgGoal, Vec<Term>)] {
        &self.list
    }
}

/// What has to be refuted for a graph to prove a program safe, if it is one of the program and complete.
///
/// # Errors A node or an action that is not there, a node whose cutpoint has an action for which there is no edge, a
/// covering node that is not expanded or of another cutpoint, a label that mentions anything but the state.
pub fn arg_obligations(terms: &Terms, program: &Cutpoints, arg: &Arg) -> Result<ArgObligations, Fault> {
    formulas(terms, program.actions.iter().map(|(_, _, t)| t).chain(arg.nodes.iter().map(|n| &n.label)))?;
    let state: BTreeSet<Var> = program.state.iter().copied().collect_set();
    let root = arg.nodes.first().filter(|n| n.cutpoint == program.entry).ok_or(ArgFault::Root)?;
    let mut list = vec![(ArgGoal::Entry, vec![terms.not(root.label)])];
    for (u, node) in arg.nodes.iter().enumerate() {
        if let Some(v) = terms.vars(node.label).into_iter().find(|v| !state.contains(v)) {
            let fault = Box::new(Fault::Symbol(terms.var_name(v)));
            return Err(Fault::Claim { claim: Claim::LabelVocabulary(u), fault });
        }
        if node.cutpoint == program.error {
            list.push((ArgGoal::Safe(u), vec![node.label]));
            continue;
        }
        match &node.exploration {
            Exploration::CoveredBy(nodes) => {
                let mut conjuncts = vec![node.label];
                for &x in nodes {
                    let other = arg.nodes.get(x).ok_or(ArgFault::NoNode(x))?;
                    let is_expanded = matches!(other.exploration, Exploration::Expanded(_));
                    if !is_expanded || other.cutpoint != node.cutpoint {
                        return Err(ArgFault::Cover { node: u, by: x }.into());
                    }
                    conjuncts.push(terms.not(other.label));
                }
                list.push((ArgGoal::Covered(u), conjuncts));
            }
            Exploration::Expanded(_) => expanded(terms, program, arg, u, node, &mut list)?,
        }
    }
    Ok(ArgObligations { list })
}

/// The obligations of an expanded node, all of whose actions must have an edge.
fn expanded(
    terms: &Terms,
    program: &Cutpoints,
    arg: &Arg,
    u: usize,
    node: &ArgNode,
    list: &mut Vec<(ArgGoal, Vec<Term>)>,
) -> Result<(), Fault> {
    let Exploration::Expanded(edges) = &node.exploration else { return Ok(()) };
    for (action, &(from, to, formula)) in program.actions.iter().enumerate() {
        if from != node.cutpoint {
            continue;
        }
        let mut found = false;
        for edge in edges.iter().filter(|e| e.action == action) {
            let end = arg.nodes.get(edge.to).ok_or(ArgFault::NoNode(edge.to))?;
            if end.cutpoint == to {
                found = true;
                let there = terms.substitute(end.label, |v| terms.of(terms.primed(v)));
                list.push((ArgGoal::WellLabelled(u, edge.to), vec![node.label, formula, terms.not(there)]));
            }
        }
        if !found {
            return Err(ArgFault::Incomplete { node: u, action }.into());
        }
    }
    Ok(())
}

/// Checks a graph: every obligation is refuted by the proof at its position.
///
/// # Errors
/// The first obligation whose proof does not hold, with the reason.
pub fn arg(terms: &Terms, obligations: &ArgObligations, proofs: &[Proof]) -> Result<Vec<Report>, Fault> {
    let list = obligations.list();
    if list.len() != proofs.len() {
        return Err(Fault::ProofCount { claims: list.len(), proofs: proofs.len() });
    }
    let check = |((goal, conjuncts), proof): (&(ArgGoal, Vec<Term>), &Proof)| {
        refutation(terms, conjuncts, proof)
            .map_err(|fault| Fault::Claim { claim: Claim::Arg(*goal), fault: Box::new(fault) })
    };
    list.iter().zip(proofs).map(check).collect()
}
