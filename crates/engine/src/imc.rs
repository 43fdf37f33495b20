//! Interpolation-based model checking (McMillan 2003), plain and augmented with auxiliary invariants: Algorithm 1 of Beyer,
//! Chien, Lee, "Augmenting Interpolation-Based Model Checking with Auxiliary Invariants".
//!
//! Line numbers are those of the printed algorithm; line 0 is ours.

use crate::cx::{Conclusion, Cx, Question, Stop};
use crate::sources::sources_for;
use crate::unroll::{self, name_of_bad, name_of_suffix};
use flow::{StateSet, TransitionSystem};
use logic::{Stamp, Term};
use trace::{Augmentation, Change, Encoding, SatMeaning, Side, Source, UnknownReason};

/// The switches of the algorithm, and the paper's basic variant, which its evaluation mentions and the print does not have.
#[derive(Clone, Copy, Default)]
struct Augment {
    /// Strengthen fixed-point checks by the auxiliary invariant (IMC_f).
    fixed_point_checks: bool,
    /// Strengthen interpolants by it (IMC_i).
    interpolants: bool,
    /// Conjoin it to the property (section 4.3: "a basic injection approach"): states outside of it count as failing.
    property: bool,
}

/// Runs the algorithm on a transition system.
pub(crate) async fn imc(
    cx: &Cx,
    ts: &TransitionSystem,
    augmentation: Augmentation,
) -> Result<Conclusion, Stop> {
    let augment = match augmentation {
        Augmentation::Plain => Augment { property: cx.settings().augment, ..Augment::default() },
        Augmentation::FixedPointChecks => Augment { fixed_point_checks: true, ..Augment::default() },
        Augmentation::Interpolants => Augment { interpolants: true, ..Augment::default() },
    };
    if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
        return Ok(ended);
    }
    let init = unroll::init(cx, ts, 0);
    let words = cx.words();
    let question = Question::new(1, format!("{} {}?", words.can_it_fail(), words.at_first))
        .part(Side::Neither, "I(s₀)", init)
        .part(Side::Neither, name_of_bad(0), unroll::bad(cx, ts, 0))
        .if_sat(SatMeaning::Counterexample, unroll::found(cx))
        .if_unsat(format!(
            "No initial state can {} at once. The bound k says how far to look from there.",
            words.fail
        ));
    if let Some(model) = cx.check(question).await? {
        return Ok(Conclusion::Failure { rounds: 0, model });
    }

    let k_max = cx.settings().max_unrollings;
    // FiB's way with the statement-level encoding (section VI): begin with 4, and add the number of steps advanced.
    let statements = cx.settings().encoding == Encoding::Statement;
    let first = if statements { 4 } else { 1 };
    let mut k = first; // line 3
    let mut inv = cx.terms().tru(); // line 4
    while k <= k_max {
        cx.change(Change::BoundRaised { k });
        cx.watch("k", k);
        let bad = unroll::bad_within(cx, ts, 1, k); // line 8
        let purpose = match k == first {
            true => {
                format!("{} after {}, beginning with an initial state?", words.can_it_fail(), words.up_to(k))
            }
            false => format!(
                "From the initial states again, with k = {k}: {} after {}?",
                words.can_fail,
                words.up_to(k)
            ),
        };
        let question = Question::new(9, purpose)
        .part(Side::A, "I(s₀)", init)
        .part(Side::A, "T(s₀, s₁)", unroll::trans(cx, ts, 0))
        .part(Side::B, name_of_suffix(1, k), bad)
        .if_sat(SatMeaning::Counterexample, unroll::found(cx))
        .if_unsat(format!(
            "No {} {} within {}. Interpolants will give the reason, and tell whether it holds for longer ones too.",
            words.execution,
            words.fails,
            words.count(k)
        ));
        if let Some(model) = cx.check(question).await? {
            return Ok(Conclusion::Failure { rounds: failing_round(cx, ts, k, &model), model });
        }
        let mut bad = bad;
        if augment.fixed_point_checks || augment.interpolants || augment.property {
            let use_of_it = if augment.fixed_point_checks {
                "only states within it count when an interpolant is asked for new ones"
            } else if augment.interpolants {
                "each interpolant is narrowed to it"
            } else {
                "states outside of it count as failing"
            };
            let purpose = format!(
                "What does the invariant generator know by now? It holds in all that is reached, so {use_of_it}."
            );
            inv = cx.auxiliary_invariant(12, &purpose).await?.invariant;
            cx.watch_formula("Inv", inv);
        }
        let mut property = ts.clone();
        if augment.property {
            let outside = ts.set(cx.terms(), cx.terms().not(inv));
            property.bad = StateSet::union(cx.terms(), [&ts.bad, &outside]);
            bad = unroll::bad_within(cx, &property, 1, k);
        }
        let mut advanced = 1;
        // DIVERGENCE: lines 6 to 24 are executed once for each source of interpolants, see `sources`.
        let sources = sources_for(cx.settings().interpolants, ts, cx.terms());
        for (i, &source) in sources.iter().enumerate() {
            let (next, patience) = (sources.get(i + 1).copied(), patience(sources.len(), k));
            let further = Further { advanced, statements, by: farther(cx, ts, k) };
            let round = Round { k, bad, source, is_first: i == 0, next, patience, inv, augment, further };
            match close_in(cx, &property, round).await? {
                Closing::Closed(conclusion) => return Ok(conclusion),
                Closing::Advanced(steps) => advanced = advanced.max(steps),
            }
        }
        k = Further { advanced, statements, by: farther(cx, ts, k) }.bound_after(k, 0, k_max); // line 25
    }
    Ok(Conclusion::Unknown(UnknownReason::Unrollings(k_max))) // line 26
}

