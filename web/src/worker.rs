//! The page's end of the worker. Dropping it terminates the worker, even in the middle of a computation.

use trace::{Command, Reply};
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Where Trunk puts the worker's loader.
const ADDRESS: &str = "./worker_loader.js";

/// How long a worker may take to start, in milliseconds.
const PATIENCE: u32 = 30_000;

/// What comes from the worker.
pub enum Said {
    /// A reply to a command.
    Reply(Reply),
    /// It cannot go on, for this reason.
    Failed(String),
}

/// A running worker.
pub struct Link {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
    _watchdog: gloo_timers::callback::Timeout,
}

impl Link {
    /// Starts a worker, which gets the first command as soon as it is ready.
    pub fn start(first: &Command, hear: impl Fn(Said) + Clone + 'static) -> Result<Link, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(ADDRESS, &options).map_err(|e| format!("{e:?}"))?;
        let first = encode(first);
        let ready = std::rc::Rc::new(std::cell::Cell::new(false));
        let (to, say, is_ready) = (worker.clone(), hear.clone(), ready.clone());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if text == "ready" {
                is_ready.set(true);
                let _ = to.post_message(&first); // not sooner: before that nobody listens
            } else {
                say(match serde_json::from_str(&text) {
                    Ok(reply) => Said::Reply(reply),
                    Err(error) => Said::Failed(format!("its message cannot be read: {error}")),
                });
            }
        });
        let say = hear.clone();
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            // A script that cannot be loaded gives an event without a message.
            let why = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|m| m.as_string());
            say(Said::Failed(why.unwrap_or_else(|| "its program could not be loaded".into())));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let watchdog = gloo_timers::callback::Timeout::new(PATIENCE, move || {
            if !ready.get() {
                hear(Said::Failed("it did not start".into()));
            }
        });
        Ok(Link { worker, _on_message: on_message, _on_error: on_error, _watchdog: watchdog })
    }

    /// Sends a command.
    pub fn post(&self, command: &Command) {
        let _ = self.worker.post_message(&encode(command));
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn encode(command: &Command) -> JsValue {
    // Plain data always can be written.
    serde_json::to_string(command).unwrap_or_default().into()
}
