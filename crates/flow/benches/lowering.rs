//! How long a large program takes from its text to its transition system.

#![allow(missing_docs, reason = "the functions that the macros of criterion make have none")]

use criterion::{Criterion, criterion_group, criterion_main};
use flow::TransitionSystem;
use flow::cfg::Cfg;
use logic::Terms;
use std::hint::black_box;

mod machine;
use machine::{Style, controller};

fn lowering(c: &mut Criterion) {
    for style in [Style::Chain, Style::Switch] {
        let source = controller(80, style);
        c.bench_function(&format!("parse {style:?}"), |b| {
            b.iter(|| lang::c::parse(black_box(&source), lang::Arithmetic::default()))
        });
        let program = lang::c::parse(&source, lang::Arithmetic::default())
            .program
            .expect("the generator makes programs");
        c.bench_function(&format!("lower {style:?}"), |b| {
            b.iter(|| {
                let terms = Terms::new();
                let cfg = Cfg::of_c(black_box(&program));
                TransitionSystem::of_cfg(&terms, &program, &cfg)
            });
        });
    }
}

criterion_group!(benches, lowering);
criterion_main!(benches);
