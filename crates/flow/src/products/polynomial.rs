//! Polynomials over the variables of a graph, in normal form.

use lang::ast::{Exp, ExpKind, Sign};
use lang::{Int, Span, VarId, WordOp};
use std::collections::BTreeMap;

/// What is longer, or of a higher degree, is not multiplied out.
const MOST_TERMS: usize = 60;
const HIGHEST: usize = 6;

/// The variables of a monomial, each as often as it is a factor, in order. Of the constant there are none.
pub(super) type Factors = Vec<VarId>;

/// A sum of monomials with coefficients other than zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Polynomial(BTreeMap<Factors, Int>);

impl Polynomial {
    pub(super) fn constant(number: Int) -> Polynomial {
        Polynomial::one(Factors::new(), number)
    }

    pub(super) fn variable(var: VarId) -> Polynomial {
        Polynomial::one(vec![var], Int::ONE)
    }

    fn one(factors: Factors, coefficient: Int) -> Polynomial {
        let mut out = Polynomial::default();
        out.add(factors, coefficient);
        out
    }

    fn add(&mut self, factors: Factors, coefficient: Int) {
        let sum = self.0.entry(factors.clone()).or_insert(Int::ZERO);
        *sum += &coefficient;
        if sum.is_zero() {
            self.0.remove(&factors);
        }
    }

    /// The monomials with their coefficients.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&Factors, &Int)> {
        self.0.iter()
    }

    /// The monomials of two factors and more.
    pub(super) fn products(&self) -> impl Iterator<Item = &Factors> {
        self.0.keys().filter(|factors| factors.len() > 1)
    }

    pub(super) fn plus(&self, other: &Polynomial, factor: &Int) -> Polynomial {
        let mut out = self.clone();
        other.parts().for_each(|(factors, coefficient)| out.add(factors.clone(), coefficient * factor));
        out
    }

    /// The product; none if it is too long, or its degree too high.
    pub(super) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut out = Polynomial::default();
        for (left, a) in self.parts() {
            for (right, b) in other.parts() {
                let mut factors: Factors = left.iter().chain(right).copied().collect();
                factors.sort_unstable();
                out.add(factors, a * b);
            }
        }
        let degree = out.0.keys().map(Vec::len).max().unwrap_or(0);
        (out.0.len() <= MOST_TERMS && degree <= HIGHEST).then_some(out)
    }

    /// The polynomial with others for its variables.
    pub(super) fn substituted(&self, of: &mut dyn FnMut(VarId) -> Option<Polynomial>) -> Option<Polynomial> {
        let mut out = Polynomial::default();
        for (factors, coefficient) in self.parts() {
            let start = Some(Polynomial::constant(coefficient.clone()));
            let product = factors.iter().fold(start, |product, &var| product?.times(&of(var)?))?;
            out = out.plus(&product, &Int::ONE);
        }
        Some(out)
    }

    /// What an expression is; none if it is more than sums and products, or too long.
    pub(super) fn of(e: &Exp) -> Option<Polynomial> {
        Some(match &e.kind {
            ExpKind::Const(number) => Polynomial::constant(number.clone()),
            ExpKind::Var(var) => Polynomial::variable(*var),
            ExpKind::Neg(inner) => Polynomial::default().plus(&Polynomial::of(inner)?, &Int::MINUS_ONE),
            ExpKind::Mul(factor, inner) => Polynomial::default().plus(&Polynomial::of(inner)?, factor),
            ExpKind::Sum(parts) => {
                let mut out = Polynomial::default();
                for (sign, part) in parts {
                    let factor = if *sign == Sign::Minus { Int::MINUS_ONE } else { Int::ONE };
                    out = out.plus(&Polynomial::of(part)?, &factor);
                }
                out
            }
            ExpKind::Word(WordOp::Times, _, left, right) => {
                Polynomial::of(left)?.times(&Polynomial::of(right)?)?
            }
            ExpKind::Div(..) | ExpKind::Mod(..) | ExpKind::Wrap(..) | ExpKind::Word(..) => return None,
        })
    }

    /// The expression that is linear in what stands for the monomials; none where nothing does.
    pub(super) fn linear(&self, span: Span, stands_for: &dyn Fn(&Factors) -> Option<VarId>) -> Option<Exp> {
        let exp = |kind| Exp { span, kind };
        let mut parts = Vec::new();
        let mut constant = Int::ZERO;
        for (factors, coefficient) in self.parts() {
            let Some(var) = (match &factors[..] {
                [] => None,
                [var] => Some(*var),
                _ => Some(stands_for(factors)?),
            }) else {
                constant = coefficient.clone();
                continue;
            };
            let (sign, size) = if coefficient.is_negative() {
                (Sign::Minus, -coefficient.clone())
            } else {
                (Sign::Plus, coefficient.clone())
            };
            let var = exp(ExpKind::Var(var));
            parts.push((sign, if size.is_one() { var } else { exp(ExpKind::Mul(size, Box::new(var))) }));
        }
        if parts.is_empty() {
            return Some(exp(ExpKind::Const(constant)));
        }
        // The first of a sum is added.
        let first = parts.iter().position(|(sign, _)| *sign == Sign::Plus);
        match first {
            Some(at) => parts.swap(0, at),
            None => parts.insert(0, (Sign::Plus, exp(ExpKind::Const(Int::ZERO)))),
        }
        if !constant.is_zero() {
            let sign = if constant.is_negative() { Sign::Minus } else { Sign::Plus };
            parts.push((sign, exp(ExpKind::Const(constant.abs()))));
        }
        if parts.len() == 1 {
            return parts.pop().map(|part| part.1);
        }
        Some(exp(ExpKind::Sum(parts)))
    }
}
