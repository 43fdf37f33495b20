//! Equations of words: what sums of numbers that wrap have in common, as equations modulo a power of two.
//!
//! The affine relations of Müller-Olm and Seidl ("Analysis of modular arithmetic", 2007), which unlike those over the rationals
//! are preserved when a word overflows. They are kept as equations: a module that is closed under sums and multiples, by its generators.
//! A new point takes away from it what does not hold there, which can happen only as often as there are digits in all.

use logic::{Int, order};

/// No word is taken to be longer.
const LONGEST: u32 = 64;
/// Multiples of an equation below this are tried for smaller coefficients.
const MULTIPLES: u64 = 32;

/// The equations that hold, modulo 2^bits, of every point that was added. Numbers are multiplied by 2^(64 - bits), so
/// that machine words wrap as they should.
///
/// Invariant: each row is `coefficients . x = constant` with the constant last.
#[derive(Clone, Debug)]
pub struct Modular {
    bits: u32,
    dimensions: usize,
    /// None before the first point.
    rows: Option<Vec<Vec<u64>>>,
}

/// An equation `left = right + constant` modulo a power of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Congruence {
    /// Positions with coefficients, all positive.
    pub left: Vec<(usize, Int)>,
    /// Positions with coefficients, all positive.
    pub right: Vec<(usize, Int)>,
    /// From zero upwards.
    pub constant: Int,
    /// The modulus.
    pub modulus: Int,
}

impl Modular {
    /// Before the first point: everything holds.
    pub fn empty(bits: u32, dimensions: usize) -> Modular {
        Modular { bits: bits.clamp(1, LONGEST), dimensions, rows: None }
    }

    /// Adds a point; whether an equation went.
    pub fn add(&mut self, point: &[Int]) -> bool {
        let values: Vec<u64> = point.iter().map(last_digits).collect();
        let unit = self.unit();
        let Some(rows) = &mut self.rows else {
            let row = |i: usize| {
                let mut row = vec![0; self.dimensions + 1];
                row[i] = unit;
                row[self.dimensions] = unit.wrapping_mul(values[i]);
                row
            };
            self.rows = Some((0..self.dimensions).map(row).collect());
            return true;
        };
        let residual = |row: &[u64]| {
            let constant = row[row.len() - 1];
            row.iter().zip(&values).fold(constant, |rest, (a, x)| rest.wrapping_sub(a.wrapping_mul(*x)))
        };
        let residuals: Vec<u64> = rows.iter().map(|row| residual(row)).collect();
        // The row whose residual divides all others adapts these; of several the one with the most variables.
        let weight = |row: &[u64]| row.iter().filter(|a| **a != 0).count();
        let violated = (0..rows.len()).filter(|&i| residuals[i] != 0);
        let best =
            violated.min_by_key(|&i| (residuals[i].trailing_zeros(), usize::MAX - weight(&rows[i]), i));
        let Some(pivot) = best else { return false };
        let (base, by) = (rows[pivot].clone(), residuals[pivot]);
        for (row, &rest) in rows.iter_mut().zip(&residuals) {
            minus(row, &base, quotient(rest, by));
        }
        // Of its own multiples only those hold that its residual does not survive.
        let exponent = 64 - by.trailing_zeros();
        rows[pivot] = match exponent {
            64.. => vec![0; base.len()],
            _ => base.iter().map(|a| a << exponent).collect(),
        };
        rows.retain(|row| row.iter().any(|a| *a != 0));
        true
    }

    /// Whether no point has been added.
    pub fn is_empty(&self) -> bool {
        self.rows.is_none()
    }

    /// The equations that do not follow from those of `base`, short ones first; none before the first point.
    pub fn congruences(&self, base: Option<&Modular>) -> Vec<Congruence> {
        let known = base.and_then(|base| base.rows.clone()).unwrap_or_default();
        let known = reduced(known);
        let own = reduced(self.rows.clone().unwrap_or_default());
        let mut new: Vec<Vec<u64>> = own
            .into_iter()
            .filter(|row| {
                let mut rest = row.clone();
                known.iter().for_each(|known| reduce_by(&mut rest, known));
                rest.iter().any(|a| *a != 0)
            })
            .collect();
        order::sort_by_key(&mut new, |row| row.iter().filter(|a| **a != 0).count());
        new.iter().map(|row| congruence(row)).collect()
    }

    fn unit(&self) -> u64 {
        1 << (LONGEST - self.bits)
    }
}

