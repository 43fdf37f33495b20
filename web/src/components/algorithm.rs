//! The right column: the engine's pseudo-code with the current line lit, and the values of its variables.

use super::{FormulaView, Store, explained};
use gloo_timers::callback::Timeout;
use trace::{LINE_BEFORE, WatchValue};
use view::page::legend;
use view::query::formula::Limit;
use view::run::pseudo::{PseudoLine, RUN_FIRST, lit_line, pseudo_code};
use view::run::snapshot::Snapshot;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn Algorithm(store: &Store) -> Html {
    let state = &store.state;
    let run = state.run.as_ref();
    let engine = run.map_or(state.document.setup.engine, |run| run.setup.engine);
    let snapshot = run.map(|run| run.snapshot());
    let lit = run.and_then(|run| Some(lit_line(engine, run.event()?)));
    let code = pseudo_code(engine);
    let runs_first = run.map_or(&state.document.setup, |run| &run.setup).settings.run_first;
    let before = runs_first.then_some(&RUN_FIRST);
    let meaning = code.lines.iter().chain(before).find(|line| line.number.is_some() && line.number == lit);
    let column = use_node_ref();
    {
        let column = column.clone();
        // What changes the room for the lines: values of the step, the size of text, the columns beside.
        let step = run.map(|run| run.step);
        let room = (state.theme, state.show_editor, state.show_algorithm, state.lesson.is_some());
        use_effect_with((lit, step, room), move |_| {
            keep_in_sight(&column);
            // Once more when a theme's size of text is there.
            Timeout::new(50, move || keep_in_sight(&column)).forget();
        });
    }
    html! {
        <section class="algorithm" aria-label="Algorithm">
            <div class="algorithm-code" ref={column} tabindex="0" role="group" aria-label="Pseudo-code">
            <h2 title={engine.title()}>{ engine.heading() } if code.is_ours() { { ours_mark() } }</h2>
            <ol class="pseudo" title={code.source}>
                { for before.map(|line| pseudo_line(line, lit == line.number, !code.is_ours())) }
                { for code.lines.iter().map(|line| pseudo_line(line, lit.is_some() && lit == line.number, !code.is_ours())) }
            </ol>
            if before.is_some() || code.lines.iter().any(|line| line.ours) {
                <p class="hint ours-note">
                    { ours_mark() }{ " Not printed in the paper: what runs departs from it, or adds to it. Point at the line to read why." }
                </p>
            }
            </div>
            if let (Some(run), Some(snapshot)) = (run, &snapshot) {
                <div class="algorithm-values">
                    if let Some(line) = meaning {
                        <p class="meaning">
                            <span class="line-number">
                                { match line.number {
                                    Some(LINE_BEFORE) | None => "Before line 1".to_owned(),
                                    Some(number) => format!("Line {number}"),
                                } }
                            </span>{ ": " }{ explained(store, line.meaning) }
                        </p>
                    }
                    <h3>{ "Values" }</h3>
                    { watches(store, run, snapshot, meaning.map_or("", |line| line.text)) }
                    { counters(snapshot) }
                </div>
            }
        </section>
    }
}

/// Scrolls the column, and nothing else, so that the lit line can be seen.
fn keep_in_sight(column: &NodeRef) {
    let Some(column) = column.cast::<HtmlElement>() else { return };
    let lit =
        column.query_selector(".lit").ok().flatten().and_then(|line| line.dyn_into::<HtmlElement>().ok());
    let Some(lit) = lit else { return };
    let (view, line) = (column.get_bounding_client_rect(), lit.get_bounding_client_rect());
    let margin = 40.0;
    let above = line.top() - margin - view.top();
    let below = line.bottom() + margin - view.bottom();
    let by = if above < 0.0 { above } else { below.max(0.0) };
    column.set_scroll_top(column.scroll_top() + by as i32);
}

/// `mark`: whether a line that is ours says so; where all of them are, the heading does.
fn pseudo_line(line: &PseudoLine, lit: bool, mark: bool) -> Html {
    let class = classes!("pseudo-line", lit.then_some("lit"), line.ours.then_some("ours"));
    let title =
        if line.ours { format!("{} (This line is ours.)", line.meaning) } else { line.meaning.to_owned() };
    html! {
        <li {class} {title} aria-current={lit.then_some("step")}>
            <span class="line-number">{ line.number.filter(|&n| n != LINE_BEFORE).map_or_else(String::new, |n| n.to_string()) }</span>
            <span class="marker" aria-hidden="true">{ if lit { "▶" } else { "" } }</span>
            <code class={format!("indent-{}", line.indent)}>{ with_range(line.text) }</code>
            if mark && line.ours { { ours_mark() } }
        </li>
    }
}

