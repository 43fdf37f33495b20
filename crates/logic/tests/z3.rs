//! Z3 agrees that terms mean what the expressions they were built from mean, for all values. Needs a Python with
//! `z3-solver`: `python3`, or the one that the variable LOOPGLASS_PYTHON names; skipped where there is none.

mod common;

use common::{Random, Raw, name};
use loopglass_logic::{Sort, Terms};
use std::io::Write;
use std::process::{Command, Stdio};

/// The answers to a script, one a query; none if there is no Z3.
fn z3(script: &str) -> Option<Vec<String>> {
    let program =
        "import sys, z3\nprint(z3.Z3_eval_smtlib2_string(z3.main_ctx().ctx, sys.stdin.read()), end='')";
    let python = std::env::var("LOOPGLASS_PYTHON");
    let mut child = Command::new(python.as_deref().unwrap_or("python3"))
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    let absent = complaint.contains("No module named") && python.is_err();
    assert!(output.status.success() || absent, "{complaint}");
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect())
}

fn declarations() -> String {
    let declare = |sort: Sort| {
        (0..3).map(move |i| format!("(declare-const {} {sort:?})\n", name(i, sort))).collect::<String>()
    };
    declare(Sort::Bool) + &declare(Sort::Int)
}

/// Asks whether each pair of terms can differ; all must not. A few answers may be missing for want of effort.
fn assert_equivalent(pairs: &[(String, String)]) {
    let mut script = String::from("(set-option :rlimit 400000)\n") + &declarations();
    for (left, right) in pairs {
        script += &format!("(push 1)\n(assert (not (= {left} {right})))\n(check-sat)\n(pop 1)\n");
    }
    let Some(answers) = z3(&script) else {
        eprintln!("skipped: no python3 with z3-solver");
        return;
    };
    assert_eq!(answers.len(), pairs.len(), "{answers:?}");
    for (answer, (left, right)) in answers.iter().zip(pairs) {
        assert!(answer == "unsat" || answer == "unknown", "{answer}: {left}\n{right}");
    }
    let unknown = answers.iter().filter(|a| *a == "unknown").count();
    assert!(unknown * 20 <= pairs.len(), "{unknown} of {} without answer", pairs.len());
}

fn pairs(
    seeds: u64,
    sort: Sort,
    depth: usize,
    change: impl Fn(&Terms, &Raw) -> String,
) -> Vec<(String, String)> {
    (0..seeds)
        .map(|seed| {
            let raw = Random::new(seed).raw(sort, depth, seed % 4 == 0);
            let t = Terms::new();
            (raw.smtlib(), change(&t, &raw))
        })
        .collect()
}

#[test]
fn formulas_are_what_was_written() {
    assert_equivalent(&pairs(400, Sort::Bool, 3, |t, raw| t.smtlib(raw.term(t))));
}

#[test]
fn numbers_are_what_was_written() {
    assert_equivalent(&pairs(300, Sort::Int, 3, |t, raw| t.smtlib(raw.term(t))));
}

#[test]
fn simplified_formulas_are_what_was_written() {
    assert_equivalent(&pairs(400, Sort::Bool, 4, |t, raw| t.smtlib(t.simplify(raw.term(t)))));
}

#[test]
fn negations_are_negations() {
    assert_equivalent(&pairs(200, Sort::Bool, 3, |t, raw| format!("(not {})", t.smtlib(t.not(raw.term(t))))));
}

/// Names that are words of the language, or look odd, are read as symbols.
#[test]
fn names_are_read_as_symbols() {
    let t = Terms::new();
    let names = [
        "and", "as", "_", "true", "xor", "distinct", "let", "div", "mod", "not", "ite", "abs", "assert",
        "match", "par", "select", "implies", "if", "Int", "Bool", "x$1", "été", "a#b", "9x", "-5", "x y",
        "exit", "pop", "max",
    ];
    let symbols = names.map(|n| t.var(n, Sort::Int));
    let all: Vec<_> = symbols.into_iter().flat_map(|v| [v, t.primed(v), t.at(v, 2)]).collect();
    let distinct = all.windows(2).map(|w| t.lt(t.of(w[0]), t.of(w[1])));
    let formula = t.and(distinct.chain([t.eq(t.of(all[0]), t.int(7))]));
    let last = t.gt(t.of(all[all.len() - 1]), t.int(7 + all.len() as i64 - 2));
    let declare = t.smt_declarations(all.iter().copied());
    let query = |f: &str| format!("(push 1)\n(assert {f})\n(check-sat)\n(pop 1)\n");
    let script = declare + &query(&t.smtlib(formula)) + &query(&t.smtlib(t.and([formula, t.not(last)])));
    let Some(answers) = z3(&script) else {
        eprintln!("skipped: no python3 with z3-solver");
        return;
    };
    assert_eq!(answers, ["sat", "unsat"]);
}
