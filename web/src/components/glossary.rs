//! The glossary: every term in a sentence and a picture; and texts whose terms open it.

use super::{Store, marks};
use crate::state::{Action, Dialog};
use view::graph::svg::Group;
use view::page::glossary::{SIZE, TERMS, Term, pieces};
use yew::prelude::*;

/// A text in which each term, where it stands first, opens the glossary.
pub fn explained(store: &Store, text: &str) -> Html {
    html! {
        { for pieces(text).into_iter().map(|(piece, term)| match term {
            None => html! { { piece } },
            Some(term) => html! {
                <button type="button" class="term" title={term.meaning}
                    onclick={store.on(Action::Open(Dialog::Glossary(Some(term.name))))}>{ piece }</button>
            },
        }) }
    }
}

/// See the module; it begins with the term that was asked for.
#[component]
pub fn Glossary(store: &Store) -> Html {
    let first = match store.state.dialog {
        Some(Dialog::Glossary(asked)) => asked,
        _ => None,
    };
    let (asked, others): (Vec<_>, Vec<_>) = TERMS.iter().partition(|term| Some(term.name) == first);
    html! {
        <dl class="glossary">
            { for asked.into_iter().map(|term| entry(term, true)) }
            { for others.into_iter().map(|term| entry(term, false)) }
        </dl>
    }
}

fn entry(term: &Term, is_asked: bool) -> Html {
    let group = Group { class: String::new(), at: (0, 0), title: String::new(), marks: term.picture() };
    html! {
        <div class={is_asked.then_some("asked")}>
            <dt>{ term.name }</dt>
            <dd>
                <svg viewBox={format!("0 0 {} {}", SIZE.0, SIZE.1)} aria-hidden="true">
                    <defs>
                        <marker id="term-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="10" markerHeight="10"
                            markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z" /></marker>
                    </defs>
                    { marks(&group, "term") }
                </svg>
                <p>{ term.meaning }</p>
            </dd>
        </div>
    }
}
