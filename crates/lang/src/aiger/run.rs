//! The simulation of a circuit, round by round.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::{Sort, Value};

use super::{Circuit, Literal, Reset};
use crate::ast::VarId;
use crate::interp::{ExecStep, Execution, ExecutionLimits, ExecutionOutcome, Oracle, StepKind};

pub(super) fn run(
    circuit: &Circuit,
    initial: &BTreeMap<VarId, Value>,
    oracle: &mut dyn Oracle,
    limits: ExecutionLimits,
) -> Execution {
    let first = |(at, latch): (usize, &super::Latch)| match latch.reset {
        Reset::To(value) => value,
        Reset::Either => initial.get(&circuit.latch(at)) == Some(&Value::Bool(true)),
    };
    let mut latches: Vec<bool> = circuit.latches.iter().enumerate().map(first).collect();
    let mut inputs = vec![false; circuit.inputs.len()];
    let state = |latches: &[bool], inputs: &[bool]| -> Rc<[Value]> {
        latches.iter().chain(inputs).map(|&value| Value::Bool(value)).collect()
    };
    let start = state(&latches, &inputs);
    let (mut steps, mut values) = (Vec::new(), vec![false; circuit.max as usize + 1]);
    let mut at_head: Vec<Value> = start.to_vec();
    let (clock, mut rounds, wants_steps) = (circuit.loops[0].span, 0, oracle.wants_steps());
    let outcome = loop {
        if rounds >= limits.steps {
            break ExecutionOutcome::OutOfSteps;
        }
        rounds += 1;
        for (known, &now) in at_head.iter_mut().zip(latches.iter().chain(&inputs)) {
            *known = Value::Bool(now);
        }
        oracle.loop_head(Circuit::CLOCK, &at_head);
        for (at, input) in inputs.iter_mut().enumerate() {
            *input = oracle.choose(circuit.choice(at), Sort::Bool) == Value::Bool(true);
        }
        let here = (wants_steps || rounds == 1).then(|| state(&latches, &inputs));
        let record = |span, kind| {
            let state = here.clone().unwrap_or_else(|| state(&latches, &inputs));
            ExecStep { span, kind, state }
        };
        if here.is_some() {
            steps.push(record(clock, StepKind::Reached(Circuit::CLOCK)));
        }
        evaluate(circuit, &latches, &inputs, &mut values);
        let holds = |literal: &Literal| value(&values, *literal);
        if !circuit.constraints.iter().all(holds) {
            steps.push(record(circuit.assumed, StepKind::Assumed(false)));
            break ExecutionOutcome::AssumptionFailed { span: circuit.assumed };
        }
        if let Some(at) = circuit.bad.iter().position(holds) {
            let (assert, span) = (circuit.assertion(at), circuit.asserts[at].span);
            steps.push(record(span, StepKind::Asserted(assert, false)));
            break ExecutionOutcome::AssertionFailed { assert, span };
        }
        for (now, latch) in latches.iter_mut().zip(&circuit.latches) {
            *now = value(&values, latch.next);
        }
    };
    Execution { initial: start, steps, outcome, choices: Vec::new() }
}

/// The values of all variables in a round.
pub(super) fn evaluate(circuit: &Circuit, latches: &[bool], inputs: &[bool], values: &mut [bool]) {
    for (latch, value) in circuit.latches.iter().zip(latches) {
        values[latch.var as usize] = *value;
    }
    for (input, value) in circuit.inputs.iter().zip(inputs) {
        values[*input as usize] = *value;
    }
    for &(gate, a, b) in &circuit.gates {
        values[gate as usize] = value(values, a) && value(values, b);
    }
}

pub(super) fn value(values: &[bool], literal: Literal) -> bool {
    values[literal as usize / 2] != (literal % 2 == 1)
}
