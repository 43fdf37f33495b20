//! Recordings of real runs: what is saved is opened as it was, and what somebody has changed in one is either refused or drawn, but
//! never ends the page.

use library::examples::by_key;
use loopglass_tests::random::Numbers;
use session::Session;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use trace::{Answer, Reply, Settings, Setup, Verdict};
use view::graph::arg::excerpt::Excerpt;
use view::graph::arg::layout::Layout;
use view::graph::arg::picture;
use view::page::recording::{Recording, read, write};
use view::program::execution::execution_table;
use view::query::formula::{Limit, Palette, lay_out};
use view::query::frames::frames;
use view::query::{model_table, proof_tree, script};
use view::run::history::History;
use view::run::{agreement, costs, pseudo, timeline, words};
use view::space::frame::{Choice, Setting};
use view::space::membership::Memory;
use view::space::picture::{Answers, Scene};

/// The examples that are recorded: every way in which runs differ.
const RECORDED: [&str; 8] = [
    "fib-fig3b",
    "imc-fig1",
    "vinta-fig2a",
    "relay",
    "account-unsafe",
    "c-stumble-unsafe",
    "aiger-counter-unsafe",
    "squares with vinta-box",
];

/// The run of an example, with another engine if one is named.
fn setup_of(key: &str) -> Setup {
    match key.split_once(" with ") {
        Some((key, engine)) => {
            let setup = by_key(key).unwrap().taught();
            let settings = Settings { run_first: false, max_unrollings: 6, ..setup.settings };
            Setup { engine: engine.parse().unwrap(), settings, ..setup }
        }
        None => by_key(key).unwrap().taught(),
    }
}

/// How many changed texts of each are tried.
const CHANGED: u64 = 200;

fn recorded(setup: &Setup) -> String {
    let (mut session, opened) = Session::open(setup).unwrap();
    let message = serde_json::to_string(&Reply::Opened(Box::new(opened))).unwrap();
    let mut history = History::default();
    let mut parts = Vec::new();
    for event in std::iter::from_fn(|| session.advance()).take(60) {
        let mut short = event.clone();
        short.query.iter_mut().for_each(|query| query.leave_out(&mut parts));
        let text = serde_json::to_string(&Reply::Events(vec![short])).unwrap();
        history.push(event).unwrap();
        history.keep(text.into(), 1);
    }
    write("Recorded", setup, 2, &message, &history)
}

/// Draws everything that the page draws of a run, at each step; the length of all of it.
fn drawn(found: &Recording) -> usize {
    let Recording { setup, opened, history, .. } = found;
    let mut size = timeline::ticks(history, 40).len() + pseudo::pseudo_code(setup.engine).lines.len();
    let mut memory = Memory::default();
    let setting = Setting::of(opened, &Choice::default(), &mut memory);
    for step in 0..=history.len() {
        let snapshot = history.at(step);
        size += words::announcement(setup.engine, history, &snapshot).len();
        size += snapshot.intervals.len() + snapshot.rounds.len() + snapshot.fronts.len();
        size += snapshot.frames.forward.len() + snapshot.frames.backward.len();
        size += usize::from(agreement::at(history, step).is_some());
        if let Some(setting) = &setting {
            let of = (&**opened, history, step);
            let answers = Answers::default();
            let asked = Scene::of(of, (setup.engine, true), setting, (&mut memory, &answers), None);
            size += asked.regions.len();
            let scene = Scene::of(of, (setup.engine, false), setting, (&mut memory, &answers), None);
            size += view::space::picture::picture(&scene, (600, 400), 15).groups.len();
            size += view::space::words::sentences(&scene).len();
        }
        if let Some(arg) = history.arg(step) {
            let whole = history.arg(history.start_of(step).1).unwrap_or_default();
            let layout = Layout::new(&whole, &Excerpt::default(), None);
            let formula = |id| history.formula(id).map(|f| &**f);
            size += picture::Scene { arg: &arg, layout: &layout, step, formula: &formula }.file("").len();
        }
        if let Some(Verdict::Unsafe(execution)) = snapshot.verdict {
            size += execution_table(execution).rows.len();
        }
        let Some(event) = history.event(step) else { continue };
        size += costs::cost_rows(&event.costs).len() + pseudo::lit_line(setup.engine, event) as usize;
        let Some(query) = &event.query else { continue };
        size += usize::from(words::asked(event, history).is_some() || words::found(event, history).is_some());
        let formula = |id| history.formula(id).map(|f| &**f);
        size += frames(query, (opened, setup.engine), formula).map_or(0, |frames| frames.rows.len());
        size += script::query_script(history, query).len();
        for part in &query.parts {
            let palette = Palette::of(part.side, &query.shared);
            size += history.formula(part.formula).map_or(0, |f| lay_out(f, &palette, Limit::PANE).rows.len());
        }
        match &query.answer {
            Answer::Sat { model, .. } => {
                size += model_table::model_table(model, opened, setup.engine).rows.len()
            }
            Answer::Unsat { tree: Some(tree), .. } => size += proof_tree::rows(tree).len(),
            _ => {}
        }
    }
    size
}

