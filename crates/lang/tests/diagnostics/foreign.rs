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
              help: a counting loop is written `for i := 1 to n do ... done`, or with `downto`
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

#[test]
fn comments_of_other_languages() {
    check(
        "(* first *) x := 1;\n-- second: three\nx := 2; -- third\nx := x -- 1",
        expect![[r#"
        a.imp:1:1: error: `(*` begins no comment
            (* first *) x := 1;
            ^^
          help: a comment is written `// ...` or `/* ... */`
        a.imp:2:1: error: `--` begins no comment
            -- second: three
            ^^
          help: a comment is written `// ...` or `/* ... */`
        a.imp:3:9: error: `--` begins no comment
            x := 2; -- third
                    ^^
          help: a comment is written `// ...` or `/* ... */`
        a.imp:4:8: warning: `--` subtracts the negative of what follows
            x := x -- 1
                   ^^
          help: a comment is written `// ...`; for the difference write `- (-...)`
    "#]],
    );
    check(
        "x := 1 (* it does not end",
        expect![[r#"
            a.imp:1:8: error: `(*` begins no comment
                x := 1 (* it does not end
                       ^^
              help: a comment is written `// ...` or `/* ... */`
        "#]],
    );
    check("x := y --1;\nx := y - -1", expect![[""]]);
}

#[test]
fn annotations_of_verified_programs() {
    check(
        "while x < n\n  invariant x <= n and y = x\n  do x := x + 1 done;\nwhile x > 0 decreases x do x := x - 1 done;\ninvariant x = 0\n{ x >= 0 }",
        expect![[r#"
            a.imp:2:3: error: `invariant` stands for nothing here
                  invariant x <= n and y = x
                  ^^^^^^^^^
              help: a loop carries no invariant: finding one is what the algorithms do; a claim to be checked is an `assert`
            a.imp:4:13: error: `decreases` stands for nothing here
                while x > 0 decreases x do x := x - 1 done;
                            ^^^^^^^^^
              help: that the loop ends is not asked: a program that runs for ever violates nothing
            a.imp:5:1: error: `invariant` begins no statement
                invariant x = 0
                ^^^^^^^^^
              help: a loop carries no invariant: finding one is what the algorithms do; a claim to be checked is an `assert`
        "#]],
    );
    check(
        "x := x + 1\n{ x = old(x) + 1 }",
        expect![[r#"
        a.imp:2:7: error: there are no functions to call
            { x = old(x) + 1 }
                  ^^^
          help: keep the first value in a variable of its own: `x0 := x` before the first statement that changes `x`
    "#]],
    );
}

#[test]
fn types_behind_names() {
    check(
        "n: int;\nx := n",
        expect![[r#"
        a.imp:1:2: error: the type stands before the name
            n: int;
             ^
          help: a declaration is written `int x, y;` or `bool b;`
    "#]],
    );
    check(
        "var n : Integer;\nx := 1",
        expect![[r#"
        a.imp:1:1: error: `var` begins no statement
            var n : Integer;
            ^^^
          help: declare variables at the top, as in `int x, y;` or `bool b;`
        a.imp:1:7: error: the type stands before the name
            var n : Integer;
                  ^
          help: a declaration is written `int x, y;` or `bool b;`
    "#]],
    );
}

#[test]
fn conditional_expressions() {
    check(
        "x := y > 0 ? 1 : 2;\nassert x > 0 : 3",
        expect![[r#"
        a.imp:1:12: error: there is no conditional expression `... ? ... : ...`
            x := y > 0 ? 1 : 2;
                       ^
          help: assign in each branch: `if ... then x := ... else x := ... end`
        a.imp:2:14: error: unknown character `:`
            assert x > 0 : 3
                         ^
          help: an assignment is written `:=`
    "#]],
    );
}

#[test]
fn counting_loops_with_slips() {
    check(
        "for (i = 0; i < n; i++) { s = s + i }",
        expect![[r#"
        a.imp:1:1: error: `for` begins no statement
            for (i = 0; i < n; i++) { s = s + i }
            ^^^
          help: a counting loop is written `for i := 1 to n do ... done`, or with `downto`
    "#]],
    );
    check(
        "for i = 1 to n do skip done",
        expect![[r#"
            a.imp:1:7: error: `=` compares; the first number is assigned with `:=`
                for i = 1 to n do skip done
                      ^
              help: a counting loop is written `for i := 1 to n do ... done`, or with `downto`
        "#]],
    );
    check(
        "for i := 1, n do skip done",
        expect![[r#"
        a.imp:1:11: error: expected `to`, `downto` or an operator, found `,`
            for i := 1, n do skip done
                      ^
          help: a counting loop is written `for i := 1 to n do ... done`, or with `downto`
        a.imp:1:1: note: of this `for`
            for i := 1, n do skip done
            ^^^
    "#]],
    );
    check(
        "for i := 1 to n { s := s + i }",
        expect![[r#"
        a.imp:1:17: error: a block has no braces
            for i := 1 to n { s := s + i }
                            ^
          help: a counting loop is written `for i := 1 to n do ... done`, or with `downto`
    "#]],
    );
    check(
        "for i := 1 to n then skip end",
        expect![[r#"
        a.imp:1:17: error: expected `do` or an operator, found the keyword `then`
            for i := 1 to n then skip end
                            ^^^^
          help: a counting loop is written `for i := 1 to n do ... done`, or with `downto`
        a.imp:1:1: note: of this `for`
            for i := 1 to n then skip end
            ^^^
        a.imp:1:27: error: expected `done`, found the keyword `end`
            for i := 1 to n then skip end
                                      ^^^
          help: a `for` is closed by `done`
        a.imp:1:1: note: this `for` is still open
            for i := 1 to n then skip end
            ^^^
    "#]],
    );
    check(
        "bool b; for b := 1 to 3 do skip done",
        expect![[r#"
        a.imp:1:13: error: `b` is a bool and cannot count
            bool b; for b := 1 to 3 do skip done
                        ^
          help: a `for` counts with an int
    "#]],
    );
}
