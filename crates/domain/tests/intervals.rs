//! Operations on intervals against the sets of numbers that they stand for, by enumeration. Unbounded ends are cut off far
//! away; what is compared lies near.

use domain::Interval;
use logic::Int;
use std::collections::BTreeSet;

const FAR: i64 = 60;

fn all() -> Vec<Interval> {
    let bound = |i: i64| (-4..=4).contains(&i).then(|| Int::from(i));
    let pairs = (-5..=4).flat_map(|l| (-4..=5).map(move |h| (l, h)));
    pairs.filter_map(|(l, h)| Interval::new(bound(l), bound(h))).collect()
}

fn set(i: &Interval) -> BTreeSet<i64> {
    (-FAR..=FAR).filter(|&n| i.contains(&Int::from(n))).collect()
}

/// Checks that an interval is the least one around a set, ends beyond `near` being unbounded.
fn least(found: Option<&Interval>, numbers: &BTreeSet<i64>, near: i64) {
    let (Some(&low), Some(&high)) = (numbers.first(), numbers.last()) else {
        assert_eq!(found, None, "nothing is left");
        return;
    };
    let bound = |n: i64| (n.abs() <= near).then(|| Int::from(n));
    assert_eq!(found, Interval::new(bound(low), bound(high)).as_ref(), "{numbers:?}");
}

#[test]
fn two_intervals() {
    let thresholds: Vec<Int> = [-3, 0, 2].map(|i: i64| Int::from(i)).into();
    for a in &all() {
        for b in &all() {
            let (in_a, in_b) = (set(a), set(b));
            least(a.meet(b).as_ref(), &in_a.intersection(&in_b).copied().collect(), 10);
            let union = in_a.union(&in_b).copied().collect();
            least(Some(&a.join(b)), &union, 10);
            assert_eq!(a.includes(b), in_a.is_superset(&in_b));
            let sums = in_a.iter().flat_map(|x| in_b.iter().map(move |y| x + y)).collect();
            least(Some(&a.plus(b)), &sums, 20);

            let widened = a.widen(&a.join(b), &thresholds);
            assert!(widened.includes(a) && widened.includes(b));
            for (end, old) in [(widened.low(), a.low()), (widened.high(), a.high())] {
                assert!(end.is_none() || end == old || thresholds.contains(end.expect("checked before")));
            }
            if let Some(inside) = a.meet(b) {
                let narrowed = a.narrow(&inside);
                assert!(a.includes(&narrowed) && narrowed.includes(&inside));
                assert!(a.low().is_none() || narrowed.low() == a.low());
                assert!(narrowed.low() == a.low() || narrowed.low() == inside.low());
            }
            let in_order = a <= b;
            let gap = !union_is_interval(&in_a, &in_b);
            if in_order {
                assert_eq!(a.touches(b), !gap, "{a} {b}");
            }
        }
    }
}

fn union_is_interval(a: &BTreeSet<i64>, b: &BTreeSet<i64>) -> bool {
    let union: Vec<i64> = a.union(b).copied().collect();
    union.windows(2).all(|w| w[1] == w[0] + 1)
}

#[test]
fn an_interval_and_a_number() {
    for a in &all() {
        let numbers = set(a);
        let of = |f: &dyn Fn(i64) -> i64| numbers.iter().map(|&n| f(n)).collect::<BTreeSet<i64>>();
        for n in -4..=4i64 {
            let int = Int::from(n);
            least(Some(&a.shifted(&int)), &of(&|x| x + n), 12);
            least(Some(&a.scaled(&int)), &of(&|x| x * n), 20);
            let rest: BTreeSet<i64> = numbers.iter().copied().filter(|&x| x != n).collect();
            least(a.without(&int).as_ref(), &rest, 10);
            if n != 0 {
                let factors = (-FAR..=FAR).filter(|x| a.contains(&Int::from(x * n))).collect();
                least(a.unscaled(&int).as_ref(), &factors, 10);
            }
            if n > 0 {
                least(Some(&a.div(&int)), &of(&|x| x.div_euclid(n)), 10);
                let dividends =
                    (-FAR..=FAR).filter(|x: &i64| a.contains(&Int::from(x.div_euclid(n)))).collect();
                least(Some(&a.undiv(&int)), &dividends, 30);
                let remainders = of(&|x| x.rem_euclid(n));
                let found = a.modulo(&int);
                assert!(remainders.iter().all(|&r| found.contains(&Int::from(r))));
                assert!(found.low() >= Some(&Int::ZERO) && found.high() < Some(&int));
                for b in &all() {
                    let kept =
                        numbers.iter().copied().filter(|x| b.contains(&Int::from(x.rem_euclid(n)))).collect();
                    least(a.with_remainders(&int, b).as_ref(), &kept, 12);
                }
            }
        }
    }
}

#[test]
fn as_text() {
    let [three, nine] = [3, 9].map(|i: i64| Int::from(i));
    let texts = [
        Interval::TOP,
        Interval::at_least(three.clone()),
        Interval::at_most(nine.clone()),
        Interval::new(Some(three.clone()), Some(nine.clone())).expect("not empty"),
    ];
    assert_eq!(texts.map(|i| i.to_string()), ["(.., ..)", "[3, ..)", "(.., 9]", "[3, 9]"]);
    assert_eq!(Interval::new(Some(nine), Some(three)), None);
}
