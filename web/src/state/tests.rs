//! Sessions of a user, played natively: actions in, effects and state checked. The worker's part is played by hand.

mod compare;

mod lecture;

mod lesson;

mod own;

use super::*;
use trace::{
    Answer, Change, Command, Counters, Engine, Event, Execution, FailingAssertion, Formula, Opened,
    ProofSize, Query, Reply, SatMeaning, Settings, UnknownReason, Verdict,
};
use trace::{Integers, Language};
use view::run::timeline::Jump;

/// A page with the first example in its editor.
fn page() -> State {
    let example = library::first();
    State::new(Document::new(example.title, example.setup(&Setup::default())), Theme::Light)
}

fn said(reply: Reply) -> Action {
    let text = serde_json::to_string(&reply).unwrap();
    Action::Reply(reply, text.into())
}

fn opened() -> Reply {
    let formula = || Formula { rows: vec![vec![]], definitions: vec![], smt: "true".into(), hidden: vec![] };
    Reply::Opened(Box::new(Opened {
        variables: vec![],
        inputs: vec![],
        head_line: Some(4),
        init: formula(),
        trans: formula(),
        bad: formula(),
        early: formula(),
        problems: vec![],
        outline: Default::default(),
    }))
}

/// The event of this index of a run of six: interpolants at 1 and 3, an unrolling at 2, a verdict at 5.
fn event(index: u32) -> Event {
    let changes = match index {
        1 | 3 => vec![Change::InterpolantAdded { index, formula: 0 }],
        2 => vec![Change::BoundRaised { k: 2 }],
        5 => vec![Change::Verdict(Box::new(Verdict::Unknown(UnknownReason::Unrollings(2))))],
        _ => vec![],
    };
    let answer = Answer::Unsat { core: vec![], proof: ProofSize::default(), interpolant: None, tree: None };
    Event {
        index,
        line: 9,
        purpose: format!("purpose {index}"),
        query: (index < 5).then_some(Query { same: 0, parts: vec![], shared: vec![], answer }),
        outcome: String::new(),
        changes,
        watch: vec![],
        formulas: vec![],
        counters: Counters::default(),
        costs: vec![],
    }
}

/// Plays the worker: answers each command with the events of the run, from the `done`-th on.
struct Worker {
    done: u32,
}

impl Worker {
    fn new() -> Worker {
        Worker { done: 0 }
    }

    /// Carries out effects until nothing more is asked of the worker; returns all commands that were posted.
    fn serve(&mut self, state: &mut State, effects: Vec<Effect>) -> Vec<Command> {
        let mut posted = Vec::new();
        let mut queue = effects;
        while !queue.is_empty() {
            let effect = queue.remove(0);
            match effect {
                Effect::StartWorker(setup) => {
                    self.done = 0;
                    assert_eq!(setup, state.run.as_ref().unwrap().setup);
                    queue.extend(state.reduce(said(opened())));
                }
                Effect::Post(command) => {
                    posted.push(command.clone());
                    let Command::Advance(count) = command else {
                        panic!("the page opens with the worker's start")
                    };
                    let end = self.done.saturating_add(count).min(6);
                    // The last event comes with the pause, others before it.
                    let mut events: Vec<Event> = (self.done..end).map(event).collect();
                    let last = events.split_off(events.len().saturating_sub(1));
                    for event in events {
                        queue.extend(state.reduce(said(Reply::Events(vec![event]))));
                    }
                    let finished = u64::from(self.done) + u64::from(count) > 6;
                    self.done = end;
                    queue.extend(state.reduce(said(Reply::Paused { events: last, finished })));
                }
                _ => {}
            }
        }
        posted
    }

    fn act(&mut self, state: &mut State, action: Action) -> Vec<Command> {
        let effects = state.reduce(action);
        self.serve(state, effects)
    }

