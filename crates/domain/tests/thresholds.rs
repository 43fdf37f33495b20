//! Which variables a program only ever sets, and to what.

use domain::{Flow, Thresholds, assigned_constants};
use expect_test::{Expect, expect};
use flow::Symbols;
use flow::cfg::Cfg;
use logic::{Int, Sort, Terms};

fn check(source: &str, expected: Expect) {
    let program = lang::parse_imp(source).program.expect("a program");
    let terms = Terms::new();
    let cfg = Cfg::of_program(&program);
    let symbols = Symbols::of_unit(&terms, &program, &cfg, "");
    let flow = Flow::new(&terms, &cfg, &symbols);
    let thresholds = Thresholds::of_assigned_constants(&terms, &flow);
    let one = |(v, values): (logic::Var, std::collections::BTreeSet<Int>)| {
        assert_eq!(thresholds.of(v), values.iter().cloned().collect::<Vec<_>>());
        let values: Vec<String> = values.iter().map(Int::to_string).collect();
        format!("{} {}", terms.var_name(v), values.join(","))
    };
    let found: Vec<String> = assigned_constants(&terms, &flow).into_iter().map(one).collect();
    expected.assert_eq(&found.join("; "));
}

#[test]
fn constants_tell_where_control_is() {
    check(
        "int s, n; s := 3; n := 0; while nondet do if s = 3 then s := 1 elif s = 1 then s := 7 end; n := n + 1 done",
        expect!["s 1,3,7"],
    );
}

#[test]
fn copies_have_the_values_of_what_they_copy() {
    check(
        "int s, old, older; s := 1; old := 0; while nondet do older := old; old := s; if nondet then s := 2 end done",
        expect!["s 1,2; old 0,1,2; older 0,1,2"],
    );
    // A circle of copies has the values of all of it.
    check(
        "int a, b, t; a := 1; b := 2; while nondet do t := a; a := b; b := t done",
        expect!["a 1,2; b 1,2; t 1,2"],
    );
}

#[test]
fn what_counts_or_comes_from_outside_is_no_setting() {
    check("int s, t, n; s := 1; while nondet do s := nondet; t := n done", expect![""]);
    check("int s, t; s := 1; t := s; while nondet do s := s + 1; t := s done", expect![""]);
    check(
        "bool b, c; int s; b := true; c := not b; s := 4; while nondet do b := false; s := 5 done",
        expect!["b ; s 4,5"],
    );
}

#[test]
fn thresholds_of_a_variable_come_before_common_ones() {
    let terms = Terms::new();
    let x = terms.var("x", Sort::Int);
    assert_eq!(Thresholds::none().of(x), []);
    let numbers = [3, -1, 3].map(|i: i64| Int::from(i));
    assert_eq!(Thresholds::common(numbers).of(x), [-1, 3].map(|i: i64| Int::from(i)));
}
