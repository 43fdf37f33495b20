//! The worker's program: what runs beside the page and may compute for long. A package of its own, so that the
//! solver is linked here and cannot be reached from the page's package.
//!
//! [`Command`]s come in and [`Reply`]s go out as JSON text, which passes between page and worker faster than objects
//! do. The page ends a long computation by terminating the worker, so nothing here needs to listen while it computes.

mod backend;

use session::{Automatic, Session};
use std::cell::RefCell;
use std::rc::Rc;
use trace::{Command, Engine, Event, QueryPart, Reply, Setup, json};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// What the worker says once it can take commands. Not a reply: replies are JSON.
const READY: &str = "ready";

/// The most events that are held back.
const BATCH: usize = 32;

/// How long events are held back, in milliseconds. This shapes the messages, never the events.
const PATIENCE: f64 = 40.0;

/// How long the worker waits for a command before it warms up, in milliseconds.
const IDLE: i32 = 50;

/// Small runs that between them use most of what runs use. The first one gives a refutation, a model and interpolants within half
/// a dozen steps; the second one searches for interpolants modulo a number, the third one ends in an execution.
const SMALL_RUNS: [(Engine, &str); 3] = [
    (Engine::IMC, "{ x = 0 and y = 0 and n >= 0 } while x != n do x := x + 1; y := y + 1 done { y = n }"),
    (
        Engine::FIB_F,
        "int x; bool b; { x = 0 } while nondet do
           if b then x := x + 3; b := false else x := x - 6; b := nondet end
         done { x % 3 = 0 }",
    ),
    (
        Engine::FIB_BI,
        "int x, y; { x = 0 and y = 1 }
         while x < 2 do if nondet then x := x + y else y := y + 1 end done { x = y or x > 2 }",
    ),
];

/// A run, and the conjuncts of the last query of it that was posted.
type Running = (Session, Vec<Rc<QueryPart>>);

thread_local! {
    static SESSION: RefCell<Option<Running>> = const { RefCell::new(None) };
}

