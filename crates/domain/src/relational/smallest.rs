//! A small set of facts that implies all of them.

use crate::ask::Questions;
use logic::{Node, Term, Terms, order};
use solver::Outcome;

/// With more facts none is looked at a second time.
const FEW: usize = 100;

/// Facts of `found` and conjuncts of `known` that imply them all, simple ones first; `false` alone if they contradict each
/// other. A fact that is no disjunction is left out only if others of that kind imply it.
pub fn smallest(ask: &mut Questions, terms: &Terms, known: Term, found: &[Term]) -> Vec<Term> {
    let mut all: Vec<Term> = terms.conjuncts(known);
    all.extend(found.iter().filter(|f| !all.contains(f)).copied().collect::<Vec<_>>());
    // Equations between variables first, since they make most of the rest follow; then by size.
    order::sort_by_key(&mut all, |&f| (!is_equation(terms, f), terms.size(f), f));
    let (disjunctions, plain): (Vec<Term>, Vec<Term>) =
        all.into_iter().partition(|&f| matches!(terms.node(f), Node::Or(_)));
    let mut kept = Vec::new();
    for facts in [plain, disjunctions] {
        let new = independent(ask, terms, &kept, facts);
        kept.extend(without_implied(ask, terms, &kept, new));
    }
    let context = ask.open();
    kept.iter().for_each(|&f| ask.assert(context, f));
    let contradictory = ask.check(context, &[]) == Outcome::Unsat;
    ask.close(context);
    if contradictory { vec![terms.fals()] } else { kept }
}

fn is_equation(terms: &Terms, fact: Term) -> bool {
    match terms.node(fact) {
        Node::Eq(l) => l.parts().iter().all(|(p, _)| matches!(terms.node(*p), Node::Var(_))),
        _ => false,
    }
}

/// The facts in order without those that the ones before, and `given`, imply.
fn independent(ask: &mut Questions, terms: &Terms, given: &[Term], facts: Vec<Term>) -> Vec<Term> {
    let context = ask.open();
    given.iter().for_each(|&f| ask.assert(context, f));
    let mut kept: Vec<Term> = Vec::new();
    for fact in facts {
        if ask.check(context, &[terms.not(fact)]) != Outcome::Unsat {
            ask.assert(context, fact);
            kept.push(fact);
        }
    }
    ask.close(context);
    kept
}

/// The facts without those that the others, and `given`, imply.
fn without_implied(ask: &mut Questions, terms: &Terms, given: &[Term], facts: Vec<Term>) -> Vec<Term> {
    let context = ask.open();
    given.iter().for_each(|&f| ask.assert(context, f));
    let mut kept = facts;
    let mut i = 0;
    while i < kept.len() && kept.len() <= FEW {
        let mut others: Vec<Term> = kept.clone();
        let fact = others.remove(i);
        others.push(terms.not(fact));
        if ask.check(context, &others) == Outcome::Unsat {
            kept.remove(i);
        } else {
            i += 1;
        }
    }
    ask.close(context);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    use logic::{Int, Sort};
    use std::rc::Rc;

    fn check(found: impl Fn(&Terms, [Term; 3]) -> Vec<Term>, expected: &[&str]) {
        let terms = Rc::new(Terms::new());
        let [x, y, n] = ["x", "y", "n"].map(|v| terms.of(terms.var(v, Sort::Int)));
        let known = terms.and([terms.ge(x, terms.int(0)), terms.ge(y, terms.int(0))]);
        let found = found(&terms, [x, y, n]);
        let mut ask = Questions::new(terms.clone(), &smt::door());
        let kept = smallest(&mut ask, &terms, known, &found);
        assert_eq!(kept.iter().map(|&f| terms.infix(f)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_follows_goes() {
        check(
            |t, [x, y, n]| vec![t.le(x, n), t.le(x, y), t.le(y, n), t.le(x, t.add(n, t.int(5)))],
            &["x >= 0", "x <= y", "y <= n"],
        );
        check(
            |t, [x, y, n]| {
                vec![t.le(y, n), t.eq(x, y), t.le(x, n), t.eq(t.modulo(t.add(x, y), &Int::from(2)), t.int(0))]
            },
            &["x = y", "x >= 0", "y <= n"],
        );
    }

    #[test]
    fn a_simple_fact_is_no_victim_of_disjunctions() {
        check(
            |t, [x, y, n]| {
                let case = t.le(n, t.int(3));
                vec![t.or([t.not(case), t.lt(x, y)]), t.or([case, t.lt(x, y)]), t.le(x, y)]
            },
            &["x >= 0", "x <= y", "n >= 4 or x < y", "n <= 3 or x < y"],
        );
    }

    #[test]
    fn contradictions_are_false() {
        check(|t, [x, y, _]| vec![t.lt(x, y), t.lt(y, x)], &["false"]);
        check(|t, [x, _, _]| vec![t.lt(x, t.int(0))], &["false"]);
    }
}
