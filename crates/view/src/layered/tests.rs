//! Drawings: small ones as text, and what holds of all.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn shape(nodes: usize, edges: &[(usize, usize)]) -> Shape {
    Shape { sizes: vec![(60, 20); nodes], edges: edges.to_vec(), labels: Vec::new() }
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
        0 at 75,0
        1 at 75,66
        2 at 32,132
        3 at 3,198
        4 at 89,198
        5 at 118,132
        0-1: M105 20 L105 66
        1-2: M99 86 C99 109 62 109 62 132
        2-3: M52 152 C52 175 43 175 43 198
        2-4: M72 152 C72 175 109 175 109 198
        3-1 back: M23 198 C23 175 8 175 8 152 L8 132 C8 109 87 109 87 86
        4-1 back: M129 198 C129 175 202 175 202 152 L202 132 C202 109 123 109 123 86
        1-5: M111 86 C111 109 148 109 148 132
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
        (sizes, edges, labels).prop_map(|(sizes, edges, labels)| Shape { sizes, edges, labels })
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
