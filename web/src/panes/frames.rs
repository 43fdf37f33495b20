//! An unrolled query in time frames: a column for each state of the path and for each transition, the line between A and B.

use super::conjunct::{Conjuncts, side_class};
use crate::components::{FormulaView, Store, Symbols, pieces};
use crate::state::{Notation, Run};
use trace::{Answer, Query, Side, Symbol};
use view::graph::control::Graphs;
use view::query::formula::{Limit, Palette, Span, minus, subscript};
use view::query::frames::{Alternative, Block, Column, Content, FrameRow, Frames, Line};
use view::query::moment::is_earlier;
use yew::prelude::*;

/// See the module.
pub fn view(
    store: &Store,
    run: &Run,
    query: &Query,
    frames: &Frames,
    (graphs, choices): (Option<&Graphs>, &[(String, u32)]),
) -> Html {
    let table = Table { store, run, query, frames, graphs };
    let has_branches = frames.rows.iter().any(|row| row.depth > 0);
    let has_values = !run.is_veiled && frames.columns.iter().any(|column| !column.values.is_empty());
    let rows = 1 + frames.rows.len() + usize::from(has_values);
    html! {
        <>
            <div class="scroll frames-scroll" tabindex="0" role="group" aria-label="Time frames">
                <table class="frames" id="frames" aria-label="The query, state by state">
                    // One group of rows, since the line between A and B goes through them all.
                    <tbody>
                        <tr class="moments">
                            if has_branches { <td></td> }
                            { for frames.columns.iter().enumerate().map(|(at, column)| table.head(at, column, rows)) }
                        </tr>
                        { for frames.rows.iter().map(|row| table.row(row, has_branches)) }
                        if has_values {
                            <tr class="values">
                                if has_branches { <th scope="row">{ "model" }</th> }
                                { for frames.columns.iter().map(|column| html! { <td class={time(column)}>{ values(column) }</td> }) }
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
            if !frames.definitions.is_empty() { { table.definitions() } }
            { table.legend(choices) }
        </>
    }
}

struct Table<'t> {
    store: &'t Store,
    run: &'t Run,
    query: &'t Query,
    frames: &'t Frames,
    graphs: Option<&'t Graphs>,
}

impl Table<'_> {
    fn head(&self, at: usize, column: &Column, rows: usize) -> Html {
        let title = if column.is_transition {
            html! { <><span aria-hidden="true">{ "→" }</span><span class="hidden">{ format!("from {} to the next", column.state) }</span></> }
        } else {
            html! { &column.state }
        };
        html! {
            <>
                if let Some(cut) = self.frames.cut.filter(|cut| cut.column == at) {
                    <td class="cut" rowspan={rows.to_string()}>{ self.cut(cut.is_a_first) }</td>
                }
                <th scope="col" class={time(column)}>{ title }</th>
            </>
        }
    }

    /// What stands on the line: the symbols of both sides, and what was found out about them.
    fn cut(&self, is_a_first: bool) -> Html {
        let shared: Vec<String> = self.query.shared.iter().take(12).map(name).collect();
        let more = self.query.shared.len().saturating_sub(shared.len());
        let interpolant = match &self.query.answer {
            Answer::Unsat { interpolant: Some(found), .. } if !self.run.is_veiled => Some(found.formula),
            _ => None,
        };
        html! {
            <div class="on-the-line">
                <div class="sides-apart" aria-hidden="true">
                    if is_a_first {
                        <span class="f-a">{ "← A" }</span><span class="f-b">{ "B →" }</span>
                    } else {
                        <span class="f-b">{ "← B" }</span><span class="f-a">{ "A →" }</span>
                    }
                </div>
                <p title="Symbols that both sides speak of: all that an interpolant may mention">
                    { "shared: " }<span class="f-shared">{ shared.join(", ") }</span>
                    if more > 0 { { format!(" and {more} more") } }
                </p>
                if let Some(id) = interpolant {
                    <p class="hidden">{ "The interpolant: " }</p>
                    <div class="between">
                        <FormulaView formula={self.run.history.formula(id).cloned()} limit={Limit::GLANCE}
                            symbols={Symbols::from(Palette::of(Side::A, &self.query.shared))} notation={Notation::Infix} />
                    </div>
                }
            </div>
        }
    }

    fn row(&self, row: &FrameRow, has_branches: bool) -> Html {
        let mut cells = Vec::new();
        let mut at = 0;
        while at < self.frames.columns.len() {
            let here: Vec<&Block> = row.blocks.iter().filter(|block| block.column == at).collect();
            let width = here.iter().map(|block| block.width).max().unwrap_or(1);
            cells.push(html! {
                <td class={time(&self.frames.columns[at])} colspan={width.to_string()}>
                    { for here.into_iter().map(|block| self.block(block, row.depth == 0)) }
                </td>
            });
            at += width;
        }
        let branch = if row.is_further { "or" } else { "either" };
        html! {
            <tr>
                if has_branches { <th scope="row">{ if row.depth == 0 { "" } else { branch } }</th> }
                { for cells }
            </tr>
        }
    }

    fn block(&self, block: &Block, is_named: bool) -> Html {
        let text = if block.is_again {
            html! { <details class="again"><summary>{ "the same again" }</summary>{ content(&block.content) }</details> }
        } else {
            content(&block.content)
        };
        let side = side_class(self.query.parts[block.part].side);
        let Table { store, run, query, graphs, .. } = *self;
        Conjuncts { store, run, query, graphs }.show(block.part, classes!("block", side), is_named, text)
    }

    fn definitions(&self) -> Html {
        html! {
            <div class="definitions">
                <span class="where">{ "where" }</span>
                { for self.frames.definitions.iter().map(|(name, spans)| html! {
                    <div class="formula-definition">
                        <span class="f-definition">{ name }</span><span class="f-operator">{ " := " }</span>
                        <div>{ pieces(spans) }</div>
                    </div>
                }) }
            </div>
        }
    }

    /// The names that are not the program's own.
    fn legend(&self, choices: &[(String, u32)]) -> Html {
        let text: String =
            self.frames.rows.iter().flat_map(|row| &row.blocks).map(|block| block.content.text()).collect();
        html! {
            <p class="side-legend">
                { names(&text, &self.query.shared, choices) }
                if matches!(self.query.answer, Answer::Unsat { .. }) && !self.run.is_veiled {
                    <span><span class="core-mark" aria-hidden="true">{ "●" }</span>{ " used in the refutation" }</span>
                }
            </p>
        }
    }
}

