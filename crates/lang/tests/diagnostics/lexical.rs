//! What is said of characters, numbers and comments.

use super::*;

#[test]
fn unknown_characters() {
    check(
        "x := 3 $ 4;\ny := x ? 1 : 2;\nz := 2 ^^ 3",
        expect![[r#"
            a.imp:1:8: error: unknown character `$`
                x := 3 $ 4;
                       ^
              help: names are made of letters, digits and `_`; a comment begins with `//`
            a.imp:2:8: error: there is no conditional expression `... ? ... : ...`
                y := x ? 1 : 2;
                       ^
              help: assign in each branch: `if ... then x := ... else x := ... end`
            a.imp:3:8: error: unknown character `^`
                z := 2 ^^ 3
                       ^^
              help: there is no power; write a product, such as `x * x`
        "#]],
    );
}

#[test]
fn letters_outside_ascii() {
    check(
        "größe := 1;\nx := größe + 1",
        expect![[r#"
            a.imp:1:1: error: a name with letters other than a to z
                größe := 1;
                ^^^^^
              help: names are made of the letters a-z and A-Z, digits and `_`
            a.imp:2:6: error: a name with letters other than a to z
                x := größe + 1
                     ^^^^^
              help: names are made of the letters a-z and A-Z, digits and `_`
        "#]],
    );
}

#[test]
fn control_character() {
    check(
        "x := 1\u{7};\ny := 2",
        expect![[r#"
            a.imp:1:7: error: unknown character U+0007
                x := 1�;
                      ^
              help: remove it; outside comments a program is written in plain ASCII
        "#]],
    );
}

#[test]
fn unterminated_comment() {
    check(
        "x := 1;\n/* and so on\ny := 2",
        expect![[r#"
            a.imp:2:1: error: this comment does not end
                /* and so on
                ^^
              help: close it with `*/`; comments do not nest
        "#]],
    );
}

#[test]
fn malformed_numbers() {
    check(
        "x := 2y;\nx := 0x10;\nx := 1.5;\nx := 1_000",
        expect![[r#"
            a.imp:1:6: error: a number runs into letters
                x := 2y;
                     ^^
              help: for a product write `2 * y`
            a.imp:2:6: error: a number runs into letters
                x := 0x10;
                     ^^^^
              help: numbers are decimal: only the digits 0 to 9
            a.imp:3:6: error: this is not a whole number
                x := 1.5;
                     ^^^
              help: variables are mathematical integers; there are no fractions
            a.imp:4:6: error: a number runs into letters
                x := 1_000
                     ^^^^^
              help: numbers are decimal: only the digits 0 to 9
        "#]],
    );
}

#[test]
fn foreign_operators() {
    check(
        "{ x ≠ 1 & y <> 2 | z =/= 3 }\nwhile x =< 3 ∧ ¬b do x := x + 1 done\n{ x ≥ 0 -> y >= 0 }",
        expect![[r#"
            a.imp:1:9: error: `&` is not an operator of IMP
                { x ≠ 1 & y <> 2 | z =/= 3 }
                        ^
              help: conjunction is written `and` or `&&`
            a.imp:1:13: error: `<>` is not an operator of IMP
                { x ≠ 1 & y <> 2 | z =/= 3 }
                            ^^
              help: did you mean `!=`?
            a.imp:1:18: error: `|` is not an operator of IMP
                { x ≠ 1 & y <> 2 | z =/= 3 }
                                 ^
              help: disjunction is written `or` or `||`
            a.imp:1:22: error: `=/=` is not an operator of IMP
                { x ≠ 1 & y <> 2 | z =/= 3 }
                                     ^^^
              help: did you mean `!=`?
            a.imp:2:9: error: `=<` is not an operator of IMP
                while x =< 3 ∧ ¬b do x := x + 1 done
                        ^^
              help: did you mean `<=`?
            a.imp:2:17: error: this is a number, but a truth value is needed here
                while x =< 3 ∧ ¬b do x := x + 1 done
                                ^
              help: declare `bool b;` at the top, or compare, as in `b != 0`
            a.imp:3:9: error: `->` is not an operator of IMP
                { x ≥ 0 -> y >= 0 }
                        ^^
              help: implication is written `=>`
        "#]],
    );
}

#[test]
fn word_operators() {
    check(
        "bool p, q;\nwhile x mod 2 = 0 do x := x div 2 done\n{ p implies q and (p xor q) }",
        expect![[r#"
            a.imp:2:9: error: `mod` is not an operator of IMP
                while x mod 2 = 0 do x := x div 2 done
                        ^^^
              help: write `%`
            a.imp:2:29: error: `div` is not an operator of IMP
                while x mod 2 = 0 do x := x div 2 done
                                            ^^^
              help: write `/`
            a.imp:3:5: error: `implies` is not an operator of IMP
                { p implies q and (p xor q) }
                    ^^^^^^^
              help: write `=>`
            a.imp:3:22: error: `xor` is not an operator of IMP
                { p implies q and (p xor q) }
                                     ^^^
              help: write `!=`
        "#]],
    );
}

#[test]
fn not_equal_of_other_languages() {
    check(
        "if x /= 3 then skip end;\nif x !== 3 then skip end",
        expect![[r#"
            a.imp:1:6: error: `/=` is not an operator of IMP
                if x /= 3 then skip end;
                     ^^
              help: did you mean `!=`?
            a.imp:2:6: error: `!==` is not an operator of IMP
                if x !== 3 then skip end
                     ^^^
              help: did you mean `!=`?
        "#]],
    );
}
