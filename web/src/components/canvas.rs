//! A picture that can be moved and made larger and smaller, and saved as a file. It scrolls like any text; besides one can drag
//! it, pinch it, turn the wheel with Ctrl held or once the picture has the focus, press its buttons, or + and -.

use super::Button;
use crate::browser::{files, window};
use view::arg::picture::Window;
use view::svg::{Group, Mark};
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};
use yew::prelude::*;

/// A pixel of the picture at scale 1 is a root em by this.
const FONT: f64 = 15.0;
/// The least scale at which a picture is shown unasked.
const READABLE: f64 = 0.9;
const LEAST: f64 = 0.01;
const MOST: f64 = 4.0;
/// Below this scale only names can be read.
const FAR: f64 = 0.5;
/// What is drawn beyond what is seen, in pixels of the picture.
const BEYOND: i32 = 2500;

/// A picture.
#[derive(Properties, PartialEq)]
pub struct CanvasProps {
    /// The id of the picture; those of the buttons begin with it.
    pub id: &'static str,
    /// What there is of the plane.
    pub frame: Window,
    /// What the picture is, for those who do not see it.
    pub label: AttrValue,
    /// Draws what is in a part of the plane.
    pub draw: Callback<Window, Html>,
    /// What is to be seen whenever it changes.
    #[prop_or_default]
    pub aim: Option<Window>,
    /// The name of the files that it is saved as, without ending.
    pub name: String,
    /// The picture as an SVG file.
    pub file: Callback<(), String>,
    /// Takes keys that the picture has no use for.
    pub on_key: Callback<KeyboardEvent>,
    /// Further controls.
    #[prop_or_default]
    pub children: Html,
}

/// What happens to a picture.
pub enum Message {
    /// It is scaled by a factor, about a point of the window or else its middle.
    Zoom(f64, Option<(f64, f64)>),
    /// All of it is to be seen.
    Fit,
    /// It is to be as large as text.
    Natural,
    /// It has been put into the page.
    Ready,
    /// It was scrolled, or drawn anew.
    Scrolled,
    /// A finger or the mouse.
    Down(PointerEvent),
    /// It moves.
    Move(PointerEvent),
    /// It is gone.
    Up(PointerEvent),
    /// A key.
    Key(KeyboardEvent),
    /// The picture as an SVG file is wanted.
    SaveSvg,
    /// The picture as a PNG file is wanted.
    SavePng,
}

/// See the module.
pub struct Canvas {
    host: NodeRef,
    scale: f64,
    /// The scale at which the page has it now.
    rendered_scale: f64,
    /// The part of the plane that is drawn.
    drawn: Option<Window>,
    /// After the next rendering this point of the plane is to be at this point of the host.
    hold: Option<((f64, f64), (f64, f64))>,
    /// Fingers or the mouse on the picture: number and place.
    pointers: Vec<(i32, (f64, f64))>,
    is_dragged: bool,
    /// Whether what is to be seen is to be scrolled to.
    is_aimed: bool,
    on_wheel: Option<Closure<dyn FnMut(WheelEvent)>>,
}

impl Component for Canvas {
    type Message = Message;
    type Properties = CanvasProps;

    fn create(_: &Context<Canvas>) -> Canvas {
        Canvas {
            host: NodeRef::default(),
            scale: 1.0,
            rendered_scale: 1.0,
            drawn: None,
            hold: None,
            pointers: Vec::new(),
            is_dragged: false,
            is_aimed: true,
            on_wheel: None,
        }
    }

