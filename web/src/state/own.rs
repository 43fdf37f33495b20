//! Formulas that the user writes: an invariant of the program, or the interpolant of a query, with what was judged of the last one.

use super::{Effect, Goal, Phase, State};
use std::rc::Rc;
use trace::{Attempt, Claim, Command, Judgement, MAX_OWN, OwnInterpolant};
use view::own;

/// What the user writes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Own {
    /// The invariant: for each location what holds there.
    pub invariant: Vec<String>,
    /// The interpolant.
    pub interpolant: String,
    /// What was judged last, if it was not changed since.
    pub judged: Option<Judged>,
    /// How many hints are shown.
    pub hints: usize,
    /// What waits to be judged, or is.
    under_way: Option<UnderWay>,
    number: u32,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The step whose interpolant it is to be; none for an invariant.
    pub step: Option<usize>,
    /// What was found.
    pub judgement: Rc<Judgement>,
}

/// An attempt that has no answer yet.
#[derive(Debug, Clone, PartialEq)]
struct UnderWay {
    step: Option<usize>,
    claim: Claim,
    /// The number of the attempt, once the worker has it.
    posted: Option<u32>,
}

/// What the user does with formulas of his own.
#[derive(Debug, Clone, PartialEq)]
pub enum ByOwn {
    /// Changes what holds at a location.
    Write(usize, String),
    /// Has the invariant judged.
    Judge,
    /// Changes the interpolant.
    WriteInterpolant(String),
    /// Has the interpolant of the step on show judged.
    JudgeInterpolant,
    /// Asks for the next hint.
    Hint,
    /// Has the run go on with the interpolant.
    GoOn,
    /// Has the run go on with its own interpolant at the step on show.
    TakeBack,
    /// Gives up waiting.
    Stop,
}

impl Own {
    /// With an invariant that is there already.
    pub fn of(invariant: Vec<String>) -> Own {
        Own { invariant, ..Own::default() }
    }

    /// What of it a link has.
    pub fn in_link(&self) -> Vec<String> {
        if self.invariant.iter().all(|text| text.trim().is_empty()) {
            Vec::new()
        } else {
            self.invariant.clone()
        }
    }

    /// Whether there is no answer yet.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// What was judged of the invariant, or of the interpolant of a step.
    pub fn judged_at(&self, step: Option<usize>) -> Option<&Rc<Judgement>> {
        self.judged.as_ref().filter(|judged| judged.step == step).map(|judged| &judged.judgement)
    }

    /// What was written is there still; what was found is of another program.
    pub(super) fn forget(&mut self) {
        self.judged = None;
        self.under_way = None;
        self.hints = 0;
    }
}

impl State {
    /// Takes in what the user does with formulas of his own.
    pub(super) fn own(&mut self, action: ByOwn) -> Vec<Effect> {
        match action {
            ByOwn::Write(at, text) => {
                self.own.forget();
                if self.own.invariant.len() <= at {
                    self.own.invariant.resize(at + 1, String::new());
                }
                self.own.invariant[at] = text;
                return vec![Effect::WriteAddress];
            }
            ByOwn::Judge => {
                let places = self.run.as_ref().and_then(|run| run.opened.as_ref());
                let places = places.map_or(1, |opened| opened.outline.locations.len().max(1));
                let mut texts = self.own.invariant.clone();
                texts.resize(places.max(texts.len()), String::new());
                return self.judge(None, Claim::Invariant(texts));
            }
            ByOwn::WriteInterpolant(text) => {
                self.own.forget();
                self.own.interpolant = text;
            }
            ByOwn::JudgeInterpolant => {
                let claim = self.run.as_ref().and_then(|run| {
                    let query = run.event()?.query.as_ref()?;
                    Some((run.step, own::claim(&run.history, query, &self.own.interpolant)?))
                });
                if let Some((step, claim)) = claim {
                    return self.judge(Some(step), claim);
                }
            }
            ByOwn::Hint => self.own.hints += 1,
            ByOwn::GoOn => return self.replace(Some(self.own.interpolant.clone())),
            ByOwn::TakeBack => return self.replace(None),
            ByOwn::Stop => {
                let was_posted =
                    self.own.under_way.take().is_some_and(|under_way| under_way.posted.is_some());
                if let Some(run) = self.run.as_mut().filter(|_| was_posted) {
                    run.phase = Phase::Cancelled;
                    return vec![Effect::StopWorker];
                }
            }
        }
        Vec::new()
    }

    fn judge(&mut self, step: Option<usize>, claim: Claim) -> Vec<Effect> {
        self.own.forget();
        self.own.under_way = Some(UnderWay { step, claim, posted: None });
        let has_worker = self.run.as_ref().filter(|_| self.stale().is_none()).is_some_and(|run| {
            matches!(run.phase, Phase::Starting | Phase::Ready | Phase::Working | Phase::Finished)
        });
        let mut effects = Vec::new();
        if !has_worker {
            let step = self.run.as_ref().filter(|_| self.stale().is_none()).map_or(0, |run| run.step);
            effects = self.start(Goal::Step(step));
        }
        effects.extend(self.post_attempt());
        effects
    }

    /// Sends the worker the attempt that waits, once it waits for one.
    pub(super) fn post_attempt(&mut self) -> Option<Effect> {
        let run = self.run.as_ref()?;
        let under_way = self.own.under_way.as_mut().filter(|under_way| under_way.posted.is_none())?;
        match run.phase {
            Phase::Ready | Phase::Finished if run.asked.is_none() => {}
            Phase::Rejected(_) | Phase::Crashed(_) => {
                self.own.under_way = None;
                return None;
            }
            _ => return None,
        }
        self.own.number = self.own.number.wrapping_add(1);
        under_way.posted = Some(self.own.number);
        let attempt =
            Attempt { number: self.own.number, setup: (*run.setup).clone(), claim: under_way.claim.clone() };
        Some(Effect::Post(Command::Judge(attempt)))
    }

    /// Takes in what was found.
    pub(super) fn judged(&mut self, number: u32, judgement: Judgement) {
        if let Some(found) = self.own.under_way.take_if(|under_way| under_way.posted == Some(number)) {
            self.own.judged = Some(Judged { step: found.step, judgement: Rc::new(judgement) });
        }
    }

    /// Puts a formula of the user's in the place of the interpolant on show, or takes it away, and goes to that step again. What was
    /// written for later ones is dropped: they belong to another run now.
    fn replace(&mut self, text: Option<String>) -> Vec<Effect> {
        let Some((number, step)) =
            self.run.as_ref().and_then(|run| Some((run.event()?.counters.interpolation_queries, run.step)))
        else {
            return Vec::new();
        };
        self.own.forget();
        self.document.edit(|setup| {
            let own = &mut setup.settings.own;
            own.retain(|other| other.number < number);
            own.truncate(MAX_OWN - 1);
            own.extend(text.map(|text| OwnInterpolant { number, text }));
        });
        self.resume = None;
        let mut effects = self.start(Goal::Step(step));
        effects.push(Effect::SaveSoon);
        effects
    }
}
