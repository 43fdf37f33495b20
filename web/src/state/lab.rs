//! The laboratory: two formulas, what was found of them, and which of the interpolants is looked at.

use super::{Effect, Goal, Phase, Run, State};
use std::rc::Rc;
use trace::{Command, Experiment, Experimented, Projection, Reply, Setup};
use view::lab::record;
use view::page::link::Tab;

/// The laboratory.
#[derive(Debug, Clone, Default)]
pub struct Lab {
    /// A and B as they are written.
    pub sides: [String; 2],
    /// What was found of them.
    pub found: Option<Rc<Experimented>>,
    /// The query once for each interpolant, as a run that is over.
    pub run: Option<Run>,
    /// The number of the experiment that the worker is busy with.
    pub asked: Option<u32>,
    /// Why the worker stopped.
    pub failed: Option<String>,
    number: u32,
}

/// What is done in the laboratory.
#[derive(Debug, Clone)]
pub enum ByLab {
    /// Change A (0) or B (1).
    Write(usize, String),
    /// Take a pair to begin with.
    Take([String; 2]),
    /// Interpolate.
    Interpolate,
    /// The worker answers.
    Reply(Reply, Rc<str>),
    /// The worker died, for this reason.
    Failed(String),
    /// Look at the interpolant of this position.
    Choose(u32),
    /// Ask where a region is.
    Project(Rc<str>, Projection),
    /// Give up waiting.
    Stop,
}

/// What is to be done with the laboratory's worker.
#[derive(Debug, Clone, PartialEq)]
pub enum OfLab {
    /// Ask it; start it if there is none.
    Ask(Command),
    /// End it.
    Stop,
}

impl Lab {
    /// What of it a link has.
    pub fn in_link(&self) -> Vec<String> {
        if self.sides.iter().all(|text| text.trim().is_empty()) { Vec::new() } else { self.sides.to_vec() }
    }

    fn forget(&mut self) {
        self.found = None;
        self.run = None;
        self.asked = None;
        self.failed = None;
    }
}

/// Commands for the laboratory's worker.
fn of_lab(effects: Vec<Effect>) -> Vec<Effect> {
    let one = |effect| match effect {
        Effect::Post(command) => Effect::Lab(OfLab::Ask(command)),
        other => other,
    };
    effects.into_iter().map(one).collect()
}

impl State {
    /// Takes in what is done in the laboratory.
    pub(super) fn experiment(&mut self, action: ByLab) -> Vec<Effect> {
        let lab = Rc::make_mut(&mut self.lab);
        match action {
            ByLab::Write(at, text) => {
                lab.forget();
                if let Some(side) = lab.sides.get_mut(at) {
                    *side = text;
                }
                vec![Effect::WriteAddress]
            }
            ByLab::Take(sides) => {
                lab.sides = sides;
                self.experiment(ByLab::Interpolate)
            }
            ByLab::Interpolate => {
                lab.forget();
                lab.number = lab.number.wrapping_add(1);
                lab.asked = Some(lab.number);
                let experiment = Experiment { number: lab.number, sides: lab.sides.clone() };
                vec![Effect::Lab(OfLab::Ask(Command::Experiment(experiment))), Effect::WriteAddress]
            }
            ByLab::Reply(Reply::Experimented { number, found }, _) => {
                if lab.asked.take_if(|asked| *asked == number).is_some() {
                    let history = record(&found);
                    lab.run = found.opened.clone().map(|opened| Run {
                        opened: Some(Rc::from(opened)),
                        step: usize::from(!history.is_empty()),
                        history,
                        phase: Phase::Finished,
                        goal: None,
                        ..Run::new(Rc::new(Setup::default()), Goal::Step(0))
                    });
                    lab.found = Some(Rc::from(found));
                }
                Vec::new()
            }
            ByLab::Reply(reply, text) => match &mut lab.run {
                Some(run) => of_lab(run.receive(reply, text)),
                None => Vec::new(),
            },
            ByLab::Failed(why) => {
                lab.asked = None;
                lab.failed = Some(why);
                if let Some(run) = &mut lab.run {
                    run.asked = None;
                }
                vec![Effect::Lab(OfLab::Stop)]
            }
            ByLab::Choose(at) => {
                if let Some(run) = &mut lab.run {
                    run.show(at as usize + 1);
                }
                Vec::new()
            }
            ByLab::Project(name, question) => match &mut lab.run {
                Some(run) => of_lab(run.ask(name, question)),
                None => Vec::new(),
            },
            ByLab::Stop => {
                lab.asked = None;
                vec![Effect::Lab(OfLab::Stop)]
            }
        }
    }

    /// Opens the laboratory with the pair of a link.
    pub(super) fn open_lab(&mut self, sides: [String; 2]) -> Vec<Effect> {
        let mut effects = self.show_tab(Tab::Lab);
        effects.extend(self.experiment(ByLab::Take(sides)));
        effects
    }
}
