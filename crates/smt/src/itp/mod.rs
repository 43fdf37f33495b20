//! Craig interpolants, read off proofs by labelled interpolation systems (D'Silva, Kroening, Purandare, Weissenbacher,
//! Interpolant Strength, VMCAI 2010).
//!
//! A proof and a partition of its inputs into A and B come in; out goes a formula that A implies, that contradicts B,
//! and whose symbols occur in both.

mod classes;
mod decompose;
mod labelled;
mod lemma;
mod project;
mod sum;
pub mod tree;

use crate::solver::{Config, Solver};
use logic::{Term, Terms};
use proof::{Part, Proof};
use solver::{Counters, Model, Outcome, Unknown};

pub use labelled::binary;

/// Which side of the partition an input belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// The labelling that makes a labelled interpolation system: to which side atoms belong that occur on both. From the strongest
/// interpolants to the weakest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Labelling {
    /// McMillan's system: shared atoms belong to B.
    #[default]
    McMillan,
    /// Pudlák's symmetric system: shared atoms belong to both.
    Pudlak,
    /// The dual of McMillan's system: shared atoms belong to A.
    DualMcMillan,
}

/// How a contradiction of inequalities is interpolated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TheoryRule {
    /// The sum of A's inequalities, weighted by their Farkas multipliers.
    #[default]
    Farkas,
    /// The negation of the weighted sum of B's inequalities: weaker.
    DualFarkas,
    /// As many sums of A's inequalities without local parts as possible: their conjunction is stronger than the single
    /// sum.
    Decomposed,
    /// The negation of the conjunction of several sums of B's inequalities: the weakest.
    DualDecomposed,
}

impl TheoryRule {
    /// Every rule, from the strongest interpolants to the weakest.
    pub const ALL: [TheoryRule; 4] =
        [TheoryRule::Decomposed, TheoryRule::Farkas, TheoryRule::DualFarkas, TheoryRule::DualDecomposed];

    /// Whose inequalities are added up.
    fn side(self) -> Side {
        match self {
            TheoryRule::Farkas | TheoryRule::Decomposed => Side::A,
            TheoryRule::DualFarkas | TheoryRule::DualDecomposed => Side::B,
        }
    }

    fn decomposes(self) -> bool {
        matches!(self, TheoryRule::Decomposed | TheoryRule::DualDecomposed)
    }
}

/// Everything that chooses between interpolants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The labelling, which names the interpolation system.
    pub labelling: Labelling,
    /// The rule for arithmetic.
    pub theory: TheoryRule,
    /// The solver's settings.
    pub solver: Config,
}

/// Why no interpolant could be read off a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ItpError {
    /// An atom of the proof mixes symbols that only A has with symbols that only B has.
    #[error("an atom of the proof mixes local symbols of both sides")]
    Mixed(Term),
    /// A lemma mixes local parts of both sides, and eliminating those of one side takes too long.
    #[error("a lemma of the proof mixes local parts of both sides")]
    TooLarge,
    /// The proof does not end in the empty clause, or a step does not fit its rule.
    #[error("the proof is malformed")]
    Malformed,
}

/// What a call of [`interpolate`] finds.
#[derive(Clone, Debug)]
pub enum Interpolated {
    /// A and B contradict each other.
    Interpolant {
        /// A formula between them.
        interpolant: Term,
        /// The refutation it was read off; the parts of A come first, in order, then those of B.
        proof: Proof,
        /// What the search did.
        counters: Counters,
    },
    /// A and B hold together.
    Model(Model),
    /// Neither was found out.
    Unknown(Unknown),
}

/// Solves A and B together and interpolates the refutation.
pub fn interpolate(terms: &Terms, a: &[Term], b: &[Term], settings: &Settings) -> Interpolated {
    let mut solver = Solver::new(terms, settings.solver);
    for &t in a.iter().chain(b) {
        solver.assert(t);
    }
    match solver.check(&[]) {
        Outcome::Sat(model) => Interpolated::Model(model),
        Outcome::Unknown(why) => Interpolated::Unknown(why),
        Outcome::Unsat => {
            let side = |p: Part| if p < a.len() { Side::A } else { Side::B };
            match (solver.interpolant(side, settings), solver.proof()) {
                (Ok(interpolant), Some(proof)) => {
                    Interpolated::Interpolant { interpolant, proof, counters: solver.counters() }
                }
                (Err(ItpError::TooLarge), _) => Interpolated::Unknown(Unknown::Interpolation),
                _ => Interpolated::Unknown(Unknown::Internal),
            }
        }
    }
}
