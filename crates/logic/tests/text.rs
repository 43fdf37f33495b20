//! Printed terms read back mean the same; and what they look like.

mod common;

use common::reader::{self, Environment};
use common::{Random, Val, name, number_of, value};
use expect_test::{Expect, expect};
use loopglass_logic::{Int, Sort, Term, Terms, Var};

const SORTS: [Sort; 2] = [Sort::Bool, Sort::Int];

fn environment(values: &dyn Fn(usize, Sort) -> Val) -> Environment {
    (0..3).flat_map(|i| SORTS.map(|s| (name(i, s), values(i, s)))).collect()
}

fn eval(t: &Terms, term: Term, values: &dyn Fn(usize, Sort) -> Val) -> Val {
    let of = |v: Var| value(&values(number_of(t, v), t.var_sort(v)));
    common::val(&t.eval(term, &of))
}

/// Random terms, half of them with much sharing, so that they are printed with definitions.
fn each(seeds: u64, mut visit: impl FnMut(&Terms, Term, &mut Random)) {
    for seed in 0..seeds {
        let mut r = Random::new(seed);
        let t = Terms::new();
        let (sort, depth) = (SORTS[r.below(2)], 1 + r.below(6));
        let mut term = r.raw(sort, depth, seed % 3 == 0).term(&t);
        if seed % 2 == 0 {
            term = grown(&t, &mut r);
        }
        if seed % 5 == 0 && t.sort(term) == Sort::Bool {
            term = t.simplify(term);
        }
        visit(&t, term, &mut r);
    }
}

/// A formula grown from parts that are used again and again.
fn grown(t: &Terms, r: &mut Random) -> Term {
    let mut formulas: Vec<Term> = (0..4).map(|_| r.raw(Sort::Bool, 2, false).term(t)).collect();
    let mut numbers: Vec<Term> = (0..4).map(|_| r.raw(Sort::Int, 2, false).term(t)).collect();
    for _ in 0..30 {
        let pick = |r: &mut Random, from: &[Term]| from[r.below(from.len()).max(r.below(from.len()))];
        let (f, g, h) = (pick(r, &formulas), pick(r, &formulas), pick(r, &formulas));
        let (a, b) = (pick(r, &numbers), pick(r, &numbers));
        match r.below(8) {
            0 => formulas.push(t.and([f, g, h])),
            1 => formulas.push(t.or([f, g, h])),
            2 => formulas.push(t.iff(f, g)),
            3 => formulas.push(t.ite(f, g, h)),
            4 => formulas.push(t.le(a, b)),
            5 => formulas.push(t.eq(a, b)),
            6 => numbers.push(t.ite(f, a, b)),
            _ => numbers.push(t.modulo(t.sub(a, b), &Int::from(2 + r.below(4) as i64))),
        }
    }
    formulas[formulas.len() - 1]
}

#[test]
fn smtlib_text_means_the_term() {
    let mut shared = 0;
    each(5000, |t, term, r| {
        let text = t.smtlib(term);
        shared += usize::from(text.contains("(let "));
        let read = reader::sexp(&text);
        for _ in 0..4 {
            let values = r.values();
            assert_eq!(reader::smt(&read, &environment(&values)), eval(t, term, &values), "{text}");
        }
    });
    assert!(shared > 200, "{shared}");
}

#[test]
fn infix_text_means_the_term() {
    let mut defined = 0;
    each(5000, |t, term, r| {
        let text = t.infix(term);
        defined += usize::from(text.contains(" where "));
        for _ in 0..4 {
            let values = r.values();
            assert_eq!(reader::infix(&text, &environment(&values)), eval(t, term, &values), "{text}");
        }
    });
    assert!(defined > 200, "{defined}");
}

/// Symbols may be named like the definitions that the printer makes up.
#[test]
fn definitions_avoid_the_names_of_symbols() {
    let t = Terms::new();
    let d: Vec<Term> = (1..=30).map(|i| t.of(t.var(&format!("d{i}"), Sort::Bool))).collect();
    let pairs = |f: &dyn Fn(Term, Term) -> Term| d.windows(2).map(|w| f(w[0], w[1])).collect::<Vec<_>>();
    let shared = t.and(pairs(&|a, b| t.iff(a, b)));
    let formula = t.or([t.iff(shared, d[3]), t.ite(shared, d[4], d[5])]);
    let text = t.infix(formula);
    assert!(text.contains(" where "));
    for bits in 0..200u64 {
        let truth = |i: usize| if bits < 2 { bits == 1 } else { (bits * 0x9e37_79b9) >> (i + 3) & 1 == 1 };
        let env: Environment = (0..30).map(|i| (format!("d{}", i + 1), Val::Truth(truth(i)))).collect();
        let value = t.eval(formula, &|v| value(&env[&t.var_name(v)]));
        assert_eq!(reader::infix(&text, &env), common::val(&value));
    }
}

