//! A query as a complete SMT-LIB 2 script, for copying into any solver.

use crate::run::history::History;
use crate::run::words;
use logic::order::CollectOrdered;
use std::collections::BTreeSet;
use std::fmt::Write;
use trace::{Answer, Formula, Query, Side, Symbol, TokKind};

/// The script: declarations, one assertion per conjunct under a comment with its side and name, and `check-sat`.
pub fn query_script(history: &History, query: &Query) -> String {
    let parts = || query.parts.iter().filter_map(|p| Some((p, history.formula(p.formula)?)));
    let symbols: BTreeSet<&Symbol> = parts().flat_map(|(_, f)| symbols(f)).collect_set();
    let declared: BTreeSet<String> = symbols.iter().map(ToString::to_string).collect_set();
    let mut out = String::from("(set-logic QF_LIA)\n");
    for symbol in symbols {
        let sort = if symbol.boolean { "Bool" } else { "Int" };
        let _ = writeln!(out, "(declare-const |{symbol}| {sort})");
    }
    // Formulas over words are shown over these, and written over their digits.
    let written = parts().flat_map(|(_, f)| f.smt.split('|').skip(1).step_by(2));
    let digits: BTreeSet<&str> = written.filter(|name| !declared.contains(*name)).collect_set();
    for digit in digits {
        let _ = writeln!(out, "(declare-const |{digit}| Bool)");
    }
    for (part, formula) in parts() {
        let side = match part.side {
            Side::A => "A: ",
            Side::B => "B: ",
            Side::Neither => "",
        };
        let _ = writeln!(out, "; {side}{}\n(assert {})", one_line(&part.name), formula.smt);
    }
    let _ = writeln!(out, "(check-sat) ; {}", words::answer(&query.answer));
    if let Answer::Unsat { interpolant: Some(itp), .. } = &query.answer
        && let Some(formula) = history.formula(itp.formula)
    {
        let _ = writeln!(out, "; interpolant: {}", one_line(&formula.smt));
    }
    out
}

fn symbols(formula: &Formula) -> impl Iterator<Item = &Symbol> {
    let toks = formula.rows.iter().chain(formula.definitions.iter().map(|(_, toks)| toks)).flatten();
    let shown = toks.filter_map(|tok| match &tok.kind {
        TokKind::Symbol(symbol) => Some(symbol),
        _ => None,
    });
    shown.chain(&formula.hidden)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Recorder, counter_run};
    use expect_test::{Expect, expect};
    use trace::{QueryPart, UnknownReason};

    fn check(history: &History, query: &Query, expected: Expect) {
        expected.assert_eq(&query_script(history, query));
    }

    #[test]
    fn an_interpolation_query() {
        let history = counter_run();
        let query = history.event(4).unwrap().query.as_ref().unwrap();
        check(
            &history,
            query,
            expect![[r#"
            (set-logic QF_LIA)
            (declare-const |n@0| Int)
            (declare-const |n@1| Int)
            (declare-const |x@0| Int)
            (declare-const |x@1| Int)
            (declare-const |y@0| Int)
            (declare-const |y@1| Int)
            ; A: I(s0)
            (assert (smt of x@0 = 0 and y@0 = 0 and n@0 >= 0))
            ; A: T(s0, s1)
            (assert (smt of x@0 != n@0 and x@1 = x@0 + 1 and y@1 = y@0 + 1 and n@1 = n@0))
            ; B: ¬P(s1)
            (assert (smt of x@1 = n@1 and y@1 != n@1))
            (check-sat) ; unsatisfiable
            ; interpolant: (smt of x@1 = 1 and y@1 = 1)
        "#]],
        );
    }

    /// The script of a query that is this formula.
    fn check_one(mut r: Recorder, name: &str, formula: u32, expected: Expect) {
        let parts = vec![QueryPart { name: name.into(), side: Side::Neither, formula }.into()];
        let answer = Answer::Unknown(UnknownReason::Solver("conflicts".into()));
        let query = Query { same: 0, parts, shared: vec![], answer };
        r.step(9, Some(query.clone()), vec![], vec![]);
        check(&r.finish(), &query, expected);
    }

    #[test]
    fn truth_values_are_declared_as_such() {
        let mut r = Recorder::default();
        let formula = r.formula("w@0 and x@0 = 1 and w' and w°");
        check_one(
            r,
            "T\n(s0)",
            formula,
            expect![[r#"
            (set-logic QF_LIA)
            (declare-const |w'| Bool)
            (declare-const |w@0| Bool)
            (declare-const |w°| Bool)
            (declare-const |x@0| Int)
            ; T (s0)
            (assert (smt of w@0 and x@0 = 1 and w' and w°))
            (check-sat) ; unknown
        "#]],
        );
    }

    #[test]
    fn what_is_written_but_not_shown_is_declared() {
        let mut r = Recorder::default();
        let hidden = |name: &str, boolean| Symbol { name: name.into(), step: None, primed: false, boolean };
        let hidden = vec![hidden("a[1]", false), hidden("in", false), hidden("on", true)];
        let smt = "(and (<= in 7) (or on (<= |a[1]| 7)) (= |w[0]| w))";
        let formula = r.formula_written("w", smt, hidden);
        check_one(
            r,
            "T",
            formula,
            expect![[r#"
            (set-logic QF_LIA)
            (declare-const |a[1]| Int)
            (declare-const |in| Int)
            (declare-const |on| Bool)
            (declare-const |w| Bool)
            (declare-const |w[0]| Bool)
            ; T
            (assert (and (<= in 7) (or on (<= |a[1]| 7)) (= |w[0]| w)))
            (check-sat) ; unknown
        "#]],
        );
    }
}
