//! The sets of states that a step speaks of, in the engine's own letters.

use super::frame::{counter_at, pc};
use crate::page::count::counted;
use crate::query::formula::subscript;
use crate::query::model_table::is_failures;
use crate::run::history::History;
use crate::run::snapshot::{Containment, Snapshot};
use crate::run::words;
use trace::{
    AnalysisChange, Answer, Change, Direction, Engine, Event, Formula, FormulaId, Growth, LabelOrigin,
    Opened, Query, Range, Side, TokKind, Verdict,
};

/// The most labels of other nodes of a cutpoint that are shown: the newest ones.
const LABELS: usize = 4;
/// The longest text of what a side of a query consists of.
const PARTS: usize = 60;

/// What a region is, which decides how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// States reached: G, an image, a label.
    Reached,
    /// The A side of a query.
    A,
    /// The B side, or states that can fail.
    B,
    /// An auxiliary invariant, or the box of an interval analysis.
    Auxiliary,
    /// What was there before a widening or refinement.
    Before,
    /// What a widening has made of it.
    After,
    /// The newest interpolant, or the label in question.
    Interpolant,
    /// The invariant that proves the program.
    Invariant,
    /// The initial states.
    Initial,
    /// The failing states.
    Failing,
}

/// A set of states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// What it is.
    pub kind: Kind,
    /// Its name, as the engine's pseudo-code has it.
    pub name: String,
    /// What that is, in a few words.
    pub words: String,
    /// The formula, as an SMT-LIB 2 term.
    pub smt: String,
    /// Which copy of the variables the state is: empty, `'`, or `@1`.
    pub stamp: String,
    /// The symbols of the term that are integers.
    pub integers: Vec<String>,
}

impl Region {
    /// Whether a symbol of the term is an integer.
    pub fn is_integer(&self, name: &str) -> bool {
        let name = name.strip_suffix('~').unwrap_or(name);
        self.integers.iter().any(|known| known == name)
    }

    /// A formula over the program's variables, without a name.
    pub(crate) fn plain(kind: Kind, formula: &Formula) -> Region {
        Region::new(kind, "", "", &[formula])
    }

    fn new(kind: Kind, name: impl Into<String>, words: impl Into<String>, formulas: &[&Formula]) -> Region {
        let smt = match formulas {
            [one] => one.smt.clone(),
            all => format!("(and true {})", all.iter().map(|f| f.smt.as_str()).collect::<Vec<_>>().join(" ")),
        };
        let mut integers: Vec<String> = Vec::new();
        for formula in formulas {
            let toks =
                formula.rows.iter().flatten().chain(formula.definitions.iter().flat_map(|(_, toks)| toks));
            let shown =
                toks.filter_map(|tok| if let TokKind::Symbol(s) = &tok.kind { Some(s) } else { None });
            for symbol in shown.chain(&formula.hidden).filter(|s| !s.boolean) {
                let name = symbol.to_string();
                if !integers.contains(&name) {
                    integers.push(name);
                }
            }
        }
        Region { kind, name: name.into(), words: words.into(), smt, stamp: String::new(), integers }
    }
}

/// The names of the initial and failing states in an engine.
fn ends(engine: Engine) -> [&'static str; 2] {
    match engine.growth() {
        Growth::Squeeze => ["A₀", "B₀"],
        Growth::Graph => ["entry", "error"],
        _ => ["I", "¬P"],
    }
}

/// Writes down regions.
struct Writer<'h> {
    history: &'h History,
    regions: Vec<Region>,
}

impl Writer<'_> {
    fn add(&mut self, kind: Kind, name: impl Into<String>, words: impl Into<String>, id: FormulaId) {
        if let Some(formula) = self.history.formula(id) {
            self.regions.push(Region::new(kind, name, words, &[formula]));
        }
    }

    /// Of these regions on, only the states at one loop head, by the value of the program counter if there is one.
    fn only_at(&mut self, opened: &Opened, value: usize, from: usize) {
        let Some(pc) = pc(opened) else { return };
        for region in self.regions.iter_mut().skip(from) {
            region.smt = format!("(and (= {} {value}) {})", sexp::symbol_text(pc), region.smt);
            region.integers.push(pc.clone());
        }
    }
}

