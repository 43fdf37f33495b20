//! Random bit-vector formulas: our solver on the circuits that they become, against Z3 on the bit-vectors.
//!
//!     cargo xtask fuzz bit-vectors [--count 5000] [--from 0] [--only I] [--conflicts 20000]
//!
//! Pairs (A, B) over words of 1 to 16 digits, signed or not: sums, products, quotients, remainders, shifts, bit operations, parts of
//! words and words put together, comparisons of mixed types. Both solvers must give the same answer; Z3 must accept every model,
//! and of every interpolant, over digits and translated back into words, that A implies it and that it contradicts B. That
//! interpolants speak of shared words alone is looked at here. Z3 runs in one Python process: `python3`, or the one that
//! LOOPGLASS_PYTHON names, with `z3-solver`. What goes wrong is shown; the exit code is then 1.

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../../../smt/tests/fuzz/oracle.rs"]
mod oracle;

use loopglass_fuzz::long::{self, Watchdog};
use loopglass_fuzz::vectors::judge::{Tally, judge, question};
use loopglass_fuzz::vectors::made::pair;
use oracle::Oracle;
use solver::Limits;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let (mut count, mut from, mut only, mut conflicts) = (None, None, None, None);
    let numbers = &mut [
        ("--count", &mut count),
        ("--from", &mut from),
        ("--only", &mut only),
        ("--conflicts", &mut conflicts),
    ];
    if let Err(message) = long::options(numbers, &mut []) {
        eprintln!("{message}");
        return ExitCode::from(2);
    }
    let Some(mut z3) = Oracle::start() else {
        eprintln!("nothing is found out without Z3");
        return ExitCode::from(2);
    };
    let from = only.or(from).unwrap_or(0);
    let to = only.map_or(from + count.unwrap_or(5_000), |only| only + 1);
    let limits = Limits { conflicts: conflicts.unwrap_or(20_000), ..Limits::default() };
    let (mut tally, mut wrong) = (Tally::default(), 0);
    let watchdog = Watchdog::start(Duration::from_secs(600));
    let (start, mut told) = (Instant::now(), Instant::now());
    for number in from..to {
        watchdog.begin(format!("pair {number}"));
        let pair = pair(number);
        if only.is_some() {
            println!("{}", question(&pair));
        }
        if let Err(what) = judge(&pair, limits, &mut |script| z3.answer(script), &mut tally) {
            wrong += 1;
            println!("pair {number}: {what}\n{}", question(&pair));
        }
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            eprintln!("{} of {} pairs, {wrong} wrong", number + 1 - from, to - from);
        }
    }
    let Tally { sat, unsat, open, interpolants, raised, unchecked } = tally;
    println!("{} pairs in {} s: {sat} sat, {unsat} unsat", to - from, start.elapsed().as_secs());
    println!("left open by ours {}, by Z3 {}", open[0], open[1]);
    println!("{interpolants} different interpolants, {raised} of them over words, checked by Z3");
    println!("interpolants not found within the limits {}, not checked {}", unchecked[0], unchecked[1]);
    println!("{wrong} wrong");
    ExitCode::from(u8::from(wrong > 0))
}
