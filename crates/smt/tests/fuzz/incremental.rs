//! Incremental use against solving afresh: random sequences of assert, push, pop and check with assumptions.

use super::generate::{Random, SHAPES, Shape, problem};
use super::{Report, setting};
use logic::{Term, Terms};
use loopglass_smt::itp::{Settings, Side};
use loopglass_smt::{Config, Limits, Outcome, Solver};

/// The open formulas, by scope, with their numbers.
type Open = Vec<Vec<(usize, Term)>>;

fn afresh(terms: &Terms, formulas: &[Term]) -> Outcome {
    let mut solver = Solver::new(terms, config());
    for &f in formulas {
        solver.assert(f);
    }
    solver.check(&[])
}

fn config() -> Config {
    Config { limits: Limits { conflicts: 20_000, pivots: 200_000, splits: 2_000, ..Limits::default() } }
}

fn check_once(
    terms: &Terms,
    solver: &mut Solver<&Terms>,
    open: &Open,
    assumptions: &[Term],
    tally: &mut [usize; 4],
) {
    let asserted: Vec<(usize, Term)> = open.iter().flatten().copied().collect();
    let formulas: Vec<Term> = asserted.iter().map(|a| a.1).chain(assumptions.iter().copied()).collect();
    let expected = afresh(terms, &formulas);
    match (solver.check(assumptions), &expected) {
        (Outcome::Unknown(_), _) | (_, Outcome::Unknown(_)) => tally[0] += 1,
        (Outcome::Sat(model), Outcome::Sat(_)) => {
            tally[1] += 1;
            check::model(terms, &formulas, &|v| model.value(terms, v)).expect("a model");
        }
        (Outcome::Unsat, Outcome::Unsat) => {
            tally[2] += 1;
            let core = solver.unsat_core();
            let known = |p: &usize| asserted.iter().any(|(q, _)| q == p);
            assert!(core.iter().all(known), "the core {core:?} has formulas that are not open");
            let failed = solver.failed_assumptions();
            assert!(failed.iter().all(|f| assumptions.contains(f)));
            let all = solver.assertions();
            let needed: Vec<Term> = core.iter().map(|&p| all[p]).chain(failed.iter().copied()).collect();
            assert_eq!(afresh(terms, &needed), Outcome::Unsat, "the core does not suffice");
            if let Some(proof) = solver.proof() {
                let report = check::refutation(terms, &all, &proof).expect("a refutation");
                assert_eq!(report.parts, core);
                let middle = asserted.len() / 2;
                let side = |p| if asserted[..middle].iter().any(|a| a.0 == p) { Side::A } else { Side::B };
                let itp = solver.interpolant(side, &Settings::default()).expect("an interpolant");
                let a: Vec<Term> = asserted[..middle].iter().map(|a| a.1).chain([terms.not(itp)]).collect();
                let b: Vec<Term> = asserted[middle..].iter().map(|a| a.1).chain([itp]).collect();
                assert_eq!(afresh(terms, &a), Outcome::Unsat, "A does not imply {}", terms.infix(itp));
                assert_eq!(afresh(terms, &b), Outcome::Unsat, "B does not contradict {}", terms.infix(itp));
                tally[3] += 1;
            } else {
                assert!(!failed.is_empty());
            }
        }
        (found, expected) => panic!("incrementally {found:?}, afresh {expected:?}"),
    }
}

fn run(seed: u64, shape: Shape, tally: &mut [usize; 4]) {
    let terms = Terms::new();
    let mut random = Random::new(seed);
    let mut solver = Solver::new(&terms, config());
    let mut open: Open = vec![Vec::new()];
    // A stock of formulas, so that the same ones come back after they were popped.
    let mut stock: Vec<Term> = Vec::new();
    for _ in 0..3 {
        stock.extend(problem(&terms, &mut random, shape).formulas);
    }
    for _ in 0..25 {
        match random.below(8) {
            0 | 1 => {
                solver.push();
                open.push(Vec::new());
            }
            2 if open.len() > 1 => {
                solver.pop();
                open.pop();
            }
            3..=5 => {
                let f = stock[random.below(stock.len())];
                let part = solver.assert(f);
                open.last_mut().expect("a scope").push((part, f));
            }
            _ => {
                let count = random.below(4);
                let assumptions: Vec<Term> = (0..count)
                    .map(|_| {
                        let f = stock[random.below(stock.len())];
                        if random.one_in(2) { terms.not(f) } else { f }
                    })
                    .collect();
                check_once(&terms, &mut solver, &open, &assumptions, tally);
            }
        }
    }
}

#[test]
fn incremental_and_afresh_agree() {
    let count = setting("LOOPGLASS_FUZZ_SEQUENCES", 900);
    let mut tally = [0; 4];
    for seed in 0..count {
        let shape = SHAPES[(seed % SHAPES.len() as u64) as usize];
        let guard = Report(format!("sequence {seed}, {shape:?}"));
        run(seed, shape, &mut tally);
        drop(guard);
    }
    let [unknown, satisfiable, unsatisfiable, interpolants] = tally;
    eprintln!("{tally:?}");
    assert!(unknown * 100 < satisfiable + unsatisfiable, "{tally:?}");
    assert!(satisfiable > 100 && unsatisfiable > 100 && interpolants > 100, "{tally:?}");
}
