//! Octagons: boxes with bounds of sums and differences of two variables, and what domains do with them.

use super::matrix::{Matrix, Row, negated};
use crate::interval::Interval;
use crate::propagate::Empty;
use crate::ranges::Ranges;
use crate::thresholds::Thresholds;
use logic::{Int, Sort, Terms, Var, order};

/// The most variables that have relations to others. Relations of further ones are left out, so these have only their
/// intervals: matrices grow with the square of it, and closing them with its cube.
pub(super) const MOST: usize = 16;

/// A variable with a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Signed {
    pub(super) var: Var,
    pub(super) is_negative: bool,
}

impl Signed {
    pub(super) fn new(var: Var, is_negative: bool) -> Signed {
        Signed { var, is_negative }
    }

    pub(super) fn negated(self) -> Signed {
        Signed { is_negative: !self.is_negative, ..self }
    }

    fn of(matrix: &Matrix, a: Row) -> Signed {
        Signed::new(matrix.var(a), a % 2 == 1)
    }

    fn row(self, matrix: &Matrix) -> Option<Row> {
        matrix.row(self.var).map(|a| if self.is_negative { negated(a) } else { a })
    }
}

/// A non-empty octagon.
///
/// Invariant: all bounds are the least ones. The box holds the values of each variable, and the relations are a closed
/// matrix with the same values for the variables that are related to others at all, which are at most 16. So equal
/// sets are equal octagons, as long as no relation had to be left out.
#[derive(Clone, Debug, Default)]
pub struct Octagon {
    pub(super) ranges: Ranges,
    pub(super) relations: Matrix,
    /// If it comes from widening, the bounds as widening left them. Further widening goes on from these: were they closed in
    /// between, a bound that was given up could come back each time, and there would be no end.
    widened: Option<Box<(Ranges, Matrix)>>,
}

/// Whether they are the same set; where it came from does not matter.
impl PartialEq for Octagon {
    fn eq(&self, other: &Octagon) -> bool {
        self.ranges == other.ranges && self.relations == other.relations
    }
}

impl Eq for Octagon {}

impl Octagon {
    /// The octagon of a box.
    pub(super) fn of_box(ranges: Ranges) -> Octagon {
        Octagon { ranges, ..Octagon::default() }
    }

    /// The box around it.
    pub(super) fn around(&self) -> &Ranges {
        &self.ranges
    }

    /// The upper bound of a variable with its sign.
    fn most(&self, terms: &Terms, a: Signed) -> Option<Int> {
        let values = self.ranges.get(terms, a.var);
        if a.is_negative { values.low().map(|l| -l) } else { values.high().cloned() }
    }

    /// The least upper bound of a sum.
    pub(super) fn bound(&self, terms: &Terms, a: Signed, b: Signed) -> Option<Int> {
        if a == b.negated() {
            return Some(Int::ZERO);
        }
        match (a.row(&self.relations), b.row(&self.relations)) {
            (Some(a), Some(b)) => self.relations.get(a, b).cloned(),
            _ => Some(&self.most(terms, a)? + &self.most(terms, b)?),
        }
    }

    /// All its bounds over some variables.
    fn over(&self, terms: &Terms, vars: &[Var]) -> Matrix {
        let signed = |a: Row| Signed::new(vars[a / 2], a % 2 == 1);
        Matrix::of(vars.to_vec(), |a, b| self.bound(terms, signed(a), signed(b)))
    }

    /// The octagon of a closed matrix, and of a box for the other variables.
    fn of_matrix(terms: &Terms, ranges: Ranges, relations: Matrix) -> Octagon {
        let mut out = Octagon { ranges, relations, widened: None };
        out.take_values(terms);
        out.trim();
        out
    }

    fn take_values(&mut self, terms: &Terms) {
        for a in (0..self.relations.rows()).step_by(2) {
            self.ranges.put(terms, self.relations.var(a), self.relations.interval(a));
        }
    }

    /// Variables that are not related to others leave the matrix.
    pub(super) fn trim(&mut self) {
        self.widened = None;
        let mut related = vec![false; self.relations.vars().len()];
        for (a, b) in self.relations.pairs() {
            if !(related[a / 2] && related[b / 2]) && self.relations.is_proper(a, b) {
                (related[a / 2], related[b / 2]) = (true, true);
            }
        }
        if related.contains(&false) {
            let of = |v: Var| self.relations.row(v).is_some_and(|a| related[a / 2]);
            self.relations = self.relations.without(of);
        }
    }

