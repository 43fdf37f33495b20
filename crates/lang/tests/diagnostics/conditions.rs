//! What is said of conditions.

use super::*;

#[test]
fn condition_in_the_middle() {
    check(
        "{ x = 0 }\n{ y = 0 }\nx := 1;\n{ x = 1 }\nwhile x < 3 do\n  { x < 3 }\n  x := x + 1\ndone\n{ x = 3 }",
        expect![[r#"
            a.imp:2:1: error: braces hold the precondition, at the top, and the postcondition, at the bottom
                { y = 0 }
                ^
              help: there is one precondition; join conditions with `and`
            a.imp:4:1: error: braces hold the precondition, at the top, and the postcondition, at the bottom
                { x = 1 }
                ^
              help: for a condition in the middle write `assert` (or `assume`)
            a.imp:6:3: error: braces hold the precondition, at the top, and the postcondition, at the bottom
                  { x < 3 }
                  ^
              help: for a condition in the middle write `assert` (or `assume`)
        "#]],
    );
}

#[test]
fn unclosed_brace() {
    check(
        "{ x = 0\nwhile x < 3 do x := x + 1 done",
        expect![[r#"
            a.imp:2:1: error: expected `}` or an operator, found the keyword `while`
                while x < 3 do x := x + 1 done
                ^^^^^
              help: a precondition or postcondition ends with `}`
            a.imp:1:1: note: this brace is still open
                { x = 0
                ^
        "#]],
    );
}

#[test]
fn chained_comparisons() {
    check(
        "{ 0 <= x < 10 and y = z = 1 }\nskip",
        expect![[r#"
            a.imp:1:10: error: comparisons do not chain
                { 0 <= x < 10 and y = z = 1 }
                         ^
              help: write `0 <= x and x < 10`
            a.imp:1:25: error: comparisons do not chain
                { 0 <= x < 10 and y = z = 1 }
                                        ^
              help: write `y = z and z = 1`, or set parentheses to compare truth values
        "#]],
    );
}

#[test]
fn greater_or_equal() {
    check(
        "{ x => 0 }\nskip",
        expect![[r#"
            a.imp:1:5: error: `=>` between two numbers
                { x => 0 }
                    ^^
              help: `=>` is implication; greater-or-equal is written `>=`
        "#]],
    );
    check(
        "{ x /* c */ \u{feff}=> 0 }\nskip",
        expect![[r#"
            a.imp:1:14: error: `=>` between two numbers
                { x /* c */ ﻿=> 0 }
                             ^^
              help: `=>` is implication; greater-or-equal is written `>=`
        "#]],
    );
}
