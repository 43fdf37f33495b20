//! Drawings: small ones as text, and what holds of all.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn shape(nodes: usize, edges: &[(usize, usize)]) -> Shape {
    Shape { sizes: vec![(60, 20); nodes], edges: edges.to_vec(), ..Shape::default() }
}

fn check(shape: &Shape, expected: Expect) {
    let drawing = draw(shape);
    let mut text = format!("{} by {}\n", drawing.width, drawing.height);
    for (node, (x, y)) in drawing.corners.iter().enumerate() {
        let _ = writeln!(text, "{node} at {x},{y}");
    }
    for (way, (from, to)) in drawing.ways.iter().zip(&shape.edges) {
        let back = if way.is_back { " back" } else { "" };
        let _ = writeln!(text, "{from}-{to}{back}: {}", way.path());
    }
    expected.assert_eq(&text);
}

#[test]
fn a_loop_with_a_branch_in_it() {
    // 0 entry, 1 head, 2 branch, 3 and 4 arms, back to 1; 5 behind the loop.
    let edges = [(0, 1), (1, 2), (2, 3), (2, 4), (3, 1), (4, 1), (1, 5)];
    check(
        &shape(6, &edges),
        expect![[r#"
            210 by 218
            0 at 54,0
            1 at 54,66
            2 at 32,132
            3 at 3,198
            4 at 89,198
            5 at 118,132
            0-1: M84 20 L84 66
            1-2: M78 86 C78 109 62 109 62 132
            2-3: M52 152 C52 175 43 175 43 198
            2-4: M72 152 C72 175 109 175 109 198
            3-1 back: M23 198 C23 175 8 175 8 152 L8 132 C8 109 66 109 66 86
            4-1 back: M129 198 C129 175 202 175 202 152 L202 132 C202 109 102 109 102 86
            1-5: M90 86 C90 109 148 109 148 132
        "#]],
    );
}

#[test]
fn a_node_with_an_edge_to_itself() {
    check(
        &shape(3, &[(0, 1), (1, 1), (1, 2)]),
        expect![[r#"
        128 by 152
        0 at 34,0
        1 at 34,66
        2 at 34,132
        0-1: M64 20 L64 66
        1-1 back: M94 80 L118 80 L118 72 L94 72
        1-2: M64 86 L64 132
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
            350 by 152
            0 at 103,0
            1 at 103,132
            0-1: M118 20 C118 43 8 43 8 66 L8 86 C8 109 118 109 118 132
            0-1: M133 20 C133 43 140 43 140 66 L140 86 C140 109 133 109 133 132
            1-0 back: M148 132 C148 109 252 109 252 86 L252 66 C252 43 148 43 148 20
        "#]],
    );
    let mut labels: Vec<_> =
        draw(&shape).ways.iter().zip(shape.labels).map(|(w, room)| (w.label.0, room)).collect();
    labels.sort();
    assert!(labels.windows(2).all(|pair| pair[0].0 + pair[0].1 as i32 <= pair[1].0), "{labels:?}");
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
    fn boxes_do_not_overlap_and_all_is_inside(shape in graphs()) {
        let drawing = draw(&shape);
        let boxes: Vec<_> = drawing.corners.iter().zip(&shape.sizes)
            .map(|(&(x, y), &(w, h))| (x, y, x + w as i32, y + h as i32)).collect();
        for (i, a) in boxes.iter().enumerate() {
            prop_assert!(a.0 >= -1 && a.1 >= -1 && a.2 <= drawing.width as i32 + 1 && a.3 <= drawing.height as i32 + 1);
            for b in &boxes[i + 1..] {
                prop_assert!(a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn edges_begin_and_end_at_their_nodes_and_lead_down_unless_back(shape in graphs()) {
        let drawing = draw(&shape);
        for (way, &(from, to)) in drawing.ways.iter().zip(&shape.edges) {
            let touches = |node: usize, (x, y): (i32, i32)| {
                let ((left, top), (w, h)) = (drawing.corners[node], shape.sizes[node]);
                let (right, bottom) = (left + w as i32, top + h as i32);
                (left - 1..=right + 1).contains(&x) && (top - 1..=bottom + 1).contains(&y)
            };
            prop_assert!(touches(from, way.points[0]));
            prop_assert!(touches(to, *way.points.last().unwrap()));
            if !way.is_back {
                prop_assert!(way.points.windows(2).all(|p| p[0].1 <= p[1].1));
            }
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

fn is_clear(drawing: &Drawing, shape: &Shape) -> Result<(), TestCaseError> {
    let boxes: Vec<_> = drawing
        .corners
        .iter()
        .zip(&shape.sizes)
        .map(|(&(x, y), &(w, h))| (x, y, x + w as i32, y + h as i32))
        .collect();
    let right = drawing.left + drawing.width as i32;
    for (i, a) in boxes.iter().enumerate() {
        prop_assert!(
            a.0 >= drawing.left - 1 && a.1 >= -1 && a.2 <= right + 1 && a.3 <= drawing.height as i32 + 1
        );
        for b in &boxes[i + 1..] {
            prop_assert!(a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1, "{a:?} {b:?}");
        }
    }
    // No edge goes through a node: where it passes a layer it is upright, and beside all nodes.
    for way in &drawing.ways {
        for pair in
            way.points[1..way.points.len().max(1) - 1].chunks_exact(2).filter(|pair| pair[0].0 == pair[1].0)
        {
            let (x, (y0, y1)) = (pair[0].0, (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1)));
            prop_assert!(boxes.iter().all(|b| x <= b.0 || b.2 <= x || y1 <= b.1 || b.3 <= y0), "{way:?}");
        }
    }
    Ok(())
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
            is_clear(&drawing, &now)?;
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
    is_clear(&grown, &shape).unwrap();
    assert_eq!(grown.corners[..900], start.corners[..]);
}
