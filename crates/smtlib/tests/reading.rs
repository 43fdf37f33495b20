//! What terms are read as, shown in infix notation, and which mistakes are told where.

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

/// Each line is a script of its own, with the error it must end in.
fn check_faults(scripts: &str, expected: Expect) {
    let lines = scripts.lines().map(str::trim).filter(|l| !l.is_empty());
    let shown: String =
        lines.map(|l| format!("{l}\n    {}", read(l).replace("(error \"f:2:", "(error \""))).collect();
    expected.assert_eq(&shown);
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

#[test]
fn mistakes_in_terms() {
    check_faults(
        r#"(assert w)
        (assert (and p w))
        (assert (f x))
        (assert (p))
        (assert (x 1))
        (assert x)
        (assert (and p x))
        (assert (+ p 1))
        (assert (= x p))
        (assert (= (ite p x q) 1))
        (assert (ite x p q))
        (assert (<= x))
        (assert (not p q))
        (assert (mod x 2 3))
        (assert ())
        (assert (= x +))
        (assert (= x and))
        (assert (= (* x y) 1))
        (assert (= (div x y) 1))
        (assert (= (mod 7 x) 1))
        (assert (= (div x 0) 1))
        (assert (= (mod x (- y y)) 1))
        (assert ((_ divisible 0) x))
        (assert ((_ divisible x) x))
        (assert ((_ extract 3 1) x))
        (assert (_ bv1 8))
        (assert ((as x Int) 3))
        (assert (= x 1.5))
        (assert (= x #b01))
        (assert (= x "one"))
        (assert (= x :one))
        (assert (forall ((i Int)) (> i x)))
        (assert (= (select x 1) 2))
        (assert (= (to_real x) 2))
        (assert (iff p q))
        (assert (let () p))
        (assert (let ((a p) (a q)) a))
        (assert (let (a p) a))
        (assert (let ((1 p)) p))
        (assert (let ((a p))))
        (assert (let ((a p)) a) p)
        (assert (and (let ((a p)) a) a))
        (assert (! p))
        (assert (! p named))
        (assert (! p :named))
        (assert (! p :named 3))
        (assert (! p :named q))
        (assert (! p :named and))
        (assert (and (! p :named a) (! q :named a)))
        (assert)"#,
        expect![[r#"
            (assert w)
                (error "9: unknown symbol `w`")
            (assert (and p w))
                (error "16: unknown symbol `w`")
            (assert (f x))
                (error "10: unknown symbol `f`")
            (assert (p))
                (error "10: `p` is no function")
            (assert (x 1))
                (error "10: `x` is no function")
            (assert x)
                (error "9: this term is of sort Int; it must be of sort Bool")
            (assert (and p x))
                (error "16: argument 2 of `and` is of sort Int; it must be of sort Bool")
            (assert (+ p 1))
                (error "12: argument 1 of `+` is of sort Bool; it must be of sort Int")
            (assert (= x p))
                (error "14: argument 2 of `=` is of sort Bool; it must be of sort Int")
            (assert (= (ite p x q) 1))
                (error "21: argument 3 of `ite` is of sort Bool; it must be of sort Int")
            (assert (ite x p q))
                (error "14: argument 1 of `ite` is of sort Int; it must be of sort Bool")
            (assert (<= x))
                (error "9: `<=` takes at least 2 arguments, not 1")
            (assert (not p q))
                (error "9: `not` takes 1 argument, not 2")
            (assert (mod x 2 3))
                (error "9: `mod` takes 2 arguments, not 3")
            (assert ())
                (error "9: expected a term")
            (assert (= x +))
                (error "14: the function `+` needs arguments")
            (assert (= x and))
                (error "14: the function `and` needs arguments")
            (assert (= (* x y) 1))
                (error "12: nonlinear: at most one factor may contain variables")
            (assert (= (div x y) 1))
                (error "12: nonlinear: the divisor must be constant")
            (assert (= (mod 7 x) 1))
                (error "12: nonlinear: the divisor must be constant")
            (assert (= (div x 0) 1))
                (error "12: division by zero is not supported")
            (assert (= (mod x (- y y)) 1))
                (error "12: division by zero is not supported")
            (assert ((_ divisible 0) x))
                (error "10: division by zero is not supported")
            (assert ((_ divisible x) x))
                (error "23: expected a numeral")
            (assert ((_ extract 3 1) x))
                (error "10: expected a function")
            (assert (_ bv1 8))
                (error "9: indexed constants are not supported")
            (assert ((as x Int) 3))
                (error "10: this function is not supported")
            (assert (= x 1.5))
                (error "14: `1.5` is no integer; other numbers are not supported")
            (assert (= x #b01))
                (error "14: `#b01` is no integer; other numbers are not supported")
            (assert (= x "one"))
                (error "14: strings are not supported")
            (assert (= x :one))
                (error "14: expected a term")
            (assert (forall ((i Int)) (> i x)))
                (error "10: quantifiers are not supported")
            (assert (= (select x 1) 2))
                (error "13: arrays are not supported")
            (assert (= (to_real x) 2))
                (error "13: reals are not supported")
            (assert (iff p q))
                (error "10: `iff` (in place of `=`) is not supported")
            (assert (let () p))
                (error "14: expected a list of bindings")
            (assert (let ((a p) (a q)) a))
                (error "21: `a` is bound twice")
            (assert (let (a p) a))
                (error "15: expected a name and a term")
            (assert (let ((1 p)) p))
                (error "15: expected a name and a term")
            (assert (let ((a p))))
                (error "9: expected bindings and a term after `let`")
            (assert (let ((a p)) a) p)
                (error "1: expected a formula")
            (assert (and (let ((a p)) a) a))
                (error "30: unknown symbol `a`")
            (assert (! p))
                (error "9: expected a term and its attributes")
            (assert (! p named))
                (error "14: expected an attribute such as :named")
            (assert (! p :named))
                (error "14: expected a symbol after :named")
            (assert (! p :named 3))
                (error "21: expected a symbol")
            (assert (! p :named q))
                (error "21: `q` is declared already")
            (assert (! p :named and))
                (error "21: `and` is a name of the language")
            (assert (and (! p :named a) (! q :named a)))
                (error "41: `a` is declared already")
            (assert)
                (error "1: expected a formula")
        "#]],
    );
}

#[test]
fn mistakes_in_commands() {
    check_faults(
        r#"(declare-const x Int)
        (declare-const w Real)
        (declare-const w (_ BitVec 8))
        (declare-fun f (Int) Int)
        (declare-fun w Int)
        (declare-const and Bool)
        (declare-const |check-sat| Bool)
        (declare-const select Bool)
        (declare-const 3 Int)
        (define-fun f ((a Int)) Bool a)
        (define-fun f ((a Int) (a Int)) Int a)
        (define-fun f ((a)) Int a)
        (define-fun f ((a Int)) Int b)
        (define-fun f ((a Int)) Int (+ a p))
        (define-fun f ((a Int)) Int (! a :named n))
        (define-fun f ((a Int)) Int (f a))
        (define-fun x () Int 3)
        (define-const c Bool 3)
        (define-fun f ((a Int)) Int a) (assert (= (f) 1))
        (define-fun f ((a Int)) Int a) (assert (= (f 1 2) 1))
        (define-fun f ((a Int)) Int a) (assert (= (f p) 1))
        (define-fun f ((a Int)) Int a) (assert (= f 1))
        (define-fun f ((a Int) (b Int)) Int (* a b)) (assert (= (f x y) 1))
        (define-fun f ((a Int) (b Int)) Bool (* a b)) (assert (f 2 x))
        (define-fun-rec f ((a Int)) Int (f a))
        (declare-sort S 0)
        (set-logic QF_BV)
        (set-logic)
        (set-option)
        (set-option :print-success maybe)
        (set-option :interpolation-system craig)
        (set-option :interpolation-system)
        (set-option :global-declarations true)
        (push x)
        (push 1 2)
        (push 100001)
        (push 99999999999999999999)
        (pop)
        (push 3) (pop 4)
        (check-sat p)
        (check-sat-assuming p)
        (check-sat-assuming (x))
        (get-proof)
        (frobnicate)
        ("assert" p)
        ()
        (echo hello)
        (get-value (x))
        (check-sat) (get-value ())
        (check-sat) (get-value (w))
        (check-sat) (get-unsat-core)
        (check-sat) (get-interpolants a b)
        (check-sat) (get-model x)"#,
        expect![[r#"
            (declare-const x Int)
                (error "16: `x` is declared already")
            (declare-const w Real)
                (error "18: unknown sort `Real`; there are Bool and Int")
            (declare-const w (_ BitVec 8))
                (error "18: unknown sort `(_ BitVec 8)`; there are Bool and Int")
            (declare-fun f (Int) Int)
                (error "16: functions that are not defined, only declared, are not supported")
            (declare-fun w Int)
                (error "1: expected a name, a list of sorts and a sort")
            (declare-const and Bool)
                (error "16: `and` is a name of the language")
            (declare-const |check-sat| Bool)
                (error "16: `check-sat` is a name of the language")
            (declare-const select Bool)
                (error "16: `select` is a name of the language")
            (declare-const 3 Int)
                (error "16: expected a symbol")
            (define-fun f ((a Int)) Bool a)
                (error "30: this term is of sort Int; it must be of sort Bool")
            (define-fun f ((a Int) (a Int)) Int a)
                (error "25: `a` is bound twice")
            (define-fun f ((a)) Int a)
                (error "16: expected a name and a sort")
            (define-fun f ((a Int)) Int b)
                (error "29: unknown symbol `b`")
            (define-fun f ((a Int)) Int (+ a p))
                (error "34: argument 2 of `+` is of sort Bool; it must be of sort Int")
            (define-fun f ((a Int)) Int (! a :named n))
                (error "41: a part of a function's body cannot be named")
            (define-fun f ((a Int)) Int (f a))
                (error "30: unknown symbol `f`")
            (define-fun x () Int 3)
                (error "13: `x` is declared already")
            (define-const c Bool 3)
                (error "22: this term is of sort Int; it must be of sort Bool")
            (define-fun f ((a Int)) Int a) (assert (= (f) 1))
                (error "43: `f` takes 1 argument, not 0")
            (define-fun f ((a Int)) Int a) (assert (= (f 1 2) 1))
                (error "43: `f` takes 1 argument, not 2")
            (define-fun f ((a Int)) Int a) (assert (= (f p) 1))
                (error "46: argument 1 of `f` is of sort Bool; it must be of sort Int")
            (define-fun f ((a Int)) Int a) (assert (= f 1))
                (error "43: the function `f` needs arguments")
            (define-fun f ((a Int) (b Int)) Int (* a b)) (assert (= (f x y) 1))
                (error "37: nonlinear: at most one factor may contain variables")
            (define-fun f ((a Int) (b Int)) Bool (* a b)) (assert (f 2 x))
                (error "38: this term is of sort Int; it must be of sort Bool")
            (define-fun-rec f ((a Int)) Int (f a))
                (error "1: the command `define-fun-rec` is not supported")
            (declare-sort S 0)
                (error "1: the command `declare-sort` is not supported")
            (set-logic QF_BV)
                (error "12: the logic QF_BV is not supported; QF_LIA is")
            (set-logic)
                (error "1: expected a logic")
            (set-option)
                (error "1: expected an option")
            (set-option :print-success maybe)
                (error "28: the option :print-success must be true or false")
            (set-option :interpolation-system craig)
                (error "35: the option :interpolation-system must be mcmillan, pudlak or dual")
            (set-option :interpolation-system)
                (error "1: the option :interpolation-system must be given with a value")
            (set-option :global-declarations true)
                (error "34: global declarations are not supported")
            (push x)
                (error "7: expected a numeral")
            (push 1 2)
                (error "1: expected at most one numeral")
            (push 100001)
                (error "1: more than 100000 scopes")
            (push 99999999999999999999)
                (error "1: more than 100000 scopes")
            (pop)
                (error "1: there are only 0 scopes to pop")
            (push 3) (pop 4)
                (error "10: there are only 3 scopes to pop")
            (check-sat p)
                (error "1: expected nothing after check-sat")
            (check-sat-assuming p)
                (error "21: expected a list")
            (check-sat-assuming (x))
                (error "22: this term is of sort Int; it must be of sort Bool")
            (get-proof)
                (error "1: the command `get-proof` is not supported")
            (frobnicate)
                (error "1: unknown command `frobnicate`")
            ("assert" p)
                (error "1: expected a command's name")
            ()
                (error "1: expected a command's name")
            (echo hello)
                (error "7: expected a string")
            (get-value (x))
                (error "1: there is no model: the last answer is not sat")
            (check-sat) (get-value ())
                sat
            (error "24: expected a list of terms")
            (check-sat) (get-value (w))
                sat
            (error "25: unknown symbol `w`")
            (check-sat) (get-unsat-core)
                sat
            (error "13: there is no refutation: the last answer is not unsat")
            (check-sat) (get-interpolants a b)
                sat
            (error "13: there is no refutation: the last answer is not unsat")
            (check-sat) (get-model x)
                sat
            (error "24: expected no argument")
        "#]],
    );
}

#[test]
fn mistakes_in_the_text() {
    check_faults(
        r#"(assert p
        (assert (and p (or q r))
        (assert p))
        assert
        (assert |p)
        (assert |p\q|)
        (echo "no end)
        (assert 3x)
        (assert (= x 1e5))
        (assert (= x 1.))
        (assert [p])
        (assert (= x #))
        (assert (= x #q1))
        (assert : )
        (assert é)
        (assert p) ; fine
        (assert p)x"#,
        expect![[r#"
            (assert p
                (error "1: this parenthesis is never closed")
            (assert (and p (or q r))
                (error "1: this parenthesis is never closed")
            (assert p))
                p
            (error "11: unexpected `)`")
            assert
                (error "1: a command begins with a parenthesis")
            (assert |p)
                (error "9: this quoted symbol is never closed")
            (assert |p\q|)
                (error "9: a quoted symbol must not contain a backslash")
            (echo "no end)
                (error "7: this string is never closed")
            (assert 3x)
                (error "9: malformed number `3x`")
            (assert (= x 1e5))
                (error "14: malformed number `1e5`")
            (assert (= x 1.))
                (error "14: malformed number `1.`")
            (assert [p])
                (error "9: unexpected character '['")
            (assert (= x #))
                (error "14: unexpected character '#'")
            (assert (= x #q1))
                (error "14: unexpected character '#'")
            (assert : )
                (error "9: unexpected character ':'")
            (assert é)
                (error "9: unexpected character 'é'")
            (assert p) ; fine
                p
            (assert p)x
                p
            (error "11: a command begins with a parenthesis")
        "#]],
    );
}

/// An error in what changes the state ends the script; one in a question does not.
#[test]
fn what_comes_after_an_error() {
    let goes_on = "(check-sat)(get-unsat-core)(assert false)(check-sat)(get-model)(echo \"here\")";
    expect![[r#"
        false
        sat
        (error "f:2:12: there is no refutation: the last answer is not unsat")
        unsat
        (error "f:2:53: there is no model: the last answer is not sat")
        "here"
    "#]]
    .assert_eq(&read(goes_on));
    expect![[r#"
        y < x
        (error "f:2:30: unknown symbol `w`")
    "#]]
    .assert_eq(&read("(assert (> x y))(assert (> y w))(check-sat)(echo \"not here\")"));
    expect![[r#"
        sat
    "#]]
    .assert_eq(&read("(check-sat)(exit)(check-sat)(nonsense"));
}
