//! A slice of `cargo xtask fuzz bit-vectors`: our solver and Z3 on random bit-vector formulas, interpolants looked at by Z3.

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../smt/tests/fuzz/oracle.rs"]
mod oracle;

use loopglass_fuzz::vectors::judge::{Tally, judge};
use loopglass_fuzz::vectors::made::pair;
use oracle::Oracle;
use solver::Limits;

#[test]
fn z3_agrees() {
    let Some(mut z3) = Oracle::start() else { return };
    let limits = Limits { conflicts: 5_000, ..Limits::default() };
    let mut tally = Tally::default();
    for number in 10_000..10_080 {
        if let Err(what) = judge(&pair(number), limits, &mut |script| z3.answer(script), &mut tally) {
            panic!("pair {number}: {what}");
        }
    }
    assert!(tally.sat > 15 && tally.unsat > 15 && tally.interpolants > 15, "{tally:?}");
    assert!(tally.open[0] < 8 && tally.unchecked[1] < 8, "{tally:?}");
}
