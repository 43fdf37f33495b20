//! What the page shows of a tab, as an SVG file: texts, boxes, lines and drawings where the browser has laid them out, each with the style
//! that it computed, in the light theme. Tables and lists, of which there is no drawing, become one by this.

use crate::browser::{document, document_element, pixels, set_root, window};
use crate::state::Theme;
use std::collections::BTreeMap;
use std::fmt::Write;
use view::graph::svg::escape;
use view::page::decimal::decimal;
use wasm_bindgen::JsCast;
use web_sys::{
    CanvasRenderingContext2d, CssStyleDeclaration, DomRect, Element, HtmlCanvasElement, Node, Range,
};

/// A picture: the file, and its width and height in pixels.
pub struct Picture {
    pub svg: String,
    pub size: (f64, f64),
}

/// What is left free around, in pixels; at the left the pane has its own.
const MARGIN: f64 = 12.0;
/// A row whose texts begin within so many pixels of each other, from the top, is one line.
const SAME_LINE: f64 = 2.0;
/// What a drawing takes from its surroundings, so that it is written once.
const INHERITED: [&str; 9] = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
];
/// What is written of each element of a drawing, with the value that says nothing.
const OWN: [(&str, &str); 5] = [
    ("opacity", "1"),
    ("fill-opacity", "1"),
    ("stroke-opacity", "1"),
    ("dominant-baseline", "auto"),
    ("marker-end", "none"),
];

/// The picture of what this element shows, all of it, wherever it is scrolled to.
pub fn of(pane: &Element, title: &str) -> Option<Picture> {
    let root = document_element();
    let theme = root.get_attribute("data-theme").unwrap_or_default();
    let scrolled: Vec<(Element, (i32, i32))> = scrolling(pane).collect();
    set_root("data-theme", Theme::Light.name());
    for (element, _) in &scrolled {
        element.set_scroll_left(0);
    }
    let picture = drawn(pane, title);
    set_root("data-theme", &theme);
    for (element, (left, top)) in &scrolled {
        element.set_scroll_left(*left);
        element.set_scroll_top(*top);
    }
    picture
}

/// What is scrolled of an element and of those in it, and how far.
fn scrolling(pane: &Element) -> impl Iterator<Item = (Element, (i32, i32))> {
    let inside = pane.query_selector_all("*").ok();
    let count = inside.as_ref().map_or(0, |inside| inside.length());
    let inside = (0..count).filter_map(move |at| inside.as_ref()?.get(at)?.dyn_into::<Element>().ok());
    let all = std::iter::once(pane.clone()).chain(inside);
    all.map(|element| {
        let place = (element.scroll_left(), element.scroll_top());
        (element, place)
    })
    .filter(|(_, place)| *place != (0, 0))
}

fn drawn(pane: &Element, title: &str) -> Option<Picture> {
    let canvas = document().create_element("canvas").ok()?.unchecked_into::<HtmlCanvasElement>();
    let place = pane.get_bounding_client_rect();
    let mut drawing = Drawing {
        out: String::new(),
        origin: (place.left(), place.top() - f64::from(pane.scroll_top())),
        top: f64::MAX,
        end: (0.0, 0.0),
        range: document().create_range().ok()?,
        context: canvas.get_context("2d").ok()??.unchecked_into(),
        ascents: BTreeMap::new(),
    };
    drawing.children(pane, &style(pane)?);
    let top = (drawing.top.min(drawing.end.1) - MARGIN).floor();
    let size = ((drawing.end.0 + MARGIN).ceil(), (drawing.end.1 + MARGIN).ceil() - top);
    let (y, w, h) = (number(top), number(size.0), number(size.1));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {y} {w} {h}\" width=\"{w}\" height=\"{h}\">\n<title>"
    );
    escape(&mut svg, title);
    let _ = write!(
        svg,
        "</title>\n<rect y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n{}</svg>\n",
        drawing.out
    );
    Some(Picture { svg, size })
}

struct Drawing {
    out: String,
    /// Where the picture begins in the window.
    origin: (f64, f64),
    /// The top, and the right and the bottom of what is drawn so far.
    top: f64,
    end: (f64, f64),
    range: Range,
    context: CanvasRenderingContext2d,
    /// For each font the part of a line's height that is above its base line.
    ascents: BTreeMap<String, f64>,
}

