//! Layered drawings of directed graphs, after Sugiyama, Tagawa and Toda (1981): edges that close a cycle are turned
//! round, nodes are put on layers by their longest way from the top, long edges get places on the layers that they
//! cross, layers are ordered by medians until fewer edges cross, and places are found by least squares. No DOM; the same
//! graph gives the same picture everywhere.

use logic::order;
use std::fmt::Write;

/// The least room between two neighbours on a layer, and around an edge that passes, in pixels.
const GAP: f64 = 26.0;
const LANE: f64 = 16.0;
/// The room between two layers.
const STOREY: f64 = 46.0;
/// The height of a label.
const LABEL: f64 = 20.0;
/// How far a self-loop sticks out.
const EAR: f64 = 34.0;
/// How often the order and the places are improved.
const SWEEPS: usize = 12;

/// A graph to draw.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// Width and height of each node, in pixels. The first node goes on top.
    pub sizes: Vec<(u32, u32)>,
    /// From where to where; several edges between two nodes and edges from a node to itself are fine.
    pub edges: Vec<(usize, usize)>,
    /// For each edge the room for a label on it, in pixels; 0 for none or a small one.
    pub labels: Vec<u32>,
}

/// A drawing, in pixels from the upper left corner.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The upper left corner of each node.
    pub corners: Vec<(i32, i32)>,
    /// The way of each edge.
    pub ways: Vec<Way>,
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
    let mut plan = Plan::new(shape, &turned);
    plan.order();
    plan.place();
    plan.drawing(shape, &turned)
}

