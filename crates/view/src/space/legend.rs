//! The legend of the state space: it names only what is there.

use crate::graph::svg::{Anchor, Group, Mark};
use crate::space::grid::{Grid, Place};
use crate::space::membership::Members;
use crate::space::paths::{Drawn, arrow, circle, drawn};
use crate::space::picture::{Scene, draw, styles};
use crate::space::regions::{Kind, Region};
use crate::space::trail::TrailKind;

/// Where a region's place in the scene would be: the path, and what is the same in all pictures.
const TRAIL: usize = usize::MAX;
const COMMON: usize = usize::MAX - 1;
const BEYOND: usize = usize::MAX - 2;

/// So many lines are there, even where they have no room.
const FEWEST: usize = 3;

/// A line of the legend: a region's place in the scene, its name, and its words in lines.
type Entry = (usize, String, Vec<String>);

/// A legend as it is drawn.
#[derive(Debug, Clone)]
pub(super) struct Legend {
    lines: Vec<Entry>,
    /// How high a line is, and how much stands between two entries.
    line: i32,
    gap: i32,
    /// How high it is as a whole.
    pub(super) height: i32,
}

impl Legend {
    fn new(lines: Vec<Entry>, em: i32, is_brief: bool) -> Legend {
        let (line, gap) = if is_brief { (em * 12 / 10, em / 6) } else { (em * 13 / 10, em / 3) };
        let rows: usize = lines.iter().map(|(_, _, text)| text.len()).sum();
        let height = rows as i32 * line + lines.len() as i32 * gap;
        Legend { lines, line, gap, height }
    }
}

/// The legend in a room so wide and so high: as a whole, else in brief, else its first lines.
pub(super) fn fitting(scene: &Scene, width: i32, em: i32, most: i32) -> Legend {
    let whole = Legend::new(legend_lines(scene, width, em, false), em, false);
    if whole.height <= most {
        return whole;
    }
    let brief = legend_lines(scene, width, em, true);
    let first = |count: usize| {
        let mut lines = brief[..count].to_vec();
        if count < brief.len() {
            lines.push((COMMON, String::new(), vec![format!("… and {} more", brief.len() - count)]));
        }
        Legend::new(lines, em, true)
    };
    let mut count = brief.len();
    while count > FEWEST && first(count).height > most {
        count -= 1;
    }
    first(count)
}

/// What the legend says. A brief one has only what there is to be seen, and leaves out formulas.
fn legend_lines(scene: &Scene, width: i32, em: i32, is_brief: bool) -> Vec<Entry> {
    let most = (f64::from(width) / (f64::from(em) * 0.57)) as usize;
    let mut all = Vec::new();
    for (i, (region, members)) in scene.regions.iter().enumerate().rev() {
        // What is the same of several regions is said once.
        let is_same =
            |(other, _): &&(Region, Members)| other.kind == region.kind && other.words == region.words;
        if scene.regions[i + 1..].iter().any(|other| is_same(&other)) {
            continue;
        }
        let names: Vec<&str> = scene.regions.iter().filter(is_same).map(|(r, _)| r.name.as_str()).collect();
        let names = names.join(", ");
        let is_empty = |(_, members): &(Region, Members)| matches!(members, Members::Known(grid) if grid.is_empty() && grid.unknown() == 0);
        let is_nowhere = scene.regions.iter().filter(is_same).all(is_empty);
        // What was just found is named even where it has no state.
        let is_new = matches!(region.kind, Kind::Interpolant | Kind::After);
        if is_brief && is_nowhere && !is_new {
            continue;
        }
        let more = match members {
            Members::Known(_) if is_nowhere => " – no point here",
            Members::Known(grid) if grid.unknown() > 0 => " – some points not found out",
            Members::Known(_) => "",
            Members::Asked(..) => " – being worked out …",
            Members::TooMuch => " – too much to be drawn",
        };
        // What a side of a query consists of is all that is said of it.
        let is_side = matches!(region.kind, Kind::A | Kind::B) && matches!(&*region.name, "A" | "B");
        let words = match is_brief && !is_side {
            true => short(before_formula(&region.words)),
            false => &region.words,
        };
        let words = format!("{names}: {words}{more}");
        all.push((i, names, wrapped(&words, most)));
    }
    let trail = scene.trail.as_ref().map(|trail| (trail, drawn(trail, scene.parts())));
    if let Some((trail, Drawn { count, is_beyond, is_open })) = trail.filter(|(_, drawn)| drawn.count > 0) {
        let some = match trail.states.len() - count {
            0 => String::new(),
            others => format!(" ({others} more are not in this part)"),
        };
        let some = if is_open { " (at each value of what it leaves open)".to_owned() } else { some };
        let words = match trail.kind {
            TrailKind::Execution if is_brief => "the execution that fails",
            TrailKind::Execution => "the execution that fails, by visits of the loop head",
            TrailKind::Induction if is_brief => "from inside to outside",
            TrailKind::Induction => "counterexample to induction: from inside to outside",
            TrailKind::Model if trail.states.len() == 1 => "the state of the model",
            TrailKind::Model
                if trail.states.iter().any(|state| ["s − 1", "s + 1"].contains(&&*state.name)) =>
            {
                "the states of the model: at s the sides meet"
            }
            TrailKind::Model => "the states of the model",
        };
        all.push((TRAIL, String::new(), wrapped(&format!("{words}{some}"), most)));
        if is_beyond {
            let words = if is_brief {
                "not in this part"
            } else {
                "a state outside what is seen, at the border next to it"
            };
            all.push((BEYOND, String::new(), wrapped(words, most)));
        }
    }
    let common = scene.frame.common();
    if !scene.panels.is_empty() && !common.is_empty() {
        // Without it nobody can tell what is seen: where there is little room it comes first.
        let at = if is_brief { 0 } else { all.len() };
        all.insert(at, (COMMON, String::new(), wrapped(&format!("everywhere: {common}"), most)));
    }
    all
}

