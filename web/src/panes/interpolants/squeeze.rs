//! FiB's picture: the forward sets close in from the left, the backward sets from the right, interpolants between.

use crate::components::{Button, FormulaView, Store};
use crate::state::{Action, Go, Run};
use std::rc::Rc;
use trace::{Direction, Formula};
use view::formula::{Limit, subscript};
use view::squeeze::{ReachSet, Squeeze, Squeezed};
use yew::prelude::*;

/// The most interpolants that are shown at first: the newest ones.
const NEWEST: usize = 40;

/// See the module.
pub fn view(store: &Store, run: &Run, squeeze: &Squeeze) -> Html {
    let first = |of: fn(&trace::Opened) -> &Formula| run.opened.as_ref().map(|o| Rc::new(of(o).clone()));
    let hidden = squeeze.interpolants.len().saturating_sub(NEWEST);
    html! {
        <>
            <div class="sides">
                { side(store, run, "A", "Forward: states reached", "side side-a", first(|o| &o.init), &squeeze.forward) }
                { side(store, run, "B", "Backward: states that can fail", "side side-b", first(|o| &o.bad), &squeeze.backward) }
            </div>
            <section class="round">
                <h3>{ "Interpolants between them" }</h3>
                if squeeze.interpolants.is_empty() { <p class="hint">{ "None yet." }</p> }
                if hidden > 0 { <p class="hint">{ format!("{hidden} earlier interpolants are not shown") }</p> }
                <ol class="interpolants">
                    { for squeeze.interpolants.iter().enumerate().skip(hidden).map(|(n, i)| interpolant(store, run, n + 1, i)) }
                </ol>
            </section>
        </>
    }
}

fn side(
    store: &Store,
    run: &Run,
    letter: &str,
    title: &'static str,
    class: &'static str,
    first: Option<Rc<Formula>>,
    sets: &[ReachSet],
) -> Html {
    let notation = store.state.notation;
    html! {
        <section {class} aria-label={title}>
            <div class="side-letter" {title}>{ letter }</div>
            <div class="parts">
                <div class="part">
                    <div class="part-name"><span class="name">{ format!("{letter}₀") }</span>{ "concrete" }</div>
                    <FormulaView formula={first} {notation} limit={Limit::ROW} />
                </div>
                { for sets.iter().map(|set| html! {
                    <div class="part">
                        <div class="part-name">
                            <span class="name">{ format!("{letter}{}", subscript(set.index)) }</span>
                            <span title="Whether it was computed without passing through an interpolant">
                                { if set.concrete { "concrete" } else { "abstract" } }
                            </span>
                            { go(store, set.step, "Go to the step that computed this set") }
                        </div>
                        <FormulaView formula={run.history.formula(set.formula).cloned()} {notation} limit={Limit::ROW} />
                    </div>
                }) }
            </div>
        </section>
    }
}

fn interpolant(store: &Store, run: &Run, number: usize, i: &Squeezed) -> Html {
    let (contains, candidate) = match i.direction {
        Direction::Forward => ("contains the states reached", "I"),
        Direction::Backward => ("contains the states that can fail", "¬I"),
    };
    let (class, text, step) = match i.inductive {
        None => ("containment unasked", format!("… {candidate} not asked about yet"), None),
        Some((true, step)) => {
            ("containment contained", format!("✓ {candidate} is inductive: the invariant"), Some(step))
        }
        Some((false, step)) => ("containment new", format!("✗ {candidate} is not inductive"), Some(step)),
    };
    html! {
        <li>
            <span class="tau">{ "I" }<sub>{ number }</sub></span>
            <div class="tau-body">
                <FormulaView formula={run.history.formula(i.formula).cloned()} notation={store.state.notation} limit={Limit::ROW} />
                <div class="tau-facts">
                    <span>{ "found in " }{ go(store, i.step, "Go to the step that found this interpolant") }</span>
                    <span>{ contains }</span>
                    <span {class}>
                        { text }
                        if let Some(step) = step { { " in " }{ go(store, step, "Go to the step that asked") } }
                    </span>
                </div>
            </div>
        </li>
    }
}

fn go(store: &Store, step: usize, title: &'static str) -> Html {
    html! { <Button {title} class="step-link" onclick={store.on(Action::Go(Go::To(step)))}>{ format!("step {step}") }</Button> }
}
