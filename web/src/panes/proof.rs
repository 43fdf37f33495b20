//! The refutation behind an answer, as a tree: clauses, the lemmas with their multipliers, the partial interpolants.

use crate::components::{FormulaView, Store, Symbols};
use crate::state::Run;
use std::rc::Rc;
use trace::{Partials, Place, ProofLiteral, ProofReason, ProofTree, Query, Side, Summand};
use view::query::formula::{Limit, Palette, part_name};
use view::query::proof_tree::{ArithmeticLine, ProofRow, arithmetic, reason, rows};
use yew::prelude::*;

/// The deepest indentation that is drawn.
const DEEPEST: usize = 12;

/// What every part of the tree needs.
struct Look<'a> {
    store: &'a Store,
    run: &'a Run,
    query: &'a Query,
}

/// See the module.
pub fn view(store: &Store, run: &Run, query: &Query, tree: &ProofTree) -> Html {
    let look = Look { store, run, query };
    let about = match tree.partials {
        Partials::None => "",
        Partials::Answer => "The partial interpolant of the contradiction is the interpolant above.",
        Partials::Proof => {
            "The interpolant above was found by search; the partial interpolants here belong to the one that this refutation gives."
        }
    };
    html! {
        <details class="proof" id="proof">
            <summary title="Clauses and lemmas that lead to the contradiction">{ "Proof tree" }</summary>
            <p class="hint">
                { "The contradiction comes first; what it is derived from stands below it. " }{ about }
                if tree.folded > 0 { { format!(" {} obvious steps are not shown.", tree.folded) } }
            </p>
            <ol class="proof-rows">{ for rows(tree).iter().map(|row| look.row(row)) }</ol>
        </details>
    }
}

impl Look<'_> {
    fn row(&self, row: &ProofRow<'_>) -> Html {
        let style = format!("--depth: {}", row.depth.min(DEEPEST));
        let node = row.node;
        html! {
            <li class="proof-row" {style} aria-label={format!("clause {}", row.number)}>
                <div class="proof-head">
                    <span class="proof-number" title="The clauses are numbered in the order of derivation">{ row.number }</span>
                    <div class="proof-clause">{ self.clause(row) }</div>
                </div>
                <div class="proof-facts">
                    <span>{ reason(&node.reason) }</span>
                    if let ProofReason::Given(part) = node.reason { <span class="origin">{ self.part(part) }</span> }
                    if let Some(pivot) = row.pivot {
                        <span class="pivot" title="The atom that is resolved on">{ "resolved on " }{ self.formula(pivot, None) }</span>
                    }
                    if row.repeated { <span class="origin">{ "shown above already" }</span> }
                </div>
                if !row.repeated {
                    if let ProofReason::Lemma(contradiction) = &node.reason {
                        <details class="lemma">
                            <summary title="The multipliers that make the lemma a contradiction">{ "why" }</summary>
                            { for arithmetic(contradiction).iter().map(|(depth, line)| self.line(*depth, line)) }
                        </details>
                    }
                    if let Some(partial) = node.partial {
                        <div class="partial">
                            <span class="origin" title="A with the negated literals of A implies it; B with those of B contradicts it">
                                { "partial interpolant" }
                            </span>
                            { self.formula(partial, Some(Side::A)) }
                        </div>
                    }
                }
            </li>
        }
    }

    fn clause(&self, row: &ProofRow<'_>) -> Html {
        if row.node.clause.is_empty() {
            return html! { <strong>{ "⊥ contradiction" }</strong> };
        }
        html! {
            { for row.node.clause.iter().enumerate().map(|(i, literal)| html! {
                <span class="literal">
                    if i > 0 { <span class="f-connective">{ "∨ " }</span> }
                    { self.literal(literal) }
                </span>
            }) }
        }
    }

    fn literal(&self, literal: &ProofLiteral) -> Html {
        let side = match literal.place {
            Place::Local(side) => side,
            Place::Shared(Side::Neither) => Side::A,
            Place::Shared(side) => side,
        };
        self.formula(literal.formula, Some(side))
    }

    fn formula(&self, id: trace::FormulaId, side: Option<Side>) -> Html {
        let symbols: Symbols =
            Rc::new(side.map_or_else(Palette::plain, |side| Palette::of(side, &self.query.shared)));
        let limit = Limit { width: 60, ..Limit::PANE };
        html! {
            <FormulaView formula={self.run.history.formula(id).cloned()} {symbols} notation={self.store.state.notation} {limit} />
        }
    }

    fn line(&self, depth: usize, line: &ArithmeticLine<'_>) -> Html {
        let style = format!("--depth: {}", depth.min(DEEPEST));
        let content = match line {
            ArithmeticLine::Summand(summand) => self.summand(summand),
            ArithmeticLine::Total(total, what) => html! {
                <span><code>{ total.replace("<=", "≤") }</code>{ ", " }{ *what }</span>
            },
            ArithmeticLine::Case(atom, holds) => html! {
                <>{ if *holds { "if " } else { "if not " } }{ self.literal(atom) }</>
            },
            ArithmeticLine::Folded => html! { { "too long to be shown" } },
        };
        let class = match line {
            ArithmeticLine::Total(..) => "lemma-line total",
            _ => "lemma-line",
        };
        html! { <div {class} {style}>{ content }</div> }
    }

    fn summand(&self, summand: &Summand) -> Html {
        let from = match summand.given {
            Some(part) => self.part(part),
            None => "assumed".into(),
        };
        html! {
            <>
                <span class="factor" title="The multiplier">{ &summand.factor }{ " ×" }</span>
                { self.literal(&summand.literal) }
                <span class="origin">{ from }</span>
            </>
        }
    }

    fn part(&self, index: u32) -> String {
        let part = self.query.parts.get(index as usize);
        part.map_or_else(String::new, |part| format!("from {}", part_name(self.run.setup.engine, &part.name)))
    }
}
