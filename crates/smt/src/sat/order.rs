//! The decision order: atoms by how often recent conflicts mentioned them (VSIDS, after Moskewicz et al. 2001),
//! in a binary heap.

use super::lit::AtomId;

const DECAY: f64 = 1.0 / 0.95;
const RESCALE: f64 = 1e100;

/// A max-heap of atoms. Ties go to the older atom, so the order is the same in every run.
#[derive(Default)]
pub struct Order {
    activity: Vec<f64>,
    heap: Vec<AtomId>,
    place: Vec<Option<u32>>,
    step: f64,
}

impl Order {
    /// Room for one more atom, not yet in the heap.
    pub fn grow(&mut self) {
        self.activity.push(0.0);
        self.place.push(None);
        if self.step == 0.0 {
            self.step = 1.0;
        }
    }

    fn before(&self, a: AtomId, b: AtomId) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn set(&mut self, i: usize, a: AtomId) {
        self.heap[i] = a;
        self.place[a as usize] = Some(i as u32);
    }

    fn rise(&mut self, mut i: usize) {
        let a = self.heap[i];
        while i > 0 && self.before(a, self.heap[(i - 1) / 2]) {
            self.set(i, self.heap[(i - 1) / 2]);
            i = (i - 1) / 2;
        }
        self.set(i, a);
    }

    fn sink(&mut self, mut i: usize) {
        let a = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], a) {
                break;
            }
            self.set(i, self.heap[child]);
            i = child;
        }
        self.set(i, a);
    }

    /// Puts an atom into the heap, unless it is there.
    pub fn insert(&mut self, a: AtomId) {
        if self.place[a as usize].is_none() {
            self.heap.push(a);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active atom out.
    pub fn pop(&mut self) -> Option<AtomId> {
        let top = *self.heap.first()?;
        self.place[top as usize] = None;
        if let Some(last) = self.heap.pop()
            && last != top
        {
            self.heap[0] = last;
            self.sink(0);
        }
        Some(top)
    }

    /// Counts one mention in a conflict.
    pub fn bump(&mut self, a: AtomId) {
        self.activity[a as usize] += self.step;
        if self.activity[a as usize] > RESCALE {
            self.activity.iter_mut().for_each(|x| *x /= RESCALE);
            self.step /= RESCALE;
        }
        if let Some(i) = self.place[a as usize] {
            self.rise(i as usize);
        }
    }

    /// Makes older mentions count less, once per conflict.
    pub fn decay(&mut self) {
        self.step *= DECAY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_mentioned_first_then_oldest() {
        let mut order = Order::default();
        for a in 0..6 {
            order.grow();
            order.insert(a);
        }
        order.bump(4);
        order.bump(2);
        order.decay();
        order.bump(2);
        order.insert(2);
        let popped: Vec<AtomId> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(popped, [2, 4, 0, 1, 3, 5]);
    }
}
