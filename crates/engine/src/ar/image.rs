//! The operators post^ and pre^ of section 4.1: one interpolant where the interpolation formula is unsatisfiable, and both ways
//! of making it so where it is not. Line numbers from 18 on are ours.
//!
//! Frames count from the set that the operator is applied to: x₀ is in it, x₁ in its image, and x₂, …, x_k lie beyond.
//! Backwards, x₁ comes before x₀.

use super::{Round, front_name, transitions};
use crate::cx::{Cx, Model, Question, Stop};
use crate::problem::Problem;
use crate::unroll::subscript as sub;
use logic::{Stamp, Term, Value, Var, order::CollectOrdered};
use std::collections::BTreeSet;
use trace::{ApproximationChange, Change, Direction, Regain, SatMeaning, Side, Source};

/// The most sets of states that are blocked in one image before the second way is taken.
///
/// DIVERGENCE: the paper's states are finitely many. On integers there may be no end.
const BLOCKED: usize = 64;

/// One of the two operators in a round.
pub(super) struct Operator<'a> {
    cx: &'a Cx,
    problem: &'a Problem,
    round: Round,
    /// What the images must not meet: F_j, or backwards I_j.
    against: Term,
    source: Source,
    regain: Regain,
    /// No state of the set at hand meets `against` in fewer transitions than this: its counterexample guarantee.
    guarantee: u32,
}

/// The frames in which meeting `against` is excluded.
type Constraints = BTreeSet<u32>;

