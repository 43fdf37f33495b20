//! The state space as a picture: axes, regions with their names, paths with arrows, and a legend that names what is there. The page
//! makes elements of the marks, and [`crate::graph::svg`] a file.

use crate::graph::svg::{Anchor, Group, Mark};
use crate::run::history::History;
use crate::space::frame::{At, Axis, Frame, Setting, text};
use crate::space::grid::{Grid, Place};
use crate::space::legend::{legend, legend_lines};
use crate::space::membership::{Members, Memory};
use crate::space::regions::{Kind, Region, regions};
use crate::space::trail::{State, Trail, TrailKind, trail};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Engine, Opened, Projection};

/// The most points of a path that have their names.
const NAMED: usize = 12;

/// So many characters at least say which slice is seen.
const FEWEST: usize = 24;

/// What there is to be seen at a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// What is seen of the state space.
    pub frame: Frame,
    /// The regions, those drawn first at the front, with their points.
    pub regions: Vec<(Region, Members)>,
    /// The states to follow.
    pub trail: Option<Trail>,
}

/// The worker's answers, by the names of the questions.
pub type Answers = BTreeMap<Rc<str>, Vec<String>>;

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What is drawn, in order.
    pub groups: Vec<Group>,
    /// Width and height.
    pub size: (i32, i32),
    /// Where the points are.
    pub place: Place,
}

impl Scene {
    /// The scene at a step.
    pub fn of(
        (opened, history, step): (&Opened, &History, usize),
        (engine, is_veiled): (Engine, bool),
        setting: &Setting,
        memory: &mut Memory,
        answers: &Answers,
    ) -> Scene {
        let trail = if is_veiled { None } else { trail((opened, engine), history, step) };
        let frame = setting.frame(trail.as_ref());
        let all = regions(opened, history, step, engine, is_veiled);
        let regions = all.into_iter().map(|region| {
            let members = memory.members(&region, &frame, answers);
            (region, members)
        });
        Scene { regions: regions.collect(), frame, trail }
    }

    /// The next question to the worker, with its name.
    pub fn question(&self) -> Option<(Rc<str>, Projection)> {
        self.regions.iter().find_map(|(_, members)| match members {
            Members::Asked(name, question) => Some((name.clone(), question.clone())),
            _ => None,
        })
    }

    /// The regions whose points are known.
    pub fn known(&self) -> impl Iterator<Item = (&Region, &Grid)> {
        self.regions.iter().filter_map(|(region, members)| match members {
            Members::Known(grid) => Some((region, &**grid)),
            _ => None,
        })
    }
}

/// The styles of a kind: of its area, of its edges, and of its name.
pub(super) fn styles(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Reached => ("sp-fill-g", "sp-line-g", "sp-name-g"),
        Kind::A => ("sp-fill-a", "sp-line-a", "sp-name-a"),
        Kind::B => ("", "sp-line-b", "sp-name-b"),
        Kind::Auxiliary => ("", "sp-line-x", "sp-name-x"),
        Kind::Before => ("", "sp-line-o", "sp-name-o"),
        Kind::After | Kind::Interpolant => ("sp-fill-i", "sp-line-i", "sp-name-i"),
        Kind::Invariant => ("sp-fill-v", "sp-line-v", "sp-name-v"),
        Kind::Initial => ("", "", "sp-name-n"),
        Kind::Failing => ("", "", "sp-name-f"),
    }
}

/// Draws the points of a region.
pub(super) fn draw(kind: Kind, grid: &Grid, place: &Place, marks: &mut Vec<Mark>) {
    let mut line = |path: String, class: &'static str| {
        if !path.is_empty() && !class.is_empty() {
            marks.push(Mark::Line(path, class, false));
        }
    };
    let side = place.side();
    match kind {
        Kind::Initial => return line(grid.dots(place, (side / 6.0).clamp(2.0, 5.0) as i32), "sp-dots"),
        Kind::Failing => return line(grid.crosses(place, (side / 6.0).clamp(2.0, 6.0) as i32), "sp-crosses"),
        _ => {}
    }
    let inset = match kind {
        Kind::Interpolant | Kind::After | Kind::Invariant => 0,
        Kind::Before => 3,
        Kind::A | Kind::B => 2,
        _ => 1,
    };
    let outline = grid.outline(place, inset.min((side / 4.0) as i32));
    let (area, edges, _) = styles(kind);
    line(outline.area, area);
    if kind == Kind::B {
        line(grid.hatching(place), "sp-hatch-b");
    }
    if kind == Kind::A && side >= 8.0 {
        line(outline.ticks, "sp-ticks-a");
    }
    if kind == Kind::Invariant {
        line(outline.edges.clone(), "sp-line-v");
        return line(outline.edges, "sp-line-v2");
    }
    line(outline.edges, edges);
}

