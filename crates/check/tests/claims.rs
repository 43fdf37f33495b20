//! Interpolants, invariants with their certificates, and models.

mod common;

use common::bounds;
use expect_test::{Expect, expect};
use logic::{Int, Sort, Stamp, Term, Terms, Value, Var};
use loopglass_check::{
    Fault, Goal, Initial, InterpolantEvidence, LoopSystem, Obligations, certificate_smtlib, interpolant,
    invariant, model, obligations,
};
use proof::Proof;

fn said<T: std::fmt::Debug>(outcome: &Result<T, Fault>) -> String {
    match outcome {
        Ok(report) => format!("accepted: {report:?}"),
        Err(fault) => fault.to_string(),
    }
}

fn ints<const N: usize>(t: &Terms, names: [&str; N]) -> [Term; N] {
    names.map(|n| t.of(t.var(n, Sort::Int)))
}

/// Proofs of both halves where there are any.
fn evidence(t: Terms, a: &[Term], b: &[Term], itp: Term) -> (Terms, InterpolantEvidence) {
    let left: Vec<Term> = a.iter().copied().chain([t.not(itp)]).collect();
    let right: Vec<Term> = [itp].into_iter().chain(b.iter().copied()).collect();
    let (t, a_implies) = bounds::refute(t, &left);
    let (t, b_refutes) = bounds::refute(t, &right);
    (
        t,
        InterpolantEvidence {
            a_implies: a_implies.unwrap_or_default(),
            b_refutes: b_refutes.unwrap_or_default(),
        },
    )
}

/// A: `x <= y`, `y <= 0`; B: `x >= z`, `z >= 3`; the interpolant is built from `x, y, z`.
fn check_interpolant(itp: impl Fn(&Terms, [Term; 3]) -> Term, expected: Expect) {
    let t = Terms::new();
    let xyz = ints(&t, ["x", "y", "z"]);
    let [x, y, z] = xyz;
    let a = [t.le(x, y), t.le(y, t.int(0))];
    let b = [t.ge(x, z), t.ge(z, t.int(3))];
    let itp = itp(&t, xyz);
    let (t, evidence) = evidence(t, &a, &b, itp);
    expected.assert_eq(&said(&interpolant(&t, &a, &b, itp, &evidence)));
}

#[test]
fn interpolants_are_checked_by_their_definition() {
    check_interpolant(
        |t, [x, ..]| t.le(x, t.int(0)),
        expect![
            "accepted: InterpolantReport { a_implies: Report { parts: [0, 1, 2], definitions: 0, lemmas: 1, sums: 1, resolutions: 3 }, b_refutes: Report { parts: [0, 1, 2], definitions: 0, lemmas: 1, sums: 1, resolutions: 3 }, symbols: 1 }"
        ],
    );
    check_interpolant(
        |t, [x, ..]| t.le(x, t.int(2)),
        expect![
            "accepted: InterpolantReport { a_implies: Report { parts: [0, 1, 2], definitions: 0, lemmas: 1, sums: 1, resolutions: 3 }, b_refutes: Report { parts: [0, 1, 2], definitions: 0, lemmas: 1, sums: 1, resolutions: 3 }, symbols: 1 }"
        ],
    );
    check_interpolant(
        |t, [x, ..]| t.le(x, t.int(-1)),
        expect!["A implies the interpolant: the derivation does not end in the empty clause"],
    );
    check_interpolant(
        |t, [x, ..]| t.le(x, t.int(3)),
        expect!["the interpolant contradicts B: the derivation does not end in the empty clause"],
    );
    check_interpolant(
        |t, [x, y, _]| t.and([t.le(x, y), t.le(y, t.int(0))]),
        expect!["the interpolant's symbols are shared by A and B: the symbol y may not occur"],
    );
    check_interpolant(
        |t, [_, _, z]| t.le(z, t.int(2)),
        expect!["the interpolant's symbols are shared by A and B: the symbol z may not occur"],
    );
    check_interpolant(|_, [x, ..]| x, expect!["t0 is not a formula"]);
}

