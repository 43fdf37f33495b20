//! The tab bar of the middle column, and the pane of the tab on show.

use super::{Button, Store, later, part};
use crate::panes::{
    CircuitPane, ComparePane, ExecutionPane, GraphPane, HandPane, InterpolantsPane, IntervalsPane, LabPane,
    OwnPane, ProgramPane, QueryPane, SingleLoopPane, SpacePane, VerdictPane,
};
use crate::state::Action;
use gloo_timers::callback::Timeout;
use trace::{Language, Verdict};
use view::page::link::Tab;
use yew::prelude::*;

/// What a tab of the tab bar is called, its id, and what is there.
const BAR: [(&str, &str, &str); Tab::BAR.len()] = [
    (
        "State space",
        "tab-space",
        "The states as points of a grid: initial and failing ones, what is reached, each interpolant (key: 1)",
    ),
    ("Query", "tab-query", "What the solver was asked in this step, and its answer (key: 2)"),
    (
        "Interpolants",
        "tab-interpolants",
        "All interpolants so far, and whether each added new states (key: 3)",
    ),
    ("Program", "tab-program", "The program as graphs and as formulas (key: 4)"),
    (
        "Execution",
        "tab-execution",
        "The failing execution, line by line; or run the program by hand (key: 5)",
    ),
    ("Verdict", "tab-verdict", "How the run ended, and what proves it (key: 6)"),
    ("Your turn", "tab-own", "Write the invariant yourself, and have it checked (key: 7)"),
];

/// The tab of the interpolants for the engines that build a reachability graph.
const GRAPH: (&str, &str, &str) = (
    "ARG",
    "tab-interpolants",
    "The abstract reachability graph: what is reached, refined and covered (key: 3)",
);

/// What a view is called where a tab has several, its id, and what is there.
pub fn view(tab: Tab) -> (&'static str, &'static str, &'static str) {
    match tab {
        Tab::Space => ("State space", "view-space", "The states as points of a grid"),
        Tab::Query => ("Query", "view-query", "The query"),
        Tab::Interpolants => ("Interpolants", "view-interpolants", "All interpolants so far"),
        Tab::Intervals => {
            ("Intervals", "view-intervals", "What the invariant generator did, on number lines")
        }
        Tab::Graph => ("Control flow", "view-graph", "The control-flow graph"),
        Tab::Circuit => {
            ("Latches", "view-circuit", "The circuit’s latches, what each becomes and what it depends on")
        }
        Tab::Cutpoints => {
            ("Cutpoints", "view-cutpoints", "The cutpoint graph: loop heads and loop-free regions")
        }
        Tab::SingleLoop => {
            ("Single loop", "view-single-loop", "The program as one loop, as the engines see it")
        }
        Tab::Program => ("Formulas", "view-formulas", "The program as a transition system: I, T and P"),
        Tab::Execution => ("Counterexample", "view-counterexample", "The failing execution, line by line"),
        Tab::Hand => ("Run by hand", "view-hand", "Run the program with values of your own"),
        Tab::Verdict => ("Verdict", "view-verdict", "How the run ended"),
        Tab::Compare => {
            ("Compare", "view-compare", "Beside another engine, source of interpolants or system")
        }
        Tab::Own => ("Your invariant", "view-own", "An invariant of your own"),
        Tab::Lab => ("Laboratory", "view-lab", "Interpolants of two formulas of your own, without a program"),
    }
}