/// The generators in echelon form: each has a position of its own, the last possible one, and its coefficient there is a power of two.
fn reduced(mut rows: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let columns = rows.first().map_or(0, |row| row.len() - 1);
    let mut done: Vec<Vec<u64>> = Vec::new();
    for column in (0..columns).rev() {
        let left = (0..rows.len()).filter(|&i| rows[i][column] != 0);
        let Some(pivot) = left.min_by_key(|&i| (rows[i][column].trailing_zeros(), i)) else { continue };
        let row = rows.remove(pivot);
        let odd = inverse(row[column] >> row[column].trailing_zeros());
        let row: Vec<u64> = row.iter().map(|a| a.wrapping_mul(odd)).collect();
        for other in rows.iter_mut().chain(&mut done) {
            let factor = other[column] / row[column];
            minus(other, &row, factor);
        }
        done.push(row);
    }
    done
}

/// Takes as much as possible of a row in echelon form away.
fn reduce_by(rest: &mut [u64], known: &[u64]) {
    if let Some(column) = known[..known.len() - 1].iter().rposition(|a| *a != 0) {
        minus(rest, known, rest[column] / known[column]);
    }
}

/// `row - factor * other`.
fn minus(row: &mut [u64], other: &[u64], factor: u64) {
    for (a, b) in row.iter_mut().zip(other) {
        *a = a.wrapping_sub(factor.wrapping_mul(*b));
    }
}

/// A number that times `by` gives `a`; `by` is not zero and has no more zeros at the end than `a`.
fn quotient(a: u64, by: u64) -> u64 {
    let zeros = by.trailing_zeros();
    (a >> zeros).wrapping_mul(inverse(by >> zeros))
}

/// The inverse of an odd number, by Newton's iteration: each step doubles the digits that are right.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// The equation with small coefficients: of the row's multiples by odd numbers, which say the same, the one with the smallest sum.
fn congruence(row: &[u64]) -> Congruence {
    let zeros = row.iter().map(|a| a.trailing_zeros()).min().unwrap_or(0).min(LONGEST - 1);
    // As signed numbers, which the digits at the beginning are.
    let coefficients = |factor: u64| row.iter().map(move |a| a.wrapping_mul(factor).cast_signed() >> zeros);
    let columns = row.len() - 1;
    let weight = |factor: u64| -> u128 {
        coefficients(factor).take(columns).map(|a| u128::from(a.unsigned_abs())).sum()
    };
    let factors = (1..MULTIPLES).step_by(2).flat_map(|odd| [odd, odd.wrapping_neg()]);
    let best = factors.min_by_key(|&factor| weight(factor)).unwrap_or(1);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, a) in coefficients(best).take(columns).enumerate().filter(|(_, a)| *a != 0) {
        let side = if a > 0 { &mut left } else { &mut right };
        side.push((i, Int::from(a).abs()));
    }
    // All terms may be negative: then the negated equation says the same.
    let is_negated = left.is_empty();
    if is_negated {
        std::mem::swap(&mut left, &mut right);
    }
    let modulus = power(LONGEST - zeros);
    let constant = coefficients(best).next_back().map_or(Int::ZERO, Int::from);
    let constant = if is_negated { -constant } else { constant }.rem_euclid(&modulus);
    Congruence { left, right, constant, modulus }
}

/// The remainder by 2^64.
fn last_digits(number: &Int) -> u64 {
    let half = power(32);
    let (high, low) = (number.div_floor(&half).rem_euclid(&half), number.rem_euclid(&half));
    let digits = |part: Int| part.to_i64().unwrap_or(0).unsigned_abs();
    digits(high) << 32 | digits(low)
}

