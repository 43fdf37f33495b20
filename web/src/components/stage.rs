//! What stands above the picture on the stage and on a phone: the formulas that the step is about.

use super::{FormulaView, Store};
use trace::{Answer, Event, FormulaId, WatchValue};
use view::page::legend;
use view::query::formula::Limit;
use view::run::pseudo::{lit_line, mentions, pseudo_code};
use yew::prelude::*;

/// The most formulas there.
const FORMULAS: usize = 2;

/// The interpolant of the step and the values that it has changed, else those that its line speaks of.
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
    let mut shown: Vec<(&str, FormulaId, bool)> = formulas().filter(|(_, _, changed)| *changed).collect();
    if let Some(found) = run.event().filter(|_| shown.is_empty() && !run.is_veiled).and_then(interpolant) {
        shown.push(("interpolant", found, true));
    } else if shown.is_empty() || run.is_veiled {
        shown = formulas().filter(|(name, ..)| mentions(text, name)).collect();
    }
    shown.truncate(FORMULAS);
    html! {
        <dl class="spotlight">
            { for shown.into_iter().map(|(name, id, changed)| html! {
                <div class={classes!("watch", changed.then_some("changed"))}>
                    <dt title={legend::letter(run.setup.engine, name)}>{ name }</dt>
                    <dd><FormulaView formula={run.history.formula(id).cloned()} limit={Limit::ROW} /></dd>
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
