//! Bound propagation: tightens the intervals of a box by a formula.
//!
//! Forwards, the interval of a term is computed from a box; backwards, an interval of a term bounds the symbols in it
//! (Benhamou, Goualard, Granvilliers, Puget: "Revising hull and box consistency", ICLP 1999). A conjunction is
//! processed repeatedly, a bounded number of times, while it still tightens something; for a disjunction the join of
//! its cases is kept. A budget bounds the work on terms with much sharing: when it is used up, the result so far is
//! kept, which loses no state.

use crate::interval::Interval;
use crate::ranges::Ranges;
use logic::{Int, Linear, Node, Sort, Term, Terms};
use std::cell::Cell;

/// Most visits of terms for one formula.
const BUDGET: u32 = 20_000;
/// How often the members of a conjunction are processed.
const ROUNDS: usize = 3;
/// Deepest nesting that is followed.
const DEPTH: u32 = 300;

/// No state is left.
pub struct Empty;

/// What is left of a box when a formula has a truth value; none if nothing is.
pub fn assume(terms: &Terms, ranges: &Ranges, formula: Term, value: bool) -> Option<Ranges> {
    let mut out = ranges.clone();
    let pass = Pass { terms, budget: Cell::new(BUDGET), depth: Cell::new(0) };
    pass.formula(&mut out, formula, value).ok().map(|()| out)
}

/// An interval around the values of a term in the states of a box; truth values are the numbers 0 and 1.
pub fn evaluate(terms: &Terms, ranges: &Ranges, t: Term) -> Interval {
    Pass { terms, budget: Cell::new(BUDGET), depth: Cell::new(0) }.value(ranges, t)
}

struct Pass<'t> {
    terms: &'t Terms,
    budget: Cell<u32>,
    depth: Cell<u32>,
}

