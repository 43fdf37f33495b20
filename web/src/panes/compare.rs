//! Two runs on the program side by side: what they differ in, what each counted, and the step that both are at, each with its
//! caption, its picture and its interpolant.

use crate::browser::{font_size, window};
use crate::components::{Button, FormulaView, Store, marks};
use crate::state::compare::{ByCompare, Compare, is_over};
use crate::state::{Action, Go, Phase, Run};
use gloo_events::EventListener;
use std::rc::Rc;
use trace::{Engine, InterpolationSystem, Projection, Source};
use view::compare::{CountRow, Rival, counts};
use view::query::formula::Limit;
use view::run::history::History;
use view::run::pseudo::{line_words, lit_line};
use view::run::words;
use view::space::frame::Setting;
use view::space::membership::Memory;
use view::space::picture::{Scene, picture};
use view::space::words::sentences;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

/// The height of a picture in hundredths of its width.
const HIGH: i32 = 66;

/// See the module.
#[component]
pub fn ComparePane(store: &Store) -> Html {
    let host = use_node_ref();
    let width = use_state_eq(|| 0);
    let memories = [use_mut_ref(Memory::default), use_mut_ref(Memory::default)];
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
    let compare = store.state.compare.clone();
    let first = store.state.run.as_ref();
    let sides: [Option<(&Run, usize)>; 2] = match (&compare, first) {
        (Some(compare), Some(run)) => [Some((run, run.step)), Some((&compare.run, compare.at()))],
        _ => [None, None],
    };
    let mut drawn = Vec::new();
    for (side, memory) in sides.iter().zip(&memories) {
        drawn.push(side.and_then(|(run, step)| scene(store, run, step, &mut memory.borrow_mut())));
    }
    // What the workers have to be asked about the pictures, one question at a time each.
    let question = |at: usize| {
        let (run, _) = sides[at]?;
        let can_ask = run.asked.is_none() && matches!(run.phase, Phase::Ready | Phase::Finished);
        drawn[at].as_ref().filter(|_| can_ask)?.question()
    };
    let questions = (question(0), question(1));
    {
        let dispatch = store.dispatch.clone();
        use_effect_with(questions, move |(one, other): &(Option<(Rc<str>, Projection)>, _)| {
            if let Some((name, question)) = one {
                dispatch.emit(Action::Project(name.clone(), question.clone()));
            }
            if let Some((name, question)) = other {
                dispatch.emit(Action::Compare(ByCompare::Project(name.clone(), question.clone())));
            }
        });
    }
    let body = match (&compare, first) {
        (Some(compare), Some(run)) => html! {
            <>
                { moves(store, run, compare) }
                <div class="compare-sides">
                    { side(run, run.step, drawn[0].as_ref(), *width, &host) }
                    { side(&compare.run, compare.at(), drawn[1].as_ref(), *width, &NodeRef::default()) }
                </div>
                { table(run, compare) }
            </>
        },
        _ => {
            html! { <p class="empty">{ "A second run on the same program, with another engine, other interpolants or another system, computed in a worker of its own \
            and shown beside this one." }</p> }
        }
    };
    html! { <div class="compare">{ choose(store) }{ body }</div> }
}

fn measure(host: &NodeRef, width: &UseStateHandle<i32>) {
    if let Some(host) = host.cast::<HtmlElement>() {
        width.set(host.client_width());
    }
}

fn scene(store: &Store, run: &Run, step: usize, memory: &mut Memory) -> Option<Scene> {
    let opened = run.opened.as_deref()?;
    let setting = Setting::of(opened, &store.state.space, memory)?;
    let of = (opened, &run.history, step);
    Some(Scene::of(of, (run.setup.engine, false), &setting, (memory, &*run.answers), None))
}

/// In what the second run differs.
fn choose(store: &Store) -> Html {
    let rival = store.state.rival();
    let own = Rival::of(&store.state.document.setup);
    let pick = |set: fn(&mut Rival, &str) -> Option<()>| {
        store.when(move |event: Event| {
            let select: HtmlSelectElement = event.target()?.dyn_into().ok()?;
            let mut next = rival;
            set(&mut next, &select.value())?;
            Some(Action::Compare(ByCompare::Choose(next)))
        })
    };
    let engines = pick(|rival, value| value.parse().ok().map(|engine| rival.engine = engine));
    let sources = pick(|rival, value| value.parse().ok().map(|source| rival.interpolants = source));
    let systems = pick(|rival, value| value.parse().ok().map(|system| rival.system = system));
    let is_same = rival == own;
    html! {
        <div class="compare-choice" role="group" aria-label="What to compare with">
            <label><span>{ "with" }</span>
                <select id="compare-engine" onchange={engines}>
                    { for Engine::ALL.into_iter().map(|one| html! { <option value={one.as_str()} selected={one == rival.engine}>{ one.title() }</option> }) }
                </select>
            </label>
            <label><span>{ "interpolants" }</span>
                <select id="compare-source" onchange={sources}>
                    { for Source::ALL.into_iter().map(|one| html! { <option value={one.as_str()} selected={one == rival.interpolants}>{ one.title() }</option> }) }
                </select>
            </label>
            if rival.interpolants.reads_proofs() {
                <label><span>{ "system" }</span>
                    <select id="compare-system" onchange={systems}>
                        { for InterpolationSystem::ALL.into_iter().map(|one| html! { <option value={one.as_str()} selected={one == rival.system}>{ one.title() }</option> }) }
                    </select>
                </label>
            }
            <Button id="compare-start" class="primary" disabled={is_same}
                title={if is_same { "Choose an engine, a source or a system that this run does not have" } else { "Compute both runs, and go to where they part" }}
                onclick={store.on(Action::Compare(ByCompare::Start))}>{ "Compare" }</Button>
            if store.state.compare.is_some() {
                <Button id="compare-close" title="End the second run; this one stays" onclick={store.on(Action::Compare(ByCompare::Close))}>{ "End" }</Button>
            }
        </div>
    }
}

