//! How terms read.

use super::*;
use crate::term::Sort;

fn check(build: impl Fn(&Terms, Term, Term, Term) -> Term, expected: &str) {
    let t = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| t.of(t.var(n, Sort::Int)));
    assert_eq!(t.infix(build(&t, x, y, z)), expected);
}

#[test]
fn comparisons_read_as_people_write_them() {
    check(|t, x, _, _| t.le(x, t.int(5)), "x <= 5");
    check(|t, x, _, _| t.gt(x, t.int(5)), "x >= 6");
    check(|t, x, y, _| t.lt(x, y), "x < y");
    check(|t, x, y, _| t.le(x, t.add(y, t.int(3))), "x <= y + 3");
    check(|t, x, y, z| t.eq(t.add(x, y), t.scale(&3.into(), z)), "x + y = 3*z");
    check(|t, x, y, _| t.not(t.eq(x, y)), "x != y");
    check(|t, x, y, _| t.eq(y, t.add(x, t.int(2))), "y = x + 2");
    check(|t, x, y, _| t.eq(x, t.add(y, t.int(2))), "x = y + 2");
    check(|t, x, _, _| t.eq(t.modulo(x, &2.into()), t.int(0)), "x mod 2 = 0");
    check(|t, x, y, _| t.ge(t.sub(t.scale(&(-2).into(), x), y), t.int(7)), "2*x + y <= -7");
}

#[test]
fn bounds_are_joined_and_precedence_is_kept() {
    check(
        |t, x, y, _| t.and([t.ge(x, t.int(0)), t.le(y, t.int(1)), t.le(x, t.int(9))]),
        "0 <= x <= 9 and y <= 1",
    );
    check(
        |t, x, y, z| t.and([t.or([t.eq(x, y), t.eq(x, z)]), t.eq(y, t.ite(t.eq(x, z), x, t.add(y, z)))]),
        "(x = y or x = z) and y = ite(x = z, x, y + z)",
    );
    check(|t, x, y, _| t.modulo(t.add(x, y), &3.into()), "(x + y) mod 3");
    check(|t, x, _, _| t.scale(&2.into(), t.div(x, &3.into())), "2*(x div 3)");
}

#[test]
fn the_next_state_stands_on_the_left() {
    let t = Terms::new();
    let x = t.var("x", Sort::Int);
    let step = t.eq(t.of(t.primed(x)), t.add(t.of(x), t.int(1)));
    assert_eq!(t.infix(step), "x' = x + 1");
    let unrolled = t.restamp_all(step, |s| Stamp::At(if s == Stamp::Primed { 4 } else { 3 }));
    assert_eq!(t.infix(unrolled), "x@4 = x@3 + 1");
}

#[test]
fn shared_and_deep_terms_are_cut_by_definitions() {
    let t = Terms::new();
    let mut e = t.of(t.var("x", Sort::Int));
    for i in 0..200 {
        let c = t.of(t.var(&format!("b{i}"), Sort::Bool));
        e = t.ite(c, t.add(e, t.int(1)), e);
    }
    let s = t.infix(t.eq(e, t.int(0)));
    assert!(s.len() < 20_000, "{} characters", s.len());
    assert!(s.contains(" where d1 := "));
}
