//! `loopglass verify`: one program, one engine.

use crate::backend::SolverArgs;
use crate::choices::{Choice, choice, encoding, integers, language, overflow, source, switch, system};
use crate::result::{Assertion, GivenUp, RunResult, Times};
use crate::witness;
use session::{Automatic, Ended, Session};
use solver::Door;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use trace::{
    Answer, Encoding, Engine, Event, Integers, InterpolationSystem, Language, Opened, Overflow, Problem,
    Query, Settings, Setup, Severity, Source, TextPlace, Vacuity, Verdict,
};

/// The options of `verify`.
#[derive(clap::Args)]
pub struct Args {
    /// The program; `-` reads standard input.
    file: PathBuf,
    /// The language; by default told by the file's ending (`.c` is C, `.aag` and `.aig` are AIGER, `.smt2` Horn clauses, anything else IMP).
    #[arg(long, value_parser = language)]
    lang: Option<Language>,
    /// The algorithm, or `auto`: executions, bounded search and engines in turn, each with a counted share of the work.
    #[arg(long, default_value = "auto", value_parser = choice)]
    engine: Choice,
    /// Print the result as one JSON object (with --steps: each event of the trace as one line, and no result).
    #[arg(long)]
    json: bool,
    /// Of a safe program, write the certificate as an SMT-LIB 2 script whose every check-sat must answer unsat.
    #[arg(long, value_name = "OUT.smt2")]
    certificate: Option<PathBuf>,
    /// Of a C program, write a witness of the verdict in the format of SV-COMP, version 2.0 (YAML): invariants or the failing
    /// execution. Its time is that of SOURCE_DATE_EPOCH. Of an unsafe AIGER circuit, write the execution in AIGER's own format.
    #[arg(long, value_name = "OUT", conflicts_with = "each")]
    witness: Option<PathBuf>,
    /// Of a safe IMP or C program, write its text with the invariant before each loop: as ACSL in C, as a comment in IMP.
    #[arg(long, value_name = "OUT", conflicts_with = "each")]
    annotate: Option<PathBuf>,
    /// Print every step of the run.
    #[arg(long)]
    steps: bool,
    /// The largest number of unrollings; for VINTA and UFO, of refinements; for Impact, of actions in a row.
    #[arg(long, default_value_t = Settings::default().max_unrollings)]
    max_unrollings: u32,
    /// Conflicts allowed in one query.
    #[arg(long, default_value_t = Settings::default().max_conflicts)]
    max_conflicts: u32,
    /// The interpolation system: mcmillan, pudlak or dual.
    #[arg(long, default_value = "mcmillan", value_parser = system)]
    system: InterpolationSystem,
    /// Where interpolants come from: rotation, search, search-bounds, search-strong, proof,
    /// decomposed or dual-proof.
    #[arg(long, default_value = "rotation", value_parser = source)]
    interpolants: Source,
    /// FiB: keep an interpolant in the forward set that follows it (ours; the paper does not).
    #[arg(long)]
    monotone: bool,
    /// FiB: conjoin auxiliary invariants to the transitions and the failing states (ours; the paper does not). imc: conjoin
    /// them to the property (the paper's basic variant). kind: conjoin them to the induction hypothesis.
    #[arg(long)]
    augment: bool,
    /// AR: after bounded search, check whether the failing states are k-inductive.
    #[arg(long)]
    k_induction: bool,
    /// Whether executions with chosen inputs and a short bounded search come before the engine, as one step: on or off.
    #[arg(long, value_name = "on|off", default_value = "on", action = clap::ArgAction::Set,
          value_parser = switch, overrides_with = "run_first")]
    run_first: bool,
    /// How much of the program one step is: block (from one loop head to the next) or statement.
    #[arg(long, default_value = "block", value_parser = encoding)]
    encoding: Encoding,
    /// Check only the assertion of this number, from 1 in source order; the postcondition counts as one.
    #[arg(long, value_name = "N")]
    assertion: Option<u32>,
    /// Check every assertion alone, one verdict for each. Exit code: the worst of them.
    #[arg(long, conflicts_with_all = ["assertion", "steps", "certificate"])]
    each: bool,
    /// VINTA and UFO: widen at every n-th unrolling of a loop.
    #[arg(long, value_name = "N", default_value_t = Settings::default().widen_every)]
    widen_every: u32,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// How integers are read. Those of IMP are words or mathematical.
