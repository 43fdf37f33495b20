//! Which side an atom or a part belongs to: by occurrence in the inputs, and where it occurs in none of them (a branch
//! of the search), by its symbols.

use super::{ItpError, Side};
use crate::encode::canonical;
use logic::{Int, Linear, Node, Sort, Term, Terms, Var};
use proof::Part;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Where an atom may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// On A's side only.
    A,
    /// On B's side only.
    B,
    /// On both.
    Shared,
}

/// The classes of all terms, relative to the formulas of both sides.
pub struct Classes<'t> {
    terms: &'t Terms,
    occurs: [FxHashSet<Term>; 2],
    symbols: [BTreeSet<Var>; 2],
    known: RefCell<FxHashMap<Term, Class>>,
}

impl<'t> Classes<'t> {
    /// Looks at the asserted formulas of both sides.
    pub fn new(terms: &'t Terms, asserted: &[Term], side: &dyn Fn(Part) -> Option<Side>) -> Classes<'t> {
        let mut roots: [Vec<Term>; 2] = Default::default();
        for (part, &t) in asserted.iter().enumerate() {
            if let Some(side) = side(part) {
                roots[side as usize].push(t);
            }
        }
        let symbols = [terms.vars_of(&roots[0]), terms.vars_of(&roots[1])];
        let occurs = roots.map(|r| closure(terms, r));
        Classes { terms, occurs, symbols, known: RefCell::default() }
    }

    /// Whether both sides know all symbols of a term.
    pub fn is_shared(&self, t: Term) -> bool {
        self.terms.vars(t).iter().all(|v| self.symbols.iter().all(|s| s.contains(v)))
    }

    /// The class of a term.
    pub fn of(&self, t: Term) -> Result<Class, ItpError> {
        match (self.occurs[0].contains(&t), self.occurs[1].contains(&t)) {
            (true, true) => return Ok(Class::Shared),
            (true, false) => return Ok(Class::A),
            (false, true) => return Ok(Class::B),
            _ => {}
        }
        if let Some(&class) = self.known.borrow().get(&t) {
            return Ok(class);
        }
        let [of_a, of_b] = &self.symbols;
        let vars = self.terms.vars(t);
        let only_a = vars.iter().any(|v| of_a.contains(v) && !of_b.contains(v));
        // A symbol that neither side has, from a question answered before in the same context, counts as one of B's.
        let beyond_a = vars.iter().any(|v| !of_a.contains(v));
        let class = match (only_a, beyond_a) {
            (false, false) => Class::Shared,
            (true, false) => Class::A,
            (false, true) => Class::B,
            (true, true) => return Err(ItpError::Mixed(t)),
        };
        self.known.borrow_mut().insert(t, class);
        Ok(class)
    }
}

/// Every term that the encoding of the roots can mention: subterms, and the inequalities that define equalities,
/// if-then-elses, quotients and remainders.
fn closure(terms: &Terms, roots: Vec<Term>) -> FxHashSet<Term> {
    let mut seen = FxHashSet::default();
    let mut stack = roots;
    let half = |l: &Linear, sign: &Int| terms.le0(l.scaled(sign));
    while let Some(t) = stack.pop() {
        let t = if terms.sort(t) == Sort::Bool { canonical(terms, t).0 } else { t };
        if !seen.insert(t) {
            continue;
        }
        stack.extend(terms.children(t));
        match terms.node(t) {
            Node::Eq(l) => stack.extend([half(&l, &Int::ONE), half(&l, &Int::MINUS_ONE)]),
            Node::Ite(_, a, b) if terms.sort(t) == Sort::Int => {
                for x in [a, b] {
                    let l = Linear::part(t).minus(&terms.linear(x));
                    stack.extend([half(&l, &Int::ONE), half(&l, &Int::MINUS_ONE)]);
                }
            }
            Node::Div(a, d) | Node::Mod(a, d) => {
                let (q, r) = (terms.div(a, &d), terms.modulo(a, &d));
                let l = terms.linear(a).add_scaled(&-&d, &terms.linear(q)).minus(&terms.linear(r));
                stack.extend([half(&l, &Int::ONE), half(&l, &Int::MINUS_ONE), q, r]);
                if matches!(terms.node(t), Node::Mod(..)) {
                    let part = Linear::part(t);
                    stack.push(half(&part, &Int::MINUS_ONE));
                    stack.push(half(&part.plus(&Linear::constant_of(&Int::ONE - &d)), &Int::ONE));
                }
            }
            _ => {}
        }
    }
    seen
}
