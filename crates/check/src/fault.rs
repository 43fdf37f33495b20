//! What can be wrong with evidence. A claim whose evidence has a fault is not made; the page shows the fault in red.

use logic::{Rat, Term};
use proof::{Lit, Part, StepId};
use std::fmt;

/// Evidence that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// A step of a proof does not follow.
    #[error("step {step}: {reason}")]
    Step {
        /// The position of the step.
        step: StepId,
        /// What is wrong with it.
        reason: Reason,
    },
    /// Every step follows, but the last clause is not empty, or there is no step at all.
    #[error("the derivation does not end in the empty clause")]
    Unfinished,
    /// One of the claims that make up a larger one fails.
    #[error("{claim}: {fault}")]
    Claim {
        /// The claim that fails.
        claim: Claim,
        /// Why.
        fault: Box<Fault>,
    },
    /// An abstract reachability graph that does not belong to the program, or is not complete.
    #[error("{0}")]
    Arg(#[from] ArgFault),
    /// A formula mentions a symbol that it may not mention.
    #[error("the symbol {0} may not occur")]
    Symbol(String),
    /// Not a formula of the store: a term of another sort or another store.
    #[error("{0:?} is not a formula")]
    NotAFormula(Term),
    /// The number of proofs differs from the number of claims to be proved.
    #[error("{claims} claims, but {proofs} proofs")]
    ProofCount {
        /// How many claims there are.
        claims: usize,
        /// How many proofs were given.
        proofs: usize,
    },
    /// A formula is false under the values given; its position.
    #[error("formula {0} is false under the model's values")]
    False(usize),
    /// A value has not the sort of its symbol.
    #[error("the value of {0} is not of its sort")]
    ValueSort(String),
}

/// A claim that is part of a larger one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The interpolant follows from A.
    AImpliesInterpolant,
    /// The interpolant contradicts B.
    InterpolantRefutesB,
    /// The interpolant speaks only of symbols that A and B share.
    SharedVocabulary,
    /// An invariant's obligation is refuted.
    Goal(crate::Goal),
    /// The invariant speaks only of the state.
    InvariantVocabulary,
    /// The auxiliary invariant speaks only of the state.
    AuxiliaryVocabulary,
    /// The symbols of the state are plain.
    StateVocabulary,
    /// An abstract reachability graph's obligation is refuted.
    Arg(crate::ArgGoal),
    /// The label of a node speaks only of the state.
    LabelVocabulary(usize),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Claim::AImpliesInterpolant => "A implies the interpolant",
            Claim::InterpolantRefutesB => "the interpolant contradicts B",
            Claim::SharedVocabulary => "the interpolant's symbols are shared by A and B",
            Claim::Goal(goal) => return fmt::Display::fmt(goal, f),
            Claim::InvariantVocabulary => "the invariant's symbols are those of the state",
            Claim::AuxiliaryVocabulary => "the auxiliary invariant's symbols are those of the state",
            Claim::StateVocabulary => "the state's symbols are plain",
            Claim::Arg(goal) => return fmt::Display::fmt(goal, f),
            Claim::LabelVocabulary(node) => {
                return write!(f, "the symbols of the label of node {node} are those of the state");
            }
        };
        f.write_str(text)
    }
}

/// Why an abstract reachability graph is no certificate, whatever its labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArgFault {
    /// There is no node, or the first is not the entry's.
    #[error("the first node is not the entry's")]
    Root,
    /// A node that is not there.
    #[error("there is no node {0}")]
    NoNode(usize),
    /// Not complete: an expanded node has no edge for an action of its cutpoint.
    #[error("node {node} has no edge for action {action}")]
    Incomplete {
        /// The node.
        node: usize,
        /// The action.
        action: usize,
    },
    /// A node is not expanded, or of another cutpoint than the one it covers.
    #[error("node {by} cannot cover node {node}")]
    Cover {
        /// The node to be covered.
        node: usize,
        /// The one that should cover it.
        by: usize,
    },
}

/// Why a step of a proof does not follow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// A term that the store does not have.
    #[error("{0:?} is not a term of this store")]
    UnknownTerm(Term),
    /// An integer term where a formula must stand.
    #[error("{0:?} is not a formula")]
    NotAFormula(Term),
    /// There is no asserted formula with this number.
    #[error("there is no asserted formula {0}")]
    NoSuchPart(Part),
    /// The clause is not the unit clause of the asserted formula.
    #[error("the clause is not the asserted formula {0}")]
    NotTheInput(Part),
    /// The term has no defining clause of this kind.
    #[error("{0:?} has no such defining clause")]
    NoSuchDefinition(Term),
    /// The clause is not the defining clause.
    #[error("the clause is not this defining clause of {0:?}")]
    NotTheDefinition(Term),
    /// An inequality without variables was to be built.
    #[error("an inequality without variables")]
    ConstantInequality,
    /// A literal of an arithmetic contradiction is no linear inequality.
    #[error("{0:?} is not a linear inequality")]
    NotAnInequality(Lit),
    /// A literal is used that is neither the negation of a literal of the clause nor assumed by an enclosing split.
    #[error("{0:?} is not available to the contradiction")]
    NotAvailable(Lit),
    /// A Farkas multiplier is zero or negative.
    #[error("the multiplier {0} is not positive")]
    NotPositive(Rat),
    /// Some term's coefficients do not cancel.
    #[error("{0:?} does not cancel in the sum")]
    NotCancelled(Term),
    /// The sum of the inequalities is a constant that is at most zero, so nothing is contradicted.
    #[error("the sum is {0}, which is not positive")]
    NoContradiction(Rat),
    /// The two literals of an equality do not mean `l <= 0` and `-l <= 0`.
    #[error("{0:?} and {1:?} do not make an equality")]
    NotAnEquality(Lit, Lit),
    /// A coefficient in the combination of equalities is no integer.
    #[error("{0:?} has a coefficient that is not integral")]
    FractionalCoefficient(Term),
    /// The constant in the combination of equalities is an integer, so integers may satisfy it.
    #[error("the constant {0} is integral")]
    IntegralConstant(Rat),
    /// A resolution refers to a step that is not earlier.
    #[error("step {0} is not an earlier step")]
    NotEarlier(StepId),
    /// The pivot does not occur with opposite signs in the two clauses.
    #[error("the pivot {0:?} does not occur with opposite signs")]
    NoPivot(Term),
    /// The pivot occurs with both signs in one of the clauses.
    #[error("the pivot {0:?} occurs with both signs in one clause")]
    AmbiguousPivot(Term),
    /// The clause is not the result of the resolution.
    #[error("the clause is not what the resolution gives")]
    NotTheResolvent,
}
