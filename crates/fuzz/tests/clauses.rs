//! A slice of `cargo xtask fuzz horn`: random Horn clauses, and what Z3's Spacer says of them and of our models.

use loopglass_fuzz::clauses::{Spacer, Tally, judge, script};

#[test]
fn spacer_agrees() {
    let mut spacer = match Spacer::start() {
        Ok(spacer) => spacer,
        Err(why) => {
            eprintln!("skipped: {why}");
            return;
        }
    };
    let mut tally = Tally::default();
    for number in 0..30 {
        let text = script(number);
        if let Err(what) = judge(&text, &mut spacer, &mut tally) {
            panic!("script {number}: {what}\n{}", text.text);
        }
    }
    assert!(tally.spacer[0] > 5 && tally.spacer[1] > 5, "{tally:?}");
    assert!(tally.settled > 25 && tally.models > 30, "{tally:?}");
}
