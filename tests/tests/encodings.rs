//! The statement-level encoding, and assertions one by one, over the corpus: no verdict contradicts another.

use loopglass_tests::corpus::{Expected, Program, programs};
use session::{Session, verdict_of};
use trace::{Encoding, Engine, Outline, Settings, Setup, Verdict};

/// The verdict, and what is known of the program's text.
fn run(program: &Program, engine: Engine, settings: Settings) -> (&'static str, Outline) {
    let setup = Setup {
        source: program.source.clone(),
        language: reader::of_file(&program.name).expect("a language"),
        engine,
        settings,
    };
    let (mut session, opened) =
        Session::open(&setup).unwrap_or_else(|problems| panic!("{}: {problems:?}", program.name));
    let verdict = match verdict_of(&session.run_to_end()) {
        Some(Verdict::Safe { .. }) => "safe",
        Some(Verdict::Unsafe(_)) => "unsafe",
        Some(Verdict::Unknown(_)) => "unknown",
        other => panic!("{}: {other:?}", program.name),
    };
    (verdict, opened.outline)
}

fn limited(max_unrollings: u32, encoding: Encoding) -> Settings {
    Settings { max_unrollings, max_conflicts: 500, encoding, ..Settings::default() }
}

/// What the folder says is never contradicted; the number of programs decided.
fn check(engine: Engine, every: usize, wanted: Expected, settings: &Settings) -> usize {
    let (verdict, opposite) = match wanted {
        Expected::Safe => ("safe", "unsafe"),
        Expected::Unsafe => ("unsafe", "safe"),
    };
    let mut decided = 0;
    for program in programs().iter().filter(|p| p.expected == wanted).step_by(every) {
        let found = run(program, engine, settings.clone()).0;
        assert_ne!(found, opposite, "{engine} on {}", program.name);
        decided += usize::from(found == verdict);
    }
    decided
}

#[test]
fn failures_statement_by_statement() {
    let by_rounds = check(Engine::BMC, 1, Expected::Unsafe, &limited(5, Encoding::Block));
    let by_statements = check(Engine::BMC, 1, Expected::Unsafe, &limited(25, Encoding::Statement));
    assert!(by_rounds >= 30 && by_statements >= 30, "{by_rounds} {by_statements}");
}

#[test]
fn proofs_statement_by_statement() {
    let mut decided = Vec::new();
    // Unions of boxes take long where each statement is a step.
    let has_unions = |e: &Engine| matches!(e, Engine::Vinta { domain: trace::LabelDomain::Boxes, .. });
    for engine in Engine::ALL.into_iter().filter(|e| !has_unions(e)) {
        decided.push(check(engine, 19, Expected::Safe, &limited(2, Encoding::Statement)));
    }
    assert!(decided.iter().sum::<usize>() > 10, "{decided:?}");
}

/// All assertions hold if and only if each one holds.
#[test]
fn assertions_one_by_one() {
    let mut several = 0;
    for program in programs() {
        let settings = limited(4, Encoding::Block);
        let (together, outline) = run(&program, Engine::IMC_F, settings.clone());
        let count = outline.assertions.len();
        if count < 2 {
            continue;
        }
        several += 1;
        let alone: Vec<&str> = (1..)
            .take(count)
            .map(|number| {
                let settings = Settings { assertion: Some(number), ..settings.clone() };
                run(&program, Engine::IMC_F, settings).0
            })
            .collect();
        match together {
            "safe" => assert!(!alone.contains(&"unsafe"), "{}: {alone:?}", program.name),
            "unsafe" => assert!(alone.iter().any(|v| *v != "safe"), "{}: {alone:?}", program.name),
            _ => {}
        }
    }
    assert!(several >= 10, "{several}");
}

#[test]
fn an_assertion_that_is_not_there() {
    let open = |source: &str, number| {
        let settings = Settings { assertion: Some(number), ..Settings::default() };
        let setup = Setup { source: source.into(), settings, ..Setup::default() };
        match Session::open(&setup) {
            Ok(_) => String::new(),
            Err(problems) => session::render_problem("a.imp", source, &problems[0]),
        }
    };
    let source = "assert x > 0;\nx := 1\n{ x = 1 }";
    assert_eq!((open(source, 1), open(source, 2)), (String::new(), String::new()));
    for number in [0, 3, u32::MAX] {
        let text = open(source, number);
        assert!(text.contains(&format!("there is no assertion {number}")), "{text}");
        assert!(text.contains("help: there are 1 in line 1, 2 in line 3"), "{text}");
    }
    assert!(open("skip", 1).contains("the program asserts nothing"));
}

/// A choice between the start and the first loop head that is visited, or the end, is made where its statement is a location of its own.
#[test]
fn a_choice_after_a_loop_that_is_passed_by() {
    let source = "int x;\n{ x = 0 }\nif x = 1 then\n  while nondet do skip done\nend;\nif nondet then\n  assert false\nend\n";
    let program = Program {
        name: "passed_by.imp".into(),
        path: "passed_by.imp".into(),
        source: source.into(),
        expected: Expected::Unsafe,
    };
    for engine in Engine::ALL {
        for encoding in [Encoding::Block, Encoding::Statement] {
            assert_eq!(run(&program, engine, limited(4, encoding)).0, "unsafe", "{engine}");
        }
    }
}