impl Pass<'_> {
    /// Counts a visit, and runs it if there is budget for it.
    fn visit<R>(&self, unknown: R, f: impl FnOnce() -> R) -> R {
        if self.budget.get() == 0 || self.depth.get() >= DEPTH {
            return unknown;
        }
        self.budget.set(self.budget.get() - 1);
        self.depth.set(self.depth.get() + 1);
        let result = f();
        self.depth.set(self.depth.get() - 1);
        result
    }

    fn all(&self, t: Term) -> Interval {
        if self.terms.sort(t) == Sort::Bool { Interval::booleans() } else { Interval::TOP }
    }

    fn value(&self, ranges: &Ranges, t: Term) -> Interval {
        self.visit(self.all(t), || self.value_of(ranges, t))
    }

    fn value_of(&self, ranges: &Ranges, t: Term) -> Interval {
        let truth = |known: Option<bool>| known.map_or_else(Interval::booleans, Interval::truth);
        match self.terms.node(t) {
            Node::Bool(b) => Interval::truth(b),
            Node::Var(v) => ranges.get(self.terms, v),
            Node::Sum(l) => self.linear(ranges, &l),
            Node::Div(a, d) => self.value(ranges, a).div(&d),
            Node::Mod(a, d) => self.value(ranges, a).modulo(&d),
            Node::Ite(c, a, b) => match self.value(ranges, c).as_truth() {
                Some(true) => self.value(ranges, a),
                Some(false) => self.value(ranges, b),
                None => self.value(ranges, a).join(&self.value(ranges, b)),
            },
            Node::Not(a) => truth(self.value(ranges, a).as_truth().map(|v| !v)),
            Node::And(ts) => truth(self.junction(ranges, &ts, true)),
            Node::Or(ts) => truth(self.junction(ranges, &ts, false)),
            Node::Iff(a, b) => {
                let (a, b) = (self.value(ranges, a).as_truth(), self.value(ranges, b).as_truth());
                truth(a.zip(b).map(|(a, b)| a == b))
            }
            Node::Le(l) => {
                let sum = self.linear(ranges, &l);
                let never = sum.low().is_some_and(Int::is_positive);
                let always = sum.high().is_some_and(|h| !h.is_positive());
                truth(if never { Some(false) } else { always.then_some(true) })
            }
            Node::Eq(l) => {
                let sum = self.linear(ranges, &l);
                match sum.as_point() {
                    Some(v) => Interval::truth(v.is_zero()),
                    None if !sum.contains(&Int::ZERO) => Interval::truth(false),
                    None => Interval::booleans(),
                }
            }
        }
    }

    /// The truth value of a junction, if the members' decide it.
    fn junction(&self, ranges: &Ranges, members: &[Term], is_and: bool) -> Option<bool> {
        let mut open = false;
        for &m in members {
            match self.value(ranges, m).as_truth() {
                Some(v) if v != is_and => return Some(v),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(is_and)
    }

    fn linear(&self, ranges: &Ranges, l: &Linear) -> Interval {
        let start = Interval::point(l.constant().clone());
        l.parts().iter().fold(start, |sum, (p, c)| sum.plus(&self.value(ranges, *p).scaled(c)))
    }

    fn formula(&self, ranges: &mut Ranges, t: Term, value: bool) -> Result<(), Empty> {
        self.visit(Ok(()), || self.formula_of(ranges, t, value))
    }

    fn formula_of(&self, ranges: &mut Ranges, t: Term, value: bool) -> Result<(), Empty> {
        match self.terms.node(t) {
            Node::Bool(b) => {
                if b == value {
                    Ok(())
                } else {
                    Err(Empty)
                }
            }
            Node::Var(v) => self.restrict_var(ranges, v, &Interval::truth(value)),
            Node::Not(a) => self.formula(ranges, a, !value),
            Node::And(ts) if value => self.every(ranges, &ts, true),
            Node::Or(ts) if !value => self.every(ranges, &ts, false),
            Node::And(ts) | Node::Or(ts) => {
                let cases: Vec<Vec<(Term, bool)>> = ts.iter().map(|&c| vec![(c, value)]).collect();
                self.any(ranges, &cases)
            }
            Node::Iff(a, b) => {
                self.any(ranges, &[vec![(a, true), (b, value)], vec![(a, false), (b, !value)]])
            }
            Node::Ite(c, a, b) => {
                self.any(ranges, &[vec![(c, true), (a, value)], vec![(c, false), (b, value)]])
            }
            Node::Le(l) if value => self.bound(ranges, &l, &Interval::at_most(Int::ZERO)),
            Node::Le(l) => self.bound(ranges, &l, &Interval::at_least(Int::ONE)),
            Node::Eq(l) if value => self.bound(ranges, &l, &Interval::point(Int::ZERO)),
            Node::Eq(l) => self.differ(ranges, &l),
            // Not Boolean.
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => Ok(()),
        }
    }

    /// All the members have this value.
    fn every(&self, ranges: &mut Ranges, members: &[Term], value: bool) -> Result<(), Empty> {
        for _ in 0..ROUNDS {
            let before = ranges.clone();
            for &m in members {
                self.formula(ranges, m, value)?;
            }
            if *ranges == before {
                break;
            }
        }
        Ok(())
    }

    /// In one of the cases, each term has its value.
    fn any(&self, ranges: &mut Ranges, cases: &[Vec<(Term, bool)>]) -> Result<(), Empty> {
        let mut joined: Option<Ranges> = None;
        for case in cases {
            let mut inside = ranges.clone();
            // Twice, so that what the later ones say reaches the earlier ones.
            let steps = case.iter().chain(if case.len() > 1 { case.as_slice() } else { &[] });
            if steps.map(|&(t, v)| self.formula(&mut inside, t, v)).all(|r| r.is_ok()) {
                joined = Some(match joined {
                    None => inside,
                    Some(other) => other.zip(self.terms, &inside, Interval::join),
                });
            }
        }
        *ranges = joined.ok_or(Empty)?;
        Ok(())
    }

    /// The sum lies in the interval: each part lies in what the others leave it.
    fn bound(&self, ranges: &mut Ranges, l: &Linear, target: &Interval) -> Result<(), Empty> {
        for _ in 0..ROUNDS {
            let before = ranges.clone();
            for (i, (part, c)) in l.parts().iter().enumerate() {
                let mut rest = Interval::point(l.constant().clone());
                for (j, (p, d)) in l.parts().iter().enumerate() {
                    if i != j {
                        rest = rest.plus(&self.value(ranges, *p).scaled(d));
                    }
                }
                let share = target.plus(&rest.scaled(&Int::MINUS_ONE)).unscaled(c).ok_or(Empty)?;
                self.term(ranges, *part, &share)?;
            }
            if *ranges == before || l.parts().len() == 1 {
                break;
            }
        }
        Ok(())
    }

    /// The sum is not zero: a part whose others are known cannot have one value.
    fn differ(&self, ranges: &mut Ranges, l: &Linear) -> Result<(), Empty> {
        if self.linear(ranges, l).as_point().is_some_and(Int::is_zero) {
            return Err(Empty);
        }
        for (i, (part, c)) in l.parts().iter().enumerate() {
            let mut rest = l.constant().clone();
            let mut known = true;
            for (_, (p, d)) in l.parts().iter().enumerate().filter(|(j, _)| *j != i) {
                match self.value(ranges, *p).as_point() {
                    Some(v) => rest += &(v * d),
                    None => known = false,
                }
            }
            if known && rest.rem_euclid(c).is_zero() {
                let hole = -rest.div_exact(c);
                let left = self.value(ranges, *part).without(&hole).ok_or(Empty)?;
                self.term(ranges, *part, &left)?;
            }
        }
        Ok(())
    }

    /// An integer term lies in the interval.
    fn term(&self, ranges: &mut Ranges, t: Term, target: &Interval) -> Result<(), Empty> {
        self.visit(Ok(()), || self.term_in(ranges, t, target))
    }

    fn term_in(&self, ranges: &mut Ranges, t: Term, target: &Interval) -> Result<(), Empty> {
        let now = self.value(ranges, t);
        let target = now.meet(target).ok_or(Empty)?;
        if target == now {
            return Ok(());
        }
        match self.terms.node(t) {
            Node::Var(v) => self.restrict_var(ranges, v, &target),
            Node::Sum(l) => self.bound(ranges, &l, &target),
            Node::Div(a, d) => self.term(ranges, a, &target.undiv(&d)),
            Node::Mod(a, d) => {
                let left = self.value(ranges, a).with_remainders(&d, &target).ok_or(Empty)?;
                self.term(ranges, a, &left)
            }
            Node::Ite(c, a, b) => {
                let mut joined: Option<Ranges> = None;
                for (value, branch) in [(true, a), (false, b)] {
                    let mut inside = ranges.clone();
                    let fits = self.formula(&mut inside, c, value).is_ok()
                        && self.term(&mut inside, branch, &target).is_ok();
                    if fits {
                        joined = Some(match joined {
                            None => inside,
                            Some(other) => other.zip(self.terms, &inside, Interval::join),
                        });
                    }
                }
                *ranges = joined.ok_or(Empty)?;
                Ok(())
            }
            // Boolean.
            _ => Ok(()),
        }
    }

    fn restrict_var(&self, ranges: &mut Ranges, v: logic::Var, target: &Interval) -> Result<(), Empty> {
        if ranges.restrict(self.terms, v, target) { Ok(()) } else { Err(Empty) }
    }
}
