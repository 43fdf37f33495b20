//! The tab bar of the middle column, and the pane of the tab on show.

use super::Store;
use crate::panes::{ExecutionPane, InterpolantsPane, ProgramPane, QueryPane, VerdictPane};
use crate::state::Action;
use trace::Verdict;
use view::link::Tab;
use yew::prelude::*;

/// What a tab is called, and what is there.
pub fn title(tab: Tab) -> (&'static str, &'static str) {
    match tab {
        Tab::Query => ("Query", "What the solver was asked in this step, and its answer (key: 1)"),
        Tab::Interpolants => {
            ("Interpolants", "All interpolants so far, and whether each added new states (key: 2)")
        }
        Tab::Program => ("Program", "The program as a transition system: I, T and P (key: 3)"),
        Tab::Execution => ("Counterexample", "The failing execution, line by line (key: 4)"),
        Tab::Verdict => ("Verdict", "How the run ended, and what proves it (key: 5)"),
    }
}

fn id(tab: Tab) -> &'static str {
    match tab {
        Tab::Query => "tab-query",
        Tab::Interpolants => "tab-interpolants",
        Tab::Program => "tab-program",
        Tab::Execution => "tab-execution",
        Tab::Verdict => "tab-verdict",
    }
}

/// See the module.
#[component]
pub fn Tabs(store: &Store) -> Html {
    let now = store.state.tab;
    let verdict = store.state.run.as_ref().and_then(|run| run.snapshot().verdict.cloned());
    let badge = |tab| match (tab, &verdict) {
        (Tab::Execution, Some(Verdict::Unsafe(_))) => " ✗",
        (Tab::Verdict, Some(Verdict::Safe { .. })) => " ✓",
        (Tab::Verdict, Some(Verdict::Unsafe(_))) => " ✗",
        (Tab::Verdict, Some(_)) => " ?",
        _ => "",
    };
    let on_key = store.when(move |event: KeyboardEvent| {
        let at = Tab::ALL.iter().position(|&tab| tab == now)?;
        let last = Tab::ALL.len() - 1;
        let next = match event.key().as_str() {
            "ArrowRight" if at < last => at + 1,
            "ArrowRight" => 0,
            "ArrowLeft" if at > 0 => at - 1,
            "ArrowLeft" => last,
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        crate::browser::focus(id(Tab::ALL[next]));
        Some(Action::ShowTab(Tab::ALL[next]))
    });
    html! {
        <>
            <div class="tabs" role="tablist" aria-label="Views of the step" onkeydown={on_key}>
                { for Tab::ALL.iter().map(|&tab| {
                    let (name, about) = title(tab);
                    let selected = tab == now;
                    html! {
                        <button type="button" role="tab" id={id(tab)} title={about} aria-selected={selected.to_string()}
                            aria-controls="pane" tabindex={if selected { "0" } else { "-1" }}
                            onclick={store.on(Action::ShowTab(tab))}>{ name }{ badge(tab) }</button>
                    }
                }) }
            </div>
            <div class="pane" id="pane" role="tabpanel" aria-labelledby={id(now)} tabindex="0">
                { match now {
                    Tab::Query => html! { <QueryPane ..store.clone() /> },
                    Tab::Interpolants => html! { <InterpolantsPane ..store.clone() /> },
                    Tab::Program => html! { <ProgramPane ..store.clone() /> },
                    Tab::Execution => html! { <ExecutionPane ..store.clone() /> },
                    Tab::Verdict => html! { <VerdictPane ..store.clone() /> },
                } }
            </div>
        </>
    }
}
