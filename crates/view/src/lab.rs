//! The laboratory: how each interpolant was made, in words; the interpolants by strength as a picture; and A, B and one of them in the
//! plane. Pairs to begin with are in [`PAIRS`].

use crate::graph::svg::{Anchor, Group, Mark};
use crate::own::line;
use crate::page::count::counted;
use crate::run::history::History;
use crate::space::frame::Setting;
use crate::space::membership::Memory;
use crate::space::picture::{Answers, Scene};
use crate::space::regions::Kind;
use trace::{Answer, Engine, Event, Experimented, FormulaId, InterpolationSystem, Opened, Source, Way};

/// A pair to begin with: what it is about, A and B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// What it shows.
    pub title: &'static str,
    /// A and B.
    pub sides: [&'static str; 2],
}

const fn pair(title: &'static str, a: &'static str, b: &'static str) -> Pair {
    Pair { title, sides: [a, b] }
}

/// Pairs of two to five lines.
pub const PAIRS: [Pair; 8] = [
    pair("A chain of equations", "x = 0 and\ny = x + 1", "z = y and\nz < 0"),
    pair("Two bounds, one sum", "x <= y and\ny <= z", "z <= 2 and\nx >= 5"),
    pair("A corner: how much of it?", "x <= 0 and\ny <= 0", "x + y >= 3"),
    pair("Even and odd", "x = 2 * k", "x = 2 * m + 1"),
    pair("By cases", "p and x >= 4 or\nnot p and x <= -4", "x > -2 and\nx < 2"),
    pair("Where the systems differ", "(not p or r) and\nnot q", "(p or r) and\n(q or not r)"),
    pair(
        "After one round of a loop",
        "x0 = 0 and y0 = 0 and\nx = x0 + 1 and\ny = y0 + 1",
        "x = n and\ny != n",
    ),
    pair("A common model: none", "x >= 0 and\nx <= 9", "y = x and\ny > 5"),
];

/// How an interpolant was made.
pub fn title(way: Way) -> String {
    let source = match way.source {
        Source::Decomposed => "sums decomposed",
        Source::Search => "search, equations first",
        Source::SearchBounds => "search, bounds first",
        Source::SearchStrong => "search, all plain facts",
        _ => "sums as they are",
    };
    let system = match way.system {
        Some(InterpolationSystem::McMillan) => "McMillan, ",
        Some(InterpolationSystem::Pudlak) => "Pudlák, ",
        Some(InterpolationSystem::Dual) => "dual of McMillan, ",
        None => "",
    };
    let dual = if way.is_dual { "; of B and A, negated" } else { "" };
    format!("{system}{source}{dual}")
}

/// The events as a record, each with what it is about.
pub fn record(found: &Experimented) -> History {
    let mut history = History::default();
    for event in &found.events {
        // They come in order, numbered from 0.
        let _ = history.push(event.clone());
    }
    history
}

/// The interpolant of an event.
pub fn interpolant(event: &Event) -> Option<FormulaId> {
    match &event.query.as_ref()?.answer {
        Answer::Unsat { interpolant, .. } => Some(interpolant.as_ref()?.formula),
        Answer::Sat { .. } | Answer::Unknown(_) => None,
    }
}

/// What was found, in a sentence or two.
pub fn said(found: &Experimented) -> String {
    if let [event] = &found.events[..] {
        match event.query.as_ref().map(|query| &query.answer) {
            Some(Answer::Sat { model, .. }) => {
                let values: Vec<String> =
                    model.iter().map(|row| format!("{} = {}", row.symbol, row.value)).collect();
                let values =
                    if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
                return format!("A and B have a common model{values}. So there is no interpolant.");
            }
            Some(Answer::Unknown(_)) => {
                return "Whether A and B contradict each other was not found out within the limits.".into();
            }
            _ => {}
        }
    }
    let (ways, classes) = (found.ways.len(), found.classes.len());
    let mut text = match classes {
        1 => format!(
            "A and B contradict each other. {} lead to one and the same interpolant.",
            counted(ways, "way")
        ),
        _ => format!(
            "A and B contradict each other. {} lead to {classes} different interpolants.",
            counted(ways, "way")
        ),
    };
    let (none, open) = found.missing;
    if none > 0 {
        text.push_str(&format!(" {} led to none.", counted(none as usize, "way")));
    }
    if open > 0 {
        text.push_str(&format!(
            " {} between them {} not found out.",
            counted(open as usize, "implication"),
            if open == 1 { "was" } else { "were" }
        ));
    }
    text
}