/// Listens to the page's commands; returns at once.
pub fn run() {
    // A panic becomes an uncaught exception with its message, which the page hears as the worker's error.
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
    let scope = scope();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match json::read(&text) {
            Ok(command) => SESSION.with_borrow_mut(|session| obey(session, command)),
            Err(error) => wasm_bindgen::throw_str(&format!("no command: {error}")),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget(); // it serves as long as the worker lives
    warm_up_from(0);
    post_text(READY);
}

/// Waits, then warms up with one small run after the other until a command arrives; commands are received between two
/// of these runs.
fn warm_up_from(number: usize) {
    let Some((engine, program)) = SMALL_RUNS.get(number) else { return };
    let on_idle = Closure::once_into_js(move || {
        if SESSION.with_borrow(Option::is_none) {
            warm_up(*engine, program);
            warm_up_from(number + 1);
        }
    });
    let _ = scope().set_timeout_with_callback_and_timeout_and_arguments_0(on_idle.unchecked_ref(), IDLE);
}

/// Computes a small run whose events are discarded. Browsers compile WebAssembly when it is first called; code that has
/// been compiled by now no longer delays the user's first step.
fn warm_up(engine: Engine, program: &str) {
    let setup = Setup { source: program.into(), engine, ..Setup::default() };
    let command = serde_json::to_string(&Command::Open(setup)).unwrap_or_default();
    let Ok(Command::Open(setup)) = json::read(&command) else { return };
    let Ok((mut session, opened)) = Session::open(&setup) else { return };
    let _ = serde_json::to_string(&Reply::Opened(Box::new(opened)));
    while let Some(event) = session.advance() {
        let _ = serde_json::to_string(&Reply::Events(vec![event]));
    }
}

fn obey(session: &mut Option<Running>, command: Command) {
    match command {
        Command::Open(setup) => match Session::through(backend::door(&setup.settings), &setup) {
            Ok((opened_session, opened)) => {
                *session = Some((opened_session, Vec::new()));
                post(&Reply::Opened(Box::new(opened)));
            }
            Err(problems) => {
                *session = None;
                post(&Reply::Rejected(problems));
            }
        },
        Command::Advance(count) => {
            let (events, finished) =
                session.as_mut().map_or((Vec::new(), true), |running| advance(running, count));
            post(&Reply::Paused { events, finished });
        }
        Command::Prove(setup) => {
            *session = None;
            post(&prove(setup));
        }
        Command::Project(question) => {
            let rows = session::project(&question);
            post(&Reply::Projected { number: question.number, rows });
        }
        Command::Experiment(experiment) => {
            let found = Box::new(session::experiment(&experiment));
            post(&Reply::Experimented { number: experiment.number, found });
        }
        Command::Judge(attempt) => {
            let judgement = session::judge(&attempt);
            post(&Reply::Judged { number: attempt.number, judgement });
        }
    }
}

/// Has engines take turns on a program, and says whose turn it is whenever that changes.
fn prove(setup: Setup) -> Reply {
    let settings = setup.settings.clone();
    let mut automatic = match Automatic::new(move || backend::door(&settings), &setup) {
        Ok((automatic, _)) => automatic,
        Err(problems) => return Reply::Rejected(problems),
    };
    let mut engine = None;
    loop {
        if let Some(ended) = automatic.advance() {
            return Reply::Settled(Box::new(ended.settled));
        }
        if automatic.engine() != engine {
            engine = automatic.engine();
            post(&Reply::Trying(engine));
        }
    }
}

/// Computes up to `count` events and posts them in batches, but returns the last batch; and whether the run is over.
fn advance((session, parts): &mut Running, count: u32) -> (Vec<Event>, bool) {
    let mut outbox = Outbox { events: Vec::new(), since: js_sys::Date::now() };
    for _ in 0..count {
        let Some(mut event) = session.advance() else { return (outbox.events, true) };
        event.query.iter_mut().for_each(|query| query.leave_out(parts));
        outbox.add(event);
    }
    (outbox.events, false)
}

/// Events that wait to be posted.
struct Outbox {
    events: Vec<Event>,
    since: f64,
}

impl Outbox {
    fn add(&mut self, event: Event) {
        self.events.push(event);
        if self.events.len() >= BATCH || js_sys::Date::now() - self.since >= PATIENCE {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.events.is_empty() {
            post(&Reply::Events(std::mem::take(&mut self.events)));
        }
        self.since = js_sys::Date::now();
    }
}

fn post(reply: &Reply) {
    match serde_json::to_string(reply) {
        Ok(text) => post_text(&text),
        // Plain data always can be written. The error itself would bring the texts of all errors there are.
        Err(_) => wasm_bindgen::throw_str("no reply"),
    }
}

fn post_text(text: &str) {
    if let Err(error) = scope().post_message(&text.into()) {
        wasm_bindgen::throw_val(error);
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::{Answer, Change, Verdict};

    #[test]
    fn small_runs_use_much() {
        let mut found = Vec::new();
        for (engine, program) in SMALL_RUNS {
            let setup = Setup { source: program.into(), engine, ..Setup::default() };
            let (mut session, _) = Session::open(&setup).unwrap();
            let events: Vec<Event> = std::iter::from_fn(|| session.advance()).collect();
            assert!(events.len() < 40, "{engine}: {}", events.len());
            let changes = || events.iter().flat_map(|event| &event.changes);
            let answers = events.iter().filter_map(|event| Some(&event.query.as_ref()?.answer));
            let interpolated = |a: &Answer| matches!(a, Answer::Unsat { interpolant: Some(_), .. });
            assert!(answers.into_iter().any(interpolated), "{engine}");
            let Some(Change::Verdict(verdict)) = changes().last() else { panic!("no verdict") };
            found.push(matches!(**verdict, Verdict::Safe { .. }));
            assert!(matches!(**verdict, Verdict::Safe { .. } | Verdict::Unsafe(_)), "{engine}");
        }
        assert_eq!(found, [true, true, false]);
    }
}
