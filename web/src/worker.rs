//! The page's end of the worker. Dropping it terminates the worker, even in the middle of a computation.
//!
//! A worker's program is the page's own module, which has been fetched and compiled already and is handed over. Starting a
//! worker takes longer than a step even so. So the page keeps one in reserve, which the next run takes over.

use crate::z3::Z3;
use crate::{browser, rest};
use gloo_events::{EventListener, EventListenerOptions};
use gloo_file::{Blob, ObjectUrl};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use trace::{Command, Reply, json};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

/// What a worker runs first. It has no file of its own: its address would have to be known here.
const FIRST: &str = include_str!("worker.js");
/// What takes the rest of the program there.
const REST: &str = include_str!("../rest/load.js");

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        pub type ImportMeta;
        /// The address of the JavaScript that goes with this WebAssembly.
        #[wasm_bindgen(method, getter)]
        pub fn url(this: &ImportMeta) -> String;
        #[wasm_bindgen(thread_local_v2, js_namespace = import, js_name = meta)]
        pub static META: ImportMeta;
    }
}

thread_local! {
    /// The address of that, once it has been made; all workers share it.
    static FILE: OnceCell<ObjectUrl> = const { OnceCell::new() };
}

/// What happens in the window when a worker is ready: `index.html` then fetches what the first step does without.
const READY: &str = "loopglass-worker";

/// How long a worker may take to start, in milliseconds.
const PATIENCE: u32 = 120_000;

/// What comes from the worker.
pub enum Said {
    /// A reply to a command, with its text.
    Reply(Reply, Rc<str>),
    /// Z3 cannot be started in it, for this reason.
    NoZ3(String),
    /// It cannot go on, for this reason.
    Failed(String),
}

/// A running worker.
pub struct Link {
    /// Distinguishes it from all others, so that a late message of a terminated worker is not taken for one of the
    /// present worker.
    pub number: u32,
    worker: Worker,
    /// What was sent before the worker was ready; none from then on.
    waiting: Rc<RefCell<Option<Vec<JsValue>>>>,
    _listeners: [EventListener; 2],
    _watchdog: gloo_timers::callback::Timeout,
}

impl Link {
    /// Starts a worker, with Z3 in it if that is given.
    pub fn start(
        number: u32,
        z3: Option<&Z3>,
        hear: impl Fn(u32, Said) + Clone + 'static,
    ) -> Result<Link, String> {
        let worker = new_worker(z3).map_err(|e| format!("{e:?}"))?;
        rest::hand_to(&worker);
        if let Some(z3) = z3 {
            let both = js_sys::Array::of2(&wasm_bindgen::module(), &z3.module());
            worker.post_message(&both).map_err(|e| format!("{e:?}"))?;
        } else if worker.post_message(&wasm_bindgen::module()).is_err() {
            // This browser does not hand modules over, so the worker fetches it from where Trunk has put it.
            let own = js::META.with(js::ImportMeta::url);
            let module = own.strip_suffix(".js").map(|name| format!("{name}_bg.wasm"));
            let _ = worker.post_message(&module.unwrap_or(own).into());
        }
        let waiting = Rc::new(RefCell::new(Some(Vec::new())));
        let (to, say, early) = (worker.clone(), hear.clone(), waiting.clone());
        let on_message = EventListener::new(&worker, "message", move |event| {
            let text = event.unchecked_ref::<MessageEvent>().data().as_string().unwrap_or_default();
            if text == "ready" {
                browser::announce(READY);
                for command in early.take().unwrap_or_default() {
                    let _ = to.post_message(&command);
                }
            } else if let Some(why) = text.strip_prefix("no z3: ") {
                say(number, Said::NoZ3(why.into()));
            } else {
                let said = match json::read(&text) {
                    Ok(reply) => Said::Reply(reply, text.into()),
                    Err(error) => Said::Failed(format!("its message cannot be read: {error}")),
                };
                say(number, said);
            }
        });
        let say = hear.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let on_error = EventListener::new_with_options(&worker, "error", options, move |event| {
            event.prevent_default();
            // A script that cannot be loaded gives an event without a message.
            let why = js_sys::Reflect::get(event, &"message".into()).ok().and_then(|m| m.as_string());
            say(number, Said::Failed(why.unwrap_or_else(|| "its program could not be loaded".into())));
        });
        let early = waiting.clone();
        let watchdog = gloo_timers::callback::Timeout::new(PATIENCE, move || {
            if early.borrow().is_some() {
                hear(number, Said::Failed("it did not start within two minutes".into()));
            }
        });
        let link = Link { number, worker, waiting, _listeners: [on_message, on_error], _watchdog: watchdog };
        Ok(link)
    }

    /// Sends a command; before the worker is ready nobody would listen, so until then it is kept.
    pub fn post(&self, command: &Command) {
        let command = encode(command);
        match &mut *self.waiting.borrow_mut() {
            Some(waiting) => waiting.push(command),
            None => {
                let _ = self.worker.post_message(&command);
            }
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn new_worker(z3: Option<&Z3>) -> Result<Worker, JsValue> {
    match z3 {
        Some(z3) => Worker::new(&first_file(&z3.start())),
        None => {
            let file = FILE.with(|file| file.get_or_init(|| first_file("")).clone());
            Worker::new(&file)
        }
    }
}

/// Makes a file for the browser of [`FIRST`], after another text; its address.
fn first_file(before: &str) -> ObjectUrl {
    let address = serde_json::to_string(&js::META.with(js::ImportMeta::url)).unwrap_or_default();
    let text = format!("{before}\n{REST}\n{}", FIRST.replace("(ADDRESS)", &format!("({address})")));
    Blob::new_with_options(text.as_str(), Some("text/javascript")).into()
}

fn encode(command: &Command) -> JsValue {
    // Plain data always can be written.
    serde_json::to_string(command).unwrap_or_default().into()
}
