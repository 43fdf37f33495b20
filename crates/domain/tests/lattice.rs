//! The laws of the domains, by enumeration over small universes. What an element means is read off its concretisation,
//! evaluated at every point of a grid that is larger than all bounds.

use domain::{
    BoxDomain, BoxLimits, BoxesDomain, Cells, Diagram, Disjunctive, Domain, Interval, Octagon, OctagonDomain,
    Ranges, Thresholds,
};
use logic::{Int, Sort, Term, Terms, Value, Var};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::rc::Rc;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::Random;

struct Universe {
    terms: Rc<Terms>,
    x: Var,
    y: Var,
    b: Var,
}

/// Bounds lie strictly inside the grid, so its rim stands for all numbers beyond.
const GRID: std::ops::RangeInclusive<i64> = -2..=4;

impl Universe {
    fn new() -> Universe {
        let terms = Rc::new(Terms::new());
        let (b, x, y) = (terms.var("b", Sort::Bool), terms.var("x", Sort::Int), terms.var("y", Sort::Int));
        Universe { terms, x, y, b }
    }

    /// Which points of the grid a formula holds at.
    fn meaning(&self, t: Term) -> Vec<bool> {
        let mut out = Vec::new();
        for b in [false, true] {
            for x in GRID {
                for y in GRID {
                    let value = |v: Var| match v {
                        v if v == self.b => Value::Bool(b),
                        v if v == self.x => Value::Int(Int::from(x)),
                        _ => Value::Int(Int::from(y)),
                    };
                    out.push(self.terms.holds(t, &value));
                }
            }
        }
        out
    }
}

fn is_within(small: &[bool], big: &[bool]) -> bool {
    small.iter().zip(big).all(|(a, b)| !a || *b)
}

/// Checks every pair: order, bounds, neutral elements, widening and narrowing.
fn check_pairs<D: Domain>(u: &Universe, domain: &D, elements: &[D::Element])
where
    D::Element: PartialEq,
{
    let meanings: Vec<Vec<bool>> = elements.iter().map(|e| u.meaning(domain.concretisation(e))).collect();
    let of = |e: &D::Element| u.meaning(domain.concretisation(e));
    let thresholds = Thresholds::common([Int::from(0), Int::from(2)]);
    for (a, in_a) in elements.iter().zip(&meanings) {
        assert!(domain.includes(&domain.top(), a) && domain.includes(a, &domain.bottom()));
        assert_eq!(domain.is_bottom(a), !in_a.contains(&true));
        assert!(*a == domain.join(a, &domain.bottom()) && *a == domain.meet(a, &domain.top()));
        assert!(*a == domain.join(a, a) && *a == domain.meet(a, a));
        for (b, in_b) in elements.iter().zip(&meanings) {
            assert_eq!(domain.includes(b, a), is_within(in_a, in_b), "order is inclusion");
            assert_eq!(a == b, in_a == in_b, "equal sets are equal elements");
            let (join, meet) = (domain.join(a, b), domain.meet(a, b));
            assert!(join == domain.join(b, a) && meet == domain.meet(b, a), "commutative");
            assert!(*a == domain.meet(a, &join) && *a == domain.join(a, &meet), "absorption");
            let (in_join, in_meet) = (of(&join), of(&meet));
            assert!(is_within(in_a, &in_join) && is_within(in_b, &in_join));
            let both: Vec<bool> = in_a.iter().zip(in_b).map(|(a, b)| *a && *b).collect();
            assert_eq!(in_meet, both, "the meet is exact");
            for thresholds in [&thresholds, &Thresholds::none()] {
                let widened = domain.widen(a, b, thresholds);
                assert!(domain.includes(&widened, &join), "widening is above the join");
            }
            let narrowed = domain.narrow(a, &meet);
            assert!(domain.includes(a, &narrowed) && domain.includes(&narrowed, &meet));
        }
    }
}

/// Joins are least upper bounds, hence associative.
fn check_least<D: Domain>(domain: &D, elements: &[D::Element]) {
    for a in elements {
        for b in elements {
            let join = domain.join(a, b);
            for c in elements {
                if domain.includes(c, a) && domain.includes(c, b) {
                    assert!(domain.includes(c, &join));
                }
            }
        }
    }
}

