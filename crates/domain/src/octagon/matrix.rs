//! Bounds of the sums of two variables with signs: what Miné calls a difference-bound matrix, written so that it is symmetric.
//!
//! Variable number `k` has two [`Row`]s, `2k` for itself and `2k + 1` for its negation. The entry of two rows bounds their
//! sum from above, so `x - y <= 3` is the entry of `x` and the negated `y`, and twice a bound of `x` is the entry of `x` with
//! itself. (Miné's entry for a difference is ours for the sum with the negated row, and his coherence is our symmetry.)
//!
//! A matrix is *closed* when every bound is the least that follows from all of them over the integers. Closure is by shortest
//! paths, rounding and one step of strengthening (Bagnara, Hill, Zaffanella, "Weakly-relational shapes for numeric
//! abstractions", 2009, section 6), for the whole matrix or after one bound more.

use crate::interval::Interval;
use crate::propagate::Empty;
use logic::{Int, Var};

/// A variable of a matrix or its negation.
pub(super) type Row = usize;

/// The same variable with the other sign.
pub(super) fn negated(a: Row) -> Row {
    a ^ 1
}

/// Bounds over some variables.
///
/// Invariant: the variables are in increasing order, and a row's sum with its negation has a bound, 0 in a closed matrix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Matrix {
    vars: Vec<Var>,
    /// The entry of rows `a >= b` is at `a (a + 1) / 2 + b`.
    bounds: Vec<Option<Int>>,
}

/// Where the entry of two rows is.
fn place(a: Row, b: Row) -> usize {
    let (a, b) = if a >= b { (a, b) } else { (b, a) };
    a * (a + 1) / 2 + b
}

/// The sum of two bounds, if both are there.
fn plus(a: Option<&Int>, b: Option<&Int>) -> Option<Int> {
    Some(a? + b?)
}

impl Matrix {
    /// The matrix over these variables, in increasing order, whose bounds are given by `bound`; it is asked once for each sum.
    pub(super) fn of(vars: Vec<Var>, mut bound: impl FnMut(Row, Row) -> Option<Int>) -> Matrix {
        let rows = 2 * vars.len();
        let mut bounds = Vec::with_capacity(rows * (rows + 1) / 2);
        for a in 0..rows {
            for b in 0..=a {
                bounds.push(if a == negated(b) { Some(Int::ZERO) } else { bound(a, b) });
            }
        }
        Matrix { vars, bounds }
    }

    /// The matrix without bounds.
    pub(super) fn unbounded(vars: Vec<Var>) -> Matrix {
        Matrix::of(vars, |_, _| None)
    }

