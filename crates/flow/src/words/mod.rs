//! Programs whose integers are words: their transition systems over Booleans, one for each binary digit, and the
//! translation back.
//!
//! The graph of such a program is one over exact integers in which remainders by 2^n stand wherever something wraps,
//! and in which every variable has a type ([`Cfg::types`]). From it a transition system over integers is made as for
//! any program; here the formulas of that system become circuits over digits, called `x[0]` (the last) to `x[n-1]`.
//! What engines, solver and checker see is Boolean. [`Words::raised`] translates back: constraints on digits become
//! constraints on words where they are recognised as such.

mod circuit;
mod operation;
mod raise;
mod script;
mod types;

pub(crate) use operation::operation;
pub use script::Script;
pub(crate) use types::complete;

use crate::cfg::Cfg;
use crate::expression::Symbols;
use crate::states::StateSet;
use crate::system::{StateVar, TransitionSystem};
use circuit::{Built, Circuit};
use lang::{NondetId, Unit};
use logic::{Int, Sort, Stamp, Term, Terms, Value, Var, order::CollectOrdered};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How a word is written in digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// How many digits it has.
    pub bits: u32,
    /// Whether the first counts negatively.
    pub signed: bool,
}

impl Word {
    /// The shortest word that has all numbers of a range.
    pub fn of_range(low: &Int, high: &Int) -> Word {
        let signed = low.is_negative();
        // -2^k needs no more digits than 2^k - 1.
        let below = if signed { (low + &Int::ONE).bits() } else { 0 };
        let bits = below.max(high.bits()) + u64::from(signed);
        Word { bits: u32::try_from(bits).unwrap_or(u32::MAX).max(1), signed }
    }
}

/// The words of a program: which integer symbols there are, and of which digits they consist.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// By the names of integer symbols.
    types: BTreeMap<String, Word>,
    /// By the names of digits: the word and the position.
    owners: BTreeMap<String, (String, u32)>,
    built: RefCell<Built>,
    /// Formulas over digits that are known to come from formulas over words.
    known: RefCell<BTreeMap<Term, Term>>,
}

impl Words {
    /// The words that these symbols stand for.
    pub fn of(terms: &Terms, symbols: impl IntoIterator<Item = (Var, Word)>) -> Words {
        let mut words = Words::default();
        symbols.into_iter().for_each(|(symbol, word)| words.add(terms, symbol, word));
        words
    }

    fn add(&mut self, terms: &Terms, symbol: Var, word: Word) {
        let name = terms.symbol_of(symbol).name.to_string();
        for at in 0..word.bits {
            self.owners.insert(format!("{name}[{at}]"), (name.clone(), at));
        }
        self.types.insert(name, word);
    }

    /// How the word of a symbol is written; none if it is not an integer.
    pub fn word(&self, terms: &Terms, symbol: Var) -> Option<Word> {
        let symbol = terms.symbol_of(symbol);
        self.types.get(base(&symbol.name).0).copied().filter(|_| symbol.sort == Sort::Int)
    }

    /// The digits of a word, the last one first.
    pub fn digits(&self, terms: &Terms, symbol: Var) -> Vec<Var> {
        let count = self.word(terms, symbol).map_or(0, |word| word.bits);
        let symbol = terms.symbol_of(symbol);
        let (name, tail) = base(&symbol.name);
        (0..count).map(|at| terms.symbol(&format!("{name}[{at}]{tail}"), symbol.stamp, Sort::Bool)).collect()
    }

    /// The word to which a digit belongs, and its position.
    pub fn owner(&self, terms: &Terms, digit: Var) -> Option<(Var, u32)> {
        let symbol = terms.symbol_of(digit);
        let (name, tail) = base(&symbol.name);
        let (owner, at) = self.owners.get(name)?;
        Some((terms.symbol(&format!("{owner}{tail}"), symbol.stamp, Sort::Int), *at))
    }

    /// A formula over words as one over digits.
    pub fn lowered(&self, terms: &Terms, t: Term) -> Term {
        let symbol = |v: Var| {
            let digits = self.digits(terms, v);
            let mut digits: Vec<Term> = digits.into_iter().map(|v| terms.of(v)).collect();
            if digits.is_empty() || self.word(terms, v).is_some_and(|word| !word.signed) {
                digits.push(terms.fals());
            }
            digits
        };
        Circuit { terms, built: &mut self.built.borrow_mut(), symbol: &symbol }.formula(t)
    }

    /// The value of a symbol in a model of digits.
    pub fn value(&self, terms: &Terms, value: &dyn Fn(Var) -> Value, symbol: Var) -> Value {
        let Some(word) = self.word(terms, symbol) else { return value(symbol) };
        let (mut number, mut unit) = (Int::ZERO, Int::ONE);
        for (at, digit) in (1..).zip(self.digits(terms, symbol)) {
            if value(digit) == Value::Bool(true) {
                if word.signed && at == word.bits {
                    number -= &unit;
                } else {
                    number += &unit;
                }
            }
            unit = &unit + &unit;
        }
        Value::Int(number)
    }

    /// Takes down that a formula over digits says what one over words does.
    pub fn tell(&self, terms: &Terms, lowered: Term, words: Term) {
        if terms.as_bool(lowered).is_none() {
            self.remember(lowered, words);
        }
    }

