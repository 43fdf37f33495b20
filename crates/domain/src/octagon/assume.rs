//! What formulas say of octagons. Bounds of sums and differences of two variables are kept exactly; of other sums each pair
//! of variables gets the bound that the intervals of the rest leave it; a disjunction is the join of its cases. A budget bounds
//! the work on formulas with much sharing: when it is used up, the result so far is kept, which loses no state.

use super::element::{Octagon, Signed};
use crate::interval::Interval;
use crate::propagate::{self, Empty};
use logic::{Int, Linear, Node, Term, Terms};
use std::cell::Cell;

/// The most visits of terms for one formula.
const BUDGET: u32 = 2_000;
/// How often the members of a conjunction are processed.
const ROUNDS: usize = 3;
/// Deepest nesting that is followed.
const DEPTH: u32 = 300;
/// The most parts of a sum whose pairs get bounds.
const PARTS: usize = 6;

/// What is left of an octagon where a formula has a truth value.
pub(super) fn assume(terms: &Terms, octagon: &Octagon, formula: Term, value: bool) -> Result<Octagon, Empty> {
    let pass = Pass { terms, budget: Cell::new(BUDGET) };
    let mut out = octagon.clone();
    pass.around(&mut out, formula, value)?;
    let mut out = pass.given(out, formula, value, DEPTH)?;
    out.trim();
    Ok(out)
}

/// The values of a sum.
pub(super) fn values(terms: &Terms, octagon: &Octagon, l: &Linear) -> Interval {
    let most = upper(terms, octagon, l);
    let least = upper(terms, octagon, &l.scaled(&Int::MINUS_ONE)).map(|m| -m);
    Interval::new(least, most).unwrap_or_default()
}

/// A variable with the sign of its coefficient, and how often.
pub(super) fn signed(terms: &Terms, (part, c): &(Term, Int)) -> Option<(Signed, Int)> {
    match terms.node(*part) {
        Node::Var(v) => Some((Signed::new(v, c.is_negative()), c.abs())),
        _ => None,
    }
}

/// An upper bound of a sum: those of its parts, two parts together where the relation of two variables says more.
fn upper(terms: &Terms, octagon: &Octagon, l: &Linear) -> Option<Int> {
    let parts = l.parts();
    let alone = |part: &(Term, Int)| {
        propagate::evaluate(terms, octagon.around(), part.0).scaled(&part.1).high().cloned()
    };
    let pair = |i: usize, j: usize| {
        let ((a, c), (b, d)) = (signed(terms, &parts[i])?, signed(terms, &parts[j])?);
        let bound = (c == d).then(|| octagon.bound(terms, a, b))??;
        let apart = alone(&parts[i]).zip(alone(&parts[j])).map(|(a, b)| &a + &b);
        let bound = &bound * &c;
        apart.is_none_or(|apart| bound < apart).then_some(bound)
    };
    let mut left: Vec<usize> = (0..parts.len()).collect();
    let mut sum = l.constant().clone();
    while let Some(i) = (!left.is_empty()).then(|| left.remove(0)) {
        let found = left.iter().enumerate().find_map(|(at, &j)| Some((at, pair(i, j)?)));
        if let Some((at, bound)) = found {
            left.remove(at);
            sum += &bound;
        } else {
            sum += &alone(&parts[i])?;
        }
    }
    Some(sum)
}

struct Pass<'t> {
    terms: &'t Terms,
    budget: Cell<u32>,
}