    fn go(&mut self, state: &mut State, go: Go) -> Vec<Command> {
        self.act(state, Action::Go(go))
    }
}

/// Where the user stands, and how much is on record.
fn place(state: &State) -> (usize, usize) {
    let run = state.run.as_ref().unwrap();
    (run.step, run.history.len())
}

#[test]
fn a_step_starts_the_run_and_computes_one_event_at_a_time() {
    let (mut page, mut worker) = (page(), Worker::new());
    assert_eq!(worker.go(&mut page, Go::Step), [Command::Advance(1)]);
    assert_eq!(place(&page), (1, 1));
    assert_eq!(worker.go(&mut page, Go::Step), [Command::Advance(1)]);
    assert_eq!(place(&page), (2, 2));
    assert_eq!(worker.go(&mut page, Go::Back), []);
    assert_eq!(place(&page), (1, 2));
    assert_eq!(worker.go(&mut page, Go::Step), [], "on record already");
    assert_eq!(place(&page), (2, 2));
    assert_eq!(worker.go(&mut page, Go::First), []);
    assert_eq!(place(&page), (0, 2));
    assert_eq!(worker.go(&mut page, Go::Back), []);
    assert_eq!(worker.go(&mut page, Go::To(99)), []);
    assert_eq!(place(&page), (2, 2));
}

#[test]
fn jumps_compute_no_further_than_needed() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Next(Jump::Interpolant));
    assert_eq!(place(&page), (2, 2));
    worker.go(&mut page, Go::Next(Jump::Unrolling));
    assert_eq!(place(&page), (3, 3));
    worker.go(&mut page, Go::Next(Jump::Interpolant));
    assert_eq!(place(&page), (4, 4));
    assert_eq!(worker.go(&mut page, Go::Previous(Jump::Interpolant)), []);
    assert_eq!(place(&page), (2, 4));
    worker.go(&mut page, Go::Next(Jump::Unrolling));
    worker.go(&mut page, Go::Next(Jump::Unrolling));
    assert_eq!(place(&page), (6, 6), "no further unrolling: the verdict");
}

#[test]
fn running_to_the_end_shows_the_verdict() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::End);
    assert_eq!(place(&page), (6, 6));
    assert_eq!(page.tab, Tab::Verdict);
    assert!(!page.can_compute());
    assert_eq!(worker.go(&mut page, Go::Step), []);
    worker.go(&mut page, Go::First);
    assert_eq!(worker.go(&mut page, Go::End), []);
    assert_eq!(place(&page), (6, 6));
}

#[test]
fn cancelling_keeps_what_is_there_and_going_on_replays_it() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Step);
    worker.go(&mut page, Go::Step);
    let effects = page.reduce(Action::Go(Go::End));
    assert!(effects.contains(&Effect::Post(Command::Advance(u32::MAX))));
    page.reduce(said(Reply::Events(vec![event(2)])));
    assert_eq!(page.reduce(Action::Cancel), [Effect::StopWorker]);
    assert_eq!(place(&page), (3, 3));
    assert_eq!(page.run.as_ref().unwrap().phase, Phase::Cancelled);
    // What was under way is not heard any more.
    page.reduce(said(Reply::Events(vec![event(3)])));
    assert_eq!(place(&page), (3, 3));
    assert_eq!(page.reduce(Action::Cancel), [], "there is nothing to cancel");
    // A new worker computes the same three events, and one more.
    assert_eq!(worker.go(&mut page, Go::Step), [Command::Advance(4)]);
    assert_eq!(place(&page), (4, 4));
    assert_eq!(worker.go(&mut page, Go::Step), [Command::Advance(1)]);
}

#[test]
fn a_jump_after_cancelling_replays_first() {
    let (mut page, mut worker) = (page(), Worker::new());
    let effects = page.reduce(Action::Go(Go::Next(Jump::Interpolant)));
    assert!(matches!(effects[0], Effect::StartWorker(_)));
    page.reduce(said(opened()));
    page.reduce(said(Reply::Events(vec![event(0)])));
    page.reduce(Action::Cancel);
    worker.go(&mut page, Go::Next(Jump::Interpolant));
    assert_eq!(place(&page), (2, 2));
}

