//! The user's programs: rename, new, delete, open and save files.

use super::header::target;
use super::source::choose_file;
use super::{Button, Store};
use crate::browser::{files, storage};
use crate::state::{Action, Document, Notice, NoticeKind};
use trace::{Language, Setup};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn Programs(store: &Store) -> Html {
    let document = &store.state.document;
    let on_rename = store.when(|event: Event| {
        let input: HtmlInputElement = target(&event)?;
        Some(Action::Rename(input.value()))
    });
    let mut fresh =
        Setup { source: reader::of(document.setup.language).fresh().into(), ..(*document.setup).clone() };
    fresh.settings.run_first = true;
    let new = Document { unsaved: true, ..Document::new("Untitled", fresh) };
    let (name, setup) = (files::file_name(&document.name), document.setup.clone());
    let save_file = Callback::from(move |_: MouseEvent| {
        let ending = reader::of(setup.language).endings()[0];
        files::download(&format!("{name}.{ending}"), &setup.source);
    });
    html! {
        <div class="programs">
            <label class="stacked">
                <span>{ "Name of this program" }</span>
                <input id="program-name" value={document.name.clone()} maxlength="80" onchange={on_rename} />
            </label>
            <div class="row">
                <Button id="new-program" title="Begin a new program; this one stays saved"
                    onclick={store.on(Action::OpenDocument(new))}>{ "New" }</Button>
                <label class="button" title="Read a program from a file of this computer, or a run that was saved with “Save trace” (in Share)">
                    { "Open file…" }
                    <input type="file" id="open-file" class="hidden" accept={accepted()} onchange={choose_file(store)} />
                </label>
                <Button id="save-file" title="Save the program as a file on this computer" onclick={save_file}>{ "Save file" }</Button>
            </div>
            <h3>{ "Saved in this browser" }</h3>
            <p class="hint">{ "Every edit is saved at once, under the program’s name. School machines may wipe this: save files there." }</p>
            if store.state.saved.is_empty() {
                <p>{ "None yet." }</p>
            }
            <ul class="saved">{ for store.state.saved.iter().map(|(key, name)| saved(store, *key, name)) }</ul>
        </div>
    }
}

/// The names of files that can be opened.
fn accepted() -> String {
    let endings = Language::ALL.into_iter().flat_map(|language| reader::of(language).endings());
    endings.map(|ending| format!(".{ending},")).collect::<String>() + ".jsonl,.txt,text/plain"
}

fn saved(store: &Store, key: u32, name: &str) -> Html {
    let open = store.dispatch.reform(move |_: MouseEvent| match storage::open(key) {
        Some(document) => Action::OpenDocument(document),
        None => {
            let text = "That program is no longer there, or cannot be read.".to_owned();
            Action::Tell(Notice { kind: NoticeKind::Trouble, text })
        }
    });
    let (dispatch, asked) = (store.dispatch.clone(), format!("Delete “{name}” from this browser?"));
    let delete = Callback::from(move |_: MouseEvent| {
        if crate::browser::window().confirm_with_message(&asked).unwrap_or(false) {
            storage::delete(key);
            dispatch.emit(Action::Deleted(key));
            dispatch.emit(Action::Listed(storage::list()));
        }
    });
    let here = store.state.document.key == Some(key);
    html! {
        <li class={classes!(here.then_some("here"))}>
            <span class="name">{ name }{ if here { " (open)" } else { "" } }</span>
            <Button title={format!("Open “{name}”")} label={format!("Open “{name}”")} onclick={open} disabled={here}>{ "Open" }</Button>
            <Button title={format!("Delete “{name}”")} label={format!("Delete “{name}”")} onclick={delete}>{ "Delete" }</Button>
        </li>
    }
}
