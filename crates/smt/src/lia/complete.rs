//! A complete search for integers within the current bounds, for cases in which branching on parts may not terminate.
//!
//! Let `P` be the polyhedron of the bounds, in unknowns for which the equations are solved, and `K` its recession cone.
//! Forms that are constant on `K` are bounded on `P`; only a lattice basis of these is branched on, so the search ends.
//! Once they have integer values, moving along the inside of `K` leads to a unit cube within `P`, which contains an
//! integer point. (It is why Lenstra, 1983, may assume that polyhedra are bounded.)

use super::diophantine::{Added, Factors, Solved, Unknown};
use super::lattice::{Basis, Vector};
use super::{Col, Farkas, Lia};
use crate::sat::lit::Lit;
use logic::{Int, Linear, Rat, order::CollectOrdered};
use std::collections::BTreeMap;

/// How deep branches may be nested.
const DEPTH: usize = 200;

/// The refutation of a conjunction of bounds: a tree of branches on forms.
#[derive(Clone, Debug)]
pub enum Tree {
    /// These sum up to a contradiction.
    Leaf {
        /// Bounds with multipliers.
        literals: Farkas,
        /// Branches on the way here, by their depth, with multipliers.
        branches: Vec<(usize, Rat)>,
        /// Equations, by fixed column, with multipliers of either sign.
        equations: Factors,
    },
    /// Either `form <= bound` or `form >= bound + 1`.
    Split {
        /// The number by which leaves refer to it. It grows on the way to the leaves, but numbers may be skipped.
        depth: usize,
        /// The form.
        form: Linear,
        /// Its bound.
        bound: Int,
        /// The refutation of the one.
        holds: Box<Tree>,
        /// The refutation of the other.
        fails: Box<Tree>,
    },
}

/// What the search finds.
#[derive(Debug)]
pub enum Found {
    /// All parts have integer values within all bounds now.
    Integers,
    /// There are none.
    Refuted(Tree),
    /// The allowance was used up.
    GaveUp,
}

/// An inequality `form <= bound` over a component's unknowns.
#[derive(Clone, Debug)]
struct Row {
    form: Vec<(usize, Int)>,
    bound: Int,
    /// The literal whose inequality, plus these multiples of solved equations, is the row.
    lit: Lit,
    added: Added,
}

/// Unknowns that inequalities connect.
struct Component {
    unknowns: Vec<Unknown>,
    rows: Vec<Row>,
}

impl Lia {
    /// Looks for integers within all bounds. `allowance` counts the branches down; `effort` counts up the cost of
    /// preparations, expressed in branches.
    pub fn complete(&mut self, solved: &mut Solved, allowance: &mut u64, effort: &mut u64) -> Found {
        let mut values = self.unknown_values(solved);
        let Some(components) = self.components(solved) else { return Found::GaveUp };
        for component in components {
            if component.unknowns.iter().all(|u| values[*u as usize].is_integer()) {
                continue;
            }
            let mut search = Search::new(&component);
            *effort += search.effort;
            match search.node(allowance, 0) {
                Some(Ok(point)) => {
                    for (u, x) in component.unknowns.iter().zip(point) {
                        values[*u as usize] = Rat::from(x);
                    }
                }
                Some(Err(tree)) => return Found::Refuted(self.in_parts(&component, solved, tree)),
                None => return Found::GaveUp,
            }
        }
        if self.set_unknowns(solved, values) { Found::Integers } else { Found::GaveUp }
    }

    /// The current value of every unknown.
    fn unknown_values(&self, solved: &Solved) -> Vec<Rat> {
        let mut values: Vec<Rat> = self.columns.iter().map(|c| c.value.clone()).collect();
        for definition in solved.definitions() {
            let terms = definition.terms.iter();
            let value = terms.fold(Rat::ZERO, |s, (&u, k)| s + &values[u as usize] * &Rat::from(k));
            values.push(value);
        }
        values
    }

    /// The bounds that hold, with the equations solved, in connected components; nothing when the allowed work is used up.
    fn components(&self, solved: &mut Solved) -> Option<Vec<Component>> {
        let mut rows: Vec<(BTreeMap<Unknown, Int>, Row)> = Vec::new();
        for col in 0..self.columns.len() as Col {
            let column = &self.columns[col as usize];
            if column.fixed().is_some() || (column.lower.is_none() && column.upper.is_none()) {
                continue;
            }
            let (reduced, added) = solved.reduce(self.form_of(col))?;
            if reduced.terms.is_empty() {
                continue;
            }
            for (bound, sign) in [(&column.upper, Int::ONE), (&column.lower, Int::MINUS_ONE)] {
                let Some(b) = bound else { continue };
                let terms = reduced.terms.iter().map(|(&u, k)| (u, k * &sign)).collect_map();
                let added = added.iter().map(|(i, k)| (*i, k * &sign)).collect();
                let bound = (&b.value - &reduced.constant) * &sign;
                rows.push((terms, Row { form: Vec::new(), bound, lit: b.because, added }));
            }
        }
        Some(connect(rows))
    }

