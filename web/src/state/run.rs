//! A run on show: what is on record, where the user stands in it, and what is being computed.

use super::Effect;
use std::rc::Rc;
use trace::{Command, Engine, Event, NodeId, Opened, Problem, Projection, Reply, Setup, Vocabulary};
use view::graph::arg::Arg;
use view::graph::arg::excerpt::Excerpt;
use view::page::recording::Recording;
use view::run::history::History;
use view::run::snapshot::Snapshot;
use view::run::timeline::{self, Jump};
use view::space::picture::Answers;

/// A run.
#[derive(Debug, Clone)]
pub struct Run {
    /// What was started.
    pub setup: Rc<Setup>,
    /// What is known of the program; none until the worker has read it.
    pub opened: Option<Rc<Opened>>,
    /// The message that told so.
    pub message: Option<Rc<str>>,
    /// The events so far.
    pub history: History,
    /// The step on show.
    pub step: usize,
    /// Whether the answer of the step on show is still to be shown.
    pub is_veiled: bool,
    /// What the worker does.
    pub phase: Phase,
    /// What has become of Z3, if it is to be asked.
    pub z3: Z3,
    /// Where the user wants to get.
    pub goal: Option<Goal>,
    /// Whether the step on show moves along while events come in.
    pub follow: bool,
    /// How many events the present worker has computed; fewer than on record while a run is replayed.
    pub computed: usize,
    /// The selected row of the execution table.
    pub row: Option<usize>,
    /// Which part of the reachability graph is drawn.
    pub excerpt: Excerpt,
    /// The chosen node of it.
    pub node: Option<NodeId>,
    /// What the worker has answered about regions of the state space, by the names of the questions.
    pub answers: Rc<Answers>,
    /// The question of this kind that it is busy with: its number and name.
    pub asked: Option<(u32, Rc<str>)>,
}

/// What the worker does.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// It starts and reads the program.
    Starting,
    /// It has engines take turns on the program; this one's it is, if what comes before all is over.
    Proving(Option<Engine>),
    /// It waits for a command.
    Ready,
    /// It computes events.
    Working,
    /// It has computed all there are.
    Finished,
    /// It was ended by the user.
    Cancelled,
    /// There is none: the run was opened from a file.
    Recorded,
    /// It refused the program.
    Rejected(Rc<Vec<Problem>>),
    /// It died, or what it said cannot be.
    Crashed(String),
}

/// What has become of Z3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Z3 {
    /// The run does not ask it.
    NotWanted,
    /// It is being fetched: bytes so far, and in all; zero before that is known.
    Loading(u32, u32),
    /// It answers.
    There,
    /// It cannot be had, for this reason; our solver answers alone.
    Missing(String),
}

/// Where the user wants to get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// To this step.
    Step(usize),
    /// To the first stop of a jump after this step.
    Jump(usize, Jump),
    /// To the end.
    End,
}

impl Run {
    /// What the parts of its input are called in sentences.
    pub fn vocabulary(&self) -> Vocabulary {
        Vocabulary::new(self.setup.language, self.setup.settings.encoding)
    }

    /// A new run, which a worker is to open.
    pub fn new(setup: Rc<Setup>, goal: Goal) -> Run {
        let z3 = if setup.settings.asks_z3() { Z3::Loading(0, 0) } else { Z3::NotWanted };
        Run {
            z3,
            setup,
            opened: None,
            message: None,
            history: History::default(),
            step: 0,
            is_veiled: false,
            phase: Phase::Starting,
            goal: Some(goal),
            follow: true,
            computed: 0,
            row: None,
            excerpt: Excerpt::default(),
            node: None,
            answers: Rc::default(),
            asked: None,
        }
    }

    /// A run from a file, which no worker has.
    pub fn recorded(setup: Rc<Setup>, recording: Recording) -> Run {
        let Recording { step, opened, message, history, .. } = recording;
        Run {
            opened: Some(opened),
            message: Some(message),
            step,
            phase: Phase::Recorded,
            z3: Z3::NotWanted,
            goal: None,
            computed: history.len(),
            history,
            ..Run::new(setup, Goal::Step(0))
        }
    }

    /// What its worker is told first.
    pub fn first_command(&self) -> Command {
        let setup = Setup::clone(&self.setup);
        if let Phase::Proving(_) = self.phase { Command::Prove(setup) } else { Command::Open(setup) }
    }

