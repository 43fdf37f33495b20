//! Tests of links: round trips, hostile input, and links made long ago.

use super::*;
use crate::space::frame::{At, FARTHEST};
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn settings() -> impl Strategy<Value = Settings> {
    let system = prop_oneof![
        Just(InterpolationSystem::McMillan),
        Just(InterpolationSystem::Pudlak),
        Just(InterpolationSystem::Dual)
    ];
    let source = proptest::sample::select(&Source::ALL[..]);
    let encoding = prop_oneof![Just(Encoding::Block), Just(Encoding::Statement)];
    let encoding = (encoding, any::<Option<u32>>(), 1..=MAX_WIDEN_EVERY);
    let reading = (
        proptest::sample::select(&Integers::ALL[..]),
        prop_oneof![Just(Overflow::Warn), Just(Overflow::Check)],
        1..=64_u8,
    );
    let own = (any::<u32>(), "\\PC{0,30}").prop_map(|(number, text)| OwnInterpolant { number, text });
    let own = proptest::collection::vec(own, 0..4);
    (
        1..=MAX_UNROLLINGS,
        1..=MAX_CONFLICTS,
        system,
        source,
        any::<(bool, bool, bool, bool, bool, bool)>(),
        encoding,
        (reading, own),
    )
        .prop_map(
            |(
                max_unrollings,
                max_conflicts,
                system,
                interpolants,
                (monotone_forward, augment, k_induction, run_first, z3, ask_both),
                (encoding, assertion, widen_every),
                ((integers, overflow, width), own),
            )| Settings {
                max_unrollings,
                max_conflicts,
                system,
                interpolants,
                monotone_forward,
                augment,
                k_induction,
                run_first,
                encoding,
                assertion,
                widen_every,
                integers,
                width,
                overflow,
                solver: if z3 { Solver::Z3 } else { Solver::Loopglass },
                ask_both,
                own,
            },
        )
}

fn choices() -> impl Strategy<Value = Choice> {
    let name = || "\\PC{1,12}";
    let axis = || (-FARTHEST..FARTHEST, 0..200_i64).prop_map(|(low, more)| (low, (low + more).min(FARTHEST)));
    let at = prop_oneof![(-FARTHEST..=FARTHEST).prop_map(At::Value), Just(At::Any), Just(At::Each)];
    let window = proptest::option::of([axis(), axis()]);
    let y = proptest::option::of(proptest::option::of(name()));
    (proptest::option::of(name()), y, proptest::collection::vec((name(), at), 0..4), window)
        .prop_map(|(x, y, rest, window)| Choice { x, y, rest, window })
}

fn links() -> impl Strategy<Value = Link> {
    let source = prop_oneof![".{0,200}", "(while x < [0-9]{1,3} do x := x \\+ 1 done\n){0,20}", "\\PC{0,50}"];
    let language = proptest::sample::select(&Language::ALL[..]);
    let engine = proptest::sample::select(&Engine::ALL[..]);
    let tab = proptest::sample::select(&Tab::ALL[..]);
    let own = proptest::collection::vec("\\PC{0,30}", 0..4);
    let other = proptest::sample::select(&Engine::ALL[..]);
    let rival = proptest::option::of((other, proptest::sample::select(&Source::ALL[..]))).prop_map(|other| {
        other.map(|(engine, interpolants)| Rival { engine, interpolants, ..Rival::of(&Setup::default()) })
    });
    let lab = prop_oneof![Just(Vec::new()), proptest::collection::vec("\\PC{0,30}", 2)];
    (source, language, engine, settings(), 0..=MAX_STEP, tab, choices(), own, rival, lab).prop_map(
        |(source, language, engine, settings, step, tab, space, own, rival, lab)| Link {
            setup: Setup { source, language, engine, settings },
            step,
            tab,
            space,
            own,
            rival,
            lab,
        },
    )
}

