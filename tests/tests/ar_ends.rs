//! AR always ends on programs with finitely many states (section 3.4 of its paper): here on the corpus' IMP programs, whose integers have
//! four bits. No time is measured; the limits are those of the settings.

use loopglass_tests::corpus::{Expected, programs};
use session::{Session, verdict_of};
use trace::{Engine, Integers, Language, Settings, Setup, Verdict};

/// Programs that `ar` needs some seconds for, or more, where nothing is run first (docs/evaluation.md).
const LONG: [&str; 3] = ["long_way.imp", "rows_of_three.imp", "there_and_back.imp"];

/// The same of `ar-allsat`, which excludes state by state: more than 5 s.
const LONG_ALLSAT: [&str; 6] = [
    "gauss_by_counting.imp",
    "inner_pause.imp",
    "long_way.imp",
    "poured_water.imp",
    "rows_of_three.imp",
    "there_and_back.imp",
];

/// The programs are dealt out to so many tests, which run side by side.
const TESTS: usize = 4;

/// Runs AR on the programs of one test. A verdict is one only if its certificate or execution has been checked.
fn check(test: usize) {
    ends("ar", &LONG, test);
    ends("ar-allsat", &LONG_ALLSAT, test);
}

/// Runs an engine on those programs of one test that are not long.
fn ends(engine: &str, long: &[&str], test: usize) {
    let engine: Engine = engine.parse().expect("an engine");
    let expected = [Expected::Safe, Expected::Unsafe];
    let all = programs().into_iter().filter(|p| p.name.ends_with(".imp") && expected.contains(&p.expected));
    let mut ended = 0;
    for program in all.filter(|p| !long.contains(&p.name.as_str())).skip(test).step_by(TESTS) {
        let settings = Settings { integers: Integers::Bits, width: 4, ..Settings::default() };
        let setup = Setup { source: program.source, language: Language::Imp, engine, settings };
        let (session, _) = Session::open(&setup).unwrap_or_else(|why| panic!("{}: {why:?}", program.name));
        let events = session.briefly().run_to_end();
        let verdict = verdict_of(&events);
        assert!(
            matches!(verdict, Some(Verdict::Safe { .. } | Verdict::Unsafe(_))),
            "{} by {engine}: {verdict:?}",
            program.name
        );
        ended += 1;
    }
    assert!(ended >= 15, "{ended} programs");
}

#[test]
fn on_a_first_quarter_of_the_corpus() {
    check(0);
}

#[test]
fn on_a_second_quarter_of_the_corpus() {
    check(1);
}

#[test]
fn on_a_third_quarter_of_the_corpus() {
    check(2);
}

#[test]
fn on_a_last_quarter_of_the_corpus() {
    check(3);
}
