//! Runs engines on a program under many settings, and says what is wrong with what they say: against the truth from
//! [`crate::states`], against each other, against a second run, against Z3, and against what every run has to keep.

use crate::generate::Random;
use crate::program::Program;
use crate::random::asserts;
pub use crate::scripts::Second;
use crate::scripts::{certified, scripts};
use crate::states::{Search, Truth, search};
use crate::{text, views};
use session::{Session, verdict_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use trace::{
    Change, Encoding, Engine, Event, Integers, InterpolationSystem, LINE_BEFORE, Language, Opened, Problem,
    Settings, Setup, Source, UnknownReason, Verdict,
};

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A verdict that is not true.
    WrongVerdict,
    /// One engine says the opposite of another, and the truth is not known.
    Disagreement,
    /// A check failed within a run.
    FailedCheck,
    /// A panic.
    Panic,
    /// A failure within the bound was not found.
    MissedFailure,
    /// A failure was found after fewer rounds than possible, or after more than an engine needs that raises its bound
    /// by one.
    Rounds,
    /// A second run was different.
    NotDeterministic,
    /// A condition of a certificate does not hold, says Z3.
    Certificate,
    /// A view does not take in the run.
    View,
    /// The program is not read.
    Rejected,
    /// The program, printed, reads as another.
    Printer,
    /// The events of a run contradict each other or the settings.
    Events,
}

/// Something wrong.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Kind,
    /// The run, in words; empty if it is about the text alone.
    pub run: String,
    /// What exactly.
    pub details: String,
}

/// What runs came to.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Programs judged; of these safe, unsafe, unsafe before any loop, and too large to know.
    pub programs: u64,
    /// How many are safe.
    pub safe: u64,
    /// How many are unsafe.
    pub failing: u64,
    /// How many of these fail before a loop.
    pub early: u64,
    /// How many are too large to know.
    pub open: u64,
    /// Runs.
    pub runs: u64,
    /// Runs that ended safe.
    pub proved: u64,
    /// Runs that ended unsafe.
    pub refuted: u64,
    /// Runs that were left after so many steps, without a verdict.
    pub left: u64,
    /// Runs that were folded into views.
    pub folded: u64,
    /// Certificates that Z3 accepted.
    pub certificates: u64,
    /// Certificates on which Z3 gave up.
    pub certificates_open: u64,
}

/// One run on a program.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The language of the text.
    pub language: Language,
    /// The engine.
    pub engine: Engine,
    /// Its settings.
    pub settings: Settings,
    /// Whether it is run a second time.
    pub twice: bool,
    /// Whether it is folded into views.
    pub fold: bool,
    /// Whether it is run on the program as one loop.
    pub flat: bool,
    /// Whether only one assertion counts: the number of it is this modulo how many there are.
    pub assertion: Option<usize>,
}

impl Plan {
    /// In words.
    pub fn words(&self) -> String {
        let s = &self.settings;
        format!(
            "{} ({}, {}{}) --interpolants {} --encoding {} --system {:?} --max-unrollings {} --max-conflicts {} --widen-every {}{}{}{}{}",
            self.engine,
            if self.language == Language::C { "C" } else { "IMP" },
            s.integers.as_str(),
            if self.flat { ", as one loop" } else { "" },
            s.interpolants.as_str(),
            s.encoding.as_str(),
            s.system,
            s.max_unrollings,
            s.max_conflicts,
            s.widen_every,
            if s.augment { " --augment" } else { "" },
            if s.k_induction { " --k-induction" } else { "" },
            if s.run_first { " --run-first on" } else { "" },
            if s.monotone_forward { " --monotone-forward" } else { "" },
        ) + &self.assertion.map(|number| format!(" --assertion (remainder of) {number}")).unwrap_or_default()
    }

    /// The number of the only assertion that counts, from 0.
    fn only(&self, program: &Program) -> Option<usize> {
        let count = asserts(&program.body) + usize::from(program.post.is_some());
        self.assertion.and_then(|number| number.checked_rem(count))
    }

