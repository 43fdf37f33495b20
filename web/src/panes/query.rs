//! What the solver was asked: the conjuncts of A and of B, coloured, with the answer.

use super::answer::AnswerView;
use super::conjunct::{Conjuncts, side_class};
use super::{empty, frames};
use crate::browser::copy;
use crate::components::{Button, FormulaView, Store, Symbols, part};
use crate::state::{Action, Notation, Run};
use std::fmt::Write;
use std::rc::Rc;
use trace::{AnalysisChange, AnalysisStep, Answer, Change, Event, Query, Side};
use view::graph::control::Graphs;
use view::program::choices::choices;
use view::query::formula::{Limit, Palette};
use view::query::frames::frames;
use view::query::script::query_script;
use view::run::words::ranges;
use yew::prelude::*;

/// The most conjuncts of a side that are shown at first: the first ones, and the last ones.
const PARTS: usize = 12;
const LAST: usize = 3;
/// The most of those between them that are shown when they are unfolded.
const UNFOLDED: usize = 60;

/// See the module.
#[component]
pub fn QueryPane(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let read = use_memo((setup.source.clone(), setup.dialect()), |(source, dialect)| {
        (Graphs::of(source, *dialect), choices(source, *dialect))
    });
    let graphs = read.0.as_ref().filter(|_| store.state.stale().is_none());
    let Some(run) = &store.state.run else {
        return empty("Here you will see each question to the solver, and its answer.");
    };
    let Some(event) = run.event() else {
        return empty("Nothing has been asked yet.");
    };
    let analysis = if run.is_veiled {
        html! {}
    } else {
        analysis(event)
    };
    let Some(query) = &event.query else {
        let is_over = event.changes.iter().any(|change| matches!(change, Change::Verdict(_)));
        let analyses = event.changes.iter().any(|change| matches!(change, Change::Analysed(_)));
        let nothing = match analyses {
            true => html! {},
            false if is_over => {
                empty("The search asks nothing more. What was asked of the result stands under “Verdict”.")
            }
            false => empty("This step asks nothing: it reports what follows from the answers before."),
        };
        return html! { <>{ nothing }{ analysis }</> };
    };
    let has_sides = query.parts.iter().any(|p| p.side != Side::Neither);
    let asks = match (&query.answer, has_sides) {
        (Answer::Unsat { interpolant: Some(_), .. }, _) if !run.is_veiled => "Interpolant between A and B?",
        (_, true) => "Is A ∧ B satisfiable?",
        (_, false) => "Is the conjunction satisfiable?",
    };
    let formula = |id| run.history.formula(id).map(|formula| &**formula);
    let framed = run.opened.as_ref().and_then(|opened| frames(query, (&**opened, run.setup.engine), formula));
    let has_frames = framed.is_some();
    let framed = framed.filter(|_| store.state.notation == Notation::Frames);
    html! {
        <>
            <div class="query-head">
                <h3>{ asks }</h3>
                <div class="spacer"></div>
                { notation_switch(store, has_frames) }
                <CopyQuery run={Shared(Rc::new(run.clone()))} notation={store.state.notation} />
            </div>
            if let Some(frames) = framed {
                { frames::view(store, run, query, &frames, (graphs, &read.1)) }
            } else if has_sides {
                <div class="sides">
                    { side(store, run, query, Side::A, graphs) }
                    { side(store, run, query, Side::B, graphs) }
                </div>
                { legend(run, query, store.state.notation, &read.1) }
            } else {
                { side(store, run, query, Side::Neither, graphs) }
                { legend(run, query, store.state.notation, &read.1) }
            }
            if !run.is_veiled { { part::<AnswerView>(store) } }
            { analysis }
        </>
    }
}

