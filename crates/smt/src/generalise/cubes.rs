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
const SHARED: usize = 96;
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