#[test]
fn a_replay_that_differs_is_told() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Step);
    page.reduce(Action::Go(Go::Step));
    page.reduce(Action::Cancel);
    page.reduce(Action::Go(Go::Step));
    page.reduce(said(opened()));
    let effects = page.reduce(said(Reply::Events(vec![Event { line: 1, ..event(0) }])));
    assert!(effects.contains(&Effect::StopWorker));
    assert!(matches!(&page.run.as_ref().unwrap().phase, Phase::Crashed(why) if why.contains("step 1")));
    assert_eq!(place(&page), (1, 1));
}

#[test]
fn looking_back_while_steps_come_in_does_not_move_the_user() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Step);
    let tab = page.tab;
    page.reduce(Action::Go(Go::End));
    page.reduce(said(Reply::Events(vec![event(1), event(2)])));
    assert_eq!(place(&page), (3, 3), "the page follows");
    page.reduce(Action::Go(Go::Back));
    page.reduce(said(Reply::Events(vec![event(3), event(4), event(5)])));
    page.reduce(said(Reply::Paused { events: vec![], finished: true }));
    assert_eq!(place(&page), (2, 6));
    assert_eq!(page.tab, tab, "how the run ended is not put before what is looked at");
}

#[test]
fn an_edit_makes_the_run_stale_and_undoing_it_fresh() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Step);
    let text = page.document.setup.source.clone();
    assert_eq!(page.stale(), None);
    page.reduce(Action::Edited(format!("{text} ")));
    assert_eq!(page.stale(), Some(Stale::Program));
    assert!(!page.can_compute());
    assert_eq!(worker.go(&mut page, Go::Step), [], "an old run is not continued");
    worker.go(&mut page, Go::Back);
    assert_eq!(place(&page), (0, 1), "but looked at");
    page.reduce(Action::Edited(text));
    assert_eq!(page.stale(), None);
    page.reduce(Action::SetEngine(Engine::BMC));
    assert_eq!(page.stale(), Some(Stale::Engine));
    page.reduce(Action::SetEngine(Engine::IMC));
    page.reduce(Action::SetSettings(Settings { max_unrollings: 3, ..Settings::default() }));
    assert_eq!(page.stale(), Some(Stale::Settings));
    worker.act(&mut page, Action::Restart);
    assert_eq!(page.stale(), None);
    Rc::make_mut(&mut page.document.setup).settings.integers = Integers::Mathematical;
    assert_ne!(page.stale(), Some(Stale::Reading), "IMP has one reading");
    Rc::make_mut(&mut page.document.setup).language = Language::C;
    assert_eq!(page.stale(), Some(Stale::Program));
    let run = page.run.as_mut().expect("a run");
    Rc::make_mut(&mut run.setup).language = Language::C;
    assert_eq!(page.stale(), Some(Stale::Reading));
    assert_eq!(place(&page), (0, 0));
}

#[test]
fn a_refused_program_can_be_mended_and_started_again() {
    let mut page = page();
    page.reduce(Action::Edited("while x do done".into()));
    assert!(!page.problems.is_empty());
    page.reduce(Action::Go(Go::Step));
    let problems = page.problems.to_vec();
    assert_eq!(page.reduce(said(Reply::Rejected(problems)))[0], Effect::StopWorker);
    assert!(matches!(page.run.as_ref().unwrap().phase, Phase::Rejected(_)));
    assert!(!page.can_compute(), "the same text would be refused again");
    page.reduce(Action::Edited("x := 1 { x = 1 }".into()));
    assert!(page.problems.is_empty());
    assert!(page.can_compute());
    let effects = page.reduce(Action::Go(Go::Step));
    assert!(
        effects.iter().any(|e| matches!(e, Effect::StartWorker(setup) if setup.source == "x := 1 { x = 1 }"))
    );
}

