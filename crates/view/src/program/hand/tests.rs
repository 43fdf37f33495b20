//! Executions by hand as text.

use super::*;
use expect_test::{Expect, expect};
use trace::Language;

fn ints(values: &[i64]) -> Vec<Value> {
    values.iter().map(|&v| Value::Int(Int::from(v))).collect()
}

/// Runs to the first choice without an answer, or to the end.
fn check(source: &str, language: Language, initial: &[Value], answers: &[Value], expected: Expect) {
    let program = Runnable::read(source, language.into()).unwrap();
    let inputs: Vec<String> = program.inputs().into_iter().map(|i| i.name).collect();
    let mut text = format!("inputs: {}\n", inputs.join(", "));
    let far = program.far(initial, answers, 0);
    let progress = program.run(initial, answers, far);
    for row in &progress.table.rows {
        let cells: Vec<&str> = row.cells.iter().map(|c| c.value.as_str()).collect();
        text.push_str(&format!("{:?} {} [{}] {}\n", row.kind, row.text, row.note, cells.join(" ")));
    }
    if let Some(q) = &progress.question {
        text.push_str(&format!("asks for {} in line {} {}\n", q.name, q.line.unwrap(), q.range()));
    }
    text.push_str(&format!("{:?}, {} answers used\n", progress.end, progress.used));
    expected.assert_eq(&text);
    // Step by step it is the same.
    for steps in 0..far {
        let before = program.run(initial, answers, steps);
        assert_eq!(before.table.rows[..], progress.table.rows[..=steps], "after {steps} steps");
        assert_eq!((before.question, before.end), (None, None), "after {steps} steps");
    }
}

const COUNT: &str = "{ n >= 0 }\nx := 0;\nwhile x < n do x := x + 1 done\n{ x = n }";

#[test]
fn to_the_end() {
    check(
        COUNT,
        Language::Imp,
        &ints(&[1]),
        &[],
        expect![[r#"
        inputs: n
        Start start [] 1 0
        Executed n >= 0 [assumption holds] 1 0
        Executed x := 0 [x := 0] 1 0
        Executed x < n [condition is true: another round] 1 0
        Executed x := x + 1 [x := 1] 1 1
        Executed x < n [condition is false: the loop ends] 1 1
        Executed x = n [assertion holds] 1 1
        Some(Finished), 0 answers used
    "#]],
    );
}

#[test]
fn an_assumption_that_does_not_hold() {
    check(
        COUNT,
        Language::Imp,
        &ints(&[-1]),
        &[],
        expect![[r#"
        inputs: n
        Start start [] -1 0
        Executed n >= 0 [assumption does not hold] -1 0
        Some(Excluded), 0 answers used
    "#]],
    );
}

#[test]
fn choices_are_asked_for_one_by_one() {
    let source = "x := 0; while nondet do x := nondet done; assert x < 3";
    check(
        source,
        Language::Imp,
        &[],
        &[],
        expect![[r#"
        inputs: 
        Start start [] 0
        Executed x := 0 [x := 0] 0
        asks for nondet in line 1 
        None, 0 answers used
    "#]],
    );
    check(
        source,
        Language::Imp,
        &[],
        &[Value::Bool(true)],
        expect![[r#"
        inputs: 
        Start start [] 0
        Executed x := 0 [x := 0] 0
        Executed nondet [condition is true: another round] 0
        asks for nondet in line 1 
        None, 1 answers used
    "#]],
    );
    let answers = [Value::Bool(true), Value::Int(Int::from(7)), Value::Bool(false)];
    check(
        source,
        Language::Imp,
        &[],
        &answers,
        expect![[r#"
        inputs: 
        Start start [] 0
        Executed x := 0 [x := 0] 0
        Executed nondet [condition is true: another round] 0
        Executed x := nondet [x := 7] 7
        Executed nondet [condition is false: the loop ends] 7
        Failing assert x < 3 [assertion FAILS] 7
        Some(Failed), 3 answers used
    "#]],
    );
}

#[test]
fn choices_of_c_know_their_range() {
    let source = "int main(void) {\n  int a;\n  unsigned char c = __VERIFIER_nondet_uchar();\n  _Bool b;\n  \
                  if (b) return a;\n  assert(c > 0);\n  return 0;\n}";
    check(
        source,
        Language::C,
        &ints(&[5, 0]),
        &[],
        expect![[r#"
            inputs: b
            Start start [] 0 0 true
            asks for __VERIFIER_nondet_uchar() in line 3 0 to 255
            None, 0 answers used
        "#]],
    );
    check(
        source,
        Language::C,
        &ints(&[5, 0]),
        &ints(&[0]),
        expect![[r#"
            inputs: b
            Start start [] 0 0 true
            Executed c = __VERIFIER_nondet_uchar() [c := 0] 0 0 true
            Executed b [condition is true] 0 0 true
            Executed return a [returns] 0 0 true
            Some(Finished), 1 answers used
        "#]],
    );
}

#[test]
fn a_loop_without_end_stops_somewhere() {
    let program = Runnable::read("while true do x := x + 1 done", Language::Imp.into()).unwrap();
    let far = program.far(&ints(&[0]), &[], 0);
    assert_eq!(far, MOST);
    assert_eq!(program.run(&ints(&[0]), &[], far).end, Some(End::TooLong));
}

#[test]
fn values_are_read_and_drawn_within_their_range() {
    let wanted = |boolean, low: Option<i64>, high: Option<i64>| Wanted {
        name: "x".into(),
        line: None,
        span: None,
        boolean,
        low: low.map(Int::from),
        high: high.map(Int::from),
    };
    let any = wanted(false, None, None);
    assert_eq!(any.read(" -12 ").unwrap(), Value::Int(Int::from(-12)));
    for bad in ["", "-", "1.5", "x", "--1", "+1", "1 2"] {
        assert!(any.read(bad).is_err(), "{bad}");
    }
    let byte = wanted(false, Some(0), Some(255));
    assert!(byte.read("255").is_ok());
    assert_eq!(byte.read("256").unwrap_err().to_string(), "256 is out of range: 0 to 255");
    assert_eq!(wanted(true, None, None).read("true").unwrap(), Value::Bool(true));
    assert!(wanted(true, None, None).read("2").is_err());
    for ranged in [
        byte,
        any,
        wanted(false, Some(0), Some(1)),
        wanted(false, Some(-128), Some(127)),
        wanted(true, None, None),
    ] {
        let drawn: std::collections::BTreeSet<String> = (0..200)
            .map(|seed| {
                let value = ranged.random(seed * 7919).to_string();
                assert_eq!(ranged.read(&value).unwrap().to_string(), value);
                value
            })
            .collect();
        assert!(drawn.len() >= 2);
    }
}
