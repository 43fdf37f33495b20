//! Conditions as text.

use super::*;
use logic::Value;

const INT: (u8, bool) = (32, true);
const UNSIGNED: (u8, bool) = (32, false);
const LONG: (u8, bool) = (64, true);
const UNSIGNED_LONG: (u8, bool) = (64, false);
const CHAR: (u8, bool) = (8, true);

/// The condition of a formula in SMT-LIB over `x`, `y`, `z` of these types.
fn written(smt: &str, types: [(u8, bool); 3], exact: bool) -> String {
    let terms = Terms::new();
    let whole = sexp::formula(&terms, smt, |name| name != "p").expect("a formula");
    let name = |v: Var| {
        let text = terms.symbol_of(v).name.to_string();
        let ty = ["x", "y", "z"].iter().position(|known| *known == text).map(|at| types[at]);
        factors(&text).is_none().then_some(Named { text, ty })
    };
    condition(&terms, whole, Dialect::C { exact }, &name).unwrap_or_else(|| "1".into())
}

#[test]
fn plain_where_int_is_enough() {
    let ints = |smt| written(smt, [INT; 3], true);
    assert_eq!(ints("(and (<= 0 x) (<= x 10) (= y (* 2 x)))"), "x >= 0 && x <= 10 && 2 * x == y");
    assert_eq!(ints("(or p (not (= x y)))"), "p || x != y");
    assert_eq!(ints("(< x y)"), "x < y");
    assert_eq!(ints("(<= (+ x y) 7)"), "(long long)x + (long long)y <= 7");
    assert_eq!(
        ints("(and (<= 0 x) (<= x 9) (<= 0 y) (<= y 9) (<= (+ x y) 7))").split(" && ").last(),
        Some("x + y <= 7")
    );
}

#[test]
fn products_are_written_as_such() {
    let product = "(= z (+ x (* 2 |x*y|)))";
    assert_eq!(written(product, [INT; 3], true), "1", "twice a product of two of `int` may be too large");
    assert_eq!(written("(= z |x*y|)", [INT; 3], true), "(long long)z == (long long)x * (long long)y");
    assert_eq!(written("(= z |x*y|)", [LONG; 3], true), "1");
    assert_eq!(
        written("(and (<= 0 x) (<= x 9) (<= 0 y) (<= y 9) (= z |x*y|))", [INT; 3], true).split(" && ").last(),
        Some("z == x * y")
    );
}

#[test]
fn types_are_minded() {
    assert_eq!(written("(<= (- 1) x)", [UNSIGNED; 3], true), "1");
    assert_eq!(written("(<= x y)", [UNSIGNED, INT, INT], true), "(long long)x <= (long long)y");
    assert_eq!(written("(<= x 3000000000)", [UNSIGNED; 3], true), "x <= 3000000000U");
    assert_eq!(written("(<= x y)", [UNSIGNED_LONG; 3], true), "x <= y");
    assert_eq!(
        written("(<= x 18000000000000000000)", [UNSIGNED_LONG; 3], true),
        "x <= 18000000000000000000ULL"
    );
    assert_eq!(written("(<= x y)", [CHAR, INT, INT], true), "x <= y");
    assert_eq!(written("(not (= x (- 2147483648)))", [INT; 3], true), "x != (-2147483647 - 1)");
}

#[test]
fn what_could_overflow_says_less() {
    assert_eq!(written("(<= (+ x 1) (* 2 y))", [LONG; 3], true), "1");
    assert_eq!(written("(<= (+ x 1) (* 2 y))", [LONG; 3], false), "x < 2 * y");
    assert_eq!(
        written("(= x (+ y 5))", [LONG; 3], true),
        "(unsigned long long)x == (unsigned long long)y + 5ULL"
    );
    assert_eq!(written("(or p (<= (+ x 1) (* 2 y)))", [LONG; 3], true), "1");
    assert_eq!(written("(and p (<= (+ x 1) (* 2 y)))", [LONG; 3], true), "p");
}

#[test]
fn remainders_of_negative_numbers() {
    assert_eq!(written("(= (mod x 2) 0)", [INT; 3], true), "x % 2 == 0");
    assert_eq!(written("(= (mod x 2) 1)", [INT; 3], true), "x % 2 != 0");
    assert_eq!(written("(= (mod x 4) 3)", [INT; 3], true), "(x % 4 + 4) % 4 == 3");
    assert_eq!(written("(and (<= 0 x) (= (mod x 4) 3))", [INT; 3], true), "x >= 0 && x % 4 == 3");
    assert_eq!(written("(= (div x 4) y)", [UNSIGNED; 3], true), "(long long)x / 4 == (long long)y");
}

/// Random formulas: what `gcc` makes of the condition is tested in `cli`; here, that it is not said of a state where it is wrong.
#[test]
fn a_left_out_conjunct_is_weaker() {
    let terms = Terms::new();
    let (x, p) = (terms.var("x", Sort::Int), terms.var("p", Sort::Bool));
    let whole = terms.and([terms.ge(terms.of(x), terms.int(3)), terms.of(p)]);
    let name = |v: Var| (v == x).then(|| Named { text: "x".into(), ty: Some(INT) });
    assert_eq!(condition(&terms, whole, Dialect::C { exact: true }, &name).as_deref(), Some("x >= 3"));
    let either = terms.or([terms.ge(terms.of(x), terms.int(3)), terms.of(p)]);
    assert_eq!(condition(&terms, either, Dialect::C { exact: true }, &name), None);
    // The second one holds where the first part does not.
    assert!(terms.holds(either, &|v| if v == x { Value::Int(Int::ZERO) } else { Value::Bool(true) }));
}
