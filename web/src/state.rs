//! Everything that the page shows, as plain data, and how actions change it. No DOM: the reducer answers an action
//! with effects, which [`crate::app`] carries out, so that whole sessions are tested natively.

mod action;

pub mod compare;

mod document;

mod ghost;

mod hand;

pub mod lab;

pub mod lesson;

mod own;

mod run;

mod reduce;

#[cfg(test)]
mod tests;

pub use action::{Action, Effect, Go};
pub use document::Document;
pub use ghost::Ghost;
pub use hand::{ByHand, Hand};
pub use own::{ByOwn, Own};
pub use run::{Goal, Phase, Run, Z3};

use std::rc::Rc;
use trace::{Problem, Setup, Verdict};
use view::compare::Rival;
use view::page::link::{self, Link, LinkError, Tab};
use view::program::execution::{ExecutionTable, RowKind, execution_table};
use view::program::offsets::byte_of_utf16;
use view::space::frame::Choice;

/// The state of the page.
#[derive(Debug, Clone)]
pub struct State {
    /// What is in the editor, with engine and settings.
    pub document: Document,
    /// Counts how often the page itself, and not the user, replaced the editor's text.
    pub text_version: u32,
    /// What the front end says about the text in the editor.
    pub problems: Rc<Vec<Problem>>,
    /// The run on show.
    pub run: Option<Run>,
    /// A second run beside it.
    pub compare: Option<Rc<compare::Compare>>,
    /// In what a second run is to differ, if the user has chosen that.
    pub rival: Option<Rival>,
    /// The laboratory.
    pub lab: Rc<lab::Lab>,
    /// The execution by hand, if one was begun.
    pub hand: Option<Rc<Hand>>,
    /// Formulas of the user's.
    pub own: Own,
    /// The tab on show.
    pub tab: Tab,
    /// For each tab of the tab bar, the view that was shown there last.
    pub views: [Tab; Tab::BAR.len()],
    /// What the user has chosen of the state space.
    pub space: Choice,
    /// How formulas are written.
    pub notation: Notation,
    /// The look of the page.
    pub theme: Theme,
    /// Whether the editor's column is shown.
    pub show_editor: bool,
    /// Whether the algorithm's column is shown.
    pub show_algorithm: bool,
    /// Whether there is room for one column only, so that the text makes room for the run once that begins.
    pub is_narrow: bool,
    /// Whether only the picture and what it shows are on the page, for the projector.
    pub is_stage: bool,
    /// Whether the page is embedded in another one: a picture with its caption, and buttons to move.
    pub is_embedded: bool,
    /// Whether a step shows its question first, and its answer when one steps on.
    pub pauses: bool,
    /// The lesson that is being taken.
    pub lesson: Option<Rc<lesson::Class>>,
    /// The lessons that there are, where they are shown.
    pub listing: Option<Rc<lesson::Listing>>,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// A message to the user.
    pub notice: Option<Notice>,
    /// Whether the browser would not save the document when that was last tried.
    pub cannot_save: bool,
    /// The saved programs, by key.
    pub saved: Rc<Vec<(u32, String)>>,
    /// The place in the program to show, as bytes, and how often one was asked for.
    pub look_at: (u32, Option<(u32, u32)>),
    /// The places of the program, as bytes, that what is pointed at stands for.
    pub pointed: Rc<Vec<(u32, u32)>>,
    /// What is pointed at in the program, as bytes: under the mouse, else the cursor or selection.
    pub focus: Focus,
    /// Whether the page was reloaded and the run of before waits at this step.
    pub resume: Option<u32>,
}

/// How formulas are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// As people write them; an unrolled query in time frames.
    #[default]
    Frames,
    /// As people write them, each conjunct by itself.
    Infix,
    /// SMT-LIB 2.
    SmtLib,
}

/// The look of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// For the projector: large text, high contrast.
    Presenter,
}

impl Theme {
    /// Every theme, in the order of the menu.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Presenter];

    /// Its name in the style sheet and in storage.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Presenter => "presenter",
        }
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// A dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Keys and signs explained.
    Help,
    /// The terms explained, one of them first.
    Glossary(Option<&'static str>),
    /// The link to this step, or why there is none.
    Share(Result<String, String>),
    /// The user's programs.
    Programs,
    /// The lessons.
    Lessons,
    /// The examples with pictures.
    Gallery,
}

