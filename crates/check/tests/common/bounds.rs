//! Refutations of conjunctions of inequalities and equations, found by trying all small multipliers.

use super::{Derivation, lit};
use logic::{Node, Term, Terms};
use proof::{Arithmetic, DefinitionClause as D, Lit, Proof};

/// A proof that the formulas contradict each other by one Farkas sum with multipliers up to 2, or because one of
/// them is false.
pub fn refute(terms: Terms, conjuncts: &[Term]) -> (Terms, Option<Proof>) {
    let mut d = Derivation { terms, ..Derivation::default() };
    let mut open: Vec<(Term, usize)> = conjuncts.iter().map(|&f| (f, d.assert(f))).collect();
    let mut units = Vec::new();
    while let Some((f, step)) = open.pop() {
        match d.terms.node(f) {
            Node::Bool(false) => {
                let falsehood = d.define(f, D::Constant, [lit(f).negated()]);
                d.resolve([], step, &[(f, falsehood)]);
                return (d.terms, Some(d.proof));
            }
            Node::And(children) => {
                for (i, &c) in children.iter().enumerate() {
                    let child = d.define(f, D::Child(i), [lit(f).negated(), lit(c)]);
                    open.push((c, d.resolve([lit(c)], child, &[(f, step)])));
                }
            }
            Node::Eq(l) => {
                for upper in [true, false] {
                    let form = if upper { (*l).clone() } else { l.scaled(&logic::Int::MINUS_ONE) };
                    let bound = d.terms.le0(form);
                    let defined = d.define(f, D::EqualBound { upper }, [lit(f).negated(), lit(bound)]);
                    open.push((bound, d.resolve([lit(bound)], defined, &[(f, step)])));
                }
            }
            Node::Le(_) => units.push((f, step)),
            _ => {}
        }
    }
    let mut multipliers = vec![0; units.len()];
    while let Some(i) = multipliers.iter().position(|m| *m < 2) {
        multipliers[i] += 1;
        multipliers[..i].fill(0);
        let used: Vec<(Term, usize, i64)> =
            units.iter().zip(&multipliers).filter(|(_, m)| **m > 0).map(|((f, s), m)| (*f, *s, *m)).collect();
        let sum = used.iter().fold(logic::Linear::default(), |sum, (f, _, m)| match d.terms.node(*f) {
            Node::Le(l) => sum.add_scaled(&logic::Int::from(*m), &l),
            _ => sum,
        });
        if let [(f, s, _), (g, u, _)] = used[..]
            && d.terms.not(f) == g
        {
            d.resolve([], s, &[(f, u)]);
            return (d.terms, Some(d.proof));
        }
        if sum.as_constant().is_some_and(|c| c.is_positive()) {
            let combination: Vec<(Lit, logic::Rat)> =
                used.iter().map(|(f, _, m)| (lit(*f), logic::Rat::from(*m))).collect();
            let clause: Vec<Lit> = used.iter().map(|u| lit(u.0).negated()).collect();
            let lemma = d.lemma(clause, Arithmetic::Farkas(combination));
            d.resolve([], lemma, &used.iter().map(|u| (u.0, u.1)).collect::<Vec<_>>());
            return (d.terms, Some(d.proof));
        }
    }
    (d.terms, None)
}