#[test]
fn a_worker_that_dies_leaves_the_steps() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Step);
    page.reduce(Action::Go(Go::Step));
    assert_eq!(page.reduce(Action::WorkerFailed("out of memory".into())), [Effect::StopWorker]);
    assert_eq!(place(&page), (1, 1));
    assert!(matches!(&page.run.as_ref().unwrap().phase, Phase::Crashed(why) if why == "out of memory"));
    worker.act(&mut page, Action::Restart);
    assert_eq!(worker.go(&mut page, Go::Step), [Command::Advance(1)]);
}

#[test]
fn a_link_opens_the_same_step_again() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::End);
    worker.go(&mut page, Go::To(4));
    page.reduce(Action::ShowTab(Tab::Program));
    let link = page.link();
    let text = view::page::link::encode(&link).unwrap();
    let mut other = self::page();
    let decoded = view::page::link::decode(&text).map(Option::unwrap).map_err(|e| e.to_string());
    assert_eq!(worker.act(&mut other, Action::OpenLink(decoded)), [Command::Advance(4)]);
    assert_eq!(place(&other), (4, 4));
    assert_eq!(other.tab, Tab::Program);
    assert_eq!(other.link(), link);
}

#[test]
fn opening_saves_what_the_user_wrote() {
    let mut page = page();
    page.reduce(Action::Edited("x := 1".into()));
    let mine = page.document.clone();
    let effects = page.reduce(Action::OpenLink(Ok(Link::default())));
    assert!(effects.contains(&Effect::SaveNow(mine)));
    assert_eq!(page.text_version, 1);
    assert!(page.run.is_none(), "a link to step 0 runs nothing");
}

#[test]
fn a_broken_link_changes_nothing_but_tells() {
    let mut page = page();
    page.reduce(Action::Edited("x := 1".into()));
    let before = page.document.clone();
    assert_eq!(page.reduce(Action::OpenLink(Err("it is damaged".into()))), []);
    assert_eq!(page.document, before);
    assert_eq!(page.text_version, 0);
    assert!(page.notice.as_ref().unwrap().text.contains("it is damaged"));
}

#[test]
fn nothing_runs_by_itself_after_a_reload() {
    let (mut page, mut worker) = (page(), Worker::new());
    assert_eq!(
        page.reduce(Action::Reloaded {
            step: 4,
            tab: Tab::Program,
            space: Choice::default(),
            own: Vec::new()
        }),
        []
    );
    assert!(page.run.is_none());
    assert_eq!(page.link().step, 4, "a second reload offers the same");
    assert_eq!(worker.go(&mut page, Go::Step), [Command::Advance(4)]);
    assert_eq!(place(&page), (4, 4));
    assert_eq!(page.resume, None);
    let mut edited = self::page();
    edited.reduce(Action::Reloaded { step: 4, tab: Tab::Query, space: Choice::default(), own: Vec::new() });
    edited.reduce(Action::Edited("skip".into()));
    assert_eq!(edited.resume, None, "that step was of another program");
}

#[test]
fn two_tabs_with_one_program() {
    let mut page = page();
    page.reduce(Action::Edited("x := 1".into()));
    page.reduce(Action::Saved { key: 3, name: "Mine".into(), revision: 1, conflict: false });
    assert_eq!((page.document.key, page.document.unsaved), (Some(3), false));
    page.reduce(Action::ChangedElsewhere { key: 4, revision: 9 });
    page.reduce(Action::ChangedElsewhere { key: 3, revision: 1 });
    assert_eq!(page.notice, None, "another program, or what this tab saved itself");
    page.reduce(Action::ChangedElsewhere { key: 3, revision: 2 });
    assert!(page.notice.as_ref().unwrap().text.contains("another tab"));
    page.reduce(Action::Edited("x := 2".into()));
    page.reduce(Action::Saved { key: 5, name: "Mine (2)".into(), revision: 1, conflict: true });
    assert_eq!((page.document.key, page.document.name.as_str()), (Some(5), "Mine (2)"));
    assert!(page.notice.as_ref().unwrap().text.contains("Nothing was overwritten"));
    page.reduce(Action::Deleted(5));
    assert_eq!(page.document.key, None);
}

