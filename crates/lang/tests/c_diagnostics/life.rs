//! Memory that has ended, and accesses that are outside of what is there.

use super::check;
use super::unsupported::outcome;
use expect_test::expect;
use lang::interp::ExecutionOutcome;
use lang::{Arithmetic, Overflow, Severity};

/// The warnings about statements of `main`, with overflow checked.
fn warnings(body: &str) -> Vec<String> {
    let source = format!("#include <stdlib.h>\nint nondet(void);\nint main(void) {{ {body} return 0; }}");
    let arithmetic = Arithmetic { overflow: Overflow::Check, ..Arithmetic::default() };
    let parsed = lang::c::parse(&source, arithmetic);
    assert!(parsed.program.is_some(), "{body}: {:?}", parsed.diagnostics);
    let warnings = parsed.diagnostics.into_iter().filter(|found| found.severity == Severity::Warning);
    warnings.map(|found| found.message).filter(|message| !message.contains("has no body")).collect()
}

#[test]
fn memory_that_has_ended() {
    check(
        "int main() { int *p = malloc(4); free(p); *p = 1; }",
        expect![[r#"
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
    for outside in [
        "int *p = malloc(4000); p[1000] = 1;",
        "void *v = malloc(400); int *p = v; p[100] = 1;",
        "for (int i = 0; i < 3; i++) { int *p = malloc(40); p[10] = 1; }",
        "int x, *t[4]; t[4] = &x;",
        "int *t[4], *p = t[5];",
        "int *t[2][3]; t[1][3] = 0;",
        "char **v = malloc(4 * sizeof(char *)); v[4] = 0;",
        "int *p = malloc(3); p[0] = 1;",
    ] {
        for overflow in [Overflow::Warn, Overflow::Check] {
            let found = outcome(outside, overflow);
            assert!(matches!(found, Ok(ExecutionOutcome::AssertionFailed { .. })), "{outside}: {found:?}");
        }
    }
    for inside in [
        "int *p = malloc(4000); p[999] = 1;",
        "void *v = malloc(400); int *p = v; p[99] = 1;",
        "int x, *t[4]; t[3] = &x;",
        "char **v = malloc(4 * sizeof(char *)); v[3] = 0;",
    ] {
        assert_eq!(outcome(inside, Overflow::Check), Ok(ExecutionOutcome::Finished), "{inside}");
    }
    for (unknown, name) in [
        ("int n = nondet(); int a[n]; a[7] = 1;", "a"),
        ("int n = nondet(); int *p = malloc(n); p[7] = 1;", "p"),
        ("int n = nondet(); char **v = malloc(n); v[7] = 0;", "v"),
    ] {
        let wanted = format!("whether `{name}` has this element is not checked");
        assert!(warnings(unknown).contains(&wanted), "{unknown}: {:?}", warnings(unknown));
    }
}