/// The regions at a step. With `is_veiled` the step's question alone is shown, and not what came of it.
pub fn regions(
    opened: &Opened,
    history: &History,
    step: usize,
    engine: Engine,
    is_veiled: bool,
) -> Vec<Region> {
    let event = history.event(step);
    let known = history.at(if is_veiled { step.saturating_sub(1) } else { step });
    let mut out = Writer { history, regions: Vec::new() };
    if let Some(Verdict::Safe { invariant, auxiliary, .. }) = known.verdict {
        out.add(Kind::Invariant, "Inv", "the invariant that proves the program", *invariant);
        if let Some(auxiliary) = auxiliary {
            out.add(Kind::Auxiliary, "Aux", "the auxiliary invariant, Inv in the steps before", *auxiliary);
        }
    } else if !matches!(known.verdict, Some(Verdict::Unsafe(_))) {
        let has_sides = event
            .and_then(|event| event.query.as_ref())
            .is_some_and(|query| sides(&mut out, query, event, engine, is_veiled));
        match engine.growth() {
            Growth::Sequences | Growth::Bound => sequences(&mut out, &known, engine, has_sides),
            Growth::Squeeze => squeeze(&mut out, &known, has_sides),
            Growth::Fronts => fronts(&mut out, &known, has_sides),
            Growth::Frames => frames(&mut out, &known, engine, has_sides),
            Growth::Graph => labels(&mut out, (opened, history), (step, is_veiled), has_sides),
        }
        if let Some(auxiliary) = known.auxiliary.last() {
            let formula = known.event.and_then(words::inv).unwrap_or(auxiliary.formula);
            let level = format!("auxiliary invariant, up to level {}", auxiliary.level);
            out.add(Kind::Auxiliary, "Inv", level, formula);
        }
        boxes(&mut out, opened, &known);
    }
    let mut regions = out.regions;
    let [initial, mut failing] = ends(engine);
    let mut failing_words = "states that fail before the next round";
    let asks = event.and_then(|event| event.query.as_ref());
    if asks.is_some_and(|query| query.parts.iter().any(|part| is_of_places(history, part.formula, opened))) {
        (failing, failing_words) = ("✗", "states that still keep P, but fail before the next round");
    }
    let round = known
        .fronts
        .last()
        .and_then(|r| Some((r.number, history.formula(r.initial)?, history.formula(r.failing)?)));
    let (i, f) = match &round {
        Some((number, i, f)) => {
            ((format!("I{}", subscript(*number)), &***i), (format!("F{}", subscript(*number)), &***f))
        }
        None => ((initial.to_owned(), &opened.init), (failing.to_owned(), &opened.bad)),
    };
    // AR narrows both from round to round.
    let [initial, failing] = match round {
        Some((2.., ..)) => ["initial states still in question", "failing states still in question"],
        _ => ["the initial states", failing_words],
    };
    regions.push(Region::new(Kind::Initial, i.0, initial, &[i.1]));
    regions.push(Region::new(Kind::Failing, f.0, failing, &[f.1]));
    logic::order::sort_by_key(&mut regions, |region| region.kind);
    regions
}

/// Whether a formula is of a problem in which failures have a place of their own: only there P does not hold.
fn is_of_places(history: &History, formula: FormulaId, opened: &Opened) -> bool {
    let is_place = |tok: &trace::Tok| match &tok.kind {
        TokKind::Symbol(symbol) => symbol.boolean && is_failures(&symbol.name, opened),
        _ => false,
    };
    history.formula(formula).is_some_and(|formula| {
        let definitions = formula.definitions.iter().flat_map(|(_, toks)| toks);
        formula.rows.iter().flatten().chain(definitions).any(is_place)
    })
}