/// Where both are, and the ways to go.
fn moves(store: &Store, run: &Run, compare: &Compare) -> Html {
    let last = run.history.len().max(compare.run.history.len());
    let parting = store.state.parting();
    let is_busy = run.is_busy() || compare.run.is_busy();
    let said = match parting {
        Some(1) => "They differ from the first step on.".to_owned(),
        Some(step) => format!("Alike up to step {}, apart from step {step} on.", step - 1),
        None if is_busy => "Alike so far.".to_owned(),
        None => "The two runs are the same, step by step.".to_owned(),
    };
    let go = |go| store.on(Action::Go(go));
    html! {
        <div class="compare-moves" role="toolbar" aria-label="Move in both runs">
            <span class="switch">
                <Button id="compare-back" title="One step back in both (keys: ←, h)" disabled={compare.step == 0} onclick={go(Go::Back)}>{ "◀ Back" }</Button>
                <Button id="compare-step" title="One step on in both (keys: →, l)" disabled={compare.step >= last} onclick={go(Go::Step)}>{ "▶ Step" }</Button>
            </span>
            <Button id="compare-part" title="To the first step at which they differ (key: d)" disabled={parting.is_none()}
                onclick={store.on(Action::Compare(ByCompare::Part))}>{ "Where they part" }</Button>
            <span id="compare-said" role="status">{ format!("Step {}. {said}", compare.step) }</span>
            if is_busy { <span class="doing busy">{ "computing…" }</span> }
            if let Phase::Crashed(why) = &compare.run.phase { <span class="trouble">{ format!("The second run has stopped: {why}.") }</span> }
        </div>
    }
}

fn side(run: &Run, step: usize, scene: Option<&Scene>, width: i32, host: &NodeRef) -> Html {
    let event = run.history.event(step);
    let at_end = step == run.history.len() && is_over(run);
    let snapshot = run.history.at(step);
    let em = font_size().round() as i32;
    let drawn = scene.filter(|_| width > 0).map(|scene| {
        let size = (width.max(220), (width * HIGH / 100).max(180));
        (picture(scene, size, em), sentences(scene).join(" "))
    });
    let found = event
        .and_then(|event| words::found(event, &run.history))
        .and_then(|id| run.history.formula(id).cloned());
    html! {
        <section class="compare-side">
            <h3>{ Rival::of(&run.setup).title() }</h3>
            <div class="compare-caption">
                { match event {
                    Some(event) => html! {
                        <>
                            <p class="compare-asked"><span class="at">{ format!("Step {step} · {}", line_words(lit_line(run.setup.engine, event))) }</span>{ " " }{ &event.purpose }</p>
                            <p>{ "→ " }{ &event.outcome }</p>
                            if found.is_some() { <div class="compare-found"><span>{ "Found: " }</span><FormulaView formula={found} limit={Limit::GLANCE} /></div> }
                        </>
                    },
                    None if run.is_busy() => html! { <p>{ "…" }</p> },
                    None => html! { <p>{ "Before the first step." }</p> },
                } }
                if let Some(verdict) = snapshot.verdict { <p class="compare-verdict"><strong>{ words::verdict(verdict, run.setup.language) }</strong></p> }
                else if at_end { <p class="hint">{ "This run was computed no further." }</p> }
            </div>
            <div class="space-plane still compare-picture" ref={host.clone()}>
                if let Some((picture, said)) = drawn {
                    <svg viewBox={format!("0 0 {} {}", picture.size.0, picture.size.1)} width={picture.size.0.to_string()} height={picture.size.1.to_string()} role="img" aria-label={said}>
                        <defs>
                            <marker id="compare-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                                <path d="M0 0 L10 5 L0 10 z" class="sp-head" />
                            </marker>
                        </defs>
                        { for picture.groups.iter().map(|group| html! {
                            <g class={group.class.clone()} transform={format!("translate({} {})", group.at.0, group.at.1)}>{ marks(group, "compare") }</g>
                        }) }
                    </svg>
                }
            </div>
        </section>
    }
}

/// Whether a record ends with a verdict.
fn is_whole(history: &History) -> bool {
    history.at(history.len()).verdict.is_some()
}

fn table(run: &Run, compare: &Compare) -> Html {
    let all = [&run.history, &compare.run.history].map(|history| (history, is_whole(history)));
    let rows = counts(all, &run.setup);
    let row = |CountRow { name, title, cells }: &CountRow| {
        html! { <tr title={*title}><th scope="row">{ *name }</th><td>{ &cells[0] }</td><td>{ &cells[1] }</td></tr> }
    };
    html! {
        <table class="compare-counts" id="compare-counts">
            <caption>{ "What each run counted in all; + where it may go on" }</caption>
            <thead><tr>
                <th scope="col"></th>
                <th scope="col">{ Rival::of(&run.setup).title() }</th>
                <th scope="col">{ compare.rival.title() }</th>
            </tr></thead>
            <tbody>{ for rows.iter().map(row) }</tbody>
        </table>
    }
}
