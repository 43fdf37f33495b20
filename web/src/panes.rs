//! The panes of the middle column, one per tab. Each draws what `view` makes of the run at the step on show.

mod answer;

mod circuit;

mod compare;

mod conjunct;

mod execution;

mod frames;

mod graph;

mod hand;

mod interpolants;

mod lab;

pub mod lesson;

mod intervals;

mod own;

mod program;

mod proof;

mod query;

mod single_loop;

mod space;

mod verdict;

pub use circuit::CircuitPane;
pub use compare::ComparePane;
pub use execution::ExecutionPane;
pub use graph::GraphPane;
pub use hand::HandPane;
pub use interpolants::InterpolantsPane;
pub use intervals::IntervalsPane;
pub use lab::LabPane;
pub use own::OwnPane;
pub use program::ProgramPane;
pub use query::QueryPane;
pub use single_loop::SingleLoopPane;
pub use space::SpacePane;
pub use verdict::VerdictPane;

use yew::prelude::*;

/// What panes say of a program with errors.
const REFUSED: &str =
    "The program has errors, so nothing can be asked about it yet: see the list below its text.";

/// What a pane says when it has nothing to show.
fn empty(text: &str) -> Html {
    html! { <p class="empty">{ text }</p> }
}
