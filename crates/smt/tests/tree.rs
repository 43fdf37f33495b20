//! Refutations as trees to look at, printed as text; and condensed refutations, replayed by the checker.

use expect_test::{Expect, expect};
use logic::{Sort, Stamp, Term, Terms};
use loopglass_smt::condense::condense;
use loopglass_smt::itp::tree::{NodeRule, Place, Sides, Tree, TreeNode, tree};
use loopglass_smt::itp::{Settings, Side};
use loopglass_smt::{Config, Outcome, Solver, tidy};
use proof::{Arithmetic, Lit, Proof};
use std::fmt::Write;

fn refute(terms: &Terms, formulas: &[Term]) -> Proof {
    let mut solver = Solver::new(terms, Config::default());
    for &f in formulas {
        solver.assert(f);
    }
    assert_eq!(solver.check(&[]), Outcome::Unsat);
    let proof = solver.proof().expect("a proof");
    check::refutation(terms, formulas, &proof).expect("a refutation");
    proof
}

fn formula(terms: &Terms, l: Lit) -> String {
    terms.infix(if l.positive { l.atom } else { terms.not(l.atom) })
}

fn contradiction(terms: &Terms, sides: &Sides, c: &Arithmetic, out: &mut String, indent: usize) {
    let pad = " ".repeat(indent);
    let side = |l: Lit| match sides.place(l.atom) {
        Some(Place::Local(side)) => format!("{side:?}"),
        Some(Place::Shared(_)) => "AB".into(),
        None => "?".into(),
    };
    match c {
        Arithmetic::Farkas(sum) => {
            for (l, f) in sum {
                writeln!(out, "{pad}{f} * ({}) [{}]", formula(terms, *l), side(*l)).unwrap();
            }
        }
        Arithmetic::Divisibility(sum) => {
            for e in sum {
                let (u, l) = (formula(terms, e.upper), formula(terms, e.lower));
                writeln!(out, "{pad}{} * ({u} and {l}) [{}]", e.factor, side(e.upper)).unwrap();
            }
        }
        Arithmetic::Split { atom, holds, fails } => {
            writeln!(out, "{pad}if {}:", terms.infix(*atom)).unwrap();
            contradiction(terms, sides, holds, out, indent + 2);
            writeln!(out, "{pad}else:").unwrap();
            contradiction(terms, sides, fails, out, indent + 2);
        }
    }
}

fn print(terms: &Terms, sides: &Sides, t: &Tree) -> String {
    let mut out = String::new();
    for (i, TreeNode { clause, rule, partial, folded }) in t.nodes.iter().enumerate() {
        let lits: Vec<String> = clause.iter().map(|l| formula(terms, *l)).collect();
        let head = match rule {
            NodeRule::Given(part) => format!("given by {part}"),
            NodeRule::Definition => "definition".into(),
            NodeRule::Lemma { given, .. } => format!("lemma with {} given", given.len()),
            NodeRule::Resolution { premises, hidden } => {
                let premises = premises.iter().map(|(pivot, node)| match pivot {
                    Some(p) => format!("#{node} on {}", terms.infix(*p)),
                    None => format!("#{node}"),
                });
                format!("resolve {} (and {hidden} obvious)", premises.collect::<Vec<_>>().join(", "))
            }
            NodeRule::Folded => "folded".into(),
        };
        writeln!(out, "#{i} {}: {head} (+{folded})", lits.join(" | ")).unwrap();
        if let NodeRule::Lemma { certificate, .. } = rule {
            contradiction(terms, sides, certificate, &mut out, 4);
        }
        let partial = partial.map_or("-".into(), |p| terms.infix(tidy(&loopglass_smt::door(), terms, p)));
        writeln!(out, "    => {partial}").unwrap();
    }
    writeln!(out, "{} steps without a node", t.folded).unwrap();
    out
}

fn check(terms: &Terms, a: &[Term], b: &[Term], (comfortable, most): (usize, usize), expected: Expect) {
    let all: Vec<Term> = a.iter().chain(b).copied().collect();
    let proof = condense(&refute(terms, &all));
    check::refutation(terms, &all, &proof).expect("a condensed refutation");
    let side = |p| Some(if p < a.len() { Side::A } else { Side::B });
    let sides = Sides::new(terms, &proof, &all, side, &Settings::default()).expect("partial interpolants");
    expected.assert_eq(&print(terms, &sides, &tree(&proof, Some(sides.partials()), comfortable, most)));
}

