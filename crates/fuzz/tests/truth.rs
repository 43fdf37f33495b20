//! What is said to be true of random programs, against the interpreters of both languages: they share no code with the search
//! through all states.

use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{Int, LoopId, NondetId, Sort, Unit, Value};
use loopglass_fuzz::program::{Entry, Program};
use loopglass_fuzz::states::{Truth, search};
use loopglass_fuzz::{random, text};
use std::collections::BTreeMap;

/// Draws values, small ones; counts visits of loop heads.
struct Draws {
    state: u64,
    heads: u32,
}

impl Draws {
    fn number(&mut self) -> i64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.state >> 33) % 16) as i64 - 5
    }
}

impl Oracle for Draws {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        let number = self.number();
        match sort {
            Sort::Int => Value::Int(Int::from(number)),
            Sort::Bool => Value::Bool(number % 2 == 0),
        }
    }

    fn loop_head(&mut self, _: LoopId, _: &[Value]) {
        self.heads += 1;
    }
}

/// How often executions ended in what way.
#[derive(Default, Debug)]
struct Tally {
    finished: u32,
    failed: u32,
    at_fewest_rounds: u32,
}

/// Random executions of a program, in one of the languages.
fn execute(program: &Program, truth: Truth, unit: &dyn Unit, source: &str, seed: u64, tally: &mut Tally) {
    for attempt in 0..40 {
        let mut draws = Draws { state: seed.wrapping_mul(1000) + attempt, heads: 0 };
        let initial: BTreeMap<_, _> = (unit.vars())
            .zip(&program.variables)
            .map(|(var, variable)| {
                let value = match variable.entry {
                    Entry::Either => Value::Bool(draws.number() % 2 == 0),
                    Entry::Between(low, high) | Entry::Late(low, high) => {
                        Value::Int(Int::from(low + draws.number().rem_euclid(high - low + 1)))
                    }
                    Entry::Remainder(_) | Entry::Multiple { .. } => Value::Int(Int::from(draws.number())),
                };
                (var, value)
            })
            .collect();
        let execution = unit.run(&initial, &mut draws, ExecutionLimits { steps: 400, bits: 60 });
        match execution.outcome {
            ExecutionOutcome::AssertionFailed { .. } => {
                tally.failed += 1;
                match truth {
                    Truth::Safe => panic!("seed {seed}: said to be safe, but {execution:?} fails:\n{source}"),
                    Truth::Unsafe { rounds: Some(rounds) } => {
                        assert!(rounds <= draws.heads, "seed {seed}: not even {rounds} rounds:\n{source}");
                        tally.at_fewest_rounds += u32::from(rounds == draws.heads);
                    }
                    _ => {}
                }
            }
            ExecutionOutcome::Finished => tally.finished += 1,
            _ => {}
        }
    }
}

#[test]
fn executions_of_the_interpreters() {
    let (mut imp, mut c) = (Tally::default(), Tally::default());
    for seed in 0..600 {
        let program = random::program(seed);
        let truth = search(&program, None).truth;
        let source = text::imp(&program);
        let read = lang::parse_imp(&source);
        let unit = read.program.unwrap_or_else(|| panic!("{:?} in\n{source}", read.diagnostics));
        // Variables are numbered in the order of declaration, integers first.
        let mut sorted = program.clone();
        sorted.variables.sort_by_key(|v| v.entry == Entry::Either);
        execute(&sorted, truth, &unit, &source, seed, &mut imp);
        let source = text::c(&program);
        let read = lang::c::parse(&source, lang::Arithmetic::MATHEMATICAL);
        let unit = read.program.unwrap_or_else(|| panic!("{:?} in\n{source}", read.diagnostics));
        execute(&program, truth, &unit, &source, seed, &mut c);
    }
    for tally in [&imp, &c] {
        assert!(tally.finished > 500 && tally.failed > 200 && tally.at_fewest_rounds > 150, "{imp:?} {c:?}");
    }
}

/// Programs are made from numbers alone, and are of every shape.
#[test]
fn random_programs_are_of_every_shape() {
    let all: Vec<String> = (0..300).map(|seed| text::imp(&random::program(seed))).collect();
    assert_eq!(all, (0..300).map(|seed| text::imp(&random::program(seed))).collect::<Vec<_>>());
    let count = |is: &dyn Fn(&String) -> bool| all.iter().filter(|text| is(text)).count();
    let loops = |text: &String| text.matches("while").count();
    assert!(count(&|text| loops(text) >= 2) > 60);
    assert!(count(&|text| text.contains("  while")) > 20, "nested loops");
    for word in ["bool", "nondet", "assume", "assert", "%", "/", "elif", "else", "{ ", "<= 2 * e", "=> "] {
        assert!(count(&|text| text.contains(word)) >= 3, "few programs with `{word}`");
    }
}
