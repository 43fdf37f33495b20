//! A picture that can be moved, zoomed and saved as a file. It scrolls like text; it can also be dragged and pinched,
//! and zoomed by the wheel (with Ctrl held, or when the picture has the focus), by buttons, and by the keys + and -.
//! When the whole picture is shown, a tall one is cut into columns. It can fill the whole window.

mod host;

mod pointers;

use self::host::{drag, make_room, pane, room};
use self::pointers::{Gesture, Pointers};
use super::Button;
use crate::browser::{document, files, font_size};
use gloo_events::{EventListener, EventListenerOptions};
use view::graph::fold::{Fold, Strip, Window, fit};
use view::graph::svg::{Group, Mark};
use view::page::decimal::decimal;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};
use yew::prelude::*;

/// A pixel of the picture at scale 1 is a root em by this.
const FONT: f64 = 15.0;
/// The least scale at which a picture is shown unasked.
const READABLE: f64 = 0.9;
/// The least scale: boxes can be seen.
const LEAST: f64 = 0.05;
const MOST: f64 = 4.0;
/// Below this scale only names can be read.
const FAR: f64 = 0.5;
/// Below this scale a tall picture is shown in columns rather than as a whole.
const SMALL: f64 = 0.7;
/// The least scale at which names are legible; names are drawn larger the smaller the picture is.
const NAMES: f64 = 0.18;
/// How large a name is at this scale, in pixels of the picture, and how large it is at any on the page.
const LARGEST_NAME: f64 = 58.0;
const NAME: f64 = 12.0;
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
    /// Draws the contents of a part of the plane, or only what is visible of it from afar.
    pub draw: Callback<(Window, bool), Html>,
    /// Where it may be cut into columns.
    #[prop_or_default]
    pub strips: Vec<Strip>,
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
    /// It gets the whole window, or no longer.
    Enlarge,
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
    /// The scale at which the page shows it now, and the part of the plane that is drawn.
    shown: (f64, Window),
    /// The most that a column is high, if it is in columns.
    most: Option<i32>,
    fold: Fold,
    /// Whether it has the whole window.
    is_large: bool,
    /// The part of the plane that is drawn.
    drawn: Option<Window>,
    /// After the next rendering this point of the plane is to be at this point of the host.
    hold: Option<((f64, f64), (f64, f64))>,
    pointers: Pointers,
    /// Whether what is to be seen is to be scrolled to, and whether to the middle.
    is_aimed: bool,
    is_centred: bool,
    on_wheel: Option<EventListener>,
}

impl Component for Canvas {
    type Message = Message;
    type Properties = CanvasProps;

    fn create(ctx: &Context<Canvas>) -> Canvas {
        Canvas {
            host: NodeRef::default(),
            scale: 1.0,
            shown: (1.0, ctx.props().frame),
            most: None,
            fold: Fold::default(),
            is_large: false,
            drawn: None,
            hold: None,
            pointers: Pointers::default(),
            is_aimed: true,
            is_centred: false,
            on_wheel: None,
        }
    }