#[test]
fn the_failing_row_lights_up_in_the_text() {
    let (mut page, mut worker) = (page(), Worker::new());
    worker.go(&mut page, Go::Step);
    page.tab = Tab::Execution;
    assert_eq!(page.highlights(), []);
    let failing = FailingAssertion { from: 5, to: 9, line: 1, text: "x = 1".into() };
    let execution = Execution { variables: vec![], start: vec![], rows: vec![], failing, inputs: vec![] };
    let verdict = Change::Verdict(Box::new(Verdict::Unsafe(execution)));
    let answer = Answer::Sat { model: vec![], meaning: SatMeaning::Counterexample };
    let query = Some(Query { same: 0, parts: vec![], shared: vec![], answer });
    page.reduce(Action::Go(Go::Step));
    page.reduce(said(Reply::Events(vec![Event { changes: vec![verdict], query, ..event(1) }])));
    page.reduce(said(Reply::Paused { events: vec![], finished: false }));
    assert_eq!(page.highlights(), [Highlight { from: 5, to: 9, class: "hl-fail", reveal: true }]);
    page.reduce(Action::LookAt(1, 2));
    assert_eq!(page.highlights()[0].class, "hl-look");
    page.reduce(Action::Edited("skip".into()));
    assert_eq!(page.highlights(), [], "the places are those of another text");
}

#[test]
fn by_hand_step_answer_and_back() {
    let (value, truth) = (|n: i64| lang::Value::Int(lang::Int::from(n)), lang::Value::Bool);
    let source = "while nondet do x := x + 1; y := nondet done; assert y < 9";
    let setup = trace::Setup { source: source.into(), ..trace::Setup::default() };
    let mut page = State::new(Document::new("Mine", setup), Theme::Light);
    page.reduce(Action::ShowTab(Tab::Hand));
    let mut act = |action| {
        page.reduce(Action::ByHand(action));
        let hand = page.hand.as_ref().unwrap();
        let last = hand.progress.table.rows.last().unwrap();
        let asks =
            hand.progress.question.as_ref().map_or("", |q| if q.boolean { "truth?" } else { "number?" });
        format!("{} {asks} {:?}", last.note, hand.progress.end)
    };
    assert_eq!(act(ByHand::Begin(vec![value(3), value(0)])), " truth? None");
    assert_eq!(act(ByHand::Step), " truth? None", "no step without an answer");
    assert_eq!(act(ByHand::Answer(truth(true))), "condition is true: another round  None");
    assert_eq!(act(ByHand::Run), "x := 4 number? None");
    assert_eq!(act(ByHand::Answer(value(9))), "y := 9 truth? None");
    assert_eq!(act(ByHand::Back), "x := 4 number? None", "another answer can be given");
    assert_eq!(act(ByHand::Answer(value(10))), "y := 10 truth? None");
    assert_eq!(act(ByHand::Answer(truth(false))), "condition is false: the loop ends  None");
    assert_eq!(act(ByHand::Step), "assertion FAILS  Some(Failed)");
    assert_eq!(act(ByHand::Run), "assertion FAILS  Some(Failed)");
    assert_eq!(act(ByHand::Back), "condition is false: the loop ends  None");
    assert_eq!(page.highlights().len(), 1);
    page.reduce(Action::SelectRow(0));
    assert_eq!(page.highlights(), [], "the start has no place in the program");
    page.reduce(Action::Edited("x := 1".into()));
    assert!(page.hand.is_none());
}

