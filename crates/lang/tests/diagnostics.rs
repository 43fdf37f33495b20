//! What the front end says about each frequent mistake, word for word.

use expect_test::{Expect, expect};

/// Renders all diagnostics of a text, followed by whether it is a program.
fn check(source: &str, expected: Expect) {
    let parsed = lang::parse_imp(source);
    let rendered: String =
        parsed.diagnostics.iter().map(|diagnostic| lang::render("a.imp", source, diagnostic)).collect();
    let has_errors = parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == lang::Severity::Error);
    assert_eq!(parsed.program.is_none(), has_errors, "a program exactly if there are no errors");
    expected.assert_eq(&rendered);
}

mod lexical {
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
                a.imp:2:8: error: unknown character `?`
                    y := x ? 1 : 2;
                           ^
                  help: write `if ... then ... else ... end`; `:=` assigns
                a.imp:2:12: error: unknown character `:`
                    y := x ? 1 : 2;
                               ^
                  help: write `if ... then ... else ... end`; `:=` assigns
                a.imp:3:8: error: unknown character `^`
                    z := 2 ^^ 3
                           ^^
                  help: there is no power; only products with a constant, such as `2 * x`
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
                a.imp:1:5: error: `≠` is not an operator of IMP
                    { x ≠ 1 & y <> 2 | z =/= 3 }
                        ^
                  help: did you mean `!=`?
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
                a.imp:2:14: error: `∧` is not an operator of IMP
                    while x =< 3 ∧ ¬b do x := x + 1 done
                                 ^
                  help: conjunction is written `and` or `&&`
                a.imp:2:16: error: `¬` is not an operator of IMP
                    while x =< 3 ∧ ¬b do x := x + 1 done
                                   ^
                  help: negation is written `not` or `!`
                a.imp:2:17: error: this is a number, but a truth value is needed here
                    while x =< 3 ∧ ¬b do x := x + 1 done
                                    ^
                  help: declare `bool b;` at the top, or compare, as in `b != 0`
                a.imp:3:5: error: `≥` is not an operator of IMP
                    { x ≥ 0 -> y >= 0 }
                        ^
                  help: did you mean `>=`?
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
}

mod assignments {
    use super::*;