    /// Puts a variable into the matrix, if there is room.
    fn enter(&mut self, terms: &Terms, var: Var) -> bool {
        if self.relations.row(var).is_some() {
            return true;
        }
        if self.relations.vars().len() >= MOST {
            self.trim();
        }
        let mut vars = self.relations.vars().to_vec();
        let at = vars.partition_point(|v| *v < var);
        vars.insert(at, var);
        if vars.len() <= MOST {
            self.relations = self.over(terms, &vars);
        }
        vars.len() <= MOST
    }

    /// Keeps the states in which a variable is in the interval.
    pub(super) fn restrict(&mut self, terms: &Terms, var: Var, to: &Interval) -> Result<(), Empty> {
        if !self.ranges.restrict(terms, var, to) {
            return Err(Empty);
        }
        self.widened = None;
        if let Some(a) = self.relations.row(var) {
            let two = Int::from(2);
            if let Some(high) = to.high() {
                self.relations.add(a, a, &(high * &two))?;
            }
            if let Some(low) = to.low() {
                self.relations.add(negated(a), negated(a), &-(low * &two))?;
            }
            self.take_values(terms);
        }
        Ok(())
    }

    /// Keeps the states that are in the box as well.
    pub(super) fn within(&mut self, terms: &Terms, ranges: &Ranges) -> Result<(), Empty> {
        for (var, to) in ranges.iter() {
            if !to.includes(&self.ranges.get(terms, var)) {
                self.restrict(terms, var, to)?;
            }
        }
        Ok(())
    }

    /// Keeps the states in which the sum of two different variables is at most this: exactly these if there is room for the
    /// relation, and otherwise what the intervals make of it.
    pub(super) fn add(&mut self, terms: &Terms, a: Signed, b: Signed, most: &Int) -> Result<(), Empty> {
        if self.bound(terms, a, b).is_some_and(|now| now <= *most) {
            return Ok(());
        }
        if self.enter(terms, a.var)
            && self.enter(terms, b.var)
            && let (Some(a), Some(b)) = (a.row(&self.relations), b.row(&self.relations))
        {
            self.widened = None;
            self.relations.add(a, b, most)?;
            self.take_values(terms);
            return Ok(());
        }
        for (one, other) in [(a, b), (b, a)] {
            if let Some(least) = self.most(terms, other.negated()).map(|l| -l) {
                let high = most - &least;
                let to = if one.is_negative { Interval::at_least(-high) } else { Interval::at_most(high) };
                self.restrict(terms, one.var, &to)?;
            }
        }
        Ok(())
    }

    /// The states that differ in the value of one variable.
    pub(super) fn forget(&mut self, var: Var) {
        self.widened = None;
        self.ranges.forget(var);
        if self.relations.row(var).is_some() {
            self.relations = self.relations.without(|v| v != var);
            self.trim();
        }
    }

    /// A variable about which nothing is known becomes another, perhaps negated.
    pub(super) fn copy(&mut self, terms: &Terms, from: Signed, to: Var) {
        let to = Signed::new(to, false);
        // Of the unknown variable nothing is excluded that is possible of the other.
        let _ = self.add(terms, to, from.negated(), &Int::ZERO);
        let _ = self.add(terms, to.negated(), from, &Int::ZERO);
    }

    /// The variable becomes itself, or what it was negated, plus a number from the interval.
    pub(super) fn shift(&mut self, terms: &Terms, var: Var, is_negated: bool, by: &Interval) {
        self.widened = None;
        let old = self.ranges.get(terms, var);
        let old = if is_negated { old.scaled(&Int::MINUS_ONE) } else { old };
        self.ranges.put(terms, var, old.plus(by));
        if let Some(x) = self.relations.row(var) {
            self.relations = self.relations.moved(x, is_negated, by);
        }
    }

    /// Whether all states of another one are in it.
    pub(super) fn includes(&self, terms: &Terms, other: &Octagon) -> bool {
        let m = &self.relations;
        let has = |(a, b): (Row, Row)| match m.get(a, b) {
            Some(bound) => {
                other.bound(terms, Signed::of(m, a), Signed::of(m, b)).is_some_and(|small| small <= *bound)
            }
            None => true,
        };
        self.ranges.includes(terms, &other.ranges) && m.pairs().all(has)
    }

