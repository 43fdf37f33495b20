//! Which marks a run has, and how they are grouped.

use super::*;
use crate::fixture::{Recorder, counter_run, spurious_run};
use expect_test::{Expect, expect};
use trace::Direction;

fn check(history: &History, places: usize, expected: Expect) {
    let text: String = ticks(history, places)
        .iter()
        .map(|t| {
            let merged = if t.marked > 1 {
                format!(" ({} marks in {} to {})", t.marked, t.first, t.last)
            } else {
                String::new()
            };
            let titles: Vec<&str> = t.marks.iter().map(|m| m.title()).collect();
            format!("{} {} {}{merged}\n", t.step, t.marks[0].sign(), titles.join(", "))
        })
        .collect();
    expected.assert_eq(&text);
}

#[test]
fn marks_of_short_runs() {
    check(
        &counter_run(),
        100,
        expect![[r#"
            3 k unrolling bound raised
            4 τ new interpolant
            6 τ new interpolant
            7 ◎ fixed point: an inductive invariant
            8 ✓ proved safe
        "#]],
    );
    check(
        &spurious_run(),
        100,
        expect![[r#"
        1 τ new interpolant
        2 k unrolling bound raised, over-approximation given up
        3 ? ended without verdict
    "#]],
    );
}

#[test]
fn neighbours_merge_when_space_is_short() {
    check(
        &counter_run(),
        2,
        expect![[r#"
            3 k unrolling bound raised, new interpolant (3 marks in 3 to 6)
            8 ✓ proved safe, fixed point: an inductive invariant (2 marks in 7 to 8)
        "#]],
    );
    check(
        &counter_run(),
        0,
        expect![[r#"
            8 ✓ proved safe, fixed point: an inductive invariant, unrolling bound raised, new interpolant (5 marks in 3 to 8)
        "#]],
    );
}

#[test]
fn a_long_run_has_no_more_ticks_than_places() {
    let mut r = Recorder::default();
    let f = r.formula("true");
    for i in 0..1003 {
        let changes = if i % 3 == 0 {
            vec![Change::BoundRaised { k: i }]
        } else {
            vec![Change::InterpolantAdded { index: i, formula: f }]
        };
        r.step(9, None, changes, vec![]);
    }
    let history = r.finish();
    for places in [1, 2, 7, 100, 1002, 1003, 5000] {
        let ticks = ticks(&history, places);
        assert!(ticks.len() <= places, "{} for {places}", ticks.len());
        assert_eq!(ticks.iter().map(|t| t.marked).sum::<usize>(), 1003);
        assert!(ticks.iter().all(|t| t.first <= t.step && t.step <= t.last));
    }
}

#[test]
fn what_another_source_was_tried_after_is_one_place() {
    let mut r = Recorder::default();
    let formula = r.formula("true");
    let started = || Change::RoundStarted { k: 1, source: trace::Source::Proof };
    let added = |index| vec![Change::InterpolantAdded { index, formula }];
    r.step(9, None, vec![Change::BoundRaised { k: 1 }, started()], vec![]);
    r.step(14, None, added(1), vec![]);
    r.step(21, None, vec![], vec![]);
    r.step(14, None, vec![Change::RoundAbandoned { index: 1 }, started()], vec![]);
    r.step(14, None, added(1), vec![]);
    r.step(14, None, vec![Change::RoundDiverged { index: 1 }, started()], vec![]);
    r.step(14, None, added(1), vec![]);
    r.step(21, None, vec![Change::Contained { index: 1 }], vec![]);
    check(
        &r.finish(),
        100,
        expect![[r#"
            1 k unrolling bound raised
            2 ↷ folded: then another source of interpolants is tried in the same place (4 marks in 2 to 6)
            7 τ new interpolant
            8 ◎ fixed point: an inductive invariant
        "#]],
    );
}

#[test]
fn each_interpolant_between_two_sets_keeps_its_place() {
    let mut r = Recorder::default();
    let formula = r.formula("true");
    let squeezed = |direction| vec![Change::Squeezed { direction, formula }];
    let not = || vec![Change::Inductive { holds: false }];
    let advanced = Change::Advanced { direction: Direction::Forward, index: 1, concrete: false, formula };
    r.step(6, None, squeezed(Direction::Forward), vec![]);
    r.step(7, None, not(), vec![]);
    r.step(6, None, squeezed(Direction::Forward), vec![]);
    r.step(7, None, [not(), vec![advanced]].concat(), vec![]);
    r.step(6, None, squeezed(Direction::Forward), vec![]);
    check(
        &r.finish(),
        100,
        expect![[r#"
            1 τ new interpolant
            3 τ new interpolant
            5 τ new interpolant
        "#]],
    );
}

#[test]
fn jumps() {
    let history = counter_run();
    let forwards = |jump, from| next(&history, from, jump);
    let back = |jump, from| previous(&history, from, jump);
    assert_eq!(forwards(Jump::Interpolant, 0), Some(4));
    assert_eq!(forwards(Jump::Interpolant, 4), Some(6));
    assert_eq!(forwards(Jump::Interpolant, 6), Some(8), "the end of the run");
    assert_eq!(forwards(Jump::Interpolant, 8), None);
    assert_eq!(forwards(Jump::Unrolling, 0), Some(3));
    assert_eq!(back(Jump::Interpolant, 8), Some(6));
    assert_eq!(back(Jump::Interpolant, 6), Some(4));
    assert_eq!(back(Jump::Interpolant, 4), None);
    assert_eq!(back(Jump::Unrolling, 5), Some(3));
    assert_eq!(back(Jump::Unrolling, 0), None);
}
