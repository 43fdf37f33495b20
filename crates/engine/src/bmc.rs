//! Bounded model checking: finds failures, shortest first, and proves programs whose loops surely end within the bound.

use crate::cx::{Conclusion, Cx, KeptContext, Question, Stop};
use crate::unroll::{self, name_of_bad, subscript};
use flow::TransitionSystem;
use logic::Stamp;
use trace::{Change, SatMeaning, Side, Source, UnknownReason};

/// The line that asks whether an execution of so many rounds fails.
pub const FAILS: u32 = 3;

/// Where all of its queries are asked, so that a round more is asserted to what is there.
const CONTEXT: KeptContext = KeptContext { round: 0, place: 0 };

/// Runs the algorithm. Its pseudo-code is ours.
pub(crate) async fn bmc(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let k_max = cx.settings().max_unrollings;
    let words = cx.words();
    let mut longest = k_max;
    for k in 0..=k_max {
        cx.change(Change::BoundRaised { k });
        cx.watch("k", k);
        let purpose = match k {
            0 => format!("{} {}?", words.can_it_fail(), words.at_first),
            _ => format!(
                "No shorter {} {}. {} after exactly {}?",
                words.execution,
                words.fails,
                words.can_it_fail(),
                words.count(k)
            ),
        };
        let question = (0..k)
            .fold(
                Question::new(FAILS, purpose).part(Side::Neither, "I(s₀)", unroll::init(cx, ts, 0)),
                |question, i| {
                    let name = format!("T(s{}, s{})", subscript(i), subscript(i + 1));
                    question.part(Side::Neither, name, unroll::trans(cx, ts, i))
                },
            )
            .part(Side::Neither, name_of_bad(k), unroll::bad(cx, ts, k))
            .within(CONTEXT)
            .if_sat(SatMeaning::Counterexample, unroll::found(cx))
            .if_unsat("No.");
        match cx.core(question).await? {
            Err(model) => return Ok(Conclusion::Failure { rounds: k, model }),
            // Only the last part speaks of a failure.
            Ok(core) if k > 0 && !core.is_empty() && !core.contains(&(k + 1)) => {
                cx.say(format!(
                    "That does not even need {}: no {} is that long.",
                    name_of_bad(k),
                    words.execution
                ));
                longest = k - 1;
                break;
            }
            Ok(_) if k == k_max => {
                cx.say(format!("The bound k = {k} is the last: can {} be longer at all?", words.an_execution))
            }
            Ok(_) => cx.say(format!("Then k := {}, to look one {} further.", k + 1, words.round)),
        }
    }
    match ends(cx, ts, longest, Lines { ends: 5, interpolants: 6 }).await? {
        Some(ended) => Ok(ended),
        None => Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))),
    }
}

/// Where [`ends`] asks.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// Whether an execution goes on.
    pub(crate) ends: u32,
    /// The interpolants of a proof.
    pub(crate) interpolants: u32,
}

/// A proof, if no execution goes on beyond the bound. Interpolants between the rounds then make the certificate: J₀ holds
/// initially, each leads to the next in one round, none holds a failure, and the last one is false; so their union is an
/// inductive invariant.
pub(crate) async fn ends(
    cx: &Cx,
    ts: &TransitionSystem,
    k_max: u32,
    lines: Lines,
) -> Result<Option<Conclusion>, Stop> {
    let t = cx.terms();
    let words = cx.words();
    let purpose = format!(
        "Up to {} no {} {}. Can one be longer than that?",
        words.count(k_max),
        words.execution,
        words.fails
    );
    let question = (0..=k_max)
        .fold(
            Question::new(lines.ends, purpose).part(Side::Neither, "I(s₀)", unroll::init(cx, ts, 0)),
            |question, i| {
                let name = format!("T(s{}, s{})", subscript(i), subscript(i + 1));
                question.part(Side::Neither, name, unroll::trans(cx, ts, i))
            },
        )
        .if_sat(SatMeaning::BeyondBound, format!("Yes, the model goes on beyond the bound k = {k_max}, so nothing is proved."))
        .if_unsat(format!("No: none is longer, and none {}. Interpolants, one for each number of {}, make an invariant of that.", words.fails, words.rounds));
    if cx.check(question).await?.is_some() {
        return Ok(None);
    }
    // What may follow a state: a failure, or rounds beyond the bound.
    let mut rest = vec![t.tru()];
    for i in (0..=k_max).rev() {
        let later = rest[rest.len() - 1];
        rest.push(t.or([unroll::bad(cx, ts, i), t.and([unroll::trans(cx, ts, i), later])]));
    }
    rest.reverse();
    let source = match cx.settings().interpolants {
        Source::Rotation => Source::Search,
        source => source,
    };
    cx.change(Change::RoundStarted { k: k_max, source });
    let (mut union, mut from) = match ts.init.closed() {
        Some(init) => (vec![init], unroll::init(cx, ts, 0)),
        None => (Vec::new(), t.fals()),
    };
    for i in 0..=k_max + 1 {
        let is_first = i == 0;
        if is_first && !union.is_empty() {
            continue;
        }
        let (name, purpose) = (
            format!("what may follow s{}", subscript(i)),
            format!("What holds after exactly {}, as far as it matters for what follows?", words.count(i)),
        );
        let question = match is_first {
            true => {
                Question::new(lines.interpolants, purpose).part(Side::A, "I(s₀)", unroll::init(cx, ts, 0))
            }
            false => Question::new(lines.interpolants, purpose)
                .part(Side::A, format!("J{}(s{})", subscript(i - 1), subscript(i - 1)), from)
                .part(
                    Side::A,
                    format!("T(s{}, s{})", subscript(i - 1), subscript(i)),
                    unroll::trans(cx, ts, i - 1),
                ),
        };
        let question = question
            .part(Side::B, name, rest[i as usize])
            .from(source)
            .reachable(Side::A)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                "A failure is within reach of the interpolant before, so these interpolants prove nothing.",
            )
            .if_unsat(format!(
                "J{} holds then, and what follows it neither fails nor goes on beyond the bound.",
                subscript(i)
            ));
        let Ok(found) = cx.interpolate(question).await? else { return Ok(None) };
        let formula = t.restamp_all(found, |_| Stamp::Plain);
        cx.change(Change::InterpolantAdded { index: i, formula });
        // As soon as one of them comes back, the union so far is closed.
        if t.as_bool(formula) == Some(false) || union.contains(&formula) {
            cx.say("It brings nothing new: together they are an inductive invariant.");
            break;
        }
        union.push(formula);
        from = found;
    }
    Ok(Some(Conclusion::Safe { invariant: t.or(union), auxiliary: None }))
}
