//! A cell: the facts, of the shapes under consideration, that all points seen at one loop head under one guard have in
//! common.
//!
//! An element of a product of domains: affine equations, congruences modulo small primes, and upper bounds of linear
//! forms. Points are only ever added, and each component is then weakened as little as possible: an equation is
//! dropped, a bound moves to the next threshold or is dropped. This can happen only finitely often.

use super::hull::{Hull, Residue, reduce, remainder};
use super::modular::{Congruence, Modular};
use super::shape::{Point, Shape};
use logic::{
    Int, Linear, Rat, Term, Terms,
    order::{self, CollectOrdered},
};
use std::collections::BTreeMap;

/// An upper bound of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Bound {
    /// No point yet.
    Below,
    /// At most this.
    AtMost {
        /// The number.
        most: Int,
        /// How many samples attain it exactly.
        attained: u32,
        /// How often it has given way since the sampling.
        moves: u32,
    },
    /// None.
    Gone,
}

/// What the points of a head that satisfy a guard have in common.
pub struct Cell {
    guard: usize,
    /// Exact ones, which words that overflow do not preserve.
    equations: Hull<Rat>,
    congruences: Vec<Hull<Residue>>,
    /// If these alone are looked for: equations of words.
    modular: Option<Modular>,
    bounds: Vec<Bound>,
}

/// A bound that this many samples attain is taken to be the true one, even if it is not a threshold.
const ATTAINED: u32 = 6;
/// How often a bound may move to the next threshold, without a guard and under one.
const PATIENCE: u32 = 4;
const GUARDED_PATIENCE: u32 = 1;
/// Equations with longer coefficients, in binary digits, are left out.
const DIGITS: u64 = 24;

impl Cell {
    /// Without points.
    pub fn new(shape: &Shape, guard: usize) -> Cell {
        let forms = if guard == 0 { shape.forms.len() } else { shape.guarded_forms };
        Cell {
            guard,
            equations: Hull::empty((), shape.dimensions.len()),
            congruences: shape.primes.iter().map(|&p| Hull::empty(p, shape.variables)).collect(),
            modular: None,
            bounds: vec![Bound::Below; forms],
        }
    }

    /// Without points, without guard, and with few forms to bound.
    pub fn plain(shape: &Shape) -> Cell {
        Cell { bounds: vec![Bound::Below; shape.plain_forms], ..Cell::new(shape, 0) }
    }

    /// Without points, with equations of words alone.
    pub fn wrapping(shape: &Shape, guard: usize) -> Cell {
        let modular = shape.bits.map(|bits| Modular::empty(bits, shape.dimensions.len()));
        Cell { modular, congruences: Vec::new(), bounds: Vec::new(), ..Cell::new(shape, guard) }
    }

    /// Whether no point has been added.
    pub fn is_empty(&self) -> bool {
        self.modular.as_ref().map_or(self.equations.rows().is_none(), Modular::is_empty)
    }

    /// Adds a point if it satisfies the guard, and returns whether anything changed. `sampled` points set bounds
    /// exactly, others move them to thresholds.
    pub fn add(&mut self, shape: &Shape, point: &Point, sampled: bool) -> bool {
        if !point.guards[self.guard] {
            return false;
        }
        let patience = if self.guard == 0 { PATIENCE } else { GUARDED_PATIENCE };
        if let Some(modular) = &mut self.modular {
            return modular.add(&point.values);
        }
        let mut changed = self.equations.add(&point.values);
        for hull in &mut self.congruences {
            changed |= hull.add(&point.values[..shape.variables]);
        }
        for (bound, form) in self.bounds.iter_mut().zip(&shape.forms) {
            if *bound == Bound::Gone {
                continue;
            }
            let value = form.value(point);
            let mut moves = 0;
            if let Bound::AtMost { most, attained, moves: before } = bound {
                if value <= *most {
                    *attained += u32::from(value == *most);
                    continue;
                }
                moves = *before + 1;
            }
            changed = true;
            *bound = match sampled {
                true => Bound::AtMost { most: value, attained: 1, moves: 0 },
                // Widening: what keeps giving way goes.
                false if moves > patience => Bound::Gone,
                false => next_bound(&value, &shape.thresholds, moves),
            };
        }
        changed
    }

    /// Ends the sampling: bounds that only some samples happened to attain move to the next threshold.
    pub fn settle(&mut self, shape: &Shape) {
        for bound in &mut self.bounds {
            if let Bound::AtMost { most, attained, .. } = bound
                && *attained < ATTAINED
            {
                *bound = next_bound(most, &shape.thresholds, 0);
            }
        }
    }

