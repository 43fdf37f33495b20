//! Executions whose free choices are written down, and such executions as text.

use std::collections::BTreeMap;

use lang::interp::{Execution, ExecutionLimits, ExecutionOutcome, Oracle, StepKind};
use lang::{Int, LoopId, NondetId, Sort, Unit, Value};

/// Answers from a list of numbers, then with zeros; a truth value is "not zero". Notes what it is asked and told.
#[derive(Default)]
pub struct Script {
    pub answers: Vec<i64>,
    pub asked: Vec<(u32, Sort)>,
    pub heads: Vec<u32>,
}

impl Oracle for Script {
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value {
        let answer = self.answers.get(self.asked.len()).copied().unwrap_or(0);
        self.asked.push((id.0, sort));
        match sort {
            Sort::Int => Value::Int(Int::from(answer)),
            Sort::Bool => Value::Bool(answer != 0),
        }
    }

    fn loop_head(&mut self, id: LoopId, _state: &[Value]) {
        self.heads.push(id.0);
    }
}

/// Runs a program from these values of its variables.
pub fn run(
    program: &impl Unit,
    initial: &[(&str, i64)],
    script: &mut Script,
    limits: ExecutionLimits,
) -> Execution {
    let initial: BTreeMap<_, _> = initial
        .iter()
        .map(|&(name, value)| {
            let var = program.vars().find(|&var| program.decl(var).name == name);
            (var.expect("a variable of the program"), Value::Int(Int::from(value)))
        })
        .collect();
    program.run(&initial, script, limits)
}

/// One line per step: the text, what happened, the values after it.
pub fn show(program: &impl Unit, source: &str, initial: &[(&str, i64)], answers: &[i64]) -> String {
    let mut script = Script { answers: answers.to_vec(), ..Script::default() };
    let execution = run(program, initial, &mut script, ExecutionLimits { steps: 30, bits: 200 });
    let show = |state: &[Value]| {
        let values: Vec<String> =
            program.decls().iter().zip(state).map(|(decl, value)| format!("{}={value}", decl.name)).collect();
        values.join(" ")
    };
    let mut out = format!("start | {}\n", show(&execution.initial));
    for step in &execution.steps {
        let kind = match step.kind {
            StepKind::Assigned(var) => format!("Assigned({})", program.decl(var).name),
            other => format!("{other:?}"),
        };
        out.push_str(&format!("{} | {kind} | {}\n", step.span.text(source), show(&step.state)));
    }
    out.push_str(&match execution.outcome {
        ExecutionOutcome::AssertionFailed { assert, span } => {
            format!("failed {}: {}\n", assert.0, span.text(source))
        }
        other => format!("{other:?}\n"),
    });
    out.push_str(&format!("asked {:?} heads {:?}\n", script.asked, script.heads));
    out
}