/// A rectangle of the picture.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Drawing {
    fn place(&self, rect: &DomRect) -> Place {
        let (left, top) = (rect.left() - self.origin.0, rect.top() - self.origin.1);
        Place { left, top, width: rect.width(), height: rect.height() }
    }

    fn reaches(&mut self, place: Place) {
        self.top = self.top.min(place.top);
        self.end.0 = self.end.0.max(place.left + place.width);
        self.end.1 = self.end.1.max(place.top + place.height);
    }

    fn element(&mut self, element: &Element) {
        let Some(style) = style(element) else { return };
        let get = |name: &str| value(&style, name);
        if get("display") == "none" || get("visibility") == "hidden" || get("opacity") == "0" {
            return;
        }
        let place = self.place(&element.get_bounding_client_rect());
        if place.width <= 1.0 && get("overflow-x") != "visible" {
            return; // for those who do not see it
        }
        if element.matches(CONTROLS).unwrap_or(false) {
            return;
        }
        if element.tag_name() == "svg" {
            return self.drawing(element, &style, place);
        }
        self.frame(&style, place);
        self.children(element, &style);
    }

    fn children(&mut self, element: &Element, style: &CssStyleDeclaration) {
        let is_closed = element.tag_name() == "DETAILS" && !element.has_attribute("open");
        let nodes = element.child_nodes();
        for node in (0..nodes.length()).filter_map(|at| nodes.get(at)) {
            match node.dyn_ref::<Element>() {
                Some(child) if is_closed && child.tag_name() != "SUMMARY" => {}
                Some(child) => self.element(child),
                None if node.node_type() == Node::TEXT_NODE && !is_closed => self.text(&node, style),
                None => {}
            }
        }
    }

    /// The background and the borders of a box.
    fn frame(&mut self, style: &CssStyleDeclaration, place: Place) {
        let get = |name: &str| value(style, name);
        let Place { left, top, width, height } = place;
        let sides = ["top", "right", "bottom", "left"].map(|side| {
            let has = !matches!(get(&format!("border-{side}-style")).as_str(), "none" | "hidden");
            let width = pixels(&get(&format!("border-{side}-width"))).filter(|_| has).unwrap_or(0.0);
            (width, get(&format!("border-{side}-color")), get(&format!("border-{side}-style")))
        });
        // Of a pattern the first color has to do.
        let pattern = get("background-image");
        let color = pattern.find("rgb").and_then(|at| Some(&pattern[at..=at + pattern[at..].find(')')?]));
        let background = color.map_or_else(|| get("background-color"), str::to_owned);
        let is_filled = is_seen(&background);
        let is_even = sides[0].0 > 0.0 && is_seen(&sides[0].1) && sides.iter().all(|side| *side == sides[0]);
        if is_filled || is_even {
            let half = if is_even { sides[0].0 / 2.0 } else { 0.0 };
            let fill = if is_filled { &*background } else { "none" };
            let round = pixels(&get("border-top-left-radius")).filter(|radius| *radius > 0.0);
            let _ = write!(
                self.out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"",
                number(left + half),
                number(top + half),
                number((width - 2.0 * half).max(0.0)),
                number((height - 2.0 * half).max(0.0)),
            );
            if let Some(radius) = round {
                let _ = write!(self.out, " rx=\"{}\"", number(radius.min(height / 2.0)));
            }
            if is_even {
                let _ = write!(self.out, "{}", stroke(&sides[0]));
            }
            self.out.push_str("/>\n");
            self.reaches(place);
        }
        if is_even {
            return;
        }
        let (right, bottom) = (left + width, top + height);
        for (at, side) in sides.iter().enumerate().filter(|(_, side)| side.0 > 0.0 && is_seen(&side.1)) {
            let half = side.0 / 2.0;
            let (from, to) = match at {
                0 => ((left, top + half), (right, top + half)),
                1 => ((right - half, top), (right - half, bottom)),
                2 => ((left, bottom - half), (right, bottom - half)),
                _ => ((left + half, top), (left + half, bottom)),
            };
            let (from, to) = ((number(from.0), number(from.1)), (number(to.0), number(to.1)));
            let _ = writeln!(
                self.out,
                "<path d=\"M{} {} L{} {}\" fill=\"none\"{}/>",
                from.0,
                from.1,
                to.0,
                to.1,
                stroke(side)
            );
            self.reaches(place);
        }
    }

    /// A text, line by line.
    fn text(&mut self, node: &Node, style: &CssStyleDeclaration) {
        let units: Vec<u16> = node.text_content().unwrap_or_default().encode_utf16().collect();
        let mut line: Option<(Place, String)> = None;
        for (from, to) in words(&units) {
            for (place, piece) in self.pieces(node, &units, (from, to)) {
                let joins = |before: &Place| {
                    (before.top - place.top).abs() < SAME_LINE
                        && place.left >= before.left + before.width - SAME_LINE
                };
                match &mut line {
                    Some((before, text)) if joins(before) => {
                        if place.left > before.left + before.width + 0.5 {
                            text.push(' ');
                        }
                        text.push_str(&piece);
                        before.width = place.left + place.width - before.left;
                    }
                    _ => {
                        if let Some((place, text)) = line.replace((place, piece)) {
                            self.line(place, &text, style);
                        }
                    }
                }
            }
        }
        if let Some((place, text)) = line {
            self.line(place, &text, style);
        }
    }

    /// A word, or its letters if it is broken into several lines.
    fn pieces(&self, node: &Node, units: &[u16], (from, to): (usize, usize)) -> Vec<(Place, String)> {
        let text = |from: usize, to: usize| String::from_utf16_lossy(&units[from..to]);
        let at = |from: usize, to: usize| -> Option<Vec<Place>> {
            self.range.set_start(node, from as u32).ok()?;
            self.range.set_end(node, to as u32).ok()?;
            let rects = self.range.get_client_rects()?;
            let seen = (0..rects.length()).filter_map(|at| rects.item(at)).filter(|rect| rect.width() > 0.0);
            Some(seen.map(|rect| self.place(&rect)).collect())
        };
        match at(from, to).unwrap_or_default().as_slice() {
            [] => Vec::new(),
            [place] => vec![(*place, text(from, to))],
            _ => {
                let is_second = |at: usize| (0xDC00..0xE000).contains(&units[at]);
                let starts: Vec<usize> = (from..to).filter(|&at| !is_second(at)).chain([to]).collect();
                let letters = starts.windows(2).filter_map(|pair| {
                    let place = *at(pair[0], pair[1])?.first()?;
                    Some((place, text(pair[0], pair[1])))
                });
                letters.collect()
            }
        }
    }

    fn line(&mut self, place: Place, text: &str, style: &CssStyleDeclaration) {
        let get = |name: &str| value(style, name);
        let font = ["font-style", "font-weight", "font-size", "font-family"].map(get);
        let [slant, weight, size, family] = &font;
        let base = place.top + place.height * self.ascent(&font.join(" "));
        let color = get("color");
        let _ = write!(
            self.out,
            "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{color}\" font-size=\"{size}\" font-family=\"{}\"",
            number(place.left),
            number(base),
            number(place.width),
            family.replace('"', "'"),
        );
        if weight != "400" {
            let _ = write!(self.out, " font-weight=\"{weight}\"");
        }
        if slant != "normal" {
            let _ = write!(self.out, " font-style=\"{slant}\"");
        }
        self.out.push('>');
        escape(&mut self.out, text);
        self.out.push_str("</text>\n");
        if get("text-decoration-line").contains("underline") {
            let (kind, color) = (get("text-decoration-style"), get("text-decoration-color"));
            let lines: &[f64] = if kind == "double" { &[1.5, 3.5] } else { &[2.0] };
            for below in lines {
                let y = number(base + below);
                let dashes = if kind == "dotted" { " stroke-dasharray=\"1 2\"" } else { "" };
                let _ = writeln!(
                    self.out,
                    "<path d=\"M{} {y} L{} {y}\" stroke=\"{color}\"{dashes}/>",
                    number(place.left),
                    number(place.left + place.width)
                );
            }
        }
        self.reaches(place);
    }

    /// The part of a line's height that is above its base line, in this font.
    fn ascent(&mut self, font: &str) -> f64 {
        if let Some(found) = self.ascents.get(font) {
            return *found;
        }
        self.context.set_font(font);
        let measured = self.context.measure_text("x").ok();
        let part = measured.map(|m| (m.font_bounding_box_ascent(), m.font_bounding_box_descent()));
        let part =
            part.map(|(above, below)| above / (above + below)).filter(|part| part.is_finite()).unwrap_or(0.8);
        self.ascents.insert(font.to_owned(), part);
        part
    }

    /// A drawing of the page's own.
    fn drawing(&mut self, svg: &Element, style: &CssStyleDeclaration, place: Place) {
        let Place { left, top, width, height } = place;
        let _ = write!(
            self.out,
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" overflow=\"visible\"",
            number(left),
            number(top),
            number(width),
            number(height)
        );
        for name in ["viewBox", "preserveAspectRatio"] {
            if let Some(value) = svg.get_attribute(name) {
                let _ = write!(self.out, " {name}=\"{value}\"");
            }
        }
        for name in INHERITED {
            let _ = write!(self.out, " {name}=\"{}\"", value(style, name).replace('"', "'"));
        }
        self.out.push('>');
        self.shapes(svg, style);
        self.out.push_str("</svg>\n");
        self.reaches(place);
    }

    fn shapes(&mut self, parent: &Element, around: &CssStyleDeclaration) {
        let nodes = parent.child_nodes();
        for node in (0..nodes.length()).filter_map(|at| nodes.get(at)) {
            match node.dyn_ref::<Element>() {
                Some(shape) => self.shape(shape, around),
                None if node.node_type() == Node::TEXT_NODE => {
                    escape(&mut self.out, &node.text_content().unwrap_or_default());
                }
                None => {}
            }
        }
    }

    fn shape(&mut self, shape: &Element, around: &CssStyleDeclaration) {
        let Some(style) = style(shape) else { return };
        if value(&style, "display") == "none" && !matches!(&*shape.tag_name(), "defs" | "marker" | "title") {
            return;
        }
        let name = shape.tag_name();
        let _ = write!(self.out, "<{name}");
        for attribute in shape.get_attribute_names().iter().filter_map(|name| name.as_string()) {
            let is_geometry = !matches!(&*attribute, "class" | "style" | "role" | "tabindex")
                && !["aria-", "data-", "on"].iter().any(|start| attribute.starts_with(start))
                && !INHERITED.contains(&&*attribute);
            if let Some(value) = shape.get_attribute(&attribute).filter(|_| is_geometry) {
                let mut text = String::new();
                escape(&mut text, &value);
                let _ = write!(self.out, " {attribute}=\"{text}\"");
            }
        }
        for name in INHERITED {
            let own = value(&style, name);
            if own != value(around, name) {
                let _ = write!(self.out, " {name}=\"{}\"", own.replace('"', "'"));
            }
        }
        for (name, nothing) in OWN {
            let own = value(&style, name);
            if own != nothing && !own.is_empty() && shape.get_attribute(name).is_none() {
                let _ = write!(self.out, " {name}=\"{}\"", own.replace('"', "'"));
            }
        }
        self.out.push('>');
        self.shapes(shape, &style);
        let _ = write!(self.out, "</{name}>");
    }
}

