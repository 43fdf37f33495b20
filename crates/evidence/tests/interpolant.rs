//! Interpolants that a solver makes in a way of its own are believed only as far as the three checks go.

use evidence::{Check, How, check_interpolant, sequence};
use expect_test::{Expect, expect};
use logic::{Rat, Sort, Term, Terms};
use proof::{Arithmetic, Lit, Part, Proof, Rule, Step};
use smt::Embedded;
use solver::{Backend, Context, Counters, Door, Limits, Outcome, Purpose};
use std::rc::Rc;

/// Our solver, which says of a formula that it is an interpolant, of whatever it is asked for.
struct Claims(Term);

impl Backend for Claims {
    fn name(&self) -> &'static str {
        "claims"
    }

    fn open(&self, limits: Limits) -> Box<dyn Context> {
        Embedded.open(limits)
    }

    fn interpolant(&self, _: &Terms, _: &[Term], _: &[Term], _: Limits) -> Option<Term> {
        Some(self.0)
    }
}

/// What the checks say of a formula between `x = y, y >= 1, a = x` and `x <= 0, y <= x, b = y`.
fn check(claim: impl Fn(&Terms, [Term; 4]) -> Term, expected: Expect) {
    let terms = Terms::new();
    let [x, y, a, b] = ["x", "y", "a", "b"].map(|v| terms.of(terms.var(v, Sort::Int)));
    let left = [terms.eq(x, y), terms.ge(y, terms.int(1)), terms.eq(a, x)];
    let right = [terms.le(x, terms.int(0)), terms.le(y, x), terms.eq(b, y)];
    let door = Door::new(Rc::new(Claims(claim(&terms, [x, y, a, b]))));
    let asked = door.to(Purpose::Interpolants);
    let itp = asked.interpolant(&terms, &left, &right, Limits::default()).expect("a claim");
    let checks = check_interpolant(&asked, &terms, (&left, &right), itp, Limits::default());
    let text = |name: &str, check: &Check| match check {
        Check::Passed => format!("{name}: passed\n"),
        Check::Failed(why) => format!("{name}: {why}\n"),
        Check::Unknown(why) => format!("{name}: unknown, {why}\n"),
    };
    let said = [
        text("implied by A", &checks.implied_by_a),
        text("contradicts B", &checks.contradicts_b),
        text("vocabulary", &checks.shared_vocabulary),
    ];
    expected.assert_eq(&said.concat());
    let costs = door.costs();
    assert_eq!((costs.of(Purpose::Interpolants).queries, costs.of(Purpose::Checks).queries), (1, 2));
    assert_eq!(checks.failed().is_none(), said.iter().all(|s| s.ends_with(": passed\n")));
}

