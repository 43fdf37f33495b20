//! Sequences of interpolants, against their definition.

#[allow(dead_code, reason = "shared with the differential tests")]
#[path = "../../smt/tests/fuzz/generate.rs"]
mod generate;

use evidence::{Failure, How, sequence};
use generate::{Random, SHAPES, problem};
use logic::{Term, Terms};
use smt::itp::Labelling;
use smt::{Config, Solver};
use solver::{Limits, Outcome};
use std::collections::BTreeSet;

const LABELLINGS: [Labelling; 3] = [Labelling::McMillan, Labelling::Pudlak, Labelling::DualMcMillan];

fn limits() -> Limits {
    Limits { conflicts: 20_000, pivots: 200_000, splits: 2_000, ..Limits::default() }
}

fn solved<'t>(terms: &'t Terms, formulas: &[Term]) -> (Outcome, Solver<&'t Terms>) {
    let mut solver = Solver::new(terms, Config { limits: limits() });
    for &t in formulas {
        solver.assert(t);
    }
    (solver.check(&[]), solver)
}

/// Whether the formulas imply the last.
fn implies(terms: &Terms, from: impl IntoIterator<Item = Term>, to: Term) -> bool {
    let refuted: Vec<Term> = from.into_iter().chain([terms.not(to)]).collect();
    solved(terms, &refuted).0 == Outcome::Unsat
}

fn symbols_fit(terms: &Terms, before: &[Vec<Term>], after: &[Vec<Term>], itp: Term) -> bool {
    let of = |groups: &[Vec<Term>]| terms.vars_of(&groups.concat());
    let shared: BTreeSet<_> = of(before).intersection(&of(after)).copied().collect();
    terms.vars(itp).into_iter().all(|v| shared.contains(&v))
}

/// How many steps of a sequence fail: the interpolant before and the group do not imply the next interpolant.
fn broken_steps(terms: &Terms, groups: &[Vec<Term>], itps: &[Term]) -> usize {
    assert_eq!(itps.len() + 1, groups.len());
    for (i, &itp) in itps.iter().enumerate() {
        assert!(symbols_fit(terms, &groups[..=i], &groups[i + 1..], itp), "{}", terms.infix(itp));
        assert!(implies(terms, groups[..=i].concat(), itp), "{}", terms.infix(itp));
        assert!(implies(terms, groups[i + 1..].concat().into_iter().chain([itp]), terms.bool(false)));
    }
    let before = |i: usize| if i == 0 { terms.tru() } else { itps[i - 1] };
    let after = |i: usize| itps.get(i).copied().unwrap_or(terms.bool(false));
    let fails = |i: &usize| !implies(terms, groups[*i].iter().copied().chain([before(*i)]), after(*i));
    (0..groups.len()).filter(fails).count()
}

#[test]
fn sequences() {
    let (mut read_off, mut stepwise) = (0, 0);
    for i in 0..300_u64 {
        let shape = SHAPES[(i % SHAPES.len() as u64) as usize];
        let terms = Terms::new();
        let p = problem(&terms, &mut Random::new(7_000_000 + i), shape);
        if solved(&terms, &p.formulas).0 != Outcome::Unsat {
            continue;
        }
        let groups: Vec<Vec<Term>> = p.formulas.iter().map(|&f| vec![f]).collect();
        for labelling in LABELLINGS {
            for plain in [false, true] {
                let how = How { labelling, plain, limits: limits(), ..How::default() };
                let itps = match sequence(&smt::door(), &terms, &groups, &how) {
                    Ok(itps) => itps,
                    Err(Failure::Unknown(_)) => continue,
                    Err(failure) => panic!("{failure}"),
                };
                let formulas: Vec<Term> = itps.iter().map(|i| i.term).collect();
                assert_eq!(broken_steps(&terms, &groups, &formulas), 0);
                read_off += itps.iter().filter(|i| !i.stepwise).count();
                stepwise += itps.iter().filter(|i| i.stepwise).count();
            }
        }
    }
    assert!(read_off > 2_000, "{read_off} read off, {stepwise} by queries of their own");
}
