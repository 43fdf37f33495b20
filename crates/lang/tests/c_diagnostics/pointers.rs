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

#[test]
fn steps_of_pointers() {
    check(&[
        ("int a[2] = {1, 2}; int *p = a; int b[1] = {*p++}; assert(b[0] == 1 && *p == 2);", Holds),
        ("int *p = 0; p++; assert(p == 0);", Refused("a step of this pointer is not followed")),
        ("int *p = 0; p = p + 1; assert(p == 0);", Refused("a sum with a null pointer")),
        ("int *p = 0; p = p + 0; assert(p == 0);", Holds),
    ]);
}
