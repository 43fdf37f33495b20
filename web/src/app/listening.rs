//! What the root hears of the window.

use super::{App, Message, dropping, keys};
use crate::browser::{self, storage};
use crate::state::Action;
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase as Phase};
use wasm_bindgen::JsCast;
use web_sys::{Event, StorageEvent};
use yew::prelude::*;

/// Listens to keys, to the address, and to other tabs.
pub fn listen(ctx: &Context<App>) {
    let window = browser::window();
    let on = |name: &'static str, phase, hear: fn(&Event) -> Vec<Message>| {
        let link = ctx.link().clone();
        let options = EventListenerOptions { phase, passive: false };
        let send = move |event: &Event| link.send_message_batch(hear(event));
        // The root component lives as long as the page, and so does this.
        EventListener::new_with_options(&window, name, options, send).forget();
    };
    on("keydown", Phase::Bubble, |event| act(keys::action(event.unchecked_ref())));
    // The editor would take this key first, so it is caught on its way down.
    on("keydown", Phase::Capture, |event| act(keys::start(event.unchecked_ref())));
    on("dragover", Phase::Capture, |event| {
        dropping::held(event);
        Vec::new()
    });
    on("dragleave", Phase::Bubble, |event| {
        dropping::left(event);
        Vec::new()
    });
    on("drop", Phase::Capture, |event| dropping::dropped(event).map(Message::Dropped).into_iter().collect());
    on("hashchange", Phase::Bubble, |_| vec![Message::AddressChanged]);
    on("storage", Phase::Bubble, |event| {
        let event: &StorageEvent = event.unchecked_ref();
        let Some(key) = event.key().and_then(|entry| storage::program_key(&entry)) else { return Vec::new() };
        let listed = Action::Listed(storage::list());
        let changed =
            storage::load(key).map(|saved| Action::ChangedElsewhere { key, revision: saved.revision });
        std::iter::once(listed).chain(changed).map(Message::Act).collect()
    });
}

fn act(action: Option<Action>) -> Vec<Message> {
    action.map(Message::Act).into_iter().collect()
}
