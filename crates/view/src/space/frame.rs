//! What is seen of the state space: which variables are axes, which values of theirs, and what the other variables are. It depends on
//! the program and on what the user chose, not on the step, so that the picture stays where it is while one steps.

mod window;

use self::window::{constants, show, usual};
pub use super::choice::Choice;
use crate::query::formula::minus;
use crate::space::membership::Memory;
use crate::space::regions::{Kind, Region};
use crate::space::trail::Trail;
use logic::order;
use std::collections::BTreeMap;
use trace::{Formula, Opened, ProgramVariable, TokKind};

/// The most values of an axis; where the other one has few, [`LONGEST`].
const MOST: i64 = 121;
/// The most values of an axis at all.
const LONGEST: i64 = 480;
/// For so many, where there is room.
const ROUNDS: i64 = 3;
/// The greatest size of a number that is seen at all.
pub const FARTHEST: i64 = 1_000_000_000_000_000;
/// The most variables that are named in a sentence.
pub(super) const SAID: usize = 12;
/// The most pictures beside each other.
const PANELS: usize = 6;
/// How many parts of formulas may be computed to find values at which there is something to be seen.
const WORK: usize = 8_000_000;
/// Values to try for a variable that is no axis, the best first.
const TRIED: [i64; 11] = [5, 4, 6, 3, 8, 10, 2, 1, 0, 7, -1];

/// What a variable is that is no axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// It has this value; truth values are 0 and 1.
    Value(i64),
    /// It may have any value: the picture is the shadow of the sets.
    Any,
    /// Each of its values has a picture of its own, beside the others.
    Each,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The variable.
    pub name: String,
    /// Whether it is Boolean.
    pub is_boolean: bool,
    /// The least value seen.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

impl Axis {
    /// How many values are seen.
    pub fn count(&self) -> usize {
        usize::try_from(self.high - self.low + 1).unwrap_or(1)
    }
}

/// How many values axes may have that are to have so many.
pub fn at_most(counts: [i64; 2]) -> [i64; 2] {
    let counts = counts.map(|count| count.min(LONGEST));
    if counts[0] * counts[1] <= MOST * MOST { counts } else { counts.map(|count| count.min(MOST)) }
}

/// A variable that is no axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rest {
    /// The variable.
    pub name: String,
    /// Whether it is Boolean.
    pub is_boolean: bool,
    /// What it is.
    pub at: At,
    /// Whether that comes from the model of the step.
    pub is_pinned: bool,
    /// Of the program counter, the lines of its values from 1 on; else empty.
    pub lines: Vec<u32>,
}

impl Rest {
    /// The values of a truth value or of the program counter.
    pub fn each(&self) -> std::ops::Range<i64> {
        if self.is_boolean { 0..2 } else { 1..1 + self.lines.len() as i64 }
    }

    /// A value as text, with the line that it stands for.
    pub fn text(&self, value: i64) -> String {
        let line = usize::try_from(value - 1).ok().and_then(|i| self.lines.get(i));
        let place = line.map(|line| format!(" (line {line})")).unwrap_or_default();
        text(self.is_boolean, value) + &place
    }
}

/// What is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// To the right.
    pub x: Axis,
    /// Upwards; none for a number line.
    pub y: Option<Axis>,
    /// The other variables.
    pub rest: Vec<Rest>,
}

impl Frame {
    /// How many columns and rows there are.
    pub fn size(&self) -> (usize, usize) {
        (self.x.count(), self.y.as_ref().map_or(1, Axis::count))
    }

    /// How many values the axes have.
    fn counts(&self) -> [i64; 2] {
        let count = |axis: &Axis| axis.high - axis.low + 1;
        [count(&self.x), self.y.as_ref().map_or(1, count)]
    }

    /// Whether no axis has too many values.
    fn has_room(&self) -> bool {
        at_most(self.counts()) == self.counts()
    }

    /// Leaves out the last values of axes that have too many.
    fn cut(&mut self) {
        let most = at_most(self.counts());
        for (axis, most) in std::iter::once(&mut self.x).chain(&mut self.y).zip(most) {
            axis.high = axis.high.min(axis.low + most - 1);
        }
    }