fn intervals(low: i64, high: i64) -> Vec<Interval> {
    let bound = |i: i64| (low..=high).contains(&i).then(|| Int::from(i));
    let pairs = (low - 1..=high).flat_map(|l| (low..=high + 1).map(move |h| (l, h)));
    pairs.filter_map(|(l, h)| Interval::new(bound(l), bound(h))).collect()
}

fn boxes(u: &Universe) -> Vec<Option<Ranges>> {
    let mut out = vec![None];
    let flags = [Interval::booleans(), Interval::truth(false), Interval::truth(true)];
    for x in intervals(0, 2) {
        for y in intervals(0, 0) {
            for b in &flags {
                let mut ranges = Ranges::default();
                for (v, i) in [(u.x, &x), (u.y, &y), (u.b, b)] {
                    ranges.put(&u.terms, v, i.clone());
                }
                out.push(Some(ranges));
            }
        }
    }
    out
}

#[test]
fn boxes_are_a_lattice() {
    let u = Universe::new();
    let elements = boxes(&u);
    assert!(elements.len() > 100);
    let domain = BoxDomain::new(u.terms.clone());
    check_pairs(&u, &domain, &elements);
    check_least(&domain, &elements);
}

/// Octagons with bounds of `x`, of `x - y` and of `x + y`, for both truth values and for one.
fn octagons(u: &Universe, domain: &OctagonDomain) -> Vec<Option<Octagon>> {
    let t = &u.terms;
    let (x, y) = (t.of(u.x), t.of(u.y));
    let within = |sum: Term, i: &Interval| {
        let low = i.low().map(|l| t.ge(sum, t.int(l.clone())));
        t.and(low.into_iter().chain(i.high().map(|h| t.le(sum, t.int(h.clone())))))
    };
    let mut out = vec![domain.bottom()];
    for single in intervals(0, 1) {
        for difference in intervals(0, 0) {
            for sum in intervals(1, 1) {
                let formula =
                    [within(x, &single), within(t.sub(x, y), &difference), within(t.add(x, y), &sum)];
                let element = domain.abstraction(t.and(formula));
                // The truth value takes part in every second one.
                let flag = if out.len() % 2 == 0 { domain.assume(&element, t.of(u.b)) } else { element };
                if !out.contains(&flag) {
                    out.push(flag);
                }
            }
        }
    }
    out
}

#[test]
fn octagons_are_a_lattice() {
    let u = Universe::new();
    let domain = OctagonDomain::new(u.terms.clone());
    let elements = octagons(&u, &domain);
    assert!(elements.len() > 60, "{}", elements.len());
    check_pairs(&u, &domain, &elements);
    check_least(&domain, &elements);
}

/// All sets of cells of a grid of 2 by 3 cells and two truth values, the outer cells unbounded.
fn unions(u: &Universe, domain: &BoxesDomain) -> Vec<Diagram> {
    let columns =
        [Interval::at_most(Int::from(0)), Interval::point(Int::from(1)), Interval::at_least(Int::from(2))];
    let rows = [Interval::at_most(Int::from(1)), Interval::at_least(Int::from(2))];
    let mut cells = Vec::new();
    for x in &columns {
        for y in &rows {
            let mut ranges = Ranges::default();
            ranges.put(&u.terms, u.x, x.clone());
            ranges.put(&u.terms, u.y, y.clone());
            cells.push(ranges);
        }
    }
    // The truth value takes part in every second set.
    let flag = domain.abstraction(u.terms.of(u.b));
    (0..1u32 << cells.len())
        .map(|set| {
            let chosen = cells.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let union = chosen.fold(domain.bottom(), |all, (_, c)| domain.union(&all, &domain.of_box(c)));
            if set % 3 == 1 { domain.meet(&union, &flag) } else { union }
        })
        .collect()
}

