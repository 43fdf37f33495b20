//! Programs over words: the corpus against explicit-state search, expressions of C against the machine's compiler.
//!
//!     cargo xtask fuzz words [--width 8] [--states 300000] [--unrollings 40] [--conflicts 20000] [--seconds N] [--folder DIR]
//!         [--count 200] [--engine NAME]
//!
//! Every IMP program of the corpus, and of the folder that is named, its `int`s of so many bits, through the engines that are named or
//! all, each run for at most so many seconds, if a number is given; a verdict must be that of explicit-state search, and
//! with `LOOPGLASS_PYTHON` (a Python with Z3) every certificate must be accepted. Then `count` programs of
//! C with one expression over two 8-bit variables: whether an assertion about its value holds, and where it fails, is what `cc` says
//! of all 65,536 pairs of values.

use loopglass_fuzz::words::{Said, said, said_within, setup, truth};
use loopglass_fuzz::{random::Random, wordgen};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use trace::{Engine, Language};

struct Options {
    width: u8,
    states: usize,
    limits: (u32, u32),
    count: u64,
    engines: Vec<Engine>,
    /// The most that one run may take.
    within: Option<Duration>,
    folder: Option<PathBuf>,
}

fn main() -> ExitCode {
    let mut options = Options {
        width: 8,
        states: 300_000,
        limits: (40, 20_000),
        count: 200,
        engines: Vec::new(),
        within: None,
        folder: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().unwrap_or_default();
        let number = value.parse::<u32>().ok();
        match (arg.as_str(), number) {
            ("--width", Some(number @ 1..=64)) => options.width = number as u8,
            ("--states", Some(number)) => options.states = number as usize,
            ("--unrollings", Some(number)) => options.limits.0 = number,
            ("--conflicts", Some(number)) => options.limits.1 = number,
            ("--count", Some(number)) => options.count = number.into(),
            ("--seconds", Some(number)) => options.within = Some(Duration::from_secs(number.into())),
            ("--folder", _) if !value.is_empty() => options.folder = Some(value.into()),
            ("--engine", None) if value.parse::<Engine>().is_ok() => {
                options.engines.extend(value.parse::<Engine>())
            }
            _ => {
                eprintln!(
                    "options: --width N --states N --unrollings N --conflicts N --seconds N --folder DIR --count N --engine NAME"
                );
                return ExitCode::from(2);
            }
        }
    }
    if options.engines.is_empty() {
        options.engines = Engine::ALL.to_vec();
    }
    let wrong = corpus(&options) + expressions(&options);
    println!("{wrong} wrong");
    ExitCode::from(u8::from(wrong > 0))
}

/// The IMP programs of the corpus, and of the folder.
fn programs(options: &Options) -> Vec<PathBuf> {
    let corpus =
        |name: &str| PathBuf::from(format!("{}/../../tests/corpus/{name}", env!("CARGO_MANIFEST_DIR")));
    let folders = [corpus("safe"), corpus("unsafe")].into_iter().chain(options.folder.clone());
    let mut all = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        logic::order::sort(&mut files);
        all.extend(files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "imp")));
    }
    all
}

/// What came of the runs of an engine.
#[derive(Default)]
struct Runs {
    safe: u32,
    failing: u32,
    open: u32,
    wrong: u32,
    certificates: u32,
    slowest: Duration,
}

/// The corpus through the engines.
fn corpus(options: &Options) -> u32 {
    let python = std::env::var("LOOPGLASS_PYTHON").ok();
    let mut runs: Vec<Runs> = options.engines.iter().map(|_| Runs::default()).collect();
    let (mut unknown, mut told) = (0, Instant::now());
    let programs = programs(options);
    for (at, file) in programs.iter().enumerate() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(source) = std::fs::read_to_string(file) else { continue };
        let dialect = setup(&source, Language::Imp, Engine::Bmc, options.width, options.limits).dialect();
        let truth = truth(&source, dialect, options.states);
        unknown += u32::from(truth.is_none());
        for (&engine, runs) in options.engines.iter().zip(&mut runs) {
            if told.elapsed() > Duration::from_secs(20) {
                told = Instant::now();
                eprintln!("{} of {} programs: {name}, {engine}", at + 1, programs.len());
            }
            let start = Instant::now();
            let setup = setup(&source, Language::Imp, engine, options.width, options.limits);
            let found = said_within(&setup, options.within);
            let took = start.elapsed();
            runs.slowest = runs.slowest.max(took);
            let Said { safe, certificate, .. } = match found {
                Ok(said) => said,
                Err(what) => {
                    runs.wrong += 1;
                    println!("{name}, {engine}: {what}");
                    continue;
                }
            };
            match (safe, truth) {
                (Some(safe), Some(truth)) if safe != truth => {
                    runs.wrong += 1;
                    println!("{name}, {engine}: said safe: {safe}, but it is {truth}");
                }
                (Some(true), _) => runs.safe += 1,
                (Some(false), _) => runs.failing += 1,
                (None, _) => {
                    runs.open += 1;
                    println!("{name}, {engine}: open after {} s", took.as_secs());
                }
            }
            if let (Some(python), Some(certificate)) = (&python, certificate) {
                runs.certificates += 1;
                if !accepted(python, &certificate) {
                    runs.wrong += 1;
                    println!("{name}, {engine}: Z3 does not accept the certificate");
                }
            }
        }
    }
    println!(
        "{} programs at {} bits, {unknown} with too many states to be searched",
        programs.len(),
        options.width
    );
    for (engine, runs) in options.engines.iter().zip(&runs) {
        let Runs { safe, failing, open, wrong, certificates, slowest } = runs;
        println!(
            "{engine}: {safe} safe, {failing} failing, {open} open, {wrong} wrong; {certificates} certificates looked at; the slowest {} ms",
            slowest.as_millis()
        );
    }
    runs.iter().map(|runs| runs.wrong).sum()
}

/// Whether Z3 answers `unsat` to each query.
fn accepted(python: &str, script: &str) -> bool {
    let program = "import sys, z3; print(z3.Z3_eval_smtlib2_string(z3.main_ctx().ref(), sys.stdin.read()))";
    let child =
        Command::new(python).args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else { return false };
    let written = child.stdin.take().is_some_and(|mut input| input.write_all(script.as_bytes()).is_ok());
    let Ok(output) = child.wait_with_output() else { return false };
    let answers = String::from_utf8_lossy(&output.stdout);
    written
        && answers.lines().filter(|line| !line.trim().is_empty()).all(|line| line.trim() == "unsat")
        && answers.matches("unsat").count() == script.matches("(check-sat)").count()
}

/// Expressions of C against the compiler.
fn expressions(options: &Options) -> u32 {
    let mut random = Random::new(1);
    let programs: Vec<wordgen::Program> = (0..options.count).map(|_| wordgen::program(&mut random)).collect();
    let tables = match wordgen::compiled(&programs) {
        Ok(tables) => tables,
        Err(error) => {
            println!("{error}");
            return 1;
        }
    };
    let (mut wrong, mut safe, mut failing) = (0, 0, 0);
    for (program, table) in programs.iter().zip(&tables) {
        let found = said(&setup(&program.source(), Language::C, Engine::Bmc, 8, options.limits));
        match found.and_then(|said| wordgen::judge(program, table, &said)) {
            Ok(true) => safe += 1,
            Ok(false) => failing += 1,
            Err(what) => {
                wrong += 1;
                println!("{what}\n{}", program.source());
            }
        }
    }
    println!("{} expressions of C: {safe} hold, {failing} fail as the compiler has it", programs.len());
    wrong
}
