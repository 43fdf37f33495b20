//! What lessons are read, what is refused, and where; no text at all breaks the parser.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;

const SMALL: &str = "\
# A comment.
title: Small
about: One thing
  after the other.
program: imp
  int x;
  while x < 3 do
    x := x + 1
  done;

  assert x != 7
engine: imc
interpolants: proof
integers: bits
width: 4

stop: start
A loop. `x` counts.
the same: paragraph.

Another one.

stop: the first interpolant
tab: query
ask: What comes out?
  Think first.
answer sat: No.
  There is none.
answer unsat \"Nothing: it is unsatisfiable\": Yes: right.
then:
So it is.

stop: next interpolant
ask state: Which?
answer x = 1, b = true: One.

stop: verdict
engine: imc-i
width: 8
ask invariant: Find one.
solution: x <= 3
answer x >= 0: Too weak.
then: The end.
";

fn check(text: &str, expected: Expect) {
    let read = match parse(text) {
        Ok(lesson) => format!("{lesson:#?}"),
        Err(fault) => fault.to_string(),
    };
    expected.assert_eq(&read);
}

#[test]
fn a_lesson() {
    let lesson = parse(SMALL).unwrap();
    assert_eq!((lesson.title.as_str(), lesson.about.as_str()), ("Small", "One thing after the other."));
    assert_eq!(lesson.runs[0].source, "int x;\nwhile x < 3 do\n  x := x + 1\ndone;\n\nassert x != 7\n");
    assert_eq!(lesson.runs[0].engine, trace::Engine::IMC);
    assert_eq!(lesson.runs[0].settings.interpolants, trace::Source::Proof);
    assert_eq!(lesson.runs[0].settings.integers, trace::Integers::Bits);
    assert_eq!(lesson.runs[0].settings.width, 4);
    let second = &lesson.runs[1];
    assert_eq!(
        (second.engine.as_str(), second.settings.width, &second.source),
        ("imc-i", 8, &lesson.runs[0].source)
    );
    assert_eq!(lesson.places(2).count(), 3);
    assert_eq!(lesson.places(3).count(), 1, "the other places are of the other run");
    let stops: Vec<String> = lesson.stops.iter().map(|stop| format!("{stop:?}")).collect();
    expect![[r#"
        Stop { run: 0, place: Start, line: 17, tab: None, text: ["A loop. `x` counts. the same: paragraph.", "Another one."], ask: None, then: [] }
        Stop { run: 0, place: At(Nth(1), Named(Interpolant)), line: 23, tab: Some("query"), text: [], ask: Some(Ask { kind: Event, question: "What comes out? Think first.", answers: [Answer { text: "sat", claim: Happens(Named(Sat)), reply: "No. There is none." }, Answer { text: "Nothing: it is unsatisfiable", claim: Happens(Named(Unsat)), reply: "Yes: right." }], solution: None }), then: ["So it is."] }
        Stop { run: 0, place: At(Next, Named(Interpolant)), line: 33, tab: None, text: [], ask: Some(Ask { kind: State, question: "Which?", answers: [Answer { text: "x = 1, b = true", claim: Holds([("x", "1"), ("b", "true")]), reply: "One." }], solution: None }), then: [] }
        Stop { run: 1, place: At(Nth(1), Named(Verdict)), line: 37, tab: None, text: [], ask: Some(Ask { kind: Invariant, question: "Find one.", answers: [Answer { text: "x >= 0", claim: Formula, reply: "Too weak." }], solution: Some("x <= 3") }), then: ["The end."] }"#]]
    .assert_eq(&stops.join("\n"));
}

#[test]
fn faults_have_their_places() {
    let head = "title: T\nexample: imc-fig1\n";
    check("", expect!["line 1, column 1: before the first stop there has to be a line `title: ...`"]);
    check(
        "title: T\nstop: start",
        expect![
            "line 2, column 1: before the first stop there has to be a program: `example: imc-fig1`, or `program: imp` with indented lines below it"
        ],
    );
    check(head, expect!["line 2, column 1: the lesson has no stop: `stop: the first interpolant`"]);
    check("title: T\nexample: nothing", expect!["line 2, column 10: there is no example `nothing`"]);
    check("title: T\nengine: imx", expect!["line 2, column 1: this cannot be chosen: engine: imx"]);
    check("title: T\ncolour: red", expect!["line 2, column 1: this line chooses nothing: colour: red"]);
    check(
        "title: T\nunrollings: 4294967295",
        expect!["line 2, column 13: the most unrollings are 1 to 10000"],
    );
    check("title: T\nprogram: basic", expect!["line 2, column 10: the language is imp, c, chc or aiger"]);
    check(
        "A sentence.",
        expect![
            "line 1, column 1: before the first stop there are lines like `title: ...` alone; sentences stand below a `stop: ...`"
        ],
    );
    check(
        &format!("{head}stop: start\nanwser sat: x"),
        expect![
            "line 4, column 1: no line below a stop begins with `anwser`: there are `tab:`, `ask:`, `ask state:`, `ask invariant:`, `answer ...:`, `solution:` and `then:`; a sentence does not begin with a small letter and have a colon"
        ],
    );
    check(
        &format!("{head}stop: start\nask whether: x"),
        expect!["line 4, column 5: a question is `ask: ...`, `ask state: ...` or `ask invariant: ...`"],
    );
    check(
        &format!("{head}stop: start\nask: x?\nstop: verdict"),
        expect!["line 4, column 1: this question has no answer: below it stand lines like `answer sat: ...`"],
    );
    check(
        &format!("{head}stop: start\nask invariant: x?\nanswer x: y"),
        expect!["line 4, column 1: below this question stands a line like `solution: x = y`"],
    );
    check(
        &format!("{head}stop: start\nask state: x?\nanswer x < 1: y"),
        expect!["line 5, column 8: a state is written like `x = 1, on = true`"],
    );
    check(
        &format!("{head}stop: start\nanswer sat: y"),
        expect!["line 4, column 1: an answer stands below its question, `ask: ...`"],
    );
    check(
        &format!("{head}stop: start\n\n  indented"),
        expect!["line 5, column 3: an indented line goes on with the line before, and there is none"],
    );
    check(
        &format!("{head}stop: start\nä\u{202e}b"),
        expect!["line 4, column 2: a character here cannot be seen; take it out"],
    );
    check(
        &format!("{head}stop: start\nengine: imc"),
        expect![[r"line 4, column 1: the engine and settings of the first run stand above the first stop"]],
    );
    check(
        &format!("{head}stop: start\nstop: verdict\nWords.\n\nengine: imc"),
        expect![[
            r"line 7, column 1: what is run otherwise from this stop on is said right below `stop: ...`"
        ]],
    );
    let places = parse(&format!("{head}stop: interpolant two")).unwrap_err();
    assert_eq!((places.line, places.column), (3, 7));
    assert!(places.message.starts_with("there is no such place in a run: a place is `start`"), "{places}");
    let answers = parse(&format!("{head}stop: start\nask: x?\nanswer maybe: y")).unwrap_err();
    assert!(answers.to_string().starts_with("line 5, column 8: no answer is `maybe`"), "{answers}");
    assert!(parse(&"x".repeat(MAX_TEXT + 1)).unwrap_err().message.starts_with("a lesson has at most"));
    assert!(parse(&"x".repeat(MAX_LINE + 1)).unwrap_err().message.starts_with("a line has at most"));
    let many = format!("{head}{}", "stop: start\n".repeat(MAX_STOPS + 1));
    assert_eq!(parse(&many).unwrap_err().line, MAX_STOPS + 3);
    let many = format!("{head}stop: start\nask: x?\n{}", "answer sat: y\n".repeat(MAX_ANSWERS + 1));
    assert_eq!(parse(&many).unwrap_err().line, MAX_ANSWERS + 5);
}

#[test]
fn places() {
    let read = |text: &str| format!("{:?}", Place::read(text));
    assert_eq!(read("the first not inductive"), "Ok(At(Nth(1), Named(NotInductive)))");
    assert_eq!(read("interpolant 2"), "Ok(At(Nth(2), Named(Interpolant)))");
    assert_eq!(read("line 18"), "Ok(At(Nth(1), Line(18)))");
    assert_eq!(read("next line 18"), "Ok(At(Next, Line(18)))");
    assert_eq!(read("the third line 18"), "Ok(At(Nth(3), Line(18)))");
    assert_eq!(read("step 12"), "Ok(Step(12))");
    assert_eq!(read("start"), "Ok(Start)");
    for wrong in [
        "",
        "interpolant 0",
        "the first",
        "first interpolant 2",
        "next",
        "step x",
        "step 1000001",
        "the moon",
    ] {
        assert!(Place::read(wrong).is_err(), "{wrong}");
    }
}

/// Texts made of the format's own pieces, which reach further into the parser than any characters do.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "title: T\n",
        "about: a\n",
        "example: imc-fig1\n",
        "program: imp\n",
        "program: c\n",
        "  x := 1\n",
        "\n",
        "stop: start\n",
        "stop: interpolant 2\n",
        "stop: next sat\n",
        "stop: line 9\n",
        "tab: query\n",
        "ask: q?\n",
        "ask state: q?\n",
        "ask invariant: q?\n",
        "answer sat: no\n",
        "answer x = 1: no\n",
        "answer unsat \"l: m\": no\n",
        "solution: x = 1\n",
        "then:\n",
        "then: more\n",
        "Words `x` here.\n",
        "  more\n",
        "engine: imc\n",
        "integers: bits\n",
        "width: 9\n",
        "# no\n",
        ":",
        "\"",
        "\u{202e}",
        "ß",
        "answer ",
        "stop",
        "\r\n",
        "\t",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|all| all.concat())
}