/// See the module.
#[component]
pub fn Tabs(store: &Store) -> Html {
    let verdict = store.state.run.as_ref().and_then(|run| run.snapshot().verdict.cloned());
    // On the stage, where no tabs are seen, steps without a verdict have the picture instead.
    let now = match store.state.tab {
        Tab::Verdict | Tab::Execution if store.state.is_stage && verdict.is_none() => Tab::Space,
        tab => tab,
    };
    let badge = |place: usize| match (Tab::BAR[place][0], &verdict) {
        (Tab::Execution, Some(Verdict::Unsafe(_))) => " ✗",
        (Tab::Verdict, Some(Verdict::Safe { vacuous: Some(_), .. })) => " ○",
        (Tab::Verdict, Some(Verdict::Safe { .. })) => " ✓",
        (Tab::Verdict, Some(Verdict::Unsafe(_))) => " ✗",
        (Tab::Verdict, Some(_)) => " ?",
        _ => "",
    };
    let on_key = store.when(move |event: KeyboardEvent| {
        let (at, last) = (now.place(), BAR.len() - 1);
        let next = match event.key().as_str() {
            "ArrowRight" if at < last => at + 1,
            "ArrowRight" => 0,
            "ArrowLeft" if at > 0 => at - 1,
            "ArrowLeft" => last,
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        crate::browser::focus(BAR[next].1);
        Some(Action::ShowPlace(next))
    });
    // A view comes up at its top, however far the one before was scrolled.
    use_effect_with(now, |_| crate::browser::to_top("pane"));
    // What is new in a step comes into sight where all that was found so far is listed.
    let step = store.state.run.as_ref().map_or(0, |run| run.step);
    let has_graph = store.state.run.as_ref().is_some_and(|run| run.setup.engine.has_graph());
    let is_stage = store.state.is_stage;
    // What is fetched later comes into sight once it is there.
    let is_there = crate::rest::is_there();
    use_effect_with((now, step, is_stage, is_there), move |(now, ..)| {
        let reveal: fn() = match now {
            Tab::Interpolants if !has_graph => || crate::browser::reveal_newest("pane"),
            Tab::Execution if is_stage => || crate::browser::reveal("pane", ".execution .selected"),
            _ => return,
        };
        // What the tab shows is drawn a moment later.
        Timeout::new(0, reveal).forget();
    });
    // On the stage pictures begin anew at its size.
    let pane = if store.state.is_stage { "stage" } else { "page" };
    let run = store.state.run.as_ref();
    let engine = run.map_or(store.state.document.setup.engine, |run| run.setup.engine);
    let bar = |place: usize| match Tab::BAR[place][0] {
        Tab::Interpolants if engine.has_graph() => GRAPH,
        _ => BAR[place],
    };
    html! {
        <>
            <div class="tabs" role="tablist" aria-label="Views of the step" onkeydown={on_key}>
                { for (0..BAR.len()).map(|place| {
                    let selected = place == now.place();
                    let (name, id, about) = bar(place);
                    html! {
                        <button type="button" role="tab" {id} title={about} aria-selected={selected.to_string()}
                            aria-controls="pane" tabindex={if selected { "0" } else { "-1" }}
                            onclick={store.on(Action::ShowPlace(place))}>{ name }{ badge(place) }</button>
                    }
                }) }
            </div>
            <div key={pane} class="pane" id="pane" role="tabpanel" aria-labelledby={BAR[now.place()].1} tabindex="0">

                if now != Tab::Interpolants || !engine.has_graph() { { views(store, now) } }
                { match now {
                    Tab::Space => part::<SpacePane>(store),
                    Tab::Query => later::<QueryPane>(store),
                    Tab::Interpolants => later::<InterpolantsPane>(store),
                    Tab::Intervals => later::<IntervalsPane>(store),
                    Tab::Graph | Tab::Cutpoints => later::<GraphPane>(store),
                    Tab::Circuit => later::<CircuitPane>(store),
                    Tab::SingleLoop => later::<SingleLoopPane>(store),
                    Tab::Program => later::<ProgramPane>(store),
                    Tab::Execution => later::<ExecutionPane>(store),
                    Tab::Hand => later::<HandPane>(store),
                    Tab::Verdict => later::<VerdictPane>(store),
                    Tab::Compare => later::<ComparePane>(store),
                    Tab::Own => later::<OwnPane>(store),
                    Tab::Lab => later::<LabPane>(store),
                } }
            </div>
        </>
    }
}

/// Switches between the views behind one tab.
fn views(store: &Store, now: Tab) -> Html {
    let views = Tab::BAR[now.place()];
    if views.len() < 2 {
        return html! {};
    }
    let is_circuit = store.state.document.setup.language == Language::Aiger;
    html! {
        <div class="switch views" role="group" aria-label="Views of this tab">
            { for views.iter().filter(|&&tab| tab != Tab::Circuit || is_circuit || tab == now).map(|&tab| {
                let (name, id, title) = view(tab);
                html! { <Button {id} {title} pressed={tab == now} onclick={store.on(Action::ShowTab(tab))}>{ name }</Button> }
            }) }
        </div>
    }
}
