//! The `loopglass` command, with our own solver.

fn main() -> std::process::ExitCode {
    cli::run(smt::door)
}
