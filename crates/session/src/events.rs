//! Turns questions, answers and notes into trace events.

use crate::first::First;
use crate::invariants::{Found, Proved};
use crate::oracle::{Shown, ShownBeside, ShownInterpolant};
use crate::ranges::Ranges;
use crate::table::{self, Table};
use crate::tree;
use crate::vacuity::Remarks;
use crate::verdict::Made;
use engine::{Note, Question};
use logic::{Term, Terms, Value, Var, order::CollectOrdered};
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{
    AnalysisStep, Answer, Change, Costs, Counters, Direction, Event, Interpolant, InterpolantBeside,
    LINE_BEFORE, ModelRow, Query, QueryPart, Side, Vacuity, Verdict, Vocabulary, Watch, WatchValue,
};

/// Writes the events of one run.
#[derive(Default)]
pub(crate) struct Recorder {
    table: Table,
    index: u32,
    line: u32,
    /// The pseudo-code's variables with their newest values, in the order of first appearance.
    watch: Vec<Watch>,
    unrollings: u32,
    refinements: u32,
    /// FiB's f and fb, b and bb.
    forward: (u32, u32),
    backward: (u32, u32),
    /// What was noted before the first question.
    early: Vec<Note>,
    /// What the engine said to the last answer.
    said: Vec<String>,
    /// The conjuncts of the last query, which the next one may share.
    parts: Vec<Rc<QueryPart>>,
    /// What the parts of the input are called.
    pub(crate) words: Vocabulary,
}

impl Recorder {
    pub(crate) fn new(ranges: Ranges, words: Vocabulary) -> Recorder {
        Recorder { table: Table::new(ranges), words, ..Recorder::default() }
    }

    /// From here on the events but the last tell no formulas, models and proofs.
    pub(crate) fn leave_out(&mut self) {
        self.table.leave_out();
    }

    /// Lemmas about products, which formulas need not repeat.
    pub(crate) fn know(&mut self, lemmas: Vec<Term>) {
        self.table.ranges.know(lemmas);
    }

    /// Takes what the engine noted before its first question; it appears in the first event.
    pub(crate) fn note_before_first(&mut self, notes: Vec<Note>) {
        self.early = notes;
    }

    /// What was noted before the first question, for the first event.
    fn take_early(&mut self, terms: &Terms) -> Vec<Change> {
        let (notes, mut changes) = (std::mem::take(&mut self.early), Vec::new());
        self.read(terms, notes, &mut changes);
        changes
    }

    /// The event of a question.
    pub(crate) fn query(
        &mut self,
        terms: &Terms,
        q: &Question,
        shown: Shown,
        notes: Vec<Note>,
        totals: Counters,
    ) -> Event {
        self.line = q.line;
        let outcome = match &shown {
            Shown::Sat(_) => q.sat.1.clone(),
            Shown::Unsat { .. } => q.unsat.clone(),
            Shown::Unknown(reason) => format!("No answer: {}.", crate::text::reason(reason)),
        };
        let outcome = outcome + self.says_nothing(terms, &shown);
        let mut changes = self.take_early(terms);
        let query = Some(self.show(terms, q, shown));
        self.read(terms, notes, &mut changes);
        self.event(q.purpose.clone(), query, outcome, changes, totals)
    }

    /// The event of what comes before the engine.
    pub(crate) fn first(&mut self, terms: &Terms, found: &First, totals: Counters) -> Event {
        self.line = LINE_BEFORE;
        let (purpose, outcome) = crate::text::first(found, self.words);
        // What the engine has noted by now belongs to its own first step.
        let early = std::mem::take(&mut self.early);
        let mut changes = Vec::new();
        self.read(terms, vec![Note::Change(Change::RanFirst(found.ran))], &mut changes);
        let event = self.event(purpose, None, outcome, changes, totals);
        self.early = early;
        event
    }

    /// The event of what was learnt of products.
    pub(crate) fn learnt(
        &mut self,
        terms: &Terms,
        (purpose, outcome): (String, String),
        totals: Counters,
    ) -> Event {
        self.line = LINE_BEFORE;
        let mut changes = self.take_early(terms);
        changes.push(Change::BeganAgain);
        self.event(purpose, None, outcome, changes, totals)
    }

