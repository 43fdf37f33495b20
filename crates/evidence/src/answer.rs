//! One question, solved and checked.

use check::Fault;
use logic::{Term, Terms};
use proof::{Part, Proof, Rule};
use smt::condense::condense;
use solver::{Door, Limits, Model, Outcome, Unknown};

/// What is known of a conjunction, checked.
#[derive(Debug)]
pub enum Known {
    /// It holds in this model, which satisfies every formula.
    Holds(Model),
    /// It is contradictory, by this proof, which has been replayed.
    Refuted(Proof),
    /// Neither was found out.
    Unknown(Unknown),
    /// The evidence does not hold, which is a defect of the solver.
    Faulty(FailedCheck),
}

/// A check that failed: a defect of the solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FailedCheck {
    /// A model is none.
    #[error("a model does not satisfy the query: {0}")]
    Model(Fault),
    /// A refutation is none.
    #[error("a refutation does not hold: {0}")]
    Refutation(Fault),
    /// Of two solvers, one has a model.
    #[error("the solver says `unsat`, but its certifier has a model")]
    Disagreement,
    /// A formula that was said to be an interpolant does not follow from A.
    #[error("A does not imply the interpolant")]
    NotImplied,
    /// It holds together with B.
    #[error("the interpolant does not contradict B")]
    NotContradicted,
    /// It speaks of other symbols than those that A and B share.
    #[error("an interpolant does not hold: {0}")]
    Vocabulary(Fault),
}

/// In which form refutations are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proofs {
    /// As the search has left them.
    AsFound,
    /// With the refutation condensed, which gives plainer interpolants; see [`smt::condense`].
    Condensed,
}

/// Solves a conjunction afresh, and checks the answer.
pub fn solve(door: &Door, terms: &Terms, formulas: &[Term], limits: Limits, form: Proofs) -> Known {
    let mut solver = door.open(limits);
    for &f in formulas {
        solver.assert(terms, f);
    }
    let outcome = solver.check(terms, &[]);
    judge(door, terms, formulas, outcome, || solver.proof(), limits, form)
}

/// Checks what a solver has said of a conjunction. Its refutation, if it writes one, comes from `proof`; the inputs are positions
/// among the formulas.
pub fn judge(
    door: &Door,
    terms: &Terms,
    formulas: &[Term],
    outcome: Outcome,
    proof: impl FnOnce() -> Option<Proof>,
    limits: Limits,
    form: Proofs,
) -> Known {
    match outcome {
        Outcome::Sat(model) => match check::model(terms, formulas, &|v| model.value(terms, v)) {
            Ok(()) => Known::Holds(model),
            Err(fault) => Known::Faulty(FailedCheck::Model(fault)),
        },
        Outcome::Unknown(why) => Known::Unknown(why),
        Outcome::Unsat => match proof() {
            Some(proof) => replayed(terms, formulas, proof, form),
            None => certified(door, terms, formulas, limits, form),
        },
    }
}

fn replayed(terms: &Terms, formulas: &[Term], proof: Proof, form: Proofs) -> Known {
    let proof = match form {
        Proofs::AsFound => proof,
        Proofs::Condensed => condense(&proof),
    };
    match check::refutation(terms, formulas, &proof) {
        Ok(_) => Known::Refuted(proof),
        Err(fault) => Known::Faulty(FailedCheck::Refutation(fault)),
    }
}

/// A refutation by the door's certifier, for a solver that answers `unsat` but writes no proof.
fn certified(door: &Door, terms: &Terms, formulas: &[Term], limits: Limits, form: Proofs) -> Known {
    match door.to_certifier().map(|certifier| solve(&certifier, terms, formulas, limits, form)) {
        None => Known::Unknown(Unknown::Unproved),
        Some(Known::Holds(_)) => Known::Faulty(FailedCheck::Disagreement),
        Some(Known::Unknown(Unknown::Limit(limit))) => Known::Unknown(Unknown::Uncertified(limit)),
        Some(known) => known,
    }
}

/// Renumbers a proof's inputs by their position among the formulas of the question; an input that is not among them
/// gets a number that no checker accepts.
pub fn renumbered(mut proof: Proof, place: impl Fn(Part) -> Option<usize>) -> Proof {
    for step in &mut proof.steps {
        if let Rule::Input(part) = &mut step.rule {
            *part = place(*part).unwrap_or(usize::MAX);
        }
    }
    proof
}
