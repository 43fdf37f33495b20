//! A tall picture folded into columns, as a newspaper folds a long text: so that a graph of many layers can be shown at
//! a size at which its names are still legible. Columns are cut between layers; lines go on at the top of the next
//! column.

use crate::graph::layered::{Drawing, STOREY};

/// A part of the plane: left and upper edge, width and height.
pub type Window = (i32, i32, i32, i32);

/// The room between two columns, in pixels.
const GUTTER: i32 = 56;
/// The most columns.
const MOST: i32 = 120;

/// A horizontal slice of the plane, which is never cut: a layer with half of the space above and below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strip {
    /// Its upper edge.
    pub top: i32,
    /// Its lower edge: the next one's upper edge.
    pub bottom: i32,
    /// The left edge of what is in it.
    pub left: i32,
    /// The right edge of what is in it.
    pub right: i32,
}

/// The slices of a drawing, with nodes of these sizes and so much room to the right of each.
pub fn strips(drawing: &Drawing, size: impl Fn(usize) -> (u32, u32), aside: i32) -> Vec<Strip> {
    let half = i32::try_from(STOREY / 2).unwrap_or(0);
    let strip = |&(top, height): &(i32, i32)| Strip {
        top: top - half,
        bottom: top + height + half,
        left: i32::MAX,
        right: i32::MIN,
    };
    let mut strips: Vec<Strip> = drawing.layers.iter().map(strip).collect();
    for (node, (&(x, _), pin)) in drawing.corners.iter().zip(&drawing.pins).enumerate() {
        if let Some(strip) = strips.get_mut(pin.layer) {
            let width = i32::try_from(size(node).0).unwrap_or(0);
            strip.left = strip.left.min(x);
            strip.right = strip.right.max(x + width + aside);
        }
    }
    drawing.ways.iter().for_each(|way| widen(&mut strips, &way.points));
    strips
}

/// Makes room for a line through these points in the slices that it passes.
pub fn widen(strips: &mut [Strip], points: &[(i32, i32)]) {
    for pair in points.windows(2) {
        let (left, right) = (pair[0].0.min(pair[1].0), pair[0].0.max(pair[1].0));
        let (top, bottom) = (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
        let first = strips.partition_point(|strip| strip.bottom < top);
        for strip in strips[first..].iter_mut().take_while(|strip| strip.top <= bottom) {
            strip.left = strip.left.min(left);
            strip.right = strip.right.max(right);
        }
    }
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// What of the plane stands in it.
    pub part: Window,
    /// Its left edge in the folded picture; its upper edge is 0.
    pub x: i32,
}

/// A folded picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fold {
    /// From left to right; never empty unless there is nothing to fold.
    pub columns: Vec<Column>,
}

/// How a picture is best seen as a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// How high a column may be, in pixels of the picture; none if it is not folded.
    pub most: Option<i32>,
    /// The scale.
    pub scale: f64,
    /// Whether all of it is in sight.
    pub is_whole: bool,
}

impl Fold {
    /// The slices in columns of at most this height; a slice that is higher has a column to itself.
    pub fn new(strips: &[Strip], most: i32) -> Fold {
        let mut columns: Vec<Strip> = Vec::new();
        for strip in strips {
            match columns.last_mut() {
                Some(column) if strip.bottom - column.top <= most => {
                    column.bottom = strip.bottom;
                    column.left = column.left.min(strip.left);
                    column.right = column.right.max(strip.right);
                }
                _ => columns.push(*strip),
            }
        }
        let mut x = 0;
        let place = |column: Strip| {
            let (left, right) = (column.left.min(column.right), column.right.max(column.left));
            let part = (left - GUTTER / 2, column.top, right - left + GUTTER, column.bottom - column.top);
            let placed = Column { part, x };
            x += part.2;
            placed
        };
        Fold { columns: columns.into_iter().map(place).collect() }
    }

    /// Left and upper edge, width and height of all columns.
    pub fn frame(&self) -> Window {
        let width = self.columns.last().map_or(0, |last| last.x + last.part.2);
        (0, 0, width, self.columns.iter().map(|column| column.part.3).max().unwrap_or(0))
    }

    /// Where a part of the plane is shown: determined by the column that contains its upper edge.
    pub fn place(&self, (x, y, width, height): Window) -> Window {
        let after = self.columns.partition_point(|column| column.part.1 <= y);
        let Some(column) = self.columns.get(after.saturating_sub(1)) else { return (0, 0, width, height) };
        (x - column.part.0 + column.x, y - column.part.1, width, height)
    }
}