proptest! {
    #[test]
    fn any_text_is_refused_at_a_place_in_it_or_read(text in prop_oneof![pieces(), any::<String>(), "(?s).{0,300}"]) {
        match parse(&text) {
            Ok(lesson) => {
                prop_assert!(!lesson.stops.is_empty() && lesson.stops.len() <= MAX_STOPS);
                prop_assert!(!lesson.title.is_empty() && !lesson.runs[0].source.trim().is_empty());
                for stop in &lesson.stops {
                    prop_assert!(stop.ask.as_ref().is_none_or(|ask| !ask.answers.is_empty() || ask.solution.is_some()));
                }
            }
            Err(fault) => {
                let lines: Vec<&str> = text.lines().collect();
                prop_assert!(fault.line >= 1 && fault.line <= lines.len().max(1), "{}", fault);
                let length = lines.get(fault.line - 1).map_or(0, |line| line.chars().count());
                prop_assert!(fault.column >= 1 && fault.column <= length + 1, "{}", fault);
            }
        }
    }

    #[test]
    fn a_mutated_lesson_is_refused_or_read(at in 0..SMALL.len(), with in "\\PC{0,3}", length in 0usize..9) {
        let end = (at + length).min(SMALL.len());
        let mut text = SMALL.to_owned();
        text.replace_range(at..end, &with);
        if let Err(fault) = parse(&text) {
            prop_assert!(fault.line <= text.lines().count());
        }
    }
}