/// For each edge, whether it closes a cycle when the graph is searched from the first node on; self-loops are left out.
fn closing(shape: &Shape) -> Vec<bool> {
    let count = shape.sizes.len();
    let mut out = vec![Vec::new(); count];
    for (edge, &(from, _)) in shape.edges.iter().enumerate() {
        out[from].push(edge);
    }
    let mut closes = vec![false; shape.edges.len()];
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

/// A node, or an edge passing, on its layer.
struct Item {
    /// How far it reaches to both sides of the line that it is placed by: of a node its middle, of an edge the edge.
    left: f64,
    right: f64,
    height: f64,
    layer: usize,
    up: Vec<usize>,
    down: Vec<usize>,
    /// Where that line is.
    x: f64,
    passes: bool,
}

/// The drawing in the making.
struct Plan {
    items: Vec<Item>,
    layers: Vec<Vec<usize>>,
    /// For each edge its items from top to bottom; empty for self-loops.
    chains: Vec<Vec<usize>>,
}

impl Plan {
    fn new(shape: &Shape, turned: &[bool]) -> Plan {
        let downwards: Vec<(usize, usize)> = shape
            .edges
            .iter()
            .zip(turned)
            .map(|(&(from, to), &turned)| if turned { (to, from) } else { (from, to) })
            .collect();
        let room = |edge: usize| shape.labels.get(edge).copied().unwrap_or(0);
        let levels = levels(shape.sizes.len(), &downwards, |edge| if room(edge) > 0 { 2 } else { 1 });
        // A self-loop sticks out to the right; the same room to the left keeps the node in the middle.
        let ear = |node: usize| {
            let own = (0..shape.edges.len()).filter(|&e| shape.edges[e] == (node, node));
            own.map(|e| EAR + f64::from(room(e))).fold(0.0, f64::max)
        };
        let mut plan = Plan { items: Vec::new(), layers: Vec::new(), chains: Vec::new() };
        for (node, &(width, height)) in shape.sizes.iter().enumerate() {
            let half = f64::from(width) / 2.0 + ear(node);
            plan.add((half, half), f64::from(height), levels[node], false);
        }
        for (edge, &(top, bottom)) in downwards.iter().enumerate() {
            let mut chain = Vec::new();
            if top != bottom {
                chain.push(top);
                let between = levels[top] + 1..levels[bottom];
                // The label stands where the edge passes the first layer on its way.
                let at = if turned[edge] { between.clone().next_back() } else { between.clone().next() };
                for layer in between {
                    let label = if Some(layer) == at { f64::from(room(edge)) } else { 0.0 };
                    let height = if label > 0.0 { LABEL } else { 0.0 };
                    chain.push(plan.add((LANE / 2.0, LANE / 2.0 + label), height, layer, true));
                }
                chain.push(bottom);
            }
            for pair in chain.windows(2) {
                plan.items[pair[0]].down.push(pair[1]);
                plan.items[pair[1]].up.push(pair[0]);
            }
            plan.chains.push(chain);
        }
        plan
    }

    fn add(&mut self, (left, right): (f64, f64), height: f64, layer: usize, passes: bool) -> usize {
        let item = Item { left, right, height, layer, up: Vec::new(), down: Vec::new(), x: 0.0, passes };
        self.items.push(item);
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        self.layers[layer].push(self.items.len() - 1);
        self.items.len() - 1
    }

    /// Orders each layer by the medians of its neighbours above, then below, and keeps the best order met.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            let place = |layers: &[Vec<usize>], count: usize| {
                let mut place = vec![0; count];
                for layer in layers {
                    layer.iter().enumerate().for_each(|(at, &item)| place[item] = at);
                }
                place
            };
            let downwards = sweep % 2 == 0;
            let count = self.layers.len();
            for step in 1..count {
                let at = if downwards { step } else { count - 1 - step };
                let places = place(&self.layers, self.items.len());
                let key = |&item: &usize| {
                    let item_ref = &self.items[item];
                    let near = if downwards { &item_ref.up } else { &item_ref.down };
                    let mut near: Vec<usize> = near.iter().map(|&n| places[n]).collect();
                    order::sort(&mut near);
                    // Twice the median, so that it stays a whole number; who has no neighbour stays about where it is.
                    match near.len() {
                        0 => 2 * places[item],
                        n => near[(n - 1) / 2] + near[n / 2],
                    }
                };
                let mut layer = self.layers[at].clone();
                order::sort_by_key(&mut layer, key);
                self.layers[at] = layer;
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    fn crossings(&self) -> usize {
        let mut place = vec![0; self.items.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(at, &item)| place[item] = at);
        }
        let mut count = 0;
        for layer in &self.layers {
            let lines: Vec<(usize, usize)> = layer
                .iter()
                .flat_map(|&item| self.items[item].down.iter().map(move |&below| (item, below)))
                .map(|(above, below)| (place[above], place[below]))
                .collect();
            for (i, a) in lines.iter().enumerate() {
                count += lines[i + 1..]
                    .iter()
                    .filter(|b| (a.0 < b.0) != (a.1 < b.1) && a.0 != b.0 && a.1 != b.1)
                    .count();
            }
        }
        count
    }

    /// Moves each item to the mean of its neighbours, as far as its own neighbours on the layer allow.
    fn place(&mut self) {
        for layer in 0..self.layers.len() {
            let wanted = vec![(0.0, 1.0); self.layers[layer].len()];
            self.settle(layer, &wanted);
        }
        for sweep in 0..2 * SWEEPS {
            let downwards = sweep % 2 == 0;
            let count = self.layers.len();
            for step in 0..count {
                let layer = if downwards { step } else { count - 1 - step };
                let wanted: Vec<(f64, f64)> =
                    self.layers[layer].iter().map(|&item| self.wanted(item, downwards)).collect();
                self.settle(layer, &wanted);
            }
        }
    }

    /// Where an item would like to be, and how much: a long edge most of all wants to be straight.
    fn wanted(&self, item: usize, downwards: bool) -> (f64, f64) {
        let this = &self.items[item];
        let near = if downwards { &this.up } else { &this.down };
        if near.is_empty() {
            return (this.x, 0.1);
        }
        let weigh = |n: &usize| match (this.passes, self.items[*n].passes) {
            (true, true) => 8.0,
            (true, false) | (false, true) => 1.0,
            (false, false) => 2.0,
        };
        let total: f64 = near.iter().map(weigh).sum();
        let mean = near.iter().map(|n| weigh(n) * self.items[*n].x).sum::<f64>() / total;
        (mean, total)
    }

    /// The places nearest to the wanted ones (least squares) that keep order and distances: pool adjacent violators.
    fn settle(&mut self, layer: usize, wanted: &[(f64, f64)]) {
        let members = &self.layers[layer];
        let mut offsets = Vec::new();
        let mut offset = 0.0;
        for (at, &item) in members.iter().enumerate() {
            if at > 0 {
                let (before, this) = (&self.items[members[at - 1]], &self.items[item]);
                let gap = if before.passes || this.passes { LANE } else { GAP };
                offset += before.right + this.left + gap;
            }
            offsets.push(offset);
        }
        // Blocks of items that touch: mean of their wishes, weight, number.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        for (&(wish, weight), offset) in wanted.iter().zip(&offsets) {
            let mut block = (wish - offset, weight, 1);
            while let Some(&(mean, weight, number)) = blocks.last().filter(|before| before.0 > block.0) {
                let both = weight + block.1;
                block = ((mean * weight + block.0 * block.1) / both, both, number + block.2);
                blocks.pop();
            }
            blocks.push(block);
        }
        let places = blocks.iter().flat_map(|&(mean, _, number)| std::iter::repeat_n(mean, number));
        let places: Vec<f64> = places.zip(&offsets).map(|(mean, offset)| mean + offset).collect();
        for (at, x) in places.into_iter().enumerate() {
            self.items[self.layers[layer][at]].x = x;
        }
    }

    fn drawing(&self, shape: &Shape, turned: &[bool]) -> Drawing {
        let left = self.items.iter().map(|i| i.x - i.left).fold(f64::INFINITY, f64::min);
        let right = self.items.iter().map(|i| i.x + i.right).fold(f64::NEG_INFINITY, f64::max);
        let mut tops = Vec::new();
        let mut y = 0.0;
        for layer in &self.layers {
            let height = layer.iter().map(|&i| self.items[i].height).fold(0.0, f64::max);
            tops.push((y, height));
            y += height + STOREY;
        }
        let corner = |node: usize| {
            let item = &self.items[node];
            let (width, height) = shape.sizes[node];
            let (top, room) = tops[item.layer];
            (pixel(item.x - left - f64::from(width) / 2.0), pixel(top + (room - f64::from(height)) / 2.0))
        };
        let corners: Vec<(i32, i32)> = (0..shape.sizes.len()).map(corner).collect();
        let mut drawing = Drawing {
            width: pixel(right - left).unsigned_abs(),
            height: pixel(y - STOREY).unsigned_abs(),
            corners,
            ways: Vec::new(),
        };
        let ports = self.ports();
        for (edge, &(from, to)) in shape.edges.iter().enumerate() {
            let way = if from == to {
                self_loop(drawing.corners[from], shape.sizes[from])
            } else {
                self.way(edge, turned[edge], shape, &drawing, &tops, left, &ports)
            };
            drawing.ways.push(way);
        }
        drawing
    }

    /// For each edge where along the bottom of its upper node, and along the top of its lower one, it is fastened: which
    /// of how many places.
    fn ports(&self) -> Vec<[(usize, usize); 2]> {
        let mut ports = vec![[(0, 1); 2]; self.chains.len()];
        for node in 0..self.items.len() {
            for (end, side) in [(0, true), (1, false)] {
                let mut here: Vec<(f64, usize)> = Vec::new();
                for (edge, chain) in self.chains.iter().enumerate() {
                    let (this, next) = match (side, chain.as_slice()) {
                        (true, [first, second, ..]) => (*first, *second),
                        (false, [.., second, last]) => (*last, *second),
                        _ => continue,
                    };
                    if this == node {
                        here.push((self.items[next].x, edge));
                    }
                }
                order::sort_by(&mut here, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                for (at, &(_, edge)) in here.iter().enumerate() {
                    ports[edge][end] = (at, here.len());
                }
            }
        }
        ports
    }

    #[allow(clippy::too_many_arguments)]
    fn way(
        &self,
        edge: usize,
        is_back: bool,
        shape: &Shape,
        drawing: &Drawing,
        tops: &[(f64, f64)],
        left: f64,
        ports: &[[(usize, usize); 2]],
    ) -> Way {
        let chain = &self.chains[edge];
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let fastened = |node: usize, (at, of): (usize, usize)| {
            let (width, _) = shape.sizes[node];
            let share = (at + 1) as f64 / (of + 1) as f64;
            drawing.corners[node].0 + pixel(f64::from(width) * share)
        };
        let bottom = drawing.corners[first].1 + pixel(f64::from(shape.sizes[first].1));
        let mut points = vec![(fastened(first, ports[edge][0]), bottom)];
        for &item in &chain[1..chain.len() - 1] {
            let item = &self.items[item];
            let (top, height) = tops[item.layer];
            let x = pixel(item.x - left);
            points.push((x, pixel(top)));
            points.push((x, pixel(top + height)));
        }
        points.push((fastened(last, ports[edge][1]), drawing.corners[last].1));
        if is_back {
            points.reverse();
        }
        let (x, y) = points[1];
        let label = if shape.labels.get(edge).is_some_and(|&room| room > 0) {
            let middle = (y + points.get(2).map_or(y, |next| next.1)) / 2;
            (x + 6, middle + 5, false)
        } else if is_back {
            (x + 6, y + 16, false)
        } else {
            let (at, of) = ports[edge][0];
            let is_left = of > 1 && at == 0;
            (if is_left { x - 6 } else { x + 6 }, y - 13, is_left)
        };
        Way { points, is_back, label }
    }
}

