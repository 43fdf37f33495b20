//! Sets of states: a formula over the variables of the state, with the symbols that are local to it.
//!
//! A set may be built from values that were overwritten before the loop, from the inputs of an iteration, or from the
//! state in which an iteration began. The formula then mentions symbols for these, which are existentially quantified.
//! So a set is not just a formula. Its negation is the complement only if nothing is local to it
//! ([`StateSet::complement`]); a second copy of it, and its intersection with another set, need local symbols of their
//! own ([`StateSet::at`], [`StateSet::intersection`]).
//!
//! Data comes from the transition system and from interpolants, which speak of the state alone, and goes to the engines.

use crate::eliminate::eliminate;
use crate::system::TransitionSystem;
use logic::{Stamp, Term, Terms, Value, Var, order::CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};

/// The states for which there are values of the local symbols with which the formula holds.
///
/// Invariant: every symbol of the formula is a plain symbol of a state variable, or one of the locals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateSet {
    formula: Term,
    locals: BTreeSet<Var>,
}

impl StateSet {
    /// The set that a formula describes over these variables of the state; whatever else it speaks of is local.
    pub fn new(terms: &Terms, state: &BTreeSet<Var>, formula: Term) -> StateSet {
        let locals = terms.vars(formula).into_iter().filter(|v| !state.contains(v)).collect_set();
        StateSet { formula, locals }
    }

    /// The formula, with the local symbols in it. To negate it would be wrong; see [`StateSet::closed`].
    pub fn formula(&self) -> Term {
        self.formula
    }

    /// The symbols that are existential in the formula.
    pub fn locals(&self) -> &BTreeSet<Var> {
        &self.locals
    }

    /// Whether the formula speaks of the state alone.
    pub fn is_closed(&self) -> bool {
        self.locals.is_empty()
    }

    /// The formula, if it speaks of the state alone: then it may be negated.
    pub fn closed(&self) -> Option<Term> {
        self.is_closed().then_some(self.formula)
    }

    /// The complement; none if there are local symbols, because negation would turn their quantifier into a universal
    /// one.
    pub fn complement(&self, terms: &Terms) -> Option<StateSet> {
        Some(StateSet { formula: terms.not(self.closed()?), locals: BTreeSet::new() })
    }

    /// The same set without local symbols, where they can be eliminated exactly and cheaply.
    pub fn projected(&self, terms: &Terms) -> Option<StateSet> {
        let formula = eliminate(terms, self.formula, |v| self.locals.contains(&v))?;
        Some(StateSet { formula, locals: BTreeSet::new() })
    }

    /// The formula at step `i`: every symbol of the state becomes `x@i`, every local one a symbol that belongs to step `i` alone.
    pub fn at(&self, terms: &Terms, i: u32) -> Term {
        terms.substitute(self.formula, |v| {
            let symbol = terms.symbol_of(v);
            terms.of(match symbol.stamp {
                Stamp::Plain => terms.at(v, i),
                // Locals of a post or pre-image have a step in their names already.
                Stamp::At(j) => {
                    terms.symbol(&format!("{}{COPIED}{j}", symbol.name), Stamp::At(i), symbol.sort)
                }
                Stamp::Primed => terms.symbol(&format!("{}{COPIED}", symbol.name), Stamp::At(i), symbol.sort),
            })
        })
    }

    /// The states of any of the sets. Disjuncts may share local symbols.
    pub fn union<'a>(terms: &Terms, sets: impl IntoIterator<Item = &'a StateSet>) -> StateSet {
        let sets: Vec<&StateSet> = sets.into_iter().collect();
        let formula = terms.or(sets.iter().map(|s| s.formula));
        StateSet { formula, locals: sets.iter().flat_map(|s| s.locals.iter().copied()).collect_set() }
    }

    /// The states of both sets.
    pub fn intersection(&self, terms: &Terms, other: &StateSet) -> StateSet {
        let other = other.apart_from(terms, self);
        let formula = terms.and([self.formula, other.formula]);
        StateSet { formula, locals: self.locals.union(&other.locals).copied().collect_set() }
    }

    /// The states of the set that satisfy a formula over the state alone.
    pub fn within(&self, terms: &Terms, closed: Term) -> StateSet {
        StateSet { formula: terms.and([closed, self.formula]), locals: self.locals.clone() }
    }

    /// The states of the set that do not satisfy a formula over the state alone: used to block a cube, or a
    /// generalisation of it.
    pub fn without(&self, terms: &Terms, closed: Term) -> StateSet {
        self.within(terms, terms.not(closed))
    }

    /// The same set, with no local symbol that another set has, too.
    pub fn apart_from(&self, terms: &Terms, other: &StateSet) -> StateSet {
        let shared: Vec<Var> = self.locals.intersection(&other.locals).copied().collect();
        if shared.is_empty() {
            return self.clone();
        }
        let fresh: BTreeMap<Var, Var> = (shared.iter())
            .map(|&v| (v, terms.fresh(&terms.symbol_of(v).name, terms.var_sort(v))))
            .collect_map();
        let renamed = |v: Var| fresh.get(&v).copied().unwrap_or(v);
        StateSet {
            formula: terms.substitute(self.formula, |v| terms.of(renamed(v))),
            locals: self.locals.iter().map(|&v| renamed(v)).collect_set(),
        }
    }
}

