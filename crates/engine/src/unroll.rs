//! What the engines over a transition system share: copies of its parts at steps, and their names.

use crate::cx::{Conclusion, Cx, Question, Stop};
use flow::TransitionSystem;
use logic::Term;
use trace::{SatMeaning, Side};

/// `I(s_i)`.
pub(crate) fn init(cx: &Cx, ts: &TransitionSystem, i: u32) -> Term {
    ts.init_at(cx.terms(), i)
}

/// `T(s_i, s_{i+1})`.
pub(crate) fn trans(cx: &Cx, ts: &TransitionSystem, i: u32) -> Term {
    ts.trans_at(cx.terms(), i)
}

/// `¬P(s_i)`: an assertion can fail from `s_i` before control is back at the loop head.
pub(crate) fn bad(cx: &Cx, ts: &TransitionSystem, i: u32) -> Term {
    ts.bad_at(cx.terms(), i)
}

/// Some path from `s_first` fails at a head visited up to `s_last`.
///
/// DIVERGENCE: line 8 prints `⋀ T(s_i, s_{i+1}) ∧ ⋁ ¬P(s_i)`, which misses a failure at a state without successor (T of a
/// program whose loop can end is not total), so that an interpolant could contain bad states. Here each disjunct
/// asks only for the transitions that lead to it.
pub(crate) fn bad_within(cx: &Cx, ts: &TransitionSystem, first: u32, last: u32) -> Term {
    let t = cx.terms();
    (first..last)
        .rev()
        .fold(bad(cx, ts, last), |rest, i| t.or([bad(cx, ts, i), t.and([trans(cx, ts, i), rest])]))
}

/// The check that no assertion fails before the loop head is reached (DESIGN: "a failure before the first loop head
/// needs its own check"). For a program without loops this is the only check.
pub(crate) async fn check_early(
    cx: &Cx,
    ts: &TransitionSystem,
    line: u32,
) -> Result<Option<Conclusion>, Stop> {
    let t = cx.terms();
    if t.as_bool(ts.early) == Some(false) && ts.has_loop() {
        return Ok(None); // nothing is asserted before the loop
    }
    let words = cx.words();
    let purpose = match ts.has_loop() {
        true => format!("{} {}?", words.can_it_fail(), words.before),
        false => format!("{}: {}?", words.no_loop, words.can_fail),
    };
    let question = Question::new(line, purpose)
        .part(Side::Neither, "early failure", ts.early_at(t, 0))
        .if_sat(SatMeaning::Counterexample, found(cx))
        .if_unsat(match ts.has_loop() {
            true => format!(
                "No {} {} so early: the search begins where the first {} does.",
                words.execution, words.fails, words.round
            ),
            false => format!("No {} {}, and nothing is left to ask.", words.execution, words.fails),
        });
    match cx.check(question).await? {
        Some(model) => Ok(Some(Conclusion::EarlyFailure(model))),
        None if ts.has_loop() => Ok(None),
        None => Ok(Some(Conclusion::Safe { invariant: t.fals(), auxiliary: None })),
    }
}

/// What a model of a failure is that does not pass through an over-approximation.
pub(crate) fn found(cx: &Cx) -> String {
    let words = cx.words();
    format!("Yes: the model is {} that {}. It is replayed next.", words.an_execution, words.fails)
}

/// A number as subscript digits, as in `s₁₀`.
pub(crate) fn subscript(n: u32) -> String {
    n.to_string().chars().map(|c| char::from_u32(0x2080 + (c as u32 - '0' as u32)).unwrap_or(c)).collect()
}

/// `T(s_i, s_{i+1})`.
pub(crate) fn name_of_transition(i: u32) -> String {
    format!("T(s{}, s{})", subscript(i), subscript(i + 1))
}

/// `¬P(s_i)`.
pub(crate) fn name_of_bad(i: u32) -> String {
    format!("¬P(s{})", subscript(i))
}

/// The name of [`bad_within`].
pub(crate) fn name_of_suffix(first: u32, last: u32) -> String {
    let s = subscript;
    match last - first {
        0 => name_of_bad(first),
        1 => format!("¬P(s{}) ∨ T(s{}, s{}) ∧ ¬P(s{})", s(first), s(first), s(last), s(last)),
        _ => format!("¬P(s{}) ∨ T(s{}, s{}) ∧ (… ∨ ¬P(s{}))", s(first), s(first), s(first + 1), s(last)),
    }
}