    /// What is in both.
    pub(super) fn meet(&self, terms: &Terms, other: &Octagon) -> Result<Octagon, Empty> {
        let ranges = self.ranges.meet(terms, &other.ranges).ok_or(Empty)?;
        let more = other.relations.vars().iter().filter(|v| self.relations.row(**v).is_none());
        let mut vars: Vec<Var> = self.relations.vars().iter().chain(more).copied().take(MOST).collect();
        order::sort(&mut vars);
        let (ours, theirs) = (self.over(terms, &vars), other.over(terms, &vars));
        let mut both = Matrix::of(vars, |a, b| match (ours.get(a, b), theirs.get(a, b)) {
            (Some(one), Some(other)) => Some(one.min(other).clone()),
            (one, other) => one.or(other).cloned(),
        });
        both.close()?;
        Ok(Octagon::of_matrix(terms, ranges, both))
    }

    /// The variables among which an upper bound of both has relations: those related in either, and those whose intervals are
    /// different. `all` adds the others that are bounded, as far as there is room.
    fn together(&self, terms: &Terms, other: &Octagon, all: bool) -> Vec<Var> {
        let present = |o: &Octagon, v: Var| o.relations.row(v).is_some() || !o.ranges.get(terms, v).is_top();
        let related = |o: &Octagon, v: Var| usize::from(o.relations.row(v).is_none());
        let rank = |v: Var| {
            let differ = self.ranges.get(terms, v) != other.ranges.get(terms, v);
            match related(self, v) + related(other, v) {
                2 => {
                    if differ {
                        2
                    } else {
                        3
                    }
                }
                missing => missing,
            }
        };
        let bounded = self.ranges.iter().map(|(v, _)| v).filter(|v| terms.var_sort(*v) == Sort::Int);
        let mut vars: Vec<Var> = self.relations.vars().iter().copied().chain(bounded).collect();
        order::sort(&mut vars);
        vars.dedup();
        let mut ranked: Vec<(usize, Var)> = vars
            .into_iter()
            .filter(|&v| present(other, v))
            .map(|v| (rank(v), v))
            .filter(|(rank, _)| all || *rank < 3)
            .collect();
        order::sort(&mut ranked);
        let mut vars: Vec<Var> = ranked.into_iter().map(|(_, v)| v).take(MOST).collect();
        order::sort(&mut vars);
        vars
    }

    /// The least octagon around both.
    pub(super) fn join(&self, terms: &Terms, other: &Octagon) -> Octagon {
        let vars = self.together(terms, other, false);
        let (ours, theirs) = (self.over(terms, &vars), other.over(terms, &vars));
        let most = Matrix::of(vars, |a, b| Some(ours.get(a, b)?.max(theirs.get(a, b)?).clone()));
        let ranges = self.ranges.zip(terms, &other.ranges, Interval::join);
        Octagon::of_matrix(terms, ranges, most)
    }

    /// Widening: bounds that grow are given up, those of single variables after the thresholds.
    pub(super) fn widen(&self, terms: &Terms, next: &Octagon, thresholds: &Thresholds) -> Octagon {
        if self.includes(terms, next) {
            return self.clone();
        }
        let (ranges, old) = match &self.widened {
            Some(widened) => (&widened.0, widened.1.clone()),
            // Each sum of variables has a bound, also where it says nothing yet: in the next round it may be all that is left.
            None => (&self.ranges, self.over(terms, &self.together(terms, next, true))),
        };
        let new = next.over(terms, old.vars());
        let mut wider = Matrix::of(old.vars().to_vec(), |a, b| {
            let (bound, new) = (old.get(a, b)?, new.get(a, b)?);
            match a == b {
                _ if new <= bound => Some(bound.clone()),
                true => beyond(new, a, thresholds.of(old.var(a))),
                false => None,
            }
        });
        let ranges = ranges.zip_vars(terms, &next.ranges, |v, a, b| a.widen(b, thresholds.of(v)));
        let widened = Some(Box::new((ranges.clone(), wider.clone())));
        // It holds what the old one held, so it is not empty.
        if wider.close().is_err() {
            return Octagon::default();
        }
        Octagon { widened, ..Octagon::of_matrix(terms, ranges, wider) }
    }
}

/// Twice the nearest threshold beyond a bound of twice a row.
fn beyond(twice: &Int, a: Row, thresholds: &[Int]) -> Option<Int> {
    let two = Int::from(2);
    let double = |t: &Int| t * &two;
    match a % 2 {
        0 => thresholds.iter().map(double).find(|t| t >= twice),
        _ => thresholds.iter().rev().map(|t| -double(t)).find(|t| t >= twice),
    }
}
