//! Circuits in three spellings of AIGER: engines say what is known of them, and witnesses reach what they claim.

use loopglass_fuzz::circuits::{forty, large};
use session::{Session, verdict_of};
use trace::{Engine, Language, Settings, Setup, Verdict};

fn setup(source: String, engine: &str) -> Setup {
    let engine: Engine = engine.parse().expect("an engine");
    Setup { source, language: Language::Aiger, engine, settings: Settings::default() }
}

#[test]
fn all_spellings_are_the_same_circuit() {
    for made in forty() {
        let ascii = lang::aiger::parse(&made.ascii());
        let binary = lang::aiger::from_binary(&made.binary()).expect("a circuit");
        let bad_state = lang::aiger::parse(&made.bad_state()).circuit;
        let (Some(ascii), Some(binary)) = (ascii.circuit, lang::aiger::parse(&binary).circuit) else {
            panic!("{}: {:?}", made.name, ascii.diagnostics);
        };
        let bad_state = bad_state.expect("a circuit of version 1.9");
        for other in [binary, bad_state] {
            assert_eq!(
                (&ascii.latches, &ascii.gates, &ascii.bad),
                (&other.latches, &other.gates, &other.bad)
            );
        }
    }
}

#[test]
fn engines_say_what_is_known() {
    let all = forty();
    assert_eq!(all.len(), 40);
    let few = all.iter().filter(|made| made.size() < 45).step_by(2);
    let mut witnesses = 0;
    for made in few {
        for engine in ["imc", "ar", "bmc"] {
            let mut setup = setup(made.ascii(), engine);
            setup.settings.max_unrollings = if engine == "bmc" { 8 } else { 100 };
            let (mut session, _) = Session::open(&setup).expect("a circuit");
            let events = session.run_to_end();
            match verdict_of(&events).expect("a verdict") {
                Verdict::Safe { .. } => assert!(made.safe, "{}: {engine}", made.name),
                Verdict::Unsafe(execution) => {
                    assert!(!made.safe, "{}: {engine}", made.name);
                    let witness = session::witness(&setup, execution).expect("it reaches the bad state");
                    assert!(witness.starts_with("1\nb0\n") && witness.ends_with(".\n"), "{witness}");
                    witnesses += 1;
                }
                other => assert!(engine == "bmc" && made.safe, "{}, {engine}: {other:?}", made.name),
            }
        }
    }
    assert!(witnesses > 8, "{witnesses}");
}

#[test]
fn a_thousand_gates_are_a_transition_system() {
    let made = large(1_000).into_iter().find(|made| made.name.starts_with("parity")).expect("one of them");
    assert!(made.size() > 900, "{}", made.size());
    let mut setup = setup(made.ascii(), "bmc");
    setup.settings.max_unrollings = 2;
    let (mut session, _) = Session::open(&setup).expect("a circuit");
    let events = session.run_to_end();
    assert!(matches!(verdict_of(&events), Some(Verdict::Unknown(_))), "not failing within two rounds");
}