fn check(build: impl Fn(&Terms) -> Term, expected: Expect) {
    let t = Terms::new();
    // Symbols in the order of the alphabet.
    for n in ["x", "y", "z"] {
        t.of(t.var(n, Sort::Int));
    }
    let term = build(&t);
    expected.assert_eq(&format!("{}\n{}\n", t.infix(term), t.smtlib(term)));
}

fn v(t: &Terms, name: &str) -> Term {
    t.of(t.var(name, Sort::Int))
}

fn b(t: &Terms, name: &str) -> Term {
    t.of(t.var(name, Sort::Bool))
}

#[test]
fn comparisons() {
    check(
        |t| t.le(v(t, "x"), t.int(3)),
        expect![[r#"
        x <= 3
        (<= (+ x (- 3)) 0)
    "#]],
    );
    check(
        |t| t.not(t.le(v(t, "x"), t.int(3))),
        expect![[r#"
        x >= 4
        (<= (+ (* (- 1) x) 4) 0)
    "#]],
    );
    check(
        |t| t.lt(v(t, "x"), v(t, "y")),
        expect![[r#"
        x < y
        (<= (+ x (* (- 1) y) 1) 0)
    "#]],
    );
    check(
        |t| t.ge(v(t, "x"), t.add(v(t, "y"), t.int(2))),
        expect![[r#"
        y <= x - 2
        (<= (+ (* (- 1) x) y 2) 0)
    "#]],
    );
    check(
        |t| t.le(t.add(v(t, "x"), v(t, "y")), t.int(-4)),
        expect![[r#"
        x + y <= -4
        (<= (+ x y 4) 0)
    "#]],
    );
    check(
        |t| t.ge(t.neg(t.add(v(t, "x"), v(t, "y"))), t.int(-4)),
        expect![[r#"
        x + y <= 4
        (<= (+ x y (- 4)) 0)
    "#]],
    );
    check(
        |t| t.le(t.scale(&Int::from(3), v(t, "x")), t.scale(&Int::from(5), v(t, "y"))),
        expect![[r#"
        3*x <= 5*y
        (<= (+ (* 3 x) (* (- 5) y)) 0)
    "#]],
    );
    check(
        |t| t.eq(v(t, "x"), t.int(-7)),
        expect![[r#"
        x = -7
        (= (+ x 7) 0)
    "#]],
    );
    check(
        |t| t.not(t.eq(v(t, "x"), v(t, "y"))),
        expect![[r#"
        x != y
        (not (= (+ x (* (- 1) y)) 0))
    "#]],
    );
    check(
        |t| t.eq(t.sub(v(t, "x"), v(t, "y")), t.int(3)),
        expect![[r#"
        x = y + 3
        (= (+ x (* (- 1) y) (- 3)) 0)
    "#]],
    );
    check(
        |t| t.eq(t.scale(&Int::from(2), v(t, "x")), t.add(v(t, "y"), t.int(1))),
        expect![[r#"
        2*x = y + 1
        (= (+ (* 2 x) (* (- 1) y) (- 1)) 0)
    "#]],
    );
    check(
        |t| t.eq(t.add(v(t, "x"), v(t, "y")), v(t, "z")),
        expect![[r#"
        x + y = z
        (= (+ x y (* (- 1) z)) 0)
    "#]],
    );
    check(
        |t| t.eq(t.of(t.primed(t.var("x", Sort::Int))), t.add(v(t, "x"), t.int(1))),
        expect![[r#"
        x' = x + 1
        (= (+ x (* (- 1) |x'|) 1) 0)
    "#]],
    );
    check(
        |t| {
            let x = t.var("x", Sort::Int);
            t.eq(t.of(t.at(x, 3)), t.sub(t.of(t.at(x, 2)), v(t, "y")))
        },
        expect![[r#"
            x@3 = x@2 - y
            (= (+ y x@3 (* (- 1) x@2)) 0)
        "#]],
    );
    check(
        |t| t.le(t.int("100000000000000000000".parse::<Int>().unwrap()), v(t, "x")),
        expect![[r#"
        x >= 100000000000000000000
        (<= (+ (* (- 1) x) 100000000000000000000) 0)
    "#]],
    );
}

#[test]
fn quotients_and_remainders() {
    let two = Int::from(2);
    check(
        |t| t.eq(t.modulo(v(t, "x"), &two), t.int(0)),
        expect![[r#"
        x mod 2 = 0
        (= (mod x 2) 0)
    "#]],
    );
    check(
        |t| t.eq(t.modulo(t.add(v(t, "x"), v(t, "y")), &two), t.int(1)),
        expect![[r#"
        (x + y) mod 2 = 1
        (= (+ (mod (+ x y) 2) (- 1)) 0)
    "#]],
    );
    check(
        |t| t.le(t.div(t.scale(&Int::from(7), v(t, "x")), &Int::from(3)), v(t, "y")),
        expect![[r#"
        2*x + x div 3 <= y
        (<= (+ (* 2 x) (* (- 1) y) (div x 3)) 0)
    "#]],
    );
    check(
        |t| t.modulo(t.div(v(t, "x"), &two), &Int::from(3)),
        expect![[r#"
        (x div 2) mod 3
        (mod (div x 2) 3)
    "#]],
    );
    check(
        |t| t.div(v(t, "x"), &Int::from(-2)),
        expect![[r#"
            -(x div 2)
            (* (- 1) (div x 2))
        "#]],
    );
    check(
        |t| t.scale(&Int::from(3), t.modulo(t.neg(v(t, "x")), &Int::from(5))),
        expect![[r#"
        3*((4*x) mod 5)
        (* 3 (mod (* 4 x) 5))
    "#]],
    );
}

#[test]
fn connectives() {
    check(
        |t| t.or([t.and([b(t, "p"), b(t, "q")]), t.not(b(t, "r"))]),
        expect![[r#"
        p and q or not r
        (or (and p q) (not r))
    "#]],
    );
    check(
        |t| t.and([t.or([b(t, "p"), b(t, "q")]), t.not(t.and([b(t, "p"), b(t, "r")]))]),
        expect![[r#"
        (p or q) and not (p and r)
        (and (or p q) (not (and p r)))
    "#]],
    );
    check(
        |t| t.implies(b(t, "p"), t.iff(b(t, "q"), t.not(b(t, "r")))),
        expect![[r#"
        not p or q = (not r)
        (or (not p) (= q (not r)))
    "#]],
    );
    check(
        |t| t.not(t.iff(b(t, "p"), t.le(v(t, "x"), t.int(0)))),
        expect![[r#"
        p != (x <= 0)
        (not (= p (<= x 0)))
    "#]],
    );
    check(
        |t| t.iff(t.or([b(t, "p"), b(t, "q")]), t.eq(v(t, "x"), v(t, "y"))),
        expect![[r#"
        (p or q) = (x = y)
        (= (or p q) (= (+ x (* (- 1) y)) 0))
    "#]],
    );
    check(
        |t| t.ite(t.le(v(t, "x"), t.int(0)), b(t, "p"), t.or([b(t, "q"), b(t, "r")])),
        expect![[r#"
        ite(x <= 0, p, q or r)
        (ite (<= x 0) p (or q r))
    "#]],
    );
    check(
        |t| t.eq(v(t, "y"), t.add(t.ite(b(t, "p"), v(t, "x"), t.int(-1)), t.int(2))),
        expect![[r#"
        y = ite(p, x, -1) + 2
        (= (+ y (* (- 1) (ite p x (- 1))) (- 2)) 0)
    "#]],
    );
    check(
        |t| t.and([t.le(t.int(0), v(t, "x")), t.le(v(t, "x"), t.int(9)), t.le(v(t, "y"), t.int(9))]),
        expect![[r#"
            0 <= x <= 9 and y <= 9
            (and (<= (* (- 1) x) 0) (<= (+ x (- 9)) 0) (<= (+ y (- 9)) 0))
        "#]],
    );
    check(
        |t| t.or([t.and([t.le(t.int(0), v(t, "x")), t.le(v(t, "x"), t.int(9))]), t.eq(v(t, "y"), t.int(0))]),
        expect![[r#"
            0 <= x <= 9 or y = 0
            (or (and (<= (* (- 1) x) 0) (<= (+ x (- 9)) 0)) (= y 0))
        "#]],
    );
    check(
        |t| t.and([t.ge(v(t, "x"), t.int(9)), t.le(v(t, "x"), t.int(0))]),
        expect![[r#"
        x >= 9 and x <= 0
        (and (<= (+ (* (- 1) x) 9) 0) (<= x 0))
    "#]],
    );
    check(
        |t| t.tru(),
        expect![[r#"
        true
        true
    "#]],
    );
    check(
        |t| t.int(-5),
        expect![[r#"
        -5
        (- 5)
    "#]],
    );
}
