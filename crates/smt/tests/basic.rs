//! Small problems with known answers: models, refutations that the independent checker accepts, and interpolants.

use expect_test::{Expect, expect};
use logic::{Int, Sort, Term, Terms};
use loopglass_smt::itp::{Labelling, Settings, interpolate};
use loopglass_smt::{Config, Interpolated, Limit, Limits, Outcome, Solver, Unknown};

/// Builds formulas over integer symbols `x, y, z, p, q, n, ...`.
struct Build {
    t: Terms,
}

impl Build {
    fn new() -> Build {
        Build { t: Terms::new() }
    }
    fn v(&self, name: &str) -> Term {
        self.t.of(self.t.var(name, Sort::Int))
    }
    fn b(&self, name: &str) -> Term {
        self.t.of(self.t.var(name, Sort::Bool))
    }
    fn n(&self, i: i64) -> Term {
        self.t.int(i)
    }
    fn k(&self, i: i64, x: Term) -> Term {
        self.t.scale(&Int::from(i), x)
    }
    fn modulo(&self, x: Term, d: i64) -> Term {
        self.t.modulo(x, &Int::from(d))
    }
}

/// Solves, has the answer checked, and prints it.
fn check(b: &Build, formulas: &[Term], expected: Expect) {
    let mut solver = Solver::new(&b.t, Config::default());
    for &f in formulas {
        solver.assert(f);
    }
    let text = match solver.check(&[]) {
        Outcome::Sat(model) => {
            check::model(&b.t, formulas, &|v| model.value(&b.t, v)).unwrap();
            let values: Vec<String> =
                model.iter().map(|(v, x)| format!("{} = {x}", b.t.var_name(v))).collect();
            format!("sat: {}", values.join(", "))
        }
        Outcome::Unsat => {
            let proof = solver.proof().expect("a proof");
            check::refutation(&b.t, formulas, &proof).unwrap();
            format!("unsat: {:?}", solver.unsat_core())
        }
        Outcome::Unknown(why) => format!("unknown: {why}"),
    };
    expected.assert_eq(&text);
}

/// Interpolates in each system, has the results checked, and prints them.
fn itp(b: &Build, first: &[Term], second: &[Term], expected: Expect) {
    let mut text = String::new();
    for labelling in [Labelling::McMillan, Labelling::Pudlak, Labelling::DualMcMillan] {
        let settings = Settings { labelling, ..Settings::default() };
        let Interpolated::Interpolant { interpolant, proof, .. } =
            interpolate(&b.t, first, second, &settings)
        else {
            panic!("no interpolant");
        };
        let all: Vec<Term> = first.iter().chain(second).copied().collect();
        check::refutation(&b.t, &all, &proof).unwrap();
        verify(b, first, second, interpolant);
        text += &format!("{}\n", b.t.infix(interpolant));
    }
    expected.assert_eq(&text);
}

/// The definition of an interpolant, by two further refutations.
fn verify(b: &Build, first: &[Term], second: &[Term], interpolant: Term) {
    let refuted = |formulas: &[Term]| {
        let mut solver = Solver::new(&b.t, Config::default());
        formulas.iter().for_each(|&f| {
            solver.assert(f);
        });
        assert_eq!(solver.check(&[]), Outcome::Unsat);
        check::refutation(&b.t, formulas, &solver.proof().unwrap()).unwrap();
    };
    refuted(&[first, &[b.t.not(interpolant)]].concat());
    refuted(&[second, &[interpolant]].concat());
    let shared: Vec<_> = b.t.vars_of(first).intersection(&b.t.vars_of(second)).copied().collect();
    assert!(b.t.vars(interpolant).iter().all(|v| shared.contains(v)));
}

#[test]
fn propositional() {
    let b = Build::new();
    let (p, q, r) = (b.b("p"), b.b("q"), b.b("r"));
    let t = &b.t;
    check(&b, &[t.or([p, q]), t.not(p)], expect!["sat: p = false, q = true"]);
    check(&b, &[t.or([p, q]), t.not(p), t.not(q)], expect!["unsat: [0, 1, 2]"]);
    check(&b, &[t.iff(p, q), t.iff(q, r), t.iff(p, t.not(r))], expect!["unsat: [0, 1, 2]"]);
    check(&b, &[t.ite(p, q, r), p, t.not(q)], expect!["unsat: [0, 1, 2]"]);
    check(&b, &[t.fals()], expect!["unsat: [0]"]);
    check(&b, &[t.tru()], expect!["sat: "]);
}

