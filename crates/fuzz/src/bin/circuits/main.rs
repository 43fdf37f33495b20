//! Forty circuits through the engines and through ABC: all must say what is known of them.
//!
//!     cargo xtask fuzz circuits [--engine NAME] [--only FAMILY] [--gates N] [--command PATH] [--repeat N]
//!
//! Each circuit as ascii AIGER, as binary AIGER, and with a bad state as version 1.9 has it; `imc` and `ar` unless engines are named. Where
//! `berkeley-abc` is there (a package of Debian), its `int`, `pdr` and `bmc3` are asked, too.
//!
//! With `--gates`, two counters and a shift register of about so many gates instead of the forty.
//!
//! What one circuit takes is told in turn, so that a long run shows how far it has come. With `--command`, the path of a `loopglass`
//! that is built for release, times are compared: ours and ABC's, both as commands on the binary file, one after the other, the least of
//! `--repeat` times each. Ratios bear a busy machine, where times do not.

use loopglass_fuzz::circuits::{Made, forty, large};
use loopglass_fuzz::words::said;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use trace::{Engine, Language, Settings, Setup};

struct Options {
    engines: Vec<Engine>,
    /// Only circuits whose names begin so.
    only: String,
    /// The size of the circuits, if not the forty are meant.
    gates: Option<u32>,
    /// Our command, if times are to be compared.
    command: Option<String>,
    repeat: u32,
    /// Where the circuits are only to be written to.
    write: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("options: --engine NAME --only FAMILY --gates N --command PATH --repeat N");
        return ExitCode::from(2);
    };
    let folder = std::env::temp_dir().join(format!("loopglass-circuits-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let all = match options.gates {
        Some(gates) => large(gates),
        None => forty(),
    };
    let all: Vec<Made> = all.into_iter().filter(|made| made.name.starts_with(&options.only)).collect();
    if let Some(folder) = &options.write {
        return write(folder, &all);
    }
    let mut wrong = 0;
    for &engine in &options.engines {
        let mut times = Vec::new();
        for made in &all {
            let started = Instant::now();
            for (spelling, setup) in setups(made, engine) {
                let found = setup.and_then(|setup| Ok(said(&setup)?.safe));
                if found != Ok(Some(made.safe)) {
                    wrong += 1;
                    println!("{}, {spelling}, {engine}: {found:?}, but safe is {}", made.name, made.safe);
                }
            }
            let took = started.elapsed().as_secs_f64() / 3.0;
            println!("{}, {engine}: {:.1} ms", made.name, 1000.0 * took);
            times.push(took);
        }
        println!(
            "{engine}: median {:.1} ms, longest {:.1} ms",
            1000.0 * median(&mut times),
            1000.0 * times.last().unwrap_or(&0.0)
        );
    }
    for command in ["int", "pdr", "bmc3"] {
        let mut asked = 0;
        for (at, made) in all.iter().enumerate() {
            let Some(said) = file(&folder, at, made).and_then(|file| abc(&file, command)) else { continue };
            asked += 1;
            // A bounded search proves nothing.
            let agrees = said == Some(made.safe) || said.is_none() && command == "bmc3" && made.safe;
            if !agrees {
                wrong += 1;
                println!("{}, abc {command}: {said:?}, but safe is {}", made.name, made.safe);
            }
        }
        println!("abc {command}: {asked} circuits");
    }
    if let Some(command) = &options.command {
        compare(&options, command, &all, &folder);
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{} circuits, {wrong} wrong", all.len());
    ExitCode::from(u8::from(wrong > 0))
}

fn options() -> Option<Options> {
    let mut options = Options {
        engines: Vec::new(),
        only: String::new(),
        gates: None,
        command: None,
        repeat: 3,
        write: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next()?;
        match arg.as_str() {
            "--engine" => options.engines.push(value.parse().ok()?),
            "--only" => options.only = value,
            "--gates" => options.gates = Some(value.parse().ok()?),
            "--command" => options.command = Some(value),
            "--repeat" => options.repeat = value.parse().ok().filter(|&repeat| repeat > 0)?,
            "--write" => options.write = Some(value.into()),
            _ => return None,
        }
    }
    if options.engines.is_empty() {
        options.engines = ["imc", "ar"].into_iter().filter_map(|name| name.parse().ok()).collect();
    }
    Some(options)
}

/// Writes each circuit as binary AIGER.
fn write(folder: &Path, all: &[Made]) -> ExitCode {
    let ready = std::fs::create_dir_all(folder);
    let written = all.iter().try_for_each(|made| {
        std::fs::write(folder.join(made.name.replace(' ', "-") + ".aig"), made.binary())
    });
    match ready.and(written) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

/// A circuit in all spellings.
fn setups(made: &Made, engine: Engine) -> [(&'static str, Result<Setup, String>); 3] {
    let binary = reader::text_of_binary(&made.binary()).unwrap_or_else(|| Err("not binary".into()));
    let settings = Settings { max_unrollings: 100, ..Settings::default() };
    [("ascii", Ok(made.ascii())), ("binary", binary), ("bad state", Ok(made.bad_state()))].map(
        |(spelling, source)| {
            let settings = settings.clone();
            (spelling, source.map(|source| Setup { source, language: Language::Aiger, engine, settings }))
        },
    )
}

fn file(folder: &Path, at: usize, made: &Made) -> Option<PathBuf> {
    let file = folder.join(format!("{at}.aig"));
    std::fs::write(&file, made.binary()).ok().map(|()| file)
}

fn asking_abc(file: &Path, command: &str) -> Command {
    let bounded = if command == "bmc3" { "bmc3 -F 70" } else { command };
    let mut asking = Command::new("berkeley-abc");
    asking.args(["-q", &format!("read_aiger {}; {bounded}", file.display())]);
    asking
}

/// What ABC says; none if it is not there.
fn abc(file: &Path, command: &str) -> Option<Option<bool>> {
    let output = asking_abc(file, command).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(match () {
        () if text.contains("was asserted in frame") => Some(false),
        () if text.contains("Property proved") => Some(true),
        () => None,
    })
}

/// Compares what our command takes with what ABC's `int` does, from start to end of the process.
fn compare(options: &Options, command: &str, all: &[Made], folder: &Path) {
    for engine in &options.engines {
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for (at, made) in all.iter().enumerate() {
            let Some(file) = file(folder, at, made) else { continue };
            let (mut best, mut best_of_abc) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..options.repeat {
                let mut verify = Command::new(command);
                verify.args(["verify", "--run-first", "off", "--engine", engine.as_str()]).arg(&file);
                best = best.min(seconds(verify));
                best_of_abc = best_of_abc.min(seconds(asking_abc(&file, "int")));
            }
            println!(
                "{}: {engine} {:.1} ms, abc int {:.1} ms",
                made.name,
                1000.0 * best,
                1000.0 * best_of_abc
            );
            ours.push(best);
            theirs.push(best_of_abc);
            ratios.push(best / best_of_abc);
        }
        println!(
            "as commands: {engine} median {:.1} ms, abc int median {:.1} ms; median of the ratios {:.2}",
            1000.0 * median(&mut ours),
            1000.0 * median(&mut theirs),
            median(&mut ratios)
        );
    }
}

/// How long a command runs; without end if it cannot be started.
fn seconds(mut command: Command) -> f64 {
    let started = Instant::now();
    match command.output() {
        Ok(_) => started.elapsed().as_secs_f64(),
        Err(_) => f64::INFINITY,
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
