//! Queries as the engines ask them, made from the programs of the corpus: initial states and some iterations on one side,
//! further iterations and a failing assertion on the other.

#![allow(dead_code, reason = "not every benchmark uses all of it")]

use flow::TransitionSystem;
use logic::{Term, Terms};
use std::path::{Path, PathBuf};

/// A program.
pub struct Source {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The IMP programs of the corpus, safe ones first, by name.
pub fn corpus() -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut out = Vec::new();
    for folder in ["safe", "unsafe"] {
        let entries = std::fs::read_dir(top.join(folder)).expect("the corpus");
        let mut files: Vec<PathBuf> = entries.map(|e| e.expect("a file").path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "imp"));
        files.sort();
        out.extend(files.iter().map(|f| Source {
            name: f.file_stem().expect("a name").to_string_lossy().into_owned(),
            text: std::fs::read_to_string(f).expect("a program"),
        }));
    }
    out
}

/// A and B.
pub struct Pair {
    /// Formulas that are to be separated from those of B.
    pub a: Vec<Term>,
    /// See `a`.
    pub b: Vec<Term>,
}

/// The transition system of a program with loops.
pub fn system(terms: &Terms, source: &Source) -> Option<TransitionSystem> {
    let program = lang::parse_imp(&source.text).program.expect("a program of the corpus");
    Some(TransitionSystem::of_program(terms, &program)).filter(TransitionSystem::has_loop)
}

/// A: the initial states and the first `cut` iterations. B: some failure within `unrolling` iterations.
pub fn pair(terms: &Terms, ts: &TransitionSystem, unrolling: u32, cut: u32) -> Pair {
    let mut a = vec![ts.init_at(terms, 0)];
    a.extend((0..cut).map(|i| ts.trans_at(terms, i)));
    let failure = (cut..unrolling).rev().fold(ts.bad_at(terms, unrolling), |later, i| {
        terms.or([ts.bad_at(terms, i), terms.and([ts.trans_at(terms, i), later])])
    });
    Pair { a, b: vec![failure] }
}

/// The places where an unrolling is cut, the most telling first: after the first iteration, in the middle, before the last;
/// then some between those.
pub fn cuts(unrolling: u32) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    for cut in [1, unrolling / 2, unrolling - 1, unrolling.div_ceil(4), unrolling - 2] {
        if !out.contains(&cut) {
            out.push(cut);
        }
    }
    out
}
