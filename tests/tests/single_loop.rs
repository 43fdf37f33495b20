//! The single-loop form of every program of the corpus has the program's verdict, and is one loop.

use loopglass_tests::corpus::{Expected, programs};
use session::{Session, transform, verdict_of};
use trace::{Encoding, Engine, Language, Settings, Setup, Verdict};

fn verdict(setup: &Setup) -> &'static str {
    let (mut session, _) =
        Session::open(setup).unwrap_or_else(|problems| panic!("{problems:?}\n{}", setup.source));
    match verdict_of(&session.run_to_end()) {
        Some(Verdict::Safe { .. }) => "safe",
        Some(Verdict::Unsafe(_)) => "unsafe",
        Some(Verdict::Unknown(_)) => "unknown",
        other => panic!("{other:?}\n{}", setup.source),
    }
}

/// How many of the programs have a verdict, and how many of their transforms.
fn check(encoding: Encoding, every: usize, max_unrollings: u32) -> (usize, usize) {
    let settings = Settings { max_unrollings, max_conflicts: 100, ..Settings::default() };
    let (mut before, mut after) = (0, 0);
    for program in programs().iter().step_by(every) {
        let language = reader::of_file(&program.name).expect("a language");
        // A netlist is one step of one loop, and is not written as a program.
        if language == Language::Aiger {
            continue;
        }
        let source = program.source.clone();
        // Failures are found sooner without interpolants.
        let engine = match program.expected {
            Expected::Safe => Engine::IMC_F,
            Expected::Unsafe => Engine::BMC,
        };
        let setup = Setup { source, language, engine, settings: settings.clone() };
        let encoded = Setup { settings: Settings { encoding, ..settings.clone() }, ..setup.clone() };
        let found = transform(&encoded).unwrap_or_else(|problems| panic!("{}: {problems:?}", program.name));
        assert!(found.text.matches("while ").count() <= 1, "{}:\n{}", program.name, found.text);
        let expected = match program.expected {
            Expected::Safe => "safe",
            Expected::Unsafe => "unsafe",
        };
        let transformed = Setup { source: found.text.clone(), language: Language::Imp, ..setup.clone() };
        let (first, second) = (verdict(&setup), verdict(&transformed));
        for found in [first, second] {
            assert!(found == expected || found == "unknown", "{}: {found}", program.name);
        }
        before += usize::from(first == expected);
        after += usize::from(second == expected);
    }
    (before, after)
}

#[test]
fn the_corpus_as_single_loops() {
    let (before, after) = check(Encoding::Block, 1, 2);
    // What is lost is lost to the small limits: `pc` makes formulas longer.
    assert!(before > 90 && after * 10 >= before * 9, "{before} {after}");
}

#[test]
fn some_programs_statement_by_statement() {
    let (before, after) = check(Encoding::Statement, 11, 1);
    assert!(before > 6 && after > 0, "{before} {after}");
}
