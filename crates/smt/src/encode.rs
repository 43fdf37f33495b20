//! From terms to clauses: every Boolean term is an atom, its meaning given by definition clauses (Tseitin 1968).
//!
//! There are no fresh symbols. An integer `ite`, quotient or remainder is an opaque part of linear sums, with
//! definition clauses over inequalities that mention it. So the search only ever reasons about subterms of the asserted
//! formulas, and interpolants cannot mention anything else.

use crate::sat::derivation::Leaf;
use crate::sat::lit::{AtomId, Lit};
use crate::state::State;
use logic::{Int, Linear, Node, Sort, Term, Terms, order};
use proof::{Definition, DefinitionClause};
use rustc_hash::{FxHashMap, FxHashSet};

/// What has been encoded, and in which scope.
#[derive(Default)]
pub struct Encoder {
    atoms: FxHashMap<Term, AtomId>,
    visited: FxHashSet<Term>,
    /// The visited terms in order, so that popping a scope can forget the last ones.
    order: Vec<Term>,
}

impl Encoder {
    /// Where popping can come back to.
    pub fn mark(&self) -> usize {
        self.order.len()
    }

    /// The atom of a Boolean term, if it has one.
    pub fn atom(&self, t: Term) -> Option<AtomId> {
        self.atoms.get(&t).copied()
    }
}

/// The atom a Boolean term is written over, and its sign: negations are taken off, and of the two forms of an inequality
/// the one with a positive first coefficient is the atom.
pub fn canonical(terms: &Terms, t: Term) -> (Term, bool) {
    match terms.node(t) {
        Node::Not(u) => (u, false),
        Node::Le(l) if l.parts()[0].1.is_negative() => (terms.not(t), false),
        _ => (t, true),
    }
}

impl State {
    /// The literal of a Boolean term; its definition is not added.
    pub fn literal(&mut self, terms: &Terms, t: Term) -> Lit {
        let (atom, sign) = canonical(terms, t);
        let id = match self.encoder.atoms.get(&atom) {
            Some(&id) => id,
            None => {
                let id = self.sat.new_atom(atom);
                self.encoder.atoms.insert(atom, id);
                if let Node::Le(l) = terms.node(atom) {
                    self.lia.register(id, &l);
                }
                id
            }
        };
        Lit::new(id, sign)
    }

