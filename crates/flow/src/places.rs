//! A transition system with two additional control locations: one before the loops, and one after a failure. In it
//! "initial" and "failing" are single locations, so that both sets can be negated even where their original formulas
//! have local symbols; these formulas become part of the transitions.
//!
//! Paths become longer by one transition at either end; [`Places`] translates them back.

use crate::states::StateSet;
use crate::system::{StateVar, TransitionSystem};
use logic::{Sort, Stamp, Term, Terms, Var, order::CollectOrdered};
use std::collections::BTreeSet;

/// The two places.
#[derive(Clone, Debug)]
pub struct Places {
    /// Control is before the loops.
    pub entry: Var,
    /// An assertion has failed.
    pub error: Var,
    /// What the initial states spoke of beside the state.
    beside: BTreeSet<Var>,
}

impl TransitionSystem {
    /// The same program with places of its own for the entry and for failures.
    pub fn with_places(&self, terms: &Terms) -> (TransitionSystem, Places) {
        let state: BTreeSet<Var> = self.vars.iter().map(|v| v.var).collect_set();
        let taken = |name: &str| state.iter().any(|&v| *terms.symbol_of(v).name == *name);
        let free = |name: &str| {
            terms.var(&if taken(name) { format!("{name}#") } else { name.to_owned() }, Sort::Bool)
        };
        let (entry, error) = (free("entry"), free("error"));
        let [before, failed] = [entry, error].map(|v| terms.of(v));
        let [before_then, failed_then] = [entry, error].map(|v| terms.of(terms.primed(v)));
        let primed =
            |t: Term| terms.substitute(t, |v| terms.of(if state.contains(&v) { terms.primed(v) } else { v }));
        let unchanged = state.iter().map(|&v| match terms.var_sort(v) {
            Sort::Bool => terms.iff(terms.of(terms.primed(v)), terms.of(v)),
            Sort::Int => terms.eq(terms.of(terms.primed(v)), terms.of(v)),
        });
        let in_loops = [terms.not(before), terms.not(failed), terms.not(before_then)];
        let arrives = [before, terms.not(failed), primed(self.init.formula()), terms.not(before_then)];
        let trans = terms.or([
            terms.and(arrives.into_iter().chain([terms.not(failed_then)])),
            terms.and(in_loops.into_iter().chain([self.trans, terms.not(failed_then)])),
            terms.and(in_loops.into_iter().chain([self.bad.formula(), failed_then]).chain(unchanged)),
        ]);
        let place = |var| StateVar { var, source: None, sort: Sort::Bool };
        let mut vars = self.vars.clone();
        vars.extend([place(entry), place(error)]);
        let all: BTreeSet<Var> = vars.iter().map(|v| v.var).collect_set();
        let set = |t: Term| StateSet::new(terms, &all, t);
        let (init, bad) = (set(terms.and([before, terms.not(failed)])), set(failed));
        let beside = self.init.locals().clone();
        let mut ts = self.clone();
        (ts.vars, ts.init, ts.trans, ts.bad) = (vars, init, trans, bad);
        (ts, Places { entry, error, beside })
    }
}

impl Places {
    /// A formula over the states with places as one over those at loop heads.
    pub fn at_heads(&self, terms: &Terms, t: Term) -> Term {
        terms.substitute(t, |v| if v == self.entry || v == self.error { terms.fals() } else { terms.of(v) })
    }

    /// Translates a symbol of a path with the additional locations, which begins with the entry at step 0, into the
    /// symbol of the path through loop heads; none for a symbol without a counterpart.
    pub fn on_path(&self, terms: &Terms, v: Var) -> Option<Var> {
        let plain = terms.restamp(v, Stamp::Plain);
        match terms.symbol_of(v).stamp {
            Stamp::At(_) if plain == self.entry || plain == self.error => None,
            Stamp::At(0) => self.beside.contains(&plain).then_some(v),
            Stamp::At(i) => (!self.beside.contains(&plain)).then(|| terms.at(plain, i - 1)),
            Stamp::Plain | Stamp::Primed => None,
        }
    }
}
