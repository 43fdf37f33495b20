//! The time line: always in sight, with buttons to move and marks where something happened.

use super::header::target;
use super::{Button, Store};
use crate::browser;
use crate::state::{Action, Go, Phase, Run, Z3};
use view::page::decimal::decimal;
use view::page::link::Tab;
use view::run::timeline::{self, Jump, Mark, Tick, ticks};
use view::run::words;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How much room a mark takes, in root ems.
const ROOM: f64 = 1.75;

/// How many marks the time line has room for.
fn places() -> usize {
    let track = browser::document().query_selector(".track").ok().flatten();
    let width = track.map_or(400.0, |track| f64::from(track.client_width()));
    (width / (ROOM * browser::font_size())) as usize
}

/// See the module.
#[component]
pub fn Timeline(store: &Store) -> Html {
    html! {
        <footer class="timeline" aria-label="Time line">
            { buttons(store) }
            { track(store) }
            <div class="status" id="status">{ status(store) }</div>
            <div class="hidden" aria-live="polite" id="announcement">{ announcement(store) }</div>
        </footer>
    }
}

fn buttons(store: &Store) -> Html {
    let state = &store.state;
    let run = state.run.as_ref();
    let (step, known) = run.map_or((0, 0), |run| (run.step, run.history.len()));
    let veiled = run.is_some_and(|run| run.is_veiled);
    let busy =
        run.is_some_and(Run::is_busy) || state.compare.as_ref().is_some_and(|compare| compare.run.is_busy());
    let both = state.compare.as_ref().filter(|_| state.tab == Tab::Compare);
    let is_behind = both.is_some_and(|compare| compare.step < compare.run.history.len());
    let forwards = step < known || veiled || is_behind || both.is_none() && state.can_compute();
    let again = timeline::again(run.map_or(state.document.setup.engine, |run| run.setup.engine));
    let end = run.is_none_or(|run| !run.is_complete() || step < known) && forwards;
    let button = |id: &'static str,
                  go: Go,
                  enabled: bool,
                  sign: &str,
                  name: &str,
                  title: &'static str,
                  class: &'static str| {
        html! {
            <Button {id} {title} {class} label={name.to_owned()} disabled={!enabled} onclick={store.on(Action::Go(go))}>
                <span class="sign" data-sign={sign.to_owned()}></span><span class="name">{ name }</span>
            </Button>
        }
    };
    html! {
        <div class="controls" role="toolbar" aria-label="Move in the run">
            { button("first", Go::First, step > 0, "|◀", "First", "Back to before the first step (key: Home)", "") }
            { button("back", Go::Back, step > 0, "◀", "Back", "One step back (keys: ←, h, Page Up)", "") }
            { button("step", Go::Step, forwards, "▶", "Step", "One step on: the next question to the solver (keys: →, l, Page Down)", "primary") }
            { button("next-interpolant", Go::Next(Jump::Interpolant), forwards, "τ▸", "Interpolant", "On to the next interpolant (key: i; back: Shift+I)", "") }
            { button("next-unrolling", Go::Next(Jump::Unrolling), forwards, again.sign, again.name, again.title, "") }
            { button("end", Go::End, end, "▶|", "End", "Compute all steps up to the verdict (key: End)", "") }
            <Button id="cancel" class="cancel" title="Stop computing; the steps so far stay (key: Esc)" disabled={!busy}
                onclick={store.on(Action::Cancel)}>
                <span class="sign" aria-hidden="true">{ "■" }</span><span class="name">{ "Cancel" }</span>
            </Button>
            <Button id="pause" title="A step shows its question first, and the next press the answer (keys: . b)"
                pressed={state.pauses} onclick={store.on(Action::TogglePause)}>
                <span class="sign" aria-hidden="true">{ "?" }</span><span class="name">{ "Ask first" }</span>
            </Button>
            if state.is_stage {
                <Button id="leave-stage" title="Back to the whole page (keys: s, Esc)" onclick={store.on(Action::ToggleStage)}>
                    { "Leave the stage" }
                </Button>
            }
        </div>
    }
}

