//! Memory that has ended, and accesses that are outside of what is there.

use super::check;
use super::unsupported::{each_ends_well, each_fails, outcome};
use expect_test::expect;
use lang::{Arithmetic, Overflow, Severity};

/// The warnings about statements of `main`, with overflow checked.
fn warnings(body: &str) -> Vec<String> {
    let source = format!("#include <stdlib.h>\nint nondet(void);\nint main(void) {{ {body} return 0; }}");
    let arithmetic = Arithmetic { overflow: Overflow::Check, ..Arithmetic::default() };
    let parsed = lang::c::parse(&source, arithmetic);
    assert!(parsed.program.is_some(), "{body}: {:?}", parsed.diagnostics);
    let warnings = parsed.diagnostics.into_iter().filter(|found| found.severity == Severity::Warning);
    let is_other = |message: &String| {
        ["has no body", "is taken to give memory"].iter().all(|said| !message.contains(said))
    };
    warnings.map(|found| found.message).filter(is_other).collect()
}

#[test]
fn memory_that_has_ended() {
    check(
        "int main() { int *p = malloc(4); free(p); *p = 1; }",
        expect![[r#"
            a.c:1:23: warning: `malloc` is taken to give memory
                int main() { int *p = malloc(4); free(p); *p = 1; }
                                      ^^^^^^
              help: in C it may give a null pointer; where the variable that takes it is compared with NULL, both are followed
            a.c:1:44: warning: `p` points to memory that has been freed
                int main() { int *p = malloc(4); free(p); *p = 1; }
                                                           ^
              help: that is undefined in C; here it is as if the memory were still there
            a.c:1:39: note: freed here
                int main() { int *p = malloc(4); free(p); *p = 1; }
                                                      ^
            a program
        "#]],
    );
    for (body, warning) in [
        ("int *p = malloc(4); free(p); free(p);", "`p` is freed a second time"),
        ("int *p = malloc(4), *q = p; free(q); q[0] = 1;", "`q` points to memory that has been freed"),
        ("int x, *p = &x; free(p);", "`p` is no memory of `malloc`"),
        ("int *p = malloc(8); p++; free(p);", "`p` may point behind the beginning of the memory"),
        ("int *p = malloc(4); if (nondet()) free(p); *p = 1;", "`free` does nothing here"),
        ("int *p = 0; { int x = 1; p = &x; } *p = 2;", "`x` has ended with its block"),
    ] {
        assert_eq!(warnings(body), [warning], "{body}");
    }
    for fine in [
        "int *p = malloc(8); p[1] = 2; free(p); p = NULL; free(p);",
        "int *p = malloc(4); for (int i = 0; i < 3; i++) { int *q = malloc(4); *q = 1; free(q); } free((void *)p);",
        "int x, *p = &x; { int y = 1; *p = y; } *p = 2;",
        "int *p; { static int x; p = &x; } *p = 2;",
    ] {
        assert_eq!(warnings(fine), [] as [&str; 0], "{fine}");
    }
}

/// What is not followed has its elements all the same.
#[test]
fn accesses_to_what_is_left_out() {
    let outside = [
        "int *p = malloc(4000); p[1000] = 1;",
        "void *v = malloc(400); int *p = v; p[100] = 1;",
        "for (int i = 0; i < 3; i++) { int *p = malloc(40); p[10] = 1; }",
        "int x, *t[4]; t[4] = &x;",
        "int *t[4], *p = t[5];",
        "int *t[2][3]; t[1][3] = 0;",
        "char **v = malloc(4 * sizeof(char *)); v[4] = 0;",
        "int *p = malloc(3); p[0] = 1;",
    ];
    for overflow in [Overflow::Warn, Overflow::Check] {
        each_fails(&outside, |body| outcome(body, overflow));
    }
    each_ends_well(
        &[
            "int *p = malloc(4000); p[999] = 1;",
            "void *v = malloc(400); int *p = v; p[99] = 1;",
            "int x, *t[4]; t[3] = &x;",
            "char **v = malloc(4 * sizeof(char *)); v[3] = 0;",
        ],
        |body| outcome(body, Overflow::Check),
    );
    for (unknown, name) in [
        ("int n = nondet(); int a[n]; a[7] = 1;", "a"),
        ("int n = nondet(); int *p = malloc(n); p[7] = 1;", "p"),
        ("int n = nondet(); char **v = malloc(n); v[7] = 0;", "v"),
    ] {
        let wanted = format!("whether `{name}` has this element is not checked");
        assert!(warnings(unknown).contains(&wanted), "{unknown}: {:?}", warnings(unknown));
    }
}

/// Memory may be missing where the program asks whether it is there; else that is taken for granted, which is said once.
#[test]
fn memory_that_may_be_missing() {
    // The least choice is that there is none.
    let null = |body: &str| outcome(body, Overflow::Warn);
    each_fails(
        &[
            "int *p = malloc(8); assert(p != NULL);",
            "int *p = calloc(2, sizeof(int)); assert(p);",
            "int *p; if ((p = malloc(8)) == 0) assert(0);",
            "int *p = malloc(8); if (!p) printf(\"none\"); p[0] = 1;",
            "struct s { int x; } *p = malloc(sizeof *p); p->x = 1; if (p == NULL) return 1;",
            "int n = nondet(); int *p = malloc(n); if (NULL == p) assert(n == 1);",
            "for (int i = 0; i < 2; i++) { int *p = malloc(4); while (!p) assert(i == 1); free(p); }",
            "int *p = malloc(4), *q = malloc(4); if (!p && !q) assert(p != q);",
        ],
        null,
    );
    each_ends_well(
        &[
            "int *p = malloc(8); if (!p) return 1; p[2] = 1;",
            "int *p = malloc(8); if (p && p[0] == 1) assert(p[0] == 2); free(p);",
            "int *p = malloc(8); int ok = p ? 1 : 0; if (ok) *p = 1; if (p) assert(0);",
            "int *p = malloc(4), *q = malloc(4); if (p) assert(p != q); assert((p == q) == (!p && !q));",
            // Nobody asks.
            "int *p = malloc(8); p[0] = 1; assert(p[0] == 1);",
            "int *p = alloca(8); assert(p != NULL);",
        ],
        null,
    );
    let granted = |body: &str| {
        let source = format!("int f(int *p) {{ return *p; }} int main(void) {{ {body} return 0; }}");
        let found = lang::c::parse(&source, Arithmetic::default()).diagnostics;
        found.iter().filter(|found| found.message.contains("is taken to")).count()
    };
    for (body, count) in [
        ("int *p = malloc(8), *q = malloc(8); p[0] = q[1];", 1),
        ("int *p = malloc(8), *q = calloc(8, 1); p[0] = q[1];", 2),
        ("int *p = malloc(8); if (!p) return 1; p[0] = 1;", 0),
        ("int *p = alloca(8); p[0] = 1;", 0),
        ("int *p = malloc(8); p = NULL; if (!p) return f(malloc(8));", 1),
        ("int *p = calloc(2, 4); if (p) return f(p);", 1),
    ] {
        assert_eq!(granted(body), count, "{body}");
    }
}
