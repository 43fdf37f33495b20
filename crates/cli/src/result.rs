//! The result of a run, as the JSON object that `verify --json` prints.

use serde::Serialize;
use std::collections::BTreeMap;
use trace::{
    Change, Counters, Direction, Event, Formula, Opened, Problem, ProgramVariable, Severity, Spent, Tok,
    TokKind, Verdict,
};

/// A result, with the field names that scripts rely on.
#[derive(Serialize)]
pub struct RunResult {
    /// `safe`, `unsafe`, `unknown`, `faulty` (a check of ours failed) or `error` (of the input).
    pub verdict: &'static str,
    /// The engine's name.
    pub engine: String,
    /// The variables of a state and what else formulas mention, each with its type. Its range is part of what is proved.
    pub variables: Vec<ProgramVariable>,
    /// The invariant as infix text, of a safe program.
    pub invariant: Option<String>,
    /// Of Horn clauses that are satisfiable, the model: a `define-fun` for each predicate, one a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The failing execution, of an unsafe program.
    pub counterexample: Option<Vec<State>>,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// Counters.
    pub stats: Stats,
    /// Milliseconds from reading the text to the checked verdict.
    pub time_ms: f64,
    /// Of these, milliseconds in steps that asked for an interpolant, its checks included.
    pub interpolation_ms: f64,
    /// What the papers' tables say of an invariant.
    pub shape: Option<Shape>,
    /// What is wrong with the input.
    pub error: Option<Error>,
    /// Warnings beside the verdict: about the text, and about assertions that no execution tests.
    pub warnings: Vec<Warning>,
    /// The only assertion that was checked, with `--each`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
    /// With `--engine auto`, who gave up before, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_up: Vec<GivenUp>,
    /// The solver that was asked, if it is not ours; ours has proved what the verdict says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<&'static str>,
}

/// Who gave up, where engines take turns.
#[derive(Serialize)]
pub struct GivenUp {
    /// The engine; none for the executions and the bounded search that come before all.
    pub engine: Option<String>,
    /// Why.
    pub why: String,
}

impl From<trace::GivenUp> for GivenUp {
    fn from(given_up: trace::GivenUp) -> GivenUp {
        let trace::GivenUp { engine, augment, why } = given_up;
        let with = if augment { " with auxiliary invariants" } else { "" };
        GivenUp { engine: engine.map(|engine| format!("{engine}{with}")), why }
    }
}

/// A remark with its place.
#[derive(Serialize)]
pub struct Warning {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The message.
    pub message: String,
}

impl Warning {
    fn of(problem: &Problem) -> Option<Warning> {
        let Problem { line, column, message, severity, .. } = problem;
        (*severity == Severity::Warning).then(|| Warning {
            line: *line,
            column: *column,
            message: message.clone(),
        })
    }
}

/// An assertion of the program.
#[derive(Serialize)]
pub struct Assertion {
    /// Its number, from 1 in source order.
    pub number: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
}

/// What the papers' tables say of an invariant.
#[derive(Serialize)]
pub struct Shape {
    /// The number of nodes of its syntax tree; `x = y` has three.
    pub size: usize,
    /// Whether it contains a disjunction.
    pub disjunctive: bool,
    /// Whether it was found from abstract sets (FiB's a) or concrete ones (c).
    pub from_abstract: bool,
}

/// One step of an execution.
#[derive(Serialize)]
pub struct State {
    /// The source line, from 1.
    pub line: u32,
    /// The statement or condition.
    pub statement: String,
    /// What happened.
    pub note: String,
    /// The values of the variables afterwards.
    pub values: BTreeMap<String, String>,
}

/// Counters under the names of the papers' tables.
#[derive(Serialize, Default)]
pub struct Stats {
    /// The final unrolling bound.
    pub unrollings: u32,
    /// Satisfiability queries.
    pub sat_queries: u32,
    /// Interpolation queries.
    pub interpolation_queries: u32,
    /// Over-approximations given up.
    pub refinements: u32,
    /// FiB's f, fb, b and bb.
    pub forward: u32,
    /// Times the forward sets went back to a concrete one.
    pub forward_backtracks: u32,
    /// Steps backward.
    pub backward: u32,
    /// Times the backward sets went back to a concrete one.
    pub backward_backtracks: u32,
    /// Conflicts of the solver.
    pub conflicts: u64,
    /// Decisions of the solver.
    pub decisions: u64,
    /// Simplex pivots.
    pub pivots: u64,
    /// Steps of the trace.
    pub steps: usize,
    /// What the solver was asked for, and how much work that took; purposes that never occurred are left out.
    pub costs: BTreeMap<&'static str, Spent>,
}

/// A mistake in the input with its place; of a file that cannot be read none may be known.
#[derive(Serialize)]
pub struct Error {
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// The message.
    pub message: String,
}