fn status(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return html! { <span class="quiet">{ "not started" }</span> };
    };
    let s = run.snapshot();
    let doing = match &run.phase {
        Phase::Starting if matches!(run.z3, Z3::Loading(..)) => Some("fetching Z3…"),
        Phase::Starting => Some("starting…"),
        Phase::Proving(None) => Some("running it first…"),
        Phase::Proving(Some(engine)) => Some(engine.title()),
        Phase::Working => Some("computing…"),
        Phase::Cancelled if !run.is_complete() => Some("cancelled"),
        Phase::Recorded => Some("from a file"),
        Phase::Crashed(_) => Some("stopped"),
        _ => None,
    };
    if let Phase::Rejected(_) = run.phase {
        return html! { <span class="doing" id="doing">{ "refused" }</span> };
    }
    let more = if run.is_complete() { "" } else { "+" };
    // The bound of the step's question, and what its answer makes of it, for the next one.
    let asked = run.history.bound(run.step.saturating_sub(1));
    let bound = s.bound.map(|k| match asked {
        Some(asked) if asked != k => format!("k = {asked} → {k}"),
        _ => format!("k = {k}"),
    });
    html! {
        <>
            <span class="position" title="The step on show, and how many are on record">
                { "Step " }<strong id="step-number">{ run.step }</strong>{ " of " }<span id="step-count">{ run.history.len() }</span>{ more }
            </span>
            if let Some(bound) = bound {
                <span title="The unrolling bound of this step’s question, and what its answer makes of it">{ bound }</span>
            }
            <span class="wide" title="The algorithm’s questions to the solver so far; those beside its steps, as for checks, are counted in the tab “Verdict”">
                { match s.counters.sat_queries + s.counters.interpolation_queries {
                    1 => "1 query".to_owned(),
                    many => format!("{many} queries"),
                } }
            </span>
            if let Some(doing) = doing {
                <span class={classes!("doing", run.is_busy().then_some("busy"))} id="doing">{ doing }</span>
            }
        </>
    }
}

fn track(store: &Store) -> Html {
    let (step, known, mut marks) = match &store.state.run {
        Some(run) => (run.step, run.history.len(), ticks(&run.history, places())),
        None => (0, 0, Vec::new()),
    };
    // A mark says how a step ended.
    let is_hidden = store.state.run.as_ref().is_some_and(|run| run.is_veiled);
    marks.retain(|tick| !is_hidden || !(tick.first..=tick.last).contains(&step));
    let on_input = store.when(|event: InputEvent| {
        let input: HtmlInputElement = target(&event)?;
        input.value().parse().ok().map(|step| Action::Go(Go::To(step)))
    });
    let signs = Mark::ALL.into_iter().filter(|mark| marks.iter().any(|tick| tick.marks.contains(mark)));
    html! {
        <>
        <div class={classes!("track", (1..=80).contains(&known).then_some("stepped"))} style={format!("--steps: {}", known.max(1))}>
            <div class="marks">{ for marks.iter().map(|tick| mark(store, tick, step, known)) }</div>
            <input type="range" id="seek" min="0" max={known.max(1).to_string()} value={step.to_string()} disabled={known == 0}
                aria-label="Step" aria-valuetext={format!("step {step} of {known}")} oninput={on_input}
                title="Drag to any step on record" />
        </div>
        <button type="button" id="signs" popovertarget="signs-legend" disabled={marks.is_empty()}
            title="What the marks on the time line mean">{ "Marks" }</button>
        <dl id="signs-legend" class="legend marks-legend" popover="auto">{ for signs.map(meaning) }</dl>
        </>
    }
}

/// A sign of the time line and what it means.
pub fn meaning(mark: Mark) -> Html {
    html! { <div><dt><span class={classes!("mark", mark.class())}>{ mark.sign() }</span></dt><dd>{ mark.title() }</dd></div> }
}

fn mark(store: &Store, tick: &Tick, step: usize, known: usize) -> Html {
    let titles: Vec<&str> = tick.marks.iter().map(|mark| mark.title()).collect();
    let title = if tick.marked > 1 {
        format!(
            "Step {}: {}; {} marks from step {} to {}",
            tick.step,
            titles.join(", "),
            tick.marked,
            tick.first,
            tick.last
        )
    } else {
        format!("Step {}: {}", tick.step, titles.join(", "))
    };
    let place = format!("--at: {}", decimal(tick.first as f64 / known.max(1) as f64, 5));
    let here = (tick.first..=tick.last).contains(&step);
    let class = classes!(
        "mark",
        tick.marks[0].class(),
        (tick.marked > 1).then_some("several"),
        (step < tick.first).then_some("ahead"),
        here.then_some("here")
    );
    html! {
        <button type="button" {class} style={place} title={title.clone()} aria-label={title} tabindex="-1"
            onclick={store.on(Action::Go(Go::To(tick.step)))}>{ tick.marks[0].sign() }</button>
    }
}

/// What a screen reader says; nothing while steps fly by.
fn announcement(store: &Store) -> String {
    match &store.state.run {
        None => String::new(),
        Some(run) if run.is_busy() => "Computing.".into(),
        Some(run) => match &run.phase {
            Phase::Rejected(problems) => {
                let first =
                    problems.first().map(|p| format!("Line {}: {}.", p.line, p.message)).unwrap_or_default();
                format!("The program was refused. {first}")
            }
            Phase::Crashed(_) => "The worker has stopped.".into(),
            _ if run.is_veiled => {
                let purpose = run.event().map(|event| event.purpose.as_str()).unwrap_or_default();
                format!("Step {}. {purpose} The answer is shown with the next step.", run.step)
            }
            _ => words::announcement(run.setup.engine, &run.history, &run.snapshot()),
        },
    }
}
