//! `loopglass smt`: an SMT-LIB 2 script, answered as SMT solvers do.
//!
//! Standard input is read line by line, and each command is answered as soon as it is complete, so that another program can
//! hold a conversation.

use crate::backend::SolverArgs;
use crate::verify::FAULTY;
use smtlib::{Options, Script};
use solver::{Disagreement, Door};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

/// The options of `smt`.
#[derive(clap::Args)]
pub struct Args {
    /// The script; `-` reads standard input.
    file: PathBuf,
    /// Check every answer: models by evaluation, refutations by replaying them.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// Runs the command. Exit code 1 when there was an error, 3 when a check of our own failed.
pub fn smt(args: &Args, door: &Door) -> ExitCode {
    if let (Some(name), false) = (args.solver.foreign(), args.check) {
        eprintln!(
            "loopglass: each `unsat` is the word of {name} alone, without a proof; --check has it proved"
        );
    }
    let options = Options { check: args.check, ..Options::default() };
    let from_input = args.file == Path::new("-");
    let name = if from_input { "<stdin>".to_owned() } else { args.file.display().to_string() };
    let mut script = Script::through(door, Rc::default(), &name, options);
    let result = if from_input {
        converse(&mut script)
    } else {
        std::fs::read(&args.file).and_then(|bytes| {
            script.feed(&text(bytes)?);
            script.end();
            answer(&mut script)
        })
    };
    if let Some(found) = door.take_disagreement() {
        let Disagreement { sat, unsat, .. } = found;
        eprintln!("loopglass: two solvers contradict each other: {sat} answers sat, {unsat} answers unsat");
        return ExitCode::from(FAULTY);
    }
    match result {
        Ok(()) if script.is_faulty() => ExitCode::from(FAULTY),
        Ok(()) => ExitCode::from(u8::from(script.failed())),
        // A reader that has seen enough is no mistake.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("loopglass: {}: {error}", args.file.display());
            ExitCode::from(1)
        }
    }
}

/// Feeds the script from standard input.
fn converse(script: &mut Script) -> std::io::Result<()> {
    let mut input = std::io::stdin().lock();
    while !script.is_over() {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            script.end();
            return answer(script);
        }
        script.feed(&text(line)?);
        answer(script)?;
    }
    Ok(())
}

/// Prints every answer that there is so far.
fn answer(script: &mut Script) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    while let Some(response) = script.advance() {
        writeln!(out, "{response}")?;
        out.flush()?;
    }
    Ok(())
}

fn text(bytes: Vec<u8>) -> std::io::Result<String> {
    let not_text = |_| std::io::Error::new(std::io::ErrorKind::InvalidData, "the script is not UTF-8 text");
    String::from_utf8(bytes).map_err(not_text)
}
