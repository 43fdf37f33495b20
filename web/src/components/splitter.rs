//! The bars between the columns: dragged, or moved with the arrow keys, they change how the window is shared out. The
//! style sheet goes by the variables that are set here; what was chosen is remembered.

use crate::browser::{document, document_element, storage, window};
use view::page::decimal::decimal;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// What a bar changes, in hundredths of the window, or of the left column's height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// How wide the left column is.
    Left,
    /// How high the text is in the left column, with the algorithm below it.
    Text,
    /// How wide the algorithm's column is, where it stands to the right.
    Right,
}

impl Share {
    const ALL: [Share; 3] = [Share::Left, Share::Text, Share::Right];

    /// Its name in storage.
    fn name(self) -> &'static str {
        match self {
            Share::Left => "left",
            Share::Text => "text",
            Share::Right => "right",
        }
    }

    /// The least and the most.
    fn limits(self) -> (f64, f64) {
        match self {
            Share::Text => (15.0, 85.0),
            Share::Left | Share::Right => (14.0, 48.0),
        }
    }

    /// Shares the window out anew.
    fn apply(self, hundredths: f64) {
        let Some(root) = document_element().dyn_into::<HtmlElement>().ok() else { return };
        let set = |name: &str, value: f64, unit: &str| {
            let _ = root.style().set_property(name, &format!("{}{unit}", decimal(value, 2)));
        };
        match self {
            Share::Left => set("--left", hundredths, "vw"),
            Share::Right => set("--right", hundredths, "vw"),
            Share::Text => {
                set("--upper", hundredths, "fr");
                set("--lower", 100.0 - hundredths, "fr");
            }
        }
    }
}

/// Shares the window out as it was left.
pub fn restore() {
    for share in Share::ALL {
        if let Some(hundredths) = storage::share(share.name()) {
            let (least, most) = share.limits();
            share.apply(hundredths.clamp(least, most));
        }
    }
}

/// Which bar.
#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    /// Its id.
    pub id: &'static str,
    /// What it is for.
    pub title: &'static str,
    /// Whether it lies between text and algorithm where these stand one above the other, and to the left of the algorithm
    /// where that has a column of its own.
    #[prop_or_default]
    pub follows: bool,
}

/// See the module.
#[component]
pub fn Splitter(p: &SplitterProps) -> Html {
    let follows = p.follows;
    let bar = use_node_ref();
    {
        let bar = bar.clone();
        use_effect(move || {
            if let Some(bar) = bar.cast::<Element>() {
                tell(&bar, follows);
            }
        });
    }
    let on_down = Callback::from(|event: PointerEvent| {
        if let Some(bar) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            event.prevent_default();
            let _ = bar.set_pointer_capture(event.pointer_id());
        }
    });
    let on_move = Callback::from(move |event: PointerEvent| {
        if let Some(bar) = event.target().and_then(|target| target.dyn_into::<Element>().ok())
            && bar.has_pointer_capture(event.pointer_id())
        {
            let share = share_of(&bar, follows);
            choose(share, at(share, f64::from(event.client_x()), f64::from(event.client_y())));
            tell(&bar, follows);
        }
    });
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let Some(bar) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let by = match event.key().as_str() {
            "ArrowLeft" | "ArrowUp" => -16.0,
            "ArrowRight" | "ArrowDown" => 16.0,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let share = share_of(&bar, follows);
        let rect = bar.get_bounding_client_rect();
        choose(
            share,
            at(share, rect.left() + rect.width() / 2.0 + by, rect.top() + rect.height() / 2.0 + by),
        );
        tell(&bar, follows);
    });
    html! {
        <section class="shares" aria-label={p.title}>
            <div ref={bar} id={p.id} class="splitter" role="separator" tabindex="0" title={p.title} aria-label={p.title}
                onpointerdown={on_down} onpointermove={on_move} onkeydown={on_key}></div>
        </section>
    }
}

/// What a bar changes where it stands now.
fn share_of(bar: &Element, follows: bool) -> Share {
    let rect = bar.get_bounding_client_rect();
    match follows {
        false => Share::Left,
        true if rect.width() > rect.height() => Share::Text,
        true => Share::Right,
    }
}

/// Says where a bar stands, in hundredths, to those who do not see it.
fn tell(bar: &Element, follows: bool) {
    let (rect, share) = (bar.get_bounding_client_rect(), share_of(bar, follows));
    let now = at(share, rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0);
    let _ = bar.set_attribute("aria-valuenow", &decimal(now.clamp(0.0, 100.0), 0));
}

/// How large a share becomes when its bar's middle is at this point of the window.
fn at(share: Share, x: f64, y: f64) -> f64 {
    let part = |selector: &str| {
        let element = document().query_selector(selector).ok().flatten();
        element.map(|element| element.get_bounding_client_rect())
    };
    let width = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(1280.0);
    match share {
        Share::Left => 100.0 * x / width,
        Share::Right => 100.0 * (width - x) / width,
        Share::Text => {
            let top = part(".source").map_or(0.0, |rect| rect.top());
            let bottom = part(".algorithm").map_or(1.0, |rect| rect.bottom());
            100.0 * (y - top) / (bottom - top).max(1.0)
        }
    }
}

/// Shares the window out anew, and remembers it.
fn choose(share: Share, hundredths: f64) {
    let (least, most) = share.limits();
    let hundredths = hundredths.clamp(least, most);
    share.apply(hundredths);
    storage::set_share(share.name(), &decimal(hundredths, 2));
}
