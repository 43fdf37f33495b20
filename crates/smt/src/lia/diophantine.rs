//! Linear equations over the integers: are they consistent, and what do they say about other forms modulo a number.
//!
//! Equations come from columns whose bounds leave one value. Each is solved for a part with coefficient one; where
//! there is none, a new unknown is introduced that makes the coefficients smaller (Knuth, The Art of Computer
//! Programming 4.5.2, exercise; Pugh, The Omega Test, 1991). All changes of unknowns are unimodular, so a sum has integer coefficients
//! in the new unknowns exactly when it has in the parts.

use super::bounds::Bound;
use super::{Col, Lia};
use logic::{Int, Rat, order::CollectOrdered};
use std::collections::BTreeMap;

/// An unknown: the column of a part, or a new one, numbered above all columns.
pub type Unknown = u32;

/// `sum of coefficient * unknown + constant = sum of multiplier * equation`, where every equation is zero.
#[derive(Clone, Debug, Default)]
pub struct Combination {
    /// Coefficients, none zero.
    pub terms: BTreeMap<Unknown, Int>,
    /// The constant.
    pub constant: Int,
    /// Which equations were added up: by the column that is fixed.
    pub factors: BTreeMap<Col, Rat>,
}

impl Combination {
    /// `self += k * other`.
    fn add(&mut self, k: &Int, other: &Combination) {
        for (&u, c) in &other.terms {
            let sum = &(c * k) + self.terms.get(&u).unwrap_or(&Int::ZERO);
            if sum.is_zero() {
                self.terms.remove(&u);
            } else {
                self.terms.insert(u, sum);
            }
        }
        self.constant += &(&other.constant * k);
        let k = Rat::from(k);
        for (&e, f) in &other.factors {
            let sum = &(f * &k) + self.factors.get(&e).unwrap_or(&Rat::ZERO);
            if sum.is_zero() {
                self.factors.remove(&e);
            } else {
                self.factors.insert(e, sum);
            }
        }
    }

    /// The greatest common divisor of the coefficients; zero when there are none.
    pub fn content(&self) -> Int {
        self.terms.values().fold(Int::ZERO, |g, c| if g.is_one() { g } else { g.gcd(c) })
    }

    fn divide(&mut self, g: &Int) {
        self.terms.values_mut().for_each(|c| *c = c.div_exact(g));
        self.constant = self.constant.div_exact(g);
        self.scale_factors(g);
    }

    /// Divides the multipliers only.
    fn scale_factors(&mut self, g: &Int) {
        let g = Rat::from(g);
        self.factors.values_mut().for_each(|f| *f = &*f / &g);
    }
}

/// Equations that contradict each other: with these multipliers (by fixed column) the sum has integer coefficients and
/// a constant that is no integer.
pub type Inconsistency = BTreeMap<Col, Rat>;

/// Equations in solved form.
///
/// Invariant: equation `i` has coefficient one or minus one at its own unknown, and mentions no unknown of equations
/// before it.
#[derive(Default)]
pub struct Solved {
    equations: Vec<(Unknown, Combination)>,
    /// What each new unknown stands for, in terms of earlier ones.
    definitions: Vec<Combination>,
    place: BTreeMap<Unknown, usize>,
    next: Unknown,
}

impl Solved {
    /// A sum with every solved unknown replaced.
    pub fn reduce(&self, mut sum: Combination) -> Combination {
        loop {
            let first = sum.terms.keys().filter_map(|u| self.place.get(u)).min();
            let Some(&i) = first else { return sum };
            let (unknown, equation) = &self.equations[i];
            // The coefficient of the unknown in its equation is its own inverse.
            let k = -(&sum.terms[unknown] * &equation.terms[unknown]);
            sum.add(&k, equation);
        }
    }

