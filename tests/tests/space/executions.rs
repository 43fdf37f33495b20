//! The execution that fails, as points that follow each other: one for each visit of the loop, with the values there.

use library::examples::by_key;
use session::{Session, verdict_of};
use trace::{Setup, Verdict};
use view::run::history::History;
use view::space::trail::{at_first_visit, trail};

/// Of an unsafe example: the values at each visit, and those at the first one as the verdict tells them.
fn visits(key: &str) -> (Vec<String>, Vec<String>) {
    let setup: Setup = by_key(key).unwrap().taught();
    let (mut session, opened) = Session::open(&setup).unwrap();
    let events = session.run_to_end();
    let Some(Verdict::Unsafe(execution)) = verdict_of(&events) else { panic!("{key} is unsafe") };
    let first = at_first_visit(execution).expect("it comes to the loop").to_vec();
    let rounds = execution.rows.iter().map(|row| row.round).max().unwrap() as usize;
    let mut history = History::default();
    events.iter().for_each(|event| history.push(event.clone()).unwrap());
    let last = trail((&opened, setup.engine), &history, history.len()).expect("an execution");
    let states: Vec<String> = last.states.iter().map(|state| state.text()).collect();
    assert_eq!(states.len(), rounds + 1, "{key}: each visit, and the failure");
    (states, first)
}

#[test]
fn of_a_program() {
    let (states, first) = visits("c-stumble-unsafe");
    assert_eq!(states[0], "(n = 4, x = 0, y = 0)");
    assert_eq!(first, ["4", "0", "0"], "not the values before anything was chosen");
}

#[test]
fn of_a_circuit() {
    let (states, _) = visits("aiger-counter-unsafe");
    assert_eq!(states[0], "(bit0 = false, bit1 = false, bit2 = false)");
    assert_ne!(states[1], states[0], "the first clock cycle changes a latch");
    assert_eq!(states[states.len() - 1], states[states.len() - 2], "it fails in the last cycle");
}
