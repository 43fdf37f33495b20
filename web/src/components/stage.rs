//! What stands above the picture on the stage and on a phone: the formulas that the step is about.

use super::caption::said;
use super::{FormulaView, Store};
use crate::state::Run;
use std::rc::Rc;
use trace::{
    Answer, Change, Engine, Event, Formula, FormulaId, Growth, Query, QueryPart, Side, Verdict, WatchValue,
};
use view::page::legend;
use view::query::formula::{Limit, Palette, Row, lay_out, subscript};
use view::query::named::{Named, named, plain, stamp};
use view::run::pseudo::{lit_line, mentions, pseudo_code};
use view::run::words;
use yew::prelude::*;

/// The most formulas there.
const FORMULAS: usize = 2;
/// The characters of a line of the stage.
const LINE: usize = 52;

/// The step's interpolant; without one the sets that its question names, else the values that question and line speak of.
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
    let of_watch = |(name, id, changed): (&str, FormulaId, bool)| {
        let number = newest.filter(|_| name == "τ").map(|newest| subscript(newest.index));
        (AttrValue::from(format!("{name}{}", number.unwrap_or_default())), id, changed)
    };
    let mut shown: Vec<(AttrValue, FormulaId, bool)> = found.into_iter().collect();
    if shown.is_empty() {
        shown = run.event().map(|event| asked(run, event)).unwrap_or_default();
    }
    // What the caption has is not said twice.
    let said = said(run);
    let is_said = |name: &str| said.as_ref().is_some_and(|(said, _)| *said == name);
    shown.retain(|(name, ..)| !is_said(name));
    let has_sides = run.event().and_then(|event| event.query.as_ref()).is_some_and(has_sides);
    if shown.is_empty() && !has_sides {
        // A value that the caption does not speak of has had its time, or has yet to come.
        let purpose = run.event().map_or("", |event| &event.purpose);
        let spoken = |name: &str| legend::is_spoken_of(name, purpose) && mentions(text, name);
        shown.extend(formulas().filter(|(name, ..)| spoken(name) && !is_said(name)).map(of_watch));
    }
    let shown: Vec<(AttrValue, Rc<Formula>, bool)> = shown
        .into_iter()
        .filter_map(|(name, id, changed)| Some((name, run.history.formula(id)?, changed)))
        // Names of states within a round say nothing beside a picture of states.
        .filter(|(_, formula, _)| !formula.text().contains('°'))
        .take(FORMULAS)
        .map(|(name, formula, changed)| (name, plain(formula), changed))
        .collect();
    let room = if shown.len() > 1 { LINE } else { 2 * LINE };
    let limit = |formula: &Formula| if store.state.is_stage { within(formula, room) } else { Limit::ROW };
    html! {
        <dl class="spotlight">
            { for shown.into_iter().map(|(name, formula, changed)| html! {
                <div class={classes!("watch", changed.then_some("changed"))}>
                    <dt title={legend::part(run.setup.engine, &name)}>{ &name }</dt>
                    <dd><FormulaView limit={limit(&formula)} {formula} /></dd>
                </div>
            }) }
        </dl>
    }
}

/// The sets that a step's question names; FiB's sides are sets.
fn asked(run: &Run, event: &Event) -> Vec<(AttrValue, FormulaId, bool)> {
    let Some(query) = &event.query else { return Vec::new() };
    let engine = run.setup.engine;
    if engine.growth() == Growth::Squeeze && has_sides(query) {
        // One that leads through several states is no formula to be read in a line.
        let is_set =
            |part: &&Rc<QueryPart>| run.history.formula(part.formula).is_some_and(|f| stamp(f).is_some());
        let side = |part: &Rc<QueryPart>| (AttrValue::from(part.name.clone()), part.formula, false);
        return query.parts.iter().filter(is_set).map(side).collect();
    }
    // Of PDR's lemma and Impact's interpolant the question has the negation alone.
    let is_whole = matches!(engine, Engine::Pdr) || engine.growth() == Growth::Graph;
    let sets = named(query, engine).filter(|set| !set.is_negated || is_whole);
    let name = |set: &Named<'_>| format!("{}{}", if set.is_negated { "¬" } else { "" }, set.name);
    sets.map(|set| (AttrValue::from(name(&set)), set.part.formula, false)).collect()
}

/// Whether a query asks for an interpolant between its sides.
fn has_sides(query: &Query) -> bool {
    query.parts.iter().any(|part| part.side != Side::Neither)
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