/// The classes by strength, each as a box: the weakest above, A below all of them and the negation of B above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    /// Width and height.
    pub size: (i32, i32),
    /// The boxes: the class, none for A and for the negation of B, and its marks.
    pub boxes: Vec<(Option<usize>, Group)>,
    /// The lines between them.
    pub lines: Group,
}

/// How wide and high a box is, and how far rows are apart.
const BOX: (i32, i32) = (216, 34);
const ROW: i32 = 66;
const GAP: i32 = 14;
/// The most characters of a formula in a box.
const WIDE: usize = 24;

/// Draws the classes by strength.
pub fn lattice(found: &Experimented, history: &History, chosen: Option<usize>) -> Lattice {
    let count = found.classes.len();
    let pairs: Vec<(usize, usize)> = found.order.iter().map(|&(f, g)| (f as usize, g as usize)).collect();
    // How many classes are below each one, along the longest way.
    let mut level = vec![0_usize; count];
    for _ in 0..count {
        for &(f, g) in pairs.iter().filter(|(f, g)| *f < count && *g < count) {
            level[g] = level[g].max(level[f] + 1).min(count);
        }
    }
    let highest = level.iter().copied().max().unwrap_or(0);
    let widest = (0..=highest).map(|at| level.iter().filter(|l| **l == at).count()).max().unwrap_or(1).max(1);
    let across = i32::try_from(widest).unwrap_or(i32::MAX) * (BOX.0 + GAP) + GAP;
    let rows = i32::try_from(highest + 3).unwrap_or(i32::MAX);
    let top = |row: i32| (rows - 1 - row) * ROW + GAP / 2;
    let mut places = vec![(0, 0); count];
    for at in 0..=highest {
        let here: Vec<usize> = (0..count).filter(|&class| level[class] == at).collect();
        let room = i32::try_from(here.len()).unwrap_or(1);
        for (number, &class) in (0..).zip(&here) {
            let left = (across - room * (BOX.0 + GAP) + GAP) / 2 + number * (BOX.0 + GAP);
            places[class] = (left, top(i32::try_from(at + 1).unwrap_or(0)));
        }
    }
    let middle = (across - BOX.0) / 2;
    let (below, above) = ((middle, top(0)), (middle, top(rows - 1)));
    let drawn = |class: &str, at: (i32, i32), text: String| Group {
        class: class.into(),
        at,
        title: String::new(),
        marks: vec![
            Mark::Box(0, 0, BOX.0, BOX.1, "box"),
            Mark::Text(BOX.0 / 2, BOX.1 / 2 + 5, Anchor::Middle, "label", text),
        ],
    };
    let mut boxes =
        vec![(None, drawn("lab-end", above, "¬B".into())), (None, drawn("lab-end", below, "A".into()))];
    for (class, events) in found.classes.iter().enumerate() {
        let id = events.first().and_then(|&at| interpolant(found.events.get(at as usize)?));
        let text = id.and_then(|id| history.formula(id)).map(|formula| line(formula)).unwrap_or_default();
        let text: String = match text.chars().count() {
            0..=WIDE => text,
            _ => text.chars().take(WIDE - 1).chain(['…']).collect(),
        };
        let style = if Some(class) == chosen { "lab-class now" } else { "lab-class" };
        boxes.push((Some(class), drawn(style, places[class], text)));
    }
    let mut lines = Vec::new();
    // From the upper edge of what is stronger to the lower edge of what is weaker.
    let mut join = |from: (i32, i32), to: (i32, i32)| {
        let path = format!("M{} {} L{} {}", from.0 + BOX.0 / 2, from.1, to.0 + BOX.0 / 2, to.1 + BOX.1);
        lines.push(Mark::Line(path, "stroke", true));
    };
    for &(f, g) in &pairs {
        if let (Some(from), Some(to)) = (places.get(f), places.get(g)) {
            join(*from, *to);
        }
    }
    for (class, &place) in places.iter().enumerate() {
        if !pairs.iter().any(|&(_, g)| g == class) {
            join(below, place);
        }
        if !pairs.iter().any(|&(f, _)| f == class) {
            join(place, above);
        }
    }
    let lines = Group { class: "lab-lines".into(), at: (0, 0), title: String::new(), marks: lines };
    Lattice { size: (across, rows * ROW), boxes, lines }
}

