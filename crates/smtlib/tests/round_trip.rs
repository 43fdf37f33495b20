//! Terms that are printed as SMT-LIB text and read again are the same terms.

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../smt/tests/fuzz/generate.rs"]
mod generate;

use generate::{Random, SHAPES, problem};
use logic::{Sort, Stamp, Term, Terms};
use smtlib::{Options, Response, Script};
use std::rc::Rc;

fn check(terms: &Rc<Terms>, formulas: &[Term]) {
    let mut script = Script::in_store(terms.clone(), "printed", Options::default());
    script.feed(&terms.smt_declarations(terms.vars_of(formulas)));
    for &f in formulas {
        script.feed(&format!("(assert {})\n", terms.smtlib(f)));
    }
    script.end();
    let responses: Vec<Response> = std::iter::from_fn(|| script.advance()).collect();
    assert_eq!(responses, [], "{:?}", formulas.iter().map(|&f| terms.smtlib(f)).collect::<Vec<_>>());
    assert_eq!(script.assertions(), formulas);
}

#[test]
fn random_formulas() {
    let mut read = 0;
    for seed in 0..900 {
        let terms = Rc::new(Terms::new());
        let mut random = Random::new(seed);
        // Copies of variables are read as variables of their whole name, so formulas with plain symbols are compared.
        let formulas = problem(&terms, &mut random, SHAPES[seed as usize % SHAPES.len()]).formulas;
        let formulas: Vec<Term> = formulas.into_iter().map(|f| plain(&terms, f)).collect();
        check(&terms, &formulas);
        read += formulas.len();
    }
    assert!(read > 2_000);
}

/// The formula over plain symbols whose names are the whole names of its symbols.
fn plain(terms: &Terms, f: Term) -> Term {
    terms.substitute(f, |v| terms.of(terms.var(&terms.var_name(v).replace('\'', "_"), terms.var_sort(v))))
}

#[test]
fn names_that_need_bars() {
    let terms = Rc::new(Terms::new());
    let names = ["x", "x'", "nondet#1", "a b", "x@3", "$", ".5", "0", "-", "long;(name", ""];
    let names: Vec<Term> =
        names.iter().filter(|n| **n != "-").map(|n| terms.of(terms.var(n, Sort::Bool))).collect();
    check(&terms, &[terms.and(names.clone()), terms.or(names)]);
}

#[test]
fn stamped_symbols_are_read_by_their_whole_name() {
    let terms = Rc::new(Terms::new());
    let x = terms.var("x", Sort::Int);
    let step = terms.eq(terms.of(terms.at(x, 1)), terms.add(terms.of(terms.at(x, 0)), terms.int(1)));
    let mut script = Script::in_store(terms.clone(), "printed", Options::default());
    script.feed(&terms.smt_declarations(terms.vars(step)));
    script.feed(&format!("(assert {})", terms.smtlib(step)));
    assert_eq!(script.advance(), None);
    let read = script.assertions();
    assert_eq!(terms.infix(read[0]), terms.infix(step));
    assert!(terms.vars_of(&read).iter().all(|&v| terms.symbol_of(v).stamp == Stamp::Plain));
}

/// A large shared formula: the text has `let`, and is linear in the size of the shared formula.
#[test]
fn shared_parts() {
    let terms = Rc::new(Terms::new());
    let mut e = terms.of(terms.var("x", Sort::Int));
    for i in 0..200 {
        let c = terms.of(terms.var(&format!("b{i}"), Sort::Bool));
        e = terms.ite(c, terms.add(e, terms.int(i)), terms.modulo(e, &7.into()));
    }
    check(&terms, &[terms.le(e, terms.int(3))]);
}
