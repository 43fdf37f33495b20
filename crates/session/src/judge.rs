//! Judges formulas that the user writes: is this an inductive invariant that excludes every failure, is that an interpolant? A condition
//! that holds has a refutation that was replayed; one that is violated has a state, or a round, whose values are small if they can be.
//!
//! Beside a run: nothing is counted, and a limit that is reached is told.

use crate::executions::executions;
use crate::open::{self, Parts};
use crate::own::{self, Named};
use crate::table;
use check::shared_vocabulary;
use evidence::{Known, Proofs, solve};
use flow::{Symbols, TransitionSystem, products};
use lang::{LoopId, Span, VarId};
use logic::order::CollectOrdered;
use logic::{Int, Sort, Stamp, Term, Terms, Value, Var};
use solver::{Door, Limits, Model, Purpose, Unknown};
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{
    Attempt, Claim, Condition, ConditionKind, ConditionOutcome, Judgement, Reach, Values, Violation,
};

/// The most work for one question.
const LIMITS: Limits =
    Limits { conflicts: 20_000, pivots: 200_000, splits: 5_000, digits: 2_000, terms: 400_000 };
/// The most work to find out whether a state is reached early, or has smaller values.
const BRIEF: Limits = Limits { conflicts: 1_000, pivots: 20_000, splits: 500, digits: 500, terms: 100_000 };
/// Values of a violation are looked for among the numbers up to these, the smallest first.
const SMALL: [i64; 4] = [3, 10, 30, 200];
/// An execution is looked for that is in a state after at most so many rounds.
const ROUNDS: u32 = 6;
/// How often lemmas about products are asked with a question.
const LEMMAS: usize = 40;
/// The most states of executions that are told.
const REACHED: usize = 24;

/// What the checks say of an attempt.
#[inline(never)]
pub fn judge(attempt: &Attempt) -> Judgement {
    match &attempt.claim {
        Claim::Invariant(texts) => {
            // Locations are numbered as in the run.
            let Ok((run, _)) = open::open(&attempt.setup) else { return Judgement::default() };
            let Ok((parts, is_exact)) = open::open_for_any_state(&attempt.setup) else {
                return Judgement::default();
            };
            let places: Vec<LoopId> = run.ts.heads().iter().map(|(id, _)| *id).collect();
            let judged = Invariant { parts: &parts, door: door(), places }.judged(texts);
            Judgement { is_narrowed: !is_exact, ..judged }
        }
        Claim::Interpolant { sides, integers, text } => {
            let Ok((parts, _)) = open::open(&attempt.setup) else { return Judgement::default() };
            interpolant(&parts, sides, integers, text)
        }
    }
}

/// A solver for the questions, each answer of which is checked.
fn door() -> Door {
    smt::door().to(Purpose::Checks)
}

/// A program about which an invariant is claimed.
struct Invariant<'p> {
    parts: &'p Parts,
    door: Door,
    /// The heads in the order in which the user has them.
    places: Vec<LoopId>,
}

