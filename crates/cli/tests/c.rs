//! Verdicts on C programs: what the command says where C leaves something undefined, and beside it.

mod common;

use common::{ended, text};
use std::process::Command;

/// What the command says of statements of `main`: how it ends, its verdict's line and what it writes beside.
fn verdict(body: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let source = format!("#include <stdlib.h>\nint nondet(void);\nint main(void) {{\n{body}\nreturn 0; }}\n");
    let args = [&["verify", "--lang", "c", "-"], options].concat();
    let output = ended(Command::new(env!("CARGO_BIN_EXE_loopglass")).args(args), &source);
    let first = text(&output.stdout).lines().next().unwrap_or_default().to_owned();
    (output.status.code(), first, text(&output.stderr))
}

const CHECK: &[&str] = &["--overflow", "check"];

/// Each of these statements of `main` is safe.
#[track_caller]
fn each_is_safe(bodies: &[&str]) {
    for body in bodies {
        let (code, first, beside) = verdict(body, &[]);
        assert_eq!((code, first.as_str()), (Some(0), "safe"), "{body}: {beside}");
    }
}

/// Statements with a verdict of each kind, and the options under which it is given.
#[test]
fn what_is_undefined_fails() {
    for (body, options) in [
        ("int x = nondet(), d = nondet(); if (d == -1) { x %= d; }", CHECK),
        ("int x = nondet(); if (x > -9 && x < 9) { x <<= 1; }", CHECK),
        ("int x = nondet(); x++;", &["--overflow", "check", "--integers", "bits"]),
        ("int a = 1, b = 2; int *p = &a; *&p = &b; *p = 7; assert(a == 7);", &[]),
        ("int a, b; assert(&a + 1 != &b);", &[]),
        ("int *p = malloc(8); if (!p) { printf(\"none\"); } p[1] = 2;", &[]),
        ("int *p = 0; *p = 1;", &[]),
        ("int a[3] = {0}, *p; for (p = a + 2; p >= a; p--) { *p = 1; }", &[]),
        ("int a[3] = {0}, n = nondet(); if (n >= 0 && n < 5) { int *p = a + n; }", &[]),
    ] {
        let (code, first, beside) = verdict(body, options);
        assert_eq!((code, first.as_str()), (Some(10), "unsafe"), "{body}: {beside}");
    }
    for (body, options) in [
        ("int x = nondet(), d = nondet(); if (d == -1 && x > -9) { x %= d; }", CHECK),
        ("int x = nondet(); if (x > 0 && x < 9) { x <<= 1; }", CHECK),
        ("int a, b; assert(&a != &b && (&a + 1 == &b || 1));", &[]),
        ("int a[3] = {0}, *p; for (p = a; p < a + 3; p++) { *p = 1; } assert(p - a == 3);", &[]),
        ("int *p = malloc(8); if (!p) { return 1; } p[1] = 2; assert(p[1] == 2); free(p);", &[]),
        ("int x = nondet(); if (x < 9) { x++; }", &["--overflow", "check", "--integers", "bits"]),
        ("unsigned x = nondet(), y = nondet(); if ((x & 3) != 2) { assert(y % (-2 + (x & 3)) <= y); }", &[]),
    ] {
        let (code, first, beside) = verdict(body, options);
        assert_eq!((code, first.as_str()), (Some(0), "safe"), "{body}: {beside}");
    }
}

#[test]
fn what_is_refused_has_no_verdict() {
    for body in [
        "int a = 1, b = 2; int *p = &a; int **q = &p; *q = &b; *p = 7; assert(a == 7);",
        "int a = 0; *(char *)&a = 257; assert(a == 257);",
        "int a[5] = {0, 1, 2, 3, 4}; void *v = a; v = v + 4; assert(*(int *)v == 4);",
    ] {
        let (code, first, beside) = verdict(body, &[]);
        assert_eq!((code, first.as_str()), (Some(1), ""), "{body}");
        assert!(beside.contains("error: "), "{body}: {beside}");
    }
}

