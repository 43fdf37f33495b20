//! Where interpolants come from: the setting as the list of sources to try in turn.

use crate::cx::{Cx, Question, Stop};
use flow::TransitionSystem;
use logic::{Term, Terms};
use trace::{Source, UnknownReason};

/// The sources to try on a system: on a large one the refutation alone, with as many interpolants as it takes. There a search seldom finds
/// a small formula, takes longer than everything else to give up, and then the refutation is read off all the same.
pub(crate) fn sources_for(setting: Source, ts: &TransitionSystem, terms: &Terms) -> &'static [Source] {
    match setting {
        Source::Rotation if ts.is_large(terms) => &[Source::Proof],
        _ => sources(setting),
    }
}

/// The sources to try, in order.
///
/// DIVERGENCE: the papers take one interpolant as it comes. Whether an algorithm converges depends on its source; in
/// rotation the next source is tried when one does not converge.
pub(crate) fn sources(setting: Source) -> &'static [Source] {
    match setting {
        Source::Rotation => {
            &[Source::Search, Source::Proof, Source::SearchStrong, Source::SearchBounds, Source::DualProof]
        }
        Source::Proof | Source::Own => &[Source::Proof],
        Source::DualProof => &[Source::DualProof],
        Source::Search => &[Source::Search],
        Source::SearchBounds => &[Source::SearchBounds],
        Source::SearchStrong => &[Source::SearchStrong],
        Source::Decomposed => &[Source::Decomposed],
    }
}

/// Asks for an interpolant: in rotation, sources take turns from one `count` to the next, and where one has no interpolant, the next is
/// asked. None if there is no contradiction.
pub(crate) async fn in_turn(
    cx: &Cx,
    count: u32,
    question: impl Fn(Source) -> Question,
) -> Result<Option<Term>, Stop> {
    let setting = cx.settings().interpolants;
    let all = sources(setting);
    let first = count as usize % all.len();
    let mut failed = None;
    for source in all[first..].iter().chain(&all[..first]) {
        match cx.interpolate(question(*source)).await {
            Ok(found) => return Ok(found.ok()),
            Err(stop) if setting == Source::Rotation => failed = Some(stop),
            Err(stop) => return Err(stop),
        }
    }
    Err(failed.unwrap_or(Stop::Solver(UnknownReason::Solver("no source of interpolants".into()))))
}
