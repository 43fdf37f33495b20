//! The gallery: the examples, each with a picture of one step and a sentence on what to notice. List and pictures lie beside the page.

use crate::components::{Store, with_code};
use crate::rest;
use crate::state::Action;
use library::EXAMPLES;
use view::page::link::Tab;
use yew::prelude::*;

/// Where list and pictures are, beside the page.
const FOLDER: &str = "gallery";

/// What the list says of an example.
#[derive(Debug, Clone, PartialEq)]
struct Entry {
    key: String,
    tab: Tab,
    step: usize,
    notice: String,
}

/// See the module.
#[component]
pub fn GalleryDialog(store: &Store) -> Html {
    let list = use_state(|| None::<Result<Vec<Entry>, String>>);
    {
        let list = list.clone();
        use_effect_with((), move |()| {
            let done =
                Box::new(move |read: Result<String, String>| list.set(Some(read.map(|text| entries(&text)))));
            rest::text(format!("{FOLDER}/index.txt"), done);
        });
    }
    let entries = match &*list {
        None => return html! { <p role="status">{ "The gallery is being fetched…" }</p> },
        Some(Err(why)) => {
            return html! { <p class="trouble" role="alert">{ format!("The gallery cannot be had: {why}. The menu “Open…” has the same examples.") }</p> };
        }
        Some(Ok(entries)) => entries,
    };
    let mut groups: Vec<&str> = EXAMPLES.iter().map(|example| example.group).collect();
    groups.dedup();
    html! {
        <div class="gallery">
            <p>{ "Each example opens at the step of its picture, with the engine and the settings under which it teaches." }</p>
            { for groups.into_iter().map(|group| html! {
                <section>
                    <h3>{ group }</h3>
                    <ul>{ for EXAMPLES.iter().filter(|example| example.group == group).filter_map(|example| {
                        let entry = entries.iter().find(|entry| entry.key == example.key)?;
                        Some(card(store, example.title, entry))
                    }) }</ul>
                </section>
            }) }
        </div>
    }
}

fn card(store: &Store, title: &'static str, entry: &Entry) -> Html {
    let open = store.on(Action::OpenExample(entry.key.clone(), entry.tab, entry.step));
    html! {
        <li>
            <button type="button" data-key={entry.key.clone()} onclick={open} title="Open this example at this step">
                <img src={format!("{FOLDER}/{}.svg", entry.key)} alt="" loading="lazy" width="240" height="150" />
                <strong>{ title }</strong>
                <span class="notice">{ with_code(&entry.notice) }</span>
            </button>
        </li>
    }
}

/// The list: a line for each example, its key, the view of its picture, the place in the run, the step of that place, and what to notice, with bars between.
fn entries(text: &str) -> Vec<Entry> {
    let one = |line: &str| {
        let mut parts = line.split('|').map(str::trim);
        let key = parts.next()?.to_owned();
        let tab = Tab::named(parts.next()?)?;
        let _place = parts.next()?;
        let step = parts.next()?.parse().ok()?;
        Some(Entry { key, tab, step, notice: parts.next()?.to_owned() })
    };
    text.lines().filter_map(one).collect()
}
