//! Pictures as plain data: rectangles, lines and texts in groups. The page makes elements of them, and the same data is written
//! here as an SVG file that stands alone, with styles of its own.

use std::fmt::Write;

/// A part of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// A rectangle: left, top, width and height, and its style.
    Box(i32, i32, i32, i32, &'static str),
    /// A line: the `d` of an SVG path, its style, and whether it ends in an arrow.
    Line(String, &'static str, bool),
    /// A text: where its base line begins, or else ends, or has its middle; its style and what it says.
    Text(i32, i32, Anchor, &'static str, String),
}

/// Which part of a text is where it is said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// The value of `text-anchor`.
    pub fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// Marks that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its styles, separated by spaces.
    pub class: String,
    /// How far it is moved.
    pub at: (i32, i32),
    /// What it is, in words; empty for nothing.
    pub title: String,
    /// What it consists of.
    pub marks: Vec<Mark>,
}

/// The looks of a file, which is light whatever the page is.
pub const STYLE: &str = "svg{background:#fff}text{font:15px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#16191f}\
.box{fill:#fff;stroke:#868e99;stroke-width:1.5;rx:4px}.inner{fill:none;stroke:#868e99;stroke-width:1.5}.row-box{fill:none}\
.stroke{fill:none;stroke:#868e99;stroke-width:1.8}.number,.state{fill:#535b66}.title,.name{font-weight:700}\
.node-entry .box,.node-exit .box{rx:18px;fill:#f6f7f9}.node-head .box{stroke:#16191f;stroke-width:2}\
.node-error .box{fill:#fdeaea;stroke:#b3161f;stroke-width:2}.node-error .inner{stroke:#b3161f}\
.unexplored .box{stroke-dasharray:5 4;fill:none}.covered .box{fill:#e5f5ea;stroke:#11692f;rx:22px}\
.refined .box{stroke:#5b2fae;stroke-width:3}.now .box{fill:#ffedb0;stroke:#b78600;stroke-width:4}.failing .box{stroke:#b3161f;stroke-width:4}\
.gone{text-decoration:line-through;fill:#535b66}.come{font-weight:700}.chain .box{fill:#f6f7f9}\
.edge text{font-family:sans-serif;paint-order:stroke;stroke:#fff;stroke-width:4px}.refuted .stroke{stroke-dasharray:3 5}.refuted text{fill:#b3161f;font-weight:700}\
.edge-false .stroke{stroke-dasharray:7 4}.edge-fails .stroke{stroke:#b3161f;stroke-dasharray:2 4;stroke-width:2.4}.edge-fails text{fill:#b3161f}\
.walked .stroke{stroke:#b78600;stroke-width:4}.covering .stroke{stroke:#11692f;stroke-width:2;stroke-dasharray:8 5}.stub{fill:#fdeaea;stroke:#b3161f}\
[class^=sp-line],[class^=sp-hatch],[class^=sp-ticks],.sp-crosses,.sp-arrow,.sp-plane,.sp-grid,.sp-line-v2{fill:none}.sp-plane,.sp-grid{stroke:#c9ced6}.sp-grid{stroke-width:.7}\
.sp-names text,.sp-legend text,.sp-axis{font-weight:700}.sp-names text{paint-order:stroke;stroke:#fff;stroke-width:5px;stroke-linejoin:round}text.sp-words{font-family:sans-serif;font-weight:400}\
.sp-fill-g{fill-opacity:.07}.sp-line-g,.sp-line-x,.sp-line-o{stroke:#16191f;stroke-width:1.6}.sp-line-x{stroke-dasharray:9 3 2 3}.sp-line-o{stroke-dasharray:5 4}\
.sp-fill-a{fill:#0a56b5;fill-opacity:.13}.sp-line-a{stroke:#0a56b5;stroke-width:2}.sp-ticks-a{stroke:#0a56b5;stroke-width:1.3}.sp-line-b{stroke:#a84300;stroke-width:2}.sp-hatch-b{stroke:#a84300;stroke-width:1.4}\
.sp-fill-i{fill:#5b2fae;fill-opacity:.16}.sp-line-i{stroke:#5b2fae;stroke-width:4}.sp-fill-v{fill:#11692f;fill-opacity:.13}.sp-line-v{stroke:#11692f;stroke-width:6}.sp-line-v2{stroke:#fff;stroke-width:2}\
.sp-crosses{stroke:#b3161f;stroke-width:2}.sp-arrow{stroke:#16191f;stroke-width:2.2}.sp-point,.sp-point-bad{stroke:#fff;stroke-width:1.5}.sp-point-bad{fill:#b3161f}\
.sp-point-out{fill:#fff;stroke:#b3161f;stroke-width:3}.sp-point-off{fill:#fff;stroke:#535b66;stroke-dasharray:3 2}\
text.sp-name-a{fill:#0a56b5}text.sp-name-b{fill:#a84300}text.sp-name-i{fill:#5b2fae}text.sp-name-v{fill:#11692f}text.sp-name-f{fill:#b3161f}";

/// The head of an arrow, to which lines refer.
pub const ARROW: &str = "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
    markerWidth=\"11\" markerHeight=\"11\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\">\
    <path d=\"M0 0 L10 5 L0 10 z\"/></marker></defs>";

/// Writes a picture for a document that has [`STYLE`] and [`ARROW`] once for all its pictures.
pub fn part<'a>(
    title: &str,
    (left, top, width, height): (i32, i32, i32, i32),
    groups: impl IntoIterator<Item = &'a Group>,
) -> String {
    let mut out = format!("<svg viewBox=\"{left} {top} {width} {height}\" role=\"img\"><title>");
    escape(&mut out, title);
    out.push_str("</title>");
    for group in groups {
        write_group(&mut out, group);
    }
    out.push_str("</svg>");
    out
}

