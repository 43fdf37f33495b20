//! The sets of states that a step speaks of, in the engine's own letters.

mod asked;
mod graph;

use self::asked::asked;
use self::graph::{boxes, labels};
use super::frame::pc;
use crate::page::count::counted;
use crate::query::formula::subscript;
use crate::query::model_table::is_failures;
use crate::run::history::History;
use crate::run::snapshot::{Containment, Snapshot};
use crate::run::words::{self, squeezed_name};
use trace::{
    Answer, Change, Direction, Engine, Event, Formula, FormulaId, Growth, Opened, Query, Side, TokKind,
    Verdict,
};

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
            Growth::Squeeze => squeeze(&mut out, &known, engine, has_sides),
            Growth::Fronts => {
                fronts(&mut out, &known, event.and_then(|event| event.query.as_ref()), has_sides)
            }
            Growth::Frames => frames(&mut out, &known, engine, has_sides),
            Growth::Graph => labels(&mut out, (opened, history), (step, is_veiled), has_sides),
        }
        let query = event.and_then(|event| event.query.as_ref());
        if let Some(query) = query.filter(|query| query.parts.iter().all(|part| part.side == Side::Neither)) {
            let arg = (engine.growth() == Growth::Graph).then(|| history.arg_asked(step)).flatten();
            asked(&mut out, (opened, arg.as_ref()), query, engine);
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
    let mut called = Vec::new();
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
        // FiB calls what is reached A and what can fail B, whichever side they are on.
        let (kind, name, words) = match (engine.growth(), names.chars().next()) {
            (Growth::Squeeze, Some(first @ ('A' | 'B'))) if parts.len() == 1 => {
                let kind = if first == 'A' { Kind::A } else { Kind::B };
                (kind, names, format!("side {letter} of the query"))
            }
            _ => (kind, letter.to_owned(), names),
        };
        called.push(name.clone());
        out.regions.push(Region { stamp: stamp.clone(), ..Region::new(kind, name, words, &formulas) });
    }
    if let Some(interpolant) = interpolant {
        let number = event.and_then(words::index);
        let name = event.map(|event| words::interpolant_name(engine, event)).unwrap_or_default();
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
            let about = format!("interpolant: contains {}, keeps away from {}", called[0], called[1]);
            let region = Region::new(kind, own, about, &[formula]);
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
fn squeeze(out: &mut Writer<'_>, known: &Snapshot<'_>, engine: Engine, has_sides: bool) {
    if has_sides {
        return;
    }
    let kind = |concrete: bool| if concrete { "" } else { ", through an interpolant" };
    if let Some(set) = known.squeeze.forward.last() {
        let words = match set.index {
            0 => "initial states".to_owned(),
            n => format!("states reached after {}{}", counted(n as usize, "round"), kind(set.concrete)),
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
    let mut region =
        Region::new(Kind::Interpolant, squeezed_name(engine, candidate.direction), words, &[formula]);
    if is_backward {
        region.smt = format!("(not {})", region.smt);
    }
    out.regions.push(region);
}

/// AR: what is known of either end, and the image that is compared with it, or else the newest ones.
fn fronts(out: &mut Writer<'_>, known: &Snapshot<'_>, query: Option<&Query>, has_sides: bool) {
    let Some(round) = known.fronts.last() else { return };
    let compared = query.map_or([].as_slice(), |query| &query.parts);
    if let [image, rest] = compared
        && let Some(set) = rest.name.strip_prefix('¬').and_then(|name| name.strip_suffix("(x)"))
        && let Some(formula) = out.history.formula(rest.formula)
    {
        let words = match set {
            "S̃" => "what may be reached, as far as was known",
            _ => "what may lead to a failure, as far as was known",
        };
        let kind = if set == "S̃" { Kind::Reached } else { Kind::B };
        let mut region = Region::new(kind, set, words, &[formula]);
        region.smt = format!("(not {})", region.smt);
        out.regions.push(region);
        let name = image.name.trim_end_matches("(x)");
        return out.add(
            Kind::Interpolant,
            name,
            format!("the newest image, compared with {set}"),
            image.formula,
        );
    }
    for (front, kinds, letters, words) in [
        (&round.forward, [Kind::Reached, Kind::A], ["S̃", "P"], "states reached, over-approximated"),
        (&round.backward, [Kind::B, Kind::B], ["C̃", "N"], "states that can fail, over-approximated"),
    ] {
        let ([letter, of_image], [kind, of_newest]) = (letters, kinds);
        if let Some(found) = &front.approximation {
            out.add(kind, format!("{letter}{}", subscript(round.number)), words, found.formula);
        } else if !has_sides
            && let Some((index, formula)) =
                front.images.iter().rev().find_map(|i| Some((i.index, i.formula?)))
        {
            out.add(
                of_newest,
                format!("{of_image}{}", subscript(index)),
                format!("{words}: the newest image"),
                formula,
            );
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
