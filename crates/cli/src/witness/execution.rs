//! A failing execution of a C program as waypoints: what its inputs are, which way it branches, and where it fails.
//!
//! The interpreter runs it again with the inputs that the run has found. A waypoint may be left out, which only lets the witness stand
//! for more executions; so it is wherever the text is not as expected. An input is told by an assumption behind the statement that
//! takes it, or, where it is taken within an expression, by what the call returns.

use super::places::{Places, each_stmt};
use lang::c::ast::{Expr, ExprKind, Place, Stmt, StmtKind};
use lang::interp::{Choice, ExecStep, ExecutionLimits, ExecutionOutcome, Oracle, StepKind};
use lang::{NondetId, Sort, Span, Value};
use logic::Int;
use logic::order::CollectOrdered;
use std::collections::BTreeMap;
use view::program::condition::literal;

/// A waypoint that the execution passes.
pub(crate) struct Passed {
    pub(crate) kind: &'static str,
    pub(crate) at: u32,
    /// What is required there, with its format if it has one.
    pub(crate) constraint: Option<(String, Option<&'static str>)>,
}

/// With more of them branchings are left out: the inputs say enough.
const MOST: usize = 10_000;
/// What is called where the property fails.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// The waypoints in the order in which they are passed, the target last; none if the execution is not one of the program.
pub(crate) fn waypoints(places: &Places<'_>, found: &trace::Execution) -> Option<Vec<Passed>> {
    let program = places.program;
    let value = |text: &String, sort: Sort| match sort {
        Sort::Bool => Value::Bool(text == "true"),
        Sort::Int => Value::Int(text.parse().unwrap_or(Int::ZERO)),
    };
    let vars = lang::Unit::vars(program).zip(program.decls.iter().zip(&found.start));
    let initial = vars.map(|(id, (decl, text))| (id, value(text, decl.sort))).collect_map();
    let mut inputs = Inputs { texts: found.inputs.iter() };
    let limits = ExecutionLimits { steps: found.rows.len() + 1, ..ExecutionLimits::default() };
    let run = lang::c::run(program, &initial, &mut inputs, limits);
    if !matches!(run.outcome, ExecutionOutcome::AssertionFailed { .. }) {
        return None;
    }
    let statements = Statements::new(places);
    let mut passed = Vec::new();
    let (mut choices, mut begun) = (run.choices.iter().peekable(), statements.begun(&initial));
    for (number, step) in run.steps.iter().enumerate() {
        while let Some(choice) = choices.next_if(|choice| choice.after <= number) {
            let span = program.nondets[choice.id.index()].span;
            passed.extend(begun.before(span));
            passed.extend(statements.input(choice, step));
        }
        passed.extend(begun.before(step.span));
        passed.extend(statements.branching(step));
    }
    if passed.len() > MOST {
        passed.retain(|passed| passed.kind != "branching");
    }
    passed.extend(target(places, Span { start: found.failing.from, end: found.failing.to }));
    Some(passed)
}

/// Where the execution fails: the call of `reach_error`, if the check that fails makes one, else the check.
fn target(places: &Places<'_>, failing: Span) -> Vec<Passed> {
    let target = |at| Passed { kind: "target", at, constraint: None };
    let enters = |at| Passed { kind: "function_enter", at, constraint: None };
    let check = places.word(failing.start);
    match (places.call_within(check, &ERRORS), places.closing_of_call(failing)) {
        (Some(error), Some(close)) if !ERRORS.contains(&check) => vec![enters(close), target(error)],
        _ => vec![target(places.statement(failing).unwrap_or(failing.start))],
    }
}

/// Answers the interpreter as the run did.
struct Inputs<'e> {
    texts: std::slice::Iter<'e, String>,
}

impl Oracle for Inputs<'_> {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        let text = self.texts.next();
        let number: Option<Int> = text.and_then(|text| text.parse().ok());
        // The interpreter of C notes numbers; a truth value is 0 or 1.
        match (sort, number) {
            (Sort::Int, number) => Value::Int(number.unwrap_or(Int::ZERO)),
            (Sort::Bool, number) => Value::Bool(number.is_some_and(|number| !number.is_zero())),
        }
    }
}

/// What of the program's statements waypoints need.
struct Statements<'p, 'a> {
    places: &'p Places<'a>,
    /// By the place of an input: the variable that takes it, and the statement behind.
    taken: BTreeMap<Span, (Place, u32)>,
    /// By a condition, the keyword before it.
    conditions: BTreeMap<Span, u32>,
    /// Declarations without initial value in the outermost block of the entry, met once: the variable, and the statement behind.
    arbitrary: Vec<(Place, u32)>,
}

