//! Fewer boxes in place of many: neighbours that hardly differ are joined.

use crate::interval::Interval;
use crate::ranges::Ranges;
use logic::{Int, Terms, Var};

/// At most this many boxes that contain the given ones: neighbours in the list that differ in no more than one bound
/// are joined, the later ones first. None if that does not make them few enough.
pub fn merge(terms: &Terms, mut boxes: Vec<Ranges>, most: usize) -> Option<Vec<Ranges>> {
    while boxes.len() > most {
        let losses = boxes.windows(2).map(|pair| loss(terms, &pair[0], &pair[1]));
        let (place, loss) = losses.enumerate().min_by_key(|(i, loss)| (*loss, usize::MAX - i))?;
        if loss > 1 {
            return None;
        }
        let later = boxes.remove(place + 1);
        boxes[place] = boxes[place].zip(terms, &later, Interval::join);
    }
    Some(boxes)
}

/// The number of bounds in which two boxes differ, not counting those where the two are adjacent.
fn loss(terms: &Terms, a: &Ranges, b: &Ranges) -> usize {
    let others = b.iter().map(|(v, _)| v).filter(|v| a.iter().all(|(w, _)| w != *v));
    let vars: Vec<Var> = a.iter().map(|(v, _)| v).chain(others).collect();
    let differ = |v: &Var| {
        let (a, b) = (a.get(terms, *v), b.get(terms, *v));
        usize::from(a.low() != b.low()) + usize::from(a.high() != b.high())
    };
    let follows = |v: &Var| {
        let (a, b) = (a.get(terms, *v), b.get(terms, *v));
        let one_way = |a: &Interval, b: &Interval| {
            a.high().zip(b.low()).is_some_and(|(end, start)| *start == end + &Int::ONE)
        };
        one_way(&a, &b) || one_way(&b, &a)
    };
    let all: usize = vars.iter().map(differ).sum();
    all - vars.iter().find(|v| follows(v)).map_or(0, differ)
}
