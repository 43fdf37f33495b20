//! Horn clauses: what becomes of clauses that are written in other ways.

use expect_test::{Expect, expect};
use lang::horn::HornProgram;
use lang::{ExpectedVerdict, Unit};

const BEGIN: &str = "(declare-fun P (Int Bool) Bool)\n(declare-fun Q (Int) Bool)\n";

fn read(source: &str) -> HornProgram {
    let parsed = lang::horn::parse(&format!("{BEGIN}{source}"));
    parsed.program.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

/// The clauses as steps: body, guard, what is chosen, head.
fn check(source: &str, expected: Expect) {
    let program = read(source);
    let mut out = String::new();
    for clause in &program.clauses {
        let name = |predicate: usize| {
            let predicate = &program.predicates[predicate];
            let names = predicate.arguments.iter().map(|&var| program.decl(var).name.as_str());
            format!("{}({})", predicate.name, names.collect::<Vec<_>>().join(", "))
        };
        let body = clause.body.as_ref().map_or("true".into(), |atom| name(atom.predicate));
        let choices: String =
            clause.step.choices.iter().map(|(_, var)| format!(" any {}", program.decl(*var).name)).collect();
        let guard = program.terms.smtlib(clause.step.guard);
        let values: Vec<String> = clause.step.values.iter().map(|&t| program.terms.smtlib(t)).collect();
        let head = clause.head.as_ref().map_or("false".into(), |atom| {
            format!("{}({})", program.predicates[atom.predicate].name, values.join(", "))
        });
        out += &format!("{body}{choices} [{guard}] => {head}\n");
    }
    expected.assert_eq(&out);
}

#[test]
fn spellings_of_one_clause() {
    for clause in [
        "(=> (and (P x b) (< x 5)) (P (+ x 1) (not b)))",
        "(=> (P x b) (=> (< x 5) (P (+ x 1) (not b))))",
        "(or (not (P x b)) (>= x 5) (P (+ x 1) (not b)))",
        "(not (and (and (< x 5) (and true (P x b))) (not (P (+ x 1) (not b)))))",
        "(forall ((y Int) (c Bool)) (=> (and (P x b) (= x (- y 1)) (= c (not b)) (< x 5)) (P y c)))",
        "(=> (and (P x b) (exists ((x Int)) (= x 3)) (< x 5)) (P (+ x 1) (not b)))",
        "(let ((low (< x 5)) (y (+ x 1))) (=> (and low (P x b)) (let ((b (not b))) (P y b))))",
    ] {
        check(
            &format!("(assert (forall ((x Int) (b Bool)) {clause}))"),
            expect![[r#"
                P(x, b) [(<= (+ x (- 4)) 0)] => P((+ x 1), (not b))
            "#]],
        );
    }
}

#[test]
fn one_assertion_may_be_several_clauses() {
    check(
        "(assert (forall ((x Int) (b Bool)) (=> (or (and (P x b) (> x 0)) (Q x)) (and (Q (- x 1)) (< x 9)))))",
        expect![[r#"
            P(x, b) [(and (<= (+ (* (- 1) x) 1) 0) (<= (+ (* (- 1) x) 9) 0))] => false
            P(x, b) [(<= (+ (* (- 1) x) 1) 0)] => Q((+ x (- 1)))
            Q(x) [(<= (+ (* (- 1) x) 9) 0)] => false
            Q(x) [true] => Q((+ x (- 1)))
        "#]],
    );
}

#[test]
fn facts_queries_and_choices() {
    check(
        "(assert (P 0 true))\n(assert (not (exists ((x Int)) (Q x))))",
        expect![[r#"
        true [true] => P(0, true)
        Q(x) [true] => false
    "#]],
    );
    check(
        "(assert (forall ((x Int) (y Int)) (=> (and (Q x) (> y x)) (Q y))))",
        expect![[r#"
        Q(x) any y [(<= (+ x (* (- 1) y) 1) 0)] => Q(y)
    "#]],
    );
    check(
        "(assert (forall ((x Int)) (=> (Q (* 2 x)) (Q (mod x 3)))))",
        expect![[r#"
        Q(arg0) any x [(= (+ arg0 (* (- 2) x)) 0)] => Q((mod x 3))
    "#]],
    );
    check(
        "(assert (forall ((x Int) (b Bool)) (=> (P x b) (P x b))))\n(assert false)",
        expect![[r#"
        true [true] => false
    "#]],
    );
}

#[test]
fn what_is_expected() {
    let stated = |source: &str| lang::horn::parse(source).expectation.map(|found| found.verdict);
    assert_eq!(stated("; expect: safe\n(check-sat)"), Some(ExpectedVerdict::Safe));
    assert_eq!(stated("(set-info :status unsat)\n(check-sat)"), Some(ExpectedVerdict::Unsafe));
    assert_eq!(stated("(check-sat)\n; expect: safe"), None);
}
