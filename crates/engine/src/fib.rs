//! FiB: squeezing loop invariants by interpolation between forward and backward reachability. Algorithms 1 and 2, and the
//! bidirectional extension of Sect. IV-C, of Lin, Sun, Xiao, Liu, Sanán, Hansen, "FiB: Squeezing Loop Invariants by
//! Interpolation between Forward/Backward Predicate Transformers" (ASE 2017).
//!
//! Line numbers are those of the printed algorithms; line 0 is ours.
//!
//! DIVERGENCE: the printed algorithms are for one annotated loop `{P} while κ do S done {Q}`. Here A₀ are the states in which
//! control first reaches the loop head, sp is one transition, and B₀ are the states at the head from which an assertion
//! fails before control is back; so assertions inside the loop, and several loops through `pc`, are covered.
//!
//! DIVERGENCE: Fig. 5 gives `wp(x := nondet, Q)` as `∀x. Q`. From the *negated* postcondition the backward set must hold the
//! states that *can* fail, so that rule would lose failing states; the existential pre-image is used throughout.

mod reach;

use self::reach::Reach;
use crate::cx::{Conclusion, Cx, Question, Stop};
use crate::sources::sources;
use crate::unroll::{self, subscript as sub};
use crate::{Conjunct, Model};
use flow::{StateSet, TransitionSystem};
use logic::{Stamp, Term, Terms, Value, Var, order};
use trace::{Change, Direction, SatMeaning, Side, UnknownReason};

/// The run of one of the algorithms.
struct Squeeze<'a> {
    cx: &'a Cx,
    /// The program; with `augment`, its transitions and failing states within the auxiliary invariant.
    ts: TransitionSystem,
    a: Reach,
    b: Reach,
    auxiliary: Option<Term>,
    /// Whether both sides have interpolants in each iteration.
    is_bidirectional: bool,
}

/// What lines 5 to 7 find.
enum Squeezed {
    /// The sets meet: a model of both.
    Meet(Model),
    /// An inductive invariant.
    Invariant(Term),
    /// Interpolants, one of each source, none of them inductive.
    NotInductive(Vec<Term>),
}

/// Algorithm 1: interpolants of the forward sets.
pub(crate) async fn forward(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    let mut run = match Squeeze::begin(cx, ts, false).await? {
        Ok(run) => run, // lines 1 to 3
        Err(ended) => return Ok(ended),
    };
    for _ in 0..=cx.settings().max_unrollings {
        match run.squeeze(Direction::Forward).await? {
            Squeezed::Invariant(invariant) => return Ok(run.safe(invariant)), // line 7
            Squeezed::NotInductive(interpolants) => {
                run.advance_forward(Some(run.choose(&interpolants))); // lines 8 and 9
                run.advance_backward(None); // lines 10 and 11
            }
            Squeezed::Meet(model) if run.a.last().concrete => return Ok(run.counterexample(&model)), // line 13
            Squeezed::Meet(_) => {
                run.backtrack(Direction::Forward); // line 15
                run.advance_forward(None); // lines 16 and 17
            }
        }
    }
    Ok(run.gives_up())
}

/// Algorithm 2: interpolants of the backward sets.
pub(crate) async fn backward(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    let mut run = match Squeeze::begin(cx, ts, false).await? {
        Ok(run) => run, // lines 1 to 3
        Err(ended) => return Ok(ended),
    };
    for _ in 0..=cx.settings().max_unrollings {
        match run.squeeze(Direction::Backward).await? {
            Squeezed::Invariant(invariant) => return Ok(run.safe(invariant)), // line 7
            Squeezed::NotInductive(interpolants) => {
                run.advance_backward(Some(run.choose(&interpolants))); // lines 8 and 9
                run.advance_forward(None); // lines 10 and 11
            }
            Squeezed::Meet(model) if run.b.last().concrete => return Ok(run.counterexample(&model)), // line 13
            Squeezed::Meet(_) => {
                run.backtrack(Direction::Backward); // line 15
                run.advance_backward(None); // lines 16 and 17
            }
        }
    }
    Ok(run.gives_up())
}

