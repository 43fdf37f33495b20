//! Questions beside a run: at which points of a grid a formula can hold. What cannot be eliminated from it is searched for, point by
//! point; each model is checked and each refutation replayed, as everywhere.

use evidence::{Known, Proofs, solve};
use logic::{Int, Sort, Term, Terms, Value, Var};
use rustc_hash::FxHashMap;
use solver::{Door, Limits, Purpose};
use trace::{Projection, digit, factors};

/// The most points of a grid.
const POINTS: u64 = 20_000;
/// The most work for one point.
const LIMITS: Limits = Limits { conflicts: 2_000, pivots: 20_000, splits: 500, digits: 512, terms: 100_000 };

/// The rows of [`trace::Reply::Projected`].
pub fn project(question: &Projection) -> Vec<String> {
    let terms = Terms::new();
    let is_integer = |name: &str| question.integers.iter().any(|known| known == name);
    let Ok(formula) = sexp::formula(&terms, &question.smt, is_integer) else { return Vec::new() };
    let fixed: Vec<(&str, Int)> =
        question.fixed.iter().filter_map(|(name, value)| Some((name.as_str(), number(value)?))).collect();
    let formula = with(&terms, formula, &fixed);
    let (columns, rows) = (question.axes.first(), question.axes.get(1));
    let count = |axis: Option<&(String, i64, u32)>| axis.map_or(1, |axis| u64::from(axis.2));
    if count(columns) * count(rows) > POINTS {
        return Vec::new();
    }
    let is_axis = |v: Var| {
        let name = terms.symbol_of(v).name;
        let of = |owner: &str| question.axes.iter().any(|(axis, ..)| axis == owner);
        of(&name) || digit(&name).is_some_and(|(owner, _)| of(&owner))
    };
    let formula = flow::eliminate(&terms, formula, |v| !is_axis(v)).unwrap_or(formula);
    let mut asked =
        Asked { door: smt::door().to(Purpose::Checks), terms: &terms, known: FxHashMap::default() };
    let line = |axis: Option<&(String, i64, u32)>| -> Vec<i64> {
        axis.map_or(vec![0], |(_, low, count)| (0..i64::from(*count)).map(|i| low + i).collect())
    };
    let name = |axis: Option<&(String, i64, u32)>| axis.map_or(String::new(), |axis| axis.0.clone());
    let (x, y, across) = (name(columns), name(rows), line(columns));
    let row = |at: i64| {
        let in_row = with(&terms, formula, &[(&y, Int::from(at))]);
        across.iter().map(|&along| asked.sign(with(&terms, in_row, &[(&x, Int::from(along))]))).collect()
    };
    line(rows).into_iter().map(row).collect()
}

/// A number from its text; truth values are 0 and 1.
fn number(text: &str) -> Option<Int> {
    match text {
        "true" => Some(Int::ONE),
        "false" => Some(Int::ZERO),
        _ => text.parse().ok(),
    }
}

/// The formula with symbols replaced by values; digits are those of their word.
fn with(terms: &Terms, formula: Term, values: &[(&str, Int)]) -> Term {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
    terms.substitute(formula, |v| {
        let symbol = terms.symbol_of(v);
        match (value(&symbol.name), symbol.sort) {
            (Some(value), Sort::Int) => terms.int(value.clone()),
            (Some(value), Sort::Bool) => terms.bool(!value.is_zero()),
            (None, _) if symbol.name.contains('*') => product(terms, v, &value),
            (None, _) => match digit(&symbol.name).and_then(|(owner, at)| Some((value(&owner)?, at))) {
                Some((value, at)) => {
                    let shifted = (0..at).fold(value.clone(), |n, _| n.div_euclid(&Int::from(2)));
                    terms.bool(!shifted.rem_euclid(&Int::from(2)).is_zero())
                }
                None => terms.of(v),
            },
        }
    })
}

/// A product of which at most one factor has no value is so many times that factor; else it is open.
fn product<'n>(terms: &Terms, v: Var, value: &dyn Fn(&str) -> Option<&'n Int>) -> Term {
    let all = factors(&terms.symbol_of(v).name).unwrap_or_default();
    let (known, open): (Vec<_>, Vec<_>) = all.iter().partition(|factor| value(factor).is_some());
    let times = known.iter().filter_map(|factor| value(factor)).fold(Int::ONE, |all, one| &all * one);
    match open[..] {
        [] => terms.int(times),
        [factor] => terms.scale(&times, terms.of(terms.var(factor, Sort::Int))),
        _ => terms.of(v),
    }
}

/// What was asked so far: points whose formulas are the same are asked about once.
struct Asked<'t> {
    door: Door,
    terms: &'t Terms,
    known: FxHashMap<Term, char>,
}

impl Asked<'_> {
    fn sign(&mut self, formula: Term) -> char {
        if self.terms.vars(formula).is_empty() {
            return if self.terms.holds(formula, &|_| Value::Bool(false)) { '1' } else { '0' };
        }
        let (door, terms) = (&self.door, self.terms);
        let ask = || match solve(door, terms, &[formula], LIMITS, Proofs::AsFound) {
            Known::Holds(_) => '1',
            Known::Refuted(_) => '0',
            Known::Unknown(_) | Known::Faulty(_) => '?',
        };
        *self.known.entry(formula).or_insert_with(ask)
    }
}