/// A sheet on which texts find room beside each other.
struct Sheet {
    em: f64,
    taken: Vec<(i32, i32, i32, i32)>,
    marks: Vec<Mark>,
}

impl Sheet {
    fn width(&self, text: &str) -> i32 {
        (text.chars().filter(|c| !('\u{300}'..'\u{370}').contains(c)).count() as f64 * self.em * 0.62) as i32
    }

    fn is_free(&self, (left, top, right, bottom): (i32, i32, i32, i32)) -> bool {
        self.taken.iter().all(|t| right <= t.0 || t.2 <= left || bottom <= t.1 || t.3 <= top)
    }

    fn room(&self, x: i32, y: i32, text: &str) -> (i32, i32, i32, i32) {
        let (half, high) = (self.width(text) / 2 + 2, (self.em * 0.6) as i32);
        (x - half, y - high, x + half, y + high)
    }

    /// Writes a text around a point.
    fn write(&mut self, (x, y): (i32, i32), text: &str, class: &'static str) {
        self.taken.push(self.room(x, y, text));
        let base = y + (self.em * 0.35) as i32;
        self.marks.push(Mark::Text(x, base, Anchor::Middle, class, text.to_owned()));
    }
}

/// Draws a scene in a picture of this size, whose text is so high.
pub fn picture(scene: &Scene, (width, height): (i32, i32), em: i32) -> Picture {
    let beside = width >= 40 * em;
    let lines = legend_lines(scene, if beside { 15 * em } else { width - 4 * em }, em);
    let high = lines.iter().map(|(_, _, text)| text.len() as i32).sum::<i32>() * (em * 13 / 10)
        + lines.len() as i32 * em / 3;
    let (legend_width, legend_height) = if beside { (18 * em, 0) } else { (0, high + em) };
    let (columns, rows) = scene.frame.size();
    let lanes = scene.known().count().max(1);
    let is_line = scene.frame.y.is_none();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(1) as f64 * 0.62 + 1.0;
    let left = match &scene.frame.y {
        None => widest(&mut scene.known().map(|(region, _)| region.name.chars().count())),
        Some(y) => widest(&mut [y.low, y.high].map(|n| text(y.is_boolean, n).chars().count()).into_iter()),
    };
    let room = (
        (f64::from(width - legend_width - em) - f64::from(em) * left).max(f64::from(6 * em)),
        f64::from((height - legend_height - 5 * em).max(6 * em)),
    );
    let (mut cell_x, mut cell_y) = (room.0 / columns as f64, room.1 / rows as f64);
    if is_line {
        cell_y = room.1.min(f64::from(3 * em) * lanes as f64);
    } else {
        // Cells are nearly square, unless one axis has many more values than the other.
        let (wide, high) = (columns as f64, rows as f64);
        let ratio = (wide / high).max(high / wide).max(1.5);
        (cell_x, cell_y) = (cell_x.min(ratio * cell_y), cell_y.min(ratio * cell_x));
    }
    let place = Place { left: f64::from(em) * left, top: f64::from(2 * em), cell: (cell_x, cell_y), rows };
    let mut groups = vec![grid_lines(scene, &place, em)];
    let mut sheet = Sheet { em: f64::from(em), taken: Vec::new(), marks: Vec::new() };
    let mut path = Group { class: "sp-path".into(), at: (0, 0), title: String::new(), marks: Vec::new() };
    if !is_line && let Some(trail) = &scene.trail {
        draw_trail(trail, &scene.frame, &place, &mut sheet, &mut path.marks);
    }
    for (lane, (region, grid)) in scene.known().enumerate() {
        let mut marks = Vec::new();
        let own = if is_line {
            let high = cell_y / lanes as f64;
            Place { top: place.top + high * lane as f64 + high * 0.15, cell: (cell_x, high * 0.7), ..place }
        } else {
            place
        };
        draw(region.kind, grid, &own, &mut marks);
        if is_line {
            let y = own.middle(0, 0).1 + em * 35 / 100;
            marks.push(Mark::Text(
                place.left as i32 - em / 2,
                y,
                Anchor::End,
                styles(region.kind).2,
                region.name.clone(),
            ));
        }
        let title = format!("{}: {}", region.name, region.words);
        groups.push(Group {
            class: format!("sp-region sp-{:?}", region.kind).to_lowercase(),
            at: (0, 0),
            title,
            marks,
        });
    }
    if is_line && let Some(trail) = &scene.trail {
        draw_on_line(trail, &scene.frame, &place, em, &mut path.marks);
    }
    if !is_line {
        jump(scene, &place, &mut path.marks);
    }
    groups.push(path);
    if !is_line {
        names(scene, &place, &mut sheet);
    }
    groups.push(Group { class: "sp-names".into(), at: (0, 0), title: String::new(), marks: sheet.marks });
    let at = if beside { (place.x(columns) + 2 * em, 2 * em) } else { (em, place.y(0) + 3 * em) };
    groups.push(legend(scene, &lines, at, em));
    Picture { groups, size: (width, height), place }
}

