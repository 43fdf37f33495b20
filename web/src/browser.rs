//! What the page needs of the browser: storage, address, files, clipboard. Every call that a browser may refuse answers
//! with an `Option` or a `bool`; nothing here panics on a refusal.

pub mod address;

pub mod files;

pub mod storage;

use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, Window};

/// The window. The page's program runs nowhere else.
pub fn window() -> Window {
    web_sys::window().unwrap_or_else(|| wasm_bindgen::throw_str("there is no window"))
}

/// Sets an attribute of the document's root element, which the style sheet goes by.
pub fn set_root(attribute: &str, value: &str) {
    if let Some(root) = window().document().and_then(|d| d.document_element()) {
        let _ = root.set_attribute(attribute, value);
    }
}

/// Whether all that the document names has been loaded, or could not be.
pub fn has_loaded() -> bool {
    window().document().is_some_and(|d| d.ready_state() == "complete")
}

/// Puts text on the clipboard; `done` learns whether that worked.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let get = |object: &JsValue, name: &str| js_sys::Reflect::get(object, &name.into()).unwrap_or_default();
    let clipboard = get(&window().navigator(), "clipboard");
    if clipboard.is_undefined() {
        return done(false); // pages that are not served securely have no clipboard
    }
    let promise: JsValue = clipboard.unchecked_into::<web_sys::Clipboard>().write_text(text).into();
    let done = Rc::new(Cell::new(Some(done)));
    let tell = move |good| {
        let done = done.clone();
        Closure::once_into_js(move |_: JsValue| {
            if let Some(done) = done.take() {
                done(good);
            }
        })
    };
    let _ =
        get(&promise, "then").unchecked_into::<js_sys::Function>().call2(&promise, &tell(true), &tell(false));
}

/// The number at the beginning of a length in the style sheet. The browser parses it, because Rust's parser of such
/// numbers needs a table of ten thousand bytes.
pub fn pixels(length: &str) -> Option<f64> {
    Some(js_sys::Number::parse_float(length)).filter(|number| number.is_finite())
}

/// The text in lower case, by the browser: that of Rust's library takes a table of ten thousand bytes.
pub fn lowercase(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

/// How large text is, in pixels: a root em.
pub fn font_size() -> f64 {
    let root = window().document().and_then(|d| d.document_element());
    let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
    let size = style.and_then(|style| style.get_property_value("font-size").ok());
    size.and_then(|size| pixels(&size)).unwrap_or(15.0)
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    let element = window().document().and_then(|d| d.get_element_by_id(id));
    if let Some(element) = element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Scrolls the element with this id to its top.
pub fn to_top(id: &str) {
    if let Some(element) = window().document().and_then(|d| d.get_element_by_id(id)) {
        element.set_scroll_top(0);
    }
}

/// Whether the system prefers dark pages.
pub fn prefers_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten().is_some_and(|list| list.matches())
}
