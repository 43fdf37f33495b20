//! What is said beside a verdict: assertions that no execution tests, and why.

use expect_test::{Expect, expect};
use loopglass_session::{Session, verdict_of, warnings_of};
use trace::{Engine, Language, Problem, Settings, Setup, Verdict};

/// The verdict, then the warnings of the front end and those found at the end.
fn check_with(language: Language, source: &str, settings: Settings, expected: Expect) {
    let setup = Setup { source: source.into(), language, engine: Engine::IMC, settings };
    let (mut session, opened) = Session::open(&setup).expect("a program");
    let events = session.run_to_end();
    let mut out = match verdict_of(&events) {
        Some(Verdict::Safe { vacuous: Some(vacuous), .. }) => format!("safe, {vacuous:?}\n"),
        Some(Verdict::Safe { .. }) => "safe\n".to_owned(),
        Some(Verdict::Unsafe(_)) => "unsafe\n".to_owned(),
        Some(Verdict::Unknown(_)) => "unknown\n".to_owned(),
        Some(Verdict::Faulty { what, .. }) => format!("faulty: {what}\n"),
        None => "no verdict\n".to_owned(),
    };
    let line = |p: &Problem| {
        let help = p.help.as_deref().unwrap_or("-");
        format!("{}:{} {} ({help})\n", p.line, p.column, p.message)
    };
    out.extend(opened.problems.iter().map(line));
    out.extend(warnings_of(&events).into_iter().map(line));
    expected.assert_eq(&out);
}

fn imp(source: &str, expected: Expect) {
    check_with(Language::Imp, source, Settings { max_unrollings: 10, ..Settings::default() }, expected);
}

fn c(body: &str, expected: Expect) {
    let source = format!("void assert(int);\nint nondet(void);\nvoid __VERIFIER_assume(int);\n{body}");
    check_with(Language::C, &source, Settings { max_unrollings: 10, ..Settings::default() }, expected);
}