    /// The facts that hold of all points added, simple ones first. Those that follow from the facts of `base`, the cell of the
    /// same head without guard, are left out as far as that is easily seen.
    pub fn facts(&self, terms: &Terms, shape: &Shape, base: Option<&Cell>) -> Vec<Term> {
        if self.is_empty() {
            return vec![terms.not(shape.guards[self.guard])];
        }
        let equations = self.equations.reduced().unwrap_or_default();
        let mut facts = self.modular_facts(terms, shape, base);
        let known = base.and_then(|b| b.equations.reduced()).unwrap_or_default();
        for row in &equations {
            if remainder(&(), row, &known).iter().any(|a| !a.is_zero()) {
                facts.extend(integral(row).map(|(parts, constant)| terms.eq0(sum(shape, &parts, -constant))));
            }
        }
        for (i, hull) in self.congruences.iter().enumerate() {
            facts.extend(self.congruence_facts(
                terms,
                shape,
                hull,
                &equations,
                base.map(|b| &b.congruences[i]),
            ));
        }
        facts.extend(self.bound_facts(terms, shape, &equations, base));
        order::sort_by_key(&mut facts, |&f| terms.size(f));
        match self.guard {
            0 => facts,
            g => facts.into_iter().map(|f| terms.implies(shape.guards[g], f)).collect(),
        }
    }

    /// The congruences that do not follow from the equations or from the base.
    fn congruence_facts(
        &self,
        terms: &Terms,
        shape: &Shape,
        hull: &Hull<Residue>,
        equations: &[Vec<Rat>],
        base: Option<&Hull<Residue>>,
    ) -> Vec<Term> {
        let p = *hull.context();
        let prime = Int::from(p);
        let count = shape.variables;
        let mut known: Vec<Vec<Residue>> = base.and_then(Hull::reduced).unwrap_or_default();
        for (parts, constant) in equations.iter().filter_map(|row| integral(row)) {
            if parts.iter().all(|(i, _)| *i < count) {
                let mut row = vec![residue(p, &Int::ZERO); count + 1];
                parts.iter().for_each(|(i, c)| row[*i] = residue(p, c));
                row[count] = residue(p, &constant);
                known.push(row);
            }
        }
        reduce(&p, count, &mut known);
        let mut facts = Vec::new();
        for row in hull.reduced().unwrap_or_default() {
            if remainder(&p, &row, &known).iter().all(|a| a.number() == 0) {
                continue;
            }
            let parts: Vec<(usize, Int)> = (0..count)
                .filter(|&i| row[i].number() != 0)
                .map(|i| (i, Int::from(row[i].number())))
                .collect();
            let left = terms.modulo(terms.from_linear(sum(shape, &parts, Int::ZERO)), &prime);
            facts.push(terms.eq(left, terms.int(row[count].number())));
        }
        facts
    }

    /// The equations of words that do not follow from the base.
    fn modular_facts(&self, terms: &Terms, shape: &Shape, base: Option<&Cell>) -> Vec<Term> {
        let Some(modular) = &self.modular else { return Vec::new() };
        let side = |parts: &[(usize, Int)], constant: Int, modulus: &Int| {
            terms.modulo(terms.from_linear(sum(shape, parts, constant)), modulus)
        };
        let one = |Congruence { left, right, constant, modulus }: &Congruence| {
            terms.eq(side(left, Int::ZERO, modulus), side(right, constant.clone(), modulus))
        };
        modular.congruences(base.and_then(|base| base.modular.as_ref())).iter().map(one).collect()
    }

    /// The bounds that are not sums of others, nor the same as others modulo the equations, nor those of the base.
    fn bound_facts(
        &self,
        terms: &Terms,
        shape: &Shape,
        equations: &[Vec<Rat>],
        base: Option<&Cell>,
    ) -> Vec<Term> {
        let bounded = |(form, bound): (&'_ super::shape::Form, &'_ Bound)| match bound {
            Bound::AtMost { most, .. } => Some((form.parts.clone(), most.clone())),
            _ => None,
        };
        let bounds: BTreeMap<Vec<(usize, i64)>, Int> =
            shape.forms.iter().zip(&self.bounds).filter_map(bounded).collect_map();
        let mut classes: BTreeMap<Vec<Rat>, Rat> = BTreeMap::new();
        let mut facts = Vec::new();
        for (i, form) in shape.forms[..self.bounds.len()].iter().enumerate() {
            let Bound::AtMost { most, .. } = &self.bounds[i] else { continue };
            let in_base = base.map(|b| &b.bounds[i]);
            if in_base.is_some_and(|b| matches!(b, Bound::AtMost { most: other, .. } if other <= most)) {
                continue;
            }
            if is_sum(&bounds, &form.parts, most) {
                continue;
            }
            if let Some((class, limit)) = class(shape, &form.parts, most, equations) {
                let best = classes.get(&class);
                if best.is_none_or(|best| limit < *best) {
                    classes.insert(class, limit);
                    let linear = shape.linear(form);
                    facts.push(terms.le0(linear.with_constant(-most)));
                }
            }
        }
        facts
    }
}

