//! What is given to others: the link to a step with its code and what embeds it in a page, a run as a file, and the gallery. The dialogs
//! and what they make are fetched after the first step (`web/src/rest.rs`).

mod dialog;

mod files;

mod gallery;

mod offline;

mod picture;

pub use dialog::ShareDialog;
pub use gallery::GalleryDialog;

use crate::browser::files::download;
use crate::rest;
use crate::state::{Action, Notice, NoticeKind, Run};
use yew::Callback;

/// Reads the text of a file as a run, once what reads it is there; `done` gets what is to be done then.
pub fn open_recording(name: String, text: String, done: impl FnOnce(Action) + 'static) {
    rest::fetch(move |ended| {
        done(match ended {
            Ok(()) => files::opened(&name, &text),
            Err(why) => trouble(format!("“{name}” cannot be opened: {why}.")),
        });
    });
}

/// Has the browser save a run as a file, which can be opened again.
pub fn save_recording(name: String, run: Run, dispatch: Callback<Action>) {
    rest::fetch(move |ended| match ended {
        Ok(()) => {
            let (file, text) = files::recorded(&name, &run);
            download(&file, &text);
        }
        Err(why) => dispatch.emit(trouble(format!("The run cannot be saved: {why}."))),
    });
}

fn trouble(text: String) -> Action {
    Action::Tell(Notice { kind: NoticeKind::Trouble, text })
}
