//! What assignments make of octagons: exactly of a constant or of one variable, perhaps negated, plus a constant; of another sum, what
//! it says of the result and each of the summands.

use super::assume::{assume, signed, values};
use super::element::Octagon;
use crate::interval::Interval;
use crate::propagate;
use logic::{Int, Linear, Node, Term, Terms, Var};

/// The deepest nesting of case distinctions in a value whose cases are treated by themselves.
const CASES: u32 = 4;
/// The most variables of a sum of which each is tried as what the value of the sum is related to.
const SOURCES: usize = 4;

/// What comes of an assignment. It is exact where the value is a constant, or a variable, perhaps negated, plus a constant, and
/// there is room for the relation.
pub(super) fn assign(terms: &Terms, o: &Octagon, var: Var, value: Term) -> Octagon {
    let mut out = by_cases(terms, o, var, value, CASES);
    out.trim();
    out
}

/// The cases of a value one by one, down to some depth.
fn by_cases(terms: &Terms, o: &Octagon, var: Var, value: Term, depth: u32) -> Octagon {
    match terms.node(value) {
        Node::Ite(cond, a, b) if depth > 0 => {
            let of = |(value, t): (bool, Term)| {
                let o = assume(terms, o, cond, value).ok()?;
                Some(by_cases(terms, &o, var, t, depth - 1))
            };
            let branches = [(true, a), (false, b)].into_iter().filter_map(of);
            // A condition is true or false in each state, so one branch remains.
            branches.reduce(|a, b| a.join(terms, &b)).unwrap_or_else(|| to_sum(terms, o, var, value))
        }
        _ => to_sum(terms, o, var, value),
    }
}

fn to_sum(terms: &Terms, o: &Octagon, var: Var, value: Term) -> Octagon {
    let l = terms.linear(value);
    let mut out = o.clone();
    out.forget(var);
    // Nothing excludes an interval of a variable about which nothing is known.
    let _ = out.restrict(
        terms,
        var,
        &values(terms, o, &l).meet(&propagate::evaluate(terms, o.around(), value)).unwrap_or_default(),
    );
    let candidates = l.parts().iter().filter_map(|part| Some((signed(terms, part)?.0, part.0)));
    for (from, part) in candidates.take(SOURCES) {
        // The value is this variable, or its negation, plus the rest.
        let sign = if from.is_negative { Int::ONE } else { Int::MINUS_ONE };
        let rest = values(terms, o, &l.add_scaled(&sign, &Linear::part(part)));
        let mut one = o.clone();
        if from.var == var {
            one.shift(terms, var, from.is_negative, &rest);
        } else {
            one.forget(var);
            one.copy(terms, from, var);
            one.shift(terms, var, false, &rest);
        }
        out = out.meet(terms, &one).unwrap_or(one);
    }
    out
}

/// What comes of the assignment of a truth value.
pub(super) fn assign_truth(terms: &Terms, o: &Octagon, var: Var, value: Term) -> Octagon {
    let of = |truth: bool| {
        let mut out = assume(terms, o, value, truth).ok()?;
        out.forget(var);
        out.restrict(terms, var, &Interval::truth(truth)).ok()?;
        Some(out)
    };
    match (of(true), of(false)) {
        (Some(a), Some(b)) => a.join(terms, &b),
        (a, b) => a.or(b).unwrap_or_else(|| {
            let mut out = o.clone();
            out.forget(var);
            out
        }),
    }
}
