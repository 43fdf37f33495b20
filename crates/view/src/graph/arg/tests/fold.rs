//! Changes folded into a graph, as text.

use crate::graph::arg::*;
use expect_test::{Expect, expect};

/// The beginning of a run on one loop: two rounds, with a covered node, a refinement and an edge that is refuted.
fn changes() -> Vec<ArgChange<FormulaId>> {
    let cutpoint = |name: &str, line| Cutpoint { name: name.into(), line };
    let created = |node, cutpoint, unrolling| ArgChange::Created { node, cutpoint, unrolling };
    let label = |node, label, origin| ArgChange::Labelled { node, label, origin };
    vec![
        ArgChange::Begun {
            cutpoints: vec![cutpoint("1", Some(1)), cutpoint("2", Some(3)), cutpoint("e", None)],
            wto: vec![WtoPart::Point(0), WtoPart::Component(vec![WtoPart::Point(1)]), WtoPart::Point(2)],
        },
        created(0, 0, 0),
        label(0, 0, LabelOrigin::Start),
        created(1, 2, 0),
        label(1, 1, LabelOrigin::Start),
        ArgChange::Phase(Phase::Interpretation),
        ArgChange::Expansion { round: 0 },
        ArgChange::Visited { node: 0 },
        created(2, 1, 0),
        ArgChange::Edge { from: 0, to: 2 },
        ArgChange::NotCovered { node: 0 },
        ArgChange::Visited { node: 2 },
        created(3, 1, 1),
        ArgChange::Edge { from: 2, to: 3 },
        ArgChange::Edge { from: 2, to: 1 },
        label(2, 2, LabelOrigin::Post),
        ArgChange::NotCovered { node: 2 },
        ArgChange::Visited { node: 3 },
        label(3, 4, LabelOrigin::Widened { post: 3 }),
        ArgChange::Covered { node: 3, by: vec![2] },
        ArgChange::Infeasible { from: 2, to: 1, by: Infeasibility::Solver },
        ArgChange::Phase(Phase::Refinement),
        label(3, 5, LabelOrigin::Refined { interpolant: 6 }),
        ArgChange::Phase(Phase::Inductiveness),
        ArgChange::Expansion { round: 1 },
        ArgChange::Visited { node: 0 },
    ]
}

fn check(count: usize, expected: Expect) {
    let mut arg = Arg::default();
    for (step, change) in changes().iter().take(count).enumerate() {
        arg.apply(step, change);
    }
    expected.assert_eq(&arg.outline(|f| format!("f{f}")));
}

#[test]
fn folds() {
    check(
        8,
        expect![[r#"
        ARG, round 1, phase AI, order [1] (2) e
        > v1: f0
          ve: f1
    "#]],
    );
    check(
        21,
        expect![[r#"
        ARG, round 1, phase AI, order 1 ([2]) e
          v1 -> v2a: f0, not covered
          ve: f1
          v2a -> v2b, ve (refuted): f2, not covered
        > v2b: f4 (widened; post f3), covered by v2a
    "#]],
    );
    check(
        26,
        expect![[r#"
        ARG, round 2, phase inductive?, order [1] (2) e
        > v1 -> v2a: f0
          ve: f1
          v2a -> v2b, ve (refuted): f2
          v2b: f5 (refined; before f4)
    "#]],
    );
}

#[test]
fn names_go_on_after_z() {
    let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].into_iter().map(trace::letters).collect();
    assert_eq!(names, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
}
