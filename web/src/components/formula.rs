//! A formula on the page: rows of coloured pieces or SMT-LIB 2 text, cut when long, with a button for the rest.

use crate::state::Notation;
use std::rc::Rc;
use trace::Formula;
use view::page::count::counted;
use view::query::formula::{Layout, Limit, Palette, Row, Span, lay_out};
use yew::prelude::*;

/// The most characters of SMT-LIB 2 text that are shown at first.
const SMT_LIMIT: usize = 600;

/// Which symbols are which.
pub type Symbols = Rc<Palette>;

/// A formula and how to show it.
#[derive(Properties, PartialEq)]
pub struct FormulaProps {
    /// The formula; none shows a dash.
    pub formula: Option<Rc<Formula>>,
    /// Which symbols belong to which side.
    #[prop_or_default]
    pub symbols: Symbols,
    /// How it is written.
    #[prop_or_default]
    pub notation: Notation,
    /// How much of it is shown at first.
    #[prop_or(Limit::PANE)]
    pub limit: Limit,
}

/// See [`FormulaProps`].
#[component]
pub fn FormulaView(p: &FormulaProps) -> Html {
    let whole = use_state_eq(|| false);
    let Some(formula) = &p.formula else { return html! { "—" } };
    let toggle = {
        let whole = whole.clone();
        Callback::from(move |_: MouseEvent| whole.set(!*whole))
    };
    if p.notation == Notation::SmtLib {
        return smt(&formula.smt, *whole, toggle);
    }
    let limit = if *whole { p.limit.lifted() } else { p.limit };
    let layout = lay_out(formula, &p.symbols, limit);
    let more = if *whole && lay_out(formula, &p.symbols, p.limit).is_cut() {
        more("show less".into(), toggle)
    } else if layout.is_cut() {
        more(hidden(&layout), toggle)
    } else {
        html! {}
    };
    html! {
        <div class="formula">
            { for layout.rows.iter().map(row) }
            { definitions(&layout) }
            { more }
        </div>
    }
}

fn row(row: &Row) -> Html {
    let gutter: String = row.gutter.iter().map(|g| g.sign()).collect();
    let closing = ")".repeat(row.closes);
    html! {
        <div class="formula-row">
            if !gutter.is_empty() { <span class="gutter">{ gutter }</span> }
            <span class="pieces">
                { pieces(&row.spans) }
                if row.cut { <span class="f-cut">{ " …" }</span> }
                <span class="f-bracket">{ closing }</span>
            </span>
        </div>
    }
}

/// Pieces of a formula, one after the other.
pub fn pieces(spans: &[Span]) -> Html {
    let piece = |s: &Span| {
        html! {
            <span class={s.kind.class()}>
                { &s.text }
                if let Some(step) = s.subscript { <sub>{ step }</sub> }
            </span>
        }
    };
    spans.iter().map(piece).collect()
}

fn definitions(layout: &Layout) -> Html {
    if layout.definitions.is_empty() {
        return html! {};
    }
    html! {
        <div class="definitions">
            <span class="where">{ "where" }</span>
            { for layout.definitions.iter().map(|(name, rows)| html! {
                <div class="formula-definition">
                    <span class="f-definition">{ name }</span><span class="f-operator">{ " := " }</span>
                    <div>{ for rows.iter().map(row) }</div>
                </div>
            }) }
        </div>
    }
}

fn hidden(layout: &Layout) -> String {
    match (layout.hidden_rows, layout.hidden_definitions) {
        (0, 0) => "show all".into(),
        (0, n) => format!("show all ({n} more definitions)"),
        (n, _) => format!("show all ({} more)", counted(n, "row")),
    }
}

fn more(text: String, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="more" title="Long formulas are cut at first" {onclick}>{ text }</button> }
}

fn smt(text: &str, whole: bool, toggle: Callback<MouseEvent>) -> Html {
    let cut = text.char_indices().nth(SMT_LIMIT).map(|(at, _)| at);
    let shown = match cut {
        Some(at) if !whole => &text[..at],
        _ => text,
    };
    html! {
        <div class="formula">
            <code class="smt">{ shown }{ if cut.is_some() && !whole { " …" } else { "" } }</code>
            if cut.is_some() { { more(if whole { "show less".into() } else { "show all".into() }, toggle) } }
        </div>
    }
}
