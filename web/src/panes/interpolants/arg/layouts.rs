//! The layout of the run on show, kept while one looks at something else, so that nothing moves in the meantime.

use crate::state::Run;
use std::cell::RefCell;
use std::rc::Rc;
use trace::Setup;
use view::graph::arg::Arg;
use view::graph::arg::excerpt::{Excerpt, has_chains as has_chains_in};
use view::graph::arg::layout::Layout;

/// A layout and what it was made from.
struct Kept {
    setup: Rc<Setup>,
    /// The steps of the engine's start that it is of.
    start: usize,
    events: usize,
    excerpt: Excerpt,
    last: Rc<Arg>,
    layout: Rc<Layout>,
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The layout of the graph as it is last known.
pub fn layout(run: &Run) -> Rc<Layout> {
    with_kept(run, |kept| kept.layout.clone())
}

/// Whether a failing execution has been found.
pub fn has_path(run: &Run) -> bool {
    with_kept(run, |kept| !kept.last.path.is_empty())
}

/// Whether there are linear chains.
pub fn has_chains(run: &Run) -> bool {
    with_kept(run, |kept| has_chains_in(&kept.last))
}

fn with_kept<T>(run: &Run, take: impl FnOnce(&Kept) -> T) -> T {
    KEPT.with_borrow_mut(|slot| {
        let (start, events) = run.history.start_of(run.step);
        let is_same = |kept: &Kept| Rc::ptr_eq(&kept.setup, &run.setup) && kept.start == start;
        let same = slot.take().filter(|kept| is_same(kept) && kept.events <= events);
        let kept = match same {
            Some(kept) if kept.events == events && kept.excerpt == run.excerpt => kept,
            before => {
                let last = match &before {
                    Some(kept) if kept.events == events => kept.last.clone(),
                    _ => Rc::new(run.history.arg(events).unwrap_or_default()),
                };
                // Once the run is over all is laid out anew, as well as it can be.
                let before = before.filter(|kept| kept.excerpt == run.excerpt && !run.is_complete());
                let layout = Layout::new(&last, &run.excerpt, before.as_ref().map(|kept| &*kept.layout));
                Kept {
                    setup: run.setup.clone(),
                    start,
                    events,
                    excerpt: run.excerpt.clone(),
                    last,
                    layout: Rc::new(layout),
                }
            }
        };
        let taken = take(&kept);
        *slot = Some(kept);
        taken
    })
}
