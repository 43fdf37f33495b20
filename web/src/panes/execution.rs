//! The failing execution as a debugger would show it: one row per statement, changed values marked.

use super::empty;
use crate::components::Store;
use crate::state::Action;
use std::rc::Rc;
use trace::{Answer, Encoding, Event, SatMeaning, Verdict, Vocabulary};
use view::page::count::counted;
use view::program::execution::{ExecutionTable, RowKind, TableRow, execution_table};
use view::query::formula::minus;
use yew::prelude::*;

/// Whether a step's query has found a failing execution.
fn fails(event: &Event) -> bool {
    let answer = event.query.as_ref().map(|query| &query.answer);
    matches!(answer, Some(Answer::Sat { meaning: SatMeaning::Counterexample, .. }))
}

/// See the module.
#[component]
pub fn ExecutionPane(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return empty("If the program can fail, the failing execution will be shown here, line by line.");
    };
    let snapshot = run.snapshot();
    let execution = match snapshot.verdict {
        Some(Verdict::Unsafe(execution)) => execution,
        Some(Verdict::Safe { .. }) => {
            return empty(view::run::words::no_failure(run.setup.language));
        }
        _ if run.event().is_some_and(fails) => {
            return empty(
                "The failing execution of this step is executed and checked in the next one, and then stands here.",
            );
        }
        _ => {
            return empty(
                "No failing execution has been found at this step. “Run by hand” lets you look for one yourself.",
            );
        }
    };
    let table = execution_table(execution);
    let selected = run.row.unwrap_or(table.rows.len() - 1);
    html! {
        <>
            <p class="lead">
                { format!("{}in line {} fails: ", view::run::words::failing(run.setup.language), execution.failing.line) }
                <code>{ &execution.failing.text }</code>
                { ". The interpreter has replayed this execution. Choose a row to see its place in the program (keys: ↑ ↓)." }
            </p>
            <Rows store={store.clone()} table={Rc::new(table)} {selected} name="Failing execution" />
        </>
    }
}

/// An execution to be shown row by row.
#[derive(Properties, PartialEq)]
pub struct RowsProps {
    /// Takes the choice of a row.
    pub store: Store,
    /// The rows.
    pub table: Rc<ExecutionTable>,
    /// The row that is chosen.
    pub selected: usize,
    /// What the table is.
    pub name: &'static str,
}

/// See [`RowsProps`].
#[component]
pub fn Rows(p: &RowsProps) -> Html {
    let RowsProps { store, table, selected, name } = p;
    let all = use_state(|| false);
    let selected = *selected;
    let folded = if *all || table.folded.contains(&selected) { 0..0 } else { table.folded.clone() };
    let show_all = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    let last = table.rows.len() - 1;
    let on_key = store.when(move |event: KeyboardEvent| {
        let row = match event.key().as_str() {
            "ArrowDown" => (selected + 1).min(last),
            "ArrowUp" => selected.saturating_sub(1),
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        Some(Action::SelectRow(row))
    });
    let row = |i: usize| table_row(store, table, i, selected == i);
    html! {
        <div class="scroll">
            <table class="execution" tabindex="0" onkeydown={on_key} aria-label={*name}>
                <thead>
                    <tr>
                        <th scope="col">{ "line" }</th>
                        <th scope="col">{ "executed" }</th>
                        <th scope="col">{ "result" }</th>
                        { for table.columns.iter().map(|name| html! { <th scope="col" class="value">{ name }</th> }) }
                    </tr>
                </thead>
                <tbody>
                    if folded.is_empty() {
                        { for (0..table.rows.len()).map(row) }
                    } else {
                        { for (0..folded.start).map(row) }
                        <tr class="folded"><td colspan={(3 + table.columns.len()).to_string()}>
                            <button type="button" class="more" title="Long executions are cut at first" onclick={show_all}>
                                { format!(
                                    "show rounds {} to {}: {} more",
                                    table.folded_rounds.0, table.folded_rounds.1, counted(folded.len(), "row")
                                ) }
                            </button>
                        </td></tr>
                        { for (folded.end..table.rows.len()).map(row) }
                    }
                </tbody>
            </table>
        </div>
    }
}

/// What the parts of the program in the editor are called.
fn vocabulary(store: &Store) -> Vocabulary {
    Vocabulary::new(store.state.document.setup.language, Encoding::Block)
}

fn table_row(store: &Store, table: &ExecutionTable, index: usize, selected: bool) -> Html {
    let row: &TableRow = &table.rows[index];
    let kind = match row.kind {
        RowKind::Start => "start",
        RowKind::Executed => "executed",
        RowKind::Failing => "failing",
    };
    let note = if row.kind == RowKind::Failing { format!("✗ {}", row.note) } else { row.note.clone() };
    html! {
        <>
            if let Some(round) = row.begins_round {
                <tr class="round-row"><th colspan={(3 + table.columns.len()).to_string()} scope="rowgroup">
                    { vocabulary(store).numbered(round, row.line.unwrap_or_default()) }
                </th></tr>
            }
            <tr class={classes!(kind, selected.then_some("selected"))} onclick={store.on(Action::SelectRow(index))}
                aria-current={selected.then_some("true")}>
                <td class="line">{ if selected { "▸ " } else { "" } }{ row.line.map(|line| line.to_string()).unwrap_or_default() }</td>
                <td class="text"><code>{ &row.text }</code></td>
                <td class="note">{ note }</td>
                { for row.cells.iter().map(|cell| html! {
                    <td class={classes!("value", cell.was.as_ref().map(|_| "changed"))}
                        title={cell.was.as_ref().map(|was| format!("was {was}"))}>
                        if cell.was.is_some() { <span aria-hidden="true">{ "▸" }</span><span class="hidden">{ "changed to " }</span> }
                        { minus(&cell.value) }
                    </td>
                }) }
            </tr>
        </>
    }
}