/// What is claimed about an operation that is left out is no assertion that nothing tests.
#[test]
fn operations_that_are_left_out() {
    let body = "unsigned x = nondet(); int r = 100 / (1 + (x & 3));";
    let (code, first, beside) = verdict(body, &[]);
    assert_eq!((code, first.as_str()), (Some(0), "safe: nothing to prove"));
    assert!(beside.contains("it is left out") && !beside.contains("control cannot come here"), "{beside}");
    let (code, first, beside) = verdict(body, CHECK);
    assert_eq!((code, first.as_str()), (Some(0), "safe"));
    assert!(!beside.contains("nothing to prove"), "{beside}");
}

/// An enumeration is of the type that compilers choose for it; its constants are of type int as far as they fit.
#[test]
fn enumerations() {
    for body in [
        "enum f { P = 255 }; enum f v = 0; assert(v > -1);",
        "typedef enum { A, B } T; T t = B; while (t >= 0) { t--; assert(t < 5); }",
        "enum f { P }; enum f v = -1; switch (v) { case -1: assert(0); }",
        "enum f { P }; { enum f { N = -1 }; enum f v = N; assert(v < 0); } enum f v = P; assert(v - 1 < 0);",
        "struct s { enum { P } a; } s = { P }; s.a--; assert(s.a < 0);",
        "enum f { P } a[2] = { P, P }, *p = a; assert((*(enum f *)p) - 1 < 0);",
        "enum f { P } v = P; long l = -1; assert((l < v ? v : -1) == 0 && (l > v ? v : -1) < 0);",
    ] {
        for options in [&[][..], CHECK, &["--integers", "bits"]] {
            let (code, first, beside) = verdict(body, options);
            assert_eq!((code, first.as_str()), (Some(10), "unsafe"), "{body}: {beside}");
        }
    }
    each_is_safe(&[
        "enum n { N = -1, Q = 3 }; enum n v = N; assert(v < 0 && v < Q);",
        "enum f { P }; assert(P > -1 && sizeof(enum f) == 4);",
        "enum b { B = 4294967295u, C = 1 }; enum b v = C; assert(v < -1 && B == -C && C > -1 && sizeof(v) == 4);",
        "enum h { H = 1ul << 40, I }; enum h v = 0; v--; assert(v > H && sizeof(v) == 8 && sizeof(H) == 8);",
        "enum l { L = -1, M = 4294967295u }; enum l v = L; assert(v < M && v < 0 && sizeof(L) == 4 && sizeof(M) == 8);",
        "enum f { P }; enum f v = P; v -= 2; long l = v; int i = v; assert(l == 4294967294 && i == -2 && v / 2 > 0);",
    ]);
    let (code, _, beside) = verdict("enum f v = 0; assert(v == 0);", &[]);
    assert!(
        code == Some(1) && beside.contains("an enumeration without its constants is not supported"),
        "{beside}"
    );
}

/// What `<assert.h>` makes of `assert` where `NDEBUG` is defined, until it is included anew.
#[test]
fn assertions_without_debugging() {
    const OFF: &str = "\n#define NDEBUG\n#include <assert.h>\n";
    const ON: &str = "\n#undef NDEBUG\n#include <assert.h>\n";
    let (code, first, beside) = verdict(&format!("{OFF}int x = 0; assert(x == 1);"), &[]);
    assert_eq!((code, first.as_str()), (Some(0), "safe: nothing to prove"));
    assert!(beside.contains("`assert` does nothing here, since `NDEBUG` is defined"), "{beside}");
    assert!(beside.contains("the program asserts nothing"), "{beside}");
    // It is not evaluated, and is an expression nevertheless.
    let effects =
        "int x = 0; assert(x++ == 0); x ? assert(x++) : assert(x = 4); if (x) assert(0); else assert(1);";
    for (body, expected) in [
        (format!("{OFF}{effects}{ON}assert(x == 0);"), "safe"),
        (format!("{OFF}{effects}{ON}assert(x == 1);"), "unsafe"),
        // Too late.
        ("\n#include <assert.h>\n#define NDEBUG\nint x = 0; assert(x == 1);".to_owned(), "unsafe"),
        // Another function than that of the header.
        (format!("{OFF}int x = 0; __VERIFIER_assert(x == 1);"), "unsafe"),
        (format!("{OFF}\n#undef assert\n#define assert(c) if (!(c)) reach_error()\nassert(0);"), "unsafe"),
    ] {
        let (_, first, beside) = verdict(&body, &[]);
        assert_eq!(first, expected, "{body}: {beside}");
    }
}

