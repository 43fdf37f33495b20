//! The order of the nodes on their layers, and their places from left to right.

use super::{GAP, LABEL, LANE, Shape};
use logic::order;

/// How often the order and the places are improved.
const SWEEPS: usize = 12;

/// A node, or an edge passing, on its layer.
pub(super) struct Item {
    /// How far it extends to both sides of its reference line: the middle of a node, the line of an edge.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
    pub(super) layer: usize,
    up: Vec<usize>,
    down: Vec<usize>,
    /// Where that line is.
    pub(super) x: f64,
    passes: bool,
    /// Whether no edge begins here.
    is_last: bool,
}

/// The drawing in the making.
pub(super) struct Plan {
    pub(super) items: Vec<Item>,
    pub(super) layers: Vec<Vec<usize>>,
    /// For each edge its items from top to bottom; empty for self-loops. An edge between two nodes of one layer has just these.
    pub(super) chains: Vec<Vec<usize>>,
    /// The least room between two nodes on a layer.
    gap: f64,
    /// Whether places are kept, so that the left edge is where it was.
    pub(super) is_kept: bool,
}

impl Plan {
    pub(super) fn new(shape: &Shape, turned: &[bool], levels: &[usize]) -> Plan {
        let room = |edge: usize| f64::from(shape.labels.get(edge).copied().unwrap_or(0));
        // A self-loop sticks out to the right; the same room to the left keeps the node in the middle.
        let mut ears = vec![0.0; shape.sizes.len()];
        for (edge, &(from, _)) in shape.edges.iter().enumerate().filter(|(_, (from, to))| from == to) {
            ears[from] = f64::max(ears[from], super::EAR + room(edge));
        }
        let gap = f64::from(shape.gap.max(GAP));
        let mut plan =
            Plan { items: Vec::new(), layers: Vec::new(), chains: Vec::new(), gap, is_kept: false };
        for (node, &(width, height)) in shape.sizes.iter().enumerate() {
            let half = f64::from(width) / 2.0 + ears[node];
            plan.add((half, half), f64::from(height), levels[node], false);
        }
        shape.edges.iter().for_each(|&(from, _)| plan.items[from].is_last = false);
        for (edge, &(from, to)) in shape.edges.iter().enumerate() {
            let (top, bottom) = if turned[edge] { (to, from) } else { (from, to) };
            let mut chain = Vec::new();
            if top != bottom {
                chain.push(top);
                let between = levels[top] + 1..levels[bottom];
                // The label stands where the edge passes the first layer on its way.
                let at = if turned[edge] { between.clone().next_back() } else { between.clone().next() };
                for layer in between {
                    let label = if Some(layer) == at { room(edge) } else { 0.0 };
                    let height = if label > 0.0 { LABEL } else { 0.0 };
                    chain.push(plan.add((LANE / 2.0, LANE / 2.0 + label), height, layer, true));
                }
                chain.push(bottom);
            }
            if levels[top] < levels[bottom] {
                for pair in chain.windows(2) {
                    plan.items[pair[0]].down.push(pair[1]);
                    plan.items[pair[1]].up.push(pair[0]);
                }
            }
            plan.chains.push(chain);
        }
        plan
    }

    fn add(&mut self, (left, right): (f64, f64), height: f64, layer: usize, passes: bool) -> usize {
        let item = Item {
            left,
            right,
            height,
            layer,
            up: Vec::new(),
            down: Vec::new(),
            x: 0.0,
            passes,
            is_last: !passes,
        };
        self.items.push(item);
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        self.layers[layer].push(self.items.len() - 1);
        self.items.len() - 1
    }

    /// Orders each layer by the medians of its neighbours above, then below, and keeps the best order met.
    pub(super) fn order(&mut self) {
        let mut places = vec![0; self.items.len()];
        self.layers.iter().for_each(|layer| number(layer, &mut places));
        let mut best = (self.crossings(&places), self.layers.clone());
        for sweep in 0..SWEEPS {
            let downwards = sweep % 2 == 0;
            let count = self.layers.len();
            for step in 1..count {
                let at = if downwards { step } else { count - 1 - step };
                let layer = std::mem::take(&mut self.layers[at]);
                let key = |&item: &usize| {
                    let this = &self.items[item];
                    let near = if downwards { &this.up } else { &this.down };
                    let mut near: Vec<usize> = near.iter().map(|&n| places[n]).collect();
                    order::sort(&mut near);
                    // The median; who has no neighbour stays about where it is.
                    match near.len() {
                        0 => places[item] as f64,
                        n => (near[(n - 1) / 2] + near[n / 2]) as f64 / 2.0,
                    }
                };
                let mut keys: Vec<(f64, usize)> = layer.iter().map(key).zip(0..).collect();
                sort(&mut keys);
                let layer: Vec<usize> = keys.into_iter().map(|(_, place)| layer[place]).collect();
                number(&layer, &mut places);
                self.layers[at] = layer;
            }
            let crossings = self.crossings(&places);
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
            if best.0 == 0 {
                break;
            }
        }
        self.layers = best.1;
    }

