//! Loops as students write them, most of them once more with a slip: "just prove it" settles all of them, and none wrong.

use loopglass_tests::corpus::{Expected, programs_in};
use session::{Automatic, verdict_of};
use trace::{Engine, Settings, Setup, Verdict};

#[test]
fn classroom_loops_are_settled_by_auto() {
    let (mut safe, mut failing, mut products) = (0, 0, 0);
    for program in programs_in("tests/classroom") {
        let (name, language) = (&program.name, reader::of_file(&program.name).expect("a language"));
        let setup =
            Setup { source: program.source, language, engine: Engine::BMC, settings: Settings::default() };
        let (automatic, opened) =
            Automatic::new(smt::door, &setup).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        products += usize::from(opened.variables.iter().any(|variable| variable.name.contains('*')));
        let ended = automatic.run();
        match (verdict_of(&ended.events), program.expected) {
            (Some(Verdict::Safe { .. }), Expected::Safe) => safe += 1,
            (Some(Verdict::Unsafe(_)), Expected::Unsafe) => failing += 1,
            (verdict, _) => panic!("{name}: {verdict:?}; {:?}", ended.settled.given_up),
        }
    }
    assert_eq!((safe, failing), (32, 30));
    assert!(products >= 10, "{products}");
}
