//! Cutpoint graphs as text.

use expect_test::{Expect, expect};
use flow::cfg::Cfg;
use flow::{Cutpoint, CutpointGraph, TransitionSystem};
use logic::Terms;
use std::fmt::Write;

fn check(source: &str, expected: Expect) {
    let program = lang::parse_imp(source).program.expect("a program");
    let (terms, cfg) = (Terms::new(), Cfg::of_program(&program));
    let ts = TransitionSystem::of_cfg(&terms, &program, &cfg);
    let graph = CutpointGraph::new(&terms, &program, &cfg, &ts);
    let name = |c: usize| match graph.cutpoints[c] {
        Cutpoint::Entry => "entry".to_owned(),
        Cutpoint::Head(i) => format!("head {}", i + 1),
        Cutpoint::Error => "error".into(),
    };
    let mut out = String::new();
    for a in &graph.actions {
        let _ = writeln!(out, "{} -> {}: {}", name(a.from), name(a.to), terms.infix(a.formula));
    }
    let holds: Vec<_> =
        (0..graph.cutpoints.len()).map(|i| terms.eq(terms.of(graph.vars[0]), terms.int(i as i64))).collect();
    let _ = writeln!(out, "one formula: {}", terms.infix(graph.invariant(&terms, &ts, &holds)));
    expected.assert_eq(&out);
}

#[test]
fn one_loop() {
    check(
        "int x; x := 0; while x < 4 do x := x + 1 done; assert x = 4",
        expect![[r#"
        entry -> head 1: x' = 0
        head 1 -> head 1: x <= 3 and x' = x + 1
        head 1 -> error: x >= 4 and x != 4
        one formula: x = 1
    "#]],
    );
}

#[test]
fn nested_loops() {
    check(
        "int x, y; while x < 4 do y := x; while y > 0 do assert x > 0; y := y - 1 done; x := x + 1 done",
        expect![[r#"
            entry -> head 1: x' = x and y' = y
            head 1 -> head 2: x <= 3 and x' = x and y' = x
            head 2 -> head 1: y <= 0 and x' = x + 1 and y' = y
            head 2 -> head 2: y >= 1 and x >= 1 and x' = x and y' = y - 1
            head 2 -> error: y >= 1 and x <= 0
            one formula: 1 <= pc <= 2 and (pc != 1 or x = 1) and (pc != 2 or x = 2)
        "#]],
    );
}

/// The second loop cannot be reached, and the third cannot fail.
#[test]
fn what_cannot_matter_is_left_out() {
    check(
        "int x; x := 0; while x < 4 do x := x + 1; if false then while x > 9 do skip done end done; assert x = 4; \
         while x > 0 do x := x - 1 done",
        expect![[r#"
            entry -> head 1: x' = 0
            head 1 -> head 1: x <= 3 and x' = x + 1
            head 1 -> error: x >= 4 and x != 4
            one formula: 1 <= pc <= 3 and (pc != 1 or x = 1) and pc != 2
        "#]],
    );
}

#[test]
fn nothing_can_fail() {
    check(
        "int x; while x < 4 do x := x + 1 done",
        expect![[r#"
        one formula: true
    "#]],
    );
}
