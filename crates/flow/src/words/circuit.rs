//! Integer terms as circuits: ripple-carry adders, comparators, shifters, multipliers by constants, restoring dividers.
//!
//! A word is a list of Boolean terms, the last digit first, in two's complement: the last of the list is the sign. It
//! denotes the *exact* integer, so nothing wraps here: where a program wraps, the term is a remainder by 2^n, for which
//! only the last n digits of the operand are built. Terms are hash-consed and constants are folded, so that unused
//! digits are never built.

use logic::{Int, Node, Sort, Term, Terms, Var};
use std::collections::BTreeMap;

/// A number as its digits and its sign; never empty.
type Digits = Vec<Term>;

/// All digits are wanted.
const EXACT: u32 = u32::MAX;

/// What has been built so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Built {
    formulas: BTreeMap<Term, Term>,
    numbers: BTreeMap<(Term, u32), Digits>,
}

/// Builds circuits; `symbol` gives the digits of a symbol.
pub(super) struct Circuit<'a> {
    pub(super) terms: &'a Terms,
    pub(super) built: &'a mut Built,
    pub(super) symbol: &'a dyn Fn(Var) -> Digits,
}

impl Circuit<'_> {
    /// A formula over Booleans and integers as one over Booleans.
    pub(super) fn formula(&mut self, t: Term) -> Term {
        if let Some(&known) = self.built.formulas.get(&t) {
            return known;
        }
        let terms = self.terms;
        let result = match terms.node(t) {
            Node::Not(a) => terms.not(self.formula(a)),
            Node::And(parts) => terms.and(parts.iter().map(|&p| self.formula(p)).collect::<Vec<_>>()),
            Node::Or(parts) => terms.or(parts.iter().map(|&p| self.formula(p)).collect::<Vec<_>>()),
            Node::Iff(a, b) => terms.iff(self.formula(a), self.formula(b)),
            Node::Ite(c, a, b) if terms.sort(t) == Sort::Bool => {
                terms.ite(self.formula(c), self.formula(a), self.formula(b))
            }
            Node::Le(sum) => {
                let (left, right) = self.sides(&sum);
                self.le(&left, &right)
            }
            Node::Eq(sum) => {
                let (left, right) = self.sides(&sum);
                self.equal(&left, &right)
            }
            _ => t,
        };
        self.built.formulas.insert(t, result);
        result
    }

    /// A sum that is compared with zero, as two sums without negative parts that are compared.
    fn sides(&mut self, sum: &logic::Linear) -> (Digits, Digits) {
        let mut sides = [true, false].map(|is_left| {
            let constant =
                if is_left == sum.constant().is_positive() { sum.constant().abs() } else { Int::ZERO };
            self.constant(&constant, EXACT)
        });
        for (part, factor) in sum.parts() {
            let number = self.number(*part, EXACT);
            let at = usize::from(factor.is_negative());
            let scaled = self.scaled(&number, &factor.abs(), EXACT);
            let carry = self.terms.fals();
            sides[at] = self.sum(&sides[at], &scaled, carry, EXACT);
        }
        let [left, right] = sides;
        (left, right)
    }

    /// An integer term, its last digits right up to `limit`.
    pub(super) fn number(&mut self, t: Term, limit: u32) -> Digits {
        if let Some(known) = self.built.numbers.get(&(t, limit)) {
            return known.clone();
        }
        let terms = self.terms;
        let result = match terms.node(t) {
            Node::Var(v) => (self.symbol)(v),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.formula(c), self.number(a, limit), self.number(b, limit));
                let digits = 0..a.len().max(b.len());
                digits.map(|i| terms.ite(c, digit(&a, i), digit(&b, i))).collect()
            }
            Node::Sum(sum) => {
                let mut total = self.constant(sum.constant(), limit);
                for (part, factor) in sum.parts() {
                    let number = self.number(*part, limit);
                    let scaled = self.scaled(&number, &factor.abs(), limit);
                    total = match factor.is_negative() {
                        true => self.difference(&total, &scaled, limit),
                        false => {
                            let carry = terms.fals();
                            self.sum(&total, &scaled, carry, limit)
                        }
                    };
                }
                total
            }
            Node::Div(a, d) => match exponent(&d) {
                Some(by) => {
                    let number = self.number(a, limit.saturating_add(by));
                    let from = (by as usize).min(number.len() - 1);
                    number[from..].to_vec()
                }
                None => self.divided(a, &d).0,
            },
            Node::Mod(a, d) => match exponent(&d) {
                Some(by) => {
                    let number = self.number(a, limit.min(by));
                    let mut digits: Digits = (0..by.min(limit) as usize).map(|i| digit(&number, i)).collect();
                    digits.push(terms.fals());
                    digits
                }
                None => self.divided(a, &d).1,
            },
            // Nothing else is an integer.
            _ => vec![terms.fals()],
        };
        let result = fit(result, limit);
        self.built.numbers.insert((t, limit), result.clone());
        result
    }

    fn constant(&self, number: &Int, limit: u32) -> Digits {
        let two = Int::from(2);
        let (mut rest, mut digits) = (number.clone(), Vec::new());
        while !rest.is_zero() && rest != Int::MINUS_ONE && (digits.len() as u32) < limit {
            digits.push(self.terms.bool(rest.rem_euclid(&two).is_one()));
            rest = rest.div_floor(&two);
        }
        digits.push(self.terms.bool(rest.is_negative()));
        fit(digits, limit)
    }

    /// The product with a number that is not negative.
    fn scaled(&self, number: &Digits, factor: &Int, limit: u32) -> Digits {
        let two = Int::from(2);
        let mut total: Option<Digits> = None;
        let (mut rest, mut shifted) = (factor.clone(), number.clone());
        while !rest.is_zero() {
            if rest.rem_euclid(&two).is_one() {
                total = Some(match total {
                    None => shifted.clone(),
                    Some(total) => self.sum(&total, &shifted, self.terms.fals(), limit),
                });
            }
            rest = rest.div_floor(&two);
            shifted.insert(0, self.terms.fals());
            shifted = fit(shifted, limit);
        }
        total.unwrap_or_else(|| vec![self.terms.fals()])
    }

    /// The ripple-carry adder.
    fn sum(&self, a: &Digits, b: &Digits, mut carry: Term, limit: u32) -> Digits {
        let length = (a.len().max(b.len()) + 1).min(limit as usize);
        let mut digits = Vec::with_capacity(length);
        for i in 0..length {
            let (x, y) = (digit(a, i), digit(b, i));
            digits.push(self.xor(self.xor(x, y), carry));
            carry = self.majority(x, y, carry);
        }
        fit(digits, limit)
    }

    fn difference(&self, a: &Digits, b: &Digits, limit: u32) -> Digits {
        let inverted = b.iter().map(|&x| self.terms.not(x)).collect();
        self.sum(a, &inverted, self.terms.tru(), limit)
    }

    /// The comparator: from the last digit to the sign, as far as they differ the later decides.
    fn le(&self, a: &Digits, b: &Digits) -> Term {
        let sign = a.len().max(b.len()) - 1;
        let mut le = self.terms.tru();
        for i in 0..=sign {
            let (x, y) = if i == sign { (digit(b, i), digit(a, i)) } else { (digit(a, i), digit(b, i)) };
            le = self.majority(self.terms.not(x), y, le);
        }
        le
    }

    fn equal(&self, a: &Digits, b: &Digits) -> Term {
        let digits = (0..a.len().max(b.len())).rev();
        self.terms.and(digits.map(|i| self.terms.iff(digit(a, i), digit(b, i))))
    }

    /// The Euclidean quotient and remainder by a positive number: the restoring divider for what is not negative. Of a negative
    /// number -1 - a is divided, whose digits are the other ones, and so are those of the quotient.
    fn divided(&mut self, a: Term, d: &Int) -> (Digits, Digits) {
        let terms = self.terms;
        let number = self.number(a, EXACT);
        let sign = digit(&number, number.len());
        let divisor = self.constant(d, EXACT);
        let (mut quotient, mut rest) = (Vec::new(), vec![terms.fals()]);
        for &x in number.iter().rev() {
            rest.insert(0, self.xor(x, sign));
            let fits = self.le(&divisor, &rest);
            let less = self.difference(&rest, &divisor, EXACT);
            // It is less than the divisor now, so that it has no more digits.
            let mut left: Digits =
                (0..divisor.len()).map(|i| terms.ite(fits, digit(&less, i), digit(&rest, i))).collect();
            if let Some(last) = left.last_mut() {
                *last = terms.fals();
            }
            rest = fit(left, EXACT);
            quotient.insert(0, self.xor(fits, sign));
        }
        quotient.push(sign);
        // d - 1 - r
        let last = self.constant(&(d - &Int::ONE), EXACT);
        let other = self.difference(&last, &rest, EXACT);
        let length = rest.len().max(other.len());
        let rest = (0..length).map(|i| terms.ite(sign, digit(&other, i), digit(&rest, i))).collect();
        (quotient, fit(rest, EXACT))
    }

    /// Written in one way whatever the order and the negations.
    fn xor(&self, a: Term, b: Term) -> Term {
        let terms = self.terms;
        let positive = |t: Term| match terms.node(t) {
            Node::Not(inner) => (inner, true),
            _ => (t, false),
        };
        let ((a, inverts), (b, inverts_too)) = (positive(a), positive(b));
        let equal = terms.iff(a, b);
        if inverts == inverts_too { terms.not(equal) } else { equal }
    }

    fn majority(&self, a: Term, b: Term, c: Term) -> Term {
        let terms = self.terms;
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            if x == y {
                return x;
            }
            if terms.not(x) == y {
                return z;
            }
        }
        terms.or([terms.and([a, b]), terms.and([c, terms.or([a, b])])])
    }
}

/// The digit at a position; beyond the sign all are as it.
fn digit(number: &[Term], at: usize) -> Term {
    number[at.min(number.len() - 1)]
}

/// The number with no more digits than are wanted, and with none that only repeats the sign.
fn fit(mut number: Digits, limit: u32) -> Digits {
    number.truncate((limit as usize).max(1));
    while let [.., before, sign] = number.as_slice()
        && before == sign
    {
        number.pop();
    }
    number
}

/// For 2^k the number k.
fn exponent(d: &Int) -> Option<u32> {
    let two = Int::from(2);
    let (mut rest, mut by) = (d.clone(), 0);
    while rest.rem_euclid(&two).is_zero() {
        rest = rest.div_floor(&two);
        by += 1;
    }
    rest.is_one().then_some(by)
}