    #[test]
    fn equals_for_assignment() {
        check(
            "x = 1;\ny == 2;\nz := 3",
            expect![[r#"
                a.imp:1:3: error: `=` compares; an assignment is written with `:=`
                    x = 1;
                      ^
                  help: did you mean `x := ...`?
                a.imp:2:3: error: `==` compares; an assignment is written with `:=`
                    y == 2;
                      ^^
                  help: did you mean `y := ...`?
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
            "x += 1;\nx++;\nx--;\nx *= 2",
            expect![[r#"
                a.imp:1:3: error: there is no `+=`
                    x += 1;
                      ^^
                  help: write `x := x + ...`
                a.imp:2:2: error: there is no `++`
                    x++;
                     ^^
                  help: write `x := x + 1`
                a.imp:3:2: error: there is no `--`
                    x--;
                     ^^
                  help: write `x := x - 1`
                a.imp:4:3: error: there is no `*=`
                    x *= 2
                      ^^
                  help: write `x := x * ...`
            "#]],
        );
    }

    #[test]
    fn parallel_assignment() {
        check(
            "x, y := 1, 2",
            expect![[r#"
                a.imp:1:2: error: expected `:=`, found `,`
                    x, y := 1, 2
                     ^
                  help: one assignment has one variable; write several, separated by `;`
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
}

mod blocks {
    use super::*;

    #[test]
    fn missing_done() {
        check(
            "while x < 3 do\n  x := x + 1",
            expect![[r#"
                a.imp:2:13: error: expected `done`, found the end of the program
                      x := x + 1
                                ^
                  help: a `while` is closed by `done`
                a.imp:1:1: note: this `while` is still open
                    while x < 3 do
                    ^^^^^
            "#]],
        );
    }

    #[test]
    fn missing_done_before_postcondition() {
        check(
            "while x < 3 do\n  if x = 1 then skip end;\n  x := x + 1\n{ x = 3 }",
            expect![[r#"
                a.imp:4:1: error: expected `done`, found `{`
                    { x = 3 }
                    ^
                  help: a `while` is closed by `done`
                a.imp:1:1: note: this `while` is still open
                    while x < 3 do
                    ^^^^^
            "#]],
        );
    }

    #[test]
    fn missing_inner_end() {
        check(
            "while x < 3 do\n  if x = 1 then\n    x := 2\ndone",
            expect![[r#"
                a.imp:4:1: error: expected `end`, found the keyword `done`
                    done
                    ^^^^
                  help: an `if` is closed by `end`
                a.imp:2:3: note: this `if` is still open
                      if x = 1 then
                      ^^
            "#]],
        );
    }

    #[test]
    fn done_for_end() {
        check(
            "if x = 1 then\n  x := 2\ndone;\nwhile x < 3 do x := 3 end",
            expect![[r#"
                a.imp:3:1: error: expected `end`, found the keyword `done`
                    done;
                    ^^^^
                  help: an `if` is closed by `end`
                a.imp:1:1: note: this `if` is still open
                    if x = 1 then
                    ^^
                a.imp:4:23: error: expected `done`, found the keyword `end`
                    while x < 3 do x := 3 end
                                          ^^^
                  help: a `while` is closed by `done`
                a.imp:4:1: note: this `while` is still open
                    while x < 3 do x := 3 end
                    ^^^^^
            "#]],
        );
    }

    #[test]
    fn stray_closers() {
        check(
            "x := 1\nend;\ny := 2;\ndone\nelse z := 3 }",
            expect![[r#"
                a.imp:2:1: error: `end` without `if ... then`
                    end;
                    ^^^
                  help: there is nothing here that it could close
                a.imp:4:1: error: `done` without `while ... do`
                    done
                    ^^^^
                  help: there is nothing here that it could close
                a.imp:5:1: error: `else` without `if ... then`
                    else z := 3 }
                    ^^^^
                  help: the `if` before has been closed by its `end`, or there is none
                a.imp:5:13: error: `}` without `{`
                    else z := 3 }
                                ^
                  help: there is nothing here that it could close
            "#]],
        );
    }

    #[test]
    fn missing_do() {
        check(
            "while x < 3\n  x := x + 1\ndone;\nif x = 3 do skip end",
            expect![[r#"
                a.imp:2:3: error: expected `do` or an operator, found the name `x`
                      x := x + 1
                      ^
                  help: a loop is written `while ... do ... done`
                a.imp:1:1: note: of this `while`
                    while x < 3
                    ^^^^^
                a.imp:4:10: error: expected `then` or an operator, found the keyword `do`
                    if x = 3 do skip end
                             ^^
                  help: a branch is written `if ... then ... else ... end`
                a.imp:4:1: note: of this `if`
                    if x = 3 do skip end
                    ^^
            "#]],
        );
    }

    #[test]
    fn c_blocks() {
        check(
            "while (x < 3) {\n  x := x + 1;\n}\nif (x = 3) {\n  x := 4;\n} else {\n  x := 5;\n}",
            expect![[r#"
                a.imp:1:15: error: a block has no braces
                    while (x < 3) {
                                  ^
                  help: write `while ... do ... done`
                a.imp:4:12: error: a block has no braces
                    if (x = 3) {
                               ^
                  help: write `if ... then ... else ... end`
                a.imp:6:8: error: a block has no braces
                    } else {
                           ^
                  help: write `if ... then ... else ... end`
            "#]],
        );
    }

    #[test]
    fn brace_after_do() {
        check(
            "while x < 3 do {\n  x := x + 1\n} done",
            expect![[r#"
                a.imp:1:16: error: a block has no braces
                    while x < 3 do {
                                   ^
                  help: blocks are `if ... then ... end` and `while ... do ... done`; remove the braces
            "#]],
        );
    }

    #[test]
    fn else_if() {
        check(
            "if x = 1 then\n  y := 1\nelse if x = 2 then\n  y := 2\nend",
            expect![[r#"
                a.imp:5:4: error: expected `end`, found the end of the program
                    end
                       ^
                  help: `else if` opens a second `if` with an `end` of its own; `elif` needs none
                a.imp:1:1: note: this `if` is still open
                    if x = 1 then
                    ^^
            "#]],
        );
    }

    #[test]
    fn closers_of_other_languages() {
        check(
            "while x < 3 do\n  if x = 1 then x := 2 elsif x = 2 then x := 3 fi;\n  x := x + 1\nod",
            expect![[r#"
                a.imp:2:24: error: `elsif` is not a word of IMP
                      if x = 1 then x := 2 elsif x = 2 then x := 3 fi;
                                           ^^^^^
                  help: write `elif`
                a.imp:2:48: error: `fi` is not a word of IMP
                      if x = 1 then x := 2 elsif x = 2 then x := 3 fi;
                                                                   ^^
                  help: write `end`
                a.imp:4:1: error: `od` is not a word of IMP
                    od
                    ^^
                  help: write `done`
            "#]],
        );
    }

    #[test]
    fn two_elses() {
        check(
            "if x = 1 then y := 1 else y := 2 else y := 3 end",
            expect![[r#"
                a.imp:1:34: error: `else` after the `else` of the same `if`
                    if x = 1 then y := 1 else y := 2 else y := 3 end
                                                     ^^^^
                  help: `else` comes last, and once; close the `if` with `end` before the next one
            "#]],
        );
    }

    #[test]
    fn empty_blocks() {
        check(
            "while x < 3 do done;\nif x = 1 then else y := 1 end",
            expect![[r#"
                a.imp:1:16: error: no statement after `do`
                    while x < 3 do done;
                                   ^^^^
                  help: the statement that does nothing is `skip`
                a.imp:2:15: error: no statement after `then`
                    if x = 1 then else y := 1 end
                                  ^^^^
                  help: the statement that does nothing is `skip`
            "#]],
        );
    }

    #[test]
    fn semicolons() {
        check(
            ";x := 1;;\nwhile x < 3 do ; x := 2 done;",
            expect![[r#"
                a.imp:1:1: warning: needless `;`
                    ;x := 1;;
                    ^
                  help: `;` stands between statements, once; the statement that does nothing is `skip`
                a.imp:1:9: warning: needless `;`
                    ;x := 1;;
                            ^
                  help: `;` stands between statements, once; the statement that does nothing is `skip`
                a.imp:2:16: warning: needless `;`
                    while x < 3 do ; x := 2 done;
                                   ^
                  help: `;` stands between statements, once; the statement that does nothing is `skip`
            "#]],
        );
    }

    #[test]
    fn missing_semicolon() {
        check(
            "x := 1\ny := 2 3;\nwhile x < 3 do x := x + 1 done\nz := 1",
            expect![[r#"
                a.imp:1:7: error: expected `;` before the name `y`
                    x := 1
                          ^
                  help: statements are separated by `;`
                a.imp:2:8: error: expected `;` or an operator, found the number `3`
                    y := 2 3;
                           ^
                  help: statements are separated by `;`; a product needs `*`
                a.imp:3:31: error: expected `;` before the name `z`
                    while x < 3 do x := x + 1 done
                                                  ^
                  help: statements are separated by `;`
            "#]],
        );
    }

    #[test]
    fn missing_parenthesis() {
        check(
            "x := (1 + 2;\nwhile (x < 3 do x := 3 done",
            expect![[r#"
                a.imp:1:12: error: expected `)` or an operator, found `;`
                    x := (1 + 2;
                               ^
                  help: what opens with `(` is closed by `)`
                a.imp:1:6: note: this parenthesis is still open
                    x := (1 + 2;
                         ^
                a.imp:2:14: error: expected `)` or an operator, found the keyword `do`
                    while (x < 3 do x := 3 done
                                 ^^
                  help: what opens with `(` is closed by `)`
                a.imp:2:7: note: this parenthesis is still open
                    while (x < 3 do x := 3 done
                          ^
            "#]],
        );
    }

    #[test]
    fn empty_program() {
        check(
            "",
            expect![[r#"
                a.imp:1:1: error: a program needs at least one statement

                    ^
                  help: the statement that does nothing is `skip`
            "#]],
        );
    }

    #[test]
    fn only_conditions() {
        check(
            "{ x = 1 } { x = 1 }",
            expect![[r#"
                a.imp:1:19: error: a program needs at least one statement
                    { x = 1 } { x = 1 }
                                      ^
                  help: the statement that does nothing is `skip`
            "#]],
        );
    }
}

mod conditions {
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
    }
}

mod names {
    use super::*;

    #[test]
    fn keywords_as_names() {
        check(
            "int end, x, if;\ndone := 3;\nx := then + 1",
            expect![[r#"
                a.imp:1:5: error: `end` is a keyword
                    int end, x, if;
                        ^^^
                  help: give the variable another name
                a.imp:1:13: error: `if` is a keyword
                    int end, x, if;
                                ^^
                  help: give the variable another name
                a.imp:2:1: error: `done` is a keyword
                    done := 3;
                    ^^^^
                  help: give the variable another name
                a.imp:3:6: error: expected an expression, found the keyword `then`
                    x := then + 1
                         ^^^^
                  help: `then` is a keyword; give the variable another name
            "#]],
        );
    }

    #[test]
    fn misspelt_keywords() {
        check(
            "While x < 3 do x := 4 done;\nwhlie x < 3 do x := 4 done;\nasert x = 3",
            expect![[r#"
                a.imp:1:1: error: `While` begins no statement
                    While x < 3 do x := 4 done;
                    ^^^^^
                  help: did you mean `while`?
                a.imp:2:1: error: `whlie` begins no statement
                    whlie x < 3 do x := 4 done;
                    ^^^^^
                  help: did you mean `while`?
                a.imp:3:1: error: `asert` begins no statement
                    asert x = 3
                    ^^^^^
                  help: did you mean `assert`?
            "#]],
        );
    }

    #[test]
    fn declared_twice() {
        check(
            "int x, y;\nbool x;\nint y;\nskip",
            expect![[r#"
                a.imp:2:6: error: `x` is declared both int and bool
                    bool x;
                         ^
                  help: a name has one type in the whole program; rename one of the two variables
                a.imp:1:5: note: the first declaration
                    int x, y;
                        ^
                a.imp:3:5: error: `y` is declared twice
                    int y;
                        ^
                  help: remove one of the declarations
                a.imp:1:8: note: the first declaration
                    int x, y;
                           ^
            "#]],
        );
    }

    #[test]
    fn declaration_in_the_middle() {
        check(
            "int x;\nx := 1;\nint y;\ny := 2",
            expect![[r#"
                a.imp:3:1: error: a declaration after the beginning
                    int y;
                    ^^^
                  help: declarations stand at the very top, before the first statement
            "#]],
        );
    }

    #[test]
    fn declaration_with_value() {
        check(
            "int x = 1, y;\nx := y",
            expect![[r#"
                a.imp:1:7: error: a declaration gives no value
                    int x = 1, y;
                          ^
                  help: declare `x` and write `x := ...` as the first statement
            "#]],
        );
    }

    #[test]
    fn declaration_lists() {
        check(
            "int x y;\nint a,;\nint b\nb := 1",
            expect![[r#"
                a.imp:1:7: error: expected `,` or `;`, found the name `y`
                    int x y;
                          ^
                  help: a declaration is written `int x, y;`
                a.imp:2:7: error: expected the name of a variable, found `;`
                    int a,;
                          ^
                  help: a declaration is written `int x, y;`
                a.imp:3:6: error: expected `;` before the name `b`
                    int b
                         ^
                  help: a declaration ends with `;`
            "#]],
        );
    }

    #[test]
    fn undeclared() {
        check(
            "int count, limit;\nwhile count < limt do\n  conut := count + 1;\n  k := q;\n  w := k\ndone",
            expect![[r#"
                a.imp:2:15: warning: `limt` is not declared, so it is taken as an int with an arbitrary value
                    while count < limt do
                                  ^^^^
                  help: did you mean `limit`?
                a.imp:3:3: warning: `conut` is not declared, so it is taken as an int
                      conut := count + 1;
                      ^^^^^
                  help: did you mean `count`?
                a.imp:4:8: warning: `q` is not declared, so it is taken as an int with an arbitrary value
                      k := q;
                           ^
                  help: declare it at the top: `int q;`
            "#]],
        );
    }

    #[test]
    fn all_undeclared_is_fine() {
        check("x := y", expect![[""]]);
    }
}

mod types {
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
    fn nonlinear() {
        check(
            "x := x * y;\nx := (2 + 1) * x * -3;\nx := (x + 1) * (y - 1)",
            expect![[r#"
                a.imp:1:6: error: a product of two expressions that are not constant
                    x := x * y;
                         ^^^^^
                  help: one factor must be a number; expressions are linear, such as `2 * x + y`
                a.imp:1:6: note: this may vary
                    x := x * y;
                         ^
                a.imp:1:10: note: and so may this
                    x := x * y;
                             ^
                a.imp:3:6: error: a product of two expressions that are not constant
                    x := (x + 1) * (y - 1)
                         ^^^^^^^^^^^^^^^^^
                  help: one factor must be a number; expressions are linear, such as `2 * x + y`
                a.imp:3:6: note: this may vary
                    x := (x + 1) * (y - 1)
                         ^^^^^^^
                a.imp:3:16: note: and so may this
                    x := (x + 1) * (y - 1)
                                   ^^^^^^^
            "#]],
        );
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
}

mod foreign {
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
}
