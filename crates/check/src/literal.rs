//! Literals in normal form, so that two ways of writing one literal are recognised as the same.
//!
//! `not a` is `a` with the other sign, `false` is `not true`, and `l <= 0` is the negation of `1 - l <= 0`. Terms come
//! from proof steps; numbered literals go to the rules. The store of terms is read, never added to.

use crate::fault::Reason;
use logic::{Int, Linear, Node, Sort, Term, Terms, order};
use proof::Lit;
use rustc_hash::FxHashMap;

/// A literal in normal form: the number of its atom, and its sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Literal(u32);

impl Literal {
    fn new(atom: usize) -> Literal {
        Literal((atom as u32) << 1)
    }

    /// The literal of the other sign.
    pub(crate) fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    /// The literal itself, or its negation when `positive` is false.
    pub(crate) fn signed(self, positive: bool) -> Literal {
        if positive { self } else { self.negated() }
    }

    /// A dense number of the literal, for tables.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The table of atoms met so far.
///
/// Invariant: the form of an inequality has coprime coefficients, of which the first is positive; so of `l <= 0` and
/// `1 - l <= 0` one is the atom and the other its negation, and equal inequalities are the same literal.
pub(crate) struct Literals<'t> {
    /// The store the terms live in.
    pub(crate) terms: &'t Terms,
    /// For each atom the form that is at most zero, if the atom is an inequality. The first atom is `true`.
    forms: Vec<Option<Linear>>,
    of_term: FxHashMap<Term, Literal>,
    of_form: FxHashMap<Linear, Literal>,
}

/// `1 - form`, which is at most zero exactly where `form` is not.
pub(crate) fn complement(form: &Linear) -> Linear {
    Linear::constant_of(Int::ONE).minus(form)
}

impl<'t> Literals<'t> {
    pub(crate) fn new(terms: &'t Terms) -> Literals<'t> {
        Literals { terms, forms: vec![None], of_term: FxHashMap::default(), of_form: FxHashMap::default() }
    }

    /// The structure of a term, if it is one of this store.
    pub(crate) fn node(&self, t: Term) -> Result<Node, Reason> {
        if t.index() < self.terms.len() { Ok(self.terms.node(t)) } else { Err(Reason::UnknownTerm(t)) }
    }

    /// The normal form of a literal.
    pub(crate) fn literal(&mut self, l: Lit) -> Result<Literal, Reason> {
        Ok(self.term(l.atom)?.signed(l.positive))
    }

    /// The literal that a Boolean term is.
    pub(crate) fn term(&mut self, t: Term) -> Result<Literal, Reason> {
        if let Some(&known) = self.of_term.get(&t) {
            return Ok(known);
        }
        let (mut atom, mut positive) = (t, true);
        let mut node = self.node(t)?;
        if self.terms.sort(t) != Sort::Bool {
            return Err(Reason::NotAFormula(t));
        }
        while let Node::Not(below) = node {
            (atom, positive) = (below, !positive);
            node = self.node(below)?;
        }
        let literal = match (&node, self.of_term.get(&atom)) {
            (_, Some(&known)) => known,
            (Node::Bool(b), None) => Literal::new(0).signed(*b),
            (Node::Le(form), None) => self.inequality(form)?,
            _ => self.fresh(None),
        };
        self.of_term.insert(atom, literal);
        self.of_term.insert(t, literal.signed(positive));
        Ok(literal.signed(positive))
    }

    /// The literal `form <= 0`.
    pub(crate) fn inequality(&mut self, form: &Linear) -> Result<Literal, Reason> {
        let Some((_, first)) = form.parts().first() else { return Err(Reason::ConstantInequality) };
        let positive = first.is_positive();
        // An integer sum with common divisor g is at most -c just when the sum by g is at most -c by g, rounded down.
        let g = form.content();
        let parts = form.parts().iter().map(|(t, c)| (*t, c.div_exact(&g))).collect();
        let tight = Linear::from_parts(parts, form.constant().div_ceil(&g));
        let form = if positive { tight } else { complement(&tight) };
        let literal = match self.of_form.get(&form) {
            Some(&known) => known,
            None => {
                let made = self.fresh(Some(form.clone()));
                self.of_form.insert(form, made);
                made
            }
        };
        Ok(literal.signed(positive))
    }

    /// The form of the inequality that is the literal's atom, and the literal's sign.
    pub(crate) fn form(&self, l: Literal) -> Option<(&Linear, bool)> {
        self.forms[l.index() >> 1].as_ref().map(|form| (form, l.index() & 1 == 0))
    }

    /// A clause as a set: normal forms in order, each once.
    pub(crate) fn clause(&mut self, stated: &[Lit]) -> Result<Vec<Literal>, Reason> {
        let mut clause = stated.iter().map(|&l| self.literal(l)).collect::<Result<Vec<_>, _>>()?;
        order::sort(&mut clause);
        clause.dedup();
        Ok(clause)
    }

    fn fresh(&mut self, form: Option<Linear>) -> Literal {
        self.forms.push(form);
        Literal::new(self.forms.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inequalities_are_rounded_and_found_again_by_their_negation() {
        let terms = Terms::new();
        let x = terms.of(terms.var("x", Sort::Int));
        let mut literals = Literals::new(&terms);
        let form = |c: i64, k: i64| Linear::from_parts(vec![(x, Int::from(c))], Int::from(k));
        let at_most_1 = literals.term(terms.le(x, terms.int(1))).unwrap();
        assert_eq!(literals.inequality(&form(3, -4)).unwrap(), at_most_1);
        assert_eq!(literals.inequality(&form(3, -5)).unwrap(), at_most_1);
        assert_ne!(literals.inequality(&form(3, -6)).unwrap(), at_most_1);
        // 2x >= 3 is x >= 2.
        assert_eq!(literals.inequality(&form(-2, 3)).unwrap(), at_most_1.negated());
        assert_ne!(literals.inequality(&form(-2, 2)).unwrap(), at_most_1.negated());
        assert!(literals.inequality(&form(0, 2)).is_err());
    }
}
