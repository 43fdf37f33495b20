//! Every program of the corpus through every engine: the folder is the expectation, and where an engine does not get
//! there within the limits, `tests/corpus/differences.txt` says so. A wrong verdict is never excused.

use loopglass_tests::corpus::{Expected, Program, programs};
use loopglass_tests::read;
use session::{Session, verdict_of};
use std::collections::BTreeMap;
use trace::{EngineName, Event, Language, Settings, Setup, Verdict};

/// Unrollings allowed to every engine here, and conflicts in one query.
const UNROLLINGS: u32 = 10;
const CONFLICTS: u32 = 2_000;

fn run(program: &Program, engine: EngineName) -> Vec<Event> {
    let setup = Setup {
        source: program.source.clone(),
        language: if program.name.ends_with(".c") { Language::C } else { Language::Imp },
        engine,
        settings: Settings { max_unrollings: UNROLLINGS, max_conflicts: CONFLICTS, ..Settings::default() },
    };
    let (mut session, _) =
        Session::open(&setup).unwrap_or_else(|problems| panic!("{}: {problems:?}", program.name));
    session.run_to_end()
}

/// Engine and program to what is expected instead of the folder's verdict.
fn differences() -> BTreeMap<(String, String), String> {
    let text = read("tests/corpus/differences.txt");
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.split_whitespace().map(str::to_owned);
            let mut word = || words.next().unwrap_or_else(|| panic!("differences.txt: {line}"));
            ((word(), word()), word())
        })
        .collect()
}

fn check(engine: EngineName) {
    let mut differences = differences();
    let mut wrong = Vec::new();
    for program in programs() {
        let events = run(&program, engine);
        let found = match verdict_of(&events) {
            Some(Verdict::Safe { obligations, certificate, .. }) => {
                assert!(obligations.len() >= 4 && certificate.contains("(check-sat)"), "{}", program.name);
                "safe"
            }
            Some(Verdict::Unsafe(execution)) => {
                assert!(execution.rows.last().is_some_and(|r| r.note.contains("FAILS")), "{}", program.name);
                "unsafe"
            }
            Some(Verdict::Unknown(_)) => "unknown",
            Some(Verdict::Faulty { what }) => panic!("{}: {what}", program.name),
            None => panic!("{}: no verdict", program.name),
        };
        let folder = match program.expected {
            Expected::Safe => "safe",
            Expected::Unsafe => "unsafe",
        };
        assert!(
            found == folder || found == "unknown",
            "{engine} on {}: {found}, but it is {folder}",
            program.name
        );
        let allowed = differences.remove(&(engine.to_string(), format!("{folder}/{}", program.name)));
        // BMC proves nothing about loops that are reached; that needs no line for each program.
        let no_proof = engine == EngineName::Bmc && folder == "safe" && found == "unknown";
        if !no_proof && found != allowed.as_deref().unwrap_or(folder) {
            wrong.push(format!("{engine} {folder}/{} {found}", program.name));
        }
    }
    differences.retain(|(name, _), _| *name == engine.as_str());
    assert!(differences.is_empty(), "differences of programs that are not there: {differences:?}");
    assert!(wrong.is_empty(), "differs from the folder and differences.txt:\n{}", wrong.join("\n"));
}

#[test]
fn imc_on_the_corpus() {
    check(EngineName::Imc);
}

#[test]
fn imc_f_on_the_corpus() {
    check(EngineName::ImcF);
}

#[test]
fn imc_i_on_the_corpus() {
    check(EngineName::ImcI);
}

#[test]
fn fib_f_on_the_corpus() {
    check(EngineName::FibF);
}

#[test]
fn fib_b_on_the_corpus() {
    check(EngineName::FibB);
}

#[test]
fn fib_bi_on_the_corpus() {
    check(EngineName::FibBi);
}

#[test]
fn bmc_on_the_corpus() {
    check(EngineName::Bmc);
}

/// Two runs in one process, and so in any two, have the same events.
#[test]
fn runs_are_deterministic() {
    for program in programs().iter().step_by(5) {
        assert_eq!(run(program, EngineName::Imc), run(program, EngineName::Imc), "{}", program.name);
    }
}

/// Each event points at a line that the page's pseudo-code has.
#[test]
fn events_point_into_the_pseudo_code() {
    for program in programs().iter().step_by(3) {
        for engine in EngineName::ALL {
            let lines: Vec<u32> = view::pseudo::pseudo_code(engine).lines.iter().map(|l| l.number).collect();
            for event in run(program, engine) {
                assert!(lines.contains(&event.line), "{engine} {}: line {}", program.name, event.line);
            }
        }
    }
}
