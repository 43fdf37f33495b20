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
fn equations_of_several_loops_are_shown_as_equations() {
    let (shown, outcome) = invariant(
        "int i, j, k, s, t; { s = 0 and t = 0 } i := 0; while i < 5 do j := 0; while j < 3 do s := s + 2; k := 0; \
         while k < 2 do t := t + 4; k := k + 1 done; j := j + 1 done; i := i + 1 done; \
         while nondet do s := s + 6; t := t + 24 done { t = 4 * s }",
    );
    assert_eq!(outcome, ENOUGH);
    assert!(shown.contains("24*i + 8*j + 4*k = t") && shown.len() < 2_000, "{shown}");
}

#[test]
fn negative_coefficients_alone_are_negated_with_their_constant() {
    let (shown, _) = invariant(
        "int x, y; { x = 1 and y = 2 } while nondet do x := x + 2; y := y - 3 done { x != 1 or (y - 2) % 128 = 0 }",
    );
    assert!(shown.contains("mod"), "{shown}");
}

#[test]
fn what_the_generator_does_not_find_is_shown_as_before() {
    let (shown, outcome) =
        invariant("{ x = 1 } while nondet do if x < 100 then x := 2 * x else x := 1 end done { x != 3 }");
    assert!(!shown.is_empty() && !outcome.contains("generator"), "{shown}: {outcome}");
}
