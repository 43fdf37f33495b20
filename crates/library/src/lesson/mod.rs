//! Lessons: texts that explain while they step through a run. A lesson names a program, an engine with settings, and stops: places in
//! the run, with sentences and perhaps a question that is asked before the answer is shown.
//!
//! [`parse`] reads the format that `docs/lessons.md` describes; `place` finds the stops in a run's events. Which answer is right is
//! written nowhere: it is what the event at the stop says (`view::lesson`). A lesson may come from anybody, in a link or a file: all
//! lengths are bounded, and nothing in it is ever more than text.

mod parse;

mod place;

#[cfg(test)]
mod tests;

pub use parse::{Fault, parse};
pub use place::{Happening, Place, Which, find, names};

use trace::Setup;

/// The most bytes of a lesson.
pub const MAX_TEXT: usize = 48 * 1024;
/// The most bytes of one of its lines.
pub const MAX_LINE: usize = 2_000;
/// The most stops.
pub const MAX_STOPS: usize = 60;
/// The most answers to a question.
pub const MAX_ANSWERS: usize = 8;
/// The most characters of a title.
pub const MAX_TITLE: usize = 80;

/// A lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// What is run: the program with an engine and settings, more than once if the lesson compares.
    pub runs: Vec<Setup>,
    /// Where it stops, in the order of the run.
    pub stops: Vec<Stop>,
}

impl Lesson {
    /// What is run at a stop.
    pub fn setup(&self, at: usize) -> &Setup {
        &self.runs[self.stops[at].run]
    }

    /// The places of the stops up to this one that are in the same run: each is looked for from the one before.
    pub fn places(&self, at: usize) -> impl Iterator<Item = Place> + '_ {
        let run = self.stops[at].run;
        self.stops[..=at].iter().filter(move |stop| stop.run == run).map(|stop| stop.place)
    }
}

/// A place in the run where the lesson says something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// In which of the runs it is, counted from 0.
    pub run: usize,
    /// The place.
    pub place: Place,
    /// Its line in the lesson's text, counted from 1.
    pub line: usize,
    /// The view to show, as links name it.
    pub tab: Option<String>,
    /// Paragraphs. What stands between backquotes is program text.
    pub text: Vec<String>,
    /// What is asked before the answer is shown.
    pub ask: Option<Ask>,
    /// Paragraphs for when the answer is shown.
    pub then: Vec<String>,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What kind of answer it wants.
    pub kind: AskKind,
    /// The question.
    pub question: String,
    /// The answers that are offered or, of a formula, foreseen.
    pub answers: Vec<Answer>,
    /// Of a formula, one that will do.
    pub solution: Option<String>,
}

/// What kind of answer a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskKind {
    /// What happens at the stop.
    Event,
    /// A state that the formula found at the stop holds in.
    State,
    /// An invariant of the answerer's own.
    Invariant,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it says.
    pub text: String,
    /// What it claims.
    pub claim: Claim,
    /// What is said to who has chosen it: of a wrong one, the misconception behind it.
    pub reply: String,
}

/// What an answer claims of the event at the stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// That this happens.
    Happens(Happening),
    /// That these values, by name, make the formula true.
    Holds(Vec<(String, String)>),
    /// Nothing: it is a formula, which is judged.
    Formula,
}
