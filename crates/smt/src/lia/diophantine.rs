//! Linear equations over the integers: whether they are consistent, and what they imply about other forms modulo a
//! number.
//!
//! Equations come from columns whose bounds leave one value. Each is solved for a part with coefficient one; where
//! there is none, a new unknown is introduced that makes the coefficients smaller (Knuth, The Art of Computer
//! Programming 4.5.2, exercise; Pugh, The Omega Test, 1991). All changes of unknowns are unimodular, so a sum has integer coefficients
//! in the new unknowns exactly when it has in the parts.

use super::bounds::Bound;
use super::tableau::Long;
use super::{Col, Lia};
use logic::{Int, Rat, order::CollectOrdered};
use std::collections::BTreeMap;

/// An unknown: the column of a part, or a new one, numbered above all columns.
pub type Unknown = u32;

/// `sum of coefficient * unknown + constant`.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Coefficients, none zero.
    pub terms: BTreeMap<Unknown, Int>,
    /// The constant.
    pub constant: Int,
}

impl Sum {
    /// `self += k * other`; counts coefficients that left the machine word.
    fn add(&mut self, k: &Int, other: &Sum, long: &mut Long) {
        for (&u, c) in &other.terms {
            let sum = &(c * k) + self.terms.get(&u).unwrap_or(&Int::ZERO);
            long.count(&sum);
            if sum.is_zero() {
                self.terms.remove(&u);
            } else {
                self.terms.insert(u, sum);
            }
        }
        self.constant += &(&other.constant * k);
        long.count(&self.constant);
    }

    /// The greatest common divisor of the coefficients; zero when there are none.
    pub fn content(&self) -> Int {
        self.terms.values().fold(Int::ZERO, |g, c| if g.is_one() { g } else { g.gcd(c) })
    }

    fn divide(&mut self, g: &Int) {
        self.terms.values_mut().for_each(|c| *c = c.div_exact(g));
        self.constant = self.constant.div_exact(g);
    }
}

/// Multiples of solved equations, by their places.
pub type Added = Vec<(usize, Int)>;

/// Equations by fixed column, with multipliers of either sign.
pub type Factors = BTreeMap<Col, Rat>;

/// Why equations were not solved.
#[derive(Debug)]
pub enum Unsolved {
    /// They contradict each other: with these multipliers the sum has integer coefficients and a constant that is no integer.
    Inconsistent(Factors),
    /// The work allowed on long numbers was used up.
    GaveUp,
}

/// Where a solved equation comes from: `(column's equation + added) / divisor`.
struct Origin {
    col: Col,
    added: Added,
    divisor: Int,
}

/// An equation, solved for an unknown.
struct Equation {
    unknown: Unknown,
    sum: Sum,
    /// Absent if it defines a new unknown.
    origin: Option<Origin>,
}

/// Equations in solved form.
///
/// Invariant: equation `i` has coefficient one or minus one at its own unknown, and mentions no unknown of equations
/// before it.
#[derive(Default)]
pub struct Solved {
    equations: Vec<Equation>,
    /// What each new unknown stands for, in terms of earlier ones.
    definitions: Vec<Sum>,
    place: BTreeMap<Unknown, usize>,
    next: Unknown,
    /// What long numbers have cost, and may cost.
    long: Long,
    allowed: u64,
}

impl Solved {
    /// No equations yet, over so many unknowns; `allowed` bounds the work on long numbers, see [`Long::work`].
    pub fn new(unknowns: usize, allowed: u64) -> Solved {
        Solved { next: unknowns as Unknown, allowed, ..Solved::default() }
    }

    /// A sum with every solved unknown replaced, and what was added to that end; nothing when the allowed work is used
    /// up.
    pub fn reduce(&mut self, mut sum: Sum) -> Option<(Sum, Added)> {
        let mut added = Added::new();
        loop {
            let first = sum.terms.keys().filter_map(|u| self.place.get(u)).min();
            let Some(&i) = first else { return Some((sum, added)) };
            let equation = &self.equations[i];
            // The coefficient of the unknown in its equation is its own inverse.
            let k = -(&sum.terms[&equation.unknown] * &equation.sum.terms[&equation.unknown]);
            sum.add(&k, &equation.sum, &mut self.long);
            if self.long.work > self.allowed {
                return None;
            }
            added.push((i, k));
        }
    }

