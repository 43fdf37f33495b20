//! Solving with evidence: refutations come with proofs that `check` has replayed.

use check::Fault;
use logic::{Term, Terms};
use proof::Proof;
use smt::{Config, Limits, Outcome, Solver, Unknown};

/// What is known of a conjunction, checked.
#[derive(Debug)]
pub enum Known {
    /// It holds; a model was found and evaluated.
    Holds,
    /// It is contradictory, by this proof.
    Refuted(Proof),
    /// Neither was found out.
    Unknown(Unknown),
    /// The evidence does not hold, which is a defect of the solver.
    Faulty(Fault),
}

/// Solves a conjunction afresh, and checks the answer.
pub fn solve(terms: &Terms, formulas: &[Term], limits: Limits) -> Known {
    let mut solver = Solver::new(terms, Config { limits });
    for &f in formulas {
        solver.assert(f);
    }
    match solver.check(&[]) {
        Outcome::Sat(model) => match check::model(terms, formulas, &|v| model.value(terms, v)) {
            Ok(()) => Known::Holds,
            Err(fault) => Known::Faulty(fault),
        },
        Outcome::Unsat => {
            let proof = solver.proof().unwrap_or_default();
            match check::refutation(terms, formulas, &proof) {
                Ok(_) => Known::Refuted(proof),
                Err(fault) => Known::Faulty(fault),
            }
        }
        Outcome::Unknown(why) => Known::Unknown(why),
    }
}
