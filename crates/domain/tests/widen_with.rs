//! The laws of `WidenWith` (VINTA, Definition 3, with the labels of a well-labelled graph): by enumeration over small sets of
//! elements, and on long chains.

use domain::{
    BoxDomain, BoxLimits, BoxesDomain, Cells, Diagram, Disjunctive, Domain, Interval, OctagonDomain, Ranges,
    Thresholds, Visited, WidenWith, Widened, frontier,
};
use expect_test::{Expect, expect};
use logic::{Int, Sort, Terms, Var};
use std::fmt::Debug;
use std::rc::Rc;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::Random;

fn universe() -> (Rc<Terms>, [Var; 2]) {
    let terms = Rc::new(Terms::new());
    let vars = ["x", "y"].map(|n| terms.var(n, Sort::Int));
    (terms, vars)
}

/// All boxes with bounds among 0 to 2, or none.
fn boxes(terms: &Terms, [x, y]: [Var; 2]) -> Vec<Ranges> {
    let intervals: Vec<Interval> =
        [(Some(0), Some(0)), (Some(1), Some(2)), (None, Some(0)), (Some(2), None), (None, None)]
            .into_iter()
            .filter_map(|(l, h)| Interval::new(l.map(|i: i64| Int::from(i)), h.map(|i: i64| Int::from(i))))
            .collect();
    let mut out = Vec::new();
    for i in &intervals {
        for j in &intervals {
            let mut ranges = Ranges::default();
            ranges.put(terms, x, i.clone());
            ranges.put(terms, y, j.clone());
            out.push(ranges);
        }
    }
    out
}

/// Labels that elements express.
fn exact<E: Clone>(set: &[E]) -> Vec<Visited<E>> {
    set.iter().map(|e| Visited { element: e.clone(), is_exact: true }).collect()
}

/// For all sets of up to two elements: above the post, and above what was widened: the newest label if `is_one`, otherwise
/// all.
fn check_laws<D: WidenWith>(domain: &D, elements: &[D::Element], is_one: bool, thresholds: &Thresholds) {
    let mut sets: Vec<Vec<D::Element>> = vec![Vec::new()];
    for a in elements {
        sets.push(vec![a.clone()]);
        sets.extend(elements.iter().step_by(3).map(|b| vec![b.clone(), a.clone()]));
    }
    for set in &sets {
        for post in elements.iter().chain([&domain.bottom()]) {
            let Widened { label, from } = domain.widen_with(&exact(set), None, post, thresholds);
            assert!(domain.includes(&label, post), "{post:?} is not in {label:?}");
            assert!(domain.includes(&from, post));
            let most = domain.join(post, &from);
            assert!(domain.includes(&most, &label), "{label:?} is more than {most:?}");
            for (i, x) in set.iter().enumerate() {
                assert!(domain.includes(&from, x) || is_one && i + 1 < set.len());
                let again = domain.widen_with(&exact(set), Some(x), post, thresholds);
                assert!(domain.includes(&again.from, x) && domain.includes(&again.label, post));
            }
            if set.is_empty() {
                assert!(domain.includes(post, &label), "equation (1)");
            }
        }
    }
}

#[test]
fn labels_hold_what_arrives() {
    let some = Thresholds::common([Int::from(0), Int::from(2)]);
    let (terms, vars) = universe();
    let all = boxes(&terms, vars);
    let domain = BoxDomain::new(terms.clone());
    for thresholds in [&Thresholds::none(), &some] {
        check_laws(&domain, &all.iter().cloned().map(Some).collect::<Vec<_>>(), true, thresholds);
    }
    let domain = OctagonDomain::new(terms.clone());
    let [x, y] = vars.map(|v| terms.of(v));
    let mut octagons: Vec<_> = all.iter().step_by(2).map(|r| domain.of_box(r)).collect();
    let sums = [terms.sub(x, y), terms.sub(y, x), terms.add(x, y)];
    octagons.extend(sums.iter().map(|sum| domain.abstraction(terms.le(*sum, terms.int(1)))));
    octagons.extend(
        all.iter()
            .skip(3)
            .zip(sums)
            .map(|(r, sum)| domain.meet(&domain.of_box(r), &domain.abstraction(terms.le(sum, terms.int(0))))),
    );
    for thresholds in [&Thresholds::none(), &some] {
        check_laws(&domain, &octagons, true, thresholds);
    }
    let few = BoxLimits { cells: Some(Cells { along: [vars[1]].into(), boxes: 1 }), ..BoxLimits::default() };
    let coarse = BoxesDomain::new(terms.clone(), few);
    for thresholds in [&Thresholds::none(), &some] {
        check_laws(&coarse, &all.iter().map(|r| coarse.of_box(r)).collect::<Vec<_>>(), false, thresholds);
    }
    let domain = BoxesDomain::new(terms, BoxLimits::default());
    let singles: Vec<Diagram> = all.iter().map(|r| domain.of_box(r)).collect();
    let mut unions = singles.clone();
    unions.extend(singles.iter().zip(singles.iter().skip(7)).map(|(a, b)| domain.union(a, b)));
    for thresholds in [&Thresholds::none(), &some] {
        check_laws(&domain, &unions, false, thresholds);
    }
    // The frontier is what is new: nothing of it was there, and with what was there it holds the post.
    for a in &unions {
        for post in &unions {
            let (_, new) = frontier(&domain, &[*a], None, post, &Thresholds::none());
            assert!(domain.is_bottom(&domain.meet(&new, a)));
            assert!(domain.includes(&domain.union(a, &new), post));
        }
    }
}

