//! Auxiliary invariants: the generator's levels, each proved inductive by the checker before an engine may use it.

use crate::oracle::Oracle;
use check::Goal;
use domain::{Generator, Level, Questions};
use evidence::Known;
use flow::TransitionSystem;
use flow::cfg::Cfg;
use lang::LineIndex;
use logic::{Term, Terms};
use solver::Door;
use std::rc::Rc;
use trace::{AnalysisChange, AnalysisStep, Range};

/// The generator of a run, with what has been proved so far.
pub(crate) struct Invariants {
    generator: Generator,
    ask: Questions,
    cfg: Rc<Cfg>,
    proved: Term,
    /// The same over variables.
    facts: Term,
    asked: bool,
}

/// A level that was proved inductive.
pub(crate) struct Proved {
    pub(crate) number: u32,
    pub(crate) kind: String,
    pub(crate) formula: Term,
    /// The analysis, one list for each visit of a loop head.
    pub(crate) visits: Vec<Vec<AnalysisStep>>,
}

/// What one request found.
pub(crate) struct Found {
    /// The levels that were run for it.
    pub(crate) levels: Vec<Proved>,
    /// The conjunction of all levels so far.
    pub(crate) invariant: Term,
    /// Whether another level is left.
    pub(crate) more: bool,
}

impl Invariants {
    pub(crate) fn new(
        terms: &Rc<Terms>,
        cfg: Rc<Cfg>,
        symbols: flow::Symbols,
        ts: &Rc<TransitionSystem>,
        door: &Door,
    ) -> Invariants {
        Invariants {
            generator: Generator::new(terms.clone(), cfg.clone(), symbols, ts.clone()),
            ask: Questions::new(terms.clone(), door),
            cfg,
            proved: terms.tru(),
            facts: terms.tru(),
            asked: false,
        }
    }

    /// The next level.
    ///
    /// DIVERGENCE: at the first request the first two, since widening at once loses most bounds.
    pub(crate) fn next(
        &mut self,
        terms: &Terms,
        oracle: &mut Oracle,
        ts: &TransitionSystem,
        source: &str,
    ) -> Found {
        let wanted = if self.asked { 1 } else { 2 };
        self.asked = true;
        let mut levels = Vec::new();
        let mut more = true;
        for _ in 0..wanted {
            let Some(level) = self.generator.next_level(&mut self.ask) else {
                more = false;
                break;
            };
            more = level.kind != domain::Kind::Relations;
            let candidate = terms.and([self.proved, ts.lowered(terms, level.invariant)]);
            if is_inductive(terms, oracle, ts, candidate) {
                self.proved = smt::tidy(&oracle.door, terms, candidate);
                self.facts = terms.and([self.facts, level.invariant]);
                if let Some(words) = ts.words() {
                    words.tell(terms, self.proved, self.facts);
                }
                levels.push(self.shown(terms, &level, source));
            }
        }
        Found { levels, invariant: self.proved, more }
    }

    /// What has been proved so far.
    pub(crate) fn proved(&self) -> Term {
        self.proved
    }

    /// The same over variables where the system has their digits.
    pub(crate) fn facts(&self) -> Term {
        self.facts
    }

    fn shown(&self, terms: &Terms, level: &Level, source: &str) -> Proved {
        let lines = LineIndex::new(source);
        let mut visits: Vec<Vec<AnalysisStep>> = Vec::new();
        let mut last = None;
        for step in &level.steps {
            let place = (step.head, step.visit);
            if last != Some(place) {
                visits.push(Vec::new());
                last = Some(place);
            }
            let ranges = |intervals: &[domain::Interval]| {
                intervals
                    .iter()
                    .map(|i| Range {
                        low: i.low().map(ToString::to_string),
                        high: i.high().map(ToString::to_string),
                    })
                    .collect()
            };
            let shown = AnalysisStep {
                level: level.number,
                kind: level.kind.to_string(),
                line: lines.position(self.cfg.nodes[step.head.index()].span.start).line,
                visit: step.visit,
                variable: terms.symbol_of(step.var).name.to_string(),
                before: ranges(&step.before),
                arriving: ranges(&step.arriving),
                after: ranges(&step.after),
                how: match step.change {
                    domain::Change::Joined => AnalysisChange::Joined,
                    domain::Change::Widened => AnalysisChange::Widened,
                    domain::Change::Narrowed => AnalysisChange::Narrowed,
                },
            };
            if let Some(visit) = visits.last_mut() {
                visit.push(shown);
            }
        }
        Proved { number: level.number, kind: level.kind.to_string(), formula: level.invariant, visits }
    }
}

/// Whether the checker accepts that a formula holds initially and is preserved.
fn is_inductive(terms: &Terms, oracle: &mut Oracle, ts: &TransitionSystem, candidate: Term) -> bool {
    let Ok(obligations) = check::obligations(terms, &crate::verdict::system(ts), candidate, None) else {
        return false;
    };
    let needed = obligations.list().iter().filter(|o| matches!(o.goal, Goal::Initiation | Goal::Consecution));
    needed.into_iter().all(|o| match oracle.solve_apart(terms, &o.conjuncts) {
        Known::Refuted(_) => true,
        Known::Holds(_) | Known::Unknown(_) => false,
        Known::Faulty(failed) => {
            oracle.note_fault(&failed);
            false
        }
    })
}
