//! Property directed reachability: Bradley, "SAT-Based Model Checking without Unrolling" (VMCAI 2011), as Eén, Mishchenko and Brayton
//! have it ("Efficient Implementation of Property Directed Reachability", FMCAD 2011), and on integers in the spirit of Hoder and
//! Bjørner ("Generalized Property Directed Reachability", SAT 2012).
//!
//! Frames F₁, …, F_k over-approximate the states after up to so many rounds. A failure within reach of the last one becomes an
//! obligation to exclude the states that lead to it from the frame before, and so on; what excludes them is a lemma. The transition
//! relation is never unrolled.
//!
//! Line numbers are ours; the papers' figures spread over several functions.
//!
//! DIVERGENCE: printed for finitely many states, where obligations are single states, or cubes around them, and lemmas clauses. On
//! integers there would be no end of them. Here an obligation is a conjunction of constraints around a state, found by projecting
//! the transition along a model ([`Problem::leading_into`]); all its states lead to a failure. A lemma is an interpolant between the frame's
//! image and the obligation. Both are what they are in print where the state is truth values alone.

mod obligation;

use self::obligation::Obligation;
use crate::cx::{Conclusion, Cx, KeptContext, Question, Stop};
use crate::problem::Problem;
use crate::run::Coroutine;
use crate::unroll::{self, name_of_transition, subscript as sub};
use flow::TransitionSystem;
use logic::Term;
use std::rc::Rc;
use trace::{Change, Direction, FrameChange, SatMeaning, Side, UnknownReason};

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(cx: Cx, ts: Rc<TransitionSystem>) -> Coroutine {
    Box::pin(async move { pdr(&cx, &ts).await })
}

/// Runs the algorithm on a transition system.
async fn pdr(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let t = cx.terms();
    let problem = Problem::new(t, ts);
    let meaning =
        "No: the initial states are frame F₀. Frames after it begin with all states, and are narrowed.";
    if let Some(failure) = problem.fails_at_first(cx, meaning).await? {
        return Ok(failure);
    }
    let k_max = cx.settings().max_unrollings;
    let mut frames = Frames { cx, problem: &problem, lemmas: Vec::new(), k: 0, is_large: ts.is_large(t) };
    for k in 1..=k_max {
        cx.change(Change::BoundRaised { k });
        cx.watch("k", k);
        frames.k = k;
        if let Some(ended) = frames.exclude_failures(k).await? {
            return Ok(ended);
        }
        if let Some(invariant) = frames.propagate(k).await? {
            let invariant = problem.at_heads(t, invariant);
            return Ok(Conclusion::Safe { invariant, auxiliary: None }); // line 13
        }
    }
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))) // line 14
}

/// F₀ = I, and F₁, F₂, …, each the conjunction of the lemmas of its level and of those above.
///
/// Invariant, kept by [`Frames::add`] and [`Frames::propagate`]: I implies every lemma, and one round leads from F_{i−1} into every
/// lemma of level i or more. So each frame implies the next, and holds what is reached in so many rounds or fewer.
struct Frames<'a> {
    cx: &'a Cx,
    problem: &'a Problem,
    lemmas: Vec<Lemma>,
    /// The bound.
    k: u32,
    /// Whether the transition relation is that of a large circuit: then a context for each frame would be too much.
    is_large: bool,
}

/// What holds after up to so many rounds.
#[derive(Clone, Copy)]
struct Lemma {
    formula: Term,
    level: u32,
}