/// Writes a file that shows this part of the plane: left and upper edge, width and height.
pub fn file<'a>(
    title: &str,
    frame: (i32, i32, i32, i32),
    groups: impl IntoIterator<Item = &'a Group>,
) -> String {
    let (left, top, width, height) = frame;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\">\n<title>"
    );
    escape(&mut out, title);
    let _ = write!(
        out,
        "</title>\n<style>{STYLE}</style>\n{ARROW}\n<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for group in groups {
        write_group(&mut out, group);
    }
    out.push_str("</svg>\n");
    out
}

fn write_group(out: &mut String, group: &Group) {
    let (x, y) = group.at;
    let _ = write!(out, "<g class=\"{}\"", group.class);
    if (x, y) != (0, 0) {
        let _ = write!(out, " transform=\"translate({x} {y})\"");
    }
    out.push('>');
    if !group.title.is_empty() {
        out.push_str("<title>");
        escape(out, &group.title);
        out.push_str("</title>");
    }
    for mark in &group.marks {
        let _ = match mark {
            Mark::Box(x, y, width, height, class) => {
                write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
                )
            }
            Mark::Line(path, class, has_arrow) => {
                let arrow = if *has_arrow { " marker-end=\"url(#arrow)\"" } else { "" };
                write!(out, "<path class=\"{class}\" d=\"{path}\"{arrow}/>")
            }
            Mark::Text(x, y, anchor, class, text) => {
                let anchor = anchor.name();
                let _ = write!(
                    out,
                    "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" xml:space=\"preserve\">"
                );
                escape(out, text);
                write!(out, "</text>")
            }
        };
    }
    out.push_str("</g>\n");
}

/// Writes text so that none of it is markup, in elements and in attributes.
pub fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // XML has no place for other control characters.
            c if c < ' ' && c != '\n' && c != '\t' => out.push(' '),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_file_stands_alone_and_is_well_formed() {
        let group = Group {
            class: "node covered".into(),
            at: (5, 7),
            title: "x < 3 & \"y\"".into(),
            marks: vec![
                Mark::Box(0, 0, 30, 20, "box"),
                Mark::Text(9, 21, Anchor::End, "label", "x <\u{1} 3".into()),
                Mark::Line("M0 0 L5 5".into(), "stroke", true),
            ],
        };
        let text = file("a & b", (-3, 0, 40, 30), [&group]);
        assert!(!text.contains("foreignObject"));
        let shown: String = text
            .lines()
            .filter(|line| !line.starts_with("<style") && !line.starts_with("<defs"))
            .map(|line| format!("{line}\n"))
            .collect();
        expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 0 40 30" width="40" height="30">
            <title>a &amp; b</title>
            <rect x="-3" y="0" width="40" height="30" fill="#fff"/>
            <g class="node covered" transform="translate(5 7)"><title>x &lt; 3 &amp; &quot;y&quot;</title><rect class="box" x="0" y="0" width="30" height="20"/><text class="label" x="9" y="21" text-anchor="end" xml:space="preserve">x &lt;  3</text><path class="stroke" d="M0 0 L5 5" marker-end="url(#arrow)"/></g>
            </svg>
        "##]]
        .assert_eq(&shown);
    }
}