/// The next threshold from a value upwards.
fn next_bound(value: &Int, thresholds: &[Int], moves: u32) -> Bound {
    let next = thresholds.iter().find(|t| *t >= value);
    next.map_or(Bound::Gone, |t| Bound::AtMost { most: t.clone(), attained: 0, moves })
}

fn residue(p: i64, i: &Int) -> Residue {
    <Residue as super::hull::Field>::of_int(&p, i)
}

fn sum(shape: &Shape, parts: &[(usize, Int)], constant: Int) -> Linear {
    Linear::from_parts(parts.iter().map(|(i, c)| (shape.dimensions[*i], c.clone())).collect(), constant)
}

/// A row with integer coefficients without a common divisor, and its constant; none if they are long, or the constant no
/// integer (then the equation has no integer solution).
fn integral(row: &[Rat]) -> Option<(Vec<(usize, Int)>, Int)> {
    let denominator = row.iter().fold(Int::ONE, |d, a| d.lcm(a.denom()));
    if denominator.bits() > DIGITS {
        return None;
    }
    let whole = |a: &Rat| a.numer() * &denominator.div_exact(a.denom());
    let (last, coefficients) = row.split_last()?;
    let parts: Vec<(usize, Int)> =
        coefficients.iter().enumerate().filter(|(_, a)| !a.is_zero()).map(|(i, a)| (i, whole(a))).collect();
    let fits = parts.iter().all(|(_, c)| c.bits() <= DIGITS);
    fits.then(|| (parts, whole(last)))
}

/// Whether a bound follows by adding two bounds of simpler forms.
fn is_sum(bounds: &BTreeMap<Vec<(usize, i64)>, Int>, parts: &[(usize, i64)], most: &Int) -> bool {
    let limit = |parts: &[(usize, i64)]| match bounds.get(parts) {
        Some(bound) => Some(bound.clone()),
        None => match parts {
            &[(i, c)] => Some(bounds.get(&vec![(i, c.signum())])? * &Int::from(c.abs())),
            _ => None,
        },
    };
    let splits = |i: usize| {
        let (x, c) = parts[i];
        let mut rest = parts.to_vec();
        rest.remove(i);
        let mut less = parts.to_vec();
        less[i].1 -= c.signum();
        let whole = (!rest.is_empty()).then(|| (vec![(x, c)], rest));
        let step = (c.abs() > 1).then(|| (vec![(x, c.signum())], less));
        whole.into_iter().chain(step).collect::<Vec<_>>()
    };
    (0..parts.len())
        .flat_map(splits)
        .any(|(a, b)| limit(&a).zip(limit(&b)).is_some_and(|(a, b)| a + b <= *most))
}

/// A form modulo equations: a representative of all forms that differ from multiples of it by constants, with the bound
/// translated. None if the form is constant.
fn class(
    shape: &Shape,
    parts: &[(usize, i64)],
    most: &Int,
    equations: &[Vec<Rat>],
) -> Option<(Vec<Rat>, Rat)> {
    let count = shape.dimensions.len();
    let mut row = vec![Rat::from(0); count + 1];
    parts.iter().for_each(|&(i, c)| row[i] = Rat::from(c));
    let mut row = remainder(&(), &row, equations);
    // Now the form is the rest of the row minus its last entry.
    let offset = row.pop()?;
    let leading = row[pivot_of(&row)?].abs();
    let class = row.iter().map(|a| a / &leading).collect();
    let limit = &(&Rat::from(most) + &offset) / &leading;
    Some((class, limit))
}

fn pivot_of(row: &[Rat]) -> Option<usize> {
    row.iter().rposition(|a| !a.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_bounds() {
        let bounds: BTreeMap<Vec<(usize, i64)>, Int> =
            [(vec![(0, 1)], Int::from(3)), (vec![(1, -1)], Int::from(4))].into();
        assert!(is_sum(&bounds, &[(0, 1), (1, -1)], &Int::from(7)));
        assert!(!is_sum(&bounds, &[(0, 1), (1, -1)], &Int::from(6)));
        assert!(is_sum(&bounds, &[(0, 2), (1, -1)], &Int::from(10)));
        assert!(!is_sum(&bounds, &[(0, 1)], &Int::from(3)));
        assert!(!is_sum(&bounds, &[(0, 1), (1, 1)], &Int::from(90)));
    }
}
