//! Orders of evaluation that C leaves open: where they are warned of, and where nothing is open.

use super::check;
use expect_test::expect;

#[test]
fn order_of_evaluation() {
    check(
        "int x, y; x = x++ + 1;",
        expect![[r#"
        a.c:1:11: warning: C leaves the order open: `x` is changed twice
            int x, y; x = x++ + 1;
                      ^^^^^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:15: note: here `x` is changed
            int x, y; x = x++ + 1;
                          ^^^
        a program
    "#]],
    );
    check(
        "int x, y; y = x++ + x;",
        expect![[r#"
        a.c:1:15: warning: C leaves the order open: `x` is changed, and it is read
            int x, y; y = x++ + x;
                          ^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:15: note: here `x` is changed
            int x, y; y = x++ + x;
                          ^^^
        a.c:1:21: note: here `x` is read
            int x, y; y = x++ + x;
                                ^
        a program
    "#]],
    );
    check(
        "int x = 0; x = ++x; x = x += 1;",
        expect![[r#"
        a.c:1:12: warning: C leaves the order open: `x` is changed twice
            int x = 0; x = ++x; x = x += 1;
                       ^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:16: note: here `x` is changed
            int x = 0; x = ++x; x = x += 1;
                           ^^^
        a.c:1:21: warning: C leaves the order open: `x` is changed twice
            int x = 0; x = ++x; x = x += 1;
                                ^^^^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:25: note: here `x` is changed
            int x = 0; x = ++x; x = x += 1;
                                    ^^^^^^
        a program
    "#]],
    );
    check(
        "int f(int a, int b) { return a - b; } int main() { int i = 0; return f(i, i++); }",
        expect![[r#"
        a.c:1:70: warning: C leaves the order open: `i` is read, and it is changed
            int f(int a, int b) { return a - b; } int main() { int i = 0; return f(i, i++); }
                                                                                 ^^^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:72: note: here `i` is read
            int f(int a, int b) { return a - b; } int main() { int i = 0; return f(i, i++); }
                                                                                   ^
        a.c:1:75: note: here `i` is changed
            int f(int a, int b) { return a - b; } int main() { int i = 0; return f(i, i++); }
                                                                                      ^^^
        a program
    "#]],
    );
    check(
        "int main() { int i = 0; printf(\"%d %d\", i, i++); return i = (i = 2) + i; }",
        expect![[r#"
        a.c:1:25: warning: C leaves the order open: `i` is read, and it is changed
            int main() { int i = 0; printf("%d %d", i, i++); return i = (i = 2) + i; }
                                    ^^^^^^^^^^^^^^^^^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:41: note: here `i` is read
            int main() { int i = 0; printf("%d %d", i, i++); return i = (i = 2) + i; }
                                                    ^
        a.c:1:44: note: here `i` is changed
            int main() { int i = 0; printf("%d %d", i, i++); return i = (i = 2) + i; }
                                                       ^^^
        a.c:1:61: warning: C leaves the order open: `i` is changed, and it is read
            int main() { int i = 0; printf("%d %d", i, i++); return i = (i = 2) + i; }
                                                                        ^^^^^^^^^^^
          help: that is undefined in C; here operands are evaluated from left to right: better write several statements
        a.c:1:61: note: here `i` is changed
            int main() { int i = 0; printf("%d %d", i, i++); return i = (i = 2) + i; }
                                                                        ^^^^^^^
        a.c:1:71: note: here `i` is read
            int main() { int i = 0; printf("%d %d", i, i++); return i = (i = 2) + i; }
                                                                                  ^
        a program
    "#]],
    );
}

#[test]
fn order_of_calls() {
    check(
        "int g = 5; int zero(void) { g = 0; return 1; } int main(void) { int j = g + zero(); assert(j == 6); }",
        expect![[r#"
            a.c:1:73: warning: C leaves the order open: `g` is read, and the call of `zero` changes it
                …rn 1; } int main(void) { int j = g + zero(); assert(j == 6); }
                                                  ^^^^^^^^^^
              help: here operands are evaluated from left to right; better write several statements
            a.c:1:73: note: here `g` is read
                …rn 1; } int main(void) { int j = g + zero(); assert(j == 6); }
                                                  ^
            a.c:1:29: note: in `zero` `g` is changed
                int g = 5; int zero(void) { g = 0; return 1; } int main(void) { int j = g + zero(); assert(j == 6); …
                                            ^^^^^
            a program
        "#]],
    );
    check(
        "int g; void set(void) { g = 1; } int f(void) { set(); return 0; } int h(void) { return g; }\nint main() { return f() < h(); }",
        expect![[r#"
            a.c:2:21: warning: C leaves the order open: the call of `f` changes `g`, and the call of `h` reads it
                int main() { return f() < h(); }
                                    ^^^^^^^^^
              help: here operands are evaluated from left to right; better write several statements
            a.c:1:25: note: in `set` `g` is changed
                int g; void set(void) { g = 1; } int f(void) { set(); return 0; } int h(void) { return g; }
                                        ^^^^^
            a.c:1:88: note: in `h` `g` is read
                int g; void set(void) { g = 1; } int f(void) { set(); return 0; } int h(void) { return g; }
                                                                                                       ^
            a program
        "#]],
    );
    check(
        "int g; int f(void) { g++; return 1; } int main() { g += f(); }",
        expect![[r#"
        a.c:1:52: warning: C leaves the order open: `g` is read, and the call of `f` changes it
            int g; int f(void) { g++; return 1; } int main() { g += f(); }
                                                               ^^^^^^^^
          help: here operands are evaluated from left to right; better write several statements
        a.c:1:52: note: here `g` is read
            int g; int f(void) { g++; return 1; } int main() { g += f(); }
                                                               ^
        a.c:1:22: note: in `f` `g` is changed
            int g; int f(void) { g++; return 1; } int main() { g += f(); }
                                 ^^^
        a program
    "#]],
    );
    check(
        "int f(void) { static int n; return n++; } int two(int a, int b) { return a; } int main() { return two(f(), f()); }",
        expect![[r#"
            a.c:1:99: warning: C leaves the order open: the call of `f` reads `n`, and another call of `f` changes it
                … return a; } int main() { return two(f(), f()); }
                                                  ^^^^^^^^^^^^^
              help: here operands are evaluated from left to right; better write several statements
            a.c:1:36: note: in `f` `n` is read
                …t f(void) { static int n; return n++; } int two(int a, int b) { return a; } int main() { return two(…
                                                  ^^^
            a.c:1:36: note: in `f` `n` is changed
                …t f(void) { static int n; return n++; } int two(int a, int b) { return a; } int main() { return two(…
                                                  ^^^
            a program
        "#]],
    );
    check(
        "int end(void) { exit(0); } int bad(void) { assert(0); return 1; } int main() { return end() + bad(); }",
        expect![[r#"
            a.c:1:87: warning: C leaves the order open: the call of `end` may end the execution, and an assertion may fail in the call of `bad`
                … return 1; } int main() { return end() + bad(); }
                                                  ^^^^^^^^^^^^^
              help: here operands are evaluated from left to right; better write several statements
            a.c:1:17: note: in `end` the execution may end
                int end(void) { exit(0); } int bad(void) { assert(0); return 1; } int main() { return end() + bad();…
                                ^^^^^^^
            a.c:1:44: note: in `bad` an assertion may fail
                …id) { exit(0); } int bad(void) { assert(0); return 1; } int main() { return end() + bad(); }
                                                  ^^^^^^^^^
            a program
        "#]],
    );
    check(
        "int g; int f(int a) { return g = a; } int main() { switch (g + f(1)) { default: for (; g - f(2); ) ; } }",
        expect![[r#"
            a.c:1:60: warning: C leaves the order open: `g` is read, and the call of `f` changes it
                …rn g = a; } int main() { switch (g + f(1)) { default: for (; g - f(2); ) ; } }
                                                  ^^^^^^^^
              help: here operands are evaluated from left to right; better write several statements
            a.c:1:60: note: here `g` is read
                …rn g = a; } int main() { switch (g + f(1)) { default: for (; g - f(2); ) ; } }
                                                  ^
            a.c:1:30: note: in `f` `g` is changed
                int g; int f(int a) { return g = a; } int main() { switch (g + f(1)) { default: for (; g - f(2); ) ;…
                                             ^^^^^
            a.c:1:88: warning: C leaves the order open: `g` is read, and the call of `f` changes it
                …tch (g + f(1)) { default: for (; g - f(2); ) ; } }
                                                  ^^^^^^^^
              help: here operands are evaluated from left to right; better write several statements
            a.c:1:88: note: here `g` is read
                …tch (g + f(1)) { default: for (; g - f(2); ) ; } }
                                                  ^
            a.c:1:30: note: in `f` `g` is changed
                int g; int f(int a) { return g = a; } int main() { switch (g + f(1)) { default: for (; g - f(2); ) ;…
                                             ^^^^^
            a program
        "#]],
    );
}

#[test]
fn orders_that_are_fixed() {
    for source in [
        "int x, y; y = x++ && x; y = x || x++; y = x++ ? x : x--; y = (x++, x); x = (x++, x);",
        "int g; int f(int a) { g = a; return a; } int main() { int i = 0; g = f(1); i = f(i++); f(g); f(f(f(g))); }",
        "int a, b; int f(void) { a = 1; return 1; } int h(void) { b = 1; return 1; } int main() { return f() + h(); }",
        "int nd(void); int k; int f(void) { return k; } int main() { int x = nd() + nd(), y = f() + f() + k; }",
        "int f(int a) { int b = a; b++; a = b; return a; } int main() { int i = 0; i = f(i) + f(i); }",
        "int x, y; x = y = 0; x += x + (y += 2); x = x + 1; if ((x = y) != 0) x--; do x--; while (x-- > 0);",
        "int g; int f(void) { g++; return g; } int main() { int i = f(), j = f(); g = 1; return i && f() && g; }",
        "int c; int f(int a) { c++; return a; } int main() { int i = 0; if (f(i) > 0 && f(i++) > 1 || c) i++; }",
        "int f(void) { assert(1); return 1; } int main() { assert(f() + f() == 2); return f() - f(); }",
    ] {
        assert_eq!(open_orders(source), 0, "{source}");
    }
}

/// The number of warnings about the order of evaluation in a program.
fn open_orders(source: &str) -> usize {
    let parsed = lang::c::parse(source, lang::Arithmetic::default());
    assert!(parsed.program.is_some(), "{source}: {:?}", parsed.diagnostics);
    parsed.diagnostics.iter().filter(|found| found.code == lang::Code::OrderOfEvaluation).count()
}

/// Elements and what pointers point to, each time once where it matters and once where it cannot.
#[test]
fn orders_through_elements_and_pointers() {
    for (functions, open, fixed) in [
        ("void f(int *p, int *q) { *p = (*q)++; }", "f(&x, &x);", "f(&x, &y); f(&y, &x);"),
        ("void f(int *p, int *q) { *p = (*q)++; }", "f(&a[1], &a[1]);", "f(&a[0], &a[1]);"),
        ("int f(int *p) { *p += 1; return *p; }", "y = f(&x) + f(&x);", "y = f(&x) + f(&y);"),
        ("int f(int *p) { return *p; }", "y = f(&x) + x++;", "y = f(&x) + f(&x) + k++;"),
        ("int f(int *p) { return *p; } int g(int *q) { return f(q) + k++; }", "g(&k);", "g(&x);"),
        ("int f(int *p) { return 1; }", "y = f(&x) + x++ + x;", "y = f(&x) + x++;"),
        ("int f(int *p, int n) { return *p = n; }", "y = f(&x, 1) + x;", "y = f(&x, x++);"),
        ("int f(int b[], int i) { return b[i] = 1; }", "y = f(a, 0) + a[0];", "y = f(a, 0) + c[0];"),
        ("", "i = n(); a[i] = a[j]++;", "i = n(); a[i] = c[j]++; c[0] = a[1]++ + a[2];"),
        ("", "i = n(); a[i] = i++;", "i = n(); a[i] = j++; a[i++] = c[j++];"),
        ("", "i = n(); m[1][i] = m[1][j]++;", "i = n(); m[0][i] = m[1][j]++;"),
    ] {
        let program = |statements: &str| {
            format!(
                "int k, n(void); {functions} int main() {{ int a[2], c[3], m[2][2], x = 0, y = 1, i = 0, j = n(); {statements} }}"
            )
        };
        assert_eq!(open_orders(&program(open)), 1, "{}", program(open));
        assert_eq!(open_orders(&program(fixed)), 0, "{}", program(fixed));
    }
    check(
        "void f(int *p, int *q) { *p = (*q)++; } int main() { int x = 1; f(&x, &x); f(&x, &x); }",
        expect![[r#"
            a.c:1:26: warning: C leaves the order open: `x` is changed twice
                void f(int *p, int *q) { *p = (*q)++; } int main() { int x = 1; f(&x, &x); f(&x, &x); }
                                         ^^^^^^^^^^^
              help: that is undefined in C; here operands are evaluated from left to right: better write several statements
            a.c:1:31: note: here `x` is changed
                void f(int *p, int *q) { *p = (*q)++; } int main() { int x = 1; f(&x, &x); f(&x, &x); }
                                              ^^^^^^
            a program
        "#]],
    );
}

/// Two elements of one array are different objects, so that their order is not open, if their indices surely differ.
#[test]
fn elements_with_different_indices() {
    for harmless in [
        "a[i] = a[i - 1]++;",
        "a[i + 1] = a[i]--;",
        "a[1] = a[0]++;",
        "i = a[i]++ + a[i + 1]++;",
        "u = a[u]++ + a[u - 1];",
    ] {
        let source =
            format!("int main() {{ int a[4] = {{0}}; int i = 1; unsigned u = 1; {harmless} return a[0]; }}");
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
        assert!(parsed.diagnostics.is_empty(), "{harmless}: {:?}", parsed.diagnostics);
    }
    for open in [
        "a[i] = a[i]++;",
        "a[i] = a[j]++;",
        "a[i + 1] = a[1 + i - 0]++;",
        "i = a[i]++ + a[i + 256];",
        "a[i] = a[i - 1]++ + i++;",
        "a[i] = a[j]++ + a[i - 1]++;",
        "a[i] = a[i - 1]++ + f(a);",
    ] {
        let source = format!(
            "int f(int *p) {{ p[0] = 1; return 0; }} int main() {{ int a[4] = {{0}}; int i = 1, j = 2; {open} return a[j]; }}"
        );
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
        assert!(
            parsed.diagnostics.iter().any(|d| d.code == lang::Code::OrderOfEvaluation),
            "{open}: {:?}",
            parsed.diagnostics
        );
    }
}

/// C leaves open which initial value of an object is evaluated first.
#[test]
fn orders_of_initial_values() {
    check(
        "int i; int main() { int a[2] = {i++, i}; return a[0]; }",
        expect![[r#"
            a.c:1:25: warning: C leaves the order open: `i` is changed, and it is read
                int i; int main() { int a[2] = {i++, i}; return a[0]; }
                                        ^^^^^^^^^^^^^^^
              help: here values are evaluated from left to right; better write several statements
            a.c:1:33: note: here `i` is changed
                int i; int main() { int a[2] = {i++, i}; return a[0]; }
                                                ^^^
            a.c:1:38: note: here `i` is read
                int i; int main() { int a[2] = {i++, i}; return a[0]; }
                                                     ^
            a program
        "#]],
    );
    for open in [
        "int g; int f(int x) { g = 10 * g + x; return g; } int main() { int a[2] = {f(1), f(2)}; return a[1]; }",
        "struct p { int x, y; }; int main() { int i = 0; struct p a = {.y = i++, .x = i++}; return a.y; }",
        "int main() { int i = 0; int a[100] = {i++, i++}; return i; }",
    ] {
        assert_eq!(open_orders(open), 1, "{open}");
    }
    for fixed in [
        "int f(int x) { return x + 1; } int main() { int a[2] = {f(1), f(2)}; return a[1]; }",
        "int main() { int i = 0; int a[2] = {i, i + 1}; return a[1]; }",
    ] {
        assert_eq!(open_orders(fixed), 0, "{fixed}");
    }
}

/// What an assignment stores comes after its operands' values, and not after their effects: C17, 6.5.16, paragraph 3. So these are
/// undefined, and that there is a sequence point behind the condition does not help.
#[test]
fn effects_in_arms_of_a_choice() {
    let warnings = |body: &str| {
        let parsed = lang::c::parse(&format!("int x = 5, y; {body}"), lang::Arithmetic::default());
        parsed.diagnostics.into_iter().filter(|found| found.message.contains("order open")).count()
    };
    for (body, count) in [
        ("x = x == 5 ? x++ : x--;", 1),
        ("x = x++ ? 1 : 2;", 0),
        ("x = (x++, x);", 0),
        ("y = x == 5 ? x++ : x--;", 0),
    ] {
        assert_eq!(warnings(body), count, "{body}");
    }
}
