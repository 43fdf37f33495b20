//! Paths in the picture of the state space: the states of a trail with arrows between them, and where a box has jumped to.

use crate::graph::svg::Mark;
use crate::space::frame::{At, Axis, Frame, text};
use crate::space::grid::Place;
use crate::space::picture::{Scene, Sheet};
use crate::space::regions::Kind;
use crate::space::trail::{State, Trail, TrailKind};

/// The most points of a path that have their names.
const NAMED: usize = 12;

/// The most places at which a state is drawn that leaves truth values open.
const OPEN: usize = 8;

/// Where a state is, moved to the border if it is not seen, and whether it is of the slice that is seen, and seen. A truth value that it
/// leaves open may be either.
fn spots_in(state: &State, frame: &Frame, place: &Place) -> Vec<((i32, i32), bool, bool)> {
    let (columns, rows) = frame.size();
    let along = |axis: &Axis, count: usize| -> Vec<(usize, bool)> {
        let Some(value) = state.value(&axis.name) else {
            return if axis.is_boolean { (0..count).map(|i| (i, true)).collect() } else { Vec::new() };
        };
        let is_seen = (axis.low..=axis.high).contains(&value);
        let at = usize::try_from(value.saturating_sub(axis.low).max(0)).unwrap_or(0).min(count - 1);
        vec![(at, is_seen)]
    };
    let places = frame.places();
    let mut is_of_slice = true;
    for (name, value) in state.numbers() {
        if let Some(At::Value(at)) = places.get(name).map(|&place| frame.rest[place].at) {
            is_of_slice &= at == value;
        }
    }
    let upwards = frame.y.as_ref().map_or(vec![(0, true)], |y| along(y, rows));
    let mut all = Vec::new();
    for (x, x_is_seen) in along(&frame.x, columns) {
        for &(y, y_is_seen) in &upwards {
            all.push((place.middle(x, y), is_of_slice, x_is_seen && y_is_seen && is_of_slice));
        }
    }
    all
}

/// A state of a trail, and each place where it is, with whether it is seen there.
type Spots<'t> = (&'t State, Vec<((i32, i32), bool)>);

/// Where the states of a trail are, each in the part of the picture that it belongs to, and whether they are seen.
fn spots<'t>(trail: &'t Trail, parts: &[Scene], places: &[Place]) -> Vec<Spots<'t>> {
    let spot = |state: &'t State| {
        let all = parts.iter().zip(places).flat_map(|(part, place)| spots_in(state, &part.frame, place));
        // Of several pictures those that it belongs to.
        let own = all.filter(|&(_, is_of_slice, _)| is_of_slice || parts.len() == 1);
        let own: Vec<_> = own.map(|(at, _, is_seen)| (at, is_seen)).collect();
        ((1..=OPEN).contains(&own.len())).then_some((state, own))
    };
    trail.states.iter().filter_map(spot).collect()
}

/// What of a trail is drawn.
pub(super) struct Drawn {
    /// How many of its states.
    pub(super) count: usize,
    /// Whether any of them is at the border, or in a slice that is not its own.
    pub(super) is_beyond: bool,
    /// Whether any of them is drawn at several places, since it leaves truth values open.
    pub(super) is_open: bool,
}

/// What of a trail is drawn.
pub(super) fn drawn(trail: &Trail, parts: &[Scene]) -> Drawn {
    let rows = parts.iter().map(|part| part.frame.size().1).max().unwrap_or(1);
    let place = Place { left: 0.0, top: 0.0, cell: (1.0, 1.0), rows };
    let spots = spots(trail, parts, &vec![place; parts.len()]);
    let is_beyond = spots.iter().any(|(_, all)| all.iter().any(|(_, is_seen)| !is_seen));
    Drawn { count: spots.len(), is_beyond, is_open: spots.iter().any(|(_, all)| all.len() > 1) }
}

