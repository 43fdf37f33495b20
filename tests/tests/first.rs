//! What comes before an engine ("run it first"): failures that lie deep are found by whatever engine, and an engine's own steps
//! are the same with and without it.

use loopglass_tests::corpus::{Expected, programs};
use loopglass_tests::root;
use session::{Session, verdict_of};
use trace::{Change, Engine, Event, LINE_BEFORE, Settings, Setup, Verdict};

/// Few conflicts and unrollings: what is asked for here is found before the engine.
fn setup(name: &str, source: String, engine: Engine, run_first: bool) -> Setup {
    let settings = Settings { max_unrollings: 3, max_conflicts: 200, run_first, ..Settings::default() };
    Setup { source, language: reader::of_file(name).expect("a language"), engine, settings }
}

fn run(setup: &Setup) -> Vec<Event> {
    let (mut session, _) = Session::open(setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    session.run_to_end()
}

#[test]
fn deep_failures_are_found_before_any_engine() {
    let mut programs: Vec<_> = std::fs::read_dir(root().join("tests/deep"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    programs.sort();
    assert!(programs.len() >= 4);
    for path in programs {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).expect("a program");
        for engine in Engine::ALL {
            let events = run(&setup(&name, source.clone(), engine, true));
            let Some(Verdict::Unsafe(execution)) = verdict_of(&events) else {
                panic!("{engine} {name}: {:?}", verdict_of(&events))
            };
            // One step that finds it, and one that shows it.
            assert_eq!(events.len(), 2, "{engine} {name}");
            assert!(execution.rows.last().is_some_and(|row| row.note.contains("FAILS")), "{name}");
            let rounds = execution.rows.last().map_or(0, |row| row.round);
            if execution.rows.len() > 500 {
                let folded = execution.folded();
                assert!(rounds >= 1_000 && execution.rows.len() - folded.len() <= 120, "{name}: {folded:?}");
            }
        }
    }
}

#[test]
fn engines_take_the_same_steps_after_it() {
    let mut compared = 0;
    for program in programs().into_iter().step_by(31).filter(|p| p.expected == Expected::Safe) {
        for engine in [Engine::IMC_I, Engine::FIB_B, Engine::VINTA_BOX] {
            let [with, without] =
                [true, false].map(|first| run(&setup(&program.name, program.source.clone(), engine, first)));
            let (before, rest) = with.split_first().expect("a step before");
            assert_eq!(before.line, LINE_BEFORE);
            assert!(before.query.is_none() && before.formulas.is_empty());
            assert_eq!(before.counters, trace::Counters::default(), "{engine} {}", program.name);
            let renumbered: Vec<Event> = rest
                .iter()
                .map(|event| {
                    let mut costs = event.costs.clone();
                    costs.retain(|(purpose, _)| *purpose != trace::Purpose::First);
                    Event { index: event.index - 1, costs, ..event.clone() }
                })
                .collect();
            assert_eq!(renumbered, without, "{engine} {}", program.name);
            compared += 1;
        }
    }
    assert!(compared >= 6, "{compared}");
}

#[test]
fn what_was_tried_is_told() {
    let source = "x := 0;\nwhile x < n do x := x + 1 done;\nassert x >= 0";
    let events = run(&setup("a.imp", source.into(), Engine::IMC, true));
    let Some(Change::RanFirst(ran)) = events[0].changes.first() else { panic!("{:?}", events[0].changes) };
    assert_eq!(ran.fails, None);
    assert!(ran.executions >= 10 && ran.rounds >= 50 && ran.bound > Some(10), "{ran:?}");
    let twice = run(&setup("a.imp", source.into(), Engine::IMC, true));
    assert_eq!(events, twice);
}

/// Where one assertion is checked alone, an execution that fails another one is no counterexample.
#[test]
fn only_the_assertion_that_is_checked_counts() {
    let source = "x := 0;\nwhile x < 300 do x := x + 1; assert x != 200; assert x != 250 done";
    let mut setup = setup("a.imp", source.into(), Engine::BMC, true);
    setup.settings.assertion = Some(1);
    assert!(matches!(verdict_of(&run(&setup)), Some(Verdict::Unsafe(_))));
    setup.settings.assertion = Some(2);
    assert!(!matches!(verdict_of(&run(&setup)), Some(Verdict::Unsafe(_))));
}
