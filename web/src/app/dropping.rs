//! Files that are dropped on the page: where they are let go does not matter, and no other part of the page gets them.

use crate::browser;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event, File};

/// The attribute of the root element while a file is held over the page.
const HELD: &str = "data-drop";

/// A file is held over the page: it may be let go here.
pub fn held(event: &Event) {
    if carries_files(event) {
        event.prevent_default();
        browser::set_root(HELD, "here");
    }
}

/// Nothing is held over the page any more.
pub fn left(event: &Event) {
    let event: &DragEvent = event.unchecked_ref();
    if event.related_target().is_none() {
        browser::set_root(HELD, "");
    }
}

/// The file that was let go; the first, if they are several.
pub fn dropped(event: &Event) -> Option<File> {
    browser::set_root(HELD, "");
    if !carries_files(event) {
        return None;
    }
    event.prevent_default();
    event.stop_propagation();
    event.unchecked_ref::<DragEvent>().data_transfer()?.files()?.get(0)
}

/// Text that is moved within the editor is none of ours.
fn carries_files(event: &Event) -> bool {
    let transfer = event.unchecked_ref::<DragEvent>().data_transfer();
    transfer.is_some_and(|transfer| transfer.types().iter().any(|kind| kind == "Files"))
}
