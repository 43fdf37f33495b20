//! Places in a run by what happens there: "interpolant 2", "the first not inductive", "line 18", "next widening", "verdict".

use trace::{
    AnalysisChange, Answer, ApproximationChange, ArgChange, Change, Direction, Event, FrameChange,
    LabelOrigin, MAX_STEP, SatMeaning, Verdict,
};

/// A place in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Before the first step.
    Start,
    /// The step of this number, counted from 1.
    Step(usize),
    /// Where something happens.
    At(Which, Happening),
}

/// Which of the events in which the same happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The n-th of the run, counted from 1.
    Nth(usize),
    /// The first after the stop before.
    Next,
}

/// Something that can happen in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// One of those that have a name.
    Named(Name),
    /// The step is at this line of the pseudo-code.
    Line(u32),
}

macro_rules! names {
    ($($(#[$doc:meta])* $variant:ident = $first:literal $(| $other:literal)*;)*) => {
        /// What has a name of its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Name { $($(#[$doc])* $variant,)* }

        /// Every name, as it is written, with what it means; those that mean the same stand together.
        const NAMES: &[(&str, Name)] = &[$(($first, Name::$variant), $(($other, Name::$variant),)*)*];
    };
}

names! {
    /// A query has a model.
    Sat = "sat" | "satisfiable";
    /// A query has none.
    Unsat = "unsat" | "unsatisfiable";
    /// There is a new interpolant.
    Interpolant = "interpolant";
    /// The bound is raised.
    Unrolling = "unrolling";
    /// A sequence of interpolants begins, or a round of AR.
    Round = "round";
    /// A sequence of interpolants is given up, since a query was perhaps spuriously satisfiable.
    Restart = "restart";
    /// A model may be one of the over-approximation alone.
    Spurious = "spurious" | "perhaps spurious";
    /// A model is an execution that fails.
    Counterexample = "counterexample";
    /// The newest interpolant has new states.
    NewStates = "new states";
    /// The newest interpolant has none.
    FixedPoint = "fixed point";
    /// A formula is inductive.
    Inductive = "inductive";
    /// It is not.
    NotInductive = "not inductive";
    /// A label, or the generator's interval, is widened.
    Widening = "widening";
    /// A label is strengthened by an interpolant.
    Refinement = "refinement";
    /// The reachability graph is traversed once more.
    Traversal = "traversal";
    /// A node is covered.
    Covered = "covered";
    /// A node is asked about, and is not.
    NotCovered = "not covered";
    /// An alarm is raised: the error's label is not empty.
    Alarm = "alarm";
    /// The alarm is false: no execution follows the edges.
    FalseAlarm = "false alarm";
    /// FiB has a new forward set.
    ForwardSet = "forward set";
    /// FiB has a new backward set.
    BackwardSet = "backward set";
    /// Abstract sets are dropped.
    Backtrack = "backtrack";
    /// The generator has a new invariant.
    Auxiliary = "auxiliary invariant";
    /// An interpolant is narrowed by it.
    Strengthening = "strengthening";
    /// AR: an image cannot be had, and is constrained.
    Constraint = "constraint";
    /// AR: an approximation is there.
    Approximation = "approximation";
    /// The run is over.
    Verdict = "verdict" | "end";
    /// It is safe.
    Safe = "safe";
    /// It is unsafe.
    Unsafe = "unsafe";
    /// It has no verdict.
    Unknown = "unknown";
}

impl Happening {
    /// Reads a name, or `line N`.
    pub fn read(text: &str) -> Option<Happening> {
        if let Some(number) = text.strip_prefix("line ") {
            return number.parse().ok().map(Happening::Line);
        }
        NAMES.iter().find(|(name, _)| *name == text).map(|&(_, name)| Happening::Named(name))
    }

    /// Whether it happens in this event.
    pub fn is_in(self, event: &Event) -> bool {
        match self {
            Happening::Line(line) => event.line == line,
            Happening::Named(name) => happens(name, event),
        }
    }
}

impl Place {
    /// Reads a place; the error says what is wrong.
    pub fn read(text: &str) -> Result<Place, &'static str> {
        let text = text.trim();
        let text = text.strip_prefix("the ").unwrap_or(text);
        if text == "start" {
            return Ok(Place::Start);
        }
        if let Some(number) = text.strip_prefix("step ") {
            let step = number.parse().ok().filter(|n| (1..=MAX_STEP).contains(n));
            return step.map(|n| Place::Step(n as usize)).ok_or("a step is a number from 1 to 1,000,000");
        }
        const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let (which, text) = match text.split_once(' ') {
            Some(("next", rest)) => (Some(Which::Next), rest),
            Some((word, rest)) => match ORDINALS.iter().position(|ordinal| *ordinal == word) {
                Some(at) => (Some(Which::Nth(at + 1)), rest),
                None => (None, text),
            },
            None => (None, text),
        };
        if let Some(happening) = Happening::read(text) {
            return Ok(Place::At(which.unwrap_or(Which::Nth(1)), happening));
        }
        let (name, number) = text.rsplit_once(' ').ok_or(NO_PLACE)?;
        match (which, Happening::read(name), number.parse()) {
            (None, Some(happening), Ok(number)) if number > 0 => Ok(Place::At(Which::Nth(number), happening)),
            _ => Err(NO_PLACE),
        }
    }

    /// The step that leads there, among these events of a run; `before` is that of the stop before. None if it is not there yet.
    pub fn step<'e>(self, before: usize, events: impl Iterator<Item = &'e Event>) -> Option<usize> {
        match self {
            Place::Start => Some(0),
            Place::Step(step) => (step <= events.count()).then_some(step),
            Place::At(which, happening) => {
                let (skipped, nth) = match which {
                    Which::Nth(nth) => (0, nth),
                    Which::Next => (before, 1),
                };
                let mut matching = events.enumerate().skip(skipped).filter(|(_, e)| happening.is_in(e));
                matching.nth(nth.checked_sub(1)?).map(|(at, _)| at + 1)
            }
        }
    }
}

