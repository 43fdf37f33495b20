//! Refutations that are found, not written: random clauses saturated by variable elimination, with their mutants.

mod common;

use common::mutation::mutants;
use common::{Derivation, Random, lit, oracle};
use logic::Term;
use loopglass_check::refutation;
use proof::{DefinitionClause as D, Lit, Proof, Rule, Step, StepId};
use std::collections::{BTreeMap, BTreeSet};

type Clause = BTreeSet<Lit>;

/// Asserts random clauses over the symbols and derives the empty clause, if there is a derivation.
fn saturate(d: &mut Derivation, r: &mut Random, symbols: &[Term], count: usize) -> bool {
    let mut known: BTreeMap<Clause, StepId> = BTreeMap::new();
    for _ in 0..count {
        let literals: Clause =
            (0..1 + r.below(3)).map(|_| Lit { atom: *r.pick(symbols), positive: r.flip() }).collect();
        let formula = d.terms.or(literals.iter().map(|&l| oracle::formula(&d.terms, l)).collect::<Vec<_>>());
        if d.terms.as_bool(formula).is_some() {
            continue;
        }
        let mut step = d.assert(formula);
        if literals.len() > 1 {
            let clause = literals.iter().copied().chain([lit(formula).negated()]);
            let defined = d.define(formula, D::Children, clause);
            step = d.resolve(literals.iter().copied(), defined, &[(formula, step)]);
        }
        known.entry(literals).or_insert(step);
    }
    for &pivot in symbols {
        let split = |positive: bool| -> Vec<(Clause, StepId)> {
            let l = Lit { atom: pivot, positive };
            known.iter().filter(|(c, _)| c.contains(&l)).map(|(c, s)| (c.clone(), *s)).collect()
        };
        let (with, against) = (split(true), split(false));
        for (c, s) in &with {
            for (e, u) in &against {
                let mut result: Clause = c.union(e).copied().collect();
                result.retain(|l| l.atom != pivot);
                if result.iter().any(|l| result.contains(&l.negated())) || known.contains_key(&result) {
                    continue;
                }
                let step = d.resolve(result.iter().copied(), *s, &[(pivot, *u)]);
                if result.is_empty() {
                    return true;
                }
                known.insert(result, step);
            }
        }
        known.retain(|c, _| c.iter().all(|l| l.atom != pivot));
    }
    false
}

/// The steps that the last one needs.
fn trim(proof: &Proof) -> Proof {
    let mut needed = vec![false; proof.steps.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for (i, step) in proof.steps.iter().enumerate().rev() {
        if let (true, Rule::Resolution { first, links }) = (needed[i], &step.rule) {
            needed[*first] = true;
            links.iter().for_each(|l| needed[l.1] = true);
        }
    }
    let mut place = BTreeMap::new();
    let mut steps: Vec<Step> = Vec::new();
    for (i, step) in proof.steps.iter().enumerate().filter(|(i, _)| needed[*i]) {
        place.insert(i, steps.len());
        let mut step = step.clone();
        if let Rule::Resolution { first, links } = &mut step.rule {
            *first = place[first];
            links.iter_mut().for_each(|l| l.1 = place[&l.1]);
        }
        steps.push(step);
    }
    Proof { steps }
}

#[test]
fn generated_refutations_are_accepted_and_unsound_mutants_refused() {
    let (mut found, mut mutations, mut survivors) = (0, 0, 0);
    for seed in 0..60 {
        let (mut r, mut d) = (Random::new(seed), Derivation::new());
        let mut symbols = d.bools(["p", "q", "r", "s"]).to_vec();
        let [x, y] = d.ints(["x", "y"]);
        // Inequalities and equations serve as opaque atoms too, in either polarity.
        symbols.extend([d.terms.le(x, y), d.terms.ge(x, d.terms.int(3)), d.terms.eq(x, y)]);
        let unsatisfiable = saturate(&mut d, &mut r, &symbols, 22);
        assert_eq!(d.check().is_ok(), unsatisfiable);
        if !unsatisfiable {
            continue;
        }
        d.proof = trim(&d.proof);
        assert_eq!(d.check().map(|_| ()), Ok(()));
        assert!(oracle::sound(&d, &d.proof, 3));
        found += 1;
        let all = mutants(&d.terms, d.asserted.len(), &d.proof);
        mutations += all.len();
        for m in all {
            let ok = refutation(&d.terms, &d.asserted, &m.proof).is_ok();
            survivors += usize::from(ok);
            assert!(!ok || oracle::sound(&d, &m.proof, 3), "seed {seed}: {}", m.what);
        }
    }
    assert!(
        found > 20 && mutations > 10_000 && survivors < mutations / 10,
        "{found} {mutations} {survivors}"
    );
}
