//! Two runs side by side: what is asked of which worker, and where both stand.

use super::super::compare::{ByCompare, OfSecond};
use super::*;
use view::compare::Rival;

/// Plays both workers; the second run has another third step, and one step more.
fn serve(state: &mut State, effects: Vec<Effect>) {
    let mut first = Worker::new();
    let mut of_second: Vec<OfSecond> = Vec::new();
    for effect in effects {
        match effect {
            Effect::Second(one) => of_second.push(one),
            other => {
                first.serve(state, vec![other]);
            }
        }
    }
    let mut queue = of_second;
    while !queue.is_empty() {
        let replies = match queue.remove(0) {
            OfSecond::Start(setup) => {
                assert_eq!(setup, state.compare.as_ref().unwrap().run.setup);
                vec![opened()]
            }
            OfSecond::Post(Command::Advance(_)) => {
                let mut events: Vec<Event> = (0..6).map(event).collect();
                events[2].outcome = "another".into();
                events[5].changes.clear();
                let last = Event { index: 6, ..event(5) };
                events.push(last);
                vec![Reply::Paused { events, finished: true }]
            }
            OfSecond::Post(_) | OfSecond::Stop => vec![],
        };
        for reply in replies {
            let text = serde_json::to_string(&reply).unwrap();
            let effects = state.reduce(Action::Compare(ByCompare::Reply(reply, text.into())));
            queue.extend(effects.into_iter().filter_map(|effect| match effect {
                Effect::Second(one) => Some(one),
                _ => None,
            }));
        }
    }
}

fn compared() -> State {
    let mut state = page();
    let rival = Rival { engine: Engine::BMC, ..Rival::of(&state.document.setup) };
    state.reduce(Action::Compare(ByCompare::Choose(rival)));
    let effects = state.reduce(Action::Compare(ByCompare::Start));
    serve(&mut state, effects);
    state
}

/// The steps of both.
fn both(state: &State) -> (usize, usize, usize) {
    let compare = state.compare.as_ref().unwrap();
    (compare.step, state.run.as_ref().unwrap().step, compare.at())
}

#[test]
fn both_are_computed_and_go_to_where_they_part() {
    let mut state = compared();
    assert_eq!(state.compare.as_ref().unwrap().run.setup.engine, Engine::BMC);
    assert_eq!((state.tab, state.parting(), both(&state)), (Tab::Compare, Some(3), (3, 3, 3)));
    state.reduce(Action::Go(Go::Back));
    assert_eq!(both(&state), (2, 2, 2));
    state.reduce(Action::Go(Go::End));
    assert_eq!(both(&state), (7, 6, 7), "the shorter run stays at its end");
    state.reduce(Action::Go(Go::Step));
    assert_eq!(both(&state), (7, 6, 7));
    state.reduce(Action::Go(Go::Previous(Jump::Interpolant)));
    assert_eq!(both(&state), (6, 6, 6), "the verdict of the shorter one");
    state.reduce(Action::Go(Go::Previous(Jump::Interpolant)));
    assert_eq!(both(&state), (4, 4, 4));
    state.reduce(Action::Compare(ByCompare::Part));
    assert_eq!(both(&state), (3, 3, 3));
}

#[test]
fn a_link_opens_both_at_its_step() {
    let mut state = compared();
    state.reduce(Action::Go(Go::To(5)));
    let link = view::page::link::decode(&state.fragment(true).unwrap()).unwrap().unwrap();
    assert_eq!((link.step, link.rival.unwrap().engine), (5, Engine::BMC));
    let mut other = page();
    let effects = other.reduce(Action::OpenLink(Ok(link)));
    serve(&mut other, effects);
    assert_eq!((other.tab, both(&other)), (Tab::Compare, (5, 5, 5)));
}

#[test]
fn a_new_run_ends_the_comparison() {
    let mut state = compared();
    let effects = state.reduce(Action::Restart);
    assert!(effects.contains(&Effect::Second(OfSecond::Stop)) && state.compare.is_none());
    let mut state = compared();
    state.reduce(Action::Compare(ByCompare::Failed("out of memory".into())));
    let run = &state.compare.as_ref().unwrap().run;
    assert!(matches!(&run.phase, Phase::Crashed(why) if why == "out of memory"));
    assert_eq!(both(&state), (3, 3, 3), "what was computed stays");
}
