//! AR: approximation refinement. Figure 2 of D'Silva, Purandare, Kroening, "Approximation Refinement for Interpolation-Based
//! Model Checking" (VMCAI 2008), with both of section 4.1's ways of making a satisfiable interpolation formula unsatisfiable again.
//!
//! Line numbers are those of Figure 2; line 0 is ours, and 18 to 23 are the operators of section 4.1 ([`image`]).
//!
//! DIVERGENCE: section 3.3 has the image operator guarantee `(F, k)` and the pre-image operator `(I, k)`; lines 6 and 7 print
//! them the other way round. Lines 8 and 9 print the operator applied once; it is iterated, from I_j and F_j.
//!
//! DIVERGENCE: S̃_j and C̃_j speak of I_j and F_j. The invariant of the program itself is composed from all rounds at the end
//! ([`Refinement::invariant`]), and like every invariant proved afresh by the checker.

mod image;

use crate::cx::{Conclusion, Cx, Question, Stop};
use crate::problem::Problem;
use crate::run::Coroutine;
use crate::unroll::{self, subscript as sub};
use flow::TransitionSystem;
use image::Operator;
use logic::{Term, Terms};
use std::rc::Rc;
use trace::{ApproximationChange, Change, Direction, Regain, SatMeaning, Side, Source, UnknownReason};

/// The verification problems ⟨I₁, F₁⟩, ⟨I₂, F₂⟩, … and their counterexample-free approximations so far.
///
/// Invariant: I₁ ⊇ I₂ ⊇ …, F₁ ⊇ F₂ ⊇ …, S̃₀ ⊇ S̃₁ ⊇ … and C̃₀ ⊇ C̃₁ ⊇ …. For j ≥ 1, S̃_j contains I_j, excludes F_j, and every state one
/// transition after S̃_j is in S̃_j or F_j; C̃_j likewise backwards, with the two exchanged.
struct Refinement {
    initial: Term,
    failing: Term,
    /// S̃₀, S̃₁, ….
    forward: Vec<Term>,
    /// C̃₀, C̃₁, ….
    backward: Vec<Term>,
}

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(cx: Cx, ts: Rc<TransitionSystem>, regain: Regain) -> Coroutine {
    Box::pin(async move { ar(&cx, &ts, regain).await })
}

/// Runs the algorithm on a transition system.
async fn ar(cx: &Cx, ts: &TransitionSystem, regain: Regain) -> Result<Conclusion, Stop> {
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let problem = Problem::new(cx.terms(), ts);
    if let Some(failure) = meets_at_once(cx, &problem).await? {
        return Ok(failure);
    }
    let t = cx.terms();
    let mut state = Refinement {
        initial: problem.init,
        failing: problem.bad,
        forward: vec![t.not(problem.bad)],
        backward: vec![t.not(problem.init)],
    }; // line 1
    for j in 1..=cx.settings().max_unrollings {
        let k = j; // lines 1 and 15
        cx.change(Change::BoundRaised { k });
        cx.watch("j", j);
        let (initial, failing) = (plainer(t, state.initial), plainer(t, state.failing));
        cx.watch_formula("I", initial);
        cx.watch_formula("F", failing);
        cx.change(Change::Approximation(ApproximationChange::Begun { round: j, initial, failing }));
        if let Some(failure) = path_of_length(cx, &problem, &state, k).await? {
            return Ok(failure); // lines 3 and 4
        }
        if cx.settings().k_induction
            && let Some(leads_to_failure) = is_inductive(cx, &problem, state.failing, k).await?
        {
            let invariant = problem.at_heads(t, state.invariant(t, j, t.not(leads_to_failure)));
            return Ok(Conclusion::Safe { invariant, auxiliary: None }); // line 5
        }
        for direction in [Direction::Forward, Direction::Backward] {
            approximate(cx, &problem, &mut state, Round { j, k, direction, regain }).await?; // lines 8 and 9
        }
        for direction in [Direction::Forward, Direction::Backward] {
            if leads_nowhere(cx, &problem, &state, j, direction).await? {
                let last = match direction {
                    Direction::Forward => state.newest(direction),
                    Direction::Backward => t.not(state.newest(direction)),
                };
                let invariant = problem.at_heads(t, state.invariant(t, j, last));
                return Ok(Conclusion::Safe { invariant, auxiliary: None }); // lines 10 and 11
            }
        }
        state.refine(t, &problem); // lines 13 and 14
        cx.refinement();
    }
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(cx.settings().max_unrollings)))
}

/// One execution of lines 8 or 9.
#[derive(Clone, Copy)]
struct Round {
    j: u32,
    k: u32,
    direction: Direction,
    regain: Regain,
}

