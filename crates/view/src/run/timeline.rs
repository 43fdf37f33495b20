//! The time line: marks where something happened, jumps between them, and their thinning to the space there is.

use crate::run::history::History;
use logic::order;
use trace::{
    ApproximationChange, ArgChange, Change, Engine, Event, FrameChange, LabelOrigin, Phase, Verdict,
};

/// What happened at a step that is worth a mark, least important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A new interpolant.
    Interpolant,
    /// A new auxiliary invariant.
    Auxiliary,
    /// Abstract sets were dropped.
    Backtracked,
    /// A sequence of interpolants did not converge, and another source or the next bound is tried.
    RoundDiverged,
    /// A sequence of interpolants could not be continued.
    RoundAbandoned,
    /// All that was done with a source of interpolants, after which another one was tried in the same place.
    Retried,
    /// AR: an interpolation formula was satisfiable, and is constrained.
    Constrained,
    /// A node of the reachability graph is covered.
    Covered,
    /// The reachability graph is traversed once more.
    Expansion,
    /// The unrolling bound was raised.
    BoundRaised,
    /// An interpolant brought nothing new.
    FixedPoint,
    /// The engine begins again, with what was learnt of products.
    BeganAgain,
    /// The run ended without a verdict.
    Unknown,
    /// No execution fails, but none tests an assertion either.
    Vacuous,
    /// The program was proved.
    Safe,
    /// A failing execution was found.
    Unsafe,
    /// What came before the algorithm.
    RanFirst,
    /// A check of our own failed.
    Faulty,
}

impl Mark {
    /// Every mark, in the order of the legend.
    pub const ALL: [Mark; 18] = [
        Mark::RanFirst,
        Mark::Interpolant,
        Mark::BoundRaised,
        Mark::Auxiliary,
        Mark::RoundAbandoned,
        Mark::RoundDiverged,
        Mark::Retried,
        Mark::BeganAgain,
        Mark::Backtracked,
        Mark::Constrained,
        Mark::Expansion,
        Mark::Covered,
        Mark::FixedPoint,
        Mark::Safe,
        Mark::Vacuous,
        Mark::Unsafe,
        Mark::Unknown,
        Mark::Faulty,
    ];

    /// The sign on the time line.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Interpolant => "τ",
            Mark::Auxiliary => "Inv",
            Mark::Backtracked => "↩",
            Mark::RoundDiverged => "⇄",
            Mark::RoundAbandoned => "↺",
            Mark::Retried => "↷",
            Mark::BeganAgain => "⟲",
            Mark::Constrained => "⊬",
            Mark::Covered => "⊑",
            Mark::Expansion => "↻",
            Mark::BoundRaised => "k",
            Mark::FixedPoint => "◎",
            Mark::Unknown => "?",
            Mark::Vacuous => "○",
            Mark::Safe => "✓",
            Mark::Unsafe => "✗",
            Mark::RanFirst => "»",
            Mark::Faulty => "!",
        }
    }

    /// What the sign means.
    pub fn title(self) -> &'static str {
        match self {
            Mark::Interpolant => "new interpolant",
            Mark::Auxiliary => "auxiliary invariant",
            Mark::Backtracked => "back to the last concrete set",
            Mark::RoundDiverged => "sequence of interpolants given up without a fixed point",
            Mark::RoundAbandoned => "over-approximation given up",
            Mark::Retried => "folded: then another source of interpolants is tried in the same place",
            Mark::BeganAgain => "begins again, with what was learnt of products",
            Mark::Constrained => "satisfiable: constrained, and asked again",
            Mark::Covered => "a node is covered",
            Mark::Expansion => "another round through the reachability graph",
            Mark::BoundRaised => "unrolling bound raised",
            Mark::FixedPoint => "fixed point: an inductive invariant",
            Mark::Unknown => "ended without verdict",
            Mark::Vacuous => "nothing to prove",
            Mark::Safe => "proved safe",
            Mark::Unsafe => "failing execution found",
            Mark::RanFirst => "run first: executions and a short bounded search",
            Mark::Faulty => "a check failed",
        }
    }

    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            Mark::Interpolant => "mark-interpolant",
            Mark::Auxiliary => "mark-auxiliary",
            Mark::Backtracked => "mark-abandoned",
            Mark::RoundDiverged => "mark-diverged",
            Mark::RoundAbandoned | Mark::Retried | Mark::BeganAgain => "mark-abandoned",
            Mark::Constrained => "mark-abandoned",
            Mark::Covered => "mark-fixed-point",
            Mark::Expansion => "mark-bound",
            Mark::BoundRaised => "mark-bound",
            Mark::FixedPoint => "mark-fixed-point",
            Mark::Unknown => "mark-unknown",
            Mark::Vacuous => "mark-vacuous",
            Mark::Safe => "mark-safe",
            Mark::Unsafe => "mark-unsafe",
            Mark::RanFirst => "mark-bound",
            Mark::Faulty => "mark-faulty",
        }
    }
}

