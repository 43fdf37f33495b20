//! The state space at the step on show: axes and values chosen above, the picture, and the same as a list for those who do not see it.

mod plane;

use self::plane::Plane;
use super::{REFUSED, empty};
use crate::browser::{files, font_size, window};
use crate::components::{Button, Store};
use crate::state::{Action, Phase, Run};
use gloo_events::EventListener;
use std::rc::Rc;
use view::graph::svg;
use view::own::Drawn;
use view::page::link::Tab;
use view::query::formula::minus;
use view::space::frame::{At, Choice, Frame, Rest, Setting};
use view::space::membership::Memory;
use view::space::picture::{Scene, picture};
use view::space::words::sentences;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The size of a picture as a file, and of its text.
const FILE: ((i32, i32), i32) = ((960, 600), 15);
/// The most variables that have their controls in the row of tools; more are folded.
const FEW: usize = 4;
/// The most variables that have controls at all, and that can be chosen as an axis.
const MOST: usize = 60;
const MOST_AXES: usize = 1000;

/// See the module.
#[component]
pub fn SpacePane(store: &Store) -> Html {
    let host = use_node_ref();
    let size = use_state_eq(|| ((0, 0), 15));
    let memory = use_mut_ref(Memory::default);
    {
        let (host, size) = (host.clone(), size.clone());
        use_effect(move || measure(&host, &size));
    }
    {
        let (host, size) = (host.clone(), size.clone());
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "resize", move |_| measure(&host, &size));
            move || drop(listener)
        });
    }
    let run = store.state.run.as_ref();
    let opened = run.and_then(|run| run.opened.clone());
    let choice = store.state.space.clone();
    let setting = {
        let memory = memory.clone();
        use_memo((opened.clone(), choice.clone()), move |(opened, choice)| {
            Setting::of(opened.as_deref()?, choice, &mut memory.borrow_mut())
        })
    };
    let scene = match (run, &opened, &*setting) {
        (Some(run), Some(opened), Some(setting)) => {
            let of = (&**opened, &run.history, run.step);
            let how = (run.setup.engine, run.is_veiled);
            let is_alone = store.state.tab == Tab::Own;
            let judgement = store.state.own.judged_at((!is_alone).then_some(run.step));
            let own = judgement.map(|judgement| Drawn::of(judgement, opened, is_alone));
            let own = own.or_else(|| is_alone.then_some(Drawn { region: None, trail: None, is_alone }));
            let memory = (&mut *memory.borrow_mut(), &*run.answers);
            Some(Rc::new(Scene::of(of, how, setting, memory, own.as_ref())))
        }
        _ => None,
    };
    let question = scene.as_ref().and_then(|scene| scene.question()).filter(|_| {
        run.is_some_and(|run| run.asked.is_none() && matches!(run.phase, Phase::Ready | Phase::Finished))
    });
    {
        let dispatch = store.dispatch.clone();
        use_effect_with(question, move |question| {
            if let Some((name, question)) = question {
                dispatch.emit(Action::Project(name.clone(), question.clone()));
            }
        });
    }
    let Some(scene) = scene else {
        return empty(match (run, &opened) {
            (None, _) => {
                "Here the states will be drawn on a grid: initial and failing ones, what is reached, and each interpolant."
            }
            (Some(Run { phase: Phase::Rejected(_), .. }), None) => REFUSED,
            (Some(_), None) => "The program is being read.",
            (Some(_), Some(_)) => "This program has no variables, so there are no states to be drawn.",
        });
    };
    let ((width, height), em) = *size;
    let drawn = Rc::new(picture(&scene, (width.max(200), height.max(160)), em));
    html! {
        <div class="space">
            { tools(store, run, &scene, &choice) }
            <div class="space-host" ref={host}>
                if width > 0 { <Plane {scene} picture={drawn} {choice} dispatch={store.dispatch.clone()} /> }
            </div>
        </div>
    }
}

/// How large the picture may be, and its text.
fn measure(host: &NodeRef, size: &UseStateHandle<((i32, i32), i32)>) {
    if let Some(host) = host.cast::<HtmlElement>() {
        size.set(((host.client_width(), host.client_height()), font_size().round() as i32));
    }
}

