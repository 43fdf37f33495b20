//! The laboratory: interpolants of two formulas that the user writes, read off one refutation by every system and theory rule, found by
//! each kind of search, and the duals of all of these. Each is simplified and checked as in a run; which implies which is asked of the
//! solver. Beside a run: nothing is counted.

use crate::own::{self, Named};
use crate::ranges::Ranges;
use crate::table::{self, Table};
use crate::tree;
use evidence::{Known, Proofs, check_interpolant, solve};
use lang::lexer::Keyword;
use logic::order::CollectOrdered;
use logic::{Sort, Term, Terms, Value};
use smt::generalise::{Hints, Taste, generalise};
use smt::itp;
use smt::itp::tree::Sides;
use smt::minimise::{ROUNDS, Refuted, minimise};
use solver::{Door, Limits, Purpose};
use std::collections::BTreeSet;
use trace::{
    Answer, Counters, Event, Experiment, Experimented, Interpolant, InterpolantChecks, InterpolationSystem,
    ModelRow, Opened, Outline, Problem, ProgramVariable, ProofSize, Query, QueryPart, SatMeaning, Side,
    Source, UnknownReason, Way,
};

/// The most work for one question.
const LIMITS: Limits =
    Limits { conflicts: 10_000, pivots: 100_000, splits: 3_000, digits: 1_000, terms: 200_000 };
/// The most names in both formulas.
const NAMES: usize = 24;
/// Formulas with more distinct subterms are too large for a laboratory.
const SIZE: usize = 400;

/// Interpolates.
#[inline(never)]
pub fn experiment(of: &Experiment) -> Experimented {
    let terms = Terms::new();
    let names = names(&terms, &of.sides);
    let mut sides = Vec::new();
    for (at, text) in (0..).zip(&of.sides) {
        let read = own::read(&terms, text, &names).and_then(|formula| bounded(&terms, text, formula, &names));
        match read {
            Ok(formula) => sides.push(formula),
            Err(problem) => return Experimented { problem: Some((at, problem)), ..Experimented::default() },
        }
    }
    let lab = Lab { terms: &terms, door: smt::door().to(Purpose::Checks), sides: [sides[0], sides[1]] };
    lab.found(&names)
}

fn bounded(terms: &Terms, text: &str, formula: Term, names: &[Named]) -> Result<Term, Problem> {
    if names.len() <= NAMES && terms.size(formula) <= SIZE {
        return Ok(formula);
    }
    let message = format!("the laboratory takes at most {NAMES} names and formulas of {SIZE} parts");
    Err(crate::open::problem(text, lang::Span::new(0, text.len()), trace::Severity::Error, message, None))
}

/// The names in both formulas. A name is a truth value where it stands as one: between connectives, parentheses and ends; and so is what it
/// is equal to.
fn names(terms: &Terms, texts: &[String; 2]) -> Vec<Named> {
    let tokens: Vec<Vec<&str>> = texts.iter().map(|text| tokens(text)).collect();
    let is_name = |token: &str| {
        token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && Keyword::of(token).is_none()
            && token != "mod"
    };
    let mut found: Vec<&str> = Vec::new();
    let mut truths: BTreeSet<&str> = BTreeSet::new();
    let mut equal: Vec<(&str, &str)> = Vec::new();
    for line in &tokens {
        for (at, &token) in line.iter().enumerate().filter(|(_, token)| is_name(token)) {
            if !found.contains(&token) {
                found.push(token);
            }
            let before = at.checked_sub(1).map(|at| line[at]);
            let after = line.get(at + 1).copied();
            if before.is_none_or(begins_condition) && after.is_none_or(ends_condition) {
                truths.insert(token);
            }
            if let (Some("=" | "==" | "!=" | "≠" | "⇔"), Some(&other)) = (after, line.get(at + 2))
                && (is_name(other) || matches!(other, "true" | "false"))
            {
                equal.push((token, other));
            }
        }
    }
    for _ in 0..=equal.len() {
        for &(a, b) in &equal {
            let is_truth = |name: &str| truths.contains(name) || matches!(name, "true" | "false");
            if is_truth(a) || is_truth(b) {
                truths.extend([a, b]);
            }
        }
    }
    let sort = |name: &str| if truths.contains(name) { Sort::Bool } else { Sort::Int };
    found.into_iter().map(|name| (name.to_owned(), terms.var(name, sort(name)))).collect()
}