/// The marks of an event, most important first, each once.
pub fn marks(event: &Event) -> Vec<Mark> {
    let mut found: Vec<Mark> = event
        .changes
        .iter()
        .filter_map(|change| match change {
            Change::BeganAgain => Some(Mark::BeganAgain),
            Change::BoundRaised { .. } => Some(Mark::BoundRaised),
            Change::InterpolantAdded { .. } | Change::Squeezed { .. } => Some(Mark::Interpolant),
            Change::Inductive { holds: true } => Some(Mark::FixedPoint),
            Change::Backtracked { .. } => Some(Mark::Backtracked),
            Change::AuxiliaryInvariant { .. } => Some(Mark::Auxiliary),
            Change::Contained { .. } => Some(Mark::FixedPoint),
            Change::RoundAbandoned { .. } => Some(Mark::RoundAbandoned),
            Change::RoundDiverged { .. } => Some(Mark::RoundDiverged),
            Change::RanFirst(_) => Some(Mark::RanFirst),
            Change::Arg(change) => of_graph(change),
            Change::Approximation(change) => of_approximation(change),
            Change::Frame(change) => of_frame(change),
            Change::Verdict(verdict) => Some(match **verdict {
                Verdict::Safe { vacuous: Some(_), .. } => Mark::Vacuous,
                Verdict::Safe { .. } => Mark::Safe,
                Verdict::Unsafe(_) => Mark::Unsafe,
                Verdict::Unknown(_) => Mark::Unknown,
                Verdict::Faulty { .. } => Mark::Faulty,
            }),
            Change::RoundStarted { .. }
            | Change::Joined { .. }
            | Change::Warned(_)
            | Change::Analysed(_)
            | Change::Strengthened { .. }
            | Change::Inductive { holds: false }
            | Change::Advanced { .. } => None,
        })
        .collect();
    order::sort_by(&mut found, |a, b| b.cmp(a));
    found.dedup();
    found
}

/// The mark of a change of the reachability graph.
fn of_graph<F>(change: &ArgChange<F>) -> Option<Mark> {
    match change {
        ArgChange::Labelled { origin: LabelOrigin::Refined { .. }, .. } => Some(Mark::Interpolant),
        ArgChange::Expansion { round } if *round > 0 => Some(Mark::Expansion),
        ArgChange::Covered { by, .. } if !by.is_empty() => Some(Mark::Covered),
        _ => None,
    }
}

/// The mark of a change of AR's approximations.
fn of_approximation<F>(change: &ApproximationChange<F>) -> Option<Mark> {
    match change {
        ApproximationChange::Front { .. } => Some(Mark::Interpolant),
        ApproximationChange::Constrained { .. } | ApproximationChange::Blocked { .. } => {
            Some(Mark::Constrained)
        }
        ApproximationChange::Begun { .. } | ApproximationChange::Approximated { .. } => None,
    }
}

/// The mark of a change of PDR's or DAR's frames.
fn of_frame<F>(change: &FrameChange<F>) -> Option<Mark> {
    match change {
        FrameChange::Joined { .. } => Some(Mark::Interpolant),
        FrameChange::Closed { .. } => Some(Mark::FixedPoint),
        FrameChange::Obligation { .. } | FrameChange::Met { .. } => None,
    }
}

/// What one may jump to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Jump {
    /// The next new interpolant.
    Interpolant,
    /// The next raise of the unrolling bound, or the next set of FiB.
    Unrolling,
}

impl Jump {
    /// Whether an event is such a place. The end of the run always is, so that no jump skips it silently.
    pub fn stops_at(self, event: &Event) -> bool {
        event.changes.iter().any(|change| match change {
            Change::InterpolantAdded { .. }
            | Change::Squeezed { .. }
            | Change::Frame(FrameChange::Joined { .. })
            | Change::Approximation(ApproximationChange::Front { .. }) => self == Jump::Interpolant,
            Change::Arg(ArgChange::Labelled { origin: LabelOrigin::Refined { .. }, .. }) => {
                self == Jump::Interpolant
            }
            Change::Arg(ArgChange::Expansion { .. } | ArgChange::Phase(Phase::Expansion)) => {
                self == Jump::Unrolling
            }
            Change::BoundRaised { .. } | Change::Advanced { .. } => self == Jump::Unrolling,
            Change::Verdict(_) => true,
            _ => false,
        })
    }
}

