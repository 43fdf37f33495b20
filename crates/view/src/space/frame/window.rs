//! Which values of an axis are seen: at first those about where a variable begins and what it is compared with, and then those of the
//! states that a step shows.

use super::{Axis, FARTHEST, MOST};
use crate::space::regions::Region;
use crate::space::trail::{Trail, TrailKind};
use logic::{Node, Terms};
use std::collections::BTreeMap;
use trace::{Formula, ProgramVariable};

/// What changes by more than this in a round is seen for some rounds at first.
const LEAP: i64 = 8;
/// Constants farther than this from where a variable begins do not decide what is seen at first.
const LARGE: i64 = 150;
/// The most values to which an axis is stretched so that a counterexample to induction is seen; an execution may take all of [`MOST`].
const STRETCHED: i64 = 41;
/// The same for other models: with more, what is seen would never stand still.
const STRETCHED_A_LITTLE: i64 = 21;

/// Stretches or moves what is seen of an axis so that an execution's states are in sight, or what leads out of a set; for other models only
/// a little.
pub(super) fn show(axis: &mut Axis, trail: &Trail) {
    let values = trail.states.iter().filter_map(|state| state.value(&axis.name));
    let values: Vec<i64> = values.filter(|value| value.abs() <= FARTHEST).collect();
    let is_seen = |value: &i64| (axis.low..=axis.high).contains(value);
    let (Some(least), Some(greatest)) = (values.iter().min(), values.iter().max()) else { return };
    if axis.is_boolean || values.iter().all(is_seen) {
        return;
    }
    let is_execution = trail.kind == TrailKind::Execution;
    let stretched = (axis.low.min(least - 1), axis.high.max(greatest + 1));
    let most = match trail.kind {
        TrailKind::Execution => MOST,
        TrailKind::Induction => STRETCHED,
        TrailKind::Model => STRETCHED_A_LITTLE.max(axis.high - axis.low + 6),
    };
    if stretched.1 - stretched.0 < most {
        (axis.low, axis.high) = stretched;
    } else if is_execution && !values.iter().any(is_seen) {
        let low = values[values.len() - 1] - (axis.high - axis.low) / 2;
        (axis.low, axis.high) = (low, low + axis.high - axis.low);
    }
}

/// The numbers that each variable is compared with, and those that it is changed by.
pub(super) fn constants(formulas: &[&Formula]) -> [BTreeMap<String, Vec<i64>>; 2] {
    let mut found: [BTreeMap<String, Vec<i64>>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for formula in formulas {
        let terms = Terms::new();
        let region = Region::whole(formula);
        let Ok(term) = sexp::formula(&terms, &region.smt, |name| region.is_integer(name)) else { continue };
        for t in terms.postorder(&[term]) {
            let (sum, is_bound) = match terms.node(t) {
                Node::Le(sum) | Node::Eq(sum) => (sum, true),
                Node::Sum(sum) => (sum, false),
                _ => continue,
            };
            let small = |n: &logic::Int| n.to_string().parse::<i64>().ok().filter(|n| n.abs() <= FARTHEST);
            for (part, factor) in sum.parts() {
                let Node::Var(v) = terms.node(*part) else { continue };
                let (Some(constant), Some(factor)) = (small(sum.constant()), small(factor)) else { continue };
                let is_bound = is_bound && sum.parts().len() == 1;
                let value = if is_bound { -constant / factor } else { constant.abs() };
                let name = terms.symbol_of(v).name;
                let bare = name.split(['\'', '@']).next().unwrap_or(&name);
                found[usize::from(!is_bound)].entry(bare.to_owned()).or_default().push(value);
            }
        }
    }
    found
}

/// The values of a variable that are seen at first: about where it begins, or where it is compared with something, the nearest to 0.
pub(super) fn usual(v: &ProgramVariable, [starts, bounds, steps]: [Vec<i64>; 3], rounds: i64) -> (i64, i64) {
    if v.boolean {
        return (0, 1);
    }
    let known = if starts.is_empty() { &bounds } else { &starts };
    let origin = known.iter().copied().min_by_key(|n| n.abs()).filter(|n| n.abs() > LARGE).unwrap_or(0);
    let near = |n: &i64| n.abs() <= LARGE;
    let leap = |n: i64| if n.abs() > LEAP { rounds * n } else { n };
    let steps = steps.into_iter().filter(near).map(|n| origin + leap(n));
    let near = bounds.into_iter().filter(|n| near(&(n - origin))).chain(steps);
    let (low, high) = near.fold((origin, origin), |(low, high), c| (low.min(c), high.max(c)));
    let pad = ((high - low) / 8).max(2);
    let (mut low, mut high) = (low - pad, (high + pad).max(origin + 8));
    if let Some([Ok(least), Ok(most)]) =
        v.range.as_ref().map(|range| range.each_ref().map(|n| n.parse::<i64>()))
    {
        (low, high) = (low.max(least), high.min(most));
    }
    (low, high.max(low))
}
