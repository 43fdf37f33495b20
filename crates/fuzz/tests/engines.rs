//! A fixed few hundred random programs through the engines, against what is true of them, without Z3. What a longer run finds
//! (`cargo xtask fuzz engines`) becomes a test of its own in `kept.rs`.

use loopglass_fuzz::judge::{Tally, judge, plans};
use loopglass_fuzz::{random, text};

/// Judges programs from this number on, with so many runs on each.
fn check(from: u64, count: u64, runs: usize) -> Tally {
    let mut tally = Tally::default();
    for number in from..from + count {
        let program = random::program(number);
        let findings = judge(&program, &plans(number, runs), &mut None, &mut tally);
        let found: Vec<String> =
            findings.iter().map(|f| format!("{:?}: {}\n{}", f.kind, f.run, f.details)).collect();
        assert!(found.is_empty(), "program {number}\n{}\n{}", text::imp(&program), found.join("\n"));
    }
    tally
}

#[test]
fn random_programs_and_their_truth() {
    let tally = check(0, PROGRAMS, 2);
    // The programs are of all kinds, and engines settle most of them.
    assert!(tally.safe > PROGRAMS / 4 && tally.failing > PROGRAMS / 8, "{tally:?}");
    assert!(tally.early > 0 && tally.open < PROGRAMS / 3, "{tally:?}");
    assert!(tally.proved > tally.runs / 4 && tally.refuted > tally.runs / 20, "{tally:?}");
    assert!(tally.folded > tally.runs / 20, "{tally:?}");
}

const PROGRAMS: u64 = 200;
