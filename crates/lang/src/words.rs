//! Nonlinear operations of two words: products and quotients of variables, shifts by variables, bitwise operations.
//!
//! Type checkers put them where integers are words ([`crate::Integers::Bits`]); interpreters compute them here with exact integers,
//! and `flow` writes them as circuits. Operands are in their type's range; where a result may leave it, it is wrapped outside.

use logic::Int;

use crate::c::IntType;
use crate::c::ast::BitOp;
use crate::c::bits::bitwise;
use crate::c::typing::{truncated_quotient, truncated_remainder};

/// An operation of two words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordOp {
    /// The exact product.
    Times,
    /// The quotient, rounded toward zero.
    Quotient,
    /// What is left of that quotient: it has the sign of the dividend.
    Remainder,
    /// The Euclidean quotient; 0 if the divisor is.
    EuclideanQuotient,
    /// The Euclidean remainder, never negative; the dividend if the divisor is 0.
    EuclideanRemainder,
    /// The product with a power of two; the exponent is taken modulo the width.
    ShiftLeft,
    /// The quotient by a power of two, rounded down; the exponent is taken modulo the width.
    ShiftRight,
    /// Digits that both have.
    And,
    /// Digits that one has.
    Or,
    /// Digits that just one has.
    Xor,
}

impl WordOp {
    /// Every operation.
    pub const ALL: [WordOp; 10] = [
        WordOp::Times,
        WordOp::Quotient,
        WordOp::Remainder,
        WordOp::EuclideanQuotient,
        WordOp::EuclideanRemainder,
        WordOp::ShiftLeft,
        WordOp::ShiftRight,
        WordOp::And,
        WordOp::Or,
        WordOp::Xor,
    ];

    /// Whether the result is in the range of the operands' type whatever they are.
    pub fn keeps_range(self) -> bool {
        match self {
            WordOp::Remainder | WordOp::ShiftRight | WordOp::And | WordOp::Or | WordOp::Xor => true,
            // An unsigned remainder is, too; a signed one by the least number is not below the greatest.
            WordOp::Times
            | WordOp::Quotient
            | WordOp::EuclideanQuotient
            | WordOp::EuclideanRemainder
            | WordOp::ShiftLeft => false,
        }
    }

    /// Whether C defines the result for this right operand, up to overflow.
    pub fn is_defined(self, right: &Int, int: IntType) -> bool {
        match self {
            WordOp::Quotient | WordOp::Remainder => !right.is_zero(),
            WordOp::ShiftLeft | WordOp::ShiftRight => {
                right.to_i64().is_some_and(|by| (0..i64::from(int.bits)).contains(&by))
            }
            _ => true,
        }
    }

    /// The result for operands of this type, not wrapped. By zero the quotient is 0 and the remainder the dividend.
    pub fn apply(self, left: &Int, right: &Int, int: IntType) -> Int {
        match self {
            WordOp::Times => left * right,
            WordOp::Quotient | WordOp::EuclideanQuotient if right.is_zero() => Int::ZERO,
            WordOp::Remainder | WordOp::EuclideanRemainder if right.is_zero() => left.clone(),
            WordOp::Quotient => truncated_quotient(left, right),
            WordOp::Remainder => truncated_remainder(left, right),
            WordOp::EuclideanQuotient => left.div_euclid(right),
            WordOp::EuclideanRemainder => left.rem_euclid(right),
            WordOp::ShiftLeft => left * power(right, int),
            WordOp::ShiftRight => left.div_floor(&power(right, int)),
            WordOp::And => bitwise(BitOp::And, left, right),
            WordOp::Or => bitwise(BitOp::Or, left, right),
            WordOp::Xor => bitwise(BitOp::Xor, left, right),
        }
    }
}

/// 2 to the power of the exponent modulo the width, rounded up to a power of two.
fn power(exponent: &Int, int: IntType) -> Int {
    let width = i64::from(int.bits).max(1).unsigned_abs().next_power_of_two();
    let by = exponent.rem_euclid(&Int::from(width.cast_signed())).to_i64().unwrap_or(0);
    (0..by).fold(Int::ONE, |power, _| &power + &power)
}
