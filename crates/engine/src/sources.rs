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

/// With so many symbols in a state, there are many.
const MANY: usize = 8;

/// With many symbols, every so many-th turn is not the refutation's.
const EXCEPTION: u32 = 12;

/// The sources in the order in which they are asked at a turn: in rotation they take turns.
pub(crate) fn in_rotation(setting: Source, turn: u32) -> impl Iterator<Item = Source> {
    beginning_with(setting, turn as usize)
}

/// The same for VINTA's own refinement, whose interpolants narrow labels of states with so many symbols. With few symbols all sources take turns. With many a search looks at
/// many atoms, and what it finds speaks of few of them and lasts seldom: the refutation has nearly all turns. The exceptions
/// are for programs on which its interpolants alone do not converge.
pub(crate) fn for_labels(setting: Source, symbols: usize, turn: u32) -> impl Iterator<Item = Source> {
    let first = match (setting, symbols < MANY) {
        (Source::Rotation, false) => {
            let wanted = if turn % EXCEPTION == EXCEPTION - 1 { Source::SearchBounds } else { Source::Proof };
            sources(setting).iter().position(|&source| source == wanted).unwrap_or(0)
        }
        _ => turn as usize,
    };
    beginning_with(setting, first)
}

fn beginning_with(setting: Source, first: usize) -> impl Iterator<Item = Source> {
    let all = sources(setting);
    let first = first % all.len();
    all[first..].iter().chain(&all[..first]).copied()
}

/// Asks sources for an interpolant: in rotation, where one has no interpolant, the next is asked. None if there is no contradiction.
pub(crate) async fn in_turn(
    cx: &Cx,
    sources: impl Iterator<Item = Source>,
    question: impl Fn(Source) -> Question,
) -> Result<Option<Term>, Stop> {
    let setting = cx.settings().interpolants;
    let mut failed = None;
    for source in sources {
        match cx.interpolate(question(source)).await {
            Ok(found) => return Ok(found.ok()),
            Err(stop) if setting == Source::Rotation => failed = Some(stop),
            Err(stop) => return Err(stop),
        }
    }
    Err(failed.unwrap_or(Stop::Solver(UnknownReason::Solver("no source of interpolants".into()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_few_symbols_all_sources_take_turns() {
        let first = |turn| for_labels(Source::Rotation, MANY - 1, turn).next();
        let begun: Vec<_> = (0..5).map_while(first).collect();
        assert_eq!(begun, sources(Source::Rotation));
        assert_eq!(first(5), first(0));
    }

    #[test]
    fn with_many_symbols_the_refutation_has_nearly_all_turns() {
        let first = |turn| for_labels(Source::Rotation, MANY, turn).next();
        let others: Vec<u32> = (0..30).filter(|&turn| first(turn) != Some(Source::Proof)).collect();
        assert_eq!(others, [11, 23]);
        assert_eq!(first(11), Some(Source::SearchBounds));
    }

    #[test]
    fn no_source_is_left_out() {
        for (symbols, turn) in [(1, 3), (MANY, 0), (MANY, 11)] {
            let asked: Vec<_> = for_labels(Source::Rotation, symbols, turn).collect();
            assert_eq!(asked.len(), sources(Source::Rotation).len());
            assert!(sources(Source::Rotation).iter().all(|source| asked.contains(source)));
        }
        assert!(
            for_labels(Source::Search, MANY, 0).eq([Source::Search]),
            "a source that was chosen is the only one"
        );
    }
}
