//! "Run it first": what comes before an engine, as one step. The program is run with inputs of all kinds, and all short executions
//! are searched, round by round in one solver context, within a small budget. A failure that is found is replayed like any other, and
//! ends the run; nothing else rests on this step.
//!
//! It works on a program of its own, lowered once more, so that the engine meets the same formulas whether this came before or not.

use crate::executions::{Random, initial};
use crate::verdict::{self, Made};
use crate::{Session, State};
use engine::{Conclusion, Next};
use lang::interp::{ExecutionLimits, Oracle};
use lang::{LoopId, NondetId};
use logic::{Sort, Value};
use solver::{Door, Purpose};
use std::collections::BTreeMap;
use trace::{Change, Engine, RanFirst, Settings, Setup, Verdict};

/// How many executions there are, and the most steps of the first one, of each other, and of all together.
const EXECUTIONS: u32 = 40;
const LONGEST: usize = 100_000;
const LONG: usize = 20_000;
const ALL: usize = 200_000;
/// The most rounds that bounded search looks through, and the most work that it takes: conflicts in one query, then in all of them
/// conflicts, pivots and decisions, and parts of formulas where the transition relation is large.
const BOUND: u32 = 50;
const CONFLICTS_IN_ONE: u32 = 500;
const CONFLICTS: u64 = 1_500;
const PIVOTS: u64 = 15_000;
const DECISIONS: u64 = 60_000;
const PARTS: usize = 150_000;

/// What was found.
pub(crate) struct First {
    pub(crate) ran: RanFirst,
    /// Whether the last of the executions fails.
    pub(crate) by_execution: bool,
    /// The end of the run, if this is it.
    pub(crate) made: Option<Made>,
}

/// Runs the program, and searches short executions.
pub(crate) fn first(door: &Door, setup: &Setup) -> First {
    let mut ran = RanFirst { executions: 0, rounds: 0, bound: None, fails: None };
    let settings = Settings {
        max_unrollings: BOUND,
        max_conflicts: setup.settings.max_conflicts.min(CONFLICTS_IN_ONE),
        run_first: false,
        own: Vec::new(),
        ..setup.settings.clone()
    };
    let setup = Setup { engine: Engine::Bmc, settings, ..setup.clone() };
    let Ok((session, _)) = Session::through(door.only_to(Purpose::First), &setup) else {
        return First { ran, by_execution: false, made: None };
    };
    let mut session = session.briefly();
    if let Some(made) = run(&mut session, &mut ran) {
        return First { ran, by_execution: true, made: Some(made) };
    }
    let made = search(&mut session, &mut ran);
    First { ran, by_execution: false, made }
}

/// Runs the program some times, until an execution fails: then the end of the run.
fn run(session: &mut Session, ran: &mut RanFirst) -> Option<Made> {
    let (terms, program, ts) = (session.terms.clone(), session.program.clone(), session.ts.clone());
    let constants = session.oracle.constants.iter().filter(|c| c.bits() <= 32).cloned().collect();
    let mut random = Random::new(0x1234_5678_9ABC_DEF1, constants);
    let limits = solver::Limits { conflicts: 500, pivots: 10_000, splits: 100, ..solver::Limits::default() };
    let mut solver = session.oracle.door.open(limits);
    solver.assert(&terms, ts.arrival);
    // Where assumptions constrain an input before the loops, the solver knows a value.
    let known = terms.vars_of(&[ts.arrival]);
    let all = (0..u32::try_from(program.nondets().len()).unwrap_or(0)).map(NondetId);
    let before: Vec<NondetId> = all.filter(|&id| known.contains(&ts.input(id, true))).collect();
    let (mut steps, mut last) = (0, None);
    while ran.executions < EXECUTIONS && steps < ALL {
        // One after the other with inputs near to zero and the program's numbers, and with larger ones.
        random.is_far = ran.executions % 2 == 1;
        let (values, inputs) = initial(&terms, &*program, &ts, &mut solver, &mut random, &before)?;
        // A state of many variables, as of a circuit, takes longer to compute.
        let limit = if ran.executions == 0 { LONGEST } else { LONG } / (1 + program.decls().len() / 64);
        let limits = ExecutionLimits { steps: limit.min(ALL - steps), bits: 200 };
        let persistence = [2, 8, 32][ran.executions as usize % 3];
        let mut chooser = Chooser { random: &mut random, inputs, persistence, chosen: Vec::new(), rounds: 0 };
        let execution = program.run(&values, &mut chooser, limits);
        let Chooser { chosen, rounds, .. } = chooser;
        // The last round was begun, but not completed.
        let rounds = rounds.saturating_sub(1);
        let is_open = !chosen.is_empty();
        // Of a circuit not every step is written down.
        steps += execution.steps.len().max(4 * rounds as usize);
        ran.executions += 1;
        ran.rounds = ran.rounds.max(rounds);
        if verdict::ends_in(&execution, session.assertion) {
            // Once more, with every step.
            let execution = program.run(&values, &mut Repeat(chosen.into_iter()), ExecutionLimits::default());
            if verdict::ends_in(&execution, session.assertion) {
                ran.fails = Some(rounds);
                let made = verdict::failed(session, execution);
                return Some(Made { purpose: verdict::AGAIN.into(), ..made });
            }
        }
        // Where nothing is left open, all executions are alike.
        let end = (execution.steps.len(), execution.last_state().to_vec());
        if !is_open && last.as_ref() == Some(&end) {
            break;
        }
        last = Some(end);
    }
    None
}

