//! The simplex procedure for feasibility, after Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T),
//! CAV 2006.
//!
//! DIVERGENCE: all bounds are integers, so there are no infinitesimals; rows have integer coefficients instead of rational
//! ones; the entering column is the one with the fewest rows until many pivots have gone by, then Bland's.

use super::tableau::RowId;
use super::{Col, Farkas, Lia};
use logic::{Int, Rat};
use std::cmp::Reverse;

/// Work on long numbers, as [`super::tableau::Long`] counts it, that takes as long as a pivot.
pub const LONG_PER_PIVOT: u64 = 64;
/// After so many pivots in one check Bland's rule takes over, which cannot cycle.
const PATIENCE: u64 = 200;

impl Lia {
    /// Adds the row that defines a form's column.
    pub(super) fn add_row(&mut self, col: Col, form: &[(Col, Int)]) {
        self.tableau.add(col, form);
        let mut value = Rat::ZERO;
        for (c, k) in form {
            value += &(&Rat::from(k) * &self.columns[*c as usize].value);
        }
        self.columns[col as usize].value = value;
    }

    /// Notes that a basic column may be out of bounds.
    pub(super) fn suspect(&mut self, col: Col) {
        let column = &self.columns[col as usize];
        if !column.above_lower() || !column.below_upper() {
            self.suspects.push(Reverse(col));
        }
    }

    /// Gives a column that is not basic another value; the basic ones follow.
    pub(super) fn move_column(&mut self, col: Col, value: Rat) {
        let delta = &value - &self.columns[col as usize].value;
        self.columns[col as usize].value = value;
        for i in 0..self.tableau.uses(col).len() {
            let row = self.tableau.uses(col)[i];
            self.follow(row, col, &delta);
        }
    }

    /// Adjusts a row's basic column after another of its columns moved by `delta`.
    fn follow(&mut self, row: RowId, col: Col, delta: &Rat) {
        let row = self.tableau.row(row);
        let basic = row.basic;
        let change = &Rat::new(-row.coefficient(col), row.coefficient(basic)) * delta;
        self.columns[basic as usize].value += &change;
        self.suspect(basic);
    }

    /// What has been done so far, in pivots of numbers that fit the machine word.
    pub fn effort(&self) -> u64 {
        self.pivots + self.long / LONG_PER_PIVOT
    }

    /// Looks for rational values within all bounds. `Err` tells which bounds contradict each other; `Ok(false)` that the
    /// given effort was used up.
    pub fn check(&mut self, effort: u64) -> Result<bool, Farkas> {
        let (start, most) = (self.pivots, self.effort().saturating_add(effort));
        while let Some(Reverse(leave)) = self.suspects.pop() {
            let Some(row) = self.tableau.row_of(leave) else { continue };
            let column = &self.columns[leave as usize];
            let (target, up) = match (&column.lower, &column.upper) {
                (Some(l), _) if !column.above_lower() => (Rat::from(&l.value), true),
                (_, Some(u)) if !column.below_upper() => (Rat::from(&u.value), false),
                _ => continue,
            };
            if self.effort() > most {
                self.suspects.push(Reverse(leave));
                return Ok(false);
            }
            match self.entering(row, leave, up, self.pivots - start > PATIENCE) {
                Some(enter) => self.pivot_and_move(row, leave, enter, target),
                None => {
                    self.suspects.push(Reverse(leave));
                    return Err(self.explain(row, leave, up));
                }
            }
        }
        Ok(true)
    }

    /// Whether a column of the row can move so that the basic one goes up (or down).
    fn can_move(&self, col: Col, coefficient: &Int, up: bool) -> bool {
        let column = &self.columns[col as usize];
        // The basic coefficient is positive, so raising this column lowers the basic one if its own is positive.
        if coefficient.is_negative() == up {
            column.upper.as_ref().is_none_or(|u| column.value < Rat::from(&u.value))
        } else {
            column.lower.as_ref().is_none_or(|l| column.value > Rat::from(&l.value))
        }
    }

    fn entering(&self, row: RowId, leave: Col, up: bool, bland: bool) -> Option<Col> {
        let entries = self.tableau.row(row).entries.iter();
        let mut candidates = entries.filter(|(c, k)| *c != leave && self.can_move(*c, k, up)).map(|e| e.0);
        if bland { candidates.next() } else { candidates.min_by_key(|&c| (self.tableau.uses(c).len(), c)) }
    }

