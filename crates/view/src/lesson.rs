//! Which answers to a lesson's question are right: what the event at the stop says, and nothing else; and the links to lessons.

use crate::page::link::{LinkError, MAX_ENCODED, Tab};
use crate::run::history::History;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use library::lesson::MAX_TEXT;
use library::lesson::{Ask, Claim, Fault, Lesson, find, parse};
use logic::{Int, Terms, Value};
use trace::{
    ApproximationChange, ArgChange, Change, Event, Formula, FormulaId, FrameChange, LabelOrigin, digit,
};

/// Reads a lesson whose stops name views that there are.
///
/// # Errors
/// The first fault, with its place.
pub fn read(text: &str) -> Result<Lesson, Fault> {
    let lesson = parse(text)?;
    for stop in &lesson.stops {
        let Some(name) = stop.tab.as_deref().filter(|name| Tab::named(name).is_none()) else { continue };
        let is_it = |line: &str| {
            line.strip_prefix("tab").and_then(|rest| rest.trim_start().strip_prefix(':')).map(str::trim)
                == Some(name)
        };
        // The line below `stop: …` that names it.
        let below = text.lines().skip(stop.line).position(is_it).map_or(0, |at| at + 1);
        let views: Vec<String> = Tab::ALL.into_iter().map(|tab| format!("`{}`", tab.name())).collect();
        let message = format!("there is no view `{name}`; there are {}", views.join(", "));
        return Err(Fault { line: stop.line + below, column: 1, message });
    }
    Ok(lesson)
}

/// The step at which a lesson's stop is; none if the run has not come there yet.
pub fn step_of(lesson: &Lesson, at: usize, history: &History) -> Option<usize> {
    find(lesson.places(at), || history.events())
}

/// For each answer whether it is right, none where the event does not tell; none at all if there is no event, or no answer that it tells
/// of.
pub fn rights(ask: &Ask, history: &History, step: usize) -> Option<Vec<Option<bool>>> {
    let event = history.event(step)?;
    let formula = found(event).and_then(|id| history.formula(id));
    let all: Vec<Option<bool>> = ask
        .answers
        .iter()
        .map(|answer| match &answer.claim {
            Claim::Happens(happening) => Some(happening.is_in(event)),
            Claim::Holds(values) => holds(formula?, values),
            Claim::Formula => Some(false),
        })
        .collect();
    all.iter().any(Option::is_some).then_some(all)
}

/// The set of states that a step has found: an interpolant, as it is narrowed, a label, or what the generator knows.
pub fn found(event: &Event) -> Option<FormulaId> {
    let of = |change: &Change| match change {
        Change::Strengthened { formula, .. }
        | Change::InterpolantAdded { formula, .. }
        | Change::Squeezed { formula, .. } => Some(*formula),
        Change::Approximation(ApproximationChange::Front { set, .. }) => Some(*set),
        Change::Frame(FrameChange::Joined { formula, .. }) => Some(*formula),
        Change::Arg(ArgChange::Labelled {
            label,
            origin: LabelOrigin::Refined { .. } | LabelOrigin::Widened { .. },
            ..
        }) => Some(*label),
        _ => None,
    };
    let is_narrowed = |change: &&Change| matches!(change, Change::Strengthened { .. });
    // Of the generator's levels the last knows most.
    let known = event.changes.iter().rev().find_map(|change| match change {
        Change::AuxiliaryInvariant { formula, .. } => Some(*formula),
        _ => None,
    });
    event.changes.iter().find(is_narrowed).into_iter().chain(&event.changes).find_map(of).or(known)
}

/// Whether a formula holds in a state; none if it speaks of more than the state tells.
pub fn holds(formula: &Formula, values: &[(String, String)]) -> Option<bool> {
    let terms = Terms::new();
    let symbols = || formula.rows.iter().flatten().chain(formula.definitions.iter().flat_map(|d| &d.1));
    let booleans: Vec<&str> = symbols()
        .filter_map(|tok| match &tok.kind {
            trace::TokKind::Symbol(symbol) if symbol.boolean => Some(symbol.name.as_str()),
            _ => None,
        })
        .collect();
    let term = sexp::formula(&terms, &formula.smt, |name| !booleans.contains(&name) && digit(name).is_none());
    let term = term.ok()?;
    let text = |name: &str| values.iter().find(|(known, _)| known == name).map(|(_, text)| text);
    let value = |name: &str| {
        let Some(text) = text(name) else {
            // Of a word there are digits.
            let (word, at) = digit(name)?;
            let number: i64 = text(&word)?.parse().ok()?;
            return Some(Value::Bool(number >> at.min(63) & 1 == 1));
        };
        Some(match text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            number => Value::Int(number.parse::<Int>().ok()?),
        })
    };
    let known = terms.vars(term).into_iter().all(|v| value(&terms.symbol_of(v).name).is_some());
    known.then(|| terms.holds(term, &|v| value(&terms.symbol_of(v).name).unwrap_or(Value::Bool(false))))
}