/// The same as sentences, for those who do not see it.
pub fn strength(found: &Experimented, history: &History) -> Vec<String> {
    let text = |class: u32| {
        let id = found
            .classes
            .get(class as usize)
            .and_then(|events| interpolant(found.events.get(*events.first()? as usize)?));
        id.and_then(|id| history.formula(id)).map(|formula| line(formula)).unwrap_or_default()
    };
    found.order.iter().map(|&(f, g)| format!("{} implies {}.", text(f), text(g))).collect()
}

/// A, B and an interpolant in the plane of what A and B share.
pub fn scene(
    (opened, history, step): (&Opened, &History, usize),
    setting: &Setting,
    (memory, answers): (&mut Memory, &Answers),
) -> Scene {
    let mut scene =
        Scene::of((opened, history, step), (Engine::IMC, false), setting, (memory, answers), None);
    // A and B are there as sides already.
    let is_side = |kind: Kind| !matches!(kind, Kind::Initial | Kind::Failing);
    scene.regions.retain(|(region, _)| is_side(region.kind));
    for panel in &mut scene.panels {
        panel.regions.retain(|(region, _)| is_side(region.kind));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::counter_run;
    use expect_test::expect;

    fn found(classes: usize, order: &[(u32, u32)]) -> Experimented {
        let event = counter_run().event(4).unwrap().clone();
        let way = Way { source: Source::Proof, system: None, is_dual: false };
        Experimented {
            events: vec![event; classes],
            ways: vec![way; classes],
            classes: (0..classes as u32).map(|at| vec![at]).collect(),
            order: order.to_vec(),
            ..Experimented::default()
        }
    }

    #[test]
    fn stronger_ones_stand_below_weaker_ones() {
        let found = found(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let drawn = lattice(&found, &counter_run(), Some(1));
        let top = |class| drawn.boxes.iter().find(|(c, _)| *c == class).map(|(_, group)| group.at).unwrap();
        assert!(
            top(Some(0)).1 > top(Some(1)).1
                && top(Some(1)).1 == top(Some(2)).1
                && top(Some(2)).1 > top(Some(3)).1
        );
        assert!(top(Some(1)).0 != top(Some(2)).0);
        assert_eq!(drawn.lines.marks.len(), 6, "four between classes, one from A, one to the negation of B");
        assert_eq!(drawn.boxes.iter().filter(|(_, group)| group.class.contains("now")).count(), 1);
        for (_, Group { at, .. }) in &drawn.boxes {
            assert!(at.0 >= 0 && at.1 >= 0 && at.0 + BOX.0 <= drawn.size.0 && at.1 + BOX.1 <= drawn.size.1);
        }
    }

    #[test]
    fn ways_in_words() {
        let all = [
            Way { source: Source::Proof, system: Some(InterpolationSystem::Pudlak), is_dual: false },
            Way { source: Source::Decomposed, system: Some(InterpolationSystem::McMillan), is_dual: true },
            Way { source: Source::SearchStrong, system: None, is_dual: true },
        ];
        expect![[r#"
            Pudlák, sums as they are
            McMillan, sums decomposed; of B and A, negated
            search, all plain facts; of B and A, negated"#]]
        .assert_eq(&all.map(title).join("\n"));
    }

    #[test]
    fn what_was_found_in_words() {
        let told = [found(1, &[]), found(3, &[]), Experimented { missing: (2, 1), ..found(2, &[(0, 1)]) }];
        expect![[r#"
            A and B contradict each other. 1 way lead to one and the same interpolant.
            A and B contradict each other. 3 ways lead to 3 different interpolants.
            A and B contradict each other. 2 ways lead to 2 different interpolants. 2 ways led to none. 1 implication between them was not found out."#]].assert_eq(&told.map(|found| said(&found)).join("\n"));
    }
}
