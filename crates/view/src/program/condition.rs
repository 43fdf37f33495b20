//! A formula as a condition in the text of a C program: an expression of C itself, or one of ACSL.
//!
//! What is written follows from the formula, and may say less: a conjunct that cannot be written is left out. In C, numbers are of
//! types: a sum is computed in `long long` unless it fits in `int`, unsigned operands are converted first, and what could leave
//! 64 bits is not written. C's `/` and `%` round towards zero, ours (Euclidean) do not, so that operands that may be negative get a
//! form that is right for them, too. ACSL's numbers are mathematical.

mod parts;

use self::parts::{Level, Number, Text, Width, compared, join, range, sides, within};
use logic::{Int, Linear, Node, Sort, Term, Terms, Var};
use std::collections::BTreeMap;
use trace::factors;

pub use self::parts::literal;

/// For whom a condition is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// An expression of C, which has a value for every state that the formula holds in.
    C {
        /// Whether numbers in the program are as C has them. Where they are mathematical, no sum is too large.
        exact: bool,
    },
    /// A condition of ACSL.
    Acsl,
}

/// What a symbol is in the text of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The text; an expression that needs no parentheses, or has them.
    pub text: String,
    /// For a number in C, the digits of its type and whether that has negative values.
    pub ty: Option<(u8, bool)>,
}

/// Formulas with more parts, written as trees, are left out.
const LARGEST: u64 = 2_000;

/// The condition; none if nothing can be said.
pub fn condition(
    terms: &Terms,
    t: Term,
    dialect: Dialect,
    name: &dyn Fn(Var) -> Option<Named>,
) -> Option<String> {
    let mut writer = Writer { terms, dialect, name, bounds: BTreeMap::new() };
    let conjuncts = terms.conjuncts(t);
    conjuncts.iter().for_each(|&part| writer.learn(part));
    // What bounds single variables comes first: on it rests that nothing overflows in the others.
    let (bounds, others): (Vec<Term>, Vec<Term>) =
        conjuncts.iter().partition(|&&part| bound(terms, part).is_some());
    let parts = bounds.into_iter().chain(others).filter_map(|part| writer.weakened(part));
    let parts: Vec<(String, Level)> = parts.collect();
    Some(join(parts, " && ", Level::And)?.0)
}

/// The variable that a conjunct bounds, with the sum.
fn bound(terms: &Terms, t: Term) -> Option<(Var, Int, Int, bool)> {
    let (sum, is_equal) = match terms.node(t) {
        Node::Le(sum) => (sum, false),
        Node::Eq(sum) => (sum, true),
        _ => return None,
    };
    let [(part, factor)] = sum.parts() else { return None };
    let Node::Var(v) = terms.node(*part) else { return None };
    Some((v, factor.clone(), sum.constant().clone(), is_equal))
}

struct Writer<'a> {
    terms: &'a Terms,
    dialect: Dialect,
    name: &'a dyn Fn(Var) -> Option<Named>,
    /// What conjuncts say of single variables.
    bounds: BTreeMap<Var, (Option<Int>, Option<Int>)>,
}

