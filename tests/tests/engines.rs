//! Every program of the corpus through every engine: the folder is the expectation, and where an engine does not get
//! there within the limits, `tests/corpus/differences.txt` says so. A wrong verdict is never excused.

use loopglass_tests::corpus::{Expected, Program, programs};
use loopglass_tests::read;
use session::{Session, verdict_of};
use std::collections::BTreeMap;
use trace::{Engine, Event, Settings, Setup, Verdict};

/// Unrollings allowed to every engine here, and conflicts in one query.
const UNROLLINGS: u32 = 10;
const CONFLICTS: u32 = 2_000;

/// Refinements allowed to VINTA and UFO here, and conflicts in one query.
const REFINEMENTS: (u32, u32) = (3, 1_000);

/// Rounds allowed to AR here, and conflicts in one query.
const ROUNDS: (u32, u32) = (3, 500);

/// Frames allowed to ISMC, PDR and DAR here, and conflicts in one query.
const FRAMES: (u32, u32) = (5, 1_000);

/// Actions in a row allowed to Impact here, and conflicts in one query.
const ACTIONS: (u32, u32) = (6, 1_000);

/// The limits of an engine: unrollings or refinements, and conflicts in one query.
fn limits(engine: Engine) -> (u32, u32) {
    match engine {
        Engine::Vinta { .. } => REFINEMENTS,
        Engine::Ar(_) => ROUNDS,
        Engine::Ismc | Engine::Pdr | Engine::Dar => FRAMES,
        Engine::Impact(_) => ACTIONS,
        Engine::Bmc | Engine::KInduction | Engine::Imc(_) | Engine::Fib(_) => (UNROLLINGS, CONFLICTS),
    }
}

fn run(program: &Program, engine: Engine, augment: bool) -> Vec<Event> {
    let (max_unrollings, max_conflicts) = limits(engine);
    let setup = Setup {
        source: program.source.clone(),
        language: reader::of_file(&program.name).expect("a language"),
        engine,
        settings: Settings { max_unrollings, max_conflicts, augment, ..Settings::default() },
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

/// The verdict of a run, whose evidence must be there.
fn verdict(program: &Program, events: &[Event]) -> &'static str {
    match verdict_of(events) {
        Some(Verdict::Safe { obligations, certificate, .. }) => {
            assert!(obligations.len() >= 4 && certificate.contains("(check-sat)"), "{}", program.name);
            "safe"
        }
        Some(Verdict::Unsafe(execution)) => {
            // Of clauses it is the query's body that holds.
            let ends = ["FAILS", "query HOLDS"];
            let last = execution.rows.last().map(|r| &r.note);
            assert!(last.is_some_and(|note| ends.iter().any(|e| note.contains(e))), "{}", program.name);
            "unsafe"
        }
        Some(Verdict::Unknown(_)) => "unknown",
        Some(Verdict::Faulty { what, .. }) => panic!("{}: {what}", program.name),
        None => panic!("{}: no verdict", program.name),
    }
}

fn folder_of(program: &Program) -> &'static str {
    folder(program.expected)
}

fn folder(expected: Expected) -> &'static str {
    match expected {
        Expected::Safe => "safe",
        Expected::Unsafe => "unsafe",
    }
}

fn check(engine: Engine) {
    check_some(engine, &[Expected::Safe, Expected::Unsafe]);
}

/// An engine on those programs whose verdict is expected to be one of these.
fn check_some(engine: Engine, expected: &[Expected]) {
    let mut differences = differences();
    let folders: Vec<String> = expected.iter().map(|&e| format!("{}/", folder(e))).collect();
    differences.retain(|(name, path), _| {
        *name == engine.as_str() && folders.iter().any(|f| path.starts_with(f.as_str()))
    });
    let mut wrong = Vec::new();
    for program in programs().into_iter().filter(|p| expected.contains(&p.expected)) {
        let found = verdict(&program, &run(&program, engine, false));
        let folder = folder_of(&program);
        assert!(
            found == folder || found == "unknown",
            "{engine} on {}: {found}, but it is {folder}",
            program.name
        );
        let allowed = differences.remove(&(engine.to_string(), format!("{folder}/{}", program.name)));
        // BMC proves nothing about loops that go on beyond its bound; that needs no line for each program.
        let no_proof = found == "unknown" && engine == Engine::Bmc && folder == "safe";
        if !no_proof && found != allowed.as_deref().unwrap_or(folder) {
            wrong.push(format!("{engine} {folder}/{} {found}", program.name));
        }
    }
    assert!(differences.is_empty(), "differences of programs that are not there: {differences:?}");
    assert!(wrong.is_empty(), "differs from the folder and differences.txt:\n{}", wrong.join("\n"));
}

#[test]
fn imc_on_the_corpus() {
    check(Engine::IMC);
}

#[test]
fn imc_f_on_the_corpus() {
    check(Engine::IMC_F);
}