    fn update(&mut self, ctx: &Context<Canvas>, message: Message) -> bool {
        let p = ctx.props();
        match message {
            Message::Zoom(factor, about) => self.zoom(p.frame, self.scale * factor, about),
            Message::Natural => self.zoom(p.frame, 1.0, None),
            Message::Fit => {
                let Some(host) = self.host() else { return false };
                let wide = f64::from(host.client_width()) / f64::from(p.frame.2);
                let high = room(&host) / f64::from(p.frame.3);
                let scale = wide.min(high) / self.unit(p.frame);
                self.zoom(p.frame, scale.min(1.5), None)
            }
            Message::Ready => {
                let Some(host) = self.host() else { return false };
                let wide = f64::from(host.client_width()) / f64::from(p.frame.2);
                self.scale = (wide / self.unit(p.frame)).clamp(READABLE, 1.0);
                self.draw_around(self.seen(p.frame));
                true
            }
            Message::Scrolled => {
                let seen = self.seen(p.frame);
                // Nor is more drawn than is of use, as after all was seen.
                let is_close =
                    |drawn: Window| drawn.2 - seen.2 <= 3 * BEYOND && drawn.3 - seen.3 <= 3 * BEYOND;
                let fits = |drawn: Window| holds(drawn, cut(seen, p.frame)) && is_close(drawn);
                let is_drawn = self.drawn.is_some_and(fits);
                if !is_drawn {
                    self.draw_around(seen);
                }
                !is_drawn
            }
            Message::Down(event) => {
                if event.button() == 0 {
                    self.pointers.retain(|known| known.0 != event.pointer_id());
                    self.pointers.push((event.pointer_id(), at(&event)));
                    self.is_dragged = false;
                }
                false
            }
            Message::Move(event) => self.moved(p.frame, &event),
            Message::Up(event) => {
                self.pointers.retain(|known| known.0 != event.pointer_id());
                false
            }
            Message::Key(event) => {
                let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
                let message = match event.key().as_str() {
                    _ if has_modifier => return false,
                    "+" | "=" => Message::Zoom(1.25, None),
                    "-" => Message::Zoom(0.8, None),
                    "0" => Message::Fit,
                    _ => {
                        p.on_key.emit(event);
                        return false;
                    }
                };
                event.prevent_default();
                event.stop_propagation();
                Component::update(self, ctx, message)
            }
            Message::SaveSvg => {
                files::download_svg(&format!("{}.svg", p.name), &p.file.emit(()));
                false
            }
            Message::SavePng => {
                let size = (f64::from(p.frame.2), f64::from(p.frame.3));
                files::download_png(format!("{}.png", p.name), &p.file.emit(()), size);
                false
            }
        }
    }

    fn changed(&mut self, ctx: &Context<Canvas>, old: &CanvasProps) -> bool {
        let p = ctx.props();
        self.is_aimed |= p.aim.is_some() && p.aim != old.aim;
        if let Some(host) = self.host().filter(|_| p.frame.0 != old.frame.0) {
            // What is seen stays where it is while the picture grows to the left.
            let (x, y) = (f64::from(host.scroll_left()), f64::from(host.scroll_top()));
            self.hold = Some((self.point(old.frame, (x, y)), (0.0, 0.0)));
        }
        true
    }

    fn view(&self, ctx: &Context<Canvas>) -> Html {
        let p = ctx.props();
        let link = ctx.link();
        let on = |message: fn() -> Message| link.callback(move |_: MouseEvent| message());
        let id = |part: &str| Some(AttrValue::from(format!("{}-{part}", p.id)));
        let (left, top, width, height) = p.frame;
        let style = format!("width: {:.3}rem", f64::from(width) * self.scale / FONT);
        html! {
            <div class="canvas-pane">
                <div class="canvas-tools" role="toolbar" aria-label="The picture">
                    <span class="switch">
                        <Button id={id("out")} title="Smaller (-)" label="Smaller" onclick={on(|| Message::Zoom(0.8, None))}>{ "−" }</Button>
                        <Button id={id("in")} title="Larger (+)" label="Larger" onclick={on(|| Message::Zoom(1.25, None))}>{ "+" }</Button>
                        <Button id={id("fit")} title="Show all of it (0)" onclick={on(|| Message::Fit)}>{ "Fit" }</Button>
                        <Button id={id("size")} title="As large as the text" onclick={on(|| Message::Natural)}>{ "Full size" }</Button>
                    </span>
                    { p.children.clone() }
                    <span class="switch">
                        <Button id={id("svg")} title="Save the whole picture as an SVG file" onclick={on(|| Message::SaveSvg)}>{ "SVG" }</Button>
                        <Button id={id("png")} title="Save the whole picture as a PNG file" onclick={on(|| Message::SavePng)}>{ "PNG" }</Button>
                    </span>
                </div>
                <div class="scroll graph canvas" tabindex="0" ref={self.host.clone()} role="group" aria-label={p.label.clone()}
                    onkeydown={link.callback(Message::Key)} onscroll={link.callback(|_: Event| Message::Scrolled)}
                    onpointerdown={link.callback(Message::Down)} onpointermove={link.callback(Message::Move)}
                    onpointerup={link.callback(Message::Up)} onpointercancel={link.callback(Message::Up)}>
                    <svg viewBox={format!("{left} {top} {width} {height}")} {style} aria-hidden="true" id={p.id}
                        class={classes!((self.scale < FAR).then_some("far"))}>
                        <defs>
                            <marker id={id("arrow")} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                                <path d="M0 0 L10 5 L0 10 z" class="arrow-head" />
                            </marker>
                        </defs>
                        { p.draw.emit(self.drawn.unwrap_or((left, top, 3000, 2000))) }
                    </svg>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Canvas>, is_first: bool) {
        let Some(host) = self.host() else { return };
        let p = ctx.props();
        self.rendered_scale = self.scale;
        if is_first {
            self.listen(ctx, &host);
            return ctx.link().send_message(Message::Ready);
        }
        if let Some(((x, y), (left, top))) = self.hold.take() {
            let px = self.unit(p.frame) * self.scale;
            host.set_scroll_left(((x - f64::from(p.frame.0)) * px - left).round() as i32);
            host.set_scroll_top(((y - f64::from(p.frame.1)) * px - top).round() as i32);
        }
        if let Some(aim) = p.aim.filter(|_| std::mem::take(&mut self.is_aimed)) {
            self.show(p.frame, aim, &host);
        }
        ctx.link().send_message(Message::Scrolled);
    }
}

impl Canvas {
    fn host(&self) -> Option<HtmlElement> {
        self.host.cast()
    }