fn at(terms: &Terms, name: &str, i: u32) -> Term {
    terms.of(terms.symbol(name, Stamp::At(i), Sort::Int))
}

/// The query of FiB's Fig. 3 (b) after one round: why are `x` and `y` equal?
#[test]
fn fib_figure_3b() {
    let t = &Terms::new();
    let [x0, y0, x1, y1] = [at(t, "x", 0), at(t, "y", 0), at(t, "x", 1), at(t, "y", 1)];
    let n = t.of(t.var("n", Sort::Int));
    let init = t.and([t.eq(x0, t.int(0)), t.eq(y0, t.int(0)), t.ge(n, t.int(0))]);
    let trans = t.and([t.not(t.eq(x0, n)), t.eq(x1, t.add(x0, t.int(1))), t.eq(y1, t.add(y0, t.int(1)))]);
    let bad = t.and([t.eq(x1, n), t.not(t.eq(y1, n))]);
    check(
        t,
        &[init, trans],
        &[bad],
        (24, 60),
        expect![[r#"
        #0 n < y@1 | y@1 < n: given by 2 (+4)
            => true
        #1 n <= y@1: lemma with 5 given (+24)
            1 * (y@1 < n) [B]
            1 * (x@0 <= 0) [A]
            1 * (y@0 >= 0) [A]
            1 * (x@1 <= x@0 + 1) [A]
            1 * (y@0 < y@1) [A]
            1 * (n <= x@1) [B]
            => x@1 <= y@1
        #2 y@1 <= n: lemma with 5 given (+24)
            1 * (n < y@1) [B]
            1 * (x@0 >= 0) [A]
            1 * (y@0 <= 0) [A]
            1 * (x@0 < x@1) [A]
            1 * (y@1 <= y@0 + 1) [A]
            1 * (x@1 <= n) [B]
            => y@1 <= x@1
        #3 : resolve #0, #1 on y@1 < n, #2 on y@1 <= n (and 0 obvious) (+0)
            => x@1 = y@1
        38 steps without a node
    "#]],
    );
}

/// Parities against each other: a combination of equalities with integer coefficients and a fractional constant.
#[test]
fn divisibility() {
    let t = &Terms::new();
    let [x, p, q] = ["x", "p", "q"].map(|v| t.of(t.var(v, Sort::Int)));
    let two = 2.into();
    let a = t.eq(x, t.scale(&two, p));
    let b = t.eq(x, t.add(t.scale(&two, q), t.int(1)));
    check(
        t,
        &[a],
        &[b],
        (24, 60),
        expect![[r#"
        #0 : lemma with 4 given (+11)
            -1/2 * (x <= 2*p and 2*p <= x) [A]
            1/2 * (x <= 2*q + 1 and 2*q < x) [B]
            => x mod 2 = 0
        11 steps without a node
    "#]],
    );
}

/// A case distinction within a lemma.
#[test]
fn split() {
    let t = &Terms::new();
    let [x, p, q] = ["x", "p", "q"].map(|v| t.of(t.var(v, Sort::Int)));
    let three = 3.into();
    let a = t.eq(x, t.scale(&three, p));
    let difference = t.sub(x, t.scale(&three, q));
    let b = t.and([t.ge(difference, t.int(1)), t.le(difference, t.int(2))]);
    check(
        t,
        &[a],
        &[b],
        (24, 60),
        expect![[r#"
        #0 : lemma with 4 given (+11)
            if p <= q:
              1 * (3*q < x) [B]
              3 * (p <= q) [?]
              1 * (x <= 3*p) [A]
            else:
              1 * (x <= 3*q + 2) [B]
              3 * (q < p) [?]
              1 * (3*p <= x) [A]
            => x mod 3 = 0
        11 steps without a node
    "#]],
    );
}

/// Clauses of several formulas are resolved in sight; conjuncts and case distinctions of one formula are not.
#[test]
fn propositions() {
    let t = &Terms::new();
    let [p, q, r] = ["p", "q", "r"].map(|v| t.of(t.var(v, Sort::Bool)));
    let a = t.and([t.or([p, q]), t.implies(p, r)]);
    let b = t.and([t.implies(q, r), t.not(r)]);
    check(
        t,
        &[a],
        &[b],
        (24, 60),
        expect![[r#"
        #0 not r: given by 1 (+2)
            => true
        #1 not q: given by 1 (+6)
            => true
        #2 p | q: given by 0 (+4)
            => q
        #3 not p | r: given by 0 (+4)
            => r
        #4 not p: resolve #3, #0 on r (and 0 obvious) (+0)
            => r
        #5 : resolve #2, #1 on q, #4 on p (and 0 obvious) (+0)
            => q or r
        12 steps without a node
    "#]],
    );
}

/// One formula alone is a contradiction of one node; nothing is folded wrongly.
#[test]
fn one_formula() {
    let t = &Terms::new();
    let [x, y] = ["x", "y"].map(|v| t.of(t.var(v, Sort::Int)));
    check(
        t,
        &[t.and([t.lt(x, y), t.lt(y, x)])],
        &[t.le(x, y)],
        (24, 60),
        expect![[r#"
        #0 x <= y: given by 1 (+0)
            => true
        #1 y < x: given by 0 (+2)
            => y < x
        #2 : resolve #1, #0 on x <= y (and 0 obvious) (+0)
            => y < x
        2 steps without a node
    "#]],
    );
    check(
        t,
        &[t.fals()],
        &[t.le(x, y)],
        (24, 60),
        expect![[r#"
        #0 : given by 0 (+2)
            => false
        2 steps without a node
    "#]],
    );
}

/// Counting up to five by one or two, five times: too much for a screen, so what is far from the root is folded.
#[test]
fn large_refutations_are_folded() {
    let t = &Terms::new();
    let s = |i| at(t, "s", i);
    let step = |i: u32| {
        let by = |k: i64| t.eq(s(i + 1), t.add(s(i), t.int(k)));
        t.or([by(1), by(2)])
    };
    let a = t.and([t.eq(s(0), t.int(0)), step(0), step(1), step(2)]);
    let b = t.and([step(3), step(4), t.gt(s(5), t.int(10))]);
    check(
        t,
        &[a],
        &[b],
        (8, 12),
        expect![[r#"
        #0 s@2 = s@1 + 1 | s@2 = s@1 + 2: given by 0 (+4)
            => false
        #1 s@3 = s@2 + 1 | s@3 = s@2 + 2: given by 0 (+4)
            => false
        #2 s@4 = s@3 + 1 | s@4 = s@3 + 2: given by 1 (+4)
            => true
        #3 s@5 = s@4 + 1 | s@5 = s@4 + 2: given by 1 (+4)
            => true
        #4 s@5 <= s@4 + 2: resolve #3 on s@5 = s@4 + 1 (and 3 obvious) (+3)
            => true
        #5 s@4 <= s@3 + 2: resolve #2 on s@4 = s@3 + 1 (and 3 obvious) (+3)
            => true
        #6 s@3 <= s@2 + 2: resolve #1 on s@3 = s@2 + 1 (and 3 obvious) (+3)
            => false
        #7 s@2 <= s@1 + 2: resolve #0 on s@2 = s@1 + 1 (and 3 obvious) (+3)
            => false
        #8 s@0 <= s@1 - 3 | s@1 <= s@2 - 3 | s@2 <= s@3 - 3 | s@3 <= s@4 - 3 | s@4 <= s@5 - 3: lemma with 2 given (+9)
            1 * (s@1 <= s@0 + 2) [A]
            1 * (s@0 <= 0) [A]
            1 * (s@2 <= s@1 + 2) [A]
            1 * (s@3 <= s@2 + 2) [A]
            1 * (s@5 >= 11) [B]
            1 * (s@4 <= s@3 + 2) [B]
            1 * (s@5 <= s@4 + 2) [B]
            => s@3 <= 6
        #9 s@1 = s@0 + 1: folded (+8)
            => s@3 <= 6
        #10 s@1 <= s@0 + 1: resolve #9 on s@1 = s@0 + 1 (and 1 obvious) (+1)
            => s@3 <= 6
        #11 : resolve #8 on s@0 <= s@1 - 3, #7 on s@1 <= s@2 - 3, #6 on s@2 <= s@3 - 3, #5 on s@3 <= s@4 - 3, #4 on s@4 <= s@5 - 3, #10 on s@0 <= s@1 - 2 (and 1 obvious) (+2)
            => s@3 <= 6
        42 steps without a node
    "#]],
    );
}
