//! The commands of the page and the replies of the worker.

use crate::attempt::{Attempt, Judgement};
use crate::engine::Engine;
use crate::event::Event;
use crate::formula::Formula;
use crate::lab::{Experiment, Experimented};
use crate::outline::Outline;
use crate::setup::Setup;
use serde::{Deserialize, Serialize};

/// From the page to the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Start a run; replies [`Reply::Opened`] or [`Reply::Rejected`].
    Open(Setup),
    /// Compute up to this many further events, replying with [`Reply::Events`] from time to time and with
    /// [`Reply::Paused`] at the end.
    Advance(u32),
    /// A question beside the run: at which points of a grid a formula can hold. Replies [`Reply::Projected`]; the run is not
    /// touched, and nothing is counted.
    Project(Projection),
    /// Engines take turns on the program of this setup until one settles it. Replies [`Reply::Trying`] from time to time and
    /// [`Reply::Settled`] at the end, or [`Reply::Rejected`]. There is no run then; the one that settled it is to be opened.
    Prove(Setup),
    /// Another question beside the run: whether a formula of one's own is what it is claimed to be. Replies [`Reply::Judged`].
    Judge(Attempt),
    /// A question without a program: the interpolants of two formulas. Replies [`Reply::Experimented`].
    Experiment(Experiment),
}

/// How it ended that engines took turns on a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The run that settled it; none if nobody did.
    pub setup: Option<Setup>,
    /// Who gave up, in order.
    pub given_up: Vec<GivenUp>,
}

/// An engine that gave up, or was left for another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenUp {
    /// The engine; none for the executions and the bounded search that come before all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Whether it had auxiliary invariants that it does not always have.
    pub augment: bool,
    /// Why, as the end of a sentence.
    pub why: String,
}

impl std::fmt::Display for GivenUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let GivenUp { engine, augment, why } = self;
        match (engine, augment) {
            (None, _) => write!(f, "{why}"),
            (Some(engine), false) => write!(f, "{engine}: {why}"),
            (Some(engine), true) => write!(f, "{engine} with auxiliary invariants: {why}"),
        }
    }
}

/// A formula to be seen on a grid of values of one or two of its symbols; all its other symbols may have any value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Projection {
    /// Its number, which the reply repeats.
    pub number: u32,
    /// The formula as an SMT-LIB 2 term.
    pub smt: String,
    /// Those of its symbols that are integers, by name in that term; all others are Boolean.
    pub integers: Vec<String>,
    /// Symbols whose values are fixed, with these values.
    pub fixed: Vec<(String, String)>,
    /// For each axis its symbol with the values to try: the first of them, and how many. The first axis is that of a row. A
    /// Boolean has the values 0 and 1.
    pub axes: Vec<(String, i64, u32)>,
}

/// From the worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// The program was accepted.
    Opened(Box<Opened>),
    /// The program was refused, with at least one error among the problems.
    Rejected(Vec<Problem>),
    /// The next events, in order.
    Events(Vec<Event>),
    /// An [`Command::Advance`] is done; `finished` says that no further event will come.
    Paused {
        /// The last events. They are sent together with the pause, so that the page need not be drawn twice.
        events: Vec<Event>,
        /// Whether the run has reached its verdict.
        finished: bool,
    },
    /// It is this engine's turn; none for what comes before all engines.
    Trying(Option<Engine>),
    /// The end of [`Command::Prove`].
    Settled(Box<Settled>),
    /// The answer to [`Command::Project`].
    Projected {
        /// The number of the question.
        number: u32,
        /// A row for each value of the second axis, in order, with a sign for each value of the first one: `1` where the formula
        /// can hold, `0` where it cannot, `?` where that was not found out. Empty if the formula cannot be read.
        rows: Vec<String>,
    },
    /// The answer to [`Command::Judge`].
    Judged {
        /// The number of the attempt.
        number: u32,
        /// What was found.
        judgement: Judgement,
    },
    /// The answer to [`Command::Experiment`].
    Experimented {
        /// The number of the experiment.
        number: u32,
        /// What was found.
        found: Box<Experimented>,
    },
}

/// What is known of a program before any query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The variables of a state, in the order of declaration.
    pub variables: Vec<ProgramVariable>,
    /// Every other name that a formula may mention (values of `nondet`, values at joins), with its sort.
    pub inputs: Vec<ProgramVariable>,
    /// The source line of the loop head, counted from 1; none for a program without loops.
    pub head_line: Option<u32>,
    /// The initial states at the loop head: I(s).
    pub init: Formula,
    /// One round of the loop: T(s, s').
    pub trans: Formula,
    /// The states at the head from which an assertion fails before control is back at the head: the negated property.
    pub bad: Formula,
    /// Satisfiable exactly when an assertion can fail before control first reaches the head.
    pub early: Formula,
    /// Warnings, never errors.
    pub problems: Vec<Problem>,
    /// Where things are in the text.
    #[serde(default)]
    pub outline: Outline,
}

impl Opened {
    /// The variables whose values do not follow from those of others: all but what stands for products.
    pub fn independent(&self) -> impl Iterator<Item = &ProgramVariable> {
        self.variables.iter().filter(|v| crate::factors(&v.name).is_none())
    }
}

/// A program variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramVariable {
    /// Its name.
    pub name: String,
    /// Whether it is a Boolean rather than an integer.
    pub boolean: bool,
    /// Its type as the language writes it.
    #[serde(default, rename = "type")]
    pub ty: String,
    /// The least and the greatest value, where the type says so: then formulas do not repeat it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[String; 2]>,
}

impl std::fmt::Display for ProgramVariable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} : {}", self.name, self.ty)?;
        match &self.range {
            Some([low, high]) => write!(f, " ({low} to {high})"),
            None => Ok(()),
        }
    }
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program is refused.
    Error,
    /// The program is accepted, but look here.
    Warning,
}

/// A diagnostic with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// One line of help, when there is any.
    pub help: Option<String>,
    /// First byte of the offending text.
    pub from: u32,
    /// One past its last byte.
    pub to: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// Its column in characters, counted from 1.
    pub column: u32,
    /// Other places that matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedPlace>,
}

/// A place that matters to a problem elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedPlace {
    /// First byte of the text there.
    pub from: u32,
    /// One past its last byte.
    pub to: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// Its column in characters, counted from 1.
    pub column: u32,
    /// What is there, in a few words.
    pub words: String,
}
