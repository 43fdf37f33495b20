//! Differential tests against Z3: satisfiability of random formulas, models, proofs and interpolants.
//!
//! `LOOPGLASS_FUZZ_COUNT` and `LOOPGLASS_FUZZ_SEED` ask for longer runs.

mod fuzz;

use fuzz::generate::{Problem, Random, SHAPES, problem};
use fuzz::oracle::Oracle;
use fuzz::{Report, setting};
use logic::{Term, Terms};
use loopglass_smt::condense::condense;
use loopglass_smt::itp::{Labelling, Settings, Side, TheoryRule, binary};
use loopglass_smt::{Config, Limits, Outcome, Solver};

const LABELLINGS: [Labelling; 3] = [Labelling::McMillan, Labelling::Pudlak, Labelling::DualMcMillan];

/// What a run has seen.
#[derive(Default, Debug)]
struct Tally {
    satisfiable: usize,
    unsatisfiable: usize,
    unknown: usize,
    interpolants: usize,
    mixed: usize,
    oracle_unknown: usize,
    /// Proof steps before and after condensing.
    steps: (usize, usize),
}

fn show(terms: &Terms, p: &Problem) -> String {
    let lines = p
        .formulas
        .iter()
        .enumerate()
        .map(|(i, &f)| format!("{} {}\n", if i < p.cut { "A" } else { "B" }, terms.infix(f)));
    lines.collect()
}

fn one(terms: &Terms, p: &Problem, oracle: &mut Option<Oracle>, tally: &mut Tally) {
    let limits = Limits { conflicts: 20_000, pivots: 200_000, splits: 2_000, ..Limits::default() };
    let mut solver = Solver::new(terms, Config { limits });
    for &f in &p.formulas {
        solver.assert(f);
    }
    let outcome = solver.check(&[]);
    let expected = oracle.as_mut().map(|o| o.satisfiable(terms, &p.formulas));
    tally.oracle_unknown += usize::from(expected == Some(None));
    match outcome {
        Outcome::Sat(model) => {
            tally.satisfiable += 1;
            assert_ne!(expected.flatten(), Some(false), "the oracle says unsat");
            check::model(terms, &p.formulas, &|v| model.value(terms, v)).expect("a model");
        }
        Outcome::Unsat => {
            tally.unsatisfiable += 1;
            assert_ne!(expected.flatten(), Some(true), "the oracle says sat");
            let proof = solver.proof().expect("a proof");
            check::refutation(terms, &p.formulas, &proof).expect("a refutation");
            let condensed = condense(&proof);
            check::refutation(terms, &p.formulas, &condensed).expect("a condensed refutation");
            tally.steps.0 += proof.steps.len();
            tally.steps.1 += condensed.steps.len();
            interpolants(terms, p, &proof, oracle, tally);
            interpolants(terms, p, &condensed, oracle, tally);
        }
        Outcome::Unknown(why) => {
            tally.unknown += 1;
            eprintln!("unknown: {why} (oracle: {expected:?})\n{}", show(terms, p));
        }
    }
}

/// Reads interpolants off in every way, and asks the oracle whether any of them fails.
fn interpolants(
    terms: &Terms,
    p: &Problem,
    proof: &proof::Proof,
    oracle: &mut Option<Oracle>,
    tally: &mut Tally,
) {
    let (a, b) = (terms.and(p.formulas[..p.cut].to_vec()), terms.and(p.formulas[p.cut..].to_vec()));
    let of_b = terms.vars_of(&p.formulas[p.cut..]);
    let shared: Vec<_> = terms.vars_of(&p.formulas[..p.cut]).intersection(&of_b).copied().collect();
    let mut failures = Vec::new();
    // The order of strength: systems always; rules where all lemmas are sums. (Cuts are rounded on one side or the other, and
    // an equality with one half on each side is used on one of them.)
    let sums = proof.steps.iter().all(|s| match &s.rule {
        proof::Rule::Lemma(lemma) => matches!(lemma, proof::Arithmetic::Farkas(_)),
        _ => true,
    });
    let mut stronger: Vec<Option<Term>> = vec![None; LABELLINGS.len()];
    for theory in TheoryRule::ALL {
        let mut previous: Option<Term> = None;
        for (place, labelling) in LABELLINGS.into_iter().enumerate() {
            let side = |part| Some(if part < p.cut { Side::A } else { Side::B });
            let settings = Settings { labelling, theory, ..Settings::default() };
            let itp = match binary(terms, proof, &p.formulas, side, &settings) {
                Ok(itp) => itp,
                Err(e) => {
                    eprintln!("{e:?}: {e}\n{}", show(terms, p));
                    tally.mixed += 1;
                    continue;
                }
            };
            tally.interpolants += 1;
            let strange: Vec<_> = terms.vars(itp).into_iter().filter(|v| !shared.contains(v)).collect();
            assert!(strange.is_empty(), "{} speaks of {strange:?}", terms.infix(itp));
            failures.push(terms.and([a, terms.not(itp)]));
            failures.push(terms.and([itp, b]));
            let of_rule = stronger[place].replace(itp).filter(|_| sums);
            for below in [previous.replace(itp), of_rule].into_iter().flatten() {
                failures.push(terms.and([below, terms.not(itp)]));
            }
        }
    }
    let Some(oracle) = oracle else { return };
    let any = terms.or(failures.clone());
    if oracle.satisfiable(terms, &[any]) == Some(false) {
        return;
    }
    for f in failures {
        match oracle.satisfiable(terms, &[f]) {
            Some(false) => {}
            Some(true) => panic!("an interpolant fails: {}", terms.infix(f)),
            None => tally.oracle_unknown += 1,
        }
    }
}

#[test]
fn random_problems() {
    let mut oracle = Oracle::start();
    let count = setting("LOOPGLASS_FUZZ_COUNT", 5_000);
    let seed = setting("LOOPGLASS_FUZZ_SEED", 1);
    let only = std::env::var("LOOPGLASS_FUZZ_ONLY").ok().and_then(|v| v.parse::<u64>().ok());
    let mut tally = Tally::default();
    for i in 0..count {
        if only.is_some_and(|o| o != i) {
            continue;
        }
        let shape = SHAPES[(i % SHAPES.len() as u64) as usize];
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(i));
        let terms = Terms::new();
        let p = problem(&terms, &mut random, shape);
        let text = show(&terms, &p);
        let guard = Report(format!("problem {i} of seed {seed}, {shape:?}:\n{text}"));
        let start = std::time::Instant::now();
        one(&terms, &p, &mut oracle, &mut tally);
        if start.elapsed().as_millis() > 500 {
            eprintln!("slow ({} ms): {}", start.elapsed().as_millis(), guard.0);
        }
        drop(guard);
    }
    eprintln!("{tally:?}");
    assert!(only.is_some() || tally.satisfiable * 10 > count as usize, "{tally:?}");
    assert!(only.is_some() || tally.unsatisfiable * 10 > count as usize, "{tally:?}");
    assert!(tally.unknown as u64 * 1000 <= count, "{tally:?}");
    assert_eq!(tally.mixed, 0, "{tally:?}");
}