    /// What a pixel of the picture is at scale 1, in pixels of the page.
    fn unit(&self, frame: Window) -> f64 {
        let svg = self.host().and_then(|host| host.query_selector("svg").ok().flatten());
        let wide = svg.map_or(0.0, |svg| svg.get_bounding_client_rect().width());
        if wide > 0.0 { wide / f64::from(frame.2) / self.rendered_scale } else { 1.0 }
    }

    /// The point of the plane that is at a point of the scrolled picture.
    fn point(&self, frame: Window, (x, y): (f64, f64)) -> (f64, f64) {
        let px = self.unit(frame) * self.rendered_scale;
        (x / px + f64::from(frame.0), y / px + f64::from(frame.1))
    }

    /// The part of the plane that is seen.
    fn seen(&self, frame: Window) -> Window {
        let Some(host) = self.host() else { return frame };
        let px = self.unit(frame) * self.scale;
        let (x, y) = (f64::from(host.scroll_left()) / px, f64::from(host.scroll_top()) / px);
        let (w, h) = (f64::from(host.client_width()) / px, f64::from(host.client_height()) / px);
        (frame.0 + x as i32, frame.1 + y as i32, w as i32, h as i32)
    }

    fn draw_around(&mut self, (left, top, width, height): Window) {
        self.drawn = Some((left - BEYOND, top - BEYOND, width + 2 * BEYOND, height + 2 * BEYOND));
    }

    /// Changes the scale about a point of the window, or the middle of what is seen.
    fn zoom(&mut self, frame: Window, scale: f64, about: Option<(f64, f64)>) -> bool {
        let Some(host) = self.host() else { return false };
        let rect = host.get_bounding_client_rect();
        let (x, y) = about
            .map_or((rect.width() / 2.0, rect.height() / 2.0), |(x, y)| (x - rect.left(), y - rect.top()));
        let held = self.point(frame, (x + f64::from(host.scroll_left()), y + f64::from(host.scroll_top())));
        self.hold = Some((held, (x, y)));
        self.scale = scale.clamp(LEAST, MOST);
        true
    }

    fn moved(&mut self, frame: Window, event: &PointerEvent) -> bool {
        let now = at(event);
        let Some(i) = self.pointers.iter().position(|known| known.0 == event.pointer_id()) else {
            return false;
        };
        let before = self.pointers[i].1;
        if let [a, b] = self.pointers.as_slice() {
            let (still, apart) =
                (if i == 0 { b.1 } else { a.1 }, |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1));
            let factor = apart(now, still) / apart(before, still).max(1.0);
            self.pointers[i].1 = now;
            return self.zoom(
                frame,
                self.scale * factor,
                Some(((now.0 + still.0) / 2.0, (now.1 + still.1) / 2.0)),
            );
        }
        let (dx, dy) = (before.0 - now.0, before.1 - now.1);
        if !self.is_dragged && dx.hypot(dy) < 5.0 {
            return false;
        }
        let Some(host) = self.host() else { return false };
        if !self.is_dragged {
            // From here on it is no click on a node.
            self.is_dragged = true;
            let _ = host.set_pointer_capture(event.pointer_id());
        }
        self.pointers[i].1 = now;
        host.set_scroll_left(host.scroll_left() + dx as i32);
        let top = host.scroll_top();
        host.set_scroll_top(top + dy as i32);
        // At its end the pane moves on, or the page if it is one for narrow screens.
        let rest = dy as i32 - (host.scroll_top() - top);
        if let Some(pane) = pane(&host).filter(|_| rest != 0) {
            let before = pane.scroll_top();
            pane.set_scroll_top(before + rest);
            if pane.scroll_top() == before {
                window().scroll_by_with_x_and_y(0.0, f64::from(rest));
            }
        }
        false
    }

