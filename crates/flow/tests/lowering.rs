//! What programs are lowered to, as text.

use expect_test::{Expect, expect};
use flow::cfg::Cfg;
use flow::{Encoding, TransitionSystem};
use lang::{AssertId, Program};
use logic::Terms;

mod graph_text;

fn parse(source: &str) -> Program {
    lang::parse_imp(source).program.expect("the test programs are well-formed")
}

/// The parts of the transition system, those that are plainly true or false included.
fn check(source: &str, expected: Expect) {
    check_encoded(source, Encoding::Block, expected);
}

fn check_encoded(source: &str, encoding: Encoding, expected: Expect) {
    let terms = Terms::new();
    let program = parse(source);
    let cfg = Cfg::of_program(&program).encoded(&program, encoding);
    let ts = TransitionSystem::of_cfg(&terms, &program, &cfg);
    let names: Vec<String> =
        ts.vars.iter().map(|v| format!("{}: {:?}", terms.var_name(v.var), v.sort)).collect();
    let mut out = format!("state {}\n", names.join(", "));
    let shown = [
        ("early", ts.early),
        ("arrival", ts.arrival),
        ("init", ts.init.formula()),
        ("trans", ts.trans),
        ("bad", ts.bad.formula()),
    ];
    for (name, term) in shown {
        out.push_str(&format!("{name}: {}\n", terms.infix(term)));
    }
    expected.assert_eq(&out);
}

