//! What it costs to pass a run's events from the worker to the page as JSON text, and as objects: `tests/browser/messages.mjs` calls this.

use std::cell::RefCell;
use trace::{Event, Reply, json};
use wasm_bindgen::prelude::*;

thread_local! {
    static REPLIES: RefCell<Vec<Reply>> = const { RefCell::new(Vec::new()) };
}

/// Takes the events of a run, one JSON text a line, and keeps them as replies of `batch` events each. Returns how many there are.
#[wasm_bindgen]
pub fn take(lines: &str, batch: usize) -> usize {
    let events: Vec<Event> = lines
        .lines()
        .map(|line| json::read(line).unwrap_or_else(|e| wasm_bindgen::throw_str(&e.to_string())))
        .collect();
    let replies: Vec<Reply> = events.chunks(batch.max(1)).map(|some| Reply::Events(some.to_vec())).collect();
    let number = replies.len();
    REPLIES.set(replies);
    number
}

/// A reply as the text that the worker sends.
#[wasm_bindgen]
pub fn text(number: usize) -> String {
    REPLIES.with_borrow(|replies| serde_json::to_string(&replies[number]).unwrap_or_default())
}

/// Reads such a text as the page does; whether it is the reply.
#[wasm_bindgen]
pub fn read_text(text: &str) -> bool {
    json::read::<Reply>(text).is_ok()
}

/// A reply as an object.
#[wasm_bindgen]
pub fn object(number: usize) -> JsValue {
    REPLIES.with_borrow(|replies| serde_wasm_bindgen::to_value(&replies[number]).unwrap_or_default())
}

/// Reads such an object; whether it is a reply.
#[wasm_bindgen]
pub fn read_object(object: JsValue) -> bool {
    serde_wasm_bindgen::from_value::<Reply>(object).is_ok()
}

/// Whether both ways give back what was sent.
#[wasm_bindgen]
pub fn agree(number: usize) -> bool {
    let back: Result<Reply, _> = serde_wasm_bindgen::from_value(object(number));
    let read: Result<Reply, _> = json::read(&text(number));
    REPLIES.with_borrow(|replies| {
        let own = &replies[number];
        back.is_ok_and(|back| format!("{back:?}") == format!("{own:?}"))
            && read.is_ok_and(|read| format!("{read:?}") == format!("{own:?}"))
    })
}
