//! Runs engines on a program under many settings, and says what is wrong with what they say: against the truth from
//! [`crate::states`], against each other, against a second run, against Z3, and against what every run has to keep.

use crate::generate::Random;
use crate::program::Program;
use crate::states::{Search, Truth, search};
use crate::{text, views};
use session::{Session, verdict_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use trace::{
    Change, Encoding, Engine, Event, Integers, Language, Opened, Overflow, Settings, Setup, Source, System,
    UnknownReason, Verdict,
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
}

impl Plan {
    /// In words.
    pub fn words(&self) -> String {
        let s = &self.settings;
        format!(
            "{} ({}) --interpolants {} --encoding {} --system {:?} --max-unrollings {} --max-conflicts {} --widen-every {}{}{}",
            self.engine,
            if self.language == Language::C { "C" } else { "IMP" },
            s.interpolants.as_str(),
            s.encoding.as_str(),
            s.system,
            s.max_unrollings,
            s.max_conflicts,
            s.widen_every,
            if s.augment { " --augment" } else { "" },
            if s.monotone_forward { " --monotone-forward" } else { "" },
        )
    }

    fn setup(&self, program: &Program) -> Setup {
        let source = match self.language {
            Language::Imp => text::imp(program),
            Language::C => text::c(program),
        };
        Setup { source, language: self.language, engine: self.engine, settings: self.settings.clone() }
    }
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
                system: [System::McMillan, System::Pudlak, System::Dual][random.below(3)],
                interpolants: if random.chance(40) {
                    Source::Rotation
                } else {
                    Source::ALL[random.below(Source::ALL.len())]
                },
                monotone_forward: random.chance(40),
                augment: random.chance(35),
                encoding: if random.chance(25) { Encoding::Statement } else { Encoding::Block },
                assertion: None,
                widen_every: 1 + random.below(4) as u32,
                // What is known of the programs is known of mathematical integers.
                integers: Integers::Mathematical,
                overflow: Overflow::default(),
            };
            let language = if random.chance(20) { Language::C } else { Language::Imp };
            Plan { language, engine, settings, twice: random.chance(12), fold: random.chance(15) }
        })
        .collect()
}

/// Answers whether formulas hold together, as Z3 does: the text of declarations and assertions on one line.
pub type Second<'a> = &'a mut dyn FnMut(&str) -> Option<bool>;

/// Judges a program.
pub fn judge(
    program: &Program,
    plans: &[Plan],
    second: &mut Option<Second<'_>>,
    tally: &mut Tally,
) -> Vec<Finding> {
    let found = search(program);
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

/// Runs an engine to its end.
fn run(setup: &Setup) -> Result<(Opened, Vec<Event>), (Kind, String)> {
    match Session::open(setup) {
        Ok((mut session, opened)) => Ok((opened, session.run_to_end())),
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
    let setup = plan.setup(program);
    let (opened, events) = match run(&setup) {
        Ok(run) => run,
        Err(wrong) => return Some(wrong),
    };
    let Some(verdict) = verdict_of(&events) else {
        return Some((Kind::Events, "the last event has no verdict".into()));
    };
    let wrong = match verdict {
        Verdict::Faulty { what } => return Some((Kind::FailedCheck, what.clone())),
        Verdict::Safe { certificate, obligations, .. } => {
            *concluded = Some(true);
            if obligations.len() < 4 {
                return Some((Kind::Events, "fewer than four conditions were proved".into()));
            }
            if let Truth::Unsafe { .. } = found.truth {
                return Some((Kind::WrongVerdict, "it says safe, but an execution fails".into()));
            }
            match second {
                Some(second) => certified(certificate, *second, tally),
                None => None,
            }
        }
        Verdict::Unsafe(execution) => {
            *concluded = Some(false);
            if found.truth == Truth::Safe {
                return Some((Kind::WrongVerdict, "it says unsafe, but no execution fails".into()));
            }
            let fails = execution.rows.last().is_some_and(|row| row.note.contains("FAILS"));
            (!fails).then(|| (Kind::Events, "the last row of the execution does not fail".into()))
        }
        Verdict::Unknown(reason) => missed(plan, found, reason),
    };
    wrong.or_else(|| ordered(plan, &events)).or_else(|| {
        if plan.twice && run(&setup).is_ok_and(|(_, again)| again != events) {
            return Some((Kind::NotDeterministic, "a second run has other events".into()));
        }
        if plan.fold {
            tally.folded += 1;
            return views::fold(&setup, &opened, &events).err().map(|what| (Kind::View, what));
        }
        None
    })
}

/// Whether a failure within the bound was not found.
fn missed(plan: &Plan, found: &Search, reason: &UnknownReason) -> Option<(Kind, String)> {
    let (Truth::Unsafe { rounds: Some(rounds) }, UnknownReason::Unrollings(bound)) = (found.truth, reason)
    else {
        return None;
    };
    // A step of the other encoding is a statement; FiB's sets may go round the failure at abstract ones until the bound.
    let counts_rounds = plan.settings.encoding == Encoding::Block
        && matches!(plan.engine, Engine::BMC | Engine::IMC | Engine::IMC_F | Engine::IMC_I);
    // The first visit of a head is the initial state, and a bound of k unrollings follows k further ones.
    (counts_rounds && rounds <= *bound).then(|| {
        (
            Kind::MissedFailure,
            format!("an assertion fails after {rounds} rounds, none was found within {bound}"),
        )
    })
}

/// What every run keeps.
fn ordered(plan: &Plan, events: &[Event]) -> Option<(Kind, String)> {
    let mut formulas = 0;
    let lines = view::run::pseudo::pseudo_code(plan.engine).lines;
    for (index, event) in (0_u32..).zip(events) {
        formulas += event.formulas.len();
        let is_last = index as usize + 1 == events.len();
        let verdicts = event.changes.iter().filter(|c| matches!(c, Change::Verdict(_))).count();
        let wrong = if event.index != index {
            "an event has the wrong number"
        } else if verdicts != usize::from(is_last) {
            "there is a verdict elsewhere than at the end"
        } else if !lines.iter().any(|line| line.number == Some(event.line)) {
            "an event is at a line that the pseudo-code does not have"
        } else if event.purpose.is_empty() || event.outcome.is_empty() {
            "an event says nothing"
        } else if !plan.engine.has_graph() && event.counters.unrollings > plan.settings.max_unrollings {
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

/// Whether Z3 accepts each condition of a certificate.
fn certified(certificate: &str, second: Second<'_>, tally: &mut Tally) -> Option<(Kind, String)> {
    let conditions = conditions(certificate);
    if conditions.is_empty() {
        return Some((Kind::Certificate, "it has no conditions".into()));
    }
    let mut is_open = false;
    for condition in conditions {
        match second(&condition) {
            Some(false) => {}
            Some(true) => return Some((Kind::Certificate, condition)),
            None => is_open = true,
        }
    }
    tally.certificates += u64::from(!is_open);
    tally.certificates_open += u64::from(is_open);
    None
}

/// The conditions of a certificate, each as declarations and assertions on one line.
fn conditions(certificate: &str) -> Vec<String> {
    let plain = certificate.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    let said = plain.filter(|line| !line.starts_with("(set-") && !line.starts_with("(exit"));
    let whole = said.collect::<Vec<_>>().join(" ");
    let (mut common, mut conditions) = (String::new(), Vec::new());
    for (at, part) in whole.split("(push 1)").enumerate() {
        if at == 0 {
            common = part.to_owned();
        } else if let Some((asserted, _)) = part.split_once("(check-sat)") {
            conditions.push(format!("{common} {asserted}"));
        }
    }
    conditions
}
