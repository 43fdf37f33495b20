//! k-induction (Sheeran, Singh, Stålmarck, "Checking Safety Properties Using Induction and a SAT-Solver", 2000), with auxiliary
//! invariants in the induction hypothesis if they are wanted (Beyer, Dangl, Wendler, "Boosting k-Induction with Continuously-Refined
//! Invariants", 2015): what the paper on augmented IMC compares it with, as KI and KI ↔ DF.
//!
//! Line numbers are ours.
//!
//! DIVERGENCE: a k-inductive property is no inductive invariant, and a proof is one that the checker accepts. Interpolants between
//! the states of the refuted step make one ([`Hypothesis::invariant`]).

use crate::bmc;
use crate::cx::{Conclusion, Cx, KeptContext, Model, Question, Stop};
use crate::problem::Problem;
use crate::run::Coroutine;
use crate::unroll::{self, name_of_transition as transition, subscript as sub};
use flow::TransitionSystem;
use logic::{Stamp, Term};
use std::rc::Rc;
use trace::{Change, SatMeaning, Side, Source, UnknownReason};

/// Where base cases and induction steps are asked, each grown by a round from one k to the next.
const BASE: KeptContext = KeptContext { round: 0, place: 0 };

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(cx: Cx, ts: Rc<TransitionSystem>) -> Coroutine {
    Box::pin(async move { kind(&cx, &ts).await })
}

/// Runs the algorithm on a transition system.
async fn kind(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let t = cx.terms();
    let problem = Problem::new(t, ts);
    let k_max = cx.settings().max_unrollings;
    let mut hypothesis = Hypothesis { problem: &problem, property: t.not(problem.bad), invariant: t.tru() };
    let mut more = cx.settings().augment;
    for k in 1..=k_max {
        cx.change(Change::BoundRaised { k });
        cx.watch("k", k);
        match base(cx, &problem, k - 1).await? {
            Base::Fails(model) => return Ok(problem.failure(t, k - 1, model)), // line 3
            Base::Ends => {
                // Line 4: the rounds of the program itself, without places of entry and failure.
                let longest = k.saturating_sub(if problem.has_places() { 3 } else { 2 });
                if let Some(ended) =
                    bmc::ends(cx, ts, longest, bmc::Lines { ends: 4, interpolants: 7 }).await?
                {
                    return Ok(ended);
                }
            }
            Base::Holds => {}
        }
        loop {
            if hypothesis.is_enough(cx, k).await? {
                if let Some(invariant) = hypothesis.invariant(cx, k).await? {
                    let invariant = problem.at_heads(t, invariant);
                    return Ok(Conclusion::Safe { invariant, auxiliary: None }); // line 7
                }
                break;
            }
            if !more {
                break;
            }
            let purpose = "What does the invariant generator know by now? It holds in all that is reached, so the step may begin within it.";
            let found = cx.auxiliary_invariant(5, purpose).await?;
            more = found.more;
            let invariant = problem.among_places(t, found.invariant);
            if invariant == hypothesis.invariant {
                break;
            }
            hypothesis.invariant = invariant;
            cx.watch_formula("Inv", found.invariant);
        }
    }
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))) // line 9
}

/// What the base case says of executions of so many rounds.
enum Base {
    Fails(Model),
    /// None is that long.
    Ends,
    /// None fails after exactly so many.
    Holds,
}

/// Line 3: whether an execution fails after exactly so many rounds.
async fn base(cx: &Cx, problem: &Problem, rounds: u32) -> Result<Base, Stop> {
    let t = cx.terms();
    let words = cx.words();
    let purpose = match rounds {
        0 => format!("Base case: {} {}?", words.can_fail, words.at_first),
        _ => format!("Base case: {} after exactly {}?", words.can_fail, words.count(rounds)),
    };
    let question = problem
        .failing_path(t, Question::new(3, purpose), rounds)
        .within(BASE)
        .if_sat(SatMeaning::Counterexample, unroll::found(cx))
        .if_unsat(format!("No {} {} so soon.", words.execution, words.fails));
    Ok(match cx.core(question).await? {
        Err(model) => Base::Fails(model),
        Ok(core) if rounds > 0 && !core.is_empty() && !core.contains(&(rounds + 1)) => {
            cx.say(format!(
                "That does not even need ¬P(s{}): no {} is that long.",
                sub(rounds),
                words.execution
            ));
            Base::Ends
        }
        Ok(_) => Base::Holds,
    })
}