#[derive(clap::Args)]
pub(crate) struct ReadingArgs {
    /// What integers are: in C `c` (unsigned and narrow types wrap, conversions are exact), `mathematical` (nothing wraps) or `bits`
    /// (every type wraps, signed ones too); in IMP mathematical unless this says `bits`, or the program declares words (`int8 x`).
    #[arg(long, default_value = "c", value_parser = integers, overrides_with = "integers")]
    pub(crate) integers: Integers,
    /// C with `--integers c` or `bits`: what is made of signed arithmetic that may leave its type's range: warn (once for the
    /// program; not of bits, which wrap), or check (an assertion of its own at each place).
    #[arg(long, default_value = "warn", value_parser = overflow)]
    pub(crate) overflow: Overflow,
    /// IMP with `--integers bits`: how many bits an `int` has, from 1 to 64.
    #[arg(long, value_name = "BITS", default_value_t = Settings::default().width,
          value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) width: u8,
}

/// The language a file name tells; IMP if it tells none.
pub fn language_of(file: &Path) -> Language {
    reader::of_file(&file.to_string_lossy()).unwrap_or_default()
}

/// Bad input or usage.
pub(crate) const BAD: u8 = 1;
/// A check of our own failed: a fault in Loopglass, and no verdict.
pub(crate) const FAULTY: u8 = 3;

/// Runs the command.
pub fn verify(args: &Args, door: fn() -> Door) -> ExitCode {
    let source = match read(&args.file) {
        Ok(source) => source,
        Err(unreadable) => {
            eprintln!("loopglass: {unreadable}");
            if args.json {
                println!("{}", to_json(&RunResult::unreadable(args.engine.to_string(), unreadable.error)));
            }
            return ExitCode::from(BAD);
        }
    };
    let started = Instant::now();
    let setup = Setup {
        source,
        language: args.lang.unwrap_or_else(|| language_of(&args.file)),
        engine: match args.engine {
            Choice::Auto => Engine::default(),
            Choice::One(engine) => engine,
        },
        settings: args.solver.settings(Settings {
            max_unrollings: args.max_unrollings,
            max_conflicts: args.max_conflicts,
            system: args.system,
            interpolants: args.interpolants,
            monotone_forward: args.monotone,
            augment: args.augment,
            k_induction: args.k_induction,
            run_first: args.run_first,
            encoding: args.encoding,
            assertion: args.assertion,
            widen_every: args.widen_every.max(1),
            integers: args.reading.integers,
            overflow: args.reading.overflow,
            width: args.reading.width,
            ..Settings::default()
        }),
    };
    let refused = args.witness.as_ref().and_then(|_| witness::refused(setup.language));
    let not_annotated = args.annotate.as_ref().and_then(|_| witness::not_annotated(setup.language));
    if let Some(why) = refused.or(not_annotated) {
        eprintln!("loopglass: {why}");
        return ExitCode::from(BAD);
    }
    let warn = |opened: &Opened| report(&args.file, &setup.source, &opened.problems);
    if args.each {
        return match Session::through(door(), &setup) {
            Ok((_, opened)) => {
                warn(&opened);
                each(args, door, &setup, &opened.outline.assertions)
            }
            Err(problems) => rejected(args, &setup, &problems),
        };
    }
    let Done { opened, events, outcome } = match run(args, door, &setup, (started, &warn)) {
        Ok(done) => done,
        Err(problems) => return rejected(args, &setup, &problems),
    };
    report(&args.file, &setup.source, session::warnings_of(&events));
    match print(args, setup.language, &opened, &events, &outcome)
        .and_then(|()| write_certificate(args, &events))
        .and_then(|()| write_witness(args, &setup, &events))
        .and_then(|()| write_annotated(args, &setup, &events))
    {
        Ok(()) => {}
        // A reader that has seen enough is no mistake.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        Err(error) => {
            eprintln!("loopglass: {error}");
            return ExitCode::from(BAD);
        }
    }
    ExitCode::from(code(outcome.verdict))
}

fn code(verdict: &str) -> u8 {
    match verdict {
        "safe" => 0,
        "unsafe" => 10,
        "faulty" => FAULTY,
        _ => 20,
    }
}

/// The worse of two exit codes: a failed check is worse than a failure of the program, that than no answer, and that than a proof.
fn worse(a: u8, b: u8) -> u8 {
    let badness = |code: u8| [0, 20, 10, FAULTY].iter().position(|c| *c == code);
    if badness(a) >= badness(b) { a } else { b }
}