impl<'p, 'a> Statements<'p, 'a> {
    fn new(places: &'p Places<'a>) -> Statements<'p, 'a> {
        let mut all =
            Statements { places, taken: BTreeMap::new(), conditions: BTreeMap::new(), arbitrary: Vec::new() };
        for function in &places.program.functions {
            each_stmt(&function.body, &mut |stmt, rest| {
                all.stmt(stmt);
                let Some(next) =
                    rest.iter().map(|stmt| stmt.span.start).find(|&at| places.begins_statement(at))
                else {
                    return;
                };
                let taken = match &stmt.kind {
                    StmtKind::Init(place, value) => Some((*place, value)),
                    StmtKind::Expr(Expr { kind: ExprKind::Assign(place, value), .. }) => {
                        Some((*place, &**value))
                    }
                    _ => None,
                };
                if let Some((place, site)) = taken.and_then(|(place, value)| Some((place, input(value)?))) {
                    all.taken.insert(function.nondets[site as usize].span, (place, next));
                }
                if let StmtKind::Arbitrary(place, Some(site)) = &stmt.kind {
                    all.taken.insert(function.nondets[*site as usize].span, (*place, next));
                }
            });
        }
        let entry = places.program.function_of(lang::c::ast::ENTRY);
        for (at, stmt) in entry.body.iter().enumerate() {
            let next = entry.body[at + 1..].iter().map(|stmt| stmt.span.start);
            let next = next.into_iter().find(|&at| places.begins_statement(at));
            if let (StmtKind::Arbitrary(place, None), Some(next)) = (&stmt.kind, next) {
                all.arbitrary.push((*place, next));
            }
        }
        all
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let mut insert = |cond: &Expr, keyword: Option<u32>| {
            // What is constant is no branching.
            if cond.constant().is_none() {
                self.conditions.extend(keyword.map(|at| (cond.span, at)));
            }
        };
        match &stmt.kind {
            StmtKind::If(arms, _) => {
                arms.iter().for_each(|(cond, _)| insert(cond, self.places.keyword_of(cond.span)));
            }
            StmtKind::While(_, cond, _) | StmtKind::Do(_, _, cond) => {
                insert(cond, self.places.keyword_of(cond.span));
            }
            StmtKind::For { cond: Some(cond), .. } => {
                let at = stmt.span.start;
                insert(cond, self.places.is_at(at, "for").then_some(at));
            }
            _ => {}
        }
    }

    fn branching(&self, step: &ExecStep) -> Option<Passed> {
        let (StepKind::Branch(holds) | StepKind::LoopTest(_, holds)) = step.kind else { return None };
        let at = *self.conditions.get(&step.span)?;
        Some(Passed { kind: "branching", at, constraint: Some((holds.to_string(), None)) })
    }

    /// What tells an input, which the step after it may have given to a variable.
    fn input(&self, choice: &Choice, step: &ExecStep) -> Option<Passed> {
        let program = self.places.program;
        let span = program.nondets[choice.id.index()].span;
        let instance = program.instances.iter().position(|copy| copy.nondets.contains(&choice.id))?;
        if let Some(&(place, next)) = self.taken.get(&span) {
            let var = program.var(instance, place);
            if step.kind == StepKind::Assigned(var) {
                return self.assumed(instance, place, &step.state[var.index()], next);
            }
        }
        let at = self.places.closing_of_call(span)?;
        let Value::Int(number) = &choice.value else { return None };
        // Of some only the truth is asked for.
        let is_truth = program.nondets[choice.id.index()].sort == Sort::Bool;
        let says = match (is_truth, number.is_zero()) {
            (true, false) => "\\result != 0".to_owned(),
            (true, true) => "\\result == 0".to_owned(),
            (false, _) => format!("\\result == {number}"),
        };
        Some(Passed { kind: "function_return", at, constraint: Some((says, Some("acsl_expression"))) })
    }

    /// That a variable has this value before the statement that begins at a place.
    fn assumed(&self, instance: usize, place: Place, value: &Value, at: u32) -> Option<Passed> {
        let var = self.places.program.var(instance, place);
        let named = self.places.named(instance, var, at)?;
        let value = match value {
            Value::Int(number) => literal(number, named.ty.filter(|ty| ty.0 >= 32).unwrap_or((32, true))),
            Value::Bool(value) => i64::from(*value).to_string(),
        };
        let says = format!("{} == {value}", named.text);
        Some(Passed { kind: "assumption", at, constraint: Some((says, Some("c_expression"))) })
    }

    /// The assumptions about variables of the entry that nothing gives a value.
    fn begun(&self, initial: &BTreeMap<lang::VarId, Value>) -> Begun {
        let program = self.places.program;
        let entry = lang::c::ast::ENTRY;
        let one = |&(place, next): &(Place, u32)| {
            let var = program.var(entry, place);
            let assumed = self.assumed(entry, place, initial.get(&var)?, next)?;
            let name = &self.places.named(entry, var, next)?.text;
            (!self.places.is_overwritten(name, next)).then_some(assumed)
        };
        let waiting = self.arbitrary.iter().filter_map(one).collect::<Vec<_>>();
        Begun { waiting: waiting.into_iter(), body: program.function_of(entry).span.start }
    }
}

/// Assumptions that wait for the execution to come to their places.
struct Begun {
    waiting: std::vec::IntoIter<Passed>,
    /// Where the entry begins, which is the last function in which they could be.
    body: u32,
}

impl Begun {
    /// Those whose place is reached when something happens here.
    fn before(&mut self, span: Span) -> Vec<Passed> {
        let mut reached = Vec::new();
        while self
            .waiting
            .as_slice()
            .first()
            .is_some_and(|next| span.start >= next.at && next.at >= self.body)
        {
            reached.extend(self.waiting.next());
        }
        reached
    }
}

/// The input that a value is, apart from conversions.
fn input(value: &Expr) -> Option<u32> {
    match &value.kind {
        ExprKind::Nondet(site) => Some(*site),
        ExprKind::Wrap(_, inner) | ExprKind::InRange(_, _, inner) | ExprKind::Truth(inner) => input(inner),
        _ => None,
    }
}
