//! The laboratory: interpolants of two formulas without a program, by all systems and sources, ordered by strength.

use crate::event::Event;
use crate::message::{Opened, Problem};
use crate::setup::{InterpolationSystem, Source};
use serde::{Deserialize, Serialize};

/// Two formulas, to be interpolated beside any run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its number, which the reply repeats.
    pub number: u32,
    /// A and B as they were written.
    pub sides: [String; 2],
}

/// How an interpolant was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// Where it comes from: never [`Source::DualProof`], which `is_dual` says.
    pub source: Source,
    /// The system that read it off the refutation; none for what was found by search.
    pub system: Option<InterpolationSystem>,
    /// Whether it is the negation of the interpolant of B and A.
    pub is_dual: bool,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experimented {
    /// A text that is no formula, 0 for A and 1 for B, and what is wrong with it, with places in that text.
    pub problem: Option<(u32, Problem)>,
    /// The names of both formulas; A stands in it as the initial states, B as those that fail.
    pub opened: Option<Box<Opened>>,
    /// The query, once for each interpolant, with its refutation; a single one if there is none.
    pub events: Vec<Event>,
    /// How the interpolant of each event was made, in the order of events.
    pub ways: Vec<Way>,
    /// Which of the events have equivalent interpolants, by their positions: each event is in one class.
    pub classes: Vec<Vec<u32>>,
    /// Which class implies which other one, with no class between, by their positions: the stronger one first.
    pub order: Vec<(u32, u32)>,
    /// How many ways have given none, and how many implications were not found out within the limits.
    pub missing: (u32, u32),
}
