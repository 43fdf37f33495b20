//! Hand-written refutations are accepted; faulty ones are refused with the right reason.

mod common;

use common::{Derivation, equality, examples, farkas, lit, neg, oracle, rat};
use expect_test::{Expect, expect};
use logic::{Int, Linear, Terms};
use loopglass_check::{Fault, refutation};
use proof::{Arithmetic, DefinitionClause as D, Proof, Rule, Step};

#[test]
fn every_rule_is_accepted() {
    let mut table = String::new();
    for (name, d) in examples::all() {
        let r = d.check().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(oracle::sound(&d, &d.proof, 4), "{name}: the second opinion differs");
        table += &format!(
            "{name}: {} steps, parts {:?}, {} definitions, {} lemmas, {} sums, {} resolutions\n",
            d.proof.steps.len(),
            r.parts,
            r.definitions,
            r.lemmas,
            r.sums,
            r.resolutions
        );
    }
    expect![[r#"
        constant: 3 steps, parts [0], 1 definitions, 0 lemmas, 0 sums, 1 resolutions
        junctions: 7 steps, parts [0, 1, 2], 2 definitions, 0 lemmas, 0 sums, 4 resolutions
        equivalence: 8 steps, parts [0, 1, 2, 3], 2 definitions, 0 lemmas, 0 sums, 5 resolutions
        bool ite true: 7 steps, parts [0, 1, 2], 2 definitions, 0 lemmas, 0 sums, 5 resolutions
        bool ite false: 7 steps, parts [0, 1, 2], 2 definitions, 0 lemmas, 0 sums, 5 resolutions
        int ite: 9 steps, parts [0, 1, 2], 2 definitions, 2 lemmas, 2 sums, 7 resolutions
        farkas: 5 steps, parts [0, 1, 2], 0 definitions, 1 lemmas, 1 sums, 3 resolutions
        fractions: 5 steps, parts [0, 1, 2], 0 definitions, 1 lemmas, 1 sums, 3 resolutions
        parity: 12 steps, parts [0, 1], 4 definitions, 1 lemmas, 1 sums, 8 resolutions
        mixed equalities: 6 steps, parts [0, 1, 2, 3], 0 definitions, 1 lemmas, 1 sums, 4 resolutions
        split: 5 steps, parts [0, 1, 2], 0 definitions, 1 lemmas, 2 sums, 3 resolutions
        nested split: 8 steps, parts [0, 1, 2, 3, 4, 5], 0 definitions, 1 lemmas, 4 sums, 6 resolutions
        remainder bounds: 5 steps, parts [0], 3 definitions, 0 lemmas, 0 sums, 3 resolutions
        quotient: 6 steps, parts [0, 1], 2 definitions, 1 lemmas, 1 sums, 4 resolutions
        disequality: 5 steps, parts [0, 1, 2], 1 definitions, 0 lemmas, 0 sums, 3 resolutions
    "#]]
    .assert_eq(&table);
}

fn check(build: impl FnOnce(&mut Derivation), expected: Expect) {
    let mut d = Derivation::new();
    build(&mut d);
    let text = match d.check() {
        Ok(report) => format!("accepted: {report:?}"),
        Err(fault) => fault.to_string(),
    };
    expected.assert_eq(&text);
}

#[test]
fn no_step_and_no_empty_clause() {
    check(|_| {}, expect!["the derivation does not end in the empty clause"]);
    check(
        |d| {
            let [p] = d.bools(["p"]);
            d.assert(p);
        },
        expect!["the derivation does not end in the empty clause"],
    );
}

#[test]
fn inputs() {
    check(
        |d| {
            let [p, q] = d.bools(["p", "q"]);
            d.assert(p);
            d.step([lit(q)], Rule::Input(0));
        },
        expect!["step 1: the clause is not the asserted formula 0"],
    );
    check(
        |d| {
            let [p] = d.bools(["p"]);
            d.step([lit(p)], Rule::Input(0));
        },
        expect!["step 0: there is no asserted formula 0"],
    );
    check(
        |d| {
            let [x] = d.ints(["x"]);
            d.assert(x);
        },
        expect!["step 0: t0 is not a formula"],
    );
    // Another way of writing the same literal is the same literal.
    check(
        |d| {
            let [x] = d.ints(["x"]);
            let f = d.terms.ge(x, d.terms.int(1));
            let other = d.terms.le(x, d.terms.int(0));
            d.assert(f);
            let first = d.step([neg(other)], Rule::Input(0));
            let g = d.terms.le(x, d.terms.int(0));
            let second = d.assert(g);
            d.resolve([], first, &[(f, second)]);
        },
        expect!["accepted: Report { parts: [0, 1], definitions: 0, lemmas: 0, sums: 0, resolutions: 1 }"],
    );
}

#[test]
fn terms_of_another_store() {
    let foreign = {
        let terms = Terms::new();
        (0..100).map(|i| terms.int(i)).last().unwrap()
    };
    check(
        |d| {
            d.assert(foreign);
        },
        expect!["step 0: t99 is not a term of this store"],
    );
    check(
        |d| {
            let [p] = d.bools(["p"]);
            d.assert(p);
            d.define(foreign, D::Constant, [lit(p)]);
        },
        expect!["step 1: t99 is not a term of this store"],
    );
    check(
        |d| {
            let [p] = d.bools(["p"]);
            let first = d.assert(p);
            d.resolve([], first, &[(foreign, first)]);
        },
        expect!["step 1: t99 is not a term of this store"],
    );
}

#[test]
fn definitions() {
    check(
        |d| {
            let [p, q] = d.bools(["p", "q"]);
            let and = d.terms.and([p, q]);
            d.define(and, D::Child(2), [neg(and), lit(q)]);
        },
        expect!["step 0: t4 has no such defining clause"],
    );
    check(
        |d| {
            let [p, q] = d.bools(["p", "q"]);
            let and = d.terms.and([p, q]);
            d.define(and, D::Child(0), [neg(and), lit(q)]);
        },
        expect!["step 0: the clause is not this defining clause of t4"],
    );
    check(
        |d| {
            let [p, q] = d.bools(["p", "q"]);
            let or = d.terms.or([p, q]);
            d.define(or, D::Iff { a: true, b: true }, [neg(or), lit(q)]);
        },
        expect!["step 0: t4 has no such defining clause"],
    );
    check(
        |d| {
            let [x] = d.ints(["x"]);
            let m = d.terms.modulo(x, &Int::from(3));
            let wrong = d.terms.le(m, d.terms.int(1));
            d.define(m, D::Remainder { upper: true }, [lit(wrong)]);
        },
        expect!["step 0: the clause is not this defining clause of t1"],
    );
}

#[test]
fn quotient_of_a_remainder_that_is_reduced_already() {
    // (x mod 2) div 4 has no remainder term of its own: x mod 2 is its remainder.
    check(
        |d| {
            let [x] = d.ints(["x"]);
            let t = &d.terms;
            let inner = t.modulo(x, &Int::from(2));
            let q = t.div(inner, &Int::from(4));
            assert_eq!(t.modulo(inner, &Int::from(4)), inner);
            let f = t.ge(q, t.int(1));
            let bound = t.le(q, t.int(0));
            let input = d.assert(f);
            let defined = d.define(q, D::Division { upper: false }, [lit(bound)]);
            d.resolve([], input, &[(f, defined)]);
        },
        expect!["accepted: Report { parts: [0], definitions: 1, lemmas: 0, sums: 0, resolutions: 1 }"],
    );
}

#[test]
fn farkas_sums() {
    let with = |reason: fn(&[proof::Lit]) -> Arithmetic, expected: Expect| {
        check(
            |d| {
                let [x, y] = d.ints(["x", "y"]);
                let t = &d.terms;
                let fs = [t.le(x, t.int(2)), t.ge(x, t.int(4)), t.eq(x, y)].map(lit);
                d.lemma([fs[0].negated(), fs[1].negated()], reason(&fs));
            },
            expected,
        );
    };
    with(|_| farkas(&[]), expect!["step 0: the sum is 0, which is not positive"]);
    with(|f| farkas(&[(1, f[0])]), expect!["step 0: t0 does not cancel in the sum"]);
    with(|f| farkas(&[(1, f[0]), (2, f[1])]), expect!["step 0: t0 does not cancel in the sum"]);
    with(|f| farkas(&[(1, f[0]), (-1, f[1])]), expect!["step 0: the multiplier -1 is not positive"]);
    with(|f| farkas(&[(1, f[0]), (0, f[1])]), expect!["step 0: the multiplier 0 is not positive"]);
    with(
        |f| farkas(&[(1, f[0]), (1, f[0].negated())]),
        expect!["step 0: Lit { atom: t3, positive: false } is not available to the contradiction"],
    );
    with(
        |f| farkas(&[(1, f[0]), (1, f[2])]),
        expect!["step 0: Lit { atom: t6, positive: true } is not available to the contradiction"],
    );
    // Multipliers may be scaled together.
    with(|f| farkas(&[(7, f[0]), (7, f[1])]), expect!["the derivation does not end in the empty clause"]);
}

#[test]
fn a_sum_that_is_zero_contradicts_nothing() {
    check(
        |d| {
            let [x] = d.ints(["x"]);
            let fs = [d.terms.le(x, d.terms.int(2)), d.terms.ge(x, d.terms.int(2))];
            d.lemma(fs.map(neg), farkas(&[(1, lit(fs[0])), (1, lit(fs[1]))]));
        },
        expect!["step 0: the sum is 0, which is not positive"],
    );
}

#[test]
fn equalities() {
    let with = |reason: fn(&[proof::Lit]) -> Arithmetic, expected: Expect| {
        check(
            |d| {
                let [x, y] = d.ints(["x", "y"]);
                let t = &d.terms;
                let (even, odd) = (t.scale(&Int::from(2), y), t.int(1));
                let near = || t.ge(x, t.sub(even, t.int(1)));
                let fs = [t.le(x, even), t.ge(x, even), t.le(x, odd), t.ge(x, odd), near()].map(lit);
                d.lemma(fs.iter().map(|l| l.negated()), reason(&fs));
            },
            expected,
        );
    };
    // x = 2y and x = 1: half of their difference.
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0], f[1], rat(1, 2)), equality(f[2], f[3], rat(-1, 2))]),
        expect!["the derivation does not end in the empty clause"],
    );
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0], f[1], rat(1, 2))]),
        expect!["step 0: t0 has a coefficient that is not integral"],
    );
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0], f[1], rat(1, 1)), equality(f[2], f[3], rat(1, 1))]),
        expect!["step 0: the constant -1 is integral"],
    );
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0], f[3], rat(1, 2))]),
        expect![
            "step 0: Lit { atom: t4, positive: true } and Lit { atom: t7, positive: true } do not make an equality"
        ],
    );
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0], f[0], rat(1, 2))]),
        expect![
            "step 0: Lit { atom: t4, positive: true } and Lit { atom: t4, positive: true } do not make an equality"
        ],
    );
    // x <= 2y with x >= 2y - 1 is no equality, although the symbols cancel.
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0], f[4], rat(1, 2)), equality(f[2], f[3], rat(-1, 2))]),
        expect![
            "step 0: Lit { atom: t4, positive: true } and Lit { atom: t9, positive: true } do not make an equality"
        ],
    );
    with(|_| Arithmetic::Divisibility(vec![]), expect!["step 0: the constant 0 is integral"]);
    with(
        |f| Arithmetic::Divisibility(vec![equality(f[0].negated(), f[1], rat(1, 2))]),
        expect!["step 0: Lit { atom: t4, positive: false } is not available to the contradiction"],
    );
}

