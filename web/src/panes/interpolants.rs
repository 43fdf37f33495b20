//! The interpolants so far, sequence by sequence, with what each added.

mod arg;

mod squeeze;

mod fronts;

mod steps;

use self::arg::ArgPane;
use super::empty;
use crate::components::{Button, FormulaView, Store, later};
use crate::state::{Action, Go, Run};
use trace::{Engine, Growth};
use view::query::formula::{Limit, subscript};
use view::run::snapshot::{Auxiliary, Containment, Interpolated, Round, RoundEnd, retries};
use view::run::words;
use yew::prelude::*;

/// The most sequences that are shown at first, and the most interpolants of each: the newest ones.
const ROUNDS: usize = 12;
const INTERPOLANTS: usize = 40;

/// See the module.
#[component]
pub fn InterpolantsPane(store: &Store) -> Html {
    let all = use_state(|| false);
    let Some(run) = &store.state.run else {
        return empty(
            "Here the interpolants will line up: τ₁, τ₂, …, each with the check whether it added new states.",
        );
    };
    let snapshot = run.snapshot();
    let nothing_yet = match run.setup.engine.growth() {
        Growth::Graph => {
            return later::<ArgPane>(store);
        }
        Growth::Fronts => return fronts::view(store, run, &snapshot.fronts),
        Growth::Frames => return steps::view(store, run, &snapshot.frames),
        Growth::Squeeze => return squeeze::view(store, run, &snapshot.squeeze),
        Growth::Sequences => "No interpolant has been asked for yet.",
        Growth::Bound => {
            "This algorithm asks for interpolants only to make an invariant of its proof. IMC searches by them."
        }
    };
    let auxiliary = auxiliary(store, run, &snapshot.auxiliary);
    let rounds = snapshot.rounds;
    if rounds.is_empty() {
        return html! { <>{ auxiliary }{ empty(nothing_yet) }</> };
    }
    let hidden = if *all { 0 } else { rounds.len().saturating_sub(ROUNDS) };
    let show_all = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    html! {
        <>
            { auxiliary }
            if hidden > 0 {
                <button type="button" class="more" title="Only the newest sequences are shown at first" onclick={show_all}>
                    { format!("show {hidden} earlier sequences") }
                </button>
            }
            { for retries(&rounds[hidden..]).map(|(tried, last)| {
                let show = |round| sequence(store, run, round, &snapshot.auxiliary, None, *all);
                html! {
                    <>
                        if let [first, ..] = tried {
                            <details class="retries">
                                <summary>{ format!("k = {}: no fixed point with interpolants {}", first.k, sources(tried)) }</summary>
                                { for tried.iter().map(|round| sequence(store, run, round, &snapshot.auxiliary, Some(round), *all)) }
                            </details>
                        }
                        { for last.iter().map(show) }
                    </>
                }
            }) }
        </>
    }
}

/// Where the interpolants of sequences come from, as the end of a sentence.
fn sources(tried: &[Round]) -> String {
    let titles: Vec<&str> = tried.iter().filter_map(|round| Some(round.source?.title())).collect();
    titles.join("; ")
}

