//! The dialogs, one at a time. The browser's own modal dialog keeps the focus inside and closes on Escape.

use super::glossary::Glossary;
use super::help::Help;
use super::programs::Programs;
use super::{Button, Store, later};
use crate::panes::lesson;
use crate::share::{GalleryDialog, ShareDialog};
use crate::state::{Action, Dialog};
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn Dialogs(store: &Store) -> Html {
    match &store.state.dialog {
        None => html! {},
        Some(Dialog::Help) => modal(store, "Help", later::<Help>(store)),
        Some(Dialog::Glossary(_)) => modal(store, "Glossary", later::<Glossary>(store)),
        Some(Dialog::Lessons) => modal(store, "Lessons", lesson::list(store)),
        Some(Dialog::Programs) => modal(store, "Your programs", later::<Programs>(store)),
        Some(Dialog::Gallery) => modal(store, "Gallery", later::<GalleryDialog>(store)),
        Some(Dialog::Share(_)) => modal(store, "Share this step", later::<ShareDialog>(store)),
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
