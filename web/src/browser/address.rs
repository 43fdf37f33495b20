//! The page's address, whose fragment holds the link to the present step.

use super::window;

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

/// The address with this fragment.
pub fn with_fragment(fragment: &str) -> String {
    let origin = window().location().origin().unwrap_or_default();
    format!("{origin}{}#{fragment}", plain())
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
