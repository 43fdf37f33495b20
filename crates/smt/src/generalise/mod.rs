//! Generalising interpolation: a small formula between A and B, found by counterexample-guided search instead of being
//! read off a proof (compare Albarghouthi, McMillan, "Beautiful Interpolants", CAV 2013).
//!
//! Points of A and points of B are sampled; the cheapest formula over candidate atoms that separates the samples is
//! tried; the solver either confirms that A implies it and that it contradicts B, or gives a point more. What comes out
//! decides whether an algorithm converges: `x = y`, not a list of the first hundred points.

mod atoms;

mod learn;

use crate::limits::Limits;
use crate::solver::{Config, Outcome, Solver};
use logic::{Int, Node, Sort, Term, Terms, Value, Var};
use std::collections::BTreeSet;

/// What steers the search beside A and B.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Numbers that the program speaks of; bounds at them, or next to them, are preferred.
    pub constants: BTreeSet<Int>,
    /// Which atoms to prefer.
    pub taste: Taste,
}

/// Which atoms to prefer among those that separate the samples.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Taste {
    /// Equations between variables first, then remainders, then bounds.
    #[default]
    Equations,
    /// Bounds first: weaker formulas.
    Bounds,
}

/// The most samples before the search gives up.
const SAMPLES: usize = 80;
/// Conflicts allowed in one question.
const CONFLICTS: u64 = 5_000;

/// The values of the shared symbols at one point.
type Point = Vec<Value>;

/// A formula between A and B over their shared symbols; none when the search gives up, or when A and B hold together.
pub fn generalise(terms: &Terms, a: &[Term], b: &[Term], hints: &Hints) -> Option<Term> {
    let (of_a, of_b) = (terms.vars_of(a), terms.vars_of(b));
    let shared: Vec<Var> = of_a.intersection(&of_b).copied().collect();
    let mut space = atoms::Space::new(terms, &shared, a, b, hints);
    let limits = Limits { conflicts: CONFLICTS, pivots: 200_000, splits: 5_000, ..Limits::default() };
    let mut sides = [a, b].map(|side| {
        let mut solver = Solver::new(terms, Config { limits });
        for &t in side {
            solver.assert(t);
        }
        solver
    });
    let mut samples: [Vec<Point>; 2] = [Vec::new(), Vec::new()];
    while samples[0].len() + samples[1].len() < SAMPLES {
        let candidate = learn::learn(terms, &mut space, &samples[0], &samples[1])?;
        // A point of A outside the candidate, or a point of B inside it.
        let outside = sample(terms, &mut sides[0], terms.not(candidate), &shared);
        let inside = match &outside {
            Found::None => sample(terms, &mut sides[1], candidate, &shared),
            _ => Found::None,
        };
        match (outside, inside) {
            (Found::None, Found::None) => return Some(candidate),
            (Found::Point(p), _) => {
                if samples[1].contains(&p) {
                    return None; // a point of both: A and B hold together
                }
                samples[0].push(p);
            }
            (_, Found::Point(p)) => {
                if samples[0].contains(&p) {
                    return None;
                }
                samples[1].push(p);
            }
            (Found::GaveUp, _) | (_, Found::GaveUp) => return None,
        }
    }
    None
}

enum Found {
    None,
    Point(Point),
    GaveUp,
}

fn sample(terms: &Terms, side: &mut Solver<&Terms>, condition: Term, shared: &[Var]) -> Found {
    match side.check(&[condition]) {
        Outcome::Unsat => Found::None,
        Outcome::Sat(model) => Found::Point(shared.iter().map(|&v| model.value(terms, v)).collect()),
        Outcome::Unknown(_) => Found::GaveUp,
    }
}

/// The numbers that formulas speak of: constants of their atoms and moduli. Useful as [`Hints::constants`].
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

/// The shared symbols of a sort, as positions in a point.
fn positions(terms: &Terms, shared: &[Var], sort: Sort) -> Vec<usize> {
    (0..shared.len()).filter(|&i| terms.var_sort(shared[i]) == sort).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(build: impl Fn(&Terms, &[Term]) -> (Term, Term), expected: &str) {
        let terms = Terms::new();
        let vars: Vec<Term> = ["x", "y", "n", "a", "b"].map(|v| terms.of(terms.var(v, Sort::Int))).to_vec();
        let (a, b) = build(&terms, &vars);
        let hints = Hints { constants: constants(&terms, &[a, b]), taste: Taste::Equations };
        let found = generalise(&terms, &[a], &[b], &hints);
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
