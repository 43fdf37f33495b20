//! A second run on the same program, beside the first: what it is, how both are moved, and where they part.

use super::{Effect, Go, Goal, Phase, Run, State};
use std::rc::Rc;
use trace::{Command, Projection, Reply, Setup};
use view::compare::{Rival, parting};
use view::page::link::Tab;
use view::run::timeline;

/// The most steps that are computed of each run for a comparison.
pub const MOST: usize = 2_000;

/// Two runs side by side: the one on show, and this.
#[derive(Debug, Clone)]
pub struct Compare {
    /// In what it differs.
    pub rival: Rival,
    /// The second run.
    pub run: Run,
    /// The step that both are at; a run that is shorter is at its end.
    pub step: usize,
    /// Whether both go to where they part as soon as that is known.
    seeks: bool,
}

/// What is done about a comparison.
#[derive(Debug, Clone)]
pub enum ByCompare {
    /// Choose in what the second run is to differ.
    Choose(Rival),
    /// Compute both runs.
    Start,
    /// The second worker sent something.
    Reply(Reply, Rc<str>),
    /// The second worker died, for this reason.
    Failed(String),
    /// Go to the first step at which they differ.
    Part,
    /// Ask the second worker where a region is.
    Project(Rc<str>, Projection),
    /// End the second run.
    Close,
}

/// What is to be done with the second worker.
#[derive(Debug, Clone, PartialEq)]
pub enum OfSecond {
    /// End it if there is one, start a new one and have it open this.
    Start(Rc<Setup>),
    /// Send it a command.
    Post(Command),
    /// End it.
    Stop,
}

impl Compare {
    /// Whether the second run has come as far as it will.
    pub fn is_over(&self) -> bool {
        is_over(&self.run)
    }

    /// The step of the second run.
    pub fn at(&self) -> usize {
        self.step.min(self.run.history.len())
    }
}

/// Whether nothing more is computed of a run.
pub fn is_over(run: &Run) -> bool {
    run.is_complete() || !run.is_busy() && !run.history.is_empty()
}

/// What a run wants done, done with the second worker.
fn second(effects: Vec<Effect>) -> Vec<Effect> {
    let one = |effect| match effect {
        Effect::StartWorker(setup) => Effect::Second(OfSecond::Start(setup)),
        Effect::Post(command) => Effect::Second(OfSecond::Post(command)),
        Effect::StopWorker => Effect::Second(OfSecond::Stop),
        other => other,
    };
    effects.into_iter().map(one).collect()
}

impl State {
    /// In what a second run differs, or would.
    pub fn rival(&self) -> Rival {
        self.rival.unwrap_or_else(|| Rival::usual(&self.document.setup))
    }

    /// The first step at which the two runs differ.
    pub fn parting(&self) -> Option<usize> {
        let (run, compare) = (self.run.as_ref()?, self.compare.as_ref()?);
        parting((&run.history, is_over(run)), (&compare.run.history, compare.is_over()))
    }

    /// Takes in what is done about a comparison.
    pub(super) fn compare(&mut self, action: ByCompare) -> Vec<Effect> {
        match action {
            ByCompare::Choose(rival) => {
                self.rival = Some(rival);
                Vec::new()
            }
            ByCompare::Start => self.start_comparison(None),
            ByCompare::Reply(reply, text) => {
                let Some(compare) = &mut self.compare else { return Vec::new() };
                let effects = Rc::make_mut(compare).run.receive(reply, text);
                self.seek_parting();
                second(effects)
            }
            ByCompare::Failed(why) => {
                if let Some(compare) = &mut self.compare {
                    let run = &mut Rc::make_mut(compare).run;
                    run.goal = None;
                    run.phase = Phase::Crashed(why);
                }
                vec![Effect::Second(OfSecond::Stop)]
            }
            ByCompare::Part => match self.parting() {
                Some(step) => self.move_both(step),
                None => Vec::new(),
            },
            ByCompare::Project(name, question) => {
                let Some(compare) = &mut self.compare else { return Vec::new() };
                second(Rc::make_mut(compare).run.ask(name, question))
            }
            ByCompare::Close => {
                let mut effects = self.end_comparison();
                effects.push(Effect::WriteAddress);
                effects
            }
        }
    }