/// The two sides of an interpolation query as sets of the states that they share, with the interpolant between them.
fn sides(
    out: &mut Writer<'_>,
    query: &Query,
    event: Option<&Event>,
    engine: Engine,
    is_veiled: bool,
) -> bool {
    if !query.parts.iter().any(|part| part.side == Side::A) {
        return false;
    }
    let mut stamps: Vec<String> = Vec::new();
    for symbol in &query.shared {
        let stamp = symbol.to_string()[symbol.name.len()..].to_owned();
        if !stamps.contains(&stamp) {
            stamps.push(stamp);
        }
    }
    let interpolant = match &query.answer {
        Answer::Unsat { interpolant, .. } if !is_veiled => interpolant.as_ref(),
        _ => None,
    };
    let stamp = match &stamps[..] {
        [one] => one.clone(),
        // They share nothing or several states, so that they are no sets of states.
        _ => return false,
    };
    for (side, kind, letter) in [(Side::A, Kind::A, "A"), (Side::B, Kind::B, "B")] {
        let parts: Vec<_> = query.parts.iter().filter(|part| part.side == side).collect();
        let formulas: Vec<&Formula> =
            parts.iter().filter_map(|part| out.history.formula(part.formula).map(|f| &**f)).collect();
        if formulas.len() < parts.len() {
            return false;
        }
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        let mut names = names.join(" ∧ ");
        if names.chars().count() > PARTS {
            names = names.chars().take(PARTS).chain(['…']).collect();
        }
        out.regions.push(Region {
            stamp: stamp.clone(),
            ..Region::new(kind, letter, format!("a side of the query, {names}"), &formulas)
        });
    }
    if let Some(interpolant) = interpolant {
        let number = event.into_iter().flat_map(|e| &e.changes).find_map(|change| match change {
            Change::InterpolantAdded { index, .. } => Some(*index),
            _ => None,
        });
        let name = match event.and_then(|e| words::called(&e.outcome)) {
            Some(name) => name.to_owned(),
            None if engine == Engine::Pdr => "L".into(),
            None if matches!(engine.growth(), Growth::Sequences | Growth::Frames) => "τ".into(),
            None => "I".into(),
        };
        // Where an auxiliary invariant makes more of it, that is what the engine goes on with.
        let strengthened = event.into_iter().flat_map(|e| &e.changes).find_map(|change| match change {
            Change::Strengthened { formula, .. } => Some(*formula),
            _ => None,
        });
        if let Some(formula) = out.history.formula(interpolant.formula) {
            let (kind, own) = match strengthened {
                Some(_) => (Kind::Before, "found"),
                None => (Kind::Interpolant, name.as_str()),
            };
            let region = Region::new(kind, own, "interpolant: holds A, keeps away from B", &[formula]);
            out.regions.push(Region { stamp, ..region });
        }
        if let Some(strengthened) = strengthened {
            let (name, words) = match (engine, number) {
                (Engine::Ismc, Some(number)) => {
                    (format!("F{}", subscript(number)), "what was found, with what earlier bounds found")
                }
                _ => (name, "what was found, strengthened by Inv"),
            };
            out.add(Kind::After, name, words, strengthened);
        }
    }
    true
}

/// IMC and ISMC: the union G, and the newest interpolant.
fn sequences(out: &mut Writer<'_>, known: &Snapshot<'_>, engine: Engine, has_sides: bool) {
    let Some(round) = known.rounds.last() else { return };
    let reached = round.interpolants.iter().rev().find_map(|i| match i.containment {
        Containment::New { reached, .. } => Some((reached, i.index)),
        _ => None,
    });
    if let Some((reached, index)) = reached {
        let letter = if engine == Engine::Ismc { "F" } else { "τ" };
        let joined = (1..=index).map(|i| format!("{letter}{}", subscript(i)));
        let words = if index <= 3 {
            format!("states found so far: I ∨ {}", joined.collect::<Vec<_>>().join(" ∨ "))
        } else {
            format!("states found so far: I ∨ {letter}₁ ∨ … ∨ {letter}{}", subscript(index))
        };
        out.add(Kind::Reached, "G", words, reached);
    }
    if let Some(newest) = round.interpolants.last().filter(|_| !has_sides) {
        let (formula, words) = match (newest.strengthened, newest.containment) {
            (Some(strengthened), _) => (strengthened, "the newest interpolant, strengthened"),
            (None, Containment::Unasked) => (newest.formula, "the newest interpolant"),
            (None, Containment::New { .. }) => (newest.formula, "the newest interpolant, now part of G"),
            (None, Containment::Contained { .. }) => {
                (newest.formula, "the newest interpolant, within G: fixed point")
            }
        };
        out.add(Kind::Interpolant, format!("τ{}", subscript(newest.index)), words, formula);
    }
}

