//! Affine hulls: the equations that hold of all points seen so far, over the rationals or over a prime field.
//!
//! Karr's domain of affine equalities ("Affine relationships among variables of a program", 1976), kept as equations. A
//! new point removes at most one equation, which is used to adapt the others by elimination. Over a prime field the
//! equations are congruences.

use logic::{Int, Rat};
use std::fmt::Debug;

/// A field.
pub trait Field: Clone + PartialEq + Debug {
    /// What the field is besides its elements: the modulus.
    type Context: Clone + Debug;
    /// An integer as an element.
    fn of_int(context: &Self::Context, i: &Int) -> Self;
    /// Whether it is zero.
    fn is_zero(&self) -> bool;
    /// `self - factor * other`.
    fn minus_scaled(&self, context: &Self::Context, factor: &Self, other: &Self) -> Self;
    /// The quotient; the divisor is not zero.
    fn over(&self, context: &Self::Context, divisor: &Self) -> Self;
}

impl Field for Rat {
    type Context = ();

    fn of_int((): &(), i: &Int) -> Rat {
        Rat::from(i)
    }

    fn is_zero(&self) -> bool {
        Rat::is_zero(self)
    }

    fn minus_scaled(&self, (): &(), factor: &Rat, other: &Rat) -> Rat {
        self - &(factor * other)
    }

    fn over(&self, (): &(), divisor: &Rat) -> Rat {
        self / divisor
    }
}

/// A remainder modulo a small prime number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Residue(i64);

impl Residue {
    /// The remainder as a number from zero upwards.
    pub fn number(self) -> i64 {
        self.0
    }
}

impl Field for Residue {
    type Context = i64;

    fn of_int(&p: &i64, i: &Int) -> Residue {
        Residue(i.rem_euclid(&Int::from(p)).to_i64().unwrap_or(0))
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn minus_scaled(&self, &p: &i64, factor: &Residue, other: &Residue) -> Residue {
        Residue((self.0 - factor.0 * other.0).rem_euclid(p))
    }

    fn over(&self, &p: &i64, divisor: &Residue) -> Residue {
        let inverse = (1..p).find(|i| i * divisor.0 % p == 1).unwrap_or(1);
        Residue(self.0 * inverse % p)
    }
}

/// The equations of an affine space.
///
/// Invariant: the rows are linearly independent, each `coefficients . x = constant` with the constant last, and hold of every
/// point that was added. Before the first point the space is empty.
#[derive(Clone, Debug)]
pub struct Hull<F: Field> {
    context: F::Context,
    dimensions: usize,
    /// None before the first point.
    rows: Option<Vec<Vec<F>>>,
}

impl<F: Field> Hull<F> {
    /// The empty space.
    pub fn empty(context: F::Context, dimensions: usize) -> Hull<F> {
        Hull { context, dimensions, rows: None }
    }

    /// The equations; none for the empty space.
    pub fn rows(&self) -> Option<&[Vec<F>]> {
        self.rows.as_deref()
    }

    /// Adds a point; whether the space has changed.
    pub fn add(&mut self, point: &[Int]) -> bool {
        let c = &self.context;
        let (zero, one) = (F::of_int(c, &Int::ZERO), F::of_int(c, &Int::ONE));
        let Some(rows) = &mut self.rows else {
            let row = |i: usize| {
                let mut row = vec![zero.clone(); self.dimensions + 1];
                row[i] = one.clone();
                row[self.dimensions] = F::of_int(c, &point[i]);
                row
            };
            self.rows = Some((0..self.dimensions).map(row).collect());
            return true;
        };
        let values: Vec<F> = point.iter().map(|i| F::of_int(c, i)).collect();
        // The constant minus what the coefficients give.
        let residual = |row: &[F]| {
            let constant = row[self.dimensions].clone();
            row.iter().zip(&values).fold(constant, |rest, (a, x)| rest.minus_scaled(c, a, x))
        };
        let residuals: Vec<F> = rows.iter().map(|row| residual(row)).collect();
        // The row with the most variables goes, so that the simple ones stay.
        let weight = |row: &[F]| row.iter().filter(|a| !a.is_zero()).count();
        let violated = (0..rows.len()).filter(|&i| !residuals[i].is_zero());
        let Some(pivot) = violated.max_by_key(|&i| (weight(&rows[i]), i)) else { return false };
        let removed = rows.remove(pivot);
        for (row, r) in rows.iter_mut().zip(residuals.iter().enumerate().filter(|(i, _)| *i != pivot)) {
            if !r.1.is_zero() {
                let factor = r.1.over(c, &residuals[pivot]);
                *row = row.iter().zip(&removed).map(|(a, b)| a.minus_scaled(c, &factor, b)).collect();
            }
        }
        true
    }

    /// The equations in reduced echelon form: each has a variable of its own with coefficient one, the last possible one by
    /// position. None for the empty space.
    pub fn reduced(&self) -> Option<Vec<Vec<F>>> {
        let mut rows = self.rows.clone()?;
        reduce(&self.context, self.dimensions, &mut rows);
        Some(rows)
    }