impl<'p> Invariant<'p> {
    fn terms(&self) -> &'p Terms {
        &self.parts.terms
    }

    fn ts(&self) -> &'p TransitionSystem {
        &self.parts.ts
    }

    /// The variables that a formula may mention.
    fn names(&self) -> Vec<Named> {
        let all = self.ts().variables().iter().filter(|v| self.ts().pc() != Some(v.var));
        all.map(|v| (self.terms().symbol_of(v.var).name.to_string(), v.var)).collect()
    }

    fn judged(&self, texts: &[String]) -> Judgement {
        let (terms, ts) = (self.terms(), self.ts());
        let names = self.names();
        let mut out = Judgement { reached: self.reached(), ..Judgement::default() };
        let mut written = Vec::new();
        for (at, text) in (0..).zip(texts.iter().take(self.places.len().max(1))) {
            match own::read(terms, text, &names) {
                Ok(formula) => written.push(formula),
                Err(problem) => {
                    out.problem = Some((at, problem));
                    return out;
                }
            }
        }
        written.resize(self.places.len(), terms.tru());
        let typed = self.typed();
        let full: Vec<Term> = written.iter().map(|&formula| terms.and([formula, typed])).collect();
        // Control comes to no head that the run does not have.
        let at_head = |head: &(LoopId, Span)| self.place(head.0).map_or(terms.fals(), |place| full[place]);
        out.formulas =
            full.iter().zip(&written).map(|(&full, &own)| table::formula(terms, full, own)).collect();
        // Where control is elsewhere nothing is claimed.
        let placed = ts.heads().iter().map(at_head).enumerate().map(|(head, formula)| match self.at(head) {
            Some(here) => terms.or([terms.not(here), formula]),
            None => formula,
        });
        let claim = ts.lowered(terms, terms.and(placed));
        let next =
            terms.restamp_all(claim, |stamp| if stamp == Stamp::Plain { Stamp::Primed } else { stamp });
        let questions = [
            (ConditionKind::Initiation, vec![ts.init.formula(), terms.not(claim)], &[Stamp::Plain][..]),
            (
                ConditionKind::Consecution,
                vec![claim, ts.trans, terms.not(next)],
                &[Stamp::Plain, Stamp::Primed][..],
            ),
            (ConditionKind::Safety, vec![claim, ts.bad.formula()], &[Stamp::Plain][..]),
            (ConditionKind::NoEarlyFailure, vec![ts.early], &[][..]),
        ];
        for (kind, asked, stamps) in questions {
            if kind == ConditionKind::NoEarlyFailure && ts.early == terms.fals() {
                continue;
            }
            let outcome = match self.found(&asked, stamps) {
                Known::Refuted(_) => ConditionOutcome::Holds,
                Known::Holds(model) => {
                    let is_claimed = kind != ConditionKind::Safety && kind != ConditionKind::NoEarlyFailure;
                    ConditionOutcome::Violated(Box::new(self.violation(
                        &model,
                        stamps,
                        is_claimed.then_some(&written),
                    )))
                }
                Known::Unknown(why) => ConditionOutcome::Unknown(why.to_string()),
                Known::Faulty(failed) => ConditionOutcome::Unknown(format!("a check failed: {failed}")),
            };
            out.conditions.push(Condition { kind, outcome });
        }
        out
    }

    /// The number that the user knows a head by.
    fn place(&self, head: LoopId) -> Option<usize> {
        self.places.iter().position(|&id| id == head)
    }

    /// The same for the head at which control is in a state; 0 if there is none.
    fn number(&self, pc: impl FnOnce(Var) -> Value) -> u32 {
        let head = self.ts().head_at(pc).and_then(|head| self.place(self.ts().heads()[head].0));
        u32::try_from(head.unwrap_or(0)).unwrap_or(0)
    }

    /// What the types say of the variables.
    fn typed(&self) -> Term {
        let terms = self.terms();
        let of = |v: &flow::StateVar| {
            let range = v.source.and_then(|id| self.parts.cfg.ranges.get(id.index())?.clone());
            range.map(|(low, high)| {
                let t = terms.of(v.var);
                terms.and([terms.le(terms.int(low), t), terms.le(t, terms.int(high))])
            })
        };
        terms.and(self.ts().variables().iter().filter_map(of))
    }

    /// That control is at a head; none where there is no other.
    fn at(&self, head: usize) -> Option<Term> {
        let pc = self.ts().pc()?;
        let number = i64::try_from(head + 1).unwrap_or(i64::MAX);
        Some(self.terms().eq(self.terms().of(pc), self.terms().int(number)))
    }

    /// A model with small values, if there is one; none at all if it is refuted.
    fn found(&self, asked: &[Term], stamps: &[Stamp]) -> Known {
        let (terms, ts) = (self.terms(), self.ts());
        let any = self.solved(asked, stamps, LIMITS, Proofs::Condensed);
        if !matches!(any, Known::Holds(_)) {
            return any;
        }
        for most in SMALL {
            let bound = |&stamp: &Stamp| {
                let of = |v: &flow::StateVar| {
                    let t = terms.of(terms.restamp(v.var, stamp));
                    let (low, high) = (terms.int(-most), terms.int(most));
                    (v.sort == Sort::Int).then(|| terms.and([terms.le(low, t), terms.le(t, high)]))
                };
                terms.and(ts.variables().iter().filter_map(of))
            };
            let small = ts.lowered(terms, terms.and(stamps.iter().map(bound)));
            let tried: Vec<Term> = asked.iter().copied().chain([small]).collect();
            if let Known::Holds(model) = self.solved(&tried, stamps, BRIEF, Proofs::AsFound) {
                return Known::Holds(model);
            }
        }
        any
    }

    /// The answer to a question about states at these places; lemmas about products are asked with it until no product in the model
    /// is another number than its factors make.
    fn solved(&self, asked: &[Term], stamps: &[Stamp], limits: Limits, proofs: Proofs) -> Known {
        let mut asked = asked.to_vec();
        let stamps = if stamps.is_empty() { &[Stamp::Plain] } else { stamps };
        for _ in 0..=LEMMAS {
            let known = solve(&self.door, self.terms(), &asked, limits, proofs);
            let Known::Holds(model) = &known else { return known };
            let before = asked.len();
            for lemma in stamps.iter().flat_map(|&stamp| self.lemmas(model, stamp)) {
                if !asked.contains(&lemma) {
                    asked.push(lemma);
                }
            }
            if asked.len() == before {
                return known;
            }
        }
        Known::Unknown(Unknown::Refused)
    }

    /// Lemmas that a model violates in a state.
    fn lemmas(&self, model: &Model, stamp: Stamp) -> Vec<Term> {
        let (terms, parts) = (self.terms(), self.parts);
        let Some(products) = &parts.cfg.products else { return Vec::new() };
        let symbols = Symbols::of_unit(terms, &*parts.program, &parts.cfg, "");
        let copies: Vec<Var> = symbols.vars.iter().map(|&v| terms.restamp(v, stamp)).collect();
        let value = |id: VarId| match model.value(terms, copies[id.index()]) {
            Value::Int(number) => Some(number),
            Value::Bool(_) => None,
        };
        let state: Vec<Term> = copies.iter().map(|&v| terms.of(v)).collect();
        let violated = products::violated_by(products, &value);
        violated.iter().map(|lemma| symbols.bexp(terms, lemma, &state)).collect()
    }

    /// The states of a model, with what is false in the last of them, where a formula is claimed to hold there.
    fn violation(&self, model: &Model, stamps: &[Stamp], claimed: Option<&Vec<Term>>) -> Violation {
        let (terms, ts) = (self.terms(), self.ts());
        let value =
            |stamp: Stamp, v: Var| ts.value(terms, &|d| model.value(terms, d), terms.restamp(v, stamp));
        let state =
            |&stamp: &Stamp| (self.number(|pc| value(stamp, pc)), values(self, |v| Some(value(stamp, v))));
        let states: Vec<(u32, Values)> = stamps.iter().map(state).collect();
        let failing = match (claimed, stamps.last(), states.last()) {
            (Some(written), Some(&stamp), Some((head, _))) => {
                let conjuncts = written.get(*head as usize).map(|&t| terms.conjuncts(t)).unwrap_or_default();
                let is_false = |&&t: &&Term| !terms.holds(t, &|v| value(stamp, v));
                conjuncts.iter().filter(is_false).map(|&t| table::formula(terms, t, t)).collect()
            }
            _ => Vec::new(),
        };
        let reach = stamps.first().map_or(Reach::Unknown, |&stamp| self.reach(|v| value(stamp, v)));
        Violation { states, failing, reach, foreign: Vec::new() }
    }

    /// Whether an execution comes to a state.
    fn reach(&self, value: impl Fn(Var) -> Value) -> Reach {
        let (terms, ts) = (self.terms(), self.ts());
        if !ts.products().is_empty() {
            return Reach::Unknown; // A model may take products on the way to be what they are not.
        }
        let is = |v: &flow::StateVar| match value(v.var) {
            Value::Bool(true) => terms.of(v.var),
            Value::Bool(false) => terms.not(terms.of(v.var)),
            Value::Int(number) => terms.eq(terms.of(v.var), terms.int(number)),
        };
        let here = ts.variables().iter().map(is);
        let state = ts.lowered(terms, terms.and(here));
        let mut asked = vec![ts.init_at(terms, 0)];
        for round in 0..=ROUNDS {
            asked.push(
                terms
                    .restamp_all(state, |stamp| if stamp == Stamp::Plain { Stamp::At(round) } else { stamp }),
            );
            match solve(&self.door, terms, &asked, BRIEF, Proofs::AsFound) {
                Known::Holds(_) => return Reach::After(round),
                Known::Refuted(_) => {}
                Known::Unknown(_) | Known::Faulty(_) => return Reach::Unknown,
            }
            asked.pop();
            asked.push(ts.trans_at(terms, round));
        }
        Reach::NotSoon
    }

    /// States that executions pass through.
    fn reached(&self) -> Vec<(u32, Values)> {
        let (terms, ts, parts) = (self.terms(), self.ts(), self.parts);
        let constants: BTreeSet<Int> =
            smt::generalise::constants(terms, &[ts.init.formula(), ts.trans, ts.bad.formula()]);
        let found = executions(&self.door, terms, &*parts.program, ts, &constants);
        let states = found.states.iter().take(REACHED).map(|state| {
            let value = |v: Var| {
                let digit =
                    |d: Var| state.get(&d).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(d)));
                ts.value(terms, &digit, v)
            };
            (self.number(value), values(self, |v| Some(value(v))))
        });
        states.collect()
    }
}