impl Frames<'_> {
    /// F_i.
    fn frame(&self, i: u32) -> Term {
        if i == 0 {
            return self.problem.init;
        }
        let lemmas = self.lemmas.iter().filter(|lemma| lemma.level >= i).map(|lemma| lemma.formula);
        self.cx.terms().and(lemmas.collect::<Vec<_>>())
    }

    /// A lemma joins F₁, …, F_level.
    fn add(&mut self, formula: Term, level: u32) {
        // Each conjunct of it is one, too, and may hold for longer than the others do.
        for formula in self.cx.terms().conjuncts(formula) {
            let from = match self.lemmas.iter_mut().find(|lemma| lemma.formula == formula) {
                Some(known) if known.level >= level => continue,
                Some(known) => std::mem::replace(&mut known.level, level) + 1,
                None => {
                    self.lemmas.push(Lemma { formula, level });
                    1
                }
            };
            let direction = Direction::Forward;
            self.cx.change(Change::Frame(FrameChange::Joined { direction, from, to: level, formula }));
        }
    }

    /// Lines 4 to 10: narrows F₁, …, F_k until no state of F_k fails.
    async fn exclude_failures(&mut self, k: u32) -> Result<Option<Conclusion>, Stop> {
        let failing = Obligation { states: self.problem.bad, at: k, rounds: 0 };
        let mut open = vec![failing];
        let most = MOST_OBLIGATIONS + k * MORE_OBLIGATIONS;
        let mut count = 0;
        while let Some(place) = least(&open) {
            let obligation = open.remove(place);
            count += 1;
            if self.problem.has_numbers && count > most {
                return Ok(Some(Conclusion::Unknown(UnknownReason::Obligations(most))));
            }
            match self.meet(&obligation, count).await? {
                obligation::Met::Reached { rounds } => return self.failure(rounds).await.map(Some),
                obligation::Met::Before(states) => {
                    let (at, rounds) = (obligation.at - 1, obligation.rounds + 1);
                    self.cx.change(Change::Frame(FrameChange::Obligation { index: at, states }));
                    open.push(obligation);
                    open.push(Obligation { states, at, rounds });
                }
                obligation::Met::Excluded(lemma) => {
                    self.cx.change(Change::Frame(FrameChange::Met { index: obligation.at }));
                    self.add(lemma, obligation.at);
                    if obligation.at < k && self.is_open_later(&obligation).await? {
                        let at = obligation.at + 1;
                        let states = obligation.states;
                        self.cx.change(Change::Frame(FrameChange::Obligation { index: at, states }));
                        open.push(Obligation { at, ..obligation });
                    }
                }
            }
        }
        Ok(None)
    }

    /// Line 7: an execution that fails after so many rounds, which there is.
    async fn failure(&self, rounds: u32) -> Result<Conclusion, Stop> {
        let (t, words) = (self.cx.terms(), self.cx.words());
        let purpose = format!(
            "The obligations in a row lead from an initial state to a failure. Which {} is that, {} long?",
            words.execution,
            words.count(rounds)
        );
        let question = Question::new(7, purpose)
            .if_sat(SatMeaning::Counterexample, unroll::found(self.cx))
            .if_unsat("There is none after all, so the obligations were wrong.");
        match self.cx.check(self.problem.failing_path(t, question, rounds)).await? {
            Some(model) => Ok(self.problem.failure(t, rounds, model)),
            None => {
                let why = "no execution follows the obligations".to_owned();
                Ok(Conclusion::Unknown(UnknownReason::Solver(why)))
            }
        }
    }

    /// Lines 11 to 13: lemmas that hold for one round more are passed on; a frame all of whose lemmas do is an invariant.
    async fn propagate(&mut self, k: u32) -> Result<Option<Term>, Stop> {
        let t = self.cx.terms();
        for i in 1..=k {
            let frame = self.frame(i);
            let (here, step) = (self.problem.at(t, frame, 0), self.problem.trans_at(t, 0));
            let context = KeptContext { round: k, place: 2 * i };
            let last: Vec<Term> =
                self.lemmas.iter().filter(|lemma| lemma.level == i).map(|lemma| lemma.formula).collect();
            let mut stays = false;
            for &lemma in &last {
                let purpose = format!(
                    "Does L, a lemma of F{}, hold after one {} more? If it does, it joins F{}.",
                    sub(i),
                    self.cx.words().round,
                    sub(i + 1)
                );
                let question = Question::new(11, purpose)
                    .part(Side::Neither, format!("F{}(s₀)", sub(i)), here)
                    .part(Side::Neither, name_of_transition(0), step)
                    .part(Side::Neither, "¬L(s₁)", self.problem.at(t, t.not(lemma), 1))
                    .within(context)
                    .if_sat(
                        SatMeaning::NotInductive,
                        format!("No: the model leads out of it, and it stays in F{}.", sub(i)),
                    )
                    .if_unsat(format!("Yes: it joins F{}.", sub(i + 1)));
                match self.cx.check(question).await? {
                    None => self.add(lemma, i + 1),
                    Some(_) => stays = true,
                }
            }
            if !stays {
                self.cx.say(format!(
                    "Nothing is left by which F{0} and F{1} differ: one {2} leads from F{0} into F{0}, and none of its states can {3}.",
                    sub(i),
                    sub(i + 1),
                    self.cx.words().round,
                    self.cx.words().fail
                ));
                self.cx
                    .change(Change::Frame(FrameChange::Closed { direction: Direction::Forward, index: i }));
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }
}

/// Obligations that are taken up at a bound before the search ends without an answer, and how many more for each round of the bound: on
/// programs with infinitely many states there need be no end of them.
const MOST_OBLIGATIONS: u32 = 40;
const MORE_OBLIGATIONS: u32 = 10;

/// The place of the obligation of the first frame; of several the newest.
fn least(open: &[Obligation]) -> Option<usize> {
    let at = open.iter().map(|obligation| obligation.at).min()?;
    open.iter().rposition(|obligation| obligation.at == at)
}
