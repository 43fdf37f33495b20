//! Literals of the search, and small index types. The encoder makes them; everything in the search reads them.

use std::fmt;
use std::ops::Not;

/// The position of an atom in the search: one per Boolean term that the solver has met.
pub type AtomId = u32;

/// An atom or its negation, packed into one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal of an atom with a sign.
    pub fn new(atom: AtomId, positive: bool) -> Lit {
        Lit(atom << 1 | u32::from(!positive))
    }

    /// Its atom.
    pub fn atom(self) -> AtomId {
        self.0 >> 1
    }

    /// Whether it is the atom itself.
    pub fn positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A dense index, for tables with one row per literal.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.positive() { "" } else { "-" }, self.atom())
    }
}
