//! What is said of blocks and their words.

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
