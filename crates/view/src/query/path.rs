//! Which states of a model follow each other. A query that meets sets reached forwards and backwards, or that asks whether one of several
//! states can fail, speaks of several paths, of which a model takes one: what it says of the others is any value. So a state is one of the
//! path only if a round of the loop leads there.

use super::moment::{Moment, is_earlier, plain_name};
use crate::own::counter;
use crate::space::regions::{Kind, Region};
use logic::order::CollectOrdered;
use logic::{Int, Term, Terms, Value, Var};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Engine, Growth, ModelRow, Opened, Symbol, digit};

/// Longer transition relations are not evaluated, in characters: then no state but the present one is told.
const LONGEST: usize = 400_000;
/// Of more states no path is looked for.
const MOST: usize = 200;
/// With more places at which control can be, it is left open where it is.
const PLACES: usize = 12;

/// The states of a model that follow each other, from the first to the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// How many rounds lead to the present state.
    pub before: u32,
    /// How many rounds follow it.
    pub after: u32,
    /// Without a present state: the states, by their numbers.
    along: Vec<u32>,
}

impl Path {
    /// The path of a model; none if its states are those of one path in any case.
    pub fn of(model: &[ModelRow], opened: &Opened, engine: Engine) -> Option<Path> {
        let symbols = || model.iter().map(|row| &row.symbol);
        let is_one = match engine.growth() {
            // The whole unrolling.
            Growth::Bound | Growth::Sequences | Growth::Frames => true,
            Growth::Graph | Growth::Squeeze | Growth::Fronts => symbols().all(|symbol| symbol.step.is_none()),
        };
        if is_one {
            return None;
        }
        let round = Round::read(opened);
        let leads =
            |from: Moment, to: Moment| round.as_ref().is_some_and(|round| round.leads(model, from, to));
        let most = |is_side: fn(&Symbol) -> bool| {
            symbols().filter(|s| is_side(s)).filter_map(|s| s.step).max().map_or(0, |step| step + 1)
        };
        if !Moment::has_present(symbols()) {
            let is_state = |symbol: &&Symbol| opened.variables.iter().any(|v| v.name == plain_name(symbol));
            let steps: BTreeSet<u32> =
                symbols().filter(is_state).filter_map(|symbol| symbol.step).collect_set();
            let follows = |from: u32, to: u32| leads(Moment::Along(from), Moment::Along(to));
            let along = match engine.growth() {
                // Numbers are those of nodes, and a path passes some of them.
                Growth::Graph => longest(&steps, |from, to| to > from && follows(from, to)),
                _ => longest(&steps, |from, to| to == from + 1 && follows(from, to)),
            };
            return Some(Path { before: 0, after: 0, along });
        }
        let on_the_way = |rounds: u32| {
            let state = |i| if i == rounds { Moment::Present } else { Moment::Before(i) };
            (0..rounds).all(|i| leads(state(i), state(i + 1)))
        };
        let before = (1..=most(is_earlier)).rev().find(|&rounds| on_the_way(rounds)).unwrap_or(0);
        let state = |i| if i == 0 { Moment::Present } else { Moment::After(i) };
        let longest = most(|symbol| !is_earlier(symbol));
        let after = (0..longest).take_while(|&i| leads(state(i), state(i + 1))).count();
        Some(Path { before, after: u32::try_from(after).unwrap_or(u32::MAX), along: Vec::new() })
    }

    /// Whether a state is one of the path.
    pub fn has(&self, moment: Moment) -> bool {
        match moment {
            Moment::Before(step) => step < self.before,
            Moment::After(step) => step <= self.after,
            Moment::Along(step) => self.along.contains(&step),
            Moment::Present | Moment::Next => true,
        }
    }
}

/// The longest of the chains that begin at each state and go on to the next one that follows; of several the first.
fn longest(steps: &BTreeSet<u32>, follows: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let mut best: Vec<u32> = Vec::new();
    for &first in steps.iter().filter(|_| steps.len() <= MOST) {
        if best.contains(&first) {
            continue; // a part of a chain that is there
        }
        let mut chain = vec![first];
        while let Some(&next) = steps.iter().find(|&&to| follows(chain[chain.len() - 1], to)) {
            chain.push(next);
        }
        if chain.len() > best.len() {
            best = chain;
        }
    }
    best
}

/// One round of the loop.
struct Round {
    terms: Terms,
    conjuncts: Vec<Term>,
    /// With several loops the program counter, and at how many of them control can be.
    counter: Option<(String, usize)>,
}

impl Round {
    fn read(opened: &Opened) -> Option<Round> {
        let trans = Region::plain(Kind::Reached, &opened.trans);
        if trans.smt.len() > LONGEST {
            return None;
        }
        let terms = Terms::new();
        let term = sexp::formula(&terms, &trans.smt, |name| trans.is_integer(name)).ok()?;
        let conjuncts = terms.conjuncts(term);
        let places = opened.outline.locations.len();
        let counter = counter(opened).filter(|_| places <= PLACES).map(|name| (name.to_owned(), places));
        Some(Round { terms, conjuncts, counter })
    }

    /// Whether a round leads from the one state to the other, as far as the model tells: what it has no value for may have any.
    fn leads(&self, model: &[ModelRow], from: Moment, to: Moment) -> bool {
        let has_present = !matches!(from, Moment::Along(_));
        let at = |moment: Moment| {
            let mut places: BTreeMap<&str, usize> = BTreeMap::new();
            for (place, row) in model.iter().enumerate() {
                if Moment::of(&row.symbol, has_present) == moment {
                    places.entry(plain_name(&row.symbol)).or_insert(place);
                }
            }
            places
        };
        let (from, to) = (at(from), at(to));
        let text = |name: &str| {
            let place = name.strip_suffix('\'').map_or_else(|| from.get(name), |name| to.get(name))?;
            Some(model[*place].value.as_str())
        };
        let value = |v: Var| -> Option<Value> {
            let name = self.terms.symbol_of(v).name;
            if let Some(text) = text(&name) {
                return match text {
                    "true" => Some(Value::Bool(true)),
                    "false" => Some(Value::Bool(false)),
                    number => number.parse::<Int>().ok().map(Value::Int),
                };
            }
            let (owner, at) = digit(&name)?;
            let word: i64 = text(&owner)?.parse().ok()?;
            Some(Value::Bool(word >> at.min(63) & 1 == 1))
        };
        let holds = |known: &dyn Fn(Var) -> Option<Value>| {
            self.conjuncts.iter().all(|&conjunct| {
                self.terms.vars(conjunct).into_iter().any(|v| known(v).is_none())
                    || self.terms.holds(conjunct, &|v| known(v).unwrap_or(Value::Bool(false)))
            })
        };
        let Some((counter, places)) = self
            .counter
            .as_ref()
            .filter(|(name, _)| !from.contains_key(name.as_str()) || !to.contains_key(name.as_str()))
        else {
            return !to.is_empty() && holds(&value);
        };
        // Where control is, the model does not tell: the node does.
        let number = |at: usize| i64::try_from(at).ok().map(|at| Value::Int(Int::from(at)));
        (1..=*places).flat_map(|from| (1..=*places).map(move |to| (from, to))).any(|(here, there)| {
            let known = |v: Var| match self.terms.symbol_of(v).name.strip_prefix(counter.as_str()) {
                Some("") => value(v).or(number(here)),
                Some("'") => value(v).or(number(there)),
                _ => value(v),
            };
            !to.is_empty() && holds(&known)
        })
    }
}