/// Checks every assertion alone.
fn each(args: &Args, door: fn() -> Door, setup: &Setup, assertions: &[TextPlace]) -> ExitCode {
    let mut worst = 0;
    for (number, place) in (1..).zip(assertions) {
        let started = Instant::now();
        let settings = Settings { assertion: Some(number), ..setup.settings.clone() };
        let setup = Setup { settings, ..setup.clone() };
        // What is to be said of the text has been said.
        let Ok(Done { events, outcome, .. }) = run(args, door, &setup, (started, &|_| {})) else {
            return ExitCode::from(BAD);
        };
        let assertion = Assertion { number, line: place.line, text: place.text.clone() };
        report(&args.file, &setup.source, session::warnings_of(&events));
        let outcome = RunResult { assertion: Some(assertion), ..outcome };
        worst = worse(worst, code(outcome.verdict));
        let printed = match args.json {
            true => writeln!(std::io::stdout(), "{}", to_json(&outcome)),
            false => {
                let file = args.file.display();
                let reason = outcome.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
                writeln!(
                    std::io::stdout(),
                    "{file}:{}: {number}: {}{reason}: {}",
                    place.line,
                    outcome.verdict,
                    place.text
                )
            }
        };
        if printed.is_err() {
            break;
        }
    }
    ExitCode::from(worst)
}

/// A run that is over.
struct Done {
    opened: Opened,
    events: Vec<Event>,
    outcome: RunResult,
}

/// Runs the engine that is asked for, or all in turn; `warn` is told of the program before that.
fn run(
    args: &Args,
    door: fn() -> Door,
    setup: &Setup,
    (started, warn): (Instant, &dyn Fn(&Opened)),
) -> Result<Done, Vec<Problem>> {
    let (mut name, mut given_up) = (args.engine.to_string(), Vec::new());
    let (opened, (events, interpolation)) = match args.engine {
        Choice::One(_) => {
            let (session, opened) = Session::through(door(), setup)?;
            warn(&opened);
            (opened, advance(session, args.steps))
        }
        Choice::Auto => {
            let (automatic, opened) = Automatic::new(door, setup)?;
            warn(&opened);
            let Ended { settled, events } = automatic.run();
            given_up = settled.given_up;
            match settled.setup {
                None => (opened, (events, 0.0)),
                Some(setup) => {
                    name = setup.engine.to_string();
                    // The steps were taken without writing them down.
                    match args.steps {
                        true => (opened, advance(Session::through(door(), &setup)?.0, true)),
                        false => (opened, (events, 0.0)),
                    }
                }
            }
        }
    };
    let times = Times { all: milliseconds(started), interpolation };
    let mut outcome = RunResult::of(name, &opened, &events, times);
    outcome.solver = args.solver.foreign();
    if events.is_empty() {
        outcome.reason = Some("no engine has settled it".into());
    }
    outcome.given_up = given_up.into_iter().map(Into::into).collect();
    Ok(Done { opened, events, outcome })
}

/// All events of a run, and the milliseconds of those that asked for an interpolant.
fn advance(mut session: Session, is_shown: bool) -> (Vec<Event>, f64) {
    if !is_shown {
        session = session.briefly();
    }
    let (mut events, mut interpolation) = (Vec::new(), 0.0);
    loop {
        let started = Instant::now();
        let Some(event) = session.advance() else { return (events, interpolation) };
        let interpolated = |q: &Query| matches!(&q.answer, Answer::Unsat { interpolant: Some(_), .. });
        if event.query.as_ref().is_some_and(interpolated) {
            interpolation += milliseconds(started);
        }
        events.push(event);
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// A file that gives no text.
pub(crate) struct Unreadable {
    file: PathBuf,
    /// What is wrong, where that is known.
    pub(crate) error: crate::result::Error,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (file, message) = (self.file.display(), &self.error.message);
        match (self.error.line, self.error.column) {
            (Some(line), Some(column)) => write!(f, "{file}:{line}:{column}: error: {message}"),
            _ => write!(f, "{file}: {message}"),
        }
    }
}

pub(crate) fn read(file: &Path) -> Result<String, Unreadable> {
    let unreadable = |line: Option<u32>, message: String| {
        let column = line.map(|_| 1);
        Unreadable { file: file.to_owned(), error: crate::result::Error { line, column, message } }
    };
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|e| unreadable(None, e.to_string()))?;
    // A binary circuit is read as the ascii one that it is.
    if let Some(text) = reader::text_of_binary(&bytes) {
        return text.map_err(|e| unreadable(None, format!("error: {e}")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        unreadable(Some(u32::try_from(line).unwrap_or(u32::MAX)), "the file is not UTF-8 text".into())
    })
}

pub(crate) fn report<'a>(file: &Path, source: &str, problems: impl IntoIterator<Item = &'a Problem>) {
    for p in problems {
        eprintln!("{}", session::render_problem(&file.display().to_string(), source, p));
    }
}