    fn update(&mut self, ctx: &Context<Canvas>, message: Message) -> bool {
        let p = ctx.props();
        match message {
            Message::Zoom(factor, about) => self.zoom(self.scale * factor, about, (0.0, 0.0)),
            Message::Natural => {
                if self.most.take().is_some() {
                    (self.scale, self.is_aimed, self.is_centred) = (1.0, true, true);
                    return true;
                }
                self.zoom(1.0, None, (0.0, 0.0))
            }
            Message::Fit => {
                let Some(host) = self.host() else { return false };
                let unit = self.unit();
                let room = (f64::from(host.client_width()) / unit, room(&host) / unit);
                let fit = fit(p.frame, &p.strips, room, NAMES, SMALL);
                (self.scale, self.most) = (fit.scale.min(1.5), fit.most);
                self.fold_anew(p);
                (self.is_aimed, self.is_centred) = (true, true);
                true
            }
            Message::Enlarge => {
                self.is_large = !self.is_large;
                (self.is_aimed, self.is_centred) = (true, true);
                true
            }
            Message::Ready => {
                let Some(host) = self.host() else { return false };
                let wide = f64::from(host.client_width()) / f64::from(p.frame.2);
                self.scale = (wide / self.unit()).clamp(READABLE, 1.0);
                self.draw_around(self.seen());
                true
            }
            Message::Scrolled => {
                let seen = self.seen();
                // Nor is more drawn than is of use, as after all was seen.
                let is_close =
                    |drawn: Window| drawn.2 - seen.2 <= 3 * BEYOND && drawn.3 - seen.3 <= 3 * BEYOND;
                let fits = |drawn: Window| holds(drawn, cut(seen, self.frame(p))) && is_close(drawn);
                let is_drawn = self.drawn.is_some_and(fits);
                if !is_drawn {
                    self.draw_around(seen);
                }
                !is_drawn
            }
            Message::Down(event) => {
                if let Some(host) = self.host() {
                    self.pointers.down(&event, &host);
                }
                false
            }
            Message::Move(event) => {
                let Some(host) = self.host() else { return false };
                match self.pointers.moved(&event, &host) {
                    None => false,
                    Some(Gesture::Drag(by)) => {
                        drag(&host, by);
                        false
                    }
                    Some(Gesture::Pinch { factor, about, by }) => {
                        self.zoom(self.scale * factor, Some(about), by)
                    }
                }
            }
            Message::Up(event) => {
                self.pointers.up(&event);
                false
            }
            Message::Key(event) => {
                let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
                let message = match event.key().as_str() {
                    _ if has_modifier => return false,
                    "+" | "=" => Message::Zoom(1.25, None),
                    "-" => Message::Zoom(0.8, None),
                    "0" => Message::Fit,
                    "f" => Message::Enlarge,
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
        if p.strips != old.strips {
            self.fold_anew(p);
        }
        if let Some(host) = self.host().filter(|_| self.most.is_none() && p.frame.0 != old.frame.0) {
            // What is seen stays where it is while the picture grows to the left.
            let (x, y) = (f64::from(host.scroll_left()), f64::from(host.scroll_top()));
            self.hold = Some((self.point((x, y)), (0.0, 0.0)));
        }
        true
    }

    fn view(&self, ctx: &Context<Canvas>) -> Html {
        let p = ctx.props();
        let link = ctx.link();
        let on = |message: fn() -> Message| link.callback(move |_: MouseEvent| message());
        let id = |part: &str| Some(AttrValue::from(format!("{}-{part}", p.id)));
        let (left, top, width, height) = self.frame(p);
        let is_far = self.scale < FAR;
        // From afar names are as large as they can be, up to the size of text.
        let name = (NAME / self.scale).clamp(FONT, LARGEST_NAME);
        let style = format!(
            "width: {}rem; --name: {}",
            decimal(f64::from(width) * self.scale / FONT, 3),
            decimal(name, 1)
        );
        let arrow = if is_far { "26" } else { "11" };
        html! {
            <div class={classes!("canvas-pane", self.is_large.then_some("large"))} onkeydown={self.leave(ctx)}>
                <div class="canvas-tools" role="toolbar" aria-label="The picture">
                    <span class="switch">
                        <Button id={id("out")} title="Smaller (-)" label="Smaller" onclick={on(|| Message::Zoom(0.8, None))}>{ "−" }</Button>
                        <Button id={id("in")} title="Larger (+)" label="Larger" onclick={on(|| Message::Zoom(1.25, None))}>{ "+" }</Button>
                        <Button id={id("fit")} title="Show all of it, in columns if it is long, or as much as can be read (0)" onclick={on(|| Message::Fit)}>{ "Fit" }</Button>
                        <Button id={id("size")} title="As large as the text" onclick={on(|| Message::Natural)}>{ "Full size" }</Button>
                    </span>
                    { p.children.clone() }
                    <Button id={id("large")} title="Give the picture the whole window, or no longer (f)" pressed={self.is_large}
                        onclick={on(|| Message::Enlarge)}>{ "Whole window" }</Button>
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
                        class={classes!(is_far.then_some("far"))}>
                        <defs>
                            <marker id={id("arrow")} viewBox="0 0 10 10" refX="9" refY="5" markerWidth={arrow} markerHeight={arrow} markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                                <path d="M0 0 L10 5 L0 10 z" class="arrow-head" />
                            </marker>
                        </defs>
                        { self.content(p, is_far) }
                    </svg>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Canvas>, is_first: bool) {
        let Some(host) = self.host() else { return };
        let p = ctx.props();
        self.shown = (self.scale, self.frame(p));
        make_room(&host);
        if is_first {
            self.listen(ctx, &host);
            return ctx.link().send_message(Message::Ready);
        }
        if let Some(((x, y), (left, top))) = self.hold.take() {
            let px = self.unit() * self.scale;
            let (frame_left, frame_top, ..) = self.shown.1;
            host.set_scroll_left(((x - f64::from(frame_left)) * px - left).round() as i32);
            host.set_scroll_top(((y - f64::from(frame_top)) * px - top).round() as i32);
        }
        if let Some(aim) = p.aim.filter(|_| std::mem::take(&mut self.is_aimed)) {
            self.show(if self.most.is_some() { self.fold.place(aim) } else { aim }, &host);
        }
        ctx.link().send_message(Message::Scrolled);
    }
}

impl Canvas {
    fn host(&self) -> Option<HtmlElement> {
        self.host.cast()
    }

    /// Escape gives the window back, wherever in the pane one is.
    fn leave(&self, ctx: &Context<Canvas>) -> Option<Callback<KeyboardEvent>> {
        let link = ctx.link().clone();
        self.is_large.then(|| {
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    link.send_message(Message::Enlarge);
                }
            })
        })
    }

    /// What there is of the plane: of the folded one if it is in columns.
    fn frame(&self, p: &CanvasProps) -> Window {
        if self.most.is_some() { self.fold.frame() } else { p.frame }
    }

    fn fold_anew(&mut self, p: &CanvasProps) {
        self.fold = self.most.map(|most| Fold::new(&p.strips, most)).unwrap_or_default();
    }

    /// What a pixel of the picture is at scale 1, in pixels of the page.
    fn unit(&self) -> f64 {
        font_size() / FONT
    }

    /// The point of the plane that is at a point of the scrolled picture.
    fn point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (scale, (left, top, ..)) = self.shown;
        let px = self.unit() * scale;
        (x / px + f64::from(left), y / px + f64::from(top))
    }