    /// The event of one visit of a loop head by the interval analysis.
    pub(crate) fn analysis(
        &mut self,
        q: &Question,
        level: &Proved,
        visit: &[AnalysisStep],
        totals: Counters,
    ) -> Event {
        self.line = q.line;
        let (line, before) = visit.first().map_or((0, 0), |s| (s.line, s.visit));
        let purpose = format!(
            "Invariant generator, level {} ({}): which values come to {} at visit {}?",
            level.number,
            level.kind,
            self.words.head_at(line),
            before + 1
        );
        let told: Vec<String> = visit.iter().map(crate::text::analysis).collect();
        let changes = visit.iter().cloned().map(Change::Analysed).collect();
        self.event(purpose, None, told.join("; ") + ".", changes, totals)
    }

    /// The event of an auxiliary invariant.
    pub(crate) fn invariant(
        &mut self,
        terms: &Terms,
        q: &Question,
        found: &Found,
        notes: Vec<Note>,
        totals: Counters,
    ) -> Event {
        self.line = q.line;
        let mut changes = self.take_early(terms);
        for level in &found.levels {
            let formula = self.table.id(terms, level.formula);
            changes.push(Change::AuxiliaryInvariant {
                level: level.number,
                kind: level.kind.clone(),
                formula,
            });
        }
        self.read(terms, notes, &mut changes);
        let outcome = match found.levels.last() {
            Some(level) => format!(
                "Level {} ({}) is done: Inv is what all levels have found so far, and the checker has proved it inductive.",
                level.number, level.kind
            ),
            None => "No more than before: the last level has been run.".into(),
        };
        self.event(q.purpose.clone(), None, outcome, changes, totals)
    }

    /// The event of a question whose answer failed its check.
    pub(crate) fn query_with_verdict(
        &mut self,
        terms: &Terms,
        q: &Question,
        shown: Shown,
        verdict: Verdict,
        (totals, costs): (Counters, Costs),
    ) -> Event {
        let mut event = self.query(terms, q, shown, Vec::new(), totals);
        event.outcome = match verdict {
            Verdict::Faulty { script: Some(_), .. } => crate::verdict::CONTRADICTION.into(),
            _ => "The answer failed its check.".into(),
        };
        event.changes.push(Change::Verdict(Box::new(verdict)));
        Event { costs, ..event }
    }

    /// The last event.
    pub(crate) fn verdict(
        &mut self,
        terms: &Terms,
        made: Made,
        remarks: Remarks,
        (totals, costs): (Counters, Costs),
    ) -> Event {
        let Made { verdict, purpose, outcome, .. } = made;
        self.table.write();
        let mut changes = self.take_early(terms);
        let mut verdict = verdict.map(|t| self.table.id(terms, t));
        if let Verdict::Safe { vacuous, .. } = &mut verdict {
            *vacuous = remarks.vacuous;
        }
        changes.extend(remarks.warnings.into_iter().map(Change::Warned));
        let outcome = match &verdict {
            Verdict::Safe { vacuous: Some(Vacuity::NoAssertion), .. } => {
                format!("Nothing to prove: the {} claims nothing.", self.words.input)
            }
            Verdict::Safe { vacuous: Some(Vacuity::NothingTested), .. } => {
                format!(
                    "Nothing was proved: no {} comes to where something is claimed, so none {}.",
                    self.words.execution, self.words.fails
                )
            }
            _ => outcome,
        };
        changes.push(Change::Verdict(Box::new(verdict)));
        Event { costs, ..self.event(purpose, None, outcome, changes, totals) }
    }

    fn event(
        &mut self,
        purpose: String,
        query: Option<Query>,
        mut outcome: String,
        changes: Vec<Change>,
        totals: Counters,
    ) -> Event {
        let index = self.index;
        self.index += 1;
        for sentence in std::mem::take(&mut self.said) {
            outcome.push(' ');
            outcome.push_str(&sentence);
        }
        Event {
            index,
            line: self.line,
            purpose,
            query,
            outcome,
            changes,
            watch: self.watch.clone(),
            formulas: self.table.take_new(),
            counters: Counters {
                unrollings: self.unrollings,
                refinements: self.refinements,
                forward: self.forward,
                backward: self.backward,
                ..totals
            },
            costs: Costs::new(),
        }
    }