/// By how much the bound is raised.
///
/// DIVERGENCE: line 25 raises it by one, and so do we where a source of interpolants is chosen. In rotation, what is spent on interpolants at
/// all bounds before that of a failure is a multiple of what the failure itself takes to find; so the bound is raised by half of itself where
/// the state is truth values alone, as in circuits, whose failures may lie deep.
fn farther(cx: &Cx, ts: &TransitionSystem, k: u32) -> u32 {
    let in_rotation = cx.settings().interpolants == Source::Rotation;
    if in_rotation && ts.is_boolean() { (k / 2).max(1) } else { 1 }
}

/// How many interpolants a sequence may have: where sources rotate few, then the next one is tried; with a single source
/// many, then the next bound is tried. On programs with infinitely many states a sequence need not end, and every run
/// has to.
fn patience(sources: usize, k: u32) -> u32 {
    if sources > 1 { 4 + 4 * k } else { MOST_INTERPOLANTS }
}

/// See [`patience`]: enough for the loops of a hundred rounds that classrooms use, with one interpolant for each round.
const MOST_INTERPOLANTS: u32 = 250;

/// What one sequence of interpolants works with.
#[derive(Clone, Copy)]
struct Round {
    k: u32,
    /// Side B: a failure within `k` rounds.
    bad: Term,
    source: Source,
    /// Whether no other source was tried at this bound before.
    is_first: bool,
    /// The source that is tried at the same bound should this one not lead to a fixed point.
    next: Option<Source>,
    /// See [`patience`].
    patience: u32,
    inv: Term,
    augment: Augment,
    further: Further,
}

/// What the next bound depends on.
#[derive(Clone, Copy)]
struct Further {
    /// The most interpolants of a sequence at this bound so far.
    advanced: u32,
    /// Whether that number is what the bound is raised by.
    statements: bool,
    /// See [`farther`].
    by: u32,
}

impl Further {
    /// Line 25: the bound after `k`, if one more sequence ends after so many interpolants.
    fn bound_after(self, k: u32, interpolants: u32, k_max: u32) -> u32 {
        match self.statements {
            true => k + self.advanced.max(interpolants),
            false => k + self.by.min(k_max.saturating_sub(k).max(1)),
        }
    }
}

impl Round {
    /// What follows a failure that may be spurious, after so many interpolants.
    fn otherwise(&self, cx: &Cx, interpolants: u32) -> String {
        let k_max = cx.settings().max_unrollings;
        match (self.next, self.further.bound_after(self.k, interpolants, k_max)) {
            (Some(next), _) => {
                format!("start again from the initial states, with interpolants {}", next.title())
            }
            (None, k) if k <= k_max => {
                format!(
                    "k becomes {k}, to look further ahead, and the search starts again from the initial states"
                )
            }
            (None, _) => format!("but k may not be more than {k_max}, and the search ends"),
        }
    }

