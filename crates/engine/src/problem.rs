//! The verification problem ⟨I, F⟩ of a transition system, with I and F as formulas over the state alone, since the algorithm negates
//! both. Where one of them cannot be written so, the problem is that of the system with places for the entry and for failures.

use crate::cx::{Conclusion, Cx, Model, Question, Stop};
use crate::sources::sources_for;
use crate::unroll::{found, name_of_bad, name_of_transition};
use flow::{Places, StateSet, TransitionSystem};
use logic::order::{self, CollectOrdered};
use logic::{Sort, Stamp, Term, Terms, Var};
use trace::{SatMeaning, Side, Source};

/// ⟨I, F⟩ over a transition relation.
pub(crate) struct Problem {
    /// I, over the state alone.
    pub(crate) init: Term,
    /// F, over the state alone.
    pub(crate) bad: Term,
    /// Whether the state has a variable with infinitely many values.
    pub(crate) has_numbers: bool,
    ts: TransitionSystem,
    places: Option<Places>,
}

impl Problem {
    /// Where interpolants come from, in turn.
    pub(super) fn sources(&self, cx: &Cx) -> &'static [Source] {
        sources_for(cx.settings().interpolants, &self.ts, cx.terms())
    }

    /// The problem of a transition system.
    pub(crate) fn new(t: &Terms, ts: &TransitionSystem) -> Problem {
        let closed = |ts: &TransitionSystem| Some((ts.init.closed()?, ts.bad.projected(t)?.formula()));
        let has_numbers = ts.vars.iter().any(|v| v.sort == Sort::Int);
        if let Some((init, bad)) = closed(ts) {
            return Problem { init, bad, has_numbers, ts: ts.clone(), places: None };
        }
        let (ts, places) = ts.with_places(t);
        let (init, bad) = (ts.init.formula(), ts.bad.formula());
        Problem { init, bad, has_numbers, ts, places: Some(places) }
    }

    /// The plain symbols of the state.
    pub(crate) fn state(&self) -> impl Iterator<Item = Var> {
        self.ts.vars.iter().map(|v| v.var)
    }

    /// Whether entry and failure are places of their own, so that paths have a transition more at either end.
    pub(crate) fn has_places(&self) -> bool {
        self.places.is_some()
    }

    /// What holds at the program's loop heads, as a formula over the states of this problem.
    pub(crate) fn among_places(&self, t: &Terms, invariant: Term) -> Term {
        match &self.places {
            Some(places) if t.as_bool(invariant) != Some(true) => {
                t.or([t.of(places.entry), t.of(places.error), invariant])
            }
            Some(_) | None => invariant,
        }
    }

    /// I in the first frame, with what it speaks of beside the state.
    pub(crate) fn init_at(&self, t: &Terms) -> Term {
        self.ts.init_at(t, 0)
    }

    /// A set in a frame.
    pub(crate) fn at(&self, t: &Terms, set: Term, frame: u32) -> Term {
        t.restamp_all(set, |_| Stamp::At(frame))
    }

    /// A part of F in a frame, with the inputs that a replay needs.
    pub(crate) fn failing_at(&self, t: &Terms, part: Term, frame: u32) -> Term {
        let part = self.at(t, part, frame);
        if self.ts.bad.is_closed() { part } else { t.and([self.ts.bad_at(t, frame), part]) }
    }

    /// The transition from a frame to the next.
    pub(crate) fn trans_at(&self, t: &Terms, frame: u32) -> Term {
        self.ts.trans_at(t, frame)
    }

    /// A question with a path of so many transitions from I into F among its parts.
    pub(crate) fn failing_path(&self, t: &Terms, question: Question, rounds: u32) -> Question {
        let question = question.part(Side::Neither, "I(s₀)", self.init_at(t));
        (0..rounds)
            .fold(question, |question, i| {
                question.part(Side::Neither, name_of_transition(i), self.trans_at(t, i))
            })
            .part(Side::Neither, name_of_bad(rounds), self.failing_at(t, self.bad, rounds))
    }

    /// Line 1 of PDR and DAR: the failure of an initial state, if there is one. `if_unsat` says what it means that there is none.
    pub(crate) async fn fails_at_first(&self, cx: &Cx, if_unsat: &str) -> Result<Option<Conclusion>, Stop> {
        let words = cx.words();
        let question = Question::new(1, format!("{} {}?", words.can_it_fail(), words.at_first))
            .if_sat(SatMeaning::Counterexample, found(cx))
            .if_unsat(if_unsat);
        let model = cx.check(self.failing_path(cx.terms(), question, 0)).await?;
        Ok(model.map(|model| self.failure(cx.terms(), 0, model)))
    }

    /// The states of `within` one transition after `set`; none when that needs a quantifier.
    pub(crate) fn image_within(&self, t: &Terms, set: Term, within: Term) -> Option<Term> {
        self.projected_within(t, &self.ts.post(t, &self.ts.set(t, set), 0), within)
    }

    /// The states of `within` one transition before `set`; none when that needs a quantifier.
    pub(crate) fn preimage_within(&self, t: &Terms, set: Term, within: Term) -> Option<Term> {
        self.projected_within(t, &self.ts.pre(t, &self.ts.set(t, set)), within)
    }

    fn projected_within(&self, t: &Terms, set: &StateSet, within: Term) -> Option<Term> {
        Some(set.within(t, within).projected(t)?.formula())
    }

    /// States from which one transition can lead into `set`, around the one that the model has in frame 0: literals that it satisfies.
    pub(crate) fn leading_into(&self, t: &Terms, set: Term, model: &Model) -> Term {
        let value = model.values(t);
        let step = t.and([self.trans_at(t, 0), self.at(t, set, 1)]);
        let first = self.state().map(|v| t.at(v, 0)).collect_set();
        let states = flow::project(t, step, |v| !first.contains(&v), &value);
        let literals = flow::implicant(t, states, &value);
        t.restamp_all(t.and(literals), |_| Stamp::Plain)
    }

    /// An invariant of this problem as one of the program's loop heads.
    pub(crate) fn at_heads(&self, t: &Terms, invariant: Term) -> Term {
        self.places.as_ref().map_or(invariant, |places| places.at_heads(t, invariant))
    }

    /// What a model of a path of this length says of the program.
    pub(crate) fn failure(&self, t: &Terms, length: u32, model: Model) -> Conclusion {
        let Some(places) = &self.places else {
            return Conclusion::Failure { rounds: length, model };
        };
        // The first transition leads to the first loop head, the last one from the failing round to the error.
        let on_path = |(v, value)| Some((places.on_path(t, v)?, value));
        let mut values: Vec<_> = model.0.into_iter().filter_map(on_path).collect();
        order::sort_by_key(&mut values, |(v, _)| *v);
        Conclusion::Failure { rounds: length.saturating_sub(2), model: Model(values) }
    }
}
