//! Where the pieces of the graph are placed. The newest state of the graph is laid out; an earlier step shows the part
//! of it that existed by then, so that nothing moves while the user steps. While the run goes on, pieces that are
//! already drawn stay where they are.

use super::Arg;
use super::excerpt::{Excerpt, Pieces};
use crate::graph::fold::{self, Strip};
use crate::graph::layered::{Drawing, Pin, STOREY, Shape, Way, draw, grow};

/// Width and height of a node, in pixels, for text of 15 pixels.
pub const NODE: (u32, u32) = (232, 76);
/// When more edges than this lead to the error, each is drawn as a stub.
const MOST_TO_ERROR: usize = 8;
/// The least room between two neighbours: covering arcs and stubs go there.
const GAP: u32 = 56;
/// How far a covering arc runs from the nodes beside it and below or above it.
const ASIDE: i32 = 14;

/// A laid out graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// What is drawn.
    pub pieces: Pieces,
    /// The edges between pieces; none that end at the error if those are drawn as stubs.
    pub edges: Vec<(usize, usize)>,
    /// Where everything goes.
    pub drawing: Drawing,
    /// Whether an edge to the error is drawn as a stub beside the node where it begins.
    pub has_stubs: bool,
    /// Where it may be cut into columns.
    pub strips: Vec<Strip>,
    /// For each piece the edges that begin there, by position.
    out: Vec<Vec<usize>>,
}

impl Layout {
    /// Lays out the newest state of a graph; `before` is the layout of an earlier state if pieces are to stay where
    /// they were.
    pub fn new(last: &Arg, excerpt: &Excerpt, before: Option<&Layout>) -> Layout {
        let pieces = Pieces::of(last, excerpt);
        let mut edges = pieces.edges(last);
        let error = last.error().and_then(|error| pieces.piece(error));
        let has_stubs =
            !excerpt.is_path && edges.iter().filter(|edge| Some(edge.1) == error).count() > MOST_TO_ERROR;
        if has_stubs {
            edges.retain(|edge| Some(edge.1) != error);
        }
        let shape = Shape {
            sizes: vec![NODE; pieces.pieces.len()],
            edges: edges.clone(),
            labels: Vec::new(),
            gap: GAP,
            bottom: error,
        };
        let mut drawing = match before {
            Some(before) => {
                let pin = |nodes: &Vec<u32>| {
                    let was = before.pieces.piece(nodes[0])?;
                    before.drawing.pins.get(was).copied().filter(|_| before.pieces.pieces[was][0] == nodes[0])
                };
                grow(&shape, &pieces.pieces.iter().map(pin).collect::<Vec<_>>())
            }
            None => draw(&shape),
        };
        if let Some(error) = error.filter(|_| has_stubs) {
            bring_near(&mut drawing, error, before.is_some());
        }
        let mut out = vec![Vec::new(); pieces.pieces.len()];
        edges.iter().enumerate().for_each(|(i, &(from, _))| out[from].push(i));
        let strips = fold::strips(&drawing, |_| NODE, side(GAP));
        let mut layout = Layout { pieces, edges, drawing, has_stubs, strips, out };
        layout.make_room_for_arcs(last);
        layout
    }

    /// Covering arcs may run beside all else.
    fn make_room_for_arcs(&mut self, last: &Arg) {
        let mut strips = std::mem::take(&mut self.strips);
        for (node, other) in last.covering() {
            if let (Some(from), Some(to)) = (self.pieces.piece(node), self.pieces.piece(other)) {
                fold::widen(&mut strips, &self.around(from, to));
            }
        }
        self.strips = strips;
    }

    /// The upper left corner of a piece.
    pub fn corner(&self, piece: usize) -> (i32, i32) {
        self.drawing.corners.get(piece).copied().unwrap_or_default()
    }

    /// The way of the edge between two pieces, if one is known.
    pub fn way(&self, from: usize, to: usize) -> Option<&Way> {
        let edge = self.out.get(from)?.iter().find(|&&edge| self.edges[edge].1 == to)?;
        self.drawing.ways.get(*edge)
    }

