//! Bounded model checking: finds failures, shortest first, and proves programs whose loops surely end within the bound.

use crate::cx::{Conclusion, Cx, Question, Stop};
use crate::unroll::{self, name_of_bad, subscript};
use flow::TransitionSystem;
use logic::Stamp;
use trace::{Change, Encoding, SatMeaning, Side, Source, UnknownReason};

/// Runs the algorithm. Its pseudo-code is ours.
pub(crate) async fn bmc(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let k_max = cx.settings().max_unrollings;
    for k in 0..=k_max {
        cx.change(Change::BoundRaised { k });
        cx.watch("k", k);
        let purpose = match k {
            0 => "Can an assertion fail at the first visit of the loop head?".to_owned(),
            _ => format!("Can an assertion fail after exactly {}?", steps(cx, k)),
        };
        let question = (0..k)
            .fold(
                Question::new(3, purpose).part(Side::Neither, "I(s₀)", unroll::init(cx, ts, 0)),
                |question, i| {
                    let name = format!("T(s{}, s{})", subscript(i), subscript(i + 1));
                    question.part(Side::Neither, name, unroll::trans(cx, ts, i))
                },
            )
            .part(Side::Neither, name_of_bad(k), unroll::bad(cx, ts, k))
            .if_sat(SatMeaning::Counterexample, "Yes: the model is an execution that fails.")
            .if_unsat(match cx.settings().encoding {
                Encoding::Block => "No: try one round more.",
                Encoding::Statement => "No: try one step more.",
            });
        if let Some(model) = cx.check(question).await? {
            return Ok(Conclusion::Failure { rounds: k, model });
        }
    }
    match ends(cx, ts, k_max).await? {
        Some(ended) => Ok(ended),
        None => Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))),
    }
}

/// A proof, if no execution goes on beyond the bound. Interpolants between the rounds then make the certificate: J₀ holds
/// initially, each leads to the next in one round, none holds a failure, and the last one is false; so their union is an
/// inductive invariant.
async fn ends(cx: &Cx, ts: &TransitionSystem, k_max: u32) -> Result<Option<Conclusion>, Stop> {
    let t = cx.terms();
    let question = (0..=k_max)
        .fold(
            Question::new(5, format!("Does the loop surely end within {}?", steps(cx, k_max))).part(
                Side::Neither,
                "I(s₀)",
                unroll::init(cx, ts, 0),
            ),
            |question, i| {
                let name = format!("T(s{}, s{})", subscript(i), subscript(i + 1));
                question.part(Side::Neither, name, unroll::trans(cx, ts, i))
            },
        )
        .if_sat(SatMeaning::BeyondBound, "No: an execution goes on beyond the bound, so nothing is proved.")
        .if_unsat("Yes: no execution is longer, and none fails. Interpolants between the rounds show it.");
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
            format!(
                "Which states are reached after exactly {}, as far as it matters for what follows?",
                steps(cx, i)
            ),
        );
        let question = match is_first {
            true => Question::new(6, purpose).part(Side::A, "I(s₀)", unroll::init(cx, ts, 0)),
            false => Question::new(6, purpose)
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
            .if_sat(SatMeaning::PerhapsSpurious, "A failure is within reach of the interpolant.")
            .if_unsat(format!("J{} holds then, and nothing that follows it fails or goes on.", subscript(i)));
        let Ok(found) = cx.interpolate(question).await? else { return Ok(None) };
        let formula = t.restamp_all(found, |_| Stamp::Plain);
        cx.change(Change::InterpolantAdded { index: i, formula });
        // As soon as one of them comes back, the union so far is closed.
        if t.as_bool(formula) == Some(false) || union.contains(&formula) {
            break;
        }
        union.push(formula);
        from = found;
    }
    Ok(Some(Conclusion::Safe { invariant: t.or(union), auxiliary: None }))
}

/// So many steps, in words.
fn steps(cx: &Cx, k: u32) -> String {
    match (cx.settings().encoding, k) {
        (Encoding::Block, 1) => "1 round of the loop".into(),
        (Encoding::Block, _) => format!("{k} rounds of the loop"),
        (Encoding::Statement, 1) => "1 step".into(),
        (Encoding::Statement, _) => format!("{k} steps"),
    }
}