#[test]
fn the_halves_of_the_evidence_cannot_be_exchanged() {
    let t = Terms::new();
    let [x, y, z] = ints(&t, ["x", "y", "z"]);
    let a = [t.le(x, y), t.le(y, t.int(0))];
    let b = [t.ge(x, z), t.ge(z, t.int(3))];
    let itp = t.le(x, t.int(1));
    let (t, evidence) = evidence(t, &a, &b, itp);
    let exchanged =
        InterpolantEvidence { a_implies: evidence.b_refutes.clone(), b_refutes: evidence.a_implies.clone() };
    assert!(interpolant(&t, &a, &b, itp, &evidence).is_ok());
    expect!["A implies the interpolant: step 0: the clause is not the asserted formula 0"]
        .assert_eq(&said(&interpolant(&t, &a, &b, itp, &exchanged)));
}

/// `x = 0 and y = 1; while (*) x := x + y`, never `x <= -1`.
struct Loop {
    terms: Terms,
    x: Var,
    y: Var,
    system: LoopSystem,
}

fn adding(initial: impl Fn(&Terms, Var, Var) -> Initial) -> Loop {
    let terms = Terms::new();
    let t = &terms;
    let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
    let (of, next) = (|v| t.of(v), |v| t.of(t.primed(v)));
    let trans = t.and([t.eq(next(x), t.add(of(x), of(y))), t.eq(next(y), of(y))]);
    let bad = t.le(of(x), t.int(-1));
    let init = initial(t, x, y);
    let system = LoopSystem { state: vec![x, y], init, trans, bad, early: t.fals() };
    Loop { terms, x, y, system }
}

fn plain(t: &Terms, x: Var, y: Var) -> Initial {
    Initial::States(t.and([t.eq(t.of(x), t.int(0)), t.eq(t.of(y), t.int(1))]))
}

fn edge(t: &Terms, x: Var, y: Var) -> Initial {
    let (x, y) = (t.primed(x), t.primed(y));
    Initial::Edge(t.and([t.eq(t.of(x), t.int(0)), t.eq(t.of(y), t.int(1))]))
}

fn prove(mut t: Terms, obligations: &Obligations) -> (Terms, Vec<Proof>) {
    let mut proofs = Vec::new();
    for obligation in obligations.list() {
        let (again, proof) = bounds::refute(t, &obligation.conjuncts);
        t = again;
        proofs.push(proof.unwrap_or_default());
    }
    (t, proofs)
}

type Formula = fn(&Terms, Term, Term) -> Term;

/// The outcome is the same whether the initial states are given as states or as an edge.
fn check_invariant(inv: Formula, aux: Option<Formula>, expected: Expect) {
    let outcome = |initial: fn(&Terms, Var, Var) -> Initial| {
        let Loop { terms, x, y, system } = adding(initial);
        let (of_x, of_y) = (terms.of(x), terms.of(y));
        let inv = inv(&terms, of_x, of_y);
        let aux = aux.map(|aux| aux(&terms, of_x, of_y));
        match obligations(&terms, &system, inv, aux) {
            Err(fault) => fault.to_string(),
            Ok(obligations) => {
                let (terms, proofs) = prove(terms, &obligations);
                let outcome = invariant(&terms, &obligations, &proofs);
                said(&outcome.map(|reports| format!("{} obligations refuted", reports.len())))
            }
        }
    };
    expected.assert_eq(&outcome(plain));
    assert_eq!(outcome(edge), outcome(plain));
}

