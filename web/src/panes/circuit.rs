//! A circuit's latches: as a graph of what depends on what, and as a table of what each becomes.

use super::{GraphPane, empty};
use crate::components::{Button, Store, part};
use crate::state::Action;
use view::graph::circuit::{CircuitView, LatchRow, circuit};
use yew::prelude::*;

/// The most rows that are shown at first.
const FIRST: usize = 40;

/// See the module.
#[component]
pub fn CircuitPane(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let made = use_memo(setup.source.clone(), |source| circuit(source));
    let all = use_state(|| false);
    let Some(made) = made.as_ref() else {
        return empty("This is no circuit, or one with errors; a circuit’s latches are shown here.");
    };
    let more = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    let most = if *all { usize::MAX } else { FIRST };
    html! {
        <div class="circuit">
            <div class="tables">
                { latches(store, made, most) }
                { formulas("circuit-bad", "Bad states", "never", &made.bad, most) }
                { formulas("circuit-gates", "Gates with a number", "gate", &made.gates, most) }
                if made.latches.len().max(made.bad.len()).max(made.gates.len()) > most {
                    <Button id="circuit-all" class="more" title="Long tables are cut at first" onclick={more}>{ "Show all rows" }</Button>
                }
            </div>
            { part::<GraphPane>(store) }
        </div>
    }
}

fn latches(store: &Store, made: &CircuitView, most: usize) -> Html {
    // The values of the row of the execution that is looked at, above.
    let walk = store.state.walk();
    let row = |latch: &LatchRow| {
        let (line, (from, to)) = latch.place;
        let cell = walk.as_ref().and_then(|walk| {
            let at = walk.table.columns.iter().position(|name| *name == latch.name)?;
            walk.table.rows[walk.row].cells.get(at)
        });
        let changed = cell.is_some_and(|cell| cell.was.is_some());
        html! {
            <tr>
                <th scope="row">
                    <Button class="step-link" title={format!("Show the latch in the text, line {line}")}
                        onclick={store.on(Action::LookAt(from, to))}>{ &latch.name }</Button>
                </th>
                <td>{ latch.reset }</td>
                <td class="text"><code>{ &latch.next }</code></td>
                if walk.is_some() {
                    <td class={classes!("value", changed.then_some("changed"))}>{ cell.map(|cell| cell.value.clone()).unwrap_or_default() }</td>
                }
            </tr>
        }
    };
    html! {
        <section class="definition">
            <h3>{ format!("Latches: {}", made.latches.len()) }</h3>
            <p class="hint">{ "In each round every latch takes the value of its function, all at once. ⊕ is “one but not both”; a number like #24 is a gate of the file, told below." }</p>
            <div class="scroll">
                <table class="model locations" id="circuit-latches" aria-label="The latches">
                    <thead><tr>
                        <th scope="col">{ "latch" }</th>
                        <th scope="col">{ "at first" }</th>
                        <th scope="col" class="text">{ "next" }</th>
                        if walk.is_some() { <th scope="col">{ "now" }</th> }
                    </tr></thead>
                    <tbody>{ for made.latches.iter().take(most).map(row) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn formulas(id: &'static str, title: &str, head: &str, all: &[(String, String)], most: usize) -> Html {
    if all.is_empty() {
        return html! {};
    }
    html! {
        <section class="definition">
            <h3>{ format!("{title}: {}", all.len()) }</h3>
            <div class="scroll">
                <table class="model locations" {id} aria-label={title.to_owned()}>
                    <thead><tr><th scope="col">{ head }</th><th scope="col" class="text">{ "is" }</th></tr></thead>
                    <tbody>{ for all.iter().take(most).map(|(name, text)| html! {
                        <tr><th scope="row">{ name }</th><td class="text"><code>{ text }</code></td></tr>
                    }) }</tbody>
                </table>
            </div>
        </section>
    }
}