#[test]
fn linear() {
    let b = Build::new();
    let (x, y, z) = (b.v("x"), b.v("y"), b.v("z"));
    let t = &b.t;
    check(&b, &[t.lt(x, y), t.lt(y, z), t.lt(z, x)], expect!["unsat: [0, 1, 2]"]);
    check(&b, &[t.lt(x, y), t.lt(y, z)], expect!["sat: x = -1, y = 0, z = 1"]);
    let not_equal = t.not(t.eq(x, y));
    check(&b, &[t.le(x, y), t.le(y, x), not_equal], expect!["unsat: [0, 1, 2]"]);
    check(
        &b,
        &[not_equal, t.ge(x, b.n(3)), t.le(x, b.n(3)), t.ge(y, b.n(3)), t.le(y, b.n(4))],
        expect!["sat: x = 3, y = 4"],
    );
    let max = t.ite(t.lt(x, y), y, x);
    check(&b, &[t.lt(max, x)], expect!["unsat: [0]"]);
    check(&b, &[t.eq(max, b.n(7)), t.lt(x, b.n(7)), t.not(t.eq(y, b.n(7)))], expect!["unsat: [0, 1, 2]"]);
}

#[test]
fn integers() {
    let b = Build::new();
    let (x, y) = (b.v("x"), b.v("y"));
    let t = &b.t;
    // 2 <= 3x <= 5 has the solution 1, 4 <= 3x <= 5 has none.
    check(&b, &[t.ge(b.k(3, x), b.n(2)), t.le(b.k(3, x), b.n(5))], expect!["sat: x = 1"]);
    check(&b, &[t.ge(b.k(3, x), b.n(4)), t.le(b.k(3, x), b.n(5))], expect!["unsat: [0, 1]"]);
    check(
        &b,
        &[t.eq(b.modulo(x, 3), b.n(2)), t.eq(b.modulo(x, 2), b.n(1)), t.ge(x, b.n(0))],
        expect!["sat: x = 5"],
    );
    check(
        &b,
        &[t.eq(b.modulo(x, 4), b.n(2)), t.eq(b.modulo(x, 2), b.n(1)), t.ge(x, b.n(0)), t.le(x, b.n(20))],
        expect!["unsat: [0, 1]"],
    );
    let quotient = t.div(x, &Int::from(-2));
    check(&b, &[t.eq(x, b.n(-7)), t.eq(quotient, y)], expect!["sat: x = -7, y = 4"]);
}