    /// Why an interpolant is asked for.
    fn purpose(&self, cx: &Cx, index: u32, is_exact: bool) -> String {
        let (words, k) = (cx.words(), self.k);
        match index {
            1 => {
                let from = if is_exact { "I" } else { "τ₀" };
                let again = match self.is_first {
                    true => String::new(),
                    false => format!("Once more, with interpolants {}. ", self.source.title()),
                };
                format!(
                    "{again}Why is there no such failure? An interpolant is true of all states one {} after {from}, and of none that can {} {}.",
                    words.round,
                    words.fail,
                    words.within(k - 1)
                )
            }
            _ => format!(
                "Go on from τ{} as if all its states were reached: {} after {}? If not, why not?",
                sub(index - 1),
                words.can_fail,
                words.up_to(k)
            ),
        }
    }
}

/// What a sequence of interpolants ends in.
enum Closing {
    /// A fixed point.
    Closed(Conclusion),
    /// So many interpolants, the last of which can fail, or too many.
    Advanced(u32),
}

/// Lines 6 and 13 to 24: interpolants at bound `k`, starting with the initial states, until they reach a fixed point
/// (which is returned) or one of them can fail within `k` rounds.
async fn close_in(cx: &Cx, ts: &TransitionSystem, round: Round) -> Result<Closing, Stop> {
    let Round { k, bad, source, inv, augment, .. } = round;
    let t = cx.terms();
    cx.change(Change::RoundStarted { k, source });
    // Lines 6 and 7: G and A start from the same set. Then every set that joins G is the image of one that is in it, and a fixed
    // point is inductive.
    //
    // DIVERGENCE: `G := I(s)` as printed needs I without quantifiers, since G is negated in line 21. Where entry values that were
    // overwritten before the loop cannot be eliminated from I, both start from an interpolant that contains I instead.
    let (mut reached, mut from, mut name) = match ts.init.closed() {
        Some(init) => (init, unroll::init(cx, ts, 0), "I(s₀)".to_owned()),
        None => match contain_init(cx, ts, round).await? {
            Some(container) => {
                // Line 16 for τ₀: what follows stays within Inv only if it starts there. I does.
                let container = if augment.interpolants { t.and([inv, container]) } else { container };
                (container, t.restamp_all(container, |_| Stamp::At(0)), format!("τ{}(s₀)", sub(0)))
            }
            None => return Ok(Closing::Advanced(0)),
        },
    };
    cx.watch_formula("G", reached);
    let mut index = 0;
    loop {
        index += 1;
        if index > round.patience {
            cx.change(Change::RoundDiverged { index: index - 1 });
            return Ok(Closing::Advanced(index - 1));
        }
        // DIVERGENCE: line 13 is asked together with line 14: a model ends the loop, a refutation has the interpolant in it.
        let words = cx.words();
        let question = Question::new(14, round.purpose(cx, index, ts.init.is_closed()))
            .part(Side::A, name.clone(), from)
            .part(Side::A, "T(s₀, s₁)", unroll::trans(cx, ts, 0))
            .part(Side::B, name_with(augment, name_of_suffix(1, k)), bad)
            .from(source)
            .reachable(Side::A)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                format!(
                    "Yes, but {} may contain states that are never reached, so this failure is perhaps spurious: {}.",
                    name.trim_end_matches("(s₀)"),
                    round.otherwise(cx, index - 1)
                ),
            )
            .if_unsat(format!(
                "{}τ{} holds after one {}, and none of its states can {} {}. {}",
                if index == 1 { "" } else { "No: " },
                sub(index),
                words.round,
                words.fail,
                words.within(k - 1),
                match augment.interpolants {
                    true => "Narrowed to Inv: does it contain anything new?",
                    false => "Does it contain anything new?",
                }
            ));
        let mut tau = match cx.interpolate(question).await? {
            Ok(tau) => t.restamp_all(tau, |_| Stamp::Plain),
            Err(_) => {
                cx.change(Change::RoundAbandoned { index: index - 1 });
                cx.refinement();
                return Ok(Closing::Advanced(index - 1));
            }
        };
        cx.change(Change::InterpolantAdded { index, formula: tau });
        if augment.interpolants {
            tau = t.and([inv, tau]); // line 16
            cx.change(Change::Strengthened { index, formula: tau });
        }
        cx.watch_formula("τ", tau);
        let (line, inv_assumed) = if augment.fixed_point_checks { (18, Some(inv)) } else { (21, None) };
        let otherwise = (index == round.patience).then(|| round.otherwise(cx, index));
        if is_contained(cx, (line, index), tau, reached, inv_assumed, otherwise).await? {
            cx.change(Change::Contained { index });
            let conclusion = Conclusion::Safe { invariant: reached, auxiliary: inv_assumed };
            return Ok(Closing::Closed(conclusion)); // lines 19, 22
        }
        reached = t.or([reached, tau]); // line 23
        cx.change(Change::Joined { index, reached });
        cx.watch_formula("G", reached);
        from = t.restamp_all(tau, |_| Stamp::At(0)); // line 24
        name = format!("τ{}(s₀)", sub(index));
    }
}

