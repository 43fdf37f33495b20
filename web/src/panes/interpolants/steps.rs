//! PDR's and DAR's picture: the frames, each with the conjuncts that make it narrower, and what is still to be excluded.

use crate::components::{Button, FormulaView, Store};
use crate::state::{Action, Go, Run};
use std::rc::Rc;
use trace::{Direction, Formula, FormulaId};
use view::query::formula::{Limit, subscript};
use view::sequence::frames::{Conjunct, Frames, Obligation};
use yew::prelude::*;

/// The most obligations that are shown: the newest ones.
const NEWEST: usize = 12;

/// See the module.
pub fn view(store: &Store, run: &Run, frames: &Frames) -> Html {
    html! {
        <>
            { obligations(store, run, &frames.obligations) }
            <div class="sides" id="steps">
                { side(store, run, frames, Direction::Forward) }
                if !frames.backward.is_empty() { { side(store, run, frames, Direction::Backward) } }
            </div>
        </>
    }
}

/// The states that are still to be excluded, the newest first.
fn obligations(store: &Store, run: &Run, open: &[Obligation]) -> Html {
    if open.is_empty() {
        return html! {};
    }
    let hidden = open.len().saturating_sub(NEWEST);
    html! {
        <section class="round">
            <h3 title="Whatever comes to these states fails">{ "To be excluded" }</h3>
            <ol class="interpolants">
                { for open.iter().rev().take(NEWEST).map(|o| html! {
                    <li>
                        <span class="tau" title="From this frame">{ "F" }<sub>{ o.index }</sub></span>
                        { conjunct(store, run, Conjunct { formula: o.states, step: o.step }) }
                    </li>
                }) }
            </ol>
            if hidden > 0 { <p class="hint">{ format!("{hidden} earlier ones are not shown") }</p> }
        </section>
    }
}

fn side(store: &Store, run: &Run, frames: &Frames, direction: Direction) -> Html {
    let (letter, start, title, class, of): (_, _, _, _, fn(&trace::Opened) -> &Formula) = match direction {
        Direction::Forward => ("F", "I", "Forward: what is reached", "side side-a", |o| &o.init),
        Direction::Backward => ("B", "¬P", "Backward: what fails", "side side-b", |o| &o.bad),
    };
    let numbers = (1..).take(frames.of(direction).len());
    html! {
        <section {class}>
            <h3>{ title }</h3>
            <ol class="interpolants">
                <li class="initial">
                    <span class="tau" title="Where the frames begin">{ start }</span>
                    <FormulaView formula={run.opened.as_ref().map(|o| Rc::new(of(o).clone()))}
                        notation={store.state.notation} limit={Limit::ROW} />
                </li>
                { for numbers.map(|number| frame(store, run, frames, (direction, letter), number)) }
            </ol>
            { closed(store, frames, (direction, letter)) }
        </section>
    }
}

fn frame(
    store: &Store,
    run: &Run,
    frames: &Frames,
    (direction, letter): (Direction, &str),
    number: u32,
) -> Html {
    let (own, next) = frames.beside_next(direction, number);
    html! {
        <li>
            <span class="tau">{ letter }<sub>{ number }</sub></span>
            <div class="tau-body">
                if own.is_empty() && !next { <span class="hint">{ "all states" }</span> }
                { for own.iter().map(|&c| conjunct(store, run, c)) }
                if next {
                    <span class="hint">
                        { format!("{}what {letter}{} has", if own.is_empty() { "" } else { "and " }, subscript(number + 1)) }
                    </span>
                }
            </div>
        </li>
    }
}

fn conjunct(store: &Store, run: &Run, c: Conjunct) -> Html {
    html! {
        <div class="tau-facts">
            { formula(store, run, c.formula) }
            { go(store, c.step, "Go to the step that found this") }
        </div>
    }
}

fn closed(store: &Store, frames: &Frames, (direction, letter): (Direction, &str)) -> Html {
    match frames.closed {
        Some((closed, index, step)) if closed == direction => html! {
            <p class="round-end fixed">
                { format!("Fixed point: the frames up to {letter}{} are closed.", subscript(index)) }{ " " }
                { go(store, step, "Go to the step that found this out") }
            </p>
        },
        _ => html! {},
    }
}

fn formula(store: &Store, run: &Run, id: FormulaId) -> Html {
    html! { <FormulaView formula={run.history.formula(id).cloned()} notation={store.state.notation} limit={Limit::ROW} /> }
}

fn go(store: &Store, step: usize, title: &'static str) -> Html {
    html! {
        <Button {title} class="step-link" onclick={store.on(Action::Go(Go::To(step)))}>{ format!("step {step}") }</Button>
    }
}
