//! The picture of the state space with what one does to it: it is dragged, zoomed by the wheel (with Ctrl held, or when it has the
//! focus), by two fingers and by keys, and tells of the point under the mouse, or under the cursor that Shift and the arrow keys move.

use crate::components::marks;
use crate::state::Action;
use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use view::space::frame::{Axis, Choice, at_most};
use view::space::grid::Place;
use view::space::picture::{Picture, Scene};
use view::space::words::{at_point, sentences};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};
use yew::prelude::*;

/// How much more is seen after zooming out, and less after zooming in.
const OUT: f64 = 1.25;
const IN: f64 = 0.75;

/// A point of the grid: which of the pictures beside each other, column and row.
type Cursor = (usize, usize, usize);

/// What the mouse or fingers hold.
#[derive(Default)]
struct Held {
    /// The pointers that are down, where they are, and where they were when the last one came.
    down: Vec<(i32, (f64, f64))>,
    from: Vec<(i32, (f64, f64))>,
    /// What was seen then.
    window: [(i64, i64); 2],
}

impl Held {
    /// The mouse drags what is seen, and two fingers pinch it.
    fn moved(&mut self, p: &PlaneProps, event: &PointerEvent) {
        for one in self.down.iter_mut().filter(|one| one.0 == event.pointer_id()) {
            one.1 = at(event);
        }
        let apart = |all: &[(i32, (f64, f64))]| (all[0].1.0 - all[1].1.0).hypot(all[0].1.1 - all[1].1.1);
        match (&self.from[..], &self.down[..], p.picture.places.first()) {
            ([_, _], [_, _], _) => zoom(p, self.window, apart(&self.from) / apart(&self.down).max(8.0)),
            ([from], [to], Some(place)) if event.pointer_type() != "touch" => {
                let columns = ((from.1.0 - to.1.0) / place.cell.0).round() as i64;
                let rows = ((to.1.1 - from.1.1) / place.cell.1).round() as i64;
                let by = [columns, if p.scene.frame.y.is_some() { rows } else { 0 }];
                show(p, [0, 1].map(|i| (self.window[i].0 + by[i], self.window[i].1 + by[i])));
            }
            _ => {}
        }
    }
}

fn at(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

/// What is drawn.
#[derive(Properties, Clone)]
pub struct PlaneProps {
    /// What there is.
    pub scene: Rc<Scene>,
    /// How it is drawn.
    pub picture: Rc<Picture>,
    /// What the user has chosen.
    pub choice: Choice,
    /// Takes actions.
    pub dispatch: Callback<Action>,
}

impl PartialEq for PlaneProps {
    fn eq(&self, other: &PlaneProps) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene) && self.picture == other.picture && self.choice == other.choice
    }
}

