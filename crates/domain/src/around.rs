//! Boxes around formulas, found with the solver's help where propagation alone is too weak, such as for `x = y and x +
//! y <= 6`.

use crate::ask::{Place, Questions};
use crate::interval::Interval;
use crate::propagate;
use crate::ranges::Ranges;
use logic::{Int, Sort, Term, Terms, Value, Var};
use solver::Outcome;

/// A box around the states in which a formula holds; none if it holds in none. Each bound of `vars` is the tightest
/// among the one that propagation finds and the sorted `thresholds`; an unanswered question leaves a bound as it is.
pub fn box_around(
    ask: &mut Questions,
    terms: &Terms,
    formula: Term,
    vars: &[Var],
    thresholds: &[Int],
) -> Option<Ranges> {
    let mut ranges = propagate::assume(terms, &Ranges::default(), formula, true)?;
    let context = ask.open();
    ask.assert(context, formula);
    let answer = ask.check(context, &[]);
    let is_empty = answer == Outcome::Unsat;
    if let Outcome::Sat(model) = answer {
        for &var in vars {
            let seen = model.value(terms, var);
            let mut search = Search { ask: &mut *ask, terms, context, var, thresholds };
            let interval = search.around(&seen, &ranges.get(terms, var));
            ranges.put(terms, var, interval);
        }
    }
    ask.close(context);
    (!is_empty).then_some(ranges)
}

struct Search<'a> {
    ask: &'a mut Questions,
    terms: &'a Terms,
    context: Place,
    var: Var,
    thresholds: &'a [Int],
}

impl Search<'_> {
    /// The interval of the variable, one value of which is known, within another.
    fn around(&mut self, seen: &Value, within: &Interval) -> Interval {
        let x = self.terms.of(self.var);
        match seen {
            Value::Bool(b) => {
                let other = if *b { self.terms.not(x) } else { x };
                if self.excludes(other) { Interval::truth(*b) } else { within.clone() }
            }
            Value::Int(value) => {
                debug_assert_eq!(self.terms.var_sort(self.var), Sort::Int);
                let above: Vec<Int> = self.thresholds.iter().filter(|t| *t >= value).cloned().collect();
                let below: Vec<Int> = self.thresholds.iter().rev().filter(|t| *t <= value).cloned().collect();
                let terms = self.terms;
                let high = self.first(&above, |t| terms.gt(x, terms.int(t.clone())));
                let low = self.first(&below, |t| terms.lt(x, terms.int(t.clone())));
                let found = Interval::new(low, high).unwrap_or(Interval::TOP);
                found.meet(within).unwrap_or_else(|| within.clone())
            }
        }
    }

    /// The first threshold beyond which the formula does not hold; then it does not hold beyond later ones either.
    fn first(&mut self, thresholds: &[Int], beyond: impl Fn(&Int) -> Term) -> Option<Int> {
        let (mut from, mut to) = (0, thresholds.len());
        while from < to {
            let middle = from + (to - from) / 2;
            if self.excludes(beyond(&thresholds[middle])) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        thresholds.get(to).cloned()
    }

    fn excludes(&mut self, condition: Term) -> bool {
        self.ask.check(self.context, &[condition]) == Outcome::Unsat
    }
}
