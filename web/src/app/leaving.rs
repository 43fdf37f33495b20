//! What is kept when the page is left. A message to the root would come too late then: it is heard once the browser has nothing else to do.

use crate::browser::{self, storage};
use crate::state::{Action, Document};
use gloo_events::EventListener;
use js_sys::Reflect;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Event;

/// What this tab has, for the moment in which the page is left: then nothing is carried out any more that is not done at once.
pub struct Left {
    pub document: Document,
    pub address: String,
}

impl Left {
    /// Saves the program, and notes what this tab has.
    fn keep(self) {
        storage::note_tab(&saved(self.document), &self.address);
    }
}

/// The document as it is saved; as it is, if the browser would not save it or nothing in it is new.
pub fn saved(document: Document) -> Document {
    if !document.unsaved {
        return document;
    }
    match storage::save(&document) {
        Some(Action::Saved { key, name, revision, .. }) => {
            Document { key: Some(key), name, revision, unsaved: false, ..document }
        }
        _ => document,
    }
}

/// Keeps what is there when the page is left for good. `hear` is told of a page that the browser keeps for when the user comes back: it goes
/// on then, and saves as ever.
pub fn listen(left: Rc<RefCell<Option<Left>>>, hear: impl Fn() + 'static) {
    let leave = move |event: &Event| {
        let persisted = Reflect::get(event, &"persisted".into());
        match left.take() {
            _ if persisted.is_ok_and(|persisted| persisted.is_truthy()) => hear(),
            Some(left) => left.keep(),
            None => {}
        }
    };
    EventListener::new(&browser::window(), "pagehide", leave).forget();
}
