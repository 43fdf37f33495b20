//! The laboratory: A and B to be written, their interpolants by strength, one of them in the plane and over the refutation, and how each was
//! made.

use super::proof;
use crate::browser::{font_size, window};
use crate::components::{Button, FormulaView, Store, marks, with_code};
use crate::state::lab::{ByLab, Lab};
use crate::state::{Action, Run};
use gloo_events::EventListener;
use std::rc::Rc;
use trace::{Answer, Experimented, Problem};
use view::lab::{Lattice, PAIRS, interpolant, lattice, said, scene, strength, title};
use view::query::formula::Limit;
use view::space::frame::Setting;
use view::space::membership::Memory;
use view::space::picture::{Scene, picture};
use view::space::words::sentences;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The height of the picture in hundredths of its width.
const HIGH: i32 = 74;

/// See the module.
#[component]
pub fn LabPane(store: &Store) -> Html {
    let host = use_node_ref();
    let width = use_state_eq(|| 0);
    let memory = use_mut_ref(Memory::default);
    {
        let (host, width) = (host.clone(), width.clone());
        use_effect(move || measure(&host, &width));
    }
    {
        let (host, width) = (host.clone(), width.clone());
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "resize", move |_| measure(&host, &width));
            move || drop(listener)
        });
    }
    let lab = &*store.state.lab;
    let drawn = lab.run.as_ref().and_then(|run| {
        let opened = run.opened.as_deref()?;
        let memory = &mut *memory.borrow_mut();
        let setting = Setting::of(opened, &store.state.space, memory)?;
        Some(scene((opened, &run.history, run.step), &setting, (memory, &*run.answers)))
    });
    let question = drawn
        .as_ref()
        .filter(|_| lab.run.as_ref().is_some_and(|run| run.asked.is_none()))
        .and_then(Scene::question);
    {
        let dispatch = store.dispatch.clone();
        use_effect_with(question, move |question| {
            if let Some((name, question)) = question {
                dispatch.emit(Action::Lab(ByLab::Project(name.clone(), question.clone())));
            }
        });
    }
    html! {
        <div class="lab">
            { form(store, lab) }
            { match (&lab.found, &lab.run) {
                (Some(found), Some(run)) => results(store, found, run, drawn.as_ref(), *width, &host),
                _ => html! {},
            } }
        </div>
    }
}

fn measure(host: &NodeRef, width: &UseStateHandle<i32>) {
    if let Some(host) = host.cast::<HtmlElement>() {
        width.set(host.client_width());
    }
}

fn form(store: &Store, lab: &Lab) -> Html {
    let on_pair = store.when(|event: Event| {
        let select: HtmlSelectElement = event.target()?.dyn_into().ok()?;
        let pair = PAIRS.get(select.value().parse::<usize>().ok()?)?;
        select.set_selected_index(0);
        Some(Action::Lab(ByLab::Take(pair.sides.map(str::to_owned))))
    });
    let problem = lab.found.as_ref().and_then(|found| found.problem.as_ref());
    let is_empty = lab.sides.iter().any(|text| text.trim().is_empty());
    html! {
        <section class="lab-form">
            <p class="lead">{ "Two formulas that contradict each other: what can stand between them, in the names that both share?" }</p>
            <div class="lab-sides">
                { side(store, lab, 0, ("lab-a", "A"), problem) }
                { side(store, lab, 1, ("lab-b", "B"), problem) }
            </div>
            <div class="row">
                <Button id="lab-start" class="primary" title="Find interpolants of A and B, by every system and source (key: Enter)" disabled={is_empty || lab.asked.is_some()}
                    onclick={store.on(Action::Lab(ByLab::Interpolate))}>{ "Interpolate" }</Button>
                <label><span class="hidden">{ "Take a pair to begin with" }</span>
                    <select id="lab-pair" onchange={on_pair} title="A pair to begin with">
                        <option value="" selected=true>{ "Take a pair…" }</option>
                        { for PAIRS.iter().enumerate().map(|(at, pair)| html! { <option value={at.to_string()}>{ pair.title }</option> }) }
                    </select>
                </label>
                if lab.asked.is_some() {
                    <Button id="lab-stop" title="Give up waiting" onclick={store.on(Action::Lab(ByLab::Stop))}>{ "Stop" }</Button>
                    <span class="doing busy" role="status">{ "computing…" }</span>
                }
                if let Some(why) = &lab.failed { <span class="trouble" role="alert">{ format!("The worker has stopped: {why}.") }</span> }
            </div>
            if lab.found.is_none() && lab.asked.is_none() && is_empty {
                <ul class="lab-pairs">{ for PAIRS.iter().map(|pair| html! {
                    <li><button type="button" title="Take this pair" onclick={store.on(Action::Lab(ByLab::Take(pair.sides.map(str::to_owned))))}>
                        <strong>{ pair.title }</strong>
                        <code><b class="f-a">{ "A " }</b>{ pair.sides[0] }</code>
                        <code><b class="f-b">{ "B " }</b>{ pair.sides[1] }</code>
                    </button></li>
                }) }</ul>
            }
        </section>
    }
}