impl RunResult {
    /// The result of a complete run of a program that was opened.
    pub fn of(engine: String, opened: &Opened, events: &[Event], times: Times) -> RunResult {
        let counters = events.last().map(|e| e.counters).unwrap_or_default();
        let mut result = RunResult {
            verdict: "unknown",
            engine,
            variables: opened.variables.iter().chain(&opened.inputs).cloned().collect(),
            invariant: None,
            model: None,
            counterexample: None,
            reason: None,
            stats: stats(counters, events),
            time_ms: times.all,
            interpolation_ms: times.interpolation,
            shape: None,
            error: None,
            warnings: opened
                .problems
                .iter()
                .chain(session::warnings_of(events))
                .filter_map(Warning::of)
                .collect(),
            assertion: None,
            given_up: Vec::new(),
            solver: None,
        };
        match session::verdict_of(events) {
            Some(Verdict::Safe { invariant, auxiliary, model, .. }) => {
                result.verdict = "safe";
                result.model = model.clone();
                let text = |id: trace::FormulaId| {
                    events.iter().flat_map(|e| &e.formulas).nth(id as usize).map(|f| f.text())
                };
                result.shape = events
                    .iter()
                    .flat_map(|e| &e.formulas)
                    .nth(*invariant as usize)
                    .map(|f| shape(f, events));
                // What was proved is relative to the auxiliary invariant; both together are an invariant.
                result.invariant = match (text(*invariant), auxiliary.and_then(text)) {
                    (Some(i), Some(aux)) if i == "true" => Some(aux),
                    (Some(i), Some(aux)) => Some(format!("({aux}) and ({i})")),
                    (i, _) => i,
                };
            }
            Some(Verdict::Unsafe(execution)) => {
                result.verdict = "unsafe";
                let row = |r: &trace::ExecutionRow| State {
                    line: r.line,
                    statement: r.text.clone(),
                    note: r.note.clone(),
                    values: execution.variables.iter().cloned().zip(r.values.iter().cloned()).collect(),
                };
                result.counterexample = Some(execution.rows.iter().map(row).collect());
            }
            Some(Verdict::Unknown(why)) => result.reason = Some(session::reason(why)),
            Some(Verdict::Faulty { what, script }) => {
                result.verdict = "faulty";
                result.reason = Some(match script {
                    None => format!("a check failed, which is a fault in Loopglass: {what}"),
                    Some(script) => format!("{what}, which is a fault in one of them:\n{script}"),
                });
            }
            None => result.reason = Some("time is up".into()),
        }
        result
    }

    /// The result of a text that is no program.
    pub fn rejected(engine: String, problem: &Problem, said: &[Problem]) -> RunResult {
        let Problem { line, column, message, .. } = problem;
        let error = Error { line: Some(*line), column: Some(*column), message: message.clone() };
        let warnings = said.iter().filter_map(Warning::of).collect();
        RunResult { warnings, ..RunResult::unreadable(engine, error) }
    }

    /// The result of a file that is no text.
    pub fn unreadable(engine: String, error: Error) -> RunResult {
        RunResult {
            verdict: "error",
            engine,
            variables: Vec::new(),
            invariant: None,
            model: None,
            counterexample: None,
            reason: None,
            stats: Stats::default(),
            time_ms: 0.0,
            interpolation_ms: 0.0,
            shape: None,
            error: Some(error),
            warnings: Vec::new(),
            assertion: None,
            given_up: Vec::new(),
            solver: None,
        }
    }
}

/// Milliseconds.
#[derive(Clone, Copy, Default)]
pub struct Times {
    /// The whole run.
    pub all: f64,
    /// The steps that asked for an interpolant.
    pub interpolation: f64,
}

fn shape(invariant: &Formula, events: &[Event]) -> Shape {
    let tokens: Vec<_> =
        invariant.rows.iter().flatten().chain(invariant.definitions.iter().flat_map(|d| &d.1)).collect();
    let counts = |t: &&&Tok| !matches!(t.kind, TokKind::Bracket);
    // Each row but the first stands behind an "and" that has no token.
    let size = tokens.iter().filter(counts).count() + invariant.rows.len().saturating_sub(1);
    // The last set of a side is abstract when the last step on that side was.
    let is_abstract = |side: Direction| {
        let mut steps = events.iter().flat_map(|e| &e.changes).filter_map(|c| match c {
            Change::Advanced { direction, concrete, .. } if *direction == side => Some(!concrete),
            Change::Backtracked { direction, .. } if *direction == side => Some(false),
            _ => None,
        });
        steps.next_back().unwrap_or(false)
    };
    Shape {
        size,
        disjunctive: tokens.iter().any(|t| t.text == " or "),
        from_abstract: is_abstract(Direction::Forward) || is_abstract(Direction::Backward),
    }
}

fn stats(c: Counters, events: &[Event]) -> Stats {
    let costs = events.last().map_or(&[][..], |event| &event.costs);
    Stats {
        unrollings: c.unrollings,
        sat_queries: c.sat_queries,
        interpolation_queries: c.interpolation_queries,
        refinements: c.refinements,
        forward: c.forward.0,
        forward_backtracks: c.forward.1,
        backward: c.backward.0,
        backward_backtracks: c.backward.1,
        conflicts: c.conflicts,
        decisions: c.decisions,
        pivots: c.pivots,
        steps: events.len(),
        costs: costs.iter().map(|(purpose, spent)| (purpose.as_str(), *spent)).collect(),
    }
}
