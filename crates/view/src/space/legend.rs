//! The legend of the state space: it names only what is there.

use crate::graph::svg::{Anchor, Group, Mark};
use crate::space::grid::{Grid, Place};
use crate::space::membership::Members;
use crate::space::paths::{arrow, circle};
use crate::space::picture::{Scene, draw, styles};
use crate::space::regions::Region;
use crate::space::trail::TrailKind;

/// What the legend says: of each region its place in the scene, its name, and its words in lines.
pub(super) fn legend_lines(scene: &Scene, width: i32, em: i32) -> Vec<(usize, String, Vec<String>)> {
    let most = (f64::from(width) / (f64::from(em) * 0.52)) as usize;
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
        let more = match members {
            Members::Known(_) if scene.regions.iter().filter(is_same).all(is_empty) => " – no point here",
            Members::Known(grid) if grid.unknown() > 0 => " – some points not found out",
            Members::Known(_) => "",
            Members::Asked(..) => " – being worked out …",
            Members::TooMuch => " – too much to be drawn",
        };
        let words = format!("{names}: {}{more}", region.words);
        all.push((i, names, wrapped(&words, most)));
    }
    if let Some(trail) = &scene.trail {
        let words = match trail.kind {
            TrailKind::Execution => "the execution that fails, by visits of the loop head",
            TrailKind::Induction => "counterexample to induction: from inside to outside",
            TrailKind::Model => "the states of the model",
        };
        all.push((usize::MAX, String::new(), wrapped(words, most)));
    }
    all
}

fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if !line.is_empty() && line.chars().count() + word.chars().count() >= most {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Draws the legend.
pub(super) fn legend(
    scene: &Scene,
    lines: &[(usize, String, Vec<String>)],
    at: (i32, i32),
    em: i32,
) -> Group {
    let mut marks = Vec::new();
    let mut y = 0;
    for (i, name, text) in lines {
        if let Some((region, _)) = scene.regions.get(*i) {
            let cell = (f64::from(em) * 0.9, f64::from(em) * 1.1);
            // Two cells in the middle of others, so that they have all their edges.
            let sample = Grid::of(4, 3, |column, row| (1..3).contains(&column) && row == 1);
            let place = Place { left: -cell.0, top: f64::from(y) - cell.1, cell, rows: 3 };
            draw(region.kind, &sample, &place, &mut marks);
        } else {
            marks.extend(arrow((em / 3, y + em / 2), (em * 2, y + em / 2), em / 4));
            marks.push(Mark::Line(circle((em / 3, y + em / 2), em / 4), "sp-point", false));
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
            y += em * 13 / 10;
        }
        y += em / 3;
    }
    Group { class: "sp-legend".into(), at, title: String::new(), marks }
}
