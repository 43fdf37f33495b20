//! Decomposed Farkas sums (Blicha, Hyvärinen, Kofroň, Sharygina, Decomposing Farkas Interpolants, TACAS 2019): instead of one sum of
//! all inequalities, several sums in each of which the local parts cancel by themselves.

use super::sum::Sum;
use logic::{Rat, Term};
use std::collections::BTreeSet;

/// More inequalities with local parts than this are left together.
const MOST: usize = 40;

/// Sums that add up to the sum of all items, each without local parts, and none of which is a sum of such sums itself. The local
/// parts of the items must cancel.
///
/// DIVERGENCE: the paper takes a basis of the null space and corrects negative coordinates; here elementary vectors (of
/// minimal support) are split off one after another, which always gives the greatest possible number of sums.
pub(super) fn decompose(items: &[Sum], local: &dyn Fn(Term) -> bool) -> Vec<Sum> {
    let mut out = Vec::new();
    let mut mixed: Vec<&Sum> = Vec::new();
    let mut locals: BTreeSet<Term> = BTreeSet::new();
    for item in items {
        let own: Vec<Term> = item.terms().filter(|t| local(*t)).collect();
        if own.is_empty() {
            out.push(item.clone());
        } else {
            mixed.push(item);
            locals.extend(own);
        }
    }
    if mixed.len() > MOST {
        out.push(combine(&mixed, &vec![Rat::ONE; mixed.len()]));
        return out;
    }
    // One equation for each local part, one unknown for each item.
    let rows: Vec<Vec<Rat>> =
        locals.iter().map(|t| mixed.iter().map(|item| item.coefficient(*t)).collect()).collect();
    let mut weights = vec![Rat::ONE; mixed.len()];
    while weights.iter().any(Rat::is_positive) {
        let part = elementary(&rows, &weights);
        // How often it fits in.
        let fits = weights.iter().zip(&part).filter(|(_, p)| p.is_positive()).map(|(w, p)| w / p).min();
        let Some(fits) = fits else { break };
        let part: Vec<Rat> = part.iter().map(|p| p * &fits).collect();
        weights.iter_mut().zip(&part).for_each(|(w, p)| *w -= p);
        out.push(combine(&mixed, &part));
    }
    out
}

fn combine(items: &[&Sum], weights: &[Rat]) -> Sum {
    let mut sum = Sum::new();
    for (item, weight) in items.iter().zip(weights).filter(|(_, w)| !w.is_zero()) {
        sum.add_sum(weight, item);
    }
    sum
}

/// A solution of the equations without negative numbers, of minimal support within that of the given one.
fn elementary(rows: &[Vec<Rat>], solution: &[Rat]) -> Vec<Rat> {
    let mut v = solution.to_vec();
    loop {
        let support: Vec<usize> = (0..v.len()).filter(|&i| v[i].is_positive()).collect();
        let Some(mut other) = independent(rows, &support, &v) else { return v };
        if !other.iter().any(Rat::is_positive) {
            other.iter_mut().for_each(|x| *x = -&*x);
        }
        // Going along the other solution until a coordinate vanishes.
        let step = support.iter().filter(|i| other[**i].is_positive()).map(|&i| &v[i] / &other[i]).min();
        let Some(step) = step else { return v };
        v.iter_mut().zip(&other).for_each(|(x, y)| *x -= &(y * &step));
    }
}

/// A solution of the equations with the given support that is no multiple of `v`; none if there are only multiples.
fn independent(rows: &[Vec<Rat>], support: &[usize], v: &[Rat]) -> Option<Vec<Rat>> {
    let mut matrix: Vec<Vec<Rat>> =
        rows.iter().map(|r| support.iter().map(|&i| r[i].clone()).collect()).collect();
    let pivots = reduce(&mut matrix, support.len());
    let free: Vec<usize> = (0..support.len()).filter(|j| !pivots.contains(&Some(*j))).collect();
    // Solutions have one dimension for each free unknown, and v is one of them.
    let (&j, _) = free.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let mut out = vec![Rat::ZERO; v.len()];
    out[support[j]] = Rat::ONE;
    for (row, pivot) in matrix.iter().zip(&pivots) {
        if let Some(p) = pivot {
            out[support[*p]] = -&row[j];
        }
    }
    // With two free unknowns or more, v is positive at all of them and this solution is zero at one.
    Some(out)
}

/// Reduced row echelon form; the pivot column of each row.
fn reduce(matrix: &mut [Vec<Rat>], columns: usize) -> Vec<Option<usize>> {
    let mut pivots = vec![None; matrix.len()];
    let mut rank = 0;
    for c in 0..columns {
        let Some(r) = (rank..matrix.len()).find(|&r| !matrix[r][c].is_zero()) else { continue };
        matrix.swap(rank, r);
        let inverse = matrix[rank][c].recip();
        matrix[rank].iter_mut().for_each(|x| *x = &*x * &inverse);
        let source = matrix[rank].clone();
        for (i, row) in matrix.iter_mut().enumerate() {
            if i != rank && !row[c].is_zero() {
                let factor = row[c].clone();
                row.iter_mut().zip(&source).for_each(|(x, y)| *x -= &(&factor * y));
            }
        }
        pivots[rank] = Some(c);
        rank += 1;
        if rank == matrix.len() {
            break;
        }
    }
    pivots
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Int, Linear, Sort, Terms};

    /// Each item gives the coefficients of two local parts, two shared ones, and the constant.
    fn check(items: &[[i64; 5]], expected: &[&str]) {
        let terms = Terms::new();
        let parts = ["a", "b", "s", "t"].map(|n| terms.of(terms.var(n, Sort::Int)));
        let sums: Vec<Sum> = items
            .iter()
            .map(|row| {
                let pairs = parts.iter().zip(row).map(|(t, k)| (*t, Int::from(*k))).collect();
                let mut sum = Sum::new();
                sum.add(&Rat::ONE, &Linear::from_parts(pairs, Int::from(row[4])));
                sum
            })
            .collect();
        let out = decompose(&sums, &|t| parts[..2].contains(&t));
        let mut all = Sum::new();
        sums.iter().for_each(|s| all.add_sum(&Rat::ONE, s));
        out.iter().for_each(|s| all.add_sum(&-&Rat::ONE, s));
        assert!(all.over().0.as_constant().is_some_and(Int::is_zero), "the sums do not add up");
        let shown: Vec<String> = out.iter().map(|s| terms.infix(s.at_most_zero(&terms))).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn sums_in_which_local_parts_cancel() {
        // a <= s, 1 <= a; t <= b, b <= 2; s <= 5 has no local part.
        check(
            &[[1, 0, -1, 0, 0], [-1, 0, 0, 0, 1], [0, -1, 0, 1, 0], [0, 1, 0, 0, -2], [0, 0, 1, 0, -5]],
            &["s <= 5", "t <= 2", "s >= 1"],
        );
    }

    #[test]
    fn shared_items_are_split_over_sums() {
        // 2a <= s + t, and both s - 1 <= a and t - 1 <= a.
        check(&[[2, 0, -1, -1, 0], [-1, 0, 1, 0, -1], [-1, 0, 0, 1, -1]], &["t <= s + 2", "s <= t + 2"]);
    }

    #[test]
    fn nothing_to_decompose() {
        check(&[[1, 1, -1, 0, 0], [-1, 0, 0, 1, 0], [0, -1, 0, 0, 3]], &["t <= s - 3"]);
    }
}