/// Searches short executions, shortest first; the end of the run, if one fails.
fn search(session: &mut Session, ran: &mut RanFirst) -> Option<Made> {
    loop {
        match std::mem::replace(&mut session.next, State::Over) {
            State::Asked(Next::Ends(
                conclusion @ (Conclusion::Failure { .. } | Conclusion::EarlyFailure(_)),
            )) => {
                ran.fails = Some(match conclusion {
                    Conclusion::Failure { rounds, .. } => rounds,
                    _ => 0,
                });
                let has_products = !session.ts.products().is_empty();
                let real = if has_products { session.without_products(conclusion) } else { Some(conclusion) };
                let Some(conclusion) = real else {
                    // No execution, as far as is known of products: the engine looks further.
                    ran.fails = None;
                    return None;
                };
                return Some(verdict::verdict(session, conclusion));
            }
            // What it can say besides is for the engine to say.
            State::Asked(Next::Ends(_)) | State::Over => return None,
            asked => session.next = asked,
        }
        let event = session.advance()?;
        let ended = event.changes.into_iter().find_map(|change| match change {
            Change::Verdict(verdict) => Some(*verdict),
            _ => None,
        });
        if let Some(Verdict::Faulty { what, script }) = ended {
            return Some(verdict::at_fault(crate::oracle::Fault { what, script }));
        }
        let is_refuted = event.query.is_some_and(|query| matches!(query.answer, trace::Answer::Unsat { .. }));
        if is_refuted && event.line == engine::BMC_FAILS {
            ran.bound = Some(ran.bound.map_or(0, |k| k + 1));
        }
        let work = session.oracle.door.costs().of(Purpose::First).work;
        let is_spent = work.conflicts > CONFLICTS || work.pivots > PIVOTS || work.decisions > DECISIONS;
        if is_spent || session.oracle.parts() > PARTS || ran.bound == Some(BOUND) {
            return None;
        }
    }
}

/// Chooses inputs, and counts rounds.
struct Chooser<'a> {
    random: &'a mut Random,
    /// What is chosen before the first loop.
    inputs: BTreeMap<NondetId, Value>,
    persistence: u64,
    chosen: Vec<Value>,
    rounds: u32,
}

impl Oracle for Chooser<'_> {
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value {
        let planned = if self.rounds == 0 { self.inputs.remove(&id) } else { None };
        let value = planned.unwrap_or_else(|| self.random.value(sort, self.persistence));
        self.chosen.push(value.clone());
        value
    }

    fn loop_head(&mut self, _: LoopId, _: &[Value]) {
        self.rounds += 1;
    }

    fn wants_steps(&self) -> bool {
        false
    }
}

/// Chooses the same inputs once more.
struct Repeat(std::vec::IntoIter<Value>);

impl Oracle for Repeat {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        self.0.next().unwrap_or_else(|| Value::default_of(sort))
    }
}
