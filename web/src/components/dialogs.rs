//! The dialogs, one at a time. The browser's own modal dialog keeps the focus inside and closes on Escape.

use super::glossary::Glossary;
use super::help::Help;
use super::programs::Programs;
use super::{Button, Store, part};
use crate::browser::{address, copy};
use crate::panes::lesson;
use crate::state::{Action, Dialog};
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

/// See the module.
#[component]
pub fn Dialogs(store: &Store) -> Html {
    match &store.state.dialog {
        None => html! {},
        Some(Dialog::Help) => modal(store, "Help", part::<Help>(store)),
        Some(Dialog::Glossary(asked)) => modal(store, "Glossary", html! { <Glossary asked={*asked} /> }),
        Some(Dialog::Lessons) => modal(store, "Lessons", lesson::list(store)),
        Some(Dialog::Programs) => modal(store, "Your programs", part::<Programs>(store)),
        Some(Dialog::Share(Ok(link))) => {
            let link = address::with_fragment(link);
            modal(store, "Share this step", html! { <Share {link} /> })
        }
        Some(Dialog::Share(Err(why))) => modal(
            store,
            "Share this step",
            html! { <p class="trouble">{ "No link can be made: " }{ why }{ "." }</p> },
        ),
    }
}

fn modal(store: &Store, title: &'static str, content: Html) -> Html {
    html! { <Modal key={title} {title} on_close={store.on(Action::CloseDialog)}>{ content }</Modal> }
}

#[derive(Properties, PartialEq)]
struct ModalProps {
    title: AttrValue,
    on_close: Callback<()>,
    children: Html,
}

#[component]
fn Modal(p: &ModalProps) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                let _ = dialog.show_modal();
            }
        });
    }
    let closed = p.on_close.reform(|_: Event| ());
    // The browser closes it, and gives the focus back to what had it before.
    let button = {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    html! {
        <dialog ref={dialog} class="modal" onclose={closed} aria-labelledby="dialog-title">
            <div class="modal-head">
                <h2 id="dialog-title">{ &p.title }</h2>
                <Button title="Close (key: Esc)" onclick={button}>{ "Close" }</Button>
            </div>
            <div class="modal-body">{ p.children.clone() }</div>
        </dialog>
    }
}

#[derive(Properties, PartialEq)]
struct ShareProps {
    link: AttrValue,
}

#[component]
fn Share(p: &ShareProps) -> Html {
    let copied = use_state(|| None::<bool>);
    let field = use_node_ref();
    let on_copy = {
        let (copied, field, link) = (copied.clone(), field.clone(), p.link.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                input.select();
            }
            let copied = copied.clone();
            copy(&link, move |good| copied.set(Some(good)));
        })
    };
    html! {
        <>
            <p>{ "The link holds the program, engine, settings, step and tab, and the formulas that you wrote; nothing is stored anywhere else." }</p>
            <div class="share">
                <input id="link" ref={field} readonly=true value={p.link.clone()} aria-label="Link" />
                <Button id="copy-link" class="primary" title="Copy the link" onclick={on_copy}>{ "Copy" }</Button>
            </div>
            <p class="hint" role="status">
                { format!("{} characters. ", p.link.chars().count()) }
                { match *copied {
                    None => "",
                    Some(true) => "Copied.",
                    Some(false) => "The browser does not allow copying; the link is selected, copy it with Ctrl+C.",
                } }
            </p>
        </>
    }
}
