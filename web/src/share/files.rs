//! Runs as files.

use super::trouble;
use crate::browser::files::file_name;
use crate::state::{Action, Run};
use view::page::recording::{self, ENDING};

/// What is to be done with the text of a file that holds a run.
#[inline(never)]
pub fn opened(name: &str, text: &str) -> Action {
    match recording::read(text) {
        Ok(found) => Action::OpenRecording(Box::new(found)),
        Err(why) => {
            trouble(format!("“{name}” cannot be opened as a run: {why}. Your own program is as you left it."))
        }
    }
}

/// The name and the text of a file that holds a run.
#[inline(never)]
pub fn recorded(name: &str, run: &Run) -> (String, String) {
    let message = run.message.as_deref().unwrap_or_default();
    let text = recording::write(name, &run.setup, run.step, message, &run.history);
    (format!("{}{ENDING}", file_name(name)), text)
}
