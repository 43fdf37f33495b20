//! Generalising interpolation: a small formula between A and B, found by counterexample-guided search instead of being
//! read off a proof (compare Albarghouthi, McMillan, "Beautiful Interpolants", CAV 2013).
//!
//! Points of A and points of B are sampled; the cheapest formula over candidate atoms that separates the samples is
//! tried; the solver either confirms that A implies it and that it contradicts B, or gives another point. The choice of
//! interpolant decides whether an algorithm converges: it needs `x = y`, not a list of the first hundred points.

mod number;

mod atoms;

mod learn;

mod strong;

mod cubes;

use atoms::{MOST_SAMPLES, Samples, Space};
use logic::{Int, Node, Term, Terms, Value, Var};
use number::{Point, of_value};
use solver::{Counted, Door, Limits, Model, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// What steers the search beside A and B.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Numbers that occur in the program; bounds at them, or next to them, are preferred.
    pub constants: BTreeSet<Int>,
    /// Which atoms to prefer.
    pub taste: Taste,
    /// Points at which the formula should hold, as far as B allows; a point gives all shared symbols a value.
    pub inside: Vec<BTreeMap<Var, Value>>,
    /// Points that the formula ought not to hold, as far as A allows.
    pub outside: Vec<BTreeMap<Var, Value>>,
}

/// Which atoms to prefer among those that separate the samples.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Taste {
    /// Equations between variables first, then remainders, then bounds.
    #[default]
    Equations,
    /// Bounds first: weaker formulas.
    Bounds,
    /// As strong as possible: all plain atoms that A implies and that hold at the points where the formula should hold.
    /// If instead points are given at which it should not hold: as weak as possible.
    Strongest,
}

/// The most samples of a side where only truth values are shared: what is left is said clause by clause ([`cubes`]).
const FEW_SAMPLES: usize = 24;

/// Conflicts allowed in one question.
const CONFLICTS: u64 = 5_000;

/// A formula between A and B over their shared symbols; none when the search gives up, or when A and B hold together.
pub fn generalise(door: &Door, terms: &Terms, a: &[Term], b: &[Term], hints: &Hints) -> Option<Term> {
    let mut search = Search::new(door, terms, a, b, hints);
    if hints.taste != Taste::Strongest {
        return search.separate().or_else(|| cubes::between(&mut search));
    }
    let side = usize::from(!hints.outside.is_empty());
    let facts = strong::strongest(&mut search, side);
    // What the facts do not exclude is separated as usual.
    search.sides[1 - side].assert(terms, facts);
    let rest = search.separate().or_else(|| cubes::between(&mut search))?;
    Some(if side == 0 { terms.and([facts, rest]) } else { terms.or([terms.not(facts), rest]) })
}

/// A formula between A and B in clauses or cubes, if they share nothing but truth values and few of these are needed; see the module `cubes`.
pub fn in_clauses(door: &Door, terms: &Terms, a: &[Term], b: &[Term]) -> Option<Term> {
    let of_b = terms.vars_of(b);
    let shared = terms.vars_of(a).into_iter().filter(|v| of_b.contains(v)).count();
    if shared > cubes::SHARED {
        return None;
    }
    cubes::between(&mut Search::new(door, terms, a, b, &Hints::default()))
}

/// What speaks against a candidate.
enum Refuted {
    /// Nothing: it is an interpolant.
    No,
    /// A point of A (0) outside it, or of B (1) inside it.
    By(usize, Point),
    /// A solver's limit was reached, or a number too large.
    GaveUp,
}

/// A search between two sides, A (0) and B (1).
struct Search<'t> {
    door: &'t Door,
    terms: &'t Terms,
    space: Space,
    sides: [Counted; 2],
    samples: Samples,
    /// Points that should be on a side and have not been looked at yet.
    known: [Vec<Point>; 2],
}

