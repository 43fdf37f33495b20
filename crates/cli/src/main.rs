//! The `loopglass` command, with our own solver.

/// Terms, clauses and proofs are very many small pieces, for which the system's allocator takes longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run(smt::door)
}
