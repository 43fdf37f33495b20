//! A run as one HTML file that needs nothing else: program, sentences, formulas and pictures of each step, with buttons and keys to go
//! forward and back. It opens from a disk, fetches nothing, and without scripts shows the steps one below the other.
//!
//! The file is written step by step, so that a page need not stand still meanwhile, and what the worker has to be asked about a
//! picture can be asked in between. Whatever comes from the program is escaped. The size is bounded: steps that would exceed it are
//! left out, which the file says, but for the last one.

mod step;

use crate::graph::arg::excerpt::Excerpt;
use crate::graph::arg::layout::Layout;
use crate::graph::svg::{ARROW, STYLE, escape};
use crate::run::history::History;
use crate::run::words;
use crate::space::frame::{Choice, Setting};
use crate::space::membership::Memory;
use crate::space::picture::{Answers, Scene};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Opened, Projection, Setup};

/// The most bytes of steps in a file.
pub const MAX_BYTES: usize = 12 * 1024 * 1024;
/// The most nodes of a reachability graph that is drawn at each step.
const MAX_NODES: usize = 80;

const LOOKS: &str = include_str!("offline/looks.css");
const KEYS: &str = include_str!("offline/keys.js");

/// A file that is being written.
#[derive(Debug)]
pub struct Offline {
    name: String,
    setup: Rc<Setup>,
    opened: Rc<Opened>,
    history: History,
    setting: Option<Setting>,
    memory: Memory,
    layout: Option<Layout>,
    /// The pictures so far, by length and checksum, each with its number; and those that the newest step brought.
    pictures: BTreeMap<(usize, u64), usize>,
    fresh: Vec<(usize, u64)>,
    /// The steps so far.
    steps: String,
    /// The next step.
    next: usize,
    /// The most bytes of steps.
    most: usize,
    /// The first step that was left out.
    left_out: Option<usize>,
}

/// The layout of the graph that the engine's start makes to which a step belongs; none if it is too large.
fn laid_out(history: &History, step: usize) -> Option<Layout> {
    let arg = history.arg(history.start_of(step).1)?;
    (arg.nodes.len() <= MAX_NODES).then(|| Layout::new(&arg, &Excerpt::default(), None))
}

impl Offline {
    /// Begins the file of a run, with pictures of what is chosen of the state space and at most so many bytes of steps.
    pub fn new(
        name: &str,
        (setup, opened, history): (Rc<Setup>, Rc<Opened>, History),
        choice: &Choice,
        most: usize,
    ) -> Offline {
        let mut memory = Memory::default();
        let setting = Setting::of(&opened, choice, &mut memory);
        let layout = laid_out(&history, 0);
        Offline {
            name: name.into(),
            setup,
            opened,
            history,
            setting,
            memory,
            layout,
            pictures: BTreeMap::new(),
            fresh: Vec::new(),
            steps: String::new(),
            next: 0,
            most,
            left_out: None,
        }
    }

    /// How many steps are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.history.len() + 1)
    }

    /// What the worker has to be asked before the next step can be drawn whole.
    pub fn question(&mut self, answers: &Answers) -> Option<(Rc<str>, Projection)> {
        if self.left_out.is_some() && self.next != self.history.len() {
            return None;
        }
        self.scene(answers)?.question()
    }

    fn scene(&mut self, answers: &Answers) -> Option<Scene> {
        let setting = self.setting.as_ref()?;
        let of = (&*self.opened, &self.history, self.next);
        Some(Scene::of(of, (self.setup.engine, false), setting, (&mut self.memory, answers), None))
    }

    /// Writes the next step, with what the worker has answered; whether there are more.
    pub fn advance(&mut self, answers: &Answers) -> bool {
        let last = self.history.len();
        if self.next > last {
            return false;
        }
        if self.left_out.is_none() || self.next == last {
            self.fresh.clear();
            let text = self.step(answers);
            if self.steps.len() + text.len() <= self.most || self.next == last {
                self.steps.push_str(&text);
            } else {
                for key in &self.fresh {
                    self.pictures.remove(key);
                }
                self.left_out = Some(self.next);
            }
        }
        self.next += 1;
        self.next <= last
    }

    /// The file, once all steps are written.
    pub fn finish(self) -> String {
        let last = self.history.len();
        let mut out = String::with_capacity(self.steps.len() + 16 * 1024);
        out.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
        escape(&mut out, &self.name);
        out.push_str(": a run of Loopglass</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n");
        out.push_str(&format!("<style>\n{LOOKS}{STYLE}\n</style>\n</head>\n<body>\n<header><h1>"));
        escape(&mut out, &self.name);
        out.push_str("</h1><p>");
        escape(&mut out, &self.about());
        out.push_str("</p>");
        if let Some(first) = self.left_out {
            let what = match last - first {
                1 => format!("Step {first} is left out, since the file would become too large."),
                _ => format!(
                    "Steps {first} to {} are left out, since the file would become too large; the last step is there.",
                    last - 1
                ),
            };
            out.push_str(&format!("<p class=\"o-left-out\">{what}</p>"));
        }
        out.push_str("</header>\n<main>\n<section class=\"o-program\"><h2>Program</h2><ol>");
        for line in self.setup.source.lines() {
            out.push_str("<li><code>");
            escape(&mut out, line);
            out.push_str("</code></li>\n");
        }
        out.push_str("</ol></section>\n<div id=\"steps\">\n");
        out.push_str(&self.steps);
        out.push_str("</div>\n</main>\n<nav id=\"move\" hidden aria-label=\"Move in the run\">\
            <button type=\"button\" id=\"first\" title=\"To the beginning (key: Home)\">|◀ First</button>\
            <button type=\"button\" id=\"back\" title=\"One step back (keys: ←, Page Up)\">◀ Back</button>\
            <button type=\"button\" id=\"on\" title=\"One step on (keys: →, Page Down)\">▶ Step</button>\
            <button type=\"button\" id=\"end\" title=\"To the end (key: End)\">▶| End</button>\
            <input type=\"range\" id=\"seek\" min=\"0\" value=\"0\" aria-label=\"Step\"><output id=\"at\"></output></nav>\n");
        out.push_str(&format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\">{ARROW}</svg>\n<script>\n{KEYS}</script>\n</body>\n</html>\n"));
        out
    }

    /// Engine, how it ended, and how many steps there are.
    fn about(&self) -> String {
        let verdict = self.history.at(self.history.len()).verdict;
        let ended = verdict.map_or("Not run to its end", |v| words::verdict(v, self.setup.language));
        let count = self.history.len();
        format!(
            "{}. {ended}. {count} steps, one question to the solver each. Recorded with Loopglass.",
            self.setup.engine.title()
        )
    }
}

#[cfg(test)]
mod tests;
