//! Random SMT-LIB scripts: our solver against Z3, with every answer checked.
//!
//!     cargo xtask fuzz solver --count N --seed S [--from I] [--only I] [--no-z3]
//!
//! `--from` skips the scripts before number I: a run goes on where another one ended.
//! Random scripts of varied shapes are executed; answers are compared with Z3's (in one Python process: `python3`, or the one
//! that LOOPGLASS_PYTHON names, with `z3-solver`), every model is evaluated, here and by Z3, every refutation is replayed by
//! `check`, every core is refuted by Z3, and sequences of interpolants of every system and source are checked, here and
//! by Z3. What goes wrong is shown with a script made as small as possible; the exit code is then 1. A script that takes longer
//! than ten minutes ends the run with exit code 3.

mod case;
mod disguise;
mod judge;
mod minimise;

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../../../smt/tests/fuzz/generate.rs"]
mod generate;
#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../../../smt/tests/fuzz/oracle.rs"]
mod oracle;

use case::{Case, Text};
use judge::{Defect, Tally, Wrong, judge};
use logic::Terms;
use loopglass_fuzz::long::{self, Watchdog};
use oracle::Oracle;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Longer than this no script may take.
const HANG: Duration = Duration::from_secs(600);
/// Scripts whose answers, or whose sequences of interpolants on average, take longer are shown.
const SLOW: Duration = Duration::from_secs(1);

struct Settings {
    count: u64,
    from: u64,
    seed: u64,
    only: Option<u64>,
    z3: bool,
}

fn settings() -> Result<Settings, String> {
    let [mut count, mut from, mut seed, mut only] = [None; 4];
    let mut no_z3 = false;
    long::options(
        &mut [("--count", &mut count), ("--from", &mut from), ("--seed", &mut seed), ("--only", &mut only)],
        &mut [("--no-z3", &mut no_z3)],
    )?;
    Ok(Settings {
        count: count.unwrap_or(1_000),
        from: from.unwrap_or(0),
        seed: seed.unwrap_or(1),
        only,
        z3: !no_z3,
    })
}

/// Judges a script; a panic is a defect like others.
fn judged(terms: &Terms, case: &Case, oracle: &mut Option<Oracle>, tally: &mut Tally) -> Result<(), Defect> {
    let attempt = std::panic::AssertUnwindSafe(|| judge(terms, case, oracle, tally));
    std::panic::catch_unwind(attempt).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
        Err(Defect { wrong: Wrong::Panic, details: text.unwrap_or_default() })
    })
}

fn main() -> ExitCode {
    let settings = match settings() {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    std::panic::set_hook(Box::new(|_| {}));
    let mut oracle = if settings.z3 { Oracle::start() } else { None };
    let watchdog = Watchdog::start(HANG);
    let mut tally = Tally::default();
    let start = Instant::now();
    let (mut run, mut defects, mut slow, mut slowest) = (0, 0, 0, Duration::ZERO);
    for i in settings.from..settings.count {
        if settings.only.is_some_and(|only| only != i) {
            continue;
        }
        let terms = Terms::new();
        let case = Case::random(&terms, settings.seed.wrapping_mul(1_000_003).wrapping_add(i));
        let text = Text::of(&terms, &case).whole();
        let title = format!("script {i} of seed {}, {:?}", settings.seed, case.shape);
        watchdog.begin(format!("{title}\n{text}"));
        if settings.only.is_some() {
            println!("{title}\n{text}");
        }
        let unknown = tally.unknown.values().sum::<usize>();
        let from = Instant::now();
        let before = (tally.answering, tally.interpolating);
        let result = judged(&terms, &case, &mut oracle, &mut tally);
        let interpolating = (tally.interpolating - before.1) / judge::ways().len() as u32;
        let took = (tally.answering - before.0).max(interpolating);
        run += 1;
        slowest = slowest.max(took);
        if took > SLOW {
            slow += 1;
            println!("SLOW ({:.1} s): {title}", took.as_secs_f64());
        }
        if tally.unknown.values().sum::<usize>() > unknown {
            println!("UNKNOWN ({:.1} s): {title}\n{text}", from.elapsed().as_secs_f64());
        }
        if let Err(defect) = result {
            defects += 1;
            println!("DEFECT: {title}: {:?}: {}", defect.wrong, defect.details);
            let mut shows = |c: &Case| {
                watchdog.begin(format!("minimising {title}\n{}", Text::of(&terms, c).whole()));
                let result = judged(&terms, c, &mut oracle, &mut Tally::default());
                result.is_err_and(|d| d.wrong == defect.wrong)
            };
            let small = minimise::minimise(&terms, &case, &mut shows);
            println!("MINIMISED, cuts {:?}:\n{}", small.cuts, Text::of(&terms, &small).whole());
        }
        watchdog.begin("");
    }
    println!(
        "{run} scripts of seed {} in {:.0} s: {defects} defects, {slow} slow, slowest {:.2} s",
        settings.seed,
        start.elapsed().as_secs_f64(),
        slowest.as_secs_f64()
    );
    println!("{tally:#?}");
    ExitCode::from(u8::from(defects > 0))
}
