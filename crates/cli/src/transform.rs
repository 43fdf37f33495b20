//! `loopglass transform`: the single-loop form of a program, as text.

use crate::choices;
use crate::verify;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use trace::{Encoding, Language, Settings, Setup};

/// The options of `transform`.
#[derive(clap::Args)]
pub struct Args {
    /// The program; `-` reads standard input.
    file: PathBuf,
    /// The language; by default told by the file's ending (`.c` is C, `.smt2` Horn clauses, anything else IMP).
    #[arg(long, value_parser = choices::language)]
    lang: Option<Language>,
    /// How much of the program one step is: block (from one loop head to the next) or statement.
    #[arg(long, default_value = "block", value_parser = choices::encoding)]
    encoding: Encoding,
    /// Keep only the assertion of this number, from 1 in source order.
    #[arg(long, value_name = "N")]
    assertion: Option<u32>,
    #[command(flatten)]
    reading: verify::ReadingArgs,
}

/// Runs the command.
pub fn transform(args: &Args) -> ExitCode {
    let source = match verify::read(&args.file) {
        Ok(source) => source,
        Err(unreadable) => {
            eprintln!("loopglass: {unreadable}");
            return ExitCode::from(verify::BAD);
        }
    };
    let settings = Settings {
        encoding: args.encoding,
        assertion: args.assertion,
        integers: args.reading.integers,
        overflow: args.reading.overflow,
        width: args.reading.width,
        ..Settings::default()
    };
    let language = args.lang.unwrap_or_else(|| verify::language_of(&args.file));
    let setup = Setup { source, language, settings, ..Setup::default() };
    match session::transform(&setup) {
        Ok(found) => {
            // A reader that has seen enough is no mistake.
            let _ = std::io::stdout().write_all(found.text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(problems) => {
            verify::report(&args.file, &setup.source, &problems);
            ExitCode::from(verify::BAD)
        }
    }
}
