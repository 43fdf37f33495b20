//! What the page needs of the browser: storage, address, files, clipboard. Every call that a browser may refuse answers
//! with an `Option` or a `bool`; nothing here panics on a refusal.

pub mod address;

pub mod files;

pub mod storage;

pub use gloo_utils::{document, document_element, window};

use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Element, FocusOptions, HtmlElement, HtmlOptionElement, HtmlSelectElement};

/// Sets an attribute of the document's root element, which the style sheet goes by.
pub fn set_root(attribute: &str, value: &str) {
    let _ = document_element().set_attribute(attribute, value);
}

/// Has something happen in the window, for who listens there.
pub fn announce(what: &str) {
    if let Ok(event) = web_sys::Event::new(what) {
        let _ = window().dispatch_event(&event);
    }
}

/// Puts text on the clipboard; `done` learns whether that worked.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).unwrap_or_default();
    if clipboard.is_undefined() {
        return done(false); // pages that are not served securely have no clipboard
    }
    let written = JsFuture::from(clipboard.unchecked_into::<web_sys::Clipboard>().write_text(text));
    spawn_local(async move { done(written.await.is_ok()) });
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

/// Has every menu show what is chosen. Once a user has chosen from a menu by hand, browsers no longer follow the attribute that says
/// which of the options is selected.
pub fn show_choices() {
    let Ok(menus) = document().query_selector_all("select") else { return };
    for menu in (0..menus.length()).filter_map(|at| menus.get(at)?.dyn_into::<HtmlSelectElement>().ok()) {
        let chosen = menu.query_selector("option[selected]").ok().flatten();
        let value = chosen.and_then(|option| option.dyn_into::<HtmlOptionElement>().ok()).map(|o| o.value());
        if let Some(value) = value.filter(|value| menu.value() != *value) {
            menu.set_value(&value);
        }
    }
}

thread_local! {
    /// The control of the run that had the focus when it could no longer be pressed, by which browsers take the focus away.
    static LEFT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Some browsers take the focus away at once when a control is disabled: remembers which one that was.
pub fn watch_focus() {
    let lost = |event: &web_sys::Event| {
        let control = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        if let Some(control) =
            control.filter(|control| control.matches(".controls :disabled").unwrap_or(false))
        {
            LEFT.with_borrow_mut(|left| *left = Some(control));
        }
    };
    gloo_events::EventListener::new(&document(), "focusout", lost).forget();
}

/// Closes what opens over the page, the settings, when something else is pressed.
pub fn watch_presses() {
    let pressed = |event: &web_sys::Event| {
        let open = document().query_selector(".engine-row details[open]").ok().flatten();
        let at = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        if let Some(open) = open.filter(|open| !open.contains(at.as_ref())) {
            let _ = open.remove_attribute("open");
        }
    };
    gloo_events::EventListener::new(&document(), "pointerdown", pressed).forget();
}

/// Gives the focus back to a control of the run once it can be pressed again; where nothing further is to come, to the one that goes back.
pub fn keep_focus(is_busy: bool) {
    let is = |element: &HtmlElement, selector: &str| element.matches(selector).unwrap_or(false);
    let active = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let next = LEFT.with_borrow_mut(|left| {
        match active {
            Some(element) if is(&element, ".controls :disabled") => *left = Some(element),
            Some(element) if !is(&element, "body") => *left = None,
            _ => {}
        }
        let control = left.clone()?;
        let back = || {
            document().query_selector("#back:not(:disabled)").ok().flatten()?.dyn_into::<HtmlElement>().ok()
        };
        if !is(&control, ":disabled") {
            Some(control)
        } else if is_busy {
            None
        } else {
            back()
        }
    });
    if let Some(next) = next {
        // Where it stands at the edge of the window all the time, there is nothing to scroll to. The control that it leaves is heard of
        // meanwhile.
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = next.focus_with_options(&options);
        LEFT.set(None);
    }
}

/// How large text is, in pixels: a root em.
pub fn font_size() -> f64 {
    let style = window().get_computed_style(&document_element()).ok().flatten();
    let size = style.and_then(|style| style.get_property_value("font-size").ok());
    size.and_then(|size| pixels(&size)).unwrap_or(15.0)
}

/// Takes the whole screen for the page, or gives it back; a browser may refuse.
pub fn fill_screen(wanted: bool) {
    if wanted {
        let _ = document_element().request_fullscreen();
    } else if document().fullscreen_element().is_some() {
        document().exit_fullscreen();
    }
}

/// Whether the window has room for one column only, as the style sheet has it.
pub fn is_narrow() -> bool {
    let query = window().match_media("(max-width: 56.1875em)");
    query.ok().flatten().is_some_and(|list| list.matches())
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Scrolls the element with this id to its top.
pub fn to_top(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.set_scroll_top(0);
    }
}

/// Scrolls the element with this id as little as needed for what the latest step found: the last of what links to the highest step.
pub fn reveal_newest(id: &str) {
    let Some(pane) = document().get_element_by_id(id) else { return };
    let Ok(links) = pane.query_selector_all(".step-link") else { return };
    let links = (0..links.length()).filter_map(|at| links.get(at)?.dyn_into::<HtmlElement>().ok());
    let step = |link: &HtmlElement| pixels(link.text_content()?.strip_prefix("step ")?);
    let newest = links.filter_map(|link| Some((step(&link)?, link))).max_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, link)) = newest else { return };
    show_within(&pane, &link.closest("li, tr, .part, .round-end").ok().flatten().unwrap_or(link.into()));
}

/// Scrolls the element with this id as little as needed for the first in it that a selector names.
pub fn reveal(id: &str, selector: &str) {
    let Some(pane) = document().get_element_by_id(id) else { return };
    if let Ok(Some(block)) = pane.query_selector(selector) {
        show_within(&pane, &block);
    }
}

fn show_within(pane: &Element, block: &Element) {
    let (seen, place) = (pane.get_bounding_client_rect(), block.get_bounding_client_rect());
    let above = place.top() - seen.top();
    let below = (place.bottom() - seen.bottom()).min(above);
    let by = if above < 0.0 { above } else { below.max(0.0) };
    pane.set_scroll_top(pane.scroll_top() + by.ceil() as i32);
}

/// Whether the system prefers dark pages.
pub fn prefers_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten().is_some_and(|list| list.matches())
}
