//! Interpolation-sequence based model checking (Vizel, Grumberg, "Interpolation-Sequence Based Model Checking", FMCAD 2009).
//!
//! From the refutation of each bounded search comes a whole sequence of interpolants, one for each number of rounds, and the
//! sequences of all bounds are conjoined: F_j holds after j rounds. IMC in contrast goes on from its last interpolant, at one bound.
//!
//! Line numbers are ours; the paper's figures 3 and 4 have none.
//!
//! DIVERGENCE: I and ¬P are negated, so where one of them cannot be written without quantifiers, entry and failure are places of
//! their own ([`Problem`]).
//!
//! DIVERGENCE: the paper's evaluation takes one interpolation system. Whether frames close depends on where interpolants come from;
//! in rotation, each source has frames of its own, and at each bound one after the other goes on (see `sources`).

use crate::cx::{Conclusion, Cx, KeptContext, Model, Question, Stop};
use crate::problem::Problem;
use crate::run::Coroutine;
use crate::unroll::{self, name_of_transition as transition, subscript as sub};
use flow::TransitionSystem;
use logic::{Stamp, Term};
use std::rc::Rc;
use trace::{Change, SatMeaning, Side, Source, UnknownReason};

/// Where bounded searches are asked, each grown by a round from one bound to the next.
const SEARCH: KeptContext = KeptContext { round: 0, place: 0 };

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(cx: Cx, ts: Rc<TransitionSystem>) -> Coroutine {
    Box::pin(async move { ismc(&cx, &ts).await })
}

/// Runs the algorithm on a transition system.
async fn ismc(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let t = cx.terms();
    let problem = Problem::new(t, ts);
    if let Some(model) = fails_after(cx, &problem, 0).await? {
        return Ok(problem.failure(t, 0, model)); // line 1
    }
    let k_max = cx.settings().max_unrollings;
    let sources = problem.sources(cx);
    let mut all: Vec<Frames> = sources.iter().map(|&source| Frames::new(&problem, source)).collect();
    for k in 1..=k_max {
        cx.change(Change::BoundRaised { k });
        cx.watch("k", k);
        if let Some(model) = fails_after(cx, &problem, k).await? {
            return Ok(problem.failure(t, k, model)); // line 4
        }
        let mut next = 0;
        while let Some(frames) = all.get_mut(next) {
            match frames.strengthen(cx, k).await {
                Ok(()) => next += 1,
                // Without an interpolant its frames exclude nothing at this bound, so the other sources go on alone.
                Err(_) if all.len() > 1 => {
                    all.remove(next);
                    continue;
                }
                Err(stop) => return Err(stop),
            }
            if let Some(reached) = all[next - 1].fixed_point(cx, k).await? {
                let invariant = problem.at_heads(t, reached);
                return Ok(Conclusion::Safe { invariant, auxiliary: None }); // line 9
            }
        }
    }
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))) // line 10
}

/// Lines 1 and 4: whether an execution fails after exactly so many rounds.
async fn fails_after(cx: &Cx, problem: &Problem, rounds: u32) -> Result<Option<Model>, Stop> {
    let t = cx.terms();
    let words = cx.words();
    let (line, purpose) = match rounds {
        0 => (1, format!("{} {}?", words.can_it_fail(), words.at_first)),
        _ => (
            4,
            format!(
                "No shorter {} {}. {} after exactly {}?",
                words.execution,
                words.fails,
                words.can_it_fail(),
                words.count(rounds)
            ),
        ),
    };
    let so_far = match rounds {
        0 => {
            "No: the initial states are frame F₀, and the bound k says how far to look from there.".to_owned()
        }
        _ => format!(
            "No. {} for it: what holds after each number of rounds, as far as it matters.",
            match rounds {
                1 => "An interpolant gives the reason".to_owned(),
                _ => format!("{rounds} interpolants in a row give the reason"),
            }
        ),
    };
    let question = problem
        .failing_path(t, Question::new(line, purpose), rounds)
        .within(SEARCH)
        .if_sat(SatMeaning::Counterexample, unroll::found(cx))
        .if_unsat(so_far);
    cx.check(question).await
}

/// F₀, F₁, …: what holds after 0, 1, … rounds, over-approximated; F₀ is I, none of them fails, and one round leads from each into the next.
struct Frames<'a> {
    problem: &'a Problem,
    source: Source,
    frames: Vec<Term>,
}

