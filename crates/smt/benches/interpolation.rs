//! How long it takes to read interpolants off refutations, and to search for small ones.

#![allow(missing_docs, reason = "the functions that the macros of criterion make have none")]

mod queries;

use criterion::{Criterion, criterion_group, criterion_main};
use logic::{Term, Terms};
use loopglass_smt::generalise::{Hints, Taste, constants, generalise};
use loopglass_smt::itp::{Labelling, Settings, Side, TheoryRule, binary};
use loopglass_smt::{Config, Outcome, Solver};
use proof::{Part, Proof};
use queries::{Pair, corpus, cuts, pair, system};
use std::hint::black_box;

struct Refuted {
    asserted: Vec<Term>,
    cut: usize,
    proof: Proof,
}

/// The refutations of all queries of the corpus that are contradictory.
fn refuted(terms: &Terms, unrolling: u32) -> Vec<Refuted> {
    let mut out = Vec::new();
    for ts in corpus().iter().filter_map(|s| system(terms, s)) {
        for cut in cuts(unrolling).into_iter().take(2) {
            let Pair { a, b } = pair(terms, &ts, unrolling, cut);
            let cut = a.len();
            let asserted = [a, b].concat();
            let mut solver = Solver::new(terms, Config::default());
            for &f in &asserted {
                solver.assert(f);
            }
            if solver.check(&[]) == Outcome::Unsat
                && let Some(proof) = solver.proof()
            {
                out.push(Refuted { asserted, cut, proof });
            }
        }
    }
    out
}

/// Reading off, for each system.
fn from_proofs(c: &mut Criterion) {
    let mut group = c.benchmark_group("interpolation/from proofs");
    group.sample_size(10);
    for unrolling in [4, 10] {
        let terms = Terms::new();
        let queries = refuted(&terms, unrolling);
        for (name, labelling) in [
            ("McMillan", Labelling::McMillan),
            ("Pudlak", Labelling::Pudlak),
            ("dual", Labelling::DualMcMillan),
        ] {
            let settings = Settings { labelling, theory: TheoryRule::Farkas, ..Settings::default() };
            group.bench_function(format!("{name}, unrolling {unrolling}"), |b| {
                b.iter(|| {
                    for q in &queries {
                        let side = |p: Part| Some(if p < q.cut { Side::A } else { Side::B });
                        let _ = black_box(binary(&terms, &q.proof, &q.asserted, side, &settings));
                    }
                });
            });
        }
    }
    group.finish();
}

/// Searching, for the queries of one iteration against four.
fn by_search(c: &mut Criterion) {
    let mut group = c.benchmark_group("interpolation/search");
    group.sample_size(10);
    for name in ["even_steps", "swapped_pair", "wall_clock", "up_then_down"] {
        let source = corpus().into_iter().find(|s| s.name == name).expect("a program of the corpus");
        let terms = Terms::new();
        let Some(ts) = system(&terms, &source) else { continue };
        let Pair { a, b } = pair(&terms, &ts, 4, 1);
        let all = [a.clone(), b.clone()].concat();
        let hints = Hints { constants: constants(&terms, &all), taste: Taste::Equations, ..Hints::default() };
        group.bench_function(name, |bench| {
            bench.iter(|| black_box(generalise(&loopglass_smt::door(), &terms, &a, &b, &hints)))
        });
    }
    group.finish();
}

criterion_group!(benches, from_proofs, by_search);
criterion_main!(benches);