    /// The places of the other variables among each other, by name.
    pub fn places(&self) -> BTreeMap<&str, usize> {
        let mut places = BTreeMap::new();
        for (place, rest) in self.rest.iter().enumerate() {
            places.entry(rest.name.as_str()).or_insert(place);
        }
        places
    }

    /// The frames of the pictures that stand beside each other, one for each value of the variables that have [`At::Each`].
    pub fn panels(&self) -> Vec<Frame> {
        let mut all = vec![self.clone()];
        for (place, rest) in self.rest.iter().enumerate().filter(|(_, rest)| rest.at == At::Each) {
            let mut split = Vec::new();
            for frame in &all {
                for value in rest.each() {
                    let mut panel = frame.clone();
                    panel.rest[place].at = At::Value(value);
                    split.push(panel);
                }
            }
            all = split;
        }
        all
    }

    /// The slice in words: `n = 5, ¬flag, some k`; of very many variables the first ones.
    pub fn slice(&self) -> String {
        self.slice_of(|_| true)
    }

    /// The slice in words, of the variables at these places of [`Frame::rest`].
    pub fn slice_of(&self, is_said: impl Fn(usize) -> bool) -> String {
        let rest: Vec<&Rest> =
            self.rest.iter().enumerate().filter(|(at, _)| is_said(*at)).map(|(_, rest)| rest).collect();
        let one = |rest: &Rest| match rest.at {
            At::Any => format!("some {}", rest.name),
            At::Each => format!("each {}", rest.name),
            At::Value(value) if rest.is_boolean => {
                format!("{}{}", if value == 0 { "¬" } else { "" }, rest.name)
            }
            // Which loop control is at says more than its number.
            At::Value(value) => match usize::try_from(value - 1).ok().and_then(|i| rest.lines.get(i)) {
                Some(line) => format!("line {line}"),
                None => format!("{} = {}", rest.name, rest.text(value)),
            },
        };
        let mut all: Vec<String> = rest.iter().take(SAID).copied().map(one).collect();
        if rest.len() > SAID {
            all.push(format!("{} more", rest.len() - SAID));
        }
        all.join(", ")
    }

    /// What is the same in all pictures beside each other.
    pub fn common(&self) -> String {
        self.slice_of(|at| self.rest[at].at != At::Each)
    }
}

/// A value as text, with a minus sign that is one.
pub fn text(is_boolean: bool, value: i64) -> String {
    match (is_boolean, value) {
        (true, 0) => "false".into(),
        (true, _) => "true".into(),
        (false, value) => minus(&value.to_string()),
    }
}

/// What the program and the user's choice decide, whatever the step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    frame: Frame,
    /// The other variables that the user has fixed.
    chosen: Vec<String>,
    /// Whether the user has chosen the values seen.
    is_held: bool,
}

