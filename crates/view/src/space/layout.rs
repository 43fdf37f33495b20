//! Where the pictures of the state space stand, alone or beside each other, and how much room their texts take. Of several, only those at
//! the left edge have the values of the axis upwards, and only the lowest ones those of the axis to the right.

use crate::space::frame::{Axis, Frame, text};
use crate::space::grid::Place;
use crate::space::picture::Scene;

/// The most characters of a Boolean variable whose name stands at the values of its axis.
const LONGEST_TICK: usize = 10;

/// The least width and height of the points, in heights of text.
const LEAST: (i32, i32) = (6, 4);

/// How wide the texts to the left of the points are, in heights of text.
pub(super) fn margin(scene: &Scene) -> f64 {
    let widest = match &scene.frame.y {
        None => {
            let regions = scene.known().map(|(region, _)| region.name.chars().count());
            regions
                .chain(scene.trail.iter().map(|trail| trail.kind.name().chars().count()))
                .max()
                .unwrap_or(1)
        }
        Some(y) => widest_tick(y),
    };
    widest as f64 * 0.62 + 1.0
}

/// Whether the values of a Boolean axis are written as the variable and its negation, beside which the axis needs no name.
pub(super) fn names_itself(axis: &Axis) -> bool {
    axis.is_boolean && axis.name.chars().count() <= LONGEST_TICK
}

/// A value of an axis, as it stands there.
pub(super) fn tick(axis: &Axis, value: i64) -> String {
    match value {
        0 if names_itself(axis) => format!("¬{}", axis.name),
        1 if names_itself(axis) => axis.name.clone(),
        _ => text(axis.is_boolean, value),
    }
}

/// How many characters the longest of an axis' values has.
pub(super) fn widest_tick(axis: &Axis) -> usize {
    [axis.low, axis.high].map(|value| tick(axis, value).chars().count()).into_iter().max().unwrap_or(1)
}

/// How much room there is above the points, for the name of an axis and, where there are several pictures, of the slice.
pub(super) fn above(frame: &Frame, is_alone: bool, em: i32) -> i32 {
    let has_axis = frame.y.as_ref().is_some_and(|y| !names_itself(y));
    if has_axis && !is_alone { em * 33 / 10 } else { 2 * em }
}

/// How wide a column is at least, in heights of text, so that a truth value written below has room.
fn least_column(x: &Axis) -> f64 {
    if names_itself(x) { widest_tick(x) as f64 * 0.62 + 0.5 } else { 0.0 }
}

/// How many lanes a number line has: one for each region, and one for what there is to follow.
pub(super) fn lanes(part: &Scene, has_trail: bool) -> usize {
    (part.known().count() + usize::from(has_trail)).max(1)
}

/// The least size of one of the pictures, so that none is drawn over its neighbours.
pub(super) fn least(part: &Scene, is_alone: bool, em: i32, lanes: usize) -> (i32, i32) {
    let x = &part.frame.x;
    let ticks = least_column(x) * 2.0;
    let wide = f64::from(em) * (ticks.max(f64::from(LEAST.0)) + 1.5);
    (wide as i32, above(&part.frame, is_alone, em) + lowest(part, em, lanes) + gap(is_alone, em))
}

/// How much room there is below each of several pictures.
fn gap(is_alone: bool, em: i32) -> i32 {
    if is_alone { 0 } else { em * 6 / 10 }
}

/// The least height of the points: on a number line each region has a lane of its own.
fn lowest(part: &Scene, em: i32, lanes: usize) -> i32 {
    match &part.frame.y {
        None => (lanes as i32 * em * 14 / 10).max(LEAST.1 * em),
        Some(y) if y.is_boolean => (LEAST.1 - 1) * em,
        Some(_) => LEAST.1 * em,
    }
}

/// The part of the picture that a scene has: its corner, its size, and whether texts stand to its left and below.
pub(super) struct Cell {
    /// Its upper left corner: that of the points, but for the names above.
    pub(super) corner: (i32, i32),
    /// Width and height.
    pub(super) room: (i32, i32),
    /// Whether texts stand to its left.
    pub(super) has_left: bool,
    /// Whether texts stand below.
    pub(super) has_below: bool,
    /// Whether it is the only one.
    pub(super) is_alone: bool,
    /// How high text is.
    pub(super) em: i32,
}

/// Where the points of a scene are in its part of the picture.
pub(super) fn placed(scene: &Scene, cell: &Cell, above: i32, lanes: usize) -> Place {
    let (columns, rows) = scene.frame.size();
    let Cell { corner, room: (width, height), is_alone, em, .. } = *cell;
    let room = (
        f64::from((width - em).max(LEAST.0 * em)),
        f64::from((height - above - gap(is_alone, em)).max(lowest(scene, em, lanes))),
    );
    let (mut cell_x, mut cell_y) = (room.0 / columns as f64, room.1 / rows as f64);
    if scene.frame.y.is_none() {
        cell_y = room.1.min(f64::from(3 * em) * lanes as f64);
    } else {
        // Cells are not much wider than high, unless one axis has many more values than the other.
        let (wide, high) = (columns as f64, rows as f64);
        let ratio = (wide / high).max(high / wide).max(2.2);
        let least = f64::from(em) * least_column(&scene.frame.x);
        (cell_x, cell_y) = (cell_x.min((ratio * cell_y).max(least)), cell_y.min(ratio * cell_x));
    }
    Place { left: f64::from(corner.0), top: f64::from(corner.1 + above), cell: (cell_x, cell_y), rows }
}

/// How much room the numbers below a plane take, with the name of the axis: below the words of a truth value, else at their end.
pub(super) fn below(x: &Axis, em: i32) -> i32 {
    if x.is_boolean && !names_itself(x) { 3 * em } else { 2 * em }
}