#[test]
fn interpolants() {
    let b = Build::new();
    let (x, y, z, n) = (b.v("x"), b.v("y"), b.v("z"), b.v("n"));
    let t = &b.t;
    itp(
        &b,
        &[t.eq(x, b.n(1)), t.eq(y, b.n(1))],
        &[t.ge(x, n), t.lt(y, n)],
        expect![[r#"
            x <= y
            x <= y
            x <= y
        "#]],
    );
    itp(
        &b,
        &[t.eq(x, z), t.eq(y, z)],
        &[t.not(t.eq(x, y))],
        expect![[r#"
        x <= y and y <= x
        x <= y and y <= x
        x <= y and y <= x
    "#]],
    );
}

#[test]
fn parity() {
    let b = Build::new();
    let (x, y, p, q) = (b.v("x"), b.v("y"), b.v("p"), b.v("q"));
    let t = &b.t;
    itp(
        &b,
        &[t.eq(x, b.n(2))],
        &[t.eq(b.modulo(x, 2), b.n(1))],
        expect![[r#"
        x mod 2 = 0
        x mod 2 = 0
        x mod 2 = 0
    "#]],
    );
    itp(
        &b,
        &[t.eq(x, b.k(2, p))],
        &[t.eq(x, t.add(b.k(2, q), b.n(1)))],
        expect![[r#"
        x mod 2 = 0
        x mod 2 = 0
        x mod 2 = 0
    "#]],
    );
    // A cut that mixes p and q.
    let between = [t.ge(t.sub(y, b.k(3, q)), b.n(1)), t.le(t.sub(y, b.k(3, q)), b.n(2))];
    itp(
        &b,
        &[t.eq(y, b.k(3, p))],
        &between,
        expect![[r#"
        y mod 3 <= 0
        y mod 3 <= 0
        y mod 3 <= 0
    "#]],
    );
}

/// Problems without bounds, on which plain branch and bound runs for ever.
#[test]
fn unbounded() {
    let b = Build::new();
    let (x, y, z) = (b.v("x"), b.v("y"), b.v("z"));
    let t = &b.t;
    let thrice = t.eq(z, t.sub(b.k(3, x), b.k(3, y)));
    check(&b, &[thrice, t.eq(z, b.n(1))], expect!["unsat: [0, 1]"]);
    let fourfold = t.eq(z, t.sub(b.k(4, x), b.k(4, y)));
    check(&b, &[fourfold, t.ge(z, b.n(2)), t.le(z, b.n(3))], expect!["unsat: [0, 1, 2]"]);
    itp(
        &b,
        &[fourfold],
        &[t.ge(z, b.n(2)), t.le(z, b.n(3))],
        expect![[r#"
            z mod 4 <= 0
            z mod 4 <= 0
            z mod 4 <= 0
        "#]],
    );
    // Half a strip of width one third, without end.
    let strip = t.sub(b.k(6, x), b.k(9, y));
    check(
        &b,
        &[t.eq(z, strip), t.ge(z, b.n(1)), t.le(z, b.n(2)), t.ge(x, b.n(0))],
        expect!["unsat: [0, 1, 2]"],
    );
    // Pugh's example: a small parallelogram between the grid points.
    let (u, v) = (t.add(b.k(11, x), b.k(13, y)), t.sub(b.k(7, x), b.k(9, y)));
    let first = [t.le(b.n(27), u), t.le(u, b.n(45))];
    let second = [t.le(b.n(-10), v), t.le(v, b.n(4))];
    check(&b, &[first, second].concat(), expect!["unsat: [0, 1, 2, 3]"]);
    itp(
        &b,
        &first,
        &second,
        expect![[r#"
        27 <= 11*x + 13*y <= 45
        (y <= 1 or (x <= 1 or 11*x + 13*y <= 45) and (x >= 2 or y >= 2 or 11*x + 13*y >= 27)) and (y >= 2 or x >= 2 or 11*x + 13*y >= 27)
        7*x <= 9*y - 11 or 9*y <= 7*x - 5
    "#]],
    );
    // The same between local symbols of A and of B, with shared ones in between.
    let (p, q) = (b.v("p"), b.v("q"));
    let a = [t.eq(y, b.k(3, p)), t.eq(x, t.add(b.k(2, p), b.k(5, z)))];
    let c = [t.ge(t.add(y, b.k(3, q)), b.n(4)), t.le(t.add(y, b.k(3, q)), b.n(5))];
    itp(
        &b,
        &a,
        &c,
        expect![[r#"
        y mod 3 <= 0
        y mod 3 <= 0
        y mod 3 <= 0
    "#]],
    );
}

#[test]
fn limits_end_in_unknown() {
    let b = Build::new();
    let t = &b.t;
    let xs: Vec<Term> = (0..8).map(|i| b.v(&format!("x{i}"))).collect();
    // Pigeons: eight different numbers from 1 to 7.
    let mut formulas = Vec::new();
    for (i, &x) in xs.iter().enumerate() {
        formulas.push(t.and([t.ge(x, b.n(1)), t.le(x, b.n(7))]));
        formulas.extend(xs[..i].iter().map(|&y| t.not(t.eq(x, y))));
    }
    let answer = |limits: Limits| {
        let mut solver = Solver::new(t, Config { limits });
        formulas.iter().for_each(|&f| {
            solver.assert(f);
        });
        solver.check(&[])
    };
    let none = Limits::default();
    assert_eq!(answer(Limits { conflicts: 10, ..none }), Outcome::Unknown(Unknown::Limit(Limit::Conflicts)));
    assert_eq!(answer(Limits { pivots: 3, ..none }), Outcome::Unknown(Unknown::Limit(Limit::Pivots)));
    assert_eq!(answer(Limits { terms: 10, ..none }), Outcome::Unknown(Unknown::Limit(Limit::Terms)));
    assert_eq!(answer(none), Outcome::Unsat);
}
