//! The page's address, whose fragment holds the link to the present step.

use super::window;
use crate::state::Theme;

/// The fragment, with its `#`; empty when there is none.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Replaces the fragment without a new entry in the history of the browser.
pub fn set_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        let url = if fragment.is_empty() { plain() } else { format!("#{fragment}") };
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url));
    }
}

/// The address of the whole page with this fragment. What has no origin of its own, as in a sandbox, has an address all the same.
pub fn with_fragment(fragment: &str) -> String {
    format!("{}#{fragment}", base())
}

/// The address of the page with this fragment, to be embedded in another page.
pub fn embedded(fragment: &str, theme: Theme) -> String {
    let asked = match theme {
        Theme::Light => "embed",
        Theme::Dark => "embed=dark",
        Theme::Presenter => "embed=presenter",
    };
    format!("{}?{asked}#{fragment}", base())
}

/// Whether the page is embedded in another one; if so, perhaps with the theme that its address asks for.
pub fn embedding() -> Option<Option<Theme>> {
    let search = window().location().search().unwrap_or_default();
    let mut asked = search.trim_start_matches('?').split('&');
    asked.find_map(|part| match part.split_once('=').unwrap_or((part, "")) {
        ("embed", theme) => Some(Theme::named(theme)),
        _ => None,
    })
}

/// The address without query and fragment.
fn base() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

fn plain() -> String {
    let location = window().location();
    location.pathname().unwrap_or_default() + &location.search().unwrap_or_default()
}

/// Whether the page was loaded anew where it was, rather than by following a link or typing an address.
pub fn is_reloaded() -> bool {
    let performance = window().performance();
    let entry = performance.and_then(|all| all.get_entries_by_type("navigation").iter().next());
    let kind = entry.and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok());
    kind.and_then(|kind| kind.as_string()).as_deref() == Some("reload")
}
