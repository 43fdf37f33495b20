//! The browser's storage. Saved programs stand under one key each, shared by all tabs; what a tab needs to survive a
//! reload stands in the tab's own storage. Storage may be switched off or full: then nothing is remembered.

use super::{lowercase, window};
use crate::state::{Action, Document, Theme};
use logic::order;
use std::rc::Rc;
use view::page::store::{self, Save, Saved, free_name};
use web_sys::Storage;

const PROGRAM: &str = "loopglass.program.";
const THEME: &str = "loopglass.theme";
/// How the window is shared out among its columns.
const SHARE: &str = "loopglass.share.";
/// How far lessons have come.
const LESSON: &str = "loopglass.lesson.";
const LAST: &str = "loopglass.last";
const TAB_PROGRAM: &str = "loopglass.tab.program";
const TAB_KEY: &str = "loopglass.tab.key";
const TAB_ADDRESS: &str = "loopglass.tab.address";

/// The most programs that are saved.
const MOST: usize = 200;

fn shared() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn own() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn get(storage: Option<Storage>, key: &str) -> Option<String> {
    storage?.get_item(key).ok().flatten()
}

fn set(storage: Option<Storage>, key: &str, value: &str) -> bool {
    storage.is_some_and(|s| s.set_item(key, value).is_ok())
}

/// The theme that was chosen last.
pub fn theme() -> Option<Theme> {
    Theme::named(&get(shared(), THEME)?)
}

/// Remembers the theme.
pub fn set_theme(theme: Theme) {
    set(shared(), THEME, theme.name());
}

/// What is remembered of a lesson.
pub fn lesson(name: &str) -> Option<String> {
    get(shared(), &format!("{LESSON}{name}"))
}

/// Remembers something of a lesson.
pub fn keep_lesson(name: &str, text: &str) {
    set(shared(), &format!("{LESSON}{name}"), text);
}

/// A share of the window that was chosen last, in hundredths.
pub fn share(name: &str) -> Option<f64> {
    super::pixels(&get(shared(), &format!("{SHARE}{name}"))?)
}

/// Remembers a share of the window.
pub fn set_share(name: &str, hundredths: &str) {
    set(shared(), &format!("{SHARE}{name}"), hundredths);
}

/// The program key in the name of a storage entry.
pub fn program_key(entry: &str) -> Option<u32> {
    entry.strip_prefix(PROGRAM)?.parse().ok()
}

/// The saved programs: their keys and names, by name.
pub fn list() -> Vec<(u32, String)> {
    let Some(storage) = shared() else { return Vec::new() };
    let mut found: Vec<(u32, String)> = (0..storage.length().unwrap_or(0))
        .filter_map(|i| program_key(&storage.key(i).ok()??))
        .filter_map(|key| Some((key, load(key)?.name)))
        .take(MOST)
        .collect();
    order::sort_by_key(&mut found, |(key, name)| (lowercase(name), *key));
    found
}

/// A saved program.
pub fn load(key: u32) -> Option<Saved> {
    Saved::decode(&get(shared(), &format!("{PROGRAM}{key}"))?).ok()
}

/// A saved program as a document.
pub fn open(key: u32) -> Option<Document> {
    let saved = load(key)?;
    let revision = saved.revision;
    Some(Document { key: Some(key), revision, ..Document::new(&saved.name, saved.setup) })
}

/// Forgets a saved program.
pub fn delete(key: u32) {
    if let Some(storage) = shared() {
        let _ = storage.remove_item(&format!("{PROGRAM}{key}"));
    }
}

/// Saves a document, under a new key if it has none or another tab has changed it meanwhile; none when the storage is
/// full or switched off.
pub fn save(document: &Document) -> Option<Action> {
    let stored = document.key.and_then(|key| get(shared(), &format!("{PROGRAM}{key}")));
    let wanted = store::save(stored.as_deref(), document.revision, &document.name, &document.setup);
    let (key, name, decision) = match (document.key, wanted) {
        (Some(key), wanted @ Save::Write { .. }) => (key, document.name.clone(), wanted),
        _ => {
            let programs = list();
            let key = programs.iter().map(|(key, _)| *key).max().unwrap_or(0).saturating_add(1);
            let taken: Vec<String> = programs.into_iter().map(|(_, name)| name).collect();
            let name = free_name(&document.name, &taken);
            (key, name.clone(), store::save(None, 0, &name, &document.setup))
        }
    };
    let Save::Write { text, revision } = decision else { return None };
    if !set(shared(), &format!("{PROGRAM}{key}"), &text) {
        return None;
    }
    set(shared(), LAST, &key.to_string());
    let conflict = document.key.is_some_and(|own| own != key);
    Some(Action::Saved { key, name, revision, conflict })
}

/// The program that was saved last, by any tab.
pub fn last() -> Option<Document> {
    open(get(shared(), LAST)?.parse().ok()?)
}

/// Notes what this tab has in its editor and in its address, for when it is reloaded.
pub fn note_tab(document: &Document, address: &str) {
    let Document { name, setup, revision, .. } = document;
    let saved = Saved { name: name.clone(), setup: (**setup).clone(), revision: *revision };
    set(own(), TAB_PROGRAM, &saved.encode());
    set(own(), TAB_KEY, &document.key.map(|key| key.to_string()).unwrap_or_default());
    set(own(), TAB_ADDRESS, address);
}

/// What this tab had before it was reloaded: its document and the fragment of its address.
pub fn noted_tab() -> Option<(Document, String)> {
    let saved = Saved::decode(&get(own(), TAB_PROGRAM)?).ok()?;
    let key: Option<u32> = get(own(), TAB_KEY).and_then(|key| key.parse().ok());
    let address = get(own(), TAB_ADDRESS).unwrap_or_default();
    // Only a program that is still there keeps its key; what another tab has saved since is newer.
    let stored = key.and_then(load);
    if let (Some(key), Some(stored)) = (key, &stored)
        && stored.revision > saved.revision
    {
        return Some((open(key)?, address));
    }
    let document = Document {
        key: key.filter(|_| stored.is_some()),
        name: saved.name,
        revision: saved.revision,
        unsaved: stored.is_some_and(|stored| stored.setup != saved.setup),
        setup: Rc::new(saved.setup),
    };
    Some((document, address))
}
