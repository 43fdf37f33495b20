//! Dual approximated reachability (Vizel, Grumberg, Shoham, "Intertwined Forward-Backward Reachability Analysis Using Interpolants",
//! TACAS 2013).
//!
//! Forward frames F₀, …, F_n over-approximate what is reached after so many rounds, backward ones B₀, …, B_n what fails after so many. A
//! failure after n + 1 rounds would pass through all of them; at the round where they do not fit together, both are strengthened and grow
//! by one, mostly without unrolling anything.
//!
//! Line numbers are ours; the paper's three figures have their own.
//!
//! DIVERGENCE: I and ¬P are negated, so where one of them cannot be written without quantifiers, entry and failure are places of
//! their own ([`Problem`]).

use crate::cx::{Conclusion, Cx, KeptContext, Model, Question, Stop};
use crate::problem::Problem;
use crate::run::Coroutine;
use crate::unroll::{self, name_of_transition as transition, subscript as sub};
use flow::TransitionSystem;
use logic::{Stamp, Term};
use std::rc::Rc;
use trace::{Change, Direction, FrameChange, SatMeaning, Side, UnknownReason};

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(cx: Cx, ts: Rc<TransitionSystem>) -> Coroutine {
    Box::pin(async move { dar(&cx, &ts).await })
}

/// Runs the algorithm on a transition system.
async fn dar(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let t = cx.terms();
    let problem = Problem::new(t, ts);
    let meaning =
        "No: I is the first forward frame, F₀, and ¬P the first backward one, B₀. They do not meet.";
    if let Some(failure) = problem.fails_at_first(cx, meaning).await? {
        return Ok(failure);
    }
    let k_max = cx.settings().max_unrollings;
    let mut frames =
        Frames { cx, problem: &problem, forward: vec![problem.init], backward: vec![problem.bad] };
    for n in 0..k_max {
        cx.change(Change::BoundRaised { k: n + 1 });
        cx.watch("n", n);
        let at = match frames.unfitting_round(n).await? {
            Some(at) => at,
            None => match frames.unroll(n).await? {
                Global::Fits(at) => at,
                Global::Fails { rounds, model } => return Ok(problem.failure(t, rounds, model)),
            },
        };
        frames.strengthen(n, at).await?;
        for direction in [Direction::Forward, Direction::Backward] {
            if let Some(invariant) = frames.fixed_point(direction).await? {
                let invariant = problem.at_heads(t, invariant);
                return Ok(Conclusion::Safe { invariant, auxiliary: None }); // line 14
            }
        }
    }
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))) // line 15
}

/// The two sequences of frames.
///
/// Invariant: one round leads from F_i only into F_{i+1}, and only states of B_{i+1} lead by one round into B_i; no F_i meets ¬P, and no
/// B_i meets I. Frames only shrink, and each new one is an interpolant that keeps this.
struct Frames<'a> {
    cx: &'a Cx,
    problem: &'a Problem,
    /// F₀ = I, F₁, …, F_n.
    forward: Vec<Term>,
    /// B₀ = ¬P, B₁, …, B_n.
    backward: Vec<Term>,
}

/// What an unrolling from the initial states shows.
enum Global {
    /// After strengthening, no transition leads from F_i into B_{n−i}.
    Fits(u32),
    /// An execution fails.
    Fails { rounds: u32, model: Model },
}

