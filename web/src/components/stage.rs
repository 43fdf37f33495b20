//! What stands above the picture on the stage and on a phone: the formulas that the step is about.

use super::{FormulaView, Store};
use trace::{Answer, Change, Event, Formula, FormulaId, Verdict, WatchValue};
use view::page::legend;
use view::query::formula::{Limit, Palette, Row, lay_out, subscript};
use view::run::pseudo::{lit_line, mentions, pseudo_code};
use view::run::words;
use yew::prelude::*;

/// The most formulas there.
const FORMULAS: usize = 2;
/// The characters of a line of the stage.
const LINE: usize = 52;

/// The step's interpolant; without one the values that its line speaks of, else those that it has changed.
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
    // What was just found comes first.
    let found = run.event().filter(|_| !run.is_veiled).and_then(|event| {
        let proved = event.changes.iter().find_map(|change| match change {
            Change::Verdict(verdict) => match &**verdict {
                Verdict::Safe { invariant, .. } => Some(("Invariant".to_owned(), *invariant)),
                _ => None,
            },
            _ => None,
        });
        let found = || {
            let id = interpolant(event)?;
            Some((
                words::interpolant_name(run.setup.engine, event),
                words::found_at_length(event).unwrap_or(id),
            ))
        };
        let (name, id) = proved.or_else(found)?;
        Some((AttrValue::from(name), id, true))
    });
    let newest = snapshot.rounds.last().and_then(|round| round.interpolants.last());
    let named = |(name, id, changed): (&str, FormulaId, bool)| {
        let number = newest.filter(|_| name == "τ").map(|newest| subscript(newest.index));
        (AttrValue::from(format!("{name}{}", number.unwrap_or_default())), id, changed)
    };
    let mut shown: Vec<(AttrValue, FormulaId, bool)> = found.into_iter().collect();
    if shown.is_empty() {
        shown.extend(formulas().filter(|(name, ..)| mentions(text, name)).map(named));
    }
    if !run.is_veiled && shown.is_empty() {
        shown.extend(formulas().filter(|(_, _, changed)| *changed).map(named));
    }
    // A value of an earlier step that this one does not speak of has had its time.
    let purpose = run.event().map_or("", |event| &event.purpose);
    shown.retain(|(name, _, changed)| *changed || legend::is_spoken_of(name, purpose));
    // Names of states within a round say nothing beside a picture of states.
    shown.retain(|(_, id, _)| run.history.formula(*id).is_some_and(|formula| !formula.text().contains('°')));
    shown.truncate(FORMULAS);
    let room = if shown.len() > 1 { LINE } else { 2 * LINE };
    let limit = |id: FormulaId| match run.history.formula(id) {
        Some(formula) if store.state.is_stage => within(formula, room),
        _ => Limit::ROW,
    };
    html! {
        <dl class="spotlight">
            { for shown.into_iter().map(|(name, id, changed)| html! {
                <div class={classes!("watch", changed.then_some("changed"))}>
                    <dt title={legend::part(run.setup.engine, &name)}>{ &name }</dt>
                    <dd><FormulaView formula={run.history.formula(id).cloned()} limit={limit(id)} /></dd>
                </div>
            }) }
        </dl>
    }
}

/// As many rows of a formula as have so many characters, where they stand one behind the other.
fn within(formula: &Formula, characters: usize) -> Limit {
    let whole = lay_out(formula, &Palette::plain(), Limit { rows: usize::MAX, ..Limit::STAGE });
    let wide = |row: &Row| {
        let text: usize = row.spans.iter().map(|span| span.text.chars().count()).sum();
        text + 2 * row.gutter.len() + row.closes
    };
    let mut sum = 0;
    let fitting = whole.rows.iter().take_while(|row| {
        sum += wide(row);
        sum <= characters
    });
    Limit { rows: fitting.count().max(1), ..Limit::STAGE }
}

/// The interpolant that came out of a step.
fn interpolant(event: &Event) -> Option<FormulaId> {
    match &event.query.as_ref()?.answer {
        Answer::Unsat { interpolant, .. } => Some(interpolant.as_ref()?.formula),
        Answer::Sat { .. } | Answer::Unknown(_) => None,
    }
}