/// See the module.
#[component]
pub fn Plane(p: &PlaneProps) -> Html {
    let host = use_node_ref();
    let cursor = use_state_eq(|| None::<Cursor>);
    let held = use_mut_ref(Held::default);
    {
        let (host, p) = (host.clone(), p.clone());
        use_effect_with((p.scene.frame.clone(), p.picture.places.clone()), move |_| {
            let listener = host.cast::<Element>().map(|element| {
                let own = element.clone();
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&element, "wheel", options, move |event| {
                    let event: &WheelEvent = event.unchecked_ref();
                    let active = crate::browser::document().active_element();
                    if event.ctrl_key() || active.as_ref() == Some(&own) {
                        event.prevent_default();
                        zoom(&p, seen(&p), if event.delta_y() > 0.0 { OUT } else { IN });
                    }
                })
            });
            move || drop(listener)
        });
    }
    let onpointermove = {
        let (p, cursor, held, host) = (p.clone(), cursor.clone(), held.clone(), host.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(host) = host.cast::<HtmlElement>() else { return };
            let rect = host.get_bounding_client_rect();
            let (x, y) =
                (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top());
            let held = &mut *held.borrow_mut();
            if held.down.iter().any(|one| one.0 == event.pointer_id()) {
                return held.moved(&p, &event);
            }
            let (columns, rows) = p.scene.frame.size();
            let over = |(i, place): (usize, &Place)| {
                let column = ((x - place.left) / place.cell.0).floor();
                let row = place.rows as f64 - 1.0 - ((y - place.top) / place.cell.1).floor();
                let is_inside =
                    column >= 0.0 && row >= 0.0 && (column as usize) < columns && (row as usize) < rows;
                is_inside.then_some((i, column as usize, row as usize))
            };
            cursor.set(p.picture.places.iter().enumerate().find_map(over));
        })
    };
    let onpointerdown = {
        let (p, held) = (p.clone(), held.clone());
        Callback::from(move |event: PointerEvent| {
            let mut held = held.borrow_mut();
            if event.is_primary() {
                held.down.clear();
            }
            if held.down.len() < 2 {
                held.down.push((event.pointer_id(), at(&event)));
            }
            (held.from, held.window) = (held.down.clone(), seen(&p));
            // One finger scrolls the page.
            if (event.pointer_type() != "touch" || held.down.len() > 1)
                && let Some(target) = event.current_target().and_then(|t| t.dyn_into::<Element>().ok())
            {
                let _ = target.set_pointer_capture(event.pointer_id());
            }
        })
    };
    let onpointerup = {
        let held = held.clone();
        Callback::from(move |event: PointerEvent| {
            held.borrow_mut().down.retain(|one| one.0 != event.pointer_id());
        })
    };
    let onpointerleave = {
        let cursor = cursor.clone();
        Callback::from(move |_: PointerEvent| cursor.set(None))
    };
    let onkeydown = {
        let (p, cursor) = (p.clone(), cursor.clone());
        Callback::from(move |event: KeyboardEvent| {
            let (dx, dy) = match event.key().as_str() {
                "ArrowLeft" => (-1, 0),
                "ArrowRight" => (1, 0),
                "ArrowDown" => (0, -1),
                "ArrowUp" => (0, 1),
                "+" | "=" => return done(&event, || zoom(&p, seen(&p), IN)),
                "-" => return done(&event, || zoom(&p, seen(&p), OUT)),
                "0" => {
                    return done(&event, || {
                        p.dispatch.emit(Action::Space(Choice { window: None, ..p.choice.clone() }))
                    });
                }
                _ => return,
            };
            if event.alt_key() {
                let by = seen(&p);
                let moved = [(by[0].0 + dx, by[0].1 + dx), (by[1].0 + dy, by[1].1 + dy)];
                return done(&event, || show(&p, moved));
            }
            // Without Shift the arrows to the left and right are those of the time line.
            if !event.shift_key() && dx != 0 {
                return;
            }
            let (columns, rows) = p.scene.frame.size();
            let (part, column, row) = cursor.unwrap_or((0, columns / 2, rows / 2));
            let along =
                |at: usize, by: i64, count: usize| (at as i64 + by).clamp(0, count as i64 - 1) as usize;
            done(&event, || cursor.set(Some((part, along(column, dx, columns), along(row, dy, rows)))));
        })
    };
    let (width, height) = p.picture.size;
    let text = sentences(&p.scene);
    html! {
        <div class="space-plane graph" tabindex="0" role="group" aria-label="The state space: Shift and the arrow keys move a cursor, + and − zoom, Alt and the arrow keys move the window, 0 shows it as at first"
            style={format!("height: max(100%, {height}px)")} ref={host} {onkeydown} {onpointermove} {onpointerdown} onpointercancel={onpointerup.clone()} {onpointerup} {onpointerleave}>
            <svg id="space" viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()} aria-hidden="true">
                <defs>
                    <marker id="space-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                        <path d="M0 0 L10 5 L0 10 z" class="sp-head" />
                    </marker>
                </defs>
                { for p.picture.groups.iter().map(|group| html! {
                    <g class={group.class.clone()} transform={format!("translate({} {})", group.at.0, group.at.1)}>{ marks(group, "space") }</g>
                }) }
                if let Some(cursor) = *cursor { { cross(&p.picture, cursor) } }
            </svg>
            <p class="space-point" role="status">{ cursor.and_then(|(part, column, row)| Some(at_point(p.scene.parts().get(part)?, column, row))) }</p>
            <ul class="hidden" id="space-text">{ for text.into_iter().map(|line| html! { <li>{ line }</li> }) }</ul>
        </div>
    }
}

/// What a key is for is done once.
fn done(event: &KeyboardEvent, act: impl FnOnce()) {
    event.prevent_default();
    event.stop_propagation();
    act();
}

/// The cell under the cursor.
fn cross(picture: &Picture, (part, column, row): Cursor) -> Html {
    let Some(place) = picture.places.get(part) else { return Html::default() };
    let (left, top) = (place.x(column), place.y(row + 1));
    html! {
        <rect class="sp-cursor" x={left.to_string()} y={top.to_string()} width={(place.x(column + 1) - left).to_string()}
            height={(place.y(row) - top).to_string()} />
    }
}

/// The values seen.
fn seen(p: &PlaneProps) -> [(i64, i64); 2] {
    let frame = &p.scene.frame;
    let of = |axis: &Axis| (axis.low, axis.high);
    [of(&frame.x), frame.y.as_ref().map_or((0, 0), of)]
}

fn show(p: &PlaneProps, mut window: [(i64, i64); 2]) {
    let frame = &p.scene.frame;
    for (axis, window) in std::iter::once(&frame.x).chain(&frame.y).zip(&mut window) {
        if axis.is_boolean {
            *window = (0, 1);
        }
    }
    if window != seen(p) {
        p.dispatch.emit(Action::Space(Choice { window: Some(window), ..p.choice.clone() }));
    }
}

/// Shows a window so many times as large, about its middle, and at least one value more or less.
fn zoom(p: &PlaneProps, window: [(i64, i64); 2], factor: f64) {
    let counts = window.map(|(low, high)| high - low + 1);
    let wanted = at_most(counts.map(|count| ((count as f64 * factor) as i64).max(3)));
    let by = |at: usize| {
        let low = window[at].0 + (counts[at] - wanted[at]).div_euclid(2);
        (low, low + wanted[at] - 1)
    };
    show(p, [by(0), by(1)]);
}