/// A link with any JSON as its content.
fn packed(json: &str) -> String {
    format!("1={}", URL_SAFE_NO_PAD.encode(compress_to_vec(json.as_bytes(), 9)))
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded(link in links()) {
        let text = encode(&link).unwrap();
        prop_assert_eq!(decode(&text), Ok(Some(link.clone())));
        prop_assert_eq!(decode(&format!("#{}", text.replacen('=', "%3D", 1))), Ok(Some(link)));
        prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"=-_".contains(&b)));
    }

    #[test]
    fn any_text_is_refused_or_opened(text in "\\PC{0,300}") {
        let _ = decode(&text);
        let _ = decode(&format!("1={text}"));
    }

    #[test]
    fn any_bytes_are_refused_or_opened(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = decode(&format!("1={}", URL_SAFE_NO_PAD.encode(&bytes)));
        let _ = decode(&packed(&String::from_utf8_lossy(&bytes)));
    }

    #[test]
    fn a_link_with_changed_characters_is_refused_or_opened(link in links(), at in any::<prop::sample::Index>(), c in "[ -~]") {
        let mut text = encode(&link).unwrap();
        let at = at.index(text.len());
        text.replace_range(at..=at, &c);
        if let Ok(Some(other)) = decode(&text) {
            prop_assert!((1..=MAX_UNROLLINGS).contains(&other.setup.settings.max_unrollings));
            prop_assert!(other.step <= MAX_STEP);
        }
    }

    #[test]
    fn a_link_cut_short_is_never_another_program(link in links(), length in any::<prop::sample::Index>()) {
        let text = encode(&link).unwrap();
        if let Ok(Some(other)) = decode(&text[..length.index(text.len())]) {
            prop_assert_eq!(other, link, "only the end of the packing may be missing");
        }
    }
}

fn check(fragment: &str, expected: Expect) {
    let text = match decode(fragment) {
        Ok(None) => "nothing".into(),
        Ok(Some(link)) => format!("{link:?}"),
        Err(e) => format!("error: {e}"),
    };
    expected.assert_eq(&text);
}

#[test]
fn fragments_that_are_no_links() {
    check("", expect!["nothing"]);
    check("#", expect!["nothing"]);
    check("#main", expect!["error: the part of the address after # is not a Loopglass link"]);
    check("=", expect!["error: the part of the address after # is not a Loopglass link"]);
    check("1", expect!["error: the part of the address after # is not a Loopglass link"]);
    check(
        "#23=abc",
        expect!["error: the link is of version 23, which this page does not know; a newer page may open it"],
    );
    check("1=", expect!["error: the link is damaged: perhaps a part of it is missing"]);
    check(
        "1=<script>alert(1)</script>",
        expect!["error: the link is damaged: perhaps a part of it is missing"],
    );
    check("1=AAAA", expect!["error: the link is damaged: perhaps a part of it is missing"]);
}

