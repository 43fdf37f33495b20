//! Inductive invariants: what has to be refuted for one to prove a loop safe, and the check that it was.
//!
//! The loop comes from the program (`flow`), the invariant from an engine, the proofs from a solver that was asked each
//! obligation afresh. Obligations can only be built here, so that a checked list of them is always complete.

use crate::fault::{Claim, Fault};
use crate::interpolant::formulas;
use crate::refutation::{Report, refutation};
use logic::{Stamp, Term, Terms, Var, order::CollectOrdered};
use proof::Proof;
use std::collections::BTreeSet;
use std::fmt;

/// A loop as formulas: a transition system together with the states that fail.
///
/// The state is denoted by its plain symbols, the state after a transition by their primed copies. Any other
/// symbol is local to the formula in which it stands, as if quantified existentially there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopSystem {
    /// The symbols of the state, all plain.
    pub state: Vec<Var>,
    /// How the loop is reached.
    pub init: Initial,
    /// One transition, from the plain to the primed state.
    pub trans: Term,
    /// The states that fail before the loop head is reached again.
    pub bad: Term,
    /// A failure before the loop head is reached for the first time; false where there can be none.
    pub early: Term,
}

/// How the loop is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// The states on first arrival, over plain symbols.
    States(Term),
    /// The way from the program's entry to the loop head; the state on arrival has the primed symbols.
    Edge(Term),
}

/// What an obligation shows when its conjuncts contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// The initial states satisfy the auxiliary invariant.
    AuxiliaryInitiation,
    /// Transitions preserve the auxiliary invariant.
    AuxiliaryConsecution,
    /// The initial states satisfy the invariant.
    Initiation,
    /// Transitions preserve the invariant, where the auxiliary invariant holds.
    Consecution,
    /// No state of the invariant, and of the auxiliary one, is bad.
    Safety,
    /// Nothing fails before the loop.
    NoEarlyFailure,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::AuxiliaryInitiation => "initiation of the auxiliary invariant",
            Goal::AuxiliaryConsecution => "consecution of the auxiliary invariant",
            Goal::Initiation => "initiation",
            Goal::Consecution => "consecution",
            Goal::Safety => "safety",
            Goal::NoEarlyFailure => "no failure before the loop",
        })
    }
}

/// Formulas that must contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// What is shown by it.
    pub goal: Goal,
    /// The formulas, to be refuted together.
    pub conjuncts: Vec<Term>,
}

/// All that has to be refuted for an invariant to prove a system safe.
///
/// Invariant: complete, since [`obligations`] alone makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligations {
    list: Vec<Obligation>,
}

impl Obligations {
    /// The obligations, in the order in which their proofs are expected.
    pub fn list(&self) -> &[Obligation] {
        &self.list
    }
}

/// What has to be refuted for `inv` to prove the system safe, if need be relative to the invariant `aux`, which
/// then has obligations of its own.
///
/// # Errors
/// A term that is not a formula, a state symbol that is not plain, or a symbol of an invariant that is not one of
/// the state: such an invariant would not speak of the same thing before and after a transition.
pub fn obligations(
    terms: &Terms,
    system: &LoopSystem,
    inv: Term,
    aux: Option<Term>,
) -> Result<Obligations, Fault> {
    let (Initial::States(init) | Initial::Edge(init)) = system.init;
    formulas(terms, [init, system.trans, system.bad, system.early, inv].iter().chain(&aux))?;
    let state: BTreeSet<Var> = system.state.iter().copied().collect_set();
    let not_plain = state.iter().find(|v| terms.symbol_of(**v).stamp != Stamp::Plain);
    speaks_of(Claim::StateVocabulary, terms, not_plain)?;
    let stranger = |t: Term| terms.vars(t).into_iter().find(|v| !state.contains(v));
    speaks_of(Claim::InvariantVocabulary, terms, stranger(inv).as_ref())?;
    speaks_of(Claim::AuxiliaryVocabulary, terms, aux.and_then(stranger).as_ref())?;

    let primed = |t: Term| terms.substitute(t, |v| terms.of(terms.primed(v)));
    let arrived = |t: Term| match system.init {
        Initial::States(_) => t,
        Initial::Edge(_) => primed(t),
    };
    let mut list = Vec::new();
    let mut oblige = |goal, conjuncts: Vec<Term>| list.push(Obligation { goal, conjuncts });
    if let Some(aux) = aux {
        oblige(Goal::AuxiliaryInitiation, vec![init, terms.not(arrived(aux))]);
        oblige(Goal::AuxiliaryConsecution, vec![aux, system.trans, terms.not(primed(aux))]);
    }
    let assumed: Vec<Term> = [inv].into_iter().chain(aux).collect();
    let with = |more: &[Term]| assumed.iter().chain(more).copied().collect::<Vec<_>>();
    oblige(Goal::Initiation, vec![init, terms.not(arrived(inv))]);
    oblige(Goal::Consecution, with(&[system.trans, terms.not(primed(inv))]));
    oblige(Goal::Safety, with(&[system.bad]));
    oblige(Goal::NoEarlyFailure, vec![system.early]);
    Ok(Obligations { list })
}

fn speaks_of(claim: Claim, terms: &Terms, stranger: Option<&Var>) -> Result<(), Fault> {
    match stranger {
        Some(&v) => Err(Fault::Claim { claim, fault: Box::new(Fault::Symbol(terms.var_name(v))) }),
        None => Ok(()),
    }
}

/// Checks an invariant: every obligation is refuted by the proof at its position.
///
/// # Errors
/// The first obligation whose proof does not hold, with the reason.
pub fn invariant(terms: &Terms, obligations: &Obligations, proofs: &[Proof]) -> Result<Vec<Report>, Fault> {
    let list = obligations.list();
    if list.len() != proofs.len() {
        return Err(Fault::ProofCount { claims: list.len(), proofs: proofs.len() });
    }
    let check = |(obligation, proof): (&Obligation, &Proof)| {
        refutation(terms, &obligation.conjuncts, proof)
            .map_err(|fault| Fault::Claim { claim: Claim::Goal(obligation.goal), fault: Box::new(fault) })
    };
    list.iter().zip(proofs).map(check).collect()
}
