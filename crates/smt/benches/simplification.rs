//! How long it takes to make interpolants readable.

#![allow(missing_docs, reason = "the functions that the macros of criterion make have none")]

mod queries;

use criterion::{Criterion, criterion_group, criterion_main};
use logic::{Term, Terms};
use loopglass_smt::itp::{Interpolated, Settings, interpolate};
use loopglass_smt::tidy;
use queries::{corpus, cuts, pair, system};
use std::hint::black_box;

/// The interpolants of all queries of the corpus, as they come off the refutations.
fn raw(terms: &Terms, unrolling: u32) -> Vec<Term> {
    let mut out = Vec::new();
    for ts in corpus().iter().filter_map(|s| system(terms, s)) {
        for cut in cuts(unrolling).into_iter().take(2) {
            let pair = pair(terms, &ts, unrolling, cut);
            if let Interpolated::Interpolant { interpolant, .. } =
                interpolate(terms, &pair.a, &pair.b, &Settings::default())
            {
                out.push(interpolant);
            }
        }
    }
    out
}

fn simplification(c: &mut Criterion) {
    let mut group = c.benchmark_group("simplification");
    group.sample_size(10);
    for unrolling in [4, 10] {
        let terms = Terms::new();
        let formulas = raw(&terms, unrolling);
        group.bench_function(format!("without solver, unrolling {unrolling}"), |b| {
            b.iter(|| {
                for &f in &formulas {
                    black_box(terms.simplify(f));
                }
            });
        });
        group.bench_function(format!("with solver, unrolling {unrolling}"), |b| {
            b.iter(|| {
                for &f in &formulas {
                    black_box(tidy(&loopglass_smt::door(), &terms, f));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, simplification);
criterion_main!(benches);
