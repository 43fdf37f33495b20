//! Programs over words and circuits: the engines' verdicts, compared with explicit-state search.

use crate::explicit;
use flow::Lower;
use session::{Session, verdict_of};
use std::time::{Duration, Instant};
use trace::{Dialect, Engine, Integers, Language, Settings, Setup, Verdict};

/// A verdict of an engine on a program over words.
pub struct Said {
    /// Safe or unsafe; none where a limit was met.
    pub safe: Option<bool>,
    /// The certificate of a safe program.
    pub certificate: Option<String>,
    /// Where the failing execution begins: names with values.
    pub start: Vec<(String, String)>,
}

/// How a program over words is run.
pub fn setup(source: &str, language: Language, engine: Engine, width: u8, limits: (u32, u32)) -> Setup {
    let (max_unrollings, max_conflicts) = limits;
    let settings =
        Settings { integers: Integers::Bits, width, max_unrollings, max_conflicts, ..Settings::default() };
    Setup { source: source.into(), language, engine, settings }
}

/// Runs an engine.
///
/// # Errors
/// That the program is refused, or that a check failed.
pub fn said(setup: &Setup) -> Result<Said, String> {
    said_within(setup, None)
}

/// Runs an engine until it has a verdict or the time is up, which is looked at after each query.
///
/// # Errors
/// That the program is refused, or that a check failed.
pub fn said_within(setup: &Setup, within: Option<Duration>) -> Result<Said, String> {
    let (session, _) = Session::open(setup).map_err(|problems| format!("refused: {problems:?}"))?;
    let mut session = session.briefly();
    let mut said = Said { safe: None, certificate: None, start: Vec::new() };
    let (start, mut events) = (Instant::now(), Vec::new());
    while let Some(event) = session.advance() {
        events = vec![event];
        if verdict_of(&events).is_none() && within.is_some_and(|within| start.elapsed() > within) {
            return Ok(said);
        }
    }
    match verdict_of(&events) {
        Some(Verdict::Safe { certificate, .. }) => {
            said.safe = Some(true);
            said.certificate = Some(certificate.clone());
        }
        Some(Verdict::Unsafe(execution)) => {
            said.safe = Some(false);
            said.start = execution.variables.iter().cloned().zip(execution.start.iter().cloned()).collect();
        }
        Some(Verdict::Unknown(_)) => {}
        Some(Verdict::Faulty { what, .. }) => return Err(format!("a check failed: {what}")),
        None => return Err("no verdict".into()),
    }
    Ok(said)
}

/// What explicit-state search says of a program over words; none if it has too many states.
pub fn truth(source: &str, dialect: Dialect, most: usize) -> Option<bool> {
    let program = reader::read(source, dialect).program?;
    let cfg = Lower::lower(&*program);
    explicit::fails(&*program, &cfg, most).map(|fails| !fails)
}