/// Marks the name of a copy on the path to the present state: `x°@i` is the value of `x` after `i` rounds.
const EARLIER: char = '°';

/// All marks of names.
pub(crate) const MARKS: [char; 2] = [EARLIER, COPIED];

/// Marks the name of a local symbol that has been given a step; it precedes the step that the symbol had before.
const COPIED: char = '·';

impl TransitionSystem {
    /// The set that a formula describes; every symbol that is not a plain symbol of the state is local.
    pub fn set(&self, terms: &Terms, formula: Term) -> StateSet {
        let state: BTreeSet<Var> = self.vars.iter().map(|v| v.var).collect_set();
        StateSet::new(terms, &state, formula)
    }

    /// The states one round after those of `set`: the strongest postcondition. The old state becomes local, under the
    /// names of step `step`: the number of rounds that have led into `set`, as far as the caller counts them.
    pub fn post(&self, terms: &Terms, set: &StateSet, step: u32) -> StateSet {
        let taken = set.locals.iter().filter_map(|&v| earlier_step(terms, v));
        let step = taken.map(|i| i + 1).fold(step, u32::max);
        let earlier = |v: Var| {
            let symbol = terms.symbol_of(v);
            terms.of(terms.symbol(&format!("{}{EARLIER}", symbol.name), Stamp::At(step), symbol.sort))
        };
        let before = |formula: Term, after: Stamp| {
            terms.substitute(formula, |v| match terms.symbol_of(v).stamp {
                Stamp::Plain => earlier(v),
                Stamp::Primed => terms.of(terms.restamp(v, after)),
                Stamp::At(_) => terms.of(v),
            })
        };
        let (set, round) = (before(set.formula, Stamp::Primed), before(self.trans, Stamp::Plain));
        self.set(terms, terms.and([set, round]))
    }

    /// The states from which one round can lead into `set`: the existential pre-image. The state after the round
    /// becomes `x@1`, and the steps after it are renumbered by one.
    ///
    /// DIVERGENCE: FiB prints `wp(S, .)`, whose Fig. 5 has "for all" for `nondet`; see the engine.
    pub fn pre(&self, terms: &Terms, set: &StateSet) -> StateSet {
        let later = terms.substitute(set.formula, |v| {
            let symbol = terms.symbol_of(v);
            terms.of(match symbol.stamp {
                Stamp::Plain => terms.at(v, 1),
                // A post-image has made it: there is no plain symbol of this name.
                Stamp::At(i) if i > 0 || symbol.name.ends_with(EARLIER) => terms.at(v, i + 1),
                Stamp::At(_) => terms.symbol(&format!("{}{COPIED}", symbol.name), Stamp::At(1), symbol.sort),
                Stamp::Primed => v,
            })
        });
        let round =
            terms.restamp_all(self.trans, |stamp| if stamp == Stamp::Primed { Stamp::At(1) } else { stamp });
        self.set(terms, terms.and([round, later]))
    }

    /// The state that a valuation has at step `i`, as a cube: a conjunction of equations over plain symbols. Variables without a
    /// value are left open.
    pub fn cube<'v>(&self, terms: &Terms, i: u32, value: impl Fn(Var) -> Option<&'v Value>) -> Term {
        let known = self.vars.iter().filter_map(|v| Some((v.var, value(terms.at(v.var, i))?)));
        terms.and(known.map(|(v, x)| terms.eq(terms.of(v), terms.value(x))).collect::<Vec<_>>())
    }

    /// Finds the place, in the unrolling from the initial states, of a symbol of a set that is met after `met` rounds:
    /// symbols made by [`TransitionSystem::post`] belong to the rounds before, those made by [`TransitionSystem::pre`]
    /// to the rounds after. None for a symbol that belongs to a longer prefix than the one taken.
    pub fn unrolled(terms: &Terms, v: Var, met: u32) -> Option<Var> {
        let symbol = terms.symbol_of(v);
        match (symbol.name.strip_suffix(EARLIER), symbol.stamp) {
            (Some(name), Stamp::At(i)) if i < met => Some(terms.symbol(name, Stamp::At(i), symbol.sort)),
            (Some(_), _) => None,
            (None, Stamp::Plain) => Some(terms.at(v, met)),
            (None, Stamp::At(i)) => Some(terms.at(v, met + i)),
            (None, Stamp::Primed) => Some(v),
        }
    }
}

/// The step of a symbol that a post-image has made local.
fn earlier_step(terms: &Terms, v: Var) -> Option<u32> {
    let symbol = terms.symbol_of(v);
    match symbol.stamp {
        Stamp::At(i) if symbol.name.ends_with(EARLIER) => Some(i),
        _ => None,
    }
}
