//! Refutations as the page draws them: nodes with clauses, reasons and partial interpolants.

use crate::event::Side;
use crate::formula::FormulaId;
use serde::{Deserialize, Serialize};

/// A refutation, folded to what fits on a screen. The nodes are a graph, drawn as a tree below the last node; a node that is
/// the premise of several is one and the same lemma.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofTree {
    /// The nodes, premises before conclusions; the last one derives the contradiction.
    pub nodes: Vec<ProofNode>,
    /// The number of steps of the checked refutation that have no node of their own.
    pub folded: u32,
    /// Whose partial interpolants the nodes have.
    pub partials: Partials,
}

/// Whose partial interpolants the nodes of a proof tree have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Partials {
    /// The query has no sides, so there are none.
    None,
    /// The answer's interpolant was read off this refutation: it is the partial interpolant of the last node.
    Answer,
    /// The answer's interpolant was found by search; these belong to the one that the refutation would give.
    Proof,
}

/// A clause with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofNode {
    /// Why it holds.
    pub reason: ProofReason,
    /// The literals, at least one of which holds; none at the contradiction.
    pub clause: Vec<ProofLiteral>,
    /// The partial interpolant, simplified: A and the negations of the clause's literals of A imply it, B and the negations of the
    /// clause's literals of B contradict it. None without sides, or when it is too large to be shown.
    pub partial: Option<FormulaId>,
    /// The number of steps of the refutation that went into this node.
    pub folded: u32,
}

/// A literal of a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofLiteral {
    /// The literal.
    pub formula: FormulaId,
    /// Where its atom occurs.
    pub place: Place,
}

/// Where an atom occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// On one side only; [`Side::Neither`] when the query has no sides, or when it mixes local symbols of both.
    Local(Side),
    /// On both sides; the interpolation system assigns it to this one ([`Side::Neither`]: to both).
    Shared(Side),
}

/// Why a clause holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProofReason {
    /// One conjunct of the query says so; its position in [`crate::Query::parts`].
    Given(u32),
    /// By the meaning of connectives, of `if-then-else`, quotients or remainders.
    Definition,
    /// The clause's literals, negated, and conjuncts of the query contradict each other in linear integer arithmetic.
    Lemma(Contradiction),
    /// Resolution of other nodes' clauses, from left to right.
    Resolution {
        /// The premises.
        premises: Vec<ProofPremise>,
        /// The number of further premises that are obvious: definitions, and bounds that imply weaker bounds.
        hidden: u32,
    },
    /// By a derivation that is not shown.
    Folded,
}

/// A premise of a resolution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofPremise {
    /// The position of the node, smaller than that of the conclusion.
    pub node: u32,
    /// The atom on which it is resolved with the clause so far; none for the first clause.
    pub pivot: Option<FormulaId>,
}

/// A contradiction in linear integer arithmetic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contradiction {
    /// Farkas: inequalities `l <= 0`, times positive multipliers, sum up to a false one.
    Sum {
        /// The inequalities.
        summands: Vec<Summand>,
        /// What they sum up to, e.g. `1 <= 0`.
        total: String,
    },
    /// Equations whose combination has integer coefficients and a constant that is no integer.
    Divisibility {
        /// The equations.
        summands: Vec<Summand>,
        /// The combination, e.g. `x - q = 1/2`.
        total: String,
    },
    /// By cases: both an atom and its negation lead to a contradiction. Cuts are written in this form, too.
    Cases {
        /// The atom.
        atom: ProofLiteral,
        /// With the atom added.
        holds: Box<Contradiction>,
        /// With its negation added.
        fails: Box<Contradiction>,
    },
    /// More summands, or cases nested deeper, than are shown.
    Folded,
}

/// A literal of a contradiction with its multiplier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summand {
    /// The multiplier as text, e.g. `1`, `1/2`, `-3`; negative ones only with equations.
    pub factor: String,
    /// The inequality or equation.
    pub literal: ProofLiteral,
    /// Where it comes from: the conjunct of the query that says so, by position. None: it is the negation of a literal of the
    /// node's clause, or the case assumed.
    pub given: Option<u32>,
}
