//! What C leaves undefined: where overflow is checked, an execution in which it happens fails.

use super::unsupported::{each_ends_well, each_fails, outcome, outcome_in};
use lang::{Arithmetic, Integers, Overflow};

/// Each of these statements of `main` is undefined, which counts only where overflow is checked.
#[track_caller]
pub fn undefined(bodies: &[&str]) {
    each_fails(bodies, |body| outcome(body, Overflow::Check));
    each_ends_well(bodies, |body| outcome(body, Overflow::Warn));
}

#[track_caller]
fn defined(bodies: &[&str]) {
    each_ends_well(bodies, |body| outcome(body, Overflow::Check));
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
    let overflows: &[&str] = &[
        "int x = 2147483647; x++; assert(x < 0);",
        "int x = 2147483647; int y = x + 1 - 1; assert(y == x);",
        "int x = 65536; assert(x * x == 0);",
        "int x = -2147483647 - 1; assert(-x == x);",
        "int x = -2147483647 - 1, d = -1; assert(x / d == x);",
        "int x = -2147483647 - 1, d = -1; assert(x % d == 0);",
        "int x = -1; assert(x << 1 == -2);",
        "int y = 2147483647 + 1; assert(y < 0);",
    ];
    each_fails(overflows, |body| ends(body, Overflow::Check));
    each_ends_well(overflows, |body| ends(body, Overflow::Warn));
    each_ends_well(
        &[
            "unsigned x = 4294967295u; x++; assert(x == 0);",
            "signed char c = 127; c++; assert(c == -128);",
            "int x = 2147483646; x++; assert(x == 2147483647);",
        ],
        |body| ends(body, Overflow::Check),
    );
}

/// The type of a conditional is that in which its branches meet, whichever is taken.
#[test]
fn sizes_of_conditionals() {
    let ends = |body: &str| outcome(body, Overflow::Warn);
    each_ends_well(
        &[
            "char c = 1; assert(sizeof(c ? c : c) == 4 && sizeof c == 1 && sizeof(0, c) == 1);",
            "char c = 1; assert(sizeof(1 ? c : 1L) == 8 && sizeof(0 ? 1L : c) == 8);",
            "short s = 1; char a[sizeof(s ? s : s)]; a[3] = 1; assert(a[3] == 1);",
            "char c = 1; switch (sizeof(c ? c : c)) { case 4: break; default: assert(0); }",
        ],
        ends,
    );
    each_fails(
        &[
            "char c = 1; assert(sizeof(c ? c : c) == 1);",
            "char c = 1; assert(sizeof(1 ? c : 1L) == 1);",
            "short s = 1; char a[sizeof(s ? s : s)]; a[4] = 1; assert(a[0] == 0);",
        ],
        ends,
    );
}

/// A floating-point number has no size that is known here, and may be divided by zero.
#[test]
fn floating_point_numbers() {
    let ends = |body: &str| outcome(body, Overflow::Check);
    each_ends_well(
        &[
            "double d = 1.5; double e = d / 0; assert(1);",
            "double d = 1.5; d /= 0; assert(1);",
            "double d = 1.5; double e = d + 1; e = d * 2 - 1e30; assert(1);",
            "float f = 1.0 / 0; assert(1);",
            "int x = 7; assert(sizeof(x + x / 2) == 4);",
        ],
        ends,
    );
    for refused in [
        "assert(sizeof(1.0) == 4);",
        "char c = 1; assert(sizeof(c + 1.0) == 8);",
        "double d = 1; assert(sizeof(d * 2) == 4);",
        "double d = 1; assert(d / 0 > 1);",
    ] {
        assert!(ends(refused).is_err(), "{refused}: {:?}", ends(refused));
    }
    each_fails(&["double d = 1.5; int i = 1 / 0; assert(1);"], ends);
}