/// Lines 18 and 21: is the newest interpolant contained in the union of the states before it? `otherwise` is what follows if not, where
/// this is the last one of its sequence.
async fn is_contained(
    cx: &Cx,
    (line, index): (u32, u32),
    tau: Term,
    reached: Term,
    inv: Option<Term>,
    otherwise: Option<String>,
) -> Result<bool, Stop> {
    let (tau_name, round) = (format!("τ{}", sub(index)), cx.words().round);
    let within = if inv.is_some() { ", among those that Inv allows" } else { "" };
    let purpose =
        format!("Does {tau_name} contain a state that is not yet in G{within}? If not, G is closed.");
    let question = Question::new(line, purpose);
    let question = match inv {
        Some(inv) => question.part(Side::Neither, "Inv(s)", inv),
        None => question,
    };
    let (wherever, closed) = match inv {
        None => ("", "G"),
        Some(_) => (" wherever Inv holds", "G ∧ Inv"),
    };
    let question = question
        .part(Side::Neither, format!("{tau_name}(s)"), tau)
        .part(Side::Neither, "¬G(s)", cx.terms().not(reached))
        .if_sat(
            SatMeaning::NewStates,
            match otherwise {
                None => format!("Yes, the model is one: G := G ∨ {tau_name}, and the search goes on from {tau_name}."),
                Some(otherwise) => format!("Yes, even after {index} interpolants, and these are given up: {otherwise}."),
            },
        )
        .if_unsat(format!(
            "No: a fixed point. One {round} leads from each part of G into the next interpolant, and the last of these, {tau_name}, lies in G{wherever}: so {closed} is inductive, and none of its states can {}.", cx.words().fail
        ));
    Ok(cx.check(question).await?.is_none())
}

/// A formula over the state variables alone that contains the initial states and cannot fail within `k` rounds.
async fn contain_init(cx: &Cx, ts: &TransitionSystem, round: Round) -> Result<Option<Term>, Stop> {
    let Round { k, bad, source, augment, .. } = round;
    let t = cx.terms();
    let question =
        Question::new(6, format!("I speaks of values from before {} too, and G may not. Which states contain it, and cannot {} {}?", cx.words().head, cx.words().fail, cx.words().within(k)))
            .part(Side::A, "I(s₀)", unroll::init(cx, ts, 0))
            .part(
                Side::B,
                name_with(augment, name_of_suffix(0, k)),
                t.or([unroll::bad(cx, ts, 0), t.and([unroll::trans(cx, ts, 0), bad])]),
            )
            .from(source)
            .reachable(Side::A)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                format!("A failure is within reach of I after all: {}.", round.otherwise(cx, 0)),
            )
            .if_unsat("Such states are an interpolant, τ₀. G and A start from it instead of from I.");
    match cx.interpolate(question).await? {
        Ok(tau) => Ok(Some(t.restamp_all(tau, |_| Stamp::Plain))),
        Err(_) => Ok(None),
    }
}

/// The name of a side B whose failing states are those of the variant.
fn name_with(augment: Augment, name: String) -> String {
    if augment.property { name.replace("¬P(", "¬(P ∧ Inv)(") } else { name }
}

/// A number as subscript digits.
fn sub(n: u32) -> String {
    unroll::subscript(n)
}

/// The first round at whose end the model fails.
fn failing_round(cx: &Cx, ts: &TransitionSystem, k: u32, model: &crate::Model) -> u32 {
    let value = model.values(cx.terms());
    (1..=k).find(|&i| cx.terms().holds(unroll::bad(cx, ts, i), &value)).unwrap_or(k)
}