const NO_PLACE: &str = "there is no such place in a run";

/// The step at which the last of these places is, each looked for from the one before; none if one of them is not among the events yet.
pub fn find<'e, E: Iterator<Item = &'e Event>>(
    places: impl Iterator<Item = Place>,
    events: impl Fn() -> E,
) -> Option<usize> {
    let mut step = 0;
    for place in places {
        step = place.step(step, events())?;
    }
    Some(step)
}

fn happens(name: Name, event: &Event) -> bool {
    let answer = event.query.as_ref().map(|query| &query.answer);
    let means = |wanted| matches!(answer, Some(Answer::Sat { meaning, .. }) if *meaning == wanted);
    let any = |is: fn(&Change) -> bool| event.changes.iter().any(is);
    match name {
        Name::Sat => matches!(answer, Some(Answer::Sat { .. })),
        Name::Unsat => matches!(answer, Some(Answer::Unsat { .. })),
        Name::Interpolant => any(|c| {
            matches!(
                c,
                Change::InterpolantAdded { .. }
                    | Change::Squeezed { .. }
                    | Change::Approximation(ApproximationChange::Front { .. })
                    | Change::Frame(FrameChange::Joined { .. })
            ) || is_refinement(c)
        }),
        Name::Unrolling => any(|c| matches!(c, Change::BoundRaised { .. })),
        Name::Round => any(|c| {
            matches!(
                c,
                Change::RoundStarted { .. } | Change::Approximation(ApproximationChange::Begun { .. })
            )
        }),
        Name::Restart => any(|c| matches!(c, Change::RoundAbandoned { .. })),
        Name::Spurious => means(SatMeaning::PerhapsSpurious),
        Name::Counterexample => means(SatMeaning::Counterexample),
        Name::NewStates => means(SatMeaning::NewStates),
        Name::FixedPoint => {
            any(|c| matches!(c, Change::Contained { .. } | Change::Frame(FrameChange::Closed { .. })))
        }
        Name::Inductive => any(|c| matches!(c, Change::Inductive { holds: true } | Change::Contained { .. })),
        Name::NotInductive => {
            any(|c| matches!(c, Change::Inductive { holds: false })) || means(SatMeaning::NotInductive)
        }
        Name::Widening => any(|c| match c {
            Change::Arg(ArgChange::Labelled { origin: LabelOrigin::Widened { .. }, .. }) => true,
            Change::Analysed(step) => step.how == AnalysisChange::Widened,
            _ => false,
        }),
        Name::Refinement => any(is_refinement),
        Name::Traversal => any(|c| matches!(c, Change::Arg(ArgChange::Expansion { round }) if *round > 0)),
        Name::Covered => any(|c| matches!(c, Change::Arg(ArgChange::Covered { by, .. }) if !by.is_empty())),
        Name::NotCovered => means(SatMeaning::NotCovered),
        Name::Alarm => any(|c| matches!(c, Change::Arg(ArgChange::Phase(trace::Phase::Refinement)))),
        Name::FalseAlarm => event.line == FALSE_ALARM && matches!(answer, Some(Answer::Unsat { .. })),
        Name::ForwardSet => any(|c| matches!(c, Change::Advanced { direction: Direction::Forward, .. })),
        Name::BackwardSet => any(|c| matches!(c, Change::Advanced { direction: Direction::Backward, .. })),
        Name::Backtrack => any(|c| matches!(c, Change::Backtracked { .. })),
        Name::Auxiliary => any(|c| matches!(c, Change::AuxiliaryInvariant { .. })),
        Name::Strengthening => any(|c| matches!(c, Change::Strengthened { .. })),
        Name::Constraint => any(|c| {
            matches!(
                c,
                Change::Approximation(
                    ApproximationChange::Constrained { .. } | ApproximationChange::Blocked { .. }
                )
            )
        }),
        Name::Approximation => {
            any(|c| matches!(c, Change::Approximation(ApproximationChange::Approximated { .. })))
        }
        Name::Verdict => any(|c| matches!(c, Change::Verdict(_))),
        Name::Safe => ended(event, |v| matches!(v, Verdict::Safe { .. })),
        Name::Unsafe => ended(event, |v| matches!(v, Verdict::Unsafe(_))),
        Name::Unknown => ended(event, |v| matches!(v, Verdict::Unknown(_))),
    }
}

/// The line of VINTA's pseudo-code at which it is asked whether an execution follows the edges to the error.
const FALSE_ALARM: u32 = 11;

fn is_refinement(change: &Change) -> bool {
    matches!(change, Change::Arg(ArgChange::Labelled { origin: LabelOrigin::Refined { .. }, .. }))
}

fn ended(event: &Event, is: fn(&Verdict) -> bool) -> bool {
    event.changes.iter().any(|change| matches!(change, Change::Verdict(verdict) if is(verdict)))
}

/// Every name that a place or an answer may have, each meaning once.
pub fn names() -> Vec<&'static str> {
    let mut all: Vec<(&str, Name)> = NAMES.to_vec();
    all.dedup_by_key(|(_, name)| *name);
    all.into_iter().map(|(name, _)| name).collect()
}
