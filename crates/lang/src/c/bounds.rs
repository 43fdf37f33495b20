//! The values that something may have, between bounds.

use logic::Int;

/// The values that a free choice may take.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The least value, if there is one.
    pub low: Option<Int>,
    /// The greatest value, if there is one.
    pub high: Option<Int>,
}

impl Bounds {
    /// Whether a value lies within.
    pub fn contain(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
    }

    /// Whether every value lies within.
    pub fn is_all(&self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
}
