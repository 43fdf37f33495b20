//! The `loopglass` command as a library, so that it can be run with any solver: verifies programs in the terminal, with the same
//! engines and checks as the page.

mod backend;

mod bench;

mod choices;

mod result;

mod smt;

mod table;

mod transform;

mod verify;

mod witness;

use clap::{Parser, Subcommand};
use solver::Door;
use std::process::ExitCode;

/// Proves or refutes loop programs by interpolation, with checked certificates.
#[derive(Parser)]
#[command(name = "loopglass", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Verify one program. Exit code: 0 safe, 10 unsafe, 20 unknown, 1 bad input or usage, 3 when a
    /// check of our own failed.
    Verify(verify::Args),
    /// Print a program as one loop over `pc`, in IMP. Exit code 1 on bad input.
    Transform(transform::Args),
    /// Verify every program of a folder with every engine named; compares with `expect:` header comments.
    Bench(bench::Args),
    /// Print the tables of the FiB, the IMC or the VINTA paper for a folder of programs, as Markdown.
    Table(table::Args),
    /// Run an SMT-LIB 2 script of quantifier-free linear integer arithmetic. Exit code 1 when there is an error in it, 3 when a
    /// check of our own failed.
    Smt(smt::Args),
}

/// Runs the command line of this process. Every question of it goes through doors that `door` makes, unless another solver is chosen.
pub fn run(door: fn() -> Door) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no mistakes; everything else is bad usage, exit code 1.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(1) } else { ExitCode::SUCCESS };
        }
    };
    match cli.command {
        Command::Verify(args) => match args.solver.door(door) {
            Ok(door) => verify::verify(&args, door),
            Err(why) => refused(why),
        },
        Command::Transform(args) => transform::transform(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Table(args) => table::table(&args),
        Command::Smt(args) => match args.solver.door(door) {
            Ok(door) => smt::smt(&args, &door()),
            Err(why) => refused(why),
        },
    }
}

/// Bad usage.
fn refused(why: &str) -> ExitCode {
    eprintln!("loopglass: {why}");
    ExitCode::from(verify::BAD)
}
