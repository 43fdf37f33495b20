//! What is said of names and declarations.

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