fn side(
    store: &Store,
    lab: &Lab,
    at: usize,
    (id, name): (&'static str, &'static str),
    problem: Option<&(u32, Problem)>,
) -> Html {
    let oninput = store.when(move |event: InputEvent| {
        let field: HtmlTextAreaElement = event.target_dyn_into()?;
        Some(Action::Lab(ByLab::Write(at, field.value())))
    });
    let onkeydown = store.when(|event: KeyboardEvent| {
        let is_meant = event.key() == "Enter" && !event.shift_key() && !event.is_composing();
        is_meant.then(|| {
            event.prevent_default();
            Action::Lab(ByLab::Interpolate)
        })
    });
    let problem = problem.filter(|(of, _)| *of as usize == at).map(|(_, problem)| problem);
    html! {
        <div class={classes!("own-field", format!("lab-{name}").to_lowercase())}>
            <label for={id}>{ name }</label>
            <textarea {id} rows="3" spellcheck="false" autocomplete="off" autocapitalize="off" value={lab.sides[at].clone()}
                aria-invalid={problem.is_some().then_some("true")} {oninput} {onkeydown} />
            if let Some(problem) = problem {
                <p class="trouble" role="alert">
                    { with_code(&format!("Line {}, column {}: {}.", problem.line, problem.column, problem.message)) }
                    if let Some(help) = &problem.help { { with_code(&format!(" ({help})")) } }
                </p>
            }
        </div>
    }
}

fn results(
    store: &Store,
    found: &Rc<Experimented>,
    run: &Run,
    drawn: Option<&Scene>,
    width: i32,
    host: &NodeRef,
) -> Html {
    let chosen = run
        .step
        .checked_sub(1)
        .and_then(|at| found.classes.iter().position(|class| class.contains(&(at as u32))));
    let event = run.event();
    let picture = drawn.filter(|_| width > 0).map(|scene| {
        let em = font_size().round() as i32;
        (picture(scene, (width.max(220), (width * HIGH / 100).max(200)), em), sentences(scene).join(" "))
    });
    let query = event.and_then(|event| event.query.as_ref());
    let tree = query.and_then(|query| match &query.answer {
        Answer::Unsat { tree: Some(tree), .. } => Some((query, tree)),
        _ => None,
    });
    html! {
        <>
            <p id="lab-said" role="status"><strong>{ said(found) }</strong></p>
            <div class="lab-pictures">
                <div class="space-plane still lab-plane" ref={host.clone()}>
                    { match picture {
                        Some((picture, said)) => html! {
                            <svg id="lab-space" viewBox={format!("0 0 {} {}", picture.size.0, picture.size.1)} role="img" aria-label={said}>
                                { arrow("lab-plane-arrow") }
                                { for picture.groups.iter().map(|group| html! {
                                    <g class={group.class.clone()} transform={format!("translate({} {})", group.at.0, group.at.1)}>{ marks(group, "lab-plane") }</g>
                                }) }
                            </svg>
                        },
                        None if drawn.is_none() => html! { <p class="hint">{ "A and B share no name, so that there is no plane: an interpolant is true or false." }</p> },
                        None => html! {},
                    } }
                </div>
                if !found.classes.is_empty() {
                    <div class="lab-order graph">{ order(store, found, &lattice(found, &run.history, chosen)) }
                        <p class="hint">{ "An arrow leads from what is stronger to what is weaker. Each box can be chosen." }</p>
                        <ul class="hidden">{ for strength(found, &run.history).into_iter().map(|line| html! { <li>{ line }</li> }) }</ul>
                    </div>
                }
            </div>
            if !found.classes.is_empty() { { ways(store, found, run, chosen) } }
            if let Some((query, tree)) = tree { { proof::view(store, run, query, tree) } }
        </>
    }
}

fn arrow(id: &'static str) -> Html {
    html! {
        <defs>
            <marker {id} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                <path d="M0 0 L10 5 L0 10 z" class="arrow-head" />
            </marker>
        </defs>
    }
}

fn order(store: &Store, found: &Experimented, drawn: &Lattice) -> Html {
    let choose = |class: Option<usize>| {
        let at = class.and_then(|class| found.classes.get(class)?.first().copied())?;
        Some(store.on(Action::Lab(ByLab::Choose(at))))
    };
    html! {
        <svg id="lab-lattice" viewBox={format!("0 0 {} {}", drawn.size.0, drawn.size.1)} width={drawn.size.0.to_string()} height={drawn.size.1.to_string()} aria-hidden="true">
            { arrow("lab-order-arrow") }
            <g class={drawn.lines.class.clone()}>{ marks(&drawn.lines, "lab-order") }</g>
            { for drawn.boxes.iter().map(|(class, group)| html! {
                <g class={group.class.clone()} transform={format!("translate({} {})", group.at.0, group.at.1)} onclick={choose(*class)}>{ marks(group, "lab-order") }</g>
            }) }
        </svg>
    }
}

/// The interpolants, each with the ways that led to it.
fn ways(store: &Store, found: &Experimented, run: &Run, chosen: Option<usize>) -> Html {
    let formula = |at: u32| {
        let id = found.events.get(at as usize).and_then(interpolant)?;
        run.history.formula(id).cloned()
    };
    html! {
        <table class="lab-ways" id="lab-ways">
            <caption>{ "The interpolants, each of which was checked, and what led to them" }</caption>
            <tbody>{ for found.classes.iter().enumerate().map(|(class, events)| html! {
                <tr class={classes!((chosen == Some(class)).then_some("here"))}>
                    <th scope="row"><FormulaView formula={events.first().and_then(|&at| formula(at))} limit={Limit::ROW} /></th>
                    <td>{ for events.iter().map(|&at| {
                        let way = found.ways.get(at as usize).copied().map(title).unwrap_or_default();
                        let is_here = run.step == at as usize + 1;
                        html! {
                            <Button title="Show this one in the plane and over the refutation" class={classes!("lab-way")} pressed={is_here}
                                onclick={store.on(Action::Lab(ByLab::Choose(at)))}>{ way }</Button>
                        }
                    }) }</td>
                </tr>
            }) }</tbody>
        </table>
    }
}