#[test]
fn a_program_that_asserts_nothing() {
    imp(
        "x := 0;\nwhile x < 10 do x := x + 1 done // {",
        expect![[r#"
        safe, NoAssertion
        2:28 the program asserts nothing, so there is nothing to prove (write `assert` and a condition, or a postcondition `{ ... }` at the end)
    "#]],
    );
    c(
        "int main(void) { int i = 0; while (i < 10) i++; return i; } // }",
        expect![[r#"
        safe, NoAssertion
        4:59 the program asserts nothing, so there is nothing to prove (write `assert(...)` where something is to hold)
    "#]],
    );
}

#[test]
fn contradictions_before_the_assertion() {
    imp(
        "{ n > 0 and n < 0 }\nx := 0;\nwhile x < n do x := x + 2 done\n{ x = 77 }",
        expect![[r#"
        safe, NothingTested
        1:3 no execution satisfies this precondition (it contradicts itself, so nothing is tested)
        4:3 no execution reaches the postcondition, so it says nothing (no execution satisfies the precondition in line 1)
    "#]],
    );
    imp(
        "assume n > 0;\nassume 2 * n < 1;\nassert n = 5",
        expect![[r#"
        safe, NothingTested
        2:8 no execution gets past this assumption (it contradicts itself or what holds before it, so nothing after it is tested)
        3:1 no execution tests this assertion, so it says nothing (no execution gets past the assumption in line 2)
    "#]],
    );
    c(
        "int main(void) {\n  int n = nondet(), i = 0;\n  __VERIFIER_assume(n > 3);\n  __VERIFIER_assume(n < 2);\n  while (i < n) i++;\n  assert(i == 99);\n}",
        expect![[r#"
            safe, NothingTested
            7:21 no execution gets past this assumption (it contradicts itself or what holds before it, so nothing after it is tested)
            9:3 no execution tests this assertion, so it says nothing (no execution gets past the assumption in line 7)
        "#]],
    );
}

#[test]
fn loops_that_no_execution_leaves() {
    imp(
        "x := 0;\nwhile true do x := x + 1 done\n{ x = 77 }",
        expect![[r#"
        safe, NothingTested
        2:7 no execution leaves the loop: this condition is never false (what comes after it is not tested)
        3:3 no execution reaches the postcondition, so it says nothing (no execution leaves the loop: the condition in line 2 is never false)
    "#]],
    );
    imp(
        "{ x = 0 }\nwhile x >= 0 do x := x + 1 done\n{ x < 0 }",
        expect![[r#"
        safe, NothingTested
        2:7 no execution leaves the loop: this condition is never false (what comes after it is not tested)
        3:3 no execution reaches the postcondition, so it says nothing (no execution leaves the loop: the condition in line 2 is never false)
    "#]],
    );
    c(
        "int main(void) { int x = 0; while (1) x++; assert(x == 3); }",
        expect![[r#"
            safe, NothingTested
            4:39 the verdict assumes that signed arithmetic does not overflow (C leaves it undefined; if overflow is checked, this must be proved, here and elsewhere)
            4:44 no execution tests this assertion, so it says nothing (control cannot come here)
        "#]],
    );
    c(
        "int main(void) { int x = 0; do { x++; if (x < 0) break; } while (x > 0); assert(x == 3); }",
        expect![[r#"
            safe, NothingTested
            4:34 the verdict assumes that signed arithmetic does not overflow (C leaves it undefined; if overflow is checked, this must be proved, here and elsewhere)
            4:43 no execution leaves the loop: this condition is never true (what comes after it is not tested)
            4:66 no execution leaves the loop: this condition is never false (what comes after it is not tested)
            4:74 no execution tests this assertion, so it says nothing (no execution leaves the loop: the condition in line 4 is never false)
        "#]],
    );
}

#[test]
fn branches_that_are_never_taken() {
    imp(
        "x := 0;\nwhile x < 5 do\n  x := x + 1;\n  if x > 5 then\n    assert y = 0\n  end\ndone\n{ x = 5 }",
        expect![[r#"
            safe
            4:6 this condition is never true (what it guards is not tested)
            5:5 no execution tests this assertion, so it says nothing (the condition in line 4 is never true)
        "#]],
    );
    // One is tested, the other not; nothing is said of the loop that is entered only in thought.
    c(
        "int main(void) { int x = nondet(); if (x > 0) { assert(x != 0); if (x < 0) assert(x == 7); } return 0; }",
        expect![[r#"
            safe
            4:69 this condition is never true (what it guards is not tested)
            4:76 no execution tests this assertion, so it says nothing (the condition in line 4 is never true)
        "#]],
    );
}

/// Coming to a call of `reach_error` is the failure: what must be tested is the condition before it.
#[test]
fn errors_that_are_not_reached_are_no_fault() {
    let helper = "void reach_error(void) { assert(0); }\n";
    c(
        &format!("{helper}int main(void) {{ int x = 0; while (x < 9) x++; if (x != 9) reach_error(); }}"),
        expect![[r#"
            safe
        "#]],
    );
    c(
        &format!(
            "{helper}int main(void) {{ int x = 0; while (x < 9) x++; if (x > 9) {{ if (x != 9) reach_error(); }} }}"
        ),
        expect![[r#"
            safe, NothingTested
            5:52 this condition is never true (what it guards is not tested)
            5:73 no execution tests this assertion, so it says nothing (the condition in line 5 is never true)
        "#]],
    );
    imp(
        "if x > 3 and x < 5 then skip else if x = 4 then assert false end end",
        expect![[r#"
        safe
    "#]],
    );
    c(
        "void check(int a) { assert(a); }\nint main(void) { return 0; }",
        expect![[r#"
        safe, NothingTested
        4:21 no execution tests this assertion, so it says nothing (its function is never called)
    "#]],
    );
    c(
        "int main(void) { assert(1); }",
        expect![[r#"
        safe
    "#]],
    );
}

#[test]
fn other_verdicts() {
    imp(
        "x := 0;\nif x > 0 then assert false end;\nif x > 1 then assert x = 3 end;\nassert x = 1",
        expect![[r#"
            unsafe
            2:4 this condition is never true (what it guards is not tested)
            3:4 this condition is never true (what it guards is not tested)
            3:15 no execution tests this assertion, so it says nothing (the condition in line 3 is never true)
        "#]],
    );
    let one = Settings { assertion: Some(2), ..Settings::default() };
    check_with(
        Language::Imp,
        "x := 0;\nassert x = 1;\nassert x = 0",
        one,
        expect![[r#"
        safe, NothingTested
        2:1 no execution gets past this assertion (all that come to it fail in it, or none comes)
        3:1 no execution tests this assertion, so it says nothing (no execution gets past the assertion in line 2)
    "#]],
    );
}

/// Of what executions were seen to test nothing is said, nor where the invariant is too weak to know.
#[test]
fn programs_without_fault() {
    imp(
        "{ x = 0 and y = 0 and n >= 0 }\nwhile x != n do x := x + 1; y := y + 1 done\n{ y = n }",
        expect![[r#"
            safe
        "#]],
    );
    imp(
        "x := nondet; while nondet do x := x + 1 done; if x = 123456 then assert x > 0 end",
        expect![[r#"
        safe
    "#]],
    );
}

/// What an index out of bounds keeps from being tested is no second finding.
#[test]
fn what_fails_by_itself() {
    c(
        "int main(void) { int a[5]; int i = 0; while (i < 10) { a[i] = i; i++; } assert(i == 10); return 0; }",
        expect![[r#"
        unsafe
    "#]],
    );
    c(
        "int main(void) { int a[5]; int i = 7; a[i] = i; assert(i == 10); return 0; }",
        expect![[r#"
        unsafe
    "#]],
    );
}
