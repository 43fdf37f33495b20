//! Numbers in conditions: the text of a sum, and the range of its value, in the type in which it is computed.

use super::{Dialect, Level, Number, Width, Writer, range, within};
use logic::{Int, Linear, Node, Sort, Term, Var};
use trace::factors;

impl Writer<'_> {
    pub(super) fn sum(&self, sum: &Linear, width: Width) -> Option<Number> {
        let mut parts: Vec<Number> = Vec::new();
        for (part, factor) in sum.parts() {
            let number = self.number(*part, width)?;
            parts.push(if factor.is_one() { number } else { self.product(factor, number, width)? });
        }
        if !sum.constant().is_zero() || parts.is_empty() {
            parts.push(self.constant(sum.constant(), width)?);
        }
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        parts.try_fold(first, |left, right| {
            // All factors are positive; only a constant may be negative.
            let text = match right.text.0.strip_prefix('-') {
                Some(rest) => format!("{} - {rest}", within(&left.text, Level::Sum)),
                None => {
                    format!("{} + {}", within(&left.text, Level::Sum), within(&right.text, Level::Product))
                }
            };
            let add = |a: Option<Int>, b: Option<Int>| Some(a? + b?);
            self.fitting(
                Number {
                    text: (text, Level::Sum),
                    low: add(left.low, right.low),
                    high: add(left.high, right.high),
                },
                width,
            )
        })
    }

    fn product(&self, factor: &Int, number: Number, width: Width) -> Option<Number> {
        let factor = self.constant(factor, width)?;
        let times = |bound: &Option<Int>| Some(factor.low.as_ref()? * bound.as_ref()?);
        let text = format!("{} * {}", factor.text.0, within(&number.text, Level::Unary));
        let (low, high) = (times(&number.low), times(&number.high));
        self.fitting(Number { text: (text, Level::Product), low, high }, width)
    }

    /// The number, if it is certainly in the range in which it is computed.
    fn fitting(&self, number: Number, width: Width) -> Option<Number> {
        let Some((low, high)) = width.range() else { return Some(number) };
        let fits = number.low.as_ref().is_some_and(|least| *least >= low)
            && number.high.as_ref().is_some_and(|most| *most <= high);
        let is_free = width == Width::Long && self.dialect == (Dialect::C { exact: false });
        (fits || is_free).then_some(number)
    }

    pub(super) fn constant(&self, value: &Int, width: Width) -> Option<Number> {
        let (low, high) = range((32, true));
        let is_int = low < *value && *value <= high;
        let text = match width {
            Width::Long if !is_int => literal(value, (64, true)),
            _ => value.to_string(),
        };
        let number =
            Number { text: (text, Level::Unary), low: Some(value.clone()), high: Some(value.clone()) };
        match width.range() {
            Some((low, high)) if *value <= low || high < *value => None,
            _ => Some(number),
        }
    }

    pub(super) fn number(&self, t: Term, width: Width) -> Option<Number> {
        match self.terms.node(t) {
            Node::Var(v) => self.variable(v, width),
            Node::Sum(sum) => self.signed_sum(&sum, width),
            Node::Div(inner, divisor) => {
                let inner = self.number(inner, width)?;
                let rest = self.remainder(&inner, &divisor, width)?;
                let by = self.constant(&divisor, width)?.text.0;
                let dividend = match &inner.low {
                    Some(low) if !low.is_negative() => within(&inner.text, Level::Product),
                    _ => format!(
                        "({} - {})",
                        within(&inner.text, Level::Sum),
                        within(&rest.text, Level::Product)
                    ),
                };
                // The difference is at least so small.
                let least = inner.low.as_ref().map(|low| low - &divisor);
                self.fitting(
                    Number { low: least, high: inner.high.clone(), text: (String::new(), Level::Sum) },
                    width,
                )?;
                let by_divisor = |bound: &Option<Int>| Some(bound.as_ref()?.div_floor(&divisor));
                let (low, high) = (by_divisor(&inner.low), by_divisor(&inner.high));
                Some(Number { text: (format!("{dividend} / {by}"), Level::Product), low, high })
            }
            Node::Mod(inner, modulus) => {
                let inner = self.number(inner, width)?;
                self.remainder(&inner, &modulus, width)
            }
            Node::Ite(cond, yes, no) => {
                let cond = within(&self.exact(cond)?, Level::Or);
                let (yes, no) = (self.number(yes, width)?, self.number(no, width)?);
                // Two small numbers would be of type `int`.
                let cast = if width == Width::Long { "(long long)" } else { "" };
                let (one, other) = (within(&yes.text, Level::Or), within(&no.text, Level::Or));
                let text = format!("{cast}({cond} ? {one} : {other})");
                let low = yes.low.zip(no.low).map(|(a, b)| a.min(b));
                let high = yes.high.zip(no.high).map(|(a, b)| a.max(b));
                Some(Number { text: (text, Level::Unary), low, high })
            }
            _ => None,
        }
    }

    /// A sum whose factors may be negative.
    fn signed_sum(&self, sum: &Linear, width: Width) -> Option<Number> {
        let is_positive = |(_, factor): &&(Term, Int)| factor.is_positive();
        let positive: Vec<_> = sum.parts().iter().filter(is_positive).cloned().collect();
        let negative: Vec<_> = sum
            .parts()
            .iter()
            .filter(|part| !is_positive(part))
            .map(|(part, factor)| (*part, -factor.clone()))
            .collect();
        let left = self.sum(&Linear::from_parts(positive, sum.constant().clone()), width)?;
        if negative.is_empty() {
            return Some(left);
        }
        let right = self.sum(&Linear::from_parts(negative, Int::ZERO), width)?;
        let text = format!("{} - {}", within(&left.text, Level::Sum), within(&right.text, Level::Product));
        let less = |a: Option<Int>, b: Option<Int>| Some(a? - b?);
        let (low, high) = (less(left.low, right.high), less(left.high, right.low));
        self.fitting(Number { text: (text, Level::Sum), low, high }, width)
    }

    /// What is left of the Euclidean quotient.
    fn remainder(&self, inner: &Number, modulus: &Int, width: Width) -> Option<Number> {
        let by = self.constant(modulus, width)?.text.0;
        let plain = format!("{} % {by}", within(&inner.text, Level::Unary));
        let is_natural = inner.low.as_ref().is_some_and(|low| !low.is_negative());
        let text = if is_natural {
            (plain, Level::Product)
        } else {
            (format!("({plain} + {by}) % {by}"), Level::Product)
        };
        let twice = Number {
            text: (String::new(), Level::Sum),
            low: Some(-modulus.clone()),
            high: Some(modulus + modulus),
        };
        if !is_natural {
            self.fitting(twice, width)?;
        }
        Some(Number { text, low: Some(Int::ZERO), high: Some(modulus - &Int::ONE) })
    }

    /// What stands for a product, as the product.
    fn product_of(&self, v: Var, width: Width) -> Option<Number> {
        let name = self.terms.symbol_of(v).name;
        let mut factors =
            factors(&name)?.into_iter().map(|name| self.variable(self.terms.var(&name, Sort::Int), width));
        let first = factors.next()??;
        factors.try_fold(first, |left, right| {
            let right = right?;
            let text =
                format!("{} * {}", within(&left.text, Level::Product), within(&right.text, Level::Unary));
            let ends = |number: &Number| Some([number.low.clone()?, number.high.clone()?]);
            let corners = ends(&left).zip(ends(&right)).map(|(a, b)| {
                let all = a.iter().flat_map(|a| b.iter().map(move |b| a * b));
                all.collect::<Vec<_>>()
            });
            let (low, high) = match corners {
                Some(all) => (all.iter().min().cloned(), all.iter().max().cloned()),
                None => (None, None),
            };
            self.fitting(Number { text: (text, Level::Product), low, high }, width)
        })
    }

    fn variable(&self, v: Var, width: Width) -> Option<Number> {
        let Some(named) = (self.name)(v) else { return self.product_of(v, width) };
        let known = self.bounds.get(&v).cloned().unwrap_or_default();
        if width == Width::Any {
            return Some(Number { text: (named.text, Level::Unary), low: known.0, high: known.1 });
        }
        let (bits, signed) = named.ty?;
        let (low, high) = range((bits, signed));
        let (low, high) = match self.dialect {
            // Of mathematical integers none but the bounds that are known.
            Dialect::C { exact: false } if width == Width::Long => {
                (known.0.or((!signed).then_some(Int::ZERO)), known.1)
            }
            _ => (
                Some(known.0.map_or(low.clone(), |known| known.max(low))),
                Some(known.1.map_or(high.clone(), |known| known.min(high))),
            ),
        };
        let is_promoted = bits < 32 || (bits == 32 && signed);
        match width {
            Width::Int if !is_promoted => None,
            Width::Long if !(bits == 64 && signed) => {
                let text = (format!("(long long){}", named.text), Level::Unary);
                self.fitting(Number { text, low, high }, width)
            }
            _ => Some(Number { text: (named.text, Level::Unary), low, high }),
        }
    }
}

/// A number of a type of C, given by its digits and whether it is signed, as it is written.
pub fn literal(value: &Int, (bits, signed): (u8, bool)) -> String {
    let (low, high) = range((32, true));
    let ending = match (bits, signed) {
        (64, true) => "LL",
        (64, false) => "ULL",
        (_, true) => "",
        (_, false) => "U",
    };
    match value {
        // The least number has no literal: 2^63 would be too large for its type.
        _ if signed && *value == range((bits, true)).0 => {
            format!("(-{}{ending} - 1)", (-value.clone()) - Int::ONE)
        }
        _ if low < *value && *value <= high && signed => value.to_string(),
        _ => format!("{value}{ending}"),
    }
}
