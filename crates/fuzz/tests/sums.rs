//! Programs over words whose proofs need equations of words: what sums have in common where they may overflow.

use loopglass_fuzz::random::Random;
use loopglass_fuzz::words::{said, setup, truth};
use session::{Automatic, verdict_of};
use std::fmt::Write;
use trace::{Engine, Language, Settings, Setup, Verdict};

fn corpus(name: &str) -> String {
    let path = format!("{}/../../tests/corpus/safe/{name}.imp", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a program")
}

/// What `auto` says, and which run settles it.
fn automatic(source: &str, width: u8, limits: (u32, u32)) -> (Option<bool>, Option<Setup>) {
    let setup = setup(source, Language::Imp, Engine::BMC, width, limits);
    let (automatic, _) =
        Automatic::new(smt::door, &setup).unwrap_or_else(|problems| panic!("{problems:?}\n{source}"));
    let ended = automatic.run();
    let safe = match verdict_of(&ended.events) {
        Some(Verdict::Safe { .. }) => Some(true),
        Some(Verdict::Unsafe(_)) => Some(false),
        Some(Verdict::Faulty { what, .. }) => panic!("a check failed: {what}\n{source}"),
        Some(Verdict::Unknown(_)) | None => None,
    };
    (safe, ended.settled.setup)
}

/// The run that `auto` names is an ordinary one: opened by itself it proves the program, with a certificate that has been checked.
#[test]
fn programs_that_need_equations_are_proved() {
    for (name, unrollings) in [("poured_water", 100), ("inner_pause", 100), ("gauss_by_counting", 3)] {
        let source = corpus(name);
        let (safe, settled) = automatic(&source, 8, (unrollings, 20_000));
        assert_eq!(safe, Some(true), "{name}");
        let settled = settled.expect("a run");
        assert!(settled.settings.augment && settled.engine == Engine::KIND, "{name}: {}", settled.engine);
        assert!(settled.settings.max_unrollings >= unrollings, "{name}: the limit is the user's");
        let again = said(&settled).unwrap_or_else(|what| panic!("{name}: {what}"));
        assert_eq!(again.safe, Some(true), "{name}");
        assert!(again.certificate.is_some_and(|text| text.contains("(check-sat)")), "{name}");
    }
}

/// Equations of integers that do not survive an overflow.
#[test]
fn what_holds_of_integers_alone_is_not_said_of_words() {
    let programs = [
        "int x; { x = 0 } while nondet do x := x + 3 done { x % 3 = 0 }",
        "int x, y; { x = 0 and y = 0 } while nondet do x := x + 1; y := y + 2 done { x <= y }",
        "int i, s, n; { i = 0 and s = 0 and n >= 0 } while i < n do i := i + 1; s := s + 3 done { s >= n }",
    ];
    for source in programs {
        let whole = Setup {
            source: source.into(),
            language: Language::Imp,
            engine: Engine::KIND,
            settings: Settings { augment: true, ..Settings::default() },
        };
        assert_eq!(said(&whole).map(|said| said.safe), Ok(Some(true)), "{source}");
        let (safe, _) = automatic(source, 4, (100, 20_000));
        assert_eq!(safe, Some(false), "{source}");
    }
}

/// A loop whose updates are sums, and a claim that often is so, but for overflows and what is added by mistake.
fn program(random: &mut Random) -> String {
    let number = |random: &mut Random| i64::try_from(random.below(3)).unwrap_or(0) + 1;
    let factor = number(random);
    let start = number(random) - 1;
    let mut text = format!("int x, y, n; bool b; {{ x = {start} and y = {} ", factor * start);
    if random.chance(50) {
        text += "and n >= 0 ";
    }
    let guard = ["nondet", "x < n", "x != n", "x <= 2", "b or nondet"][random.below(5)];
    let _ = write!(text, "}} while {guard} do ");
    let update = |random: &mut Random| {
        let by = number(random);
        let more = i64::from(random.chance(15));
        let sign = if random.chance(70) { '+' } else { '-' };
        format!("x := x {sign} {by}; y := y {sign} {}", factor * by + more)
    };
    let first = update(random);
    if random.chance(60) {
        let second = update(random);
        let cond = ["nondet", "b", "y < n", "x % 2 = 0"][random.below(4)];
        let _ = write!(text, "if {cond} then {first} else {second} end; ");
    } else {
        let _ = write!(text, "{first}; ");
    }
    text += ["b := not b", "b := nondet", "n := n - 1; y := y + 1; b := b"][[0, 0, 1, 1, 2][random.below(5)]];
    let claim = match random.below(6) {
        0 => format!("y = {factor} * n"),
        1 => "x <= n + 1".into(),
        2 => "y - x != 1".into(),
        _ => format!("y = {factor} * x"),
    };
    let _ = write!(text, " done {{ {claim} }}");
    text
}

#[test]
fn sums_at_random_agree_with_the_states() {
    let mut random = Random::new(2_026);
    let (mut proved, mut failing) = (0, 0);
    for _ in 0..40 {
        let source = program(&mut random);
        let width = 3 + u8::from(random.chance(40));
        let augmented = |engine| {
            let mut setup = setup(&source, Language::Imp, engine, width, (6, 5_000));
            setup.settings.augment = true;
            setup
        };
        let kind = augmented(Engine::KIND);
        let truth = truth(&source, kind.dialect(), 200_000).expect("few states");
        let by_kind = said(&kind).unwrap_or_else(|what| panic!("{what}\n{source}")).safe;
        let (by_all, _) = automatic(&source, width, (6, 5_000));
        for safe in [by_kind, by_all] {
            assert!(
                safe.is_none_or(|safe| safe == truth),
                "not so at {width} digits that {safe:?}: {source}"
            );
        }
        match by_all {
            Some(true) => proved += 1,
            Some(false) => failing += 1,
            None => {}
        }
    }
    assert!(proved > 10 && failing > 10, "{proved} proved, {failing} fail");
}
