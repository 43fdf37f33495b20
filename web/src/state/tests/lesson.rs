//! A lesson: stops that the run goes to, questions that hide the answer until they are answered, the way back, what is remembered.

use super::*;
use crate::state::lesson::taking::{is_answered, is_away};
use crate::state::lesson::{ByLesson, Errand, Way};
use crate::state::own::ByOwn;
use view::lesson::Origin;

const LESSON: &str = "title: L\nexample: fib-fig3b\nengine: imc\n
stop: start\ntab: query\nHello.\n
stop: interpolant 1\nask: What?\nanswer sat: No.\nanswer unsat: Yes.\nthen: So.\n
stop: next interpolant\nMore.\n
stop: verdict\nask: How?\nanswer safe: No.\nanswer unknown: Yes.\n";

fn by(action: ByLesson) -> Action {
    Action::Lesson(action)
}

fn came(text: &str, stop: Option<usize>, kept: &str) -> Action {
    by(ByLesson::Came(Origin::Own(text.into()), text.into(), stop, kept.into()))
}

/// A page that has opened the lesson, and its worker.
fn taking(stop: Option<usize>, kept: &str) -> (State, Worker) {
    let (mut state, mut worker) = (page(), Worker::new());
    worker.act(&mut state, came(LESSON, stop, kept));
    (state, worker)
}

fn at(state: &State) -> (usize, usize, Way) {
    let class = state.lesson.as_ref().unwrap();
    (class.at, state.run.as_ref().unwrap().step, class.way)
}

fn is_veiled(state: &State) -> bool {
    state.run.as_ref().unwrap().is_veiled
}

#[test]
fn the_run_goes_from_stop_to_stop() {
    let (mut state, mut worker) = taking(None, "");
    assert_eq!(at(&state), (0, 0, Way::There));
    assert_eq!((state.tab, state.document.name.as_str()), (Tab::Query, "L"));
    worker.act(&mut state, Action::Turn(Go::Step));
    assert_eq!(at(&state), (1, 2, Way::There));
    assert_eq!(state.tab, Tab::Query, "the view stays until a stop names another");
    assert!(is_veiled(&state) && !is_answered(&state), "the answer is not shown yet");
    worker.act(&mut state, by(ByLesson::Answer(0)));
    assert!(is_veiled(&state), "that was wrong");
    worker.act(&mut state, by(ByLesson::Answer(1)));
    assert!(!is_veiled(&state) && is_answered(&state));
    worker.act(&mut state, Action::Turn(Go::Step));
    assert_eq!(at(&state), (2, 4, Way::There));
    worker.act(&mut state, Action::Turn(Go::Step));
    assert_eq!(at(&state), (3, 6, Way::There));
    // Who goes on without an answer has it shown.
    assert!(is_veiled(&state));
    worker.act(&mut state, Action::Turn(Go::Step));
    assert!(!is_veiled(&state) && is_answered(&state));
    worker.act(&mut state, by(ByLesson::Answer(0)));
    assert_eq!(
        state.lesson.as_ref().unwrap().given[3],
        [2, 0],
        "why an answer is wrong can be asked afterwards"
    );
    assert!(!is_veiled(&state) && is_answered(&state));
    worker.act(&mut state, Action::Turn(Go::Step));
    assert_eq!(at(&state), (3, 6, Way::There), "that was the last stop");
    worker.act(&mut state, Action::Turn(Go::Back));
    worker.act(&mut state, Action::Turn(Go::Back));
    assert_eq!(at(&state), (1, 2, Way::There));
    assert!(!is_veiled(&state), "what was answered is answered");
    worker.act(&mut state, by(ByLesson::Close));
    assert!(state.lesson.is_none() && state.run.is_some());
    worker.act(&mut state, Action::Turn(Go::Step));
    assert_eq!(place(&state).0, 3, "without a lesson these keys step");
}

#[test]
fn the_time_line_is_free_and_there_is_a_way_back() {
    let (mut state, mut worker) = taking(Some(1), "");
    assert_eq!(at(&state), (1, 2, Way::There));
    worker.go(&mut state, Go::Next(Jump::Unrolling));
    assert!(is_away(&state));
    assert!(!state.fragment(true).unwrap().starts_with("lesson="), "what is seen is shared");
    assert!(state.fragment(false).unwrap().starts_with("lesson=~"));
    worker.act(&mut state, Action::Turn(Go::Step));
    assert_eq!(at(&state), (1, 2, Way::There), "first back to the stop");
    assert!(state.fragment(true).unwrap().ends_with("/2"));
    // Another program: the lesson has its own again.
    worker.act(&mut state, Action::Edited("skip".into()));
    assert!(is_away(&state));
    worker.act(&mut state, by(ByLesson::To(2)));
    assert_eq!(at(&state), (2, 4, Way::There));
    assert_eq!(*state.document.setup, state.lesson.as_ref().unwrap().lesson.runs[0]);
    // A document of the user's ends it.
    worker.act(&mut state, Action::OpenDocument(Document::new("Mine", Setup::default())));
    assert!(state.lesson.is_none());
}

