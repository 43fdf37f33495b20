//! Recordings read back, and what is wrong with one is told.

use super::*;
use crate::fixture::counter_run;
use expect_test::expect;
use trace::{Formula, Language, Outline};

fn opened() -> Opened {
    let formula = || Formula {
        rows: vec![Vec::new()],
        definitions: Vec::new(),
        smt: "true".into(),
        hidden: Vec::new(),
    };
    Opened {
        variables: Vec::new(),
        inputs: Vec::new(),
        head_line: Some(1),
        init: formula(),
        trans: formula(),
        bad: formula(),
        early: formula(),
        problems: Vec::new(),
        outline: Outline::default(),
    }
}

fn saved() -> String {
    let mut history = History::default();
    for event in counter_run().events() {
        let text = serde_json::to_string(&Reply::Events(vec![event.clone()])).unwrap();
        history.push(event.clone()).unwrap();
        history.keep(text.into(), 1);
    }
    let message = serde_json::to_string(&Reply::Opened(Box::new(opened()))).unwrap();
    let setup = Setup { source: "x := 1;\nassert true".into(), language: Language::Imp, ..Setup::default() };
    write("Mine", &setup, 3, &message, &history)
}

#[test]
fn what_was_saved_is_opened() {
    let text = saved();
    let found = read(&text).unwrap();
    assert!(is_one(&text) && !is_one("x := 1"));
    assert_eq!((found.name.as_str(), found.step, found.history.len()), ("Mine", 3, 8));
    assert!(found.history.events().eq(counter_run().events()));
    let again = write(&found.name, &found.setup, found.step, &found.message, &found.history);
    assert_eq!(again, text, "what was opened is saved as it was");
    assert_eq!(read(&text.replace('\n', "\r\n")).unwrap().history.len(), 8);
}

#[test]
fn what_is_broken_is_told() {
    let text = saved();
    let lines: Vec<&str> = text.lines().collect();
    let without = |left_out: usize| {
        let kept: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, l)| *l).collect();
        kept.join("\n")
    };
    let twice = format!("{text}{}\n", lines[4]);
    let told: Vec<String> = [
        String::new(),
        "x := 1".into(),
        lines[2..].join("\n"),
        text.replacen("\"trace\":1", "\"trace\":2", 1),
        text.replacen("\"e\":\"", "\"e\":\"no", 1),
        without(1),
        without(3),
        lines[0].into(),
        text.replacen("\"formula\":0", "\"formula\":77", 1),
        format!("{text}{{"),
        twice,
    ]
    .iter()
    .map(|text| {
        read(text).map(|found| found.history.len().to_string()).unwrap_or_else(|error| error.to_string())
            + "\n"
    })
    .collect();
    expect![[r#"
        it is no recording of a run: its first line does not tell of which program
        it is no recording of a run: its first line does not tell of which program
        it has the steps alone, as older pages and the command line write them, without the program; save the trace again with this page
        it is of version 2, which this page does not know; a newer page may open it
        line 1: the saved program cannot be read: the link asks for the engine “noimc”, which this page does not have
        line 2: a variant is the only key of its object
        line 4: the run skipped from step 2 to step 3
        line 2: what is known of the program is missing
        line 3: there is no formula 77
        line 11: expected a comma or the end in line 1, at byte 1
        line 11: step 3 stands here for a second time
    "#]].assert_eq(&told.concat());
}
