//! Running the program by hand: initial values, one step at a time, an answer to every choice.

use super::empty;
use super::execution::Rows;
use crate::browser;
use crate::components::{Button, Store};
use crate::state::{Action, ByHand, Hand};
use std::rc::Rc;
use trace::Language;
use view::program::hand::{End, Runnable, Wanted};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn HandPane(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let inputs = use_memo((setup.source.clone(), setup.dialect()), |(source, dialect)| {
        Runnable::read(source, *dialect).map(|program| program.inputs())
    });
    match (&store.state.hand, inputs.as_ref()) {
        (_, None) => empty("The program has errors; it can be run once it has none."),
        (None, Some(wanted)) => html! { <Begin store={store.clone()} wanted={wanted.clone()} /> },
        (Some(hand), Some(_)) => running(store, hand),
    }
}

/// A number from 0 to 2^31, for a random value.
fn draw() -> u32 {
    (js_sys::Math::random() * f64::from(1 << 31)) as u32
}

#[derive(Properties, PartialEq)]
struct BeginProps {
    store: Store,
    wanted: Vec<Wanted>,
}

/// The form that an execution begins with.
#[component]
fn Begin(p: &BeginProps) -> Html {
    let form = use_node_ref();
    let problem = use_state(|| None::<String>);
    let wanted = Rc::new(p.wanted.clone());
    let begin = {
        let (form, problem, wanted, dispatch) =
            (form.clone(), problem.clone(), wanted.clone(), p.store.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let read = fields(&form)
                .iter()
                .zip(wanted.iter())
                .map(|(field, w)| w.read(&field.value()))
                .collect::<Result<Vec<_>, _>>();
            match read {
                Ok(values) => dispatch.emit(Action::ByHand(ByHand::Begin(values))),
                Err(why) => problem.set(Some(why.to_string())),
            }
        })
    };
    let random = {
        let (form, wanted) = (form.clone(), wanted.clone());
        Callback::from(move |_: MouseEvent| {
            for (field, w) in fields(&form).iter().zip(wanted.iter()) {
                field.set_value(&w.random(draw()).to_string());
            }
        })
    };
    let [lead, nothing] = match p.store.state.document.setup.language {
        Language::Aiger => [
            "Run the circuit yourself: one clock cycle at a time, with inputs of your own choice.",
            "All latches begin with a value, so there is nothing to choose yet.",
        ],
        _ => [
            "Run the program yourself: one statement at a time, with values of your own choice.",
            "No variable is read before it has a value, so there is nothing to choose yet.",
        ],
    };
    html! {
        <div class="hand" ref={form}>
            <p class="lead">{ lead }</p>
            if wanted.is_empty() {
                <p class="hint">{ nothing }</p>
            } else {
                <fieldset>
                    <legend>{ "Initial values" }</legend>
                    { for wanted.iter().map(|w| html! {
                        <label class="hand-input">
                            <span class="f-symbol">{ &w.name }</span>{ " = " }
                            <input ~defaultValue={if w.boolean { "false" } else { "0" }} size="8" autocomplete="off" data-input="" />
                        </label>
                    }) }
                    <Button id="hand-random" title="Fill in random values" onclick={random}>{ "Random" }</Button>
                </fieldset>
            }
            if let Some(problem) = &*problem { <p class="trouble" role="alert">{ problem }</p> }
            <Button id="hand-begin" class="primary" title="Begin the execution" onclick={begin}>{ "Begin" }</Button>
        </div>
    }
}

fn fields(form: &NodeRef) -> Vec<HtmlInputElement> {
    let Some(found) = form.cast::<web_sys::Element>().and_then(|e| e.query_selector_all("[data-input]").ok())
    else {
        return Vec::new();
    };
    (0..found.length()).filter_map(|i| found.get(i)?.dyn_into().ok()).collect()
}

