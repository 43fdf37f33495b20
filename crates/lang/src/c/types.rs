//! The types of C that are supported: integers, truth values, and none.

use logic::Int;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `void`: no value.
    Void,
    /// `_Bool`.
    Bool,
    /// Any other integer type; an enumeration counts as one of them.
    Int(IntType),
}

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct IntType {
    /// Its width in binary digits: 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
}

impl IntType {
    /// `int`
    pub const INT: IntType = IntType { bits: 32, signed: true };
    /// `unsigned`
    pub const UNSIGNED: IntType = IntType { bits: 32, signed: false };
    /// `long`, and `long long`.
    pub const LONG: IntType = IntType { bits: 64, signed: true };
    /// `unsigned long`, and `unsigned long long`.
    pub const UNSIGNED_LONG: IntType = IntType { bits: 64, signed: false };
    /// `char`, which is signed.
    pub const CHAR: IntType = IntType { bits: 8, signed: true };

    /// Whether a variable of the type can hold the value in C.
    pub(crate) fn holds(self, value: &Int) -> bool {
        let bits = if value.is_negative() { (value + &Int::ONE).bits() } else { value.bits() };
        let room = u64::from(self.bits) - u64::from(self.signed);
        bits <= room && (self.signed || !value.is_negative())
    }

    /// The least and the greatest value.
    pub fn range(self) -> (Int, Int) {
        let mut power = Int::ONE;
        for _ in 0..self.bits - u8::from(self.signed) {
            power = &power + &power;
        }
        let low = if self.signed { -power.clone() } else { Int::ZERO };
        (low, power - Int::ONE)
    }

    /// The number of different values.
    pub fn count(self) -> Int {
        let (low, high) = self.range();
        high - low + Int::ONE
    }

    /// The value in the range that differs from the number by a multiple of 2^n: what a conversion makes of it.
    pub fn wrap(self, number: &Int) -> Int {
        if self.holds(number) {
            return number.clone();
        }
        let (low, _) = self.range();
        (number - &low).rem_euclid(&self.count()) + low
    }

    /// How the type is written.
    pub fn name(self) -> &'static str {
        match (self.bits, self.signed) {
            (8, true) => "char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long",
            (_, false) => "unsigned long",
        }
    }

    /// The type of operands narrower than `int`.
    fn promoted(self) -> IntType {
        if self.bits < 32 { IntType::INT } else { self }
    }

    /// The type in which two operands meet.
    pub(crate) fn meet(self, other: IntType) -> IntType {
        let (a, b) = (self.promoted(), other.promoted());
        let bits = a.bits.max(b.bits);
        // An unsigned operand decides unless the signed one is wider.
        let signed = (a.signed || a.bits < bits) && (b.signed || b.bits < bits);
        IntType { bits, signed }
    }
}

impl Type {
    /// `int`
    pub const INT: Type = Type::Int(IntType::INT);

    /// How the type is written.
    pub fn name(self) -> &'static str {
        match self {
            Type::Void => "void",
            Type::Bool => "_Bool",
            Type::Int(int) => int.name(),
        }
    }

    /// The type as an operand of arithmetic.
    pub(crate) fn operand(self) -> IntType {
        match self {
            Type::Int(int) => int.promoted(),
            Type::Bool | Type::Void => IntType::INT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_conversions() {
        let short = IntType { bits: 16, signed: true };
        let byte = IntType { bits: 8, signed: false };
        assert_eq!(short.meet(byte), IntType::INT);
        assert_eq!(IntType::INT.meet(IntType::UNSIGNED), IntType::UNSIGNED);
        assert_eq!(IntType::LONG.meet(IntType::UNSIGNED), IntType::LONG);
        assert_eq!(IntType::LONG.meet(IntType::UNSIGNED_LONG), IntType::UNSIGNED_LONG);
        assert_eq!(Type::Bool.operand(), IntType::INT);
    }

    #[test]
    fn ranges() {
        for (value, int, expected) in [
            (-128_i64, IntType::CHAR, true),
            (-129, IntType::CHAR, false),
            (127, IntType::CHAR, true),
            (128, IntType::CHAR, false),
            (0, IntType::UNSIGNED, true),
            (-1, IntType::UNSIGNED, false),
            (4_294_967_295, IntType::UNSIGNED, true),
            (4_294_967_296, IntType::UNSIGNED, false),
            (-2_147_483_648, IntType::INT, true),
        ] {
            assert_eq!(int.holds(&Int::from(value)), expected, "{value} {int:?}");
        }
    }
}
