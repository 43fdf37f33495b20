//! An invariant of the user's: a formula for each loop, whether each condition holds, hints, and the picture of what is violated.

use super::{REFUSED, SpacePane, empty};
use crate::components::{Button, Store, part, with_code};
use crate::state::{Action, ByOwn, Phase, Run, Stale};
use std::rc::Rc;
use trace::{Judgement, Language, Opened, Problem};
use view::own::{self, Told};
use view::page::link::Tab;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn OwnPane(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return html! {
            <div>
                <p class="lead">{ "Write the invariant yourself, and have it checked." }</p>
                <Button id="own-begin" class="primary" title="Read the program" onclick={store.on(Action::ShowTab(store.state.tab))}>{ "Begin" }</Button>
            </div>
        };
    };
    let Some(opened) = &run.opened else {
        return empty(match run.phase {
            Phase::Rejected(_) => REFUSED,
            _ => "The program is being read.",
        });
    };
    let written = &store.state.own;
    let judgement = written.judged_at(None);
    let many = opened.outline.locations.len() > 1;
    if opened.outline.locations.is_empty() {
        return empty(
            "The program has no loop, so there is nothing that would have to hold again and again.",
        );
    }
    let fields = opened.outline.locations.iter().enumerate().map(|(at, location)| {
        let problem = judgement.and_then(|j| j.problem.as_ref()).filter(|(text, _)| *text as usize == at);
        let label = match many {
            true => format!("Whenever control is at line {} ({}):", location.place.line, location.place.text),
            false if store.state.document.setup.language == Language::Aiger => {
                "In every clock cycle:".to_owned()
            }
            false => format!("Whenever control is at the loop in line {}:", location.place.line),
        };
        let text = written.invariant.get(at).cloned().unwrap_or_default();
        field(
            store,
            (&format!("own-{at}"), &label),
            &text,
            problem.map(|(_, p)| p),
            move |text| ByOwn::Write(at, text),
            ByOwn::Judge,
        )
    });
    let changed = store.state.stale().and_then(|stale| match stale {
        Stale::Program => Some("The program has changed"),
        Stale::Reading => Some("How integers are read has changed"),
        Stale::Settings => Some("Settings have changed"),
        Stale::Engine => None,
    });
    let is_empty = written.invariant.iter().all(|text| text.trim().is_empty());
    html! {
        <div class="own">
            <section class="own-form">
                <p class="lead">{ "Which fact about the variables is true each time control comes here, and rules out every failure?" }</p>
                if let Some(what) = changed {
                    <p class="hint" role="status">{ what }{ " since this was read; Check reads it anew." }</p>
                }
                { for fields }
                { buttons(store, ("own-judge", ByOwn::Judge), is_empty, judgement) }
                { findings(store, judgement, opened) }
                <p class="hint">{ "Your own interpolant, too: in the tab “Query”, at a step that asks for one." }</p>
            </section>
            <div class="own-picture">{ part::<SpacePane>(store) }</div>
        </div>
    }
}

/// A formula to begin with, over the program's own variables.
fn example(store: &Store) -> String {
    let variables =
        store.state.run.as_ref().and_then(|run| run.opened.as_ref()).map(|opened| &opened.variables);
    match variables.and_then(|all| all.iter().find(|v| !v.boolean)) {
        Some(variable) => format!("{} >= 0", variable.name),
        None => String::new(),
    }
}

/// A sentence with its first letter large.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A field for a formula, with what is wrong about it.
pub fn field(
    store: &Store,
    (id, label): (&str, &str),
    text: &str,
    problem: Option<&Problem>,
    write: impl Fn(String) -> ByOwn + 'static,
    judge: ByOwn,
) -> Html {
    let oninput = store.when(move |event: InputEvent| {
        let field: HtmlTextAreaElement = event.target_dyn_into()?;
        Some(Action::Own(write(field.value())))
    });
    let onkeydown = store.when(move |event: KeyboardEvent| {
        let is_meant = event.key() == "Enter" && !event.shift_key() && !event.is_composing();
        is_meant.then(|| {
            event.prevent_default();
            Action::Own(judge.clone())
        })
    });
    let id = id.to_owned();
    html! {
        <div class="own-field">
            <label for={id.clone()}>{ label.to_owned() }</label>
            <textarea {id} rows="2" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder={example(store)}
                value={text.to_owned()} aria-invalid={problem.is_some().then_some("true")} {oninput} {onkeydown} />
            if let Some(problem) = problem {
                <p class="trouble" role="alert">
                    { with_code(&if text.trim().is_empty() { format!("{}.", capital(&problem.message)) } else { format!("Column {}: {}.", problem.column, problem.message) }) }
                    if let Some(help) = &problem.help { { with_code(&format!(" {}.", capital(help))) } }
                </p>
            }
        </div>
    }
}

