//! Events: what one step of a run asked, was answered, and changed.

use crate::approximation::ApproximationChange;
use crate::arg::ArgChange;
use crate::counters::{Costs, Counters};
use crate::formula::{Formula, FormulaId, Symbol};
use crate::frame::FrameChange;
use crate::message::Problem;
use crate::proof::ProofTree;
use crate::setup::{Solver, Source};
use crate::verdict::{UnknownReason, Verdict};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// One step of a run: at most one solver query, and everything that followed from its answer up to the next query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Position in the run, from 0.
    pub index: u32,
    /// The line of the engine's pseudo-code at which the query is asked.
    pub line: u32,
    /// What the step is for, in one sentence.
    pub purpose: String,
    /// The query and its answer; none for a step that only reports.
    pub query: Option<Query>,
    /// What follows from the answer, in one sentence.
    pub outcome: String,
    /// What changed, in order.
    pub changes: Vec<Change>,
    /// The values of the pseudo-code's variables after the step.
    pub watch: Vec<Watch>,
    /// Formulas that no earlier event mentions; they are appended to the table of formulas that the events build up.
    pub formulas: Vec<Rc<Formula>>,
    /// Totals after this step.
    pub counters: Counters,
    /// In the event with the verdict, everything that the solver was asked in the run; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Costs,
}

/// A question to the solver with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// How many conjuncts [`Query::leave_out`] has left out before the first of `parts`. None in a whole event, which is what
    /// engines make and views show.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub same: u32,
    /// The conjuncts asked about together, with their names. Queries share those they have in common.
    pub parts: Vec<Rc<QueryPart>>,
    /// The symbols that occur both in A and in B; empty for a query without sides.
    pub shared: Vec<Symbol>,
    /// The answer.
    pub answer: Answer,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Query {
    /// Leaves out the first conjuncts that the query before has as well, so that what is sent and saved of a path that grows by one
    /// transition at a time grows with its length, not with the square of it. `last` has the conjuncts of the query before,
    /// and has those of this one afterwards; it is empty before the first query of a run.
    pub fn leave_out(&mut self, last: &mut Vec<Rc<QueryPart>>) {
        let same = last.iter().zip(&self.parts).take_while(|(a, b)| a == b).count();
        last.clone_from(&self.parts);
        self.parts.drain(..same);
        self.same = u32::try_from(same).unwrap_or(u32::MAX);
    }

    /// Puts back what was left out, from the conjuncts of the query before.
    pub fn restore(&mut self, last: &[Rc<QueryPart>]) {
        let same = std::mem::take(&mut self.same) as usize;
        self.parts.splice(0..0, last.iter().take(same).cloned());
    }
}

/// One named conjunct of a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryPart {
    /// Its name as the paper writes it, e.g. `T(s0, s1)`.
    pub name: String,
    /// Which side of an interpolation query it is on.
    pub side: Side,
    /// The formula.
    pub formula: FormulaId,
}

/// The side of a conjunct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The A side of an interpolation query.
    A,
    /// The B side of an interpolation query.
    B,
    /// The query has no sides.
    Neither,
}

/// What the solver answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// There is a model.
    Sat {
        /// The values of all symbols of the query.
        model: Vec<ModelRow>,
        /// What that means here.
        meaning: SatMeaning,
    },
    /// There is none.
    Unsat {
        /// Conjuncts that already contradict each other: of each run of neighbours the first and the last position in a whole
        /// event's [`Query::parts`].
        core: Vec<(u32, u32)>,
        /// The checked refutation's size.
        proof: ProofSize,
        /// The interpolant, when one was asked for.
        interpolant: Option<Interpolant>,
        /// The refutation, folded to be looked at.
        #[serde(default)]
        tree: Option<Box<ProofTree>>,
    },
    /// A limit was reached.
    Unknown(UnknownReason),
}

/// The value of a symbol in a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelRow {
    /// The symbol.
    pub symbol: Symbol,
    /// Its value as text.
    pub value: String,
}

/// What a satisfiable answer means to the algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SatMeaning {
    /// From the initial states: an execution that fails.
    Counterexample,
    /// From an over-approximation: perhaps spurious.
    PerhapsSpurious,
    /// The newest interpolant contains new states: no fixed point yet.
    NewStates,
    /// The loop can go on beyond the bound.
    BeyondBound,
    /// The label holds a state that no label asked about holds.
    NotCovered,
    /// A state of the label can take the edge.
    Passable,
    /// One round of the loop leads out of the formula: a counterexample to induction.
    NotInductive,
}

