//! The execution of a failing circuit as a witness in AIGER's own format, replayed before it is written.

use lang::aiger::parse;
use trace::{Execution, Language, Setup};

/// The witness; none if the program is no circuit, or the execution not one of it.
pub fn witness(setup: &Setup, execution: &Execution) -> Option<String> {
    let circuit = parse(&setup.source).circuit.filter(|_| setup.language == Language::Aiger)?;
    let count = circuit.latches.len();
    let truth = |values: &[String]| values.iter().map(|value| value == "true").collect::<Vec<bool>>();
    let latches = truth(execution.start.get(..count)?);
    let mut inputs: Vec<Vec<bool>> = Vec::new();
    let mut round = 0;
    for row in &execution.rows {
        if row.round > round {
            round = row.round;
            inputs.push(truth(row.values.get(count..)?));
        }
    }
    let bad = (0..circuit.bad.len())
        .find(|&at| circuit.place(circuit.assertion(at)).start == execution.failing.from);
    circuit.witness(bad?, &latches, &inputs)
}
