//! What C leaves undefined: where overflow is checked, an execution in which it happens fails.

use super::unsupported::{outcome, outcome_in};
use lang::interp::ExecutionOutcome;
use lang::{Arithmetic, Integers, Overflow};

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

/// Words wrap; that they do is an overflow all the same where that is checked.
#[test]
fn words_that_overflow() {
    let ends = |body: &str, overflow| {
        outcome_in(body, Arithmetic { integers: Integers::Bits, overflow, ..Arithmetic::default() })
    };
    for undefined in [
        "int x = 2147483647; x++; assert(x < 0);",
        "int x = 2147483647; int y = x + 1 - 1; assert(y == x);",
        "int x = 65536; assert(x * x == 0);",
        "int x = -2147483647 - 1; assert(-x == x);",
        "int x = -2147483647 - 1, d = -1; assert(x / d == x);",
        "int x = -2147483647 - 1, d = -1; assert(x % d == 0);",
        "int x = -1; assert(x << 1 == -2);",
        "int y = 2147483647 + 1; assert(y < 0);",
    ] {
        let found = ends(undefined, Overflow::Check);
        assert!(matches!(found, Ok(ExecutionOutcome::AssertionFailed { .. })), "{undefined}: {found:?}");
        assert_eq!(ends(undefined, Overflow::Warn), Ok(ExecutionOutcome::Finished), "{undefined}");
    }
    for defined in [
        "unsigned x = 4294967295u; x++; assert(x == 0);",
        "signed char c = 127; c++; assert(c == -128);",
        "int x = 2147483646; x++; assert(x == 2147483647);",
    ] {
        assert_eq!(ends(defined, Overflow::Check), Ok(ExecutionOutcome::Finished), "{defined}");
    }
}