    /// Multiples of solved equations as multiples of those that columns state.
    pub fn factors(&self, added: impl IntoIterator<Item = (usize, Rat)>) -> Factors {
        let mut weights = vec![Rat::ZERO; self.equations.len()];
        for (i, k) in added {
            weights[i] += &k;
        }
        let mut factors = Vec::new();
        for i in (0..weights.len()).rev() {
            let weight = std::mem::replace(&mut weights[i], Rat::ZERO);
            let Some(origin) = self.equations[i].origin.as_ref().filter(|_| !weight.is_zero()) else {
                continue;
            };
            let weight = &weight / &Rat::from(&origin.divisor);
            for (j, k) in &origin.added {
                weights[*j] += &(&weight * &Rat::from(k));
            }
            factors.push((origin.col, weight));
        }
        factors.into_iter().collect_map()
    }

    /// Adds the equation that a fixed column states: a sum that is zero.
    fn add(&mut self, col: Col, equation: Sum) -> Result<(), Unsolved> {
        let Some((mut e, added)) = self.reduce(equation) else { return Err(Unsolved::GaveUp) };
        let mut origin = Origin { col, added, divisor: Int::ONE };
        loop {
            let g = e.content();
            if g.is_zero() {
                // Nothing new; a constant other than zero is a matter for the simplex tableau.
                return Ok(());
            }
            if !e.constant.rem_euclid(&g).is_zero() {
                let weight = Rat::new(Int::ONE, &origin.divisor * &g);
                let added = origin.added.iter().map(|(i, k)| (*i, &weight * &Rat::from(k)));
                let mut factors = self.factors(added);
                factors.insert(col, weight);
                return Err(Unsolved::Inconsistent(factors));
            }
            if !g.is_one() {
                e.divide(&g);
                origin.divisor = &origin.divisor * &g;
            }
            let smallest = e.terms.iter().min_by_key(|(u, c)| (c.abs(), **u)).map(|(u, c)| (*u, c.clone()));
            let Some((unknown, k)) = smallest else { return Ok(()) };
            if k.abs().is_one() {
                self.solve(unknown, e, Some(origin));
                return Ok(());
            }
            // unknown = new - sum of quotients: leaves remainders of at most half the size.
            let new = self.fresh();
            let mut definition = Sum::default();
            for (&u, c) in &e.terms {
                let q = nearest_quotient(c, &k);
                if !q.is_zero() {
                    definition.terms.insert(u, q);
                }
            }
            self.definitions.push(definition.clone());
            definition.terms.insert(new, Int::MINUS_ONE);
            e.add(&-&k, &definition, &mut self.long);
            self.solve(unknown, definition, None);
        }
    }

    /// What long numbers have cost so far, see [`Long::work`].
    pub fn work(&self) -> u64 {
        self.long.work
    }

    /// What each new unknown stands for; they are numbered from the number of columns on.
    pub fn definitions(&self) -> &[Sum] {
        &self.definitions
    }

