//! Leaves out of displayed formulas the ranges of variables that their types already tell.
//!
//! Where integers behave as in C, every set of states and every transition contains the ranges of its variables, and
//! interpolants repeat them. They tell nothing new to a reader who sees `c : unsigned char`; nor do lemmas about products, which hold of
//! all integers and are told once, when they are learnt. Data comes from the graph
//! ([`Cfg::ranges`]) and the front end, and goes to the table of formulas; the formulas that are proved, and the
//! SMT-LIB text, keep the ranges.

use flow::cfg::Cfg;
use flow::{TransitionSystem, Words};
use lang::{NondetId, Unit};
use logic::{Int, Node, Sort, Stamp, Term, Terms, Value, Var, order::CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use trace::ProgramVariable;

/// The ranges of symbols, by name.
#[derive(Default)]
pub(crate) struct Ranges {
    types: BTreeMap<String, &'static str>,
    ranges: BTreeMap<String, (Int, Int)>,
    /// Where integers are words, these: formulas are shown over them, not over their digits.
    words: Option<Rc<Words>>,
    /// What is known of products, over plain symbols.
    lemmas: BTreeSet<Term>,
}

/// What is appended to a name for a value at the entry, and for a copy of a local symbol.
const SUFFIXES: [char; 2] = ['·', '#'];

impl Ranges {
    pub(crate) fn new(terms: &Terms, unit: &dyn Unit, cfg: &Cfg, ts: &TransitionSystem) -> Ranges {
        let name = |v: Var| terms.symbol_of(v).name.to_string();
        let types = unit.vars().zip(unit.types()).map(|(id, ty)| (name(ts.symbol(id)), ty)).collect_map();
        let mut ranges = BTreeMap::new();
        for (id, range) in unit.vars().zip(&cfg.ranges) {
            ranges.extend(range.clone().map(|range| (name(ts.symbol(id)), range)));
        }
        for id in (0..u32::try_from(unit.nondets().len()).unwrap_or(0)).map(NondetId) {
            let bounds = unit.range(id);
            if let (Some(low), Some(high)) = (bounds.low, bounds.high) {
                ranges.insert(name(ts.input(id, false)), (low, high));
            }
        }
        Ranges { types, ranges, words: ts.words().cloned(), lemmas: BTreeSet::new() }
    }

    /// A symbol of this name with what is said of its type.
    pub(crate) fn variable(&self, name: &str, sort: Sort) -> ProgramVariable {
        let of_sort = if sort == Sort::Bool { "bool" } else { "int" };
        ProgramVariable {
            name: name.into(),
            boolean: sort == Sort::Bool,
            ty: self.types.get(self.bare(name)).copied().unwrap_or(of_sort).into(),
            range: self.of(name).map(|(low, high)| [low.to_string(), high.to_string()]),
        }
    }

    fn of(&self, name: &str) -> Option<&(Int, Int)> {
        self.ranges.get(self.bare(name))
    }

    /// The name of which this one is a copy.
    fn bare<'n>(&self, name: &'n str) -> &'n str {
        let mut bare = name;
        while !self.types.contains_key(bare) && !self.ranges.contains_key(bare) {
            match bare.rfind(SUFFIXES) {
                Some(at) => bare = &bare[..at],
                None => return name,
            }
        }
        bare
    }

    /// The formula over words, if it is one over digits.
    pub(crate) fn full(&self, terms: &Terms, t: Term) -> Term {
        self.words.as_ref().map_or(t, |words| words.shown(terms, t))
    }

    /// The symbol as the program has it: the word to which a digit belongs.
    pub(crate) fn owner(&self, terms: &Terms, v: Var) -> Var {
        self.words.as_ref().and_then(|words| words.owner(terms, v)).map_or(v, |(owner, _)| owner)
    }

    /// The values of a model as the program has them; digits that are not there are 0.
    pub(crate) fn values(&self, terms: &Terms, model: &[(Var, Value)]) -> Vec<(Var, Value)> {
        let Some(words) = &self.words else { return model.to_vec() };
        let known: BTreeMap<Var, &Value> = model.iter().map(|(v, value)| (*v, value)).collect_map();
        let value = |v: Var| known.get(&v).map_or(Value::Bool(false), |&value| value.clone());
        let mut seen = BTreeSet::new();
        let mut rows = Vec::new();
        for (v, own) in model {
            let owner = self.owner(terms, *v);
            if owner == *v {
                rows.push((*v, own.clone()));
            } else if seen.insert(owner) {
                rows.push((owner, words.value(terms, &value, owner)));
            }
        }
        rows
    }

    /// From here on these lemmas about products are known.
    pub(crate) fn know(&mut self, lemmas: Vec<Term>) {
        self.lemmas = lemmas.into_iter().collect_set();
    }

    /// The formula without what the types and lemmas about products say.
    pub(crate) fn shown(&self, terms: &Terms, t: Term) -> Term {
        let t = self.full(terms, t);
        if self.ranges.is_empty() && self.lemmas.is_empty() {
            return t;
        }
        terms.rewrite(t, |u| Some(terms.bool(self.decided(terms, u).or_else(|| self.known(terms, u))?)))
    }

    /// That a formula holds, where a lemma says it.
    fn known(&self, terms: &Terms, t: Term) -> Option<bool> {
        let may_be = matches!(terms.node(t), Node::Or(_) | Node::Le(_)) && !self.lemmas.is_empty();
        let is_known = may_be && self.lemmas.contains(&terms.restamp_all(t, |_| Stamp::Plain));
        is_known.then_some(true)
    }

    /// Whether a bound of one variable holds, where its type tells.
    fn decided(&self, terms: &Terms, t: Term) -> Option<bool> {
        let Node::Le(sum) = terms.node(t) else { return None };
        let [(part, factor)] = sum.parts() else { return None };
        let Node::Var(v) = terms.node(*part) else { return None };
        let (low, high) = self.of(&terms.symbol_of(v).name)?;
        let (a, b) = (factor * low + sum.constant(), factor * high + sum.constant());
        match (a.is_positive(), b.is_positive()) {
            (false, false) => Some(true),
            (true, true) => Some(false),
            _ => None,
        }
    }
}