#[test]
fn what_was_answered_is_remembered() {
    let (mut state, _) = taking(Some(1), "");
    let effects = state.reduce(by(ByLesson::Answer(0)));
    let kept = effects.iter().find_map(|effect| match effect {
        Effect::Lesson(Errand::Keep(_, text)) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(kept.as_deref(), Some("2/4;,0,,"));
    let (state, _) = taking(None, "2/4;,0.1,,");
    assert_eq!(at(&state), (1, 2, Way::There));
    assert!(!is_veiled(&state) && is_answered(&state));
    for broken in ["2/5;,1,,", "9/4;,x.99,,,,,,", "0/4;", ";;;", "/", "2/4;,7,,"] {
        let (state, _) = taking(None, broken);
        assert!(state.lesson.as_ref().unwrap().given.iter().all(Vec::is_empty), "{broken}");
    }
}

#[test]
fn a_run_on_its_way_can_be_stopped_and_one_that_never_comes_is_told() {
    let mut state = page();
    state.reduce(came(LESSON, Some(3), ""));
    state.reduce(said(opened()));
    assert_eq!(at(&state), (3, 0, Way::Going));
    state.reduce(Action::Cancel);
    assert_eq!(at(&state).2, Way::Stopped);
    let mut worker = Worker::new();
    worker.act(&mut state, by(ByLesson::To(3)));
    assert_eq!(at(&state), (3, 6, Way::There));
    let (mut state, mut worker) = (page(), Worker::new());
    worker.act(&mut state, came(&format!("{LESSON}\nstop: the first widening\n"), Some(4), ""));
    assert_eq!(at(&state).2, Way::Never);
    worker.act(&mut state, Action::Turn(Go::Back));
    assert_eq!(at(&state).2, Way::There);
}

#[test]
fn a_text_that_is_no_lesson_is_kept_to_be_mended() {
    let mut state = page();
    let text = LESSON.replace("unsat", "unsatt");
    state.reduce(by(ByLesson::OpenText("mine.lesson".into(), text.clone())));
    assert!(state.lesson.is_none() && state.dialog == Some(Dialog::Lessons));
    let broken = |state: &State| state.listing.as_ref().unwrap().broken.clone().unwrap();
    let (name, kept, fault) = broken(&state);
    assert_eq!(
        (name.as_str(), kept.as_str(), fault.line, fault.column),
        ("mine.lesson", text.as_str(), 12, 8)
    );
    let mended = text.replace("unsatt", "unsat");
    state.reduce(by(ByLesson::Write(mended.clone())));
    assert_eq!(broken(&state).1, mended);
    let effects = state.reduce(by(ByLesson::OpenText(name, mended.clone())));
    assert_eq!(effects, [Effect::Lesson(Errand::Fetch(Origin::Own(mended), None))]);
    // A link that leads nowhere changes nothing.
    let before = state.document.clone();
    assert!(state.reduce(by(ByLesson::Follow("#lesson=../x/1".into()))).is_empty());
    assert!(state.notice.is_some() && state.document == before);
}

#[test]
fn a_worker_that_dies_on_the_way_leaves_a_way_back() {
    let mut state = page();
    state.reduce(came(LESSON, Some(3), ""));
    assert_eq!(at(&state).2, Way::Going);
    state.reduce(Action::WorkerFailed("out of memory".into()));
    assert_eq!(at(&state).2, Way::Stopped);
    assert!(is_away(&state));
    let effects = state.reduce(by(ByLesson::To(3)));
    assert_eq!(at(&state).2, Way::Going, "another worker sets out: {effects:?}");
}

#[test]
fn what_was_judged_at_another_stop_answers_nothing() {
    let text = "title: L\nexample: fib-fig3b\nengine: imc\n
stop: verdict\nask invariant: One?\nsolution: x = y\n
stop: verdict\nask invariant: Another?\nsolution: x = y\n";
    let (mut state, mut worker) = (page(), Worker::new());
    worker.act(&mut state, came(text, Some(0), ""));
    assert_eq!((state.tab, is_answered(&state)), (Tab::Own, false));
    state.reduce(own::write("x = y"));
    let posted = own::attempts(&state.reduce(Action::Own(ByOwn::Judge)));
    state.reduce(own::judged(posted[0].number));
    assert!(is_answered(&state));
    worker.act(&mut state, by(ByLesson::To(1)));
    assert!(!is_answered(&state) && is_veiled(&state));
}
