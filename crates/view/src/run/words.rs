//! The words for answers, meanings and verdicts, in one place for all views.

use crate::query::formula::{minus, subscript};
use crate::run::history::History;
use crate::run::pseudo::{line_words, lit_line};
use crate::run::snapshot::Snapshot;
use trace::{
    Answer, ApproximationChange, ArgChange, Change, Direction, Engine, Event, FormulaId, FrameChange, Growth,
    InterpolantBeside, InterpolantChecks, LabelOrigin, Language, QueryPart, Range, SatMeaning, UnknownReason,
    Vacuity, Verdict, Vocabulary, WatchValue,
};

/// An answer in a word.
pub fn answer(answer: &Answer) -> &'static str {
    match answer {
        Answer::Sat { .. } => "satisfiable",
        Answer::Unsat { .. } => "unsatisfiable",
        Answer::Unknown(_) => "unknown",
    }
}

/// What a satisfiable answer means to the algorithm.
pub fn meaning(meaning: SatMeaning, words: Vocabulary) -> String {
    match meaning {
        SatMeaning::Counterexample => {
            format!("From the initial states: this is {} that {}.", words.an_execution, words.fails)
        }
        SatMeaning::PerhapsSpurious => {
            "Perhaps spurious: the states that the query starts from need not be reachable.".into()
        }
        SatMeaning::NewStates => "There are states that were not there before: no fixed point yet.".into(),
        SatMeaning::BeyondBound => {
            format!("There is {} that goes on beyond the bound.", words.an_execution)
        }
        SatMeaning::NotCovered => {
            "The model is a state in no label that was asked about: not covered.".into()
        }
        SatMeaning::Passable => "The model is a state of the label that can take the edge.".into(),
        SatMeaning::NotInductive => format!(
            "A counterexample to induction: the formula holds in the first state, and one {} leads from it to the second, in which the formula does not hold. Neither need be reachable.",
            words.round
        ),
    }
}

/// The most characters of a formula that is said beside a sentence.
const BESIDE: usize = 64;

fn is_short(history: &History, formula: FormulaId) -> bool {
    history.formula(formula).is_some_and(|formula| crate::own::line(formula).chars().count() <= BESIDE)
}

/// The formula that a step's question names by a letter, with the letter: `τ₁` of "does τ₁ contain a new state?"; none if it is too long
/// for a sentence.
pub fn asked<'e>(event: &'e Event, history: &History) -> Option<(&'e str, FormulaId)> {
    let named = |part: &'e QueryPart| {
        let of_state = |name: &'e str| name.strip_suffix("(s)").or(name.strip_suffix("(x)"));
        let name = of_state(&part.name).unwrap_or(&part.name);
        let letter = name.strip_prefix("ψ(").and_then(|name| name.strip_suffix(')')).unwrap_or(name);
        let is_meant =
            !letter.contains(['(', ' ']) && !letter.starts_with("Inv") && event.purpose.contains(letter);
        is_meant.then_some((name, part.formula))
    };
    let parts = &event.query.as_ref()?.parts;
    parts.iter().map(|part| &**part).filter_map(named).find(|(_, formula)| is_short(history, *formula))
}

/// What the invariant generator knows by now, as the engines call it: `Inv`.
pub(crate) fn inv(event: &Event) -> Option<FormulaId> {
    event.watch.iter().find(|watch| watch.name == "Inv").and_then(|watch| match watch.value {
        WatchValue::Formula(id) => Some(id),
        WatchValue::Number(_) => None,
    })
}

/// The interpolant or invariant that a step has found, over the variables themselves; none if it is too long for a sentence.
pub fn found(event: &Event, history: &History) -> Option<FormulaId> {
    found_at_length(event).filter(|&formula| is_short(history, formula))
}

/// The same, however long it is.
pub fn found_at_length(event: &Event) -> Option<FormulaId> {
    event.changes.iter().find_map(|change| match change {
        Change::InterpolantAdded { formula, .. } | Change::Squeezed { formula, .. } => Some(*formula),
        Change::Approximation(ApproximationChange::Front { set, .. }) => Some(*set),
        Change::Frame(FrameChange::Joined { formula, .. }) => Some(*formula),
        // All levels together, as the engine uses them.
        Change::AuxiliaryInvariant { .. } => inv(event),
        Change::Arg(ArgChange::Labelled { origin: LabelOrigin::Refined { interpolant }, .. }) => {
            Some(*interpolant)
        }
        _ => None,
    })
}

