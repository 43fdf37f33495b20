//! Interpolants that a solver makes in a way of its own are believed only as far as the three checks go.

use evidence::{Check, check_interpolant};
use expect_test::{Expect, expect};
use logic::{Sort, Term, Terms};
use smt::Embedded;
use solver::{Backend, Context, Door, Limits, Purpose};
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
