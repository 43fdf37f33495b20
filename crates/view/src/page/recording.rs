//! Recordings: a run saved as a file, which the page opens again without computing anything.
//!
//! The first line has the program with its engine and settings, the second what the worker said of the program, each further line an
//! event. A recording is untrusted input: the length and the number of events are bounded, each line is read like a message of the
//! worker, events have to follow each other, and what they refer to has to be there (`known`).

mod known;

use crate::page::store::{Saved, StoreError, clean_name};
use crate::run::history::History;
use known::{Known, fits};
use serde::Deserialize;
use std::rc::Rc;
use trace::{Event, MAX_STEP, Opened, Reply, Setup, json};

/// The most bytes of a file.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The most events of a recording.
pub const MAX_EVENTS: usize = 20_000;
/// How names of such files end.
pub const ENDING: &str = ".trace.jsonl";

/// The format.
const VERSION: u32 = 1;

/// A run as it was saved.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// The name of the program.
    pub name: String,
    /// Program, engine and settings.
    pub setup: Setup,
    /// The step that was on show.
    pub step: usize,
    /// What is known of the program.
    pub opened: Rc<Opened>,
    /// The worker's message that said so.
    pub message: Rc<str>,
    /// The events.
    pub history: History,
}

/// Why a file is no recording.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// More bytes than [`MAX_BYTES`].
    #[error("it is too large: at most {} MB are read", MAX_BYTES / 1024 / 1024)]
    TooLarge,
    /// More events than [`MAX_EVENTS`].
    #[error("it has more than {MAX_EVENTS} steps")]
    TooLong,
    /// It has no beginning of a recording.
    #[error("it is no recording of a run: its first line does not tell of which program")]
    NoRecording,
    /// It begins with an event.
    #[error(
        "it has the steps alone, as older pages and the command line write them, without the program; save the trace again with this page"
    )]
    EventsAlone,
    /// The format is of a version that this page does not know.
    #[error("it is of version {0}, which this page does not know; a newer page may open it")]
    Newer(u32),
    /// The program cannot be read.
    #[error("line 1: {0}")]
    Program(StoreError),
    /// A line is not what it should be.
    #[error("line {line}: {what}")]
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// What the first line has beside the program.
#[derive(Deserialize)]
struct Head {
    trace: u32,
    #[serde(default)]
    step: u64,
}

/// The text of a file that holds a run.
pub fn write(name: &str, setup: &Setup, step: usize, message: &str, history: &History) -> String {
    let program = Saved { name: name.into(), setup: setup.clone(), revision: 0 }.encode();
    let rest = program.strip_prefix('{').unwrap_or(&program);
    let message = message.replace(['\n', '\r'], " ");
    format!("{{\"trace\":{VERSION},\"step\":{step},{rest}\n{message}\n{}", history.json_lines())
}

/// Whether a text begins like a recording, so that it is not taken for a program.
pub fn is_one(text: &str) -> bool {
    text.trim_start().starts_with("{\"trace\":")
}

/// Reads the text of a file.
pub fn read(text: &str) -> Result<Recording, RecordingError> {
    if text.len() > MAX_BYTES {
        return Err(RecordingError::TooLarge);
    }
    let mut lines =
        text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim().is_empty());
    let Some((_, first)) = lines.next() else { return Err(RecordingError::NoRecording) };
    let head: Head = match json::read(first) {
        Ok(head) => head,
        Err(_) if json::read::<Event>(first).is_ok() => return Err(RecordingError::EventsAlone),
        Err(_) => return Err(RecordingError::NoRecording),
    };
    if head.trace != VERSION {
        return Err(RecordingError::Newer(head.trace));
    }
    let Saved { name, setup, .. } = Saved::decode(first).map_err(RecordingError::Program)?;
    let malformed = |line: usize, what: String| RecordingError::Malformed { line, what };
    let Some((line, message)) = lines.next() else {
        return Err(malformed(2, "what is known of the program is missing".into()));
    };
    let opened = match json::read(message) {
        Ok(Reply::Opened(opened)) => opened,
        Ok(_) => return Err(malformed(line, "this is another message".into())),
        Err(error) => return Err(malformed(line, error.to_string())),
    };
    fits(&opened, &setup.source).map_err(|what| malformed(line, what))?;
    let mut history = History::default();
    let mut known = Known::default();
    for (line, text) in lines {
        if history.len() == MAX_EVENTS {
            return Err(RecordingError::TooLong);
        }
        let event: Event = json::read(text).map_err(|error| malformed(line, error.to_string()))?;
        if (event.index as usize) < history.len() {
            return Err(malformed(line, format!("step {} stands here for a second time", event.index + 1)));
        }
        history.push(event).map_err(|error| malformed(line, error.to_string()))?;
        known.takes(&history, &setup.source).map_err(|what| malformed(line, what))?;
        history.keep(format!("[{text}]").into(), 1);
    }
    let step = usize::try_from(head.step.min(u64::from(MAX_STEP))).unwrap_or(0).min(history.len());
    Ok(Recording {
        name: clean_name(&name),
        setup,
        step,
        opened: Rc::from(opened),
        message: message.into(),
        history,
    })
}

#[cfg(test)]
mod tests;
