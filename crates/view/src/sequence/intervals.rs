//! The invariant generator's interval analysis on number lines: for each level, loop head and variable one line per visit,
//! with what was there, what arrived, and what became of it.

use lang::Int;
use logic::order;
use trace::{AnalysisChange, AnalysisStep, Range};

/// Numbers at most this far apart are drawn to scale.
const TO_SCALE: i64 = 60;
/// The most marked numbers of a line.
const TICKS: usize = 9;

/// A level of the generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its number.
    pub number: u32,
    /// What it looks for.
    pub kind: String,
    /// The variables at the loop heads, in the order in which they were met.
    pub tracks: Vec<Track>,
}

/// The values of a variable at a loop head, visit by visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// The line of the loop head.
    pub line: u32,
    /// The variable.
    pub variable: String,
    /// The visits that changed it.
    pub visits: Vec<Visit>,
}

/// A visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The step of the run.
    pub step: usize,
    /// The number of the visit, from 0.
    pub number: u32,
    /// What happened.
    pub how: AnalysisChange,
    /// The values before.
    pub before: Vec<Range>,
    /// What arrived, together with those before.
    pub arriving: Vec<Range>,
    /// The values after.
    pub after: Vec<Range>,
}

/// Takes in a step of the analysis.
pub(crate) fn apply(levels: &mut Vec<Level>, step: usize, analysed: &AnalysisStep) {
    if levels.last().is_none_or(|level| level.number != analysed.level) {
        levels.push(Level { number: analysed.level, kind: analysed.kind.clone(), tracks: Vec::new() });
    }
    let Some(level) = levels.last_mut() else { return };
    let same = |t: &Track| t.line == analysed.line && t.variable == analysed.variable;
    let at = level.tracks.iter().position(same).unwrap_or_else(|| {
        let track = Track { line: analysed.line, variable: analysed.variable.clone(), visits: Vec::new() };
        level.tracks.push(track);
        level.tracks.len() - 1
    });
    level.tracks[at].visits.push(Visit {
        step,
        number: analysed.visit,
        how: analysed.how,
        before: analysed.before.clone(),
        arriving: analysed.arriving.clone(),
        after: analysed.after.clone(),
    });
}

/// A number line, from 0 to 1000 between its outermost marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberLine {
    /// The numbers marked on it, with their places.
    pub ticks: Vec<(u32, String)>,
    /// Whether distances are to scale; otherwise the ends of intervals stand at equal distances.
    pub to_scale: bool,
    ends: Vec<Int>,
}

/// An interval on a number line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// Where it begins; none when it has no least number.
    pub from: Option<u32>,
    /// Where it ends; none when it has no greatest number.
    pub to: Option<u32>,
}

impl NumberLine {
    /// The line on which all visits of a variable have room.
    pub fn of(track: &Track) -> NumberLine {
        let ranges = track.visits.iter().flat_map(|v| v.before.iter().chain(&v.arriving).chain(&v.after));
        let mut ends: Vec<Int> =
            ranges.flat_map(|r| [&r.low, &r.high]).flatten().filter_map(|n| n.parse().ok()).collect();
        order::sort(&mut ends);
        ends.dedup();
        let mut line = NumberLine { ticks: Vec::new(), to_scale: true, ends };
        let (Some(first), Some(last)) = (line.ends.first(), line.ends.last()) else { return line };
        line.to_scale = last - first <= Int::from(TO_SCALE);
        let every = line.ends.len().div_ceil(TICKS).max(1);
        let shown = |at: usize| at.is_multiple_of(every) || at + 1 == line.ends.len();
        let mut ticks: Vec<(u32, String)> = (0..line.ends.len())
            .filter(|&at| shown(at))
            .map(|at| (line.place(&line.ends[at]), line.ends[at].to_string()))
            .collect();
        // Labels must not run into each other; the outermost stay.
        let mut at = 1;
        while at < ticks.len() {
            let room = 24 * u32::try_from(ticks[at].1.len() + ticks[at - 1].1.len()).unwrap_or(0) / 2 + 14;
            if ticks[at].0 < ticks[at - 1].0 + room {
                let is_last = at + 1 == ticks.len();
                ticks.remove(if is_last && at > 1 { at - 1 } else { at });
                at = if is_last && at > 1 { at - 1 } else { at };
            } else {
                at += 1;
            }
        }
        line.ticks = ticks;
        line
    }

    /// Where a number is.
    fn place(&self, n: &Int) -> u32 {
        let (Some(first), Some(last)) = (self.ends.first(), self.ends.last()) else { return 500 };
        if first == last {
            return 500;
        }
        let small = |n: Int| n.to_string().parse::<i64>().unwrap_or(0);
        let (part, whole) = if self.to_scale {
            (small(n - first), small(last - first))
        } else {
            let at = self.ends.partition_point(|end| end < n);
            (i64::try_from(at).unwrap_or(0), i64::try_from(self.ends.len() - 1).unwrap_or(1))
        };
        u32::try_from((1000 * part / whole.max(1)).clamp(0, 1000)).unwrap_or(0)
    }

