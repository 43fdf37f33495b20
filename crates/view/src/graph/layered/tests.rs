//! Drawings: small ones as text, and what holds of all.

use super::*;
use crate::seen::Seen;
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn shape(nodes: usize, edges: &[(usize, usize)]) -> Shape {
    Shape { sizes: vec![(60, 20); nodes], edges: edges.to_vec(), ..Shape::default() }
}

/// The drawing as a person sees it.
fn seen<'d>(drawing: &'d Drawing, shape: &Shape) -> Seen<'d> {
    let lines = shape.edges.iter().zip(&drawing.ways).map(|(&ends, way)| (ends, way.points.as_slice()));
    let right = drawing.left + drawing.width as i32;
    Seen {
        corners: &drawing.corners,
        sizes: shape.sizes.clone(),
        lines: lines.collect(),
        frame: ((drawing.left, 0), (right, drawing.height as i32)),
        room: 0,
    }
}

fn check(shape: &Shape, expected: Expect) {
    expected.assert_eq(&seen(&draw(shape), shape).sketch(|node| node.to_string()));
}

fn is_clear(drawing: &Drawing, shape: &Shape) -> Result<(), TestCaseError> {
    seen(drawing, shape).is_clear().map_err(TestCaseError::fail)
}

/// Of what has grown: an edge between two nodes of one layer runs below it, and who shows it leaves half a storey around.
fn has_grown_clear(drawing: &Drawing, shape: &Shape) -> Result<(), TestCaseError> {
    let seen = Seen { room: STOREY as i32 / 2, ..seen(drawing, shape) };
    seen.is_clear().map_err(TestCaseError::fail)
}

