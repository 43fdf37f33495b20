//! Z3 and our solver on the same questions. Only with the feature `linked`.
#![cfg(feature = "linked")]

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../smt/tests/fuzz/generate.rs"]
mod generate;

use generate::{Random, SHAPES, problem};
use logic::{Int, Sort, Term, Terms};
use loopglass_z3::Z3;
use smt::Embedded;
use solver::{Backend, Context, Limit, Limits, Outcome, Unknown};

fn z3() -> Z3 {
    Z3::new().expect("Z3 gives a context")
}

/// An answer, whose model is a model.
fn answer(terms: &Terms, context: &mut dyn Context, assumptions: &[Term], open: &[Term]) -> &'static str {
    match context.check(terms, assumptions) {
        Outcome::Sat(model) => {
            let wrong = open.iter().chain(assumptions).find(|&&f| !model.holds(terms, f));
            assert_eq!(wrong.map(|&f| terms.infix(f)), None, "a model satisfies every formula");
            "sat"
        }
        Outcome::Unsat => "unsat",
        Outcome::Unknown(_) => "unknown",
    }
}

/// Random problems of each shape: the same answer, with models that are models and cores that contradict themselves.
#[test]
fn the_same_answers_to_random_formulas() {
    let (backend, mut seen) = (z3(), [0; 3]);
    let limits = Limits { conflicts: 20_000, pivots: 200_000, splits: 2_000, ..Limits::default() };
    for seed in 0..540u64 {
        let shape = SHAPES[(seed % SHAPES.len() as u64) as usize];
        let terms = Terms::new();
        let formulas = problem(&terms, &mut Random::new(0x5a_33 + seed), shape).formulas;
        let ask = |backend: &dyn Backend, formulas: &[Term]| {
            let mut context = backend.open(limits);
            formulas.iter().for_each(|&f| {
                context.assert(&terms, f);
            });
            (answer(&terms, &mut *context, &[], formulas), context.unsat_core())
        };
        let (ours, _) = ask(&Embedded, &formulas);
        let (theirs, core) = ask(&backend, &formulas);
        if ours != "unknown" && theirs != "unknown" {
            assert_eq!(ours, theirs, "problem {seed}, {shape:?}");
        }
        if theirs == "unsat" {
            let needed: Vec<Term> = core.iter().map(|&p| formulas[p]).collect();
            let again = ask(&Embedded, &needed).0;
            assert!(again == "unsat" || ours == "unknown", "problem {seed}: its core is {again}");
        }
        let place = if ours == "unknown" || theirs == "unknown" { 2 } else { usize::from(theirs == "unsat") };
        seen[place] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 100 && seen[2] < 20, "{seen:?} satisfiable, not, unknown");
}

/// One context of each, with formulas asserted, scopes opened and closed, and assumptions, at random.
#[test]
fn the_same_answers_in_scopes() {
    let (backend, mut seen) = (z3(), [0; 2]);
    for seed in 0..60u64 {
        let terms = Terms::new();
        let mut random = Random::new(0x5c_09e5 + seed);
        let shape = SHAPES[(seed % 6) as usize];
        let formulas = problem(&terms, &mut random, shape).formulas;
        let (mut ours, mut theirs) = (Embedded.open(Limits::default()), backend.open(Limits::default()));
        let (mut open, mut scopes): (Vec<Term>, Vec<usize>) = (Vec::new(), Vec::new());
        for _ in 0..20 {
            let any = |random: &mut Random| formulas[random.below(formulas.len())];
            match random.below(5) {
                0 => {
                    scopes.push(open.len());
                    ours.push();
                    theirs.push();
                }
                1 => {
                    open.truncate(scopes.pop().unwrap_or(open.len()));
                    ours.pop();
                    theirs.pop();
                }
                2 | 3 => {
                    let f = any(&mut random);
                    open.push(f);
                    assert_eq!(
                        ours.assert(&terms, f),
                        theirs.assert(&terms, f),
                        "formulas have their numbers"
                    );
                }
                _ => {
                    let assumed: Vec<Term> = (0..random.below(3))
                        .map(|_| (any(&mut random), random.one_in(2)))
                        .map(|(f, negated)| if negated { terms.not(f) } else { f })
                        .collect();
                    let found = answer(&terms, &mut *ours, &assumed, &open);
                    let other = answer(&terms, &mut *theirs, &assumed, &open);
                    if found == "unknown" || other == "unknown" {
                        continue;
                    }
                    assert_eq!(found, other, "problem {seed}");
                    seen[usize::from(other == "unsat")] += 1;
                    assert!(theirs.failed_assumptions().iter().all(|f| assumed.contains(f)));
                    assert!(theirs.proof().is_none(), "a proof is our solver's");
                }
            }
        }
        let counted = theirs.counters();
        assert_eq!(counted.checks, ours.counters().checks);
    }
    assert!(seen[0] > 40 && seen[1] > 40, "{seen:?} satisfiable, not");
}

