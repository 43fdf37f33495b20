//! A short run of the differential comparison with Z3 that `cargo xtask fuzz solver` makes at length.

#[path = "../../fuzz/src/bin/solver/case.rs"]
mod case;
#[path = "../../fuzz/src/bin/solver/disguise.rs"]
mod disguise;
#[allow(dead_code, reason = "a panic fails the test by itself")]
#[path = "../../fuzz/src/bin/solver/judge.rs"]
mod judge;

#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../smt/tests/fuzz/generate.rs"]
mod generate;
#[allow(dead_code, reason = "shared with the tests of the solver")]
#[path = "../../smt/tests/fuzz/oracle.rs"]
mod oracle;

use case::{Case, Text};
use judge::{Tally, judge};
use logic::Terms;
use oracle::Oracle;

#[test]
fn answers_evidence_and_interpolants() {
    let mut oracle = Oracle::start();
    let with_oracle = oracle.is_some();
    let mut tally = Tally::default();
    let count = 240;
    for seed in 0..count {
        let terms = Terms::new();
        let case = Case::random(&terms, seed);
        if let Err(defect) = judge(&terms, &case, &mut oracle, &mut tally) {
            let text = Text::of(&terms, &case).whole();
            panic!("script {seed}, {:?}: {:?}: {}\n{text}", case.shape, defect.wrong, defect.details);
        }
    }
    // The comparison has really taken place.
    let asked = tally.sat + tally.unsat;
    assert!(asked > 300 && tally.sat > 100 && tally.unsat > 100, "{tally:?}");
    assert_eq!((tally.models, tally.cores), (tally.sat, tally.unsat), "{tally:?}");
    assert!(tally.interpolants.len() == judge::ways().len(), "{tally:?}");
    assert!(tally.interpolants.values().all(|n| *n > 100), "{tally:?}");
    assert!(tally.unknown.is_empty() && tally.none.is_empty(), "{tally:?}");
    assert!(!with_oracle || tally.oracle_unknown < 10, "{tally:?}");
}
