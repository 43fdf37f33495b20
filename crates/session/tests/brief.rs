//! A run without formulas is the same run: the same steps and counts, and the same last event.

use loopglass_session::{Session, execution_text, verdict_of};
use trace::{Change, Engine, Event, Language, Setup, Verdict};

const PROGRAM: &str =
    "int x, y, n; { n > 0 and x = 0 and y = 0 }\nwhile x < n do\n  x := x + 1; y := y + 1\ndone\n{ y = n }\n";

/// The events of a run, and the same without formulas.
fn both(source: &str, engine: Engine) -> [Vec<Event>; 2] {
    let setup = Setup {
        source: source.into(),
        language: Language::Imp,
        engine,
        settings: trace::Settings::default(),
    };
    let open = || Session::open(&setup).expect("a program").0;
    [open().run_to_end(), open().briefly().run_to_end()]
}

/// The text of the invariant that a run ends with.
fn invariant(events: &[Event]) -> Option<String> {
    let changes = &events.last()?.changes;
    let found = changes.iter().find_map(|change| match change {
        Change::Verdict(verdict) => match &**verdict {
            Verdict::Safe { invariant, .. } => Some(*invariant),
            _ => None,
        },
        _ => None,
    })?;
    Some(events.iter().flat_map(|event| &event.formulas).nth(found as usize)?.text())
}

#[test]
fn the_same_steps_and_the_same_end() {
    for name in ["imc", "fib-bi", "ar", "vinta-box"] {
        let engine = name.parse().expect("an engine");
        let [full, brief] = both(PROGRAM, engine);
        assert_eq!(full.len(), brief.len(), "{name}");
        for (full, brief) in full.iter().zip(&brief) {
            assert_eq!((&full.purpose, &full.outcome), (&brief.purpose, &brief.outcome), "{name}");
            assert_eq!((full.line, full.counters.pivots), (brief.line, brief.counters.pivots), "{name}");
        }
        assert!(invariant(&full).is_some_and(|text| text != "…"), "{name}");
        assert_eq!(invariant(&full), invariant(&brief), "{name}");
        let written = |events: &[Event]| events.iter().map(|event| event.formulas.len()).sum::<usize>();
        assert!(written(&brief) * 4 < written(&full), "{name}");
    }
}

#[test]
fn a_failing_program_has_the_same_execution() {
    let [full, brief] = both(&PROGRAM.replace("y := y + 1", "y := y + 2"), "imc".parse().expect("an engine"));
    let execution = |events: &[Event]| match verdict_of(events) {
        Some(Verdict::Unsafe(execution)) => execution_text(execution),
        other => panic!("{other:?}"),
    };
    assert_eq!(execution(&full), execution(&brief));
}

#[test]
fn on_truth_values_bounds_grow_faster_and_end_at_the_limit() {
    let counter = "bool a, b, c, d;\na := false; b := false; c := false; d := false;\nwhile true do\n  assert not (a and b and c and d);\n  \
                   if a and b and c then d := not d end;\n  if a and b then c := not c end;\n  if a then b := not b end;\n  a := not a\ndone\n";
    let bounds = |most| {
        let settings = trace::Settings { max_unrollings: most, ..trace::Settings::default() };
        let setup = Setup {
            source: counter.into(),
            language: Language::Imp,
            engine: "imc".parse().expect("an engine"),
            settings,
        };
        let events = Session::open(&setup).expect("a program").0.run_to_end();
        let found = matches!(verdict_of(&events), Some(Verdict::Unsafe(_)));
        let changes = events.iter().flat_map(|event| &event.changes);
        let bounds: Vec<u32> =
            changes.filter_map(|c| if let Change::BoundRaised { k } = c { Some(*k) } else { None }).collect();
        (bounds, found)
    };
    assert_eq!(bounds(100), (vec![1, 2, 3, 4, 6, 9, 13, 19], true));
    assert_eq!(bounds(15), (vec![1, 2, 3, 4, 6, 9, 13, 15], true), "the failure is after 15 rounds");
    assert_eq!(bounds(14), (vec![1, 2, 3, 4, 6, 9, 13, 14], false));
}
