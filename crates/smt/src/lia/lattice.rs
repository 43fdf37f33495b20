//! Changes of basis of the integer lattice: the coordinates in which some forms are triangular, and reduced (Lenstra, Lenstra,
//! Lovász 1982).

use super::tableau::Long;
use logic::{Int, Rat};

/// A vector of integers.
pub type Vector = Vec<Int>;

/// New coordinates `s` of the lattice, `t = basis * s` and `s = inverse * t`.
///
/// Invariant: the two matrices are inverse to each other, so both are unimodular.
pub struct Basis {
    /// The basis vectors, one per coordinate, in old coordinates.
    pub vectors: Vec<Vector>,
    /// The new coordinates as forms over the old ones.
    pub forms: Vec<Vector>,
    /// What numbers beyond the machine word have cost so far.
    pub long: Long,
}

fn dot(a: &[Int], b: &[Int]) -> Int {
    a.iter().zip(b).filter(|(x, y)| !x.is_zero() && !y.is_zero()).fold(Int::ZERO, |s, (x, y)| s + x * y)
}

fn add_scaled(to: &mut Vector, k: &Int, from: &Vector) {
    for (x, y) in to.iter_mut().zip(from) {
        if !y.is_zero() {
            *x += &(k * y);
        }
    }
}

impl Basis {
    fn identity(n: usize) -> Basis {
        let unit = |i: usize| (0..n).map(|j| if i == j { Int::ONE } else { Int::ZERO }).collect::<Vector>();
        Basis {
            vectors: (0..n).map(unit).collect(),
            forms: (0..n).map(unit).collect(),
            long: Long::default(),
        }
    }

    /// `vectors[j] += k * vectors[i]`, and the forms so that they stay inverse.
    fn add(&mut self, j: usize, k: &Int, i: usize) {
        let from = self.vectors[i].clone();
        add_scaled(&mut self.vectors[j], k, &from);
        let from = self.forms[j].clone();
        add_scaled(&mut self.forms[i], &-k, &from);
        self.vectors[j].iter().chain(&self.forms[i]).for_each(|k| self.long.count(k));
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.vectors.swap(i, j);
        self.forms.swap(i, j);
    }

    /// Coordinates of which the first ones, and only they, decide the values of the given forms over `n` old coordinates.
    /// Their number is the rank of the forms.
    pub fn of_forms(n: usize, forms: &[Vector]) -> (Basis, usize) {
        let mut basis = Basis::identity(n);
        let mut rank = 0;
        for form in forms {
            // Euclid's algorithm on the values of the form at the basis vectors not used yet.
            loop {
                let values: Vec<Int> = (rank..n).map(|j| dot(form, &basis.vectors[j])).collect();
                let smallest =
                    (0..values.len()).filter(|&j| !values[j].is_zero()).min_by_key(|&j| values[j].abs());
                let Some(pivot) = smallest else { break };
                let mut done = true;
                for j in 0..values.len() {
                    if j != pivot && !values[j].is_zero() {
                        let q = values[j].div_floor(&values[pivot]);
                        basis.add(rank + j, &-&q, rank + pivot);
                        done = false;
                    }
                }
                if done {
                    basis.swap(rank, rank + pivot);
                    rank += 1;
                    break;
                }
            }
            if rank == n {
                break;
            }
        }
        (basis, rank)
    }