/// What [`Jump::Unrolling`] goes to in an engine: what it does again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Again {
    /// The sign of the button.
    pub sign: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub title: &'static str,
}

/// What an engine does again and again.
pub fn again(engine: Engine) -> Again {
    match engine {
        Engine::Bmc
        | Engine::KInduction
        | Engine::Imc(_)
        | Engine::Ismc
        | Engine::Pdr
        | Engine::Dar
        | Engine::Ar(_) => Again {
            sign: "k▸",
            name: "Unrolling",
            title: "On to where the unrolling bound k is raised (key: u; back: Shift+U)",
        },
        Engine::Fib(_) => Again {
            sign: "s▸",
            name: "Set",
            title: "On to the next forward or backward set (key: u; back: Shift+U)",
        },
        Engine::Vinta { .. } => Again {
            sign: "↻▸",
            name: "Refinement",
            title: "On to the next traversal of the reachability graph, after a refinement (key: u; back: Shift+U)",
        },
        Engine::Impact(_) => Again {
            sign: "↧▸",
            name: "Unwinding",
            title: "On to where the program is unwound further (key: u; back: Shift+U)",
        },
    }
}

/// The first step after `step` at which the jump stops, among those on record.
pub fn next(history: &History, step: usize, jump: Jump) -> Option<usize> {
    let found = history.events().skip(step).position(|event| jump.stops_at(event))?;
    Some(step + found + 1)
}

/// The last step before `step` at which the jump stops.
pub fn previous(history: &History, step: usize, jump: Jump) -> Option<usize> {
    let before = history.events().take(step.saturating_sub(1));
    let found = before.rev().position(|event| jump.stops_at(event))?;
    Some(step.min(history.len() + 1) - 1 - found)
}

/// A place on the time line: one step, or several when there is not room for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tick {
    /// The step to go to: that of the most important mark.
    pub step: usize,
    /// The first step the place stands for.
    pub first: usize,
    /// The last step it stands for.
    pub last: usize,
    /// The marks of these steps, most important first, each once; never empty.
    pub marks: Vec<Mark>,
    /// How many marked steps it stands for.
    pub marked: usize,
}

/// The first and last steps of what was done in vain with a source of interpolants, after which another one was tried at the same bound. In
/// order; what follows each other is one. FiB is not meant: of the interpolants between two sets it takes one, perhaps the first.
fn retried(history: &History) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    // Where the present source is tried, and the step at which that began.
    let mut tried = None;
    for (index, event) in history.events().enumerate() {
        for change in &event.changes {
            let Change::RoundStarted { k, .. } = change else { continue };
            // A sequence that starts anew is told with the answer that ended the one before.
            let (first, last) = (index + 2, index + 1);
            let before = tried.replace((*k, first));
            let Some((_, begun)) = before.filter(|&(known, begun)| known == *k && begun <= last) else {
                continue;
            };
            match found.last_mut() {
                Some(before) if before.1 + 1 == begun => before.1 = last,
                _ => found.push((begun, last)),
            }
        }
    }
    found
}

/// The marked steps in order, at most `places` of them and that far apart; neighbours are merged when there are more. What was done in vain
/// with a source of interpolants is one place.
pub fn ticks(history: &History, places: usize) -> Vec<Tick> {
    let places = places.max(1);
    let width = history.len().div_ceil(places).max(1);
    let mut ticks: Vec<Tick> = Vec::new();
    let mut vain = retried(history).into_iter().peekable();
    for (index, event) in history.events().enumerate() {
        let mut marks = marks(event);
        let step = index + 1;
        let folded = vain.peek().is_some_and(|vain| vain.0 <= step);
        if folded {
            marks = if marks.is_empty() { marks } else { vec![Mark::Retried] };
        }
        let is_same = |tick: &&mut Tick| folded && tick.marks == [Mark::Retried];
        vain.next_if(|vain| vain.1 == step);
        match ticks.last_mut().filter(|tick| step < tick.first + width || is_same(tick)) {
            _ if marks.is_empty() => {}
            Some(tick) => {
                tick.marked += 1;
                tick.last = step;
                if marks[0] > tick.marks[0] {
                    tick.step = step;
                }
                tick.marks.extend(marks);
                order::sort_by(&mut tick.marks, |a, b| b.cmp(a));
                tick.marks.dedup();
            }
            None => ticks.push(Tick { step, first: step, last: step, marks, marked: 1 }),
        }
    }
    ticks
}

#[cfg(test)]
mod tests;