#[test]
fn one_loop() {
    check(
        "{ x = 0 and y = 0 and n >= 0 } while x != n do x := x + 1; y := y + 1 done { y = n }",
        expect![[r#"
            state x: Int, y: Int, n: Int
            early: false
            arrival: x = 0 and y = 0 and n >= 0
            init: x = 0 and y = 0 and n >= 0
            trans: x != n and x' = x + 1 and y' = y + 1 and n' = n
            bad: x = n and y != n
        "#]],
    );
}

/// Fig. 10 of FiB. The locations 4, 5, 6 and 9 there are 1 to 4 here.
#[test]
fn statement_by_statement() {
    check_encoded(
        "x := 0; y := 0; while x != 100 do x := x + 1; y := y + 1 done; assert y = 100",
        Encoding::Statement,
        expect![[r#"
            state x: Int, y: Int, pc: Int
            early: false
            arrival: pc = 1 and x = 0 and y = 0
            init: pc = 1 and x = 0 and y = 0
            trans: pc = 1 and x != 100 and pc' = 2 and x' = x and y' = y or pc = 1 and x = 100 and pc' = 4 and x' = x and y' = y or pc = 2 and pc' = 3 and x' = x + 1 and y' = y or pc = 3 and pc' = 1 and x' = x and y' = y + 1
            bad: pc = 4 and y != 100
        "#]],
    );
    // Choices, branches that meet again, and a failure before the loop.
    check_encoded(
        "assert x > 0; while nondet do if x < 5 then x := nondet else skip end; x := x + 1 done { x > 0 }",
        Encoding::Statement,
        expect![[r#"
            state x: Int, pc: Int
            early: x <= 0
            arrival: x >= 1 and pc = 1
            init: x >= 1 and pc = 1
            trans: pc = 1 and nondet#1 and pc' = 2 and x' = x or pc = 1 and not nondet#1 and pc' = 5 and x' = x or pc = 2 and x <= 4 and pc' = 3 and x' = x or pc = 2 and x >= 5 and pc' = 4 and x' = x or pc = 3 and pc' = 4 and x' = nondet#2 or pc = 4 and pc' = 1 and x' = x + 1
            bad: pc = 5 and x <= 0
        "#]],
    );
    // Without a loop there is no step; with nothing but a condition there is no `pc`.
    check_encoded(
        "x := 1; assert x = 2",
        Encoding::Statement,
        expect![[r#"
        state x: Int
        early: true
        arrival: false
        init: false
        trans: false
        bad: false
    "#]],
    );
    check_encoded(
        "while x < 5 do skip done",
        Encoding::Statement,
        expect![[r#"
        state x: Int
        early: false
        arrival: true
        init: true
        trans: x <= 4 and x' = x
        bad: false
    "#]],
    );
}

/// Executions that violate another assertion end there.
#[test]
fn one_assertion_alone() {
    let program = parse("assert x > 0; while x < 5 do assert x != 3; x := x + 1 done { x = 5 }");
    let mut out = String::new();
    for id in 0..3 {
        let terms = Terms::new();
        let cfg = Cfg::of_program(&program).checking(AssertId(id));
        let ts = TransitionSystem::of_cfg(&terms, &program, &cfg);
        let shown =
            [ts.early, ts.init.formula(), ts.trans, ts.bad.formula()].map(|t| terms.infix(t).to_string());
        out.push_str(&format!(
            "early {}; init {}; trans {}; bad {}\n",
            shown[0], shown[1], shown[2], shown[3]
        ));
    }
    expect![[r#"
        early x <= 0; init x >= 1; trans x <= 4 and x != 3 and x' = x + 1; bad false
        early false; init x >= 1; trans x <= 4 and x != 3 and x' = x + 1; bad x <= 4 and x = 3
        early false; init x >= 1; trans x <= 4 and x != 3 and x' = x + 1; bad x >= 5 and x != 5
    "#]]
    .assert_eq(&out);
}

#[test]
fn values_overwritten_before_the_loop() {
    check(
        "{ x > 2 } y := x; x := 2 * x + 1; while x > 0 do x := x - 1 done",
        expect![[r#"
        state x: Int, y: Int
        early: false
        arrival: x#entry >= 3 and x = 2*x#entry + 1 and y = x#entry
        init: y >= 3 and x = 2*y + 1
        trans: x >= 1 and x' = x - 1 and y' = y
        bad: false
    "#]],
    );
    check(
        "{ x > 2 } x := nondet; assume x < 7; while true do x := nondet done",
        expect![[r#"
        state x: Int
        early: false
        arrival: x#entry >= 3 and nondet#1#entry <= 6 and x = nondet#1#entry
        init: x <= 6
        trans: x' = nondet#2
        bad: false
    "#]],
    );
    check(
        "x := y % 3; y := y / 3; while true do skip done",
        expect![[r#"
        state x: Int, y: Int
        early: false
        arrival: x = y#entry mod 3 and y = y#entry div 3
        init: x = y#entry mod 3 and y = y#entry div 3
        trans: x' = x and y' = y
        bad: false
    "#]],
    );
}

#[test]
fn joins_are_under_their_own_condition() {
    check(
        "while nondet do if x > 0 then x := 1 elif x > -5 then x := 2 elif nondet then x := 3 end; y := x done",
        expect![[r#"
            state x: Int, y: Int
            early: false
            arrival: true
            init: true
            trans: nondet#1 and x' = ite(x >= 1, 1, ite(x >= -4, 2, ite(nondet#2, 3, x))) and y' = ite(x >= 1, 1, ite(x >= -4, 2, ite(nondet#2, 3, x)))
            bad: false
        "#]],
    );
}

#[test]
fn assumptions_and_assertions_in_branches() {
    check(
        "bool b; int x;
         while nondet do
           if b then assume x > 0; x := x - 1 else assert x < 9; x := x + 1 end;
           b := nondet and x > 3
         done;
         assert x > -3
         { b => x = 4 }",
        expect![[r#"
            state b: Bool, x: Int
            early: false
            arrival: true
            init: true
            trans: nondet#1 and (b and x >= 1 or not b and x <= 8) and (nondet#2 and ite(b, x - 1, x + 1) >= 4) = b' and x' = ite(b, x - 1, x + 1)
            bad: nondet#1 and not b and x >= 9 or not nondet#1 and x <= -3 or not nondet#1 and x >= -2 and not (not b or x = 4)
        "#]],
    );
}

#[test]
fn without_loops() {
    check(
        "{ x > 0 } y := nondet; assert y < x; y := y + 1 { y <= x }",
        expect![[r#"
        state x: Int, y: Int
        early: x >= 1 and x <= nondet#1
        arrival: false
        init: false
        trans: false
        bad: false
    "#]],
    );
    check(
        "skip",
        expect![[r#"
        state 
        early: false
        arrival: false
        init: false
        trans: false
        bad: false
    "#]],
    );
}

#[test]
fn a_failure_before_the_loop() {
    check(
        "{ x > 0 } assert x > 1; x := 7; while x > 0 do x := x - 1 done { x = 0 }",
        expect![[r#"
        state x: Int
        early: 1 <= x <= 1
        arrival: x#entry >= 1 and x#entry >= 2 and x = 7
        init: x = 7
        trans: x >= 1 and x' = x - 1
        bad: x <= 0 and x != 0
    "#]],
    );
}

#[test]
fn several_loops_share_a_program_counter() {
    check(
        "int pc; { pc = 1 } while pc < 5 do x := 0; while x < pc do x := x + 1 done; pc := pc + 1 done { x = 4 }",
        expect![[r#"
            state pc: Int, x: Int, block: Int
            early: false
            arrival: pc = 1 and block = 1
            init: pc = 1 and block = 1
            trans: block = 1 and pc <= 4 and block' = 2 and pc' = pc and x' = 0 or block = 2 and pc <= x and block' = 1 and pc' = pc + 1 and x' = x or block = 2 and x < pc and block' = 2 and pc' = pc and x' = x + 1
            bad: block = 1 and pc >= 5 and x != 4
        "#]],
    );
    check(
        "x := 0; while x < 5 do x := x + 1 done; while x > 0 do x := x - 1 done { x = 0 }",
        expect![[r#"
        state x: Int, pc: Int
        early: false
        arrival: pc = 1 and x = 0
        init: pc = 1 and x = 0
        trans: pc = 1 and x <= 4 and pc' = 1 and x' = x + 1 or pc = 1 and x >= 5 and pc' = 2 and x' = x or pc = 2 and x >= 1 and pc' = 2 and x' = x - 1
        bad: pc = 2 and x <= 0 and x != 0
    "#]],
    );
}

#[test]
fn a_choice_met_before_and_behind_the_loops_has_two_symbols() {
    check(
        "if nondet then while x > 0 do x := x - 1 done end; y := nondet; while y > 0 do y := y - 1 done",
        expect![[r#"
            state x: Int, y: Int, pc: Int
            early: false
            arrival: nondet#1#entry and pc = 1 and y = y#entry or not nondet#1#entry and pc = 2 and y = nondet#2#entry
            init: pc = 1 or pc = 2
            trans: pc = 1 and x >= 1 and pc' = 1 and x' = x - 1 and y' = y or pc = 1 and x <= 0 and pc' = 2 and x' = x and y' = nondet#2 or pc = 2 and y >= 1 and pc' = 2 and x' = x and y' = y - 1
            bad: false
        "#]],
    );
}

#[test]
fn consecutive_branches_are_shared() {
    let sizes: Vec<usize> = [20, 40, 80]
        .map(|count| {
            let branch = "if nondet then x := x + 1 elif x > y then x := x + y else y := y + 1 end; ";
            let source = format!("while x < 100 do {}skip done {{ x > y }}", branch.repeat(count));
            let terms = Terms::new();
            let ts = TransitionSystem::of_program(&terms, &parse(&source));
            assert!(terms.len() < 60 * count, "{} terms for {count} branches", terms.len());
            terms.size(ts.trans)
        })
        .into();
    assert!(sizes[2] - sizes[1] <= 2 * (sizes[1] - sizes[0]) + 20, "{sizes:?} grows faster than the program");
}

#[test]
fn long_programs_are_lowered_in_linear_space() {
    for part in
        ["assert x > 0; ", "assume x > 0 or y > z; y := y + 1; ", "if x > 0 then assert y > 0; y := z end; "]
    {
        let terms = Terms::new();
        let source = format!("while true do {}x := x + 1 done", part.repeat(2_000));
        let ts = TransitionSystem::of_program(&terms, &parse(&source));
        let children: usize =
            terms.postorder(&[ts.trans, ts.bad.formula()]).iter().map(|&t| 1 + terms.children(t).len()).sum();
        assert!(children < 2_000 * 60, "{part}: {children}");
    }
}

#[test]
fn many_arms_are_lowered() {
    let arms: String = (1..5_000).map(|i| format!(" elif x = {i} then x := {}", i * 7 % 11)).collect();
    let terms = Terms::new();
    let source = format!("while true do if x = 0 then x := 3{arms} end done");
    let ts = TransitionSystem::of_program(&terms, &parse(&source));
    assert!(terms.size(ts.trans) < 25_000, "{}", terms.size(ts.trans));
}

fn check_graph(source: &str, expected: Expect) {
    expected.assert_eq(&graph_text::show(&Cfg::of_program(&parse(source)), source));
}

#[test]
fn graphs() {
    check_graph(
        "{ x > 0 } while x > 1 do if nondet then x := 1 elif x = 3 then x := nondet else skip end done { x = 1 }",
        expect![[r#"
            entry -> 3: [x > 0]
            3 -> head0: skip
            head0 -> 5: [x > 1]
            5 -> 6: [nondet]
            6 -> 7: x := 1
            5 -> 8: [not nondet]
            8 -> 9: [x = 3]
            9 -> 10: x := nondet
            8 -> 11: [not x = 3]
            10 -> 12: skip
            11 -> 12: skip
            7 -> 13: skip
            12 -> 13: skip
            13 -> head0: skip
            head0 -> 14: [not x > 1]
            14 -> 15: [x = 1]
            14 -> error: [not x = 1] violates 0
            15 -> exit: skip
        "#]],
    );
    check_graph(
        "while a > 0 do while b > 0 do b := b - 1 done; assert a > 0 done",
        expect![[r#"
        entry -> head0: skip
        head0 -> 4: [a > 0]
        4 -> head1: skip
        head1 -> 6: [b > 0]
        6 -> 7: b := b - 1
        7 -> head1: skip
        head1 -> 8: [not b > 0]
        8 -> 9: [a > 0]
        8 -> error: [not a > 0] violates 0
        9 -> head0: skip
        head0 -> 10: [not a > 0]
        10 -> exit: skip
    "#]],
    );
}