fn self_loop((x, y): (i32, i32), (width, height): (u32, u32)) -> Way {
    let (width, height) = (pixel(f64::from(width)), pixel(f64::from(height)));
    let (right, out) = (x + width, x + width + pixel(EAR * 0.7));
    let (upper, lower) = (y + height / 3, y + height - height / 3);
    let points = vec![(right, lower), (out, lower), (out, upper), (right, upper)];
    Way { points, is_back: true, label: (out + 5, (upper + lower) / 2 + 5, false) }
}

/// The layer of each node: the length of its longest way from a node that nothing leads to.
fn levels(count: usize, downwards: &[(usize, usize)], length: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut waiting = vec![0; count];
    for (_, to) in downwards.iter().filter(|(from, to)| from != to) {
        waiting[*to] += 1;
    }
    let mut levels = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&node| waiting[node] == 0).rev().collect();
    while let Some(node) = ready.pop() {
        for (edge, &(_, to)) in
            downwards.iter().enumerate().filter(|&(_, &(from, to))| from == node && to != node)
        {
            levels[to] = levels[to].max(levels[node] + length(edge));
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    levels
}

/// To whole pixels.
#[allow(clippy::cast_possible_truncation)]
fn pixel(x: f64) -> i32 {
    x.round() as i32
}

#[cfg(test)]
mod tests;
