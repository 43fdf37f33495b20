//! The settings of a run: limits, where interpolants come from, what is checked and in which steps.

use super::Store;
use super::header::target;
use crate::state::Action;
use trace::{
    Augments, Encoding, Engine, Integers, InterpolationSystem, Language, Overflow, Settings, Solver,
    Source as Origin,
};
use view::page::link::{MAX_CONFLICTS, MAX_UNROLLINGS, MAX_WIDEN_EVERY};
use view::program::assertions::assertions;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// See the module.
#[component]
pub fn SettingsFields(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let (engine, now) = (setup.engine, &setup.settings);
    let asserted =
        use_memo((setup.source.clone(), setup.dialect()), |(source, dialect)| assertions(source, *dialect));
    let number = |id: &'static str,
                  label: &'static str,
                  title: &'static str,
                  value: u32,
                  most: u32,
                  set: fn(&mut Settings, u32)| {
        let current = now.clone();
        let on_value = store.when(move |value: u32| {
            let mut next = current.clone();
            set(&mut next, value);
            (next != current).then_some(Action::SetSettings(next))
        });
        html! { <NumberField {id} {label} {title} {value} {most} {on_value} /> }
    };
    let current = now.clone();
    let on_system = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        let system = select.value().parse().ok()?;
        Some(Action::SetSettings(Settings { system, ..current.clone() }))
    });
    let current = now.clone();
    let on_source = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        let interpolants = select.value().parse().ok()?;
        Some(Action::SetSettings(Settings { interpolants, ..current.clone() }))
    });
    let current = now.clone();
    let on_monotone = store.when(move |event: Event| {
        let input: HtmlInputElement = target(&event)?;
        Some(Action::SetSettings(Settings { monotone_forward: input.checked(), ..current.clone() }))
    });
    let current = now.clone();
    let on_augment = store.when(move |event: Event| {
        let input: HtmlInputElement = target(&event)?;
        Some(Action::SetSettings(Settings { augment: input.checked(), ..current.clone() }))
    });
    let current = now.clone();
    let on_k_induction = store.when(move |event: Event| {
        let input: HtmlInputElement = target(&event)?;
        Some(Action::SetSettings(Settings { k_induction: input.checked(), ..current.clone() }))
    });
    let current = now.clone();
    let on_first = store.when(move |event: Event| {
        let input: HtmlInputElement = target(&event)?;
        Some(Action::SetSettings(Settings { run_first: input.checked(), ..current.clone() }))
    });
    let current = now.clone();
    let on_encoding = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        Some(Action::SetSettings(Settings { encoding: select.value().parse().ok()?, ..current.clone() }))
    });
    let current = now.clone();
    let on_solver = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        Some(Action::SetSettings(Settings { solver: select.value().parse().ok()?, ..current.clone() }))
    });
    let current = now.clone();
    let on_both = store.when(move |event: Event| {
        let input: HtmlInputElement = target(&event)?;
        Some(Action::SetSettings(Settings { ask_both: input.checked(), ..current.clone() }))
    });
    let current = now.clone();
    let on_overflow = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        Some(Action::SetSettings(Settings { overflow: select.value().parse().ok()?, ..current.clone() }))
    });
    let current = now.clone();
    let on_assertion = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        Some(Action::SetSettings(Settings { assertion: select.value().parse().ok(), ..current.clone() }))
    });
    let reads_proofs = now.interpolants.reads_proofs();
    html! {
        <>
            if let Engine::Impact(_) = engine {
                { number("max-unrollings", "Max. actions", "How many actions in a row the program may be unwound before the run gives up",
                    now.max_unrollings, MAX_UNROLLINGS, |s, v| s.max_unrollings = v) }
            } else if engine.has_graph() {
                { number("max-unrollings", "Max. refinements", "How often the labels may be refined before the run gives up",
                    now.max_unrollings, MAX_UNROLLINGS, |s, v| s.max_unrollings = v) }
                { number("widen-every", "Widen every", "Widen at every n-th unrolling of a loop (3 in the paper’s experiments)",
                    now.widen_every, MAX_WIDEN_EVERY, |s, v| s.widen_every = v) }
            } else {
                { number("max-unrollings", "Max. unrollings", "The largest bound k that is tried (kmax)", now.max_unrollings,
                    MAX_UNROLLINGS, |s, v| s.max_unrollings = v) }
            }
            { number("max-conflicts", "Max. conflicts", "Conflicts the solver may spend on one query before it gives up",
                now.max_conflicts, MAX_CONFLICTS, |s, v| s.max_conflicts = v) }
            <label class="check" title="Before the algorithm begins, as one step: executions with chosen inputs, and bounded search of short ones. Failures that lie deep are found so, too.">
                <input id="run-first" type="checkbox" checked={now.run_first} onchange={on_first} />
                <span>{ "run it first" }</span>
            </label>
            <label title="Who answers queries. Z3 (4 to 24 MB, depending on the server) is fetched when it is first asked. It writes no proofs that can be replayed, so what it says becomes a verdict only once our solver has proved it.">
                <span>{ "Solver" }</span>
                <select id="solver" onchange={on_solver}>
                    { for Solver::ALL.into_iter().map(|solver| html! {
                        <option value={solver.as_str()} selected={solver == now.solver}>{ solver.title() }</option>
                    }) }
                </select>
            </label>
            <label class="check" title="Every query of the run is put to the other solver as well. When the two contradict each other, the run ends there.">
                <input id="ask-both" type="checkbox" checked={now.ask_both} onchange={on_both} />
                <span>{ format!("ask {} too", now.solver.other().title()) }</span>
            </label>
            <label title="Where interpolants come from: read off the proof, found by search, or one source after another">
                <span>{ "Interpolants" }</span>
                <select id="interpolants" onchange={on_source}>
                    { for Origin::ALL.iter().map(|&origin| html! {
                        <option value={origin.as_str()} selected={origin == now.interpolants}>{ origin.title() }</option>
                    }) }
                </select>
            </label>
            <label title={if reads_proofs { "How interpolants are read off proofs: the labelled interpolation system" }
                else { "Without effect: interpolants that are searched for are not read off proofs" }}>
                <span>{ "System" }</span>
                <select id="system" onchange={on_system} disabled={!reads_proofs}>
                    { for InterpolationSystem::ALL.into_iter().map(|system| html! {
                        <option value={system.as_str()} selected={system == now.system}>{ system.title() }</option>
                    }) }
                </select>
            </label>
            <label title="How much of the program one step of the transition system is: a round of a loop, or a statement (FiB, Fig. 10)">
                <span>{ "Encoding" }</span>
                <select id="encoding" onchange={on_encoding}>
                    { for Encoding::ALL.iter().map(|&encoding| html! {
                        <option value={encoding.as_str()} selected={encoding == now.encoding}>{ encoding.title() }</option>
                    }) }
                </select>
            </label>
            if setup.language == Language::Imp && now.integers == Integers::Bits {
                { number("width", "Bits of an int", "How many bits an int has; int8, uint16 and so on have their own widths",
                    now.width.into(), 64, |s, v| s.width = u8::try_from(v).unwrap_or(64)) }
            }
            if setup.language == Language::C && now.integers != Integers::Mathematical {
                <label title="What is made of signed arithmetic that may leave its type’s range, which C leaves undefined">
                    <span>{ "Signed overflow" }</span>
                    <select id="overflow" onchange={on_overflow}>
                        { for [Overflow::Warn, Overflow::Check].iter().map(|&overflow| html! {
                            <option value={overflow.as_str()} selected={overflow == now.overflow}>{ overflow.title() }</option>
                        }) }
                    </select>
                </label>
            }
            if asserted.len() > 1 || now.assertion.is_some() {
                <label title="Which assertions are checked: all of them, or one alone">
                    <span>{ "Assertions" }</span>
                    <select id="assertion" onchange={on_assertion}>
                        <option value="" selected={now.assertion.is_none()}>{ "all" }</option>
                        { for asserted.iter().zip(1..).map(|(a, number)| html! {
                            <option value={number.to_string()} selected={now.assertion == Some(number)}>
                                { format!("line {}: {}", a.line, a.text) }
                            </option>
                        }) }
                        if let Some(gone) = now.assertion.filter(|&n| n as usize > asserted.len()) {
                            <option value={gone.to_string()} selected=true>{ format!("number {gone}, which is not there") }</option>
                        }
                    </select>
                </label>
            }
            if engine.goes_forward_from_interpolants() {
                <label class="check" title="FiB: keep an interpolant in the set that follows it. This is ours; the paper does not.">
                    <input id="monotone" type="checkbox" checked={now.monotone_forward} onchange={on_monotone} />
                    <span>{ "monotone forward sets" }</span>
                </label>
            }
            if let Augments::IfWanted(title) = engine.augments() {
                <label class="check" {title}>
                    <input id="augment" type="checkbox" checked={now.augment} onchange={on_augment} />
                    <span>{ "use auxiliary invariants" }</span>
                </label>
            }
            if engine.checks_k_induction() {
                <label class="check" title="AR: after bounded search, ask whether the failing states are k-inductive: if so, the run ends there.">
                    <input id="k-induction" type="checkbox" checked={now.k_induction} onchange={on_k_induction} />
                    <span>{ "check k-induction" }</span>
                </label>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct NumberProps {
    id: &'static str,
    label: &'static str,
    title: &'static str,
    value: u32,
    most: u32,
    on_value: Callback<u32>,
}

/// A number that counts once it has been typed; until then the page may be drawn anew as often as it likes.
#[component]
fn NumberField(props: &NumberProps) -> Html {
    let (value, most, on_value) = (props.value, props.most, props.on_value.clone());
    let draft = use_state(|| None::<String>);
    let oninput = {
        let draft = draft.clone();
        Callback::from(move |event: InputEvent| {
            draft.set(target(&event).map(|input: HtmlInputElement| input.value()));
        })
    };
    let shown = draft.as_ref().cloned().unwrap_or_else(|| value.to_string());
    let onchange = Callback::from(move |event: Event| {
        let Some(input) = target::<HtmlInputElement>(&event) else { return };
        let typed = input.value().trim().parse::<u64>().map(|v| u32::try_from(v).unwrap_or(u32::MAX));
        let next = typed.unwrap_or(value).clamp(1, most);
        input.set_value(&next.to_string());
        draft.set(None);
        on_value.emit(next);
    });
    html! {
        <label title={props.title}>
            <span>{ props.label }</span>
            <input id={props.id} type="number" inputmode="numeric" min="1" max={most.to_string()} value={shown} {oninput}
                {onchange} />
        </label>
    }
}
