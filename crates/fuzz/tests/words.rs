//! Programs over words: engines against explicit-state search at 4 bits, expressions of C against `cc`.

use loopglass_fuzz::random::Random;
use loopglass_fuzz::wordgen;
use loopglass_fuzz::words::{said, setup, truth};
use trace::{Engine, Language};

/// Programs of the corpus with few states.
const PROGRAMS: [&str; 6] = [
    "safe/count_to_ten.imp",
    "safe/even_steps.imp",
    "safe/last_digit.imp",
    "safe/flag_tracks_parity.imp",
    "safe/opposite_flags.imp",
    "safe/door_and_lock.imp",
];

#[test]
fn engines_agree_with_the_states() {
    let mut settled = 0;
    for name in PROGRAMS {
        let path = format!("{}/../../tests/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(path).expect("a program");
        for engine in Engine::ALL.into_iter().filter(|engine| !engine.has_graph()) {
            let is_ar = matches!(engine, Engine::Ar(_));
            let limits = if is_ar { (60, 20_000) } else { (12, 5_000) };
            let setup = setup(&source, Language::Imp, engine, 4, limits);
            let truth = truth(&source, setup.dialect(), 100_000).expect("few states");
            let said = said(&setup).unwrap_or_else(|what| panic!("{name}, {engine}: {what}"));
            assert!(
                said.safe.is_none_or(|safe| safe == truth),
                "{name}, {engine}: not so that {:?}",
                said.safe
            );
            assert!(!is_ar || said.safe.is_some(), "{name}: {engine} does not end");
            settled += u32::from(said.safe.is_some());
        }
    }
    assert!(settled > 40, "{settled}");
}

#[test]
fn expressions_are_those_of_the_compiler() {
    let mut random = Random::new(77);
    let programs: Vec<wordgen::Program> = (0..25).map(|_| wordgen::program(&mut random)).collect();
    let tables = wordgen::compiled(&programs).expect("cc");
    let mut fails = 0;
    for (program, table) in programs.iter().zip(&tables) {
        let said = said(&setup(&program.source(), Language::C, Engine::Bmc, 8, (3, 50_000)));
        let judged = said.and_then(|said| wordgen::judge(program, table, &said));
        fails += u32::from(!judged.unwrap_or_else(|what| panic!("{what}\n{}", program.source())));
    }
    assert!((1..25).contains(&fails), "{fails}");
}
