//! What is said of other languages' spellings.

use super::*;

#[test]
fn statements_of_other_languages() {
    check(
        "for (i = 0; i < 3; i++) x := 1;\nbreak;\nprint(x);\nfoo(1, (2));\nassume(x > 0);\n__VERIFIER_assert(x > 0)",
        expect![[r#"
            a.imp:1:1: error: `for` begins no statement
                for (i = 0; i < 3; i++) x := 1;
                ^^^
              help: the only loop is `while ... do ... done`
            a.imp:2:1: error: `break` begins no statement
                break;
                ^^^^^
              help: a loop ends when its condition is false; there are no jumps
            a.imp:3:1: error: `print` begins no statement
                print(x);
                ^^^^^
              help: there is no input or output; `x := nondet` is any value
            a.imp:4:1: error: there are no functions to call
                foo(1, (2));
                ^^^
              help: write out what it does
            a.imp:6:1: error: there are no functions to call
                __VERIFIER_assert(x > 0)
                ^^^^^^^^^^^^^^^^^
              help: write `assert` and the condition
        "#]],
    );
}

#[test]
fn arrays() {
    check(
        "a[1] := 2;\nx := a[i] + 1",
        expect![[r#"
            a.imp:1:2: error: unknown character `[`
                a[1] := 2;
                 ^
              help: there are no arrays; only variables of the types `int` and `bool`
            a.imp:1:4: error: unknown character `]`
                a[1] := 2;
                   ^
              help: there are no arrays; only variables of the types `int` and `bool`
            a.imp:2:7: error: unknown character `[`
                x := a[i] + 1
                      ^
              help: there are no arrays; only variables of the types `int` and `bool`
            a.imp:2:9: error: unknown character `]`
                x := a[i] + 1
                        ^
              help: there are no arrays; only variables of the types `int` and `bool`
        "#]],
    );
}

#[test]
fn not_a_statement() {
    check(
        "3 := x;\n(x) := 3;\nx 3;\nnondet",
        expect![[r#"
            a.imp:1:1: error: expected a statement, found the number `3`
                3 := x;
                ^
              help: a statement is `x := ...`, `skip`, `if`, `while`, `assume` or `assert`
            a.imp:2:1: error: expected a statement, found `(`
                (x) := 3;
                ^
              help: a statement is `x := ...`, `skip`, `if`, `while`, `assume` or `assert`
            a.imp:3:3: error: expected `:=` after `x`, found the number `3`
                x 3;
                  ^
              help: an assignment is written `x := ...`
            a.imp:4:1: error: expected a statement, found the keyword `nondet`
                nondet
                ^^^^^^
              help: a statement is `x := ...`, `skip`, `if`, `while`, `assume` or `assert`
        "#]],
    );
}