    /// Scrolls so that a part of the plane can be seen, in the picture and in the pane that it stands in.
    fn show(&self, frame: Window, (x, y, width, height): Window, host: &HtmlElement) {
        let px = self.unit(frame) * self.scale;
        let along = |start: i32, size: i32, origin: i32| {
            (f64::from(start - origin) * px, f64::from(start - origin + size) * px)
        };
        let by = |(low, high): (f64, f64), from: f64, size: f64| {
            const MARGIN: f64 = 30.0;
            if low - MARGIN < from { low - MARGIN - from } else { (high + MARGIN - from - size).max(0.0) }
        };
        let (wide, high) = (along(x, width, frame.0), along(y, height, frame.1));
        let (left, top) = (f64::from(host.scroll_left()), f64::from(host.scroll_top()));
        host.set_scroll_left((left + by(wide, left, f64::from(host.client_width()))) as i32);
        host.set_scroll_top((top + by(high, top, f64::from(host.client_height()))) as i32);
        if let Some(pane) = pane(host) {
            let (view, rect): (DomRect, DomRect) =
                (pane.get_bounding_client_rect(), host.get_bounding_client_rect());
            let from = rect.top() - f64::from(host.scroll_top());
            let down = by((high.0 + from, high.1 + from), view.top(), view.height());
            pane.set_scroll_top(pane.scroll_top() + down as i32);
        }
    }

    /// The wheel scales with Ctrl held, and once the picture has the focus; else it scrolls, as everywhere.
    fn listen(&mut self, ctx: &Context<Canvas>, host: &HtmlElement) {
        let link = ctx.link().clone();
        let own = host.clone();
        let on_wheel = Closure::<dyn FnMut(WheelEvent)>::new(move |event: WheelEvent| {
            let active = window().document().and_then(|d| d.active_element());
            if event.shift_key() || !event.ctrl_key() && active.as_ref() != Some(&own) {
                return;
            }
            event.prevent_default();
            let lines = if event.delta_mode() == 0 { 1.0 } else { 30.0 };
            let factor = (-event.delta_y() * lines * 0.0016).exp();
            link.send_message(Message::Zoom(
                factor,
                Some((f64::from(event.client_x()), f64::from(event.client_y()))),
            ));
        });
        let _ = host.add_event_listener_with_callback("wheel", on_wheel.as_ref().unchecked_ref());
        self.on_wheel = Some(on_wheel);
    }
}

fn at(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn pane(host: &HtmlElement) -> Option<HtmlElement> {
    host.closest("#pane").ok().flatten()?.dyn_into().ok()
}

/// How high the picture can become, by its style.
fn room(host: &HtmlElement) -> f64 {
    let style = window().get_computed_style(host).ok().flatten();
    let most = style.and_then(|style| style.get_property_value("max-height").ok());
    most.and_then(|most| most.trim_end_matches("px").parse().ok()).unwrap_or(400.0) - 4.0
}

/// The part of a window that is in another one.
fn cut(a: Window, b: Window) -> Window {
    let (left, top) = (a.0.max(b.0), a.1.max(b.1));
    (left, top, (a.0 + a.2).min(b.0 + b.2) - left, (a.1 + a.3).min(b.1 + b.3) - top)
}

/// Whether a window holds another one.
fn holds(a: Window, b: Window) -> bool {
    a.0 <= b.0 && a.1 <= b.1 && b.0 + b.2 <= a.0 + a.2 && b.1 + b.3 <= a.1 + a.3
}

/// The marks of a group as elements; arrows are those of the picture with this id.
pub fn marks(group: &Group, id: &str) -> Html {
    let mark = |mark: &Mark| match mark {
        Mark::Box(x, y, w, h, class) => html! {
            <rect class={*class} x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} />
        },
        Mark::Line(path, class, has_arrow) => html! {
            <path class={*class} d={path.clone()} marker-end={has_arrow.then(|| format!("url(#{id}-arrow)"))} />
        },
        Mark::Text(x, y, anchor, class, text) => html! {
            <text class={*class} x={x.to_string()} y={y.to_string()} text-anchor={anchor.name()}>{ text.clone() }</text>
        },
    };
    html! { <>{ for group.marks.iter().map(mark) }</> }
}