/// The values of the program's variables, by name.
fn values(of: &Invariant<'_>, value: impl Fn(Var) -> Option<Value>) -> Values {
    of.names().into_iter().filter_map(|(name, v)| Some((name, value(v)?.to_string()))).collect()
}

/// The symbols of a query's side under the names that they have in its text.
fn side(terms: &Terms, texts: &[String], integers: &[String]) -> Option<Vec<Term>> {
    let is_integer = |name: &str| integers.iter().any(|known| known == name);
    texts.iter().map(|text| sexp::formula(terms, text, is_integer).ok()).collect()
}

/// Judges an interpolant. The sides' symbols are plain ones here, whose names tell their copies: `x@1`, or of a word `x[3]@1`.
fn interpolant(parts: &Parts, sides: &[Vec<String>; 2], integers: &[String], text: &str) -> Judgement {
    let terms: &Rc<Terms> = &parts.terms;
    let mut out = Judgement::default();
    let [Some(a), Some(b)] = [side(terms, &sides[0], integers), side(terms, &sides[1], integers)] else {
        return out;
    };
    let (of_a, of_b) = (terms.vars_of(&a), terms.vars_of(&b));
    let owners = |of: &BTreeSet<Var>| of.iter().map(|&v| owner(parts, v)).collect_set();
    let formula = match own::read(terms, text, &own::names(terms, (&owners(&of_a), &owners(&of_b)))) {
        Ok(formula) => formula,
        Err(problem) => {
            out.problem = Some((0, problem));
            return out;
        }
    };
    out.formulas.push(table::formula(terms, formula, formula));
    let itp = plain(terms, parts.ts.lowered(terms, formula));
    let door = door();
    let states = |asked: Vec<Term>| {
        let any = solve(&door, terms, &asked, LIMITS, Proofs::Condensed);
        match any {
            Known::Refuted(_) => ConditionOutcome::Holds,
            Known::Holds(model) => {
                let all: Vec<Var> = of_a.intersection(&of_b).copied().collect();
                let values = all
                    .into_iter()
                    .map(|v| (terms.symbol_of(v).name.to_string(), model.value(terms, v).to_string()));
                let violation = Violation { states: vec![(0, values.collect())], ..Violation::default() };
                ConditionOutcome::Violated(Box::new(violation))
            }
            Known::Unknown(why) => ConditionOutcome::Unknown(why.to_string()),
            Known::Faulty(failed) => ConditionOutcome::Unknown(format!("a check failed: {failed}")),
        }
    };
    let implied = states(a.iter().copied().chain([terms.not(itp)]).collect());
    let contradicts = states(b.iter().copied().chain([itp]).collect());
    let shared = match shared_vocabulary(terms, &a, &b, itp) {
        Ok(_) => ConditionOutcome::Holds,
        Err(_) => {
            let foreign = terms.vars(itp).into_iter().filter(|v| !(of_a.contains(v) && of_b.contains(v)));
            let foreign = foreign.map(|v| terms.symbol_of(v).name.to_string()).collect();
            ConditionOutcome::Violated(Box::new(Violation { foreign, ..Violation::default() }))
        }
    };
    out.conditions = vec![
        Condition { kind: ConditionKind::ImpliedByA, outcome: implied },
        Condition { kind: ConditionKind::ContradictsB, outcome: contradicts },
        Condition { kind: ConditionKind::SharedVocabulary, outcome: shared },
    ];
    out
}

