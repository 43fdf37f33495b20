//! Formulas of one's own: an invariant or an interpolant that the user writes, and what the checks say of it.

use crate::formula::Formula;
use crate::message::Problem;
use crate::setup::Setup;
use serde::{Deserialize, Serialize};

/// The most formulas of one's own in a setup or link.
pub const MAX_OWN: usize = 32;
/// The most bytes of one.
pub const MAX_OWN_TEXT: usize = 2_000;

/// An interpolant of one's own, part of what determines a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OwnInterpolant {
    /// Which of the run's interpolants it replaces, counted from 1.
    pub number: u32,
    /// The formula as it was written.
    pub text: String,
}

/// A formula of one's own, to be judged beside a run: nothing is counted, and the run is not touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Its number, which the reply repeats.
    pub number: u32,
    /// The program that it is about, and how its integers are read.
    pub setup: Setup,
    /// What it is to be.
    pub claim: Claim,
}

/// What a formula of one's own is claimed to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// An inductive invariant that excludes every failure: for each location ([`crate::Outline::locations`]) what holds there.
    Invariant(Vec<String>),
    /// An interpolant of the two sides of a query.
    Interpolant {
        /// The conjuncts of each side as SMT-LIB 2 terms.
        sides: [Vec<String>; 2],
        /// Those of their symbols that are integers, by name in these terms.
        integers: Vec<String>,
        /// The formula as it was written.
        text: String,
    },
}

/// What the checks say of an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// A text that is no formula: its position among those of the claim, and what is wrong, with places in that text.
    pub problem: Option<(u32, Problem)>,
    /// The formulas as they were read, in the order of the texts; those of an invariant with what else the types say.
    pub formulas: Vec<Formula>,
    /// The conditions, in the order in which they are told.
    pub conditions: Vec<Condition>,
    /// States that executions of the program pass through, first ones first: the location, from 0, and the values by name.
    pub reached: Vec<(u32, Values)>,
    /// Whether the program has an operation that was read with the help of what intervals know of reachable states, so that steps from
    /// other states may be others than the language has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_narrowed: bool,
}

/// Values by the names of their variables.
pub type Values = Vec<(String, String)>;

/// A condition with how its check ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The condition.
    pub kind: ConditionKind,
    /// How its check ended.
    pub outcome: ConditionOutcome,
}

/// What is asked of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConditionKind {
    /// Invariant: every initial state is in it.
    Initiation,
    /// Invariant: every round from one of its states ends in one of them.
    Consecution,
    /// Invariant: from none of its states an assertion fails before the next round.
    Safety,
    /// No assertion fails before a loop is reached, which no invariant can change.
    NoEarlyFailure,
    /// Interpolant: A implies it.
    ImpliedByA,
    /// Interpolant: it contradicts B.
    ContradictsB,
    /// Interpolant: it speaks only of symbols that A and B share.
    SharedVocabulary,
}

/// How the check of a condition ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConditionOutcome {
    /// It holds; the refutation of its violation was replayed.
    Holds,
    /// It is violated.
    Violated(Box<Violation>),
    /// There was no answer, for this reason.
    Unknown(String),
}

/// Whether an execution comes to a state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// It was not found out, or not asked.
    #[default]
    Unknown,
    /// No short one does.
    NotSoon,
    /// After so many rounds.
    After(u32),
}

/// Why a condition is violated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The state that shows it, or for a round the state before it and that after it: the location, from 0, and the values.
    pub states: Vec<(u32, Values)>,
    /// The conjuncts of the formula that are false in the last of these states, if the formula is to hold there.
    pub failing: Vec<Formula>,
    /// Whether an execution is in the first of these states.
    pub reach: Reach,
    /// Names that the formula must not mention.
    pub foreign: Vec<String>,
}