/// The name of a state that is beyond the border, with its place.
fn at_border(state: &State, frame: &Frame) -> String {
    let axes = std::iter::once(&frame.x).chain(&frame.y);
    let values = axes.filter_map(|axis| Some(text(axis.is_boolean, state.value(&axis.name)?)));
    format!("{} ({})", state.name, values.collect::<Vec<_>>().join(", "))
}

pub(super) fn circle((x, y): (i32, i32), radius: i32) -> String {
    let d = 2 * radius;
    format!("M{} {y}a{radius} {radius} 0 1 0 {d} 0a{radius} {radius} 0 1 0 {} 0Z", x - radius, -d)
}

/// The style of a state of a trail.
fn point_class(kind: TrailKind, is_last: bool, is_seen: bool) -> &'static str {
    match (kind, is_last) {
        _ if !is_seen => "sp-point-off",
        (TrailKind::Induction, true) => "sp-point-out",
        (TrailKind::Execution, true) => "sp-point-bad",
        _ => "sp-point",
    }
}

/// A path through the states of a trail.
pub(super) fn draw_trail(
    trail: &Trail,
    parts: &[Scene],
    places: &[Place],
    sheet: &mut Sheet,
    marks: &mut Vec<Mark>,
) {
    let frame = &parts[0].frame;
    let radius = (places[0].side() / 5.0).clamp(4.0, 8.0) as i32;
    let (columns, rows) = frame.size();
    let right = places.iter().map(|place| place.x(columns)).max().unwrap_or(0);
    let sheet_em = sheet.em;
    // Names stand on the plane, and not on the numbers beside it; but where there are truth values alone, it is too small for that.
    let is_on = |(left, top, to, bottom): (i32, i32, i32, i32)| match columns {
        0..=3 => left > 0 && to < right + 40 && top > 0,
        _ => places.iter().any(|place| {
            let slack = (sheet_em * 0.3) as i32;
            left >= place.x(0) - slack
                && to <= place.x(columns) + slack
                && top >= place.y(rows) - slack
                && bottom <= place.y(0) + slack
        }),
    };
    let points = spots(trail, parts, places);
    for (at, _) in points.iter().flat_map(|(_, all)| all) {
        sheet.taken.push((at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius));
    }
    for pair in points.windows(2) {
        let ([(from, _)], [(to, _)]) = (&pair[0].1[..], &pair[1].1[..]) else { continue };
        let (from, to) = (*from, *to);
        marks.extend(arrow(from, to, radius));
        // No name stands on an arrow.
        sheet.taken.extend((1..8).map(|i| {
            let (x, y) = (from.0 + (to.0 - from.0) * i / 8, from.1 + (to.1 - from.1) * i / 8);
            (x - 3, y - 3, x + 3, y + 3)
        }));
    }
    let every = points.len().div_ceil(NAMED).max(1);
    let last = points.len().saturating_sub(1);
    for (i, (state, all)) in points.iter().enumerate() {
        for (at, is_seen) in all {
            marks.push(Mark::Line(circle(*at, radius), point_class(trail.kind, i == last, *is_seen), false));
        }
        let at = all[0].0;
        if i % every != 0 && i != last {
            continue;
        }
        let label = match trail.kind {
            // What is beyond the border says where.
            TrailKind::Model if !all[0].1 => at_border(state, frame),
            TrailKind::Induction => {
                let number = |axis: &Axis| {
                    state.value(&axis.name).map(|n| text(axis.is_boolean, n)).unwrap_or_default()
                };
                let y = frame.y.as_ref().map(|y| format!(", {}", number(y))).unwrap_or_default();
                format!("{} ({}{y})", state.name, number(&frame.x))
            }
            _ => state.name.clone(),
        };
        let (half, high) = (sheet.width(&label) / 2 + radius + 3, (sheet.em * 0.75) as i32 + radius);
        // Near to the point, else somewhat farther away.
        let around = [1, 2].into_iter().flat_map(|far| {
            let (x, y) = (half * far, high * far);
            [(x, 0), (0, -y), (-x, 0), (0, y), (x, -y), (-x, -y), (x, y), (-x, y)]
        });
        let mut around = around.map(|(x, y)| (at.0 + x, at.1 + y));
        let fits = |&(x, y): &(i32, i32)| {
            let room = sheet.room(x, y, &label);
            is_on(room) && sheet.is_free(room)
        };
        if let Some(free) = around.find(fits) {
            sheet.write(free, &label, "sp-name-p");
        }
    }
}