/// The sequence of Definition 3: whatever arrives, in the end nothing new is reached. `every` leaves widening out in
/// between, as VINTA does.
fn check_chain<D: WidenWith>(
    domain: &D,
    every: usize,
    thresholds: &Thresholds,
    mut next: impl FnMut(&mut Random) -> D::Element,
) where
    D::Element: Debug,
{
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut set: Vec<D::Element> = vec![next(&mut random)];
        let mut from = None;
        for index in 1..1_000 {
            let post = next(&mut random);
            let label = if index % every == 0 {
                let widened = domain.widen_with(&exact(&set), from.as_ref(), &post, thresholds);
                from = Some(widened.from);
                widened.label
            } else {
                post
            };
            // Covered, as far as single elements can tell; a solver sees more.
            if set.iter().any(|x| domain.includes(x, &label)) {
                continue;
            }
            set.push(label);
        }
        // Without widening nearly every one of the thousand points would be a new label.
        assert!(set.len() <= 130, "{} labels: {:?}", set.len(), set.last());
    }
}

#[test]
fn chains_end() {
    let (terms, vars) = universe();
    let point = |random: &mut Random| {
        let mut ranges = Ranges::default();
        for v in vars {
            ranges.put(&terms, v, Interval::point(Int::from(random.between(-60, 60))));
        }
        ranges
    };
    let some = Thresholds::common([-7, 0, 5].map(|i: i64| Int::from(i)));
    let none = Thresholds::none();
    for (every, thresholds) in [(1, &none), (3, &none), (1, &some), (3, &some)] {
        check_chain(&BoxDomain::new(terms.clone()), every, thresholds, |random| Some(point(random)));
        let domain = OctagonDomain::new(terms.clone());
        check_chain(&domain, every, thresholds, |random| domain.of_box(&point(random)));
        let cells = |boxes: usize| Some(Cells { along: [vars[0]].into(), boxes });
        for cells in [None, cells(1), cells(3)] {
            let domain = BoxesDomain::new(terms.clone(), BoxLimits { cells, ..BoxLimits::default() });
            check_chain(&domain, every, thresholds, |random| domain.of_box(&point(random)));
        }
    }
}

fn check_label(set: &[&str], post: &str, expected: Expect) {
    let (terms, [x, _]) = universe();
    let domain = BoxesDomain::new(terms.clone(), BoxLimits::default());
    let element = |text: &str| {
        text.split(',').fold(domain.bottom(), |all, part| {
            let (low, high) = part.split_once("..").expect("an interval");
            let bound = |t: &str| t.trim().parse::<i64>().ok().map(Int::from);
            let mut ranges = Ranges::default();
            ranges.put(&terms, x, Interval::new(bound(low), bound(high)).expect("a bound below the other"));
            domain.union(&all, &domain.of_box(&ranges))
        })
    };
    let set: Vec<Diagram> = set.iter().map(|t| element(t)).collect();
    let post = element(post);
    let text = |e: &Diagram| terms.infix(domain.concretisation(e));
    let label = domain.widen_with(&exact(&set), None, &post, &Thresholds::none()).label;
    let (_, frontier) = frontier(&domain, &set, None, &post, &Thresholds::none());
    expected.assert_eq(&format!("label {}\nfrontier {}", text(&label), text(&frontier)));
}