impl<'a> Operator<'a> {
    pub(super) fn new(
        cx: &'a Cx,
        problem: &'a Problem,
        round: Round,
        (against, source): (Term, Source),
        regain: Regain,
    ) -> Operator<'a> {
        // Line 3 and the rounds before: no path from I_j to F_j has k_j transitions or fewer.
        Operator { cx, problem, round, against, source, regain, guarantee: round.k + 1 }
    }

    /// The `index`-th image: a set that contains what one transition leads to from `set`, but for `against`, and that
    /// excludes `against`. None when that set is simply the complement of `against`: every frame had to be constrained,
    /// ¬F(x₁) in A included, and "the interpolant is just ¬F(x₁)".
    pub(super) async fn apply(&mut self, set: Term, index: u32) -> Result<Option<Term>, Stop> {
        let t = self.cx.terms();
        let mut from = set;
        let mut beside = Vec::new(); // the images of what is blocked
        let mut constraints = Constraints::new();
        loop {
            let model = match self.cx.interpolate(self.question(from, index, &constraints)).await? {
                Ok(interpolant) => {
                    let image = t.restamp_all(interpolant, |_| Stamp::Plain);
                    self.guarantee = self.guarantee_after(&constraints);
                    return Ok(Some(t.or(beside.into_iter().chain([image]))));
                }
                Err(model) => model,
            };
            if self.regain == Regain::Block && beside.len() < BLOCKED {
                let blocked = self.leading_to_failure(from, &model.values(t));
                self.cx.change(Change::Approximation(ApproximationChange::Blocked {
                    direction: self.round.direction,
                    states: blocked,
                }));
                self.cx.say(
                    "The states it starts from are left out, and the query is asked again without them.",
                );
                let image = self.image_of_blocked(blocked, index).await?;
                beside.push(image);
                from = t.and([from, t.not(blocked)]);
            } else {
                self.constrain(&mut constraints, &model);
                self.cx.change(Change::Approximation(ApproximationChange::Constrained {
                    direction: self.round.direction,
                    frames: constraints.iter().copied().collect(),
                }));
                if constraints.contains(&1) {
                    return Ok(None);
                }
                self.cx.say(format!(
                    "So that this path does not count, {} is excluded in {}, and the query is asked again.",
                    self.against_name(),
                    self.excluded(&constraints)
                ));
            }
        }
    }

    /// Constrains one frame more, and others as long as the path of the model is still one: what the model answers is not asked again.
    fn constrain(&self, constraints: &mut Constraints, model: &Model) {
        let t = self.cx.terms();
        let value = model.values(t);
        loop {
            constraints.insert(self.next_constraint(constraints));
            if constraints.contains(&1) || !t.holds(self.beyond(constraints), &value) {
                return;
            }
        }
    }

    /// The second way, one constraint a query: first the frame that the guarantee allows to meet `against`, then those beyond it. With a
    /// full guarantee that is ¬F(x_k) alone; then ¬F(x_(k−1)), and ¬F(x_k) with it; and so on inwards, ¬F(x₁) last.
    fn next_constraint(&self, constraints: &Constraints) -> u32 {
        let first = self.guarantee.clamp(1, self.round.k);
        match constraints.last() {
            None => first,
            Some(&last) if last < self.round.k => last + 1,
            // The guarantee says that this is not needed; it may be all the same where blocked states have images of their own.
            Some(_) => (1..self.round.k).rev().find(|frame| !constraints.contains(frame)).unwrap_or(1),
        }
    }

    /// In how many transitions the image may meet `against` at the earliest.
    fn guarantee_after(&self, constraints: &Constraints) -> u32 {
        let first = constraints.first().copied().unwrap_or(self.round.k + 1);
        first.saturating_sub(1).max(1)
    }

    /// Lines 19 to 22: the interpolation formula under these constraints.
    fn question(&self, from: Term, index: u32, constraints: &Constraints) -> Question {
        let t = self.cx.terms();
        let Round { j, direction, .. } = self.round;
        let (name, against) = (front_name(direction, index - 1), self.against_name());
        let name = if index == 1 { format!("{}{}", self.start_letter(), sub(j)) } else { name };
        let line = if constraints.is_empty() { super::line_of(direction) } else { 22 };
        let again = match constraints.iter().max() {
            None => String::new(),
            Some(_) => format!("Asked again with {against} excluded in {}. ", self.excluded(constraints)),
        };
        let farther = match self.guarantee_after(constraints) {
            1 => format!(" and excludes {against}"),
            ahead => {
                format!(", excludes {against}, and meets it only after more than {}", transitions(ahead - 1))
            }
        };
        let purpose = match direction {
            Direction::Forward => {
                format!("{again}What holds after 1 transition from {name}{farther}?")
            }
            Direction::Backward => {
                format!("{again}What holds 1 transition before {name}{farther}?")
            }
        };
        let mut question = Question::new(line, purpose)
            .part(Side::A, format!("{name}({})", self.state(0)), self.at(from, 0))
            .part(Side::A, self.step_name(), self.step(0));
        let innermost = constraints.contains(&1);
        if innermost {
            question = question.part(
                Side::A,
                format!("¬{against}({})", self.state(1)),
                t.not(self.at(self.against, 1)),
            );
        }
        let b = if innermost { self.at(self.against, 1) } else { self.beyond(constraints) };
        question
            .part(Side::B, self.name_of_beyond(constraints), b)
            .from(self.source)
            .if_sat(SatMeaning::PerhapsSpurious, format!("Nothing does: the model is a path from {name} to {against}, perhaps spurious, since {name} is only an approximation."))
            .if_unsat(format!("The interpolant: it is {}, and contains no state of {against}. Does it contain a new one?", front_name(direction, index)))
    }

    /// The constrained frames by name.
    fn excluded(&self, constraints: &Constraints) -> String {
        let frames: Vec<String> = constraints.iter().map(|&frame| self.state(frame)).collect();
        format!("{} (xᵢ: the state after i transitions)", frames.join(", "))
    }

    /// Some path from x₁ meets `against` in a frame that is not constrained, passing through constrained frames outside of it.
    ///
    /// DIVERGENCE: as in [`crate::unroll::bad_within`], each disjunct asks only for the transitions and constraints that lead to it, since a
    /// failing state of a program need not have a successor.
    fn beyond(&self, constraints: &Constraints) -> Term {
        let t = self.cx.terms();
        (1..=self.round.k).rev().fold(t.fals(), |rest, frame| {
            let meets = self.at(self.against, frame);
            let goes_on = if rest == t.fals() { rest } else { t.and([self.step(frame), rest]) };
            match constraints.contains(&frame) {
                true => t.and([t.not(meets), goes_on]),
                false => t.or([meets, goes_on]),
            }
        })
    }

    /// The image of states that are blocked. They have successors too, which must not be lost: the exact image where it can be written
    /// without a quantifier, else one between it and "not `against`".
    ///
    /// DIVERGENCE: the paper leaves open what becomes of the blocked states' successors.
    async fn image_of_blocked(&self, blocked: Term, index: u32) -> Result<Term, Stop> {
        let t = self.cx.terms();
        let outside = t.not(self.against);
        let exact = match self.round.direction {
            Direction::Forward => self.problem.image_within(t, blocked, outside),
            Direction::Backward => self.problem.preimage_within(t, blocked, outside),
        };
        if let Some(image) = exact {
            return Ok(image);
        }
        let question = self.question(blocked, index, &Constraints::from([1]));
        match self.cx.interpolate(question).await? {
            Ok(image) => Ok(t.restamp_all(image, |_| Stamp::Plain)),
            Err(_) => Ok(outside),
        }
    }

    /// The states of `from` from which the path of a model, with the same choices, leads to `against`.
    fn leading_to_failure(&self, from: Term, value: &dyn Fn(Var) -> Value) -> Term {
        let t = self.cx.terms();
        let path = t.and([self.step(0), self.beyond(&Constraints::new())]);
        let start: BTreeSet<Var> =
            self.problem.state().map(|v| t.restamp(v, Stamp::At(self.stamp(0)))).collect_set();
        // What is said of the start alone has nothing to be projected.
        let set = flow::project(t, path, |v| !start.contains(&v), value);
        t.and([from, t.restamp_all(set, |_| Stamp::Plain)])
    }

    /// The copy of the state in a frame: backwards, x₀ is the last state of the path.
    fn stamp(&self, frame: u32) -> u32 {
        match self.round.direction {
            Direction::Forward => frame,
            Direction::Backward => self.round.k - frame,
        }
    }

    /// What the state in a frame is called in the query.
    fn state(&self, frame: u32) -> String {
        format!("x{}", sub(self.stamp(frame)))
    }

    fn at(&self, set: Term, frame: u32) -> Term {
        self.problem.at(self.cx.terms(), set, self.stamp(frame))
    }

    /// The transition between a frame and the next.
    fn step(&self, frame: u32) -> Term {
        let (here, there) = (self.stamp(frame), self.stamp(frame + 1));
        self.problem.trans_at(self.cx.terms(), here.min(there))
    }

    fn step_name(&self) -> String {
        let (here, there) = (self.stamp(0), self.stamp(1));
        format!("T(x{}, x{})", sub(here.min(there)), sub(here.max(there)))
    }

    fn start_letter(&self) -> &'static str {
        match self.round.direction {
            Direction::Forward => "I",
            Direction::Backward => "F",
        }
    }

    pub(super) fn against_name(&self) -> String {
        let letter = match self.round.direction {
            Direction::Forward => "F",
            Direction::Backward => "I",
        };
        format!("{letter}{}", sub(self.round.j))
    }

    fn name_of_beyond(&self, constraints: &Constraints) -> String {
        let (k, name) = (self.round.k, self.against_name());
        let frames: Vec<u32> = (1..=k).filter(|frame| !constraints.contains(frame)).collect();
        let meets = match frames.as_slice() {
            _ if constraints.contains(&1) => return format!("{name}({})", self.state(1)),
            [only] => format!("{name}({})", self.state(*only)),
            [first, second] => format!("{name}({}) ∨ {name}({})", self.state(*first), self.state(*second)),
            [first, .., last] => {
                format!("{name}({}) ∨ … ∨ {name}({})", self.state(*first), self.state(*last))
            }
            [] => "⊥".into(),
        };
        let excluded: Vec<String> =
            constraints.iter().map(|&frame| format!("¬{name}({})", self.state(frame))).collect();
        let path = if k == 1 { String::new() } else { "path ∧ ".into() };
        match excluded.is_empty() {
            true if path.is_empty() => meets,
            true => format!("{path}({meets})"),
            false => format!("{path}({meets}) ∧ {}", excluded.join(" ∧ ")),
        }
    }
}
