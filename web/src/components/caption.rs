//! The caption of the step on show: what it is for and what followed; and how the run ended, once it has.

use super::{Button, FormulaView, Store, explained};
use crate::state::{Action, Phase, Run};
use trace::{Severity, Verdict};
use view::page::link::Tab;
use view::query::formula::Limit;
use view::run::pseudo::lit_line;
use view::run::words;
use yew::prelude::*;

/// The most characters of an invariant that is said beside the verdict.
const LINE: usize = 48;

/// See the module.
#[component]
pub fn Caption(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return html! {
            <div class="caption" id="caption">
                <h2>{ "Not started" }</h2>
                <p>
                    { "Choose an example or type a loop, then press " }<kbd>{ "Step" }</kbd>
                    { ". Each step is one question to the solver." }
                </p>
            </div>
        };
    };
    let snapshot = run.snapshot();
    html! {
        <div class="caption" id="caption">
            { match run.event() {
                Some(event) => html! {
                    <>
                        <h2>
                            <span class="at">{ format!("Step {} · line {}", run.step, lit_line(run.setup.engine, event)) }</span>
                            { explained(store, &event.purpose) }
                        </h2>
                        if run.is_veiled {
                            <p class="outcome veil" id="veil">{ "What is the answer? It is shown with the next step (→)." }</p>
                        } else {
                            <p class="outcome"><span aria-hidden="true">{ "→ " }</span>{ explained(store, &event.outcome) }</p>
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
    let (title, text) = match &run.phase {
        Phase::Starting => ("Reading the program", "…".to_owned()),
        Phase::Rejected(problems) => {
            let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
            let them = if errors == 1 { "it" } else { "them" };
            let plural = if errors == 1 { "" } else { "s" };
            ("Not started", format!("The program has {errors} error{plural}; see the list beside the text for {them}."))
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
    html! {
        <div {class} id="ending">
            <span class="sign" aria-hidden="true">{ sign }</span>
            <strong>{ words::verdict(verdict, run.setup.language) }</strong>
            if invariant.is_some() {
                <span class="ending-invariant">{ "Invariant: " }<FormulaView formula={invariant} limit={Limit::GLANCE} /></span>
            }
            if warnings > 0 {
                <span class="ending-warnings" title="What the verdict does not say: see the tab “Verdict”">
                    <span aria-hidden="true">{ "⚠ " }</span>
                    { if warnings == 1 { "1 warning".to_owned() } else { format!("{warnings} warnings") } }
                </span>
            }
            if store.state.tab != tab {
                <Button title="Show how the run ended" onclick={store.on(Action::ShowTab(tab))}>{ "Details" }</Button>
            }
        </div>
    }
}
