//! What is said of assignments.

use super::*;

#[test]
fn equals_for_assignment() {
    check(
        "x = 1;\ny == 2;\nz := 3",
        expect![[r#"
            a.imp:1:3: error: `=` compares; an assignment is written with `:=`
                x = 1;
                  ^
              help: did you mean `x := 1`?
            a.imp:2:3: error: `==` compares; an assignment is written with `:=`
                y == 2;
                  ^^
              help: did you mean `y := 2`?
        "#]],
    );
}

#[test]
fn assignment_in_condition() {
    check(
        "{ x := 0 }\nwhile x := 3 do x := 4 done",
        expect![[r#"
            a.imp:1:5: error: `:=` assigns, but this is a condition
                { x := 0 }
                    ^^
              help: compare with `=`
            a.imp:2:9: error: `:=` assigns, but this is a condition
                while x := 3 do x := 4 done
                        ^^
              help: compare with `=`
        "#]],
    );
}

#[test]
fn assignment_in_expression() {
    check(
        "x := y := 3",
        expect![[r#"
            a.imp:1:8: error: an assignment has no value
                x := y := 3
                       ^^
              help: separate the statements with `;` before `y`
        "#]],
    );
}

#[test]
fn compound_assignments() {
    check(
        "x += 1;\nx++;\nx--;\nx *= y-1",
        expect![[r#"
            a.imp:1:3: error: there is no `+=`
                x += 1;
                  ^^
              help: write `x := x + 1`
            a.imp:2:2: error: there is no `++`
                x++;
                 ^^
              help: write `x := x + 1`
            a.imp:3:2: error: there is no `--`
                x--;
                 ^^
              help: write `x := x - 1`
            a.imp:4:3: error: there is no `*=`
                x *= y-1
                  ^^
              help: write `x := x * (y-1)`
        "#]],
    );
}

#[test]
fn parallel_assignment() {
    check("x, y := 1, 2", expect![[""]]);
    check(
        "x, y = 1, 2",
        expect![[r#"
        a.imp:1:2: error: expected `:=`, found `,`
            x, y = 1, 2
             ^
          help: several variables are assigned at once by `x, y := e, f`
    "#]],
    );
    check(
        "x, y := 1",
        expect![[r#"
        a.imp:1:9: error: 2 variables, but 1 value
            x, y := 1
                    ^
          help: `x, y := e, f` computes both values first and then assigns them
    "#]],
    );
    check(
        "x, y := 1, 2, 3;\nx := 1",
        expect![[r#"
        a.imp:1:9: error: 2 variables, but 3 values
            x, y := 1, 2, 3;
                    ^^^^^^^
          help: `x, y := e, f` computes both values first and then assigns them
    "#]],
    );
    check(
        "x, y, x := 1, 2, 3",
        expect![[r#"
        a.imp:1:7: error: `x` is assigned twice at once
            x, y, x := 1, 2, 3
                  ^
          help: each variable takes one value
        a.imp:1:1: note: the first time
            x, y, x := 1, 2, 3
            ^
    "#]],
    );
    check(
        "x, y := nondet, 1",
        expect![[r#"
        a.imp:1:9: error: `nondet` cannot be part of an integer expression
            x, y := nondet, 1
                    ^^^^^^
          help: give the value a name first: `v := nondet`, then use `v`
    "#]],
    );
    check(
        "bool b; b, x := 1, true",
        expect![[r#"
        a.imp:1:17: error: a number is assigned to `b`, which is a bool
            bool b; b, x := 1, true
                            ^
          help: a bool takes `true`, `false` or a condition such as `x > 0`
        a.imp:1:6: note: declared here
            bool b; b, x := 1, true
                 ^
        a.imp:1:20: error: a truth value is assigned to `x`, which is an int
            bool b; b, x := 1, true
                               ^^^^
          help: declare the variable at the top: `bool x;`
    "#]],
    );
}

#[test]
fn missing_right_hand_side() {
    check(
        "x := ;\ny := * ;\nz := + 3",
        expect![[r#"
            a.imp:1:6: error: expected an expression, found `;`
                x := ;
                     ^
              help: an operand is a number, a variable, `true`, `false`, `nondet` or stands in parentheses
            a.imp:2:6: error: expected an expression, found `*`
                y := * ;
                     ^
              help: an arbitrary value is written `nondet`
            a.imp:3:6: error: a `+` without a left operand
                z := + 3
                     ^
              help: numbers carry no plus sign; leave it out
        "#]],
    );
}

#[test]
fn if_as_expression() {
    check(
        "x := if a > 0 then 1 else 2 end",
        expect![[r#"
            a.imp:1:6: error: expected an expression, found the keyword `if`
                x := if a > 0 then 1 else 2 end
                     ^^
              help: `if` is a statement and has no value; assign in each branch
            a.imp:1:20: error: expected a statement, found the number `1`
                x := if a > 0 then 1 else 2 end
                                   ^
              help: a statement is `x := ...`, `skip`, `if`, `while`, `assume` or `assert`
            a.imp:1:27: error: expected a statement, found the number `2`
                x := if a > 0 then 1 else 2 end
                                          ^
              help: a statement is `x := ...`, `skip`, `if`, `while`, `assume` or `assert`
        "#]],
    );
}
