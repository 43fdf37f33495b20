//! Resolution chains, replayed on sets of marked literals: the cost is the size of the clauses that are read.

use crate::fault::Reason;
use crate::literal::{Literal, Literals};
use logic::Term;
use proof::{Lit, StepId};

/// The clause that a chain has derived so far.
///
/// Invariant: between chains nothing is marked; within one, `size` is the number of marks, and every marked literal
/// stands in `touched`.
#[derive(Default)]
pub(crate) struct Chain {
    marked: Vec<bool>,
    touched: Vec<Literal>,
    size: usize,
}

impl Chain {
    /// Checks that the chain over the earlier clauses gives the stated clause.
    pub(crate) fn check(
        &mut self,
        literals: &mut Literals,
        earlier: &[Vec<Literal>],
        first: StepId,
        links: &[(Term, StepId)],
        clause: &[Literal],
    ) -> Result<(), Reason> {
        let outcome = self.replay(literals, earlier, first, links).and_then(|()| {
            let same = self.size == clause.len() && clause.iter().all(|l| self.has(*l));
            if same { Ok(()) } else { Err(Reason::NotTheResolvent) }
        });
        for l in self.touched.drain(..) {
            self.marked[l.index()] = false;
        }
        self.size = 0;
        outcome
    }

    fn replay(
        &mut self,
        literals: &mut Literals,
        earlier: &[Vec<Literal>],
        first: StepId,
        links: &[(Term, StepId)],
    ) -> Result<(), Reason> {
        for &l in earlier.get(first).ok_or(Reason::NotEarlier(first))? {
            self.mark(l);
        }
        for &(atom, step) in links {
            let clause = earlier.get(step).ok_or(Reason::NotEarlier(step))?;
            let pivot = literals.literal(Lit { atom, positive: true })?;
            let signs = |has: &dyn Fn(Literal) -> bool| (has(pivot), has(pivot.negated()));
            let removed = match (signs(&|l| self.has(l)), signs(&|l| clause.binary_search(&l).is_ok())) {
                ((true, false), (false, true)) => pivot,
                ((false, true), (true, false)) => pivot.negated(),
                ((true, true), _) | (_, (true, true)) => return Err(Reason::AmbiguousPivot(atom)),
                _ => return Err(Reason::NoPivot(atom)),
            };
            self.unmark(removed);
            for &l in clause.iter().filter(|&&l| l != removed.negated()) {
                self.mark(l);
            }
        }
        Ok(())
    }

    fn has(&self, l: Literal) -> bool {
        self.marked.get(l.index()).is_some_and(|&m| m)
    }

    fn mark(&mut self, l: Literal) {
        if self.marked.len() <= l.index() {
            self.marked.resize(l.index() + 1, false);
        }
        if !std::mem::replace(&mut self.marked[l.index()], true) {
            self.touched.push(l);
            self.size += 1;
        }
    }

    fn unmark(&mut self, l: Literal) {
        if std::mem::replace(&mut self.marked[l.index()], false) {
            self.size -= 1;
        }
    }
}