    fn setup(&self, program: &Program) -> Result<Setup, Vec<Problem>> {
        let source = match self.language {
            // No program is a circuit or a system of clauses.
            Language::Imp | Language::Aiger | Language::Chc => text::imp(program),
            Language::C => text::c(program),
        };
        let mut settings = self.settings.clone();
        settings.assertion = self.only(program).and_then(|number| u32::try_from(number + 1).ok());
        // What is known of large numbers is known of mathematical integers.
        if !is_small(program) {
            settings.integers = Integers::Mathematical;
        }
        let mut setup = Setup { source, language: self.language, engine: self.engine, settings };
        if self.flat {
            setup.source = session::transform(&setup)?.text;
            setup.language = Language::Imp;
            setup.settings.assertion = None;
        }
        Ok(setup)
    }
}

/// Whether no number that is written comes near the ends of C's types.
fn is_small(program: &Program) -> bool {
    let text = text::imp(program);
    text.split(|c: char| !c.is_ascii_digit()).all(|number| number.len() < 4)
}

/// What is to be run on the program of a number: so many engines, each with settings of its own.
pub fn plans(number: u64, count: usize) -> Vec<Plan> {
    let mut random = Random::new(number ^ 0x5eed_5eed);
    let first = random.below(Engine::ALL.len());
    (0..count)
        .map(|at| {
            // All engines have their turn, whatever the settings.
            let engine = Engine::ALL[(first + at) % Engine::ALL.len()];
            let settings = Settings {
                max_unrollings: if engine.has_graph() {
                    1 + random.below(3) as u32
                } else {
                    1 + random.below(6) as u32
                },
                max_conflicts: [60, 200, 200, 600][random.below(4)],
                system: [
                    InterpolationSystem::McMillan,
                    InterpolationSystem::Pudlak,
                    InterpolationSystem::Dual,
                ][random.below(3)],
                interpolants: if random.chance(40) {
                    Source::Rotation
                } else {
                    Source::ALL[random.below(Source::ALL.len())]
                },
                monotone_forward: random.chance(40),
                augment: random.chance(35),
                k_induction: random.chance(35),
                run_first: random.chance(20),
                encoding: if random.chance(25) { Encoding::Statement } else { Encoding::Block },
                assertion: None,
                widen_every: 1 + random.below(4) as u32,
                integers: if random.chance(50) { Integers::C } else { Integers::Mathematical },
                ..Settings::default()
            };
            let language = if random.chance(20) { Language::C } else { Language::Imp };
            Plan {
                language,
                engine,
                settings,
                twice: random.chance(12),
                fold: random.chance(15),
                flat: random.chance(8),
                assertion: random.chance(12).then(|| random.below(12)),
            }
        })
        .collect()
}

/// Judges a program.
pub fn judge(
    program: &Program,
    plans: &[Plan],
    second: &mut Option<Second<'_>>,
    tally: &mut Tally,
) -> Vec<Finding> {
    let found = search(program, None);
    tally.programs += 1;
    match found.truth {
        Truth::Safe => tally.safe += 1,
        Truth::Unsafe { rounds } => {
            tally.failing += 1;
            tally.early += u64::from(rounds == Some(0));
        }
        Truth::Open => tally.open += 1,
    }
    let mut findings = Vec::new();
    findings.extend(guarded("", || printed(program)));
    let mut said: Vec<(bool, String)> = Vec::new();
    for plan in plans {
        tally.runs += 1;
        let mut concluded = None;
        let words = plan.words();
        let wrong = guarded(&words, || one(program, plan, &found, second, tally, &mut concluded));
        findings.extend(wrong);
        let Some(is_safe) = concluded else { continue };
        tally.proved += u64::from(is_safe);
        tally.refuted += u64::from(!is_safe);
        if plan.assertion.is_some() {
            continue;
        }
        if found.truth == Truth::Open
            && let Some((_, other)) = said.iter().find(|(other, _)| *other != is_safe)
        {
            let details =
                format!("{} says {}, {other} does not", words, if is_safe { "safe" } else { "unsafe" });
            findings.push(Finding { kind: Kind::Disagreement, run: words.clone(), details });
        }
        said.push((is_safe, words));
    }
    findings
}