/// What the interval analysis did in this step.
fn analysis(event: &Event) -> Html {
    let steps: Vec<&AnalysisStep> = event
        .changes
        .iter()
        .filter_map(|change| match change {
            Change::Analysed(step) => Some(step),
            _ => None,
        })
        .collect();
    if steps.is_empty() {
        return html! {};
    }
    let how = |how| match how {
        AnalysisChange::Joined => "⊔ joined",
        AnalysisChange::Widened => "∇ widened",
        AnalysisChange::Narrowed => "△ narrowed",
    };
    html! {
        <section class="answer" aria-label="Interval analysis">
            <h3>{ "Interval analysis" }</h3>
            <div class="scroll">
                <table class="model">
                    <thead><tr>
                        <th scope="col">{ "line" }</th><th scope="col">{ "visit" }</th><th scope="col">{ "variable" }</th>
                        <th scope="col">{ "before" }</th><th scope="col">{ "arriving" }</th><th scope="col">{ "after" }</th>
                        <th scope="col">{ "how" }</th>
                    </tr></thead>
                    <tbody>
                        { for steps.iter().map(|s| html! {
                            <tr>
                                <td>{ s.line }</td><td>{ s.visit }</td><th scope="row">{ &s.variable }</th>
                                <td>{ ranges(&s.before) }</td><td>{ ranges(&s.arriving) }</td>
                                <td class={(s.before != s.after).then_some("changed")}>{ ranges(&s.after) }</td>
                                <td>{ how(s.how) }</td>
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

fn side(store: &Store, run: &Run, query: &Query, side: Side, graphs: Option<&Graphs>) -> Html {
    let (letter, about) = match side {
        Side::A => (Some("A"), "The A side of the query"),
        Side::B => (Some("B"), "The B side of the query"),
        Side::Neither => (None, "The query"),
    };
    let class = classes!("side", side_class(side));
    let palette: Symbols = Rc::new(Palette::of(side, &query.shared));
    let limit = if side == Side::Neither { Limit::PANE } else { Limit::SIDE };
    let parts: Vec<_> = query.parts.iter().enumerate().filter(|(_, p)| p.side == side).collect();
    let folded = if parts.len() > PARTS { PARTS - LAST..parts.len() - LAST } else { 0..0 };
    let (first, last) = (&parts[..folded.start], &parts[folded.end..]);
    let conjuncts = Conjuncts { store, run, query, graphs };
    let part = |(number, p): &(usize, &Rc<trace::QueryPart>)| {
        let formula = html! {
            <FormulaView formula={run.history.formula(p.formula).cloned()} symbols={palette.clone()}
                notation={store.state.notation} {limit} />
        };
        conjuncts.show(*number, classes!(), true, formula)
    };
    html! {
        <section {class} aria-label={about}>
            if let Some(letter) = letter { <div class="side-letter" title={about}>{ letter }</div> }
            <div class="parts">
                { for first.iter().map(part) }
                if !folded.is_empty() {
                    <details class="rest">
                        <summary>{ format!("{} more conjuncts", folded.len()) }</summary>
                        { for parts[folded.clone()].iter().take(UNFOLDED).map(part) }
                        if folded.len() > UNFOLDED {
                            <p class="hint">{ format!("… and {} more, which “Copy” copies too", folded.len() - UNFOLDED) }</p>
                        }
                    </details>
                }
                { for last.iter().map(part) }
            </div>
        </section>
    }
}

/// What the colours and marks mean, and the names that are not the program's own.
fn legend(run: &Run, query: &Query, notation: Notation, choices: &[(String, u32)]) -> Html {
    let has_sides = query.parts.iter().any(|p| p.side != Side::Neither);
    let shared: Vec<String> = query.shared.iter().take(20).map(|s| s.to_string()).collect();
    let text: String = match notation {
        Notation::SmtLib => String::new(),
        _ => query
            .parts
            .iter()
            .take(PARTS + UNFOLDED)
            .filter_map(|part| run.history.formula(part.formula))
            .flat_map(|formula| ["\n".to_owned(), formula.text()])
            .collect(),
    };
    html! {
        <p class="side-legend">
            if has_sides {
                <span class="f-a">{ "only A" }</span>
                <span class="f-b">{ "only B" }</span>
                <span class="f-shared" title={format!("Shared: {}", shared.join(", "))}>{ "shared" }</span>
            }
            if has_sides && !run.is_veiled {
                <span><span class="core-mark" aria-hidden="true">{ "●" }</span>{ " used in the refutation" }</span>
            }
            if text.contains('@') { <span><code>{ "x₁" }</code>{ ": x one transition later, x₂ two, and so on" }</span> }
            { frames::names(&text, &query.shared, choices) }
        </p>
    }
}

/// Switches all formulas between notations.
fn notation_switch(store: &Store, has_frames: bool) -> Html {
    let now = store.state.notation;
    let frames_title = if has_frames {
        "Write an unrolled query state by state, along its path"
    } else {
        "This query is about a single state, or about very many"
    };
    let choices = [
        (Notation::Frames, "Time frames", frames_title, !has_frames),
        (Notation::Infix, "Formula", "Write formulas as people do", false),
        (Notation::SmtLib, "SMT-LIB 2", "Write formulas in the solvers’ standard language", false),
    ];
    html! {
        <div class="switch" role="group" aria-label="Notation of formulas">
            { for choices.map(|(notation, name, title, disabled)| html! {
                <Button {title} {disabled} pressed={now == notation} onclick={store.on(Action::SetNotation(notation))}>{ name }</Button>
            }) }
        </div>
    }
}

/// A run that is compared by its step alone.
#[derive(Clone)]
struct Shared(Rc<Run>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        self.0.step == other.0.step && self.0.history.len() == other.0.history.len()
    }
}

#[derive(Properties, PartialEq)]
struct CopyProps {
    run: Shared,
    notation: Notation,
}

/// Copies the query: a complete SMT-LIB 2 script, or the formulas as text.
#[component]
fn CopyQuery(p: &CopyProps) -> Html {
    let copied = use_state(|| None::<(usize, bool)>);
    let step = p.run.0.step;
    let onclick = {
        let (run, copied, notation) = (p.run.0.clone(), copied.clone(), p.notation);
        Callback::from(move |_: MouseEvent| {
            let Some(text) = text(&run, notation) else { return };
            let copied = copied.clone();
            copy(&text, move |good| copied.set(Some((step, good))));
        })
    };
    let label = match *copied {
        Some((at, true)) if at == step => "Copied",
        Some((at, false)) if at == step => "Not allowed",
        _ => "Copy",
    };
    let title = match p.notation {
        Notation::Frames | Notation::Infix => "Copy the query as text",
        Notation::SmtLib => "Copy the query as a complete SMT-LIB 2 script",
    };
    html! { <Button id="copy-query" {title} {onclick}>{ label }</Button> }
}

fn text(run: &Run, notation: Notation) -> Option<String> {
    let query = run.event()?.query.as_ref()?;
    if notation == Notation::SmtLib {
        return Some(query_script(&run.history, query));
    }
    let mut out = String::new();
    for part in &query.parts {
        let side = match part.side {
            Side::A => "A: ",
            Side::B => "B: ",
            Side::Neither => "",
        };
        let formula = run.history.formula(part.formula)?;
        let _ = writeln!(out, "{side}{}: {}", part.name, formula.text());
    }
    Some(out)
}
