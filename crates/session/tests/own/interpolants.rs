//! Interpolants of the user's: what is judged of them, and runs that go on with one.

use super::{UP, setup, told};
use expect_test::expect;
use loopglass_session::{Session, judge};
use trace::{
    Answer, Attempt, Claim, Event, Formula, Integers, Language, OwnInterpolant, Setup, Side, Source, Verdict,
};

/// The first query of a run that has an interpolant, with the history's formulas.
fn interpolation(events: &[Event]) -> (usize, Vec<std::rc::Rc<Formula>>) {
    let formulas = events.iter().flat_map(|event| event.formulas.clone()).collect();
    let at = events.iter().position(|event| {
        matches!(event.query.as_ref().map(|q| &q.answer), Some(Answer::Unsat { interpolant: Some(_), .. }))
    });
    (at.expect("an interpolant"), formulas)
}

/// An attempt at the interpolant of that query.
fn attempt(setup: &Setup, written: &str) -> String {
    let events = Session::open(setup).expect("a program").0.run_to_end();
    let (at, formulas) = interpolation(&events);
    let query = events[at].query.as_ref().expect("a query");
    let mut integers = Vec::new();
    let sides = [Side::A, Side::B].map(|side| {
        let parts = query.parts.iter().filter(|part| part.side == side);
        let parts = parts.map(|part| &formulas[part.formula as usize]);
        let parts = parts.inspect(|formula| {
            for tok in
                formula.rows.iter().flatten().chain(formula.definitions.iter().flat_map(|(_, toks)| toks))
            {
                if let trace::TokKind::Symbol(symbol) = &tok.kind
                    && !symbol.boolean
                {
                    integers.push(symbol.to_string());
                }
            }
        });
        parts.map(|formula| formula.smt.clone()).collect()
    });
    let claim = Claim::Interpolant { sides, integers, text: written.into() };
    told(&judge(&Attempt { number: 1, setup: setup.clone(), claim }))
}

#[test]
fn interpolants() {
    let up = setup(UP, Language::Imp);
    expect![[r#"
        read: 2*x@1 = y@1
        ImpliedByA: holds
        ContradictsB: violated by 0(y@1=12 x@1=6), false: [], reached?
        SharedVocabulary: holds
    "#]]
    .assert_eq(&attempt(&up, "y = 2 * x"));
    expect![[r#"
        read: 2*x@1 = y@1; x@1 <= 1
        all 3 hold
    "#]]
    .assert_eq(&attempt(&up, "y = 2 * x and x <= 1"));
    assert_eq!(
        attempt(&up, "2 * x1 = y1"),
        attempt(&up, "2 * x = y"),
        "as it is typed where the page has y₁"
    );
    expect![[r#"
        read: x@1 = 0
        ImpliedByA: violated by 0(y@1=2 x@1=1), false: [], reached?
        ContradictsB: holds
        SharedVocabulary: holds
    "#]]
    .assert_eq(&attempt(&up, "x = 0"));
    expect![[r#"
        read: x@1 >= 0
        ImpliedByA: holds
        ContradictsB: violated by 0(y@1=0 x@1=5), false: [], reached?
        SharedVocabulary: holds
    "#]]
    .assert_eq(&attempt(&up, "x >= 0"));
    expect![[r#"
        read: x@0 = 0
        ImpliedByA: holds
        ContradictsB: violated by 0(y@1=0 x@1=5), false: [], reached?
        SharedVocabulary: violated by , false: [], reached? x@0
    "#]]
    .assert_eq(&attempt(&up, "x@0 = 0"));
    expect![[r#"
        text 0, 3-3: expected a condition or an expression, found the end
    "#]]
    .assert_eq(&attempt(&up, "x >"));
    let mut bits = up.clone();
    bits.settings.integers = Integers::Bits;
    bits.settings.width = 6;
    expect![[r#"
        read: 2*x@1 = y@1; 0 <= x@1 <= 1
        all 3 hold
    "#]]
    .assert_eq(&attempt(&bits, "y = 2 * x and x <= 1 and x >= 0"));
}

/// A run with an interpolant of one's own: its verdict, how the first interpolation query ended, and where the interpolant came from.
fn run(setup: &Setup, written: &str) -> (Verdict, String, Source) {
    let mut own = setup.clone();
    own.settings.own = vec![OwnInterpolant { number: 1, text: written.into() }];
    let events = Session::open(&own).expect("a program").0.run_to_end();
    let (at, _) = interpolation(&events);
    let Some(Answer::Unsat { interpolant: Some(found), .. }) = events[at].query.as_ref().map(|q| &q.answer)
    else {
        panic!("no interpolant");
    };
    let verdict = loopglass_session::verdict_of(&events).expect("a verdict").clone();
    (verdict, events[at].outcome.clone(), found.source)
}

#[test]
fn a_run_goes_on_with_what_was_written() {
    let up = setup(UP, Language::Imp);
    let (verdict, _, source) = run(&up, "y = 2 * x and x <= 5");
    assert!(matches!(verdict, Verdict::Safe { .. }), "{verdict:?}");
    assert_eq!(source, Source::Own);
    // What is none is told, and not taken.
    for (wrong, why) in [
        ("x = 3", "A does not imply"),
        ("true", "does not contradict B"),
        ("q = 1", "no variable `q`"),
        ("x", "truth value"),
    ] {
        let (verdict, outcome, source) = run(&up, wrong);
        assert!(matches!(verdict, Verdict::Safe { .. }), "{verdict:?}");
        assert_ne!(source, Source::Own);
        assert!(outcome.contains("is no interpolant") && outcome.contains(why), "{outcome}");
    }
    let mut bits = up.clone();
    bits.settings.integers = Integers::Bits;
    bits.settings.width = 6;
    let (verdict, outcome, source) = run(&bits, "y = 2 * x and x <= 5 and x >= 0");
    assert!(matches!(verdict, Verdict::Safe { .. }), "{verdict:?} {outcome}");
    assert_eq!(source, Source::Own, "{outcome}");
}
