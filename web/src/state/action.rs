//! The actions that can happen to the page, and the effects that the page then has on its environment.

use super::compare::{ByCompare, OfSecond};
use super::lab::{ByLab, OfLab};
use super::lesson::{ByLesson, Errand};
use super::{ByHand, ByOwn, Dialog, Document, Notation, Notice, Theme, Z3};
use std::rc::Rc;
use trace::{Command, Engine, Language, NodeId, Projection, Reply, Settings, Setup};
use view::graph::arg::excerpt::Excerpt;
use view::page::link::{Link, Tab};
use view::page::recording::Recording;
use view::run::timeline::Jump;
use view::space::frame::Choice;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Action {
    /// The user edited the text.
    Edited(String),
    /// The user chose an engine.
    SetEngine(Engine),
    /// The user says in which language the text is.
    SetLanguage(Language),
    /// The user changed the settings.
    SetSettings(Settings),
    /// The user chose an engine together with its settings.
    SetPreset(Engine, Settings),
    /// The user asked for a new run from the beginning.
    Restart,
    /// The user wants the program settled, by whatever engine.
    Prove,
    /// The user moved in the run.
    Go(Go),
    /// The user asked to stop computing, or if nothing is computed to leave the stage.
    Cancel,
    /// The worker sent something.
    Reply(Reply, Rc<str>),
    /// Something has become of Z3, which the run is to ask.
    Z3(Z3),
    /// The worker died, or could not start; the text says why.
    WorkerFailed(String),
    /// Another document replaces the present one, which is saved if the user wrote it.
    OpenDocument(Document),
    /// The example with this key was chosen in the gallery, to be shown at a step.
    OpenExample(String, Tab, usize),
    /// A run was opened from a file.
    OpenRecording(Box<Recording>),
    /// A link was opened.
    OpenLink(Result<Link, String>),
    /// The page was reloaded; the run of before stood at this step.
    Reloaded {
        /// The step.
        step: u32,
        /// The tab.
        tab: Tab,
        /// What was seen of the state space.
        space: Choice,
        /// The invariant that the user was writing.
        own: Vec<String>,
    },
    /// The document was renamed.
    Rename(String),
    /// The document was saved.
    Saved {
        /// The key.
        key: u32,
        /// The name, which may have got a number.
        name: String,
        /// The revision.
        revision: u32,
        /// Whether it had to be saved apart because another tab had changed it.
        conflict: bool,
    },
    /// The browser would not save the document.
    NotSaved,
    /// The list of saved programs changed.
    Listed(Vec<(u32, String)>),
    /// Another tab saved the program under this key as this revision.
    ChangedElsewhere {
        /// The key.
        key: u32,
        /// The revision.
        revision: u32,
    },
    /// A saved program was deleted.
    Deleted(u32),
    /// Show another view.
    ShowTab(Tab),
    /// Show what is behind a tab of the tab bar: the view that was shown there last.
    ShowPlace(usize),
    /// Write formulas differently.
    SetNotation(Notation),
    /// Change the look.
    SetTheme(Theme),
    /// Show or hide the editor.
    ToggleEditor,
    /// Show or hide the algorithm.
    ToggleAlgorithm,
    /// Enter or leave the stage: one picture and what it shows, for the projector.
    ToggleStage,
    /// Pause before each answer, or no longer.
    TogglePause,
    /// Open a dialog.
    Open(Dialog),
    /// Close the dialog.
    CloseDialog,
    /// Open the dialog with the link.
    Share,
    /// Tell the user something.
    Tell(Notice),
    /// What was to be fetched after the first step is there.
    Arrived,
    /// Dismiss the message.
    Dismiss,
    /// Show a place of the program, given as bytes.
    LookAt(u32, u32),
    /// Light up these places of the program, given as bytes, while something that stands for them is pointed at.
    Point(Rc<Vec<(u32, u32)>>),
    /// The cursor or selection of the editor, in UTF-16 units.
    Cursor(u32, u32),
    /// The place in the editor that the mouse is over, in UTF-16 units.
    Hover(Option<u32>),
    /// Select a row of the execution table.
    SelectRow(usize),
    /// Draw this part of the reachability graph.
    ShowExcerpt(Excerpt),
    /// Choose a node of the reachability graph, and show its place in the program, given as bytes.
    ChooseNode(Option<NodeId>, Option<(u32, u32)>),
    /// Run the program by hand.
    ByHand(ByHand),
    /// Write a formula of one's own, or do something with it.
    Own(ByOwn),
    /// Compare with a second run.
    Compare(ByCompare),
    /// Do something in the laboratory.
    Lab(ByLab),
    /// Take a lesson.
    Lesson(ByLesson),
    /// Move on or back: in the lesson, else in the run.
    Turn(Go),
    /// Choose what is seen of the state space.
    Space(Choice),
    /// Ask the worker where a region is; the answer is to be kept under this name.
    Project(Rc<str>, Projection),
}

/// A movement in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// To before the first step.
    First,
    /// One step back.
    Back,
    /// One step on.
    Step,
    /// On to where something happens.
    Next(Jump),
    /// Back to where something happened.
    Previous(Jump),
    /// To the end of the run.
    End,
    /// To a step on record.
    To(usize),
}

/// Something to do outside the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// End the worker if there is one, start a new one and have it open this.
    StartWorker(Rc<Setup>),
    /// End the worker.
    StopWorker,
    /// Do something with the worker of the second run.
    Second(OfSecond),
    /// Do something with the worker of the laboratory.
    Lab(OfLab),
    /// Send the worker a command.
    Post(Command),
    /// Save this document now, if it has edits; the state has gone on to another one already.
    SaveNow(Document),
    /// Save the present document soon.
    SaveSoon,
    /// Write the present step into the page's address soon.
    WriteAddress,
    /// Do something for a lesson.
    Lesson(Errand),
    /// Apply and remember the theme.
    ApplyTheme(Theme),
    /// Take the whole screen, or give it back.
    FillScreen(bool),
}
