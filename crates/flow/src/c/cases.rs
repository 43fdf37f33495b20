//! Nonlinear operations whose one operand has few possible values according to the interval analysis: they become a
//! choice among linear expressions. Called by `ranges.rs`, which knows the intervals and puts the result back as cases
//! of an assignment.
//!
//! Each operation is the right side of an assignment of its own. Values for which it is undefined need no case, because
//! an earlier assertion excludes them.

use super::expr::constant;
use super::interval::{Interval, Intervals, Types};
use super::ranges::{ends, wrapped};
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::c::IntType;
use lang::c::ast::BitOp;
use lang::c::bits;
use lang::{Int, Span, WordOp};

/// Most values among which is chosen.
const MOST_CASES: i64 = 128;
/// The same for a factor: a product of more than that is followed as a product ([`Cfg::with_products`]).
const MOST_FACTORS: i64 = 10;

/// A condition under which a variable takes a value.
pub(super) type Ways = Vec<(Bexp, Exp)>;

/// The ways of an assignment whose right side is an operation; none if both operands may have many values. A single way has the
/// condition `true`.
pub(super) fn ways(known: &Intervals, types: &Types, e: &Exp) -> Option<Ways> {
    let ExpKind::Word(op, int, left, right) = &e.kind else { return None };
    let either = matches!(op, WordOp::Times | WordOp::And | WordOp::Or | WordOp::Xor);
    let most = Int::from(if *op == WordOp::Times { MOST_FACTORS } else { MOST_CASES });
    let few = |operand| Few::of(known, types, operand).filter(|few| few.count() <= most);
    let few = [either.then(|| few(left)).flatten(), few(right)];
    let (few, other) = match few {
        [Some(a), Some(b)] if a.count() < b.count() => (a, right),
        [_, Some(b)] => (b, left),
        [Some(a), None] => (a, right),
        [None, None] => return None,
    };
    let others = &known.exp(types, other);
    let is_one = few.low == few.high;
    let case = Case { op: *op, int: *int, other, others, is_same: left.kind == right.kind, span: e.span };
    let mut ways = Vec::new();
    let mut value = few.low.clone();
    while value <= few.high {
        let operand = few.operand(&value);
        if op.is_defined(&operand, *int) {
            let is_value = compare(e.span, Comparison::Equal, few.exp, &value);
            for (cond, result) in case.linear(&operand) {
                let conds: Vec<Bexp> = (!is_one).then(|| is_value.clone()).into_iter().chain(cond).collect();
                ways.push((all(e.span, conds), result));
            }
        }
        value += &Int::ONE;
    }
    if ways.is_empty() {
        // Control cannot come here.
        ways.push((all(e.span, Vec::new()), constant(e.span, Int::ZERO)));
    }
    Some(ways)
}

/// An operand with few values.
struct Few<'e> {
    /// The operand, or what is wrapped there, where that has few values.
    exp: &'e Exp,
    low: Int,
    high: Int,
    /// The least value of the type to which it is wrapped, and how many there are.
    wraps: Option<(Int, &'e Int)>,
}

impl<'e> Few<'e> {
    fn of(known: &Intervals, types: &Types, operand: &'e Exp) -> Option<Few<'e>> {
        let few = |exp: &'e Exp, wraps| {
            let Interval { low: Some(low), high: Some(high) } = known.exp(types, exp) else { return None };
            let few = Few { exp, low, high, wraps };
            (few.count() <= Int::from(MOST_CASES)).then_some(few)
        };
        few(operand, None).or_else(|| {
            let (inner, modulus, off) = wrapped(operand)?;
            few(inner, Some((ends(modulus, off).0, modulus)))
        })
    }

    fn count(&self) -> Int {
        &self.high - &self.low + Int::ONE
    }

    /// The operand's value for one of the expression.
    fn operand(&self, value: &Int) -> Int {
        match &self.wraps {
            None => value.clone(),
            Some((least, modulus)) => (value - least).rem_euclid(modulus) + least,
        }
    }
}

fn compare(span: Span, comparison: Comparison, e: &Exp, number: &Int) -> Bexp {
    Bexp { span, kind: BexpKind::Compare(comparison, e.clone(), constant(span, number.clone())) }
}

fn all(span: Span, mut conds: Vec<Bexp>) -> Bexp {
    match conds.len() {
        0 => super::truth(span, true),
        1 => conds.remove(0),
        _ => Bexp { span, kind: BexpKind::And(conds) },
    }
}

/// An operation of which one operand is a number.
struct Case<'a> {
    op: WordOp,
    int: IntType,
    other: &'a Exp,
    /// The values of the other operand.
    others: &'a Interval,
    /// Whether both operands are the same.
    is_same: bool,
    span: Span,
}