fn begins_condition(token: &str) -> bool {
    matches!(token, "(" | "and" | "or" | "not" | "!" | "¬" | "∧" | "∨" | "&&" | "||" | "=>" | "->" | "→")
}

fn ends_condition(token: &str) -> bool {
    matches!(token, ")" | "and" | "or" | "∧" | "∨" | "&&" | "||" | "=>" | "->" | "→")
}

/// Names, numbers and signs.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let long =
            ["&&", "||", "=>", "->", "==", "!=", "<=", ">="].into_iter().find(|sign| rest.starts_with(sign));
        let end = match long {
            Some(sign) => sign.len(),
            None if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            None => first.len_utf8(),
        };
        out.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    out
}

struct Lab<'t> {
    terms: &'t Terms,
    door: Door,
    sides: [Term; 2],
}

/// An interpolant with what led to it.
struct Found {
    way: Way,
    term: Term,
    checks: InterpolantChecks,
    tree: tree::Shown,
}

impl Lab<'_> {
    fn found(&self, names: &[Named]) -> Experimented {
        let mut table = Table::new(Ranges::default());
        let opened = Some(Box::new(self.opened(names)));
        let alone = |table: &mut Table, answer: Answer| Experimented {
            opened: opened.clone(),
            events: vec![self.event(table, 0, String::new(), answer)],
            ..Experimented::default()
        };
        let proof = match solve(&self.door, self.terms, &self.sides, LIMITS, Proofs::Condensed) {
            Known::Refuted(proof) => proof,
            Known::Holds(model) => {
                let row = |(_, v): &Named| {
                    let value = match model.value(self.terms, *v) {
                        Value::Int(n) => n.to_string(),
                        Value::Bool(b) => b.to_string(),
                    };
                    ModelRow { symbol: table::symbol(self.terms, *v), value }
                };
                let model = names.iter().map(row).collect();
                return alone(&mut table, Answer::Sat { model, meaning: SatMeaning::Counterexample });
            }
            Known::Unknown(why) => {
                return alone(&mut table, Answer::Unknown(UnknownReason::Solver(why.to_string())));
            }
            Known::Faulty(why) => {
                return alone(&mut table, Answer::Unknown(UnknownReason::Solver(why.to_string())));
            }
        };
        let refuted = minimise(&self.door, self.terms, &self.sides, proof, LIMITS, ROUNDS);
        let (all, none) = self.interpolants(&refuted);
        let size = ProofSize {
            steps: u32::try_from(refuted.proof.steps.len()).unwrap_or(u32::MAX),
            ..ProofSize::default()
        };
        let mut events = Vec::new();
        for (at, found) in all.iter().enumerate() {
            let tree = tree::show(self.terms, &mut table, &found.tree);
            let formula = table.id(self.terms, found.term);
            let interpolant =
                Interpolant { formula, checks: found.checks, source: found.way.source, beside: None };
            let answer = Answer::Unsat {
                core: vec![(0, 1)],
                proof: size,
                interpolant: Some(interpolant),
                tree: Some(Box::new(tree)),
            };
            events.push(self.event(&mut table, at, String::new(), answer));
        }
        let (classes, order, open) = self.ordered(&all);
        let ways = all.iter().map(|found| found.way).collect();
        Experimented {
            opened,
            events,
            ways,
            classes,
            order,
            missing: (none, open),
            ..Experimented::default()
        }
    }

    fn opened(&self, names: &[Named]) -> Opened {
        let formula = |t: Term| table::formula(self.terms, t, t);
        let variable = |(name, v): &Named| {
            let boolean = self.terms.var_sort(*v) == Sort::Bool;
            let ty = if boolean { "bool" } else { "int" };
            ProgramVariable { name: name.clone(), boolean, ty: ty.into(), range: None }
        };
        // The plane is that of what both share; the others may have any value.
        let [a, b] = self.sides.map(|side| self.terms.vars(side));
        let is_shared = |(_, v): &&Named| a.contains(v) && b.contains(v);
        Opened {
            variables: names.iter().filter(is_shared).map(variable).collect(),
            inputs: names.iter().filter(|name| !is_shared(name)).map(variable).collect(),
            head_line: None,
            init: formula(self.sides[0]),
            trans: formula(self.terms.tru()),
            bad: formula(self.sides[1]),
            early: formula(self.terms.fals()),
            problems: Vec::new(),
            outline: Outline::default(),
        }
    }

    fn event(&self, table: &mut Table, index: usize, purpose: String, answer: Answer) -> Event {
        let mut part = |name: &str, side, term| {
            QueryPart { name: name.into(), side, formula: table.id(self.terms, term) }.into()
        };
        let [a, b] = self.sides;
        let parts = vec![part("A", Side::A, a), part("B", Side::B, b)];
        let of_b = self.terms.vars(b);
        let shared = self.terms.vars(a).into_iter().filter(|v| of_b.contains(v));
        let shared = shared.map(|v| table::symbol(self.terms, v)).collect();
        Event {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            line: 0,
            purpose,
            query: Some(Query { same: 0, parts, shared, answer }),
            outcome: String::new(),
            changes: Vec::new(),
            watch: Vec::new(),
            formulas: table.take_new(),
            counters: Counters::default(),
            costs: Vec::new(),
        }
    }

    /// Every interpolant that can be had, and how many ways give none.
    fn interpolants(&self, refuted: &Refuted) -> (Vec<Found>, u32) {
        let mut all = Vec::new();
        let mut none = 0;
        for system in InterpolationSystem::ALL {
            for source in [Source::Proof, Source::Decomposed] {
                for is_dual in [false, true] {
                    let way = Way { source, system: Some(system), is_dual };
                    match self.read_off(refuted, way) {
                        Some(found) => all.push(found),
                        None => none += 1,
                    }
                }
            }
        }
        for source in [Source::Search, Source::SearchBounds, Source::SearchStrong] {
            for is_dual in [false, true] {
                let way = Way { source, system: None, is_dual };
                match self.searched(refuted, way) {
                    Some(found) => all.push(found),
                    None => none += 1,
                }
            }
        }
        (all, none)
    }

    fn partials(&self, refuted: &Refuted, way: Way) -> Option<Sides<'_>> {
        let labelling = match way.system.unwrap_or_default() {
            InterpolationSystem::McMillan => itp::Labelling::McMillan,
            InterpolationSystem::Pudlak => itp::Labelling::Pudlak,
            InterpolationSystem::Dual => itp::Labelling::DualMcMillan,
        };
        let theory = match way.source {
            Source::Decomposed => itp::TheoryRule::Decomposed,
            _ => itp::TheoryRule::Farkas,
        };
        let settings = smt::Settings { labelling, theory, ..smt::Settings::default() };
        let side = |part: usize| Some(if (part == 0) == way.is_dual { itp::Side::B } else { itp::Side::A });
        Sides::new(self.terms, &refuted.proof, &refuted.asserted, side, &settings).ok()
    }

    fn read_off(&self, refuted: &Refuted, way: Way) -> Option<Found> {
        let sides = self.partials(refuted, way)?;
        let last = *sides.partials().last()?;
        let term = smt::tidy(&self.door, self.terms, if way.is_dual { self.terms.not(last) } else { last });
        let checks = self.checked(term)?;
        let tree = tree::between(&self.door, self.terms, &refuted.proof, &sides, way.is_dual, Some(term));
        Some(Found { way, term, checks, tree })
    }

    fn searched(&self, refuted: &Refuted, way: Way) -> Option<Found> {
        let taste = match way.source {
            Source::SearchBounds => Taste::Bounds,
            Source::SearchStrong => Taste::Strongest,
            _ => Taste::Equations,
        };
        let hints = Hints { taste, ..Hints::default() };
        let [a, b] = self.sides;
        let (inner, outer) = if way.is_dual { (b, a) } else { (a, b) };
        let found = generalise(&self.door.to(Purpose::Interpolants), self.terms, &[inner], &[outer], &hints)?;
        let oriented = if way.is_dual { self.terms.not(found) } else { found };
        let term = smt::tidy(&self.door, self.terms, oriented);
        let checks = self.checked(term)?;
        let tree = match self.partials(refuted, way) {
            Some(sides) => tree::between(&self.door, self.terms, &refuted.proof, &sides, way.is_dual, None),
            None => tree::plain(&refuted.proof),
        };
        Some(Found { way, term, checks, tree })
    }

    /// The checks, all of which it has passed.
    fn checked(&self, term: Term) -> Option<InterpolantChecks> {
        let [a, b] = self.sides;
        let checks = check_interpolant(&self.door, self.terms, (&[a], &[b]), term, LIMITS);
        let is_one = checks.failed().is_none() && checks.unknown().is_none();
        is_one.then_some(InterpolantChecks {
            implied_by_a: true,
            contradicts_b: true,
            shared_vocabulary: true,
        })
    }

    /// The classes of equivalent interpolants, which of them implies which with none between, and how many questions stayed open.
    fn ordered(&self, all: &[Found]) -> (Vec<Vec<u32>>, Vec<(u32, u32)>, u32) {
        let mut open = 0;
        let mut distinct: Vec<Term> = all.iter().map(|found| found.term).collect_set().into_iter().collect();
        logic::order::sort_by_key(&mut distinct, |term| all.iter().position(|found| found.term == *term));
        let mut implies = |f: Term, g: Term| {
            f == g
                || match solve(&self.door, self.terms, &[f, self.terms.not(g)], LIMITS, Proofs::AsFound) {
                    Known::Refuted(_) => true,
                    Known::Holds(_) => false,
                    Known::Unknown(_) | Known::Faulty(_) => {
                        open += 1;
                        false
                    }
                }
        };
        let below: Vec<Vec<bool>> =
            distinct.iter().map(|&f| distinct.iter().map(|&g| implies(f, g)).collect()).collect();
        // One of each class stands for it: the first.
        let leads = |at: usize| (0..at).all(|other| !(below[at][other] && below[other][at]));
        let leaders: Vec<usize> = (0..distinct.len()).filter(|&at| leads(at)).collect();
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let class = |leader: usize| {
            let is_in = |term: Term| {
                let at = distinct.iter().position(|&other| other == term).unwrap_or(leader);
                below[at][leader] && below[leader][at]
            };
            (0..all.len()).filter(|&at| is_in(all[at].term)).map(number).collect()
        };
        let classes: Vec<Vec<u32>> = leaders.iter().map(|&leader| class(leader)).collect();
        let strictly = |f: usize, g: usize| below[leaders[f]][leaders[g]] && f != g;
        let count = leaders.len();
        let pairs = (0..count).flat_map(|f| (0..count).map(move |g| (f, g)));
        let order = pairs
            .filter(|&(f, g)| strictly(f, g) && !(0..count).any(|h| strictly(f, h) && strictly(h, g)))
            .map(|(f, g)| (number(f), number(g)))
            .collect();
        (classes, order, open)
    }
}

#[cfg(test)]
mod tests;
