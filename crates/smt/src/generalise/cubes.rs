//! Interpolants over truth values alone, clause by clause: where the search for a small formula gives up, and a refutation
//! would be read off as a formula of thousands of parts.
//!
//! After Chockler, Ivrii, Matsliah ("Computing Interpolants without Proofs", HVC 2012): a point of B is a cube that A contradicts;
//! literals are left out of it as long as A contradicts what remains; its negation is a clause of the interpolant. That is done until the
//! clauses contradict B. Or the other way round: cubes of A that B contradicts, all of which together are the interpolant.

use super::Search;
use logic::{Term, Value};
use solver::Outcome;

/// With more shared symbols, as of a large circuit, a cube alone takes as many questions.
pub(super) const SHARED: usize = 96;
/// With more clauses, the formula is not worth having.
const CLAUSES: usize = 150;
/// With more literals in them, neither.
const LITERALS: usize = 700;

/// A formula between the sides in clauses, or in cubes; none if it would be large, or if other symbols are shared than a few truth values.
pub(super) fn between(search: &mut Search) -> Option<Term> {
    let shared = search.space.shared.len();
    if shared > SHARED || search.space.booleans.len() < shared {
        return None;
    }
    let terms = search.terms;
    if let Some(cubes) = blocked(search, 1) {
        return Some(terms.and(cubes.into_iter().map(|cube| terms.not(cube)).collect::<Vec<_>>()));
    }
    Some(terms.or(blocked(search, 0)?))
}

/// Cubes that contain all points of a side and none of the other.
fn blocked(search: &mut Search, side: usize) -> Option<Vec<Term>> {
    let terms = search.terms;
    let (mut cubes, mut literals) = (Vec::new(), 0);
    search.sides[side].push();
    let done = loop {
        let model = match search.sides[side].check(terms, &[]) {
            Outcome::Unsat => break Some(()),
            Outcome::Sat(model) => model,
            Outcome::Unknown(_) => break None,
        };
        let literal = |&v| match model.value(terms, v) {
            Value::Bool(true) => terms.of(v),
            _ => terms.not(terms.of(v)),
        };
        let cube: Vec<Term> = search.space.shared.iter().map(literal).collect();
        let Some(cube) = shortened(search, 1 - side, cube) else { break None };
        literals += cube.len();
        let cube = terms.and(cube);
        search.sides[side].assert(terms, terms.not(cube));
        cubes.push(cube);
        if cubes.len() > CLAUSES || literals > LITERALS {
            break None;
        }
    };
    search.sides[side].pop();
    done.map(|()| cubes)
}

/// The literals of a cube that a side contradicts, without those that are not needed for that.
fn shortened(search: &mut Search, side: usize, mut cube: Vec<Term>) -> Option<Vec<Term>> {
    let terms = search.terms;
    let mut kept = 0; // so many, from the first on, are needed
    let mut asked = cube.clone();
    loop {
        match search.sides[side].check(terms, &asked) {
            Outcome::Unsat => {
                let needed = search.sides[side].failed_assumptions();
                cube = asked.into_iter().filter(|literal| needed.contains(literal)).collect();
            }
            // The points of both sides at once: there is nothing between them.
            Outcome::Sat(_) if asked.len() == cube.len() => return None,
            Outcome::Sat(_) => kept += 1,
            Outcome::Unknown(_) => return None,
        }
        if kept >= cube.len() {
            return Some(cube);
        }
        asked = cube.clone();
        asked.remove(kept);
    }
}

#[cfg(test)]
mod tests {
    use crate::generalise::{Hints, generalise, in_clauses};
    use crate::solver::{Config, Solver};
    use logic::{Sort, Term, Terms};
    use solver::Outcome;

    /// Sides of which one says that an odd number of truth values holds, and the other that an even one does; they share another
    /// symbol if its sort is that of numbers.
    fn parity(terms: &Terms, count: usize, sort: Sort) -> (Term, Term) {
        let shared: Vec<Term> =
            (0..count).map(|i| terms.of(terms.var(&format!("p{i}"), Sort::Bool))).collect();
        let odd = shared.iter().fold(terms.fals(), |odd, &p| terms.not(terms.iff(odd, p)));
        let other = terms.of(terms.var("other", sort));
        let also = if sort == Sort::Bool { terms.tru() } else { terms.ge(other, terms.int(0)) };
        (terms.and([odd, also]), terms.and([terms.not(odd), also]))
    }

    #[test]
    fn parity_is_said_clause_by_clause() {
        let terms = Terms::new();
        let (a, b) = parity(&terms, 6, Sort::Bool);
        let found =
            generalise(&crate::door(), &terms, &[a], &[b], &Hints::default()).expect("an interpolant");
        for refuted in [[a, terms.not(found)], [found, b]] {
            let mut solver = Solver::new(&terms, Config::default());
            refuted.into_iter().for_each(|t| {
                solver.assert(t);
            });
            assert_eq!(solver.check(&[]), Outcome::Unsat);
        }
        assert_eq!(terms.conjuncts(found).len(), 32, "a clause for each even number of truth values");
    }

    #[test]
    fn what_needs_many_clauses_is_not_said() {
        let terms = Terms::new();
        let (a, b) = parity(&terms, 12, Sort::Bool);
        assert_eq!(in_clauses(&crate::door(), &terms, &[a], &[b]), None);
    }

    #[test]
    fn numbers_are_not_said_in_clauses() {
        let terms = Terms::new();
        let (a, b) = parity(&terms, 3, Sort::Int);
        assert_eq!(in_clauses(&crate::door(), &terms, &[a], &[b]), None);
    }

    #[test]
    fn nothing_is_between_sides_that_hold_together() {
        let terms = Terms::new();
        let (a, _) = parity(&terms, 3, Sort::Bool);
        assert_eq!(in_clauses(&crate::door(), &terms, &[a], &[a]), None);
    }
}