    /// The field's context.
    pub fn context(&self) -> &F::Context {
        &self.context
    }
}

/// Gauss and Jordan, the last positions first; zero rows go. Pivots have coefficient one and occur in their row alone.
pub fn reduce<F: Field>(context: &F::Context, dimensions: usize, rows: &mut Vec<Vec<F>>) {
    let mut done = 0;
    for column in (0..dimensions).rev() {
        let Some(found) = (done..rows.len()).find(|&i| !rows[i][column].is_zero()) else { continue };
        rows.swap(done, found);
        let divisor = rows[done][column].clone();
        let pivot: Vec<F> = rows[done].iter().map(|a| a.over(context, &divisor)).collect();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != done && !row[column].is_zero() {
                let factor = row[column].clone();
                *row = row.iter().zip(&pivot).map(|(a, b)| a.minus_scaled(context, &factor, b)).collect();
            }
        }
        rows[done] = pivot;
        done += 1;
    }
    rows.truncate(done);
}

/// The position of a reduced row's pivot: the last variable in it.
pub fn pivot<F: Field>(row: &[F]) -> Option<usize> {
    row[..row.len().saturating_sub(1)].iter().rposition(|a| !a.is_zero())
}

/// What is left of a row when the pivots of reduced rows are eliminated from it.
pub fn remainder<F: Field>(context: &F::Context, row: &[F], reduced: &[Vec<F>]) -> Vec<F> {
    let mut out = row.to_vec();
    for r in reduced {
        if let Some(p) = pivot(r)
            && !out[p].is_zero()
        {
            let factor = out[p].clone();
            out = out.iter().zip(r).map(|(a, b)| a.minus_scaled(context, &factor, b)).collect();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relational::random::Random;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&i| Int::from(i)).collect()
    }

    #[test]
    fn points_on_a_line() {
        let mut hull: Hull<Rat> = Hull::empty((), 3);
        assert!(hull.rows().is_none());
        assert!(hull.add(&ints(&[0, 1, 5])));
        assert!(!hull.add(&ints(&[0, 1, 5])));
        assert!(hull.add(&ints(&[2, 5, 5])));
        assert!(!hull.add(&ints(&[-3, -5, 5])), "on the line through the first two");
        // y = 2x + 1 as x - y/2 = -1/2, in the form with the last variable as pivot; and z = 5.
        let rows = hull.reduced().expect("not empty");
        let number = |n| Rat::from(n);
        assert_eq!(rows, [[0, 0, 1, 5].map(number).to_vec(), [-2, 1, 0, 1].map(number).to_vec()]);
        let sum = [1, 3, 2, 0].map(number);
        let left = remainder(&(), &sum, &rows);
        assert_eq!(left, [7, 0, 0, -13].map(number), "x + 3y + 2z is 7x + 13 on the line");
    }

    #[test]
    fn points_of_even_sum() {
        let mut hull: Hull<Residue> = Hull::empty(2, 2);
        for point in [[1, 1], [4, 2], [7, 3]] {
            hull.add(&ints(&point));
        }
        let rows = hull.reduced().expect("not empty");
        assert_eq!(
            rows.iter().map(|r| r.iter().map(|a| a.number()).collect::<Vec<_>>()).collect::<Vec<_>>(),
            [[1, 1, 0]]
        );
        assert!(hull.add(&ints(&[0, 1])));
        assert_eq!(hull.reduced(), Some(Vec::new()));
    }

    /// The number of independent vectors, by the rows that are left after elimination.
    fn rank<F: Field>(context: &F::Context, dimensions: usize, mut rows: Vec<Vec<F>>) -> usize {
        reduce(context, dimensions, &mut rows);
        rows.len()
    }

    fn check_random<F: Field>(context: F::Context, seed: u64) {
        let mut random = Random::new(seed);
        let dimensions = 1 + random.below(5);
        let mut hull: Hull<F> = Hull::empty(context.clone(), dimensions);
        let small = |random: &mut Random| i64::try_from(random.below(7)).unwrap_or(0) - 3;
        let points: Vec<Vec<Int>> = (0..1 + random.below(6))
            .map(|_| (0..dimensions).map(|_| Int::from(small(&mut random))).collect())
            .collect();
        for point in &points {
            hull.add(point);
        }
        let of = |i: &Int| F::of_int(&context, i);
        let zero = of(&Int::ZERO);
        let rows = hull.reduced().expect("not empty");
        for row in &rows {
            for point in &points {
                let constant = row[dimensions].clone();
                let rest = row
                    .iter()
                    .zip(point)
                    .fold(constant, |rest, (a, x)| rest.minus_scaled(&context, a, &of(x)));
                assert!(rest.is_zero(), "{row:?} holds of {point:?}");
            }
        }
        // As many equations as dimensions that the differences of points leave.
        let one = of(&Int::ONE);
        let difference = |p: &Vec<Int>| -> Vec<F> {
            let minus = |(a, b)| F::minus_scaled(&of(a), &context, &one, &of(b));
            p.iter().zip(&points[0]).map(minus).chain([zero.clone()]).collect()
        };
        let directions = points.iter().map(difference).collect();
        assert_eq!(rows.len(), dimensions - rank(&context, dimensions, directions));
    }

    #[test]
    fn all_equations_are_found() {
        for seed in 0..400 {
            check_random::<Rat>((), seed);
            check_random::<Residue>(2, seed);
            check_random::<Residue>(5, seed);
        }
    }
}
