//! Vocabulary between the engines' side and the page: commands in, replies and events out.
//!
//! These are the only types that cross the worker boundary, and the ones a link or a file may bring in. Plain data: no
//! handles of terms, and no behaviour beyond giving names. Every view at step `n` is a fold of the events `0..=n`.

mod approximation;

mod arg;

mod attempt;

mod counters;

mod engine;

mod event;

mod formula;

mod lab;

mod message;

mod outline;

mod frame;

mod proof;

mod setup;

mod verdict;

mod vocabulary;

pub mod json;

pub use approximation::ApproximationChange;
pub use arg::{ArgChange, Cutpoint, Infeasibility, LabelOrigin, NodeId, Phase, WtoPart, letters};
pub use attempt::{
    Attempt, Claim, Condition, ConditionKind, ConditionOutcome, Judgement, MAX_OWN, MAX_OWN_TEXT,
    OwnInterpolant, Reach, Values, Violation,
};
pub use counters::{Costs, Counters, Spent};
pub use engine::{
    Augmentation, Augments, Covering, Engine, Growth, LabelDomain, Refinement, Regain, Sides, UnknownEngine,
};
pub use event::{
    AnalysisChange, AnalysisStep, Answer, Change, Direction, Event, Interpolant, InterpolantBeside,
    InterpolantChecks, LINE_BEFORE, ModelRow, ProofSize, Query, QueryPart, RanFirst, Range, SatMeaning, Side,
    Watch, WatchValue,
};
pub use formula::{Formula, FormulaId, Symbol, Tok, TokKind, digit, factors};
pub use frame::FrameChange;
pub use lab::{Experiment, Experimented, Way};
pub use message::{
    Command, GivenUp, Opened, Problem, ProgramVariable, Projection, RelatedPlace, Reply, Settled, Severity,
};
pub use outline::{Location, Outline, SingleLoop, TextPlace};
pub use proof::{
    Contradiction, Partials, Place, ProofLiteral, ProofNode, ProofPremise, ProofReason, ProofTree, Summand,
};
pub use setup::{
    Dialect, Encoding, Integers, InterpolationSystem, Language, MAX_STEP, MAX_UNROLLINGS, Overflow, Settings,
    Setup, Solver, Source, UnknownName,
};
pub use solver::Purpose;
pub use verdict::{
    Execution, ExecutionRow, FailingAssertion, Obligation, UnknownReason, Vacuity, Verdict, folded,
};
pub use vocabulary::Vocabulary;
