//! Layered drawings of directed graphs, after Sugiyama, Tagawa and Toda (1981): edges that close a cycle are turned
//! round, nodes are put on layers by their longest way from the top, long edges get places on the layers that they
//! cross, layers are ordered by medians until fewer edges cross, and places are found by least squares. A drawing can grow:
//! what was there stays where it was. No DOM; the same graph gives the same picture everywhere. The time is nearly linear in
//! the nodes and the lengths of the edges.

mod plan;

mod ways;

use plan::Plan;
use std::fmt::Write;

/// The least room between two neighbours on a layer, in pixels.
const GAP: u32 = 26;
/// The least room around an edge that passes.
const LANE: f64 = 16.0;
/// The room between two layers.
pub const STOREY: u32 = 46;
/// The height of a label.
const LABEL: f64 = 20.0;
/// How far a self-loop sticks out.
const EAR: f64 = 34.0;

/// A graph to draw.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// Width and height of each node, in pixels. The first node goes on top.
    pub sizes: Vec<(u32, u32)>,
    /// From where to where; several edges between two nodes and edges from a node to itself are fine.
    pub edges: Vec<(usize, usize)>,
    /// For each edge the room for a label on it, in pixels; 0 for none or a small one.
    pub labels: Vec<u32>,
    /// The least room between two neighbours, in pixels, if it is more than usual.
    pub gap: u32,
    /// A node that goes below all others.
    pub bottom: Option<usize>,
}

/// Where a node is kept while the drawing grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pin {
    /// Its layer, from the top.
    pub layer: usize,
    /// Its left edge, in pixels.
    pub left: i32,
}

/// A drawing, in pixels; its first version has its upper left corner at 0, 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// Its left edge; less than 0 where it has grown to the left.
    pub left: i32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The upper left corner of each node.
    pub corners: Vec<(i32, i32)>,
    /// The way of each edge.
    pub ways: Vec<Way>,
    /// What keeps each node where it is.
    pub pins: Vec<Pin>,
    /// Top and height of each layer.
    pub layers: Vec<(i32, i32)>,
}

/// How an edge is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// The points that it goes through, the first at its start, the last at its end.
    pub points: Vec<(i32, i32)>,
    /// Whether it leads back up.
    pub is_back: bool,
    /// Where a label near its start goes, and whether that is to the left of the edge: the base line of the text.
    pub label: (i32, i32, bool),
}

impl Way {
    /// The curve as the `d` of an SVG path: upright where it leaves, passes and arrives.
    pub fn path(&self) -> String {
        let Some(&(x, y)) = self.points.first() else { return String::new() };
        let mut path = format!("M{x} {y}");
        for pair in self.points.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let _ = if x0 == x1 || y0 == y1 {
                write!(path, " L{x1} {y1}")
            } else {
                let middle = (y0 + y1) / 2;
                write!(path, " C{x0} {middle} {x1} {middle} {x1} {y1}")
            };
        }
        path
    }
}

/// Draws a graph.
pub fn draw(shape: &Shape) -> Drawing {
    if shape.sizes.is_empty() {
        return Drawing::default();
    }
    let turned = closing(shape);
    let mut levels = levels(shape, &turned);
    sink(shape, &mut levels);
    let mut plan = Plan::new(shape, &turned, &levels);
    plan.order();
    plan.place();
    plan.drawing(shape, &turned)
}

/// Draws a graph that has grown: nodes with a pin are kept there, and new nodes are placed between them. Any number of
/// nodes and edges may be new; a node without a pin is best placed when it comes after those that lead to it.
pub fn grow(shape: &Shape, pins: &[Option<Pin>]) -> Drawing {
    let pin = |node: usize| pins.get(node).copied().flatten().filter(|_| shape.bottom != Some(node));
    if (0..shape.sizes.len()).all(|node| pin(node).is_none()) {
        return draw(shape);
    }
    let mut known: Vec<Option<usize>> = (0..shape.sizes.len()).map(|n| pin(n).map(|p| p.layer)).collect();
    let mut into = vec![Vec::new(); known.len()];
    for &(from, to) in &shape.edges {
        into[to].push(from);
    }
    for node in 0..known.len() {
        if known[node].is_none() && shape.bottom != Some(node) {
            let above = into[node].iter().filter_map(|&from| known[from]).max();
            known[node] = Some(above.map_or(0, |layer| layer + 1));
        }
    }
    let mut levels: Vec<usize> = known.into_iter().map(Option::unwrap_or_default).collect();
    sink(shape, &mut levels);
    let turned: Vec<bool> = shape.edges.iter().map(|&(from, to)| levels[from] > levels[to]).collect();
    let mut plan = Plan::new(shape, &turned, &levels);
    let middle = |node: usize| pin(node).map(|p| f64::from(p.left) + f64::from(shape.sizes[node].0) / 2.0);
    plan.keep((0..shape.sizes.len()).map(middle));
    plan.drawing(shape, &turned)
}

/// Puts the node that is to be at the bottom below all others.
fn sink(shape: &Shape, levels: &mut [usize]) {
    let Some(bottom) = shape.bottom.filter(|&bottom| bottom < levels.len()) else { return };
    let others = (0..levels.len()).filter(|&node| node != bottom).map(|node| levels[node] + 1);
    levels[bottom] = others.max().unwrap_or(0);
}

/// For each edge, whether it closes a cycle when the graph is searched from the first node on; self-loops are left out.
fn closing(shape: &Shape) -> Vec<bool> {
    let count = shape.sizes.len();
    let mut out = vec![Vec::new(); count];
    for (edge, &(from, to)) in shape.edges.iter().enumerate() {
        // Nothing leads on from the bottom, so that what leads to it leads down.
        if shape.bottom == Some(from) && from != to {
            continue;
        }
        out[from].push(edge);
    }
    let leads_up = |&(from, to): &(usize, usize)| shape.bottom == Some(from) && from != to;
    let mut closes: Vec<bool> = shape.edges.iter().map(leads_up).collect();
    let (mut entered, mut left) = (vec![false; count], vec![false; count]);
    for root in 0..count {
        if entered[root] {
            continue;
        }
        entered[root] = true;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&edge) = out[*node].get(*next) else {
                left[*node] = true;
                path.pop();
                continue;
            };
            *next += 1;
            let to = shape.edges[edge].1;
            if !entered[to] {
                entered[to] = true;
                path.push((to, 0));
            } else if !left[to] && to != *node {
                closes[edge] = true;
            }
        }
    }
    closes
}

/// The layer of each node: the length of its longest way from a node that nothing leads to.
fn levels(shape: &Shape, turned: &[bool]) -> Vec<usize> {
    let count = shape.sizes.len();
    let mut down = vec![Vec::new(); count];
    let mut waiting = vec![0; count];
    for (edge, &(from, to)) in shape.edges.iter().enumerate().filter(|(_, (from, to))| from != to) {
        let (from, to) = if turned[edge] { (to, from) } else { (from, to) };
        // The label of an edge has a layer of its own.
        let length = if shape.labels.get(edge).is_some_and(|&room| room > 0) { 2 } else { 1 };
        down[from].push((to, length));
        waiting[to] += 1;
    }
    let mut levels = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&node| waiting[node] == 0).rev().collect();
    while let Some(node) = ready.pop() {
        for &(to, length) in &down[node] {
            levels[to] = levels[to].max(levels[node] + length);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    levels
}

/// To whole pixels.
fn pixel(x: f64) -> i32 {
    x.round() as i32
}

#[cfg(test)]
mod tests;
