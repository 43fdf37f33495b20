//! The gallery: every example has its line, the step of its place in the run, and the picture that the page draws at that step.
//! `UPDATE_EXPECT=1` draws them anew.

use library::examples::{EXAMPLES, by_key};
use library::lesson::Place;
use session::{Session, project};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use trace::{Opened, Setup};
use view::graph::svg;
use view::page::link::Tab;
use view::run::history::History;
use view::space::frame::{Choice, Setting};
use view::space::grid::Place as Plane;
use view::space::membership::Memory;
use view::space::picture::{Answers, Scene, picture};
use view::space::words::sentences;

/// The size of a picture, and of its text.
const SIZE: ((i32, i32), i32) = ((520, 520), 16);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../static/gallery")
}

/// A line of the list: key, view, place in the run, its step, and what to notice.
#[derive(Clone)]
struct Line {
    key: String,
    tab: String,
    place: String,
    step: usize,
    notice: String,
}

fn list() -> Vec<Line> {
    let text = fs::read_to_string(folder().join("index.txt")).unwrap();
    let line = |line: &str| {
        let parts: Vec<String> = line.split('|').map(|part| part.trim().to_owned()).collect();
        let [key, tab, place, step, notice] = &parts[..] else { panic!("five parts: {line}") };
        let (key, tab, place, notice) = (key.clone(), tab.clone(), place.clone(), notice.clone());
        Line { key, tab, place, step: step.parse().unwrap(), notice }
    };
    text.lines().map(line).collect()
}

/// The step at which a run comes to a place.
fn step_of(place: &str, history: &History) -> Option<usize> {
    Place::read(place).unwrap_or_else(|error| panic!("{place}: {error}")).step(0, history.events())
}

/// The step, and its picture.
fn drawn(Line { key, tab, place, .. }: &Line) -> (usize, String) {
    let setup = by_key(key).unwrap().taught();
    let (mut session, opened) = Session::open(&setup).unwrap();
    let mut history = History::default();
    while step_of(place, &history).is_none() {
        history.push(session.advance().unwrap_or_else(|| panic!("{key}: there is no {place}"))).unwrap();
    }
    let step = step_of(place, &history).unwrap();
    (step, picture_at(key, Tab::named(tab).unwrap(), (&setup, &opened, &history), step))
}

/// The plane without its legend, for which a small picture has no room.
fn picture_at(key: &str, tab: Tab, run: (&Setup, &Opened, &History), step: usize) -> String {
    let (setup, opened, history) = run;
    assert_eq!(tab, Tab::Space, "{key}: the gallery has no picture of this view");
    let (mut memory, mut answers) = (Memory::default(), Answers::default());
    let setting = Setting::of(opened, &Choice::default(), &mut memory).unwrap();
    let scene = loop {
        let of = (opened, history, step);
        let scene = Scene::of(of, (setup.engine, false), &setting, (&mut memory, &answers), None);
        let Some((name, question)) = scene.question() else { break scene };
        answers.insert(name, project(&question));
    };
    let ((width, height), em) = SIZE;
    let drawn = picture(&scene, (width, height), em);
    let bottom = |place: &Plane| place.top + place.cell.1 * place.rows as f64;
    let below = drawn.places.iter().map(bottom).fold(0.0, f64::max) as i32 + 3 * em;
    let right = |place: &Plane| place.left + place.cell.0 * scene.frame.size().0 as f64;
    let right = drawn.places.iter().map(right).fold(0.0, f64::max) as i32 + 2 * em;
    let plane: Vec<_> = drawn.groups.into_iter().filter(|group| !group.class.contains("sp-legend")).collect();
    svg::file(&sentences(&scene).join(" "), (0, 0, right.clamp(width / 2, width), below), &plane)
}

#[test]
fn every_example_is_there_once() {
    let listed: Vec<String> = list().into_iter().map(|line| line.key).collect();
    let examples: Vec<&str> = EXAMPLES.iter().map(|example| example.key).collect();
    assert_eq!(listed, examples);
    for Line { key, notice, .. } in list() {
        assert!(notice.ends_with('.') && (40..=200).contains(&notice.chars().count()), "{key}: {notice}");
    }
}

#[test]
fn pictures_are_what_the_page_draws() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut lines = String::new();
    let mut old = Vec::new();
    for line in list() {
        let path = folder().join(format!("{}.svg", line.key));
        let (step, now) = drawn(&line);
        let Line { key, tab, place, step: known, notice } = &line;
        if update {
            fs::write(&path, &now).unwrap();
        }
        if !update && *known != step || fs::read_to_string(&path).unwrap_or_default() != now {
            old.push(key.clone());
        }
        lines.push_str(&format!("{key} | {tab} | {place} | {step} | {notice}\n"));
    }
    if update {
        fs::write(folder().join("index.txt"), lines).unwrap();
    }
    assert!(old.is_empty(), "UPDATE_EXPECT=1 draws these anew: {old:?}");
    let pictures: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".svg").map(str::to_owned))
        .collect();
    assert_eq!(pictures, list().into_iter().map(|line| line.key).collect(), "one picture for each");
}
