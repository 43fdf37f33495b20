//! Random programs whose truth is known: every engine, under many settings, against it.
//!
//!     cargo xtask fuzz engines --minutes 60 --seed 1 [--from I] [--count N] [--only I] [--engines N] [--no-z3]
//!
//! Programs are generated from numbers, and all their executions are enumerated, so that it is known whether they are
//! safe. A few engines (`--engines`, each with settings of its own) are run on each. Shown is: a verdict that is not
//! true, or that another run contradicts; a failed check, a panic, a failure within the bound that was not found; a
//! second run with other events; a condition of a certificate that Z3 (`python3`, or the Python that LOOPGLASS_PYTHON
//! names, with `z3-solver`) does not accept; a run that a view does not take in; a program that the printer does not
//! give back. What goes wrong is shown with a program made as small as possible; the exit code is then 1. A program
//! that takes longer than ten minutes ends the run with exit code 3.

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../../../smt/tests/fuzz/oracle.rs"]
mod oracle;

use loopglass_fuzz::judge::{Finding, Kind, Plan, Second, Tally, judge, plans};
use loopglass_fuzz::long::{self, Watchdog};
use loopglass_fuzz::program::Program;
use loopglass_fuzz::{random, shrink, text};
use oracle::Oracle;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Longer than this no program may take.
const HANG: Duration = Duration::from_secs(600);
/// Runs that take longer are shown.
const SLOW: Duration = Duration::from_secs(20);

struct Options {
    minutes: u64,
    count: u64,
    seed: u64,
    from: u64,
    only: Option<u64>,
    engines: usize,
    z3: bool,
}

fn options() -> Result<Options, String> {
    let [mut minutes, mut count, mut seed, mut from, mut only, mut engines] = [None; 6];
    let mut no_z3 = false;
    long::options(
        &mut [
            ("--minutes", &mut minutes),
            ("--count", &mut count),
            ("--seed", &mut seed),
            ("--from", &mut from),
            ("--only", &mut only),
            ("--engines", &mut engines),
        ],
        &mut [("--no-z3", &mut no_z3)],
    )?;
    Ok(Options {
        minutes: minutes.unwrap_or(1),
        count: count.unwrap_or(u64::MAX),
        seed: seed.unwrap_or(1),
        from: from.unwrap_or(0),
        only,
        engines: engines.map_or(4, |n| usize::try_from(n).unwrap_or(usize::MAX)),
        z3: !no_z3,
    })
}

/// Judges a program, with Z3 if it is there.
fn judged(program: &Program, plans: &[Plan], oracle: &mut Option<Oracle>, tally: &mut Tally) -> Vec<Finding> {
    match oracle {
        Some(oracle) => {
            let mut ask = |script: &str| oracle.answer(script);
            judge(program, plans, &mut Some(&mut ask as Second<'_>), tally)
        }
        None => judge(program, plans, &mut None, tally),
    }
}

fn show(finding: &Finding, program: &Program, plans: &[Plan], oracle: &mut Option<Oracle>) {
    println!("FOUND {:?}: {}\n{}", finding.kind, finding.run, finding.details);
    // Only the run that shows it, but for what two runs show together.
    let needed: Vec<Plan> = plans
        .iter()
        .filter(|plan| finding.kind == Kind::Disagreement || plan.words() == finding.run)
        .cloned()
        .collect();
    let mut shows = |p: &Program| {
        judged(p, &needed, oracle, &mut Tally::default()).iter().any(|other| other.kind == finding.kind)
    };
    let small = shrink::shrink(program, &mut shows);
    println!("SMALLEST:\n{}", text::imp(&small));
    if needed.iter().any(|plan| plan.language == trace::Language::C) {
        println!("{}", text::c(&small));
    }
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    std::panic::set_hook(Box::new(|info| {
        if let Some(place) = info.location() {
            println!("panic at {place}");
        }
    }));
    let mut oracle = if options.z3 { Oracle::start() } else { None };
    let watchdog = Watchdog::start(HANG);
    let mut tally = Tally::default();
    let (start, mut found, mut told) = (Instant::now(), 0, Instant::now());
    let numbers = match options.only {
        Some(only) => only..only.saturating_add(1),
        None => options.from..options.from.saturating_add(options.count),
    };
    for i in numbers {
        if start.elapsed() > Duration::from_secs(60 * options.minutes) {
            break;
        }
        let number = options.seed.wrapping_mul(1_000_003).wrapping_add(i);
        let program = random::program(number);
        let plans = plans(number, options.engines);
        let title = format!("program {i} of seed {}", options.seed);
        watchdog.begin(format!("{title}\n{}", text::imp(&program)));
        if options.only.is_some() {
            println!("{title}\n{}", text::imp(&program));
            plans.iter().for_each(|plan| println!("{}", plan.words()));
        }
        let before = Instant::now();
        let findings = judged(&program, &plans, &mut oracle, &mut tally);
        if before.elapsed() > SLOW {
            println!("SLOW ({:.1} s): {title}", before.elapsed().as_secs_f64());
        }
        for finding in &findings {
            found += 1;
            println!("{title}\n{}", text::imp(&program));
            show(finding, &program, &plans, &mut oracle);
        }
        if told.elapsed() > Duration::from_secs(300) {
            println!("{i}, {:.0} s: {found} found, {tally:?}", start.elapsed().as_secs_f64());
            told = Instant::now();
        }
        watchdog.begin("");
    }
    println!("seed {}, {:.0} s: {found} found, {tally:#?}", options.seed, start.elapsed().as_secs_f64());
    ExitCode::from(u8::from(found > 0))
}