    /// Computes the values of the solved unknowns from those of the others.
    pub fn back_substitute(&self, values: &mut [Int]) {
        for Equation { unknown, sum: e, .. } in self.equations.iter().rev() {
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

    fn solve(&mut self, unknown: Unknown, sum: Sum, origin: Option<Origin>) {
        self.place.insert(unknown, self.equations.len());
        self.equations.push(Equation { unknown, sum, origin });
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
    pub factors: Factors,
}

impl Lia {
    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// A column as a sum over parts.
    pub fn form_of(&self, col: Col) -> Sum {
        let column = &self.columns[col as usize];
        let terms = match column.part {
            Some(_) => [(col, Int::ONE)].into_iter().collect_map(),
            None => column.form.iter().cloned().collect_map(),
        };
        Sum { terms, ..Sum::default() }
    }

    /// The equation that a fixed column states, if it is fixed.
    fn equation_of(&self, col: Col) -> Option<Sum> {
        let (bound, _) = self.columns[col as usize].fixed()?;
        Some(Sum { constant: -&bound.value, ..self.form_of(col) })
    }

    /// Solves the equations that hold by bounds.
    ///
    /// # Errors
    /// No integers satisfy them, or the allowed work is used up.
    pub fn equations(&self, solved: &mut Solved) -> Result<(), Unsolved> {
        // Parts with a value first: they make the others small.
        let parts = |c: &Col| self.columns[*c as usize].part.is_some();
        let all = 0..self.columns.len() as Col;
        for col in all.clone().filter(parts).chain(all.filter(|c| !parts(c))) {
            if let Some(e) = self.equation_of(col) {
                solved.add(col, e)?;
            }
        }
        Ok(())
    }

    /// Columns whose current value is a bound that the equations exclude, by the column's residue modulo a number; none
    /// when the allowed work is used up.
    pub fn tightenings(&self, solved: &mut Solved) -> Option<Vec<Tightening>> {
        let mut found = Vec::new();
        for col in 0..self.columns.len() as Col {
            let column = &self.columns[col as usize];
            let at = |b: &Option<Bound>| b.as_ref().is_some_and(|b| column.value == Rat::from(&b.value));
            if column.fixed().is_some() || !(at(&column.lower) || at(&column.upper)) {
                continue;
            }
            let (rest, added) = solved.reduce(self.form_of(col))?;
            let modulus = rest.content();
            if modulus.is_zero() || modulus.is_one() {
                continue;
            }
            let residue = rest.constant.rem_euclid(&modulus);
            if (column.value.floor() - &residue).rem_euclid(&modulus).is_zero() {
                continue;
            }
            let factors = solved.factors(added.iter().map(|(i, k)| (*i, Rat::from(k))));
            found.push(Tightening { col, residue, modulus, factors });
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The equation `sum of k_i x_i + constant = 0`.
    fn equation(coefficients: &[i64], constant: i64) -> Sum {
        let terms = coefficients.iter().enumerate().filter(|(_, k)| **k != 0);
        let terms = terms.map(|(i, k)| (i as Unknown, Int::from(*k))).collect();
        Sum { terms, constant: Int::from(constant) }
    }

    fn solve(n: usize, equations: &[(&[i64], i64)]) -> Result<Solved, Unsolved> {
        let mut solved = Solved::new(n, 0);
        for (i, (coefficients, constant)) in equations.iter().enumerate() {
            solved.add(i as Col, equation(coefficients, *constant))?;
        }
        Ok(solved)
    }

    #[test]
    fn certificates_of_inconsistency() {
        // x = 2p, x = 2q + 1: half the difference has the constant 1/2.
        let Err(Unsolved::Inconsistent(factors)) = solve(3, &[(&[1, -2, 0], 0), (&[1, 0, -2], -1)]) else {
            panic!("no contradiction")
        };
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
        let mut solved = solve(3, &[(&[1, -3, 0], 0)]).ok().unwrap();
        let (rest, added) = solved.reduce(equation(&[1, 0, -3], 0)).unwrap();
        assert_eq!((rest.content(), rest.constant), (Int::from(3), Int::ZERO));
        let factors = solved.factors(added.iter().map(|(i, k)| (*i, Rat::from(k))));
        assert_eq!(factors, [(0, Rat::from(Int::MINUS_ONE))].into());
    }

    #[test]
    fn work_on_long_numbers_is_counted_and_bounded() {
        // Coefficients near the end of the machine word, different in every equation.
        let n = 9;
        let row = |i: i64| (0..n).map(|j| i64::MAX / (3 + i * n + j) - i * j).collect::<Vec<i64>>();
        let solved = |allowed: u64| {
            let mut solved = Solved::new(n as usize, allowed);
            let result = (0..n - 1).try_for_each(|i| solved.add(i as Col, equation(&row(i), 0)));
            (result, solved.work())
        };
        let (result, work) = solved(u64::MAX);
        assert!(result.is_ok() && work > 10_000, "{result:?} {work}");
        let (result, some) = solved(work / 2);
        assert!(matches!(result, Err(Unsolved::GaveUp)), "{result:?}");
        assert!(some < work);
        // What fits the machine word costs nothing.
        assert_eq!(solve(2, &[(&[12, -7], 5)]).ok().map(|s| s.work()), Some(0));
    }
}