/// A message to the user that stays until it is dismissed or replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What kind.
    pub kind: NoticeKind,
    /// The text.
    pub text: String,
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// Good to know.
    Info,
    /// Something went wrong.
    Trouble,
}

/// What is looked at first: the states, which for a circuit are too many of too little.
fn first_tab(language: trace::Language) -> Tab {
    match language {
        trace::Language::Imp | trace::Language::C | trace::Language::Chc => Tab::Space,
        trace::Language::Aiger => Tab::Query,
    }
}

impl State {
    /// The state when the page opens with this document.
    pub fn new(document: Document, theme: Theme) -> State {
        let problems = Rc::new(crate::check::problems(&document.setup));
        let tab = first_tab(document.setup.language);
        State {
            document,
            text_version: 0,
            problems,
            run: None,
            compare: None,
            rival: None,
            lab: Rc::default(),
            hand: None,
            own: Own::default(),
            tab,
            views: Tab::BAR.map(|views| views[0]),
            space: Choice::default(),
            notation: Notation::default(),
            theme,
            show_editor: true,
            show_algorithm: true,
            is_narrow: false,
            is_stage: false,
            is_embedded: false,
            pauses: false,
            lesson: None,
            listing: None,
            dialog: None,
            notice: None,
            cannot_save: false,
            saved: Rc::default(),
            look_at: (0, None),
            pointed: Rc::default(),
            focus: Focus::default(),
            resume: None,
        }
    }

    /// What differs between the program, engine and settings now and those of the run.
    pub fn stale(&self) -> Option<Stale> {
        let run = &self.run.as_ref()?.setup;
        let now = &self.document.setup;
        if run.source != now.source || run.language != now.language {
            Some(Stale::Program)
        } else if run.dialect() != now.dialect() {
            Some(Stale::Reading)
        } else if run.engine != now.engine {
            Some(Stale::Engine)
        } else if run.settings != now.settings {
            Some(Stale::Settings)
        } else {
            None
        }
    }

    /// Whether a step beyond the last one on record may be asked for.
    pub fn can_compute(&self) -> bool {
        match &self.run {
            None => true,
            Some(run) if self.stale().is_some() => run.is_void(),
            Some(run) => run.can_compute(),
        }
    }

    /// The spans of the program to light up, as bytes, with their style, and the one to scroll to.
    pub fn highlights(&self) -> Vec<Highlight> {
        let point = |&(from, to): &(u32, u32)| Highlight { from, to, class: "hl-point", reveal: false };
        let mut all: Vec<Highlight> = self.pointed.iter().map(point).collect();
        if let (_, Some((from, to))) = self.look_at {
            all.push(Highlight { from, to, class: "hl-look", reveal: true });
            return all;
        }
        let walk = self.walk();
        let row = walk.as_ref().and_then(|walk| walk.table.rows.get(walk.row));
        if let Some((row, (from, to))) = row.and_then(|row| Some((row, row.span?))) {
            let class = if row.kind == RowKind::Failing { "hl-fail" } else { "hl-look" };
            all.push(Highlight { from, to, class, reveal: true });
        }
        all
    }

    /// The execution that is being looked at, where it is shown, and the row of it.
    pub fn walk(&self) -> Option<Walk> {
        let is_here = matches!(self.tab, Tab::Execution | Tab::Graph | Tab::Circuit | Tab::Cutpoints)
            && self.stale().is_none();
        // The graph shows the execution that was looked at last.
        let by_hand =
            self.tab == Tab::Hand || self.shows_graph() && self.views[Tab::Hand.place()] == Tab::Hand;
        if let Some(hand) = self.hand.as_ref().filter(|_| by_hand) {
            let table = hand.progress.table.clone();
            let row = hand.row.unwrap_or(table.rows.len() - 1);
            return Some(Walk { table, row });
        }
        if !is_here {
            return None;
        }
        let run = self.run.as_ref()?;
        let Some(Verdict::Unsafe(execution)) = run.snapshot().verdict else { return None };
        let table = execution_table(execution);
        let last = table.rows.len() - 1;
        let row = run.row.map_or(last, |row| row.min(last));
        Some(Walk { table, row })
    }