/// FiB: the newest sets of either side, and the candidate between them.
fn squeeze(out: &mut Writer<'_>, known: &Snapshot<'_>, has_sides: bool) {
    if has_sides {
        return;
    }
    let kind = |concrete: bool| if concrete { "" } else { ", through an interpolant" };
    if let Some(set) = known.squeeze.forward.last() {
        let words = match set.index {
            0 => "initial states".to_owned(),
            n => format!("states reached within {}{}", counted(n as usize, "round"), kind(set.concrete)),
        };
        out.add(Kind::A, format!("A{}", subscript(set.index)), words, set.formula);
    }
    if let Some(set) = known.squeeze.backward.last() {
        let words = match set.index {
            0 => "states that can fail at once".to_owned(),
            n => {
                format!("states that can fail within {}{}", counted(n as usize, "round"), kind(set.concrete))
            }
        };
        out.add(Kind::B, format!("B{}", subscript(set.index)), words, set.formula);
    }
    // The one that was asked about in this step, else the newest.
    let asked =
        known.squeeze.interpolants.iter().find(|i| i.inductive.is_some_and(|(_, step)| step == known.step));
    let Some(candidate) = asked.or(known.squeeze.interpolants.last()) else { return };
    let Some(formula) = out.history.formula(candidate.formula) else { return };
    // Of a backward one the negation is the candidate.
    let is_backward = candidate.direction == Direction::Backward;
    let words = match (candidate.inductive, is_backward) {
        (None, false) => "the interpolant between them",
        (None, true) => "the negated interpolant, a candidate invariant",
        (Some((true, _)), _) => "the candidate invariant: inductive",
        (Some((false, _)), _) => "the candidate invariant: not inductive",
    };
    let mut region = Region::new(Kind::Interpolant, if is_backward { "¬I" } else { "I" }, words, &[formula]);
    if is_backward {
        region.smt = format!("(not {})", region.smt);
    }
    out.regions.push(region);
}

/// AR: the newest images of either end.
fn fronts(out: &mut Writer<'_>, known: &Snapshot<'_>, has_sides: bool) {
    let Some(round) = known.fronts.last() else { return };
    for (front, kind, letter, words) in [
        (&round.forward, Kind::A, "S̃", "states reached, over-approximated"),
        (&round.backward, Kind::B, "C̃", "states that can fail, over-approximated"),
    ] {
        if let Some(found) = &front.approximation {
            out.add(Kind::Reached, format!("{letter}{}", subscript(round.number)), words, found.formula);
        } else if !has_sides
            && let Some((index, formula)) =
                front.images.iter().rev().find_map(|i| Some((i.index, i.formula?)))
        {
            let words = format!("{words}: image {index}");
            out.add(kind, format!("{letter}{}", subscript(round.number)), words, formula);
        }
    }
}

/// PDR and DAR: the frames that changed last, and what has to be excluded next.
fn frames(out: &mut Writer<'_>, known: &Snapshot<'_>, engine: Engine, has_sides: bool) {
    if has_sides {
        return;
    }
    let so_soon = |number: u32| match engine {
        Engine::Pdr => format!("within {}", counted(number as usize, "round")),
        _ => format!("after {}", counted(number as usize, "round")),
    };
    for (direction, kind, letter, what) in
        [(Direction::Forward, Kind::Reached, "F", "reached"), (Direction::Backward, Kind::B, "B", "failing")]
    {
        let Some((number, frame)) = known.frames.newest(direction) else { continue };
        let formulas = frame.conjuncts.iter().filter_map(|c| out.history.formula(c.formula).map(|f| &**f));
        let formulas: Vec<&Formula> = formulas.collect();
        let words = format!("states {what} {}, over-approximated", so_soon(number));
        out.regions.push(Region::new(kind, format!("{letter}{}", subscript(number)), words, &formulas));
    }
    if let Some(open) = known.frames.obligations.last() {
        let words = format!("lead to a failure: must not be in F{}", subscript(open.index));
        out.add(Kind::B, "c", words, open.states);
    }
}