#[test]
fn unions_of_boxes_are_a_boolean_algebra() {
    let u = Universe::new();
    let domain = BoxesDomain::new(u.terms.clone(), BoxLimits::default());
    let elements = unions(&u, &domain);
    assert_eq!(elements.len(), 64);
    check_pairs(&u, &domain, &elements);
    check_least(&domain, &elements);
    let of = |e: &Diagram| u.meaning(domain.concretisation(e));
    for a in &elements {
        for b in &elements {
            let (in_a, in_b) = (of(a), of(b));
            let union: Vec<bool> = in_a.iter().zip(&in_b).map(|(a, b)| *a || *b).collect();
            assert_eq!(of(&domain.union(a, b)), union);
            let difference: Vec<bool> = in_a.iter().zip(&in_b).map(|(a, b)| *a && !*b).collect();
            let minus = domain.difference(a, b);
            assert_eq!(of(&minus), difference);
            assert_eq!(domain.join(&minus, &domain.meet(a, b)), *a);
        }
    }
}

#[test]
fn diagrams_are_canonical() {
    let u = Universe::new();
    let domain = BoxesDomain::new(u.terms.clone(), BoxLimits::default());
    let mut by_meaning: BTreeMap<Vec<bool>, Diagram> = BTreeMap::new();
    for seed in 0..1_200 {
        let mut random = Random::new(seed);
        let mut d = domain.bottom();
        for _ in 0..1 + random.below(5) {
            let mut ranges = Ranges::default();
            for v in [u.x, u.y] {
                let all = intervals(0, 2);
                ranges.put(&u.terms, v, all[random.below(all.len())].clone());
            }
            if random.chance(40) {
                ranges.put(&u.terms, u.b, Interval::truth(random.chance(50)));
            }
            let one = domain.of_box(&ranges);
            d = if random.chance(70) { domain.union(&d, &one) } else { domain.difference(&d, &one) };
        }
        let meaning = u.meaning(domain.concretisation(&d));
        let first = by_meaning.entry(meaning).or_insert(d);
        assert_eq!(*first, d, "the same set, built in another way");
        // Taking the boxes apart and together again gives the same diagram.
        let again =
            domain.boxes(&d).iter().fold(domain.bottom(), |all, r| domain.union(&all, &domain.of_box(r)));
        assert_eq!(again, d);
        for v in [u.x, u.y, u.b] {
            check_projection(&u, &domain, d, v);
        }
    }
    assert!(by_meaning.len() > 300, "{} different sets", by_meaning.len());
}

/// The values of a variable, and forgetting it, against the points of the grid.
fn check_projection(u: &Universe, domain: &BoxesDomain, d: Diagram, v: Var) {
    let meaning = u.meaning(domain.concretisation(&d));
    let forgotten = u.meaning(domain.concretisation(&domain.forget(&d, v)));
    let values = domain.values(&d, v);
    let side = GRID.count();
    for b in 0..2 {
        for x in 0..side {
            for y in 0..side {
                let at = |b: usize, x: usize, y: usize| meaning[(b * side + x) * side + y];
                let line = |i: usize| match v {
                    v if v == u.b => at(i.min(1), x, y),
                    v if v == u.x => at(b, i, y),
                    _ => at(b, x, i),
                };
                assert_eq!(forgotten[(b * side + x) * side + y], (0..side).any(line));
                if at(b, x, y) {
                    let low = *GRID.start();
                    let value = if v == u.b { b as i64 } else { low + if v == u.x { x } else { y } as i64 };
                    assert!(values.iter().any(|i| i.contains(&Int::from(value))));
                }
            }
        }
    }
    assert!(values.windows(2).all(|w| !w[0].touches(&w[1]) && w[0] < w[1]), "{values:?}");
}