/// The symbol that a plain one stands for by its name: the copy of a variable, or the word where that is one of its digits.
fn owner(parts: &Parts, v: Var) -> Var {
    let terms: &Terms = &parts.terms;
    let (name, sort) = (terms.symbol_of(v).name.to_string(), terms.var_sort(v));
    match trace::digit(&name).filter(|_| parts.ts.words().is_some() && sort == Sort::Bool) {
        Some((word, _)) => stamped(terms, &word, Sort::Int),
        None => stamped(terms, &name, sort),
    }
}

/// The symbol that a name tells, with its copy: `x`, `x'` or `x@1`.
fn stamped(terms: &Terms, name: &str, sort: Sort) -> Var {
    if let Some(name) = name.strip_suffix('\'') {
        return terms.symbol(name, Stamp::Primed, sort);
    }
    match name.rsplit_once('@').and_then(|(base, step)| Some((base, step.parse().ok()?))) {
        Some((base, step)) => terms.symbol(base, Stamp::At(step), sort),
        None => terms.var(name, sort),
    }
}

/// The formula over plain symbols whose names tell their copies.
fn plain(terms: &Terms, t: Term) -> Term {
    terms.substitute(t, |v| terms.of(terms.var(&table::symbol(terms, v).to_string(), terms.var_sort(v))))
}