impl Setting {
    /// What is seen of a program; none if it has no variables.
    pub fn of(opened: &Opened, choice: &Choice, memory: &mut Memory) -> Option<Setting> {
        let ranked = ranked(opened);
        let known = |name: &String| opened.independent().find(|v| v.name == *name);
        let x = choice.x.as_ref().and_then(known).or(ranked.first().copied())?;
        let y = match &choice.y {
            Some(chosen) => chosen.as_ref().and_then(known).filter(|y| y.name != x.name),
            None => ranked.iter().copied().find(|v| v.name != x.name && (!v.boolean || x.boolean)),
        };
        let [starts, _] = constants(&[&opened.init]);
        let [bounds, steps] = constants(&[&opened.init, &opened.bad, &opened.trans]);
        let axis = |v: &ProgramVariable, window: Option<(i64, i64)>, rounds: i64| {
            let of = |all: &'_ BTreeMap<String, Vec<i64>>| all.get(&v.name).cloned().unwrap_or_default();
            let (low, high) = window.unwrap_or_else(|| usual(v, [&starts, &bounds, &steps].map(of), rounds));
            Axis { name: v.name.clone(), is_boolean: v.boolean, low, high: high.max(low) }
        };
        let windows = choice.window.map_or([None; 2], |window| window.map(Some));
        let frame = |rounds: i64| {
            let y = y.map(|y| axis(y, windows[1], rounds));
            Frame { x: axis(x, windows[0], rounds), y, rest: Vec::new() }
        };
        // As many rounds of a large step as have room.
        let mut frame = (1..=ROUNDS).rev().map(frame).find(Frame::has_room).unwrap_or_else(|| frame(1));
        frame.cut();
        for v in opened.independent() {
            if v.name == x.name || y.is_some_and(|y| y.name == v.name) {
                continue;
            }
            let is_pc = pc(opened) == Some(&v.name);
            let lines = if is_pc {
                opened.outline.locations.iter().map(|l| l.place.line).collect()
            } else {
                Vec::new()
            };
            let (name, is_boolean) = (v.name.clone(), v.boolean);
            frame.rest.push(Rest { name, is_boolean, at: At::Value(0), is_pinned: false, lines });
        }
        // First those that may have pictures beside each other.
        order::sort_by_key(&mut frame.rest, |rest| (rest.lines.is_empty(), !rest.is_boolean));
        let mut panels = 1;
        for is_chosen in [true, false] {
            for rest in &mut frame.rest {
                let chosen = choice.rest.iter().find(|(name, _)| *name == rest.name);
                if chosen.is_some() != is_chosen {
                    continue;
                }
                let count = rest.each().count();
                rest.at = match chosen.map_or(At::Each, |(_, at)| *at) {
                    At::Each if count < 2 || panels * count > PANELS => continue,
                    at => at,
                };
                if rest.at == At::Each {
                    panels *= count;
                }
            }
        }
        let chosen: Vec<String> = choice.rest.iter().map(|(name, _)| name.clone()).collect();
        settle(opened, &mut frame, &chosen, &bounds, memory);
        Some(Setting { frame, chosen, is_held: choice.window.is_some() })
    }

    /// What is seen at a step: where a model gives other values to the variables that are no axes, those; and where an execution or a
    /// counterexample to induction is out of sight, values among which it is.
    pub fn frame(&self, trail: Option<&Trail>) -> Frame {
        let mut frame = self.frame.clone();
        if let Some(trail) = trail.filter(|_| !self.is_held) {
            std::iter::once(&mut frame.x).chain(&mut frame.y).for_each(|axis| show(axis, trail));
            frame.cut();
        }
        let places = self.frame.places();
        for (name, value) in trail.iter().flat_map(|trail| &trail.states).flat_map(|state| state.numbers()) {
            if let Some(&place) = places.get(name)
                && !self.chosen.contains(&self.frame.rest[place].name)
                && self.frame.rest[place].at != At::Each
            {
                (frame.rest[place].at, frame.rest[place].is_pinned) = (At::Value(value), true);
            }
        }
        frame
    }
}

/// The program counter, where there is one.
pub(super) fn pc(opened: &Opened) -> Option<&String> {
    opened.outline.single_loop.as_ref()?.pc.as_ref()
}

/// The value of the program counter at the loop head in this line, or at the predicate of which a row says that a fact of it follows.
pub(super) fn counter_at(opened: &Opened, line: u32, note: &str) -> Option<usize> {
    let fact = note.strip_prefix("so ").and_then(|fact| fact.split('(').next());
    let is_of = |text: &str| text.split([' ', '(', ')']).any(|word| Some(word) == fact);
    let mut heads = opened.outline.locations.iter();
    heads.position(|at| at.is_loop && (at.place.line == line || is_of(&at.place.text))).map(|i| i + 1)
}