#[test]
fn invariants() {
    let of_x: Formula = |t, x, _| t.ge(x, t.int(0));
    let of_y: Formula = |t, _, y| t.ge(y, t.int(0));
    check_invariant(of_x, Some(of_y), expect![[r#"accepted: "6 obligations refuted""#]]);
    // Not inductive without the auxiliary invariant; not safe; not initial; the auxiliary one not inductive.
    check_invariant(of_x, None, expect!["consecution: the derivation does not end in the empty clause"]);
    check_invariant(of_y, None, expect!["safety: the derivation does not end in the empty clause"]);
    check_invariant(
        |t, x, _| t.ge(x, t.int(1)),
        Some(of_y),
        expect!["initiation: the derivation does not end in the empty clause"],
    );
    check_invariant(
        of_x,
        Some(|t, x, _| t.le(x, t.int(5))),
        expect!["consecution of the auxiliary invariant: the derivation does not end in the empty clause"],
    );
    check_invariant(
        of_x,
        Some(|t, x, _| t.ge(x, t.int(5))),
        expect!["initiation of the auxiliary invariant: the derivation does not end in the empty clause"],
    );
    check_invariant(
        |t, _, _| t.ge(t.of(t.var("z", Sort::Int)), t.int(0)),
        None,
        expect!["the invariant's symbols are those of the state: the symbol z may not occur"],
    );
    check_invariant(
        of_x,
        Some(|t, x, _| t.le(t.of(t.var("k", Sort::Int)), x)),
        expect!["the auxiliary invariant's symbols are those of the state: the symbol k may not occur"],
    );
    check_invariant(
        |t, x, _| t.ge(t.substitute(x, |v| t.of(t.primed(v))), x),
        None,
        expect!["the invariant's symbols are those of the state: the symbol x' may not occur"],
    );
    check_invariant(|_, x, _| x, None, expect!["t1 is not a formula"]);
}

#[test]
fn the_state_must_be_plain_and_proofs_complete() {
    let Loop { terms, x, y, mut system } = adding(plain);
    let inv = terms.tru();
    let obligations = loopglass_check::obligations(&terms, &system, inv, None).unwrap();
    expect!["4 claims, but 0 proofs"].assert_eq(&said(&invariant(&terms, &obligations, &[])));
    system.state = vec![terms.primed(x), y];
    expect!["the state's symbols are plain: the symbol x' may not occur"]
        .assert_eq(&said(&loopglass_check::obligations(&terms, &system, inv, None)));
}

#[test]
fn obligations_say_what_is_refuted() {
    let Loop { terms, x, y, system } = adding(plain);
    let (inv, aux) = (terms.ge(terms.of(x), terms.int(0)), terms.ge(terms.of(y), terms.int(0)));
    let list = obligations(&terms, &system, inv, Some(aux)).unwrap();
    let lines: String = list
        .list()
        .iter()
        .map(|o| {
            let conjuncts: Vec<String> = o.conjuncts.iter().map(|&c| terms.infix(c)).collect();
            format!("{}: {}\n", o.goal, conjuncts.join(";  "))
        })
        .collect();
    expect![[r#"
        initiation of the auxiliary invariant: x = 0 and y = 1;  y <= -1
        consecution of the auxiliary invariant: y >= 0;  x' = x + y and y' = y;  y' <= -1
        initiation: x = 0 and y = 1;  x <= -1
        consecution: x >= 0;  y >= 0;  x' = x + y and y' = y;  x' <= -1
        safety: x >= 0;  y >= 0;  x <= -1
        no failure before the loop: false
    "#]]
    .assert_eq(&lines);
    assert_eq!(list.list().last().map(|o| o.goal), Some(Goal::NoEarlyFailure));
    expect![[r#"
        ; An inductive invariant, as queries over the integers.
        ; It proves the program safe if each answer is unsat.
        (set-logic ALL)
        (declare-const x Int)
        (declare-const y Int)
        (declare-const |x'| Int)
        (declare-const |y'| Int)

        ; 1 of 6, initiation of the auxiliary invariant: an initial state outside the auxiliary invariant.
        (push 1)
        (assert (and (= x 0) (= (+ y (- 1)) 0)))
        (assert (<= (+ y 1) 0))
        (set-info :status unsat)
        (check-sat)
        (pop 1)

        ; 2 of 6, consecution of the auxiliary invariant: a transition that leaves the auxiliary invariant.
        (push 1)
        (assert (<= (* (- 1) y) 0))
        (assert (and (= (+ |x'| (* (- 1) x) (* (- 1) y)) 0) (= (+ y (* (- 1) |y'|)) 0)))
        (assert (<= (+ |y'| 1) 0))
        (set-info :status unsat)
        (check-sat)
        (pop 1)

        ; 3 of 6, initiation: an initial state outside the invariant.
        (push 1)
        (assert (and (= x 0) (= (+ y (- 1)) 0)))
        (assert (<= (+ x 1) 0))
        (set-info :status unsat)
        (check-sat)
        (pop 1)

        ; 4 of 6, consecution: a transition that leaves the invariant.
        (push 1)
        (assert (<= (* (- 1) x) 0))
        (assert (<= (* (- 1) y) 0))
        (assert (and (= (+ |x'| (* (- 1) x) (* (- 1) y)) 0) (= (+ y (* (- 1) |y'|)) 0)))
        (assert (<= (+ |x'| 1) 0))
        (set-info :status unsat)
        (check-sat)
        (pop 1)

        ; 5 of 6, safety: a state of the invariant that fails.
        (push 1)
        (assert (<= (* (- 1) x) 0))
        (assert (<= (* (- 1) y) 0))
        (assert (<= (+ x 1) 0))
        (set-info :status unsat)
        (check-sat)
        (pop 1)

        ; 6 of 6, no failure before the loop: a failure before the loop is reached.
        (push 1)
        (assert false)
        (set-info :status unsat)
        (check-sat)
        (pop 1)

        (exit)
    "#]]
    .assert_eq(&certificate_smtlib(&terms, &list));
}

/// The answers of Z3, where there is one to ask.
fn z3(script: &str) -> Option<Vec<String>> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let program =
        "import sys, z3\nprint(z3.Z3_eval_smtlib2_string(z3.main_ctx().ctx, sys.stdin.read()), end=str())";
    let python = std::env::var("LOOPGLASS_PYTHON");
    let mut child = Command::new(python.as_deref().unwrap_or("python3"))
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    // Where the variable names a Python, it must work.
    assert!(output.status.success() || python.is_err(), "no Z3 in LOOPGLASS_PYTHON");
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect())
}

#[test]
fn another_solver_agrees_with_the_certificate() {
    let answers = |inv: Formula, aux: Option<Formula>| {
        let Loop { terms, x, y, system } = adding(edge);
        let (of_x, of_y) = (terms.of(x), terms.of(y));
        let aux = aux.map(|aux| aux(&terms, of_x, of_y));
        let list = obligations(&terms, &system, inv(&terms, of_x, of_y), aux).unwrap();
        // Z3 takes a wrong announcement of the answer for an error.
        let script = certificate_smtlib(&terms, &list).replace("(set-info :status unsat)\n", "");
        z3(&script).map(|lines| lines.join(" "))
    };
    let both: Formula = |t, x, y| t.and([t.ge(x, t.int(0)), t.ge(y, t.int(0))]);
    let of_x: Formula = |t, x, _| t.ge(x, t.int(0));
    let Some(inductive) = answers(both, None) else {
        eprintln!("skipped: no python3 with z3-solver");
        return;
    };
    assert_eq!(inductive, "unsat unsat unsat unsat");
    assert_eq!(answers(of_x, None).unwrap(), "unsat sat unsat unsat");
    assert_eq!(answers(of_x, Some(both)).unwrap(), "unsat unsat unsat unsat unsat unsat");
}

#[test]
fn models() {
    let t = Terms::new();
    let (x, p) = (t.var("x", Sort::Int), t.var("p", Sort::Bool));
    let f = t.or([t.of(p), t.eq(t.modulo(t.of(x), &Int::from(3)), t.int(2))]);
    let g = t.le(t.of(x), t.int(0));
    let with = |i: i64, b: bool| move |v: Var| if v == x { Value::Int(Int::from(i)) } else { Value::Bool(b) };
    assert_eq!(model(&t, &[f, g], &with(-1, false)), Ok(()));
    assert_eq!(model(&t, &[f, g], &with(-2, true)), Ok(()));
    assert_eq!(model(&t, &[f, g], &with(-2, false)), Err(Fault::False(0)));
    assert_eq!(model(&t, &[f, g], &with(2, false)), Err(Fault::False(1)));
    assert_eq!(model(&t, &[t.of(x)], &with(2, false)), Err(Fault::NotAFormula(t.of(x))));
    let wrong = |_: Var| Value::Bool(true);
    assert_eq!(model(&t, &[f], &wrong), Err(Fault::ValueSort("x".into())));
}

#[test]
fn a_name_is_shown_with_its_stamp() {
    let t = Terms::new();
    let x = t.symbol("x", Stamp::At(4), Sort::Int);
    let f = t.le(t.of(x), t.int(0));
    let outcome = interpolant(&t, &[], &[f], f, &InterpolantEvidence::default());
    expect!["the interpolant's symbols are shared by A and B: the symbol x@4 may not occur"]
        .assert_eq(&said(&outcome));
}
