//! What is not supported is said once, and truly; new memory of constant size is supported.

use super::check;
use super::undefined::undefined;
use expect_test::expect;
use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{Arithmetic, NondetId, Overflow, Sort, Unit, Value};
use std::collections::BTreeMap;

#[test]
fn a_macro_that_makes_names() {
    check(
        "#define GLUE(a, b) a ## b\nint main() { int xy = 1; assert(GLUE(x, y) == 1); int z = GLUE(x, y; return 0; }",
        expect![[r#"
            a.c:1:22: error: `##` in a macro is not supported
                #define GLUE(a, b) a ## b
                                     ^^
              help: write out the names and texts that it would make
            no program
        "#]],
    );
}

#[test]
fn pointers_to_functions() {
    check(
        "int twice(int x) { return 2 * x; } int main() { int (*f)(int); return f(2); }",
        expect![[r#"
        a.c:1:71: error: a call of what `f` points to
            int twice(int x) { return 2 * x; } int main() { int (*f)(int); return f(2); }
                                                                                  ^
          help: pointers to functions are not supported; call the function by its name
        no program
    "#]],
    );
    check(
        "int twice(int x) { return 2 * x; } int apply(int (*f)(int), int x) { return f(x); } int main() { return apply(twice, 3); }",
        expect![[r#"
            a.c:1:77: error: a call of what `f` points to
                …y(int (*f)(int), int x) { return f(x); } int main() { return apply(twice, 3); }
                                                  ^
              help: pointers to functions are not supported; call the function by its name
            no program
        "#]],
    );
}

pub struct Least;

impl Oracle for Least {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        Value::default_of(sort)
    }
}

pub fn outcome(body: &str, overflow: Overflow) -> Result<ExecutionOutcome, String> {
    outcome_in(body, Arithmetic { overflow, ..Arithmetic::default() })
}

pub fn outcome_in(body: &str, arithmetic: Arithmetic) -> Result<ExecutionOutcome, String> {
    let source = format!("#include <stdlib.h>\nint nondet(void);\nint main(void) {{ {body} return 0; }}");
    let parsed = lang::c::parse(&source, arithmetic);
    let mut errors = parsed.diagnostics.iter().filter(|found| found.severity == lang::Severity::Error);
    let program = parsed.program.ok_or_else(|| errors.next().expect("a reason").message.clone())?;
    Ok(program.run(&BTreeMap::new(), &mut Least, ExecutionLimits::default()).outcome)
}

/// After each of these statements of `main` an assertion has failed.
#[track_caller]
pub fn each_fails(bodies: &[&str], run: impl Fn(&str) -> Result<ExecutionOutcome, String>) {
    for body in bodies {
        let found = run(body);
        assert!(matches!(found, Ok(ExecutionOutcome::AssertionFailed { .. })), "{body}: {found:?}");
    }
}

/// Each of these statements of `main` ends well.
#[track_caller]
pub fn each_ends_well(bodies: &[&str], run: impl Fn(&str) -> Result<ExecutionOutcome, String>) {
    for body in bodies {
        assert_eq!(run(body), Ok(ExecutionOutcome::Finished), "{body}");
    }
}

#[test]
fn memory_of_constant_size_is_an_array() {
    let ends = |body: &str| outcome(body, Overflow::Warn);
    each_ends_well(
        &[
            "int *a = malloc(5 * sizeof(int)); for (int i = 0; i < 5; i++) a[i] = i; assert(a[3] == 3); free(a);",
            "int *a = (int *)malloc(sizeof *a * 3); *(a + 2) = 7; assert(a[2] == 7);",
            "char *b; b = calloc(4, 1); if (!b) return 1; assert(b[3] == 0);",
            "struct p { int x, y; } *p = malloc(sizeof(struct p)); p->y = 4; assert(p->y == 4);",
        ],
        ends,
    );
    each_fails(
        &[
            "int *a = malloc(5 * sizeof(int)); a[5] = 1;",
            "int *a = calloc(2, sizeof(int)); assert(a[1] == 1);",
        ],
        ends,
    );
    for refused in [
        "int *a = malloc(3); a[0] = 1; assert(a[0] == 1);",
        "int n = nondet(); int *a = malloc(n * sizeof(int)); a[0] = 1; assert(a[0] == 1);",
        "int *a; for (int i = 0; i < 2; i++) { a = malloc(4); *a = i; assert(*a == i); }",
        "int *a = malloc(400 * sizeof(int)); a[0] = 1; assert(a[0] == 1);",
    ] {
        assert!(ends(refused).is_err(), "{refused}");
    }
}

/// Where overflow is checked, what is left out is still asserted to be defined; else there is a warning.
#[test]
fn what_is_left_out_is_defined() {
    undefined(&[
        "int x = 7, y = nondet(); int z = x / y; assert(x == 7);",
        "unsigned x = 7, y = nondet(); unsigned z = x % y; assert(x == 7);",
        "unsigned x = 7, y = nondet(); x / y; assert(x == 7);",
        "unsigned x = 7; int y = nondet() + 32; unsigned z = x >> y; assert(x == 7);",
        "char v = 2; for (int i = 0; i < 3; i++) v = 4294967295u / (-2 + (v & 3)); assert(1);",
    ]);
    // The product would have to be computed.
    let product = "int x = nondet(), y = nondet(); int z = x * y; assert(x == x);";
    assert_eq!(outcome(product, Overflow::Warn), Ok(ExecutionOutcome::Finished));
    // An unsigned product is always defined.
    let unsigned = "unsigned x = nondet(), y = nondet(); unsigned z = x * y; assert(x == x);";
    assert_eq!(outcome(unsigned, Overflow::Check), Ok(ExecutionOutcome::Finished));
}

/// The errors of a program, each with its help.
fn errors(source: &str) -> Vec<(String, String)> {
    let found = lang::c::parse(source, Arithmetic::default()).diagnostics.into_iter();
    let errors = found.filter(|found| found.severity == lang::Severity::Error);
    errors.map(|found| (found.message, found.help.unwrap_or_default())).collect()
}

#[test]
fn one_error_for_one_thing() {
    for (source, error) in [
        (
            "#define GLUE(a, b) a ## b\nint GLUE(x, 1) = 3; int main() { return x1; }",
            "`##` in a macro is not supported",
        ),
        ("int main() { int a[4]; ((char *)a)[4] = 1; return 0; }", "this points to values of another type"),
        (
            "int main() { int *p = malloc(4); p = realloc(p, 8); p[1] = 1; assert(p[1] == 1); }",
            "memory of `realloc`",
        ),
        (
            "int main() { int n = nondet(); int *p = malloc(n); p[1] = 1; assert(p[1] == 1); }",
            "memory of `malloc`",
        ),
        (
            "int f(int x) { return x; } int main() { int (*g)(int) = f; return g(1); }",
            "a call of what `g` points to",
        ),
        (
            "int f(int x) { return x; } int main() { int (*t[2])(int) = {f, f}; return t[0](1); }",
            "a call of something that is not the name of a function",
        ),
        ("int f(int x) { return x; } int main() { f; return 0; }", "the function `f` without its arguments"),
        ("int f(int x) { return x; } int main() { return f; }", "the function `f` without its arguments"),
    ] {
        let found = errors(source);
        assert!(matches!(found.as_slice(), [(message, _)] if message == error), "{source}: {found:?}");
    }
    let found = errors("int main() { int *p = malloc(400); assert(p[1] == 1); }");
    assert!(matches!(found.as_slice(), [(_, help)] if help.contains("at most 64")), "{found:?}");
}