/// Where a lesson comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It comes with the page, under this key.
    Shipped(String),
    /// Its text is somebody's own.
    Own(String),
}

/// How the fragment of an address begins that is a link to a lesson.
pub const LINK: &str = "lesson=";
/// What stands before the text of a lesson in a link; no key has it.
const TEXT: char = '~';

/// The fragment of the link to a stop of a lesson, counted from 0, without `#`.
///
/// # Errors
/// The text of the lesson is too long for a link.
pub fn fragment(origin: &Origin, at: usize) -> Result<String, LinkError> {
    let name = match origin {
        Origin::Shipped(key) => key.clone(),
        Origin::Own(text) => {
            let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
            format!("{TEXT}{}", URL_SAFE_NO_PAD.encode(packed))
        }
    };
    let link = format!("{LINK}{name}/{}", at + 1);
    if link.len() > MAX_ENCODED { Err(LinkError::TooLong) } else { Ok(link) }
}

/// What a fragment that begins with [`LINK`] leads to: a lesson, and the stop, counted from 0, if it names one.
///
/// # Errors
/// It is no link to a lesson, or holds more than a lesson may have.
pub fn linked(fragment: &str) -> Result<(Origin, Option<usize>), LinkError> {
    let name = fragment.trim_start_matches('#').strip_prefix(LINK).ok_or(LinkError::NotALink)?;
    if fragment.len() > MAX_ENCODED {
        return Err(LinkError::TooLong);
    }
    let (name, stop) = name.split_once('/').map_or((name, None), |(name, stop)| (name, stop.parse().ok()));
    let at = stop.map(|stop: usize| stop.saturating_sub(1));
    let Some(packed) = name.strip_prefix(TEXT).or_else(|| name.strip_prefix("%7E")) else {
        return match is_key(name) {
            true => Ok((Origin::Shipped(name.into()), at)),
            false => Err(LinkError::Damaged),
        };
    };
    let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkError::Damaged)?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, MAX_TEXT).map_err(|e| match e
        .status
    {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        _ => LinkError::Damaged,
    })?;
    String::from_utf8(text).map(|text| (Origin::Own(text), at)).map_err(|_| LinkError::Damaged)
}

