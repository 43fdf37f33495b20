//! What terms are read as, shown in infix notation, and which mistakes are told where.

mod mistakes;

use expect_test::{Expect, expect};
use smtlib::{Options, Response, Script};

/// Symbols to write terms over.
const DECLARATIONS: &str = "(declare-const x Int)(declare-const y Int)(declare-const z Int)\
     (declare-const p Bool)(declare-const q Bool)(declare-const r Bool)";

/// Reads a script after the declarations, and shows what it has asserted; the first error is shown at its end.
fn read(script: &str) -> String {
    let mut reader = Script::new("f", Options::default());
    reader.feed(DECLARATIONS);
    reader.feed("\n");
    reader.feed(script);
    reader.end();
    let responses: Vec<Response> = std::iter::from_fn(|| reader.advance()).collect();
    let mut out = String::new();
    for t in reader.assertions() {
        out += &format!("{}\n", reader.terms().infix(t));
    }
    for r in responses {
        out += &format!("{r}\n");
    }
    out
}

/// Each line is asserted.
fn check(formulas: &str, expected: Expect) {
    let lines = formulas.lines().map(str::trim).filter(|l| !l.is_empty());
    let script: String = lines.map(|l| format!("(assert {l})\n")).collect();
    expected.assert_eq(&read(&script));
}

#[test]
fn connectives() {
    check(
        "(and p q r)
         (or p (not q))
         (=> p q r)
         (=> (not p) false)
         (xor p q)
         (xor p q r)
         (= p q r)
         (distinct p q)
         (distinct p q r)
         (ite p q r)
         (not (not p))
         (and p true)
         (= p false)",
        expect![[r#"
            p and q and r
            p or not q
            not p or not q or r
            p
            p != q
            r != (p != q)
            p = q and q = r
            p != q
            false
            ite(p, q, r)
            p
            p
            not p
        "#]],
    );
}

#[test]
fn arithmetic() {
    check(
        "(<= x y)
         (< 0 x 10)
         (>= x y z)
         (> x (- 3))
         (= (+ x y 1) (- z 4) 0)
         (= x (- y z 1))
         (= (- x) 5)
         (= x (* 2 (+ y 1) (- 3)))
         (= (* x (- 5 3)) 7)
         (= (* (- x x) y) 0)
         (= (* (+ 2 (- x x)) y) z)
         (distinct x y z)
         (= x (ite p 1 y))
         (= (abs x) 3)",
        expect![[r#"
            x <= y
            1 <= x <= 9
            y <= x and z <= y
            x >= -2
            x + y = z - 5 and z = 4
            x + z = y - 1
            x = -5
            x + 6*y = -6
            false
            true
            2*y = z
            x != y and x != z and y != z
            x = ite(p, 1, y)
            ite(x >= 0, x, -x) = 3
        "#]],
    );
}

#[test]
fn quotients_and_remainders() {
    check(
        "(= y (div x 3))
         (= y (div x (- 3)))
         (= y (div (- 7) 2))
         (= y (mod x 3))
         (= y (mod x (- 3)))
         (= y (mod (- 7) 2))
         (= y (div x 3 4))
         (= 1 (mod (+ (* 7 x) 9) 3))
         ((_ divisible 4) (+ x 6))
         (= y (mod x 1))
         (= y (div x (+ 1 1 1)))",
        expect![[r#"
            y = x div 3
            y + x div 3 = 0
            y = -4
            y = x mod 3
            y = x mod 3
            y = 1
            y = (x div 3) div 4
            x mod 3 = 1
            (x + 2) mod 4 = 0
            y = 0
            y = x div 3
        "#]],
    );
}

#[test]
fn let_binds_at_once_and_hides() {
    check(
        "(let ((a x)) (= a 1))
         (let ((x y) (y x)) (and (= x 1) (= y 2)))
         (let ((x (+ x 1))) (let ((x (+ x 1))) (= x 5)))
         (and (let ((x 1)) (= x y)) (= x 2))
         (let ((p (> x 0)) (|q| p)) (and p q))
         (let ((and p) (let q)) (or and let))
         (! (= x 1) :named one)
         (not one)
         (and (! p :named a :pattern (x)) (! (! q :named b) :weight 3) a b)",
        expect![[r#"
            x = 1
            y = 1 and x = 2
            x = 3
            y = 1 and x = 2
            x >= 1 and p
            p or q
            x = 1
            x != 1
            p and q
        "#]],
    );
}

#[test]
fn functions_are_expanded() {
    let definitions = "(define-fun f ((a Int) (b Bool)) Int (ite b a (- a)))
         (define-fun g ((x Int)) Int (let ((y (f x p))) (+ y (f y (not p)))))
         (define-fun times ((a Int) (b Int)) Int (* a b))
         (define-fun part ((a Int) (b Int)) Int (div a b))
         (define-fun both ((a Bool) (b Bool)) Bool (and a b))
         (define-const four Int 4)
         (define-fun big () Bool (> x four))\n";
    let uses = "(assert (= (f x q) 1))
         (assert (= (g 1) y))
         (assert (= (times 3 x) (times y four)))
         (assert (= (part x 2) (part four 2)))
         (assert (both (both p q) big))";
    expect![[r#"
        ite(q, x, -x) = 1
        ite(p, 1, -1) + ite(p, -ite(p, 1, -1), ite(p, 1, -1)) = y
        3*x = 4*y
        x div 2 = 2
        p and q and x >= 5
    "#]]
    .assert_eq(&read(&format!("{definitions}{uses}")));
}
