//! Random deterministic C programs: what the machine's own compiler makes of them, and what is said of them here.
//!
//!     cargo xtask fuzz c-integers [--count 20000] [--from 0] [--batch 400] [--engines 50]
//!
//! Programs mix types of all widths and signs; `cc -fsanitize=undefined` says of each whether its assertions hold, one fails, or
//! something undefined comes first. The interpreter and the control-flow graph must agree, with signed overflow checked
//! and unchecked, and where something is undefined there must be a warning. Of every 50th program, or what `--engines` says, bmc
//! and imc-i must say nothing else. Needs `cc` with its sanitizer.

use loopglass_fuzz::cgen::{self, Generated};
use loopglass_fuzz::machine::{Fate, compiled, engines, judge};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut count, mut from, mut batch, mut every) = (20_000_u64, 0_u64, 400_u64, 50_u64);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().and_then(|v| v.parse().ok());
        match (arg.as_str(), value) {
            ("--count", Some(value)) => count = value,
            ("--from", Some(value)) => from = value,
            ("--batch", Some(value)) if value > 0 => batch = value,
            ("--engines", Some(value)) if value > 0 => every = value,
            _ => {
                eprintln!("options: --count N --from N --batch N --engines N");
                return ExitCode::from(2);
            }
        }
    }
    let folder = std::env::temp_dir().join(format!("loopglass-c-integers-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let (mut tally, mut wrong, mut runs, mut settled) = ([0_u64; 3], 0_u64, 0_u64, 0_u64);
    let mut at = from;
    while at < from + count {
        let end = (at + batch).min(from + count);
        let programs: Vec<Generated> = (at..end).map(cgen::program).collect();
        let fates = match compiled(&programs, &folder) {
            Ok(fates) => fates,
            Err(error) => {
                eprintln!("programs {at} to {end}: {error}");
                return ExitCode::from(2);
            }
        };
        for ((number, program), fate) in (at..).zip(&programs).zip(fates) {
            tally[match fate {
                Fate::Holds => 0,
                Fate::Fails => 1,
                Fate::Undefined => 2,
            }] += 1;
            let mut judged = judge(program, fate);
            if judged.is_ok() && number % every == 0 {
                runs += 2;
                judged = engines(program, fate).map(|said| settled += said);
            }
            if let Err(what) = judged {
                wrong += 1;
                if wrong <= 5 {
                    println!("program {number}: {what}\n{}", program.source());
                }
            }
        }
        at = end;
        eprintln!("up to {at}: {tally:?} hold, fail, undefined; {wrong} differ");
    }
    let _ = std::fs::remove_dir_all(&folder);
    let [holds, fails, undefined] = tally;
    println!("{count} programs: {holds} hold, {fails} fail, {undefined} undefined; {wrong} differ");
    println!("{runs} runs of engines, {settled} with a verdict");
    ExitCode::from(u8::from(wrong > 0))
}
