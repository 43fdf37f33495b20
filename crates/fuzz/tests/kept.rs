//! Programs that once showed a fault, made as small as possible, through every engine in the ways that showed it.

use loopglass_fuzz::judge::{Run, Tally, judge_run};
use loopglass_fuzz::states::Truth;
use session::{Session, verdict_of};
use trace::{Change, Encoding, Engine, InterpolationSystem, Settings, Setup, Source, Verdict};

/// Every engine on a program of IMP, with few sources of interpolants and both encodings; each run is folded into all views. Some
/// engine settles it.
fn check(source: &str, is_safe: bool) {
    let truth = if is_safe { Truth::Safe } else { Truth::Unsafe { rounds: None } };
    let mut settled = 0;
    for engine in Engine::ALL {
        for (interpolants, encoding, augment) in [
            (Source::Rotation, Encoding::Block, false),
            (Source::Proof, Encoding::Block, true),
            (Source::SearchStrong, Encoding::Statement, false),
        ] {
            let settings = Settings {
                max_unrollings: 2,
                max_conflicts: 200,
                system: InterpolationSystem::Dual,
                interpolants,
                encoding,
                augment,
                ..Settings::default()
            };
            let setup = Setup { source: source.into(), engine, settings, ..Setup::default() };
            let run = Run { setup: &setup, truth, twice: false, fold: true };
            let mut concluded = None;
            let wrong = judge_run(run, &mut None, &mut Tally::default(), &mut concluded);
            assert_eq!(wrong, None, "{engine} {} {encoding:?} on\n{source}", interpolants.as_str());
            settled += usize::from(concluded == Some(is_safe));
        }
    }
    assert!(settled > 0, "{source}");
}

/// IMC started its reached states and its interpolants from different sets where entry values cannot be eliminated.
#[test]
fn entry_values_that_cannot_be_eliminated() {
    check(
        "int x, y, z;
        { x = 0 and y = -3 }
        z := z % 2;
        while y < 0 do y := y + 1 done;
        assert not (1 <= x / 2)",
        true,
    );
}

/// The script of a query declared Boolean values from before a step as integers.
#[test]
fn scripts_with_boolean_values_from_before_a_step() {
    check(
        "int x;
        { x = 0 }
        while false do skip done;
        while nondet do skip done
        { false }",
        false,
    );
    check(
        "int x; bool b, c;
        { x = 0 and not b }
        while x < 3 do c := b; b := not c; x := x + 1 done
        { b }",
        true,
    );
}

/// From one source of interpolants a sequence of IMC went on as long as there were new states: here for each of 17 thousand million
/// values of `n`.
#[test]
fn a_sequence_of_interpolants_ends() {
    let source = "int x, y, z, n; bool b;
        { x = 1 }
        y := -(y % 3) + (2 - n % 2);
        z := 15032385536 % 3;
        n := 2 * (-8589934590 + y);
        while n < 9 do x := z; z := 9; x := n; n := n + 1 done;
        x := 12884901886";
    let settings = Settings {
        max_unrollings: 1,
        max_conflicts: 200,
        interpolants: Source::Proof,
        system: InterpolationSystem::Dual,
        augment: true,
        ..Settings::default()
    };
    let engine = "imc".parse().expect("an engine");
    let setup = Setup { source: source.into(), engine, settings, ..Setup::default() };
    let (mut session, _) = Session::open(&setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let events = session.run_to_end();
    assert!(events.iter().flat_map(|e| &e.changes).any(|c| *c == Change::RoundDiverged { index: 250 }));
    assert!(matches!(verdict_of(&events), Some(Verdict::Unknown(_))), "{:?}", verdict_of(&events));
}
