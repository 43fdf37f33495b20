//! The corpus of programs, as far as the front end goes: what is accepted, and what is said about the rest.

use std::collections::BTreeMap;

use expect_test::expect_file;

mod generate;
use generate::Random;
mod read_corpus;
use lang::interp::{self, ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{ExpectedVerdict, Int, NondetId, Program, Sort, Value};
use read_corpus::{check_header, file_name, programs, rendered};

fn accepted(folder: &str, verdict: ExpectedVerdict) -> Vec<(String, Program)> {
    let mut accepted = Vec::new();
    for (path, source) in programs(folder, "imp", 10) {
        let name = file_name(&path);
        let parsed = lang::parse_imp(&source);
        check_header(&path, &source, &parsed.diagnostics, parsed.expectation, verdict);
        accepted.push((name.to_owned(), parsed.program.unwrap_or_else(|| panic!("{name} is no program"))));
    }
    accepted
}

#[test]
fn rejected_programs_say_why() {
    for (path, source) in programs("rejected", "imp", 10) {
        let name = file_name(&path);
        let parsed = lang::parse_imp(&source);
        assert!(parsed.program.is_none(), "{name} is accepted");
        let expected = path.with_extension("expect");
        expect_file![expected].assert_eq(&rendered(name, &source, &parsed.diagnostics));
    }
}

#[test]
fn unsafe_programs_are_read() {
    accepted("unsafe", ExpectedVerdict::Unsafe);
}

/// Random values, with a liking for small ones and for those of variables.
struct Guess {
    random: Random,
}

impl Oracle for Guess {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        let number = self.random.between(-12, 12);
        match sort {
            Sort::Bool => Value::Bool(self.random.chance(70)),
            Sort::Int => Value::Int(Int::from(number)),
        }
    }
}

#[test]
fn no_random_execution_of_a_safe_program_fails() {
    for (name, program) in accepted("safe", ExpectedVerdict::Safe) {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let initial: BTreeMap<_, _> = program
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
            let execution = interp::run(&program, &initial, &mut Guess { random }, limits);
            let failed = matches!(execution.outcome, ExecutionOutcome::AssertionFailed { .. });
            assert!(!failed, "{name}: {execution:?}");
        }
    }
}

#[test]
fn rejected_horn_clauses_say_why() {
    for (path, source) in programs("rejected", "smt2", 20) {
        let name = file_name(&path);
        let parsed = lang::horn::parse(&source);
        assert!(parsed.program.is_none(), "{name} is accepted");
        let expected = path.with_extension("smt2.expect");
        expect_file![expected].assert_eq(&rendered(name, &source, &parsed.diagnostics));
    }
}

/// Circuits and Horn clauses say in a comment what is expected of them.
#[test]
fn circuits_and_horn_clauses_are_read() {
    for (folder, verdict) in [("safe", ExpectedVerdict::Safe), ("unsafe", ExpectedVerdict::Unsafe)] {
        for (path, source) in programs(folder, "aag", 1) {
            let parsed = lang::aiger::parse(&source);
            assert!(parsed.circuit.is_some(), "{}: {:?}", path.display(), parsed.diagnostics);
            assert_eq!(parsed.expectation.map(|e| e.verdict), Some(verdict), "{}", path.display());
        }
        for (path, source) in programs(folder, "smt2", 1) {
            let parsed = lang::horn::parse(&source);
            assert!(parsed.program.is_some(), "{}: {:?}", path.display(), parsed.diagnostics);
            assert_eq!(parsed.expectation.map(|e| e.verdict), Some(verdict), "{}", path.display());
        }
    }
}