/// The number of steps of a refutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProofSize {
    /// Steps in all.
    pub steps: u32,
    /// Of these, resolutions.
    pub resolutions: u32,
    /// Of these, lemmas of linear integer arithmetic.
    pub lemmas: u32,
}

/// An interpolant with its checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpolant {
    /// The interpolant over the shared symbols, simplified; this form is what was checked.
    pub formula: FormulaId,
    /// The three checks.
    pub checks: InterpolantChecks,
    /// Where it came from: never [`Source::Rotation`], and not always the source asked for, since a search may give up.
    pub source: Source,
    /// Where two solvers are asked, the interpolant that the other one makes for the same query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<InterpolantBeside>,
}

/// An interpolant that nothing rests on: another solver's for the same query, to compare.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterpolantBeside {
    /// Whose it is.
    pub solver: Solver,
    /// The interpolant as that solver has it.
    pub formula: FormulaId,
    /// The three checks.
    pub checks: InterpolantChecks,
}

/// The three properties that make a formula an interpolant of A and B, each established by the independent checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterpolantChecks {
    /// A implies it.
    pub implied_by_a: bool,
    /// It contradicts B.
    pub contradicts_b: bool,
    /// It speaks of shared symbols alone.
    pub shared_vocabulary: bool,
}

/// One change of the values of a variable at a loop head during an interval analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisStep {
    /// The number of the generator's level.
    #[serde(default)]
    pub level: u32,
    /// What the level looks for.
    #[serde(default)]
    pub kind: String,
    /// The source line of the loop head.
    pub line: u32,
    /// How often the head had been computed before.
    pub visit: u32,
    /// The variable.
    pub variable: String,
    /// Its values before: disjoint intervals in order; none when the head had not been reached.
    pub before: Vec<Range>,
    /// What arrives, together with what was there.
    pub arriving: Vec<Range>,
    /// Its values after.
    pub after: Vec<Range>,
    /// What happened.
    pub how: AnalysisChange,
}

/// An interval with optional ends, as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// The least value; none when unbounded below.
    pub low: Option<String>,
    /// The greatest value; none when unbounded above.
    pub high: Option<String>,
}

/// How an interval changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnalysisChange {
    /// Reached for the first time, or joined with what arrives.
    Joined,
    /// Widened.
    Widened,
    /// Narrowed.
    Narrowed,
}

/// Which side of reachability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// From the precondition on.
    Forward,
    /// From the negated postcondition back.
    Backward,
}

/// The line of the step that comes before the engine: no pseudo-code has a line of this number.
pub const LINE_BEFORE: u32 = 999;

/// What was tried before the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanFirst {
    /// How many executions there were.
    pub executions: u32,
    /// The most rounds that one of them had.
    pub rounds: u32,
    /// Bounded search found no failure after so many rounds or fewer; none if it did not come so far, or found one.
    pub bound: Option<u32>,
    /// The rounds before the failure that was found, if one was.
    pub fails: Option<u32>,
}