    /// Adds the definitions of a term and of everything below it, in the current scope.
    pub fn encode(&mut self, terms: &Terms, root: Term) {
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            let t = if terms.sort(t) == Sort::Bool { canonical(terms, t).0 } else { t };
            if !self.encoder.visited.insert(t) {
                continue;
            }
            self.encoder.order.push(t);
            if terms.sort(t) == Sort::Bool {
                let id = self.literal(terms, t).atom();
                self.activate(id);
                self.define_bool(terms, t, id, &mut stack);
            } else {
                self.define_int(terms, t, &mut stack);
            }
        }
    }

    /// Forgets what was encoded after a mark.
    pub fn forget_encoded(&mut self, mark: usize) {
        while self.encoder.order.len() > mark {
            let Some(t) = self.encoder.order.pop() else { break };
            self.encoder.visited.remove(&t);
            if let Some(&id) = self.encoder.atoms.get(&t) {
                self.sat.set_active(id, false);
            }
        }
    }

    fn define_bool(&mut self, terms: &Terms, t: Term, id: AtomId, stack: &mut Vec<Term>) {
        let this = Lit::new(id, true);
        match terms.node(t) {
            Node::Bool(b) => self.define(t, DefinitionClause::Constant, vec![Lit::new(id, b)]),
            Node::Var(_) | Node::Not(_) => {}
            Node::And(children) => self.define_junction(terms, t, this, &children, stack),
            Node::Or(children) => self.define_junction(terms, t, !this, &children, stack),
            Node::Iff(a, b) => {
                let (la, lb) = (self.literal(terms, a), self.literal(terms, b));
                for (a, b) in [(false, false), (true, true), (false, true), (true, false)] {
                    let signed = |l: Lit, s: bool| if s { l } else { !l };
                    let lits = vec![signed(la, a), signed(lb, b), signed(this, a == b)];
                    self.define(t, DefinitionClause::Iff { a, b }, lits);
                }
                stack.extend([b, a]);
            }
            Node::Ite(c, a, b) => {
                let lc = self.literal(terms, c);
                for (branch, x, guard) in [(true, a, !lc), (false, b, lc)] {
                    let lx = self.literal(terms, x);
                    self.define(t, DefinitionClause::IteBool { branch, value: true }, vec![guard, !lx, this]);
                    self.define(
                        t,
                        DefinitionClause::IteBool { branch, value: false },
                        vec![guard, lx, !this],
                    );
                }
                stack.extend([b, a, c]);
            }
            Node::Le(l) => {
                stack.extend(l.parts().iter().rev().map(|(p, _)| *p));
            }
            Node::Eq(l) => {
                let (upper, lower) = (terms.le0((*l).clone()), terms.le0(l.scaled(&Int::MINUS_ONE)));
                let (up, low) = (self.literal(terms, upper), self.literal(terms, lower));
                self.define(t, DefinitionClause::EqualBound { upper: true }, vec![!this, up]);
                self.define(t, DefinitionClause::EqualBound { upper: false }, vec![!this, low]);
                self.define(t, DefinitionClause::EqualSplit, vec![this, !up, !low]);
                stack.extend([lower, upper]);
            }
            // Not Boolean.
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => {}
        }
    }

    /// The clauses of `this = and(children)`; for a disjunction, `this` is the negated literal and each child is negated.
    fn define_junction(
        &mut self,
        terms: &Terms,
        t: Term,
        this: Lit,
        children: &[Term],
        stack: &mut Vec<Term>,
    ) {
        let mut all = vec![this];
        for (i, &c) in children.iter().enumerate() {
            let child = self.literal(terms, c);
            let child = if this.positive() { child } else { !child };
            self.define(t, DefinitionClause::Child(i), vec![!this, child]);
            all.push(!child);
        }
        self.define(t, DefinitionClause::Children, all);
        stack.extend(children.iter().rev());
    }

    fn define_int(&mut self, terms: &Terms, t: Term, stack: &mut Vec<Term>) {
        match terms.node(t) {
            Node::Ite(c, a, b) => {
                let lc = self.literal(terms, c);
                for (branch, x, guard) in [(true, a, !lc), (false, b, lc)] {
                    let difference = Linear::part(t).minus(&terms.linear(x));
                    for upper in [true, false] {
                        let bound = self.half(terms, &difference, upper);
                        let lits = vec![guard, self.literal(terms, bound)];
                        self.define(t, DefinitionClause::IteInt { branch, upper }, lits);
                        stack.push(bound);
                    }
                }
                stack.push(c);
            }
            Node::Div(a, d) | Node::Mod(a, d) => {
                let (quotient, remainder) = (terms.div(a, &d), terms.modulo(a, &d));
                let equation =
                    terms.linear(a).add_scaled(&-&d, &terms.linear(quotient)).minus(&terms.linear(remainder));
                for upper in [true, false] {
                    let bound = self.half(terms, &equation, upper);
                    let lits = vec![self.literal(terms, bound)];
                    self.define(t, DefinitionClause::Division { upper }, lits);
                    stack.push(bound);
                }
                // The remainder may be a part that the equation does not need (or the argument itself).
                stack.extend([quotient, remainder]);
                if matches!(terms.node(t), Node::Mod(..)) {
                    let top = Linear::part(t).plus(&Linear::constant_of(&Int::ONE - &d));
                    let bottom = Linear::part(t).scaled(&Int::MINUS_ONE);
                    for (upper, l) in [(true, top), (false, bottom)] {
                        let bound = terms.le0(l);
                        let lits = vec![self.literal(terms, bound)];
                        self.define(t, DefinitionClause::Remainder { upper }, lits);
                        stack.push(bound);
                    }
                }
            }
            Node::Sum(l) => stack.extend(l.parts().iter().rev().map(|(p, _)| *p)),
            // A symbol means what its values say; the others are Boolean.
            _ => {}
        }
    }

    /// `l <= 0` or `-l <= 0`.
    fn half(&self, terms: &Terms, l: &Linear, upper: bool) -> Term {
        terms.le0(if upper { l.clone() } else { l.scaled(&Int::MINUS_ONE) })
    }

    fn define(&mut self, term: Term, clause: DefinitionClause, mut lits: Vec<Lit>) {
        order::sort(&mut lits);
        lits.dedup();
        if lits.windows(2).any(|w| w[0] == !w[1]) {
            return;
        }
        let scope = if self.has_layers { self.scope } else { 0 };
        let step = self.sat.derivation.leaf(&lits, Leaf::Definition(Definition { term, clause }), scope);
        self.sat.add_clause(&lits, step, self.scope);
    }
}
