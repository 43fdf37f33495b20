//! What a run came to, as the JSON object that `verify --json` prints.

use serde::Serialize;
use std::collections::BTreeMap;
use trace::{Counters, Event, Problem, Verdict};

/// A result, with the field names that scripts rely on.
#[derive(Serialize)]
pub struct Result {
    /// `safe`, `unsafe`, `unknown` or `error`.
    pub verdict: &'static str,
    /// The engine's name.
    pub engine: String,
    /// The invariant as infix text, of a safe program.
    pub invariant: Option<String>,
    /// The failing execution, of an unsafe program.
    pub counterexample: Option<Vec<State>>,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// Counters.
    pub stats: Stats,
    /// Milliseconds from reading the text to the checked verdict.
    pub time_ms: f64,
    /// What is wrong with the input.
    pub error: Option<Error>,
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
    /// Conflicts of the solver.
    pub conflicts: u64,
    /// Decisions of the solver.
    pub decisions: u64,
    /// Simplex pivots.
    pub pivots: u64,
    /// Steps of the trace.
    pub steps: usize,
}

/// A mistake in the input with its place.
#[derive(Serialize)]
pub struct Error {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The message.
    pub message: String,
}

impl Result {
    /// The result of a complete run.
    pub fn of(engine: String, events: &[Event], time_ms: f64) -> Result {
        let counters = events.last().map(|e| e.counters).unwrap_or_default();
        let mut result = Result {
            verdict: "unknown",
            engine,
            invariant: None,
            counterexample: None,
            reason: None,
            stats: stats(counters, events.len()),
            time_ms,
            error: None,
        };
        match session::verdict_of(events) {
            Some(Verdict::Safe { invariant, .. }) => {
                result.verdict = "safe";
                let mut formulas = events.iter().flat_map(|e| &e.formulas);
                result.invariant = formulas.nth(*invariant as usize).map(|f| f.text());
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
            Some(Verdict::Faulty { what }) => {
                result.reason = Some(format!("a check failed, which is a fault in Loopglass: {what}"));
            }
            None => result.reason = Some("time is up".into()),
        }
        result
    }

    /// The result of a text that is no program.
    pub fn rejected(engine: String, problem: &Problem) -> Result {
        Result {
            verdict: "error",
            engine,
            invariant: None,
            counterexample: None,
            reason: None,
            stats: Stats::default(),
            time_ms: 0.0,
            error: Some(Error {
                line: problem.line,
                column: problem.column,
                message: problem.message.clone(),
            }),
        }
    }
}

fn stats(c: Counters, steps: usize) -> Stats {
    Stats {
        unrollings: c.unrollings,
        sat_queries: c.sat_queries,
        interpolation_queries: c.interpolation_queries,
        refinements: c.refinements,
        conflicts: c.conflicts,
        decisions: c.decisions,
        pivots: c.pivots,
        steps,
    }
}
