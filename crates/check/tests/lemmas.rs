//! Arithmetic lemmas made at random: what must be accepted is, and whatever is accepted has no counterexample
//! among small numbers.

mod common;

use common::mutation::mutants;
use common::{Derivation, Random, equality, lit, oracle, rat};
use logic::{Int, Linear, Rat, Term};
use loopglass_check::Fault;
use proof::{Arithmetic, Lit, Proof, Rule};

fn accepted(d: &Derivation, proof: &Proof) -> bool {
    match loopglass_check::refutation(&d.terms, &[], proof) {
        Err(Fault::Unfinished) => true,
        Err(Fault::Step { .. }) => false,
        other => panic!("{other:?}"),
    }
}

/// A random sum over the symbols; may be constant.
fn sum(r: &mut Random, xs: &[Term], size: i64) -> Linear {
    let parts = xs.iter().map(|&x| (x, Int::from(r.between(-size, size)))).collect();
    Linear::from_parts(parts, Int::from(r.between(-4, 4)))
}

/// `form <= 0` as a literal written in a random polarity, when it is no constant and its coefficients are coprime.
fn literal(d: &Derivation, r: &mut Random, form: &Linear) -> Option<Lit> {
    if !form.content().is_one() {
        return None;
    }
    let l = lit(d.terms.le0(form.clone()));
    Some(if r.flip() { l } else { Lit { atom: d.terms.not(l.atom), positive: false } })
}

/// Sums whose positive combination is the constant; none if a coefficient would not be whole.
fn farkas(d: &Derivation, r: &mut Random, xs: &[Term], constant: i64) -> Option<(Vec<Lit>, Arithmetic)> {
    let factors: Vec<i64> = (0..=r.below(3)).map(|_| r.between(1, 3)).collect();
    let forms: Vec<Linear> = factors.iter().map(|_| sum(r, xs, 2)).collect();
    let mut rest = Linear::constant_of(Int::from(constant));
    for (f, form) in factors.iter().zip(&forms) {
        rest = rest.add_scaled(&Int::from(-*f), form);
    }
    let scale = r.between(1, 3);
    let mut combination = vec![(literal(d, r, &rest)?, rat(1, scale))];
    for (f, form) in factors.iter().zip(&forms) {
        combination.push((literal(d, r, form)?, rat(*f, scale)));
    }
    Some((combination.iter().map(|(l, _)| *l).collect(), Arithmetic::Farkas(combination)))
}

/// Equalities whose combination has whole coefficients and the constant `constant / modulus`.
fn equalities(
    d: &Derivation,
    r: &mut Random,
    xs: &[Term],
    constant: i64,
    modulus: i64,
) -> Option<(Vec<Lit>, Arithmetic)> {
    let factors: Vec<i64> = (0..=r.below(2)).map(|_| r.between(-3, 3)).collect();
    let forms: Vec<Linear> = factors.iter().map(|_| sum(r, xs, 2)).collect();
    let whole = sum(r, xs, 1).with_constant(Int::ZERO).scaled(&Int::from(modulus));
    let mut rest = whole.with_constant(Int::from(constant));
    for (f, form) in factors.iter().zip(&forms) {
        rest = rest.add_scaled(&Int::from(-*f), form);
    }
    let (mut literals, mut list) = (Vec::new(), Vec::new());
    for (f, form) in factors.iter().zip(&forms).chain([(&1, &rest)]) {
        let upper = literal(d, r, form)?;
        let lower = literal(d, r, &form.scaled(&Int::MINUS_ONE))?;
        literals.extend([upper, lower]);
        list.push(equality(upper, lower, Rat::new(Int::from(*f), Int::from(modulus))));
    }
    Some((literals, Arithmetic::Divisibility(list)))
}

/// A split both branches of which are contradictions that may use the atom.
fn split(d: &Derivation, r: &mut Random, xs: &[Term], depth: usize) -> Option<(Vec<Lit>, Arithmetic)> {
    if depth == 0 || r.below(3) == 0 {
        let constant = r.between(1, 3);
        return farkas(d, r, xs, constant);
    }
    let (mut literals, holds) = split(d, r, xs, depth - 1)?;
    let (mut more, fails) = split(d, r, xs, depth - 1)?;
    let assumed = literals.swap_remove(r.below(literals.len()));
    let atom = if assumed.positive { assumed.atom } else { d.terms.not(assumed.atom) };
    more.retain(|l| oracle::formula(&d.terms, *l) != d.terms.not(atom));
    literals.extend(more);
    Some((literals, Arithmetic::Split { atom, holds: Box::new(holds), fails: Box::new(fails) }))
}

/// The lemma whose clause is the negation of the literals.
fn state(d: &mut Derivation, literals: &[Lit], reason: Arithmetic) {
    d.proof.steps.clear();
    d.step(literals.iter().map(|l| l.negated()), Rule::Lemma(reason));
}

#[test]
fn farkas_sums_are_accepted_just_when_positive() {
    let mut seen = [0; 2];
    for seed in 0..5000 {
        let (mut r, mut d) = (Random::new(seed), Derivation::new());
        let xs = d.ints(["x", "y", "z"]);
        let constant = r.between(-2, 2);
        let Some((literals, reason)) = farkas(&d, &mut r, &xs, constant) else { continue };
        state(&mut d, &literals, reason);
        assert_eq!(accepted(&d, &d.proof), constant > 0, "seed {seed}");
        if constant > 0 {
            assert!(oracle::valid(&d.terms, &d.proof.steps[0].clause, 5), "seed {seed}");
        }
        seen[usize::from(constant > 0)] += 1;
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

#[test]
fn equalities_are_accepted_just_when_the_constant_is_fractional() {
    let mut seen = [0; 2];
    for seed in 0..6000 {
        let (mut r, mut d) = (Random::new(seed), Derivation::new());
        let xs = d.ints(["x", "y", "z"]);
        let (modulus, constant) = (r.between(2, 4), r.between(-5, 5));
        let Some((literals, reason)) = equalities(&d, &mut r, &xs, constant, modulus) else { continue };
        state(&mut d, &literals, reason);
        let fractional = constant % modulus != 0;
        assert_eq!(accepted(&d, &d.proof), fractional, "seed {seed}");
        if fractional {
            assert!(oracle::valid(&d.terms, &d.proof.steps[0].clause, 5), "seed {seed}");
        }
        seen[usize::from(fractional)] += 1;
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

#[test]
fn splits_and_all_their_accepted_mutants_are_valid() {
    let (mut originals, mut mutations, mut survivors) = (0, 0, 0);
    for seed in 0..1500 {
        let (mut r, mut d) = (Random::new(seed), Derivation::new());
        let xs = d.ints(["x", "y"]);
        let Some((literals, reason)) = split(&d, &mut r, &xs, 2) else { continue };
        state(&mut d, &literals, reason);
        assert!(accepted(&d, &d.proof), "seed {seed}");
        originals += 1;
        let all = mutants(&d.terms, 0, &d.proof);
        mutations += all.len();
        for m in all.into_iter().filter(|m| !m.proof.steps.is_empty() && accepted(&d, &m.proof)) {
            survivors += 1;
            let clause = &m.proof.steps[0].clause;
            assert!(oracle::valid(&d.terms, clause, 8), "seed {seed}: {}", m.what);
        }
    }
    assert!(originals > 50 && survivors < mutations / 4, "{originals} {mutations} {survivors}");
}