    /// Adds an equation (a sum that is zero).
    pub fn add(&mut self, equation: Combination) -> Result<(), Inconsistency> {
        let mut e = self.reduce(equation);
        loop {
            let g = e.content();
            if g.is_zero() {
                // Nothing new; a constant other than zero is a matter for the simplex tableau.
                return Ok(());
            }
            if !e.constant.rem_euclid(&g).is_zero() {
                e.scale_factors(&g);
                return Err(e.factors);
            }
            if !g.is_one() {
                e.divide(&g);
            }
            let smallest = e.terms.iter().min_by_key(|(u, c)| (c.abs(), **u)).map(|(u, c)| (*u, c.clone()));
            let Some((unknown, k)) = smallest else { return Ok(()) };
            if k.abs().is_one() {
                self.solve(unknown, e);
                return Ok(());
            }
            // unknown = new - sum of quotients: leaves remainders of at most half the size.
            let new = self.fresh();
            let mut definition = Combination::default();
            for (&u, c) in &e.terms {
                let q = nearest_quotient(c, &k);
                if !q.is_zero() {
                    definition.terms.insert(u, q);
                }
            }
            self.definitions.push(definition.clone());
            definition.terms.insert(new, Int::MINUS_ONE);
            let factor = -&k;
            e.add(&factor, &definition);
            self.solve(unknown, definition);
        }
    }

    /// What each new unknown stands for; they are numbered from the number of columns on.
    pub fn definitions(&self) -> &[Combination] {
        &self.definitions
    }

    /// Computes the values of the solved unknowns from those of the others.
    pub fn back_substitute(&self, values: &mut [Int]) {
        for (unknown, e) in self.equations.iter().rev() {
            let others = e.terms.iter().filter(|(u, _)| *u != unknown);
            let sum = others.fold(e.constant.clone(), |s, (&u, k)| s + k * &values[u as usize]);
            // The coefficient of the unknown is one or minus one.
            values[*unknown as usize] = -(&sum * &e.terms[unknown]);
        }
    }

    fn fresh(&mut self) -> Unknown {
        self.next += 1;
        self.next - 1
    }

    fn solve(&mut self, unknown: Unknown, equation: Combination) {
        self.place.insert(unknown, self.equations.len());
        self.equations.push((unknown, equation));
    }
}

/// The integer nearest to `a / b`.
fn nearest_quotient(a: &Int, b: &Int) -> Int {
    let two = Int::from(2);
    Rat::new(&(a * &two) + b, b * &two).floor()
}

/// Columns whose bounds, together with equations, leave no value.
#[derive(Clone, Debug)]
pub struct Tightening {
    /// The column.
    pub col: Col,
    /// The residue of the column, and the modulus.
    pub residue: Int,
    /// The modulus, at least two.
    pub modulus: Int,
    /// The column's form plus these multiples of equations is the modulus times an integer form, plus the residue.
    pub factors: BTreeMap<Col, Rat>,
}

impl Lia {
    /// A column as a sum over parts.
    pub fn form_of(&self, col: Col) -> Combination {
        let column = &self.columns[col as usize];
        let terms = match column.part {
            Some(_) => [(col, Int::ONE)].into_iter().collect_map(),
            None => column.form.iter().cloned().collect_map(),
        };
        Combination { terms, ..Combination::default() }
    }

    /// The equation that a fixed column states, if it is fixed.
    fn equation_of(&self, col: Col) -> Option<Combination> {
        let (bound, _) = self.columns[col as usize].fixed()?;
        let mut e = self.form_of(col);
        e.constant = -&bound.value;
        e.factors.insert(col, Rat::ONE);
        Some(e)
    }

    /// Solves the equations that hold by bounds, or finds out that no integers satisfy them.
    pub fn equations(&self) -> Result<Solved, Inconsistency> {
        let mut solved = Solved { next: self.columns.len() as Unknown, ..Solved::default() };
        // Parts with a value first: they make the others small.
        let parts = |c: &Col| self.columns[*c as usize].part.is_some();
        let all = 0..self.columns.len() as Col;
        for col in all.clone().filter(parts).chain(all.filter(|c| !parts(c))) {
            if let Some(e) = self.equation_of(col) {
                solved.add(e)?;
            }
        }
        Ok(solved)
    }

