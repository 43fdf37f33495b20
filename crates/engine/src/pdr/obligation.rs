//! How an obligation is met: states that lead to a failure are excluded from a frame by a lemma, or else states before them are next.

use super::Frames;
use crate::cx::{KeptContext, Model, Question, Stop};
use crate::unroll::{name_of_transition, subscript as sub};
use logic::{Stamp, Term};
use trace::{SatMeaning, Side, UnknownReason};

/// States that must not be in a frame.
#[derive(Clone, Copy)]
pub(super) struct Obligation {
    /// The states, over the plain symbols: a path of `rounds` rounds leads from each of them into a failing state.
    pub(super) states: Term,
    /// The number of the frame.
    pub(super) at: u32,
    /// How far the failure is.
    pub(super) rounds: u32,
}

/// What becomes of an obligation.
pub(super) enum Met {
    /// An execution comes to its states, and fails after so many rounds.
    Reached { rounds: u32 },
    /// These states of the frame before lead into them.
    Before(Term),
    /// They are excluded by this lemma.
    Excluded(Term),
}

/// How many obligations are met with interpolants of a source before the next one has its turn.
const TURN: u32 = 8;

impl Frames<'_> {
    /// Lines 6 to 9.
    pub(super) async fn meet(&self, obligation: &Obligation, count: u32) -> Result<Met, Stop> {
        let found = match self.problem.has_numbers {
            true => self.interpolant(obligation, count).await?,
            false => self.clause(obligation).await?,
        };
        Ok(match found {
            Ok(lemma) => Met::Excluded(lemma),
            Err(model) => self.before(obligation, &model),
        })
    }

    /// Line 10: whether the next frame still has states of an obligation.
    pub(super) async fn is_open_later(&self, obligation: &Obligation) -> Result<bool, Stop> {
        let next = obligation.at + 1;
        let purpose = format!(
            "They are excluded from F{}. Does F{} still contain some of them? It is easier to exclude them there now than when they are met again.",
            sub(obligation.at),
            sub(next)
        );
        let question = Question::new(10, purpose)
            .part(Side::Neither, format!("F{}(s)", sub(next)), self.frame(next))
            .part(Side::Neither, "c(s)", obligation.states)
            .if_sat(SatMeaning::NewStates, format!("Yes: they are an obligation of F{}, too.", sub(next)))
            .if_unsat("No: they are done with for now.");
        Ok(self.cx.check(question).await?.is_some())
    }

    /// What a model of a step into the obligation's states means.
    fn before(&self, obligation: &Obligation, model: &Model) -> Met {
        let (t, words) = (self.cx.terms(), self.cx.words());
        let is_initial = t.holds(self.problem.at(t, self.problem.init, 1), &model.values(t));
        let (rounds, is_reached) = match is_initial {
            true => (obligation.rounds, true),
            false => (obligation.rounds + 1, obligation.at == 1),
        };
        if is_reached {
            self.cx.say(format!(
                "That is an initial state, so {} {} after {}.",
                words.an_execution,
                words.fails,
                words.count(rounds)
            ));
            return Met::Reached { rounds };
        }
        self.cx.say(format!(
            "All states around s₀ that lead there in the same way are an obligation of F{}: {} that comes to one of them {}.",
            sub(obligation.at - 1),
            words.an_execution,
            words.fails
        ));
        Met::Before(self.problem.leading_into(t, obligation.states, model))
    }

    /// What leads into states of an obligation, as a formula over the states s₀ and s₁, with its name.
    ///
    /// DIVERGENCE: I is asked about together with the image of the frame, so that one lemma holds in both. In print I is looked at apart, so
    /// that no generalised clause excludes an initial state.
    fn image(&self, obligation: &Obligation, states: Term) -> (String, Term) {
        let t = self.cx.terms();
        let initial = self.problem.at(t, self.problem.init, 1);
        let before = obligation.at - 1;
        let step = self.problem.trans_at(t, 0);
        if before == 0 {
            let first = self.problem.init_at(t);
            return ("I(s₁) ∨ I(s₀) ∧ T(s₀, s₁)".into(), t.or([initial, t.and([first, step])]));
        }
        let frame = self.problem.at(t, self.frame(before), 0);
        let outside = self.problem.at(t, t.not(states), 0);
        // Of an obligation that fails at once the states are those of ¬P.
        let outside_of = if obligation.rounds == 0 { "P(s₀)" } else { "¬c(s₀)" };
        let name = format!("I(s₁) ∨ F{}(s₀) ∧ {outside_of} ∧ {}", sub(before), name_of_transition(0));
        (name, t.or([initial, t.and([frame, outside, step])]))
    }

    /// The question whether the frame before leads into the obligation's states, without parts.
    fn question(&self, obligation: &Obligation, why: String) -> Question {
        let words = self.cx.words();
        let before = match obligation.at {
            1 => "the initial states".to_owned(),
            at => format!("F{}", sub(at - 1)),
        };
        let purpose = match obligation.rounds {
            0 => format!(
                "No state of F{} may {} at once. Can one {} lead from {before} to one that does?",
                sub(obligation.at),
                words.fail,
                words.round
            ),
            rounds => format!(
                "States that {} after {} must not be in F{}. Can one {} lead from {before} to them?",
                words.fail,
                words.count(rounds),
                sub(obligation.at),
                words.round
            ),
        };
        Question::new(6, purpose)
            .if_sat(SatMeaning::PerhapsSpurious, "Yes, as the model does.")
            .if_unsat(why)
            .reachable(Side::A)
    }

    /// What the obligation's states are called.
    fn name(&self, obligation: &Obligation) -> &'static str {
        if obligation.rounds == 0 { "¬P(s₁)" } else { "c(s₁)" }
    }

    /// Line 9 where there are numbers: an interpolant.
    ///
    /// DIVERGENCE: in rotation, the sources of interpolants take turns, and where one has none, the next is asked.
    async fn interpolant(&self, obligation: &Obligation, count: u32) -> Result<Result<Term, Model>, Stop> {
        let t = self.cx.terms();
        let (name, image) = self.image(obligation, obligation.states);
        let states = self.problem.at(t, obligation.states, 1);
        let sources = self.problem.sources(self.cx);
        let first = ((count - 1) / TURN) as usize % sources.len();
        let mut failed = UnknownReason::Solver("no source of interpolants".into());
        for &source in sources[first..].iter().chain(&sources[..first]) {
            let why = format!(
                "No. The interpolant holds for all that is reached so soon, and excludes them: it joins {}.",
                frames_up_to(obligation.at)
            );
            let question = self
                .question(obligation, why)
                .part(Side::A, name.clone(), image)
                .part(Side::B, self.name(obligation), states)
                .from(source);
            match self.cx.interpolate(question).await {
                Ok(found) => return Ok(found.map(|lemma| t.restamp_all(lemma, |_| Stamp::Plain))),
                Err(Stop::Solver(why)) => failed = why,
            }
        }
        Err(Stop::Solver(failed))
    }

    /// Line 9 where the state is truth values alone: a clause, as short as the refutation allows, and then shorter.
    async fn clause(&self, obligation: &Obligation) -> Result<Result<Term, Model>, Stop> {
        let t = self.cx.terms();
        let mut cube = t.conjuncts(obligation.states);
        let why = format!(
            "No. What the refutation needs of them is a cube that is not reached so soon: its negation joins {}.",
            frames_up_to(obligation.at)
        );
        match self.core(obligation, &cube, self.question(obligation, why)).await? {
            Err(model) => return Ok(Err(model)),
            Ok(core) => cube = core,
        }
        let mut at = 0;
        while at < cube.len() && cube.len() > 1 && at < MOST_DROPPED {
            let mut fewer = cube.clone();
            fewer.remove(at);
            let purpose = format!(
                "Is even more excluded, without one of the {} literals? A shorter clause excludes more states at once.",
                cube.len()
            );
            let question = Question::new(9, purpose)
                .if_sat(SatMeaning::NewStates, "No: the literal is needed.")
                .if_unsat("Yes: the literal is dropped.");
            match self.core(obligation, &fewer, question).await? {
                Err(_) => at += 1,
                Ok(core) => cube = core,
            }
        }
        Ok(Ok(t.not(t.and(cube))))
    }

    /// The literals of a cube that already contradict what leads into it.
    async fn core(
        &self,
        obligation: &Obligation,
        cube: &[Term],
        question: Question,
    ) -> Result<Result<Vec<Term>, Model>, Stop> {
        let t = self.cx.terms();
        let before = obligation.at - 1;
        // One formula of the initial states and the image, part by part, so that what was asked before stays asserted.
        let initial = self.problem.at(t, self.problem.init, 1);
        let or_initial = |part: Term| t.or([initial, part]);
        let step = or_initial(self.problem.trans_at(t, 0));
        let mut question = question.part(Side::Neither, "I(s₁) ∨ T(s₀, s₁)", step);
        if before == 0 {
            question = question.part(Side::Neither, "I(s₁) ∨ I(s₀)", or_initial(self.problem.init_at(t)));
        } else {
            let of = format!("I(s₁) ∨ F{}(s₀)", sub(before));
            let lemmas = self.lemmas.iter().filter(|lemma| lemma.level >= before);
            let parts: Vec<Term> =
                lemmas.map(|lemma| or_initial(self.problem.at(t, lemma.formula, 0))).collect();
            question = match parts.len() {
                0 => question,
                1..=FEW_LEMMAS => question.part(Side::Neither, of, t.and(parts)),
                _ => parts.into_iter().enumerate().fold(question, |question, (n, part)| {
                    question.part(Side::Neither, format!("{of}, lemma {}", n + 1), part)
                }),
            };
        }
        if !self.is_large {
            question = question.within_so_far(KeptContext { round: self.k, place: 2 * before + 1 });
        }
        if before != 0 {
            let outside = t.not(t.and(cube.iter().copied()));
            let name = "I(s₁) ∨ ¬c(s₀)";
            question = question.passing(Side::Neither, name, or_initial(self.problem.at(t, outside, 0)));
        }
        let others = question.parts.len();
        let question = cube.iter().enumerate().fold(question, |question, (n, &literal)| {
            let name = match cube {
                [_] => self.name(obligation).to_owned(),
                _ => format!("{}, literal {}", self.name(obligation), n + 1),
            };
            question.passing(Side::Neither, name, self.problem.at(t, literal, 1))
        });
        Ok(self.cx.core(question).await?.map(|core| {
            let kept = |n: &usize| core.is_empty() || core.contains(&((*n + others) as u32));
            (0..cube.len()).filter(kept).map(|n| cube[n]).collect()
        }))
    }
}

/// A frame of more lemmas is asked about lemma by lemma.
const FEW_LEMMAS: usize = 8;

/// The most literals that are kept after an attempt to drop each.
const MOST_DROPPED: usize = 12;

/// "F₁", "F₁ and F₂", "F₁ to F₃".
fn frames_up_to(last: u32) -> String {
    match last {
        1 => "F₁".into(),
        2 => "F₁ and F₂".into(),
        _ => format!("F₁ to F{}", sub(last)),
    }
}
