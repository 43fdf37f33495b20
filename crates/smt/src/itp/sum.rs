//! Linear sums with rational coefficients, for adding up weighted inequalities.

use logic::{Int, Linear, Rat, Term, Terms};
use std::collections::BTreeMap;

/// `constant + sum of coefficient * part`, no coefficient zero.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    parts: BTreeMap<Term, Rat>,
    constant: Rat,
}

impl Sum {
    /// Zero.
    pub fn new() -> Sum {
        Sum { parts: BTreeMap::new(), constant: Rat::ZERO }
    }

    /// `self += factor * l`.
    pub fn add(&mut self, factor: &Rat, l: &Linear) {
        for (t, c) in l.parts() {
            self.add_part(*t, factor * &Rat::from(c));
        }
        self.constant += &(factor * &Rat::from(l.constant()));
    }

    /// `self += factor * other`.
    pub fn add_sum(&mut self, factor: &Rat, other: &Sum) {
        for (t, c) in &other.parts {
            self.add_part(*t, factor * c);
        }
        self.constant += &(factor * &other.constant);
    }

    fn add_part(&mut self, t: Term, c: Rat) {
        let sum = self.parts.get(&t).unwrap_or(&Rat::ZERO) + &c;
        if sum.is_zero() {
            self.parts.remove(&t);
        } else {
            self.parts.insert(t, sum);
        }
    }

    /// The parts.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.parts.keys().copied()
    }

    /// The coefficient of a part.
    pub fn coefficient(&self, t: Term) -> Rat {
        self.parts.get(&t).cloned().unwrap_or(Rat::ZERO)
    }

    /// `factor * self`.
    pub fn scaled(&self, factor: &Rat) -> Sum {
        let mut out = Sum::new();
        out.add_sum(factor, self);
        out
    }

    /// The sum as an integer one over a common denominator.
    pub fn over(&self) -> (Linear, Int) {
        let d = self.parts.values().fold(self.constant.denom().clone(), |d, c| d.lcm(c.denom()));
        let scale = |r: &Rat| r.numer() * &d.div_exact(r.denom());
        let parts = self.parts.iter().map(|(t, c)| (*t, scale(c))).collect();
        (Linear::from_parts(parts, scale(&self.constant)), d)
    }

    /// The parts, rounded to integer coefficients, and the exact constant.
    pub fn integral(&self) -> (Linear, Rat) {
        let parts = self.parts.iter().map(|(t, c)| (*t, c.floor())).collect();
        (Linear::from_parts(parts, Int::ZERO), self.constant.clone())
    }

    /// The atom `self <= 0`.
    pub fn at_most_zero(&self, terms: &Terms) -> Term {
        terms.le0(self.over().0)
    }

    /// The parts with a coefficient that is no integer, the others, which come with the whole part of the constant.
    fn split_fraction(&self) -> (Sum, Sum) {
        let (mut fraction, mut whole) = (Sum::new(), Sum::new());
        for (t, c) in &self.parts {
            let to = if c.is_integer() { &mut whole } else { &mut fraction };
            to.parts.insert(*t, c.clone());
        }
        whole.constant = Rat::from(self.constant.floor());
        fraction.constant = &self.constant - &whole.constant;
        (fraction, whole)
    }

    /// The least integer at least the sum, as a sum with a remainder in it: `ceil(u / d) = (u + (-u) mod d) / d`.
    pub fn ceil(&self, terms: &Terms) -> Sum {
        let (fraction, mut whole) = self.split_fraction();
        let (u, d) = fraction.over();
        let remainder = terms.modulo(terms.from_linear(u.scaled(&Int::MINUS_ONE)), &d);
        whole.add(&Rat::new(Int::ONE, d), &u.plus(&terms.linear(remainder)));
        whole
    }

    /// Whether a part with a coefficient that is no integer fails the test.
    pub fn fractional_part(&self, mut bad: impl FnMut(Term) -> bool) -> bool {
        self.parts.iter().any(|(t, c)| !c.is_integer() && bad(*t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Sort, Value};

    #[test]
    fn the_ceiling_is_the_least_integer_above() {
        let terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::Int), terms.var("y", Sort::Int));
        let mut sum = Sum::new();
        sum.add(&Rat::new(Int::from(-2), Int::from(3)), &Linear::part(terms.of(x)));
        sum.add(&Rat::new(Int::from(5), Int::from(2)), &Linear::part(terms.of(y)));
        sum.add(&Rat::new(Int::from(7), Int::from(4)), &Linear::constant_of(Int::ONE));
        let (ceiling, d) = sum.ceil(&terms).over();
        for a in -7..=7 {
            for b in -7..=7 {
                let value = |v| Value::Int(Int::from(if v == x { a } else { b }));
                let exact = Rat::new(Int::from(-8 * a + 30 * b + 21), Int::from(12));
                let Value::Int(scaled) = terms.eval(terms.from_linear(ceiling.clone()), &value) else {
                    panic!()
                };
                assert_eq!(scaled, exact.ceil() * &d);
            }
        }
    }
}