/// What a step changed; `F` is the type of formulas: in events their numbers, in an engine the formulas themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change<F = FormulaId> {
    /// The engine begins again, with what has been learnt of products: what it had found counts no longer.
    BeganAgain,
    /// The unrolling bound is now `k`.
    BoundRaised {
        /// The bound.
        k: u32,
    },
    /// A new sequence of interpolants begins at this bound: G := I.
    RoundStarted {
        /// The bound.
        k: u32,
        /// Where its interpolants come from.
        source: Source,
    },
    /// The sequence has grown to this many interpolants without a fixed point: the next source is tried, or the next bound.
    RoundDiverged {
        /// The number of interpolants.
        index: u32,
    },
    /// The `index`-th interpolant of this round, counted from 1, over the program's variables.
    InterpolantAdded {
        /// Its number.
        index: u32,
        /// The formula.
        formula: F,
    },
    /// The interval analysis, or the elimination of candidates, went on.
    Analysed(AnalysisStep),
    /// The generator of auxiliary invariants has a new level, proved inductive by the independent checker.
    AuxiliaryInvariant {
        /// The number of the level.
        level: u32,
        /// What the level looks for.
        kind: String,
        /// What it found, over the program's variables.
        formula: F,
    },
    /// Interpolant `index` was strengthened by the auxiliary invariant.
    Strengthened {
        /// Its number.
        index: u32,
        /// The formula after that.
        formula: F,
    },
    /// Interpolant `index` is contained in the union of the states before it: a fixed point.
    Contained {
        /// Its number.
        index: u32,
    },
    /// Interpolant `index` holds new states, and joins the union G.
    Joined {
        /// Its number.
        index: u32,
        /// G after that.
        reached: F,
    },
    /// The query from interpolant `index` was satisfiable: perhaps spurious, so the round ends.
    RoundAbandoned {
        /// The number of the interpolant the query started from.
        index: u32,
    },
    /// An interpolant between forward and backward reachability, over the program's variables.
    Squeezed {
        /// Whose states it contains.
        direction: Direction,
        /// The formula.
        formula: F,
    },
    /// Whether the newest candidate invariant is inductive.
    Inductive {
        /// It is.
        holds: bool,
    },
    /// A new set of forward or backward reachability.
    Advanced {
        /// Which side.
        direction: Direction,
        /// Its index: t or r.
        index: u32,
        /// Whether it was computed without passing through an interpolant.
        concrete: bool,
        /// The states.
        formula: F,
    },
    /// Abstract sets were dropped, back to the last concrete one.
    Backtracked {
        /// Which side.
        direction: Direction,
        /// The index of the set that is now last.
        index: u32,
    },
    /// VINTA's abstract reachability graph changed.
    Arg(ArgChange<F>),
    /// AR's problem or its approximations changed.
    Approximation(ApproximationChange<F>),
    /// Frames of PDR or DAR became narrower.
    Frame(FrameChange<F>),
    /// What came before the engine, if the settings want it ([`crate::Settings::run_first`]).
    RanFirst(RanFirst),
    /// A finding that is not part of the verdict and not of the algorithm: an assertion that no execution tests, and
    /// why.
    Warned(Problem),
    /// The run is over.
    Verdict(Box<Verdict<F>>),
}

impl<F> Change<F> {
    /// The change with its formulas translated by `f`.
    pub fn map<G>(self, mut f: impl FnMut(F) -> G) -> Change<G> {
        match self {
            Change::BoundRaised { k } => Change::BoundRaised { k },
            Change::RoundStarted { k, source } => Change::RoundStarted { k, source },
            Change::RoundDiverged { index } => Change::RoundDiverged { index },
            Change::InterpolantAdded { index, formula } => {
                Change::InterpolantAdded { index, formula: f(formula) }
            }
            Change::Analysed(step) => Change::Analysed(step),
            Change::AuxiliaryInvariant { level, kind, formula } => {
                Change::AuxiliaryInvariant { level, kind, formula: f(formula) }
            }
            Change::Strengthened { index, formula } => Change::Strengthened { index, formula: f(formula) },
            Change::Contained { index } => Change::Contained { index },
            Change::Joined { index, reached } => Change::Joined { index, reached: f(reached) },
            Change::RoundAbandoned { index } => Change::RoundAbandoned { index },
            Change::Squeezed { direction, formula } => Change::Squeezed { direction, formula: f(formula) },
            Change::Inductive { holds } => Change::Inductive { holds },
            Change::Advanced { direction, index, concrete, formula } => {
                Change::Advanced { direction, index, concrete, formula: f(formula) }
            }
            Change::Backtracked { direction, index } => Change::Backtracked { direction, index },
            Change::Arg(change) => Change::Arg(change.map(f)),
            Change::Approximation(change) => Change::Approximation(change.map(f)),
            Change::Frame(change) => Change::Frame(change.map(f)),
            Change::BeganAgain => Change::BeganAgain,
            Change::RanFirst(ran) => Change::RanFirst(ran),
            Change::Warned(problem) => Change::Warned(problem),
            Change::Verdict(verdict) => Change::Verdict(Box::new(verdict.map(f))),
        }
    }
}

/// The value of a pseudo-code variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// The variable as the pseudo-code names it.
    pub name: String,
    /// Its value.
    pub value: WatchValue,
}

/// A value to watch; `F` is the type of formulas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchValue<F = FormulaId> {
    /// A number.
    Number(u32),
    /// A formula.
    Formula(F),
}

impl<F> WatchValue<F> {
    /// The value with its formula translated by `f`.
    pub fn map<G>(self, f: impl FnOnce(F) -> G) -> WatchValue<G> {
        match self {
            WatchValue::Number(n) => WatchValue::Number(n),
            WatchValue::Formula(formula) => WatchValue::Formula(f(formula)),
        }
    }
}
