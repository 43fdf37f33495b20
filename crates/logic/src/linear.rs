//! Linear sums over opaque integer terms, the normal form of integer arithmetic.

use crate::num::Int;
use crate::order;
use crate::term::Term;

/// `constant + sum of coefficient * part`.
///
/// Invariant: the parts are in increasing order of handle, each once, with a coefficient other than zero; a
/// part is a symbol, an integer `ite`, a quotient or a remainder, never a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    parts: Vec<(Term, Int)>,
    constant: Int,
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl Linear {
    /// A constant.
    pub fn constant_of(constant: Int) -> Linear {
        Linear { parts: Vec::new(), constant }
    }

    /// One part with coefficient one.
    pub fn part(t: Term) -> Linear {
        Linear { parts: vec![(t, Int::ONE)], constant: Int::ZERO }
    }

    /// From parts in any order, repetitions added up.
    pub fn from_parts(mut parts: Vec<(Term, Int)>, constant: Int) -> Linear {
        order::sort_by_key(&mut parts, |(t, _)| *t);
        let mut merged: Vec<(Term, Int)> = Vec::with_capacity(parts.len());
        for (t, c) in parts {
            match merged.last_mut() {
                Some((last, sum)) if *last == t => *sum += &c,
                _ => merged.push((t, c)),
            }
        }
        merged.retain(|(_, c)| !c.is_zero());
        Linear { parts: merged, constant }
    }

    /// The parts with their coefficients, in increasing order of handle.
    pub fn parts(&self) -> &[(Term, Int)] {
        &self.parts
    }

    /// The constant summand.
    pub fn constant(&self) -> &Int {
        &self.constant
    }

    /// The value, when there is no variable part.
    pub fn as_constant(&self) -> Option<&Int> {
        self.parts.is_empty().then_some(&self.constant)
    }

    /// The coefficient of a part; zero when absent.
    pub fn coefficient(&self, t: Term) -> Int {
        match self.parts.binary_search_by_key(&t, |(p, _)| *p) {
            Ok(i) => self.parts[i].1.clone(),
            Err(_) => Int::ZERO,
        }
    }

    /// `self + factor * other`.
    pub fn add_scaled(&self, factor: &Int, other: &Linear) -> Linear {
        if factor.is_zero() {
            return self.clone();
        }
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut i, mut j) = (0, 0);
        while i < self.parts.len() || j < other.parts.len() {
            let take_left =
                j == other.parts.len() || (i < self.parts.len() && self.parts[i].0 < other.parts[j].0);
            if take_left {
                parts.push(self.parts[i].clone());
                i += 1;
            } else if i == self.parts.len() || other.parts[j].0 < self.parts[i].0 {
                parts.push((other.parts[j].0, factor * &other.parts[j].1));
                j += 1;
            } else {
                let c = &self.parts[i].1 + &(factor * &other.parts[j].1);
                if !c.is_zero() {
                    parts.push((self.parts[i].0, c));
                }
                i += 1;
                j += 1;
            }
        }
        Linear { parts, constant: &self.constant + &(factor * &other.constant) }
    }

    /// The sum.
    pub fn plus(&self, other: &Linear) -> Linear {
        self.add_scaled(&Int::ONE, other)
    }

    /// The difference.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.add_scaled(&Int::MINUS_ONE, other)
    }

    /// Every coefficient and the constant times `factor`.
    pub fn scaled(&self, factor: &Int) -> Linear {
        if factor.is_zero() {
            return Linear::default();
        }
        Linear {
            parts: self.parts.iter().map(|(t, c)| (*t, c * factor)).collect(),
            constant: &self.constant * factor,
        }
    }

    /// The same parts with another constant.
    pub fn with_constant(&self, constant: Int) -> Linear {
        Linear { parts: self.parts.clone(), constant }
    }

    /// The greatest common divisor of the coefficients, the constant left out; zero when there are none.
    pub fn content(&self) -> Int {
        let mut g = Int::ZERO;
        for (_, c) in &self.parts {
            g = g.gcd(c);
            if g.is_one() {
                break;
            }
        }
        g
    }

    /// `f` applied to every coefficient and to the constant.
    pub(crate) fn map(&self, f: impl Fn(&Int) -> Int) -> Linear {
        let parts = self.parts.iter().map(|(t, c)| (*t, f(c))).filter(|(_, c)| !c.is_zero()).collect();
        Linear { parts, constant: f(&self.constant) }
    }
}
