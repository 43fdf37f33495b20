//! Exact integers and rationals: a machine word that spills to a big integer on overflow and comes back.
//!
//! Data comes from literals in programs and flows through terms into the solver; nothing here rounds.

mod rat;

pub use rat::Rat;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// An integer of any size.
///
/// Invariant: `Big` holds only values outside the range of `i64`, so equal numbers are equal structures
/// (derived `Eq` and `Hash` are exact). Every constructor goes through `Int::from_big`, which keeps it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}
use Repr::{Big, Small};

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Int = Int(Small(-1));

    fn from_big(b: BigInt) -> Int {
        match b.to_i64() {
            Some(i) => Int(Small(i)),
            None => Int(Big(Box::new(b))),
        }
    }

    fn big(&self) -> BigInt {
        match &self.0 {
            Small(i) => BigInt::from(*i),
            Big(b) => (**b).clone(),
        }
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether this is one.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(i) => i.signum() as i32,
            Big(b) => {
                if b.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether this is above zero.
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The value as a machine word, when it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(i) => Some(*i),
            Big(_) => None,
        }
    }

    /// The nearest floating-point number, for drawing only.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small(i) => *i as f64,
            Big(b) => b.to_f64().unwrap_or(f64::INFINITY),
        }
    }

    /// The number of binary digits of the absolute value (0 for zero).
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(i) => 64 - u64::from(i.unsigned_abs().leading_zeros()),
            Big(b) => b.bits(),
        }
    }

    /// Quotient of Euclidean division: `self = q * d + r` with `0 <= r < |d|`. The divisor must not be zero.
    pub fn div_euclid(&self, d: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &d.0)
            && let Some(q) = a.checked_div_euclid(*b)
        {
            return Int(Small(q));
        }
        let (a, b) = (self.big(), d.big());
        let (q, r) = a.div_mod_floor(&b);
        // Floor division leaves a remainder with the divisor's sign; only a negative one needs correcting.
        Int::from_big(if r.is_negative() { q + 1 } else { q })
    }

    /// Remainder of Euclidean division: always `0 <= r < |d|`. The divisor must not be zero.
    pub fn rem_euclid(&self, d: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &d.0)
            && let Some(r) = a.checked_rem_euclid(*b)
        {
            return Int(Small(r));
        }
        let (a, b) = (self.big(), d.big());
        let r = a.mod_floor(&b);
        Int::from_big(if r.is_negative() { r - b } else { r })
    }

    /// The largest integer at most `self / d`. The divisor must not be zero.
    pub fn div_floor(&self, d: &Int) -> Int {
        match (&self.0, &d.0) {
            (Small(a), Small(b)) if !(*a == i64::MIN && *b == -1) => Int(Small(Integer::div_floor(a, b))),
            _ => Int::from_big(self.big().div_floor(&d.big())),
        }
    }

    /// The smallest integer at least `self / d`. The divisor must not be zero.
    pub fn div_ceil(&self, d: &Int) -> Int {
        -&(-self).div_floor(d)
    }

    /// The quotient when it is known to be exact. The divisor must not be zero.
    pub fn div_exact(&self, d: &Int) -> Int {
        self.div_floor(d)
    }

    /// The greatest common divisor, never negative; `gcd(0, 0) = 0`.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && *a != i64::MIN
            && *b != i64::MIN
        {
            return Int(Small(a.gcd(b)));
        }
        Int::from_big(self.big().gcd(&other.big()))
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Int) -> Int {
        if self.is_zero() || other.is_zero() {
            return Int::ZERO;
        }
        (self.div_exact(&self.gcd(other)) * other).abs()
    }
}

macro_rules! int_op {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(c) = a.$checked(*b)
                {
                    return Int(Small(c));
                }
                Int::from_big($trait::$method(self.big(), other.big()))
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                $trait::$method(&self, &other)
            }
        }
        impl $trait<&Int> for Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                $trait::$method(&self, other)
            }
        }
        impl $trait<Int> for &Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                $trait::$method(self, &other)
            }
        }
    };
}
int_op!(Add, add, checked_add);
int_op!(Sub, sub, checked_sub);
int_op!(Mul, mul, checked_mul);

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Small(i) if *i != i64::MIN => Int(Small(-i)),
            _ => Int::from_big(-self.big()),
        }
    }
}
impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}
impl AddAssign<&Int> for Int {
    fn add_assign(&mut self, other: &Int) {
        *self = &*self + other;
    }
}
impl SubAssign<&Int> for Int {
    fn sub_assign(&mut self, other: &Int) {
        *self = &*self - other;
    }
}
impl MulAssign<&Int> for Int {
    fn mul_assign(&mut self, other: &Int) {
        *self = &*self * other;
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big one lies outside the range of every small one, on the side of its sign.
            (Small(_), Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Big(_), Small(_)) => other.cmp(self).reverse(),
        }
    }
}
impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Int {
    fn from(i: i64) -> Int {
        Int(Small(i))
    }
}
impl From<i32> for Int {
    fn from(i: i32) -> Int {
        Int(Small(i.into()))
    }
}

/// The text is not a decimal integer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal integer")]
pub struct ParseIntError;

impl FromStr for Int {
    type Err = ParseIntError;
    fn from_str(s: &str) -> Result<Int, ParseIntError> {
        if let Ok(i) = s.parse::<i64>() {
            return Ok(Int(Small(i)));
        }
        // The library also takes underscores between digits.
        if s.contains('_') {
            return Err(ParseIntError);
        }
        s.parse::<BigInt>().map(Int::from_big).map_err(|_| ParseIntError)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(i) => fmt::Display::fmt(i, f),
            Big(b) => fmt::Display::fmt(b, f),
        }
    }
}
impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Int {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
impl<'de> serde::Deserialize<'de> for Int {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Int, D::Error> {
        let s = <String as serde::Deserialize>::deserialize(d)?;
        s.parse().map_err(serde::de::Error::custom)
    }
}

impl Zero for Int {
    fn zero() -> Int {
        Int::ZERO
    }
    fn is_zero(&self) -> bool {
        Int::is_zero(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(s: &str) -> Int {
        s.parse().unwrap()
    }

    #[test]
    fn words_spill_and_come_back() {
        let max = Int::from(i64::MAX);
        let over = &max + &Int::ONE;
        assert_eq!(over.to_string(), "9223372036854775808");
        assert_eq!(over.to_i64(), None);
        assert_eq!(&over - &Int::ONE, max);
        assert_eq!(-Int::from(i64::MIN), over);
        assert!(over > max && -&over < max && int("-99999999999999999999") < Int::from(i64::MIN));
    }

    #[test]
    fn euclidean_division_on_both_signs_and_both_sizes() {
        let shift = int("36893488147419103232"); // 2^65, a multiple of every |d| tried below that is a power of two
        for d in [-8i64, -4, -2, -1, 1, 2, 4, 8] {
            for a in -20i64..=20 {
                for big in [false, true] {
                    let a = if big { Int::from(a) + &shift } else { Int::from(a) };
                    let d = Int::from(d);
                    let (q, r) = (a.div_euclid(&d), a.rem_euclid(&d));
                    assert_eq!(&(&q * &d) + &r, a);
                    assert!(!r.is_negative() && r < d.abs(), "{a} mod {d} = {r}");
                }
            }
        }
        let (a, d) = (int("-100000000000000000001"), int("-100000000000000000000"));
        assert_eq!((a.div_euclid(&d), a.rem_euclid(&d)), (Int::from(2), int("99999999999999999999")));
        assert_eq!(Int::from(i64::MIN).div_euclid(&Int::MINUS_ONE), int("9223372036854775808"));
    }
}