impl Pass<'_> {
    /// What the box around the octagon makes of a formula.
    fn around(&self, octagon: &mut Octagon, t: Term, value: bool) -> Result<(), Empty> {
        let ranges = propagate::assume(self.terms, octagon.around(), t, value).ok_or(Empty)?;
        octagon.within(self.terms, &ranges)
    }

    fn given(&self, mut o: Octagon, t: Term, value: bool, depth: u32) -> Result<Octagon, Empty> {
        let (Some(budget), Some(depth)) = (self.budget.get().checked_sub(1), depth.checked_sub(1)) else {
            return Ok(o);
        };
        self.budget.set(budget);
        match self.terms.node(t) {
            Node::Bool(b) => {
                if b == value {
                    Ok(o)
                } else {
                    Err(Empty)
                }
            }
            Node::Var(v) => {
                o.restrict(self.terms, v, &Interval::truth(value))?;
                Ok(o)
            }
            Node::Not(a) => self.given(o, a, !value, depth),
            Node::And(ts) if value => self.every(o, &ts, true, depth),
            Node::Or(ts) if !value => self.every(o, &ts, false, depth),
            Node::And(ts) | Node::Or(ts) => {
                let cases: Vec<Vec<(Term, bool)>> = ts.iter().map(|&c| vec![(c, value)]).collect();
                self.any(&o, &cases, depth)
            }
            Node::Iff(a, b) => {
                self.any(&o, &[vec![(a, true), (b, value)], vec![(a, false), (b, !value)]], depth)
            }
            Node::Ite(c, a, b) => {
                self.any(&o, &[vec![(c, true), (a, value)], vec![(c, false), (b, value)]], depth)
            }
            Node::Le(l) => {
                self.around(&mut o, t, value)?;
                if value {
                    return self.at_most_zero(o, &l, depth);
                }
                self.at_most_zero(o, &l.scaled(&Int::MINUS_ONE).plus(&Linear::constant_of(Int::ONE)), depth)
            }
            Node::Eq(l) if value => {
                self.around(&mut o, t, value)?;
                let o = self.at_most_zero(o, &l, depth)?;
                self.at_most_zero(o, &l.scaled(&Int::MINUS_ONE), depth)
            }
            Node::Eq(l) => {
                self.around(&mut o, t, value)?;
                self.differs_from_zero(o, &l, depth)
            }
            // Not Boolean.
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => Ok(o),
        }
    }

    /// All the members have this value.
    fn every(&self, mut o: Octagon, members: &[Term], value: bool, depth: u32) -> Result<Octagon, Empty> {
        for _ in 0..ROUNDS {
            let before = o.clone();
            for &m in members {
                o = self.given(o, m, value, depth)?;
            }
            if o == before {
                break;
            }
        }
        Ok(o)
    }

    /// In one of the cases, each term has its value.
    fn any(&self, o: &Octagon, cases: &[Vec<(Term, bool)>], depth: u32) -> Result<Octagon, Empty> {
        let of = |case: &Vec<(Term, bool)>| {
            // Twice, so that what the later ones say reaches the earlier ones.
            let steps = case.iter().chain(if case.len() > 1 { case.as_slice() } else { &[] });
            steps.copied().try_fold(o.clone(), |o, (t, v)| self.given(o, t, v, depth)).ok()
        };
        cases.iter().filter_map(of).reduce(|a, b| a.join(self.terms, &b)).ok_or(Empty)
    }

    /// The sum is at most 0.
    fn at_most_zero(&self, mut o: Octagon, l: &Linear, depth: u32) -> Result<Octagon, Empty> {
        let terms = self.terms;
        if upper(terms, &o, &l.scaled(&Int::MINUS_ONE)).is_some_and(|m| m.is_negative()) {
            return Err(Empty);
        }
        if let Some(cases) = self.cases(l) {
            return self.in_each(&o, &cases, depth, |o, l, depth| self.at_most_zero(o, l, depth));
        }
        let parts = l.parts();
        if !(2..=PARTS).contains(&parts.len()) {
            return Ok(o);
        }
        for (i, one) in parts.iter().enumerate() {
            for other in &parts[..i] {
                let (Some((a, c)), Some((b, d))) = (signed(terms, one), signed(terms, other)) else {
                    continue;
                };
                let both = (&c).min(&d);
                // The sum without as much of the two as both have.
                let less = |part: &(Term, Int)| match part.1.is_negative() {
                    true => (part.0, &part.1 + both),
                    false => (part.0, &part.1 - both),
                };
                let rest = parts
                    .iter()
                    .map(|part| if part == one || part == other { less(part) } else { part.clone() })
                    .collect();
                let rest = Linear::from_parts(rest, l.constant().clone());
                // The rest is at least `- most`, which leaves the two no more than `most`.
                if let Some(most) = upper(terms, &o, &rest.scaled(&Int::MINUS_ONE)) {
                    o.add(terms, a, b, &most.div_floor(both))?;
                }
            }
        }
        Ok(o)
    }

    /// The sum is not 0: where that is one of its bounds, it is beyond.
    fn differs_from_zero(&self, o: Octagon, l: &Linear, depth: u32) -> Result<Octagon, Empty> {
        if let Some(cases) = self.cases(l) {
            return self.in_each(&o, &cases, depth, |o, l, depth| self.differs_from_zero(o, l, depth));
        }
        let one = Linear::constant_of(Int::ONE);
        let values = values(self.terms, &o, l);
        let is_end = |end: Option<&Int>| end.is_some_and(Int::is_zero);
        match (is_end(values.low()), is_end(values.high())) {
            (true, true) => Err(Empty),
            (true, false) => self.at_most_zero(o, &l.scaled(&Int::MINUS_ONE).plus(&one), depth),
            (false, true) => self.at_most_zero(o, &l.plus(&one), depth),
            (false, false) => Ok(o),
        }
    }

    /// The two sums that a sum with a case distinction in it stands for, each with what has to hold.
    fn cases(&self, l: &Linear) -> Option<[(Term, bool, Linear); 2]> {
        let chosen = |(part, c): &(Term, Int)| match self.terms.node(*part) {
            Node::Ite(cond, a, b) => Some((*part, c.clone(), cond, a, b)),
            _ => None,
        };
        let (part, c, cond, a, b) = l.parts().iter().find_map(chosen)?;
        let rest = l.add_scaled(&-&c, &Linear::part(part));
        let with = |t: Term| rest.add_scaled(&c, &self.terms.linear(t));
        Some([(cond, true, with(a)), (cond, false, with(b))])
    }

    fn in_each(
        &self,
        o: &Octagon,
        cases: &[(Term, bool, Linear); 2],
        depth: u32,
        f: impl Fn(Octagon, &Linear, u32) -> Result<Octagon, Empty>,
    ) -> Result<Octagon, Empty> {
        let (Some(budget), Some(depth)) = (self.budget.get().checked_sub(1), depth.checked_sub(1)) else {
            return Ok(o.clone());
        };
        self.budget.set(budget);
        let of = |(cond, value, l): &(Term, bool, Linear)| {
            self.given(o.clone(), *cond, *value, depth).and_then(|o| f(o, l, depth)).ok()
        };
        cases.iter().filter_map(of).reduce(|a, b| a.join(self.terms, &b)).ok_or(Empty)
    }
}
