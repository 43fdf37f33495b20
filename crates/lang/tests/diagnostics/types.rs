//! What is said of types and products.

use super::*;

#[test]
fn truth_value_for_number() {
    check(
        "int x;\nbool b;\nx := x < 3;\nx := b + 1;\nx := 2 * true;\ny := true",
        expect![[r#"
            a.imp:3:6: error: a truth value is assigned to `x`, which is an int
                x := x < 3;
                     ^^^^^
              help: an int takes a number; for a truth value use a variable declared `bool`
            a.imp:1:5: note: declared here
                int x;
                    ^
            a.imp:4:6: error: this is a truth value, but a number is needed here
                x := b + 1;
                     ^
              help: truth values do not count; choose the number with `if ... then ... else ... end`
            a.imp:5:10: error: this is a truth value, but a number is needed here
                x := 2 * true;
                         ^^^^
              help: truth values do not count; choose the number with `if ... then ... else ... end`
            a.imp:6:6: error: a truth value is assigned to `y`, which is an int
                y := true
                     ^^^^
              help: declare the variable at the top: `bool y;`
        "#]],
    );
}

#[test]
fn number_for_truth_value() {
    check(
        "bool b;\nint x;\nb := x + 1;\nwhile x do skip done;\nif not flag or 1 then skip end;\nassert True",
        expect![[r#"
            a.imp:3:6: error: a number is assigned to `b`, which is a bool
                b := x + 1;
                     ^^^^^
              help: a bool takes `true`, `false` or a condition such as `x > 0`
            a.imp:1:6: note: declared here
                bool b;
                     ^
            a.imp:4:7: error: this is a number, but a truth value is needed here
                while x do skip done;
                      ^
              help: compare it with something, as in `... != 0`
            a.imp:5:8: error: this is a number, but a truth value is needed here
                if not flag or 1 then skip end;
                       ^^^^
              help: declare `bool flag;` at the top, or compare, as in `flag != 0`
            a.imp:5:16: error: this is a number, but a truth value is needed here
                if not flag or 1 then skip end;
                               ^
              help: compare it with something, as in `... != 0`
            a.imp:6:8: error: this is a number, but a truth value is needed here
                assert True
                       ^^^^
              help: did you mean `true`?
        "#]],
    );
}

#[test]
fn comparisons_of_truth_values() {
    check(
        "bool b, c;\n{ b < c and b = 1 and (x > 0) >= b and b = x > 3 }\nb := c = (x > 0)",
        expect![[r#"
            a.imp:2:3: error: `<` does not order truth values
                { b < c and b = 1 and (x > 0) >= b and b = x > 3 }
                  ^^^^^
              help: truth values are compared with `=` and `!=` only; implication is written `=>`
            a.imp:2:13: error: a number is compared with a truth value by `=`
                { b < c and b = 1 and (x > 0) >= b and b = x > 3 }
                            ^^^^^
              help: both sides must be numbers, or both truth values; perhaps parentheses are missing
            a.imp:2:17: note: this is a number
                { b < c and b = 1 and (x > 0) >= b and b = x > 3 }
                                ^
            a.imp:2:13: note: this is a truth value
                { b < c and b = 1 and (x > 0) >= b and b = x > 3 }
                            ^
            a.imp:2:23: error: `>=` does not order truth values
                { b < c and b = 1 and (x > 0) >= b and b = x > 3 }
                                      ^^^^^^^^^^^^
              help: truth values are compared with `=` and `!=` only; implication is written `=>`
            a.imp:2:46: error: comparisons do not chain
                { b < c and b = 1 and (x > 0) >= b and b = x > 3 }
                                                             ^
              help: write `b = x and x > 3`, or set parentheses to compare truth values
            a.imp:3:11: warning: `x` is not declared, so it is taken as an int with an arbitrary value
                b := c = (x > 0)
                          ^
              help: declare it at the top: `int x;`
        "#]],
    );
}

#[test]
fn products() {
    check("x := x * y;\nx := (2 + 1) * x * -3;\nx := (x + 1) * (y - 1)", expect![[""]]);
}

#[test]
fn divisors() {
    check(
        "x := x / 0;\nx := x % (2 - 2);\nx := x / y;\nx := 7 % (x + 1)",
        expect![[r#"
            a.imp:1:10: error: the right side of `/` is zero
                x := x / 0;
                         ^
              help: it must be a number other than 0, as in `x / 2`
            a.imp:2:10: error: the right side of `%` is zero
                x := x % (2 - 2);
                         ^^^^^^^
              help: it must be a number other than 0, as in `x % 2`
            a.imp:3:10: error: the right side of `/` is not constant
                x := x / y;
                         ^
              help: it must be a number other than 0, as in `x / 2`
            a.imp:4:10: error: the right side of `%` is not constant
                x := 7 % (x + 1)
                         ^^^^^^^
              help: it must be a number other than 0, as in `x % 2`
        "#]],
    );
}

#[test]
fn nondet_in_arithmetic() {
    check(
        "x := nondet + 1;\nif nondet < 3 then skip end;\nx := nondet();\nx := __VERIFIER_nondet_int()",
        expect![[r#"
            a.imp:1:6: error: `nondet` cannot be part of an integer expression
                x := nondet + 1;
                     ^^^^^^
              help: give the value a name first: `v := nondet`, then use `v`
            a.imp:2:4: error: `nondet` cannot be part of an integer expression
                if nondet < 3 then skip end;
                   ^^^^^^
              help: give the value a name first: `v := nondet`, then use `v`
            a.imp:3:6: error: there are no functions to call
                x := nondet();
                     ^^^^^^
              help: an arbitrary value is written `nondet`, without parentheses
            a.imp:4:6: error: there are no functions to call
                x := __VERIFIER_nondet_int()
                     ^^^^^^^^^^^^^^^^^^^^^
              help: an arbitrary value is written `nondet`, without parentheses
        "#]],
    );
}