impl<'a> Frames<'a> {
    fn new(problem: &'a Problem, source: Source) -> Frames<'a> {
        Frames { problem, source, frames: vec![problem.init] }
    }

    /// Lines 5 and 6: a sequence of interpolants τ₁, …, τ_k at bound k, τ_j joining frame F_j.
    ///
    /// DIVERGENCE: the paper reads all of them off one refutation; here each is a query of its own, and so a step, and its A begins with
    /// the frame before it, which the one before it has just joined. So τ_j follows from F_{j−1} and a round, as it must, whatever the
    /// source, and may rest on what earlier bounds have found.
    async fn strengthen(&mut self, cx: &Cx, k: u32) -> Result<(), Stop> {
        let t = cx.terms();
        cx.change(Change::RoundStarted { k, source: self.source });
        // What leads from a state after j rounds to a failure after exactly k, for j = k, k − 1, …
        let mut rest = vec![self.problem.at(t, self.problem.bad, k)];
        for j in (1..k).rev() {
            let later = rest[rest.len() - 1];
            rest.push(t.and([self.problem.trans_at(t, j), later]));
        }
        let mut found = self.frames.clone();
        found.resize(k as usize + 1, t.tru());
        for j in 1..=k {
            let before = found[j as usize - 1];
            let tau = self.interpolant(cx, (j, k), before, rest[(k - j) as usize]).await?;
            let frame = t.and([found[j as usize], tau]);
            cx.change(Change::InterpolantAdded { index: j, formula: tau });
            if j < k {
                cx.change(Change::Strengthened { index: j, formula: frame });
            }
            cx.watch_formula("τ", tau);
            found[j as usize] = frame;
        }
        self.frames = found;
        Ok(())
    }

    /// What holds after j rounds, and leads to no failure after k.
    async fn interpolant(&self, cx: &Cx, (j, k): (u32, u32), before: Term, rest: Term) -> Result<Term, Stop> {
        let t = cx.terms();
        let words = cx.words();
        let first = match before == self.problem.init {
            true => self.problem.init_at(t),
            false => self.problem.at(t, before, j - 1),
        };
        let name = if j == 1 { "I(s₀)".to_owned() } else { format!("F{0}(s{0})", sub(j - 1)) };
        let purpose = match j {
            1 => format!(
                "Why does no {} {} after exactly {}? τ₁ says what the first of them makes true.",
                words.execution,
                words.fail,
                words.count(k)
            ),
            _ => format!(
                "And what does {} from F{} make true, as far as it matters for the failure after {k}?",
                words.count(1),
                sub(j - 1),
            ),
        };
        let after = match k - j {
            0 => format!("none of its states can {} at once", words.fail),
            left => format!("none of its states can {} after exactly {}", words.fail, words.count(left)),
        };
        let joins = match j == k {
            true => format!("It is the new frame F{}.", sub(j)),
            false => format!("It joins what F{} knew from earlier bounds.", sub(j)),
        };
        let question = Question::new(5, purpose)
            .part(Side::A, name, first)
            .part(Side::A, transition(j - 1), self.problem.trans_at(t, j - 1))
            .part(Side::B, format!("a failure at s{}", sub(k)), rest)
            .from(self.source)
            .reachable(Side::A)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                "There is such a path after all, so this sequence proves nothing.",
            )
            .if_unsat(format!("τ{} holds after {}, and {after}. {joins}", sub(j), words.count(j)));
        match cx.interpolate(question).await? {
            Ok(tau) => Ok(t.restamp_all(tau, |_| Stamp::Plain)),
            Err(_) => {
                Err(Stop::Solver(UnknownReason::Solver("the frames do not exclude the failure".into())))
            }
        }
    }

    /// Lines 7 to 9: the first frame that holds nothing new closes the union of those before it.
    async fn fixed_point(&self, cx: &Cx, k: u32) -> Result<Option<Term>, Stop> {
        let t = cx.terms();
        let words = cx.words();
        let mut reached = self.frames[0];
        cx.watch_formula("G", reached);
        for j in 1..=k {
            let frame = self.frames[j as usize];
            let purpose = format!(
                "Does F{} contain a state that is in none of {}? If not, they are closed.",
                sub(j),
                match j {
                    1 => "the frames before it, that is, not in I".to_owned(),
                    2 => "I and F₁".to_owned(),
                    3 => "I, F₁ and F₂".to_owned(),
                    _ => format!("I, F₁, …, F{}", sub(j - 1)),
                }
            );
            let question = Question::new(8, purpose)
                .part(Side::Neither, format!("F{}(s)", sub(j)), frame)
                .part(Side::Neither, "¬G(s)", t.not(reached))
                .if_sat(
                    SatMeaning::NewStates,
                    match j < k {
                        true => format!("Yes, the model is one: G := G ∨ F{0}, and F{1} is next.", sub(j), sub(j + 1)),
                        false => format!("Yes, the model is one: no fixed point at k = {k}."),
                    },
                )
                .if_unsat(format!(
                    "No: a fixed point. One {} leads from each frame into the next, and the last of these, F{}, lies in G: so G is inductive, and none of its states can {}.",
                    words.round, sub(j), words.fail
                ));
            if cx.check(question).await?.is_none() {
                cx.change(Change::Contained { index: j });
                return Ok(Some(reached));
            }
            reached = t.or([reached, frame]);
            cx.change(Change::Joined { index: j, reached });
            cx.watch_formula("G", reached);
        }
        Ok(None)
    }
}