/// What a judgement finds; a panic is a finding like others.
fn guarded(run: &str, judge: impl FnOnce() -> Option<(Kind, String)>) -> Option<Finding> {
    let (kind, details) = catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Some((Kind::Panic, words.unwrap_or_default()))
    })?;
    Some(Finding { kind, run: run.into(), details })
}

/// Whether the program is read, and printed as something that reads the same.
fn printed(program: &Program) -> Option<(Kind, String)> {
    let source = text::imp(program);
    let parsed = lang::parse_imp(&source);
    let Some(read) = parsed.program else {
        return Some((Kind::Rejected, format!("{:?}", parsed.diagnostics)));
    };
    let printed = read.to_string();
    let again = lang::parse_imp(&printed);
    let Some(again) = again.program else {
        return Some((Kind::Printer, format!("{:?} in\n{printed}", again.diagnostics)));
    };
    let same = crate::generate::without_spans(read) == crate::generate::without_spans(again);
    (!same).then(|| (Kind::Printer, format!("it is printed as\n{printed}")))
}

/// The most steps of a run: few need a third of it, but who blocks one set of states after another may need hours.
const MOST_STEPS: usize = 300;

/// Runs an engine to its end, or for `MOST_STEPS`.
fn run(setup: &Setup) -> Result<(Opened, Vec<Event>), (Kind, String)> {
    match Session::open(setup) {
        Ok((mut session, opened)) => {
            Ok((opened, std::iter::from_fn(|| session.advance()).take(MOST_STEPS).collect()))
        }
        Err(problems) => Err((Kind::Rejected, format!("{problems:?}"))),
    }
}

fn one(
    program: &Program,
    plan: &Plan,
    found: &Search,
    second: &mut Option<Second<'_>>,
    tally: &mut Tally,
    concluded: &mut Option<bool>,
) -> Option<(Kind, String)> {
    let setup = match plan.setup(program) {
        Ok(setup) => setup,
        Err(problems) => return Some((Kind::Rejected, format!("{problems:?}"))),
    };
    // Of one assertion something else may be true than of all.
    let alone = plan.only(program).map(|number| search(program, Some(number)));
    let truth = match alone.as_ref().unwrap_or(found).truth {
        // The program as one loop goes round more often.
        Truth::Unsafe { .. } if plan.flat => Truth::Unsafe { rounds: None },
        truth => truth,
    };
    judge_run(Run { setup: &setup, truth, twice: plan.twice, fold: plan.fold }, second, tally, concluded)
}

/// A run to be judged.
#[derive(Clone, Copy)]
pub struct Run<'s> {
    /// What it is of.
    pub setup: &'s Setup,
    /// What is true of the program.
    pub truth: Truth,
    /// Whether it is run a second time.
    pub twice: bool,
    /// Whether it is folded into views.
    pub fold: bool,
}