/// The number of the interpolant that a step has found, in its sequence.
pub(crate) fn index(event: &Event) -> Option<u32> {
    event.changes.iter().find_map(|change| match change {
        Change::InterpolantAdded { index, .. } => Some(*index),
        _ => None,
    })
}

/// What a step's interpolant is called: by its sentence, else by the engine.
pub fn interpolant_name(engine: Engine, event: &Event) -> String {
    match (called(&event.outcome), index(event)) {
        (Some(name), _) => name.to_owned(),
        (None, _) if engine == Engine::Pdr => "L".into(),
        (None, index) if matches!(engine.growth(), Growth::Sequences | Growth::Frames) => {
            format!("τ{}", index.map(subscript).unwrap_or_default())
        }
        _ => {
            let squeezed = event.changes.iter().find_map(|change| match change {
                Change::Squeezed { direction, .. } => Some(*direction),
                _ => None,
            });
            squeezed.map_or("I", |of| squeezed_name(engine, of).trim_start_matches('¬')).into()
        }
    }
}

/// What FiB calls the candidate that an interpolant of a direction gives.
pub fn squeezed_name(engine: Engine, of: Direction) -> &'static str {
    match of {
        Direction::Forward => "I",
        Direction::Backward if engine == Engine::FIB_BI => "¬J",
        Direction::Backward => "¬I",
    }
}

/// What a step's sentence calls its interpolant: the first word such as `τ₁` of IMC, `E₁` of k-induction, `P₁` of AR.
pub(crate) fn called(outcome: &str) -> Option<&str> {
    outcome.split(|c: char| !c.is_alphanumeric()).find(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(|first| "τEHJPN".contains(first))
            && letters.next().is_some_and(|second| ('₀'..='₉').contains(&second))
    })
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
        UnknownReason::Obligations(n) => format!(
            "At one bound {n} obligations were met, and there may be no end of them. Another source of interpolants or another engine \
             may decide it."
        ),
        UnknownReason::Nodes(n) => {
            format!(
                "The reachability graph has grown beyond {n} nodes. Earlier widening or another engine may decide it."
            )
        }
        UnknownReason::Size(n) => format!(
            "Formulas have grown beyond {n} million parts, and memory would not suffice for more. Another engine, or a smaller program, may \
             decide it."
        ),
        UnknownReason::Products(n) => format!(
            "There may be a failure, but no execution with it was found, and what was learnt of products ({n} lemmas) does not exclude \
             it. Another engine, or assertions with fewer products, may decide it."
        ),
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
    let all = ranges.iter().map(one).collect::<Vec<_>>().join(" ∪ ");
    if all.is_empty() { "∅".into() } else { minus(&all) }
}

/// A verdict in a few words, those of the language: programs have executions, circuits input sequences, clauses models.
pub fn verdict(verdict: &Verdict, language: Language) -> &'static str {
    use Vacuity::{NoAssertion, NothingTested};
    match (verdict, language) {
        (Verdict::Safe { vacuous: Some(NoAssertion), .. }, Language::Chc) => {
            "Satisfiable: no clause forbids anything"
        }
        (Verdict::Safe { vacuous: Some(NothingTested), .. }, Language::Chc) => {
            "Satisfiable: no query is ever reached"
        }
        (Verdict::Safe { vacuous: Some(NoAssertion), .. }, Language::Aiger) => {
            "Nothing to prove: no bad state"
        }
        (Verdict::Safe { vacuous: Some(NothingTested), .. }, Language::Aiger) => {
            "Nothing proved: no input sequence meets the constraints"
        }
        (Verdict::Safe { vacuous: Some(NoAssertion), .. }, _) => "Nothing to prove: no assertion",
        (Verdict::Safe { vacuous: Some(NothingTested), .. }, _) => "Nothing proved: no assertion is tested",
        (Verdict::Safe { .. }, Language::Chc) => "Safe: the clauses are satisfiable; here is a model",
        (Verdict::Safe { .. }, Language::Aiger) => "Safe: no input sequence reaches a bad state",
        (Verdict::Safe { .. }, _) => "Safe: no execution fails",
        (Verdict::Unsafe(_), Language::Chc) => "Unsafe: the clauses are unsatisfiable",
        (Verdict::Unsafe(_), Language::Aiger) => "Unsafe: an input sequence reaches a bad state",
        (Verdict::Unsafe(_), _) => "Unsafe: an execution fails",
        (Verdict::Unknown(_), _) => "Unknown",
        (Verdict::Faulty { script: None, .. }, _) => "No verdict: a check failed",
        (Verdict::Faulty { script: Some(_), .. }, _) => "No verdict: the solvers contradict each other",
    }
}