/// 2 to the power of a number.
pub fn power(exponent: u32) -> Int {
    (0..exponent).fold(Int::ONE, |power, _| &power + &power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relational::random::Random;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&i| Int::from(i)).collect()
    }

    fn hull(bits: u32, points: &[Vec<i64>]) -> Modular {
        let mut hull = Modular::empty(bits, points[0].len());
        for point in points {
            hull.add(&ints(point));
        }
        hull
    }

    type Small = (Vec<(usize, i64)>, Vec<(usize, i64)>, i64, i64);

    fn congruences(hull: &Modular) -> Vec<Small> {
        let small = |i: &Int| i.to_i64().expect("a small number");
        let side = |parts: &[(usize, Int)]| parts.iter().map(|(i, a)| (*i, small(a))).collect();
        let all = hull.congruences(None).into_iter();
        all.map(|c| (side(&c.left), side(&c.right), small(&c.constant), small(&c.modulus))).collect()
    }

    #[test]
    fn a_sum_that_wraps() {
        // s = 3 * i + 1 as words of 8 digits, signed.
        let points = [vec![0, 1], vec![1, 4], vec![100, 45], vec![-1, -2]];
        assert_eq!(congruences(&hull(8, &points)), [(vec![(1, 1)], vec![(0, 3)], 1, 256)]);
        let (mut one, two) = (hull(8, &points), hull(8, &points));
        assert!(one.congruences(Some(&two)).is_empty());
        // Another point leaves that of it which holds modulo 4.
        assert!(one.add(&ints(&[0, 5])));
        assert_eq!(congruences(&one), [(vec![(0, 1), (1, 1)], vec![], 1, 4)]);
        assert!(!one.add(&ints(&[0, 9])));
        assert!(!two.congruences(Some(&one)).is_empty());
    }

    #[test]
    fn what_is_even() {
        assert_eq!(congruences(&hull(4, &[vec![6], vec![0], vec![2]])), [(vec![(0, 1)], vec![], 0, 2)]);
        assert_eq!(congruences(&hull(4, &[vec![6], vec![3]])), []);
        let longest = hull(64, &[vec![i64::MIN], vec![0]]).congruences(None);
        let all_but_one = Congruence {
            left: vec![(0, Int::ONE)],
            right: Vec::new(),
            constant: Int::ZERO,
            modulus: power(63),
        };
        assert_eq!(longest, [all_but_one]);
    }

    /// What is made of the rows holds of every point, whatever the signs of the coefficients are.
    #[test]
    fn congruences_hold_of_their_points() {
        let mut random = Random::new(11);
        let mut seen = 0;
        for _ in 0..600 {
            let dimensions = 1 + random.below(3);
            let number = |random: &mut Random| i64::try_from(random.below(40)).expect("small") - 20;
            let points: Vec<Vec<i64>> = (0..2 + random.below(2))
                .map(|_| (0..dimensions).map(|_| number(&mut random)).collect())
                .collect();
            for (left, right, constant, modulus) in
                congruences(&hull(4 + u32::try_from(random.below(5)).expect("small"), &points))
            {
                seen += 1;
                for point in &points {
                    let sum = |side: &[(usize, i64)]| side.iter().map(|(i, a)| a * point[*i]).sum::<i64>();
                    let rest = (sum(&left) - sum(&right) - constant).rem_euclid(modulus);
                    assert_eq!(rest, 0, "{left:?} = {right:?} + {constant} modulo {modulus}, {points:?}");
                }
            }
        }
        assert!(seen > 600, "{seen}");
    }

    /// All equations of short words that hold of points, by trying all, are sums of multiples of those that are found.
    #[test]
    fn all_equations_are_found() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let (bits, dimensions) =
                (1 + u32::try_from(random.below(3)).expect("small"), 1 + random.below(2));
            let count = 1_i64 << bits;
            let number = |random: &mut Random| i64::try_from(random.below(8)).expect("small") - 3;
            let points: Vec<Vec<i64>> = (0..1 + random.below(4))
                .map(|_| (0..dimensions).map(|_| number(&mut random)).collect())
                .collect();
            let found = hull(bits, &points);
            let rows = found.rows.clone().expect("points");
            let columns = u32::try_from(dimensions).expect("few") + 1;
            let all = |n: usize| {
                (0..count.pow(u32::try_from(n).expect("few"))).map(move |code| {
                    (0..n)
                        .map(|i| code / count.pow(u32::try_from(i).expect("few")) % count)
                        .collect::<Vec<i64>>()
                })
            };
            let holds = |row: &[i64]| {
                points.iter().all(|point| {
                    let sum: i64 = point.iter().zip(row).map(|(x, a)| a * x).sum();
                    (sum - row[dimensions]).rem_euclid(count) == 0
                })
            };
            let true_ones: std::collections::BTreeSet<Vec<i64>> =
                all(columns as usize).filter(|row| holds(row)).collect();
            let sums: std::collections::BTreeSet<Vec<i64>> = all(rows.len())
                .map(|factors| {
                    let column = |i: usize| {
                        let terms = rows.iter().zip(&factors);
                        let sum =
                            terms.map(|(row, f)| i64::try_from(row[i] >> (64 - bits)).expect("short") * f);
                        sum.sum::<i64>() % count
                    };
                    (0..=dimensions).map(column).collect()
                })
                .collect();
            assert_eq!(true_ones, sums, "{points:?} modulo {count}");
            let echelon = Modular { rows: Some(reduced(rows)), ..found.clone() };
            assert!(found.congruences(Some(&echelon)).is_empty());
        }
    }
}
