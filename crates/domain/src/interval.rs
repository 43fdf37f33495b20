//! Intervals of integers: the values one variable may take.
//!
//! Made by abstraction and by the transfer functions, shown on number lines. An interval is never empty: where nothing
//! is left, there is no interval. The values of a Boolean are an interval of the numbers 0 (false) and 1 (true).

use logic::Int;
use std::cmp::Ordering;
use std::fmt;

/// A non-empty set of consecutive integers.
///
/// Invariant: the lower bound is not above the upper one; [`Interval::new`] is the only way to make one from bounds.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Interval {
    low: Option<Int>,
    high: Option<Int>,
}

impl Interval {
    /// All integers.
    pub const TOP: Interval = Interval { low: None, high: None };

    /// From the lower to the upper bound, both included, none meaning unbounded. There is no such interval if the bounds
    /// exclude each other.
    pub fn new(low: Option<Int>, high: Option<Int>) -> Option<Interval> {
        match (&low, &high) {
            (Some(l), Some(h)) if l > h => None,
            _ => Some(Interval { low, high }),
        }
    }

    /// One number.
    pub fn point(value: Int) -> Interval {
        Interval { low: Some(value.clone()), high: Some(value) }
    }

    /// The numbers at least this one.
    pub fn at_least(low: Int) -> Interval {
        Interval { low: Some(low), high: None }
    }

    /// The numbers at most this one.
    pub fn at_most(high: Int) -> Interval {
        Interval { low: None, high: Some(high) }
    }

    /// The values of a Boolean: 0 and 1.
    pub fn booleans() -> Interval {
        Interval { low: Some(Int::ZERO), high: Some(Int::ONE) }
    }

    /// A truth value as the number 0 or 1.
    pub fn truth(value: bool) -> Interval {
        Interval::point(if value { Int::ONE } else { Int::ZERO })
    }

    /// The least number, if there is one.
    pub fn low(&self) -> Option<&Int> {
        self.low.as_ref()
    }

    /// The greatest number, if there is one.
    pub fn high(&self) -> Option<&Int> {
        self.high.as_ref()
    }

    /// Whether it has all integers.
    pub fn is_top(&self) -> bool {
        self.low.is_none() && self.high.is_none()
    }

    /// The only number in it.
    pub fn as_point(&self) -> Option<&Int> {
        self.low.as_ref().filter(|_| self.low == self.high)
    }

    /// The truth value that it stands for, when it has just one.
    pub fn as_truth(&self) -> Option<bool> {
        self.as_point().map(|v| !v.is_zero())
    }

