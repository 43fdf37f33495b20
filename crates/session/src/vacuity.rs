//! Vacuity: assertions that no execution tests, and what prevents executions from reaching them. A verdict does not
//! tell this.
//!
//! Asked when a run is over, with the invariant that was found, if one was; an invariant of intervals helps where that
//! is too weak. Each warning rests on a refutation that the checker has replayed; where the solver finds none within
//! its small limits, there is no warning. Assertions that known executions test are not asked about.

use crate::Session;
use crate::invariants::Invariants;
use crate::open::{assertions, problem};
use evidence::Known;
use flow::cfg::{Action, Cfg, NodeId, Test};
use flow::{Barrier, BarrierKind, Reach, Symbols, TransitionSystem};
use lang::{LineIndex, Span, Unit};
use logic::order::{self, CollectOrdered};
use logic::{Term, Terms};
use solver::Purpose;
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{Problem, Severity, Vacuity};

/// The most assertions that are asked about, and the most questions about what prevents executions from reaching one.
const ASSERTIONS: usize = 50;
const QUESTIONS: usize = 60;
/// The most assertions that are warned about one by one.
const NAMED: usize = 10;
/// Conflicts that the solver may spend on a question.
const CONFLICTS: u32 = 2_000;

/// What is to be said beside a verdict.
#[derive(Default)]
pub(crate) struct Remarks {
    /// In source order.
    pub(crate) warnings: Vec<Problem>,
    /// Whether nothing at all is tested.
    pub(crate) vacuous: Option<Vacuity>,
}

/// An assertion that is checked.
struct Target {
    span: Span,
    is_post: bool,
    /// The locations at which it is decided whether it is tested.
    decisions: BTreeSet<NodeId>,
}

/// The assertions that are checked.
#[derive(Default)]
struct Targets {
    /// Those that the program states.
    written: Vec<Target>,
    /// Those that come with the language, such as that an index is within its array.
    implied: Vec<Target>,
    /// Those in functions that are never called, which are no part of what runs.
    idle: Vec<Target>,
}

/// Looks for assertions that no execution tests. The invariant has been proved, or is true.
pub(crate) fn remarks(session: &mut Session, invariant: Term) -> Remarks {
    let usual = session.oracle.settings.max_conflicts;
    session.oracle.settings.max_conflicts = usual.min(CONFLICTS);
    let (terms, program) = (session.terms.clone(), session.program.clone());
    let (cfg, ts) = (session.cfg.clone(), session.ts.clone());
    let reach = Reach::new(&terms, &*program, &cfg, &ts);
    let mut search =
        Search { session, terms: &terms, program: &*program, cfg: &cfg, ts: &ts, reach, invariant };
    let found = search.remarks();
    session.oracle.settings.max_conflicts = usual;
    found
}

struct Search<'a> {
    session: &'a mut Session,
    terms: &'a Rc<Terms>,
    program: &'a dyn Unit,
    cfg: &'a Rc<Cfg>,
    ts: &'a Rc<TransitionSystem>,
    reach: Reach<'a>,
    /// What holds at the loop heads.
    invariant: Term,
}

