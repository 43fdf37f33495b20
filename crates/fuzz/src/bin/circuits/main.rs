//! Forty circuits through the engines and through ABC: all must say what is known of them.
//!
//!     cargo xtask fuzz circuits [--engine NAME]
//!
//! Each circuit in both spellings of AIGER; `imc` and `ar` unless engines are named. Where `berkeley-abc` is there (a package of Debian),
//! its `int`, `pdr` and `bmc3` are asked, too, and their times are compared with ours.

use loopglass_fuzz::circuits::{Made, forty};
use loopglass_fuzz::words::said;
use std::process::{Command, ExitCode};
use std::time::Instant;
use trace::{Engine, Language, Settings, Setup};

fn main() -> ExitCode {
    let mut engines: Vec<Engine> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match (arg.as_str(), args.next().and_then(|name| name.parse().ok())) {
            ("--engine", Some(engine)) => engines.push(engine),
            _ => {
                eprintln!("options: --engine NAME");
                return ExitCode::from(2);
            }
        }
    }
    if engines.is_empty() {
        engines = ["imc", "ar"].into_iter().filter_map(|name| name.parse().ok()).collect();
    }
    let folder = std::env::temp_dir().join(format!("loopglass-circuits-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let all = forty();
    let mut wrong = 0;
    for &engine in &engines {
        let mut times = Vec::new();
        for made in &all {
            let started = Instant::now();
            let found = run(made, engine);
            times.push(started.elapsed().as_secs_f64());
            if found != Ok(Some(made.safe)) {
                wrong += 1;
                println!("{}, {engine}: {found:?}, but safe is {}", made.name, made.safe);
            }
        }
        println!(
            "{engine}: median {:.1} ms, longest {:.1} ms",
            1000.0 * median(&mut times),
            1000.0 * times.last().unwrap_or(&0.0)
        );
    }
    for command in ["int", "pdr", "bmc3"] {
        let mut times = Vec::new();
        let mut asked = 0;
        for (at, made) in all.iter().enumerate() {
            let file = folder.join(format!("{at}.aig"));
            if std::fs::write(&file, made.binary()).is_err() {
                continue;
            }
            let Some((said, time)) = abc(&file.display().to_string(), command) else { continue };
            asked += 1;
            times.push(time);
            // A bounded search proves nothing.
            let agrees = said == Some(made.safe) || said.is_none() && command == "bmc3" && made.safe;
            if !agrees {
                wrong += 1;
                println!("{}, abc {command}: {said:?}, but safe is {}", made.name, made.safe);
            }
        }
        println!("abc {command}: {asked} circuits, median {:.1} ms", 1000.0 * median(&mut times));
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{} circuits, {wrong} wrong", all.len());
    ExitCode::from(u8::from(wrong > 0))
}

/// Ours on the binary circuit.
fn run(made: &Made, engine: Engine) -> Result<Option<bool>, String> {
    let source = reader::text_of_binary(&made.binary()).ok_or("not binary")??;
    let settings = Settings { max_unrollings: 100, ..Settings::default() };
    Ok(said(&Setup { source, language: Language::Aiger, engine, settings })?.safe)
}

/// What ABC says, and the seconds that it says it took; none if it is not there.
fn abc(file: &str, command: &str) -> Option<(Option<bool>, f64)> {
    let bounded = if command == "bmc3" { "bmc3 -F 70" } else { command };
    let script = format!("read_aiger {file}; {bounded}");
    let output = Command::new("berkeley-abc").args(["-q", &script]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let time = text.split("Time =").nth(1).and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    let said = match () {
        () if text.contains("was asserted in frame") => Some(false),
        () if text.contains("Property proved") => Some(true),
        () => None,
    };
    Some((said, time.unwrap_or(0.0)))
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