fn running(store: &Store, hand: &Hand) -> Html {
    let progress = &hand.progress;
    let go_on = progress.end.is_none() && progress.question.is_none();
    let act = |action: ByHand| store.on(Action::ByHand(action));
    let selected = hand.row.unwrap_or(progress.table.rows.len() - 1);
    let again = hand.initial.clone();
    html! {
        <div class="hand">
            <div class="row hand-controls" role="toolbar" aria-label="Run by hand">
                <Button id="hand-back" title="Take the newest step back" disabled={!hand.can_go_back()} onclick={act(ByHand::Back)}>{ "◀ Back" }</Button>
                <Button id="hand-step" class="primary" title="Execute the next statement" disabled={!go_on} onclick={act(ByHand::Step)}>{ "▶ Step" }</Button>
                <Button id="hand-run" title="Go on to the next choice, or to the end" disabled={!go_on} onclick={act(ByHand::Run)}>{ "▶| Run on" }</Button>
                <Button id="hand-again" title="From the beginning, with the same initial values" onclick={act(ByHand::Begin(again))}>{ "Again" }</Button>
                <Button id="hand-end" title="Choose other initial values" onclick={act(ByHand::End)}>{ "New values" }</Button>
            </div>
            if let Some(wanted) = &progress.question {
                <Question store={store.clone()} wanted={wanted.clone()} />
            }
            if let Some(end) = progress.end { { ending(end) } }
            <Rows store={store.clone()} table={Rc::new(progress.table.clone())} {selected} name="Execution by hand" />
        </div>
    }
}

fn ending(end: End) -> Html {
    let (class, sign) = match end {
        End::Finished => ("ending safe", "✓"),
        End::Failed => ("ending unsafe", "✗"),
        End::Excluded | End::TooLong | End::TooLarge => ("ending unknown", "?"),
    };
    html! {
        <div {class} id="hand-ending" role="status"><span class="sign" aria-hidden="true">{ sign }</span><strong>{ end.words() }</strong></div>
    }
}

#[derive(Properties, PartialEq)]
struct QuestionProps {
    store: Store,
    wanted: Wanted,
}

/// Asks for the value of a choice.
#[component]
fn Question(p: &QuestionProps) -> Html {
    let QuestionProps { store, wanted } = p;
    let problem = use_state(|| None::<String>);
    let field = use_node_ref();
    {
        use_effect_with(wanted.clone(), move |_| browser::focus("hand-answer"));
    }
    let give = {
        let (wanted, dispatch, problem, field) =
            (wanted.clone(), store.dispatch.clone(), problem.clone(), field.clone());
        move || {
            let Some(input) = field.cast::<HtmlInputElement>() else { return };
            match wanted.read(&input.value()) {
                Ok(value) => {
                    problem.set(None);
                    dispatch.emit(Action::ByHand(ByHand::Answer(value)));
                }
                Err(why) => problem.set(Some(why.to_string())),
            }
        }
    };
    let on_give = {
        let give = give.clone();
        Callback::from(move |_: MouseEvent| give())
    };
    let on_key = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.ctrl_key() {
            give();
        }
    });
    let answer = |text: &str| {
        let value = wanted.read(text).ok();
        store.when(move |_: MouseEvent| value.clone().map(|value| Action::ByHand(ByHand::Answer(value))))
    };
    let random = {
        let wanted = wanted.clone();
        store.dispatch.reform(move |_: MouseEvent| Action::ByHand(ByHand::Answer(wanted.random(draw()))))
    };
    let line = wanted.line.map(|line| format!(" in line {line}")).unwrap_or_default();
    let range = Some(wanted.range()).filter(|range| !range.is_empty()).map(|range| format!(" ({range})"));
    html! {
        <div class="hand-question" id="hand-question" role="group" aria-label="A choice">
            <span>{ "Which value has " }<code>{ &wanted.name }</code>{ line }{ range.unwrap_or_default() }{ "?" }</span>
            if wanted.boolean {
                <Button id="hand-true" title="Choose true" onclick={answer("true")}>{ "true" }</Button>
                <Button id="hand-false" title="Choose false" onclick={answer("false")}>{ "false" }</Button>
            } else {
                <input id="hand-answer" ref={field} size="8" autocomplete="off" aria-label="The value" onkeydown={on_key} />
                <Button id="hand-give" class="primary" title="Take this value (key: Enter)" onclick={on_give}>{ "Take it" }</Button>
            }
            <Button id="hand-any" title="Take a random value" onclick={random}>{ "Random" }</Button>
            if let Some(problem) = &*problem { <span class="trouble" role="alert">{ problem }</span> }
        </div>
    }
}
