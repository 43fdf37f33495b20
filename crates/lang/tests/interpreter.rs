//! Executions, step by step.

use expect_test::{Expect, expect};
use lang::interp::{self, Execution, ExecutionLimits, ExecutionOutcome};
use lang::{Arithmetic, Int, Integers, Program, Value};

mod scripted;
use scripted::Script;

fn parse(source: &str) -> Program {
    lang::parse_imp(source).program.expect("the test programs are well-formed")
}

fn run(
    source: &str,
    initial: &[(&str, i64)],
    script: &mut Script,
    limits: ExecutionLimits,
) -> (Program, Execution) {
    let program = parse(source);
    let execution = scripted::run(&program, initial, script, limits);
    (program, execution)
}

fn check(source: &str, initial: &[(&str, i64)], answers: &[i64], expected: Expect) {
    expected.assert_eq(&scripted::show(&parse(source), source, initial, answers));
}

#[test]
fn a_loop_runs() {
    check(
        "{ n >= 0 } x := 0; while x != n do x := x + 1 done { x = n }",
        &[("n", 2)],
        &[],
        expect![[r#"
            start | n=2 x=0
            n >= 0 | Assumed(true) | n=2 x=0
            x := 0 | Assigned(x) | n=2 x=0
            x != n | LoopTest(LoopId(0), true) | n=2 x=0
            x := x + 1 | Assigned(x) | n=2 x=1
            x != n | LoopTest(LoopId(0), true) | n=2 x=1
            x := x + 1 | Assigned(x) | n=2 x=2
            x != n | LoopTest(LoopId(0), false) | n=2 x=2
            x = n | Asserted(AssertId(0), true) | n=2 x=2
            Finished
            asked [] heads [0, 0, 0]
        "#]],
    );
}

#[test]
fn a_postcondition_fails() {
    check(
        "x := 1 { x = 2 }",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x := 1 | Assigned(x) | x=1
        x = 2 | Asserted(AssertId(0), false) | x=1
        failed 0: x = 2
        asked [] heads []
    "#]],
    );
}

#[test]
fn an_assertion_fails_in_a_loop() {
    check(
        "while x < 9 do if x = 1 then assert y = 1 elif x = 0 then y := 3 else skip end; x := x + 1 done",
        &[],
        &[],
        expect![[r#"
            start | x=0 y=0
            x < 9 | LoopTest(LoopId(0), true) | x=0 y=0
            x = 1 | Branch(false) | x=0 y=0
            x = 0 | Branch(true) | x=0 y=0
            y := 3 | Assigned(y) | x=0 y=3
            x := x + 1 | Assigned(x) | x=1 y=3
            x < 9 | LoopTest(LoopId(0), true) | x=1 y=3
            x = 1 | Branch(true) | x=1 y=3
            assert y = 1 | Asserted(AssertId(0), false) | x=1 y=3
            failed 0: assert y = 1
            asked [] heads [0, 0]
        "#]],
    );
}

#[test]
fn executions_that_do_not_count() {
    check(
        "{ x > 0 } skip",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x > 0 | Assumed(false) | x=0
        PreconditionFailed
        asked [] heads []
    "#]],
    );
    check(
        "x := 3; assume x = 4; assert false",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x := 3 | Assigned(x) | x=3
        assume x = 4 | Assumed(false) | x=3
        AssumptionFailed { span: Span { start: 8, end: 20 } }
        asked [] heads []
    "#]],
    );
}

#[test]
fn choices_are_asked_for_in_order() {
    check(
        "bool b;
         b := nondet; x := nondet;
         while nondet and nondet do
           if nondet or b then x := x + 1 elif nondet then skip end
         done;
         b := nondet => x < 3;
         assert nondet = b",
        &[("x", 7)],
        &[1, 5, 1, 1, 0, 0, 1, 1, 0],
        expect![[r#"
            start | b=false x=7
            b := nondet | Assigned(b) | b=true x=7
            x := nondet | Assigned(x) | b=true x=5
            nondet and nondet | LoopTest(LoopId(0), true) | b=true x=5
            nondet or b | Branch(true) | b=true x=5
            x := x + 1 | Assigned(x) | b=true x=6
            nondet and nondet | LoopTest(LoopId(0), false) | b=true x=6
            b := nondet => x < 3 | Assigned(b) | b=false x=6
            assert nondet = b | Asserted(AssertId(0), true) | b=false x=6
            Finished
            asked [(0, Bool), (1, Int), (2, Bool), (3, Bool), (4, Bool), (2, Bool), (3, Bool), (6, Bool), (7, Bool)] heads [0, 0]
        "#]],
    );
}

#[test]
fn nested_loops_tell_their_heads() {
    check(
        "x := 2; while x > 0 do y := 1; while y > 0 do y := y - 1 done; x := x - 1 done",
        &[],
        &[],
        expect![[r#"
            start | x=0 y=0
            x := 2 | Assigned(x) | x=2 y=0
            x > 0 | LoopTest(LoopId(0), true) | x=2 y=0
            y := 1 | Assigned(y) | x=2 y=1
            y > 0 | LoopTest(LoopId(1), true) | x=2 y=1
            y := y - 1 | Assigned(y) | x=2 y=0
            y > 0 | LoopTest(LoopId(1), false) | x=2 y=0
            x := x - 1 | Assigned(x) | x=1 y=0
            x > 0 | LoopTest(LoopId(0), true) | x=1 y=0
            y := 1 | Assigned(y) | x=1 y=1
            y > 0 | LoopTest(LoopId(1), true) | x=1 y=1
            y := y - 1 | Assigned(y) | x=1 y=0
            y > 0 | LoopTest(LoopId(1), false) | x=1 y=0
            x := x - 1 | Assigned(x) | x=0 y=0
            x > 0 | LoopTest(LoopId(0), false) | x=0 y=0
            Finished
            asked [] heads [0, 1, 1, 0, 1, 1, 0]
        "#]],
    );
}

#[test]
fn division_is_euclidean() {
    for (a, b, quotient, remainder) in [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -3, 1),
        (-7, -2, 4, 1),
        (-6, 3, -2, 0),
        (0, -5, 0, 0),
        (-1, 5, -1, 4),
    ] {
        let source = format!("q := x / {b}; r := x % {b}; assert x = {b} * q + r and 0 <= r");
        let (program, execution) =
            run(&source, &[("x", a)], &mut Script::default(), ExecutionLimits::default());
        assert_eq!(execution.outcome, ExecutionOutcome::Finished);
        let value = |name| execution.last_state()[program.var(name).expect("used").index()].clone();
        assert_eq!(value("q"), Value::Int(Int::from(quotient)), "{a} / {b}");
        assert_eq!(value("r"), Value::Int(Int::from(remainder)), "{a} % {b}");
    }
}

#[test]
fn numbers_are_exact() {
    let source = "x := 9223372036854775807; x := 3 * x - -x + 1; y := x / 4; z := x % 4
                  { y = 9223372036854775807 and z = 1 and -x = -36893488147419103229 }";
    let (_, execution) = run(source, &[], &mut Script::default(), ExecutionLimits::default());
    assert_eq!(execution.outcome, ExecutionOutcome::Finished);
}

#[test]
fn limits_end_executions() {
    let (_, execution) =
        run("while true do skip done", &[], &mut Script::default(), ExecutionLimits { steps: 7, bits: 99 });
    assert_eq!((execution.outcome, execution.steps.len()), (ExecutionOutcome::OutOfSteps, 7));
    let source = "x := 1; while true do x := 1000000007 * x done";
    let (_, execution) =
        run(source, &[], &mut Script::default(), ExecutionLimits { steps: 10_000, bits: 3_000 });
    assert_eq!(execution.outcome, ExecutionOutcome::NumberTooLarge);
    assert!(execution.steps.len() < 300);
}

#[test]
fn values_of_the_wrong_sort_are_converted() {
    let program = lang::parse_imp("bool b; int x; assert b and x = 1").program.expect("well-formed");
    let initial = [("b", Value::Int(Int::from(-3))), ("x", Value::Bool(true))];
    let initial = initial.into_iter().filter_map(|(name, value)| Some((program.var(name)?, value))).collect();
    let execution = interp::run(&program, &initial, &mut Script::default(), ExecutionLimits::default());
    assert_eq!(execution.outcome, ExecutionOutcome::Finished);
}

/// The word of four digits that a number becomes.
fn word(number: i64) -> i64 {
    (number + 8).rem_euclid(16) - 8
}

#[test]
fn a_comparison_is_with_the_number_that_is_written() {
    let compare = [
        ("=", lang::ast::Comparison::Equal),
        ("!=", lang::ast::Comparison::NotEqual),
        ("<", lang::ast::Comparison::Less),
        (">=", lang::ast::Comparison::GreaterEqual),
    ];
    let words = Arithmetic { integers: Integers::Bits, width: 4, ..Arithmetic::default() };
    let mut warned = 0;
    for number in -20..=20 {
        for (sign, comparison) in compare {
            let source = format!("assert 3 * x + 1 {sign} {number}");
            let parsed = lang::parse_imp_as(&source, words);
            let fits = word(number) == number;
            assert_eq!(parsed.diagnostics.is_empty(), fits, "{source}: {:?}", parsed.diagnostics);
            warned += u32::from(!fits);
            let program = parsed.program.expect("a warning is no error");
            for x in -8..8 {
                let mut script = Script::default();
                let limits = ExecutionLimits::default();
                let execution = scripted::run(&program, &[("x", x)], &mut script, limits);
                let failed = matches!(execution.outcome, ExecutionOutcome::AssertionFailed { .. });
                assert_eq!(
                    !failed,
                    comparison.holds(&word(3 * x + 1).into(), &number.into()),
                    "{source} at {x}"
                );
            }
        }
    }
    assert_eq!(warned, 4 * 25);
}