    /// The part of the plane that is seen.
    fn seen(&self) -> Window {
        let (_, (left, top, width, height)) = self.shown;
        let Some(host) = self.host() else { return (left, top, width, height) };
        let px = self.unit() * self.scale;
        let (x, y) = (f64::from(host.scroll_left()) / px, f64::from(host.scroll_top()) / px);
        let (w, h) = (f64::from(host.client_width()) / px, f64::from(host.client_height()) / px);
        (left + x as i32, top + y as i32, w as i32, h as i32)
    }

    fn draw_around(&mut self, (left, top, width, height): Window) {
        self.drawn = Some((left - BEYOND, top - BEYOND, width + 2 * BEYOND, height + 2 * BEYOND));
    }

    /// What is drawn: a part of the plane, or the columns that there is something of.
    fn content(&self, p: &CanvasProps, is_far: bool) -> Html {
        let (left, top, ..) = p.frame;
        let drawn = self.drawn.unwrap_or((left, top, 3000, 2000));
        if self.most.is_none() {
            return p.draw.emit((drawn, is_far));
        }
        let is_near = |x: i32, width: i32| x <= drawn.0 + drawn.2 && drawn.0 <= x + width;
        let columns = self.fold.columns.iter().enumerate();
        html! {
            { for columns.filter(|(_, column)| is_near(column.x, column.part.2)).map(|(number, column)| {
                let (x, (left, top, width, height)) = (column.x, column.part);
                html! {
                    <svg key={number} x={x.to_string()} y="0" width={width.to_string()} height={height.to_string()}
                        viewBox={format!("{left} {top} {width} {height}")}>
                        { p.draw.emit((column.part, is_far)) }
                        if number > 0 { <path class="fold" d={format!("M{left} {top} v{height}")} /> }
                    </svg>
                }
            }) }
        }
    }

    /// Changes the scale about a point of the window, or the middle of what is seen, and moves that point.
    fn zoom(&mut self, scale: f64, about: Option<(f64, f64)>, by: (f64, f64)) -> bool {
        let Some(host) = self.host() else { return false };
        let rect = host.get_bounding_client_rect();
        let (x, y) = about
            .map_or((rect.width() / 2.0, rect.height() / 2.0), |(x, y)| (x - rect.left(), y - rect.top()));
        // Several changes may come before the page shows the first of them.
        let at = |(x, y): (f64, f64)| {
            self.point((x + f64::from(host.scroll_left()), y + f64::from(host.scroll_top())))
        };
        let held = match self.hold {
            Some(((px, py), (left, top))) => {
                let unit = self.unit() * self.scale;
                (px + (x - left) / unit, py + (y - top) / unit)
            }
            None => at((x, y)),
        };
        self.hold = Some((held, (x + by.0, y + by.1)));
        self.scale = scale.clamp(LEAST, MOST);
        true
    }

    /// Scrolls so that a part of the plane can be seen: the picture, and if the picture has the focus, the pane that it stands in.
    fn show(&mut self, (x, y, width, height): Window, host: &HtmlElement) {
        let px = self.unit() * self.scale;
        let (frame_left, frame_top, ..) = self.shown.1;
        let is_centred = std::mem::take(&mut self.is_centred);
        let along = |start: i32, size: i32, origin: i32| {
            (f64::from(start - origin) * px, f64::from(start - origin + size) * px)
        };
        let by = |(low, high): (f64, f64), from: f64, size: f64| {
            const MARGIN: f64 = 30.0;
            if is_centred {
                (low + high - size) / 2.0 - from
            } else if low - MARGIN < from {
                low - MARGIN - from
            } else {
                (high + MARGIN - from - size).max(0.0)
            }
        };
        let (wide, high) = (along(x, width, frame_left), along(y, height, frame_top));
        let (left, top) = (f64::from(host.scroll_left()), f64::from(host.scroll_top()));
        host.set_scroll_left((left + by(wide, left, f64::from(host.client_width()))) as i32);
        host.set_scroll_top((top + by(high, top, f64::from(host.client_height()))) as i32);
        let is_used = document().active_element().as_deref() == Some(host);
        if let Some(pane) = pane(host).filter(|_| is_used && !is_centred) {
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
        let options = EventListenerOptions::enable_prevent_default();
        let on_wheel = EventListener::new_with_options(host, "wheel", options, move |event| {
            let event: &WheelEvent = event.unchecked_ref();
            let active = document().active_element();
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
        self.on_wheel = Some(on_wheel);
    }
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