impl Case<'_> {
    /// The result, by conditions on the other operand.
    fn linear(&self, number: &Int) -> Vec<(Option<Bexp>, Exp)> {
        let Case { op, int, other, others, is_same, span } = *self;
        let e = |kind| Exp { span, kind };
        let boxed = || Box::new(other.clone());
        if is_same {
            return vec![(None, constant(span, op.apply(number, number, int)))];
        }
        let one = |kind| vec![(None, e(kind))];
        match op {
            WordOp::Times if number.is_zero() => one(ExpKind::Const(Int::ZERO)),
            WordOp::Times => one(ExpKind::Mul(number.clone(), boxed())),
            WordOp::ShiftLeft => one(ExpKind::Mul(op.apply(&Int::ONE, number, int), boxed())),
            WordOp::ShiftRight => one(ExpKind::Div(boxed(), WordOp::ShiftLeft.apply(&Int::ONE, number, int))),
            WordOp::EuclideanQuotient if number.is_zero() => one(ExpKind::Const(Int::ZERO)),
            WordOp::EuclideanRemainder if number.is_zero() => vec![(None, other.clone())],
            WordOp::EuclideanQuotient => one(ExpKind::Div(boxed(), number.clone())),
            WordOp::EuclideanRemainder => one(ExpKind::Mod(boxed(), number.clone())),
            WordOp::And => vec![(None, masked(BitOp::And, other, number, span))],
            WordOp::Or => vec![(None, masked(BitOp::Or, other, number, span))],
            WordOp::Xor => vec![(None, masked(BitOp::Xor, other, number, span))],
            // Rounded toward zero: that of the absolute value, with the sign put back.
            WordOp::Quotient | WordOp::Remainder => {
                let euclidean = |operand: Exp| match op {
                    WordOp::Quotient => e(ExpKind::Div(Box::new(operand), number.clone())),
                    _ => e(ExpKind::Mod(Box::new(operand), number.abs())),
                };
                let negative = || {
                    let positive = e(ExpKind::Neg(boxed()));
                    e(ExpKind::Neg(Box::new(euclidean(positive))))
                };
                let is_low = others.low.as_ref().is_none_or(Int::is_negative);
                let is_high = others.high.as_ref().is_none_or(|high| !high.is_negative());
                match (is_low, is_high) {
                    (false, _) => vec![(None, euclidean(other.clone()))],
                    (true, false) => vec![(None, negative())],
                    (true, true) => {
                        let sign = |comparison| Some(compare(span, comparison, other, &Int::ZERO));
                        vec![
                            (sign(Comparison::GreaterEqual), euclidean(other.clone())),
                            (sign(Comparison::Less), negative()),
                        ]
                    }
                }
            }
        }
    }
}

/// A bitwise operation with a constant, as a sum of digits.
pub(super) fn masked(op: BitOp, value: &Exp, mask: &Int, span: Span) -> Exp {
    let pure = |kind| Exp { span, kind };
    let parts = bits::parts(op, mask);
    let sign = |factor: &Int| if factor.is_negative() { Sign::Minus } else { Sign::Plus };
    let mut sum = Vec::new();
    if parts.value != 0 {
        sum.push((if parts.value < 0 { Sign::Minus } else { Sign::Plus }, value.clone()));
    }
    if !parts.number.is_zero() {
        sum.push((sign(&parts.number), constant(span, parts.number.abs())));
    }
    for bits::Run { unit, size } in bits::runs(&parts.mask) {
        let shifted = match unit.is_one() {
            true => value.clone(),
            false => pure(ExpKind::Div(Box::new(value.clone()), unit.clone())),
        };
        let digits = pure(ExpKind::Mod(Box::new(shifted), size));
        let factor = parts.digits.abs() * unit;
        let digits = if factor.is_one() { digits } else { pure(ExpKind::Mul(factor, Box::new(digits))) };
        sum.push((sign(&parts.digits), digits));
    }
    match sum.as_slice() {
        [] => constant(span, Int::ZERO),
        [(Sign::Plus, _)] => sum.remove(0).1,
        [(Sign::Minus, _)] => pure(ExpKind::Neg(Box::new(sum.remove(0).1))),
        [(Sign::Minus, _), ..] => {
            // A sum begins with a plus.
            sum.insert(0, (Sign::Plus, constant(span, Int::ZERO)));
            pure(ExpKind::Sum(sum))
        }
        _ => pure(ExpKind::Sum(sum)),
    }
}

