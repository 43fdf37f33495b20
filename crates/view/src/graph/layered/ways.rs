//! From places to pixels: where nodes stand and which way edges take.

use super::plan::{Plan, sort};
use super::{Drawing, EAR, Pin, STOREY, Shape, Way, pixel};

impl Plan {
    pub(super) fn drawing(&self, shape: &Shape, turned: &[bool]) -> Drawing {
        let left = self.items.iter().map(|i| i.x - i.left).fold(f64::INFINITY, f64::min);
        let right = self.items.iter().map(|i| i.x + i.right).fold(f64::NEG_INFINITY, f64::max);
        // Where nodes are kept the place 0 is, too.
        let (origin, edge) = if self.is_kept { (0.0, left.min(0.0)) } else { (left, 0.0) };
        let mut layers = Vec::new();
        let mut y = 0;
        for layer in &self.layers {
            let height = pixel(layer.iter().map(|&i| self.items[i].height).fold(0.0, f64::max));
            layers.push((y, height));
            y += height + storey();
        }
        let corner = |node: usize| {
            let item = &self.items[node];
            let (width, height) = shape.sizes[node];
            let (top, room) = layers[item.layer];
            (pixel(item.x - origin - f64::from(width) / 2.0), top + (room - whole(height)) / 2)
        };
        let corners: Vec<(i32, i32)> = (0..shape.sizes.len()).map(corner).collect();
        let pins = corners.iter().zip(&self.items).map(|(at, item)| Pin { layer: item.layer, left: at.0 });
        let mut drawing = Drawing {
            left: pixel(edge),
            width: pixel(right - origin - edge).unsigned_abs(),
            height: (y - storey()).unsigned_abs(),
            pins: pins.collect(),
            corners,
            ways: Vec::new(),
            layers,
        };
        let ports = self.ports();
        for (edge, &(from, to)) in shape.edges.iter().enumerate() {
            let way = if from == to {
                self_loop(drawing.corners[from], shape.sizes[from])
            } else {
                self.way(edge, turned[edge], shape, &drawing, origin, &ports)
            };
            drawing.ways.push(way);
        }
        drawing
    }

    /// For each edge where along the bottom of its upper node, and along the top of its lower one, it is fastened: which
    /// of how many places.
    fn ports(&self) -> Vec<[(usize, usize); 2]> {
        let mut ports = vec![[(0, 1); 2]; self.chains.len()];
        // For each node what is fastened below and above it: where that comes from, and which end of which edge it is.
        let mut fastened: Vec<[Vec<(f64, usize)>; 2]> = vec![Default::default(); self.items.len()];
        for (edge, chain) in self.chains.iter().enumerate() {
            let [first, second, ..] = chain.as_slice() else { continue };
            let (last, before) = (chain[chain.len() - 1], chain[chain.len() - 2]);
            fastened[*first][0].push((self.items[*second].x, 2 * edge));
            let side = usize::from(!self.is_flat(chain));
            fastened[last][side].push((self.items[before].x, 2 * edge + 1));
        }
        for mut here in fastened.into_iter().flatten() {
            sort(&mut here);
            for (at, &(_, end)) in here.iter().enumerate() {
                ports[end / 2][end % 2] = (at, here.len());
            }
        }
        ports
    }

    /// Whether both ends of an edge are on the same layer.
    fn is_flat(&self, chain: &[usize]) -> bool {
        self.items[chain[0]].layer == self.items[chain[chain.len() - 1]].layer
    }

    fn way(
        &self,
        edge: usize,
        is_back: bool,
        shape: &Shape,
        drawing: &Drawing,
        origin: f64,
        ports: &[[(usize, usize); 2]],
    ) -> Way {
        let chain = &self.chains[edge];
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let fastened = |node: usize, (at, of): (usize, usize)| {
            let (width, _) = shape.sizes[node];
            let share = (at + 1) as f64 / (of + 1) as f64;
            drawing.corners[node].0 + pixel(f64::from(width) * share)
        };
        let bottom = |node: usize| drawing.corners[node].1 + whole(shape.sizes[node].1);
        let mut points = vec![(fastened(first, ports[edge][0]), bottom(first))];
        if self.is_flat(chain) {
            // Through the room below the layer.
            let end = fastened(last, ports[edge][1]);
            let (top, height) = drawing.layers[self.items[first].layer];
            points.push(((points[0].0 + end) / 2, top + height + storey() / 2));
            points.push((end, bottom(last)));
            return Way { label: (end + 6, bottom(last) + 16, false), points, is_back: true };
        }
        for &item in &chain[1..chain.len() - 1] {
            let item = &self.items[item];
            let (top, height) = drawing.layers[item.layer];
            let x = pixel(item.x - origin);
            points.push((x, top));
            points.push((x, top + height));
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
    let (width, height) = (whole(width), whole(height));
    let (right, out) = (x + width, x + width + pixel(EAR * 0.7));
    let (upper, lower) = (y + height / 3, y + height - height / 3);
    let points = vec![(right, lower), (out, lower), (out, upper), (right, upper)];
    Way { points, is_back: true, label: (out + 5, (upper + lower) / 2 + 5, false) }
}

fn storey() -> i32 {
    whole(STOREY)
}

fn whole(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}
