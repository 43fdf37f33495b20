//! A set of points of a grid, and its shape as SVG paths: one outline around all cells that touch, hatching in long lines, marks
//! at points. Paths are written by runs, so a picture has one element for a region, however many points it has.

use std::fmt::Write;

/// Points of a grid, row by row from the lowest; a cell is in the set, out of it, or not known to be either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// How many points a row has.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
    /// Row by row: `1` is in the set, `0` is not, `?` was not found out.
    pub cells: Vec<u8>,
}

/// Where the cells of a grid are on the page: the upper left corner, and a cell's size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// A cell's width and height.
    pub cell: (f64, f64),
    /// How many rows there are: the last one is drawn at the top.
    pub rows: usize,
}

impl Place {
    /// The left edge of a column.
    pub fn x(&self, column: usize) -> i32 {
        (self.left + self.cell.0 * column as f64).round() as i32
    }

    /// The lower edge of a row.
    pub fn y(&self, row: usize) -> i32 {
        (self.top + self.cell.1 * (self.rows - row) as f64).round() as i32
    }

    /// The middle of a cell.
    pub fn middle(&self, column: usize, row: usize) -> (i32, i32) {
        ((self.x(column) + self.x(column + 1)) / 2, (self.y(row) + self.y(row + 1)) / 2)
    }

    /// The shorter side of a cell.
    pub fn side(&self) -> f64 {
        self.cell.0.min(self.cell.1)
    }
}

/// An outline of a set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// The area, closed along the border of the grid.
    pub area: String,
    /// The edges; none along the border of the grid, beyond which the set may go on.
    pub edges: String,
    /// Short strokes from the edges inwards.
    pub ticks: String,
}

/// Directions along edges: right, down, left, up on the page; the set is to the right hand.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, -1), (-1, 0), (0, 1)];

