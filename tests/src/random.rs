//! Numbers without a pattern, the same in every run: xorshift (Marsaglia 2003).

/// A sequence of numbers, by where it begins: not at zero.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// The next one, below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or(0)
    }
}