#[test]
fn an_assumption_ends_with_its_split() {
    // The branch where the atom fails uses the atom: refused, although the other branch had it.
    check(
        |d| {
            let [x] = d.ints(["x"]);
            let t = &d.terms;
            let (f, atom) = (t.ge(x, t.int(2)), t.le(x, t.int(0)));
            let sum = || Box::new(farkas(&[(1, lit(f)), (1, lit(atom))]));
            d.lemma([neg(f)], Arithmetic::Split { atom, holds: sum(), fails: sum() });
        },
        expect!["step 0: Lit { atom: t4, positive: true } is not available to the contradiction"],
    );
    check(
        |d| {
            let [x, y] = d.ints(["x", "y"]);
            let t = &d.terms;
            let (atom, eq) = (t.le(x, t.int(0)), t.eq(x, y));
            let sum = || Box::new(farkas(&[(1, lit(atom)), (1, neg(atom))]));
            d.lemma([neg(atom)], Arithmetic::Split { atom: eq, holds: sum(), fails: sum() });
        },
        expect!["step 0: Lit { atom: t4, positive: true } is not a linear inequality"],
    );
}

#[test]
fn an_assumption_made_twice_is_retracted_once() {
    // Split on an atom that the clause already gives: after the inner split the clause's own literal is still there.
    check(
        |d| {
            let [x] = d.ints(["x"]);
            let t = &d.terms;
            let (low, high, far) = (t.ge(x, t.int(2)), t.le(x, t.int(0)), t.le(x, t.int(9)));
            let sum = || Box::new(farkas(&[(1, lit(low)), (1, lit(high))]));
            let again = Arithmetic::Split { atom: high, holds: sum(), fails: sum() };
            d.lemma(
                [neg(low), neg(high)],
                Arithmetic::Split { atom: far, holds: Box::new(again), fails: sum() },
            );
        },
        expect!["the derivation does not end in the empty clause"],
    );
}

