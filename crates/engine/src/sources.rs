//! Where interpolants come from: the setting as the list of sources to try in turn.

use flow::TransitionSystem;
use logic::Terms;
use trace::Source;

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
