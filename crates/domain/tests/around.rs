//! Boxes around formulas, by propagation alone and with the solver.

use domain::{BoxDomain, Domain, Questions, box_around};
use expect_test::{Expect, expect};
use logic::{Int, Sort, Terms};
use std::rc::Rc;

/// The box of the states at a program's only loop head, whose way there is one condition.
fn check(condition: &str, propagated: Expect, solved: Expect) {
    let source = format!("int x, y, z; bool b; {{ {condition} }} while nondet do skip done");
    let program = lang::parse_imp(&source).program.expect("a program");
    let terms = Rc::new(Terms::new());
    let formula = flow::TransitionSystem::of_program(&terms, &program).init.formula();
    let domain = BoxDomain::new(terms.clone());
    let text = |element| terms.infix(domain.concretisation(&element));
    propagated.assert_eq(&text(domain.abstraction(formula)));
    let mut ask = Questions::new(terms.clone(), &smt::door());
    let vars = [("x", Sort::Int), ("y", Sort::Int), ("z", Sort::Int), ("b", Sort::Bool)];
    let vars = vars.map(|(name, sort)| terms.var(name, sort));
    let thresholds: Vec<Int> = (-3..=10i64).map(Int::from).collect();
    solved.assert_eq(&text(box_around(&mut ask, &terms, formula, &vars, &thresholds)));
}

#[test]
fn equations_bound_each_other() {
    check(
        "x = y and x + y <= 7 and x >= 1",
        expect![["1 <= x <= 6 and 1 <= y <= 6"]],
        expect![["1 <= x <= 3 and 1 <= y <= 3"]],
    );
}

#[test]
fn parity_excludes_everything() {
    check("x = 2 * y and x = 2 * z + 1", expect!["true"], expect!["false"]);
}

#[test]
fn bounds_that_are_no_thresholds_stay_open() {
    check("x = y and x + y >= 50 and y - x >= -8", expect!["true"], expect!["x >= 10 and y >= 10"]);
}

#[test]
fn truth_values() {
    check("(b or x > 3) and (b or x < 3) and x >= 0", expect!["x >= 0"], expect!["x >= 0 and b"]);
}
