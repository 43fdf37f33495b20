//! The formulas of IMP programs against the interpreter: random programs, random executions.

use flow::cfg::Cfg;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
mod segments;

use generate::{Random, Shape};
use segments::{StatementTally, Tally, try_program, try_statements};

/// Runs programs of a shape; a failure names the seed and shows the program.
fn try_many(seeds: std::ops::Range<u64>, shape: Shape) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let program = generate::program(&mut random, shape);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            try_program(&mut random, &program, &Cfg::of_program(&program), &mut tally);
        }));
        if let Err(panic) = outcome {
            eprintln!("seed {seed}:\n{program}");
            std::panic::resume_unwind(panic);
        }
    }
    tally
}

#[test]
fn programs_with_one_loop() {
    let tally = try_many(0..4_000, Shape::ONE_LOOP);
    // The test is worth something only if all kinds of ends are met often.
    let Tally { rounds, failed_early, failed_later, finished, .. } = tally;
    let least = rounds.min(failed_early).min(failed_later).min(finished);
    assert!(least > 500, "{tally:?}");
}

#[test]
fn programs_with_several_loops() {
    let shape = Shape { loops: 3, ..Shape::ONE_LOOP };
    let tally = try_many(10_000..12_000, shape);
    assert!(tally.failed_later > 200, "{tally:?}");
}

#[test]
fn programs_without_loops() {
    let tally = try_many(20_000..21_000, Shape { loops: 0, ..Shape::ONE_LOOP });
    assert!(tally.failed_early > 500 && tally.rounds == 0, "{tally:?}");
}

#[test]
fn programs_with_large_numbers() {
    let shape = Shape { loops: 2, height: 3, numbers: 1_000_000, big: true, ..Shape::ONE_LOOP };
    let tally = try_many(30_000..31_000, shape);
    assert!(tally.rounds > 500, "{tally:?}");
}

#[test]
fn statement_by_statement() {
    let mut tally = StatementTally::default();
    for seed in 40_000..41_500 {
        let mut random = Random::new(seed);
        let shape = Shape { loops: 1 + random.below(3), ..Shape::ONE_LOOP };
        let program = generate::program(&mut random, shape);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            try_statements(&mut random, &program, &Cfg::of_program(&program), &mut tally);
        }));
        if let Err(panic) = outcome {
            eprintln!("seed {seed}:\n{program}");
            std::panic::resume_unwind(panic);
        }
    }
    assert!(tally.steps > 10_000 && tally.replayed > 500 && tally.choices > 500, "{tally:?}");
}
