//! What stands above the picture on the stage and on a phone: the formulas that the step is about.

use super::{FormulaView, Store};
use trace::{Answer, Event, FormulaId, WatchValue};
use view::page::legend;
use view::query::formula::Limit;
use view::run::pseudo::{lit_line, mentions, pseudo_code};
use view::run::words;
use yew::prelude::*;

/// The most formulas there.
const FORMULAS: usize = 2;

/// The values that the step's line speaks of, else those that it has changed; where none has changed, the step's interpolant.
#[component]
pub fn Spotlight(store: &Store) -> Html {
    let Some(run) = store.state.run.as_ref().filter(|_| store.state.is_stage || store.state.is_narrow) else {
        return html! {};
    };
    let snapshot = run.snapshot();
    let lit = run.event().map(|event| lit_line(run.setup.engine, event));
    let code = pseudo_code(run.setup.engine);
    let line = code.lines.iter().find(|line| line.number.is_some() && line.number == lit);
    let text = line.map_or("", |line| line.text);
    let formulas = || {
        snapshot.watch.iter().filter_map(|w| match w.value {
            WatchValue::Formula(id) => Some((w.name, *id, w.changed)),
            WatchValue::Number(_) => None,
        })
    };
    let mut shown: Vec<(&str, FormulaId, bool)> =
        formulas().filter(|(name, ..)| mentions(text, name)).collect();
    if !run.is_veiled && !formulas().any(|(_, _, changed)| changed) {
        // What the caption says is not said twice.
        let is_said = run.event().is_some_and(|event| words::found(event, &run.history).is_some());
        if let Some(found) = run.event().and_then(interpolant).filter(|_| !is_said) {
            shown = vec![("interpolant", found, true)];
        }
    } else if !run.is_veiled && shown.is_empty() {
        shown = formulas().filter(|(_, _, changed)| *changed).collect();
    }
    shown.truncate(FORMULAS);
    let limit = if store.state.is_stage { Limit::STAGE } else { Limit::ROW };
    html! {
        <dl class="spotlight">
            { for shown.into_iter().map(|(name, id, changed)| html! {
                <div class={classes!("watch", changed.then_some("changed"))}>
                    <dt title={legend::letter(run.setup.engine, name)}>{ name }</dt>
                    <dd><FormulaView formula={run.history.formula(id).cloned()} {limit} /></dd>
                </div>
            }) }
        </dl>
    }
}

/// The interpolant that came out of a step.
fn interpolant(event: &Event) -> Option<FormulaId> {
    match &event.query.as_ref()?.answer {
        Answer::Unsat { interpolant, .. } => Some(interpolant.as_ref()?.formula),
        Answer::Sat { .. } | Answer::Unknown(_) => None,
    }
}
