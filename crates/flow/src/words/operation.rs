//! Operations of two words as integer terms: digits are remainders of quotients by powers of two, products are shifted sums,
//! shifts are choices among shifts by constants, division is restoring division digit by digit.
//!
//! The terms are linear, like everything else in the transition system, so that code which reads terms needs no new
//! cases.

use lang::WordOp;
use lang::c::IntType;
use logic::{Int, Term, Terms};

/// The result for operands that are in the type's range, not wrapped.
pub(crate) fn operation(terms: &Terms, op: WordOp, int: IntType, a: Term, b: Term) -> Term {
    let words = Operation { terms, int };
    match op {
        WordOp::Times => words.digits(|i| terms.ite(words.digit(b, i), a, terms.int(0))),
        WordOp::And => words.digits(|i| words.one_if(terms.and([words.digit(a, i), words.digit(b, i)]))),
        WordOp::Or => words.digits(|i| words.one_if(terms.or([words.digit(a, i), words.digit(b, i)]))),
        WordOp::Xor => words.digits(|i| {
            let equal = terms.iff(words.digit(a, i), words.digit(b, i));
            words.one_if(terms.not(equal))
        }),
        WordOp::ShiftLeft => words.shifted(a, b, |value, power| terms.scale(power, value)),
        WordOp::ShiftRight => words.shifted(a, b, |value, power| terms.div(value, power)),
        WordOp::Quotient | WordOp::Remainder | WordOp::EuclideanQuotient | WordOp::EuclideanRemainder => {
            words.division(op, a, b)
        }
    }
}

struct Operation<'a> {
    terms: &'a Terms,
    int: IntType,
}

impl Operation<'_> {
    /// Whether a digit of a word is 1.
    fn digit(&self, word: Term, at: u8) -> Term {
        let terms = self.terms;
        terms.eq(terms.modulo(terms.div(word, &power(at)), &Int::from(2)), terms.int(1))
    }

    fn one_if(&self, cond: Term) -> Term {
        self.terms.ite(cond, self.terms.int(1), self.terms.int(0))
    }

    /// The sum of a value for each digit, as much as the digit counts; the sign counts negatively.
    fn digits(&self, value: impl Fn(u8) -> Term) -> Term {
        let terms = self.terms;
        (0..self.int.bits).fold(terms.int(0), |sum, at| {
            let factor = if self.int.signed && at + 1 == self.int.bits { -power(at) } else { power(at) };
            terms.add(sum, terms.scale(&factor, value(at)))
        })
    }

    /// A shifter: for each digit of the exponent by 2^i, or not.
    fn shifted(&self, word: Term, by: Term, shift: impl Fn(Term, &Int) -> Term) -> Term {
        let stages = (0..8).take_while(|&i| 1 << i < u32::from(self.int.bits));
        stages.fold(word, |value, i| self.terms.ite(self.digit(by, i), shift(value, &power(1 << i)), value))
    }

    fn division(&self, op: WordOp, a: Term, b: Term) -> Term {
        let terms = self.terms;
        let zero = terms.int(0);
        let sign = |word: Term| if self.int.signed { terms.lt(word, zero) } else { terms.fals() };
        let (is_negative, by_negative) = (sign(a), sign(b));
        let absolute = |word: Term, sign: Term| terms.ite(sign, terms.neg(word), word);
        let (dividend, divisor) = (absolute(a, is_negative), absolute(b, by_negative));
        let (mut quotient, mut rest) = (zero, zero);
        for at in (0..self.int.bits).rev() {
            let next = terms.add(terms.scale(&Int::from(2), rest), self.one_if(self.digit(dividend, at)));
            let fits = terms.ge(next, divisor);
            // What is left is less than the divisor, so that nothing is lost.
            rest = terms.modulo(terms.ite(fits, terms.sub(next, divisor), next), &power(self.int.bits));
            quotient = terms.add(quotient, terms.scale(&power(at), self.one_if(fits)));
        }
        let has_rest = terms.not(terms.eq(rest, zero));
        let signs_differ = terms.not(terms.iff(is_negative, by_negative));
        let (by_zero, result) = match op {
            WordOp::Quotient => (zero, terms.ite(signs_differ, terms.neg(quotient), quotient)),
            WordOp::Remainder => (a, terms.ite(is_negative, terms.neg(rest), rest)),
            WordOp::EuclideanRemainder => {
                let other = terms.sub(divisor, rest);
                (a, terms.ite(terms.and([is_negative, has_rest]), other, rest))
            }
            _ => {
                let up = terms.and([is_negative, has_rest]);
                let away = terms.add(quotient, self.one_if(up));
                (zero, terms.ite(signs_differ, terms.neg(away), away))
            }
        };
        terms.ite(terms.eq(b, zero), by_zero, result)
    }
}

/// 2 to the power of a number.
fn power(exponent: u8) -> Int {
    (0..exponent).fold(Int::ONE, |power, _| &power + &power)
}
