//! Programs over words: the corpus against explicit-state search, expressions of C against the machine's compiler.
//!
//!     cargo xtask fuzz words [--width 8] [--states 300000] [--unrollings 40] [--conflicts 20000] [--count 200] [--engine NAME]
//!
//! Every IMP program of the corpus, its `int`s of so many bits, through the engines that are named or all; a verdict must be that of
//! explicit-state search, and with `LOOPGLASS_PYTHON` (a Python with Z3) every certificate must be accepted. Then `count` programs of
//! C with one expression over two 8-bit variables: whether an assertion about its value holds, and where it fails, is what `cc` says
//! of all 65,536 pairs of values.

use loopglass_fuzz::words::{Said, said, setup, truth};
use loopglass_fuzz::{random::Random, wordgen};
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use trace::{Engine, Language};

struct Options {
    width: u8,
    states: usize,
    limits: (u32, u32),
    count: u64,
    engines: Vec<Engine>,
}

fn main() -> ExitCode {
    let mut options =
        Options { width: 8, states: 300_000, limits: (40, 20_000), count: 200, engines: Vec::new() };
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
            ("--engine", None) if value.parse::<Engine>().is_ok() => {
                options.engines.extend(value.parse::<Engine>())
            }
            _ => {
                eprintln!(
                    "options: --width N --states N --unrollings N --conflicts N --count N --engine NAME"
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

/// The corpus through the engines.
fn corpus(options: &Options) -> u32 {
    let mut wrong = 0;
    let python = std::env::var("LOOPGLASS_PYTHON").ok();
    let (mut settled, mut open, mut certificates, mut unknown) = (0, 0, 0, 0);
    for folder in ["safe", "unsafe"] {
        let folder = format!("{}/../../tests/corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
        logic::order::sort(&mut files);
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "imp")) {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Ok(source) = std::fs::read_to_string(file) else { continue };
            let dialect = setup(&source, Language::Imp, Engine::Bmc, options.width, options.limits).dialect();
            let truth = truth(&source, dialect, options.states);
            unknown += u32::from(truth.is_none());
            for &engine in &options.engines {
                let found = said(&setup(&source, Language::Imp, engine, options.width, options.limits));
                let Said { safe, certificate, .. } = match found {
                    Ok(said) => said,
                    Err(what) => {
                        wrong += 1;
                        println!("{name}, {engine}: {what}");
                        continue;
                    }
                };
                match (safe, truth) {
                    (Some(safe), Some(truth)) if safe != truth => {
                        wrong += 1;
                        println!("{name}, {engine}: said safe: {safe}, but it is {truth}");
                    }
                    (Some(_), _) => settled += 1,
                    (None, _) => {
                        open += 1;
                        println!("{name}, {engine}: open");
                    }
                }
                if let (Some(python), Some(certificate)) = (&python, certificate) {
                    certificates += 1;
                    if !accepted(python, &certificate) {
                        wrong += 1;
                        println!("{name}, {engine}: Z3 does not accept the certificate");
                    }
                }
            }
        }
    }
    println!(
        "corpus at {} bits: {settled} settled, {open} open, {certificates} certificates checked; {unknown} programs have too many states to be searched",
        options.width
    );
    wrong
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