impl Grid {
    /// The grid of a test at every point.
    pub fn of(columns: usize, rows: usize, mut holds: impl FnMut(usize, usize) -> bool) -> Grid {
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            cells.extend((0..columns).map(|column| if holds(column, row) { b'1' } else { b'0' }));
        }
        Grid { columns, rows, cells }
    }

    /// The grid of a worker's answer; none if it has another size.
    pub fn of_rows(columns: usize, rows: usize, answer: &[String]) -> Option<Grid> {
        let fits = answer.len() == rows && answer.iter().all(|row| row.len() == columns);
        fits.then(|| Grid { columns, rows, cells: answer.concat().into_bytes() })
    }

    /// Whether a point is in the set.
    pub fn has(&self, column: usize, row: usize) -> bool {
        column < self.columns && row < self.rows && self.cells[row * self.columns + column] == b'1'
    }

    /// The points of the set.
    pub fn points(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let place = |at: usize| (at % self.columns.max(1), at / self.columns.max(1));
        self.cells.iter().enumerate().filter(|(_, cell)| **cell == b'1').map(move |(at, _)| place(at))
    }

    /// How many points are in the set.
    pub fn len(&self) -> usize {
        self.cells.iter().filter(|cell| **cell == b'1').count()
    }

    /// Whether no point is in the set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many points were not found out.
    pub fn unknown(&self) -> usize {
        self.cells.iter().filter(|cell| **cell == b'?').count()
    }

    /// The outline, moved inwards by so many pixels.
    pub fn outline(&self, place: &Place, inset: i32) -> Outline {
        let (wide, high) = (self.columns + 1, self.rows + 1);
        // For each corner, which edges begin there, as bits.
        let mut edges = vec![0_u8; wide * high];
        let has = |c: i32, r: i32| c >= 0 && r >= 0 && self.has(c as usize, r as usize);
        for (column, row) in self.points() {
            let (c, r) = (column as i32, row as i32);
            // Above, right, below, left: each with the corner where its edge begins.
            for (direction, (dc, dr), (x, y)) in [
                (0, (0, 1), (c, r + 1)),
                (1, (1, 0), (c + 1, r + 1)),
                (2, (0, -1), (c + 1, r)),
                (3, (-1, 0), (c, r)),
            ] {
                if !has(c + dc, r + dr) {
                    edges[y as usize * wide + x as usize] |= 1 << direction;
                }
            }
        }
        let mut out = Outline::default();
        for start in 0..edges.len() {
            while edges[start] != 0 {
                self.trace(place, inset, &mut edges, start, &mut out);
            }
        }
        out
    }

    /// Follows one closed line of edges, and takes them away.
    fn trace(&self, place: &Place, inset: i32, edges: &mut [u8], start: usize, out: &mut Outline) {
        let wide = self.columns + 1;
        let mut corners: Vec<(i32, i32, usize)> = Vec::new();
        let mut at = start;
        let first = edges[start].trailing_zeros() as usize;
        let mut heading = first;
        loop {
            edges[at] &= !(1 << heading);
            let (c, r) = ((at % wide) as i32, (at / wide) as i32);
            if corners.last().is_none_or(|last| last.2 != heading) {
                corners.push((c, r, heading));
            }
            let (dc, dr) = STEPS[heading];
            at = (r + dr) as usize * wide + (c + dc) as usize;
            // To the right first: cells that only touch at a corner stay apart.
            let ends = |d: usize| at == start && d == first;
            let next = [1, 0, 3].into_iter().map(|turn| (heading + turn) % 4);
            match next.into_iter().find(|&d| ends(d) || edges[at] & (1 << d) != 0) {
                Some(next) if !ends(next) => heading = next,
                _ => break,
            }
        }
        if corners.len() > 1 && corners[0].2 == corners[corners.len() - 1].2 {
            corners.remove(0);
        }
        self.write(place, inset, &corners, out);
    }

    fn write(&self, place: &Place, inset: i32, corners: &[(i32, i32, usize)], out: &mut Outline) {
        let count = corners.len();
        let on_border = |(c, r, heading): (i32, i32, usize)| match heading {
            // A number line goes on to its sides only.
            0 => r as usize == self.rows && self.rows > 1,
            1 => c as usize == self.columns,
            2 => r == 0 && self.rows > 1,
            _ => c == 0,
        };
        // Inwards is to the right of the heading.
        let shift = |edge: (i32, i32, usize)| {
            let inset = if on_border(edge) { 0 } else { inset };
            match edge.2 {
                0 => (0, inset),
                1 => (-inset, 0),
                2 => (0, -inset),
                _ => (inset, 0),
            }
        };
        let points: Vec<(i32, i32)> = (0..count)
            .map(|i| {
                let (edge, before) = (corners[i], corners[(i + count - 1) % count]);
                let ((ax, ay), (bx, by)) = (shift(edge), shift(before));
                (place.x(edge.0 as usize) + ax + bx, place.y(edge.1 as usize) + ay + by)
            })
            .collect();
        let mut is_open = false;
        for i in 0..count {
            let ((x, y), (to_x, to_y)) = (points[i], points[(i + 1) % count]);
            let _ = write!(out.area, "{}{x} {y}", if i == 0 { "M" } else { "L" });
            if on_border(corners[i]) {
                is_open = false;
                continue;
            }
            if !is_open {
                let _ = write!(out.edges, "M{x} {y}");
            }
            let _ = write!(out.edges, "L{to_x} {to_y}");
            is_open = true;
            let (step_x, step_y) = ((to_x - x).signum(), (to_y - y).signum());
            let length = (to_x - x).abs().max((to_y - y).abs());
            let mut along = 5;
            while along < length {
                let (dx, dy) = (-step_y * 5, step_x * 5);
                let _ = write!(out.ticks, "M{} {}l{dx} {dy}", x + step_x * along, y + step_y * along);
                along += 9;
            }
        }
        out.area.push('Z');
        if is_open && !corners.iter().any(|&c| on_border(c)) {
            out.edges.push('Z');
        }
    }

    /// Hatching from the lower left to the upper right, a line through every cell or every few cells, or several through a large one.
    pub fn hatching(&self, place: &Place) -> String {
        let lines = (place.side() / 16.0) as i32;
        if lines > 1 {
            return self.dense_hatching(place, lines);
        }
        let every = (6.0 / place.side().max(0.5)).ceil().max(1.0) as usize;
        let mut out = String::new();
        for (column, row) in self.points() {
            let is_line = (column + self.rows * every - row).is_multiple_of(every);
            let begins = column == 0 || row == 0 || !self.has(column - 1, row - 1);
            if !is_line || !begins {
                continue;
            }
            let length = (1..).take_while(|i| self.has(column + i, row + i)).count() + 1;
            let (x, y) = (place.x(column), place.y(row));
            let _ = write!(out, "M{x} {y}L{} {}", place.x(column + length), place.y(row + length));
        }
        out
    }

    fn dense_hatching(&self, place: &Place, lines: i32) -> String {
        let mut out = String::new();
        for (column, row) in self.points() {
            let (left, bottom) = (place.x(column), place.y(row));
            let (wide, high) = (place.x(column + 1) - left, bottom - place.y(row + 1));
            for i in 0..lines {
                let (x, y) = (wide * i / lines, high * i / lines);
                let _ = write!(out, "M{} {bottom}l{} {}", left + x, wide - x, high * i / lines - high);
                if i > 0 {
                    let _ = write!(out, "M{left} {}l{} {}", bottom - y, wide - wide * i / lines, y - high);
                }
            }
        }
        out
    }

    /// The points at which marks stand: all of them, or one of several where they would touch.
    pub fn marked(&self, place: &Place, apart: f64) -> Vec<(usize, usize)> {
        let every = |cell: f64| (apart / cell.max(0.5)).ceil().max(1.0) as usize;
        let (wide, high) = (every(place.cell.0), every(place.cell.1));
        let across = self.columns / wide + 1;
        let mut taken = vec![false; across * (self.rows / high + 1)];
        self.points()
            .filter(|&(column, row)| {
                !std::mem::replace(&mut taken[row / high * across + column / wide], true)
            })
            .collect()
    }

    /// Dots of this radius.
    pub fn dots(&self, place: &Place, radius: i32) -> String {
        let mut out = String::new();
        for (column, row) in self.marked(place, 9.0) {
            let (x, y) = place.middle(column, row);
            let d = 2 * radius;
            let _ = write!(
                out,
                "M{} {y}a{radius} {radius} 0 1 0 {d} 0a{radius} {radius} 0 1 0 {} 0",
                x - radius,
                -d
            );
        }
        out
    }

    /// Crosses whose arms are so long.
    pub fn crosses(&self, place: &Place, arm: i32) -> String {
        let mut out = String::new();
        for (column, row) in self.marked(place, 10.0) {
            let (x, y) = place.middle(column, row);
            let d = 2 * arm;
            let _ = write!(out, "M{} {}l{d} {d}m{} 0l{d} {}", x - arm, y - arm, -d, -d);
        }
        out
    }
}