/// Whether this can be the key of a lesson, which is the name of a file: nothing that leads elsewhere.
pub fn is_key(name: &str) -> bool {
    (1..=40).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_linked_is_found(text in "(?s).{0,400}", at in 0usize..60) {
            let own = Origin::Own(text);
            let link = fragment(&own, at).unwrap();
            prop_assert_eq!(linked(&format!("#{link}")), Ok((own, Some(at))));
        }

        #[test]
        fn any_link_is_refused_or_leads_to_a_file_of_ours(text in "(lesson=)?[~a-z0-9/.%_-]{0,60}") {
            if let Ok((Origin::Shipped(key), _)) = linked(&text) {
                prop_assert!(is_key(&key));
            }
        }
    }

    #[test]
    fn links() {
        let shipped = Origin::Shipped("restarts".into());
        assert_eq!(fragment(&shipped, 2).as_deref(), Ok("lesson=restarts/3"));
        assert_eq!(linked("#lesson=restarts/3"), Ok((shipped.clone(), Some(2))));
        assert_eq!(linked("#lesson=restarts"), Ok((shipped, None)));
        assert_eq!(linked("#lesson=../secret/1"), Err(LinkError::Damaged));
        assert_eq!(linked("#lesson=~%%%/1"), Err(LinkError::Damaged));
        assert_eq!(linked("#1=abc"), Err(LinkError::NotALink));
        // What inflates to more than a lesson may have is not inflated.
        let bomb = miniz_oxide::deflate::compress_to_vec(&vec![b'a'; 10 * MAX_TEXT], 9);
        let link = format!("#lesson=~{}/1", URL_SAFE_NO_PAD.encode(bomb));
        assert!(link.len() < MAX_ENCODED);
        assert_eq!(linked(&link), Err(LinkError::TooLarge));
        assert_eq!(linked(&format!("#lesson={}", "a".repeat(MAX_ENCODED))), Err(LinkError::TooLong));
    }
    use crate::fixture::{Recorder, counter_run, spurious_run};

    fn ask(lines: &str) -> Ask {
        let head = "title: T\nexample: imc-fig1\nstop: start\n";
        let lesson = library::lesson::parse(&format!("{head}{lines}")).unwrap();
        lesson.stops.into_iter().next().and_then(|stop| stop.ask).unwrap()
    }

    #[test]
    fn a_view_that_there_is_not_is_a_fault_at_its_line() {
        let text =
            "title: T\nexample: imc-fig1\nstop: start\ntab: query\nstop: verdict\nWords.\n\ntab: qeury\n";
        let fault = read(text).unwrap_err();
        assert_eq!((fault.line, fault.column), (8, 1));
        assert!(
            fault.message.starts_with("there is no view `qeury`; there are `space`, `query`, "),
            "{fault}"
        );
        assert!(read(&text.replace("qeury", "single-loop")).is_ok());
    }

    #[test]
    fn what_happens_is_told_by_the_event() {
        let run = counter_run();
        let what =
            ask("ask: What?\nanswer sat: a\nanswer unsat: b\nanswer interpolant: c\nanswer verdict: d\n");
        assert_eq!(rights(&what, &run, 4), Some([false, true, true, false].map(Some).to_vec()));
        assert_eq!(rights(&what, &run, run.len()), Some([false, false, false, true].map(Some).to_vec()));
        assert_eq!(rights(&what, &run, 0), None, "nothing has happened");
        let end = ask("ask: What?\nanswer restart: a\nanswer unrolling: b\nanswer unknown: c\n");
        assert_eq!(rights(&end, &spurious_run(), 2), Some([true, true, false].map(Some).to_vec()));
    }

    #[test]
    fn a_state_is_in_what_was_found_or_not() {
        let run = counter_run();
        let found = found(run.event(4).unwrap()).and_then(|id| run.formula(id)).unwrap();
        let found = Formula { smt: "(and (= x 1) (>= y 1))".into(), ..Formula::clone(found) };
        let state = |x: &str, y: &str| [("x", x), ("y", y)].map(|(n, v)| (n.to_owned(), v.to_owned()));
        assert_eq!(holds(&found, &state("1", "7")), Some(true));
        assert_eq!(holds(&found, &state("1", "-2")), Some(false));
        assert_eq!(holds(&found, &state("1", "0")[..1]), None, "y may be anything");
        let odd = Formula { smt: "(and |x[0]| (not |x[3]|))".into(), rows: vec![Vec::new()], ..found };
        assert_eq!(holds(&odd, &state("5", "0")), Some(true));
        assert_eq!(holds(&odd, &state("-3", "0")), Some(false), "a word below 0 has its last digit set");
        let which = ask("ask state: Which?\nanswer x = 1, y = 1: a\n");
        assert_eq!(rights(&which, &run, 1), None, "nothing was found there");
        let which = ask("ask state: Which?\nanswer x = 1, y = 1: a\nanswer x = 1: b\nanswer X = 1: c\n");
        let mut r = Recorder::default();
        let formula = r.formula_written("x = 1 and y >= 1", "(and (= x 1) (>= y 1))", Vec::new());
        r.step(14, None, vec![Change::InterpolantAdded { index: 1, formula }], vec![]);
        let told = rights(&which, &r.finish(), 1);
        assert_eq!(told, Some(vec![Some(true), None, None]), "what y is, is left out; there is no X");
    }

    #[test]
    fn stops_are_found_one_from_the_other() {
        let text = "title: T\nexample: imc-fig1\nstop: interpolant 2\nstop: next interpolant\nstop: next verdict\nstop: start\n";
        let lesson = library::lesson::parse(text).unwrap();
        let found = |run: &History| [0, 1, 2, 3].map(|at| step_of(&lesson, at, run));
        assert_eq!(found(&counter_run()), [Some(6), None, None, None]);
        let text = "title: T\nexample: imc-fig1\nstop: interpolant\nstop: next interpolant\nstop: next verdict\nstop: start\nstop: interpolant\nengine: imc-i\n";
        let lesson = library::lesson::parse(text).unwrap();
        let found: Vec<_> = (0..5).map(|at| step_of(&lesson, at, &counter_run())).collect();
        assert_eq!(found, [Some(4), Some(6), Some(8), Some(0), Some(4)]);
    }
}
