//! Integer terms while they are being read: sums are collected part by part and become terms of the store only when
//! they are complete, so that a sum of n parts does not create n partial sums.

use crate::fault::Problem;
use logic::{Int, Linear, Node, Term, Terms};

/// Numbers of more binary digits are refused.
const DIGITS: u64 = 1 << 18;
/// A bound on what reading a script may expand to, counted in parts of sums and steps through functions' bodies, before
/// the script is refused. The text itself is not counted, only what makes the terms larger than the text.
const WORK: u64 = 10_000_000;

/// An integer term.
#[derive(Clone, Debug)]
pub enum Number {
    /// A term of the store.
    Term(Term),
    /// A sum.
    Sum(Sum),
}

/// A sum with parts in any order, perhaps repeated; negated as a whole when `negative`, so that a chain of subtractions
/// need not change all signs again and again.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    parts: Vec<(Term, Int)>,
    constant: Int,
    negative: bool,
}

/// How much has been written out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work(u64);

impl Work {
    /// Counts.
    ///
    /// # Errors
    /// [`Problem::TooLarge`] when there is too much.
    pub fn count(&mut self, amount: usize) -> Result<(), Problem> {
        self.0 = self.0.saturating_add(amount as u64);
        if self.0 > WORK { Err(Problem::TooLarge) } else { Ok(()) }
    }

    fn count_numbers<'a>(&mut self, numbers: impl Iterator<Item = &'a Int>) -> Result<(), Problem> {
        for n in numbers {
            let digits = n.bits();
            if digits > DIGITS {
                return Err(Problem::LongNumber(DIGITS));
            }
            self.count(1 + (digits / 64) as usize)?;
        }
        Ok(())
    }
}

impl Number {
    /// A constant.
    ///
    /// # Errors
    /// When it is too long.
    pub fn constant(constant: Int, work: &mut Work) -> Result<Number, Problem> {
        work.count_numbers([&constant].into_iter())?;
        Ok(Number::Sum(Sum { constant, ..Sum::default() }))
    }

    /// A numeral.
    ///
    /// # Errors
    /// When it is too long.
    pub fn numeral(digits: &str, work: &mut Work) -> Result<Number, Problem> {
        // A decimal digit is more than three binary ones; what is far too long is not even read.
        if digits.len() as u64 > DIGITS / 3 {
            return Err(Problem::LongNumber(DIGITS));
        }
        Number::constant(digits.parse().map_err(|_| Problem::MalformedNumber(digits.into()))?, work)
    }

    fn open(self, terms: &Terms, work: &mut Work) -> Result<Sum, Problem> {
        match self {
            Number::Sum(sum) => Ok(sum),
            Number::Term(t) => match terms.node(t) {
                Node::Sum(l) => {
                    work.count_numbers(l.parts().iter().map(|(_, c)| c).chain([l.constant()]))?;
                    Ok(Sum { parts: l.parts().to_vec(), constant: l.constant().clone(), negative: false })
                }
                _ => Ok(Sum { parts: vec![(t, Int::ONE)], ..Sum::default() }),
            },
        }
    }

    /// The sum in normal form.
    pub fn linear(self, terms: &Terms) -> Linear {
        match self {
            Number::Term(t) => terms.linear(t),
            Number::Sum(sum) => {
                let negative = sum.negative;
                let l = Linear::from_parts(sum.parts, sum.constant);
                if negative { l.scaled(&Int::MINUS_ONE) } else { l }
            }
        }
    }

    /// The term of the store.
    pub fn term(self, terms: &Terms) -> Term {
        match self {
            Number::Term(t) => t,
            sum => terms.from_linear(sum.linear(terms)),
        }
    }

    /// The value, if there are no variables in it.
    ///
    /// # Errors
    /// When there is too much to look at.
    pub fn as_constant(&self, terms: &Terms, work: &mut Work) -> Result<Option<Int>, Problem> {
        match self {
            Number::Term(t) => Ok(terms.as_int(*t)),
            // Parts may cancel each other.
            Number::Sum(sum) => {
                work.count(sum.parts.len())?;
                Ok(self.clone().linear(terms).as_constant().cloned())
            }
        }
    }

    /// The sum; the shorter one is added to the longer.
    ///
    /// # Errors
    /// When it becomes too large.
    pub fn plus(self, other: Number, terms: &Terms, work: &mut Work) -> Result<Number, Problem> {
        let (mut long, mut short) = (self.open(terms, work)?, other.open(terms, work)?);
        if short.parts.len() > long.parts.len() {
            std::mem::swap(&mut long, &mut short);
        }
        work.count(short.parts.len())?;
        if short.negative != long.negative {
            short.parts.iter_mut().for_each(|(_, c)| *c = -&*c);
            short.constant = -short.constant;
        }
        long.parts.append(&mut short.parts);
        long.constant += &short.constant;
        Ok(Number::Sum(long))
    }

    /// The product with a constant.
    ///
    /// # Errors
    /// When it becomes too large.
    pub fn times(self, factor: &Int, terms: &Terms, work: &mut Work) -> Result<Number, Problem> {
        let mut sum = self.open(terms, work)?;
        if factor.is_negative() {
            sum.negative = !sum.negative;
        }
        let size = factor.abs();
        if !size.is_one() {
            sum.parts.iter_mut().for_each(|(_, c)| *c *= &size);
            sum.constant *= &size;
            work.count_numbers(sum.parts.iter().map(|(_, c)| c).chain([&sum.constant]))?;
        }
        Ok(Number::Sum(sum))
    }
}