/// A distance between marked numbers at which their texts have room.
fn every(cell: f64, room: f64) -> i64 {
    [1, 2, 5, 10, 20, 50].into_iter().find(|&n| cell * n as f64 >= room).unwrap_or(100)
}

/// The integer grid with its numbers and the names of the axes.
fn grid_lines(scene: &Scene, place: &Place, em: i32) -> Group {
    use std::fmt::Write;
    let (x, y) = (&scene.frame.x, scene.frame.y.as_ref());
    let (columns, rows) = scene.frame.size();
    let (left, right, top, bottom) = (place.x(0), place.x(columns), place.y(rows), place.y(0));
    let mut marks = vec![Mark::Box(left, top, right - left, bottom - top, "sp-plane")];
    let mut fine = String::new();
    let numbers = |axis: &Axis, room: f64, cell: f64| -> Vec<(usize, String)> {
        let every = if axis.is_boolean { 1 } else { every(cell, room) };
        let at = |i: &usize| (axis.low + *i as i64) % every == 0;
        (0..axis.count()).filter(at).map(|i| (i, text(axis.is_boolean, axis.low + i as i64))).collect()
    };
    let widest =
        [x.low, x.high].map(|n| text(x.is_boolean, n).chars().count()).into_iter().max().unwrap_or(1);
    let across = numbers(x, f64::from(em) * (0.62 * widest as f64 + 0.9), place.cell.0);
    for (i, label) in &across {
        let at = place.middle(*i, 0).0;
        let _ = write!(fine, "M{at} {top}V{}", bottom + em / 4);
        marks.push(Mark::Text(at, bottom + em * 5 / 4, Anchor::Middle, "sp-number", label.clone()));
    }
    if let Some(y) = y {
        for (i, label) in numbers(y, f64::from(em) * 1.4, place.cell.1) {
            let at = place.middle(0, i).1;
            let _ = write!(fine, "M{right} {at}H{}", left - em / 4);
            marks.push(Mark::Text(left - em / 2, at + em * 35 / 100, Anchor::End, "sp-number", label));
        }
        marks.push(Mark::Text(
            left - em / 4,
            top - em * 6 / 10,
            Anchor::Start,
            "sp-axis",
            format!("↑ {}", y.name),
        ));
    }
    marks.insert(1, Mark::Line(fine, "sp-grid", false));
    marks.push(Mark::Text(right, bottom + em * 26 / 10, Anchor::End, "sp-axis", format!("{} →", x.name)));
    let slice = scene.frame.slice();
    if !slice.is_empty() {
        let is_pinned = scene.frame.rest.iter().any(|rest| rest.is_pinned);
        let pinned = if is_pinned { " (as in the model)" } else { "" };
        let after = y.map_or(0.0, |y| (y.name.chars().count() + 4) as f64 * 0.62);
        // What has no room above the plane is above it among the tools.
        let room = f64::from(right - left) / (f64::from(em) * 0.62) - after / 0.62;
        let room = (room as usize).saturating_sub(pinned.chars().count() + 3).max(FEWEST);
        let cut: String = slice.chars().take(room).collect();
        let more = if cut.len() < slice.len() { "…" } else { "" };
        let words = format!("{}{cut}{more}{pinned}", if y.is_some() { "at " } else { "" });
        marks.push(Mark::Text(
            left + (after * f64::from(em)) as i32,
            top - em * 6 / 10,
            Anchor::Start,
            "sp-slice",
            words,
        ));
    }
    Group { class: "sp-plane-group".into(), at: (0, 0), title: String::new(), marks }
}

