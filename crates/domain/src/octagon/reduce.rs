//! Octagons as formulas without redundant parts: of the bounds, which all follow from one another in a closed matrix, some
//! from which the others follow, and of these, where they are not many, none that follows from the others.

use super::element::Octagon;
use super::matrix::{Matrix, Row, negated};
use crate::ranges::within;
use logic::{Int, Term, Terms};

/// A part of the formula.
enum Part {
    /// An equation: the sum of the rows has this value.
    Equation(Row, Row, Int),
    /// The sum of the rows is at most this.
    Bound(Row, Row, Int),
}

impl Part {
    /// Adds it to the bounds.
    fn add_to(&self, bounds: &mut Matrix) {
        // The parts hold together in the octagon, which is not empty.
        let _ = match self {
            Part::Bound(a, b, most) => bounds.add(*a, *b, most),
            Part::Equation(a, b, value) => {
                let _ = bounds.add(*a, *b, value);
                bounds.add(negated(*a), negated(*b), &-value)
            }
        };
    }

    fn follows_from(&self, bounds: &Matrix) -> bool {
        let has = |a: Row, b: Row, most: &Int| bounds.get(a, b).is_some_and(|now| now <= most);
        match self {
            Part::Bound(a, b, most) => has(*a, *b, most),
            Part::Equation(a, b, value) => has(*a, *b, value) && has(negated(*a), negated(*b), &-value),
        }
    }

    fn formula(&self, terms: &Terms, m: &Matrix) -> Term {
        let row = |a: Row| {
            let x = terms.of(m.var(a));
            if a % 2 == 1 { terms.neg(x) } else { x }
        };
        match self {
            Part::Equation(a, b, value) => terms.eq(terms.add(row(*a), row(*b)), terms.int(value.clone())),
            // Twice a variable.
            Part::Bound(a, b, most) if a == b => terms.le(row(*a), terms.int(most.div_floor(&Int::from(2)))),
            Part::Bound(a, b, most) => terms.le(terms.add(row(*a), row(*b)), terms.int(most.clone())),
        }
    }
}

/// The octagon as a formula.
pub(super) fn formula(terms: &Terms, octagon: &Octagon) -> Term {
    let m = &octagon.relations;
    let alone = octagon.ranges.iter().filter(|(v, _)| m.row(*v).is_none());
    let mut out: Vec<Term> = alone.flat_map(|(v, i)| within(terms, v, i)).collect();
    out.extend(parts(m).iter().map(|part| part.formula(terms, m)));
    terms.and(out)
}

/// Of so many parts each is looked at for whether it follows from all others, which takes a matrix for each; of more none is.
const MOST_REDUCED: usize = 150;

/// The bounds of a closed matrix that the others follow from.
fn parts(m: &Matrix) -> Vec<Part> {
    let value = |a: Row, b: Row| {
        let (most, least) = (m.get(a, b)?, -m.get(negated(a), negated(b))?);
        (*most == least).then_some(least)
    };
    // Each of the two equations of two variables once: that in which the first one has no sign.
    let first = m.pairs().filter(|(a, _)| a % 2 == 0);
    let equations = first.filter_map(|(a, b)| Some(Part::Equation(a, b, value(a, b)?)));
    let bound = |a: Row, b: Row| Some(Part::Bound(a, b, m.get(a, b)?.clone()));
    let single = (0..m.rows()).filter_map(|a| bound(negated(a), negated(a)));
    let double = m.pairs().filter_map(|(a, b)| bound(a, b));
    let mut kept: Vec<Part> = Vec::new();
    let mut so_far = Matrix::unbounded(m.vars().to_vec());
    for part in equations.chain(single).chain(double) {
        if !part.follows_from(&so_far) {
            part.add_to(&mut so_far);
            kept.push(part);
        }
    }
    if kept.len() > MOST_REDUCED {
        return kept;
    }
    // Relations first, so that of a chain the links are left; then single bounds, those of the last variable first.
    let is_single = |part: &Part| matches!(part, Part::Bound(a, b, _) if a == b);
    let (singles, doubles): (Vec<usize>, Vec<usize>) = (0..kept.len()).partition(|&i| is_single(&kept[i]));
    let mut is_left = vec![true; kept.len()];
    for i in doubles.into_iter().chain(singles.into_iter().rev()) {
        let mut others = Matrix::unbounded(m.vars().to_vec());
        let rest = kept.iter().enumerate().filter(|(j, _)| *j != i && is_left[*j]);
        rest.for_each(|(_, part)| part.add_to(&mut others));
        is_left[i] = !kept[i].follows_from(&others);
    }
    let mut is_left = is_left.into_iter();
    kept.retain(|_| is_left.next().unwrap_or(true));
    kept
}