fn rejected(args: &Args, setup: &Setup, problems: &[Problem]) -> ExitCode {
    report(&args.file, &setup.source, problems);
    if args.json {
        let first = problems.iter().find(|p| p.severity == Severity::Error).or(problems.first());
        if let Some(problem) = first {
            println!("{}", to_json(&RunResult::rejected(args.engine.to_string(), problem, problems)));
        }
    }
    ExitCode::from(BAD)
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| format!("{{\"error\":{{\"message\":\"{e}\"}}}}"))
}

fn print(
    args: &Args,
    language: Language,
    opened: &Opened,
    events: &[Event],
    outcome: &RunResult,
) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match (args.steps, args.json) {
        (true, true) => {
            let mut parts = Vec::new();
            events.iter().try_for_each(|e| {
                let mut event = e.clone();
                event.query.iter_mut().for_each(|query| query.leave_out(&mut parts));
                writeln!(out, "{}", to_json(&event))
            })
        }
        (false, true) => writeln!(out, "{}", to_json(outcome)),
        (steps, false) => {
            if steps {
                write!(out, "{}{}", session::types(opened), session::transcript(events))?;
            }
            let vacuous = match session::verdict_of(events) {
                Some(Verdict::Safe { vacuous: Some(Vacuity::NoAssertion), .. }) => ": nothing to prove",
                Some(Verdict::Safe { vacuous: Some(Vacuity::NothingTested), .. }) => ": nothing was tested",
                _ => "",
            };
            let answer = match (language, outcome.verdict) {
                (Language::Chc, "safe") => " (sat)",
                (Language::Chc, "unsafe") => " (unsat)",
                _ => "",
            };
            writeln!(out, "{}{answer}{vacuous}", outcome.verdict)?;
            if let Some(model) = &outcome.model {
                write!(out, "{model}")?;
            }
            if let Some(invariant) = &outcome.invariant {
                writeln!(out, "invariant: {invariant}")?;
            }
            if let Some(Verdict::Unsafe(execution)) = session::verdict_of(events) {
                writeln!(out, "{}", session::execution_text(execution))?;
            }
            if let Some(reason) = &outcome.reason {
                writeln!(out, "reason: {reason}")?;
            }
            for GivenUp { engine, why } in &outcome.given_up {
                let who = engine.as_ref().map_or_else(String::new, |engine| format!("{engine}: "));
                writeln!(out, "before: {who}{why}")?;
            }
            let s = &outcome.stats;
            let with = outcome.solver.map_or_else(String::new, |name| format!(" with {name}"));
            writeln!(
                out,
                "{}{with}: {} unrollings, {} satisfiability queries, {} interpolation queries, {:.1} ms",
                outcome.engine, s.unrollings, s.sat_queries, s.interpolation_queries, outcome.time_ms
            )
        }
    }
}

fn write_certificate(args: &Args, events: &[Event]) -> std::io::Result<()> {
    match (&args.certificate, session::verdict_of(events)) {
        (Some(path), Some(Verdict::Safe { certificate, .. })) => std::fs::write(path, certificate),
        _ => Ok(()),
    }
}

/// The witness of the verdict, if there is one of such a verdict.
fn write_witness(args: &Args, setup: &Setup, events: &[Event]) -> std::io::Result<()> {
    let Some(path) = &args.witness else { return Ok(()) };
    match witness::witness(&args.file, setup, events).map_err(std::io::Error::other)? {
        Some(text) => std::fs::write(path, text),
        None => {
            eprintln!("loopglass: no witness is written: {}", no_result(setup.language, events));
            Ok(())
        }
    }
}

/// The program with its invariants, if it is safe.
fn write_annotated(args: &Args, setup: &Setup, events: &[Event]) -> std::io::Result<()> {
    let Some(path) = &args.annotate else { return Ok(()) };
    match witness::annotated(setup, events) {
        Some(text) => std::fs::write(path, text),
        None => {
            eprintln!("loopglass: no annotated program is written: the program is not proved safe");
            Ok(())
        }
    }
}

/// Why a verdict has no witness.
fn no_result(language: Language, events: &[Event]) -> &'static str {
    match (language, session::verdict_of(events)) {
        (Language::Aiger, Some(Verdict::Safe { .. })) => {
            "AIGER's format is for failing executions (--certificate writes a proof)"
        }
        _ => "there is no verdict",
    }
}
