//! What the integers of a program are. The user chooses this in the settings of a run; the front end of C, and
//! everything built on it, follows that choice.

use serde::{Deserialize, Serialize};

/// What the integers of a program are. Those of IMP are mathematical or words; what else there is concerns C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Integers {
    /// As C has them: unsigned and narrow types and all conversions are exact, signed arithmetic is mathematical, and leaving
    /// a signed type's range is undefined, hence reported as [`Overflow`] says.
    #[default]
    C,
    /// Mathematical whatever the type: no least and no greatest value, nothing wraps.
    Mathematical,
    /// Words of a fixed width in two's complement, signed ones too: whatever leaves its type's range wraps.
    Bits,
}

impl Integers {
    /// Every reading, in the order of menus.
    pub const ALL: [Integers; 3] = [Integers::C, Integers::Mathematical, Integers::Bits];

    /// The name used on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            Integers::C => "c",
            Integers::Mathematical => "mathematical",
            Integers::Bits => "bits",
        }
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        match self {
            Integers::C => "C’s integers",
            Integers::Mathematical => "mathematical integers",
            Integers::Bits => "words of bits",
        }
    }
}

/// How signed arithmetic that may leave its type's range is treated, where integers behave as in C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overflow {
    /// A warning, one for each program: the verdict assumes that it does not.
    #[default]
    Warn,
    /// An assertion of its own at each place.
    Check,
}

impl Overflow {
    /// The name used on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            Overflow::Warn => "warn",
            Overflow::Check => "check",
        }
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        match self {
            Overflow::Warn => "is warned about",
            Overflow::Check => "fails an assertion",
        }
    }
}

/// No reading, or no treatment of overflow, has this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownReading;

impl std::str::FromStr for Integers {
    type Err = UnknownReading;
    fn from_str(s: &str) -> Result<Integers, UnknownReading> {
        Integers::ALL.into_iter().find(|x| x.as_str() == s).ok_or(UnknownReading)
    }
}

impl std::str::FromStr for Overflow {
    type Err = UnknownReading;
    fn from_str(s: &str) -> Result<Overflow, UnknownReading> {
        [Overflow::Warn, Overflow::Check].into_iter().find(|x| x.as_str() == s).ok_or(UnknownReading)
    }
}

/// How a program computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arithmetic {
    /// What its integers are.
    pub integers: Integers,
    /// What is made of signed overflow.
    pub overflow: Overflow,
    /// Where integers are words, how many bits an `int` of IMP has; C's types have their own widths.
    pub width: u8,
}

/// How many bits an `int` of IMP has where integers are words and nothing else is said.
pub const WIDTH: u8 = 8;

impl Default for Arithmetic {
    fn default() -> Arithmetic {
        Arithmetic { integers: Integers::default(), overflow: Overflow::default(), width: WIDTH }
    }
}

impl Arithmetic {
    /// Integers without bounds.
    pub const MATHEMATICAL: Arithmetic =
        Arithmetic { integers: Integers::Mathematical, overflow: Overflow::Warn, width: WIDTH };
}