#[test]
fn coarse_unions_lose_no_point() {
    let u = Universe::new();
    let fine = BoxesDomain::new(u.terms.clone(), BoxLimits::default());
    let limits = [
        BoxLimits { boxes: 2, ..BoxLimits::default() },
        BoxLimits { boxes: 1, ..BoxLimits::default() },
        BoxLimits { boxes: 9, divided: Some([u.x].into()), ..BoxLimits::default() },
        BoxLimits { boxes: 9, divided: Some([].into()), ..BoxLimits::default() },
        BoxLimits { boxes: 9, cells: Some(Cells { along: [u.x].into(), boxes: 1 }), ..BoxLimits::default() },
        BoxLimits { boxes: 9, cells: Some(Cells { along: [].into(), boxes: 2 }), ..BoxLimits::default() },
    ];
    for limits in limits {
        let coarse = BoxesDomain::new(u.terms.clone(), limits.clone());
        for element in unions(&u, &fine) {
            let parts = fine.boxes(&element);
            let joined = parts.iter().fold(coarse.bottom(), |all, r| coarse.join(&all, &coarse.of_box(r)));
            let [small, big] =
                [fine.concretisation(&element), coarse.concretisation(&joined)].map(|t| u.meaning(t));
            assert!(is_within(&small, &big));
            assert!(coarse.boxes(&joined).len() <= limits.boxes);
            if limits.divided.as_ref().is_some_and(|d| !d.contains(&u.y)) {
                let per_box = coarse.boxes(&joined).iter().all(|r| {
                    let same_x = coarse.meet(&joined, &coarse.of_box(&only(&u, r, u.x)));
                    coarse.values(&same_x, u.y).len() == 1
                });
                assert!(per_box, "one interval of y for each box of x");
            }
            if let Some(cells) = &limits.cells {
                for b in [false, true] {
                    for x in GRID {
                        let mut cell = Ranges::default();
                        cell.put(&u.terms, u.b, Interval::truth(b));
                        if cells.along.contains(&u.x) {
                            cell.put(&u.terms, u.x, Interval::point(Int::from(x)));
                        }
                        let inside = coarse.meet(&joined, &coarse.of_box(&cell));
                        assert!(coarse.boxes(&inside).len() <= cells.boxes);
                    }
                }
            }
        }
    }
}

/// The box with the bounds of one variable alone.
fn only(u: &Universe, ranges: &Ranges, v: Var) -> Ranges {
    let mut out = Ranges::default();
    out.put(&u.terms, v, ranges.get(&u.terms, v));
    out
}

/// Every sequence of widenings becomes stable after few changes, whatever comes next.
fn widening_terminates<D: Domain>(domain: &D, mut next: impl FnMut(&mut Random) -> D::Element)
where
    D::Element: PartialEq + Debug,
{
    let thresholds = Thresholds::common([-7, 0, 5].map(|i: i64| Int::from(i)));
    for seed in 0..10 {
        let mut random = Random::new(seed);
        let mut at = next(&mut random);
        let mut changes = 0;
        for _ in 0..1_000 {
            let wider = domain.widen(&at, &next(&mut random), &thresholds);
            assert!(domain.includes(&wider, &at));
            changes += usize::from(wider != at);
            at = wider;
        }
        // Two truth values, and nine steps of either number between the thresholds and the first point; without widening nearly
        // every one of the thousand points would change something.
        assert!(changes <= 170, "{changes} changes of {at:?}");
    }
}

#[test]
fn widening_becomes_stable() {
    let u = Universe::new();
    let random_box = |random: &mut Random| {
        let mut ranges = Ranges::default();
        for v in [u.x, u.y] {
            let value = Int::from(random.between(-40, 40));
            ranges.put(&u.terms, v, Interval::point(value));
        }
        ranges.put(&u.terms, u.b, Interval::truth(random.chance(50)));
        ranges
    };
    widening_terminates(&BoxDomain::new(u.terms.clone()), |random| Some(random_box(random)));
    let domain = OctagonDomain::new(u.terms.clone());
    widening_terminates(&domain, |random| domain.of_box(&random_box(random)));
    widening_terminates(&domain, |random| {
        let t = &u.terms;
        let by = t.int(random.between(-40, 40));
        let sum = if random.chance(50) { t.add(t.of(u.x), t.of(u.y)) } else { t.sub(t.of(u.x), t.of(u.y)) };
        let near = domain.abstraction(t.le(sum, by));
        if random.chance(50) { near } else { domain.meet(&near, &domain.of_box(&random_box(random))) }
    });
    let limits = [
        BoxLimits::default(),
        BoxLimits { boxes: 6, divided: Some([u.b, u.x].into()), ..BoxLimits::default() },
        BoxLimits { cells: Some(Cells { along: [u.y].into(), boxes: 2 }), ..BoxLimits::default() },
    ];
    for limits in limits {
        let domain = BoxesDomain::new(u.terms.clone(), limits);
        widening_terminates(&domain, |random| domain.of_box(&random_box(random)));
    }
}
