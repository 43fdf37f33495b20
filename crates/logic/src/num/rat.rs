//! Exact rational numbers.

use super::Int;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A rational number in lowest terms.
///
/// Invariant: the denominator is positive and shares no factor with the numerator; [`Rat::new`] keeps it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rat {
    num: Int,
    den: Int,
}

impl Rat {
    /// Zero.
    pub const ZERO: Rat = Rat { num: Int::ZERO, den: Int::ONE };
    /// One.
    pub const ONE: Rat = Rat { num: Int::ONE, den: Int::ONE };

    /// `num / den` in lowest terms. The denominator must not be zero.
    pub fn new(num: Int, den: Int) -> Rat {
        if den.is_one() {
            return Rat { num, den };
        }
        let g = num.gcd(&den);
        let (num, den) = if g.is_one() { (num, den) } else { (num.div_exact(&g), den.div_exact(&g)) };
        if den.is_negative() { Rat { num: -num, den: -den } } else { Rat { num, den } }
    }

    /// The numerator, which carries the sign.
    pub fn numer(&self) -> &Int {
        &self.num
    }

    /// The denominator, always positive.
    pub fn denom(&self) -> &Int {
        &self.den
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.den.is_one()
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        self.num.signum()
    }

    /// Whether this is above zero.
    pub fn is_positive(&self) -> bool {
        self.num.is_positive()
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        self.num.is_negative()
    }

    /// The largest integer at most this.
    pub fn floor(&self) -> Int {
        if self.den.is_one() { self.num.clone() } else { self.num.div_floor(&self.den) }
    }

    /// The smallest integer at least this.
    pub fn ceil(&self) -> Int {
        if self.den.is_one() { self.num.clone() } else { self.num.div_ceil(&self.den) }
    }

    /// The absolute value.
    pub fn abs(&self) -> Rat {
        Rat { num: self.num.abs(), den: self.den.clone() }
    }

    /// One divided by this. Must not be zero.
    pub fn recip(&self) -> Rat {
        if self.num.is_negative() {
            Rat { num: -&self.den, den: -&self.num }
        } else {
            Rat { num: self.den.clone(), den: self.num.clone() }
        }
    }
}

impl From<Int> for Rat {
    fn from(i: Int) -> Rat {
        Rat { num: i, den: Int::ONE }
    }
}
impl From<&Int> for Rat {
    fn from(i: &Int) -> Rat {
        Rat { num: i.clone(), den: Int::ONE }
    }
}
impl From<i64> for Rat {
    fn from(i: i64) -> Rat {
        Rat { num: Int::from(i), den: Int::ONE }
    }
}

fn rat_add(a: &Rat, b: &Rat, negate: bool) -> Rat {
    let combine = |x: &Int, y: &Int| if negate { x - y } else { x + y };
    if a.den == b.den {
        if a.den.is_one() {
            return Rat { num: combine(&a.num, &b.num), den: Int::ONE };
        }
        return Rat::new(combine(&a.num, &b.num), a.den.clone());
    }
    Rat::new(combine(&(&a.num * &b.den), &(&b.num * &a.den)), &a.den * &b.den)
}
fn rat_mul(a: &Rat, b: &Rat) -> Rat {
    if a.den.is_one() && b.den.is_one() {
        return Rat { num: &a.num * &b.num, den: Int::ONE };
    }
    Rat::new(&a.num * &b.num, &a.den * &b.den)
}

macro_rules! rat_op {
    ($trait:ident, $method:ident, $f:expr) => {
        impl $trait<&Rat> for &Rat {
            type Output = Rat;
            fn $method(self, other: &Rat) -> Rat {
                $f(self, other)
            }
        }
        impl $trait<Rat> for Rat {
            type Output = Rat;
            fn $method(self, other: Rat) -> Rat {
                $f(&self, &other)
            }
        }
        impl $trait<&Rat> for Rat {
            type Output = Rat;
            fn $method(self, other: &Rat) -> Rat {
                $f(&self, other)
            }
        }
    };
}
rat_op!(Add, add, |a, b| rat_add(a, b, false));
rat_op!(Sub, sub, |a, b| rat_add(a, b, true));
rat_op!(Mul, mul, rat_mul);

impl std::ops::Div<&Rat> for &Rat {
    type Output = Rat;
    fn div(self, other: &Rat) -> Rat {
        Rat::new(&self.num * &other.den, &self.den * &other.num)
    }
}
impl Neg for &Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        Rat { num: -&self.num, den: self.den.clone() }
    }
}
impl Neg for Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        -&self
    }
}
impl AddAssign<&Rat> for Rat {
    fn add_assign(&mut self, other: &Rat) {
        *self = &*self + other;
    }
}
impl SubAssign<&Rat> for Rat {
    fn sub_assign(&mut self, other: &Rat) {
        *self = &*self - other;
    }
}

impl Ord for Rat {
    fn cmp(&self, other: &Rat) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        match self.signum().cmp(&other.signum()) {
            Ordering::Equal => (&self.num * &other.den).cmp(&(&other.num * &self.den)),
            unequal => unequal,
        }
    }
}
impl PartialOrd for Rat {
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den.is_one() { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}
impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_and_ceiling() {
        let half = |n: i64| Rat::new(Int::from(n), Int::from(2));
        assert_eq!((half(-3).floor(), half(-3).ceil()), (Int::from(-2), Int::from(-1)));
        assert_eq!((half(3).floor(), half(3).ceil()), (Int::from(1), Int::from(2)));
        assert_eq!(Rat::new(Int::from(4), Int::from(-6)).to_string(), "-2/3");
        assert!(Rat::new(Int::from(1), Int::from(3)) < half(1));
        assert_eq!(&half(1) + &half(1), Rat::ONE);
    }
}