impl Refinement {
    /// S̃₀, S̃₁, … or C̃₀, C̃₁, ….
    fn approximations(&self, direction: Direction) -> &[Term] {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        }
    }

    /// The newest S̃_j or C̃_j.
    fn newest(&self, direction: Direction) -> Term {
        let all = self.approximations(direction);
        all[all.len() - 1]
    }

    /// Where the approximation of a direction starts, and what it must not meet.
    fn ends(&self, direction: Direction) -> (Term, Term) {
        match direction {
            Direction::Forward => (self.initial, self.failing),
            Direction::Backward => (self.failing, self.initial),
        }
    }

    /// Lines 13 and 14: I_{j+1} and F_{j+1}.
    ///
    /// Any set between I_j ∩ pre(C̃_j) and I_j will do for I_{j+1}, and likewise for F_{j+1}: where the image cannot be written without a
    /// quantifier, the set stays as it is.
    fn refine(&mut self, t: &Terms, problem: &Problem) {
        let before = problem.preimage_within(t, self.newest(Direction::Backward), self.initial);
        let after = problem.image_within(t, self.newest(Direction::Forward), self.failing);
        self.initial = before.unwrap_or(self.initial);
        self.failing = after.unwrap_or(self.failing);
    }

    /// The invariant of the problem ⟨I₁, F₁⟩, given one of ⟨I_j, F_j⟩: Inv_j is S̃_j or ¬C̃_j where line 10 holds, and from there
    /// backwards Inv_i = ¬C̃_i ∨ (S̃_i ∧ Inv_{i+1}).
    ///
    /// A transition from ¬C̃_i into C̃_i begins in I_i ∩ pre(C̃_i) ⊆ I_{i+1}, so in S̃_i ∧ Inv_{i+1}; one from S̃_i ∧ Inv_{i+1} ends in S̃_i,
    /// or else in F_i ∩ post(S̃_i) ⊆ F_{i+1}, which Inv_{i+1} excludes.
    fn invariant(&self, t: &Terms, j: u32, last: Term) -> Term {
        let earlier = self.forward.iter().zip(&self.backward).take(j as usize).skip(1);
        earlier.rev().fold(last, |later, (&s, &c)| t.or([t.not(c), t.and([s, later])]))
    }
}

/// The algorithm's precondition: no initial state fails.
async fn meets_at_once(cx: &Cx, problem: &Problem) -> Result<Option<Conclusion>, Stop> {
    let t = cx.terms();
    let question = Question::new(
        0,
        format!(
            "{} {}? The search narrows I, the initial states, and F, those that can {} at once; they must not meet.",
            cx.words().can_it_fail(),
            cx.words().at_first,
            cx.words().fail
        ),
    )
    .part(Side::Neither, "I(x₀)", problem.at(t, problem.init, 0))
    .part(Side::Neither, "F(x₀)", problem.failing_at(t, problem.bad, 0))
    .if_sat(SatMeaning::Counterexample, unroll::found(cx))
    .if_unsat("No: I and F do not meet. Round 1 looks 1 transition ahead.");
    let failure = cx.check(question).await?;
    Ok(failure.map(|model| problem.failure(t, 0, model)))
}

/// Line 3: paths of length exactly k_j. Shorter ones were excluded in earlier rounds, since I_j and F_j only shrink.
async fn path_of_length(
    cx: &Cx,
    problem: &Problem,
    state: &Refinement,
    k: u32,
) -> Result<Option<Conclusion>, Stop> {
    let t = cx.terms();
    let purpose = format!(
        "Round {k}. Does a path of exactly {} lead from I{j} to F{j}, what is still in question of the initial and the failing states?",
        transitions(k),
        j = sub(k)
    );
    let question = (0..k)
        .fold(
            Question::new(3, purpose).part(
                Side::Neither,
                format!("I{}(x₀)", sub(k)),
                problem.at(t, state.initial, 0),
            ),
            |question, i| {
                let name = format!("T(x{}, x{})", sub(i), sub(i + 1));
                question.part(Side::Neither, name, problem.trans_at(t, i))
            },
        )
        .part(Side::Neither, format!("F{}(x{})", sub(k), sub(k)), problem.failing_at(t, state.failing, k))
        .if_sat(
            SatMeaning::Counterexample,
            format!("Yes, and I and F only shrink, so the model is {} that {}.", cx.words().an_execution, cx.words().fails),
        )
        .if_unsat(match k {
            1 => "No: F₁ is more than 1 transition away. Which states can be reached without meeting it?".to_owned(),
            _ => format!(
                "No, and shorter paths were excluded before: nothing fails within {}. Now the approximations may look that far ahead.",
                transitions(k)
            ),
        });
    let failure = cx.check(question).await?;
    Ok(failure.map(|model| problem.failure(t, k, model)))
}