/// The values of an operation, as far as those of the operands tell.
pub(super) fn interval(op: WordOp, int: IntType, a: &Interval, b: &Interval) -> Interval {
    let (Some(a_low), Some(a_high), Some(b_low), Some(b_high)) = (&a.low, &a.high, &b.low, &b.high) else {
        return half(op, a, b);
    };
    if a_low > a_high || b_low > b_high {
        return Interval::default();
    }
    let zero = Int::ZERO;
    let (mut lows, mut highs) = (vec![b_low.clone()], vec![b_high.clone()]);
    match op {
        WordOp::Quotient | WordOp::EuclideanQuotient => {
            // Of divisors, those next to zero count.
            if *b_low <= Int::MINUS_ONE && *b_high >= Int::MINUS_ONE {
                highs.push(Int::MINUS_ONE);
            }
            if *b_low <= Int::ONE && *b_high >= Int::ONE {
                lows.push(Int::ONE);
            }
        }
        WordOp::ShiftLeft | WordOp::ShiftRight => {
            let last = Int::from(i64::from(int.bits) - 1);
            lows = vec![b_low.clone().max(zero.clone()).min(last.clone())];
            highs = vec![b_high.clone().max(zero.clone()).min(last)];
        }
        WordOp::Times => {}
        WordOp::Remainder | WordOp::EuclideanRemainder | WordOp::And | WordOp::Or | WordOp::Xor => {
            return half(op, a, b);
        }
    }
    let divisors = lows.iter().chain(&highs).filter(|b| op.is_defined(b, int));
    let corners = divisors.flat_map(|b| [op.apply(a_low, b, int), op.apply(a_high, b, int)]);
    let zero = (a_low <= &zero && a_high >= &zero).then_some(zero);
    let mut found: Option<(Int, Int)> = None;
    for corner in corners.chain(zero) {
        found = Some(match found {
            None => (corner.clone(), corner),
            Some((low, high)) => (low.min(corner.clone()), high.max(corner)),
        });
    }
    found.map_or_else(Interval::default, |(low, high)| Interval::new(low, high))
}