    /// What it means that an interpolant is shown as ⊤.
    fn says_nothing(&self, terms: &Terms, shown: &Shown) -> &'static str {
        let Shown::Unsat { interpolant: Some(found), .. } = shown else { return "" };
        let is_true = |t| terms.as_bool(t) == Some(true);
        if is_true(found.term) {
            " The interpolant is ⊤, true of every state: side B is impossible from anywhere, so nothing had to be learned of side A."
        } else if !self.table.leaves_out() && is_true(self.table.ranges.shown(terms, found.term)) {
            " The interpolant is shown as ⊤, since it says no more than the types of the variables do."
        } else {
            ""
        }
    }

    fn show(&mut self, terms: &Terms, q: &Question, shown: Shown) -> Query {
        let (mut parts, before) = (Vec::with_capacity(q.parts.len()), std::mem::take(&mut self.parts));
        for (place, p) in q.parts.iter().enumerate() {
            let formula = self.table.id(terms, p.term);
            let same =
                before.get(place).filter(|b| b.formula == formula && b.side == p.side && b.name == p.name);
            parts.push(
                same.cloned()
                    .unwrap_or_else(|| Rc::new(QueryPart { name: p.name.clone(), side: p.side, formula })),
            );
        }
        self.parts.clone_from(&parts);
        let on = |side: Side| {
            let ts: Vec<_> = q.parts.iter().filter(|p| p.side == side).map(|p| p.term).collect();
            terms.vars_of(&ts)
        };
        let brief = self.table.leaves_out();
        let (of_a, of_b) = if brief { Default::default() } else { (on(Side::A), on(Side::B)) };
        let shared: BTreeSet<Var> =
            of_a.intersection(&of_b).map(|&v| self.table.owner(terms, v)).collect_set();
        let shared = shared.into_iter().map(|v| table::symbol(terms, v)).collect();
        let answer = match shown {
            Shown::Sat(_) if brief => Answer::Sat { model: Vec::new(), meaning: q.sat.0 },
            Shown::Sat(model) => {
                let row = |(v, value): &(Var, Value)| ModelRow {
                    symbol: table::symbol(terms, *v),
                    value: value.to_string(),
                };
                Answer::Sat {
                    model: self.table.values(terms, &model.0).iter().map(row).collect(),
                    meaning: q.sat.0,
                }
            }
            Shown::Unsat { core, proof, interpolant, tree } => Answer::Unsat {
                core: runs(&core),
                proof,
                interpolant: interpolant.map(|ShownInterpolant { term, source, checks, beside }| {
                    Interpolant {
                        formula: self.table.id(terms, term),
                        checks,
                        source,
                        beside: beside.map(|ShownBeside { solver, term, checks }| InterpolantBeside {
                            solver,
                            formula: self.table.id(terms, term),
                            checks,
                        }),
                    }
                }),
                tree: tree.map(|tree| Box::new(tree::show(terms, &mut self.table, &tree))),
            },
            Shown::Unknown(reason) => Answer::Unknown(reason),
        };
        Query { same: 0, parts, shared, answer }
    }

    fn read(&mut self, terms: &Terms, notes: Vec<Note>, changes: &mut Vec<Change>) {
        for note in notes {
            match note {
                Note::Change(change) => {
                    match change {
                        Change::BoundRaised { k } => self.unrollings = k,
                        Change::Advanced { direction, .. } => self.steps(direction).0 += 1,
                        Change::Backtracked { direction, .. } => self.steps(direction).1 += 1,
                        _ => {}
                    }
                    changes.push(change.map(|t| self.table.id(terms, t)));
                }
                Note::Watch(name, value) => {
                    let value = value.map(|t| self.table.id(terms, t));
                    self.watch(name, value);
                }
                Note::Refinement => self.refinements += 1,
                Note::Said(sentence) => self.said.push(sentence),
            }
        }
    }

    fn steps(&mut self, direction: Direction) -> &mut (u32, u32) {
        match direction {
            Direction::Forward => &mut self.forward,
            Direction::Backward => &mut self.backward,
        }
    }

    fn watch(&mut self, name: &str, value: WatchValue) {
        match self.watch.iter_mut().find(|w| w.name == name) {
            Some(w) => w.value = value,
            None => self.watch.push(Watch { name: name.into(), value }),
        }
    }
}

/// Numbers in order as runs of neighbours.
fn runs(numbers: &[u32]) -> Vec<(u32, u32)> {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_of_neighbours() {
        assert_eq!(runs(&[0, 1, 2, 5, 7, 8]), [(0, 2), (5, 5), (7, 8)]);
        assert_eq!(runs(&[]), []);
    }
}
