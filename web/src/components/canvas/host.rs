//! The element that a picture scrolls in, and the pane that it stands in.

use crate::browser::pixels;
use crate::browser::window;
use view::page::decimal::decimal;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Moves the picture along with what drags it.
pub fn drag(host: &HtmlElement, (dx, dy): (f64, f64)) {
    host.set_scroll_left(host.scroll_left() - dx as i32);
    let top = host.scroll_top();
    host.set_scroll_top(top - dy as i32);
    // At its end the pane moves on, or the page if it is one for narrow screens.
    let rest = -(dy as i32) - (host.scroll_top() - top);
    if let Some(pane) = pane(host).filter(|_| rest != 0) {
        let before = pane.scroll_top();
        pane.set_scroll_top(before + rest);
        if pane.scroll_top() == before {
            window().scroll_by_with_x_and_y(0.0, f64::from(rest));
        }
    }
}

/// Tells the style sheet what stands above the picture in its pane, so that both together fill it.
pub fn make_room(host: &HtmlElement) {
    let Some(pane) = pane(host) else { return };
    let above = host.get_bounding_client_rect().top() - pane.get_bounding_client_rect().top()
        + f64::from(pane.scroll_top());
    let _ = host.style().set_property("--above", &format!("{}px", decimal(above, 0)));
}

/// The pane that the picture stands in.
pub fn pane(host: &HtmlElement) -> Option<HtmlElement> {
    host.closest("#pane").ok().flatten()?.dyn_into().ok()
}

/// How high the picture can become, by its style.
pub fn room(host: &HtmlElement) -> f64 {
    let style = window().get_computed_style(host).ok().flatten();
    let most = style.and_then(|style| style.get_property_value("max-height").ok());
    most.and_then(|most| pixels(&most)).unwrap_or(400.0) - 4.0
}