/// VINTA: the labels of the cutpoint in question.
fn labels(
    out: &mut Writer<'_>,
    (opened, history): (&Opened, &History),
    (step, is_veiled): (usize, bool),
    has_sides: bool,
) {
    let arg = if is_veiled { history.arg_asked(step) } else { history.arg(step) };
    let Some(arg) = arg else { return };
    let before = step.max(1);
    let step = step - usize::from(is_veiled);
    let is_head = |cutpoint: u32| cutpoint > 0 && cutpoint as usize + 1 < arg.cutpoints.len();
    let labelled = arg.nodes.iter().enumerate().filter(|(_, n)| is_head(n.cutpoint));
    let newest = labelled.filter_map(|(id, n)| Some((n.label?.step, id))).max();
    let here = arg.place.map(|place| place as usize).filter(|&place| is_head(arg.nodes[place].cutpoint));
    let Some(node) = here.filter(|&n| arg.nodes[n].label.is_some()).or(newest.map(|(_, id)| id)) else {
        return;
    };
    let name = |id: usize| arg.name(u32::try_from(id).unwrap_or(u32::MAX));
    let place = &arg.nodes[node];
    // Where each loop has a picture of its own, the labels of all.
    let (has_counter, words) = match pc(opened) {
        Some(_) => (true, "labels of other nodes"),
        None => (false, "other labels of this cutpoint"),
    };
    // What was only labelled with the answer is what the next step is about.
    let others = arg.nodes.iter().enumerate().rev().filter(|(id, n)| {
        *id != node
            && n.label.is_some_and(|label| label.step < before)
            && (n.cutpoint == place.cutpoint || has_counter && is_head(n.cutpoint))
    });
    let most = if has_counter { 2 * LABELS } else { LABELS };
    for (id, cutpoint, label) in others.filter_map(|(id, n)| Some((id, n.cutpoint, n.label?))).take(most) {
        let first = out.regions.len();
        out.add(Kind::Reached, name(id), words, label.formula);
        out.only_at(opened, cutpoint as usize, first);
    }
    let first = out.regions.len();
    let Some(label) = place.label else { return };
    let kind = if has_sides { Kind::Reached } else { Kind::Interpolant };
    match label.origin {
        LabelOrigin::Widened { post } if label.step == step => {
            out.add(Kind::Before, "post", "what arrives, before widening", post);
            out.add(Kind::After, name(node), "the label, after widening", label.formula);
        }
        LabelOrigin::Refined { .. } => {
            if let Some(before) = place.before.filter(|_| label.step == step) {
                out.add(Kind::Before, "before", "the label before refinement", before);
            }
            out.add(kind, name(node), "the label, after refinement", label.formula);
        }
        LabelOrigin::Widened { .. } => out.add(kind, name(node), "the label, widened", label.formula),
        LabelOrigin::Post | LabelOrigin::Start => {
            out.add(kind, name(node), "the label: what arrives", label.formula)
        }
    }
    out.only_at(opened, place.cutpoint as usize, first);
}

/// The box of the interval analysis, and when it has just been widened or narrowed the one before.
fn boxes(out: &mut Writer<'_>, opened: &Opened, known: &Snapshot<'_>) {
    let first = out.regions.len();
    let analysed = known.event.into_iter().flat_map(|event| &event.changes).find_map(|change| match change {
        Change::Analysed(step) => Some(step),
        _ => None,
    });
    let (Some(analysed), Some(level)) = (analysed, known.intervals.last()) else { return };
    let tracks = level.tracks.iter().filter(|track| track.line == analysed.line);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut integers = Vec::new();
    for track in tracks {
        let Some(visit) = track.visits.last() else { continue };
        after.push(within(&track.variable, &visit.after));
        let was = if track.variable == analysed.variable { &visit.arriving } else { &visit.after };
        before.push(within(&track.variable, was));
        integers.push(track.variable.clone());
    }
    let region = |kind, name: &str, words: &str, parts: &[String]| Region {
        kind,
        name: name.into(),
        words: words.into(),
        smt: format!("(and true true {})", parts.join(" ")),
        stamp: String::new(),
        integers: integers.clone(),
    };
    let (sign, words) = match analysed.how {
        AnalysisChange::Joined => ("⊔", "the intervals, joined with what arrives"),
        AnalysisChange::Widened => ("∇", "the intervals, after widening"),
        AnalysisChange::Narrowed => ("△", "the intervals, after narrowing"),
    };
    if analysed.how != AnalysisChange::Joined {
        out.regions.push(region(Kind::Before, "before", "the intervals with what arrives", &before));
    }
    out.regions.push(region(Kind::After, sign, words, &after));
    out.only_at(opened, counter_at(opened, analysed.line, "").unwrap_or(0), first);
}

/// That a variable is in one of these intervals, as a term.
fn within(variable: &str, ranges: &[Range]) -> String {
    let name = sexp::symbol_text(variable);
    let number = |n: &str| n.strip_prefix('-').map_or(n.to_owned(), |size| format!("(- {size})"));
    let one = |range: &Range| {
        let low = range.low.as_ref().map(|low| format!(" (<= {} {name})", number(low))).unwrap_or_default();
        let high =
            range.high.as_ref().map(|high| format!(" (<= {name} {})", number(high))).unwrap_or_default();
        format!("(and true{low}{high})")
    };
    format!("(or false false {})", ranges.iter().map(one).collect::<Vec<_>>().join(" "))
}
