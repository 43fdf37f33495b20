//! Simplification with the solver's help: an equivalent formula in which no part is redundant.
//!
//! Contextual simplification after Dillig, Dillig, Aiken ("Small Formulas for Large Programs", SAS 2010): a part of a
//! conjunction is read in the context of the others, a part of a disjunction in the context of the others' negations; an
//! atom that its context implies becomes true, one that it excludes false.

use logic::{Node, Term, Terms};
use solver::{Counted, Door, Limits, Outcome, Purpose};

/// Formulas with more atoms, counted as a tree, are only simplified syntactically.
const ATOMS: usize = 200;
/// Conflicts allowed in one question; most need none.
const CONFLICTS: u64 = 500;

/// Once a pass has used this many pivots, or branches on integers, the rest of the formula is left as it is.
const PIVOTS: u64 = 200_000;
const SPLITS: u64 = 3_000;

/// An equivalent formula without redundant parts, as far as the limits allow.
pub fn tidy(door: &Door, terms: &Terms, t: Term) -> Term {
    let door = door.to(Purpose::Simplification);
    let mut current = terms.simplify(t);
    for _ in 0..4 {
        if atoms(terms, current, ATOMS) >= ATOMS {
            return current;
        }
        let limits = Limits { conflicts: CONFLICTS, pivots: 20_000, splits: 200, ..Limits::default() };
        let mut pass = Pass { terms, solver: door.open(limits), context: Vec::new() };
        let next = terms.simplify(pass.visit(current));
        if next == current {
            return current;
        }
        current = next;
    }
    current
}

struct Pass<'t> {
    terms: &'t Terms,
    solver: Counted,
    /// What holds around the part being visited.
    context: Vec<Term>,
}

impl Pass<'_> {
    fn visit(&mut self, t: Term) -> Term {
        match self.terms.node(t) {
            Node::And(_) => self.junction(self.terms.conjuncts(t), true),
            Node::Or(_) => self.junction(self.terms.disjuncts(t), false),
            Node::Bool(_) => t,
            _ => self.atom(t),
        }
    }

    fn atom(&mut self, t: Term) -> Term {
        if self.excluded(t) {
            self.terms.fals()
        } else if self.excluded(self.terms.not(t)) {
            self.terms.tru()
        } else {
            t
        }
    }

    /// Whether the context contradicts `t`.
    fn excluded(&mut self, t: Term) -> bool {
        let spent = self.solver.counters();
        if spent.pivots > PIVOTS || spent.splits > SPLITS {
            return false;
        }
        let mut assumptions = self.context.clone();
        assumptions.push(t);
        self.solver.check(self.terms, &assumptions) == Outcome::Unsat
    }

    /// The members one by one, from the last (the largest or newest, so that the earlier ones survive) to the first.
    fn junction(&mut self, mut members: Vec<Term>, is_and: bool) -> Term {
        let neutral = self.terms.bool(is_and);
        for i in (0..members.len()).rev() {
            let depth = self.context.len();
            for (j, &m) in members.iter().enumerate() {
                if i != j && m != neutral {
                    self.context.push(if is_and { m } else { self.terms.not(m) });
                }
            }
            members[i] = self.visit(members[i]);
            self.context.truncate(depth);
        }
        if is_and { self.terms.and(members) } else { self.terms.or(members) }
    }
}

/// The number of atoms of the formula as a tree, counted no further than `limit`.
fn atoms(terms: &Terms, t: Term, limit: usize) -> usize {
    let mut count = 0;
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        match terms.node(t) {
            Node::And(ts) | Node::Or(ts) => stack.extend(ts.iter()),
            _ => count += 1,
        }
        if count >= limit {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Sort;

    fn check(build: impl Fn(&Terms, Term, Term, Term) -> Term, expected: &str) {
        let terms = Terms::new();
        let [x, y, n] = ["x", "y", "n"].map(|v| terms.of(terms.var(v, Sort::Int)));
        assert_eq!(terms.infix(tidy(&crate::door(), &terms, build(&terms, x, y, n))), expected);
    }

    #[test]
    fn implied_disjuncts_go() {
        check(
            |t, x, y, n| {
                let start = t.and([t.eq(x, t.int(0)), t.eq(y, t.int(0)), t.ge(n, t.int(0))]);
                t.or([start, t.eq(x, y)])
            },
            "x = y",
        );
    }

    #[test]
    fn implied_conjuncts_go() {
        check(|t, x, y, n| t.and([t.le(x, y), t.le(y, n), t.le(x, n)]), "x <= y and y <= n");
        check(|t, x, y, _| t.and([t.eq(x, y), t.or([t.lt(x, y), t.ge(x, t.int(3))])]), "x = y and x >= 3");
    }

    #[test]
    fn hidden_contradictions_are_found() {
        check(|t, x, y, n| t.and([t.lt(x, y), t.lt(y, n), t.lt(n, x)]), "false");
        check(|t, x, y, _| t.or([t.lt(x, y), t.gt(x, y), t.eq(x, y)]), "true");
    }
}
