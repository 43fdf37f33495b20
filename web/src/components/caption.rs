//! The caption of the step on show: what it is for and what followed; and how the run ended, once it has.

use super::{Button, FormulaView, Store, explained};
use crate::state::{Action, Phase, Run, Z3};
use trace::{Answer, FormulaId, Severity, Verdict};
use view::page::count::counted;
use view::page::link::Tab;
use view::query::formula::Limit;
use view::query::model_table::model_table;
use view::run::agreement;
use view::run::pseudo::{line_words, lit_line};
use view::run::words;
use yew::prelude::*;

/// The most characters of an invariant that is said beside the verdict.
const LINE: usize = 48;
/// The most characters of a state that is not broken into lines.
const WHOLE: usize = 36;

/// See the module.
#[component]
pub fn Caption(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return html! {
            <div class="caption" id="caption" tabindex="0" role="group" aria-label="The step">
                <h2>{ "Not started" }</h2>
                <p>
                    { "Choose an example or type a loop, then press " }<kbd>{ "▶ Step" }</kbd>
                    { ". Each step is one question to the solver." }
                </p>
            </div>
        };
    };
    let snapshot = run.snapshot();
    html! {
        <div class="caption" id="caption" tabindex="0" role="group" aria-label="The step">
            { match run.event() {
                Some(event) => html! {
                    <>
                        <h2 title={event.purpose.clone()}>
                            <span class="at">{ format!("Step {} · {}", run.step, line_words(lit_line(run.setup.engine, event))) }</span>
                            { explained(store, &event.purpose) }
                            if let Some((name, formula)) = said(run) {
                                <span class="instance">{ format!(" {name}: ") }{ formula }</span>
                            }
                        </h2>
                        if run.is_veiled {
                            <p class="outcome veil" id="veil">{ "What is the answer? It is shown with the next step (→)." }</p>
                        } else {
                            <p class="outcome"><span aria-hidden="true">{ "→ " }</span>{ explained(store, &event.outcome) }{ instance(run) }
                                if let Some(found) = words::found(event, &run.history).filter(|_| !store.state.is_stage).and_then(|id| short(run, id)) {
                                    <span class="instance">{ " Found: " }{ found }</span>
                                }
                                { " " }{ agreement(run) }</p>
                        }
                    </>
                },
                None => before_first(run),
            } }
            if let Some(verdict) = snapshot.verdict { { ending(store, run, verdict, snapshot.warnings.len()) } }
        </div>
    }
}

fn before_first(run: &Run) -> Html {
    if let (Phase::Starting, Z3::Loading(got, all)) = (&run.phase, &run.z3) {
        return loading(*got, *all);
    }
    let (title, text) = match &run.phase {
        Phase::Starting => ("Reading the program", "…".to_owned()),
        Phase::Proving(None) => {
            ("Just prove it", "First the program is run, and short executions are searched…".to_owned())
        }
        Phase::Proving(Some(engine)) => (
            "Just prove it",
            format!("Engines take turns, each with its share of the work. Now it is the turn of {}…", engine.title()),
        ),
        Phase::Rejected(problems) => {
            let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
            let them = if errors == 1 { "it" } else { "them" };
            ("Not started", format!("The program has {}; see the list beside the text for {them}.", counted(errors, "error")))
        }
        Phase::Crashed(_) => ("Stopped", "The worker has stopped.".to_owned()),
        _ => (
            "Ready",
            "The program is read. The next step asks the first question; the tab “Program” shows what it is about."
                .to_owned(),
        ),
    };
    html! { <><h2>{ title }</h2><p>{ text }</p></> }
}

/// How far Z3 has come.
fn loading(got: u32, all: u32) -> Html {
    // Before its length is known, and once all is there and being compiled, the bar only moves.
    let value = (got < all).then(|| got.to_string());
    let text = match (got, all) {
        (_, 0) => "…".to_owned(),
        (got, all) if got < all => format!("{} of {} MB", megabytes(got), megabytes(all)),
        (_, all) => format!("{} MB are there; it is being compiled…", megabytes(all)),
    };
    html! {
        <>
            <h2>{ "Fetching Z3" }</h2>
            <p class="loading" id="z3-loading">
                <progress max={all.max(1).to_string()} {value} aria-label="How much of Z3 is there" />
                <span>{ text }</span>
            </p>
        </>
    }
}