/// What comes before the formula that a region's words end with.
fn before_formula(words: &str) -> &str {
    match words.find([',', ':']) {
        Some(at) if words[at..].contains(['(', '∧', '∨', '₀', '₁']) => &words[..at],
        _ => words,
    }
}

/// The words without those at their beginning that can be spared.
fn short(words: &str) -> &str {
    ["states that ", "states ", "the "].iter().find_map(|start| words.strip_prefix(start)).unwrap_or(words)
}

/// Words in lines of so many characters, broken at spaces and behind hyphens.
fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in words.split_inclusive([' ', '-']) {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if !line.is_empty() && line.chars().count() + piece.trim_end().chars().count() > most {
            lines.push(piece.to_owned());
        } else {
            line.push_str(piece);
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

/// Draws the legend.
pub(super) fn legend(scene: &Scene, legend: &Legend, at: (i32, i32), em: i32) -> Group {
    let mut marks = Vec::new();
    let mut y = 0;
    for (i, name, text) in &legend.lines {
        if let Some((region, _)) = scene.regions.get(*i) {
            let cell = (f64::from(em) * 0.9, f64::from(em) * 1.1);
            // Two cells in the middle of others, so that they have all their edges.
            let sample = Grid::of(4, 3, |column, row| (1..3).contains(&column) && row == 1);
            let place = Place { left: -cell.0, top: f64::from(y) - cell.1, cell, rows: 3 };
            draw(region.kind, &sample, &place, &mut marks);
        } else if *i == TRAIL {
            marks.extend(arrow((em / 3, y + em / 2), (em * 2, y + em / 2), em / 4));
            marks.push(Mark::Line(circle((em / 3, y + em / 2), em / 4), "sp-point", false));
        } else if *i == BEYOND {
            marks.push(Mark::Line(circle((em / 3, y + em / 2), em / 4), "sp-point-off", false));
        }
        for (line, words) in text.iter().enumerate() {
            let base = y + em * 9 / 10;
            let after = if line == 0 && !name.is_empty() { words.strip_prefix(name.as_str()) } else { None };
            let is_first = after.is_some();
            let words = after.unwrap_or(words).to_owned();
            let mut left = em * 5 / 2;
            if is_first {
                marks.push(Mark::Text(
                    left,
                    base,
                    Anchor::Start,
                    styles(scene.regions[*i].0.kind).2,
                    name.clone(),
                ));
                // A tilde stands over the letter before it.
                let wide = name.chars().filter(|&c| c != '\u{303}').count();
                left += (wide as f64 * f64::from(em) * 0.61) as i32;
            }
            marks.push(Mark::Text(left, base, Anchor::Start, "sp-words", words));
            y += legend.line;
        }
        y += legend.gap;
    }
    Group { class: "sp-legend".into(), at, title: String::new(), marks }
}