/// What is known where one operand has no bound, and of operations that do not grow with their operands.
fn half(op: WordOp, a: &Interval, b: &Interval) -> Interval {
    let natural = |i: &Interval| i.low.as_ref().is_some_and(|low| !low.is_negative());
    let all = Interval::default();
    match op {
        WordOp::Remainder | WordOp::EuclideanRemainder => {
            let most = match (&b.low, &b.high) {
                (Some(low), Some(high)) => Some(low.abs().max(high.abs()) - Int::ONE),
                _ => None,
            };
            let most = most.map(|most| most.max(Int::ZERO));
            if op == WordOp::EuclideanRemainder || natural(a) {
                // By zero it would be the dividend, which is not asked for.
                let own = if op == WordOp::Remainder { a.high.clone() } else { None };
                let high = match (most, own) {
                    (Some(most), Some(own)) => Some(most.min(own)),
                    (most, own) => most.or(own),
                };
                return Interval { low: Some(Int::ZERO), high };
            }
            Interval { low: most.as_ref().map(|most| -most.clone()), high: most }
        }
        WordOp::Times if natural(a) && natural(b) => Interval { low: Some(Int::ZERO), high: None },
        WordOp::And if natural(a) || natural(b) => {
            let of = |i: &Interval| natural(i).then(|| i.high.clone()).flatten();
            let high = match (of(a), of(b)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            Interval { low: Some(Int::ZERO), high }
        }
        WordOp::Or | WordOp::Xor if natural(a) && natural(b) => {
            let high = match (&a.high, &b.high) {
                (Some(a), Some(b)) => {
                    let bits = a.bits().max(b.bits());
                    Some((0..bits).fold(Int::ONE, |power, _| &power + &power) - Int::ONE)
                }
                _ => None,
            };
            Interval { low: Some(Int::ZERO), high }
        }
        WordOp::ShiftRight | WordOp::ShiftLeft if natural(a) => Interval {
            low: Some(Int::ZERO),
            high: if op == WordOp::ShiftRight { a.high.clone() } else { None },
        },
        _ => all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::VarId;

    /// Whether each result of operands from -9 to 9 lies in the interval that those of the operands give.
    #[test]
    fn intervals_hold_every_result() {
        let int = IntType::INT;
        for op in WordOp::ALL {
            for (a_low, a_high) in ends() {
                for (b_low, b_high) in ends() {
                    let interval_of = |low: i64, high: i64| Interval {
                        low: (low > -9).then(|| Int::from(low)),
                        high: (high < 9).then(|| Int::from(high)),
                    };
                    let found = interval(op, int, &interval_of(a_low, a_high), &interval_of(b_low, b_high));
                    for a in a_low..=a_high {
                        for b in b_low..=b_high {
                            let (a, b) = (Int::from(a), Int::from(b));
                            if op.is_defined(&b, int) && !(b.is_zero() && op == WordOp::EuclideanRemainder) {
                                let result = op.apply(&a, &b, int);
                                let is_in = found.low.as_ref().is_none_or(|low| low <= &result)
                                    && found.high.as_ref().is_none_or(|high| &result <= high);
                                assert!(is_in, "{op:?} {a} {b}: {result} is not in {found:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    fn ends() -> Vec<(i64, i64)> {
        let ends = [-9, -4, -1, 0, 1, 3, 9];
        ends.iter()
            .flat_map(|&low| ends.iter().filter(move |&&high| low <= high).map(move |&high| (low, high)))
            .collect()
    }

    /// What is wrapped has few values, though the operand's lie far apart.
    #[test]
    fn ways_of_what_is_wrapped() {
        let span = Span::default();
        let pure = |kind| Exp { span, kind };
        let var = |at: u32| Box::new(pure(ExpKind::Var(VarId(at))));
        let int = IntType::UNSIGNED;
        let mut known = Intervals::default();
        known.set(&[], VarId(1), Interval::new(Int::from(-2), Int::from(1)));
        let operand = Box::new(pure(ExpKind::Mod(var(1), int.count())));
        for op in WordOp::ALL {
            let e = pure(ExpKind::Word(op, int, var(0), operand.clone()));
            let ways = ways(&known, &[], &e).expect("few values");
            for a in 0..20 {
                for b in -2..=1 {
                    let values = [Int::from(a), Int::from(b)];
                    let right = int.wrap(&values[1]);
                    if op.is_defined(&right, int) {
                        let open = ways.iter().filter(|way| holds(&way.0, &values));
                        let open: Vec<Int> = open.map(|way| value(&way.1, &values)).collect();
                        assert_eq!(open, [op.apply(&values[0], &right, int)], "{a} {op:?} {right}");
                    }
                }
            }
        }
    }

    fn value(e: &Exp, values: &[Int; 2]) -> Int {
        match &e.kind {
            ExpKind::Const(number) => number.clone(),
            ExpKind::Var(x) => values[x.index()].clone(),
            ExpKind::Neg(inner) => -value(inner, values),
            ExpKind::Mul(factor, inner) => factor * &value(inner, values),
            ExpKind::Div(inner, by) => value(inner, values).div_euclid(by),
            ExpKind::Mod(inner, by) => value(inner, values).rem_euclid(by),
            ExpKind::Sum(parts) => parts.iter().fold(Int::ZERO, |sum, (sign, part)| {
                let part = value(part, values);
                if *sign == Sign::Plus { sum + part } else { sum - part }
            }),
            ExpKind::Wrap(..) | ExpKind::Word(..) => panic!("not linear"),
        }
    }

    fn holds(cond: &Bexp, values: &[Int; 2]) -> bool {
        match &cond.kind {
            BexpKind::Const(holds) => *holds,
            BexpKind::And(parts) => parts.iter().all(|part| holds(part, values)),
            BexpKind::Compare(comparison, a, b) => comparison.holds(&value(a, values), &value(b, values)),
            _ => panic!("no such condition is made"),
        }
    }

    /// Of the ways exactly one is open for each pair of operands for which the operation is defined, and it gives the result.
    #[test]
    fn ways_are_the_operation() {
        let span = Span::default();
        let var = |at: u32| Box::new(Exp { span, kind: ExpKind::Var(VarId(at)) });
        let int = IntType::INT;
        for op in WordOp::ALL {
            for is_swapped in [false, true] {
                let (left, right) = if is_swapped { (var(1), var(0)) } else { (var(0), var(1)) };
                let e = Exp { span, kind: ExpKind::Word(op, int, left, right) };
                let mut known = Intervals::default();
                known.set(&[], VarId(1), Interval::new(Int::from(-3), Int::from(5)));
                let Some(ways) = ways(&known, &[], &e) else {
                    assert!(is_swapped, "{op:?}");
                    continue;
                };
                for a in -20..20 {
                    for b in -3..=5 {
                        let values = [Int::from(a), Int::from(b)];
                        let (left, right) =
                            if is_swapped { (&values[1], &values[0]) } else { (&values[0], &values[1]) };
                        let open: Vec<Int> = ways
                            .iter()
                            .filter(|way| holds(&way.0, &values))
                            .map(|way| value(&way.1, &values))
                            .collect();
                        if op.is_defined(right, int) {
                            assert_eq!(open, [op.apply(left, right, int)], "{left} {op:?} {right}");
                        }
                    }
                }
            }
        }
    }
}
