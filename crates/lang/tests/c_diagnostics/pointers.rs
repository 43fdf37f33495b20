//! Pointers: what is stored through one is followed or refused, and never dropped.

use super::unsupported::outcome;
use lang::Overflow;
use lang::interp::ExecutionOutcome;

/// Statements of `main` after which an assertion holds, one fails, or which are refused with this message.
enum End {
    Holds,
    Fails,
    Refused(&'static str),
}

use End::{Fails, Holds, Refused};

fn check(cases: &[(&str, End)]) {
    for (body, end) in cases {
        let found = outcome(body, Overflow::Warn);
        let is_expected = match (end, &found) {
            (Holds, Ok(ExecutionOutcome::Finished))
            | (Fails, Ok(ExecutionOutcome::AssertionFailed { .. })) => true,
            (Refused(message), Err(said)) => said == message,
            _ => false,
        };
        assert!(is_expected, "{body}: {found:?}");
    }
}

#[test]
fn stores_to_pointers() {
    let address = "the address of the pointer `p`";
    check(&[
        ("int a = 1, b = 2; int *p = &a; *&p = &b; *p = 7; assert(a == 7);", Fails),
        ("int a = 1, b = 2; int *p = &a; *&p = &b; *p = 7; assert(a == 1 && b == 7);", Holds),
        ("int a = 1, b = 2; int *p = &a; (&p)[0] = &b; *p = 7; assert(b == 7);", Holds),
        ("int a[3] = {1, 2, 3}; int *p = a; (*&p)++; (&p)[0] += 1; assert(*p == 3);", Holds),
        ("int a[3] = {1, 2, 3}; *&a[1] = 5; assert((&a)[0][1] == 5);", Holds),
        ("int a = 1, b = 2; int *p = &a; int **q = &p; *q = &b; *p = 7; assert(a == 7);", Refused(address)),
        ("int a = 1; int *p = &a; int **q = &p; *q = 0; assert(p != 0);", Refused(address)),
        ("int a[2] = {1, 2}; int *p = a; int **q = &p; (*q)++; assert(*p == 1);", Refused(address)),
        ("int a[2] = {1, 2}; int *p = a; int **q = &p; *q += 1; assert(*p == 1);", Refused(address)),
        ("int a[2] = {1, 2}; int *p = a; int **q = &p; q[0]--; assert(*p == 1);", Refused(address)),
        ("int a = 1; int *p = &a; *(int **)&p = 0; assert(p != 0);", Refused(address)),
        (
            "int a, *p = &a, *q = &a; int **r = nondet() ? &p : &q; *r = 0; assert(p != 0);",
            Refused("which variable this points to is not certain"),
        ),
        // What no assertion depends on is left out as before.
        ("int a = 1; int *p = &a; int **q = &p; *p = 2; assert(a == 2);", Holds),
        ("int a = 1; int *t[2]; t[0] = &a; assert(a == 1);", Holds),
    ]);
}

/// In a `switch`, control may come past every label.
#[test]
fn pointers_in_a_switch() {
    let depends = "which variable `q` points to depends on what happens here";
    check(&[
        (
            "int a = 1, b = 2, x = nondet(); switch (x) { case 0: { int *q = &a; q = &b; assert(*q == 2); } }",
            Holds,
        ),
        (
            "int a = 1, b = 2, x = nondet(); switch (x) { case 0: { int *q = &a; q = &b; assert(*q == 1); } }",
            Fails,
        ),
        (
            "int a = 1, b = 2, x = nondet(); switch (x) { case 0: ; int *q = &a; case 1: q = &b; assert(*q == 2); }",
            Refused(depends),
        ),
        (
            "int a = 1, b = 2, *q = &a; switch (nondet()) { case 0: q = &b; } assert(*q == 2);",
            Refused(depends),
        ),
        ("int a = 1, b = 2, *q = &a; switch (nondet()) { case 0: a = 3; } q = &b; assert(*q == 2);", Holds),
    ]);
}

#[test]
fn steps_of_pointers() {
    check(&[
        ("int a[2] = {1, 2}; int *p = a; int b[1] = {*p++}; assert(b[0] == 1 && *p == 2);", Holds),
        ("int *p = 0; p++; assert(p == 0);", Refused("a step of this pointer is not followed")),
        ("int *p = 0; p = p + 1; assert(p == 0);", Refused("a sum with a null pointer")),
        ("int *p = 0; p = p + 0; assert(p == 0);", Holds),
    ]);
}

/// A pointer is followed as long as it means values of the type that is there.
#[test]
fn converted_pointers() {
    const ANOTHER: &str = "this points to values of another type";
    const DISTANCE: &str = "a distance in elements of another type than are there";
    check(&[
        ("int a = 0; *(char *)&a = 257; assert(a == 257);", Refused(ANOTHER)),
        ("int a = 70000, *p = &a; assert(*(short *)p == 70000);", Refused(ANOTHER)),
        ("int a = -1, *p = &a; assert(*(unsigned *)p < 0);", Refused(ANOTHER)),
        ("int a[5] = {0, 1, 2, 3, 4}; assert(*(int *)((char *)a + 4) == 4);", Refused(ANOTHER)),
        ("int a[5] = {0}; ((char *)a)[4] = 7; assert(a[4] == 7);", Refused(ANOTHER)),
        ("typedef char *text; int a = 0; *(text)&a = 1; assert(a == 1);", Refused(ANOTHER)),
        ("int a = 5; void *v = &a; *(char *)v = 257; assert(a == 257);", Refused(ANOTHER)),
        (
            "int a = 5; char *c; *(c = &a) = 257; assert(a == 257);",
            Refused("`c` points to values of another type"),
        ),
        ("int a[4] = {0}; assert((char *)&a[2] - (char *)a == 2);", Refused(DISTANCE)),
        ("int a = 5; assert(*(int *)(void *)&a == 5);", Holds),
        ("int a = 5; assert(*(int *)(char *)&a == 5);", Holds),
        ("long a = 5; long long *p = (long long *)&a; assert(*p == 5);", Holds),
        ("int a[4] = {0}; assert((char *)(a + 2) > (char *)a);", Holds),
        ("int a[3][2] = {1, 2, 3, 4}; int (*p)[2] = (int (*)[2])a; assert(p[1][1] == 4);", Holds),
        ("struct s { int x, y; } t, u = {1, 2}; t = *(struct s *)(void *)&u; assert(t.y == 2);", Holds),
        ("int a = 5; assert(sizeof(*(char *)&a) == 1);", Holds),
        // Nothing depends on it.
        ("int a = 5; int b = *(unsigned char *)&a; assert(a == 5);", Holds),
    ]);
}

#[test]
fn pointers_to_void() {
    const MOVES: &str = "a pointer to void moves";
    const NO_TYPE: &str = "what a pointer to void points to has no type";
    check(&[
        ("int a = 5; void *v = &a; *(int *)v = 6; assert(a == 6);", Holds),
        ("int a = 1; char b = 2; void *v = &a; v = &b; *(char *)v = 3; assert(b == 3 && a == 1);", Holds),
        ("int a[5] = {0}; void *v = a; v = v + 4; assert(*(int *)v == 4);", Refused(MOVES)),
        ("int a[5] = {0}; void *v = a; v++; assert(*(int *)v == 4);", Refused(MOVES)),
        ("int a[5] = {0}; int *p = (void *)a + 4; assert(*p == 4);", Refused(MOVES)),
        ("int a = 5; void *v = &a; assert(v[0] == 5);", Refused(NO_TYPE)),
        ("int a = 5; void *v = &a; assert(*v == 5);", Refused(NO_TYPE)),
        ("void *v = malloc(4); int *p = v; p[3] = 1; assert(p[3] == 1);", Refused("memory of `malloc`")),
    ]);
}

/// A function without body may change what its arguments point to, also where that is not followed.
#[test]
fn unfollowed_pointers_as_arguments() {
    let refused = |source: &str| {
        let parsed = lang::c::parse(source, lang::Arithmetic::default());
        parsed.diagnostics.iter().any(|found| found.message.contains("may change what this points to"))
    };
    for (source, is_refused) in [
        ("void set(int *); int main() { int x = 0; static int *p; p = &x; set(p); assert(x == 0); }", true),
        ("void set(int *); int *p; int main() { int x = 0; p = &x; set(p); assert(x == 0); }", true),
        ("void set(int **); void f(int **p) { set(p); } int main() { int x, *p = &x; f(&p); *p = 1; }", true),
        ("void set(char **); int main(int argc, char **argv) { set(argv); assert(argc >= 0); }", false),
        ("void set(int *); int main() { int x = 0, *p = &x; set(p); assert(x == 0); }", false),
    ] {
        assert_eq!(refused(source), is_refused, "{source}");
    }
}

/// `extern` in a block means what stands outside of functions, whatever hides that.
#[test]
fn extern_in_a_block() {
    for (inner, outer) in [
        ("{ extern int x; x = 5; } assert(x == 1);", "int x;"),
        ("{ extern int x; assert(x == 7); }", "int x = 7;"),
    ] {
        let source = format!("{outer} int main() {{ int x = 1; {inner} return 0; }}");
        let program = lang::c::parse(&source, lang::Arithmetic::default()).program.expect("a program");
        let mut least = super::unsupported::Least;
        let limits = lang::interp::ExecutionLimits::default();
        let run = lang::Unit::run(&program, &std::collections::BTreeMap::new(), &mut least, limits);
        assert_eq!(run.outcome, ExecutionOutcome::Finished, "{source}");
    }
}

/// A pointer past the end of a variable may be one to the next, and is equal to it or not as one likes.
#[test]
fn pointers_past_the_end() {
    let said = |body: &str| {
        let source = format!("int main(void) {{ {body} return 0; }}");
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
        let program = parsed.program.unwrap_or_else(|| panic!("{body}: {:?}", parsed.diagnostics));
        let messages: Vec<String> = parsed.diagnostics.into_iter().map(|found| found.message).collect();
        (program.nondets.len(), messages)
    };
    const OPEN: &str =
        "C leaves open whether a pointer past the end of a variable is equal to one to another variable";
    const PERHAPS: &str =
        "if one of these is past the end of its array, C leaves open whether it is equal to the other";
    for (body, message) in [
        ("int a = 1, b = 2; assert(&a + 1 != &b);", OPEN),
        ("int a[2] = {0}, b = 0; assert(&b == &a[2]);", OPEN),
        ("struct s { int x, y; } s = {0}; int b = 0; assert(&s.y + 1 != &b);", OPEN),
        ("int a[2] = {0}, b[2] = {0}, *p = a; p++; p++; assert(p != b);", PERHAPS),
        ("int a[2] = {0}, b[2] = {0}, *p = b; assert(p++ != a);", PERHAPS),
    ] {
        let (choices, messages) = said(body);
        assert!(choices == 1 && messages == [message], "{body}: {choices} {messages:?}");
    }
    for body in [
        "int a = 1, b = 2; assert(&a != &b);",
        "int a[2] = {0}, b = 0; assert(&b + 1 != a + 1);",
        "int a[2] = {0}, b[2] = {0}; assert(a + 1 != b && a + 2 != b + 1);",
        // What is behind it belongs to the structure.
        "struct s { int x, y; } s = {0}; int b = 0; assert(&s.x + 1 != &b && &s.x + 1 == &s.y);",
        "struct s { int x[2], y; } s = {0}, t = {0}; assert(s.x + 2 != &t.y && &s.y + 1 != &t.y);",
    ] {
        assert_eq!(said(body), (0, vec![]), "{body}");
        check(&[(body, Holds)]);
    }
    check(&[
        ("int a = 1, b = 2; assert(&a + 1 == &b);", Fails),
        ("int a[2] = {0}, b = 0, *p = a; p++; assert(p != &b); p++; assert(p == &b);", Fails),
        ("int a[2] = {0}, b = 0; assert(a < &b);", Refused("these point into different variables")),
        ("int a[2] = {0}, b = 0; assert(&b - a < 9);", Refused("these point into different variables")),
        (
            "int a = 0; assert(&a > (int *)0);",
            Refused("a null pointer is neither before nor behind another pointer"),
        ),
        (
            "struct s { int x; struct t { int y, z; } t; } s[2] = {0}; assert(&s[1].t.z - (int *)s < 9);",
            Refused("a distance in elements of another type than are there"),
        ),
    ]);
}

/// What a null pointer points to fails where control comes to it, and is no mistake where it does not.
#[test]
fn null_pointers() {
    check(&[
        ("int *p = 0; assert(!(p && *p));", Holds),
        ("int *p = 0; assert(p == 0 || p[3]++ == 1);", Holds),
        ("struct s { int x, y; } *p = NULL; if (p) { p->y = 3; } assert(p == NULL);", Holds),
        ("int *p = 0; *p = 1;", Fails),
        ("int *p = 0; int x = p[0];", Fails),
        ("struct s { int x, y; } t, *p = 0; t = *p;", Fails),
        ("assert(*(int *)NULL == 0 || 1);", Fails),
    ]);
}

/// A pointer is moved to an element or right behind the last one, and no further.
#[test]
fn pointers_stay_in_their_arrays() {
    check(&[
        ("int a[4] = {0}, *p = a; p += 4; p--; assert(*p == 0);", Holds),
        ("int a[4] = {0}, *p = a; p += 5;", Fails),
        ("int a[4] = {0}, *p = a; p += 5; p -= 5; assert(*p == 0);", Fails),
        ("int a[4] = {0}, *p = a; --p;", Fails),
        ("int a[4] = {0}, *p = a; p--;", Fails),
        ("int a[4] = {0}; int *p = a - 1; assert(p < a);", Fails),
        ("int a[4] = {0}; assert(&a[5] > a);", Fails),
        ("int a[4] = {0}, n = nondet() + 5; int *p = a + n;", Fails),
        ("int a[4] = {0}, n = nondet() + 5; int *p = &a[n];", Fails),
        ("int a[4] = {0}, n = nondet() + 4; int *p = &a[n]; assert(p == a + 4);", Holds),
        ("int a[4] = {1, 2, 3, 4}, *p = a + 4, s = 0; while (p != a) s += *--p; assert(s == 10);", Holds),
        ("int a[2] = {1, 2}, *p; for (p = a + 1; p >= a; p--) { }", Fails),
        ("int a[2] = {1, 2}, i = 0; int *p = a + i++; assert(i == 1 && *p == 1);", Holds),
        ("struct s { int x, y; } t[2] = {1, 2, 3, 4}, *p = t; p++; assert(p->y == 4); p++; p++;", Fails),
        ("struct s { int x, y; } t[2] = {1, 2, 3, 4}; int i = nondet() + 2; int *p = &t[i].x;", Fails),
        ("struct s { int x, y; } t = {1, 2}; int *p = &t.x; p++; assert(p == &t.y);", Holds),
        ("struct s { int x, y; } t = {1, 2}; int *p = &t.x; p++; assert(*p == 2);", Fails),
        ("int *p = malloc(4000); p += 1001;", Fails),
        ("int *p = malloc(4000); p += 1000;", Holds),
        ("int a[2] = {1, 2}, c = nondet(); int *q = c ? a + c : a; assert(c == 0);", Holds),
    ]);
    let claims = |source: &str| {
        let program = lang::c::parse(source, lang::Arithmetic::default()).program.expect("a program");
        let claims: Vec<String> = program.asserts.into_iter().filter_map(|info| info.claim).collect();
        claims.join("; ")
    };
    for (source, wanted) in [
        (
            "int main(void) { int a[4], n = 0; int *p = a + n; return *(a + n); }",
            "the place of `a` in its array is between 0 and 4; an index of `a` is between 0 and 3",
        ),
        (
            "int main(void) { int x = 1, *p = &x; p++; return *p; }",
            "the place of `p` in its array is between 0 and 1; `p` points to the one variable whose address it has",
        ),
        (
            "void f(int *p) { p++; } int main(void) { int a[2]; f(a); return 0; }",
            "`p` stays in its array, or right behind it",
        ),
        ("int main(void) { int a[4]; int *p = a + 4, *q = &a[2]; return p - q; }", ""),
    ] {
        assert_eq!(claims(source), wanted, "{source}");
    }
    let warned = |body: &str| {
        let source = format!("int main(void) {{ {body} return 0; }}");
        let found = lang::c::parse(&source, lang::Arithmetic::default()).diagnostics;
        found.into_iter().map(|found| found.message).collect::<Vec<String>>()
    };
    for (body, message) in [
        ("struct s { int x, y; } t = {1, 2}; int *p = &t.x; p++;", "`p` points to one variable, and moves"),
        ("int a[4]; int *p = a + 5;", "`a` is moved out of its array"),
        ("int a[4]; int *p = &a[-1];", "`a` is moved out of its array"),
    ] {
        assert_eq!(warned(body), [message], "{body}");
    }
    assert_eq!(warned("int a[4], *p = a; p++; p += 2;"), [] as [&str; 0]);
}
