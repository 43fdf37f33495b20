//! Tests of shapes.

use crate::space::grid::{Grid, Place};
use expect_test::{Expect, expect};

const PLACE: Place = Place { left: 0.0, top: 0.0, cell: (10.0, 10.0), rows: 4 };

/// A grid from rows of signs, the highest one first.
fn grid(text: &str) -> Grid {
    let mut rows: Vec<String> = text.split('/').map(|row| row.replace('#', "1").replace('.', "0")).collect();
    rows.reverse();
    Grid::of_rows(rows[0].len(), rows.len(), &rows).unwrap()
}

fn check(text: &str, inset: i32, expected: Expect) {
    let grid = grid(text);
    let outline = grid.outline(&PLACE, inset);
    let hatching = grid.hatching(&PLACE);
    expected.assert_eq(&format!("area {}\nedges {}\nhatching {hatching}\n", outline.area, outline.edges));
}

#[test]
fn one_outline_around_cells_that_touch() {
    check(
        "..../.##./.#../....",
        1,
        expect![[r#"
        area M11 29L11 11L29 11L29 19L19 19L19 29Z
        edges M11 29L11 11L29 11L29 19L19 19L19 29L11 29Z
        hatching M10 30L30 10M10 20L20 10
    "#]],
    );
}

#[test]
fn cells_that_touch_at_a_corner_stay_apart() {
    check(
        "..../.#../..#./....",
        0,
        expect![[r#"
        area M20 30L20 20L30 20L30 30ZM10 20L10 10L20 10L20 20Z
        edges M20 30L20 20L30 20L30 30L20 30ZM10 20L10 10L20 10L20 20L10 20Z
        hatching M20 30L30 20M10 20L20 10
    "#]],
    );
}

#[test]
fn no_edge_along_the_border() {
    check(
        "####/..../..../....",
        2,
        expect![[r#"
        area M0 8L0 0L40 0L40 8Z
        edges M40 8L0 8
        hatching M0 10L10 0M10 10L20 0M20 10L30 0M30 10L40 0
    "#]],
    );
    check(
        "####/####/####/####",
        2,
        expect![[r#"
        area M0 40L0 0L40 0L40 40Z
        edges 
        hatching M0 40L40 0M10 40L40 10M20 40L40 20M30 40L40 30M0 30L30 0M0 20L20 0M0 10L10 0
    "#]],
    );
}

#[test]
fn a_hole_has_an_outline_of_its_own() {
    check(
        ".###/.#.#/.###/....",
        1,
        expect![[r#"
        area M11 29L11 0L40 0L40 29ZM19 21L31 21L31 9L19 9Z
        edges M11 29L11 0M40 29L11 29M19 21L31 21L31 9L19 9L19 21Z
        hatching M10 30L20 20M20 30L40 10M30 30L40 20M10 20L30 0M10 10L20 0M30 10L40 0
    "#]],
    );
}

#[test]
fn an_interpolant_has_the_name_that_the_caption_gives_it() {
    use crate::run::words::called;
    for (said, name) in [
        ("No: τ₂ holds after one round of the loop.", Some("τ₂")),
        ("E₁ holds then.", Some("E₁")),
        ("The interpolant: it is P₁₀, and contains no state of F₁.", Some("P₁₀")),
        ("Nothing: it joins F₂.", None),
        ("", None),
    ] {
        assert_eq!(called(said), name, "{said}");
    }
}
