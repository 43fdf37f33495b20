//! Invariants over words are shown as they were found: equations and bounds, not conditions on digits.

use loopglass_session::Session;
use trace::{Change, Engine, Integers, Language, Settings, Setup, Verdict};

/// The invariant of k-induction with auxiliary invariants on words of 8 digits, and the last outcome.
fn invariant(source: &str) -> (String, String) {
    let settings = Settings { augment: true, integers: Integers::Bits, width: 8, ..Settings::default() };
    let setup = Setup { source: source.into(), language: Language::Imp, engine: Engine::KIND, settings };
    let events = Session::open(&setup).expect("a program").0.run_to_end();
    let last = events.last().expect("events");
    let found = last.changes.iter().find_map(|change| match change {
        Change::Verdict(verdict) => match &**verdict {
            Verdict::Safe { invariant, .. } => Some(*invariant as usize),
            _ => None,
        },
        _ => None,
    });
    let formula = events.iter().flat_map(|event| &event.formulas).nth(found.expect("it is safe"));
    (formula.expect("a formula").text(), last.outcome.clone())
}

const ENOUGH: &str = "Yes: every condition was proved, and every proof replayed. Shown are facts of the generator of auxiliary invariants, which are enough by themselves.";

#[test]
fn an_equation_without_overflow_is_exact() {
    let (shown, outcome) = invariant(
        "{ left = total and right = 0 and total >= 0 } while left > 0 do left := left - 1; right := right + 1 done { right = total }",
    );
    assert_eq!(shown, "left >= 0 and left + right = total");
    assert_eq!(outcome, ENOUGH);
}

#[test]
fn an_equation_with_overflow_is_one_of_remainders() {
    let (shown, outcome) = invariant("{ n >= 0 } s := 0; for i := 1 to n do s := s + 3 done { s = 3 * n }");
    assert_eq!(shown, "i <= n + 1 and (3*i) mod 256 = (s + 3) mod 256");
    assert_eq!(outcome, ENOUGH);
}

#[test]
fn what_the_generator_does_not_find_is_shown_as_before() {
    let (shown, outcome) =
        invariant("{ x = 1 } while nondet do if x < 100 then x := 2 * x else x := 1 end done { x != 3 }");
    assert!(!shown.is_empty() && !outcome.contains("generator"), "{shown}: {outcome}");
}
