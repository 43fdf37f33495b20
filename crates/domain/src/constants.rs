//! The numbers that occur in a program: thresholds of widening and bounds of candidate inequalities.

use logic::{
    Int, Node, Term, Terms,
    order::{self, CollectOrdered},
};
use std::collections::BTreeSet;

/// The most numbers that are kept, those nearest to zero.
const MOST: usize = 60;

/// The numbers in the terms with their neighbours, besides -1, 0 and 1; sorted. In `x < 10` the number is 9, and 10 its
/// neighbour.
pub fn thresholds(terms: &Terms, roots: &[Term]) -> Vec<Int> {
    let mut numbers: BTreeSet<Int> = [0, 1, -1].into_iter().map(|i: i64| Int::from(i)).collect_set();
    for t in terms.postorder(roots) {
        let constant = match terms.node(t) {
            Node::Le(l) | Node::Eq(l) => match l.parts() {
                [(_, c)] => -l.constant().div_floor(c),
                _ => l.constant().clone(),
            },
            Node::Sum(l) => l.constant().clone(),
            Node::Mod(_, d) => &d - &Int::ONE,
            _ => continue,
        };
        for offset in [-1, 0, 1] {
            numbers.insert(&constant + &Int::from(offset));
        }
    }
    let mut nearest: Vec<Int> = numbers.into_iter().collect();
    order::sort_by_key(&mut nearest, Int::abs);
    nearest.truncate(MOST);
    order::sort(&mut nearest);
    nearest
}

/// The prime numbers up to 7 that divide a modulus, a divisor, a coefficient or what is added in the terms; 2 in any case.
pub fn primes(terms: &Terms, roots: &[Term]) -> Vec<i64> {
    let mut numbers = vec![Int::from(2)];
    for t in terms.postorder(roots) {
        match terms.node(t) {
            Node::Mod(_, d) | Node::Div(_, d) => numbers.push(d),
            Node::Sum(l) if !l.parts().is_empty() => {
                numbers.extend(l.parts().iter().map(|(_, c)| c.clone()));
                numbers.push(l.constant().clone());
            }
            _ => {}
        }
    }
    let divides = |p: &i64| numbers.iter().any(|n| !n.is_zero() && n.rem_euclid(&Int::from(*p)).is_zero());
    [2, 3, 5, 7].into_iter().filter(divides).collect()
}
