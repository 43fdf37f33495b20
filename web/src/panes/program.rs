//! The program as a transition system: I, T and P, and where its states are in the text.

use super::empty;
use crate::components::{Button, FormulaView, Store};
use crate::state::Action;
use std::rc::Rc;
use trace::{Formula, Opened, ProgramVariable, TextPlace};
use view::program::offsets::byte_of_line;
use yew::prelude::*;

/// What a product of variables is in the formulas, where there is one.
fn products(opened: &Opened) -> Html {
    let Some(product) = opened.variables.iter().find(|v| trace::factors(&v.name).is_some()) else {
        return html! {};
    };
    html! {
        <p class="hint">
            { format!(
                "{} is a variable of its own, which becomes what the product becomes. To the solver it is any number that no lemma about products excludes; lemmas are learnt where a counterexample takes it to be what it is not.",
                product.name
            ) }
        </p>
    }
}

/// See the module.
#[component]
pub fn ProgramPane(store: &Store) -> Html {
    let Some((run, opened)) = store.state.run.as_ref().and_then(|run| Some((run, run.opened.as_ref()?)))
    else {
        return empty("Once a run has started, this shows the program as a transition system: I, T and P.");
    };
    let fresh = store.state.stale().is_none();
    html! {
        <>
            <p class="lead">
                { "A state is a valuation of " }{ variables(&opened.variables) }
                { match opened.head_line {
                    Some(_) if opened.outline.locations.len() > 1 => html! {
                        { " when control is at one of the places below. s₀ is the state when one of them is first reached, s₁ the one a step later, and so on." }
                    },
                    Some(line) => html! {
                        <>
                            { " when control is at the loop head, " }
                            if fresh {
                                <Button class="step-link" title="Show the loop head in the program"
                                    onclick={store.on(look_at(&run.setup.source, line))}>{ format!("line {line}") }</Button>
                            } else {
                                { format!("line {line}") }
                            }
                            { ". s₀ is the state at the first visit, s₁ the one a round later, and so on." }
                        </>
                    },
                    None => html! { { ". The program has no loop." } },
                } }
            </p>
            { products(opened) }
            { locations(store, opened, fresh) }
            { formula(store, "I(s)", "Initial states", "The states in which control first reaches the loop head.", &opened.init) }
            { formula(store, "T(s, s′)", "Transition relation", "One round of the loop leads from s to s′. A prime marks the value after the round.", &opened.trans) }
            { formula(store, "¬P(s)", "Bad states", "From these an assertion fails before control is back at the loop head.", &opened.bad) }
            { formula(store, "early", "Failing before the loop", "Satisfiable exactly when an assertion can fail before the loop is first reached.", &opened.early) }
            { inputs(opened) }
        </>
    }
}

/// What the values of `pc` stand for.
fn locations(store: &Store, opened: &Opened, fresh: bool) -> Html {
    let locations = &opened.outline.locations;
    if locations.len() < 2 {
        return html! {};
    }
    html! {
        <section class="definition" id="locations">
            <h3><span class="letter">{ "pc" }</span>{ " Where control is" }</h3>
            <p class="hint">{ "With several places where a step may begin, the variable pc says at which one control is." }</p>
            <table class="model locations"><tbody>
                { for locations.iter().zip(1..).map(|(location, value)| {
                    let TextPlace { from, to, line, text } = &location.place;
                    html! {
                        <tr>
                            <th scope="row">{ format!("pc = {value}") }</th>
                            <td>
                                if fresh {
                                    <Button class="step-link" title="Show the place in the program"
                                        onclick={store.on(Action::LookAt(*from, *to))}>{ format!("line {line}") }</Button>
                                } else { { format!("line {line}") } }
                            </td>
                            <td class="text"><code>{ text }</code></td>
                            <td>{ if location.is_loop { "loop head" } else { "" } }</td>
                        </tr>
                    }
                }) }
            </tbody></table>
        </section>
    }
}

fn look_at(source: &str, line: u32) -> Action {
    let from = byte_of_line(source, line);
    let text = &source[(from as usize).min(source.len())..];
    let length = text.lines().next().unwrap_or_default().len();
    let indent = text.len() - text.trim_start_matches(' ').len();
    let at = |offset: usize| from + u32::try_from(offset).unwrap_or(0);
    Action::LookAt(at(indent.min(length)), at(length))
}

fn variables(list: &[ProgramVariable]) -> Html {
    html! {
        { for list.iter().enumerate().map(|(i, v)| html! {
            <>
                { if i > 0 { ", " } else { "" } }
                <span class="f-symbol">{ &v.name }</span>
                <span class="sort">{ format!(" : {}", v.ty) }</span>
                if let Some([low, high]) = &v.range {
                    <span class="sort" title="Part of every state; formulas do not repeat it">
                        { format!(" ({low} to {high})") }
                    </span>
                }
            </>
        }) }
    }
}

fn formula(store: &Store, name: &str, title: &str, about: &str, formula: &Formula) -> Html {
    html! {
        <section class="definition">
            <h3><span class="letter">{ name }</span>{ " " }{ title }</h3>
            <p class="hint">{ about }</p>
            <FormulaView formula={Rc::new(formula.clone())} notation={store.state.notation} />
        </section>
    }
}

fn inputs(opened: &Opened) -> Html {
    if opened.inputs.is_empty() {
        return html! {};
    }
    html! {
        <p class="hint">
            { "Besides, the formulas speak of " }{ variables(&opened.inputs) }
            { ": values of nondet, and values where branches meet." }
        </p>
    }
}
