//! The C programs of the corpus, as far as the front end goes: what is accepted, and what is said about the rest.

use expect_test::expect_file;

mod generate;
use generate::Random;
mod read_corpus;
use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{ExpectedVerdict, Int, NondetId, Sort, Unit, Value};
use read_corpus::{check_header, file_name, programs, rendered};

fn accepted(folder: &str, verdict: ExpectedVerdict) -> Vec<(String, lang::c::CProgram)> {
    let mut accepted = Vec::new();
    for (path, source) in programs(folder, "c", 20) {
        let name = file_name(&path);
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
        check_header(&path, &source, &parsed.diagnostics, parsed.expectation, verdict);
        accepted.push((name.to_owned(), parsed.program.unwrap_or_else(|| panic!("{name} is no program"))));
    }
    accepted
}

#[test]
fn rejected_programs_say_why() {
    for (path, source) in programs("rejected", "c", 20) {
        let name = file_name(&path);
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
        // What intervals do not settle either is refused by the reader, with what is said here.
        let waiting = parsed.program.map(|program| program.operations).unwrap_or_default();
        let mut said = parsed.diagnostics;
        assert!(
            said.iter().any(|d| d.severity == lang::Severity::Error) || !waiting.is_empty(),
            "{name} is accepted"
        );
        said.extend(waiting.into_iter().map(|(_, diagnostic)| diagnostic));
        said.sort_by_key(|d| d.span.start);
        let expected = path.with_extension("c.expect");
        expect_file![expected].assert_eq(&rendered(name, &source, &said));
    }
}

#[test]
fn unsafe_programs_are_read() {
    accepted("unsafe", ExpectedVerdict::Unsafe);
}

/// Random values, with a liking for small ones.
struct Guess {
    random: Random,
}

impl Oracle for Guess {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.random.chance(70)),
            Sort::Int => Value::Int(Int::from(self.random.between(-12, 12))),
        }
    }
}

#[test]
fn no_random_execution_of_a_safe_program_fails() {
    for (name, program) in accepted("safe", ExpectedVerdict::Safe) {
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let initial = program
                .vars()
                .map(|var| {
                    let value = match program.decl(var).sort {
                        Sort::Int => Value::Int(Int::from(random.between(-3, 6))),
                        Sort::Bool => Value::Bool(random.chance(50)),
                    };
                    (var, value)
                })
                .collect();
            let limits = ExecutionLimits { steps: 200, ..ExecutionLimits::default() };
            let execution = program.run(&initial, &mut Guess { random }, limits);
            let failed = matches!(execution.outcome, ExecutionOutcome::AssertionFailed { .. });
            assert!(!failed, "{name}: {execution:?}");
        }
    }
}
