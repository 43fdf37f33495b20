//! What a person sees of a drawing of boxes and lines, whatever drew it: plain numbers in, the first thing that looks wrong
//! or a sketch in words out. Shared by the tests of the views and by those that draw what engines did.
#![allow(dead_code)]

use std::collections::BTreeMap;

/// A point: to the right, and down.
pub type Point = (i32, i32);

/// A drawing.
pub struct Seen<'d> {
    /// The upper left corners of the boxes.
    pub corners: &'d [Point],
    /// Their widths and heights.
    pub sizes: Vec<(u32, u32)>,
    /// The boxes that each line joins, and its points.
    pub lines: Vec<((usize, usize), &'d [Point])>,
    /// The upper left and the lower right corner of all boxes.
    pub frame: (Point, Point),
    /// How far lines may leave it.
    pub room: i32,
}

impl Seen<'_> {
    fn boxes(&self) -> Vec<(i32, i32, i32, i32)> {
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let corners = self.corners.iter().zip(&self.sizes);
        corners.map(|(&(x, y), &(w, h))| (x, y, x + number(w), y + number(h))).collect()
    }

    /// No box lies upon another one, all is inside the frame, every line begins and ends at its boxes and passes
    /// beside all others. Half a pixel is nothing.
    pub fn is_clear(&self) -> Result<(), String> {
        let boxes = self.boxes();
        if self.corners.len() != self.sizes.len() {
            return Err(format!("{} boxes have a place, of {}", self.corners.len(), self.sizes.len()));
        }
        let ((left, top), (right, bottom)) = self.frame;
        let is_inside = |x: i32, y: i32, room: i32| {
            let room = room + 1;
            (left - room..=right + room).contains(&x) && (top - room..=bottom + room).contains(&y)
        };
        for (i, a) in boxes.iter().enumerate() {
            if !is_inside(a.0, a.1, 0) || !is_inside(a.2, a.3, 0) {
                return Err(format!("box {i} is outside the drawing: {a:?}"));
            }
            let apart = |b: &(i32, i32, i32, i32)| a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
            if let Some(j) = boxes.iter().skip(i + 1).position(|b| !apart(b)) {
                return Err(format!("boxes {i} and {} lie upon each other", i + 1 + j));
            }
        }
        for ((from, to), points) in &self.lines {
            for (end, point) in [(from, points.first()), (to, points.last())] {
                let (left, top, right, bottom) = boxes[*end];
                let touches = point.is_some_and(|(x, y)| {
                    (left - 1..=right + 1).contains(x) && (top - 1..=bottom + 1).contains(y)
                });
                if !touches {
                    return Err(format!("the line from {from} to {to} does not touch {end}"));
                }
            }
            if let Some((x, y)) = points.iter().find(|(x, y)| !is_inside(*x, *y, self.room)) {
                return Err(format!("the line from {from} to {to} leaves the drawing at {x}, {y}"));
            }
            // Where a line passes a row of boxes it is upright.
            let inner = &points[1..points.len().max(2) - 1];
            for pair in inner.chunks_exact(2).filter(|pair| pair[0].0 == pair[1].0) {
                let (x, y0, y1) = (pair[0].0, pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
                if boxes.iter().any(|b| b.0 < x && x < b.2 && b.1 < y1 && y0 < b.3) {
                    return Err(format!("the line from {from} to {to} goes through a box"));
                }
            }
        }
        Ok(())
    }

    /// The boxes row by row, each from left to right, by these names; then the lines that do not simply lead down, and where they run.
    ///
    /// # Panics
    /// When something looks wrong.
    pub fn sketch(&self, name: impl Fn(usize) -> String) -> String {
        if let Err(wrong) = self.is_clear() {
            panic!("{wrong}");
        }
        let mut rows: BTreeMap<i32, Vec<(i32, usize)>> = BTreeMap::new();
        for (node, (x, y)) in self.corners.iter().enumerate() {
            rows.entry(*y).or_default().push((*x, node));
        }
        let mut text = String::new();
        for row in rows.values_mut() {
            row.sort_unstable();
            let names: Vec<String> = row.iter().map(|(_, node)| name(*node)).collect();
            text.push_str(&format!("{}\n", names.join("  ")));
        }
        let row_of = |y: i32| rows.range(..=y).count();
        for ((from, to), points) in &self.lines {
            let leads_down = points.windows(2).all(|pair| pair[0].1 <= pair[1].1);
            let (start, end) = (self.corners[*from], self.corners[*to]);
            let crossed = row_of(start.1).abs_diff(row_of(end.1));
            if leads_down && crossed == 1 {
                continue;
            }
            let beside = |x: fn(&(i32, i32, i32, i32)) -> i32, most: bool| {
                let ends = self.boxes().into_iter();
                if most { ends.map(|b| x(&b)).max() } else { ends.map(|b| x(&b)).min() }
            };
            let xs = || points.iter().map(|p| p.0);
            let side = if xs().min() < beside(|b| b.0, false).map(|x| x + 8) && from != to {
                ", left of all"
            } else if xs().max() > beside(|b| b.2, true) {
                ", right of all"
            } else {
                ""
            };
            let how = match (from == to, leads_down) {
                (true, _) => "around",
                (_, true) => "down",
                (_, false) => "back up",
            };
            text.push_str(&format!("{} -> {} {how}{side}\n", name(*from), name(*to)));
        }
        text
    }
}