    /// The variables, in increasing order.
    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        2 * self.vars.len()
    }

    /// The row of a variable, if it is one of the matrix's.
    pub(super) fn row(&self, var: Var) -> Option<Row> {
        self.vars.binary_search(&var).ok().map(|k| 2 * k)
    }

    /// The variable of a row.
    pub(super) fn var(&self, a: Row) -> Var {
        self.vars[a / 2]
    }

    /// The upper bound of the sum of two rows.
    pub(super) fn get(&self, a: Row, b: Row) -> Option<&Int> {
        self.bounds[place(a, b)].as_ref()
    }

    /// The pairs of rows of different variables, each once.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Row, Row)> {
        (0..self.rows()).flat_map(|a| (0..a / 2 * 2).map(move |b| (b, a)))
    }

    /// The values of a variable.
    pub(super) fn interval(&self, a: Row) -> Interval {
        let half = |a: Row| self.get(a, a).map(|twice| twice.div_floor(&Int::from(2)));
        let low = half(negated(a)).map(|l| -l);
        Interval::new(low, half(a)).unwrap_or_default()
    }

    /// Half of what a bound of each of two rows says of their sum.
    pub(super) fn apart(&self, a: Row, b: Row) -> Option<Int> {
        plus(self.get(a, a), self.get(b, b)).map(|twice| twice.div_floor(&Int::from(2)))
    }

    /// Whether the entry says more than the bounds of the two rows by themselves.
    pub(super) fn is_proper(&self, a: Row, b: Row) -> bool {
        match (self.get(a, b), self.apart(a, b)) {
            (Some(bound), Some(apart)) => *bound < apart,
            (bound, _) => bound.is_some(),
        }
    }

    /// Lowers an entry, if this is lower.
    fn lower(&mut self, a: Row, b: Row, to: Option<Int>) {
        let entry = &mut self.bounds[place(a, b)];
        if let Some(to) = to
            && entry.as_ref().is_none_or(|now| to < *now)
        {
            *entry = Some(to);
        }
    }

    /// Paths from row to row that pass one of two edges, or both: from `-a` to `b`, and back with other signs.
    /// `edge` is what it adds to pass; the rows are those before anything was lowered.
    fn pass(&mut self, a: Row, b: Row, edge: &Int) {
        let row = |m: &Matrix, of: Row| (0..m.rows()).map(|p| m.get(p, of).cloned()).collect::<Vec<_>>();
        let (to_a, to_b) = (row(self, negated(a)), row(self, negated(b)));
        let edge = Some(edge);
        let twice = |between: Option<&Int>| plus(plus(edge, between).as_ref(), edge);
        let by_b = twice(to_b[negated(b)].as_ref());
        let by_a = twice(to_a[negated(a)].as_ref());
        for p in 0..self.rows() {
            let first = plus(to_a[p].as_ref(), edge);
            let second = plus(to_b[p].as_ref(), edge);
            let third = plus(to_a[p].as_ref(), by_b.as_ref());
            let fourth = plus(to_b[p].as_ref(), by_a.as_ref());
            for q in 0..=p {
                self.lower(p, q, plus(first.as_ref(), to_b[q].as_ref()));
                self.lower(p, q, plus(second.as_ref(), to_a[q].as_ref()));
                self.lower(p, q, plus(third.as_ref(), to_a[q].as_ref()));
                self.lower(p, q, plus(fourth.as_ref(), to_b[q].as_ref()));
            }
        }
    }

    /// Adds a bound to a closed matrix, which is closed again afterwards: in the square of the number of variables.
    pub(super) fn add(&mut self, a: Row, b: Row, bound: &Int) -> Result<(), Empty> {
        if self.get(a, b).is_some_and(|now| now <= bound) {
            return Ok(());
        }
        self.pass(a, b, bound);
        self.tighten()
    }

    /// Closes the matrix, in the cube of the number of variables.
    pub(super) fn close(&mut self) -> Result<(), Empty> {
        for k in 0..self.vars.len() {
            // Through the variable, its negation, or both, one after the other.
            self.pass(2 * k, 2 * k + 1, &Int::ZERO);
            self.is_possible()?;
        }
        self.tighten()
    }

    /// No row and its negation have a sum below 0.
    fn is_possible(&self) -> Result<(), Empty> {
        let negative = |a: Row| self.get(a, negated(a)).is_some_and(Int::is_negative);
        if (0..self.rows()).step_by(2).any(negative) { Err(Empty) } else { Ok(()) }
    }

    /// What closure over the rationals lacks: bounds of single variables are whole numbers, and give bounds of sums.
    fn tighten(&mut self) -> Result<(), Empty> {
        self.is_possible()?;
        for a in 0..self.rows() {
            let even = self.get(a, a).map(|twice| twice - &twice.rem_euclid(&Int::from(2)));
            self.lower(a, a, even);
        }
        for a in (0..self.rows()).step_by(2) {
            if plus(self.get(a, a), self.get(a + 1, a + 1)).is_some_and(|sum| sum.is_negative()) {
                return Err(Empty);
            }
        }
        for p in 0..self.rows() {
            for q in 0..p {
                if q != negated(p) {
                    let apart = self.apart(p, q);
                    self.lower(p, q, apart);
                }
            }
        }
        Ok(())
    }

    /// Without a variable. A closed matrix stays closed.
    pub(super) fn without(&self, keep: impl Fn(Var) -> bool) -> Matrix {
        let kept: Vec<usize> = (0..self.vars.len()).filter(|&k| keep(self.vars[k])).collect();
        let vars = kept.iter().map(|&k| self.vars[k]).collect();
        let old = |a: Row| 2 * kept[a / 2] + a % 2;
        Matrix::of(vars, |a, b| self.get(old(a), old(b)).cloned())
    }

    /// The variable of a row has become itself, or what it was negated, plus a number from the interval. A closed matrix
    /// stays closed.
    pub(super) fn moved(&self, x: Row, is_negated: bool, by: &Interval) -> Matrix {
        let low = by.low().map(|l| -l);
        let old = |a: Row| if is_negated && a / 2 == x / 2 { negated(a) } else { a };
        let by = |a: Row| match a {
            a if a / 2 != x / 2 => Some(Int::ZERO),
            a if a % 2 == 0 => by.high().cloned(),
            _ => low.clone(),
        };
        Matrix::of(self.vars.clone(), |a, b| {
            plus(plus(self.get(old(a), old(b)), by(a).as_ref()).as_ref(), by(b).as_ref())
        })
    }
}