#[test]
fn a_run_waits_for_z3_only_if_it_asks_it() {
    let z3 = |page: &State| page.run.as_ref().unwrap().z3.clone();
    let mut page = page();
    page.reduce(Action::Restart);
    assert_eq!(z3(&page), Z3::NotWanted);
    let settings = page.document.setup.settings.clone();
    page.reduce(Action::SetSettings(Settings { ask_both: true, ..settings.clone() }));
    assert_eq!(page.stale(), Some(Stale::Settings), "another solver is another run");
    page.reduce(Action::SetSettings(Settings { solver: trace::Solver::Z3, ..settings }));
    page.reduce(Action::Restart);
    assert_eq!(z3(&page), Z3::Loading(0, 0));
    page.reduce(Action::Z3(Z3::Loading(3, 9)));
    let run = page.run.as_ref().unwrap();
    assert!(run.is_busy() && run.z3 == Z3::Loading(3, 9), "it can be cancelled meanwhile");
    let effects = page.reduce(Action::Cancel);
    assert!(matches!(effects[..], [Effect::StopWorker]));
    page.reduce(Action::Go(Go::Step));
    page.reduce(Action::Z3(Z3::Missing("the download is damaged".into())));
    page.reduce(said(opened()));
    assert_eq!(z3(&page), Z3::Missing("the download is damaged".into()), "the run goes on without it");
    assert_eq!(page.run.as_ref().unwrap().phase, Phase::Working);
}

#[test]
fn just_prove_it_opens_the_run_that_settles_the_program() {
    let (mut page, mut worker) = (page(), Worker::new());
    let effects = page.reduce(Action::Prove);
    assert!(matches!(effects[0], Effect::StartWorker(_)));
    let run = page.run.as_ref().unwrap();
    assert!(run.is_busy() && matches!(run.first_command(), Command::Prove(_)));
    assert!(page.reduce(said(Reply::Trying(Some(Engine::FIB_B)))).iter().all(|e| *e == Effect::WriteAddress));
    assert_eq!(page.run.as_ref().unwrap().phase, Phase::Proving(Some(Engine::FIB_B)));
    let settings = Settings { augment: true, run_first: true, ..Settings::default() };
    let setup = trace::Setup { engine: Engine::KIND, settings, ..(*page.document.setup).clone() };
    let why = "its share of the work was used up".to_owned();
    let given_up = vec![trace::GivenUp { engine: Some(Engine::FIB_B), augment: true, why }];
    let settled = trace::Settled { setup: Some(setup.clone()), given_up };
    let effects = page.reduce(said(Reply::Settled(Box::new(settled))));
    assert_eq!(*page.document.setup, setup);
    assert!(matches!(page.run.as_ref().unwrap().first_command(), Command::Open(opened) if opened == setup));
    let text = &page.notice.as_ref().unwrap().text;
    assert!(
        text.contains("k-induction") && text.contains("fib-b with auxiliary invariants: its share"),
        "{text}"
    );
    worker.serve(&mut page, effects);
    assert_eq!(page.run.as_ref().unwrap().phase, Phase::Finished);
}

#[test]
fn just_prove_it_says_when_nobody_does() {
    let mut page = page();
    page.reduce(Action::Prove);
    let settled = trace::Settled { setup: None, given_up: Vec::new() };
    let effects = page.reduce(said(Reply::Settled(Box::new(settled))));
    assert!(effects.contains(&Effect::StopWorker) && page.run.is_none());
    assert!(page.notice.as_ref().unwrap().text.starts_with("No engine has settled"));
    // To cancel it ends the worker, and leaves nothing behind that looks like a run.
    page.reduce(Action::Prove);
    assert!(page.reduce(Action::Cancel).contains(&Effect::StopWorker));
    assert!(page.run.as_ref().unwrap().is_void());
}