    /// A refutation in terms of the parts.
    fn in_parts(&self, component: &Component, solved: &Solved, tree: Branch) -> Tree {
        match tree {
            Branch::Leaf(sum) => {
                let (mut literals, mut branches, mut added) = (Vec::new(), Vec::new(), Vec::new());
                for (tag, factor) in sum {
                    let Some(row) = component.rows.get(tag.atom() as usize) else {
                        branches.push((tag.atom() as usize - component.rows.len(), factor));
                        continue;
                    };
                    added.extend(row.added.iter().map(|(i, k)| (*i, &factor * &Rat::from(k))));
                    literals.push((row.lit, factor));
                }
                Tree::Leaf { literals, branches, equations: solved.factors(added) }
            }
            Branch::Split { depth, form, bound, holds, fails } => {
                let mut linear = Linear::default();
                for (u, k) in component.unknowns.iter().zip(&form) {
                    linear = linear.add_scaled(k, &self.unknown_form(solved, *u));
                }
                let holds = Box::new(self.in_parts(component, solved, *holds));
                let fails = Box::new(self.in_parts(component, solved, *fails));
                Tree::Split { depth, form: linear, bound, holds, fails }
            }
        }
    }

    /// An unknown as a sum of parts.
    fn unknown_form(&self, solved: &Solved, u: Unknown) -> Linear {
        let Some(i) = (u as usize).checked_sub(self.columns.len()) else { return self.linear_of(u) };
        let terms = solved.definitions()[i].terms.iter();
        terms.fold(Linear::default(), |sum, (&v, k)| sum.add_scaled(k, &self.unknown_form(solved, v)))
    }

    /// Gives every part and form the value that follows from the unknowns; those that nothing bounds are rounded.
    /// False, and nothing changes, if a bound would be violated.
    fn set_unknowns(&mut self, solved: &Solved, values: Vec<Rat>) -> bool {
        let mut values: Vec<Int> = values.iter().map(Rat::floor).collect();
        solved.back_substitute(&mut values);
        for (i, column) in self.columns.iter().enumerate().filter(|(_, c)| c.part.is_none()) {
            values[i] = column.form.iter().fold(Int::ZERO, |s, (c, k)| s + k * &values[*c as usize]);
        }
        let fits = self.columns.iter().zip(&values).all(|(c, v)| {
            c.lower.as_ref().is_none_or(|b| *v >= b.value) && c.upper.as_ref().is_none_or(|b| *v <= b.value)
        });
        if fits {
            self.columns.iter_mut().zip(values).for_each(|(c, v)| c.value = Rat::from(v));
        }
        debug_assert!(fits, "an integer point misses a bound");
        fits
    }
}

/// Sorts rows into connected components, in order of their first unknowns.
fn connect(rows: Vec<(BTreeMap<Unknown, Int>, Row)>) -> Vec<Component> {
    let mut parent: BTreeMap<Unknown, Unknown> = BTreeMap::new();
    fn root(parent: &BTreeMap<Unknown, Unknown>, mut u: Unknown) -> Unknown {
        while let Some(&p) = parent.get(&u)
            && p != u
        {
            u = p;
        }
        u
    }
    for (terms, _) in &rows {
        let mut first = None;
        for &u in terms.keys() {
            parent.entry(u).or_insert(u);
            let r = root(&parent, u);
            let f = *first.get_or_insert(r);
            let (low, high) = (f.min(r), f.max(r));
            parent.insert(high, low);
            first = Some(low);
        }
    }
    let mut components: BTreeMap<Unknown, Component> = BTreeMap::new();
    for &u in parent.keys() {
        let empty = || Component { unknowns: Vec::new(), rows: Vec::new() };
        components.entry(root(&parent, u)).or_insert_with(empty).unknowns.push(u);
    }
    for (terms, mut row) in rows {
        let Some(first) = terms.keys().next() else { continue };
        let Some(component) = components.get_mut(&root(&parent, *first)) else { continue };
        let place = |u: &Unknown| component.unknowns.binary_search(u).unwrap_or(0);
        row.form = terms.iter().map(|(u, k)| (place(u), k.clone())).collect();
        component.rows.push(row);
    }
    components.into_values().collect()
}

