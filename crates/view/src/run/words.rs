//! The words for answers, meanings and verdicts, in one place for all views.

use crate::run::history::History;
use crate::run::pseudo::lit_line;
use crate::run::snapshot::Snapshot;
use trace::{Answer, Engine, InterpolantChecks, Range, SatMeaning, UnknownReason, Vacuity, Verdict};

/// An answer in a word.
pub fn answer(answer: &Answer) -> &'static str {
    match answer {
        Answer::Sat { .. } => "satisfiable",
        Answer::Unsat { .. } => "unsatisfiable",
        Answer::Unknown(_) => "unknown",
    }
}

/// What a satisfiable answer means to the algorithm.
pub fn meaning(meaning: SatMeaning) -> &'static str {
    match meaning {
        SatMeaning::Counterexample => "From the initial states: this is an execution that fails.",
        SatMeaning::PerhapsSpurious => {
            "Perhaps spurious: the query starts from an over-approximation, so its states need not be reachable."
        }
        SatMeaning::NewStates => {
            "The newest interpolant holds states that were not there before: no fixed point yet."
        }
        SatMeaning::BeyondBound => "The loop can go on beyond the bound.",
        SatMeaning::NotCovered => {
            "The model is a state that no other label of the cutpoint holds: not covered."
        }
        SatMeaning::Passable => "The model is a state of the label that can take the edge.",
        SatMeaning::NotInductive => {
            "A counterexample to induction: the formula holds in the first state, and one round of the loop leads from it to the second, in which the formula does not hold. Neither need be reachable."
        }
    }
}

/// A short label for what a satisfiable answer means.
pub fn meaning_label(meaning: SatMeaning) -> &'static str {
    match meaning {
        SatMeaning::Counterexample => "counterexample",
        SatMeaning::PerhapsSpurious => "perhaps spurious",
        SatMeaning::NewStates => "new states",
        SatMeaning::BeyondBound => "goes on",
        SatMeaning::NotCovered => "not covered",
        SatMeaning::Passable => "passable",
        SatMeaning::NotInductive => "not inductive",
    }
}

/// Why there is no answer, as a sentence.
pub fn unknown(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Unrollings(n) => format!(
            "The limit of {n} unrollings was reached. A larger limit, another interpolation system or another engine \
             may decide it."
        ),
        UnknownReason::Refinements(n) => format!(
            "The limit of {n} refinements was reached. A larger limit, another source of interpolants, another domain or \
             another engine may decide it."
        ),
        UnknownReason::Nodes(n) => {
            format!(
                "The reachability graph has grown beyond {n} nodes. Earlier widening or another engine may decide it."
            )
        }
        UnknownReason::Solver(limit) => format!("The solver gave up: {limit}."),
    }
}

/// Disjoint intervals as text, e.g. `[0, 1] ∪ [5, ∞)`.
pub fn ranges(ranges: &[Range]) -> String {
    let one = |r: &Range| {
        let low = r.low.as_ref().map_or("(−∞".to_owned(), |low| format!("[{low}"));
        let high = r.high.as_ref().map_or("∞)".to_owned(), |high| format!("{high}]"));
        format!("{low}, {high}")
    };
    if ranges.is_empty() { "∅".into() } else { ranges.iter().map(one).collect::<Vec<_>>().join(" ∪ ") }
}

/// A verdict in a few words.
pub fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Safe { vacuous: Some(Vacuity::NoAssertion), .. } => "Nothing to prove: no assertion",
        Verdict::Safe { vacuous: Some(Vacuity::NothingTested), .. } => {
            "Nothing proved: no assertion is tested"
        }
        Verdict::Safe { .. } => "Safe: no execution fails",
        Verdict::Unsafe(_) => "Unsafe: an execution fails",
        Verdict::Unknown(_) => "Unknown",
        Verdict::Faulty { .. } => "No verdict: a check failed",
    }
}

/// The three checks of an interpolant: the statement, what it says, and whether it holds.
pub fn interpolant_checks(checks: InterpolantChecks) -> [(&'static str, &'static str, bool); 3] {
    [
        ("implied by A", "Every state that A allows satisfies the interpolant.", checks.implied_by_a),
        ("contradicts B", "No state of the interpolant satisfies B.", checks.contradicts_b),
        ("shared symbols only", "It speaks only of symbols that A and B share.", checks.shared_vocabulary),
    ]
}

/// What a screen reader says when a step is reached.
pub fn announcement(engine: Engine, history: &History, s: &Snapshot<'_>) -> String {
    let Some(event) = s.event else {
        return "Start: nothing asked yet.".into();
    };
    let mut said =
        format!("Step {} of {}, line {}. {}", s.step, history.len(), lit_line(engine, event), event.purpose);
    if let Some(query) = &event.query {
        said.push_str(" Answer: ");
        said.push_str(answer(&query.answer));
        if let Answer::Unsat { interpolant: Some(found), .. } = &query.answer
            && let Some(formula) = history.formula(found.formula)
        {
            said.push_str(", interpolant ");
            said.extend(formula.text().chars().take(200));
        }
        said.push('.');
    }
    said.push(' ');
    said.push_str(&event.outcome);
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::counter_run;
    use expect_test::expect;

    #[test]
    fn ranges_with_and_without_ends() {
        let range = |low: Option<&str>, high: Option<&str>| Range {
            low: low.map(str::to_owned),
            high: high.map(str::to_owned),
        };
        assert_eq!(ranges(&[]), "∅");
        assert_eq!(ranges(&[range(None, Some("-3")), range(Some("0"), Some("1"))]), "(−∞, -3] ∪ [0, 1]");
        assert_eq!(ranges(&[range(None, None)]), "(−∞, ∞)");
    }

    #[test]
    fn announcements() {
        let history = counter_run();
        let said: String = [0, 4, 5, 8]
            .iter()
            .map(|&step| announcement(Engine::IMC, &history, &history.at(step)) + "\n")
            .collect();
        expect![[r#"
            Start: nothing asked yet.
            Step 4 of 8, line 14. Purpose of step 4. Answer: unsatisfiable, interpolant x@1 = 1 and y@1 = 1. Outcome of step 4.
            Step 5 of 8, line 21. Purpose of step 5. Answer: satisfiable. Outcome of step 5.
            Step 8 of 8, line 22. Purpose of step 8. Outcome of step 8.
        "#]].assert_eq(&said);
    }
}