impl Frames<'_> {
    fn at(&self, direction: Direction, i: u32, step: u32) -> Term {
        let frames = match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        };
        self.problem.at(self.cx.terms(), frames[i as usize], step)
    }

    /// Lines 3 and 4: a round at which no transition leads from the forward frame into the backward one; the last round is asked
    /// about first.
    async fn unfitting_round(&self, n: u32) -> Result<Option<u32>, Stop> {
        let (t, words) = (self.cx.terms(), self.cx.words());
        for i in (0..=n).rev() {
            let rest = n - i;
            let purpose = format!(
                "A failure after {} has to pass from {} into {}, whatever comes before and after. Can it?",
                words.count(n + 1),
                name(Direction::Forward, i),
                name(Direction::Backward, rest),
            );
            let otherwise = match i {
                0 => format!(
                    "Yes, at every round: frames contain too much, or there is such a failure. The {} itself has to be unrolled.",
                    words.input
                ),
                _ => format!(
                    "Yes, but these frames may contain too much. What about {} and {}, one round earlier?",
                    name(Direction::Forward, i - 1),
                    name(Direction::Backward, rest + 1)
                ),
            };
            let question = Question::new(4, purpose)
                .part(Side::Neither, stated(Direction::Forward, i, 0), self.at(Direction::Forward, i, 0))
                .part(Side::Neither, transition(0), self.problem.trans_at(t, 0))
                .part(Side::Neither, stated(Direction::Backward, rest, 1), self.at(Direction::Backward, rest, 1))
                .if_sat(SatMeaning::PerhapsSpurious, otherwise)
                .if_unsat(format!(
                    "No, so no {} {} after exactly {}. From here on both sequences are strengthened, until they say so everywhere.",
                    words.execution, words.fails, words.count(n + 1)
                ));
            if self.cx.check(question).await?.is_none() {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    /// Lines 5 to 8: paths from I into backward frames, further and further, until there is none, or one into ¬P. What is found out is put
    /// into the forward frames.
    async fn unroll(&mut self, n: u32) -> Result<Global, Stop> {
        let (t, words) = (self.cx.terms(), self.cx.words());
        self.cx.refinement();
        for i in 1..=n {
            let rest = n - i;
            let to = name(Direction::Backward, rest);
            let purpose = match rest {
                0 => format!(
                    "{} after exactly {}, from the initial states?",
                    words.can_it_fail(),
                    words.count(n + 1)
                ),
                _ => format!("Does {} lead from the initial states into {to}?", words.count(i + 1)),
            };
            let path = (0..=i).fold(
                Question::new(6, purpose).part(Side::Neither, "I(s₀)", self.problem.init_at(t)),
                |question, j| question.part(Side::Neither, transition(j), self.problem.trans_at(t, j)),
            );
            let last = match rest {
                0 => self.problem.failing_at(t, self.problem.bad, i + 1),
                _ => self.at(Direction::Backward, rest, i + 1),
            };
            let (meaning, found) = match rest {
                0 => (SatMeaning::Counterexample, unroll::found(self.cx)),
                _ => (
                    SatMeaning::PerhapsSpurious,
                    format!("Yes, but {to} may contain too much. One round further?"),
                ),
            };
            let question = path
                .part(Side::Neither, stated(Direction::Backward, rest, i + 1), last)
                .within(PATHS)
                .if_sat(meaning, found)
                .if_unsat(format!("No: forward frames up to F{} have to say so, too.", sub(i)));
            match self.cx.check(question).await? {
                None => {
                    self.keep_apart(n, i).await?;
                    return Ok(Global::Fits(i));
                }
                Some(model) if rest == 0 => return Ok(Global::Fails { rounds: n + 1, model }),
                Some(_) => {}
            }
        }
        // With no frames between I and ¬P, the local question was already the one about the program.
        let question =
            Question::new(6, format!("{} after exactly {}?", words.can_it_fail(), words.count(n + 1)))
                .if_sat(SatMeaning::Counterexample, unroll::found(self.cx))
                .if_unsat("There is none after all.");
        match self.cx.check(self.problem.failing_path(t, question, n + 1)).await? {
            Some(model) => Ok(Global::Fails { rounds: n + 1, model }),
            None => Ok(Global::Fits(0)),
        }
    }

    /// Line 7: no path of i + 1 rounds leads from I into B_{n−i}; F₁, …, F_i become strong enough for it.
    async fn keep_apart(&mut self, n: u32, i: u32) -> Result<(), Stop> {
        let t = self.cx.terms();
        let words = self.cx.words();
        let to = name(Direction::Backward, n - i);
        // What leads from a state after j rounds into the backward frame, for j = i, i − 1, …
        let mut rest = vec![t.and([self.problem.trans_at(t, i), self.at(Direction::Backward, n - i, i + 1)])];
        for j in (1..i).rev() {
            let later = rest[rest.len() - 1];
            rest.push(t.and([self.problem.trans_at(t, j), later]));
        }
        for j in 1..=i {
            let purpose = format!(
                "Why does no path lead from I into {to}? What holds after {}, as far as it matters for that?",
                words.count(j)
            );
            let question = Question::new(7, purpose)
                .part(
                    Side::A,
                    stated(Direction::Forward, j - 1, j - 1),
                    self.at(Direction::Forward, j - 1, j - 1),
                )
                .part(Side::A, transition(j - 1), self.problem.trans_at(t, j - 1))
                .part(Side::B, format!("a path from s{} into {to}", sub(j)), rest[(i - j) as usize])
                .reachable(Side::A)
                .if_unsat(format!("It joins F{}.", sub(j)));
            let found = self.interpolant(question, n).await?;
            self.join(Direction::Forward, j, found);
        }
        Ok(())
    }

    /// Lines 9 to 11: forward frames from round i on, and backward frames from there back, are strengthened, and both sequences grow.
    async fn strengthen(&mut self, n: u32, i: u32) -> Result<(), Stop> {
        let t = self.cx.terms();
        for j in i..=n {
            let (from, against) = (name(Direction::Forward, j), name(Direction::Backward, n - j));
            let joins = self.joins(Direction::Forward, j + 1);
            let question = Question::new(
                10,
                format!(
                    "What does one {} from {from} make true that keeps away from {against}?",
                    self.cx.words().round
                ),
            )
            .part(Side::A, stated(Direction::Forward, j, 0), self.at(Direction::Forward, j, 0))
            .part(Side::A, transition(0), self.problem.trans_at(t, 0))
            .part(Side::B, stated(Direction::Backward, n - j, 1), self.at(Direction::Backward, n - j, 1))
            .reachable(Side::A)
            .if_unsat(joins);
            let found = self.interpolant(question, n).await?;
            self.join(Direction::Forward, j + 1, found);
        }
        for j in (0..=i).rev() {
            let (into, against) = (name(Direction::Backward, n - j), name(Direction::Forward, j));
            let joins = self.joins(Direction::Backward, n - j + 1);
            let question = Question::new(11, format!("What do all states have in common from which one {} leads into {into}, and none of {against}?", self.cx.words().round))
                .part(Side::A, transition(0), self.problem.trans_at(t, 0))
                .part(Side::A, stated(Direction::Backward, n - j, 1), self.at(Direction::Backward, n - j, 1))
                .part(Side::B, stated(Direction::Forward, j, 0), self.at(Direction::Forward, j, 0))
                .reachable(Side::B)
                .if_unsat(joins);
            let found = self.interpolant(question, n).await?;
            self.join(Direction::Backward, n - j + 1, found);
        }
        Ok(())
    }

    /// What becomes of an interpolant.
    fn joins(&self, direction: Direction, i: u32) -> String {
        let frames = if direction == Direction::Forward { &self.forward } else { &self.backward };
        match frames.len() > i as usize {
            true => format!("The interpolant joins {}.", name(direction, i)),
            false => format!("The interpolant is the new frame {}.", name(direction, i)),
        }
    }

    fn join(&mut self, direction: Direction, i: u32, formula: Term) {
        let t = self.cx.terms();
        let frames = if direction == Direction::Forward { &mut self.forward } else { &mut self.backward };
        match frames.get_mut(i as usize) {
            Some(frame) => *frame = t.and([*frame, formula]),
            None => frames.push(formula),
        }
        self.cx.change(Change::Frame(FrameChange::Joined { direction, from: i, to: i, formula }));
    }

    /// An interpolant over the plain symbols.
    ///
    /// DIVERGENCE: in rotation the sources of interpolants take turns from bound to bound, and where one has none, the next is asked.
    async fn interpolant(&self, question: Question, n: u32) -> Result<Term, Stop> {
        let sources = self.problem.sources(self.cx);
        let first = n as usize % sources.len();
        let mut failed = UnknownReason::Solver("no source of interpolants".into());
        for &source in sources[first..].iter().chain(&sources[..first]) {
            let question = question.clone().from(source).if_sat(
                SatMeaning::PerhapsSpurious,
                "There is such a transition after all, so these frames prove nothing.",
            );
            match self.cx.interpolate(question).await {
                Ok(Ok(found)) => return Ok(self.cx.terms().restamp_all(found, |_| Stamp::Plain)),
                Ok(Err(_)) => {
                    failed = UnknownReason::Solver("the frames do not exclude each other".into());
                    break;
                }
                Err(Stop::Solver(why)) => failed = why,
            }
        }
        Err(Stop::Solver(failed))
    }

    /// Lines 12 to 14: the first frame of a sequence that holds nothing new closes the union of those before it.
    async fn fixed_point(&self, direction: Direction) -> Result<Option<Term>, Stop> {
        let t = self.cx.terms();
        let words = self.cx.words();
        let (line, frames) = match direction {
            Direction::Forward => (12, &self.forward),
            Direction::Backward => (13, &self.backward),
        };
        let mut union = frames[0];
        for (j, &frame) in (1..).zip(&frames[1..]) {
            let this = name(direction, j);
            let purpose = match direction {
                Direction::Forward => format!(
                    "Does {this} contain a state that no forward frame before it contains? If not, these are closed."
                ),
                Direction::Backward => format!(
                    "Does {this} contain a state that no backward frame before it contains? If not, nothing else leads to a failure."
                ),
            };
            let question = Question::new(line, purpose)
                .part(Side::Neither, format!("{this}(s)"), frame)
                .part(Side::Neither, "none before it", t.not(union))
                .if_sat(SatMeaning::NewStates, "Yes, the model is one.")
                .if_unsat(match direction {
                    Direction::Forward => format!(
                        "No: a fixed point. One {} leads from each of them into the next, so together they are inductive, and none of their states can {}.",
                        words.round, words.fail
                    ),
                    Direction::Backward => "No: a fixed point. Whatever leads to a failure is in one of them, and no initial state is: all other states are an invariant.".to_owned(),
                });
            if self.cx.check(question).await?.is_none() {
                self.cx.change(Change::Frame(FrameChange::Closed { direction, index: j - 1 }));
                return Ok(Some(match direction {
                    Direction::Forward => union,
                    Direction::Backward => t.not(union),
                }));
            }
            union = t.or([union, frame]);
        }
        Ok(None)
    }
}

/// Where paths from the initial states are asked about, each grown by a round from one question to the next.
const PATHS: KeptContext = KeptContext { round: 0, place: 0 };

/// "F₂", "I", "B₁", "¬P".
fn name(direction: Direction, i: u32) -> String {
    match (direction, i) {
        (Direction::Forward, 0) => "I".into(),
        (Direction::Forward, _) => format!("F{}", sub(i)),
        (Direction::Backward, 0) => "¬P".into(),
        (Direction::Backward, _) => format!("B{}", sub(i)),
    }
}

/// "F₂(s₀)".
fn stated(direction: Direction, i: u32, step: u32) -> String {
    format!("{}(s{})", name(direction, i), sub(step))
}