/// How to show a whole picture in a space of this size (in pixels of the picture at scale 1) at no less than the scale
/// `least`: in one piece where that is legible, otherwise in the number of columns that makes it largest. A picture
/// that is still too large is shown at the scale `least` in columns as high as the space.
pub fn fit(frame: Window, strips: &[Strip], room: (f64, f64), least: f64, well: f64) -> Fit {
    let scale = |(.., width, height): Window| (room.0 / f64::from(width)).min(room.1 / f64::from(height));
    let plain = scale(frame);
    let mut best = Fit { most: None, scale: plain, is_whole: true };
    if plain < well {
        for count in 2..=MOST {
            // A little more than an even share, as no slice is cut.
            let share = frame.3 / count;
            let most = share + share / 12 + 1;
            let fold = Fold::new(strips, most);
            let folded = scale(fold.frame());
            if folded > best.scale * 1.15 && fold.columns.len() > 1 {
                best = Fit { most: Some(most), scale: folded, is_whole: true };
            }
        }
    }
    if best.scale < least {
        best = Fit { most: Some(whole(room.1 / least)), scale: least, is_whole: false };
        let is_single = Fold::new(strips, best.most.unwrap_or(i32::MAX)).columns.len() < 2;
        best.most = best.most.filter(|_| !is_single);
    }
    best
}

/// To whole pixels.
fn whole(x: f64) -> i32 {
    x as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::layered::{Shape, draw};
    use proptest::prelude::*;

    fn chain(nodes: usize) -> (Window, Vec<Strip>) {
        let sizes = vec![(232, 76); nodes];
        let edges = (1..nodes).map(|node| (node - 1, node)).collect();
        let drawing = draw(&Shape { sizes: sizes.clone(), edges, ..Shape::default() });
        let frame = (0, 0, drawing.width as i32, drawing.height as i32);
        (frame, strips(&drawing, |node| sizes[node], 0))
    }

    #[test]
    fn what_is_small_stays_in_one_piece() {
        let (frame, strips) = chain(4);
        assert_eq!(
            fit(frame, &strips, (600.0, 442.0), 0.2, 0.5),
            Fit { most: None, scale: 1.0, is_whole: true }
        );
    }

    #[test]
    fn a_chain_is_folded_into_columns() {
        let (frame, strips) = chain(60);
        let fit = fit(frame, &strips, (900.0, 600.0), 0.17, 0.5);
        assert!(fit.is_whole && fit.scale > 0.25, "{fit:?}");
        let fold = Fold::new(&strips, fit.most.unwrap());
        let (.., width, height) = fold.frame();
        assert!(f64::from(width) * fit.scale <= 901.0 && f64::from(height) * fit.scale <= 601.0);
        assert!(fold.columns.len() > 5, "{}", fold.columns.len());
    }

    #[test]
    fn a_very_long_chain_keeps_readable() {
        let (frame, strips) = chain(1000);
        let fit = fit(frame, &strips, (570.0, 300.0), 0.17, 0.5);
        assert_eq!((fit.scale, fit.is_whole), (0.17, false));
        let fold = Fold::new(&strips, fit.most.unwrap());
        assert!(f64::from(fold.frame().3) * fit.scale <= 301.0, "no scrolling down");
    }

    #[test]
    fn what_is_wide_is_not_folded() {
        let sizes = vec![(232, 76); 60];
        let edges = (1..60).map(|node| (0, node)).collect();
        let drawing = draw(&Shape { sizes: sizes.clone(), edges, ..Shape::default() });
        let strips = strips(&drawing, |node| sizes[node], 0);
        let frame = (0, 0, drawing.width as i32, drawing.height as i32);
        assert_eq!(
            fit(frame, &strips, (600.0, 400.0), 0.17, 0.5),
            Fit { most: None, scale: 0.17, is_whole: false }
        );
    }

    #[test]
    fn nothing_to_fold() {
        assert_eq!(Fold::new(&[], 100).frame(), (0, 0, 0, 0));
        assert_eq!(Fold::default().place((3, 4, 5, 6)), (0, 0, 5, 6));
    }

    proptest! {
        #[test]
        fn each_node_stands_in_one_column(nodes in 1..80usize, most in 1..3000i32, wide in 20..300u32) {
            let sizes: Vec<(u32, u32)> = (0..nodes).map(|n| (wide, 20 + (n as u32 * 7) % 60)).collect();
            let edges = (1..nodes).map(|node| (node / 2, node)).collect();
            let drawing = draw(&Shape { sizes: sizes.clone(), edges, ..Shape::default() });
            let fold = Fold::new(&strips(&drawing, |node| sizes[node], 0), most);
            let mut placed = Vec::new();
            for (&(x, y), &(w, h)) in drawing.corners.iter().zip(&sizes) {
                let (w, h) = (w as i32, h as i32);
                let holds = |c: &&Column| c.part.0 <= x && x + w <= c.part.0 + c.part.2 && c.part.1 <= y && y + h <= c.part.1 + c.part.3;
                let columns: Vec<&Column> = fold.columns.iter().filter(holds).collect();
                prop_assert_eq!(columns.len(), 1);
                let at = fold.place((x, y, w, h));
                prop_assert!(columns[0].x <= at.0 && at.0 + w <= columns[0].x + columns[0].part.2);
                placed.push(at);
            }
            for (i, a) in placed.iter().enumerate() {
                for b in &placed[i + 1..] {
                    prop_assert!(a.0 + a.2 <= b.0 || b.0 + b.2 <= a.0 || a.1 + a.3 <= b.1 || b.1 + b.3 <= a.1);
                }
            }
        }
    }
}