#[test]
fn resolutions() {
    let with = |links: fn(&[logic::Term]) -> Vec<(logic::Term, usize)>,
                clause: fn(&[logic::Term]) -> Vec<proof::Lit>,
                expected: Expect| {
        check(
            |d| {
                let ts = d.bools(["p", "q", "r"]);
                let [p, q, r] = ts;
                let or = d.terms.or([p, q]);
                d.define(or, D::Children, [neg(or), lit(p), lit(q)]);
                d.define(or, D::Child(0), [lit(or), neg(p)]);
                let ite = d.terms.ite(p, p, r);
                // A valid clause with both signs of p.
                d.define(ite, D::IteBool { branch: true, value: false }, [neg(p), lit(p), neg(ite)]);
                let terms = [p, q, r, or, ite];
                d.resolve(clause(&terms), 0, &links(&terms));
            },
            expected,
        );
    };
    with(
        |t| vec![(t[3], 1)],
        |t| vec![lit(t[0]), neg(t[0]), lit(t[1])],
        expect!["the derivation does not end in the empty clause"],
    );
    with(
        |t| vec![(t[3], 1)],
        |t| vec![lit(t[0]), lit(t[1])],
        expect!["step 3: the clause is not what the resolution gives"],
    );
    with(
        |t| vec![(t[1], 1)],
        |t| vec![lit(t[0]), lit(t[1])],
        expect!["step 3: the pivot t1 does not occur with opposite signs"],
    );
    with(
        |t| vec![(t[0], 2)],
        |t| vec![lit(t[0]), lit(t[1])],
        expect!["step 3: the pivot t0 occurs with both signs in one clause"],
    );
    with(
        |t| vec![(t[0], 3)],
        |t| vec![lit(t[0]), lit(t[1])],
        expect!["step 3: step 3 is not an earlier step"],
    );
    with(
        |t| vec![(t[0], 0)],
        |t| vec![lit(t[0]), lit(t[1])],
        expect!["step 3: the pivot t0 does not occur with opposite signs"],
    );
}

