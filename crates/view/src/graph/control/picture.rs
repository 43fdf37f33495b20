//! Where the nodes and edges of a graph go.

use super::{Graph, NodeKind};
use crate::graph::layered::{Drawing, Shape, draw};
use crate::graph::svg::{Anchor, Group, Mark, file};

/// The width of a character and the height of a row, in pixels, for text of [`Picture::FONT`] pixels.
const CHARACTER: f64 = 9.1;
const ROW: u32 = 21;
/// The room between a node's text and its border.
const MARGIN: u32 = 9;
/// The margin around all, in pixels.
const AROUND: i32 = 14;
/// A label of this many characters needs no room of its own.
const SHORT: usize = 6;
/// Graphs with more nodes than this are listed, not drawn.
const MOST: usize = 400;
/// So are graphs with more edges than this, in which none could be followed.
const MOST_EDGES: usize = 1500;

/// A graph that has been drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Where everything goes.
    pub drawing: Drawing,
    /// The size of each node.
    pub sizes: Vec<(u32, u32)>,
    /// The rows of text of each node.
    pub rows: Vec<Vec<Row>>,
    /// What is to be seen, labels and a margin included: upper left corner, and width and height.
    pub frame: ((i32, i32), (u32, u32)),
}

/// A row of text in a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The position of the line; none for the title.
    pub line: Option<usize>,
    /// The line of the program, to be written before the text.
    pub number: Option<u32>,
    /// The text.
    pub text: String,
    /// Where the text begins, from the node's upper left corner: the base line.
    pub at: (u32, u32),
}

impl Picture {
    /// The size of the text, in pixels.
    pub const FONT: u32 = 15;
    /// How far the text of a line is from its number.
    pub const NUMBER: u32 = 32;
}

/// Draws a graph; none when it is too large to be looked at.
pub fn picture(graph: &Graph) -> Option<Picture> {
    if graph.nodes.len() > MOST || graph.edges.len() > MOST_EDGES {
        return None;
    }
    let mut sizes = Vec::new();
    let mut all_rows = Vec::new();
    for node in &graph.nodes {
        let mut rows: Vec<Row> = Vec::new();
        let title = node.kind.title().map(|title| (None, None, title));
        let mut lines = node.lines.iter().enumerate().map(|(i, l)| (Some(i), l.number, l.text.clone()));
        // In a cutpoint graph a loop head is no more than a place.
        let place =
            lines.clone().next().filter(|(_, _, text)| text.is_empty() && node.kind != NodeKind::Block);
        let content: Vec<_> = match (title, place) {
            (Some((_, _, title)), Some((line, number, _))) => vec![(line, number, title)],
            (Some(title), None) => std::iter::once(title).chain(lines).collect(),
            (None, _) => lines.by_ref().collect(),
        };
        for (line, number, text) in content {
            let y = MARGIN + ROW * u32::try_from(rows.len()).unwrap_or(0) + 15;
            let x = MARGIN + if number.is_some() { Picture::NUMBER } else { 0 };
            rows.push(Row { line, number, text, at: (x, y) });
        }
        let width = rows.iter().map(|row| row.at.0 + wide(&row.text)).max().unwrap_or(0) + MARGIN;
        let height = ROW * u32::try_from(rows.len().max(1)).unwrap_or(1) + 2 * MARGIN;
        sizes.push((width.max(70), height));
        all_rows.push(rows);
    }
    let edges = graph.edges.iter().map(|e| (e.from, e.to)).collect();
    // Short labels find room beside their edges.
    let room = |label: &str| if label.chars().count() > SHORT { wide(label) + 10 } else { 0 };
    let labels = graph.edges.iter().map(|e| room(&e.label)).collect();
    let mut drawing = draw(&Shape { sizes: sizes.clone(), edges, labels, ..Shape::default() });
    spread(graph, &sizes, &mut drawing);
    let frame = frame(graph, &drawing);
    Some(Picture { drawing, sizes, rows: all_rows, frame })
}