/// The auxiliary invariants, for the engines that ask for them.
fn auxiliary(store: &Store, run: &Run, levels: &[Auxiliary<'_>]) -> Html {
    if levels.is_empty() {
        return html! {};
    }
    html! {
        <section class="round">
            <h3 title="Found by an interval analysis and proved inductive by the independent checker">{ "Auxiliary invariants" }</h3>
            <ol class="interpolants">
                { for levels.iter().map(|level| html! {
                    <li>
                        <span class="tau" title="The level of the generator">{ level.level }</span>
                        <div class="tau-body">
                            <FormulaView formula={run.history.formula(level.formula).cloned()}
                                notation={store.state.notation} limit={Limit::ROW} />
                            <div class="tau-facts">
                                <span>{ level.kind }</span>
                                <Button title="Go to the step that found this" class="step-link"
                                    onclick={store.on(Action::Go(Go::To(level.step)))}>{ format!("step {}", level.step) }</Button>
                            </div>
                        </div>
                    </li>
                }) }
            </ol>
        </section>
    }
}

fn sequence(
    store: &Store,
    run: &Run,
    round: &Round,
    levels: &[Auxiliary<'_>],
    next: Option<&Round>,
    all: bool,
) -> Html {
    let hidden = if all { 0 } else { round.interpolants.len().saturating_sub(INTERPOLANTS) };
    html! {
        <section class="round">
            <h3>
                <span title="The unrolling bound">{ format!("k = {}", round.k) }</span>
                if let Some(source) = round.source {
                    <span class="origin" title="Where these interpolants come from">{ source.title() }</span>
                }
            </h3>
            if hidden > 0 { <p class="hint">{ format!("{hidden} earlier interpolants are not shown") }</p> }
            <ol class="interpolants">
                <li class="initial">
                    <span class="tau" title="The sequence begins with the initial states">{ "I" }</span>
                    <FormulaView formula={run.opened.as_ref().map(|o| std::rc::Rc::new(o.init.clone()))}
                        notation={store.state.notation} limit={Limit::ROW} />
                </li>
                { for round.interpolants.iter().skip(hidden).map(|i| {
                    let known = levels.iter().rev().find(|level| level.step <= i.step);
                    interpolant(store, run, i, known)
                }) }
            </ol>
            { ending(store, round, next) }
        </section>
    }
}

/// An interpolant; where an auxiliary invariant strengthens it or the check of it, both side by side.
fn formulas(store: &Store, run: &Run, i: &Interpolated, known: Option<&Auxiliary<'_>>) -> Html {
    let show = |id: trace::FormulaId| {
        html! { <FormulaView formula={run.history.formula(id).cloned()} notation={store.state.notation} limit={Limit::ROW} /> }
    };
    let checked_within = known.filter(|_| run.setup.engine == Engine::IMC_F).map(|known| known.formula);
    let (name, after) = match (i.strengthened, checked_within) {
        (Some(strengthened), _) if run.setup.engine == Engine::Ismc => {
            ("with what earlier bounds found: F", strengthened)
        }
        (Some(strengthened), _) => ("strengthened: Inv ∧ τ", strengthened),
        (None, Some(inv)) => ("compared with G only within Inv", inv),
        (None, None) => return show(i.formula),
    };
    html! {
        <div class="pair">
            <div class="before"><span class="pair-name">{ "as found: τ" }</span>{ show(i.formula) }</div>
            <div class="pair-arrow" aria-hidden="true">{ if i.strengthened.is_some() { "→" } else { "∧" } }</div>
            <div class="after"><span class="pair-name">{ name }</span>{ show(after) }</div>
        </div>
    }
}

fn interpolant(store: &Store, run: &Run, i: &Interpolated, known: Option<&Auxiliary<'_>>) -> Html {
    let (class, sign, what, step) = match i.containment {
        Containment::Unasked => ("containment unasked", "…", "not compared with G yet", None),
        Containment::New { step, .. } => ("containment new", "+", "new states: joins G", Some(step)),
        Containment::Contained { step } => {
            ("containment contained", "⊆", "contained in G: fixed point", Some(step))
        }
    };
    let go = |step: usize, title: &'static str| {
        html! {
            <Button {title} class="step-link" onclick={store.on(Action::Go(Go::To(step)))}>{ format!("step {step}") }</Button>
        }
    };
    html! {
        <li>
            <span class="tau">{ "τ" }<sub>{ i.index }</sub></span>
            <div class="tau-body">
                { formulas(store, run, i, known) }
                <div class="tau-facts">
                    <span>{ "found in " }{ go(i.step, "Go to the step that found this interpolant") }</span>
                    { checks(i) }
                    <span {class}>
                        <span class="sign" aria-hidden="true">{ sign }</span>{ " " }{ what }
                        if let Some(step) = step { { " in " }{ go(step, "Go to the step that compared it with G") } }
                    </span>
                </div>
                if let Containment::New { reached, .. } = i.containment {
                    <details class="reached">
                        <summary title="All states found so far">{ "G after that" }</summary>
                        <FormulaView formula={run.history.formula(reached).cloned()} notation={store.state.notation} />
                    </details>
                }
            </div>
        </li>
    }
}

fn checks(i: &Interpolated) -> Html {
    let Some(checks) = i.checks else { return html! {} };
    let list = words::interpolant_checks(checks);
    let good = list.iter().all(|(_, _, good)| *good);
    let title = list.iter().map(|(what, _, good)| format!("{} {what}", if *good { "✓" } else { "✗" }));
    html! {
        <span class={if good { "checked good" } else { "checked bad" }} title={title.collect::<Vec<_>>().join("\n")}>
            { if good { "✓ checked" } else { "✗ check failed" } }
        </span>
    }
}

fn ending(store: &Store, round: &Round, next: Option<&Round>) -> Html {
    let (class, text, step) = match round.end {
        RoundEnd::Open => return html! {},
        RoundEnd::FixedPoint { step } => (
            "round-end fixed",
            "Fixed point: G contains every reachable state, and none of them fails.".to_owned(),
            step,
        ),
        RoundEnd::Diverged { index, step } => (
            "round-end given-up",
            format!("No fixed point after {index} interpolants: this sequence is given up."),
            step,
        ),
        RoundEnd::Abandoned { index: 0, step } => {
            ("round-end given-up", "Given up before the first interpolant.".to_owned(), step)
        }
        RoundEnd::Abandoned { index, step } => (
            "round-end given-up",
            format!(
                "From τ{tau} a failure is within reach, perhaps only because τ{tau} contains too much: {}.",
                match next {
                    Some(next) if next.k == round.k => "another source of interpolants is tried",
                    _ => "the bound is raised",
                },
                tau = subscript(index),
            ),
            step,
        ),
    };
    html! {
        <p {class}>
            { text }{ " " }
            <Button title="Go to the step that found this out" class="step-link" onclick={store.on(Action::Go(Go::To(step)))}>
                { format!("step {step}") }
            </Button>
        </p>
    }
}
