//! What a lecturer wants of the page: pauses, the stage, what is known between the lines of the program.

use super::*;

#[test]
fn a_pause_before_each_answer() {
    let (mut state, mut worker) = (page(), Worker::new());
    worker.act(&mut state, Action::TogglePause);
    worker.go(&mut state, Go::Step);
    let run = state.run.as_ref().unwrap();
    assert_eq!(
        (run.step, run.is_veiled, run.snapshot().step),
        (1, true, 0),
        "the question, nothing of its answer"
    );
    assert_eq!(run.event().unwrap().purpose, "purpose 0");
    assert!(worker.go(&mut state, Go::Step).is_empty(), "the answer is on record already");
    let run = state.run.as_ref().unwrap();
    assert_eq!((run.step, run.is_veiled, run.snapshot().step), (1, false, 1));
    worker.go(&mut state, Go::Step);
    assert!(state.run.as_ref().unwrap().is_veiled);
    worker.go(&mut state, Go::Back);
    let run = state.run.as_ref().unwrap();
    assert_eq!((run.step, run.is_veiled), (1, false), "what one goes back to has been seen");
    worker.go(&mut state, Go::Step);
    assert!(state.run.as_ref().unwrap().is_veiled, "a step on record asks first, too");
    worker.act(&mut state, Action::TogglePause);
    assert!(!state.run.as_ref().unwrap().is_veiled, "no longer");
    worker.act(&mut state, Action::TogglePause);
    worker.go(&mut state, Go::End);
    assert!(!state.run.as_ref().unwrap().is_veiled, "the end is no question");
    worker.go(&mut state, Go::To(5));
    worker.go(&mut state, Go::Step);
    assert!(!state.run.as_ref().unwrap().is_veiled, "nor is a step that asks nothing");
}

#[test]
fn escape_leaves_the_stage_once_nothing_is_computed() {
    let (mut state, mut worker) = (page(), Worker::new());
    assert_eq!(state.reduce(Action::ToggleStage), [Effect::FillScreen(true)]);
    let under_way = state.reduce(Action::Go(Go::Step));
    assert_eq!(state.reduce(Action::Cancel), [Effect::StopWorker]);
    assert!(state.is_stage);
    drop(under_way);
    worker.go(&mut state, Go::Step);
    assert_eq!(state.reduce(Action::Cancel), [Effect::FillScreen(false)]);
    assert!(!state.is_stage);
}

#[test]
fn where_there_is_room_for_one_column_the_text_makes_room_for_the_run() {
    let mut state = State { is_narrow: true, ..page() };
    assert!(state.show_editor);
    Worker::new().go(&mut state, Go::Step);
    assert!(!state.show_editor);
    let mut wide = page();
    Worker::new().go(&mut wide, Go::Step);
    assert!(wide.show_editor);
}

#[test]
fn a_step_that_is_pressed_while_one_is_computed_is_not_lost() {
    let (mut state, mut worker) = (page(), Worker::new());
    let effects = state.reduce(Action::Go(Go::Step));
    assert_eq!(state.reduce(Action::Go(Go::Step)), [Effect::WriteAddress], "the worker is at it already");
    assert_eq!(state.reduce(Action::Go(Go::Step)), [Effect::WriteAddress]);
    worker.serve(&mut state, effects);
    let run = state.run.as_ref().unwrap();
    assert_eq!((run.step, run.history.len(), &run.phase), (3, 3, &Phase::Ready));
}

#[test]
fn what_is_known_of_a_loop_stands_above_its_line_while_the_text_is_the_same() {
    let mut state = page();
    let effects = state.reduce(Action::Go(Go::Step));
    assert!(effects.iter().any(|e| matches!(e, Effect::StartWorker(_))));
    assert!(state.ghosts().is_empty());
    state.reduce(said(opened()));
    let formula = Formula {
        rows: vec![vec![trace::Tok { text: "x = y".into(), kind: trace::TokKind::Word }]],
        definitions: vec![],
        smt: "(= x y)".into(),
        hidden: vec![],
    };
    let watch = vec![trace::Watch { name: "G".into(), value: trace::WatchValue::Formula(0) }];
    let found = Event { formulas: vec![formula.into()], watch, ..event(0) };
    state.reduce(said(Reply::Paused { events: vec![found], finished: false }));
    let known =
        |state: &State| state.ghosts().into_iter().map(|ghost| (ghost.line, ghost.text)).collect::<Vec<_>>();
    assert_eq!(known(&state), [(4, "G: x = y".to_owned())]);
    state.reduce(Action::Go(Go::First));
    assert!(known(&state).is_empty(), "it follows the time line");
    state.reduce(Action::Go(Go::Step));
    assert_eq!(known(&state).len(), 1);
    state.reduce(Action::Edited("int x;".into()));
    assert!(known(&state).is_empty(), "nothing is known of another text");
}