#[test]
fn imc_i_on_the_corpus() {
    check(Engine::IMC_I);
}

#[test]
fn ismc_on_the_corpus() {
    check(Engine::ISMC);
}

#[test]
fn pdr_on_the_corpus() {
    check(Engine::PDR);
}

#[test]
fn dar_on_the_corpus() {
    check(Engine::DAR);
}

#[test]
fn fib_f_on_the_corpus() {
    check(Engine::FIB_F);
}

#[test]
fn fib_b_on_the_corpus() {
    check(Engine::FIB_B);
}

#[test]
fn fib_bi_on_the_corpus() {
    check(Engine::FIB_BI);
}

#[test]
fn vinta_box_on_the_safe_corpus() {
    check_some(Engine::VINTA_BOX, &[Expected::Safe]);
}

#[test]
fn vinta_box_on_the_unsafe_corpus() {
    check_some(Engine::VINTA_BOX, &[Expected::Unsafe]);
}

#[test]
fn vinta_boxes_on_the_safe_corpus() {
    check_some(Engine::VINTA_BOXES, &[Expected::Safe]);
}

#[test]
fn vinta_boxes_on_the_unsafe_corpus() {
    check_some(Engine::VINTA_BOXES, &[Expected::Unsafe]);
}

#[test]
fn vinta_octagon_on_the_safe_corpus() {
    check_some(Engine::VINTA_OCTAGON, &[Expected::Safe]);
}

#[test]
fn vinta_octagon_on_the_unsafe_corpus() {
    check_some(Engine::VINTA_OCTAGON, &[Expected::Unsafe]);
}

#[test]
fn ufo_box_on_the_safe_corpus() {
    check_some(Engine::UFO_BOX, &[Expected::Safe]);
}

#[test]
fn ufo_box_on_the_unsafe_corpus() {
    check_some(Engine::UFO_BOX, &[Expected::Unsafe]);
}

#[test]
fn ufo_boxes_on_the_safe_corpus() {
    check_some(Engine::UFO_BOXES, &[Expected::Safe]);
}

#[test]
fn ufo_boxes_on_the_unsafe_corpus() {
    check_some(Engine::UFO_BOXES, &[Expected::Unsafe]);
}

#[test]
fn ufo_octagon_on_the_safe_corpus() {
    check_some(Engine::UFO_OCTAGON, &[Expected::Safe]);
}

#[test]
fn ufo_octagon_on_the_unsafe_corpus() {
    check_some(Engine::UFO_OCTAGON, &[Expected::Unsafe]);
}

#[test]
fn impact_on_the_corpus() {
    check(Engine::IMPACT);
}

#[test]
fn impact_with_forced_covering_on_the_corpus() {
    check(Engine::IMPACT_FC);
}

#[test]
fn ar_on_the_corpus() {
    check(Engine::AR);
}

#[test]
fn ar_allsat_on_the_corpus() {
    check(Engine::AR_ALLSAT);
}

#[test]
fn kind_on_the_corpus() {
    check(Engine::KIND);
}

#[test]
fn bmc_on_the_corpus() {
    check(Engine::BMC);
}

/// Two runs in one process, and so in any two, have the same events.
#[test]
fn runs_are_deterministic() {
    for program in programs().iter().step_by(5) {
        for engine in [Engine::IMC, Engine::VINTA_BOX] {
            let both = [(), ()].map(|()| run(program, engine, false));
            assert_eq!(both[0], both[1], "{engine} {}", program.name);
        }
    }
}

/// Each event points at a line that the page's pseudo-code has.
#[test]
fn events_point_into_the_pseudo_code() {
    for engine in Engine::ALL {
        for program in programs().iter().step_by(3) {
            let lines: Vec<u32> =
                view::run::pseudo::pseudo_code(engine).lines.iter().filter_map(|l| l.number).collect();
            for event in run(program, engine, false) {
                assert!(lines.contains(&event.line), "{engine} {}: line {}", program.name, event.line);
            }
        }
    }
}

/// Runs an engine with auxiliary invariants on the corpus: never a wrong verdict, and no more programs than these are left open.
fn check_augmented(engine: Engine, most_open: usize) {
    let mut open = Vec::new();
    for program in programs() {
        let (found, folder) = (verdict(&program, &run(&program, engine, true)), folder_of(&program));
        assert!(found == folder || found == "unknown", "{engine} on {}: {found}", program.name);
        if found == "unknown" {
            open.push(format!("{folder}/{}", program.name));
        }
    }
    assert!(open.len() <= most_open, "{engine} leaves open: {}", open.join(", "));
}

#[test]
fn imc_augmented_on_the_corpus() {
    check_augmented(Engine::IMC, 4);
}

#[test]
fn kind_augmented_on_the_corpus() {
    check_augmented(Engine::KIND, 1);
}

#[test]
fn fib_b_augmented_on_the_corpus() {
    check_augmented(Engine::FIB_B, 4);
}