/// Line 5, ours where the settings ask for it: is F_j k-inductive, so that k states outside of it never lead into it? Then what leads to it
/// is complete after k − 1 pre-images, and is given back: the paper calls this "a standard check to make after line 3" (section 4.2).
///
/// Pre-images that need a quantifier give no certificate: then nothing follows from the answer.
async fn is_inductive(cx: &Cx, problem: &Problem, failing: Term, k: u32) -> Result<Option<Term>, Stop> {
    let t = cx.terms();
    let name = format!("F{}", sub(k));
    let states = if k == 1 { "a state".into() } else { format!("{k} states in a row") };
    let purpose = format!("Can {states} outside of {name} lead into {name}, from anywhere?");
    let question = (0..k)
        .fold(Question::new(5, purpose), |question, i| {
            let outside = t.not(problem.at(t, failing, i));
            question.part(Side::Neither, format!("¬{name}(x{})", sub(i)), outside).part(
                Side::Neither,
                format!("T(x{}, x{})", sub(i), sub(i + 1)),
                problem.trans_at(t, i),
            )
        })
        .part(Side::Neither, format!("{name}(x{})", sub(k)), problem.at(t, failing, k))
        .if_sat(SatMeaning::PerhapsSpurious, format!("Yes, though perhaps from states that are not reached: {k}-induction fails, and the round goes on."))
        .if_unsat(format!(
            "No: {name} is {k}-inductive, and no path of up to {} leads there from the initial states: nothing fails.",
            transitions(k)
        ));
    if cx.check(question).await?.is_some() {
        return Ok(None);
    }
    let outside = t.not(failing);
    let mut layers = vec![failing];
    for _ in 1..k {
        let Some(before) = problem.preimage_within(t, layers[layers.len() - 1], outside) else {
            return Ok(None);
        };
        layers.push(before);
    }
    Ok(Some(t.or(layers)))
}

/// Lines 8 and 9: the counterexample-free approximation of this round, within the one of the round before.
///
/// Where the image is the whole complement of F_j, or backwards of I_j, the iteration ends with S̃_{j−1} or C̃_{j−1},
/// which is closed under the operator of this round too.
///
/// DIVERGENCE: on integers the iteration need not end. After many applications it is ended in the same way; the
/// approximation of the round before is kept, and the next round takes interpolants from the next source.
async fn approximate(cx: &Cx, problem: &Problem, state: &mut Refinement, round: Round) -> Result<(), Stop> {
    let Round { j, k, direction, regain } = round;
    let t = cx.terms();
    let source = source_of_round(problem.sources(cx), j);
    let (from, against) = state.ends(direction);
    let previous = state.newest(direction);
    let mut operator = Operator::new(cx, problem, round, (against, source), regain);
    let (mut frontier, mut union) = (from, from);
    let mut index = 0;
    let kept = format!("{0}{1} := {0}{2}", letter(direction), sub(j), sub(j - 1));
    let ended = loop {
        if problem.has_numbers && index >= patience(k) {
            cx.say(format!(
                "But {index} images are enough for this round, and none of them closes it: {kept}."
            ));
            break false;
        }
        index += 1;
        let Some(image) = operator.apply(frontier, index).await? else {
            cx.say(format!(
                "Without the frame in which it meets {0}, the answer would be all that is outside of {0}, which says nothing. So this side ends with what was known before: {kept}{1}.",
                operator.against_name(),
                if j == 1 { format!(", all that is outside of {}", operator.against_name()) } else { String::new() }
            ));
            break false;
        };
        // S̃₀ is ¬F, which the operator excludes anyway.
        let within = if j == 1 { image } else { t.and([image, previous]) };
        // For readers, and for a question of which only the answer counts.
        let shown = plainer(t, within);
        cx.change(Change::Approximation(ApproximationChange::Front { direction, index, set: shown }));
        if is_contained(cx, round, index, shown, union).await? {
            break true;
        }
        union = t.or([union, within]);
        frontier = within;
        cx.watch_formula(letter(direction), plainer(t, union));
    };
    let approximation = if ended { union } else { previous };
    let shown = plainer(t, approximation);
    cx.watch_formula(letter(direction), shown);
    cx.change(Change::Approximation(ApproximationChange::Approximated {
        direction,
        set: shown,
        given_up: !ended,
    }));
    match direction {
        Direction::Forward => state.forward.push(approximation),
        Direction::Backward => state.backward.push(approximation),
    }
    Ok(())
}