/// Where a state is, moved to the border if it is not seen, and whether it is in the slice that is seen.
fn point(state: &State, frame: &Frame, place: &Place) -> Option<((i32, i32), bool)> {
    let (columns, rows) = frame.size();
    let mut is_seen = true;
    let mut along = |axis: &Axis, count: usize| -> Option<usize> {
        let value = state.value(&axis.name)?;
        is_seen &= (axis.low..=axis.high).contains(&value);
        usize::try_from((value - axis.low).max(0)).ok().map(|i| i.min(count - 1))
    };
    let x = along(&frame.x, columns)?;
    let y = frame.y.as_ref().map_or(Some(0), |y| along(y, rows))?;
    let places = frame.places();
    for (name, value) in state.numbers() {
        if let Some(At::Value(at)) = places.get(name).map(|&place| frame.rest[place].at) {
            is_seen &= at == value;
        }
    }
    Some((place.middle(x, y), is_seen))
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
fn draw_trail(trail: &Trail, frame: &Frame, place: &Place, sheet: &mut Sheet, marks: &mut Vec<Mark>) {
    let radius = (place.side() / 5.0).clamp(4.0, 8.0) as i32;
    let points: Vec<_> = trail.states.iter().filter_map(|s| Some((s, point(s, frame, place)?))).collect();
    for pair in points.windows(2) {
        let ((_, (from, _)), (_, (to, _))) = (&pair[0], &pair[1]);
        marks.extend(arrow(*from, *to, radius));
    }
    let every = points.len().div_ceil(NAMED).max(1);
    let last = points.len().saturating_sub(1);
    for (i, (state, (at, is_seen))) in points.iter().enumerate() {
        let class = point_class(trail.kind, i == last, *is_seen);
        marks.push(Mark::Line(circle(*at, radius), class, false));
        sheet.taken.push((at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius));
        if i % every != 0 && i != last {
            continue;
        }
        let label = match trail.kind {
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
        let right = place.x(frame.size().0);
        let around = [
            (at.0 + half, at.1),
            (at.0, at.1 - high),
            (at.0 - half, at.1),
            (at.0, at.1 + high),
            (at.0 + half, at.1 - high),
        ];
        let fits = |&(x, y): &(i32, i32)| {
            let room = sheet.room(x, y, &label);
            room.0 > 0 && room.2 < right + 40 && room.1 > 0 && sheet.is_free(room)
        };
        if let Some(&free) = around.iter().find(|p| fits(p)) {
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

/// States on a number line: below it, in one row.
fn draw_on_line(trail: &Trail, frame: &Frame, place: &Place, em: i32, marks: &mut Vec<Mark>) {
    let radius = em / 3;
    let down = place.y(0) - place.y(place.rows);
    let points: Vec<_> = trail.states.iter().filter_map(|s| Some((s, point(s, frame, place)?))).collect();
    let below = |(x, _): (i32, i32)| (x, place.y(place.rows) + down - em / 3);
    for pair in points.windows(2) {
        let (from, to) = (below(pair[0].1.0), below(pair[1].1.0));
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
    for (i, (_, (at, is_seen))) in points.iter().enumerate() {
        let class = point_class(trail.kind, i == last, *is_seen);
        marks.push(Mark::Line(circle(below(*at), radius), class, false));
    }
}

/// Where a box has jumped to: arrows from the sides of the one before to those of the one after.
fn jump(scene: &Scene, place: &Place, marks: &mut Vec<Mark>) {
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

/// Writes the names of regions on them, where fewest other regions are and no other text is.
fn names(scene: &Scene, place: &Place, sheet: &mut Sheet) {
    let all: Vec<_> = scene.known().collect();
    let (columns, rows) = scene.frame.size();
    let (right, bottom) = (place.x(columns), place.y(0));
    for (region, grid) in all.iter().rev() {
        let mut best: Option<(usize, i32, (i32, i32))> = None;
        let step = (grid.len() / 400).max(1);
        for (column, row) in grid.points().step_by(step) {
            let mut at = place.middle(column, row);
            if matches!(region.kind, Kind::Initial | Kind::Failing) {
                // Beside the mark.
                at.0 += sheet.width(&region.name) / 2 + (place.side() / 6.0).clamp(2.0, 6.0) as i32 + 3;
            }
            let room = sheet.room(at.0, at.1, &region.name);
            let is_inside =
                room.0 >= place.x(0) && room.2 <= right && room.1 >= place.y(rows) && room.3 <= bottom;
            if !is_inside && columns > 3 || !sheet.is_free(room) {
                continue;
            }
            let others = all.iter().filter(|(_, other)| other.has(column, row)).count();
            // Up and to the right, where lines seldom begin.
            let far = (right - at.0) + (at.1 - place.y(rows));
            if best.is_none_or(|(least, distance, _)| (others, far) < (least, distance)) {
                best = Some((others, far, at));
            }
        }
        if let Some((_, _, at)) = best {
            sheet.write(at, &region.name, styles(region.kind).2);
        }
    }
}
