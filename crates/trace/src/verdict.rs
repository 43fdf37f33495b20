//! How a run ended: the verdict with its evidence.

use crate::event::ProofSize;
use crate::formula::FormulaId;
use lang::interp::{ExecStep, StepKind};
use lang::{LineIndex, Unit};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How a run ended; `F` is the type of formulas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict<F = FormulaId> {
    /// No execution fails: the invariant was proved inductive and safe by the independent checker.
    Safe {
        /// The invariant over the program's variables at the loop head.
        invariant: F,
        /// The auxiliary invariant that it is inductive relative to, if it is not by itself.
        auxiliary: Option<F>,
        /// What was proved of it.
        obligations: Vec<Obligation>,
        /// An SMT-LIB 2 script whose every `check-sat` must answer `unsat`.
        certificate: String,
        /// Whether the proof is about nothing.
        #[serde(default)]
        vacuous: Option<Vacuity>,
        /// Of a system of Horn clauses, the model: a `define-fun` for each predicate, one a line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
    },
    /// This execution, replayed by the interpreter, fails.
    Unsafe(Execution),
    /// Neither.
    Unknown(UnknownReason),
    /// A check failed, or two solvers contradict each other: a fault in one of them, and no verdict at all.
    Faulty {
        /// What was found wrong.
        what: String,
        /// Where two solvers contradict each other, what they were asked, as an SMT-LIB 2 script.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        script: Option<String>,
    },
}

impl<F> Verdict<F> {
    /// The verdict with its formulas translated by `f`.
    pub fn map<G>(self, mut f: impl FnMut(F) -> G) -> Verdict<G> {
        match self {
            Verdict::Safe { invariant, auxiliary, obligations, certificate, vacuous, model } => {
                Verdict::Safe {
                    invariant: f(invariant),
                    auxiliary: auxiliary.map(f),
                    obligations,
                    certificate,
                    vacuous,
                    model,
                }
            }
            Verdict::Unsafe(execution) => Verdict::Unsafe(execution),
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
            Verdict::Faulty { what, script } => Verdict::Faulty { what, script },
        }
    }
}

/// Why a proof of safety is vacuous (Beer, Ben-David, Eisner, Rodeh 1997).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vacuity {
    /// It asserts nothing.
    NoAssertion,
    /// No execution comes to where an assertion is tested.
    NothingTested,
}

/// One of the conditions that make an invariant a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obligation {
    /// Its name, e.g. "initiation".
    pub name: String,
    /// What it says, e.g. "I(s) => Inv(s)".
    pub statement: String,
    /// The size of the refutation of its negation, which the checker replayed.
    pub proof: ProofSize,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnknownReason {
    /// The largest number of unrollings was reached.
    Unrollings(u32),
    /// The largest number of refinements was reached.
    Refinements(u32),
    /// PDR has met so many obligations at one bound.
    Obligations(u32),
    /// The abstract reachability graph has grown to its largest size.
    Nodes(u32),
    /// Formulas, or the diagrams of unions of boxes, have grown to so many million parts.
    Size(u32),
    /// The program's products were not told apart from other numbers by so many lemmas.
    Products(u32),
    /// The solver gave up on a query; the text says on which limit.
    Solver(String),
}

/// A failing execution, line by line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execution {
    /// The names of the variables, in the order of the values.
    pub variables: Vec<String>,
    /// The values before the first statement.
    pub start: Vec<String>,
    /// What was executed, in order.
    pub rows: Vec<ExecutionRow>,
    /// The assertion that fails.
    pub failing: FailingAssertion,
    /// Of a C program, what was chosen freely, in order: with it the interpreter runs the same execution again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
}

impl Execution {
    /// The rows that are left out at first where the execution is long: all but those of the first and the last rounds. Empty if it is
    /// short enough to be read whole.
    pub fn folded(&self) -> Range<usize> {
        folded(&self.rows)
    }
}

/// Rows of so many are shown whole; of more, so many rounds at the beginning and at the end, and of these no more rows than that.
const SHORT: usize = 120;
const FIRST_ROUNDS: u32 = 3;
const LAST_ROUNDS: u32 = 3;
const FIRST_ROWS: usize = 60;
const LAST_ROWS: usize = 50;

/// See [`Execution::folded`], of whatever execution.
pub fn folded(rows: &[ExecutionRow]) -> Range<usize> {
    let count = rows.len();
    let last = rows.last().map_or(0, |row| row.round);
    if count <= SHORT {
        return 0..0;
    }
    let first = rows.partition_point(|row| row.round <= FIRST_ROUNDS).min(FIRST_ROWS);
    let end = rows.partition_point(|row| row.round + LAST_ROUNDS <= last).max(count - LAST_ROWS);
    first..end.max(first)
}

/// One executed statement or evaluated condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutionRow {
    /// First byte of its text.
    pub from: u32,
    /// One past its last byte.
    pub to: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// The statement or condition as written.
    pub text: String,
    /// What happened, e.g. "true", "x := 3".
    pub note: String,
    /// The loop round it belongs to: 0 before the first visit of the loop head, then counted up at each visit.
    pub round: u32,
    /// The values afterwards.
    pub values: Vec<String>,
}

impl ExecutionRow {
    /// The rows of steps that the interpreter has executed, in order.
    pub fn of_steps(program: &dyn Unit, source: &str, steps: &[ExecStep]) -> Vec<ExecutionRow> {
        let lines = LineIndex::new(source);
        let mut round = 0;
        let row = |step: &ExecStep| {
            round += u32::from(matches!(step.kind, StepKind::LoopTest(..) | StepKind::Reached(_)));
            ExecutionRow {
                from: step.span.start,
                to: step.span.end,
                line: lines.position(step.span.start).line,
                text: step.span.text(source).split_whitespace().collect::<Vec<_>>().join(" "),
                note: step.words(program),
                round,
                values: step.state.iter().map(ToString::to_string).collect(),
            }
        };
        steps.iter().map(row).collect()
    }
}

/// The assertion that fails, in the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailingAssertion {
    /// First byte of its text.
    pub from: u32,
    /// One past its last byte.
    pub to: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// Its condition as written.
    pub text: String,
}
