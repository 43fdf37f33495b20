//! A small set of facts that implies all of them.

use crate::ask::{Answer, Ask};
use logic::{Node, Term, Terms};

/// With more facts none is looked at a second time.
const FEW: usize = 100;

/// Facts of `found` and conjuncts of `known` that imply them all, simple ones first; `false` alone if they contradict each
/// other. A fact that is no disjunction is left out only if others of that kind imply it.
pub fn smallest(ask: &mut dyn Ask, terms: &Terms, known: Term, found: &[Term]) -> Vec<Term> {
    let mut all: Vec<Term> = terms.conjuncts(known);
    all.extend(found.iter().filter(|f| !all.contains(f)).copied().collect::<Vec<_>>());
    // Equations between variables first, since they make most of the rest follow; then by size.
    all.sort_by_key(|&f| (!is_equation(terms, f), terms.size(f), f));
    let (disjunctions, plain): (Vec<Term>, Vec<Term>) =
        all.into_iter().partition(|&f| matches!(terms.node(f), Node::Or(_)));
    let mut kept = Vec::new();
    for facts in [plain, disjunctions] {
        let new = independent(ask, terms, &kept, facts);
        kept.extend(without_implied(ask, terms, &kept, new));
    }
    let context = ask.open();
    kept.iter().for_each(|&f| ask.assert(context, f));
    let contradictory = ask.check(context, &[]) == Answer::Unsat;
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
fn independent(ask: &mut dyn Ask, terms: &Terms, given: &[Term], facts: Vec<Term>) -> Vec<Term> {
    let context = ask.open();
    given.iter().for_each(|&f| ask.assert(context, f));
    let mut kept: Vec<Term> = Vec::new();
    for fact in facts {
        if ask.check(context, &[terms.not(fact)]) != Answer::Unsat {
            ask.assert(context, fact);
            kept.push(fact);
        }
    }
    ask.close(context);
    kept
}

/// The facts without those that the others, and `given`, imply.
fn without_implied(ask: &mut dyn Ask, terms: &Terms, given: &[Term], facts: Vec<Term>) -> Vec<Term> {
    let context = ask.open();
    given.iter().for_each(|&f| ask.assert(context, f));
    let mut kept = facts;
    let mut i = 0;
    while i < kept.len() && kept.len() <= FEW {
        let mut others: Vec<Term> = kept.clone();
        let fact = others.remove(i);
        others.push(terms.not(fact));
        if ask.check(context, &others) == Answer::Unsat {
            kept.remove(i);
        } else {
            i += 1;
        }
    }
    ask.close(context);
    kept
}
