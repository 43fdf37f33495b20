//! The state space as a picture: axes, regions with their names, paths with arrows, and a legend that names what is there. The page
//! makes elements of the marks, and [`crate::graph::svg`] a file.

use crate::graph::svg::{Anchor, Group, Mark};
use crate::own::Drawn;
use crate::run::history::History;
use crate::space::frame::{At, Axis, Frame, Setting};
use crate::space::grid::{Grid, Place};
use crate::space::layout::{
    Cell, above, below, lanes, least, margin, names_itself, placed, tick, widest_tick,
};
use crate::space::legend::{fitting, legend};
use crate::space::membership::{Members, Memory};
use crate::space::paths::{draw_on_line, draw_trail, jump};
use crate::space::regions::{Kind, Region, regions};
use crate::space::trail::{Trail, trail};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Engine, Opened, Projection};

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
    /// The pictures that stand beside each other where some variables have each of their values; none if there is a single one. The
    /// regions above then have the points of all of them.
    pub panels: Vec<Scene>,
}

/// The worker's answers, by the names of the questions.
pub type Answers = BTreeMap<Rc<str>, Vec<String>>;

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What is drawn, in order.
    pub groups: Vec<Group>,
    /// Width and height: higher than asked for where the pictures beside each other need it.
    pub size: (i32, i32),
    /// Where the points are, of each of [`Scene::parts`].
    pub places: Vec<Place>,
}

impl Scene {
    /// The scene at a step, with a formula of the user's.
    pub fn of(
        (opened, history, step): (&Opened, &History, usize),
        (engine, is_veiled): (Engine, bool),
        setting: &Setting,
        (memory, answers): (&mut Memory, &Answers),
        own: Option<&Drawn>,
    ) -> Scene {
        let (step, is_veiled) = match own {
            Some(own) if own.is_alone => (0, false),
            _ => (step, is_veiled),
        };
        let trail = match own.and_then(|own| own.trail.clone()) {
            None if is_veiled => None,
            None => trail((opened, engine), history, step),
            of_own => of_own,
        };
        let frame = setting.frame(trail.as_ref());
        let mut all = regions(opened, history, step, engine, is_veiled);
        all.extend(own.and_then(|own| own.region.clone()));
        let mut panels: Vec<Scene> = Vec::new();
        for frame in frame.panels() {
            let member = |region: &Region| (region.clone(), memory.members(region, &frame, answers));
            let regions = all.iter().map(member).collect();
            panels.push(Scene { regions, frame, trail: None, panels: Vec::new() });
        }
        if panels.len() == 1
            && let Some(only) = panels.pop()
        {
            return Scene { trail, ..only };
        }
        let together = |(i, region): (usize, Region)| {
            (region, together(panels.iter().map(|panel: &Scene| &panel.regions[i].1)))
        };
        let regions = all.into_iter().enumerate().map(together).collect();
        Scene { regions, frame, trail, panels }
    }

