//! Executions of C programs, step by step.

use expect_test::{Expect, expect};

mod scripted;

fn check(source: &str, initial: &[(&str, i64)], answers: &[i64], expected: Expect) {
    let program = lang::c::parse(source, lang::Arithmetic::default())
        .program
        .expect("the test programs are well-formed");
    expected.assert_eq(&scripted::show(&program, source, initial, answers));
}

#[test]
fn calls() {
    check(
        "int g = 2; int f(int a) { g++; return a * 3; } int main() { int x = f(f(1)) - g; assert(x == 0); }",
        &[],
        &[],
        expect![[r#"
            start | g=2 x=0 a=0 f.a=0
            1 | Assigned(a) | g=2 x=0 a=1 f.a=0
            f(1) | Called | g=2 x=0 a=1 f.a=0
            g++ | Assigned(g) | g=3 x=0 a=1 f.a=0
            return a * 3 | Returned | g=3 x=0 a=1 f.a=0
            f(1) | Assigned(f.a) | g=3 x=0 a=1 f.a=3
            f(f(1)) | Called | g=3 x=0 a=1 f.a=3
            g++ | Assigned(g) | g=4 x=0 a=1 f.a=3
            return a * 3 | Returned | g=4 x=0 a=1 f.a=3
            x = f(f(1)) - g | Assigned(x) | g=4 x=5 a=1 f.a=3
            assert(x == 0) | Asserted(AssertId(0), false) | g=4 x=5 a=1 f.a=3
            failed 0: assert(x == 0)
            asked [] heads []
        "#]],
    );
}

#[test]
fn loops() {
    check(
        "int i; int n; for (i = 0; i < 2; i++) { if (i) continue; n = i; }",
        &[("n", 5)],
        &[],
        expect![[r#"
        start | i=0 n=5
        i = 0 | Assigned(i) | i=0 n=5
        i < 2 | LoopTest(LoopId(0), true) | i=0 n=5
        i | Branch(false) | i=0 n=5
        n = i | Assigned(n) | i=0 n=0
        i++ | Assigned(i) | i=1 n=0
        i < 2 | LoopTest(LoopId(0), true) | i=1 n=0
        i | Branch(true) | i=1 n=0
        i++ | Assigned(i) | i=2 n=0
        i < 2 | LoopTest(LoopId(0), false) | i=2 n=0
        Finished
        asked [] heads [0, 0, 0]
    "#]],
    );
    check(
        "int x = 1; do x--; while (x > 0); L: x++; if (x < 2) goto L;",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x = 1 | Assigned(x) | x=1
        do | Reached(LoopId(0)) | x=1
        x-- | Assigned(x) | x=0
        x > 0 | Branch(false) | x=0
        L | Reached(LoopId(1)) | x=0
        x++ | Assigned(x) | x=1
        x < 2 | Branch(true) | x=1
        L | Reached(LoopId(1)) | x=1
        x++ | Assigned(x) | x=2
        x < 2 | Branch(false) | x=2
        Finished
        asked [] heads [0, 1, 1]
    "#]],
    );
}

/// A `goto` into a block passes no head and no declaration on its way.
#[test]
fn jumps() {
    check(
        "int x = 3; goto in; while (x > 0) { int t = 9; in: x--; if (x == 1) goto out; } out: assert(x == 2);",
        &[],
        &[],
        expect![[r#"
            start | x=0 t=0
            x = 3 | Assigned(x) | x=3 t=0
            x-- | Assigned(x) | x=2 t=0
            x == 1 | Branch(false) | x=2 t=0
            x > 0 | LoopTest(LoopId(0), true) | x=2 t=0
            t = 9 | Assigned(t) | x=2 t=9
            x-- | Assigned(x) | x=1 t=9
            x == 1 | Branch(true) | x=1 t=9
            assert(x == 2) | Asserted(AssertId(0), false) | x=1 t=9
            failed 0: assert(x == 2)
            asked [] heads [0]
        "#]],
    );
    check(
        "int x; switch (x) { case 1: x = 5; default: x++; break; case 2: { x = 7; case 3: x = 8; } } x = 0;",
        &[("x", 3)],
        &[],
        expect![[r#"
            start | x=3
            case 3 | Branch(true) | x=3
            x = 8 | Assigned(x) | x=8
            x = 0 | Assigned(x) | x=0
            Finished
            asked [] heads []
        "#]],
    );
    check(
        "int x; switch (x) { case 1: x = 5; } switch (x) { default: ; }",
        &[("x", 3)],
        &[],
        expect![[r#"
        start | x=3
        x | Branch(false) | x=3
        default | Branch(true) | x=3
        Finished
        asked [] heads []
    "#]],
    );
}

#[test]
fn choices() {
    check(
        "int main() { int x = nondet(); _Bool b; char c = __VERIFIER_nondet_char(); if (nondet() && nondet()) x++; while (nondet() > 1) b = x; }",
        &[("b", 1)],
        &[4, 7, 0, 2],
        expect![[r#"
            start | x=0 b=true c=0
            x = nondet() | Assigned(x) | x=4 b=true c=0
            c = __VERIFIER_nondet_char() | Assigned(c) | x=4 b=true c=7
            nondet() && nondet() | Branch(false) | x=4 b=true c=7
            nondet() > 1 | LoopTest(LoopId(0), true) | x=4 b=true c=7
            b = x | Assigned(b) | x=4 b=true c=7
            nondet() > 1 | LoopTest(LoopId(0), false) | x=4 b=true c=7
            Finished
            asked [(0, Int), (1, Int), (2, Bool), (4, Int), (4, Int)] heads [0, 0]
        "#]],
    );
    check(
        "unsigned x; x = 1;",
        &[("x", -1)],
        &[],
        expect![[r#"
        start | x=-1
        AssumptionFailed { span: Span { start: 9, end: 10 } }
        asked [] heads []
    "#]],
    );
    check(
        "unsigned x; L: x = __VERIFIER_nondet_uint(); goto L;",
        &[],
        &[1, -2],
        expect![[r#"
        start | x=0
        L | Reached(LoopId(0)) | x=0
        x = __VERIFIER_nondet_uint() | Assigned(x) | x=1
        L | Reached(LoopId(0)) | x=1
        AssumptionFailed { span: Span { start: 19, end: 43 } }
        asked [(0, Int), (0, Int)] heads [0, 0]
    "#]],
    );
    check(
        "int f(int x) { if (x) return 1; } int main() { int y = f(0); y = f(1); }",
        &[],
        &[6],
        expect![[r#"
        start | y=0 x=0 f.x=0
        0 | Assigned(x) | y=0 x=0 f.x=0
        f(0) | Called | y=0 x=0 f.x=0
        x | Branch(false) | y=0 x=0 f.x=0
        y = f(0) | Assigned(y) | y=6 x=0 f.x=0
        1 | Assigned(f.x) | y=6 x=0 f.x=1
        f(1) | Called | y=6 x=0 f.x=1
        x | Branch(true) | y=6 x=0 f.x=1
        return 1 | Returned | y=6 x=0 f.x=1
        y = f(1) | Assigned(y) | y=1 x=0 f.x=1
        Finished
        asked [(0, Int)] heads []
    "#]],
    );
}

#[test]
fn side_effects_in_order() {
    check(
        "int x = 1; int y = x++ + x++ * 2 - --x; assert(y < x || x++ == 5); y = (x = 4, x + 1);",
        &[],
        &[],
        expect![[r#"
            start | x=0 y=0
            x = 1 | Assigned(x) | x=1 y=0
            x++ | Assigned(x) | x=2 y=0
            x++ | Assigned(x) | x=3 y=0
            --x | Assigned(x) | x=2 y=0
            y = x++ + x++ * 2 - --x | Assigned(y) | x=2 y=3
            x++ | Assigned(x) | x=3 y=3
            assert(y < x || x++ == 5) | Asserted(AssertId(0), false) | x=3 y=3
            failed 0: assert(y < x || x++ == 5)
            asked [] heads []
        "#]],
    );
    check(
        "_Bool b = 3; int y = b-- + b--; y = b + (b = 2);",
        &[],
        &[],
        expect![[r#"
        start | b=false y=0
        b = 3 | Assigned(b) | b=true y=0
        b-- | Assigned(b) | b=false y=0
        b-- | Assigned(b) | b=true y=0
        y = b-- + b-- | Assigned(y) | b=true y=1
        (b = 2) | Assigned(b) | b=true y=1
        y = b + (b = 2) | Assigned(y) | b=true y=2
        Finished
        asked [] heads []
    "#]],
    );
}

#[test]
fn ends() {
    check(
        "int x = 1; if (x) abort(); assert(0);",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x = 1 | Assigned(x) | x=1
        x | Branch(true) | x=1
        abort() | Returned | x=1
        Finished
        asked [] heads []
    "#]],
    );
    check(
        "int main() { if (nondet()) goto ERROR; return 3; ERROR: return 1; }",
        &[],
        &[1],
        expect![[r#"
        start | 
        nondet() | Branch(true) | 
        ERROR | Asserted(AssertId(0), false) | 
        failed 0: ERROR
        asked [(0, Bool)] heads []
    "#]],
    );
    check(
        "int x = 1; assume(x > 1); x = 2;",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x = 1 | Assigned(x) | x=1
        assume(x > 1) | Assumed(false) | x=1
        AssumptionFailed { span: Span { start: 11, end: 24 } }
        asked [] heads []
    "#]],
    );
    check(
        "int x = 1; while (1) x = x * 1000000;",
        &[],
        &[],
        expect![[r#"
        start | x=0
        x = 1 | Assigned(x) | x=1
        1 | LoopTest(LoopId(0), true) | x=1
        x = x * 1000000 | Assigned(x) | x=1000000
        1 | LoopTest(LoopId(0), true) | x=1000000
        x = x * 1000000 | Assigned(x) | x=1000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000000000000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000000000000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000000000000000000000000000000000
        x = x * 1000000 | Assigned(x) | x=1000000000000000000000000000000000000000000000000000000000000
        1 | LoopTest(LoopId(0), true) | x=1000000000000000000000000000000000000000000000000000000000000
        NumberTooLarge
        asked [] heads [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    "#]],
    );
    check(
        "int x; x = -7 / 2 + -7 % 3 + (-7 >> 1) + (-7 & 3);",
        &[("x", 0)],
        &[],
        expect![[r#"
        start | x=0
        x = -7 / 2 + -7 % 3 + (-7 >> 1) + (-7 & 3) | Assigned(x) | x=-7
        Finished
        asked [] heads []
    "#]],
    );
}
