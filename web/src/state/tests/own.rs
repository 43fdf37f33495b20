//! Formulas of the user's: judged by the worker once it waits, forgotten when they or the program change, and part of links.

use super::*;
use trace::{Attempt, Claim, Condition, ConditionKind, ConditionOutcome, Judgement};
use view::page::link::Tab;

pub(super) fn write(text: &str) -> Action {
    Action::Own(ByOwn::Write(0, text.into()))
}

/// The attempts among these effects.
pub(super) fn attempts(effects: &[Effect]) -> Vec<Attempt> {
    let attempt = |effect: &Effect| match effect {
        Effect::Post(Command::Judge(attempt)) => Some(attempt.clone()),
        _ => None,
    };
    effects.iter().filter_map(attempt).collect()
}

pub(super) fn judged(number: u32) -> Action {
    let condition = Condition { kind: ConditionKind::Initiation, outcome: ConditionOutcome::Holds };
    let judgement = Judgement { conditions: vec![condition], ..Judgement::default() };
    said(Reply::Judged { number, judgement })
}

#[test]
fn turning_to_it_has_the_program_read_and_no_more() {
    let mut page = page();
    let effects = page.reduce(Action::ShowTab(Tab::Own));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::StartWorker(_))));
    assert!(attempts(&effects).is_empty());
    let effects = page.reduce(said(opened()));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Post(_))), "{effects:?}");
    let run = page.run.as_ref().unwrap();
    assert_eq!((run.step, &run.phase), (0, &Phase::Ready));
}

#[test]
fn an_invariant_is_judged_once_the_worker_waits() {
    let mut page = page();
    page.reduce(write("x >= 0"));
    let effects = page.reduce(Action::Own(ByOwn::Judge));
    assert!(attempts(&effects).is_empty() && page.own.is_busy());
    let posted = attempts(&page.reduce(said(opened())));
    assert_eq!(posted[0].claim, Claim::Invariant(vec!["x >= 0".into()]));
    // An answer to something else is none to this.
    page.reduce(judged(posted[0].number + 1));
    assert!(page.own.is_busy() && page.own.judged_at(None).is_none());
    page.reduce(judged(posted[0].number));
    assert!(!page.own.is_busy() && page.own.judged_at(None).is_some());
    // It was judged as it was written.
    page.reduce(write("x >= 1"));
    assert!(page.own.judged_at(None).is_none());
    let again = attempts(&page.reduce(Action::Own(ByOwn::Judge)));
    assert_ne!(again[0].number, posted[0].number);
    page.reduce(judged(posted[0].number));
    assert!(page.own.is_busy(), "an answer of before");
    // Another program has another invariant.
    page.reduce(judged(again[0].number));
    page.reduce(Action::Edited("skip".into()));
    assert!(page.own.judged_at(None).is_none());
    assert_eq!(page.own.invariant, ["x >= 1"], "what was written stays");
}

#[test]
fn who_stops_ends_the_worker_and_can_check_again() {
    let mut page = page();
    page.reduce(write("x >= 0"));
    page.reduce(Action::Own(ByOwn::Judge));
    page.reduce(said(opened()));
    assert_eq!(page.reduce(Action::Own(ByOwn::Stop)), [Effect::StopWorker]);
    assert!(!page.own.is_busy());
    let effects = page.reduce(Action::Own(ByOwn::Judge));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::StartWorker(_))));
    // Who cancels the run that it waits for waits no longer.
    page.reduce(said(opened()));
    page.reduce(Action::Go(Go::End));
    page.reduce(Action::Own(ByOwn::Judge));
    assert!(page.own.is_busy());
    page.reduce(Action::Cancel);
    assert!(!page.own.is_busy());
    page.reduce(Action::Own(ByOwn::Judge));
    // A worker that dies leaves nothing to be waited for.
    page.reduce(Action::WorkerFailed("gone".into()));
    assert!(!page.own.is_busy());
}

#[test]
fn a_link_has_what_was_written_and_has_it_judged() {
    let mut page = page();
    assert_eq!(page.link().own, Vec::<String>::new());
    page.reduce(Action::ShowTab(Tab::Own));
    page.reduce(write("x >= 0"));
    let link = page.link();
    assert_eq!((link.own.clone(), link.tab), (vec!["x >= 0".to_owned()], Tab::Own));
    let mut other = State::new(Document::new("Another", Setup::default()), Theme::Light);
    other.reduce(Action::OpenLink(Ok(link)));
    let posted = attempts(&other.reduce(said(opened())));
    assert_eq!(posted[0].claim, Claim::Invariant(vec!["x >= 0".into()]));
    // The next program begins without.
    other.reduce(Action::OpenDocument(Document::new("A third", Setup::default())));
    assert_eq!(other.own, Own::default());
}

#[test]
fn a_run_goes_on_with_an_interpolant_of_ones_own() {
    let mut page = page();
    let mut worker = Worker::new();
    let effects = page.reduce(Action::Go(Go::Step));
    worker.serve(&mut page, effects);
    page.reduce(Action::Own(ByOwn::WriteInterpolant("x = y".into())));
    let effects = page.reduce(Action::Own(ByOwn::GoOn));
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::StartWorker(setup) if setup.settings.own.len() == 1))
    );
    worker.serve(&mut page, effects);
    assert_eq!(page.run.as_ref().unwrap().step, 1, "at the same step");
    assert_eq!(page.link().setup.settings.own[0].text, "x = y");
    // Of another engine's run it would be another interpolant.
    page.reduce(Action::SetEngine(Engine::Bmc));
    assert!(page.document.setup.settings.own.is_empty());
}
