//! The program as a single loop over `pc`: what the engines see of a program with several loops.

use super::empty;
use crate::components::{Button, Store};
use crate::state::{Action, Document};
use std::rc::Rc;
use trace::{Language, Setup};
use view::program::single_loop::{Piece, single_loop};
use yew::prelude::*;

/// See the module.
#[component]
pub fn SingleLoopPane(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let made =
        use_memo((setup.source.clone(), setup.dialect()), |(source, dialect)| single_loop(source, *dialect));
    let made = match made.as_ref() {
        Ok(made) => made,
        Err(why) => return empty(why.sentence()),
    };
    let opened = Setup { source: made.text.clone(), language: Language::Imp, ..(**setup).clone() };
    let document = Document {
        unsaved: true,
        ..Document::new(&format!("{} as one loop", store.state.document.name), opened)
    };
    html! {
        <div class="single-loop">
            <div class="row">
                <p class="hint">
                    { match &made.pc {
                        Some(pc) => html! { <>
                            { "The engines work on one loop. Here all loops are branches of it, and " }
                            <code>{ pc }</code>{ " says where control is. Point at a part to see where it comes from." }
                        </> },
                        None => html! { { "The program has a single loop already; nothing had to be changed." } },
                    } }
                </p>
                <Button id="open-single-loop" title="Open this text as a program of its own" onclick={store.on(Action::OpenDocument(document))}>{ "Open it" }</Button>
            </div>
            <pre class="single-loop-text" tabindex="0" aria-label="The program as a single loop">
                { for made.lines.iter().enumerate().map(|(i, line)| html! {
                    <div class="code-line">
                        <span class="code-number" aria-hidden="true">{ i + 1 }</span>
                        <code>{ for line.iter().map(|piece| self::piece(store, piece)) }</code>
                    </div>
                }) }
            </pre>
        </div>
    }
}

fn piece(store: &Store, piece: &Piece) -> Html {
    let focus = store.state.focus.hover.or(store.state.focus.cursor);
    let lit = focus.is_some_and(|place| piece.comes_from(place));
    let class = classes!(piece.class, lit.then_some("lit"));
    let Some(place) = piece.place else {
        return html! { <span {class}>{ &piece.text }</span> };
    };
    let enter = store.on::<MouseEvent>(Action::Point(Rc::new(vec![place])));
    let leave = store.on::<MouseEvent>(Action::Point(Rc::default()));
    let click = store.on::<MouseEvent>(Action::LookAt(place.0, place.1));
    html! { <span {class} onmouseenter={enter} onmouseleave={leave} onclick={click}>{ &piece.text }</span> }
}
