//! Theory propagation: bounds that a row implies, where they decide an atom.

use super::bounds::Column;
use super::tableau::{Long, RowId};
use super::{Col, Farkas, Lia};
use crate::sat::lit::Lit;
use logic::{Int, Rat};

/// Longer rows are not looked at: what they imply is weak and costly to explain.
const LONGEST: usize = 12;
/// Rows looked at between two decisions.
const MOST_ROWS: usize = 200;

/// A literal with the certificate of its clause, the negated literal first.
pub type Implied = (Lit, Farkas);

/// The least (or greatest) value of `coefficient * column`, if a bound gives one.
fn extreme(column: &Column, coefficient: &Int, least: bool) -> Option<Int> {
    let bound = if coefficient.is_positive() == least { &column.lower } else { &column.upper };
    bound.as_ref().map(|b| coefficient * &b.value)
}

impl Lia {
    /// Adds to `out` the literals that follow from rows whose columns have got new bounds since the last call. `open`
    /// tells whether a literal is still unassigned.
    pub fn imply(&mut self, open: &dyn Fn(Lit) -> bool, out: &mut Vec<Implied>) {
        let mut rows: Vec<RowId> = Vec::new();
        for col in std::mem::take(&mut self.changed) {
            rows.extend_from_slice(self.tableau.uses(col));
        }
        rows.sort_unstable();
        rows.dedup();
        let mut long = Long::default();
        for row in rows.into_iter().take(MOST_ROWS) {
            if self.tableau.row(row).entries.len() <= LONGEST {
                for least in [true, false] {
                    self.imply_in_row(row, least, open, &mut long, out);
                }
            }
        }
        self.long += long.work;
    }

    /// With `least`, the least values of all other summands bound each summand from above, as the row's sum is zero.
    fn imply_in_row(
        &self,
        row: RowId,
        least: bool,
        open: &dyn Fn(Lit) -> bool,
        long: &mut Long,
        out: &mut Vec<Implied>,
    ) {
        let entries = &self.tableau.row(row).entries;
        let (mut sum, mut unbounded) = (Int::ZERO, None);
        for (c, k) in entries {
            match extreme(&self.columns[*c as usize], k, least) {
                Some(x) => sum += &x,
                None if unbounded.is_some() => return,
                None => unbounded = Some(*c),
            }
        }
        for (c, k) in entries {
            if unbounded.is_some_and(|u| u != *c) {
                continue;
            }
            let column = &self.columns[*c as usize];
            if column.atoms.is_empty() {
                continue;
            }
            let own = extreme(column, k, least).unwrap_or(Int::ZERO);
            // k * column <= limit, or >= limit.
            let limit = &own - &sum;
            long.count(&limit);
            let upper = k.is_positive() == least;
            let limit = if upper { limit.div_floor(k) } else { limit.div_ceil(k) };
            if let Some(lit) = decided(column, &limit, upper, open) {
                out.push((lit, self.explain_row(row, *c, least, lit)));
            }
        }
    }

    fn explain_row(&self, row: RowId, col: Col, least: bool, lit: Lit) -> Farkas {
        let mut farkas = vec![(!lit, Rat::ZERO)];
        for (c, k) in &self.tableau.row(row).entries {
            if *c == col {
                farkas[0].1 = Rat::from(k.abs());
                continue;
            }
            let column = &self.columns[*c as usize];
            let bound = if k.is_positive() == least { &column.lower } else { &column.upper };
            farkas.extend(bound.as_ref().map(|b| (b.because, Rat::from(k.abs()))));
        }
        farkas
    }
}

/// The strongest open literal that `column <= limit` (or `>= limit`) implies.
fn decided(column: &Column, limit: &Int, upper: bool, open: &dyn Fn(Lit) -> bool) -> Option<Lit> {
    if upper {
        let known = column.upper.as_ref().map(|b| &b.value);
        let first = column.atoms.partition_point(|(b, _)| b < limit);
        let mut weaker = column.atoms[first..].iter().take_while(|(b, _)| known.is_none_or(|u| b < u));
        weaker.find_map(|&(_, a)| Some(Lit::new(a, true)).filter(|&l| open(l)))
    } else {
        // column >= limit makes column <= b false for b < limit.
        let known = column.lower.as_ref().map(|b| &b.value);
        let end = column.atoms.partition_point(|(b, _)| b < limit);
        let mut weaker = column.atoms[..end].iter().rev().take_while(|(b, _)| known.is_none_or(|l| b >= l));
        weaker.find_map(|&(_, a)| Some(Lit::new(a, false)).filter(|&l| open(l)))
    }
}