/// The variables that may be axes, those that the property and the loop speak of most first.
fn ranked(opened: &Opened) -> Vec<&ProgramVariable> {
    let counted = |formula| {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for symbol in symbols(formula) {
            *count.entry(symbol).or_insert(0) += 1;
        }
        count
    };
    let [in_bad, in_trans] = [counted(&opened.bad), counted(&opened.trans)];
    let count = |counted: &BTreeMap<&str, usize>, name: &str| counted.get(name).map_or(0, |&n| n.min(8));
    // What a round leaves alone has a row of its own: n' = n.
    let mut constant: BTreeMap<&str, usize> = BTreeMap::new();
    for row in opened.trans.rows.iter().filter(|row| row.len() == 3) {
        if let [TokKind::Symbol(one), _, TokKind::Symbol(other)] = [&row[0].kind, &row[1].kind, &row[2].kind]
            && one.name == other.name
        {
            constant.entry(&one.name).or_insert(1);
        }
    }
    let pc = pc(opened);
    let mut all: Vec<(usize, usize, &ProgramVariable)> = Vec::new();
    for (place, v) in opened.independent().enumerate() {
        let mut score = 2 * count(&in_bad, &v.name) + count(&in_trans, &v.name);
        if constant.contains_key(v.name.as_str()) {
            score /= 4;
        }
        if v.boolean {
            score = score.min(1);
        }
        if pc.is_some_and(|pc| *pc == v.name) {
            score = 0;
        }
        all.push((usize::MAX - score, place, v));
    }
    order::sort_by_key(&mut all, |(score, place, _)| (*score, *place));
    // In the order of the program, so that x is to the right and y upwards.
    let mut first: Vec<_> = all.iter().take(2).map(|(_, place, v)| (*place, *v)).collect();
    if first.iter().all(|(_, v)| !v.boolean) {
        order::sort_by_key(&mut first, |(place, _)| *place);
    }
    first.into_iter().map(|(_, v)| v).chain(all.iter().skip(2).map(|(_, _, v)| *v)).collect()
}

/// The names of a formula's symbols, as often as they stand in it.
fn symbols(formula: &Formula) -> impl Iterator<Item = &str> {
    let toks = formula.rows.iter().flatten().chain(formula.definitions.iter().flat_map(|(_, toks)| toks));
    toks.filter_map(|tok| match &tok.kind {
        TokKind::Symbol(symbol) => Some(&*symbol.name),
        _ => None,
    })
}

/// Finds values for the variables that are no axes and were not chosen, at which there is something to be seen.
fn settle(
    opened: &Opened,
    frame: &mut Frame,
    chosen: &[String],
    bounds: &BTreeMap<String, Vec<i64>>,
    memory: &mut Memory,
) {
    let ends = [Region::whole(&opened.init), Region::whole(&opened.bad)];
    let [initial, failing] = ends.each_ref().map(|end| memory.mentioned(end, frame));
    let mut work = WORK;
    let mut score = |frame: &Frame, work: &mut usize| -> u32 {
        let panels = frame.panels();
        let seen = |end: &Region| {
            let all = panels.iter().map(|panel| match memory.is_anywhere(end, panel, work) {
                Some(is_seen) => u32::from(is_seen) * 2,
                None => 1,
            });
            all.max().unwrap_or(0)
        };
        ends.iter().map(seen).sum()
    };
    for _ in 0..2 {
        for i in 0..frame.rest.len() {
            let is_open = matches!(frame.rest[i].at, At::Value(_)) && !chosen.contains(&frame.rest[i].name);
            if !is_open || !(initial[i] || failing[i]) {
                continue;
            }
            let own = bounds.get(&frame.rest[i].name).into_iter().flatten().copied();
            let tried: Vec<i64> = if frame.rest[i].is_boolean {
                vec![0, 1]
            } else {
                TRIED.into_iter().chain(own.take(6)).collect()
            };
            let (mut best, mut value) = (0, frame.rest[i].at);
            for candidate in tried {
                if work == 0 {
                    break;
                }
                frame.rest[i].at = At::Value(candidate);
                let found = score(frame, &mut work);
                if found > best {
                    (best, value) = (found, At::Value(candidate));
                }
                if found == 4 {
                    break;
                }
            }
            frame.rest[i].at = value;
        }
        if work == 0 || score(frame, &mut work) == 4 {
            return;
        }
    }
}

impl Region {
    /// A formula as a region without a name.
    pub(crate) fn whole(formula: &Formula) -> Region {
        Region::plain(Kind::Reached, formula)
    }
}
