//! The formulas of C programs against the interpreter: random programs, random executions.

use flow::cfg::{Cfg, LocationKind};

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
#[path = "../../lang/tests/generate_c/mod.rs"]
mod generate_c;
mod segments;

use generate::Random;
use generate_c::Shape;
use segments::{StatementTally, Tally, try_program, try_statements};

/// Runs programs of a shape; a failure names the seed and shows the program.
fn try_many(seeds: std::ops::Range<u64>, shape: Shape) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let source = generate_c::program(&mut random, shape);
        let program = lang::c::parse(&source, lang::Arithmetic::MATHEMATICAL)
            .program
            .expect("the generator makes programs");
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let cfg = Cfg::of_c(&program);
            check_graph(&cfg);
            try_program(&mut random, &program, &cfg, &mut tally);
        }));
        if let Err(panic) = outcome {
            eprintln!("seed {seed}:\n{source}");
            std::panic::resume_unwind(panic);
        }
    }
    tally
}

/// Without the loop heads there is no cycle, and each head is on one; every location can be reached.
fn check_graph(cfg: &Cfg) {
    let is_head = |at: usize| matches!(cfg.nodes[at].kind, LocationKind::Head(_));
    let reach = |from: usize, through_heads: bool| {
        let mut seen = vec![false; cfg.nodes.len()];
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            for &edge in &cfg.out[at] {
                let to = cfg.edges[edge].to.index();
                if !std::mem::replace(&mut seen[to], true) && (through_heads || !is_head(to)) {
                    todo.push(to);
                }
            }
        }
        seen
    };
    let all = reach(0, true);
    for at in 0..cfg.nodes.len() {
        if at > 2 {
            assert!(all[at], "location {at} cannot be reached");
        }
        let around = reach(at, is_head(at));
        assert_eq!(around[at], is_head(at), "location {at} and cycles");
    }
}

#[test]
fn programs_with_everything() {
    let tally = try_many(0..1_400, Shape::SMALL);
    // The test is worth something only if all kinds of ends are met often.
    let Tally { rounds, failed_early, failed_later, finished, kept, .. } = tally;
    let least = rounds.min(failed_early).min(failed_later).min(finished);
    assert!(least > 500 && kept > 20, "{tally:?}");
}

#[test]
fn programs_with_high_expressions() {
    let shape = Shape { height: 4, depth: 2, ..Shape::SMALL };
    let tally = try_many(10_000..10_300, shape);
    assert!(tally.failed_later > 50, "{tally:?}");
}

#[test]
fn programs_without_jumps() {
    let shape = Shape { jumps: false, depth: 4, ..Shape::SMALL };
    let tally = try_many(20_000..20_300, shape);
    assert!(tally.failed_later > 50, "{tally:?}");
}

#[test]
fn statement_by_statement() {
    let mut tally = StatementTally::default();
    for seed in 30_000..30_600 {
        let mut random = Random::new(seed);
        let source = generate_c::program(&mut random, Shape::SMALL);
        let program = lang::c::parse(&source, lang::Arithmetic::MATHEMATICAL)
            .program
            .expect("the generator makes programs");
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            try_statements(&mut random, &program, &Cfg::of_c(&program), &mut tally);
        }));
        if let Err(panic) = outcome {
            eprintln!("seed {seed}:\n{source}");
            std::panic::resume_unwind(panic);
        }
    }
    assert!(tally.steps > 1_000 && tally.replayed > 100 && tally.choices > 100, "{tally:?}");
}