/// Is the newest image within the union of those before it, so that the iteration of line 8 or 9 has ended?
async fn is_contained(cx: &Cx, round: Round, index: u32, image: Term, union: Term) -> Result<bool, Stop> {
    let t = cx.terms();
    let (name, all) = (front_name(round.direction, index), letter(round.direction));
    let question = Question::new(
        line_of(round.direction),
        match (index, round.direction) {
            (1, Direction::Forward) => format!(
                "Does {name} contain a state that is not yet in {all}, what may be reached as far as is known by now?"
            ),
            (1, Direction::Backward) => format!(
                "Does {name} contain a state that is not yet in {all}, what may lead to F as far as is known by now?"
            ),
            _ => format!("Does {name} contain a state that is not yet in {all}?"),
        },
    )
    .part(Side::Neither, format!("{name}(x)"), image)
    .part(Side::Neither, format!("¬{all}(x)"), t.not(union))
    .if_sat(
        SatMeaning::NewStates,
        format!("Yes, the model is one: {name} joins {all}, and the next image is taken from {name}."),
    )
    .if_unsat(match round.direction {
        Direction::Forward => format!(
            "No: {all}{} contains all that is reachable from I{0} without passing through F{0}.",
            sub(round.j)
        ),
        Direction::Backward => format!(
            "No: {all}{} contains all from which F{0} is reachable without passing through I{0}.",
            sub(round.j)
        ),
    });
    Ok(cx.check(question).await?.is_none())
}

/// Line 10, in one direction: is a failing state one transition after S̃_j, or an initial state one before C̃_j?
async fn leads_nowhere(
    cx: &Cx,
    problem: &Problem,
    state: &Refinement,
    j: u32,
    direction: Direction,
) -> Result<bool, Stop> {
    let t = cx.terms();
    let number = sub(j);
    let set = state.newest(direction);
    let step = problem.trans_at(t, 0);
    let (purpose, first, last) = match direction {
        Direction::Forward => (
            format!("Does a transition lead from S̃{number} into F{number}?"),
            (format!("S̃{number}(x₀)"), problem.at(t, set, 0)),
            (format!("F{number}(x₁)"), problem.at(t, state.failing, 1)),
        ),
        Direction::Backward => (
            format!("Does a transition lead from I{number} into C̃{number}?"),
            (format!("I{number}(x₀)"), problem.at(t, state.initial, 0)),
            (format!("C̃{number}(x₁)"), problem.at(t, set, 1)),
        ),
    };
    let narrowed = match direction {
        Direction::Forward => "only failing states that such a transition enters are left for the next round",
        Direction::Backward => {
            "only initial states that such a transition leaves are left for the next round"
        }
    };
    let question = Question::new(10, purpose)
        .part(Side::Neither, first.0, first.1)
        .part(Side::Neither, "T(x₀, x₁)", step)
        .part(Side::Neither, last.0, last.1)
        .if_sat(
            SatMeaning::PerhapsSpurious,
            format!(
                "Yes, the model is one, though perhaps the approximation alone brought it in: {narrowed}."
            ),
        )
        .if_unsat("No: no counterexample is left, and the rounds together give an inductive invariant.");
    Ok(cx.check(question).await?.is_none())
}

/// Where the interpolants of a round come from: in rotation, each round has the next source.
///
/// DIVERGENCE: the paper takes interpolants as its solver's proofs give them.
fn source_of_round(all: &[Source], j: u32) -> Source {
    let turn = usize::try_from(j - 1).unwrap_or(0) % all.len();
    all[turn]
}

/// How often the operator is applied to programs with integers before the approximation of the round before is kept.
fn patience(k: u32) -> u32 {
    8 + 4 * k
}

/// The pseudo-code's line for a direction.
fn line_of(direction: Direction) -> u32 {
    match direction {
        Direction::Forward => 8,
        Direction::Backward => 9,
    }
}

/// The paper's letter for the approximations of a direction.
fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "S̃",
        Direction::Backward => "C̃",
    }
}

/// The name of the operator's `index`-th image in a round; the 0-th is what it starts from.
fn front_name(direction: Direction, index: u32) -> String {
    let letter = match direction {
        Direction::Forward => "P",
        Direction::Backward => "N",
    };
    format!("{letter}{}", sub(index))
}

/// A formula as readers get it, unless it is large.
fn plainer(t: &Terms, formula: Term) -> Term {
    if t.size(formula) <= MOST_SIMPLIFIED { t.simplify(formula) } else { formula }
}

/// The largest formula that is made plainer for readers.
const MOST_SIMPLIFIED: usize = 400;

/// "1 transition", "2 transitions".
fn transitions(k: u32) -> String {
    if k == 1 { "1 transition".into() } else { format!("{k} transitions") }
}
