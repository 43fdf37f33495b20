//! The three conditions of an interpolant, each checked separately, so that only what was really checked is shown as
//! checked.

use crate::answer::{FailedCheck, Known, Proofs, solve};
use logic::{Term, Terms};
use solver::{Door, Limits, Purpose, Unknown};

/// How a check ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// The checker has accepted it.
    Passed,
    /// It does not hold, which is a defect of whoever made the interpolant.
    Failed(FailedCheck),
    /// There was no answer.
    Unknown(Unknown),
}

impl Check {
    /// Whether it holds.
    pub fn passed(&self) -> bool {
        *self == Check::Passed
    }
}

/// How the three checks of an interpolant ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checks {
    /// A implies it.
    pub implied_by_a: Check,
    /// It contradicts B.
    pub contradicts_b: Check,
    /// It speaks of shared symbols alone.
    pub shared_vocabulary: Check,
}

impl Checks {
    fn all(&self) -> [&Check; 3] {
        [&self.implied_by_a, &self.contradicts_b, &self.shared_vocabulary]
    }

    /// The first check that failed.
    pub fn failed(&self) -> Option<&FailedCheck> {
        self.all().into_iter().find_map(|c| if let Check::Failed(f) = c { Some(f) } else { None })
    }

    /// The first check without an answer.
    pub fn unknown(&self) -> Option<Unknown> {
        self.all().into_iter().find_map(|c| if let Check::Unknown(why) = c { Some(*why) } else { None })
    }
}

/// Checks that a formula is an interpolant of A and B: both refutations are found afresh and replayed.
pub fn check_interpolant(
    door: &Door,
    terms: &Terms,
    sides: (&[Term], &[Term]),
    itp: Term,
    limits: Limits,
) -> Checks {
    let door = door.to(Purpose::Checks);
    check_interpolant_by(terms, sides, itp, |formulas| {
        solve(&door, terms, formulas, limits, Proofs::Condensed)
    })
}

/// The same, with what finds refutations and has them replayed.
pub fn check_interpolant_by(
    terms: &Terms,
    (a, b): (&[Term], &[Term]),
    itp: Term,
    mut solve: impl FnMut(&[Term]) -> Known,
) -> Checks {
    let mut refuted = |formulas: Vec<Term>, otherwise: FailedCheck| match solve(&formulas) {
        Known::Refuted(_) => Check::Passed,
        Known::Holds(_) => Check::Failed(otherwise),
        Known::Unknown(why) => Check::Unknown(why),
        Known::Faulty(failed) => Check::Failed(failed),
    };
    let shared_vocabulary = match check::shared_vocabulary(terms, a, b, itp) {
        Ok(_) => Check::Passed,
        Err(fault) => Check::Failed(FailedCheck::Vocabulary(fault)),
    };
    Checks {
        implied_by_a: refuted(a.iter().copied().chain([terms.not(itp)]).collect(), FailedCheck::NotImplied),
        contradicts_b: refuted(
            [itp].into_iter().chain(b.iter().copied()).collect(),
            FailedCheck::NotContradicted,
        ),
        shared_vocabulary,
    }
}