    /// The pictures that stand beside each other: several, or the scene itself.
    pub fn parts(&self) -> &[Scene] {
        if self.panels.is_empty() { std::slice::from_ref(self) } else { &self.panels }
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

/// What is known of a region in all panels together.
fn together<'m>(all: impl Iterator<Item = &'m Members>) -> Members {
    let mut sum: Option<Grid> = None;
    for members in all {
        match (members, &mut sum) {
            (Members::Known(grid), None) => sum = Some(Grid::clone(grid)),
            (Members::Known(grid), Some(sum)) => {
                for (cell, other) in sum.cells.iter_mut().zip(&grid.cells).filter(|(cell, _)| **cell != b'1')
                {
                    *cell = if *other == b'0' { *cell } else { *other };
                }
            }
            (open, _) => return open.clone(),
        }
    }
    sum.map_or(Members::TooMuch, |sum| Members::Known(Rc::new(sum)))
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
pub(super) struct Sheet {
    pub(super) em: f64,
    pub(super) taken: Vec<(i32, i32, i32, i32)>,
    marks: Vec<Mark>,
}

impl Sheet {
    pub(super) fn width(&self, text: &str) -> i32 {
        (text.chars().filter(|c| !('\u{300}'..'\u{370}').contains(c)).count() as f64 * self.em * 0.62) as i32
    }

    pub(super) fn is_free(&self, (left, top, right, bottom): (i32, i32, i32, i32)) -> bool {
        self.taken.iter().all(|t| right <= t.0 || t.2 <= left || bottom <= t.1 || t.3 <= top)
    }

    pub(super) fn room(&self, x: i32, y: i32, text: &str) -> (i32, i32, i32, i32) {
        let (half, high) = (self.width(text) / 2 + (self.em * 0.3) as i32, (self.em * 0.7) as i32);
        (x - half, y - high, x + half, y + high)
    }

    /// Writes a text around a point.
    pub(super) fn write(&mut self, (x, y): (i32, i32), text: &str, class: &'static str) {
        self.taken.push(self.room(x, y, text));
        let base = y + (self.em * 0.35) as i32;
        self.marks.push(Mark::Text(x, base, Anchor::Middle, class, text.to_owned()));
    }
}

/// Draws a scene in a picture of this size, whose text is so high.
pub fn picture(scene: &Scene, (width, height): (i32, i32), em: i32) -> Picture {
    let beside = width >= 40 * em;
    let parts = scene.parts();
    let is_line = scene.frame.y.is_none();
    let lanes_of = |part: &Scene| lanes(part, scene.trail.is_some());
    let least = least(&parts[0], parts.len() == 1, em, lanes_of(&parts[0]));
    let foot = below(&scene.frame.x, em);
    let margin = (margin(scene) * f64::from(em)) as i32;
    // A narrower legend where a second column of pictures has room beside it.
    let has_columns = |legend: &i32| parts.len() > 1 && margin + 2 * least.0 + legend * em <= width;
    let legend_width = if beside { em * [18, 15, 12].into_iter().find(has_columns).unwrap_or(18) } else { 0 };
    let lines_width = if beside { legend_width - 3 * em } else { width - 4 * em };
    let most = if beside { height - 2 * em } else { height - em - least.1 - foot };
    let lines = fitting(scene, lines_width, em, most);
    let legend_height = if beside { 0 } else { lines.height + em };
    // In as many columns as leave each picture the most room, but none of them too little.
    let (wide, high) = (width - legend_width - margin, height - legend_height - foot);
    let count = parts.len() as i32;
    let rows = |across: i32| (count + across - 1) / across;
    let room = |across: i32| (wide / across, (high / rows(across)).max(least.1));
    let side = |across: i32| room(across).0.min(room(across).1);
    let across = (1..=count).filter(|&across| room(across).0 >= least.0);
    let across = across.max_by_key(|&across| (side(across), across)).unwrap_or(1);
    let room = room(across);
    let height = height.max(rows(across) * room.1 + foot + legend_height);
    let cells: Vec<Cell> = (0..count)
        .map(|i| Cell {
            corner: (margin + i % across * room.0, i / across * room.1),
            room,
            has_left: i % across == 0,
            has_below: i + across >= count,
            is_alone: count == 1,
            em,
        })
        .collect();
    let above = above(&scene.frame, count == 1, em);
    let places: Vec<Place> =
        parts.iter().zip(&cells).map(|(part, cell)| placed(part, cell, above, lanes_of(part))).collect();
    let mut sheet = Sheet { em: f64::from(em), taken: Vec::new(), marks: Vec::new() };
    let mut path = Group { class: "sp-path".into(), at: (0, 0), title: String::new(), marks: Vec::new() };
    if !is_line && let Some(trail) = &scene.trail {
        draw_trail(trail, parts, &places, &mut sheet, &mut path.marks);
    }
    let mut groups = Vec::new();
    for ((part, place), cell) in parts.iter().zip(&places).zip(&cells) {
        groups.push(grid_lines(part, place, cell, (count > 1).then_some(&scene.frame)));
        let lanes = lanes_of(part);
        draw_regions(part, place, cell, lanes, &mut groups);
        if !is_line {
            jump(part, place, &mut path.marks);
        } else if let Some(trail) = &scene.trail {
            let lane = lane(place, (lanes - 1, lanes));
            draw_on_line(trail, &part.frame, &lane, em, &mut path.marks);
            if cell.has_left {
                path.marks.push(lane_name(&lane, em, "sp-name-p", trail.kind.name()));
            }
        }
    }
    groups.push(path);
    if !is_line {
        parts.iter().zip(&places).for_each(|(part, place)| names(part, place, &mut sheet));
    }
    groups.push(Group { class: "sp-names".into(), at: (0, 0), title: String::new(), marks: sheet.marks });
    let (columns, _) = scene.frame.size();
    let right = places.iter().map(|place| place.x(columns)).max().unwrap_or(0);
    let bottom = places.iter().map(|place| place.y(0)).max().unwrap_or(0);
    // Beside a picture that takes less room than it might the legend has more.
    let (lines, height) = match beside {
        true => {
            let lines = fitting(scene, width - right - 5 * em, em, most);
            let height = height.max(lines.height + 2 * em);
            (lines, height)
        }
        false => (lines, height),
    };
    let at = if beside { (right + 2 * em, 2 * em) } else { (em, bottom + below(&scene.frame.x, em)) };
    groups.push(legend(scene, &lines, at, em));
    Picture { groups, size: (width, height), places }
}

/// Draws the regions of a scene: on a number line each in a lane of its own.
fn draw_regions(scene: &Scene, place: &Place, cell: &Cell, lanes: usize, groups: &mut Vec<Group>) {
    let em = cell.em;
    let is_line = scene.frame.y.is_none();
    for (lane, (region, grid)) in scene.known().enumerate() {
        let mut marks = Vec::new();
        let own = if is_line { self::lane(place, (lane, lanes)) } else { *place };
        draw(region.kind, grid, &own, &mut marks);
        if is_line && cell.has_left {
            marks.push(lane_name(&own, em, styles(region.kind).2, &region.name));
        }
        let title = format!("{}: {}", region.name, region.words);
        let class = format!("sp-region sp-{:?}", region.kind).to_lowercase();
        groups.push(Group { class, at: (0, 0), title, marks });
    }
}

/// One of so many lanes of a number line, counted from the top.
fn lane(place: &Place, (lane, lanes): (usize, usize)) -> Place {
    let high = place.cell.1 / lanes as f64;
    let top = place.top + high * lane as f64 + high * 0.15;
    Place { top, cell: (place.cell.0, high * 0.7), ..*place }
}

/// The name of a lane, to the left of it.
fn lane_name(lane: &Place, em: i32, style: &'static str, name: &str) -> Mark {
    let y = lane.middle(0, 0).1 + em * 35 / 100;
    Mark::Text(lane.left as i32 - em / 2, y, Anchor::End, style, name.to_owned())
}

/// A distance between marked numbers at which their texts have room.
fn every(cell: f64, room: f64) -> i64 {
    [1, 2, 5, 10, 20, 50].into_iter().find(|&n| cell * n as f64 >= room).unwrap_or(100)
}

/// The integer grid with its numbers and the names of the axes; `whole` is what all pictures beside each other show.
fn grid_lines(scene: &Scene, place: &Place, cell: &Cell, whole: Option<&Frame>) -> Group {
    use std::fmt::Write;
    let em = cell.em;
    let (x, y) = (&scene.frame.x, scene.frame.y.as_ref());
    let (columns, rows) = scene.frame.size();
    let (left, right, top, bottom) = (place.x(0), place.x(columns), place.y(rows), place.y(0));
    let mut marks = vec![Mark::Box(left, top, right - left, bottom - top, "sp-plane")];
    let mut fine = String::new();
    let numbers = |axis: &Axis, room: f64, cell: f64| -> Vec<(usize, String)> {
        let every = if axis.is_boolean { 1 } else { every(cell, room) };
        let at = |i: &usize| (axis.low + *i as i64) % every == 0;
        (0..axis.count()).filter(at).map(|i| (i, tick(axis, axis.low + i as i64))).collect()
    };
    let widest = widest_tick(x);
    let across = numbers(x, f64::from(em) * (0.62 * widest as f64 + 0.9), place.cell.0);
    let name = format!("{} →", x.name);
    let named = right - ((name.chars().count() + 1 + widest / 2) as f64 * f64::from(em) * 0.62) as i32;
    for (i, label) in &across {
        let at = place.middle(*i, 0).0;
        let _ = write!(fine, "M{at} {top}V{}", bottom + em / 4);
        if cell.has_below && (at < named || x.is_boolean) {
            marks.push(Mark::Text(at, bottom + em * 5 / 4, Anchor::Middle, "sp-number", label.clone()));
        }
    }
    if let Some(y) = y {
        let is_named = cell.has_left;
        for (i, label) in numbers(y, f64::from(em) * 1.4, place.cell.1) {
            let at = place.middle(0, i).1;
            let _ = write!(fine, "M{right} {at}H{}", left - em / 4);
            if is_named {
                marks.push(Mark::Text(left - em / 2, at + em * 35 / 100, Anchor::End, "sp-number", label));
            }
        }
        if is_named && !names_itself(y) {
            let (x, base) = (left - em / 4, top - em * 6 / 10);
            marks.push(Mark::Text(x, base, Anchor::Start, "sp-axis", format!("↑ {}", y.name)));
        }
    }
    marks.insert(1, Mark::Line(fine, "sp-grid", false));
    let base = bottom + below(x, em) - em * 3 / 4;
    if cell.has_below && !names_itself(x) {
        marks.push(Mark::Text(right, base, Anchor::End, "sp-axis", name));
    }
    // Beside others what distinguishes them is said here, and what they have in common in the legend.
    let is_alone = whole.is_none();
    let slice = scene.frame.slice_of(|at| whole.is_none_or(|whole| whole.rest[at].at == At::Each));
    if !slice.is_empty() {
        let is_pinned = is_alone && scene.frame.rest.iter().any(|rest| rest.is_pinned);
        let pinned = if is_pinned { " (as in the model)" } else { "" };
        let axis = y.filter(|y| !names_itself(y));
        let after = axis.filter(|_| is_alone).map_or(0.0, |y| (y.name.chars().count() + 4) as f64 * 0.62);
        // What has no room above the plane is above it among the tools.
        let wide = if is_alone { right - left } else { cell.room.0 - em };
        let room = f64::from(wide) / (f64::from(em) * 0.62) - after / 0.62;
        let room = (room as usize).saturating_sub(pinned.chars().count());
        let room = if is_alone { room.max(FEWEST) } else { room.max(8) };
        let cut: String = slice.chars().take(room).collect();
        let more = if cut.len() < slice.len() { "…" } else { "" };
        let at = if y.is_some() && is_alone { "at " } else { "" };
        let base = top - em * if is_alone || axis.is_none() { 6 } else { 19 } / 10;
        let words = format!("{at}{cut}{more}{pinned}");
        let left = left + (after * f64::from(em)) as i32;
        marks.push(Mark::Text(left, base, Anchor::Start, "sp-slice", words));
    }
    Group { class: "sp-plane-group".into(), at: (0, 0), title: String::new(), marks }
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
