//! Integer values from rational ones: which part to branch on.

use super::{Col, Lia};
use logic::{Int, Term};

impl Lia {
    /// The parts whose current value is no integer.
    pub fn fractional(&self) -> impl Iterator<Item = Col> + '_ {
        let all = 0..self.columns.len() as Col;
        all.filter(|&c| {
            let column = &self.columns[c as usize];
            column.part.is_some() && !column.value.is_integer()
        })
    }

    /// A part to branch on, `part <= bound` or not: one without an integer value, of the smallest range.
    ///
    /// Parts are subterms of what was asserted, so whatever the partitions are, a branch belongs to one of them.
    pub fn branch(&self) -> Option<(Term, Int)> {
        let range = |c: Col| {
            let column = &self.columns[c as usize];
            match (&column.lower, &column.upper) {
                (Some(l), Some(u)) => (0, &u.value - &l.value),
                (None, None) => (2, Int::ZERO),
                _ => (1, Int::ZERO),
            }
        };
        let col = self.fractional().min_by_key(|&c| (range(c), c))?;
        let column = &self.columns[col as usize];
        Some((column.part?, column.value.floor()))
    }

    /// The value of a part under the current assignment; zero for one that is not known here.
    pub fn value(&self, t: Term) -> Int {
        self.parts.get(&t).map_or(Int::ZERO, |&c| self.columns[c as usize].value.floor())
    }
}
