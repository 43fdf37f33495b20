//! What the front end of C says about each frequent mistake, word for word; whole files are in the corpus.

use expect_test::{Expect, expect};

/// Renders all diagnostics of a text, followed by whether it is a program.
fn check(source: &str, expected: Expect) {
    let parsed = lang::c::parse(source, lang::Arithmetic::MATHEMATICAL);
    let mut out: String =
        parsed.diagnostics.iter().map(|diagnostic| lang::render("a.c", source, diagnostic)).collect();
    out.push_str(if parsed.program.is_some() { "a program\n" } else { "no program\n" });
    expected.assert_eq(&out);
}

mod life;
mod orders;
mod pointers;
mod undefined;
mod unsupported;

#[test]
fn fragments_may_leave_out_declarations() {
    check(
        "x = 1; while (x < cuont) x++;",
        expect![[r#"
        a.c:1:1: warning: `x` is not declared, so it is taken as an int
            x = 1; while (x < cuont) x++;
            ^
          help: declare it: `int x;`
        a.c:1:19: warning: `cuont` is not declared, so it is taken as an int
            x = 1; while (x < cuont) x++;
                              ^^^^^
          help: declare it: `int cuont;`
        a program
    "#]],
    );
    check(
        "int counter; counter = 1; while (countr > 0) countr--;",
        expect![[r#"
        a.c:1:34: warning: `countr` is not declared, so it is taken as an int
            int counter; counter = 1; while (countr > 0) countr--;
                                             ^^^^^^
          help: did you mean `counter`?
        a program
    "#]],
    );
    check(
        "int f(void) { return y; } y = f();",
        expect![[r#"
        a.c:1:27: warning: `y` is not declared, so it is taken as an int
            int f(void) { return y; } y = f();
                                      ^
          help: declare it: `int y;`
        a program
    "#]],
    );
    check(
        "int main() { y = 1; return z; }",
        expect![[r#"
        a.c:1:14: error: `y` is not declared
            int main() { y = 1; return z; }
                         ^
          help: declare it before: `int y;`
        a.c:1:28: error: `z` is not declared
            int main() { y = 1; return z; }
                                       ^
          help: declare it before: `int z;`
        no program
    "#]],
    );
}

/// The tag of a structure is known in its block, and hides one from outside there.
#[test]
fn tags_have_scopes() {
    let program = |statements: &str| {
        format!("struct p {{ int x; }}; int main() {{ struct p a; a.x = 1; {statements} return 0; }}")
    };
    for source in [
        program("{ struct p { int y, z; }; struct p b; b.y = 2; b.z = a.x; } struct p c; c.x = 3; a = c;"),
        program("if (a.x) { struct p { int y; } b; b.y = 2; } else { struct p b; b.x = 2; }"),
        program(
            "for (int i = 0; i < 2; i++) { struct q { int y; } b; b.y = i; } { struct q { int z; } b; b.z = 1; }",
        ),
    ] {
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
        assert!(
            parsed.program.is_some() && parsed.diagnostics.is_empty(),
            "{source}: {:?}",
            parsed.diagnostics
        );
    }
    for source in [
        program("{ struct p { int y; }; struct p b; assert(b.x == 2); }"),
        program("{ struct p { int y; }; } struct p b; assert(b.y == 2);"),
        program("{ struct q { int y; }; } struct q b; b.y = 1; assert(b.y == 2);"),
    ] {
        assert!(lang::c::parse(&source, lang::Arithmetic::default()).program.is_none(), "{source}");
    }
}

#[test]
fn what_to_write_instead() {
    check(
        "union u { int a; char b; }; int main() { union u x; x.a = 1; assert(x.a == 1); }",
        expect![[r#"
        a.c:1:42: error: `x` is a union
            union u { int a; char b; }; int main() { union u x; x.a = 1; assert(x.a == 1); }
                                                     ^^^^^^^
          help: unions are not supported; write a structure, which has room for all members
        no program
    "#]],
    );
    check(
        "int main() { int x = 1, y = 2; int *a[2] = { &x, &y }; assert(*a[0] == 1); }",
        expect![[r#"
        a.c:1:36: error: `a` is an array of pointers
            int main() { int x = 1, y = 2; int *a[2] = { &x, &y }; assert(*a[0] == 1); }
                                               ^^^^^^^^^^^^^^^^^^
          help: pointers in arrays are not followed; use an array of integers, and its indices in place of pointers
        no program
    "#]],
    );
    check(
        "int main() { char s[4] = \"abc\"; assert(strlen(s) == 3 && pow(2, 3) == 8); }",
        expect![[r#"
        a.c:1:40: error: there is no function `strlen`
            int main() { char s[4] = "abc"; assert(strlen(s) == 3 && pow(2, 3) == 8); }
                                                   ^^^^^^
          help: functions of the library on texts and arrays are not supported; write a loop over the elements
        a.c:1:58: error: there is no function `pow`
            int main() { char s[4] = "abc"; assert(strlen(s) == 3 && pow(2, 3) == 8); }
                                                                     ^^^
          help: it computes with floating-point numbers, which are not supported; write a loop that does it with integers
        no program
    "#]],
    );
}

#[test]
fn doubtful_conditions() {
    check(
        "int x; if (x = 1) x = 2; while ((x = x - 1)) ; assert(x = 0);",
        expect![[r#"
        a.c:1:14: warning: an assignment as a condition
            int x; if (x = 1) x = 2; while ((x = x - 1)) ; assert(x = 0);
                         ^
          help: `==` compares; if the assignment is meant, put parentheses around it
        a.c:1:57: warning: an assignment as a condition
            int x; if (x = 1) x = 2; while ((x = x - 1)) ; assert(x = 0);
                                                                    ^
          help: `==` compares; if the assignment is meant, put parentheses around it
        a program
    "#]],
    );
    check(
        "int x; if (0 < x < 10) x = 1; if (x == 1 == 0) x = 2;",
        expect![[r#"
        a.c:1:12: warning: what stands before the second comparison is 0 or 1 here
            int x; if (0 < x < 10) x = 1; if (x == 1 == 0) x = 2;
                       ^^^^^^^^^^
          help: write `a < b && b < c` to compare both
        a program
    "#]],
    );
    check(
        "int x; x == 3; x + 1; (void) x; x > 1;",
        expect![[r#"
        a.c:1:10: warning: a comparison whose result is not used
            int x; x == 3; x + 1; (void) x; x > 1;
                     ^^
          help: an assignment is written with `=`
        a program
    "#]],
    );
}

#[test]
fn constants_out_of_range() {
    check(
        "unsigned a = -1; char c = 300; int i = 3000000000; short s = -32768; _Bool b = 7; unsigned char u = (unsigned char) 256;",
        expect![[r#"
            a.c:1:14: warning: -1 is outside the range of `unsigned`, and stays as it is
                unsigned a = -1; char c = 300; int i = 3000000000; short s = -32768; _Bool b = 7; unsigned char u = …
                             ^^
              help: integers are mathematical and do not wrap; write the number that is meant
            a.c:1:27: warning: 300 is outside the range of `char`, and stays as it is
                unsigned a = -1; char c = 300; int i = 3000000000; short s = -32768; _Bool b = 7; unsigned char u = …
                                          ^^^
              help: integers are mathematical and do not wrap; write the number that is meant
            a.c:1:40: warning: 3000000000 is outside the range of `int`, and stays as it is
                …ed a = -1; char c = 300; int i = 3000000000; short s = -32768; _Bool b = 7; unsigned char u = (unsig…
                                                  ^^^^^^^^^^
              help: integers are mathematical and do not wrap; write the number that is meant
            a.c:1:101: warning: 256 is outside the range of `unsigned char`, and stays as it is
                …; _Bool b = 7; unsigned char u = (unsigned char) 256;
                                                  ^^^^^^^^^^^^^^^^^^^
              help: integers are mathematical and do not wrap; write the number that is meant
            a program
        "#]],
    );
}

#[test]
fn results_that_may_be_missing() {
    check(
        "int f(int x) { if (x) return 1; } int main() { return f(2); }",
        expect![[r#"
        a.c:1:33: warning: `f` may end without a value
            int f(int x) { if (x) return 1; } int main() { return f(2); }
                                            ^
          help: write `return` with a value at the end; without it the value is arbitrary
        a.c:1:5: note: this function promises one
            int f(int x) { if (x) return 1; } int main() { return f(2); }
                ^
        a program
    "#]],
    );
    check(
        "int a(int x) { while (1) { if (x) return x; x++; } }
         int b(int x) { if (x) return 1; else abort(); }
         int c(int x) { switch (x) { case 1: return 2; default: return 3; } }
         int d(int x) { again: x--; if (x > 0) goto again; return x; }
         int main() { a(b(c(d(1)))); }",
        expect![[r#"
            a program
        "#]],
    );
}

#[test]
fn one_place_for_what_a_macro_makes() {
    check(
        "#define AREA(w, h) ((w) * (h))\nint x, y; x = 2 + AREA(x, y + 1);",
        expect![[r#"
            a.c:2:19: warning: a product of two values that are not constant; it is left out, since no assertion depends on it
                int x, y; x = 2 + AREA(x, y + 1);
                                  ^^^^^^^^^^^^^^
            a.c:2:5: note: `x` is left out, too
                int x, y; x = 2 + AREA(x, y + 1);
                    ^
            a.c:1:9: note: the text comes from this macro
                #define AREA(w, h) ((w) * (h))
                        ^^^^
            a program
        "#]],
    );
    check(
        "#define NEXT unknown_name + 1\nint main() { int x = NEXT; return x; }",
        expect![[r#"
            a.c:2:22: error: `unknown_name` is not declared
                int main() { int x = NEXT; return x; }
                                     ^^^^
              help: declare it before: `int unknown_name;`
            a.c:1:9: note: the text comes from this macro
                #define NEXT unknown_name + 1
                        ^^^^
            no program
        "#]],
    );
    check(
        "#define IS(v) v == \nint x; if (IS(x)) x = 1;",
        expect![[r#"
        a.c:2:17: error: expected an expression, found `)`
            int x; if (IS(x)) x = 1;
                            ^
          help: an operand is missing here: a name, a number, a call, or something in parentheses
        no program
    "#]],
    );
}

#[test]
fn declared_again() {
    check(
        "int x; extern int x; int x = 3; static int y; int main() { return x + y; }",
        expect![[r#"
        a program
    "#]],
    );
    check(
        "extern int n; extern _Bool b; int main() { assert(n > 0 || b); }",
        expect![[r#"
        a program
    "#]],
    );
    check(
        "int f(int); int f(int a); int f(int b) { return b; } int main() { int f(int); return f(1); }",
        expect![[r#"
            a program
        "#]],
    );
    check(
        "int x; x = 1; int x = 2; { int x = 3; }",
        expect![[r#"
        a.c:1:19: error: `x` is declared twice
            int x; x = 1; int x = 2; { int x = 3; }
                              ^
          help: remove one of the declarations, or rename one of the two
        a.c:1:5: note: the first declaration
            int x; x = 1; int x = 2; { int x = 3; }
                ^
        no program
    "#]],
    );
    check(
        "typedef int t; t t2 = 1; int main() { int t = 3; t = t + 1; return t; }",
        expect![[r#"
        a program
    "#]],
    );
}

#[test]
fn calls_of_things_that_are_none() {
    check(
        "int main() { int x = 1; x(2); assert (x); Assert(x > 0); asert(x); return nondet_int() + unknown7(1, 2); }",
        expect![[r#"
            a.c:1:25: error: `x` is not a function
                int main() { int x = 1; x(2); assert (x); Assert(x > 0); asert(x); return nondet_int() + unknown7(1,…
                                        ^
              help: a product needs `*`
            a.c:1:43: error: there is no function `Assert`
                …) { int x = 1; x(2); assert (x); Assert(x > 0); asert(x); return nondet_int() + unknown7(1, 2); }
                                                  ^^^^^^
              help: did you mean `assert`?
            a.c:1:58: error: there is no function `asert`
                …x(2); assert (x); Assert(x > 0); asert(x); return nondet_int() + unknown7(1, 2); }
                                                  ^^^^^
              help: did you mean `assert`?
            no program
        "#]],
    );
    check(
        "#include <stdlib.h>\nint main() { int *p = malloc(4); free(p); setjmp(p); return 0; }",
        expect![[r#"
            a.c:2:23: warning: `malloc` is taken to give memory
                int main() { int *p = malloc(4); free(p); setjmp(p); return 0; }
                                      ^^^^^^
              help: in C it may give a null pointer; where the variable that takes it is compared with NULL, both are followed
            a.c:2:43: error: there is no function `setjmp`
                int main() { int *p = malloc(4); free(p); setjmp(p); return 0; }
                                                          ^^^^^^
              help: jumps between functions are not supported
            no program
        "#]],
    );
    check(
        "double sqrt(double); int main() { assert(sqrt(4)); }",
        expect![[r#"
        a.c:1:42: error: the result of `sqrt` is a floating-point number
            double sqrt(double); int main() { assert(sqrt(4)); }
                                                     ^^^^^^^
          help: floating-point numbers are not supported; scale them to integers
        no program
    "#]],
    );
    check(
        "extern int *where(void); int main() { return __VERIFIER_nondet_pointer() + __VERIFIER_nondet_float() + where(); }",
        expect![[r#"
            a.c:1:104: warning: the result of `where` is a pointer; it is left out, since no assertion depends on it
                …() + __VERIFIER_nondet_float() + where(); }
                                                  ^^^^^^^
            a program
        "#]],
    );
}

#[test]
fn several_errors_in_one_file() {
    check(
        "int main() {
  int x = 1
  int y = 2;
  float z = 1.0;
  x = y * x;
  if (x > y { x = 1; }
  while (x) x--;
  y = a[3];
  return 0
}",
        expect![[r#"
            a.c:2:12: error: expected `;` after this declaration
                  int x = 1
                           ^
              help: every statement that is no block ends with `;`
            a.c:6:13: error: expected `)`, found `{`
                  if (x > y { x = 1; }
                            ^
              help: the condition stands in parentheses: `if (x < 10)`
            a.c:8:7: error: `a` is not declared
                  y = a[3];
                      ^
              help: declare the array or the pointer before
            a.c:9:11: error: expected `;` after `return`
                  return 0
                          ^
              help: every statement that is no block ends with `;`
            no program
        "#]],
    );
}

#[test]
fn texts_without_a_program() {
    check(
        "",
        expect![[r#"
            a.c:1:1: error: there is nothing to run

                ^
              help: write `int main() { ... }`, or statements outside of functions
            no program
        "#]],
    );
    check(
        "// nothing\n",
        expect![[r#"
            a.c:1:1: error: there is nothing to run
                // nothing
                ^
              help: write `int main() { ... }`, or statements outside of functions
            no program
        "#]],
    );
    check(
        "int x;",
        expect![[r#"
        a program
    "#]],
    );
    check(
        "typedef int t; int f(int);",
        expect![[r#"
        a program
    "#]],
    );
    check(
        "int only(int n) { assert(n > 0); return n; }",
        expect![[r#"
        a program
    "#]],
    );
}

/// Loops without a body are written on purpose, unless what follows looks like the body; branches are not.
#[test]
fn semicolons_behind_heads() {
    check(
        "int main(void) {\n  int i = 0, n = 3;\n  while (i < n);\n  {\n    i++;\n  }\n  for (i = 0; i < n; i++);\n    n--;\n  if (n > 0);\n  n = 1;\n  return 0;\n}",
        expect![[r#"
            a.c:3:16: warning: this `;` is all that the `while` does
                  while (i < n);
                               ^
              help: remove it if what follows belongs inside; a body that does nothing is written `{ }`
            a.c:3:3: note: of this `while`
                  while (i < n);
                  ^^^^^
            a.c:7:26: warning: this `;` is all that the `for` does
                  for (i = 0; i < n; i++);
                                         ^
              help: remove it if what follows belongs inside; a body that does nothing is written `{ }`
            a.c:7:3: note: of this `for`
                  for (i = 0; i < n; i++);
                  ^^^
            a.c:9:13: warning: this `;` is all that the `if` does
                  if (n > 0);
                            ^
              help: remove it if what follows belongs inside; a body that does nothing is written `{ }`
            a.c:9:3: note: of this `if`
                  if (n > 0);
                  ^^
            a program
        "#]],
    );
    check(
        "int main(void) {\n  int i = 0, n = 3;\n  while (i++ < n);\n  for (i = 0; i < n; i++) ;\n  for (i = 0; i < n; i++)\n    ;\n  if (n > 0); else n = 1;\n  do ; while (n-- > 0);\n  return 0;\n}",
        expect![[r#"
            a program
        "#]],
    );
}

#[test]
fn annotations_are_not_read() {
    check(
        "/*@ requires n >= 0; */\nint main(void) {\n  int i = 0; // not @ an annotation\n  //@ loop invariant i <= 3;\n  while (i < 3) i++;\n  return 0;\n}",
        expect![[r#"
            a.c:1:1: warning: ACSL annotations are not read: nothing that they say is assumed or checked
                /*@ requires n >= 0; */
                ^^^^^^^^^^^^^^^^^^^^^^^
              help: write what is to hold as `assert(...)`
            a program
        "#]],
    );
}
