//! What a long run takes: the bytes that are sent, saved and kept of it grow with its length, not with the square of it.

use session::Session;
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{Engine, Event, Formula, Query, QueryPart, Setup, json};
use view::run::history::History;

/// A bounded search whose questions are answered at once, so that there can be many of them.
fn run(source: &str, steps: u32) -> Vec<Event> {
    let mut setup = Setup { source: source.into(), engine: Engine::Bmc, ..Setup::default() };
    setup.settings.max_unrollings = steps;
    let (mut session, _) = Session::open(&setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let events: Vec<Event> = std::iter::from_fn(|| session.advance()).take(steps as usize).collect();
    assert_eq!(events.len(), steps as usize);
    events
}

/// What the worker sends of a run, one message for each event.
fn sent(events: &[Event]) -> Vec<String> {
    let mut last = Vec::new();
    let texts = events.iter().cloned().map(|mut event| {
        event.query.iter_mut().for_each(|query| query.leave_out(&mut last));
        serde_json::to_string(&event).expect("plain data")
    });
    texts.collect()
}

/// What the page makes of it.
fn received(texts: &[String]) -> History {
    let mut history = History::default();
    for text in texts {
        history.push(json::read(text).expect("what was written")).expect("in order");
        history.keep(format!("[{text}]").into(), 1);
    }
    history
}

/// The bytes of events, counted as WebAssembly has them, with 16 more for each thing on the heap: what is shared once.
fn bytes(history: &History) -> usize {
    let (mut parts, mut formulas) = (BTreeSet::new(), BTreeSet::new());
    let mut total = history.json_lines().len();
    for event in history.events() {
        let kept = |text: &String| text.len() + 28;
        total += size_of::<Event>() + kept(&event.purpose) + kept(&event.outcome);
        total += serde_json::to_string(&(&event.changes, &event.watch)).expect("plain data").len();
        for formula in &event.formulas {
            if formulas.insert(Rc::as_ptr(formula)) {
                total += formula_bytes(formula) + 4;
            }
        }
        if let Some(Query { parts: asked, answer, .. }) = &event.query {
            total += 16 + 4 * asked.len() + 4 * serde_json::to_string(answer).expect("plain data").len();
            let new = asked.iter().filter(|part| parts.insert(Rc::as_ptr(part)));
            total += new.map(|part| size_of::<QueryPart>() + 16 + kept(&part.name)).sum::<usize>();
        }
    }
    total
}

fn formula_bytes(formula: &Formula) -> usize {
    let definitions = formula.definitions.iter().flat_map(|(_, toks)| toks);
    let toks = formula.rows.iter().flatten().chain(definitions).map(|tok| 110 + tok.text.len());
    toks.sum::<usize>() + formula.smt.len() + 80
}

#[test]
fn bounded_search_of_1000_steps() {
    let events = run("int x;\n{ x = 0 }\nwhile nondet do x := x + 1 done\n{ x = x }", 1000);
    let texts = sent(&events);
    let written: usize = texts.iter().map(String::len).sum();
    assert!(written < 2_400_000, "{written} bytes are sent");
    let history = received(&texts);
    assert!(history.events().eq(&events), "what is left out is put back");
    let kept = bytes(&history);
    assert!(kept < 18_000_000, "{kept} bytes are kept");
}

/// Real unrolled formulas, refutations along the whole path, and cores that have all of it.
#[test]
fn steps_of_a_bounded_search_cost_the_same_early_and_late() {
    let events = run("int x;\n{ x = 0 }\nwhile nondet do x := x + 1 done\n{ x >= 0 }", 240);
    let texts = sent(&events);
    let of = |range: std::ops::Range<usize>| texts[range].iter().map(String::len).sum::<usize>();
    let (early, late) = (of(60..120), of(180..240));
    assert!(late < early + early / 8, "{early} bytes of steps 60 to 120, {late} of steps 180 to 240");
    let history = received(&texts);
    assert!(history.events().eq(&events), "what is left out is put back");
    // Each step brings one transition and one property of its own.
    let parts: BTreeSet<_> = history
        .events()
        .filter_map(|event| event.query.as_ref())
        .flat_map(|query| query.parts.iter().map(Rc::as_ptr))
        .collect();
    assert!(parts.len() <= 2 * events.len() + 1, "{} conjuncts", parts.len());
}
