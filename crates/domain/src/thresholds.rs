//! Thresholds of widening: numbers of the program, the same for all variables, or for each variable the values that it
//! is set to.

use crate::transfer::{Effect, Flow};
use logic::{Int, Node, Term, Terms, Var, order::CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};

/// For each variable the numbers to which widening moves a growing bound first. There are finitely many, so widening
/// with them still becomes stable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thresholds {
    /// Of the variables that have none of their own; sorted.
    common: Vec<Int>,
    /// Sorted each.
    own: BTreeMap<Var, Vec<Int>>,
}

impl Thresholds {
    /// No thresholds: a bound that gives way is gone.
    pub fn none() -> Thresholds {
        Thresholds::default()
    }

    /// The same numbers for all variables.
    pub fn common(numbers: impl IntoIterator<Item = Int>) -> Thresholds {
        Thresholds { common: sorted(numbers), own: BTreeMap::new() }
    }

    /// For each variable that is only ever set to constants or to another such variable, these constants; none for the
    /// others, such as counters and inputs. A variable of the first kind encodes the control state, and its values are
    /// best kept apart (compare the precision of the data-flow analysis in Beyer, Chien, Lee, section 5).
    pub fn of_assigned_constants(terms: &Terms, flow: &Flow<'_>) -> Thresholds {
        let own =
            assigned_constants(terms, flow).into_iter().map(|(v, values)| (v, sorted(values))).collect_map();
        Thresholds { common: Vec::new(), own }
    }

    /// The variables that have numbers of their own, with these, sorted.
    pub fn by_variable(&self) -> impl Iterator<Item = (Var, &[Int])> {
        self.own.iter().map(|(&v, numbers)| (v, &numbers[..]))
    }

    /// The numbers for a variable, sorted.
    pub fn of(&self, var: Var) -> &[Int] {
        self.own.get(&var).unwrap_or(&self.common)
    }
}

fn sorted(numbers: impl IntoIterator<Item = Int>) -> Vec<Int> {
    numbers.into_iter().collect_set().into_iter().collect()
}

/// The variables that are set somewhere, and only to constants or to one another, with the numbers that they are set
/// to. The value of a variable before it is first set is ignored.
pub fn assigned_constants(terms: &Terms, flow: &Flow<'_>) -> BTreeMap<Var, BTreeSet<Int>> {
    let mut values: BTreeMap<Var, Vec<Term>> = BTreeMap::new();
    let mut counting: BTreeSet<Var> = BTreeSet::new();
    let mut set = |x: Var, value: Term, counting: &mut BTreeSet<Var>| match leaves(terms, value) {
        Some(leaves) => values.entry(x).or_default().extend(leaves),
        None => {
            counting.insert(x);
        }
    };
    for effect in &flow.effects {
        match effect {
            Effect::Assign(x, value, _) => set(*x, *value, &mut counting),
            Effect::Either(ways) => {
                ways.iter().filter_map(|way| way.1).for_each(|(x, value)| set(x, value, &mut counting));
            }
            Effect::Havoc(x) => {
                counting.insert(*x);
            }
            Effect::HavocAll(all) => counting.extend(all),
            Effect::Nothing | Effect::Assume(..) => {}
        }
    }
    values.retain(|x, _| !counting.contains(x));
    // A variable that copies one which is not among them is not among them either.
    loop {
        let is_set = |t: &Term| !matches!(terms.node(*t), Node::Var(v) if !values.contains_key(&v));
        let left: BTreeSet<Var> =
            values.iter().filter(|(_, ts)| ts.iter().all(is_set)).map(|(x, _)| *x).collect_set();
        if left.len() == values.len() {
            break;
        }
        values.retain(|x, _| left.contains(x));
    }
    let mut numbers: BTreeMap<Var, BTreeSet<Int>> = BTreeMap::new();
    for (&x, ts) in &values {
        numbers.insert(x, ts.iter().filter_map(|&t| terms.as_int(t)).collect_set());
    }
    // Copies have the values of what they are copied from.
    loop {
        let mut changed = false;
        for (&x, ts) in &values {
            for &t in ts {
                let Node::Var(y) = terms.node(t) else { continue };
                let from = numbers.get(&y).cloned().unwrap_or_default();
                let of = numbers.entry(x).or_default();
                let before = of.len();
                of.extend(from);
                changed |= of.len() > before;
            }
        }
        if !changed {
            return numbers;
        }
    }
}

/// What a term is under one condition or another: constants and variables; none if it may be anything else.
fn leaves(terms: &Terms, value: Term) -> Option<Vec<Term>> {
    let mut out = Vec::new();
    let mut todo = vec![value];
    while let Some(t) = todo.pop() {
        match terms.node(t) {
            Node::Ite(_, a, b) => todo.extend([a, b]),
            Node::Var(_) | Node::Bool(_) => out.push(t),
            Node::Sum(l) if l.as_constant().is_some() => out.push(t),
            _ => return None,
        }
    }
    Some(out)
}