impl Picture {
    /// The picture as an SVG file.
    pub fn file(&self, graph: &Graph, title: &str) -> String {
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let mut groups = Vec::new();
        for (edge, way) in graph.edges.iter().zip(&self.drawing.ways) {
            let mut marks = vec![Mark::Line(way.path(), "stroke", true)];
            if !edge.label.is_empty() {
                let (x, y, is_left) = way.label;
                let anchor = if is_left { Anchor::End } else { Anchor::Start };
                marks.push(Mark::Text(x, y, anchor, "label", edge.label.clone()));
            }
            let class = format!("edge {}", edge.kind.class());
            groups.push(Group { class, at: (0, 0), title: String::new(), marks });
        }
        for (i, node) in graph.nodes.iter().enumerate() {
            let (width, height) = (number(self.sizes[i].0), number(self.sizes[i].1));
            let mut marks = vec![Mark::Box(0, 0, width, height, "box")];
            if matches!(node.kind, NodeKind::Head(_)) {
                marks.push(Mark::Box(4, 4, width - 8, height - 8, "inner"));
            }
            for row in &self.rows[i] {
                let (x, y) = (number(row.at.0), number(row.at.1));
                if let Some(line) = row.number {
                    marks.push(Mark::Text(x - 8, y, Anchor::End, "number", line.to_string()));
                }
                let class = if row.line.is_none() { "title" } else { "label" };
                marks.push(Mark::Text(x, y, Anchor::Start, class, row.text.clone()));
            }
            let class = format!("node {}", node.kind.class());
            groups.push(Group { class, at: self.drawing.corners[i], title: String::new(), marks });
        }
        file(title, self.window(), &groups)
    }

    /// What is to be seen: left and upper edge, width and height.
    pub fn window(&self) -> (i32, i32, i32, i32) {
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let ((left, top), (width, height)) = self.frame;
        (left, top, number(width), number(height))
    }
}

/// How high a label is.
const HIGH: i32 = 17;

/// Moves labels that lie upon one another, or on nodes: to the other side of their edges, else up or down.
fn spread(graph: &Graph, sizes: &[(u32, u32)], drawing: &mut Drawing) {
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let node = |(corner, size): (&(i32, i32), &(u32, u32))| {
        (corner.0, corner.1, corner.0 + number(size.0), corner.1 + number(size.1))
    };
    let mut taken: Vec<Room> = drawing.corners.iter().zip(sizes).map(node).collect();
    for (edge, way) in graph.edges.iter().zip(&mut drawing.ways).filter(|(edge, _)| !edge.label.is_empty()) {
        let (x, y, is_left) = way.label;
        let other = (if is_left { x + 12 } else { x - 12 }, y, !is_left);
        let moved =
            [0, -HIGH, HIGH].into_iter().flat_map(|by| [way.label, other].map(|at| (at.0, at.1 + by, at.2)));
        let room = |(x, y, is_left): (i32, i32, bool)| {
            let width = number(wide(&edge.label));
            let left = if is_left { x - width } else { x };
            (left, y - 13, left + width, y - 13 + HIGH)
        };
        let is_free = |at: &(i32, i32, bool)| taken.iter().all(|&other| are_apart(room(*at), other));
        if let Some(free) = moved.into_iter().find(is_free) {
            way.label = free;
        }
        taken.push(room(way.label));
    }
}

/// The left, upper, right and lower border of something.
type Room = (i32, i32, i32, i32);

fn are_apart(a: Room, b: Room) -> bool {
    a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1
}

fn frame(graph: &Graph, drawing: &Drawing) -> ((i32, i32), (u32, u32)) {
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let (mut left, mut right) = (0, number(drawing.width));
    for (edge, way) in graph.edges.iter().zip(&drawing.ways).filter(|(edge, _)| !edge.label.is_empty()) {
        let (x, _, is_left) = way.label;
        let width = number(wide(&edge.label));
        left = left.min(if is_left { x - width } else { x });
        right = right.max(if is_left { x } else { x + width });
    }
    let size = (right - left + 2 * AROUND, number(drawing.height) + 2 * AROUND);
    ((left - AROUND, -AROUND), (size.0.unsigned_abs(), size.1.unsigned_abs()))
}

/// How wide a text is.
fn wide(text: &str) -> u32 {
    (text.chars().count() as f64 * CHARACTER).ceil() as u32
}