    fn pivot_and_move(&mut self, row: RowId, leave: Col, enter: Col, target: Rat) {
        let r = self.tableau.row(row);
        let ratio = Rat::new(-r.coefficient(leave), r.coefficient(enter));
        let delta = &(&target - &self.columns[leave as usize].value) * &ratio;
        self.columns[leave as usize].value = target;
        let moved = &self.columns[enter as usize].value + &delta;
        self.columns[enter as usize].value = moved;
        for i in 0..self.tableau.uses(enter).len() {
            let other = self.tableau.uses(enter)[i];
            if other != row {
                self.follow(other, enter, &delta);
            }
        }
        let long = self.tableau.pivot(row, enter);
        self.digits = self.digits.max(long.digits);
        self.long += long.work;
        self.pivots += 1;
        self.suspect(enter);
    }

    /// The bounds of a row that keep its basic column from going up (or down) far enough.
    fn explain(&self, row: RowId, leave: Col, up: bool) -> Farkas {
        let mut farkas = Vec::new();
        for (c, k) in &self.tableau.row(row).entries {
            let column = &self.columns[*c as usize];
            let is_lower = if *c == leave { up } else { k.is_negative() != up };
            let bound = if is_lower { &column.lower } else { &column.upper };
            if let Some(b) = bound {
                farkas.push((b.because, Rat::from(k.abs())));
            }
        }
        farkas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::lit::Lit;

    /// `low <= form <= high`.
    type Row<'a> = (&'a [(Col, i64)], Option<i64>, Option<i64>);

    /// Bounds, numbered; the answer with the multipliers of the contradiction.
    fn check(n: usize, rows: &[Row]) -> String {
        let mut lia = Lia::with_columns(n);
        for (i, (form, low, high)) in rows.iter().enumerate() {
            let form: Vec<(Col, Int)> = form.iter().map(|(c, k)| (*c, Int::from(*k))).collect();
            let (col, sign) = lia.column_of(&form);
            assert!(sign);
            for (bound, upper) in [(low, false), (high, true)] {
                if let Some(b) = bound {
                    lia.set_bound(col, upper, Int::from(*b), Lit::new(i as u32, upper)).unwrap();
                }
            }
        }
        match lia.check(1_000) {
            Ok(true) => (0..n as Col).map(|c| format!("{} ", lia.column_value(c))).collect(),
            Ok(false) => "gave up".to_string(),
            Err(farkas) => farkas.iter().map(|(l, f)| format!("{f}*{l:?} ")).collect(),
        }
    }

    #[test]
    fn feasible_values_or_a_farkas_sum() {
        // x + y >= 2, x - y >= 1, x <= 1 (numbers 0, 1, 2): twice x is at least three.
        let rows: [Row; 3] = [
            (&[(0, 1), (1, 1)], Some(2), None),
            (&[(0, 1), (1, -1)], Some(1), None),
            (&[(0, 1)], None, Some(1)),
        ];
        assert_eq!(check(2, &rows), "2*2 1*-0 1*-1 ");
        assert_eq!(check(2, &rows[..2]), "2 0 ");
    }

    #[test]
    fn long_chains_do_not_cycle() {
        // x0 <= x1 <= ... <= x9 <= x0 - 1.
        let forms: Vec<Vec<(Col, i64)>> = (0..9).map(|i| vec![(i, 1), (i + 1, -1)]).collect();
        let mut rows: Vec<Row> = forms.iter().map(|f| (&f[..], None, Some(0))).collect();
        let last = [(0, 1), (9, -1)];
        assert_ne!(check(10, &rows), "gave up");
        rows.push((&last, Some(1), None));
        assert!(check(10, &rows).contains("1*-9"));
    }

    #[test]
    fn long_numbers_make_a_pivot_count_for_more() {
        // Sums of all columns times powers of a number, each row with powers of its own.
        let run = |g: &Int, most: u64| {
            let mut lia = Lia::with_columns(7);
            for row in 0..5_usize {
                let power = |n: usize| (0..n).fold(Int::ONE, |p, _| &p * g);
                let form: Vec<(Col, Int)> =
                    (0..7).map(|c| (c as Col, &power(row * c % 5) + &Int::from(c as i64))).collect();
                let (col, sign) = lia.column_of(&form);
                // Even rows are at least one, odd ones at most minus one.
                let bound = if (row % 2 == 0) == sign { Int::ONE } else { Int::MINUS_ONE };
                lia.set_bound(col, (row % 2 == 1) == sign, bound, Lit::new(row as u32, true)).unwrap();
            }
            (lia.check(most), lia.pivots, lia.effort())
        };
        let (small, pivots, effort) = run(&Int::from(3), 100);
        assert_eq!((small, effort), (Ok(true), pivots));
        let huge = (0..20).fold(Int::from(7), |g, _| &g * &Int::from(i64::MAX));
        let (big, pivots, effort) = run(&huge, 1_000_000);
        assert_eq!(big, Ok(true));
        assert!(effort > 10 * pivots, "{effort} for {pivots} pivots");
        assert_eq!(run(&huge, pivots).0, Ok(false), "of that length so many do not come cheap");
    }
}