/// Sect. IV-C: both interpolants in each iteration; when the sets meet, both sides go back to concrete ones.
pub(crate) async fn bidirectional(cx: &Cx, ts: &TransitionSystem) -> Result<Conclusion, Stop> {
    let mut run = match Squeeze::begin(cx, ts, true).await? {
        Ok(run) => run,
        Err(ended) => return Ok(ended),
    };
    for _ in 0..=cx.settings().max_unrollings {
        let of_a = match run.squeeze(Direction::Forward).await? {
            Squeezed::Invariant(invariant) => return Ok(run.safe(invariant)),
            Squeezed::NotInductive(interpolants) => interpolants,
            Squeezed::Meet(model) if run.a.last().concrete && run.b.last().concrete => {
                return Ok(run.counterexample(&model));
            }
            Squeezed::Meet(_) => {
                run.backtrack(Direction::Forward);
                run.backtrack(Direction::Backward);
                run.advance_forward(None);
                run.advance_backward(None);
                continue;
            }
        };
        match run.squeeze(Direction::Backward).await? {
            Squeezed::Invariant(invariant) => return Ok(run.safe(invariant)),
            Squeezed::NotInductive(of_b) => {
                run.advance_forward(Some(run.choose(&of_a)));
                run.advance_backward(Some(run.choose(&of_b)));
            }
            Squeezed::Meet(_) => {
                let why = "sets that did not meet when asked one way meet when asked the other";
                return Ok(Conclusion::Unknown(UnknownReason::Solver(why.into())));
            }
        }
    }
    Ok(run.gives_up())
}