#[test]
fn what_is_an_interpolant() {
    check(
        |t, [x, ..]| t.ge(x, t.int(1)),
        expect![[r#"
            implied by A: passed
            contradicts B: passed
            vocabulary: passed
        "#]],
    );
}

#[test]
fn what_is_too_strong_too_weak_or_about_others() {
    check(
        |t, [x, ..]| t.ge(x, t.int(2)),
        expect![[r#"
        implied by A: A does not imply the interpolant
        contradicts B: passed
        vocabulary: passed
    "#]],
    );
    check(
        |t, [x, ..]| t.ge(x, t.int(0)),
        expect![[r#"
        implied by A: passed
        contradicts B: the interpolant does not contradict B
        vocabulary: passed
    "#]],
    );
    check(
        |t, [x, y, a, _]| t.and([t.eq(a, x), t.eq(x, y), t.ge(y, t.int(1))]),
        expect![[r#"
        implied by A: passed
        contradicts B: passed
        vocabulary: an interpolant does not hold: the interpolant's symbols are shared by A and B: the symbol a may not occur
    "#]],
    );
    check(
        |t, [x, _, _, b]| t.and([t.ge(x, t.int(1)), t.eq(b, x)]),
        expect![[r#"
        implied by A: A does not imply the interpolant
        contradicts B: passed
        vocabulary: an interpolant does not hold: the interpolant's symbols are shared by A and B: the symbol b may not occur
    "#]],
    );
}

/// Our solver, but the refutation of these formulas is this one, and it says of a formula that it is an interpolant.
struct OfItsOwn {
    formulas: [Term; 4],
    proof: Proof,
    claim: Option<Term>,
}

impl Backend for OfItsOwn {
    fn name(&self) -> &'static str {
        "of its own"
    }

    fn open(&self, limits: Limits) -> Box<dyn Context> {
        let asserted = Vec::new();
        let (formulas, proof) = (self.formulas, self.proof.clone());
        Box::new(Replaced { inner: Embedded.open(limits), asserted, formulas, proof })
    }

    fn interpolant(&self, _: &Terms, _: &[Term], _: &[Term], _: Limits) -> Option<Term> {
        self.claim
    }
}

struct Replaced {
    inner: Box<dyn Context>,
    asserted: Vec<Term>,
    formulas: [Term; 4],
    proof: Proof,
}

impl Context for Replaced {
    fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
    }

    fn assert(&mut self, terms: &Terms, formula: Term) -> Part {
        self.asserted.push(formula);
        self.inner.assert(terms, formula)
    }

    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        self.inner.check(terms, assumptions)
    }

    fn unsat_core(&self) -> Vec<Part> {
        self.inner.unsat_core()
    }

    fn failed_assumptions(&self) -> &[Term] {
        self.inner.failed_assumptions()
    }

    fn proof(&self) -> Option<Proof> {
        if self.asserted == self.formulas { Some(self.proof.clone()) } else { self.inner.proof() }
    }

    fn counters(&self) -> Counters {
        self.inner.counters()
    }
}

/// `x = 2 a` and `x = 2 b + 1`, refuted by resolution on `a <= b`, an atom that mixes symbols of both sides.
fn mixed(terms: &Terms) -> ([Term; 4], Proof) {
    let [x, a, b] = ["x", "a", "b"].map(|v| terms.of(terms.var(v, Sort::Int)));
    let twice = |t| terms.add(t, t);
    let odd = terms.add(twice(b), terms.int(1));
    let formulas = [terms.le(x, twice(a)), terms.le(twice(a), x), terms.le(x, odd), terms.le(odd, x)];
    let lit = |atom| Lit { atom, positive: true };
    let [below, above, odd_below, odd_above] = formulas.map(lit);
    let split = lit(terms.le(a, b));
    let lemma = |literals: [Lit; 3]| {
        let times = [Rat::ONE, Rat::from(2), Rat::ONE];
        let mut clause = literals.map(Lit::negated).to_vec();
        clause.sort();
        Step { clause, rule: Rule::Lemma(Arithmetic::Farkas(literals.into_iter().zip(times).collect())) }
    };
    let mut steps: Vec<Step> = formulas
        .iter()
        .enumerate()
        .map(|(i, &f)| Step { clause: vec![lit(f)], rule: Rule::Input(i) })
        .collect();
    steps.push(lemma([below, split, odd_above]));
    steps.push(lemma([above, split.negated(), odd_below]));
    let links =
        vec![(split.atom, 5), (below.atom, 0), (above.atom, 1), (odd_below.atom, 2), (odd_above.atom, 3)];
    steps.push(Step { clause: Vec::new(), rule: Rule::Resolution { first: 4, links } });
    (formulas, Proof { steps })
}

#[test]
fn the_solver_is_asked_where_nothing_can_be_read_off() {
    let check = |claim: &dyn Fn(&Terms, Term) -> Option<Term>, expected: Expect| {
        let terms = Terms::new();
        let (formulas, proof) = mixed(&terms);
        let groups = [formulas[..2].to_vec(), formulas[2..].to_vec()];
        let claim = claim(&terms, terms.of(terms.var("x", Sort::Int)));
        let door = Door::new(Rc::new(OfItsOwn { formulas, proof, claim }));
        let how = How { plain: true, ..How::default() };
        let found = match sequence(&door, &terms, &groups, &how) {
            Ok(found) => found.iter().map(|i| format!("{} ({:?})", terms.infix(i.term), i.source)).collect(),
            Err(failure) => failure.to_string(),
        };
        expected.assert_eq(&found);
    };
    check(&|t, x| Some(t.eq(t.modulo(x, &4.into()), t.int(0))), expect!["A does not imply the interpolant"]);
    check(&|t, x| Some(t.lt(t.modulo(x, &2.into()), t.int(1))), expect!["x mod 2 <= 0 (Proof)"]);
    check(&|_, _| None, expect!["x mod 2 = 0 (Search)"]);
}
