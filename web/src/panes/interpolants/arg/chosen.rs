//! What is known of the chosen node, or else of the place where the algorithm is: its label in full, where that comes from and
//! what refinement changed in it, and where its edges lead.

use super::View;
use crate::components::{Button, FormulaView};
use crate::state::{Action, Go, Run};
use trace::{FormulaId, Infeasibility, LabelOrigin, NodeId};
use view::graph::arg::label::{Piece, difference, text};
use view::graph::arg::{Label, State};
use view::query::formula::Limit;
use yew::prelude::*;

/// See the module.
pub fn view(view: &View, run: &Run) -> Html {
    let there = |node: &NodeId| (*node as usize) < view.arg.nodes.len();
    let Some(id) = run.node.filter(there).or(view.arg.place) else { return html! {} };
    let node = &view.arg.nodes[id as usize];
    let line = view.arg.cutpoints.get(node.cutpoint as usize).and_then(|c| c.line);
    let place = view.place(id);
    html! {
        <section class="arg-chosen" id="arg-chosen" aria-label="The chosen node">
            <h3>
                <span class="arg-name">{ view.arg.name(id) }</span>
                if view.arg.place == Some(id) { <span class="origin">{ "▶ where the algorithm is" }</span> }
                <span class="origin">{ format!("unrolling {}", node.unrolling + 1) }</span>
                if let Some(line) = line {
                    <Button title="Show the loop head in the program" class="step-link" disabled={place.is_none()}
                        onclick={view.store.on(place.map_or(Action::Dismiss, |(from, to)| Action::LookAt(from, to)))}>{ format!("line {line}") }</Button>
                }
                if run.node == Some(id) {
                    <Button id="arg-unchoose" title="Show the place where the algorithm is again" class="step-link"
                        onclick={view.store.on(Action::ChooseNode(None, None))}>{ "let go" }</Button>
                }
            </h3>
            { match node.label {
                None => html! { <p class="hint">{ "Unexplored: it has no label yet." }</p> },
                Some(label) => labelled(view, run, label, node.before),
            } }
            { state(view, &node.state) }
            { edges(view, id) }
        </section>
    }
}

fn labelled(view: &View, run: &Run, label: Label, before: Option<FormulaId>) -> Html {
    let show = |id| {
        html! {
            <FormulaView formula={run.history.formula(id).cloned()} notation={view.store.state.notation} limit={Limit::ROW} />
        }
    };
    let link = html! {
        <Button title="Go to the step that gave this label" class="step-link"
            onclick={view.store.on(Action::Go(Go::To(label.step)))}>{ format!("step {}", label.step) }</Button>
    };
    let pair = |first: &'static str, old: FormulaId, sign: &'static str, second: &'static str| {
        html! {
            <div class="pair">
                <div class="before"><span class="pair-name">{ first }</span>{ show(old) }</div>
                <div class="pair-arrow" aria-hidden="true">{ sign }</div>
                <div class="after"><span class="pair-name">{ second }{ " " }{ link.clone() }</span>{ show(label.formula) }</div>
            </div>
        }
    };
    match (before.filter(|&before| before != label.formula), label.origin) {
        (Some(before), _) => html! {
            <>
                { pair("before refinement", before, "→", "after") }
                { changed(run, before, label.formula) }
            </>
        },
        (None, LabelOrigin::Widened { post }) => pair("what arrives", post, "∇", "widened"),
        (None, origin) => {
            let from = match origin {
                LabelOrigin::Refined { .. } => "refined, and as before",
                LabelOrigin::Start => "from the start",
                _ => "what arrives over the edges",
            };
            html! { <>{ show(label.formula) }<p class="tau-facts">{ from }{ link.clone() }</p></> }
        }
    }
}

/// What refinement changed, piece by piece.
fn changed(run: &Run, before: FormulaId, after: FormulaId) -> Html {
    let text = |id| run.history.formula(id).map(|formula| text(formula, usize::MAX)).unwrap_or_default();
    let piece = |piece: Piece| match piece {
        Piece::Kept(text) => html! { <span>{ text }</span> },
        Piece::Gone(text) => html! { <del title="gone">{ text }</del> },
        Piece::Come(text) => html! { <ins title="new">{ text }</ins> },
    };
    html! {
        <p class="arg-diff" id="arg-diff">
            <span class="pair-name">{ "the difference " }</span>
            { for difference(&text(before), &text(after)).into_iter().map(piece) }
        </p>
    }
}

fn name(view: &View, id: NodeId) -> Html {
    html! { <Button title="Choose this node" class="step-link" onclick={view.choose(id)}>{ view.arg.name(id) }</Button> }
}

fn state(view: &View, state: &State) -> Html {
    match state {
        State::Covered(by) if by.is_empty() => {
            html! { <p class="tau-facts">{ "covered: it contains no state" }</p> }
        }
        State::Covered(by) => {
            html! { <p class="tau-facts">{ "covered by " }{ for by.iter().map(|&by| name(view, by)) }</p> }
        }
        State::Open => html! { <p class="tau-facts">{ "not covered" }</p> },
        State::Waiting | State::Visited => html! {},
    }
}

fn edges(view: &View, id: NodeId) -> Html {
    let edge = |edge: &view::graph::arg::Edge| {
        let refuted = match edge.infeasible {
            None => "",
            Some(Infeasibility::Post) => " ⊥ the abstract post is empty ",
            Some(Infeasibility::Solver) => " ✗ refuted by the solver ",
        };
        html! { <span>{ name(view, edge.to) }{ refuted }</span> }
    };
    let mut out = view.arg.edges_from(id).peekable();
    if out.peek().is_none() {
        return html! {};
    }
    html! { <p class="tau-facts">{ "leads to " }{ for out.map(edge) }</p> }
}
