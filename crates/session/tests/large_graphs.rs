//! VINTA on programs whose graphs are large: the alarm is examined within the labels, and what is learnt of the paths to the error
//! is kept from question to question. Whatever comes out has passed the session's checks.

use loopglass_session::{Session, verdict_of};
use trace::{Engine, Event, Language, Settings, Setup, Source, Verdict};

/// Workers that take turns, each with four stages. With `fault`, the last one names a worker that does not exist.
fn workers(count: usize, fault: bool) -> String {
    let mut text = "int nondet_int(void);\nint main(void) {\n  int turn = 0, work = 0;\n".to_owned();
    for i in 0..count {
        text += &format!("  int s{i} = 0, w{i} = 0;\n");
    }
    text += "  while (nondet_int()) {\n";
    for i in 0..count {
        let next = if i + 1 < count || fault { i + 1 } else { 0 };
        text += &format!(
            "    {} (turn == {i}) {{
      if (s{i} == 0) s{i} = 1;
      else if (s{i} == 1) {{ w{i} = w{i} + 1; work = work + 1; s{i} = 2; }}
      else if (s{i} == 2) {{ if (nondet_int()) s{i} = 3; }}
      else {{ s{i} = 0; w{i} = w{i} - 1; work = work - 1; turn = {next}; }}
    }}\n",
            if i == 0 { "if" } else { "else if" }
        );
    }
    text + &format!("    assert(turn < {count}); assert(work <= 1);\n  }}\n}}\n")
}

/// The verdict without executions before it, and how often the alarm was examined within the labels.
fn run(source: &str, engine: Engine) -> (Verdict, usize) {
    // No other source may step in where a refutation has no interpolant.
    let settings = Settings { run_first: false, interpolants: Source::Proof, ..Settings::default() };
    let setup = Setup { source: source.into(), language: Language::C, engine, settings };
    let (mut session, _) = Session::open(&setup).unwrap_or_else(|p| panic!("{p:?} in\n{source}"));
    let events = session.run_to_end();
    let within = |e: &&Event| e.purpose.contains("within the labels, which");
    (verdict_of(&events).cloned().expect("a verdict"), events.iter().filter(within).count())
}

#[test]
fn large_graphs_are_refined_and_real_alarms_found() {
    for name in ["vinta-boxes", "vinta-box"] {
        let engine: Engine = name.parse().expect("an engine");
        for (fault, count) in [(false, 3), (false, 4), (true, 3)] {
            let (verdict, within) = run(&workers(count, fault), engine);
            match verdict {
                Verdict::Safe { .. } if !fault => {}
                Verdict::Unsafe(_) if fault => {}
                other => panic!("{name}, {count} workers: {other:?}"),
            }
            assert!(within > 0, "{name}, {count} workers: no graph was large");
        }
    }
}
