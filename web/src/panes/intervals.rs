//! What the invariant generator did: for each level and variable a number line with one row for each visit of the loop
//! head, what is joined, widened and narrowed.

use super::empty;
use crate::components::{Button, FormulaView, Store};
use crate::state::{Action, Go, Run};
use trace::{AnalysisChange, Augments};
use view::page::decimal::decimal;
use view::query::formula::Limit;
use view::run::snapshot::Auxiliary;
use view::run::words;
use view::sequence::intervals::{Bar, Level, NumberLine, Track, Visit, sign};
use yew::prelude::*;

/// The picture's measures, in its own pixels: left and right of the numbers there is room for arrows to infinity.
const WIDTH: f64 = 300.0;
const MARGIN: f64 = 34.0;
const HEIGHT: f64 = 22.0;
/// The most visits that are shown at first: the newest ones.
const VISITS: usize = 30;

/// See the module.
#[component]
pub fn IntervalsPane(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return empty(
            "Here the invariant generator’s intervals will be drawn: IMC-f and IMC-i ask it for auxiliary invariants.",
        );
    };
    let snapshot = run.snapshot();
    if snapshot.intervals.is_empty() {
        return empty(match run.setup.engine.augments() {
            Augments::Always => "The invariant generator has not been asked yet: it is in line 12.",
            Augments::IfWanted(_) if run.setup.settings.augment => {
                "The invariant generator has not been asked yet."
            }
            Augments::IfWanted(_) | Augments::Never => {
                "This engine asks for no auxiliary invariants. IMC-f and IMC-i do, and plain IMC and FiB if the settings say so."
            }
        });
    }
    html! {
        <div class="intervals">
            <ul class="interval-legend">
                <li><span class="swatch before" />{ "before" }</li>
                <li><span class="swatch arriving" />{ "with what arrives" }</li>
                <li><span class="swatch joined" />{ "⊔ joined" }</li>
                <li><span class="swatch widened" />{ "∇ widened" }</li>
                <li><span class="swatch narrowed" />{ "△ narrowed" }</li>
            </ul>
            { for snapshot.intervals.iter().map(|level| {
                let found = snapshot.auxiliary.iter().find(|a| a.level == level.number);
                self::level(store, run, level, found)
            }) }
        </div>
    }
}

fn level(store: &Store, run: &Run, level: &Level, found: Option<&Auxiliary<'_>>) -> Html {
    html! {
        <section class="round">
            <h3>{ format!("Level {}", level.number) }<span class="origin">{ &level.kind }</span></h3>
            { for level.tracks.iter().map(|t| track(store, run, t)) }
            if let Some(found) = found {
                <div class="round-end fixed">
                    { "Proved inductive by the checker, in " }
                    <Button title="Go to the step that found this" class="step-link"
                        onclick={store.on(Action::Go(Go::To(found.step)))}>{ format!("step {}", found.step) }</Button>
                    <FormulaView formula={run.history.formula(found.formula).cloned()} notation={store.state.notation} limit={Limit::ROW} />
                </div>
            }
        </section>
    }
}

fn track(store: &Store, run: &Run, track: &Track) -> Html {
    let line = NumberLine::of(track);
    let hidden = track.visits.len().saturating_sub(VISITS);
    html! {
        <div class="interval-track">
            <h4><span class="f-symbol">{ &track.variable }</span><span class="origin">{ format!("at the loop head, line {}", track.line) }</span></h4>
            if hidden > 0 { <p class="hint">{ format!("{hidden} earlier visits are not shown") }</p> }
            <div class="scroll"><table class="interval-table">
                <tbody>
                    { for track.visits.iter().skip(hidden).map(|v| visit(store, v, &line, run.known())) }
                    <tr class="axis">
                        <td class="hint">{ if line.to_scale { "" } else { "not to scale" } }</td>
                        <td>{ axis(&line) }</td>
                    </tr>
                </tbody>
            </table></div>
        </div>
    }
}