/// What the names in a text of formulas mean that are not the program's own.
pub fn names(text: &str, shared: &[Symbol], choices: &[(String, u32)]) -> Html {
    let has = |name: &str| {
        text.match_indices(name)
            .any(|(at, _)| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let used = choices.iter().filter(|(name, _)| has(name));
    html! {
        <>
            { for used.map(|(name, line)| html! { <span><code>{ name }</code>{ format!(": the free choice in line {line}") }</span> }) }
            if text.contains('°') || shared.iter().any(is_earlier) {
                <span><code>{ "x°₁" }</code>{ ": x on the path to the state s, one round after its beginning" }</span>
            }
            if text.contains("#any") { <span><code>{ "x#any1" }</code>{ ": what becomes of x there is not followed: any number" }</span> }
            if text.contains(['′', '\'']) { <span><code>{ "x′" }</code>{ ": x in the next state" }</span> }
            if has("pc") { <span><code>{ "pc" }</code>{ ": which loop control is at" }</span> }
            if text.contains("ite(") { <span><code>{ "ite(c, a, b)" }</code>{ ": a if c holds, else b" }</span> }
        </>
    }
}

fn time(column: &Column) -> &'static str {
    if column.is_transition { "transition" } else { "state" }
}

fn name(symbol: &Symbol) -> String {
    match symbol.step {
        Some(step) => format!("{}{}", symbol.name, subscript(step)),
        None if symbol.primed => format!("{}′", symbol.name),
        None => symbol.name.clone(),
    }
}

fn values(column: &Column) -> Html {
    let value = |(name, value, is_new): &(String, String, bool)| {
        html! {
            <div class={is_new.then_some("changed")}><code>{ name }{ " = " }<strong>{ minus(value) }</strong></code></div>
        }
    };
    column.values.iter().map(value).collect()
}

fn content(content: &Content) -> Html {
    html! {
        <div class="formula">
            { alternative(&content.always) }
            { for content.choices.iter().map(|choice| html! {
                <ol class="alternatives" aria-label="One of these">
                    { for choice.iter().map(|one| html! { <li>{ alternative(one) }</li> }) }
                </ol>
            }) }
        </div>
    }
}

fn alternative(alternative: &Alternative) -> Html {
    html! {
        <>
            { for alternative.lines.iter().map(line) }
            if !alternative.kept.is_empty() {
                <div class="kept">{ format!("{} as before", alternative.kept.join(", ")) }</div>
            }
        </>
    }
}

fn line(line: &Line) -> Html {
    match line {
        Line::Holds(spans) => html! { <div class="holds">{ pieces(spans) }</div> },
        Line::Becomes(variable, branches) => {
            let branch = |(at, (condition, value)): (usize, &(Option<Vec<Span>>, Vec<Span>))| {
                let word = if at == 0 { " if " } else { " else if " };
                html! {
                    <div class="becomes">
                        <span class={(at > 0).then_some("ditto")}>
                            <span class={variable.kind.class()}>{ &variable.text }</span>{ " := " }
                        </span>
                        { pieces(value) }
                        if let Some(condition) = condition {
                            <span class="when">{ word }</span>{ pieces(condition) }
                        } else if branches.len() > 1 {
                            <span class="when">{ " otherwise" }</span>
                        }
                    </div>
                }
            };
            branches.iter().enumerate().map(branch).collect()
        }
    }
}