    /// The remarks about the text: those of the front end, and those beside the verdict where that is on show.
    pub fn shown_problems(&self) -> Rc<Vec<Problem>> {
        let run =
            self.run.as_ref().filter(|_| !matches!(self.stale(), Some(Stale::Program | Stale::Reading)));
        let found = run.map(|run| run.snapshot().warnings).unwrap_or_default();
        if found.is_empty() {
            return self.problems.clone();
        }
        let mut all = self.problems.to_vec();
        all.extend(found.into_iter().cloned());
        logic::order::sort_by_key(&mut all, |problem| problem.from);
        Rc::new(all)
    }

    /// Whether an action would change nothing that is shown, as most movements of mouse and cursor do.
    pub fn ignores(&self, action: &Action) -> bool {
        match action {
            Action::Hover(unit) => !self.is_linked() || self.focus.hover == self.hover(*unit),
            Action::Cursor(from, to) => self.focus.cursor == self.cursor(*from, *to),
            Action::Point(places) => self.pointed == *places,
            _ => false,
        }
    }

    fn shows_graph(&self) -> bool {
        matches!(self.tab, Tab::Graph | Tab::Circuit | Tab::Cutpoints)
    }

    /// Whether what is shown lights up when its place in the text is pointed at.
    fn is_linked(&self) -> bool {
        self.shows_graph() || matches!(self.tab, Tab::Query | Tab::SingleLoop | Tab::Interpolants)
    }

    fn hover(&self, unit: Option<u32>) -> Option<(u32, u32)> {
        let at = byte_of_utf16(&self.document.setup.source, unit?);
        Some((at, at))
    }

    fn cursor(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        let byte = |unit| byte_of_utf16(&self.document.setup.source, unit);
        Some((byte(from), byte(to)))
    }

    /// The fragment of a link to what is on show, without `#`: to the stop of the lesson that is being taken, else to the step. The
    /// link of a lesson stays in the address when the run is elsewhere; what is shared is what is seen.
    pub fn fragment(&self, is_shared: bool) -> Result<String, LinkError> {
        // Where nothing can be stored the address alone keeps what the user has changed.
        if self.lesson.is_some()
            && !((is_shared || self.cannot_save) && lesson::taking::is_away(self))
            && let Some(link) = lesson::taking::link(self)
        {
            return link;
        }
        link::encode(&self.link())
    }

    /// What a link to the present step holds.
    pub fn link(&self) -> Link {
        let fresh = self.run.as_ref().filter(|_| self.stale().is_none());
        let compare = self.compare.as_ref().filter(|_| fresh.is_some());
        let step = match (compare, fresh) {
            (Some(compare), _) if self.tab == Tab::Compare => compare.step,
            (_, Some(run)) => run.step,
            (_, None) => self.resume.unwrap_or(0) as usize,
        };
        let step = u32::try_from(step).unwrap_or(u32::MAX);
        let (space, own) = (self.space.clone(), self.own.in_link());
        Link {
            setup: Setup::clone(&self.document.setup),
            step,
            tab: self.tab,
            space,
            own,
            rival: compare.map(|compare| compare.rival),
            lab: self.lab.in_link(),
        }
    }
}

/// A span of the program to light up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    /// First byte.
    pub from: u32,
    /// One past the last byte.
    pub to: u32,
    /// The name of its style.
    pub class: &'static str,
    /// Whether the editor scrolls to it.
    pub reveal: bool,
}

/// What is pointed at in the program, as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Focus {
    /// Under the mouse.
    pub hover: Option<(u32, u32)>,
    /// The cursor, or what is selected.
    pub cursor: Option<(u32, u32)>,
}

/// An execution that is being looked at row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// The execution.
    pub table: ExecutionTable,
    /// The row.
    pub row: usize,
}

/// What has changed since a run began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    /// The text, or its language.
    Program,
    /// How integers are read.
    Reading,
    /// The engine.
    Engine,
    /// The settings.
    Settings,
}
