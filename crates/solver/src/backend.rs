//! The interface of a solver: contexts with scopes, models, cores, counters and limits. Proofs, and interpolants made
//! in a way of its own, are optional.

use crate::limits::{Counters, Limit, Limits};
use crate::model::Model;
use logic::{Term, Terms};
use proof::{Part, Proof};
use std::fmt;

/// What a check finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The formulas hold together, for instance under this model.
    Sat(Model),
    /// The formulas contradict each other (or the assumptions).
    Unsat,
    /// Neither was found out.
    Unknown(Unknown),
}

/// Why a check found nothing out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// A limit was reached.
    Limit(Limit),
    /// There is a refutation, but no interpolant of acceptable size could be read off it.
    Interpolation,
    /// The solver says that there is no model, and nobody has a proof of it.
    Unproved,
    /// The solver says that there is no model, and its certifier reached a limit before it had a proof of that.
    Uncertified(Limit),
    /// The solver gave up, for want of a method or of memory.
    Refused,
    /// A model turned out not to satisfy a formula, which is a defect of the solver.
    Internal,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Limit(l) => write!(f, "the limit on {l} was reached"),
            Unknown::Interpolation => f.write_str("the refutation gives no interpolant of acceptable size"),
            Unknown::Unproved => {
                f.write_str("the solver says `unsat`, but there is no proof of it of acceptable size")
            }
            Unknown::Uncertified(l) => write!(
                f,
                "the solver says `unsat`, but its certifier reached the limit on {l} before it had a proof"
            ),
            Unknown::Refused => f.write_str("the solver gave up"),
            Unknown::Internal => f.write_str("internal error: a model failed its check"),
        }
    }
}

/// A solver: it opens contexts.
///
/// It must answer the same in every run, natively as in the browser: limits are counted, not timed.
pub trait Backend {
    /// Its name, as settings and links write it.
    fn name(&self) -> &'static str;

    /// A context in which nothing is asserted yet. The limits are those of each check.
    fn open(&self, limits: Limits) -> Box<dyn Context>;

    /// An interpolant between two sides that contradict each other, made in a way of the solver's own that needs no proof; none
    /// if it has no such way, or has found none. Whoever asks has it checked.
    fn interpolant(&self, _terms: &Terms, _a: &[Term], _b: &[Term], _limits: Limits) -> Option<Term> {
        None
    }
}

/// Asserted formulas, in scopes. All of them belong to the one store that every call is given.
pub trait Context {
    /// Replaces the limits of later checks.
    fn set_limits(&mut self, limits: Limits);

    /// Asserts a formula in the current scope. Returns its number: formulas are counted from zero in the order in which
    /// they were asserted, those of closed scopes included.
    fn assert(&mut self, terms: &Terms, formula: Term) -> Part;

    /// Opens a scope.
    fn push(&mut self);

    /// Closes the last scope and drops what was asserted in it. Nothing happens when none is open.
    fn pop(&mut self);

    /// Makes a formula known in the current scope without asserting it: later checks need not find out again what earlier ones
    /// learnt of it and its parts, as long as the scope is open. A solver without such a way does nothing.
    ///
    /// From then on, nothing that was learnt with the help of a scope's formulas outlives the scope: a refutation speaks of open
    /// scopes alone.
    fn prepare(&mut self, _terms: &Terms, _formula: Term) {}

    /// Whether the asserted formulas hold together with the assumptions, which are forgotten afterwards.
    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome;

    /// After an `unsat` answer, the numbers of formulas that contradict each other (or the failed assumptions), in increasing
    /// order.
    fn unsat_core(&self) -> Vec<Part>;

    /// After an `unsat` answer, the assumptions that were needed for it.
    fn failed_assumptions(&self) -> &[Term];

    /// After an `unsat` answer that needed no assumption, the refutation, whose inputs are the numbers of formulas; none if the
    /// solver writes no proofs.
    fn proof(&self) -> Option<Proof>;

    /// After an `unsat` answer, the refutation of the asserted formulas together with the assumptions, which have the given numbers
    /// as inputs; none if the solver writes no proofs, or none of this kind.
    fn proof_with(&self, _terms: &Terms, _assumptions: &[(Term, Part)]) -> Option<Proof> {
        None
    }

    /// What has been counted since the context was opened.
    fn counters(&self) -> Counters;
}
