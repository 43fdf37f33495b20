//! Printing and parsing are inverse to each other.

use expect_test::{Expect, expect};

mod generate;
use generate::{Random, Shape, without_spans};

fn parse(source: &str) -> lang::Program {
    let parsed = lang::parse_imp(source);
    let messages: String =
        parsed.diagnostics.iter().map(|diagnostic| lang::render("a.imp", source, diagnostic)).collect();
    parsed.program.unwrap_or_else(|| panic!("no program:\n{source}\n{messages}"))
}

#[test]
fn random_programs_come_back() {
    for seed in 0..3_000 {
        let program = generate::program(&mut Random::new(seed), Shape::ANY);
        let printed = program.to_string();
        let again = parse(&printed);
        assert_eq!(without_spans(again.clone()), program, "seed {seed}:\n{printed}");
        check_spans(&printed, &again);
    }
}

/// Every condition of a statement and every number of a table points to text that says what it is.
fn check_spans(source: &str, program: &lang::Program) {
    for info in &program.nondets {
        let text = info.span.text(source).trim_matches(['(', ')']);
        assert_eq!(text, "nondet");
    }
    for info in &program.loops {
        assert!(info.span.text(source).starts_with("while"));
        assert!(info.span.text(source).ends_with("done"));
        assert_eq!(parens(info.cond.text(source)), 0);
    }
    for info in &program.asserts {
        assert!(info.is_post || info.span.text(source).starts_with("assert "));
    }
}

fn parens(text: &str) -> i32 {
    text.chars().map(|character| i32::from(character == '(') - i32::from(character == ')')).sum()
}

/// Prints what is parsed.
fn check(source: &str, expected: Expect) {
    let printed = parse(source).to_string();
    expected.assert_eq(&printed);
    assert_eq!(without_spans(parse(&printed)), without_spans(parse(source)));
}

#[test]
fn precedence_and_types() {
    check(
        "bool b, c; int x, y;
         { (x) < 3 and ((x < 3)) and (b) and (x + 1) * 2 = y }
         b := not x = 3 or c and b => b => c;
         b := !b == c && !(b || c);
         b := (b = not c) != (true);
         b := (b => c) => (b or c) and not (b and c);
         x := -x * 2 - (y - (1 - x)) % 3 / 2;
         x := 2 * 3 * x % (2 + 3) + 7 / 2 - -(2) * x;
         x := (x / 2) * 3 * 2;
         x := ((nondet))
         { nondet = b and (nondet) != nondet }",
        expect![[r#"
            bool b, c;
            int x, y;
            { x < 3 and x < 3 and b and 2 * (x + 1) = y }
            b := not x = 3 or c and b => b => c;
            b := not b = c and not (b or c);
            b := (b = (not c)) != true;
            b := (b => c) => (b or c) and not (b and c);
            x := 2 * -x - (y - (1 - x)) % 3 / 2;
            x := 6 * x % 5 + 3 - -2 * x;
            x := 6 * (x / 2);
            x := nondet
            { nondet = b and nondet != nondet }
        "#]],
    );
}

#[test]
fn statements() {
    check(
        "int x, y; bool b; int z;
         while b do if x = 1 then skip elif b then x := 2; else y := 1 end; assume x > 0; done;
         assert undeclared >= 0
         { true }",
        expect![[r#"
            int x, y;
            bool b;
            int z;
            while b do
              if x = 1 then
                skip
              elif b then
                x := 2
              else
                y := 1
              end;
              assume x > 0
            done;
            assert undeclared >= 0
            { true }
        "#]],
    );
}

#[test]
fn several_variables_at_once() {
    check(
        "bool b; int x, y; x, y, b := y, x + 1, x = y and nondet; y, x := 1, 2 { b }",
        expect![[r#"
        bool b;
        int x, y;
        x, y, b := y, x + 1, x = y and nondet;
        y, x := 1, 2
        { b }
    "#]],
    );
}

/// What a counting loop stands for is printed.
#[test]
fn counting_loops() {
    check(
        "for i := 1 to n do for to := i + 1 downto 2 * n - 1 do s := s + to done done; for := 1; to := for { s > 0 }",
        expect![[r#"
            i := 1;
            while i <= n do
              to := i + 1;
              while to >= 2 * n - 1 do
                s := s + to;
                to := to - 1
              done;
              i := i + 1
            done;
            for := 1;
            to := for
            { s > 0 }
        "#]],
    );
}

#[test]
fn signs_of_mathematics() {
    check(
        "{ x ≤ 3 ∧ ¬(y ≠ 0 ∨ x ≥ 7) } x := x − 1 { x ≤ y ⇒ x < 3 }",
        expect![[r#"
        { x <= 3 and not (y != 0 or x >= 7) }
        x := x - 1
        { x <= y => x < 3 }
    "#]],
    );
}

#[test]
fn constants_are_folded() {
    check(
        "x := 1 - 2 * 3 + 10 / -3 + -10 / 3 + -10 % 3 + 10 % -3;
         y := 18446744073709551616 * 18446744073709551616 - 1",
        expect![[r#"
            x := -9;
            y := 340282366920938463463374607431768211455
        "#]],
    );
}