/// Bytes in megabytes, with one digit after the point.
fn megabytes(bytes: u32) -> String {
    let tenths = bytes / 100_000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The states of a model, in figures: what the outcome speaks of.
fn instance(run: &Run) -> Html {
    let query = run.event().and_then(|event| event.query.as_ref());
    let (Some(Answer::Sat { model, .. }), Some(opened)) = (query.map(|query| &query.answer), &run.opened)
    else {
        return html! {};
    };
    match model_table(model, opened, run.setup.engine).path() {
        Some(path) => {
            let state = |(at, state): (usize, &str)| {
                let is_short = state.chars().count() <= WHOLE;
                html! { <>{ if at > 0 { " → " } else { "" } }<span class={is_short.then_some("unbroken")}>{ state.to_owned() }</span></> }
            };
            html! { <>{ " The model: " }<span class="instance">{ for path.split(" → ").enumerate().map(state) }</span></> }
        }
        None => html! {},
    }
}

/// The set that the step's question is about, as the caption has it beside the question; none if it is too long for that.
pub(super) fn said(run: &Run) -> Option<(&str, String)> {
    let (name, formula) = words::asked(run.event()?, &run.history)?;
    Some((name, short(run, formula)?))
}

/// A formula in a line; one that takes several has no room here, and stands in the picture and in the query.
fn short(run: &Run, id: FormulaId) -> Option<String> {
    let line = view::own::line(run.history.formula(id)?);
    (line.chars().count() <= LINE).then_some(line)
}

/// That two solvers have answered the queries of a step alike.
fn agreement(run: &Run) -> Html {
    let is_sound = !matches!(run.snapshot().verdict, Some(Verdict::Faulty { .. }));
    let Some(found) = agreement::at(&run.history, run.step).filter(|_| is_sound) else { return html! {} };
    html! { <span class={if found.is_whole() { "agreed" } else { "agreed partly" }} title={found.title()}>{ found.mark() }</span> }
}

fn ending(store: &Store, run: &Run, verdict: &Verdict, warnings: usize) -> Html {
    let (class, sign, tab) = match verdict {
        Verdict::Safe { vacuous: Some(_), .. } => ("ending vacuous", "○", Tab::Verdict),
        Verdict::Safe { .. } => ("ending safe", "✓", Tab::Verdict),
        Verdict::Unsafe(_) => ("ending unsafe", "✗", Tab::Execution),
        Verdict::Unknown(_) => ("ending unknown", "?", Tab::Verdict),
        Verdict::Faulty { .. } => ("ending faulty", "!", Tab::Verdict),
    };
    let invariant = match verdict {
        // The tab “Verdict” has it large; and what fills several lines has no room here.
        Verdict::Safe { invariant, .. } if store.state.tab != tab => {
            run.history.formula(*invariant).filter(|formula| formula.text().chars().count() <= LINE).cloned()
        }
        _ => None,
    };
    let warnings = warnings + run.opened.as_ref().map_or(0, |opened| opened.problems.len());
    // Of what was there before an edit, a verdict says nothing now.
    let is_old = store.state.stale().is_some();
    html! {
        <div class={classes!(class, is_old.then_some("old"))} id="ending">
            if is_old { <span class="of-before">{ "Before the change: " }</span> }
            <span class="sign" aria-hidden="true">{ sign }</span>
            <strong>{ words::verdict(verdict, run.setup.language) }</strong>
            if invariant.is_some() {
                <span class="ending-invariant">{ "Invariant: " }<FormulaView formula={invariant} limit={Limit::GLANCE} /></span>
            }
            if warnings > 0 {
                <span class="ending-warnings" title="What the verdict does not say: see the tab “Verdict”">
                    <span aria-hidden="true">{ "⚠ " }</span>
                    { counted(warnings, "warning") }
                </span>
            }
            if store.state.tab != tab {
                <Button title="Show how the run ended" onclick={store.on(Action::ShowTab(tab))}>{ "Details" }</Button>
            }
        </div>
    }
}