impl Writer<'_> {
    fn learn(&mut self, part: Term) {
        let Some((v, factor, constant, is_equal)) = bound(self.terms, part) else { return };
        let most = (-constant.clone()).div_floor(&factor.abs());
        let bounds = self.bounds.entry(v).or_default();
        let mut low = |least: Int| {
            bounds.0 = Some(bounds.0.take().map_or(least.clone(), |known| known.max(least.clone())))
        };
        match (is_equal, factor.is_positive()) {
            (false, false) => low(constant.div_ceil(&factor.abs())),
            (false, true) => {
                bounds.1 = Some(bounds.1.take().map_or(most.clone(), |known| known.min(most.clone())))
            }
            (true, _) if factor.is_one() => {
                let value = -constant;
                *bounds = (Some(value.clone()), Some(value));
            }
            (true, _) => {}
        }
    }

    /// Something that follows from the formula.
    fn weakened(&self, t: Term) -> Option<Text> {
        match self.terms.node(t) {
            Node::And(parts) => {
                let parts = parts.iter().filter_map(|&part| self.weakened(part)).collect();
                join(parts, " && ", Level::And)
            }
            Node::Or(parts) => {
                let parts = parts.iter().map(|&part| self.weakened(part)).collect::<Option<Vec<_>>>()?;
                join(parts, " || ", Level::Or)
            }
            Node::Bool(true) => None,
            _ if self.size(t) > LARGEST => None,
            Node::Le(_) | Node::Eq(_) if self.is_of_type(t) => None,
            Node::Eq(sum) => self.exact(t).or_else(|| self.equal_modulo(&sum)),
            _ => self.exact(t),
        }
    }

    /// Whether the type of a variable says as much.
    fn is_of_type(&self, t: Term) -> bool {
        let Some((v, factor, constant, false)) = bound(self.terms, t) else { return false };
        let Some(ty) = (self.name)(v).and_then(|named| named.ty) else { return false };
        let (low, high) = range(ty);
        let most = if factor.is_positive() { high } else { low };
        !(&factor * &most + constant).is_positive()
    }

    /// The parts of the formula as a tree.
    fn size(&self, t: Term) -> u64 {
        let mut sizes: BTreeMap<Term, u64> = BTreeMap::new();
        for part in self.terms.postorder(&[t]) {
            let children = self.terms.children(part);
            let inner = children.iter().map(|child| sizes.get(child).copied().unwrap_or(1));
            let size = inner.fold(1, u64::saturating_add);
            // Quotients and remainders are written with their operand twice.
            let times = if matches!(self.terms.node(part), Node::Div(..) | Node::Mod(..)) { 2 } else { 1 };
            sizes.insert(part, size.saturating_mul(times));
        }
        sizes.get(&t).copied().unwrap_or(1)
    }

    /// The formula itself.
    fn exact(&self, t: Term) -> Option<Text> {
        let terms = self.terms;
        Some(match terms.node(t) {
            Node::Bool(value) => (self.truth(value).into(), Level::Unary),
            Node::Var(v) => ((self.name)(v)?.text, Level::Unary),
            Node::Not(inner) => match terms.node(inner) {
                Node::Eq(sum) => self.comparison(&sum, "!=")?,
                _ => (format!("!{}", within(&self.exact(inner)?, Level::Unary)), Level::Unary),
            },
            Node::And(parts) => self.all(&parts, " && ", Level::And)?,
            Node::Or(parts) => self.all(&parts, " || ", Level::Or)?,
            Node::Iff(a, b) => {
                let [a, b] = [a, b].map(|side| self.exact(side));
                let [a, b] = [a?, b?].map(|side| within(&side, Level::Less));
                let operator = if self.dialect == Dialect::Acsl { "<==>" } else { "==" };
                (format!("({a} {operator} {b})"), Level::Unary)
            }
            Node::Ite(cond, yes, no) if terms.sort(t) == Sort::Bool => {
                let [cond, yes, no] = [cond, yes, no].map(|part| self.exact(part));
                let [cond, yes, no] = [cond?, yes?, no?].map(|part| within(&part, Level::Or));
                (format!("({cond} ? {yes} : {no})"), Level::Unary)
            }
            Node::Le(sum) => self.comparison(&sum, "<=")?,
            Node::Eq(sum) => self.comparison(&sum, "==")?,
            _ => return None,
        })
    }

    fn all(&self, parts: &[Term], operator: &str, level: Level) -> Option<Text> {
        let parts = parts.iter().map(|&part| self.exact(part)).collect::<Option<Vec<_>>>()?;
        join(parts, operator, level)
    }

    fn truth(&self, value: bool) -> &'static str {
        match (self.dialect, value) {
            (Dialect::Acsl, true) => "\\true",
            (Dialect::Acsl, false) => "\\false",
            (_, true) => "1",
            (_, false) => "0",
        }
    }

    /// `sum <relation> 0`, in the narrowest type that is enough.
    fn comparison(&self, sum: &Linear, relation: &str) -> Option<Text> {
        if let Some(text) = self.remainder_is(sum, relation) {
            return Some(text);
        }
        if let (Some(text), Dialect::C { .. }) = (self.of_one_type(sum, relation), self.dialect) {
            return Some(text);
        }
        let widths: &[Width] = match self.dialect {
            Dialect::Acsl => &[Width::Any],
            Dialect::C { .. } => &[Width::Int, Width::Long],
        };
        widths.iter().find_map(|&width| {
            let (left, relation, right) = sides(sum, relation);
            let (left, right) = (self.sum(&left, width)?, self.sum(&right, width)?);
            Some(compared(&left.text, relation, &right.text))
        })
    }

    /// `x % m == 0` is right whatever the sign of `x`.
    fn remainder_is(&self, sum: &Linear, relation: &str) -> Option<Text> {
        let [(part, factor)] = sum.parts() else { return None };
        let Node::Mod(inner, modulus) = self.terms.node(*part) else { return None };
        if relation == "<=" || !factor.is_one() {
            return None;
        }
        let (is_zero, is_odd) =
            (sum.constant().is_zero(), modulus == Int::from(2) && *sum.constant() == -Int::ONE);
        if !is_zero && !is_odd {
            return None;
        }
        let relation = if is_zero == (relation == "==") { "==" } else { "!=" };
        let widths = [Width::Int, Width::Long, Width::Any];
        let width = widths.iter().filter(|&&width| (width == Width::Any) == (self.dialect == Dialect::Acsl));
        width.into_iter().find_map(|&width| {
            let inner = self.number(inner, width)?;
            let modulus = self.constant(&modulus, width)?;
            let text = format!("{} % {}", within(&inner.text, Level::Unary), modulus.text.0);
            Some(compared(&(text, Level::Product), relation, &("0".into(), Level::Unary)))
        })
    }

    /// Numbers of one type, whatever it is, are compared as they are: two variables, or one with a number of that type.
    fn of_one_type(&self, sum: &Linear, relation: &str) -> Option<Text> {
        let (left, relation, right) = sides(sum, relation);
        let single = |side: &Linear| match side.parts() {
            [(part, factor)] if factor.is_one() && side.constant().is_zero() => {
                match self.terms.node(*part) {
                    Node::Var(v) => (self.name)(v),
                    _ => None,
                }
            }
            _ => None,
        };
        let number = |side: &Linear, (bits, signed): (u8, bool)| {
            let value = side.as_constant()?;
            let (low, high) = range((bits, signed));
            (bits >= 32 && low <= *value && *value <= high).then(|| literal(value, (bits, signed)))
        };
        let (left, right) = match (single(&left), single(&right)) {
            (Some(a), Some(b)) if a.ty == b.ty && a.ty.is_some() => (a.text, b.text),
            (Some(a), None) => (a.text.clone(), number(&right, a.ty?)?),
            (None, Some(b)) => (number(&left, b.ty?)?, b.text.clone()),
            _ => return None,
        };
        Some(compared(&(left, Level::Unary), relation, &(right, Level::Unary)))
    }

    /// Of an equation that could overflow, what it says modulo 2^64.
    fn equal_modulo(&self, sum: &Linear) -> Option<Text> {
        if self.dialect == Dialect::Acsl {
            return None;
        }
        let (left, relation, right) = sides(sum, "==");
        let (_, most) = range((64, false));
        let side = |side: &Linear| {
            let parts = side.parts().iter().map(|(part, factor)| {
                let Node::Var(v) = self.terms.node(*part) else { return None };
                let named = (self.name)(v)?;
                named.ty?;
                let text = format!("(unsigned long long){}", named.text);
                (*factor <= most)
                    .then(|| if factor.is_one() { text.clone() } else { format!("{factor}ULL * {text}") })
            });
            let mut parts = parts.collect::<Option<Vec<_>>>()?;
            if !side.constant().is_zero() || parts.is_empty() {
                parts.push((*side.constant() <= most).then(|| format!("{}ULL", side.constant()))?);
            }
            Some((parts.join(" + "), Level::Sum))
        };
        Some(compared(&side(&left)?, relation, &side(&right)?))
    }

    fn sum(&self, sum: &Linear, width: Width) -> Option<Number> {
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

    fn constant(&self, value: &Int, width: Width) -> Option<Number> {
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

    fn number(&self, t: Term, width: Width) -> Option<Number> {
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

#[cfg(test)]
mod tests;