    /// Takes down that a formula over digits comes from one over words.
    fn remember(&self, lowered: Term, words: Term) {
        self.known.borrow_mut().insert(lowered, words);
    }
}

/// A name without the marks of sets of states behind it, and these.
fn base(name: &str) -> (&str, &str) {
    let end = name.find(crate::states::MARKS).unwrap_or(name.len());
    name.split_at(end)
}

impl TransitionSystem {
    /// A system over exact integers of a program whose integers are words, as one over their digits.
    pub(crate) fn in_words(mut self, terms: &Terms, unit: &dyn Unit, cfg: &Cfg) -> TransitionSystem {
        let mut words = Words::default();
        let symbols = Symbols::of_unit(terms, unit, cfg, "");
        for (at, range) in cfg.types.iter().enumerate() {
            let Some((low, high)) = range else { continue };
            let word = Word::of_range(low, high);
            for symbol in [symbols.vars[at], self.entry_values[at]] {
                words.add(terms, symbol, word);
            }
        }
        for at in 0..unit.nondets().len() {
            let id = NondetId(u32::try_from(at).unwrap_or(u32::MAX));
            let bounds = unit.range(id);
            let (Some(low), Some(high)) = (bounds.low, bounds.high) else { continue };
            for is_before in [true, false] {
                words.add(terms, self.input(id, is_before), Word::of_range(&low, &high));
            }
        }
        if let Some(pc) = self.pc {
            let most = Int::from(i64::try_from(self.heads().len()).unwrap_or(i64::MAX));
            words.add(terms, pc, Word::of_range(&Int::ZERO, &most));
        }
        let lowered = |t: Term| {
            let result = words.lowered(terms, t);
            if terms.as_bool(result).is_none() {
                words.remember(result, t);
            }
            result
        };
        let digits = |v: &StateVar| match v.sort {
            Sort::Bool => vec![*v],
            Sort::Int => (words.digits(terms, v.var).into_iter())
                .map(|var| StateVar { var, source: None, sort: Sort::Bool })
                .collect(),
        };
        let vars: Vec<StateVar> = self.vars.iter().flat_map(digits).collect();
        let state: BTreeSet<Var> = vars.iter().map(|v| v.var).collect_set();
        self.arrival = lowered(self.arrival);
        let init = StateSet::new(terms, &state, self.arrival);
        self.init = init.projected(terms).unwrap_or(init);
        self.trans = lowered(self.trans);
        self.bad = StateSet::new(terms, &state, lowered(self.bad.formula()));
        self.early = lowered(self.early);
        self.variables = std::mem::replace(&mut self.vars, vars);
        self.words = Some(Rc::new(words));
        self
    }

    /// The words of the program, if its integers are words.
    pub fn words(&self) -> Option<&Rc<Words>> {
        self.words.as_ref()
    }

    /// The variables of a state as the program has them: words where the system has their digits.
    pub fn variables(&self) -> &[StateVar] {
        if self.words.is_some() { &self.variables } else { &self.vars }
    }

    /// The symbols of the system for a variable: its digits, if it is a word.
    pub fn digits(&self, terms: &Terms, symbol: Var) -> Vec<Var> {
        let word = self.words.as_ref().map(|words| words.digits(terms, symbol));
        word.filter(|digits| !digits.is_empty()).unwrap_or_else(|| vec![symbol])
    }

    /// A formula over variables as one over the symbols of the system: their digits, if they are words.
    pub fn lowered(&self, terms: &Terms, t: Term) -> Term {
        self.words.as_ref().map_or(t, |words| words.lowered(terms, t))
    }

    /// A formula over the symbols of the system as one over variables.
    pub fn raised(&self, terms: &Terms, t: Term) -> Term {
        self.words.as_ref().map_or(t, |words| words.raised(terms, t))
    }

    /// The value of a variable or input in a model over the symbols of the system.
    pub fn value(&self, terms: &Terms, value: &dyn Fn(Var) -> Value, symbol: Var) -> Value {
        self.words.as_ref().map_or_else(|| value(symbol), |words| words.value(terms, value, symbol))
    }

    /// What the symbols of the system are where a variable has this value.
    pub fn assigned(&self, terms: &Terms, symbol: Var, value: Value) -> Vec<(Var, Value)> {
        let (Some(words), Value::Int(number)) = (&self.words, &value) else { return vec![(symbol, value)] };
        let two = Int::from(2);
        let mut rest = number.clone();
        let mut next = || {
            let digit = rest.rem_euclid(&two).is_one();
            rest = rest.div_floor(&two);
            Value::Bool(digit)
        };
        words.digits(terms, symbol).into_iter().map(|digit| (digit, next())).collect()
    }

    /// Takes down what a formula at a step is over words.
    pub(crate) fn remember_at(
        &self,
        terms: &Terms,
        lowered: Term,
        plain: Term,
        restamp: impl Fn(Stamp) -> Stamp,
    ) {
        let Some(words) = &self.words else { return };
        let known = words.known.borrow().get(&plain).copied();
        if let Some(known) = known {
            words.remember(lowered, terms.restamp_all(known, restamp));
        }
    }
}