    /// Columns with a bound that their residue modulo a number, under the equations, excludes, and at which the column
    /// stands now.
    pub fn tightenings(&self, solved: &Solved) -> Vec<Tightening> {
        let mut found = Vec::new();
        for col in 0..self.columns.len() as Col {
            let column = &self.columns[col as usize];
            let at = |b: &Option<Bound>| b.as_ref().is_some_and(|b| column.value == Rat::from(&b.value));
            if column.fixed().is_some() || !(at(&column.lower) || at(&column.upper)) {
                continue;
            }
            let rest = solved.reduce(self.form_of(col));
            let modulus = rest.content();
            if modulus.is_zero() || modulus.is_one() {
                continue;
            }
            let residue = rest.constant.rem_euclid(&modulus);
            if (column.value.floor() - &residue).rem_euclid(&modulus).is_zero() {
                continue;
            }
            found.push(Tightening { col, residue, modulus, factors: rest.factors });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An equation `sum of k_i x_i + constant = 0`, known by a number.
    fn equation(id: Col, coefficients: &[i64], constant: i64) -> Combination {
        let terms = coefficients.iter().enumerate().filter(|(_, k)| **k != 0);
        Combination {
            terms: terms.map(|(i, k)| (i as Unknown, Int::from(*k))).collect(),
            constant: Int::from(constant),
            factors: [(id, Rat::ONE)].into(),
        }
    }

    fn solve(n: usize, equations: &[(&[i64], i64)]) -> Result<Solved, Inconsistency> {
        let mut solved = Solved { next: n as Unknown, ..Solved::default() };
        for (i, (coefficients, constant)) in equations.iter().enumerate() {
            solved.add(equation(i as Col, coefficients, *constant))?;
        }
        Ok(solved)
    }

    #[test]
    fn certificates_of_inconsistency() {
        // x = 2p, x = 2q + 1: half the difference has the constant 1/2.
        let factors = solve(3, &[(&[1, -2, 0], 0), (&[1, 0, -2], -1)]).err().unwrap();
        let text: Vec<String> = factors.iter().map(|(i, f)| format!("{i}: {f}")).collect();
        assert_eq!(text, ["0: -1/2", "1: 1/2"]);
        // 6x + 10y + 15z = 1 has solutions, with 2x - 5z = 0 and y = 0 modulo 2 it has not.
        assert!(solve(3, &[(&[6, 10, 15], -1)]).is_ok());
        assert!(solve(2, &[(&[6, 4], -3)]).is_err());
    }

    #[test]
    fn solutions_satisfy_the_equations() {
        let equations: [(&[i64], i64); 2] = [(&[12, -7, 5, 3], -4), (&[3, 9, -6, 14], 1)];
        let solved = solve(4, &equations).ok().unwrap();
        for seed in 0..50 {
            let mut values: Vec<Int> = (0..4 + solved.definitions().len() as i64)
                .map(|i| Int::from((seed * 7 + i * 5) % 11 - 5))
                .collect();
            solved.back_substitute(&mut values);
            for (coefficients, constant) in equations {
                let sum = coefficients
                    .iter()
                    .zip(&values)
                    .fold(Int::from(constant), |s, (k, x)| s + Int::from(*k) * x);
                assert!(sum.is_zero(), "{values:?}");
            }
        }
    }

    #[test]
    fn residues_of_other_forms() {
        // y = 3p makes y - 3q a multiple of three.
        let solved = solve(3, &[(&[1, -3, 0], 0)]).ok().unwrap();
        let form = Combination { factors: BTreeMap::new(), ..equation(9, &[1, 0, -3], 0) };
        let rest = solved.reduce(form);
        assert_eq!((rest.content(), rest.constant), (Int::from(3), Int::ZERO));
    }
}