/// The paper's frontier is no label: the post 0..1 lies partly in what was reached before.
#[test]
fn the_frontier_is_not_the_label() {
    check_label(
        &["0..0"],
        "0..1",
        expect![[r#"
        label x >= 0
        frontier x >= 1"#]],
    );
    check_label(
        &["0..0", "2..2"],
        "1..3",
        expect![[r#"
        label x >= 1
        frontier x = 1 or x >= 3"#]],
    );
    check_label(
        &["0..5"],
        "2..3",
        expect![[r#"
        label 2 <= x <= 3
        frontier false"#]],
    );
    check_label(
        &[],
        "2..3",
        expect![[r#"
        label 2 <= x <= 3
        frontier 2 <= x <= 3"#]],
    );
}

/// What refinement has strengthened does not count as reached: what arrives outside of it is new.
#[test]
fn abstractions_of_labels_are_not_reached() {
    let (terms, [x, _]) = universe();
    let domain = BoxesDomain::new(terms.clone(), BoxLimits::default());
    let within = |low: i64, high: Option<i64>| {
        let mut ranges = Ranges::default();
        ranges.put(&terms, x, Interval::new(Some(Int::from(low)), high.map(Int::from)).expect("not empty"));
        domain.of_box(&ranges)
    };
    let set = [(within(0, Some(0)), true), (within(1, None), false)]
        .map(|(element, is_exact)| Visited { element, is_exact });
    let Widened { label, .. } = domain.widen_with(&set, None, &within(5, Some(5)), &Thresholds::none());
    assert_eq!(terms.infix(domain.concretisation(&label)), "x >= 1");
    // Taken for a label, the same element leaves nothing to be widened.
    let all = set.map(|v| Visited { is_exact: true, ..v });
    let Widened { label, .. } = domain.widen_with(&all, None, &within(5, Some(5)), &Thresholds::none());
    assert_eq!(terms.infix(domain.concretisation(&label)), "x = 5");
}

/// Two numbers that grow together are widened together, and not on those values of a third that tell cells apart.
#[test]
fn numbers_that_grow_together_are_widened_together() {
    let (terms, [x, y]) = universe();
    let domain = BoxesDomain::new(terms.clone(), BoxLimits::default());
    let point = |a: i64, b: i64| {
        let mut ranges = Ranges::default();
        ranges.put(&terms, x, Interval::point(Int::from(a)));
        ranges.put(&terms, y, Interval::point(Int::from(b)));
        domain.of_box(&ranges)
    };
    let set = exact(&[point(0, 0), point(1, 2)]);
    let text = |thresholds: &Thresholds| {
        let Widened { label, .. } = domain.widen_with(&set, None, &point(2, 4), thresholds);
        terms.infix(domain.concretisation(&label))
    };
    expect!["x >= 2 and y >= 2"].assert_eq(&text(&Thresholds::none()));
    expect!["x = 2 and y = 4"].assert_eq(&text(&Thresholds::common([2, 4].map(|i: i64| Int::from(i)))));
}

/// Of too many boxes those that hardly differ are joined; where none do, there is one box.
#[test]
fn cells_have_few_boxes() {
    let (terms, [x, y]) = universe();
    let cells = Some(Cells { along: [].into(), boxes: 2 });
    let domain = BoxesDomain::new(terms.clone(), BoxLimits { cells, ..BoxLimits::default() });
    let of = |parts: &[(i64, i64, i64)]| {
        let one = |&(low, high, other): &(i64, i64, i64)| {
            let mut ranges = Ranges::default();
            ranges.put(
                &terms,
                x,
                Interval::new(Some(Int::from(low)), Some(Int::from(high))).expect("not empty"),
            );
            ranges.put(&terms, y, Interval::at_least(Int::from(other)));
            domain.of_box(&ranges)
        };
        let all = parts.iter().fold(domain.bottom(), |all, part| domain.join(&all, &one(part)));
        terms.infix(domain.concretisation(&all))
    };
    expect!["0 <= x <= 3 and y >= 0 or 4 <= x <= 8 and y >= 100"].assert_eq(&of(&[
        (0, 3, 0),
        (4, 4, 200),
        (5, 8, 100),
    ]));
    expect!["0 <= x <= 9 and y >= 0"].assert_eq(&of(&[(0, 0, 0), (4, 4, 4), (9, 9, 9)]));
}