#[test]
fn sizes_of_texts() {
    for size in [
        "sizeof __func__ == 5",
        "sizeof \"ab\" \"\\x41\\n\" == 5",
        "sizeof(\"\\0\") == 2",
        "sizeof __DATE__ == 12",
        // There an array becomes a pointer.
        "sizeof(0, a) == 8",
        "sizeof(x ? a : a) == 8",
        "sizeof a == 12",
    ] {
        let (code, first, beside) = verdict(&format!("int x = nondet(), a[3]; assert({size});"), &[]);
        assert_eq!((code, first.as_str()), (Some(0), "safe"), "{size}: {beside}");
    }
    for body in [
        "\n#define S(x) #x\nassert(sizeof(S(a+b)) > 2);",
        "\n#define S(x) #x\nchar s[] = S(a+b); assert(s[0]);",
    ] {
        let (code, _, beside) = verdict(body, &[]);
        assert!(code == Some(1) && beside.contains("is not known"), "{body}: {beside}");
    }
}

/// What is undefined whatever its operands are fails where control comes to it, and is an error only where a constant is wanted.
#[test]
fn undefined_constants() {
    let bits_checked: &[&str] = &["--overflow", "check", "--integers", "bits"];
    for body in
        ["int x = INT_MIN % -1;", "const long m = LONG_MIN; long x = m % -1;", "long x = LONG_MIN / -1;"]
    {
        let body = format!("\n#include <limits.h>\n{body}");
        for options in [CHECK, bits_checked] {
            let (_, first, beside) = verdict(&body, options);
            assert_eq!(first, "unsafe", "{body}: {beside}");
        }
        let (_, first, beside) = verdict(&body, &[]);
        assert!(
            first == "safe: nothing to prove" && beside.contains("does not overflow"),
            "{body}: {beside}"
        );
    }
    let (_, first, beside) = verdict("int x = (INT_MIN + 1) % -1 + INT_MIN % 1;", CHECK);
    assert!(first.starts_with("safe"), "{beside}");
    for (body, said) in [
        ("int x = 1 / 0;", "`/` by zero"),
        ("const int x = 5 % (2 - 2);", "`%` by zero"),
        ("unsigned x = nondet(); x >>= 32;", "a shift of `unsigned`"),
        ("int x = 1 << 40;", "a shift of `int`"),
        ("int x = 0; x = x ? 3 : 1 / 0;", "`/` by zero"),
    ] {
        for options in [&[][..], CHECK, bits_checked] {
            let (code, first, beside) = verdict(body, options);
            assert_eq!((code, first.as_str()), (Some(10), "unsafe"), "{body}: {beside}");
            assert_eq!(beside.matches(said).count(), 1, "{body}: {beside}");
        }
    }
    each_is_safe(&[
        "int x = 0; if (x) x = 1 / 0; assert(x == 0);",
        "int x = 0; x && 1 / 0; assert(x == 0);",
        "int x = 0; x = x ? 1 << 40 : 3; assert(x == 3);",
        "int x = 3; assert(sizeof(1 / 0) == 4 && x == 3);",
    ]);
    for (body, said) in [
        ("switch (nondet()) { case 1 / 0: ; }", "the value of a `case` is not constant"),
        ("enum { A = 1 << 32 };", "this value of an enumeration is not constant"),
        ("static int x = 1 % 0;", "is not constant"),
        // Its own effect would be lost with the array.
        ("int n = 3; int a[n++]; assert(n == 4);", "a number of elements with an effect"),
    ] {
        let (code, _, beside) = verdict(body, &[]);
        assert!(code == Some(1) && beside.contains(said), "{body}: {beside}");
    }
    let (_, _, beside) = verdict("int x = 1 << 32;", &["--integers", "mathematical"]);
    assert!(beside.contains("C leaves a shift of `int` by 32 digits undefined"), "{beside}");
    let (_, _, beside) = verdict("int z = 0; int x = 5 / z; assert(z == 0);", &[]);
    assert!(beside.contains("asked only where overflow is checked"), "{beside}");
}