/// Judges one run; `concluded` is set to whether it says safe, if it says that or unsafe.
pub fn judge_run(
    judged: Run<'_>,
    second: &mut Option<Second<'_>>,
    tally: &mut Tally,
    concluded: &mut Option<bool>,
) -> Option<(Kind, String)> {
    let Run { setup, truth, twice, fold } = judged;
    let (opened, events) = match run(setup) {
        Ok(run) => run,
        Err(wrong) => return Some(wrong),
    };
    let Some(verdict) = verdict_of(&events) else {
        if events.len() == MOST_STEPS {
            tally.left += 1;
            return None;
        }
        return Some((Kind::Events, "the last event has no verdict".into()));
    };
    let wrong = match verdict {
        Verdict::Faulty { what, .. } => return Some((Kind::FailedCheck, what.clone())),
        Verdict::Safe { certificate, obligations, .. } => {
            *concluded = Some(true);
            if obligations.len() < 4 {
                return Some((Kind::Events, "fewer than four conditions were proved".into()));
            }
            if let Truth::Unsafe { .. } = truth {
                return Some((Kind::WrongVerdict, "it says safe, but an execution fails".into()));
            }
            match second {
                Some(second) => certified(certificate, *second, tally),
                None => None,
            }
        }
        Verdict::Unsafe(execution) => {
            *concluded = Some(false);
            if truth == Truth::Safe {
                return Some((Kind::WrongVerdict, "it says unsafe, but no execution fails".into()));
            }
            let Some(last) = execution.rows.last().filter(|row| row.note.contains("FAILS")) else {
                return Some((Kind::Events, "the last row of the execution does not fail".into()));
            };
            let fewest = match truth {
                Truth::Unsafe { rounds } => rounds,
                _ => None,
            };
            // Who raises the bound by one each time finds a failure after the fewest rounds.
            let is_wrong = |fewest| last.round < fewest || (counts_rounds(setup) && last.round > fewest);
            fewest.filter(|&fewest| is_wrong(fewest)).map(|fewest| {
                (Kind::Rounds, format!("it fails in round {}, the fewest are {fewest}", last.round))
            })
        }
        Verdict::Unknown(reason) => missed(setup, truth, reason),
    };
    wrong.or_else(|| ordered(setup, &events)).or_else(|| {
        if twice && run(setup).is_ok_and(|(_, again)| again != events) {
            return Some((Kind::NotDeterministic, "a second run has other events".into()));
        }
        if fold {
            tally.folded += 1;
            let folded = views::fold(setup, &opened, &events);
            let folded = folded.and_then(|()| scripts(&events, second));
            return folded.err().map(|what| (Kind::View, what));
        }
        None
    })
}

/// Whether the engine's bound counts rounds and is raised by one. In the statement encoding a step is a statement, and
/// FiB's abstract sets may miss the shortest failure.
fn counts_rounds(setup: &Setup) -> bool {
    setup.settings.encoding == Encoding::Block
        && match setup.engine {
            Engine::Bmc | Engine::Imc(_) => true,
            // AR's paths may have a transition more at either end.
            Engine::Fib(_)
            | Engine::Vinta { .. }
            | Engine::Impact(_)
            | Engine::Ar(_)
            | Engine::KInduction
            | Engine::Ismc
            | Engine::Pdr
            | Engine::Dar => false,
        }
}

/// Whether a failure within the bound was not found.
fn missed(setup: &Setup, truth: Truth, reason: &UnknownReason) -> Option<(Kind, String)> {
    let (Truth::Unsafe { rounds: Some(rounds) }, UnknownReason::Unrollings(bound)) = (truth, reason) else {
        return None;
    };
    // The first visit of a head is the initial state, and a bound of k unrollings follows k further ones.
    (counts_rounds(setup) && rounds <= *bound).then(|| {
        (
            Kind::MissedFailure,
            format!("an assertion fails after {rounds} rounds, none was found within {bound}"),
        )
    })
}

/// What every run keeps.
fn ordered(setup: &Setup, events: &[Event]) -> Option<(Kind, String)> {
    let mut formulas = 0;
    let lines = view::run::pseudo::pseudo_code(setup.engine).lines;
    for (index, event) in (0_u32..).zip(events) {
        formulas += event.formulas.len();
        let is_last = index as usize + 1 == events.len();
        let verdicts = event.changes.iter().filter(|c| matches!(c, Change::Verdict(_))).count();
        let wrong = if event.index != index {
            "an event has the wrong number"
        } else if verdicts != usize::from(is_last) {
            "there is a verdict elsewhere than at the end"
        } else if event.line != LINE_BEFORE && !lines.iter().any(|line| line.number == Some(event.line)) {
            "an event is at a line that the pseudo-code does not have"
        } else if event.purpose.is_empty() || event.outcome.is_empty() {
            "an event says nothing"
        } else if !setup.engine.has_graph() && event.counters.unrollings > setup.settings.max_unrollings {
            "more unrollings than allowed"
        } else if event.query.iter().flat_map(|q| &q.parts).any(|p| p.formula as usize >= formulas) {
            "an event names a formula that has not been told"
        } else {
            continue;
        };
        return Some((Kind::Events, format!("event {index}: {wrong}")));
    }
    None
}