#[test]
fn a_loop_with_a_branch_in_it() {
    // 0 entry, 1 head, 2 branch, 3 and 4 arms, back to 1; 5 behind the loop.
    let edges = [(0, 1), (1, 2), (2, 3), (2, 4), (3, 1), (4, 1), (1, 5)];
    check(
        &shape(6, &edges),
        expect![[r#"
        0
        1
        2  5
        3  4
        3 -> 1 back up, left of all
        4 -> 1 back up, right of all
    "#]],
    );
}

#[test]
fn a_node_with_an_edge_to_itself() {
    check(
        &shape(3, &[(0, 1), (1, 1), (1, 2)]),
        expect![[r#"
        0
        1
        2
        1 -> 1 around, right of all
    "#]],
    );
}

#[test]
fn an_edge_with_a_label_has_room_for_it() {
    let mut shape = shape(2, &[(0, 1), (0, 1), (1, 0)]);
    shape.labels = vec![100, 80, 90];
    check(
        &shape,
        expect![[r#"
        0
        1
        1 -> 0 back up, right of all
    "#]],
    );
    let drawing = draw(&shape);
    let (left, right) = (drawing.left, drawing.left + drawing.width as i32);
    let mut labels: Vec<_> = drawing
        .ways
        .iter()
        .zip(shape.labels)
        .map(|(way, room)| {
            if way.label.2 {
                (way.label.0 - room as i32, way.label.0)
            } else {
                (way.label.0, way.label.0 + room as i32)
            }
        })
        .collect();
    labels.sort_unstable();
    assert!(labels.windows(2).all(|pair| pair[0].1 <= pair[1].0), "they lie upon each other: {labels:?}");
    assert!(labels.iter().all(|label| left <= label.0 && label.1 <= right), "outside: {labels:?}");
}

#[test]
fn nothing_to_draw() {
    assert_eq!(draw(&Shape::default()), Drawing::default());
}

fn graphs() -> impl Strategy<Value = Shape> {
    (1..14usize).prop_flat_map(|nodes| {
        let sizes = prop::collection::vec((20..160u32, 10..70u32), nodes);
        let edges = prop::collection::vec((0..nodes, 0..nodes), 0..24);
        let labels = prop::collection::vec(prop_oneof![Just(0), 30..90u32], 24);
        (sizes, edges, labels).prop_map(|(sizes, edges, labels)| Shape {
            sizes,
            edges,
            labels,
            ..Shape::default()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn boxes_and_edges_are_clear(shape in graphs()) {
        is_clear(&draw(&shape), &shape)?;
    }

    #[test]
    fn edges_lead_down_unless_back(shape in graphs()) {
        for way in draw(&shape).ways.iter().filter(|way| !way.is_back) {
            prop_assert!(way.points.windows(2).all(|p| p[0].1 <= p[1].1));
        }
    }

    #[test]
    fn without_cycles_nothing_leads_back(shape in graphs()) {
        let edges = shape.edges.iter().copied().filter(|(from, to)| from < to).collect();
        let drawing = draw(&Shape { edges, ..shape });
        prop_assert!(drawing.ways.iter().all(|way| !way.is_back));
    }
}

/// The first nodes of a graph, and the edges between them.
fn part(shape: &Shape, nodes: usize) -> Shape {
    let edges = shape.edges.iter().copied().filter(|&(from, to)| from < nodes && to < nodes).collect();
    Shape { sizes: shape.sizes[..nodes].to_vec(), edges, ..shape.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn what_grows_stays_where_it_is(shape in graphs(), has_bottom in any::<bool>()) {
        let sizes = shape.sizes.iter().map(|&(width, _)| (width, 40)).collect();
        let shape = Shape { sizes, labels: Vec::new(), bottom: has_bottom.then_some(0), ..shape };
        let mut pins: Vec<Option<Pin>> = Vec::new();
        let mut before: Option<Drawing> = None;
        for nodes in 1..=shape.sizes.len() {
            let now = part(&shape, nodes);
            pins.resize(nodes, None);
            let drawing = grow(&now, &pins);
            has_grown_clear(&drawing, &now)?;
            if let Some(before) = &before {
                let movable = usize::from(has_bottom);
                if nodes > 2 || !has_bottom {
                    prop_assert_eq!(&drawing.corners[movable..nodes - 1], &before.corners[movable..]);
                }
            }
            pins = drawing.pins.iter().copied().map(Some).collect();
            before = Some(drawing);
        }
    }

    #[test]
    fn the_bottom_is_below_all(shape in graphs()) {
        let shape = Shape { bottom: Some(0), labels: Vec::new(), ..shape };
        let drawing = draw(&shape);
        is_clear(&drawing, &shape)?;
        prop_assert!(drawing.pins[1..].iter().all(|pin| pin.layer < drawing.pins[0].layer));
        for (way, &(from, to)) in drawing.ways.iter().zip(&shape.edges) {
            prop_assert!(to != 0 || from == 0 || !way.is_back);
        }
    }
}

/// What `crossings` counts, pair by pair.
fn crossings(drawing: &Drawing) -> usize {
    let mut count = 0;
    let lines: Vec<_> =
        drawing.ways.iter().map(|way| (way.points[0], way.points[way.points.len() - 1])).collect();
    for (i, a) in lines.iter().enumerate() {
        count += lines[i + 1..].iter().filter(|b| (a.0.0 < b.0.0) != (a.1.0 < b.1.0)).count();
    }
    count
}

#[test]
fn edges_that_need_not_cross_do_not() {
    // Two layers, joined in the opposite order.
    let edges: Vec<(usize, usize)> = (0..9).map(|i| (i, 17 - i)).collect();
    assert_eq!(crossings(&draw(&shape(18, &edges))), 0);
    // Each of two with each of two: once is the least.
    assert_eq!(crossings(&draw(&shape(4, &[(0, 2), (0, 3), (1, 2), (1, 3)]))), 1);
}

/// An unrolling of a few loops: chains with a branch at each node, as reachability graphs have them.
fn unrolling(nodes: usize) -> Shape {
    let mut edges = Vec::new();
    for node in 1..nodes {
        edges.push((node - 1 - (node - 1) % 3, node));
        if node % 7 == 0 {
            edges.push((node, node - 5));
        }
    }
    Shape { sizes: vec![(232, 76); nodes], edges, ..Shape::default() }
}

#[test]
fn a_thousand_nodes() {
    let shape = unrolling(1000);
    let whole = draw(&shape);
    is_clear(&whole, &shape).unwrap();
    let start = draw(&part(&shape, 900));
    let mut pins: Vec<Option<Pin>> = start.pins.iter().copied().map(Some).collect();
    pins.resize(1000, None);
    let grown = grow(&shape, &pins);
    has_grown_clear(&grown, &shape).unwrap();
    assert_eq!(grown.corners[..900], start.corners[..]);
}
