//! The picture as text: a sentence for each region, and what a point is in.

use crate::page::count::counted;
use crate::space::frame::{Axis, text};
use crate::space::grid::Grid;
use crate::space::membership::Members;
use crate::space::picture::Scene;

/// A sentence for each thing that there is to be seen.
pub fn sentences(scene: &Scene) -> Vec<String> {
    let frame = &scene.frame;
    let of = |axis: &Axis| {
        format!(
            "{} from {} to {}",
            axis.name,
            text(axis.is_boolean, axis.low),
            text(axis.is_boolean, axis.high)
        )
    };
    let axes: Vec<String> = std::iter::once(&frame.x).chain(&frame.y).map(of).collect();
    let slice = frame.slice();
    let at = if slice.is_empty() { String::new() } else { format!(", at {slice}") };
    let mut out = vec![format!("Seen: {}{at}.", axes.join(" and "))];
    for part in scene.parts() {
        let at = if scene.panels.is_empty() { String::new() } else { format!("At {}: ", part.frame.slice()) };
        for (region, members) in part.regions.iter().rev() {
            let has = match members {
                Members::Known(grid) => points(scene, grid),
                Members::Asked(..) => "is being worked out".into(),
                Members::TooMuch => "is too much to be drawn".into(),
            };
            out.push(format!("{at}{} ({}) {has}.", region.name, region.words));
        }
    }
    out.extend(scene.trail.iter().map(|trail| trail.words.clone()));
    out
}

/// How many points a set has, and where.
fn points(scene: &Scene, grid: &Grid) -> String {
    let (count, all) = (grid.len(), grid.columns * grid.rows);
    if count == 0 {
        return "has no point here".into();
    }
    if count == all {
        return "has every point".into();
    }
    let name = |(column, row): (usize, usize)| {
        let x = text(scene.frame.x.is_boolean, scene.frame.x.low + column as i64);
        match &scene.frame.y {
            Some(y) => format!("({x}, {})", text(y.is_boolean, y.low + row as i64)),
            None => x,
        }
    };
    let shown: Vec<String> = grid.points().take(6).map(name).collect();
    let more = if count > shown.len() { ", …" } else { "" };
    format!("has {count} of {}: {}{more}", counted(all, "point"), shown.join(", "))
}

/// Which regions a point is in, and which not.
pub fn at_point(scene: &Scene, column: usize, row: usize) -> String {
    let x = &scene.frame.x;
    let mut out = format!("{} = {}", x.name, text(x.is_boolean, x.low + column as i64));
    if let Some(y) = &scene.frame.y {
        out.push_str(&format!(", {} = {}", y.name, text(y.is_boolean, y.low + row as i64)));
    }
    let slice = scene.frame.slice();
    if !slice.is_empty() {
        out.push_str(&format!(", {slice}"));
    }
    let names = |inside: bool| -> String {
        let all =
            scene.known().filter(|(_, grid)| grid.has(column, row) == inside).map(|(r, _)| r.name.as_str());
        all.collect::<Vec<_>>().join(", ")
    };
    let (inside, outside) = (names(true), names(false));
    out.push_str(&format!(": in {}", if inside.is_empty() { "none of them" } else { &inside }));
    if !outside.is_empty() {
        out.push_str(&format!("; not in {outside}"));
    }
    out
}
