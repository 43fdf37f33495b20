//! Projections on a grid, against trying all values of what is projected.

use loopglass_session::project;
use trace::Projection;

fn check(smt: &str, axes: &[(&str, i64, u32)], expected: &[&str]) {
    let question = Projection {
        number: 7,
        smt: smt.into(),
        integers: ["x", "y", "n", "k"].map(String::from).to_vec(),
        fixed: vec![("n".into(), "3".into())],
        axes: axes.iter().map(|(name, low, count)| ((*name).into(), *low, *count)).collect(),
    };
    assert_eq!(project(&question), expected, "{smt}");
}

#[test]
fn other_symbols_have_any_value() {
    let plane = [("x", -1, 5), ("y", 0, 2)];
    check("(and (<= 0 x) (< x n) (= y (mod x 2)))", &plane, &["01010", "00100"]);
    // Some k doubles: x is even. Two unequal coefficients are not eliminated, but searched for.
    check("(= x (* 2 k))", &plane, &["01010", "01010"]);
    check("(and (= (+ (* 3 k) (* 5 k2)) x) (<= 0 k) (<= 0 y) b)", &[("x", 0, 1)], &[]);
    check(
        "(and (<= (* 2 k) (+ x y)) (<= (+ x y) (+ (* 2 k) 0)) (<= 3 (* 7 k)))",
        &plane,
        &["00010", "00101"],
    );
}

#[test]
fn digits_are_those_of_their_word() {
    check("(and |x[0]| (not |x[2]|) (or b (= y 0)))", &[("x", -2, 8)], &["00010100"]);
    check("|y[1]|", &[("x", 0, 2), ("y", 1, 3)], &["00", "11", "11"]);
}

#[test]
fn what_cannot_be_read_has_no_rows() {
    check("(and x", &[("x", 0, 2)], &[]);
    check("true", &[("x", 0, 200), ("y", 0, 200)], &[]);
    check("true", &[], &["1"]);
}

#[test]
fn each_point_is_as_trying_all_values_says() {
    let holds = |x: i64, y: i64| (-20..=20).any(|k: i64| 3 * k <= x + 2 * y && x - y < 5 * k && k != 1);
    let rows: Vec<String> =
        (-6..7).map(|y| (-6..7).map(|x| if holds(x, y) { '1' } else { '0' }).collect()).collect();
    let expected: Vec<&str> = rows.iter().map(String::as_str).collect();
    let smt = "(and (<= (* 3 k) (+ x (* 2 y))) (< (- x y) (* 5 k)) (not (= k 1)))";
    check(smt, &[("x", -6, 13), ("y", -6, 13)], &expected);
}