/// Says that something is not printed in the paper.
fn ours_mark() -> Html {
    html! { <span class="ours-mark" title="Not printed in the paper">{ "ours" }</span> }
}

/// A line with the ranges of its big conjunctions and disjunctions below the line, as in `⋁₀≤i≤t`.
fn with_range(text: &str) -> Html {
    let Some(at) = text.find(['⋀', '⋁']) else { return html! { { text } } };
    let (before, rest) = text.split_at(at + '⋀'.len_utf8());
    let end = rest.find([' ', ')']).unwrap_or(rest.len());
    let (range, after) = rest.split_at(end);
    let range: String = range
        .chars()
        .map(|c| match c {
            '₀' => '0',
            '₁' => '1',
            c => c,
        })
        .collect();
    html! { <>{ before }<sub>{ range }</sub>{ with_range(after) }</> }
}

/// The values of the pseudo-code's variables; those that the line on show speaks of come first.
fn watches(store: &Store, run: &crate::state::Run, snapshot: &Snapshot<'_>, line: &str) -> Html {
    if snapshot.watch.is_empty() {
        let hint = match run.setup.engine.has_graph() && run.step > 0 {
            true => "What is known is in the labels of the graph: see the tab “ARG”.",
            false => "No variable has a value yet.",
        };
        return html! { <p class="hint">{ hint }</p> };
    }
    let notation = store.state.notation;
    let speaks_of = |name: &str| view::run::pseudo::mentions(line, name);
    let (here, elsewhere): (Vec<_>, Vec<_>) = snapshot.watch.iter().partition(|w| speaks_of(w.name));
    html! {
        <dl class="watches">
            { for here.into_iter().chain(elsewhere).map(|w| html! {
                <div class={classes!("watch", w.changed.then_some("changed"), speaks_of(w.name).then_some("in-line"))}>
                    <dt title={legend::letter(run.setup.engine, w.name)}>{ w.name }</dt>
                    <dd>
                        { match w.value {
                            WatchValue::Number(n) => html! { <span class="f-number">{ number(w.before, *n) }</span> },
                            WatchValue::Formula(id) => html! {
                                <>
                                    if let Some(WatchValue::Formula(old)) = w.before {
                                        <div class="value-before" title="Its value before this step">
                                            <FormulaView formula={run.history.formula(*old).cloned()} {notation} limit={Limit::GLANCE} />
                                        </div>
                                    }
                                    <FormulaView formula={run.history.formula(*id).cloned()} {notation} limit={Limit::ROW} />
                                </>
                            },
                        } }
                    </dd>
                    if w.changed { <dd class="new-value" title="This step changed the value">{ "new" }</dd> }
                </div>
            }) }
        </dl>
    }
}

/// A number, after the one that it replaced.
fn number(before: Option<&WatchValue>, now: impl std::fmt::Display) -> String {
    match before {
        Some(WatchValue::Number(before)) => format!("{before} → {now}"),
        Some(WatchValue::Formula(_)) | None => now.to_string(),
    }
}

fn counters(snapshot: &Snapshot<'_>) -> Html {
    let c = snapshot.counters;
    let rows: [(&str, &str, u64); 11] = [
        (
            "Unrollings",
            "The bound k: copies of the transition relation in the newest query",
            c.unrollings.into(),
        ),
        ("Satisfiability queries", "Queries so far that asked for no interpolant", c.sat_queries.into()),
        ("Interpolation queries", "Queries so far that gave an interpolant", c.interpolation_queries.into()),
        ("Refinements", "Times an over-approximation was given up for a larger bound", c.refinements.into()),
        ("Steps forward", "Forward sets computed (FiB’s f)", c.forward.0.into()),
        (
            "Back to concrete, forward",
            "Times the forward sets went back to a concrete one (FiB’s fb)",
            c.forward.1.into(),
        ),
        ("Steps backward", "Backward sets computed (FiB’s b)", c.backward.0.into()),
        (
            "Back to concrete, backward",
            "Times the backward sets went back to a concrete one (FiB’s bb)",
            c.backward.1.into(),
        ),
        ("Conflicts", "Conflicts of the solver’s search", c.conflicts),
        ("Decisions", "Decisions of the solver’s search", c.decisions),
        ("Pivots", "Pivots of the simplex tableau", c.pivots),
    ];
    html! {
        <details class="counters">
            <summary>{ "Counters" }</summary>
            <table>
                { for rows.iter().filter(|(_, _, value)| *value > 0).map(|(name, title, value)| html! {
                    <tr title={*title}><th scope="row">{ *name }</th><td>{ *value }</td></tr>
                }) }
            </table>
        </details>
    }
}
