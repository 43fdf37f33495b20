//! How long the solver takes to answer queries of the engines, one at a time and with a suffix that stays asserted.

#![allow(missing_docs, reason = "the functions that the macros of criterion make have none")]

mod queries;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use logic::{Term, Terms};
use loopglass_smt::{Config, Outcome, Solver};
use queries::{Pair, Source, corpus, cuts, pair, system};
use std::hint::black_box;

/// A query of each program, as a list of formulas.
fn all(terms: &Terms, sources: &[Source], unrolling: u32) -> Vec<Vec<Term>> {
    let systems = sources.iter().filter_map(|s| system(terms, s));
    systems
        .map(|ts| {
            let Pair { a, b } = pair(terms, &ts, unrolling, 1);
            [a, b].concat()
        })
        .collect()
}

fn solve(terms: &Terms, formulas: &[Term]) -> Outcome {
    let mut solver = Solver::new(terms, Config::default());
    for &f in formulas {
        solver.assert(f);
    }
    solver.check(&[])
}

/// Every program of the corpus once.
fn whole_corpus(c: &mut Criterion) {
    let sources = corpus();
    let mut group = c.benchmark_group("search/corpus");
    group.sample_size(10);
    for unrolling in [4, 10] {
        group.bench_function(format!("unrolling {unrolling}"), |b| {
            let fresh = || {
                let terms = Terms::new();
                let queries = all(&terms, &sources, unrolling);
                (terms, queries)
            };
            b.iter_batched(
                fresh,
                |(terms, queries)| {
                    let unsat = queries.iter().filter(|q| solve(&terms, q) == Outcome::Unsat).count();
                    black_box((unsat, terms))
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// Programs that are hard in different ways: remainders, many paths, several loops, long constants.
const SINGLE: [&str; 5] =
    ["even_steps", "twelve_switches", "rows_of_three", "past_the_machine_word", "token_ring"];

fn single(c: &mut Criterion) {
    let mut group = c.benchmark_group("search/single");
    group.sample_size(20);
    for source in corpus().iter().filter(|s| SINGLE.contains(&s.name.as_str())) {
        let terms = Terms::new();
        let Some(ts) = system(&terms, source) else { continue };
        let Pair { a, b } = pair(&terms, &ts, 10, 1);
        let formulas = [a, b].concat();
        group.bench_function(&source.name, |b| b.iter(|| black_box(solve(&terms, &formulas))));
    }
    group.finish();
}

/// The suffix asserted once, the start pushed and popped: what interpolation-based model checking does.
fn moving_start(c: &mut Criterion) {
    let mut group = c.benchmark_group("search/moving start");
    group.sample_size(20);
    for source in corpus().iter().filter(|s| SINGLE.contains(&s.name.as_str())) {
        let terms = Terms::new();
        let Some(ts) = system(&terms, source) else { continue };
        let starts: Vec<Term> =
            cuts(10).into_iter().map(|cut| terms.and(pair(&terms, &ts, 10, cut).a)).collect();
        let suffix = pair(&terms, &ts, 10, 1).b;
        group.bench_function(&source.name, |b| {
            b.iter(|| {
                let mut solver = Solver::new(&terms, Config::default());
                for &f in &suffix {
                    solver.assert(f);
                }
                for &start in &starts {
                    solver.push();
                    solver.assert(start);
                    black_box(solver.check(&[]));
                    solver.pop();
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, whole_corpus, single, moving_start);
criterion_main!(benches);