#[test]
fn a_deep_split_costs_no_stack() {
    // 0 <= x <= n is split n times, and the last part is refuted by x >= n + 2.
    let n = 100_000i64;
    let mut d = Derivation::new();
    let [x] = d.ints(["x"]);
    let t = &d.terms;
    let (low, high) = (t.ge(x, t.int(n + 2)), t.le(x, t.int(n)));
    let refuted = || farkas(&[(1, lit(low)), (1, lit(high))]);
    let mut reason = refuted();
    for i in 0..n {
        let atom = t.le(x, t.int(i));
        reason = Arithmetic::Split {
            atom,
            holds: Box::new(farkas(&[(1, lit(low)), (1, lit(atom))])),
            fails: Box::new(reason),
        };
    }
    let [a, b] = [low, high].map(|f| d.assert(f));
    let lemma = d.lemma([neg(low), neg(high)], reason);
    d.resolve([], lemma, &[(low, a), (high, b)]);
    assert_eq!(d.check().map(|r| r.sums), Ok(n as usize + 1));
    // Dropping the nested boxes would recurse: they are taken apart by hand.
    let mut rest = vec![];
    for step in d.proof.steps.drain(..) {
        if let Rule::Lemma(reason) = step.rule {
            rest.push(reason);
        }
    }
    while let Some(reason) = rest.pop() {
        if let Arithmetic::Split { holds, fails, .. } = reason {
            rest.extend([*holds, *fails]);
        }
    }
}

