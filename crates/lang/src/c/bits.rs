//! Bitwise operations with a constant, expressed by arithmetic: the type checker folds them, the interpreter computes
//! them, and the encoding turns them into formulas.
//!
//! Numbers are in two's complement of any width. The digits of `x` that a mask selects are, for each run of ones in it, a
//! remainder of a quotient; `x | m` is `x + m - (x & m)`, and `x ^ m` is `x + m - 2 (x & m)`.

use logic::Int;

use super::ast::BitOp;

/// Longest mask, in binary digits.
pub(crate) const MAX_MASK: u64 = 64;

/// A run of ones in a mask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The value of its last digit: 2 to the power of its position.
    pub unit: Int,
    /// 2 to the power of its length.
    pub size: Int,
}

/// The runs of ones of a mask that is not negative, lowest first.
pub fn runs(mask: &Int) -> Vec<Run> {
    let two = Int::from(2);
    let (mut rest, mut unit) = (mask.clone(), Int::ONE);
    let mut runs: Vec<Run> = Vec::new();
    let mut is_open = false;
    while !rest.is_zero() {
        let is_one = rest.rem_euclid(&two).is_one();
        match runs.last_mut() {
            Some(run) if is_one && is_open => run.size = &run.size + &run.size,
            _ if is_one => runs.push(Run { unit: unit.clone(), size: two.clone() }),
            _ => {}
        }
        is_open = is_one;
        rest = rest.div_floor(&two);
        unit = &unit + &unit;
    }
    runs
}

/// The parts of `value op mask`, which are added: the value, a number, and the digits that a mask selects, each with a
/// factor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The factor of the value itself: 1, 0 or -1.
    pub value: i8,
    /// A number that is added.
    pub number: Int,
    /// The factor of the digits.
    pub digits: Int,
    /// The mask that selects them; it is not negative.
    pub mask: Int,
}

/// How to compute a bitwise operation with a constant.
pub fn parts(op: BitOp, mask: &Int) -> Parts {
    let is_negative = mask.is_negative();
    let other = if is_negative { &Int::MINUS_ONE - mask } else { mask.clone() };
    // x & m is x - (x & ~m) for a negative m, and so on.
    let (value, number, digits) = match (op, is_negative) {
        (BitOp::And, false) => (0, Int::ZERO, 1),
        (BitOp::And, true) => (1, Int::ZERO, -1),
        (BitOp::Or, false) => (1, mask.clone(), -1),
        (BitOp::Or, true) => (0, mask.clone(), 1),
        (BitOp::Xor, false) => (1, mask.clone(), -2),
        // ~(x ^ ~m) is -1 - x - ~m + 2 (x & ~m).
        (BitOp::Xor, true) => {
            let (number, digits) = (mask.clone(), Int::from(2));
            return Parts { value: -1, number, digits, mask: other };
        }
    };
    Parts { value, number, digits: Int::from(digits), mask: other }
}

/// The result of a bitwise operation.
pub fn bitwise(op: BitOp, value: &Int, mask: &Int) -> Int {
    let parts = parts(op, mask);
    let mut digits = Int::ZERO;
    for Run { unit, size } in runs(&parts.mask) {
        digits += &(&unit * &value.div_floor(&unit).rem_euclid(&size));
    }
    let own = &Int::from(i64::from(parts.value)) * value;
    &(&parts.number + &own) + &(&parts.digits * &digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_the_machine() {
        let samples =
            [0_i64, 1, 2, 3, 5, 6, 12, 255, 256, 0x5a5a, i64::from(i32::MAX), -1, -2, -3, -8, -255, -4096];
        for a in samples {
            for m in samples {
                for (op, expected) in [(BitOp::And, a & m), (BitOp::Or, a | m), (BitOp::Xor, a ^ m)] {
                    let result = bitwise(op, &Int::from(a), &Int::from(m));
                    assert_eq!(result, Int::from(expected), "{a} {op:?} {m}");
                }
            }
        }
    }
}