/// An arrow from circle to circle; none from a point to itself.
pub(super) fn arrow(from: (i32, i32), to: (i32, i32), radius: i32) -> Option<Mark> {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    if length < f64::from(2 * radius + 4) {
        return None;
    }
    let at = |(x, y): (i32, i32), by: f64| {
        (x + (dx / length * by).round() as i32, y + (dy / length * by).round() as i32)
    };
    let (a, b) = (at(from, f64::from(radius)), at(to, -f64::from(radius + 2)));
    Some(Mark::Line(format!("M{} {}L{} {}", a.0, a.1, b.0, b.1), "sp-arrow", true))
}

/// States on a number line, in a lane of their own.
pub(super) fn draw_on_line(trail: &Trail, frame: &Frame, lane: &Place, em: i32, marks: &mut Vec<Mark>) {
    let radius = em / 3;
    let points: Vec<_> = trail
        .states
        .iter()
        .flat_map(|state| spots_in(state, frame, lane))
        .filter(|(_, is_of_slice, _)| *is_of_slice || trail.kind != TrailKind::Execution)
        .collect();
    for pair in points.windows(2) {
        let (from, to) = (pair[0].0, pair[1].0);
        if from.0 != to.0 {
            let (rise, towards) = (em, (to.0 - from.0).signum() * radius);
            let middle = (from.0 + to.0) / 2;
            let path = format!(
                "M{} {}Q{middle} {} {} {}",
                from.0 + towards,
                from.1 - radius / 2,
                from.1 - rise * 2,
                to.0 - towards,
                to.1 - radius
            );
            marks.push(Mark::Line(path, "sp-arrow", true));
        }
    }
    let last = points.len().saturating_sub(1);
    for (i, (at, _, is_seen)) in points.iter().enumerate() {
        let class = point_class(trail.kind, i == last, *is_seen);
        marks.push(Mark::Line(circle(*at, radius), class, false));
    }
}

/// Where a box has jumped to: arrows from the sides of the one before to those of the one after.
pub(super) fn jump(scene: &Scene, place: &Place, marks: &mut Vec<Mark>) {
    let of = |kind: Kind| {
        let grid = scene.known().find(|(region, _)| region.kind == kind)?.1;
        let mut points = grid.points();
        let first = points.next()?;
        Some(points.fold((first.0, first.0, first.1, first.1), |(a, b, c, d), (x, y)| {
            (a.min(x), b.max(x), c.min(y), d.max(y))
        }))
    };
    let (Some(before), Some(after)) = (of(Kind::Before), of(Kind::After)) else { return };
    let middle = |b: (usize, usize, usize, usize)| place.middle((b.0 + b.1) / 2, (b.2 + b.3) / 2);
    let (cx, cy) = middle(before);
    let mut push = |is_moved: bool, from: (i32, i32), to: (i32, i32)| {
        if is_moved {
            marks.extend(arrow(from, to, 2));
        }
    };
    push(after.1 > before.1, (place.x(before.1 + 1), cy), (place.x(after.1 + 1), cy));
    push(after.0 < before.0, (place.x(before.0), cy), (place.x(after.0), cy));
    push(after.3 > before.3, (cx, place.y(before.3 + 1)), (cx, place.y(after.3 + 1)));
    push(after.2 < before.2, (cx, place.y(before.2)), (cx, place.y(after.2)));
}
