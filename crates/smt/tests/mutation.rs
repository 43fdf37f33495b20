//! The checker refuses changed refutations of the solver, unless the change leaves every step sound.

#[allow(dead_code, reason = "shared with the checker's tests")]
#[path = "../../check/tests/common/mutation.rs"]
mod mutation;

#[allow(dead_code, reason = "shared with the differential tests")]
#[path = "fuzz/generate.rs"]
mod generate;

use generate::{Random, SHAPES, problem};
use logic::{Rat, Term, Terms};
use loopglass_smt::condense::condense;
use loopglass_smt::{Config, Outcome, Solver};
use mutation::mutants;
use proof::{Lit, Proof, Rule};

// What the checker's mutation module expects beside it.
fn lit(atom: Term) -> Lit {
    Lit { atom, positive: true }
}

fn neg(atom: Term) -> Lit {
    lit(atom).negated()
}

fn rat(numerator: i64, denominator: i64) -> Rat {
    Rat::new(numerator.into(), denominator.into())
}

fn formula(terms: &Terms, clause: &[Lit]) -> Term {
    let literal = |l: &Lit| if l.positive { l.atom } else { terms.not(l.atom) };
    terms.or(clause.iter().map(literal).collect::<Vec<_>>())
}

/// Whether every step follows from what it refers to, by the meaning of the formulas alone.
fn sound(terms: &Terms, asserted: &[Term], proof: &Proof) -> bool {
    proof.steps.iter().all(|step| {
        let premises: Vec<Term> = match &step.rule {
            Rule::Input(part) => vec![asserted[*part]],
            Rule::Definition(_) | Rule::Lemma(_) => Vec::new(),
            Rule::Resolution { first, links } => {
                let used = std::iter::once(*first).chain(links.iter().map(|l| l.1));
                used.map(|s| formula(terms, &proof.steps[s].clause)).collect()
            }
        };
        let mut solver = Solver::new(terms, Config::default());
        for t in premises.into_iter().chain([terms.not(formula(terms, &step.clause))]) {
            solver.assert(t);
        }
        solver.check(&[]) == Outcome::Unsat
    })
}

/// Longer refutations have too many changes to try them all.
const LONGEST: usize = 40;

#[test]
fn unsound_changes_of_refutations_are_refused() {
    let (mut proofs, mut changes, mut accepted) = ([0; SHAPES.len()], 0, 0);
    for i in 0..270_u64 {
        let shape = (i % SHAPES.len() as u64) as usize;
        let terms = Terms::new();
        let p = problem(&terms, &mut Random::new(11_000_000 + i), SHAPES[shape]);
        let mut solver = Solver::new(&terms, Config::default());
        for &t in &p.formulas {
            solver.assert(t);
        }
        if solver.check(&[]) != Outcome::Unsat {
            continue;
        }
        let proof = solver.proof().expect("a refutation");
        for proof in [condense(&proof), proof].into_iter().filter(|p| p.steps.len() <= LONGEST).take(1) {
            assert_eq!(check::refutation(&terms, &p.formulas, &proof).map(|_| ()), Ok(()));
            proofs[shape] += 1;
            for mutant in mutants(&terms, p.formulas.len(), &proof) {
                changes += 1;
                if check::refutation(&terms, &p.formulas, &mutant.proof).is_ok() {
                    accepted += 1;
                    assert!(sound(&terms, &p.formulas, &mutant.proof), "problem {i}: {}", mutant.what);
                }
            }
        }
    }
    assert!(proofs.iter().filter(|n| **n >= 3).count() >= 7, "{proofs:?}");
    assert!(changes > 50_000 && accepted < changes / 10, "{accepted} of {changes} in {proofs:?}");
}
