//! Formulas known one upon another in one context: what is learnt of them stays as long as they do, and refutations speak of open
//! scopes alone, so that interpolants can be read off them.

#[path = "fuzz/generate.rs"]
#[allow(dead_code, reason = "shared with the differential tests")]
mod generate;

use generate::Random;
use logic::{Sort, Term, Terms};
use loopglass_smt::itp::{Settings, Side, binary};
use loopglass_smt::{Config, Limits, Outcome, Solver};
use solver::Counted;

const STEPS: usize = 9;
const PROGRAMS: u64 = 300;

/// The state after so many steps.
fn state(t: &Terms, step: usize) -> [Term; 2] {
    ["x", "y"].map(|name| t.of(t.var(&format!("{name}@{step}"), Sort::Int)))
}

/// A bound on one of the symbols, or on their difference.
fn bound(t: &Terms, r: &mut Random, [x, y]: [Term; 2]) -> Term {
    let form = [x, y, t.sub(x, y)][r.below(3)];
    let limit = t.int(r.range(-3, 3));
    if r.one_in(2) { t.le(form, limit) } else { t.ge(form, limit) }
}

/// Some way from one state to the next.
fn ways(t: &Terms, r: &mut Random, step: usize) -> Term {
    let (now, next) = (state(t, step), state(t, step + 1));
    let way = |r: &mut Random| {
        let mut set = |i: usize| {
            let change = t.int(r.range(-2, 2));
            let from = if r.one_in(4) { t.int(0) } else { now[usize::from(r.one_in(5)) ^ i] };
            t.eq(next[i], t.add(from, change))
        };
        let both = [set(0), set(1)];
        t.and([bound(t, r, now), both[0], both[1]])
    };
    let count = 2 + r.below(3);
    t.or((0..count).map(|_| way(r)).collect::<Vec<_>>())
}

fn holds(t: &Terms, formulas: &[Term]) -> bool {
    let mut solver = Solver::new(t, Config::default());
    for &f in formulas {
        solver.assert(f);
    }
    match solver.check(&[]) {
        Outcome::Sat(_) => true,
        Outcome::Unsat => false,
        Outcome::Unknown(why) => panic!("{why}"),
    }
}

/// Asks above what is known, for formulas that do not stay.
fn ask(t: &Terms, context: &mut Counted, formulas: [Term; 2]) -> Option<proof::Proof> {
    context.push();
    let outcome = context.check(t, &formulas);
    let known = [(formulas[0], 0), (formulas[1], 1)];
    let refutation = context.proof_with(t, &known);
    context.pop();
    match outcome {
        Outcome::Sat(model) => check::model(t, &formulas, &|v| model.value(t, v)).expect("a model"),
        Outcome::Unsat => {}
        Outcome::Unknown(why) => panic!("{why}"),
    }
    refutation
}

#[test]
fn interpolants_along_a_path_from_one_context() {
    let (mut refuted, mut failing) = (0, 0);
    for seed in 0..PROGRAMS {
        let (t, mut r) = (Terms::new(), Random::new(seed));
        let steps: Vec<Term> = (0..STEPS).map(|i| ways(&t, &mut r, i)).collect();
        // "The rest leads to the error", by step.
        let mut rest = vec![bound(&t, &mut r, state(&t, STEPS))];
        for &step in steps.iter().rev() {
            rest.push(t.and([step, rest[rest.len() - 1]]));
        }
        let mut context = loopglass_smt::door().open(Limits::default());
        for &formula in &rest {
            context.push();
            context.prepare(&t, formula);
        }
        let [x, y] = state(&t, 0);
        let mut before = t.and([t.eq(x, t.int(0)), t.eq(y, t.int(0))]);
        for (i, &step) in steps.iter().enumerate() {
            context.pop();
            let sides = [t.and([before, step]), rest[STEPS - i - 1]];
            let Some(proof) = ask(&t, &mut context, sides) else {
                assert!(holds(&t, &sides), "program {seed}, step {i}");
                failing += 1;
                break;
            };
            check::refutation(&t, &sides, &proof).unwrap_or_else(|e| panic!("program {seed}, step {i}: {e}"));
            let side = |part| Some([Side::A, Side::B][part]);
            let found = binary(&t, &proof, &sides, side, &Settings::default());
            let found = found.unwrap_or_else(|e| panic!("program {seed}, step {i}: {e}"));
            check::shared_vocabulary(&t, &sides[..1], &sides[1..], found).expect("shared symbols");
            assert!(!holds(&t, &[sides[0], t.not(found)]), "program {seed}, step {i}");
            assert!(!holds(&t, &[found, sides[1]]), "program {seed}, step {i}");
            before = found;
            refuted += 1;
        }
    }
    assert!(refuted > 300 && failing > 30, "{refuted} refuted, {failing} failing");
}

#[test]
fn assumptions_that_contradict_each_other_literally() {
    let t = Terms::new();
    let p = t.of(t.var("p", Sort::Bool));
    let mut context = loopglass_smt::door().open(Limits::default());
    let proof = ask(&t, &mut context, [p, t.not(p)]).expect("a refutation");
    check::refutation(&t, &[p, t.not(p)], &proof).expect("of these");
}

#[test]
fn what_is_learnt_of_a_layer_is_known_to_the_next_question() {
    let t = Terms::new();
    let p: Vec<Term> = (0..10).map(|i| t.of(t.var(&format!("p{i}"), Sort::Int))).collect();
    // Six pigeons in five holes.
    let mut rules: Vec<Term> = p[..6].iter().flat_map(|&x| [t.ge(x, t.int(1)), t.le(x, t.int(5))]).collect();
    for i in 0..6 {
        rules.extend((0..i).map(|j| t.not(t.eq(p[i], p[j]))));
    }
    let rules = t.and(rules);
    let mut context = loopglass_smt::door().open(Limits::default());
    context.push();
    context.prepare(&t, rules);
    let mut work = Vec::new();
    for i in 0..2 {
        let before = context.counters().conflicts;
        let other = t.le(p[9], t.int(i));
        let proof = ask(&t, &mut context, [other, rules]).expect("a refutation");
        check::refutation(&t, &[other, rules], &proof).expect("of these");
        work.push(context.counters().conflicts - before);
    }
    assert!(work[0] > 20 && work[1] * 4 < work[0], "{work:?}");
}