impl Search<'_> {
    fn remarks(&mut self) -> Remarks {
        let Targets { written, implied, idle } = self.targets();
        let are_all = written.is_empty() || implied.is_empty();
        let (targets, is_idle) = match (written.is_empty(), implied.is_empty()) {
            (false, _) => (written, false),
            // Whether an index is tested interests nobody but where nothing else is.
            (true, false) => (implied, false),
            (true, true) => (idle, true),
        };
        if targets.is_empty() {
            return Remarks { warnings: Vec::new(), vacuous: Some(Vacuity::NoAssertion) };
        }
        let count = targets.len();
        let untested = if is_idle { targets } else { self.untested(targets) };
        let vacuous = (are_all && untested.len() == count).then_some(Vacuity::NothingTested);
        let (mut warnings, mut known) = (Vec::new(), Vec::new());
        for target in untested.into_iter().take(NAMED) {
            let reasons = match is_idle {
                true => Vec::new(),
                false => self.barriers(&target.decisions),
            };
            // Of several reasons the nearest.
            let nearest = reasons.iter().rev().find(|barrier| barrier.span.start < target.span.start);
            let help = match nearest.or(reasons.first()) {
                Some(barrier) => self.reason(barrier),
                None if is_idle => "its function is never called".to_owned(),
                None => "control cannot come here".to_owned(),
            };
            let message = match target.is_post {
                true => "no execution reaches the postcondition, so it says nothing",
                false => "no execution tests this assertion, so it says nothing",
            };
            warnings.push(self.warning(target.span, message.to_owned(), help));
            for barrier in reasons {
                if !known.contains(&barrier) {
                    let (message, help) = self.message(&barrier);
                    warnings.push(self.warning(barrier.span, message, help));
                    known.push(barrier);
                }
            }
        }
        order::sort_by_key(&mut warnings, |warning| (warning.from, warning.to));
        Remarks { warnings, vacuous }
    }

    /// The assertions that are checked.
    fn targets(&self) -> Targets {
        let only = self.session.assertion;
        let checked =
            assertions(self.program).into_iter().filter(|(id, _)| only.is_none_or(|only| only == *id));
        let mut targets = Targets::default();
        for (id, span) in checked.take(ASSERTIONS) {
            let info = &self.program.asserts()[id.index()];
            let tests = self.cfg.tests.iter().filter(|test| test.assertion == id).copied();
            let violations = self.cfg.edges.iter().filter(|edge| edge.violates == Some(id));
            let violations = violations.map(|edge| Test {
                assertion: id,
                at: edge.from,
                fails: !matches!(edge.action, Action::Guard(..)),
            });
            let tests: Vec<Test> = tests.chain(violations).collect();
            // Where coming to the test is the failure, its own place is no choice.
            let fails = |at| tests.iter().any(|test| test.at == at && test.fails);
            let tests = tests.iter().filter(|test| test.fails || !fails(test.at));
            let decisions = tests.flat_map(|test| self.reach.decisions(test)).collect_set();
            let group = match (self.program.is_idle(span), &info.claim) {
                (true, _) => &mut targets.idle,
                (false, None) => &mut targets.written,
                (false, Some(_)) => &mut targets.implied,
            };
            group.push(Target { span, is_post: info.is_post, decisions });
        }
        targets
    }

    /// Those of the assertions that surely no execution tests.
    fn untested(&mut self, targets: Vec<Target>) -> Vec<Target> {
        let (mut surely, mut open) = self.divide(targets);
        open.retain(|target| {
            let edges = target.decisions.iter().flat_map(|at| &self.cfg.out[at.index()]);
            let places = edges.map(|&edge| self.cfg.edges[edge].span).collect_set();
            !self.session.oracle.executes(self.terms, &places)
        });
        if !open.is_empty() && self.strengthen() {
            surely.extend(self.divide(open).0);
        }
        order::sort_by_key(&mut surely, |target| (target.span.start, target.span.end));
        surely
    }

    /// Divides assertions into those that no execution tests by the invariant, and others.
    fn divide(&mut self, targets: Vec<Target>) -> (Vec<Target>, Vec<Target>) {
        let wanted = targets.iter().flat_map(|target| target.decisions.iter().copied()).collect_set();
        let formulas = self.reach.formulas(&wanted, self.invariant);
        targets.into_iter().partition(|target| {
            let ways = target.decisions.iter().filter_map(|at| formulas.get(at).copied());
            never(self.session, self.terms, self.terms.or(ways))
        })
    }

    /// Adds what the interval analysis knows to the invariant; false if that is nothing.
    fn strengthen(&mut self) -> bool {
        let (terms, ts) = (self.terms, self.ts);
        if !ts.has_loop() {
            return false;
        }
        if self.session.invariants.is_none() {
            let symbols = Symbols::of_unit(terms, self.program, self.cfg, "");
            let mut invariants =
                Invariants::new(terms, self.cfg.clone(), symbols, ts, &self.session.oracle.door);
            let source = self.session.source.clone();
            invariants.next(terms, &mut self.session.oracle, ts, &source);
            self.session.invariants = Some(invariants);
        }
        let known = self.session.invariants.as_ref().map_or(terms.tru(), Invariants::proved);
        let before = self.invariant;
        self.invariant = terms.and([before, known]);
        self.invariant != before
    }

    fn barriers(&mut self, decisions: &BTreeSet<NodeId>) -> Vec<Barrier> {
        let Search { session, terms, reach, invariant, .. } = self;
        let mut found =
            reach.barriers(decisions, *invariant, QUESTIONS, &mut |formula| never(session, terms, formula));
        for barrier in &mut found {
            // Where one assertion is checked alone, the others are assumptions.
            if self.program.asserts().iter().any(|assert| assert.span == barrier.span) {
                barrier.kind = BarrierKind::Assertion;
            }
        }
        found
    }

    fn warning(&self, span: Span, message: String, help: String) -> Problem {
        problem(&self.session.source, span, Severity::Warning, message, Some(help))
    }

    /// The reason for which an assertion is not tested.
    fn reason(&self, barrier: &Barrier) -> String {
        let line = LineIndex::new(&self.session.source).position(barrier.span.start).line;
        match barrier.kind {
            BarrierKind::Assumption if self.is_precondition(barrier.span) => {
                format!("no execution satisfies the precondition in line {line}")
            }
            BarrierKind::Assumption => format!("no execution gets past the assumption in line {line}"),
            BarrierKind::Assertion => format!("no execution gets past the assertion in line {line}"),
            BarrierKind::LeavesLoop(value) => {
                format!("no execution leaves the loop: the condition in line {line} is never {value}")
            }
            BarrierKind::Branch(value) => format!("the condition in line {line} is never {value}"),
        }
    }

    /// The same said at the place itself, with what follows.
    fn message(&self, barrier: &Barrier) -> (String, String) {
        let (message, help) = match barrier.kind {
            BarrierKind::Assumption if self.is_precondition(barrier.span) => {
                ("no execution satisfies this precondition", "it contradicts itself, so nothing is tested")
            }
            BarrierKind::Assumption => (
                "no execution gets past this assumption",
                "it contradicts itself or what holds before it, so nothing after it is tested",
            ),
            BarrierKind::Assertion => {
                ("no execution gets past this assertion", "all that come to it fail in it, or none comes")
            }
            BarrierKind::LeavesLoop(true) => (
                "no execution leaves the loop: this condition is never true",
                "what comes after it is not tested",
            ),
            BarrierKind::LeavesLoop(false) => (
                "no execution leaves the loop: this condition is never false",
                "what comes after it is not tested",
            ),
            BarrierKind::Branch(true) => ("this condition is never true", "what it guards is not tested"),
            BarrierKind::Branch(false) => ("this condition is never false", "what it guards is not tested"),
        };
        (message.to_owned(), help.to_owned())
    }

    /// Whether a condition is the precondition of an IMP program.
    fn is_precondition(&self, span: Span) -> bool {
        let before = self.session.source.get(..span.start as usize).unwrap_or("");
        self.session.language == trace::Language::Imp && before.trim_end().ends_with('{')
    }
}

/// Whether the solver refutes a formula, and the checker has replayed that.
fn never(session: &mut Session, terms: &Terms, formula: Term) -> bool {
    match terms.as_bool(formula) {
        Some(value) => !value,
        None => match session.oracle.solve_for(Purpose::Warnings, terms, &[formula]) {
            Known::Refuted(_) => true,
            Known::Holds(_) | Known::Unknown(_) => false,
            Known::Faulty(failed) => {
                session.oracle.note_fault(&failed);
                false
            }
        },
    }
}