    /// What is known at the step on show: before its answer while that is still to be shown.
    pub fn snapshot(&self) -> Snapshot<'_> {
        self.history.at(self.known())
    }

    /// The reachability graph at the step on show, with or without what its answer changes.
    pub fn arg(&self) -> Option<Arg> {
        match self.is_veiled {
            true => self.history.arg_asked(self.step),
            false => self.history.arg(self.step),
        }
    }

    /// How many steps have shown their answer.
    pub fn known(&self) -> usize {
        self.step - usize::from(self.is_veiled && self.step > 0)
    }

    /// The event of the step on show, whether or not its answer is still to be shown.
    pub fn event(&self) -> Option<&Event> {
        self.history.event(self.step)
    }

    /// Whether the step on show asked the solver something.
    pub fn has_answer(&self) -> bool {
        self.event().is_some_and(|event| event.query.is_some())
    }

    /// Whether the last event on record is the last of the run.
    pub fn is_complete(&self) -> bool {
        self.history.events().next_back().is_some_and(|event| {
            event.changes.iter().any(|change| matches!(change, trace::Change::Verdict(_)))
        })
    }

    /// Whether there is nothing to show and nothing to come.
    pub fn is_void(&self) -> bool {
        self.history.is_empty() && !self.is_busy()
    }

    /// Whether the worker is busy.
    pub fn is_busy(&self) -> bool {
        matches!(self.phase, Phase::Starting | Phase::Proving(_) | Phase::Working)
    }

    /// Whether further events can be asked for.
    pub fn can_compute(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Cancelled | Phase::Recorded) && !self.is_complete()
    }

    /// Shows a step on record.
    pub fn show(&mut self, step: usize) {
        self.is_veiled = false;
        self.step = step.min(self.history.len());
        self.row = None;
        if self.is_busy() {
            self.follow = false;
        }
    }

    /// Sets out for a goal that is not on record.
    pub fn set_out(&mut self, goal: Goal) -> Vec<Effect> {
        self.goal = Some(goal);
        self.follow = true;
        if self.phase == Phase::Ready {
            return self.pursue();
        }
        // The worker was ended: a new one computes the same events once more, and then goes on.
        self.phase = Phase::Starting;
        self.computed = 0;
        if self.setup.settings.asks_z3() {
            self.z3 = Z3::Loading(0, 0);
        }
        vec![Effect::StartWorker(self.setup.clone())]
    }

    /// Ends the computation; what is on record stays.
    pub fn cancel(&mut self) -> Vec<Effect> {
        if !self.is_busy() {
            return Vec::new();
        }
        self.goal = None;
        self.asked = None;
        self.phase = Phase::Cancelled;
        vec![Effect::StopWorker]
    }

    /// Asks the worker a question beside the run, if it waits for one.
    pub fn ask(&mut self, name: Rc<str>, question: Projection) -> Vec<Effect> {
        if self.asked.is_some() || !matches!(self.phase, Phase::Ready | Phase::Finished) {
            return Vec::new();
        }
        let number = u32::try_from(self.answers.len()).unwrap_or(u32::MAX);
        self.asked = Some((number, name));
        vec![Effect::Post(Command::Project(Projection { number, ..question }))]
    }

    /// Takes in what the worker sent.
    pub fn receive(&mut self, reply: Reply, text: Rc<str>) -> Vec<Effect> {
        match (&self.phase, reply) {
            (Phase::Starting, Reply::Opened(opened)) => {
                self.opened = Some(Rc::from(opened));
                self.message = Some(text);
                self.phase = Phase::Ready;
                self.pursue()
            }
            (_, Reply::Projected { number, rows }) => {
                if let Some((_, name)) = self.asked.take_if(|(asked, _)| *asked == number) {
                    Rc::make_mut(&mut self.answers).insert(name, rows);
                }
                Vec::new()
            }
            (Phase::Proving(_), Reply::Trying(engine)) => {
                self.phase = Phase::Proving(engine);
                Vec::new()
            }
            (Phase::Starting | Phase::Proving(_), Reply::Rejected(problems)) => {
                self.goal = None;
                self.phase = Phase::Rejected(Rc::new(problems));
                vec![Effect::StopWorker]
            }
            (Phase::Working, Reply::Events(events)) => self.record(events, text),
            (Phase::Working, Reply::Paused { events, finished }) => {
                let failed = self.record(events, text);
                if !failed.is_empty() {
                    return failed;
                }
                self.phase = if finished { Phase::Finished } else { Phase::Ready };
                self.pursue()
            }
            _ => Vec::new(), // what was under way when the worker was ended
        }
    }

    fn record(&mut self, events: Vec<Event>, text: Rc<str>) -> Vec<Effect> {
        self.computed += events.len();
        let before = self.history.len();
        for event in events {
            if let Err(mismatch) = self.history.push(event) {
                self.goal = None;
                self.phase = Phase::Crashed(mismatch.to_string());
                return vec![Effect::StopWorker];
            }
        }
        self.history.keep(text, self.history.len() - before);
        if self.follow {
            let end = match self.goal {
                Some(Goal::Step(step)) => step.min(self.history.len()),
                Some(Goal::End) => self.history.len(),
                Some(Goal::Jump(..)) | None => self.step,
            };
            self.step = self.step.max(end);
            self.row = None;
        }
        Vec::new()
    }

    /// Shows the goal if it is on record; otherwise has the next events computed.
    fn pursue(&mut self) -> Vec<Effect> {
        let Some(goal) = self.goal else { return Vec::new() };
        let over = self.phase == Phase::Finished || self.is_complete();
        let known = self.history.len();
        let reached = match goal {
            Goal::Step(step) => (step <= known).then_some(step),
            Goal::Jump(from, jump) => timeline::next(&self.history, from, jump),
            Goal::End => None,
        };
        if let Some(step) = reached.or(over.then_some(known)) {
            self.goal = None;
            if self.follow {
                self.show(step);
            }
            return Vec::new();
        }
        let wanted = match goal {
            Goal::Step(step) => step.saturating_sub(self.computed),
            Goal::Jump(..) => known.saturating_sub(self.computed).max(1),
            Goal::End => usize::MAX,
        };
        self.phase = Phase::Working;
        vec![Effect::Post(Command::Advance(u32::try_from(wanted).unwrap_or(u32::MAX)))]
    }
}