fn visit(store: &Store, visit: &Visit, line: &NumberLine, step: usize) -> Html {
    let (sign, word) = sign(visit.how);
    let how = class(visit.how);
    let title = format!("Visit {}: {word}. Go to step {}.", visit.number, visit.step);
    html! {
        <tr class={classes!("interval-visit", (visit.step == step).then_some("here"))}>
            <td class="interval-how">
                <Button {title} class="step-link" onclick={store.on(Action::Go(Go::To(visit.step)))}>{ format!("step {}", visit.step) }</Button>
                <span class={how}><span aria-hidden="true">{ sign }{ " " }</span>{ word }</span>
                <div class="interval-text">{ words::ranges(&visit.after) }</div>
            </td>
            <td>
                <svg class="interval" viewBox={format!("0 0 {} {}", length(WIDTH), length(HEIGHT))} aria-hidden="true">
                    { for line.ticks.iter().map(|(place, _)| rule(*place)) }
                    { for line.bars(&visit.before).into_iter().map(|b| bar(b, "before", 1.0, 3.0)) }
                    { for line.bars(&visit.arriving).into_iter().map(|b| bar(b, "arriving", 5.5, 4.0)) }
                    { for line.bars(&visit.after).into_iter().map(|b| bar(b, how, 11.5, 9.0)) }
                </svg>
            </td>
        </tr>
    }
}

fn class(how: AnalysisChange) -> &'static str {
    match how {
        AnalysisChange::Joined => "joined",
        AnalysisChange::Widened => "widened",
        AnalysisChange::Narrowed => "narrowed",
    }
}

/// Where a place of the number line is in the picture.
fn x(place: u32) -> f64 {
    MARGIN + f64::from(place) * (WIDTH - 2.0 * MARGIN) / 1000.0
}

/// A length as the picture has it.
fn length(number: f64) -> String {
    decimal(number, 2)
}

fn rule(place: u32) -> Html {
    let x = length(x(place));
    html! { <line class="rule" x1={x.clone()} x2={x} y1="0" y2={length(HEIGHT)} /> }
}

/// An interval: a bar with straight ends, or with arrows where it goes on for ever.
fn bar(bar: Bar, class: &'static str, top: f64, height: f64) -> Html {
    let (left, right) = (bar.from.map_or(4.0, |p| x(p) - 4.0), bar.to.map_or(WIDTH - 4.0, |p| x(p) + 4.0));
    let (middle, bottom, tip) = (top + height / 2.0, top + height, height.max(8.0));
    let mut corners = match bar.from {
        Some(_) => vec![(left, top), (left, bottom)],
        None => vec![(left + tip, top), (left, middle), (left + tip, bottom)],
    };
    corners.extend(match bar.to {
        Some(_) => vec![(right, bottom), (right, top)],
        None => vec![(right - tip, bottom), (right, middle), (right - tip, top)],
    });
    let corners: Vec<String> =
        corners.iter().map(|(x, y)| format!("{} {}", length(*x), length(*y))).collect();
    let d = format!("M{} Z", corners.join(" L"));
    html! { <path class={classes!("bar", class)} {d} /> }
}

/// The numbers below all rows.
fn axis(line: &NumberLine) -> Html {
    html! {
        <svg class="interval" viewBox={format!("0 0 {} 22", length(WIDTH))} aria-hidden="true">
            <path class="axis-line" d={format!("M6 4 L{} 4", length(WIDTH - 6.0))} />
            <text x="2" y="19">{ "−∞" }</text>
            <text x={length(WIDTH - 2.0)} y="19" text-anchor="end">{ "∞" }</text>
            { for line.ticks.iter().map(|(place, text)| {
                let at = length(x(*place));
                html! {
                    <>
                        <line class="tick-mark" x1={at.clone()} x2={at.clone()} y1="0" y2="8" />
                        <text x={at} y="19" text-anchor="middle">{ text }</text>
                    </>
                }
            }) }
        </svg>
    }
}