    /// Makes the first `rank` basis vectors short and nearly orthogonal, as measured by the values of the forms at them. Returns
    /// the number of steps.
    pub fn reduce(&mut self, rank: usize, forms: &[Vector]) -> usize {
        let image = |v: &Vector| forms.iter().map(|f| dot(f, v)).collect::<Vector>();
        let mut images: Vec<Vector> = self.vectors[..rank].iter().map(image).collect();
        let mut known = Orthogonal::default();
        let (mut k, mut steps) = (1, 0);
        while k < rank {
            known.extend(&images[..=k]);
            known.mu[k].iter().for_each(|r| self.long.count(r.numer()));
            for j in (0..k).rev() {
                let q = (&known.mu[k][j] + &Rat::new(Int::ONE, Int::from(2))).floor();
                if !q.is_zero() {
                    let minus = -&q;
                    let from = images[j].clone();
                    add_scaled(&mut images[k], &minus, &from);
                    self.add(k, &minus, j);
                    known.subtract(k, &q, j);
                }
            }
            // Lovász's condition with 3/4; the number of steps is bounded, since a worse basis is no mistake.
            let square = &known.mu[k][k - 1] * &known.mu[k][k - 1];
            let bound = &(&Rat::new(Int::from(3), Int::from(4)) - &square) * &known.norms[k - 1];
            steps += 1;
            if known.norms[k] >= bound || steps > 40 * rank {
                k += 1;
            } else {
                images.swap(k, k - 1);
                self.swap(k, k - 1);
                known.truncate(k - 1);
                k = (k - 1).max(1);
            }
        }
        steps
    }
}

/// Gram and Schmidt's orthogonalisation of the first vectors: for each the coefficients with which those before it are subtracted,
/// and the squared length of what is left.
#[derive(Default)]
struct Orthogonal {
    mu: Vec<Vec<Rat>>,
    norms: Vec<Rat>,
}

impl Orthogonal {
    /// Goes on to all vectors; those known already have not changed.
    fn extend(&mut self, vectors: &[Vector]) {
        for i in self.mu.len()..vectors.len() {
            let mut row: Vec<Rat> = Vec::with_capacity(i);
            // products[j] = <v_i, w_j>, with w_j the orthogonal vectors.
            let mut products: Vec<Rat> = Vec::with_capacity(i);
            for j in 0..=i {
                let mut r = Rat::from(dot(&vectors[i], &vectors[j]));
                for (l, product) in products.iter().enumerate() {
                    let other = if j == i { &row[l] } else { &self.mu[j][l] };
                    if !other.is_zero() && !product.is_zero() {
                        r -= &(other * product);
                    }
                }
                if j < i {
                    let norm = &self.norms[j];
                    row.push(if norm.is_zero() { Rat::ZERO } else { &r / norm });
                    products.push(r);
                } else {
                    self.norms.push(r);
                }
            }
            self.mu.push(row);
        }
    }

    /// Vector k has become itself minus q times vector j.
    fn subtract(&mut self, k: usize, q: &Int, j: usize) {
        let q = Rat::from(q);
        for i in 0..j {
            let less = &self.mu[j][i] * &q;
            self.mu[k][i] -= &less;
        }
        self.mu[k][j] -= &q;
    }

    /// Forgets all but the first `n` vectors.
    fn truncate(&mut self, n: usize) {
        self.mu.truncate(n);
        self.norms.truncate(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(v: &[i64]) -> Vector {
        v.iter().map(|&i| Int::from(i)).collect()
    }

    fn unimodular(b: &Basis) {
        for (i, f) in b.forms.iter().enumerate() {
            for (j, v) in b.vectors.iter().enumerate() {
                assert_eq!(dot(f, v), Int::from(i64::from(i == j)));
            }
        }
    }

    #[test]
    fn the_first_coordinates_decide_the_forms() {
        let forms = [vector(&[6, 10, 15]), vector(&[12, 20, 30]), vector(&[1, 1, 0])];
        let (basis, rank) = Basis::of_forms(3, &forms);
        unimodular(&basis);
        assert_eq!(rank, 2);
        for f in &forms {
            assert!(dot(f, &basis.vectors[2]).is_zero());
        }
        // gcd(6, 10, 15) = 1: the first form is a coordinate up to its sign.
        assert!(dot(&forms[0], &basis.vectors[0]).abs().is_one());
    }

    #[test]
    fn reduction_shortens() {
        let forms = [vector(&[1, 0]), vector(&[1_000_000, 1])];
        let (mut basis, rank) = Basis::of_forms(2, &forms);
        assert_eq!(rank, 2);
        basis.reduce(rank, &forms);
        unimodular(&basis);
        let longest = basis.vectors.iter().map(|v| forms.iter().map(|f| dot(f, v).abs()).max()).max();
        assert_eq!(longest, Some(Some(Int::ONE)));
    }
}