impl<'t> Search<'t> {
    fn new(door: &'t Door, terms: &'t Terms, a: &[Term], b: &[Term], hints: &Hints) -> Search<'t> {
        let of_b = terms.vars_of(b);
        let shared: Vec<Var> = terms.vars_of(a).into_iter().filter(|v| of_b.contains(v)).collect();
        let limits = Limits { conflicts: CONFLICTS, pivots: 200_000, splits: 5_000, ..Limits::default() };
        let solver = |side: &[Term]| {
            let mut solver = door.open(limits);
            for &t in side {
                solver.assert(terms, t);
            }
            solver
        };
        let known = |points: &[BTreeMap<Var, Value>]| -> Vec<Point> {
            let point = |p: &BTreeMap<Var, Value>| shared.iter().map(|v| of_value(p.get(v)?)).collect();
            points.iter().filter_map(point).collect()
        };
        let space = Space::new(terms, &shared, a, b, hints);
        Search {
            door,
            terms,
            known: [known(&hints.inside), known(&hints.outside)],
            sides: [solver(a), solver(b)],
            samples: Samples::new(&space),
            space,
        }
    }

    /// The cheapest formula that the solvers confirm.
    fn separate(&mut self) -> Option<Term> {
        let only_truth_values = self.space.booleans.len() == self.space.shared.len();
        let most = if only_truth_values { FEW_SAMPLES } else { MOST_SAMPLES };
        while self.samples.points.iter().all(|p| p.len() < most) {
            let candidate = learn::learn(self.terms, &self.space, &self.samples)?;
            match self.refute(candidate) {
                Refuted::No => return Some(candidate),
                Refuted::By(side, point) => {
                    if self.samples.points[1 - side].contains(&point) {
                        return None; // a point of both: A and B hold together
                    }
                    self.samples.push(&self.space, side, point);
                }
                Refuted::GaveUp => return None,
            }
        }
        None
    }

    fn refute(&mut self, candidate: Term) -> Refuted {
        for side in [0, 1] {
            if let Some(point) = self.refute_by_known(side, candidate) {
                return Refuted::By(side, point);
            }
        }
        for side in [0, 1] {
            let wrong = if side == 0 { self.terms.not(candidate) } else { candidate };
            match self.sides[side].check(self.terms, &[wrong]) {
                Outcome::Unsat => {}
                Outcome::Sat(model) => {
                    return self.point(&model).map_or(Refuted::GaveUp, |p| Refuted::By(side, p));
                }
                Outcome::Unknown(_) => return Refuted::GaveUp,
            }
        }
        Refuted::No
    }

    /// A known point that the candidate has on the wrong side and that is not a point of the other side.
    fn refute_by_known(&mut self, side: usize, candidate: Term) -> Option<Point> {
        while let Some(i) = self.known[side].iter().rposition(|p| self.holds(candidate, p) != (side == 0)) {
            let point = self.known[side].remove(i);
            let values = self.space.shared.iter().zip(&point);
            let here: Vec<Term> = values.map(|(v, x)| number::is(self.terms, *v, *x)).collect();
            if self.sides[1 - side].check(self.terms, &here) == Outcome::Unsat {
                return Some(point);
            }
        }
        None
    }

    fn holds(&self, candidate: Term, point: &Point) -> bool {
        let value = |v: Var| {
            let sort = self.terms.var_sort(v);
            let i = self.space.shared.binary_search(&v);
            i.map_or_else(|_| Value::default_of(sort), |i| number::value(point[i], sort))
        };
        self.terms.holds(candidate, &value)
    }

    /// The values of the shared symbols, unless they are too large.
    fn point(&self, model: &Model) -> Option<Point> {
        self.space.shared.iter().map(|&v| of_value(&model.value(self.terms, v))).collect()
    }
}

/// The numbers that occur in formulas: constants of their atoms, and moduli. Useful as [`Hints::constants`].
pub fn constants(terms: &Terms, formulas: &[Term]) -> BTreeSet<Int> {
    let mut out = BTreeSet::new();
    for t in terms.postorder(formulas) {
        match terms.node(t) {
            Node::Le(l) | Node::Eq(l) | Node::Sum(l) => {
                out.insert(l.constant().abs());
                out.insert(-l.constant().abs());
            }
            Node::Mod(_, d) | Node::Div(_, d) => {
                out.insert(d);
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Config, Solver};
    use logic::Sort;

    fn check(build: impl Fn(&Terms, &[Term]) -> (Term, Term), expected: &str) {
        let terms = Terms::new();
        let vars: Vec<Term> = ["x", "y", "n", "a", "b"].map(|v| terms.of(terms.var(v, Sort::Int))).to_vec();
        let (a, b) = build(&terms, &vars);
        let hints = Hints { constants: constants(&terms, &[a, b]), ..Hints::default() };
        let found = generalise(&crate::door(), &terms, &[a], &[b], &hints);
        if let Some(i) = found {
            for refuted in [vec![a, terms.not(i)], vec![i, b]] {
                let mut solver = Solver::new(&terms, Config::default());
                for t in refuted {
                    solver.assert(t);
                }
                assert_eq!(solver.check(&[]), Outcome::Unsat);
            }
        }
        assert_eq!(found.map_or("none".into(), |t| terms.infix(t)), expected);
    }

    #[test]
    fn equations_rather_than_bounds() {
        check(
            |t, v| {
                let one = t.int(1);
                let a = t.and([t.eq(v[0], one), t.eq(v[1], one), t.eq(v[3], one)]);
                (a, t.and([t.eq(v[0], t.int(100)), t.not(t.eq(v[1], t.int(100))), t.eq(v[4], one)]))
            },
            "x = y",
        );
    }

    #[test]
    fn remainders() {
        check(
            |t, v| {
                let two = 2.into();
                let a = t.eq(v[0], t.scale(&two, v[3]));
                (a, t.eq(v[0], t.add(t.scale(&two, v[4]), t.int(1))))
            },
            "x mod 2 = 0",
        );
    }

    #[test]
    fn a_disjunction_where_no_conjunction_will_do() {
        check(
            |t, v| {
                let outer = t.or([t.le(v[0], t.int(0)), t.ge(v[0], t.int(10))]);
                (outer, t.and([t.ge(v[0], t.int(4)), t.le(v[0], t.int(6))]))
            },
            "x <= 0 or x >= 10",
        );
    }

    #[test]
    fn nothing_between_sets_that_meet() {
        check(|t, v| (t.le(v[0], t.int(5)), t.ge(v[0], t.int(5))), "none");
    }
}
