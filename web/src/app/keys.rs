//! The keyboard: which key does what, and where it does nothing.

use crate::state::compare::ByCompare;
use crate::state::{Action, Dialog, Go};
use view::run::timeline::Jump;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// The action of a key press, if it has one where it was pressed; the browser then does nothing of its own.
pub fn action(event: &KeyboardEvent) -> Option<Action> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let inside =
        |selector: &str| target.as_ref().is_some_and(|t| t.closest(selector).ok().flatten().is_some());
    if event.default_prevented()
        || event.alt_key()
        || event.ctrl_key()
        || event.meta_key()
        || inside("dialog")
        // This key closes what lies above the page.
        || event.key() == "Escape" && inside("html:has(:popover-open)")
    {
        return None;
    }
    let action = if inside(".editor-host, textarea, select, input:not([type=range])") {
        None
    } else {
        plain(&event.key(), inside("input"))
    }?;
    event.prevent_default();
    Some(action)
}

/// Control and Enter start anew, in the editor as elsewhere; nobody else gets that key.
pub fn start(event: &KeyboardEvent) -> Option<Action> {
    if event.key() != "Enter" || !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
        return None;
    }
    event.prevent_default();
    event.stop_propagation();
    Some(Action::Restart)
}

/// The action of a key without modifiers. The slider keeps the keys that move it.
fn plain(key: &str, on_slider: bool) -> Option<Action> {
    let go = |go| Some(Action::Go(go));
    let tab = |place: usize| Some(Action::ShowPlace(place));
    match key {
        "ArrowRight" | "ArrowLeft" | "Home" | "End" if on_slider => None,
        "ArrowRight" | "l" => go(Go::Step),
        "ArrowLeft" | "h" => go(Go::Back),
        // What a presenter's clicker sends goes through the lesson, where there is one.
        "PageDown" | "n" => Some(Action::Turn(Go::Step)),
        "PageUp" | "p" => Some(Action::Turn(Go::Back)),
        "Home" => go(Go::First),
        "End" => go(Go::End),
        "i" => go(Go::Next(Jump::Interpolant)),
        "I" => go(Go::Previous(Jump::Interpolant)),
        "u" => go(Go::Next(Jump::Unrolling)),
        "U" => go(Go::Previous(Jump::Unrolling)),
        "1" => tab(0),
        "2" => tab(1),
        "3" => tab(2),
        "4" => tab(3),
        "5" => tab(4),
        "6" => tab(5),
        "7" => tab(6),
        "d" => Some(Action::Compare(ByCompare::Part)),
        "s" => Some(Action::ToggleStage),
        // The key with which a presenter blanks the screen.
        "." | "b" => Some(Action::TogglePause),
        "Escape" => Some(Action::Cancel),
        "?" => Some(Action::Open(Dialog::Help)),
        "e" => {
            focus_editor();
            Some(Action::Dismiss)
        }
        _ => None,
    }
}

fn focus_editor() {
    let editor = crate::browser::window()
        .document()
        .and_then(|d| d.query_selector(".editor-host .cm-content, .editor-host textarea").ok().flatten());
    if let Some(editor) = editor.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = editor.focus();
    }
}
