//! Bounded model checking: finds failures, shortest first, and proves programs without loops alone.

use crate::cx::{Conclusion, Cx, Question, Stop};
use crate::unroll::{self, name_of_bad, subscript};
use flow::TransitionSystem;
use trace::{Change, Encoding, SatMeaning, Side, UnknownReason};

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
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max)))
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
