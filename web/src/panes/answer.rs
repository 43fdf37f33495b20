//! The answer to a query: a model as a table, or a refutation with its interpolant and the checks of it.

use crate::components::{FormulaView, Store, Symbols};
use crate::state::Run;
use std::rc::Rc;
use trace::{
    Answer, Interpolant, InterpolantChecks, ModelRow, ProofSize, Query, SatMeaning, Side, Source, Symbol,
};
use view::page::count::counted;
use view::query::formula::{Palette, minus};
use view::query::model_table::{ModelState, model_table};
use view::run::words;
use yew::prelude::*;

/// The most rows of a model that are shown at first.
const ROWS: usize = 24;

/// See the module.
#[component]
pub fn AnswerView(store: &Store) -> Html {
    let Some(run) = &store.state.run else { return html! {} };
    let Some(query) = run.event().and_then(|event| event.query.as_ref()) else {
        return html! {};
    };
    let (class, sign) = match &query.answer {
        Answer::Sat { .. } => ("answer sat", "●"),
        Answer::Unsat { .. } => ("answer unsat", "∅"),
        Answer::Unknown(_) => ("answer unknown", "?"),
    };
    html! {
        <section {class} id="answer" aria-label="Answer">
            <h3>
                <span class="sign" aria-hidden="true">{ sign }</span>
                <span class="word">{ words::answer(&query.answer) }</span>
                if let Answer::Sat { meaning, .. } = &query.answer {
                    <span class={meaning_class(*meaning)} title={words::meaning(*meaning, run.vocabulary())}>{ words::meaning_label(*meaning) }</span>
                }
            </h3>
            { match &query.answer {
                Answer::Sat { model, meaning } => sat(run, model, *meaning),
                Answer::Unsat { proof, interpolant, tree, .. } => html! {
                    <>
                        { unsat(store, run, query, *proof, interpolant.as_ref()) }
                        if let Some(tree) = tree { { super::proof::view(store, run, query, tree) } }
                    </>
                },
                Answer::Unknown(reason) => html! { <p>{ words::unknown(reason) }</p> },
            } }
        </section>
    }
}

fn meaning_class(meaning: SatMeaning) -> &'static str {
    match meaning {
        SatMeaning::Counterexample => "meaning counterexample",
        SatMeaning::PerhapsSpurious => "meaning spurious",
        SatMeaning::NewStates => "meaning new-states",
        SatMeaning::BeyondBound => "meaning beyond",
        SatMeaning::NotCovered | SatMeaning::Passable | SatMeaning::NotInductive => "meaning new-states",
    }
}

fn sat(run: &Run, model: &[ModelRow], meaning: SatMeaning) -> Html {
    let Some(opened) = &run.opened else { return html! {} };
    let table = model_table(model, opened, run.setup.engine);
    let head = opened.head_line;
    html! {
        <>
            if meaning == SatMeaning::NotInductive {
                if let Some((from, to)) = table.round() {
                    <p class="to-induction"><strong>{ from }</strong>{ " → " }<strong>{ to }</strong></p>
                }
            }
            <p>{ words::meaning(meaning, run.vocabulary()) }</p>
            if !table.rows.is_empty() {
                <p class="hint">
                    { "The model" }
                    if let Some(line) = head { { format!(": values at {}", run.vocabulary().head_at(line)) } }
                </p>
                <div class="scroll">
                    <table class="model" aria-label="The model">
                        <thead>
                            <tr>
                                <th scope="col">{ "state" }</th>
                                { for table.columns.iter().map(|name| html! { <th scope="col">{ name }</th> }) }
                            </tr>
                        </thead>
                        <tbody>{ for table.rows.iter().take(ROWS).map(state) }</tbody>
                    </table>
                    if table.rows.len() > ROWS {
                        <details>
                            <summary>{ format!("{} more", counted(table.rows.len() - ROWS, "state")) }</summary>
                            <table class="model"><tbody>{ for table.rows.iter().skip(ROWS).map(state) }</tbody></table>
                        </details>
                    }
                </div>
            }
            if !table.inputs.is_empty() {
                <details class="inputs">
                    <summary title="Values of nondet, and values where branches meet">
                        { format!("{} (inputs, joins, states not on the path)", counted(table.inputs.len(), "other value")) }
                    </summary>
                    <table class="model">
                        { for table.inputs.iter().map(|(symbol, value)| html! {
                            <tr><th scope="row">{ symbol_name(symbol) }</th><td>{ value }</td></tr>
                        }) }
                    </table>
                </details>
            }
        </>
    }
}

fn state(row: &ModelState) -> Html {
    html! {
        <tr>
            <th scope="row">{ &row.label }</th>
            { for row.cells.iter().map(|cell| html! {
                <td class={cell.changed.then_some("changed")}>
                    { cell.value.as_deref().map_or("–".into(), minus) }
                    if cell.changed { <span class="hidden">{ " (changed)" }</span> }
                </td>
            }) }
        </tr>
    }
}

fn symbol_name(symbol: &Symbol) -> Html {
    html! {
        <>{ &symbol.name }{ if symbol.primed { "′" } else { "" } }if let Some(step) = symbol.step { <sub>{ step }</sub> }</>
    }
}

fn unsat(store: &Store, run: &Run, query: &Query, proof: ProofSize, found: Option<&Interpolant>) -> Html {
    let about =
        "The refutation, replayed by the independent checker: resolutions and lemmas of linear arithmetic";
    html! {
        <>
            if let Some(interpolant) = found { { interpolant_box(store, run, query, interpolant) } }
            <p class="proof-size" title={about}>
                <span class="tick" aria-hidden="true">{ "✓" }</span>
                { format!(" Refutation checked: {} of clauses and {}.",
                    counted(proof.resolutions as usize, "resolution"), counted(proof.lemmas as usize, "arithmetic lemma")) }
            </p>
        </>
    }
}

fn interpolant_box(store: &Store, run: &Run, query: &Query, interpolant: &Interpolant) -> Html {
    let symbols: Symbols = Rc::new(Palette::of(Side::A, &query.shared));
    html! {
        <div class="interpolant" id="interpolant">
            <h4 title="An interpolant: implied by A, contradicts B, speaks of shared symbols only">
                { "Interpolant" }<span class="origin">{ interpolant.source.title() }</span>
            </h4>
            <FormulaView formula={run.history.formula(interpolant.formula).cloned()} symbols={symbols.clone()}
                notation={store.state.notation} />
            { checks(interpolant.checks) }
            { super::own::interpolant(store, run, interpolant.source == Source::Own) }
            if let Some(other) = &interpolant.beside {
                <section class="beside" id="beside">
                    <h5 title={words::beside(other)}>
                        { "Beside it" }<span class="origin">{ format!("from {}", other.solver.title()) }</span>
                    </h5>
                    <FormulaView formula={run.history.formula(other.formula).cloned()} symbols={symbols.clone()}
                        notation={store.state.notation} />
                    { checks(other.checks) }
                </section>
            }
        </div>
    }
}

/// Whether each of the three checks was passed.
fn checks(all: InterpolantChecks) -> Html {
    html! {
        <ul class="checks" aria-label="Checks of the interpolant">
            { for words::interpolant_checks(all).iter().map(|(what, about, good)| html! {
                <li class={if *good { "good" } else { "bad" }} title={*about}>
                    <span aria-hidden="true">{ if *good { "✓ " } else { "✗ " } }</span>
                    { *what }<span class="hidden">{ if *good { ": holds" } else { ": fails" } }</span>
                </li>
            }) }
        </ul>
    }
}