    /// How many pairs of edges cross between neighbouring layers.
    fn crossings(&self, places: &[usize]) -> usize {
        let mut count = 0;
        for (at, layer) in self.layers.iter().enumerate() {
            // Where the lines end, in the order in which they begin.
            let mut lines: Vec<usize> = Vec::new();
            for &item in layer {
                let first = lines.len();
                lines.extend(self.items[item].down.iter().map(|&below| places[below]));
                order::sort(&mut lines[first..]);
            }
            // How many lines so far end where, as a Fenwick tree: those that end further right cross.
            let mut ends = vec![0; self.layers.get(at + 1).map_or(0, Vec::len) + 1];
            for (so_far, &below) in lines.iter().enumerate() {
                let mut i = below + 1;
                let mut further_left = 0;
                while i > 0 {
                    further_left += ends[i];
                    i &= i - 1;
                }
                count += so_far - further_left;
                i = below + 1;
                while i < ends.len() {
                    ends[i] += 1;
                    i += i & i.wrapping_neg();
                }
            }
        }
        count
    }

    /// Moves each item to the mean of its neighbours, as far as its own neighbours on the layer allow.
    pub(super) fn place(&mut self) {
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

    /// Keeps the nodes whose middle is given; layer by layer, each other item goes into the free space nearest to what
    /// is above it, or else below it.
    pub(super) fn keep(&mut self, middles: impl Iterator<Item = Option<f64>>) {
        self.is_kept = true;
        let mut placed = vec![false; self.items.len()];
        for (node, middle) in middles.enumerate() {
            if let Some(middle) = middle {
                placed[node] = true;
                self.items[node].x = middle;
            }
        }
        for layer in 0..self.layers.len() {
            let (mut row, mut new) = (Vec::new(), Vec::new());
            for item in std::mem::take(&mut self.layers[layer]) {
                if placed[item] {
                    row.push((self.items[item].x, item));
                } else {
                    new.push((self.wish(item, &placed), item));
                }
            }
            sort(&mut row);
            sort(&mut new);
            let mut row: Vec<usize> = row.into_iter().map(|(_, item)| item).collect();
            for (wish, item) in new {
                let (at, x) = self.free_room(&row, item, wish);
                self.items[item].x = x;
                placed[item] = true;
                row.insert(at, item);
            }
            self.layers[layer] = row;
        }
    }

    /// The position at which an item would be in the middle of its placed neighbours, above or else below.
    fn wish(&self, item: usize, placed: &[bool]) -> f64 {
        let middle = |near: &[usize]| {
            let places = near.iter().filter(|&&n| placed[n]).map(|&n| self.items[n].x);
            let (sum, count) = places.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
            (count > 0.0).then_some(sum / count)
        };
        middle(&self.items[item].up).or_else(|| middle(&self.items[item].down)).unwrap_or(0.0)
    }

    /// The free place in a row that is nearest to the wanted position: before which item, and where.
    fn free_room(&self, row: &[usize], item: usize, wish: f64) -> (usize, f64) {
        let mut best = (0, f64::INFINITY);
        for at in 0..=row.len() {
            let least =
                at.checked_sub(1).map(|before| self.items[row[before]].x + self.apart(row[before], item));
            let most = row.get(at).map(|&after| self.items[after].x - self.apart(item, after));
            let (least, most) = (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY));
            let x = wish.max(least).min(most);
            if least <= most && (x - wish).abs() < (best.1 - wish).abs() {
                best = (at, x);
            }
        }
        best
    }

    /// How far an item and the next one on its layer must be apart.
    fn apart(&self, before: usize, after: usize) -> f64 {
        let (before, after) = (&self.items[before], &self.items[after]);
        let gap = if before.passes || after.passes { LANE } else { self.gap };
        before.right + after.left + gap
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
            (false, false) => 2.0 * self.weight(*n),
        };
        let total: f64 = near.iter().map(weigh).sum();
        let mean = near.iter().map(|n| weigh(n) * self.items[*n].x).sum::<f64>() / total;
        (mean, total * self.weight(item))
    }

    /// Nodes without successors make room for the others, so that long chains of nodes go straight down.
    fn weight(&self, item: usize) -> f64 {
        if self.items[item].is_last { 0.02 } else { 1.0 }
    }

    /// The places nearest to the wanted ones (least squares) that keep order and distances: pool adjacent violators.
    fn settle(&mut self, layer: usize, wanted: &[(f64, f64)]) {
        let members = &self.layers[layer];
        let mut offsets = Vec::new();
        let mut offset = 0.0;
        for (at, &item) in members.iter().enumerate() {
            if at > 0 {
                offset += self.apart(members[at - 1], item);
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
}

/// Sorts by the number, then by the position.
pub(super) fn sort(pairs: &mut [(f64, usize)]) {
    order::sort_by(pairs, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

/// Takes down at which place of a layer each of its members is.
fn number(layer: &[usize], places: &mut [usize]) {
    for (at, &item) in layer.iter().enumerate() {
        places[item] = at;
    }
}