/// A refutation over a component's unknowns. Literals are tags: the row's number, or the number of rows plus the depth of the branch.
enum Branch {
    Leaf(Farkas),
    Split { depth: usize, form: Vector, bound: Int, holds: Box<Branch>, fails: Box<Branch> },
}

impl Branch {
    fn uses(&self, tag: u32) -> bool {
        match self {
            Branch::Leaf(sum) => sum.iter().any(|(l, _)| l.atom() == tag),
            Branch::Split { holds, fails, .. } => holds.uses(tag) || fails.uses(tag),
        }
    }
}

/// Work on long numbers, as [`super::tableau::Long`] counts it, that costs as much as a branch.
const LONG_PER_BRANCH: u64 = 1_000;

/// So many steps of a reduction, times the rank, cost as much as a branch.
const STEPS: usize = 32;

/// The search in one component, in coordinates of which the first `rank` are bounded.
struct Search<'c> {
    component: &'c Component,
    basis: Basis,
    rank: usize,
    /// A direction inside the recession cone, in the new coordinates.
    inside: Vec<Rat>,
    lp: Lia,
    /// The rows in the new coordinates, with the column of each.
    rows: Vec<Vec<(Col, Int)>>,
    /// A contradiction of rational bounds, if there was one at the start.
    clash: Option<Farkas>,
    /// What all this cost, as so many branches.
    effort: u64,
}

fn dense(n: usize, form: &[(usize, Int)]) -> Vector {
    let mut v = vec![Int::ZERO; n];
    for (i, k) in form {
        v[*i] = k.clone();
    }
    v
}

fn product(form: &[(Col, Int)], x: &[Rat]) -> Rat {
    form.iter().fold(Rat::ZERO, |s, (c, k)| s + &x[*c as usize] * &Rat::from(k))
}

