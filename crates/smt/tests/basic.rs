//! Small problems with known answers: models, refutations that the independent checker accepts, and interpolants.

use expect_test::{Expect, expect};
use logic::{Int, Sort, Term, Terms};
use loopglass_smt::itp::{Settings, System, interpolate};
use loopglass_smt::{Config, Interpolated, Outcome, Solver};

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
    for system in [System::McMillan, System::Pudlak, System::DualMcMillan] {
        let settings = Settings { system, ..Settings::default() };
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
