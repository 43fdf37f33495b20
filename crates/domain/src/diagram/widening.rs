//! The widening of unions of boxes.

use super::{Cell, Diagram, Operation, Store};
use crate::thresholds::Thresholds;
use logic::{Int, Var};
use rustc_hash::FxHashMap;

/// The value of a step function on the previous step, or on the next one if there is no previous step.
fn beside(steps: &[Cell], place: usize) -> Diagram {
    let before = place.checked_sub(1).and_then(|p| steps.get(p));
    before.or(steps.get(place + 1)).map_or(Diagram::EMPTY, |(_, child)| *child)
}

/// One application of the widening; see [`Store::widen`].
pub struct Widening<'s> {
    /// Where the diagrams are.
    pub store: &'s mut Store,
    /// Where bounds that give way stop first.
    pub thresholds: &'s Thresholds,
    /// Which variables are Boolean.
    pub is_bool: &'s dyn Fn(Var) -> bool,
    /// What is known already.
    pub done: FxHashMap<(Diagram, Diagram), Diagram>,
}

impl Widening<'_> {
    /// `next` includes `old`.
    pub fn widen(&mut self, old: Diagram, next: Diagram) -> Diagram {
        if old == next || old == Diagram::EMPTY {
            return next;
        }
        if let Some(&d) = self.done.get(&(old, next)) {
            return d;
        }
        let Some((var, _)) = self.store.first_test(old, next) else { return next };
        let steps = self.store.cells(old, var);
        let new_steps = self.store.cells(next, var);
        let mut out = Vec::new();
        let mut low: Option<Int> = None;
        let counts = !(self.is_bool)(var) && self.thresholds.of(var).is_empty();
        for (place, (high, child)) in steps.iter().enumerate() {
            let from = match *child {
                Diagram::EMPTY if counts => beside(&steps, place),
                child => child,
            };
            for (end, joined) in self.pieces(var, low.as_ref(), high.as_ref(), *child, &new_steps) {
                let widened = if joined == *child {
                    joined
                } else {
                    let all = self.store.combine(Operation::Or, from, joined);
                    self.widen(from, all)
                };
                out.push((end, widened));
            }
            low = high.as_ref().map(|h| h + &Int::ONE);
        }
        let d = self.store.function(var, out);
        self.done.insert((old, next), d);
        d
    }

    /// The steps into which one step of the old function is divided, each with the union of the new function's values
    /// there.
    fn pieces(
        &mut self,
        var: Var,
        low: Option<&Int>,
        high: Option<&Int>,
        child: Diagram,
        new_steps: &[Cell],
    ) -> Vec<Cell> {
        let mut cuts: Vec<Option<Int>> = Vec::new();
        let changed = self.joined(low, high, new_steps) != child;
        if changed {
            let inside = |t: &Int| low.is_none_or(|l| l <= t) && high.is_none_or(|h| t < h);
            // A threshold ends a piece, whether the change comes from below or from above it.
            let mut ends: Vec<Int> = if (self.is_bool)(var) {
                vec![Int::ZERO]
            } else {
                self.thresholds.of(var).iter().flat_map(|t| [t - &Int::ONE, t.clone()]).collect()
            };
            ends.retain(inside);
            ends.dedup();
            cuts.extend(ends.into_iter().map(Some));
        }
        cuts.push(high.cloned());
        let mut out = Vec::new();
        let mut low = low.cloned();
        for high in cuts {
            let joined = self.joined(low.as_ref(), high.as_ref(), new_steps);
            low = high.as_ref().map(|h| h + &Int::ONE);
            out.push((high, joined));
        }
        out
    }

    /// The union of a step function over an interval.
    fn joined(&mut self, low: Option<&Int>, high: Option<&Int>, steps: &[Cell]) -> Diagram {
        let mut joined = Diagram::EMPTY;
        let mut from: Option<Int> = None;
        for (to, child) in steps {
            let misses = matches!((to, low), (Some(to), Some(low)) if to < low)
                || matches!((&from, high), (Some(from), Some(high)) if from > high);
            if !misses {
                joined = self.store.combine(Operation::Or, joined, *child);
            }
            from = to.as_ref().map(|t| t + &Int::ONE);
        }
        joined
    }
}