#[test]
fn what_was_saved_is_opened() {
    for key in RECORDED {
        let setup = setup_of(key);
        let text = recorded(&setup);
        let found = read(&text).unwrap_or_else(|error| panic!("{key}: {error}"));
        assert_eq!((&found.setup, found.step), (&setup, 2), "{key}");
        let again = write(&found.name, &found.setup, found.step, &found.message, &found.history);
        assert_eq!(again, text, "{key}");
        let (mut session, opened) = Session::open(&setup).unwrap();
        assert_eq!(found.opened, Rc::new(opened), "{key}");
        assert!(
            found.history.events().cloned().eq(std::iter::from_fn(|| session.advance()).take(60)),
            "{key}"
        );
        assert!(drawn(&found) > 100, "{key}");
    }
}

/// Changes a recording in one place.
fn changed(text: &str, numbers: &mut Numbers) -> String {
    const STRANGE: [&str; 7] =
        ["0", "1", "7", "4294967295", "18446744073709551615", "-1", "99999999999999999999999999"];
    const WORDS: [&str; 6] = ["", "x", "<script>", "x@4294967295", "(and x", "9999999999999999999999"];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = numbers.below(lines.len());
    let line = lines[at].clone();
    // Where values begin and end in that line: what is between two of these signs.
    let cuts: Vec<usize> = line.match_indices([',', ':', '[', ']', '{', '}']).map(|(at, _)| at).collect();
    if cuts.len() < 2 {
        return text.to_owned();
    }
    // Mostly at a number or a text, or nearly all that comes out is refused at once.
    let between = |which: usize| (cuts[which] + 1, cuts[which + 1]);
    let is_value = |&(from, to): &(usize, usize)| to > from;
    let places: Vec<_> = (0..12).map(|_| between(numbers.below(cuts.len() - 1))).collect();
    let (from, to) = *places.iter().find(|place| is_value(place)).unwrap_or(&places[0]);
    let value = &line[from..to];
    let new = match numbers.below(6) {
        0 => {
            lines.remove(at);
            return lines.join("\n");
        }
        1 => {
            let other = numbers.below(lines.len());
            lines.swap(at, other);
            return lines.join("\n");
        }
        // An element is left out, with the comma that follows it.
        2 => {
            let end = (to + 1).min(line.len());
            lines[at] = format!("{}{}", &line[..from], &line[end..]);
            return lines.join("\n");
        }
        3 => "[]".to_owned(),
        _ if value.starts_with('"') => format!("\"{}\"", WORDS[numbers.below(WORDS.len())]),
        4 => numbers.below(40).to_string(),
        _ => STRANGE[numbers.below(STRANGE.len())].to_owned(),
    };
    lines[at] = format!("{}{new}{}", &line[..from], &line[to..]);
    lines.join("\n")
}

#[test]
fn what_somebody_has_changed_is_refused_or_drawn() {
    let (mut opened, mut refused, mut ended_in) = (0, 0, Vec::new());
    for (number, key) in RECORDED.iter().enumerate() {
        let text = recorded(&setup_of(key));
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 + number as u64);
        for _ in 0..CHANGED {
            let hostile = changed(&text, &mut numbers);
            let ended = catch_unwind(AssertUnwindSafe(|| read(&hostile).map(|found| drawn(&found))));
            match ended {
                Ok(Ok(_)) => opened += 1,
                Ok(Err(_)) => refused += 1,
                Err(_) => {
                    let path = std::env::temp_dir().join(format!("hostile-{}.trace.jsonl", ended_in.len()));
                    std::fs::write(&path, &hostile).unwrap();
                    ended_in.push(format!("{key}: {}", path.display()));
                }
            }
        }
    }
    assert!(ended_in.is_empty(), "a view panics: {ended_in:#?}");
    // Both happen often, or the changes are not worth the name.
    assert!(opened > 100 && refused > 200, "{opened} opened, {refused} refused");
}