/// What can be done with what was written.
pub fn buttons(
    store: &Store,
    (id, judge): (&'static str, ByOwn),
    is_empty: bool,
    judgement: Option<&Rc<Judgement>>,
) -> Html {
    let own = &store.state.own;
    let can_hint = judgement
        .zip(store.state.run.as_ref().and_then(|run| run.opened.as_ref()))
        .is_some_and(|(judgement, opened)| own.hints < own::hints(judgement, opened).len());
    html! {
        <div class="row own-buttons">
            <Button {id} class="primary" title="Check each condition (key: Enter)" disabled={is_empty || own.is_busy()}
                onclick={store.on(Action::Own(judge))}>{ "Check" }</Button>
            if own.is_busy() {
                <Button id="own-stop" title="Give up waiting" onclick={store.on(Action::Own(ByOwn::Stop))}>{ "Stop" }</Button>
                <span role="status">{ if store.state.run.as_ref().is_some_and(Run::is_busy) { "Waits until the run pauses…" } else { "Checking…" } }</span>
            }
            if can_hint {
                <Button id="own-hint" title="A smaller question that helps, not the answer" onclick={store.on(Action::Own(ByOwn::Hint))}>{ "Hint" }</Button>
            }
        </div>
    }
}

/// What was found of each condition, and the hints that were asked for.
pub fn findings(store: &Store, judgement: Option<&Rc<Judgement>>, opened: &Opened) -> Html {
    let Some(judgement) = judgement.filter(|judgement| judgement.problem.is_none()) else { return html! {} };
    let all = own::told(judgement, opened);
    let written = &store.state.own;
    let texts: Vec<String> = written.invariant.iter().chain([&written.interpolant]).cloned().collect();
    html! {
        <div id="own-findings" role="status">
            <p class="hint">{ "Read as: " }{ for judgement.formulas.iter().enumerate().map(|(at, formula)| html! {
                <>if at > 0 { { "; " } }<code>{ own::line(formula) }</code></>
            }) }</p>
            { for own::remarks(judgement, &texts, store.state.document.setup.language).into_iter().map(|remark| html! { <p class="hint">{ remark }</p> }) }
            <ul class="checks own-checks">{ for all.iter().map(finding) }</ul>
            if let Some(run) = store.state.run.as_ref().filter(|_| store.state.tab == Tab::Own) {
                <p class="hint">{ own::letters(run.vocabulary()) }</p>
            }
            if own::succeeds(judgement) && store.state.tab == Tab::Own {
                <p class="own-proved">{ "Proved: what you wrote is an inductive invariant, and it excludes every failure." }</p>
            }
            if store.state.own.hints > 0 {
                <ol class="own-hints">
                    { for own::hints(judgement, opened).into_iter().take(store.state.own.hints).map(|hint| html! { <li>{ hint }</li> }) }
                </ol>
            }
        </div>
    }
}

/// An interpolant of the user's, in the place of the one that the run has found.
pub fn interpolant(store: &Store, run: &Run, is_own: bool) -> Html {
    let Some(opened) = &run.opened else { return html! {} };
    let own = &store.state.own;
    let judgement = own.judged_at(Some(run.step));
    let problem = judgement.and_then(|j| j.problem.as_ref()).map(|(_, problem)| problem);
    let is_empty = own.interpolant.trim().is_empty();
    html! {
        <details class="own-interpolant" id="own-interpolant" open={!own.interpolant.is_empty()}>
            <summary title="Write another formula between A and B, and have it checked">{ "Write your own" }</summary>
            { field(store, ("own-text", "A formula that A implies, that contradicts B, and that speaks of what both share:"), &own.interpolant,
                problem, ByOwn::WriteInterpolant, ByOwn::JudgeInterpolant) }
            { buttons(store, ("own-check", ByOwn::JudgeInterpolant), is_empty, judgement) }
            { findings(store, judgement, opened) }
            if judgement.is_some_and(|judgement| own::succeeds(judgement)) {
                <p class="own-proved">{ "It is an interpolant." }{ " " }
                    <Button id="own-go-on" title="The run begins anew, comes here, and goes on with your formula; the link has it too"
                        onclick={store.on(Action::Own(ByOwn::GoOn))}>{ "Go on with it" }</Button>
                </p>
            }
            if is_own {
                <Button id="own-take-back" title="The run begins anew, comes here, and finds an interpolant itself"
                    onclick={store.on(Action::Own(ByOwn::TakeBack))}>{ "Take the run’s own again" }</Button>
            }
        </details>
    }
}

fn finding(told: &Told) -> Html {
    let (class, sign, word) = match told.good {
        Some(true) => ("good", "✓ ", ": holds"),
        Some(false) => ("bad", "✗ ", ": fails"),
        None => ("open", "? ", ": not found out"),
    };
    html! {
        <li {class}>
            <span aria-hidden="true">{ sign }</span><strong>{ told.title }</strong><span class="hidden">{ word }</span>
            <span class="own-formula">{ told.formula }</span>
            <p>{ &told.sentence }</p>
        </li>
    }
}
