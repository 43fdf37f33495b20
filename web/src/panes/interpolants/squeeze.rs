//! FiB's picture: the forward sets close in from the left, the backward sets from the right, interpolants between.

use crate::components::{Button, FormulaView, Store};
use crate::state::{Action, Go, Run};
use std::rc::Rc;
use trace::{Direction, Engine, Formula};
use view::query::formula::{Limit, subscript};
use view::run::words::squeezed_name;
use view::sequence::squeeze::{ReachSet, Squeeze, SqueezeRow, Squeezed};
use yew::prelude::*;

/// The most interpolants that are shown at first: the newest ones.
const NEWEST: usize = 40;

/// See the module.
pub fn view(store: &Store, run: &Run, squeeze: &Squeeze) -> Html {
    let first = |of: fn(&trace::Opened) -> &Formula| run.opened.as_ref().map(|o| Rc::new(of(o).clone()));
    let hidden = squeeze.interpolants.len().saturating_sub(NEWEST);
    html! {
        <>
            { closing_in(store, run, squeeze) }
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

/// The most rows that are shown at first: the newest ones.
const ROWS: usize = 30;

/// How the two sides closed in: a row for each iteration, with the sets that there were and the interpolants found between
/// them.
fn closing_in(store: &Store, run: &Run, squeeze: &Squeeze) -> Html {
    let mut rows = squeeze.rows.clone();
    let now = squeeze.row(run.known());
    if rows.last().is_none_or(|last| !now.has_the_sets_of(last)) {
        rows.push(now);
    }
    let hidden = rows.len().saturating_sub(ROWS);
    html! {
        <>
            if hidden > 0 { <p class="hint">{ format!("{hidden} earlier iterations are not shown") }</p> }
            <table class="squeeze" id="squeeze">
                <thead>
                    <tr>
                        <th scope="col" class="at"><span class="hidden">{ "step" }</span></th>
                        <th scope="col">{ "A: states reached →" }</th>
                        <th scope="col" class="between">{ "between them" }</th>
                        <th scope="col" class="to-right">{ "← B: states that can fail" }</th>
                    </tr>
                </thead>
                <tbody>{ for rows.iter().enumerate().skip(hidden).map(|(i, row)| {
                    let next = rows.get(i + 1).map_or(usize::MAX, |next| next.step);
                    closing_row(store, (run.setup.engine, squeeze), row, (row.step..next).contains(&run.known()))
                }) }</tbody>
            </table>
            <p class="hint">{ "Solid sets are concrete: computed without passing through an interpolant. Dashed ones are abstract; they are dropped when the two sides meet." }</p>
        </>
    }
}

fn closing_row(store: &Store, (engine, squeeze): (Engine, &Squeeze), row: &SqueezeRow, here: bool) -> Html {
    let backtracks = row.dropped != (0, 0);
    let class = classes!(backtracks.then_some("backtrack"), here.then_some("here"));
    let sets = |letter: &str, class: &'static str, concrete: &[bool], dropped: u32| {
        let set = |i: usize, class: &'static str, title: &'static str| {
            let name = format!("{letter}{}", subscript(u32::try_from(i).unwrap_or(u32::MAX)));
            html! { <span class={classes!("set", class)} title={format!("{name}: {title}")}>{ name.clone() }</span> }
        };
        let kinds = concrete
            .iter()
            .map(|&concrete| if concrete { ("concrete", "concrete") } else { ("abstract", "abstract") });
        let gone = (0..dropped).map(|_| ("dropped", "abstract, dropped here"));
        html! { <div class={classes!("sets", class)}>{ for kinds.chain(gone).enumerate().map(|(i, (class, title))| set(i, class, title)) }</div> }
    };
    let found = |&i: &usize| {
        let squeezed = &squeeze.interpolants[i];
        let number = subscript(u32::try_from(i + 1).unwrap_or(u32::MAX));
        let name = format!("{}{number}", squeezed_name(engine, squeezed.direction));
        let (class, text) = match squeezed.inductive {
            None => ("found", format!("{name} …")),
            Some((true, _)) => ("found yes", format!("✓ {name} is inductive")),
            Some((false, _)) => ("found no", format!("✗ {name} not inductive")),
        };
        html! { <span {class}>{ text }</span> }
    };
    html! {
        <tr {class}>
            <td class="at">{ go(store, row.step, "Go to this step") }</td>
            <td>{ sets("A", "forward", &row.forward, row.dropped.0) }</td>
            <td class="between">
                if backtracks { <span class="met" title="The two sides meet, but abstract sets may contain too much">{ "↩ they meet: back" }</span> }
                { for row.interpolants.iter().map(found) }
            </td>
            <td class="to-right">{ sets("B", "backward", &row.backward, row.dropped.1) }</td>
        </tr>
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
    let contains = match i.direction {
        Direction::Forward => "contains the states reached",
        Direction::Backward => "contains the states that can fail",
    };
    let candidate = squeezed_name(run.setup.engine, i.direction);
    let (class, text, step) = match i.inductive {
        None => ("containment unasked", format!("… {candidate} not asked about yet"), None),
        Some((true, step)) => {
            ("containment contained", format!("✓ {candidate} is inductive: the invariant"), Some(step))
        }
        Some((false, step)) => ("containment new", format!("✗ {candidate} is not inductive"), Some(step)),
    };
    html! {
        <li>
            <span class="tau">{ candidate.trim_start_matches('¬') }<sub>{ number }</sub></span>
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
