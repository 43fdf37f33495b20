//! Random systems of Horn clauses: the engines against Z3's Spacer, models put back.
//!
//!     cargo xtask fuzz horn --count N --from I --only I
//!
//! Each script goes through some engines with small limits. No verdict may contradict Spacer's or another engine's, every model
//! is put back into the script and must be accepted by Z3 (`python3`, or the Python that LOOPGLASS_PYTHON names, with
//! `z3-solver`). What goes wrong is shown; the exit code is then 1.

use loopglass_fuzz::clauses::{Spacer, Tally, judge, script};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut from, mut count, mut only) = (0, 1_000, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match (arg.as_str(), args.next().and_then(|value| value.parse::<u64>().ok())) {
            ("--count", Some(number)) => count = number,
            ("--from", Some(number)) => from = number,
            ("--only", Some(number)) => only = Some(number),
            _ => {
                eprintln!("there are the options --count, --from and --only, each with a number");
                return ExitCode::from(2);
            }
        }
    }
    let mut spacer = match Spacer::start() {
        Ok(spacer) => spacer,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let (mut tally, mut wrong) = (Tally::default(), 0);
    let (from, to) = only.map_or((from, from + count), |only| (only, only + 1));
    for number in from..to {
        let text = script(number);
        if only.is_some() {
            println!("{}", text.text);
        }
        if let Err(what) = judge(&text, &mut spacer, &mut tally) {
            wrong += 1;
            println!("WRONG: script {number}: {what}\n{}", text.text);
        }
    }
    println!("{} scripts, {wrong} wrong; {tally:?}", to - from);
    ExitCode::from(u8::from(wrong > 0))
}