#[test]
fn contents_that_are_no_programs() {
    check(
        &packed(""),
        expect![
            "error: the link's content cannot be read: the text ends where a value is expected in line 1, at byte 0"
        ],
    );
    assert!(matches!(decode(&packed("[]")), Err(LinkError::Malformed(_))));
    check(&packed(r#"{"s":"skip"}"#), expect!["error: the link's content cannot be read: missing field `e`"]);
    check(
        &packed(r#"{"s":7,"e":"imc","u":1,"c":1}"#),
        expect!["error: the link's content cannot be read: invalid type: integer `7`, expected a string"],
    );
    check(
        &packed(r#"{"s":"skip","e":"<b>imc","u":1,"c":1}"#),
        expect!["error: the link asks for the engine “<b>imc”, which this page does not have"],
    );
    check(
        &packed(r#"{"s":"skip","e":"imc","u":-1,"c":1}"#),
        expect!["error: the link's content cannot be read: invalid value: integer `-1`, expected u64"],
    );
    check(
        &packed(r#"{"s":"skip","e":"imc","u":1,"c":1,"l":"pascal"}"#),
        expect![
            "error: the link's content cannot be read: unknown variant `pascal`, expected one of `imp`, `c`, `aiger`, `chc`"
        ],
    );
}

#[test]
fn numbers_are_clamped_and_unknown_fields_ignored() {
    check(
        &packed(
            r#"{"s":"skip","e":"bmc","u":0,"c":99999999999,"n":18446744073709551615,"t":"future","zz":[1,{}]}"#,
        ),
        expect![[
            r#"Link { setup: Setup { source: "skip", language: Imp, engine: Bmc, settings: Settings { max_unrollings: 1, max_conflicts: 10000000, system: McMillan, interpolants: Rotation, monotone_forward: false, augment: false, k_induction: false, run_first: false, encoding: Block, assertion: None, widen_every: 3, integers: C, width: 8, overflow: Warn, solver: Loopglass, ask_both: false, own: [] } }, step: 1000000, tab: Query, space: Choice { x: None, y: None, rest: [], window: None }, own: [], rival: None, lab: [] }"#
        ]],
    );
}

#[test]
fn sizes_are_bounded() {
    assert_eq!(decode(&format!("1={}", "A".repeat(MAX_ENCODED))), Err(LinkError::TooLong));
    let bomb = packed(&format!(r#"{{"s":"{}","e":"imc","u":1,"c":1}}"#, " ".repeat(50 * MAX_INFLATED)));
    assert!(bomb.len() < MAX_ENCODED, "the bomb itself is short: {}", bomb.len());
    assert_eq!(decode(&bomb), Err(LinkError::TooLarge));
    let long =
        |source: String| encode(&Link { setup: Setup { source, ..Setup::default() }, ..Link::default() });
    assert_eq!(long("x".repeat(MAX_INFLATED)), Err(LinkError::TooLarge));
    let mut noise = 1u32;
    let digits = (0..100_000).map(|_| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b' ' + (noise >> 25) as u8 % 90)
    });
    assert_eq!(long(digits.collect()), Err(LinkError::TooLong));
}

/// Links as they were made when their version was new. Never change one: people have them in their slides.
#[test]
fn old_links_keep_opening() {
    check(
        concat!(
            "#1=PY0xDsIwDEWvYv5Kh3RCCgonyVI1kahUfhANgijq3bE7sNjvWd92xwaPLl8J4mRikvYnys1wj_zclzVr5h",
            "R0mEqkqPig5Szj1bSZNtPIVJgj-3GJto4BWb8sj1npDT86N2A-ujMk_GVAtQhrfj3LOrFu2H8"
        ),
        expect![[
            r#"Link { setup: Setup { source: "{ x = 0 and y = 0 and n >= 0 }\nwhile x != n do\n  x := x + 1;\n  y := y + 1\ndone\n{ y = n }\n", language: Imp, engine: Imc(Plain), settings: Settings { max_unrollings: 100, max_conflicts: 100000, system: McMillan, interpolants: Rotation, monotone_forward: false, augment: false, k_induction: false, run_first: false, encoding: Block, assertion: None, widen_every: 3, integers: C, width: 8, overflow: Warn, solver: Loopglass, ask_both: false, own: [] } }, step: 7, tab: Interpolants, space: Choice { x: None, y: None, rest: [], window: None }, own: [], rival: None, lab: [] }"#
        ]],
    );
}

/// The reading of a program's integers is what it was when the link was made, whatever is the default now.
#[test]
fn links_tell_how_integers_are_read() {
    let read = |json: &str| {
        let setup = decode(&packed(json)).unwrap().unwrap().setup;
        (setup.dialect().arithmetic.integers, setup.settings.overflow)
    };
    let old = r#"{"s":"int x;","l":"c","e":"imc","u":1,"c":1}"#;
    assert_eq!(read(old), (Integers::Mathematical, Overflow::Warn));
    let new = r#"{"s":"int x;","l":"c","e":"imc","u":1,"c":1,"z":"c","v":"check"}"#;
    assert_eq!(read(new), (Integers::C, Overflow::Check));
    let setup = Setup { language: Language::C, ..Setup::default() };
    assert_eq!(setup.dialect().arithmetic.integers, Integers::C, "the default of C");
    let again = decode(&encode(&Link { setup, ..Link::default() }).unwrap()).unwrap().unwrap();
    assert_eq!(again.setup.dialect().arithmetic.integers, Integers::C);
    let imp = decode(&packed(r#"{"s":"skip","e":"imc","u":1,"c":1}"#)).unwrap().unwrap().setup;
    assert_eq!(imp.dialect().arithmetic.integers, Integers::Mathematical, "those of IMP");
    assert_eq!(imp.settings, Settings { max_unrollings: 1, max_conflicts: 1, ..Settings::default() });
    let unknown = packed(r#"{"s":"int x;","l":"c","e":"imc","u":1,"c":1,"z":"roman"}"#);
    assert!(matches!(decode(&unknown), Err(LinkError::Malformed(_))));
}

#[test]
fn links_are_short() {
    let source =
        "{ x = 0 and y = 0 and n >= 0 }\nwhile x != n do\n  x := x + 1;\n  y := y + 1\ndone\n{ y = n }\n";
    let setup = Setup { source: source.into(), ..Setup::default() };
    let text = encode(&Link { setup, step: 7, tab: Tab::Interpolants, ..Link::default() }).unwrap();
    assert!(text.len() < 180, "{} characters: {text}", text.len());
}

#[test]
fn every_view_is_behind_one_tab() {
    for tab in Tab::ALL {
        assert_eq!(Tab::BAR.iter().filter(|views| views.contains(&tab)).count(), 1, "{tab:?}");
        assert!(Tab::BAR[tab.place()].contains(&tab));
    }
}

#[test]
fn what_is_chosen_of_the_state_space() {
    let texts = [">x", "^", "#-3 9 0 0", "=-5 some n", "*flag", "+pc"].map(String::from).to_vec();
    let choice = Choice::of_texts(&texts);
    let rest = vec![("some n".into(), At::Value(-5)), ("flag".into(), At::Any), ("pc".into(), At::Each)];
    let window = Some([(-3, 9), (0, 0)]);
    assert_eq!(choice, Choice { x: Some("x".into()), y: Some(None), rest, window });
    assert_eq!(choice.texts(), texts);
    // Hostile ones: numbers that are none, or too great to add to, and windows upside down.
    for text in
        ["", "?x", "=n", "=1e9 n", "=9223372036854775807 n", "#1 2 3", "#9223372036854775807 0 0 0", "=", "é"]
    {
        assert_eq!(Choice::of_texts(&[text.into()]), Choice::default(), "{text}");
    }
    assert_eq!(Choice::of_texts(&["#9 1 0 -9".into()]).window, Some([(9, 9), (0, 0)]));
}

#[test]
fn formulas_of_ones_own_are_bounded() {
    let long = "x".repeat(MAX_OWN_TEXT + 1);
    let many: Vec<String> = (0..100).map(|i| format!(r#"[{i},"x = {i}"]"#)).collect();
    let json = format!(
        r#"{{"s":"skip","e":"imc","u":1,"c":1,"o":"own","x":[[7,"{long}"],[99999999999,"y = 1"],{}],"h":["{long}","x >= 0"]}}"#,
        many.join(",")
    );
    let link = decode(&packed(&json)).unwrap().unwrap();
    assert_eq!(link.own, ["", "x >= 0"], "each at its loop");
    assert_eq!(link.setup.settings.own.len(), MAX_OWN);
    assert_eq!(link.setup.settings.own[0], OwnInterpolant { number: u32::MAX, text: "y = 1".into() });
    assert_eq!(link.setup.settings.own[1], OwnInterpolant { number: 0, text: "x = 0".into() });
    assert_eq!(link.setup.settings.interpolants, Source::Rotation, "no source to be chosen");
}