impl<'a> Squeeze<'a> {
    /// Lines 1 to 3, after the check that nothing fails before the loop.
    async fn begin(
        cx: &'a Cx,
        ts: &TransitionSystem,
        is_bidirectional: bool,
    ) -> Result<Result<Squeeze<'a>, Conclusion>, Stop> {
        if let Some(ended) = unroll::check_early(cx, ts, 0).await? {
            return Ok(Err(ended));
        }
        let (a, b) = (Reach::new(ts.init.clone()), Reach::new(ts.bad.clone()));
        let mut run = Squeeze { cx, ts: ts.clone(), a, b, auxiliary: None, is_bidirectional };
        if cx.settings().augment && run.augment(ts).await? {
            return Ok(Err(run.safe(cx.terms().tru())));
        }
        Ok(Ok(run))
    }

    /// Conjoins auxiliary invariants to the transitions and to the failing states. True when that already excludes every
    /// failure.
    ///
    /// DIVERGENCE: ours, not the paper's. Whatever the algorithm then proves is relative to the auxiliary invariant.
    async fn augment(&mut self, ts: &TransitionSystem) -> Result<bool, Stop> {
        let t = self.terms();
        let mut more = true;
        while more {
            let purpose = "What does the invariant generator know by now? It holds in all that is reached, so both sides may be narrowed to it.";
            let known = self.cx.auxiliary_invariant(0, purpose).await?;
            let inv = known.invariant;
            more = known.more;
            self.cx.watch_formula("Inv", inv);
            let primed = t.restamp_all(inv, |_| Stamp::Primed);
            self.ts.trans = t.and([inv, ts.trans, primed]);
            self.ts.bad = ts.bad.within(t, inv);
            self.auxiliary = Some(inv);
            let question = Question::new(0, "Does the auxiliary invariant alone exclude every failure?")
                .part(Side::Neither, "Inv(s)", inv)
                .part(Side::Neither, "¬P(s)", ts.bad.formula())
                .if_sat(
                    SatMeaning::PerhapsSpurious,
                    format!(
                        "No: the model is within Inv and can {} at once. {}",
                        self.cx.words().fail,
                        if more {
                            "The generator goes on."
                        } else {
                            "The generator knows no more: the two sides are squeezed within Inv."
                        }
                    ),
                )
                .if_unsat("Yes: nothing is left to squeeze.");
            if self.cx.check(question).await?.is_none() {
                return Ok(true);
            }
        }
        self.b = Reach::new(self.ts.bad.clone());
        Ok(false)
    }

    fn safe(&self, invariant: Term) -> Conclusion {
        Conclusion::Safe { invariant, auxiliary: self.auxiliary }
    }

    fn terms(&self) -> &'a Terms {
        self.cx.terms()
    }

    fn watch(&self) {
        self.cx.watch("t", self.a.index());
        self.cx.watch("r", self.b.index());
        self.cx.watch_formula("Aₜ", self.a.last().states.formula());
        self.cx.watch_formula("Bᵣ", self.b.last().states.formula());
    }

    /// Lines 5 to 7: do the sets meet, and if not, is what lies between inductive?
    ///
    /// DIVERGENCE: line 5 is asked together with line 6; and lines 6 and 7 are executed once for each source of
    /// interpolants before the sets advance, see `sources`.
    async fn squeeze(&self, of: Direction) -> Result<Squeezed, Stop> {
        self.watch();
        let mut found = Vec::new();
        let sources = sources(self.cx.settings().interpolants);
        for (i, &source) in sources.iter().enumerate() {
            let mut question = self.question(of).from(source);
            if i > 0 {
                question.purpose = format!(
                    "Once more for the same sets, with interpolants {}. {}",
                    source.title(),
                    question.purpose
                );
            }
            let interpolant = match self.cx.interpolate(question).await? {
                Ok(interpolant) => interpolant,
                Err(model) => return Ok(Squeezed::Meet(model)),
            };
            if found.contains(&interpolant) {
                self.cx.say(format!(
                    "But this one has been tried for these sets.{}",
                    self.next_sets(of, i + 1 == sources.len(), found.len())
                ));
                continue;
            }
            found.push(interpolant);
            let letter = self.letter(of);
            self.cx.watch_formula(letter, interpolant);
            self.cx.change(Change::Squeezed { direction: of, formula: interpolant });
            let (candidate, name) = match of {
                Direction::Forward => (interpolant, letter.to_owned()),
                Direction::Backward => (self.terms().not(interpolant), format!("¬{letter}")),
            };
            if self.is_inductive(candidate, &name).await? {
                return Ok(Squeezed::Invariant(candidate));
            }
            self.cx.say(self.next_sets(of, i + 1 == sources.len(), found.len()).trim_start());
        }
        Ok(Squeezed::NotInductive(found))
    }

    /// What an interpolant of a direction is called: where there are both, the backward one has a letter of its own.
    fn letter(&self, of: Direction) -> &'static str {
        if self.is_bidirectional && of == Direction::Backward { "J" } else { "I" }
    }

    fn question(&self, of: Direction) -> Question {
        let letter = self.letter(of);
        let (t, r) = (self.a.index(), self.b.index());
        let name_of_a = match t {
            0 => "A₀".to_owned(),
            1 => "A₀ ∨ A₁".to_owned(),
            _ => format!("A₀ ∨ … ∨ A{}", sub(t)),
        };
        let (side_of_a, side_of_b) = match of {
            Direction::Forward => (Side::A, Side::B),
            Direction::Backward => (Side::B, Side::A),
        };
        let all_of_a = self.a.union(self.terms());
        let last_of_b = self.b.last().states.apart_from(self.terms(), &all_of_a);
        let forward = Conjunct { name: name_of_a.clone(), side: side_of_a, term: all_of_a.formula() };
        let backward = Conjunct { name: format!("B{}", sub(r)), side: side_of_b, term: last_of_b.formula() };
        let words = self.cx.words();
        let concrete = self.a.last().concrete && self.b.last().concrete;
        let roughly = |reach: &Reach| if reach.last().concrete { "" } else { ", over-approximated" };
        let reached = match t {
            0 => format!("{name_of_a}, the initial states,"),
            _ => format!("{name_of_a} (reached within {}{})", words.count(t), roughly(&self.a)),
        };
        let name_of_b = format!("B{}", sub(r));
        let can_fail = format!("{name_of_b} (can {} {}{})", words.fail, words.within(r), roughly(&self.b));
        let (inside, outside) = match of {
            Direction::Forward => (&name_of_a, &name_of_b),
            Direction::Backward => (&name_of_b, &name_of_a),
        };
        let purpose = format!(
            "Do {reached} meet {can_fail}? If not, an interpolant {letter} contains {inside} and excludes {outside}."
        );
        let question = Question::new(6, purpose);
        let question = match of {
            Direction::Forward => {
                Question { parts: vec![forward, backward], reachable: side_of_a, ..question }
            }
            Direction::Backward => {
                Question { parts: vec![backward, forward], reachable: side_of_a, ..question }
            }
        };
        let question = match concrete {
            true => question.if_sat(
                SatMeaning::Counterexample,
                format!("They meet, and neither was over-approximated: the model lies on {} that {}.", words.an_execution, words.fails),
            ),
            false => question.if_sat(
                SatMeaning::PerhapsSpurious,
                format!(
                    "They meet, but perhaps only since an interpolant has more states than it needs: back to {}, and one {} on from there, exactly.",
                    self.last_concrete(),
                    words.round
                ),
            ),
        };
        question.if_unsat(match of {
            Direction::Forward => {
                format!("They do not meet: {letter} contains what is reached and excludes what can fail. Is it inductive, too?")
            }
            Direction::Backward => format!(
                "They do not meet: {letter} contains what can fail and excludes what is reached. So ¬{letter} is the candidate: is it inductive, too?"
            ),
        })
    }

    /// The last sets that no interpolant was passed through for, of the sides that have others.
    fn last_concrete(&self) -> String {
        let side = |letter: &str, reach: &Reach| {
            let last = reach.sets.iter().rposition(|set| set.concrete).unwrap_or(0);
            (last + 1 < reach.sets.len())
                .then(|| format!("{letter}{}", sub(u32::try_from(last).unwrap_or(u32::MAX))))
        };
        [side("A", &self.a), side("B", &self.b)].into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }

    /// What follows an interpolant that is not inductive, after the last source or another, of so many that were found.
    fn next_sets(&self, of: Direction, is_last: bool, found: usize) -> String {
        let round = self.cx.words().round;
        let (t, r) = (sub(self.a.index() + 1), sub(self.b.index() + 1));
        let from = if found == 1 { "I" } else { "one of these interpolants" };
        match (is_last, of) {
            (false, _) => " Another source of interpolants is tried.".to_owned(),
            (true, Direction::Forward) if self.is_bidirectional => " The other side is tried.".to_owned(),
            (true, Direction::Backward) if self.is_bidirectional => {
                format!(" Both sides go on from their interpolants: A{t} and B{r} are one {round} further.")
            }
            (true, Direction::Forward) => {
                format!(
                    " A{t} is what one {round} leads to from {from}; B{r} goes one {round} further back, for the next I to keep clear of."
                )
            }
            (true, Direction::Backward) => {
                format!(
                    " B{r} is {from} and what leads into it in one {round}; A{t} goes one {round} further, for the next I to keep clear of."
                )
            }
        }
    }

    /// Line 7: is the candidate preserved by the loop?
    async fn is_inductive(&self, candidate: Term, name: &str) -> Result<bool, Stop> {
        let t = self.terms();
        let primed = t.restamp_all(candidate, |_| Stamp::Primed);
        let question = Question::new(
            7,
            format!(
                "Is {name} inductive: does one {} lead from {name} only into {name}? Then it is an invariant.",
                self.cx.words().round
            ),
        )
        .part(Side::Neither, format!("{name}(s)"), candidate)
        .part(Side::Neither, "T(s, s′)", self.ts.trans)
        .part(Side::Neither, format!("¬{name}(s′)").replace("¬¬", ""), t.not(primed))
        .if_sat(SatMeaning::NotInductive, format!("No: the model leads out of {name}."))
        .if_unsat(format!(
            "Yes: {name} contains what is reached, one {} never leaves it, and it excludes every failure.",
            self.cx.words().round
        ));
        let inductive = self.cx.check(question).await?.is_none();
        self.cx.change(Change::Inductive { holds: inductive });
        Ok(inductive)
    }

    /// The interpolant to continue from: in rotation that of another source in each iteration, so that a source that
    /// repeats a pattern is abandoned.
    fn choose(&self, found: &[Term]) -> Term {
        found[self.b.index() as usize % found.len()]
    }

    /// `A_{t+1} := sp(A_t ∧ κ, S)`, or from an interpolant `sp(I ∧ κ, S)`.
    fn advance_forward(&mut self, from: Option<Term>) {
        let (t, last) = (self.terms(), self.a.last());
        let concrete = from.is_none() && last.concrete;
        let image = match from {
            Some(i) => self.ts.post(t, &self.ts.set(t, i), self.a.index()),
            None => self.ts.post(t, &last.states, self.a.index()),
        };
        // DIVERGENCE: line 8 goes on from sp(I) without keeping I, so that a state of I outside the earlier sets is lost again.
        // The monotone variant keeps it.
        let next = match from {
            Some(i) if self.cx.settings().monotone_forward => {
                StateSet::union(t, [&self.ts.set(t, i), &image])
            }
            _ => image,
        };
        let formula = next.formula();
        self.a.push(next, concrete);
        self.cx.change(Change::Advanced {
            direction: Direction::Forward,
            index: self.a.index(),
            concrete,
            formula,
        });
    }

    /// `B_{r+1} := B₀ ∨ (κ ∧ pre(S, B_r))`, or from an interpolant `I ∨ (κ ∧ pre(S, I))`.
    fn advance_backward(&mut self, from: Option<Term>) {
        let (t, last) = (self.terms(), self.b.last());
        let concrete = from.is_none() && last.concrete;
        let next = match from.map(|i| self.ts.set(t, i)) {
            Some(i) => StateSet::union(t, [&i, &self.ts.pre(t, &i)]),
            None => StateSet::union(t, [&self.b.sets[0].states, &self.ts.pre(t, &last.states)]),
        };
        let formula = next.formula();
        self.b.push(next, concrete);
        self.cx.change(Change::Advanced {
            direction: Direction::Backward,
            index: self.b.index(),
            concrete,
            formula,
        });
    }

    fn backtrack(&mut self, direction: Direction) {
        let reach = match direction {
            Direction::Forward => &mut self.a,
            Direction::Backward => &mut self.b,
        };
        if reach.last().concrete {
            return;
        }
        reach.backtrack();
        self.cx.change(Change::Backtracked { direction, index: reach.index() });
        self.cx.refinement();
    }

    /// The execution a model of concrete sets stands for: the way in A up to the meeting state, then the way in B.
    fn counterexample(&self, model: &Model) -> Conclusion {
        let t = self.terms();
        let value = model.values(t);
        let holds = |i: &usize| t.holds(self.a.sets[*i].states.formula(), &value);
        let met = (0..self.a.sets.len()).find(holds).unwrap_or(0);
        let met = u32::try_from(met).unwrap_or(u32::MAX);
        let renamed = |(v, x): &(Var, Value)| Some((TransitionSystem::unrolled(t, *v, met)?, x.clone()));
        let mut whole: Vec<(Var, Value)> = model.0.iter().filter_map(renamed).collect();
        order::sort_by_key(&mut whole, |(v, _)| *v);
        let whole = Model(whole);
        let rounds = {
            let value = whole.values(t);
            let fails = |k: &u32| t.holds(self.ts.bad_at(t, *k), &value);
            (met..=met + self.b.index()).find(fails).unwrap_or(met)
        };
        Conclusion::Failure { rounds, model: whole }
    }

    fn gives_up(&self) -> Conclusion {
        Conclusion::Unknown(UnknownReason::Unrollings(self.cx.settings().max_unrollings))
    }
}