#[test]
fn a_core_and_failed_assumptions_are_named() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.of(terms.var(name, Sort::Int)));
    let [low, high] = [terms.gt(x, terms.int(5)), terms.lt(x, terms.int(3))];
    let aside = terms.gt(y, terms.int(0));
    let mut context = z3().open(Limits::default());
    context.assert(&terms, aside);
    context.push();
    let first = context.assert(&terms, low);
    let second = context.assert(&terms, high);
    assert_eq!(context.check(&terms, &[]), Outcome::Unsat);
    assert_eq!(context.unsat_core(), [first, second]);
    context.pop();
    let third = context.assert(&terms, low);
    assert_eq!((first, second, third), (1, 2, 3), "closed scopes keep their numbers");
    assert_eq!(context.check(&terms, &[terms.gt(y, x), high]), Outcome::Unsat);
    assert_eq!((context.unsat_core(), context.failed_assumptions()), (vec![third], &[high][..]));
    assert!(matches!(context.check(&terms, &[]), Outcome::Sat(_)), "assumptions are forgotten");
}

/// Numbers beyond the machine's words, quotients and remainders of negative numbers.
#[test]
fn numbers_come_back_as_they_are() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::Int));
    let large: Int = "-123456789012345678901234567890".parse().expect("a number");
    let seven = Int::from(7);
    let formulas = [
        terms.eq(terms.of(x), terms.int(large.clone())),
        terms.eq(terms.of(y), terms.modulo(terms.of(x), &seven)),
        terms.eq(terms.of(x), terms.add(terms.scale(&seven, terms.div(terms.of(x), &seven)), terms.of(y))),
    ];
    let mut context = z3().open(Limits::default());
    formulas.iter().for_each(|&f| {
        context.assert(&terms, f);
    });
    let Outcome::Sat(model) = context.check(&terms, &[]) else { panic!("satisfiable") };
    assert_eq!(model.value(&terms, x), logic::Value::Int(large.clone()));
    assert_eq!(model.value(&terms, y), logic::Value::Int(large.rem_euclid(&seven)));
}

/// Nine pigeons in eight holes, as Booleans.
fn pigeons(terms: &Terms) -> Vec<Term> {
    let (pigeons, holes) = (9, 8);
    let at = |p: usize, h: usize| terms.of(terms.var(&format!("p{p}h{h}"), Sort::Bool));
    let mut formulas: Vec<Term> = (0..pigeons).map(|p| terms.or((0..holes).map(|h| at(p, h)))).collect();
    for h in 0..holes {
        for p in 0..pigeons {
            formulas.extend((0..p).map(|q| terms.not(terms.and([at(p, h), at(q, h)]))));
        }
    }
    formulas
}

#[test]
fn limits_end_in_unknown_and_can_be_raised() {
    let (terms, backend) = (Terms::new(), z3());
    let none = Limits::default();
    let formulas = pigeons(&terms);
    // Z3 4.8 does not always say that a limit was reached.
    let is_silent = Z3::version().contains("4.8.");
    for (limits, reached) in
        [(Limits { conflicts: 10, ..none }, Limit::Conflicts), (Limits { pivots: 10, ..none }, Limit::Work)]
    {
        let mut context = backend.open(limits);
        context.push();
        let (first, rest) = formulas.split_at(4);
        for part in [first, rest] {
            part.iter().for_each(|&f| {
                context.assert(&terms, f);
            });
            context.push();
        }
        for _ in 0..2 {
            // Each check has the whole limit.
            match context.check(&terms, &[]) {
                Outcome::Unknown(Unknown::Limit(limit)) => assert_eq!(limit, reached),
                outcome => assert!(is_silent && outcome == Outcome::Unknown(Unknown::Refused), "{outcome:?}"),
            }
        }
        context.set_limits(none);
        assert_eq!(context.check(&terms, &[]), Outcome::Unsat);
        context.pop();
        assert_eq!(context.check(&terms, &[]), Outcome::Unsat);
        context.pop();
        assert!(matches!(context.check(&terms, &[]), Outcome::Sat(_)), "the scopes are still there");
        context.pop();
        context.assert(&terms, terms.fals());
        assert_eq!(
            (context.check(&terms, &[]), context.unsat_core()),
            (Outcome::Unsat, vec![formulas.len()])
        );
        assert!(context.counters().conflicts > 10, "{:?}", context.counters());
    }
}

#[test]
fn the_same_in_every_run() {
    let run = || {
        let (backend, terms) = (z3(), Terms::new());
        let ask = |seed| {
            let shape = SHAPES[seed as usize % SHAPES.len()];
            let formulas = problem(&terms, &mut Random::new(seed), shape).formulas;
            let mut context = backend.open(Limits::default());
            formulas.iter().for_each(|&f| {
                context.assert(&terms, f);
            });
            (context.check(&terms, &[]), context.unsat_core(), context.counters())
        };
        (0..36).map(ask).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}