/// What is for the hand, and no part of a picture.
const CONTROLS: &str = ".switch, .canvas-tools, select, input, textarea, button:not(.step-link)";

fn style(element: &Element) -> Option<CssStyleDeclaration> {
    window().get_computed_style(element).ok()?
}

fn value(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default()
}

fn is_seen(color: &str) -> bool {
    !color.is_empty() && color != "transparent" && !color.ends_with(", 0)")
}

fn stroke((width, color, kind): &(f64, String, String)) -> String {
    let dashes = match &**kind {
        "dashed" => format!(" stroke-dasharray=\"{0} {0}\"", number(width * 3.0)),
        "dotted" => format!(" stroke-dasharray=\"{0} {0}\"", number(*width)),
        _ => String::new(),
    };
    format!(" stroke=\"{color}\" stroke-width=\"{}\"{dashes}", number(*width))
}

fn number(length: f64) -> String {
    decimal(length, 2)
}

/// Where words begin and end in a text in UTF-16.
fn words(units: &[u16]) -> Vec<(usize, usize)> {
    let is_space = |unit: u16| matches!(unit, 0x20 | 0x09 | 0x0A | 0x0D);
    let mut words = Vec::new();
    let mut from = None;
    for (at, &unit) in units.iter().enumerate() {
        match (is_space(unit), from) {
            (false, None) => from = Some(at),
            (true, Some(start)) => {
                words.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    words.extend(from.map(|start| (start, units.len())));
    words
}

#[cfg(test)]
mod tests {
    use super::{is_seen, words};

    #[test]
    fn words_of_a_text() {
        let text: Vec<u16> = "  x ≤ 3\n𝕏".encode_utf16().collect();
        assert_eq!(words(&text), [(2, 3), (4, 5), (6, 7), (8, 10)]);
        assert_eq!(words(&[]), []);
    }

    #[test]
    fn colors_that_are_seen() {
        assert!(is_seen("rgb(255, 255, 255)") && is_seen("rgba(0, 0, 0, 0.5)"));
        assert!(!is_seen("rgba(0, 0, 0, 0)") && !is_seen("transparent") && !is_seen(""));
    }
}