impl<'c> Search<'c> {
    fn new(component: &'c Component) -> Search<'c> {
        let n = component.unknowns.len();
        let Recession { bounded, inside, long } = recession(n, &component.rows);
        let forms: Vec<Vector> = bounded.iter().map(|&i| dense(n, &component.rows[i].form)).collect();
        let (mut basis, rank) = Basis::of_forms(n, &forms);
        let effort = (basis.reduce(rank, &forms) * rank / STEPS) as u64;
        let effort = effort + (long + basis.long.work) / LONG_PER_BRANCH;
        let inside = basis
            .forms
            .iter()
            .map(|f| f.iter().zip(&inside).fold(Rat::ZERO, |s, (k, x)| s + x * &Rat::from(k)));
        let inside = inside.collect();
        let mut lp = Lia::with_columns(n);
        let (mut rows, mut clash) = (Vec::new(), None);
        for (i, row) in component.rows.iter().enumerate() {
            let at = |v: &Vector| row.form.iter().fold(Int::ZERO, |s, (u, k)| s + k * &v[*u]);
            let form: Vec<(Col, Int)> = basis
                .vectors
                .iter()
                .map(at)
                .enumerate()
                .filter(|(_, k)| !k.is_zero())
                .map(|(j, k)| (j as Col, k))
                .collect();
            let (col, sign) = lp.column_of(&form);
            let bound = if sign { row.bound.clone() } else { -&row.bound };
            let result = lp.set_bound(col, sign, bound, Lit::new(i as u32, true));
            clash = clash.or(result.err());
            rows.push(form);
        }
        Search { component, basis, rank, inside, lp, rows, clash, effort }
    }

    /// An integer point, in the component's unknowns, or a refutation; nothing when the allowance is used up.
    fn node(&mut self, allowance: &mut u64, depth: usize) -> Option<Result<Vec<Int>, Branch>> {
        if let Some(sum) = self.clash.take() {
            return Some(Err(Branch::Leaf(sum)));
        }
        let before = self.lp.long / LONG_PER_BRANCH;
        let checked = self.lp.check(10_000);
        *allowance = allowance.saturating_sub(self.lp.long / LONG_PER_BRANCH - before);
        match checked {
            Err(sum) => return Some(Err(Branch::Leaf(sum))),
            Ok(false) => return None,
            Ok(true) => {}
        }
        // The last coordinates of a reduced basis are those in which the polyhedron is thinnest.
        let fractional = (0..self.rank).rev().find(|&j| !self.lp.column_value(j as Col).is_integer());
        let Some(j) = fractional else { return Some(Ok(self.point())) };
        if *allowance == 0 || depth >= DEPTH {
            return None;
        }
        *allowance -= 1;
        let bound = self.lp.column_value(j as Col).floor();
        let tag = (self.component.rows.len() + depth) as u32;
        let mut sides = Vec::new();
        for upper in [true, false] {
            let mark = self.lp.mark();
            let value = if upper { bound.clone() } else { &bound + &Int::ONE };
            self.clash = self.lp.set_bound(j as Col, upper, value, Lit::new(tag, true)).err();
            let result = self.node(allowance, depth + 1);
            self.lp.backtrack(mark);
            match result? {
                Ok(point) => return Some(Ok(point)),
                Err(tree) if !tree.uses(tag) => return Some(Err(tree)),
                Err(tree) => sides.push(Box::new(tree)),
            }
        }
        let (fails, holds) = (sides.pop()?, sides.pop()?);
        Some(Err(Branch::Split { depth, form: self.basis.forms[j].clone(), bound, holds, fails }))
    }

    /// An integer point near the current one, all of whose bounded coordinates are integers.
    fn point(&self) -> Vec<Int> {
        let start: Vec<Rat> =
            (0..self.component.unknowns.len()).map(|j| self.lp.column_value(j as Col).clone()).collect();
        let half = Rat::new(Int::ONE, Int::from(2));
        let rounded = |far: &Rat| -> Vec<Int> {
            start.iter().zip(&self.inside).map(|(x, d)| (&(x + &(d * far)) + &half).floor()).collect()
        };
        let mut point = rounded(&Rat::ZERO);
        if !self.fits(&point) {
            // Far enough inside the cone, rounding every coordinate by at most one half stays within all bounds.
            let mut far = Rat::ZERO;
            for (form, row) in self.rows.iter().zip(&self.component.rows) {
                let speed = -product(form, &self.inside);
                if speed.is_positive() {
                    let spread = form.iter().fold(Int::ZERO, |s, (_, k)| s + k.abs());
                    let slack = &Rat::from(&row.bound) - &product(form, &start);
                    let needed = &(&(&Rat::from(spread) * &half) - &slack) / &speed;
                    far = far.max(needed);
                }
            }
            point = rounded(&far);
        }
        let unknowns = 0..self.component.unknowns.len();
        unknowns
            .map(|u| point.iter().zip(&self.basis.vectors).fold(Int::ZERO, |s, (x, v)| s + x * &v[u]))
            .collect()
    }

    fn fits(&self, point: &[Int]) -> bool {
        self.rows.iter().zip(&self.component.rows).all(|(form, row)| {
            form.iter().fold(Int::ZERO, |s, (c, k)| s + k * &point[*c as usize]) <= row.bound
        })
    }
}

/// What the recession cone says.
struct Recession {
    /// The rows whose forms are constant on it.
    bounded: Vec<usize>,
    /// A direction in it in which all others decrease.
    inside: Vec<Rat>,
    /// What numbers beyond the machine word have cost.
    long: u64,
}

/// Finds out, by one linear program for each form, which forms can decrease without bound.
fn recession(n: usize, rows: &[Row]) -> Recession {
    let mut lp = Lia::with_columns(n);
    let tag = Lit::new(0, true);
    let mut columns = Vec::new();
    for row in rows {
        let form: Vec<(Col, Int)> = row.form.iter().map(|(u, k)| (*u as Col, k.clone())).collect();
        let (col, sign) = lp.column_of(&form);
        // The cone is never empty, so neither bound can clash.
        let _ = lp.set_bound(col, sign, Int::ZERO, tag);
        columns.push((col, sign));
    }
    let mut constant: Vec<usize> = (0..rows.len()).collect();
    let mut direction = vec![Rat::ZERO; n];
    loop {
        let mut sum = vec![Int::ZERO; n];
        for &i in &constant {
            for (u, k) in &rows[i].form {
                sum[*u] += k;
            }
        }
        let form: Vec<(Col, Int)> =
            sum.into_iter().enumerate().filter(|(_, k)| !k.is_zero()).map(|(u, k)| (u as Col, k)).collect();
        if form.is_empty() {
            break;
        }
        let mark = lp.mark();
        let (col, sign) = lp.column_of(&form);
        let bound = if sign { Int::MINUS_ONE } else { Int::ONE };
        let feasible = lp.set_bound(col, sign, bound, tag).is_ok() && lp.check(10_000) == Ok(true);
        lp.backtrack(mark);
        if !feasible {
            break;
        }
        for (j, x) in direction.iter_mut().enumerate() {
            *x += lp.column_value(j as Col);
        }
        constant.retain(|&i| lp.column_value(columns[i].0).is_zero());
    }
    Recession { bounded: constant, inside: direction, long: lp.long }
}
