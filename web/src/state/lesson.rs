//! A lesson that is being taken: where it stands, what was answered, and what can be done about lessons. What is done then is in
//! [`taking`], which is fetched after the first step (`web/src/rest.rs`).

pub mod taking;

use library::lesson::{Fault, Lesson, Stop};
use std::rc::Rc;
use view::lesson::Origin;

/// A lesson that is being taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// Where it comes from.
    pub origin: Origin,
    /// The lesson.
    pub lesson: Rc<Lesson>,
    /// The stop, counted from 0.
    pub at: usize,
    /// What was answered at each stop: the numbers of the answers in the order in which they were chosen; one more than there are
    /// answers stands for having them shown.
    pub given: Vec<Vec<usize>>,
    /// Whether the run is at the stop.
    pub way: Way,
}

/// Where the run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It has come to the stop.
    There,
    /// It is on its way.
    Going,
    /// It was stopped on its way.
    Stopped,
    /// It is over, and did not come to the stop.
    Never,
}

/// What the user does with lessons.
#[derive(Debug, Clone, PartialEq)]
pub enum ByLesson {
    /// Asks which there are.
    List,
    /// They are these, or cannot be had.
    Listed(Result<Vec<Entry>, String>),
    /// Opens one that comes with the page.
    Open(String),
    /// Opens a text of somebody's own, by the name of its file.
    OpenText(String, String),
    /// Changes the text that could not be read.
    Write(String),
    /// Follows a link.
    Follow(String),
    /// A text has come: the stop it is to open at, if that is said, and what is remembered of it.
    Came(Origin, String, Option<usize>, String),
    /// A lesson cannot be had, for this reason.
    Missing(String),
    /// Goes on, or back.
    Turn(bool),
    /// Goes to a stop.
    To(usize),
    /// Chooses an answer, or has them shown.
    Answer(usize),
    /// Ends the lesson.
    Close,
}

/// What is to be done for lessons outside the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Errand {
    /// Fetch the list.
    List,
    /// Fetch a lesson, and what is remembered of it.
    Fetch(Origin, Option<usize>),
    /// Remember this of a lesson.
    Keep(Origin, String),
}

/// A lesson in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// What is remembered of it: the stop it was left at, counted from 1, and how many it has.
    pub left: Option<(usize, usize)>,
}

/// What the dialog of lessons shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listing {
    /// The lessons, or why there are none; nothing while they are fetched.
    pub entries: Option<Result<Vec<Entry>, String>>,
    /// A text that is no lesson: the name of its file, the text, and what is wrong with it.
    pub broken: Option<(String, String, Fault)>,
}

impl Class {
    /// The stop.
    pub fn stop(&self) -> &Stop {
        &self.lesson.stops[self.at]
    }
}