#[test]
fn a_long_chain_is_linear() {
    // x0, x_i or not x_{i-1}, .., not x_n: one chain of n links, each premise read once.
    let n = 200_000;
    let mut d = Derivation::new();
    let xs: Vec<_> = (0..=n).map(|i| d.bools([&format!("x{i}")])[0]).collect();
    let mut links = Vec::new();
    for i in 0..n {
        let or = d.terms.or([d.terms.not(xs[i]), xs[i + 1]]);
        let input = d.assert(or);
        let clause = d.define(or, D::Children, [neg(or), neg(xs[i]), lit(xs[i + 1])]);
        links.extend([(xs[i], clause), (or, input)]);
    }
    let first = d.assert(xs[0]);
    let last = d.assert(d.terms.not(xs[n]));
    links.push((xs[n], last));
    d.resolve([], first, &links);
    assert_eq!(d.check().map(|r| r.resolutions), Ok(2 * n + 1));
}

#[test]
fn replaying_adds_no_term() {
    for (name, d) in examples::all() {
        let before = d.terms.len();
        assert!(d.check().is_ok());
        assert_eq!(d.terms.len(), before, "{name}");
    }
}

#[test]
fn huge_numbers_stay_exact() {
    let big = "340282366920938463463374607431768211456".parse::<Int>().unwrap();
    for (slack, accepted) in [(1, true), (0, false)] {
        let mut d = Derivation::new();
        let [x, y] = d.ints(["x", "y"]);
        let t = &d.terms;
        // big * x - y <= 0, y <= big * 7 and x >= 7 + slack contradict each other just when slack is positive.
        let part = |u: logic::Term| t.linear(u);
        let f = t.le0(part(x).scaled(&big).minus(&part(y)));
        let g = t.le0(part(y).minus(&Linear::constant_of(&big * &Int::from(7))));
        let h = t.ge(x, t.int(7 + slack));
        let fs = [f, g, h];
        let units: Vec<_> = fs.iter().map(|&u| (u, d.assert(u))).collect();
        let sum =
            Arithmetic::Farkas(vec![(lit(f), rat(1, 1)), (lit(g), rat(1, 1)), (lit(h), big.clone().into())]);
        let lemma = d.lemma(fs.map(neg), sum);
        d.resolve([], lemma, &units);
        assert_eq!(d.check().is_ok(), accepted, "{:?}", d.check());
    }
}

#[test]
fn steps_refer_to_earlier_steps_only() {
    let terms = Terms::new();
    let p = terms.of(terms.var("p", logic::Sort::Bool));
    for step in [0, 1, usize::MAX] {
        let rule = Rule::Resolution { first: step, links: vec![] };
        let proof = Proof { steps: vec![Step { clause: vec![lit(p)], rule }] };
        let fault = Fault::Step { step: 0, reason: loopglass_check::Reason::NotEarlier(step) };
        assert_eq!(refutation(&terms, &[p], &proof), Err(fault));
    }
}