    /// Computes both runs, and goes to a step, or to where they part.
    pub(super) fn start_comparison(&mut self, step: Option<usize>) -> Vec<Effect> {
        let rival = self.rival();
        let is_there = self.stale().is_none() && self.run.as_ref().is_some_and(|run| !run.is_void());
        let mut effects = self.end_comparison();
        if !is_there {
            effects.extend(self.start(Goal::Step(MOST)));
        }
        let Some(run) = &mut self.run else { return effects };
        if is_there && run.can_compute() {
            effects.extend(run.set_out(Goal::Step(MOST)));
        } else if run.is_busy() {
            run.goal = Some(Goal::Step(MOST));
        }
        // It is computed, but one stays where one is.
        run.follow = false;
        let setup = Rc::new(rival.setup(&self.document.setup));
        let run = Run { follow: false, ..Run::new(setup.clone(), Goal::Step(MOST)) };
        let seeks = step.is_none();
        self.compare = Some(Rc::new(Compare { rival, run, step: step.unwrap_or(0), seeks }));
        effects.push(Effect::Second(OfSecond::Start(setup)));
        effects.extend(self.show_tab(Tab::Compare));
        effects
    }

    /// Ends the second run, if there is one.
    pub(super) fn end_comparison(&mut self) -> Vec<Effect> {
        if self.compare.take().is_some() { vec![Effect::Second(OfSecond::Stop)] } else { Vec::new() }
    }

    /// Stops computing both.
    pub(super) fn cancel_second(&mut self) -> Vec<Effect> {
        match &mut self.compare {
            Some(compare) => second(Rc::make_mut(compare).run.cancel()),
            None => Vec::new(),
        }
    }

    /// Goes to where the runs part, once that is known.
    pub(super) fn seek_parting(&mut self) {
        let Some(run) = &self.run else { return };
        let Some(compare) = self.compare.as_ref() else { return };
        let (known, all) = (
            compare.run.history.len().min(run.history.len()),
            compare.run.history.len().max(run.history.len()),
        );
        if !compare.seeks {
            // A link's step is shown as soon as it is there.
            let step = compare.step.min(run.history.len());
            if let Some(run) = self.run.as_mut().filter(|run| run.step < step) {
                run.show(step);
                run.follow = false;
            }
            return;
        }
        let both = is_over(run) && compare.is_over();
        let step = match self.parting() {
            Some(step) if step <= known || both => step,
            None if both => all,
            _ => return,
        };
        if let Some(compare) = &mut self.compare {
            Rc::make_mut(compare).seeks = false;
        }
        self.move_both(step);
    }

    fn move_both(&mut self, step: usize) -> Vec<Effect> {
        if let (Some(compare), Some(run)) = (&mut self.compare, &mut self.run) {
            let compare = Rc::make_mut(compare);
            compare.seeks = false;
            compare.step = step.min(run.history.len().max(compare.run.history.len()));
            run.show(compare.step);
        }
        vec![Effect::WriteAddress]
    }

    /// Moves both runs alike.
    pub(super) fn go_both(&mut self, go: Go) -> Vec<Effect> {
        let (Some(compare), Some(run)) = (&self.compare, &self.run) else { return Vec::new() };
        let (a, b, step) = (&run.history, &compare.run.history, compare.step);
        let last = a.len().max(b.len());
        let to = match go {
            Go::First => 0,
            Go::Back => step.saturating_sub(1),
            Go::Step => step + 1,
            Go::End => last,
            Go::To(step) => step,
            Go::Next(jump) => {
                let each = [a, b].map(|run| timeline::next(run, step, jump));
                each.into_iter().flatten().min().unwrap_or(last)
            }
            Go::Previous(jump) => {
                let each = [a, b].map(|run| timeline::previous(run, step, jump));
                each.into_iter().flatten().max().unwrap_or(0)
            }
        };
        self.move_both(to)
    }
}