    /// The corners of a line from the right side of one piece to the right side of another that passes beside all
    /// pieces and between layers: used for covering arcs, and for edges that no longer exist.
    pub fn around(&self, from: usize, to: usize) -> Vec<(i32, i32)> {
        let (width, height) = (side(NODE.0), side(NODE.1));
        let right = |piece: usize| self.corner(piece).0 + width;
        let middle = |piece: usize, off: i32| self.corner(piece).1 + height / 2 + off;
        let layer = |piece: usize| self.drawing.pins.get(piece).map_or(0, |pin| pin.layer);
        let (start, end) = ((right(from), middle(from, -8)), (right(to), middle(to, 10)));
        let (first, last) = (layer(from).min(layer(to)), layer(from).max(layer(to)));
        // The nearest upright line to the right of both that no piece on the layers between stands in the way of.
        let mut x = start.0.max(end.0) + ASIDE;
        let in_the_way = |x: i32| {
            let between = |pin: &Pin| (first..=last).contains(&pin.layer);
            let pins = self.drawing.pins.iter().filter(|pin| between(pin));
            pins.map(|pin| pin.left).find(|left| left - ASIDE < x && x < left + width + ASIDE)
        };
        while let Some(left) = in_the_way(x) {
            x = left + width + ASIDE;
        }
        // Beside a node, then in the room between layers, then upright.
        let is_up = layer(to) < layer(from);
        let storey = |piece: usize, above: bool| {
            let (top, height) = self.drawing.layers.get(layer(piece)).copied().unwrap_or_default();
            if above { top - ASIDE } else { top + height + ASIDE }
        };
        let mut points = vec![start];
        if start.0 + ASIDE < x {
            let y = storey(from, is_up || layer(to) == layer(from));
            points.extend([(start.0 + ASIDE, start.1), (start.0 + ASIDE, y), (x, y)]);
        } else {
            points.push((x, start.1));
        }
        if end.0 + ASIDE < x {
            let y = storey(to, !is_up);
            points.extend([(x, y), (end.0 + ASIDE, y), (end.0 + ASIDE, end.1)]);
        } else {
            points.push((x, end.1));
        }
        points.push(end);
        points.dedup();
        points
    }

    /// What is to be seen: left edge, upper edge, width and height, with a margin.
    pub fn frame(&self) -> (i32, i32, i32, i32) {
        let margin = side(STOREY) / 2;
        let (width, height) = (side(self.drawing.width), side(self.drawing.height));
        (self.drawing.left - margin, -margin, width + 2 * margin + side(GAP), height + 2 * margin)
    }
}

/// Puts the error, when no line leads to it, below what stands lowest.
fn bring_near(drawing: &mut Drawing, error: usize, has_grown: bool) {
    let others = drawing.pins.iter().enumerate().filter(|(piece, _)| *piece != error);
    let Some((lowest, _)) = others.max_by_key(|(piece, pin)| (pin.layer, std::cmp::Reverse(*piece))) else {
        return;
    };
    let x = drawing.corners[lowest].0;
    drawing.corners[error].0 = x;
    drawing.pins[error].left = x;
    let lefts = drawing.corners.iter().map(|corner| corner.0);
    let points = drawing.ways.iter().flat_map(|way| way.points.iter().map(|point| point.0));
    let left = lefts.clone().chain(points.clone()).min().unwrap_or(0);
    let right = lefts.map(|x| x + side(NODE.0)).chain(points).max().unwrap_or(0);
    let left = if has_grown { left.min(drawing.left) } else { left };
    (drawing.left, drawing.width) = (left, (right - left).unsigned_abs());
}

/// A line through these points with rounded corners, as the `d` of an SVG path.
pub fn rounded(points: &[(i32, i32)]) -> String {
    use std::fmt::Write;
    let Some((x, y)) = points.first() else { return String::new() };
    let mut path = format!("M{x} {y}");
    for (i, &(x, y)) in points.iter().enumerate().skip(1) {
        let before = points[i - 1];
        let Some(&next) = points.get(i + 1) else {
            let _ = write!(path, " L{x} {y}");
            break;
        };
        // Half of the shorter side at most, and never more than 8 pixels.
        let towards = |(tx, ty): (i32, i32)| {
            let step = |from: i32, to: i32| (to - from).signum() * ((to - from).abs() / 2).min(8);
            (x + step(x, tx), y + step(y, ty))
        };
        let ((x0, y0), (x1, y1)) = (towards(before), towards(next));
        let _ = write!(path, " L{x0} {y0} Q{x} {y} {x1} {y1}");
    }
    path
}

fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}
