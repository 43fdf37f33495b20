//! What `verify` writes beside its result: witnesses of verdicts, and annotated programs.
//!
//! An AIGER circuit that fails has a witness in AIGER's own format, a C program one in that of the competition on software
//! verification ([`format`]), whatever the verdict. An annotated program is the program's text with the invariant before each loop.

mod execution;

mod format;

mod loops;

mod places;

use format::{Constraint, Content, Invariant, InvariantItem, Location, SegmentItem, Waypoint, WaypointItem};
use loops::LoopOfText;
use places::{Head, Places};
use std::path::Path;
use trace::{Event, Execution, Language, Setup, Verdict};
use view::program::comment::annotation;

/// Why a program of this language has no witness, if it has none.
pub(crate) fn refused(language: Language) -> Option<&'static str> {
    match language {
        Language::C | Language::Aiger => None,
        Language::Imp => Some(
            "--witness is for C programs and AIGER circuits; of an IMP program --certificate writes a proof",
        ),
        Language::Chc => Some(
            "--witness is for C programs and AIGER circuits; of Horn clauses --json prints the model or the refutation",
        ),
    }
}

/// Why a program of this language is not annotated, if it is not.
pub(crate) fn not_annotated(language: Language) -> Option<&'static str> {
    match language {
        Language::C | Language::Imp => None,
        Language::Aiger | Language::Chc => {
            Some("--annotate is for IMP and C programs, which have loops in their text")
        }
    }
}

/// The witness of a run that is over, as text; none without a verdict that has one.
///
/// # Errors
/// What is wrong with the run.
pub(crate) fn witness(file: &Path, setup: &Setup, events: &[Event]) -> Result<Option<String>, String> {
    match (setup.language, session::verdict_of(events)) {
        (Language::Aiger, Some(Verdict::Unsafe(execution))) => {
            let text = session::witness(setup, execution);
            text.map(Some).ok_or_else(|| "the execution is none of the circuit's".into())
        }
        (Language::C, Some(Verdict::Unsafe(execution))) => of_execution(file, setup, execution).map(Some),
        (Language::C, Some(Verdict::Safe { .. })) => of_proof(file, setup, events).map(Some),
        _ => Ok(None),
    }
}

/// The name by which a witness calls the program.
fn name_of(file: &Path) -> String {
    let name = file.file_name().filter(|_| file != Path::new("-"));
    name.map_or_else(|| "program.c".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn location(places: &Places<'_>, file: &str, at: u32) -> Location {
    let (line, column) = places.line_and_column(at);
    let function = places.function(at).map(|function| function.name.clone());
    Location { file_name: file.to_owned(), line, column, function }
}

fn of_proof(file: &Path, setup: &Setup, events: &[Event]) -> Result<String, String> {
    let file = name_of(file);
    let program = lang::c::parse(&setup.source, setup.dialect().arithmetic).program;
    let (Some(program), Some(loops)) = (program, loops::of_run(setup, events)) else {
        return Err("the proof is none of the program's".into());
    };
    let places = Places::new(&setup.source, &program);
    let item = |found: LoopOfText| {
        // The condition of a `do` is evaluated at the end of its body, where the invariant of its beginning need not hold: what is known
        // is said of the first statement. A label is no loop to the format.
        let (kind, at) = match found.head {
            Head::Tested => ("loop_invariant", found.at),
            Head::Do(first) => ("location_invariant", first?),
            Head::Label => ("location_invariant", found.at),
        };
        let value = found.c.unwrap_or_else(|| "1".to_owned());
        let location = location(&places, &file, at);
        Some(InvariantItem { invariant: Invariant { kind, location, value, format: "c_expression" } })
    };
    format::yaml(&file, &setup.source, &Content::Invariants(loops.into_iter().filter_map(item).collect()))
}

fn of_execution(file: &Path, setup: &Setup, execution: &Execution) -> Result<String, String> {
    let file = name_of(file);
    let program = lang::c::parse(&setup.source, setup.dialect().arithmetic).program;
    let program = program.ok_or("the program cannot be read again")?;
    let places = Places::new(&setup.source, &program);
    let passed = execution::waypoints(&places, execution).ok_or("the execution is none of the program's")?;
    let item = |passed: execution::Passed| {
        let constraint = passed.constraint.map(|(value, format)| Constraint { value, format });
        let location = location(&places, &file, passed.at);
        let waypoint = Waypoint { kind: passed.kind, action: "follow", constraint, location };
        SegmentItem { segment: [WaypointItem { waypoint }] }
    };
    format::yaml(&file, &setup.source, &Content::Segments(passed.into_iter().map(item).collect()))
}

/// The program with the invariant before each loop; none if it is not proved.
pub(crate) fn annotated(setup: &Setup, events: &[Event]) -> Option<String> {
    let mut text = setup.source.clone();
    for found in loops::of_run(setup, events)?.iter().rev() {
        let acsl = match found.head {
            Head::Tested | Head::Do(_) => Some(found.acsl.as_deref().unwrap_or("\\true")),
            // ACSL has invariants of loops alone.
            Head::Label => None,
        };
        let comment = annotation(setup.language, acsl, &found.text);
        let at = found.at as usize;
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let indent = text[line..at].to_owned();
        let is_alone = indent.chars().all(char::is_whitespace);
        let before = match (is_alone, setup.language) {
            (true, _) => format!("{comment}{indent}"),
            (false, Language::C) => format!("{} ", comment.trim_end()),
            (false, _) => format!("\n{comment}"),
        };
        text.insert_str(at, &before);
    }
    Some(text)
}
