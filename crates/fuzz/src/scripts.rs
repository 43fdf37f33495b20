//! What a run writes for other solvers: the certificate of a verdict and the scripts of its queries, answered by Z3 if
//! it is there, and scripts by our own reader too. Part of [`crate::judge`].

use crate::judge::{Kind, Tally};
use trace::{Answer, Event};
use view::run::history::History;

/// Answers whether formulas hold together, as Z3 does: the text of declarations and assertions on one line.
pub type Second<'a> = &'a mut dyn FnMut(&str) -> Option<bool>;

/// Whether the scripts of some queries are answered as the run was answered, here and by Z3.
pub(crate) fn scripts(events: &[Event], second: &mut Option<Second<'_>>) -> Result<(), String> {
    let mut history = History::default();
    for event in events {
        history.push(event.clone()).map_err(|e| e.to_string())?;
    }
    let every = events.len().div_ceil(6).max(1);
    for query in events.iter().step_by(every).filter_map(|event| event.query.as_ref()) {
        let wanted = match query.answer {
            Answer::Sat { .. } => true,
            Answer::Unsat { .. } => false,
            Answer::Unknown(_) => continue,
        };
        let script = view::query::script::query_script(&history, query);
        // Without an answer the script has been read at least.
        let mut options = smtlib::Options::default();
        (options.limits.conflicts, options.limits.pivots) = (1_000, 20_000);
        let (said, is_read) = smtlib::Script::run("query", &script, options);
        let said: String = said.iter().map(ToString::to_string).collect();
        let other = if wanted { "unsat" } else { "sat" };
        if !is_read || said == other {
            return Err(format!("the script of a query is answered `{said}`:\n{script}"));
        }
        let Some(second) = second else { continue };
        let plain = script.lines().filter(|line| {
            let is_command = ["(set-", "(check-sat)", ";"].iter().any(|start| line.starts_with(start));
            !is_command
        });
        let answer = second(&plain.collect::<Vec<_>>().join(" "));
        if answer.is_some_and(|answer| answer != wanted) {
            return Err(format!("Z3 answers otherwise:\n{script}"));
        }
    }
    Ok(())
}

/// Whether Z3 accepts each condition of a certificate.
pub(crate) fn certified(certificate: &str, second: Second<'_>, tally: &mut Tally) -> Option<(Kind, String)> {
    let conditions = conditions(certificate);
    if conditions.is_empty() {
        return Some((Kind::Certificate, "it has no conditions".into()));
    }
    let mut is_open = false;
    for condition in conditions {
        match second(&condition) {
            Some(false) => {}
            Some(true) => return Some((Kind::Certificate, condition)),
            None => is_open = true,
        }
    }
    tally.certificates += u64::from(!is_open);
    tally.certificates_open += u64::from(is_open);
    None
}

/// The conditions of a certificate, each as declarations and assertions on one line.
fn conditions(certificate: &str) -> Vec<String> {
    let plain = certificate.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    let said = plain.filter(|line| !line.starts_with("(set-") && !line.starts_with("(exit"));
    let whole = said.collect::<Vec<_>>().join(" ");
    let (mut common, mut conditions) = (String::new(), Vec::new());
    for (at, part) in whole.split("(push 1)").enumerate() {
        if at == 0 {
            common = part.to_owned();
        } else if let Some((asserted, _)) = part.split_once("(check-sat)") {
            conditions.push(format!("{common} {asserted}"));
        }
    }
    conditions
}
