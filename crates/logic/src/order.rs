//! Sorting, and collecting iterators into ordered maps and sets, with little machine code.
//!
//! The standard library's sorting is compiled once for every type of element and every comparison, and again for every
//! `collect` into an ordered map or set: some five kilobytes each time. That is too much for a page that only sorts a
//! few elements in each place. The functions here give the same results, but only a small part of them depends on the
//! type: it compares and swaps elements, or inserts them one by one.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts by a total order; equal elements stay as they stood.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = sorted(items.len(), &mut |i, j| compare(&items[i], &items[j]));
    arrange(order, &mut |i, j| items.swap(i, j));
}

/// Sorts by a key, which is computed for every comparison; equal elements stay as they stood.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts; equal elements stay as they stood.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Ordered collections out of an iterator, as `collect` makes them.
pub trait CollectOrdered: Iterator + Sized {
    /// The elements in order, each once.
    fn collect_set(self) -> BTreeSet<Self::Item>
    where
        Self::Item: Ord,
    {
        let mut set = BTreeSet::new();
        self.for_each(|item| {
            set.insert(item);
        });
        set
    }

    /// The pairs in order of their keys; of pairs with the same key the last counts.
    fn collect_map<K: Ord, V>(self) -> BTreeMap<K, V>
    where
        Self: Iterator<Item = (K, V)>,
    {
        let mut map = BTreeMap::new();
        self.for_each(|(key, value)| {
            map.insert(key, value);
        });
        map
    }
}

impl<I: Iterator> CollectOrdered for I {}

/// The positions `0..len`, sorted by the elements that stand there: a bottom-up merge sort.
#[inline(never)]
fn sorted(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    if (1..len).all(|i| compare(i - 1, i) != Ordering::Greater) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..len).collect();
    let mut merged = Vec::with_capacity(len);
    let mut run = 1;
    while run < len {
        for both in order.chunks(2 * run) {
            let (mut left, mut right) = both.split_at(run.min(both.len()));
            while let (Some(&l), Some(&r)) = (left.first(), right.first()) {
                if compare(l, r) == Ordering::Greater {
                    merged.push(r);
                    right = &right[1..];
                } else {
                    merged.push(l);
                    left = &left[1..];
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        run *= 2;
    }
    order
}

/// Permutes the elements: position `i` receives the element at position `order[i]`. The permutation's cycles are
/// carried out one after the other. Nothing moves when `order` is empty.
#[inline(never)]
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs whose first members often agree, from a linear congruential generator.
    fn pairs(len: usize, seed: u64) -> Vec<(u64, usize)> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % (len as u64 / 2 + 1)
        };
        (0..len).map(|i| (next(), i)).collect()
    }

    #[test]
    fn sorts_as_the_standard_library_does() {
        for len in (0..40).chain([100, 255, 256, 257, 1000]) {
            for seed in 0..20 {
                let given = pairs(len, seed);
                let mut expected = given.clone();
                expected.sort_by_key(|pair| pair.0);
                let mut found = given.clone();
                sort_by_key(&mut found, |pair| pair.0);
                assert_eq!(found, expected, "{len} pairs, stable");
                expected.reverse();
                sort_by(&mut found, |a, b| b.cmp(a));
                assert_eq!(found, expected, "{len} pairs, descending");
                expected.sort();
                sort(&mut found);
                assert_eq!(found, expected, "{len} pairs");
            }
        }
    }

    #[test]
    fn collects_as_the_standard_library_does() {
        for len in [0, 1, 2, 30, 300] {
            for seed in 0..20 {
                let given = pairs(len, seed);
                let (set, map): (BTreeSet<_>, BTreeMap<_, _>) =
                    (given.iter().copied().collect(), given.iter().copied().collect());
                assert_eq!(given.iter().copied().collect_set(), set);
                assert_eq!(given.into_iter().collect_map(), map, "the last of equal keys counts");
            }
        }
    }
}