fn tools(store: &Store, run: Option<&Run>, scene: &Rc<Scene>, choice: &Choice) -> Html {
    let variables: Vec<String> = run
        .and_then(|run| run.opened.as_ref())
        .map(|opened| opened.independent().map(|v| v.name.clone()).collect())
        .unwrap_or_default();
    let frame = &scene.frame;
    let y = frame.y.as_ref().map(|y| y.name.clone());
    let name = files::file_name(&format!(
        "{}, step {}: state space",
        store.state.document.name,
        run.map_or(0, |run| run.step)
    ));
    let save = |is_png: bool| {
        let (scene, name) = (scene.clone(), name.clone());
        Callback::from(move |_: MouseEvent| {
            let ((width, height), em) = FILE;
            let drawn = picture(&scene, (width, height), em);
            let (width, height) = drawn.size;
            let file = svg::file(&sentences(&scene).join(" "), (0, 0, width, height), &drawn.groups);
            if is_png {
                files::download_png(format!("{name}.png"), &file, (f64::from(width), f64::from(height)));
            } else {
                files::download_svg(&format!("{name}.svg"), &file);
            }
        })
    };
    let choose = choice.clone();
    let on_x = store.when(move |event: Event| {
        Some(Action::Space(Choice { x: Some(chosen(&event)?), window: None, ..choose.clone() }))
    });
    let choose = choice.clone();
    let on_y = store.when(move |event: Event| {
        let name = chosen(&event)?;
        Some(Action::Space(Choice {
            y: Some((!name.is_empty()).then_some(name)),
            window: None,
            ..choose.clone()
        }))
    });
    let axis = |id: &'static str,
                sign: &'static str,
                title: &'static str,
                on,
                now: Option<&str>,
                other: Option<&str>| {
        html! {
            <label {title}><span>{ sign }</span>
                <select {id} onchange={on}>
                    if id == "space-y" { <option value="" selected={now.is_none()}>{ "–" }</option> }
                    { for variables.iter().take(MOST_AXES).filter(|v| Some(v.as_str()) != other).map(|v| html! {
                        <option value={v.clone()} selected={Some(v.as_str()) == now}>{ v }</option>
                    }) }
                </select>
            </label>
        }
    };
    let rests = html! {
        <>
            { for frame.rest.iter().take(MOST).map(|rest| rest_tool(store, frame, rest, choice)) }
            if frame.rest.len() > MOST {
                <span>{ format!("and {} more, without a control of their own", frame.rest.len() - MOST) }</span>
            }
        </>
    };
    html! {
        <div class="canvas-tools space-tools" role="toolbar" aria-label="The picture">
            { axis("space-x", "→", "The variable to the right", on_x, Some(&frame.x.name), y.as_deref()) }
            { axis("space-y", "↑", "The variable upwards; none for a number line", on_y, y.as_deref(), Some(&frame.x.name)) }
            if frame.rest.len() > FEW {
                <details><summary>{ format!("{} others", frame.rest.len()) }</summary><div class="space-rest">{ rests }</div></details>
            } else { { rests } }
            <Button id="space-reset" title="Axes, values and window as they were found" onclick={store.on(Action::Space(Choice::default()))}
                disabled={*choice == Choice::default()}>{ "Reset" }</Button>
            <span class="switch">
                <Button id="space-svg" title="Save the picture as an SVG file" onclick={save(false)}>{ "SVG" }</Button>
                <Button id="space-png" title="Save the picture as a PNG file" onclick={save(true)}>{ "PNG" }</Button>
            </span>
        </div>
    }
}

/// What a variable is that is no axis: a slider and a switch, or a choice.
fn rest_tool(store: &Store, frame: &Frame, rest: &Rest, choice: &Choice) -> Html {
    let name = rest.name.clone();
    let set = {
        let (choice, name) = (choice.clone(), name.clone());
        move |at: At| {
            let mut choice = choice.clone();
            choice.rest.retain(|(known, _)| *known != name);
            choice.rest.push((name.clone(), at));
            Action::Space(choice)
        }
    };
    let id = format!("space-at-{name}");
    if rest.is_boolean || !rest.lines.is_empty() {
        let others = [("each", At::Each), ("some", At::Any)].map(|(text, at)| (text.to_owned(), at));
        let all: Vec<(String, At)> =
            rest.each().map(|value| (rest.text(value), At::Value(value))).chain(others).collect();
        let options = html! {
            <>{ for all.iter().map(|(text, at)| html! { <option value={text.clone()} selected={rest.at == *at}>{ text }</option> }) }</>
        };
        let onchange = store.when(move |event: Event| {
            let chosen = chosen(&event)?;
            Some(set(all.iter().find(|(text, _)| *text == chosen)?.1))
        });
        return html! {
            <label title={format!("The value of {name}; “each”: a picture for each of its values; “some”: a point is shown if it is there for some value")}>
                <span>{ format!("{name} =") }</span>
                <select {id} {onchange}>{ options }</select>
            </label>
        };
    }
    let is_any = rest.at == At::Any;
    let value = if let At::Value(value) = rest.at { value } else { 0 };
    let most = frame.x.high.max(frame.y.as_ref().map_or(0, |y| y.high)).max(10);
    let (low, high) = (value.min(-5), value.max(most));
    let to = set.clone();
    let oninput = store.when(move |event: InputEvent| {
        let input: HtmlInputElement = event.target_dyn_into()?;
        Some(to(At::Value(input.value().parse().ok()?)))
    });
    html! {
        <span class="space-slider">
            <label title={format!("The value of {name}: the picture is the slice of the state space at it")}>
                <span>{ format!("{name} = ") }<b>{ if is_any { "some".to_owned() } else { minus(&value.to_string()) } }</b></span>
                <input type="range" {id} min={low.to_string()} max={high.to_string()} value={value.to_string()} {oninput} />
            </label>
            <Button title={format!("Show a point if it is there for some value of {name}: the shadow of all slices")} pressed={is_any}
                onclick={store.on(set(if is_any { At::Value(value) } else { At::Any }))}>{ "some" }</Button>
        </span>
    }
}

fn chosen(event: &Event) -> Option<String> {
    Some(event.target()?.dyn_into::<HtmlSelectElement>().ok()?.value())
}