    /// Whether the number is in it.
    pub fn contains(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|l| l <= value) && self.high.as_ref().is_none_or(|h| value <= h)
    }

    /// Whether all of `other` is in it.
    pub fn includes(&self, other: &Interval) -> bool {
        low_order(&self.low, &other.low).is_le() && high_order(&self.high, &other.high).is_ge()
    }

    /// Whether no number is missing between this interval and another that does not begin before it.
    pub fn touches(&self, later: &Interval) -> bool {
        match (&self.high, &later.low) {
            (Some(high), Some(low)) => low <= &(high + &Int::ONE),
            _ => true,
        }
    }

    /// What is in both, if anything.
    pub fn meet(&self, other: &Interval) -> Option<Interval> {
        let low = if low_order(&self.low, &other.low).is_ge() { &self.low } else { &other.low };
        let high = if high_order(&self.high, &other.high).is_le() { &self.high } else { &other.high };
        Interval::new(low.clone(), high.clone())
    }

    /// The least interval around both.
    pub fn join(&self, other: &Interval) -> Interval {
        let low = if low_order(&self.low, &other.low).is_le() { &self.low } else { &other.low };
        let high = if high_order(&self.high, &other.high).is_ge() { &self.high } else { &other.high };
        Interval { low: low.clone(), high: high.clone() }
    }

    /// Widening (Cousot, Cousot 1976): a bound that `next` exceeds moves to the nearest of the sorted `thresholds`
    /// beyond it, or is dropped if there is none. Terminates, since the thresholds are finitely many.
    pub fn widen(&self, next: &Interval, thresholds: &[Int]) -> Interval {
        let low = if low_order(&next.low, &self.low).is_lt() {
            next.low.as_ref().and_then(|l| thresholds.iter().rev().find(|t| *t <= l).cloned())
        } else {
            self.low.clone()
        };
        let high = if high_order(&next.high, &self.high).is_gt() {
            next.high.as_ref().and_then(|h| thresholds.iter().find(|t| *t >= h).cloned())
        } else {
            self.high.clone()
        };
        Interval { low, high }
    }

    /// Narrowing (Cousot, Cousot 1976): bounds that are missing are taken from `next`, which must lie in this interval.
    /// Terminates, since a bound that is there stays.
    pub fn narrow(&self, next: &Interval) -> Interval {
        let low = self.low.clone().or_else(|| next.low.clone());
        let high = self.high.clone().or_else(|| next.high.clone());
        Interval::new(low, high).unwrap_or_else(|| self.clone())
    }

    /// The sums.
    pub fn plus(&self, other: &Interval) -> Interval {
        let add = |a: &Option<Int>, b: &Option<Int>| Some(a.as_ref()? + b.as_ref()?);
        Interval { low: add(&self.low, &other.low), high: add(&self.high, &other.high) }
    }

    /// Each number moved by `offset`.
    pub fn shifted(&self, offset: &Int) -> Interval {
        let add = |a: &Option<Int>| a.as_ref().map(|a| a + offset);
        Interval { low: add(&self.low), high: add(&self.high) }
    }

    /// The least interval around the multiples.
    pub fn scaled(&self, factor: &Int) -> Interval {
        let times = |a: &Option<Int>| a.as_ref().map(|a| a * factor);
        match factor.signum() {
            0 => Interval::point(Int::ZERO),
            1 => Interval { low: times(&self.low), high: times(&self.high) },
            _ => Interval { low: times(&self.high), high: times(&self.low) },
        }
    }

    /// The Euclidean quotients by a divisor of at least 1.
    pub fn div(&self, divisor: &Int) -> Interval {
        let quotient = |a: &Option<Int>| a.as_ref().map(|a| a.div_euclid(divisor));
        Interval { low: quotient(&self.low), high: quotient(&self.high) }
    }

    /// The least interval around the Euclidean remainders by a divisor of at least 1.
    pub fn modulo(&self, divisor: &Int) -> Interval {
        if let (Some(l), Some(h)) = (&self.low, &self.high)
            && l.div_euclid(divisor) == h.div_euclid(divisor)
        {
            return Interval { low: Some(l.rem_euclid(divisor)), high: Some(h.rem_euclid(divisor)) };
        }
        Interval { low: Some(Int::ZERO), high: Some(divisor - &Int::ONE) }
    }

    /// The numbers whose product with `factor` (not zero) is in it, if any.
    pub fn unscaled(&self, factor: &Int) -> Option<Interval> {
        let (low, high) =
            if factor.is_positive() { (&self.low, &self.high) } else { (&self.high, &self.low) };
        let low = low.as_ref().map(|l| l.div_ceil(factor));
        let high = high.as_ref().map(|h| h.div_floor(factor));
        Interval::new(low, high)
    }

    /// The numbers whose Euclidean quotient by a divisor of at least 1 is in it.
    pub fn undiv(&self, divisor: &Int) -> Interval {
        let low = self.low.as_ref().map(|l| l * divisor);
        let high = self.high.as_ref().map(|h| &(h * divisor) + &(divisor - &Int::ONE));
        Interval { low, high }
    }

    /// The least interval around the numbers of this one whose Euclidean remainder by a divisor of at least 1 is in
    /// `remainders`; none if there is no such number.
    pub fn with_remainders(&self, divisor: &Int, remainders: &Interval) -> Option<Interval> {
        let range = Interval { low: Some(Int::ZERO), high: Some(divisor - &Int::ONE) };
        let allowed = range.meet(remainders)?;
        let (first, last) = (allowed.low?, allowed.high?);
        // The next number from `l` upwards with an allowed remainder, and the next from `h` downwards.
        let up = |l: &Int| {
            let r = l.rem_euclid(divisor);
            if r < first {
                l + &(&first - &r)
            } else if r > last {
                &(l - &r) + &(divisor + &first)
            } else {
                l.clone()
            }
        };
        let down = |h: &Int| {
            let r = h.rem_euclid(divisor);
            if r > last {
                h - &(&r - &last)
            } else if r < first {
                &(h - &r) - &(divisor - &last)
            } else {
                h.clone()
            }
        };
        Interval::new(self.low.as_ref().map(up), self.high.as_ref().map(down))
    }

    /// What is left without one number: nothing changes unless it is at an end.
    pub fn without(&self, value: &Int) -> Option<Interval> {
        let step = |bound: &Option<Int>, by: &Int| match bound {
            Some(b) if b == value => Some(b + by),
            other => other.clone(),
        };
        Interval::new(step(&self.low, &Int::ONE), step(&self.high, &Int::MINUS_ONE))
    }
}

/// Lower bounds in the order of the line, a missing one first.
fn low_order(a: &Option<Int>, b: &Option<Int>) -> Ordering {
    match (a, b) {
        (None, None) => Ordering::Equal,
        (None, _) => Ordering::Less,
        (_, None) => Ordering::Greater,
        (Some(a), Some(b)) => a.cmp(b),
    }
}

/// Upper bounds in the order of the line, a missing one last.
fn high_order(a: &Option<Int>, b: &Option<Int>) -> Ordering {
    match (a, b) {
        (None, None) => Ordering::Equal,
        (None, _) => Ordering::Greater,
        (_, None) => Ordering::Less,
        (Some(a), Some(b)) => a.cmp(b),
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.low, &self.high) {
            (Some(l), Some(h)) => write!(f, "[{l}, {h}]"),
            (Some(l), None) => write!(f, "[{l}, ..)"),
            (None, Some(h)) => write!(f, "(.., {h}]"),
            (None, None) => f.write_str("(.., ..)"),
        }
    }
}