/// Why nothing was proved, or nothing had to be.
pub fn vacuity(vacuous: Vacuity, language: Language) -> &'static str {
    match (vacuous, language) {
        (Vacuity::NoAssertion, Language::Chc) => {
            "No clause has false as its conclusion, so that all predicates may be true everywhere."
        }
        (Vacuity::NothingTested, Language::Chc) => {
            "The premises of no clause that concludes false can be derived, whatever its constraint is."
        }
        (Vacuity::NoAssertion, Language::Aiger) => {
            "The circuit has neither a bad state nor an output. That says nothing about the circuit."
        }
        (Vacuity::NothingTested, Language::Aiger) => {
            "No input sequence meets the constraints. That says nothing about the circuit."
        }
        (Vacuity::NoAssertion, _) => {
            "No execution fails, since there is nothing in which one could fail. That says nothing about the program."
        }
        (Vacuity::NothingTested, _) => {
            "No execution fails, since none comes to where an assertion is tested. That says nothing about the program."
        }
    }
}

/// What an unknown verdict leaves open.
pub fn undecided(language: Language) -> &'static str {
    match language {
        Language::Chc => "This says nothing about the clauses: they may be satisfiable or not.",
        Language::Aiger => "This says nothing about the circuit: it may be safe or not.",
        Language::Imp | Language::C => "This says nothing about the program: it may be safe or not.",
    }
}

/// What fails, before its text.
pub fn failing(language: Language) -> &'static str {
    match language {
        Language::Chc => "The clause ",
        Language::Aiger => "The claim about the literal ",
        Language::Imp | Language::C => "The assertion ",
    }
}

/// What there is instead of a failing execution where a run has proved that there is none.
pub fn no_failure(language: Language) -> &'static str {
    match language {
        Language::Chc => {
            "The clauses are satisfiable: false cannot be derived. Their model is in the tab “Verdict”."
        }
        Language::Aiger => {
            "The circuit is safe: no input sequence makes a bad state true. “Run by hand” shows one that does not."
        }
        Language::Imp | Language::C => {
            "The program is safe: no execution fails. “Run by hand” shows one that does not."
        }
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

/// What another solver's interpolant is, beside which ours is shown.
pub fn beside(other: &InterpolantBeside) -> &'static str {
    let all = InterpolantChecks { implied_by_a: true, contradicts_b: true, shared_vocabulary: true };
    match other.checks == all {
        true => "For the same query. The run goes on with the one above",
        false => {
            "For the same query, but it is no interpolant, as the checks tell. The run goes on with the one above"
        }
    }
}

/// What a screen reader says when a step is reached.
pub fn announcement(engine: Engine, history: &History, s: &Snapshot<'_>) -> String {
    let Some(event) = s.event else {
        return "Start: nothing asked yet.".into();
    };
    let mut said = format!(
        "Step {} of {}, {}. {}",
        s.step,
        history.len(),
        line_words(lit_line(engine, event)),
        event.purpose
    );
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
        assert_eq!(ranges(&[range(None, Some("-3")), range(Some("0"), Some("1"))]), "(−∞, −3] ∪ [0, 1]");
        assert_eq!(ranges(&[range(None, None)]), "(−∞, ∞)");
    }

    #[test]
    fn circuits_and_clauses_are_no_programs() {
        let said = |language: Language| {
            let unknown = Verdict::Unknown(UnknownReason::Unrollings(3));
            let vacuous = [Vacuity::NoAssertion, Vacuity::NothingTested].map(|v| vacuity(v, language));
            let rest =
                [verdict(&unknown, language), undecided(language), failing(language), no_failure(language)];
            [&vacuous[..], &rest[..]].concat().join(" ")
        };
        for word in ["program", "execution", "assertion"] {
            assert!(said(Language::Imp).contains(word), "{word}");
            assert!(!said(Language::Aiger).contains(word), "{word}: {}", said(Language::Aiger));
            assert!(!said(Language::Chc).contains(word), "{word}: {}", said(Language::Chc));
        }
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