/// What the induction step may assume of states in a row.
struct Hypothesis<'a> {
    problem: &'a Problem,
    /// P, the negation of the failing states.
    property: Term,
    /// What the generator of auxiliary invariants knows; true at first.
    invariant: Term,
}

impl Hypothesis<'_> {
    /// P(s_i), and within Inv.
    fn at(&self, cx: &Cx, i: u32) -> Term {
        let t = cx.terms();
        self.problem.at(t, t.and([self.invariant, self.property]), i)
    }

    fn name(&self, cx: &Cx, i: u32) -> String {
        if self.invariant == cx.terms().tru() {
            format!("P(s{})", sub(i))
        } else {
            format!("Inv(s{0}) ∧ P(s{0})", sub(i))
        }
    }

    /// Line 6: whether k states in a row that keep P never lead into a failing one.
    async fn is_enough(&self, cx: &Cx, k: u32) -> Result<bool, Stop> {
        let t = cx.terms();
        let words = cx.words();
        let states =
            if k == 1 { "a state that keeps".into() } else { format!("{k} states in a row that keep") };
        let purpose = format!(
            "Induction step: can {states} P lead into one that does not, wherever {} begins?",
            if k == 1 { "that" } else { "the row" }
        );
        let within = if self.invariant == t.tru() { "" } else { "even within Inv " };
        let question = (0..k)
            .fold(Question::new(6, purpose), |question, i| {
                question.part(Side::Neither, self.name(cx, i), self.at(cx, i)).part(
                    Side::Neither,
                    transition(i),
                    self.problem.trans_at(t, i),
                )
            })
            .part(Side::Neither, format!("¬P(s{})", sub(k)), self.problem.at(t, self.problem.bad, k))
            .if_sat(
                SatMeaning::PerhapsSpurious,
                format!(
                    "Yes, {within}though perhaps from states that are not reached: P is not {k}-inductive."
                ),
            )
            .if_unsat(format!(
                "No: P is {k}-inductive. Together with the base cases, no {} {}.",
                words.execution, words.fails
            ));
        Ok(cx.check(question).await?.is_none())
    }

    /// Line 7: an inductive invariant, from the refutation of the induction step.
    ///
    /// E₁, …, E_k are interpolants between its states: E_i holds after i rounds through P, and from it k − i further ones do not fail.
    /// G = P ∧ E₁ ∧ … ∧ E_{k−1} is closed: one round leads from it to states where E₁, …, E_k hold, and E_k lies in P. Initial states
    /// need not be in G, but those after k − 1 rounds are; H₀, …, H_{k−2}, interpolants from the initial states on, hold the ones
    /// before, so H₀ ∨ … ∨ H_{k−2} ∨ G is an invariant.
    async fn invariant(&self, cx: &Cx, k: u32) -> Result<Option<Term>, Stop> {
        let t = cx.terms();
        let source = match cx.settings().interpolants {
            Source::Rotation => Source::Search,
            source => source,
        };
        let kept = t.and([self.invariant, self.property]);
        if k > 1 {
            cx.change(Change::RoundStarted { k, source });
        }
        // What leads from a state to a failure at the end of the row.
        let failing = self.problem.at(t, self.problem.bad, k);
        let mut rest = vec![failing];
        for i in (1..k).rev() {
            let later = rest[rest.len() - 1];
            rest.push(t.and([self.at(cx, i), self.problem.trans_at(t, i), later]));
        }
        rest.reverse();
        let (mut closed, mut from, mut name) = (kept, self.at(cx, 0), self.name(cx, 0));
        for i in 1..k {
            let purpose = format!(
                "Why do {k} states in a row suffice? What holds after {} through P, as far as it matters?",
                cx.words().count(i)
            );
            let found = self
                .between(
                    cx,
                    (purpose, source),
                    vec![(name, from), (transition(i - 1), self.problem.trans_at(t, i - 1))],
                    (format!("a failure at s{}", sub(k)), rest[i as usize - 1]),
                    format!("E{} holds then.", sub(i)),
                )
                .await?;
            let Some(found) = found else { return Ok(None) };
            cx.change(Change::InterpolantAdded { index: i, formula: found });
            closed = t.and([closed, found]);
            from = t.and([self.problem.at(t, found, i), self.at(cx, i)]);
            name = format!("E{0}(s{0}) ∧ {1}", sub(i), self.name(cx, i));
        }
        self.with_beginning(cx, k, closed, source).await
    }

    /// H₀ ∨ … ∨ H_{k−2} ∨ G.
    async fn with_beginning(
        &self,
        cx: &Cx,
        k: u32,
        closed: Term,
        source: Source,
    ) -> Result<Option<Term>, Stop> {
        let t = cx.terms();
        // What must not follow: a failure, or a state outside of G after k − 1 rounds.
        let mut rest = vec![self.problem.at(t, t.not(closed), k - 1)];
        for i in (0..k - 1).rev() {
            let later = rest[rest.len() - 1];
            let bad = self.problem.at(t, self.problem.bad, i);
            rest.push(t.or([bad, t.and([self.problem.trans_at(t, i), later])]));
        }
        rest.reverse();
        let set = match k {
            2 => "P ∧ E₁".to_owned(),
            3 => "P ∧ E₁ ∧ E₂".to_owned(),
            _ => format!("P ∧ E₁ ∧ … ∧ E{}", sub(k - 1)),
        };
        let mut union = vec![closed];
        let (mut from, mut name) = (self.problem.init_at(t), "I(s₀)".to_owned());
        for i in 0..k - 1 {
            if i == 0 {
                union.push(self.problem.init);
                continue;
            }
            let purpose = format!(
                "The first {k} states of {} have fewer than {k} before them, so that the step says nothing of them. What holds after {}, as far as it matters?",
                cx.words().an_execution,
                cx.words().count(i)
            );
            let found = self
                .between(
                    cx,
                    (purpose, source),
                    vec![(name, from), (transition(i - 1), self.problem.trans_at(t, i - 1))],
                    (format!("a failure, or ¬({set}) at s{}", sub(k - 1)), rest[i as usize]),
                    format!("H{} holds then.", sub(i)),
                )
                .await?;
            let Some(found) = found else { return Ok(None) };
            cx.change(Change::InterpolantAdded { index: k - 1 + i, formula: found });
            union.push(found);
            from = self.problem.at(t, found, i);
            name = format!("H{0}(s{0})", sub(i));
        }
        Ok(Some(t.or(union)))
    }

    /// An interpolant between what leads to a state and what follows it, over the plain symbols.
    async fn between(
        &self,
        cx: &Cx,
        (purpose, source): (String, Source),
        before: Vec<(String, Term)>,
        (name, after): (String, Term),
        holds: String,
    ) -> Result<Option<Term>, Stop> {
        let question = before
            .into_iter()
            .fold(Question::new(7, purpose), |question, (name, t)| question.part(Side::A, name, t))
            .part(Side::B, name, after)
            .from(source)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                "There is such a path after all, so these interpolants prove nothing.",
            )
            .if_unsat(holds);
        let found = cx.interpolate(question).await?.ok();
        Ok(found.map(|found| cx.terms().restamp_all(found, |_| Stamp::Plain)))
    }
}
