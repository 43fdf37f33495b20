//! What the front end says about a program while it is typed. The worker says the same, and more, when a run starts.

use trace::{Problem, Setup};

/// Longer texts are checked only when a run starts, so that typing stays quick.
const LONGEST: usize = 100_000;

/// The problems of a program text.
pub fn problems(setup: &Setup) -> Vec<Problem> {
    let source = &setup.source;
    if source.len() > LONGEST {
        return Vec::new();
    }
    let reading = reader::read(source, setup.dialect());
    reader::problems(source, &reading.diagnostics)
}