    /// Where intervals are.
    pub fn bars(&self, ranges: &[Range]) -> Vec<Bar> {
        let place = |n: &Option<String>| n.as_ref().and_then(|n| n.parse().ok()).map(|n: Int| self.place(&n));
        ranges.iter().map(|r| Bar { from: place(&r.low), to: place(&r.high) }).collect()
    }
}

/// What happened, in a sign and a word.
pub fn sign(how: AnalysisChange) -> (&'static str, &'static str) {
    match how {
        AnalysisChange::Joined => ("⊔", "joined"),
        AnalysisChange::Widened => ("∇", "widened"),
        AnalysisChange::Narrowed => ("△", "narrowed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::words;
    use expect_test::{Expect, expect};

    fn range(low: Option<i64>, high: Option<i64>) -> Range {
        Range { low: low.map(|n| n.to_string()), high: high.map(|n| n.to_string()) }
    }

    fn analysed(
        level: u32,
        visit: u32,
        how: AnalysisChange,
        before: &[Range],
        arriving: &[Range],
        after: &[Range],
    ) -> AnalysisStep {
        AnalysisStep {
            level,
            kind: format!("kind {level}"),
            line: 3,
            visit,
            variable: "x".into(),
            before: before.to_vec(),
            arriving: arriving.to_vec(),
            after: after.to_vec(),
            how,
        }
    }

    fn check(steps: &[AnalysisStep], expected: Expect) {
        let mut levels = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            apply(&mut levels, at + 1, step);
        }
        let mut text = String::new();
        for level in &levels {
            for track in &level.tracks {
                let line = NumberLine::of(track);
                text.push_str(&format!(
                    "level {} ({}): {} in line {}, ticks {:?}, to scale {}\n",
                    level.number, level.kind, track.variable, track.line, line.ticks, line.to_scale
                ));
                for v in &track.visits {
                    let bars: Vec<_> = line.bars(&v.after).iter().map(|b| (b.from, b.to)).collect();
                    text.push_str(&format!(
                        "  step {}, visit {} {} {}: {:?}\n",
                        v.step,
                        v.number,
                        sign(v.how).0,
                        words::ranges(&v.after),
                        bars
                    ));
                }
            }
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn joined_widened_narrowed() {
        use AnalysisChange::{Joined, Narrowed, Widened};
        let (zero, two, four) =
            ([range(Some(0), Some(0))], [range(Some(0), Some(2))], [range(Some(0), Some(4))]);
        let (up, eight) = ([range(Some(0), None)], [range(Some(0), Some(8))]);
        check(
            &[
                analysed(0, 0, Joined, &[], &zero, &zero),
                analysed(0, 1, Widened, &zero, &two, &up),
                analysed(1, 0, Joined, &[], &zero, &zero),
                analysed(1, 1, Joined, &zero, &two, &two),
                analysed(1, 2, Widened, &two, &four, &up),
                analysed(1, 3, Narrowed, &up, &eight, &eight),
            ],
            expect![[r#"
                level 0 (kind 0): x in line 3, ticks [(0, "0"), (1000, "2")], to scale true
                  step 1, visit 0 ⊔ [0, 0]: [(Some(0), Some(0))]
                  step 2, visit 1 ∇ [0, ∞): [(Some(0), None)]
                level 1 (kind 1): x in line 3, ticks [(0, "0"), (250, "2"), (500, "4"), (1000, "8")], to scale true
                  step 3, visit 0 ⊔ [0, 0]: [(Some(0), Some(0))]
                  step 4, visit 1 ⊔ [0, 2]: [(Some(0), Some(250))]
                  step 5, visit 2 ∇ [0, ∞): [(Some(0), None)]
                  step 6, visit 3 △ [0, 8]: [(Some(0), Some(1000))]
            "#]],
        );
    }

    #[test]
    fn far_apart_and_everything() {
        let far = [range(Some(-5), Some(1_000_000))];
        let gap = [range(None, Some(-5)), range(Some(7), None)];
        check(
            &[
                analysed(2, 0, AnalysisChange::Joined, &[], &far, &far),
                analysed(2, 1, AnalysisChange::Widened, &[], &[], &gap),
                analysed(3, 0, AnalysisChange::Widened, &[], &[], &[range(None, None)]),
            ],
            expect![[r#"
                level 2 (kind 2): x in line 3, ticks [(0, "-5"), (500, "7"), (1000, "1000000")], to scale false
                  step 1, visit 0 ⊔ [−5, 1000000]: [(Some(0), Some(1000))]
                  step 2, visit 1 ∇ (−∞, −5] ∪ [7, ∞): [(None, Some(0)), (Some(500), None)]
                level 3 (kind 3): x in line 3, ticks [], to scale true
                  step 3, visit 0 ∇ (−∞, ∞): [(None, None)]
            "#]],
        );
    }
}
