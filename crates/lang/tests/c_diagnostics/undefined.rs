//! What C leaves undefined: where overflow is checked, an execution in which it happens fails.

use super::unsupported::outcome;
use lang::Overflow;
use lang::interp::ExecutionOutcome;

/// Each of these statements of `main` is undefined, which counts only where overflow is checked.
fn undefined(bodies: &[&str]) {
    for body in bodies {
        let found = outcome(body, Overflow::Check);
        assert!(matches!(found, Ok(ExecutionOutcome::AssertionFailed { .. })), "{body}: {found:?}");
        assert_eq!(outcome(body, Overflow::Warn), Ok(ExecutionOutcome::Finished), "{body}");
    }
}

fn defined(bodies: &[&str]) {
    for body in bodies {
        assert_eq!(outcome(body, Overflow::Check), Ok(ExecutionOutcome::Finished), "{body}");
    }
}

#[test]
fn remainders_of_the_least_number() {
    undefined(&[
        "int x = -2147483647 - 1, d = -1; int r = x % d; assert(r == 0);",
        "int x = -2147483647 - 1, d = -1; x %= d; assert(x == 0);",
        "int x = -2147483647 - 1; x %= -1; assert(x == 0);",
        "long x = -9223372036854775807 - 1; int d = -1; assert(x % d == 0);",
        // Nothing depends on the remainder.
        "int x = -2147483647 - 1, d = nondet() - 1; int r = x % d; assert(d == -1);",
        "int x = -2147483647 - 1, d = -1; x % d;",
    ]);
    defined(&[
        "int x = -2147483647, d = -1; assert(x % d == 0);",
        "int x = -2147483647 - 1, d = -2; assert(x % d == 0);",
        "long x = -2147483647 - 1; int d = -1; assert(x % d == 0);",
        "unsigned x = 2147483648u; int d = -1; assert(x % d == x);",
    ]);
}

#[test]
fn shifts_of_negative_values() {
    undefined(&[
        "int x = -1; int y = x << 2; assert(y == -4);",
        "int x = -1, n = 2; int y = x << n; assert(y == -4);",
        "int y = -1 << 2; assert(y == -4);",
        "char x = -1; x <<= 1; assert(x == -2);",
        "long x = -1; assert(x << 0 == -1);",
        "int x = -1; x << 1;",
    ]);
    defined(&[
        "int x = 1; assert(x << 30 == 1073741824);",
        "unsigned x = -1; assert(x << 31 == 2147483648u);",
        "unsigned char x = 255; assert(x << 8 == 65280);",
        "int x = -4; assert(x >> 1 == -2);",
    ]);
}
