//! Every lesson, run to its end: each stop is there, in order; each question has answers that are right and answers that are not, by what
//! the event says; each formula is one; and what there is at the stops is kept as text, to be read beside the sentences
//! (`UPDATE_EXPECT=1` writes it anew).

use expect_test::expect_file;
use library::lesson::{AskKind, Lesson};
use loopglass_tests::{read, root};
use session::{Session, judge};
use std::collections::BTreeSet;
use std::fmt::Write;
use trace::{Attempt, Claim, Judgement, Setup};
use view::lesson::{found, rights, step_of};
use view::own;
use view::run::history::History;
use view::run::timeline::marks;

/// The keys, titles and subjects of the list.
fn listed() -> Vec<(String, String, String)> {
    let index = read("static/lessons/index.txt");
    let line = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [key, title, about] = parts[..] else { panic!("{line}") };
        (key.to_owned(), title.to_owned(), about.to_owned())
    };
    index.lines().map(line).collect()
}

fn run(setup: &Setup) -> History {
    let (mut session, _) = Session::open(setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut history = History::default();
    while let Some(event) = session.advance() {
        history.push(event).expect("events come in order");
    }
    history
}

fn judged(setup: &Setup, text: &str) -> Judgement {
    judge(&Attempt { number: 1, setup: setup.clone(), claim: Claim::Invariant(vec![text.into()]) })
}

/// Whether this is a formula or a term over the program's variables, or a piece of its text.
fn is_program_text(setup: &Setup, text: &str) -> bool {
    let is_formula = |text: &str| judged(setup, text).problem.is_none();
    is_formula(text) || is_formula(&format!("({text}) = ({text})")) || setup.source.contains(text)
}

/// Goes through a lesson; gives what there is at its stops.
fn take(name: &str, lesson: &Lesson) -> String {
    let runs: Vec<History> = lesson.runs.iter().map(run).collect();
    let mut out = String::new();
    let mut before = (0, 0);
    for (at, stop) in lesson.stops.iter().enumerate() {
        let (setup, history) = (lesson.setup(at), &runs[stop.run]);
        let here = format!("{name}, line {}", stop.line);
        let step = step_of(lesson, at, history).unwrap_or_else(|| panic!("{here}: no such place in the run"));
        assert!((stop.run, step) >= before, "{here}: step {step} is before that of the stop before");
        before = (stop.run, step);
        let _ = writeln!(out, "{}. {} step {step} of {}", at + 1, setup.engine, history.len());
        if let Some(event) = history.event(step) {
            // Not in the words of the captions, which are told elsewhere.
            let answer =
                event.query.as_ref().map_or("nothing asked", |query| view::run::words::answer(&query.answer));
            let marks: Vec<&str> = marks(event).iter().map(|mark| mark.title()).collect();
            let _ = writeln!(out, "   line {}: {answer}; {}", event.line, marks.join(", "));
            if let Some(formula) = found(event).and_then(|id| history.formula(id)) {
                let _ = writeln!(out, "   found: {}", formula.text());
            }
        }
        let mut texts: Vec<&String> = stop.text.iter().chain(&stop.then).collect();
        if let Some(ask) = &stop.ask {
            texts.push(&ask.question);
            texts.extend(ask.answers.iter().map(|answer| &answer.reply));
            assert!(!ask.question.is_empty(), "{here}: nothing is asked");
            for answer in &ask.answers {
                assert!(!answer.reply.is_empty(), "{here}: nothing is said to who answers {}", answer.text);
            }
            if ask.kind == AskKind::Invariant {
                let solution = ask.solution.as_ref().expect("the parser asks for it");
                assert!(own::succeeds(&judged(setup, solution)), "{here}: {solution} is no solution");
                for answer in &ask.answers {
                    let judgement = judged(setup, &answer.text);
                    assert!(judgement.problem.is_none(), "{here}: {} is no formula", answer.text);
                    assert!(!own::succeeds(&judgement), "{here}: {} will do", answer.text);
                }
            } else {
                let right =
                    rights(ask, history, step).unwrap_or_else(|| panic!("{here}: nothing to be right about"));
                let right: Option<Vec<bool>> = right.into_iter().collect();
                let right = right.unwrap_or_else(|| panic!("{here}: an answer cannot be judged"));
                assert!(right.contains(&true) && right.contains(&false), "{here}: {right:?}");
                for (answer, right) in ask.answers.iter().zip(&right) {
                    let _ = writeln!(
                        out,
                        "   {} {}: {}",
                        if *right { '✓' } else { '✗' },
                        answer.text,
                        answer.reply
                    );
                }
            }
        }
        assert!(!texts.is_empty(), "{here}: nothing is said");
        for text in texts {
            assert!(text.matches('`').count() % 2 == 0, "{here}: a backquote is missing: {text}");
            for code in text.split('`').skip(1).step_by(2) {
                assert!(is_program_text(setup, code), "{here}: “{code}” is not of this program");
            }
        }
    }
    for history in &runs {
        let is_over = |event: &trace::Event| {
            event.changes.iter().any(|change| matches!(change, trace::Change::Verdict(_)))
        };
        assert!(history.events().any(is_over), "{name}: a run has no verdict");
    }
    out
}

#[test]
fn each_lesson_is_true_of_its_run() {
    for (key, title, about) in listed() {
        let lesson = view::lesson::read(&read(&format!("static/lessons/{key}.lesson")))
            .unwrap_or_else(|fault| panic!("{key}, {fault}"));
        assert_eq!((&lesson.title, &lesson.about), (&title, &about), "{key}: the list says otherwise");
        let asked = lesson.stops.iter().filter(|stop| stop.ask.is_some()).count();
        assert!(asked >= 3, "{key} asks {asked} questions");
        expect_file![root().join(format!("tests/lessons/{key}.txt"))].assert_eq(&take(&key, &lesson));
    }
}

#[test]
fn the_list_has_every_lesson_once() {
    let listed: Vec<String> = listed().into_iter().map(|(key, ..)| key).collect();
    let known: BTreeSet<String> = std::fs::read_dir(root().join("static/lessons"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".lesson").map(str::to_owned))
        .collect();
    assert_eq!(listed.len(), known.len());
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), known);
    assert!(listed.len() >= 10 && listed.iter().all(|key| view::lesson::is_key(key)));
}

#[test]
fn the_guides_example_is_a_lesson() {
    let guide = read("docs/lessons.md");
    let example =
        guide.split("```lesson\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let lesson = view::lesson::read(example).unwrap_or_else(|fault| panic!("{fault}"));
    let text = take("docs/lessons.md", &lesson);
    assert!(text.contains('✓') && lesson.runs.len() == 2, "{text}");
    for name in library::lesson::names() {
        assert!(guide.contains(&format!("`{name}`")), "the guide does not tell of `{name}`");
    }
}
