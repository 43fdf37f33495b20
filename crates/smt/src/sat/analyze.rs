//! Conflict analysis: first unique implication point (Marques-Silva, Sakallah 1999), recursive minimisation
//! (Sörensson, Biere 2009), and the chain of resolutions that derives the learnt clause.

use super::derivation::{Leaf, StepId};
use super::lit::{AtomId, Lit};
use super::trail::Reason;
use super::{Conflict, Sat};
use logic::{Rat, order::CollectOrdered};
use proof::Arithmetic;
use std::collections::{BTreeSet, BinaryHeap};

const UNSEEN: u8 = 0;
const IN_CLAUSE: u8 = 1;
const REMOVABLE: u8 = 2;
const NEEDED: u8 = 3;

/// What a conflict teaches.
#[derive(Debug)]
pub struct Learnt {
    /// The clause; its first literal becomes true after backtracking.
    pub lits: Vec<Lit>,
    /// Where to go back to.
    pub level: u32,
    /// The number of different decision levels in it.
    pub glue: u32,
    /// The step that derives it.
    pub step: StepId,
}

impl Sat {
    /// The literals of the clause that made an atom's literal true, that literal included. Nothing for decisions.
    fn reason_lits(&self, a: AtomId, out: &mut Vec<Lit>) {
        out.clear();
        let Some(value) = self.trail.atom_value(a) else { return };
        let lit = Lit::new(a, value);
        match self.trail.reason(a) {
            Reason::Decision => {}
            Reason::Clause(id) => out.extend_from_slice(self.clauses.lits(id)),
            Reason::Unit(_) => out.push(lit),
            Reason::Bound(because) => out.extend([lit, !because]),
            Reason::Theory(e) => out.extend(self.explanations[e as usize].farkas.iter().map(|&(l, _)| !l)),
        }
    }

    /// The step that proves the clause of [`Sat::reason_lits`]; nothing for decisions.
    fn reason_step(&mut self, a: AtomId) -> Option<StepId> {
        let lit = Lit::new(a, self.trail.atom_value(a)?);
        match self.trail.reason(a) {
            Reason::Decision => None,
            Reason::Clause(id) => {
                self.bump_clause(id);
                Some(self.clauses.get(id).step)
            }
            Reason::Unit(step) => Some(step),
            Reason::Bound(because) => {
                if let Some(&step) = self.bound_steps.get(&(lit, because)) {
                    return Some(step);
                }
                let step = self.farkas_lemma(&[(!lit, Rat::ONE), (because, Rat::ONE)]);
                self.bound_steps.insert((lit, because), step);
                Some(step)
            }
            Reason::Theory(e) => {
                if self.explanations[e as usize].step.is_none() {
                    let farkas = self.explanations[e as usize].farkas.clone();
                    let step = self.farkas_lemma(&farkas);
                    self.explanations[e as usize].step = Some(step);
                }
                self.explanations[e as usize].step
            }
        }
    }

    /// Both at once; nothing for decisions.
    fn reason_clause(&mut self, a: AtomId, out: &mut Vec<Lit>) -> Option<StepId> {
        self.reason_lits(a, out);
        self.reason_step(a)
    }

    /// The lemma that the inequalities contradict each other.
    pub fn farkas_lemma(&mut self, farkas: &[(Lit, Rat)]) -> StepId {
        let lits: Vec<Lit> = farkas.iter().map(|&(l, _)| !l).collect();
        let certificate = farkas.iter().map(|(l, f)| (self.proof_lit(*l), f.clone())).collect();
        self.lemma(&lits, Arithmetic::Farkas(certificate))
    }

    /// A clause that arithmetic makes valid. It goes with the scope in which its last atom was defined.
    pub fn lemma(&mut self, lits: &[Lit], certificate: Arithmetic) -> StepId {
        let scope = lits.iter().map(|l| self.atoms[l.atom() as usize].scope).max().unwrap_or(0);
        self.derivation.leaf(lits, Leaf::Lemma(certificate), scope)
    }

    /// Learns from a conflict above decision level zero. The conflict must have a literal of the current level.
    pub fn analyze(&mut self, conflict: &Conflict) -> Learnt {
        let level = self.trail.level();
        let mut links: Vec<(AtomId, StepId)> = Vec::new();
        let mut ground: Vec<AtomId> = Vec::new();
        let mut rest: Vec<Lit> = Vec::new();
        let mut marked: Vec<AtomId> = Vec::new();
        let mut open = 0;
        let mut index = self.trail.lits.len();
        let mut lits = conflict.lits.clone();
        let uip = loop {
            for &l in &lits {
                let a = l.atom();
                if self.seen[a as usize] != UNSEEN || self.trail.value(l) != Some(false) {
                    continue;
                }
                self.seen[a as usize] = IN_CLAUSE;
                marked.push(a);
                match self.trail.level_of(a) {
                    0 => ground.push(a),
                    at => {
                        self.order.bump(a);
                        if at == level {
                            open += 1;
                        } else {
                            rest.push(l);
                        }
                    }
                }
            }
            let top = loop {
                index -= 1;
                let l = self.trail.lits[index];
                if self.seen[l.atom() as usize] != UNSEEN && self.trail.level_of(l.atom()) == level {
                    break l;
                }
            };
            open -= 1;
            if open == 0 {
                break !top;
            }
            match self.reason_clause(top.atom(), &mut lits) {
                Some(step) => links.push((top.atom(), step)),
                // Only a decision has no reason, and a decision is the last literal of its level.
                None => break !top,
            }
        };
        // From here on only the learnt clause's own atoms count as seen (level zero stays marked, it is resolved away).
        for &a in &marked {
            if self.trail.level_of(a) == level && a != uip.atom() {
                self.seen[a as usize] = UNSEEN;
            }
        }
        let kept = self.minimise(&rest, &mut links, &mut ground, &mut marked);
        for a in marked {
            self.seen[a as usize] = UNSEEN;
        }
        for a in ground {
            links.push((a, self.unit_step(a)));
        }
        let step = self.derivation.chain(conflict.step, &links);
        self.learnt_clause(uip, kept, step)
    }

    fn learnt_clause(&mut self, uip: Lit, rest: Vec<Lit>, step: StepId) -> Learnt {
        let mut levels: Vec<u32> = rest.iter().map(|l| self.trail.level_of(l.atom())).collect();
        let mut lits = vec![uip];
        lits.extend(rest);
        if let Some(deepest) = (0..levels.len()).max_by_key(|&i| (levels[i], std::cmp::Reverse(i))) {
            lits.swap(1, deepest + 1);
        }
        levels.sort_unstable();
        levels.dedup();
        Learnt { lits, level: levels.last().copied().unwrap_or(0), glue: levels.len() as u32 + 1, step }
    }

    /// Drops literals that the others imply, and resolves them away in the chain.
    fn minimise(
        &mut self,
        rest: &[Lit],
        links: &mut Vec<(AtomId, StepId)>,
        ground: &mut Vec<AtomId>,
        marked: &mut Vec<AtomId>,
    ) -> Vec<Lit> {
        let (mut kept, mut dropped) = (Vec::new(), BinaryHeap::new());
        for &l in rest {
            if self.implied_by_clause(l.atom(), marked) {
                dropped.push((self.trail.position(l.atom()), l.atom()));
            } else {
                kept.push(l);
            }
        }
        // A dropped literal may rest on literals outside the clause, which are then resolved away in their turn.
        let mut pending: BTreeSet<AtomId> = dropped.iter().map(|&(_, a)| a).collect_set();
        let mut in_clause: Vec<AtomId> = kept.iter().map(|l: &Lit| l.atom()).collect();
        in_clause.sort_unstable();
        let mut lits = Vec::new();
        while let Some((_, a)) = dropped.pop() {
            let Some(step) = self.reason_clause(a, &mut lits) else { continue };
            links.push((a, step));
            for &l in &lits {
                let b = l.atom();
                if b == a || in_clause.binary_search(&b).is_ok() {
                    continue;
                }
                if self.trail.level_of(b) == 0 {
                    if self.seen[b as usize] != IN_CLAUSE {
                        self.seen[b as usize] = IN_CLAUSE;
                        marked.push(b);
                        ground.push(b);
                    }
                } else if pending.insert(b) {
                    dropped.push((self.trail.position(b), b));
                }
            }
        }
        kept
    }

    /// Whether an atom's literal follows from literals of the clause (those marked `IN_CLAUSE`) and level zero.
    fn implied_by_clause(&mut self, a: AtomId, marked: &mut Vec<AtomId>) -> bool {
        if self.trail.reason(a) == Reason::Decision {
            return false;
        }
        let mut lits = Vec::new();
        // Depth-first; each frame holds an atom and the antecedents still to look at.
        let mut stack: Vec<(AtomId, Vec<AtomId>)> = Vec::new();
        self.reason_lits(a, &mut lits);
        stack.push((a, lits.iter().map(|l| l.atom()).filter(|&b| b != a).collect()));
        while let Some((top, todo)) = stack.last_mut() {
            let top = *top;
            let Some(b) = todo.pop() else {
                if self.seen[top as usize] == UNSEEN {
                    self.seen[top as usize] = REMOVABLE;
                    marked.push(top);
                }
                stack.pop();
                continue;
            };
            let seen = self.seen[b as usize];
            if self.trail.level_of(b) == 0 || seen == IN_CLAUSE || seen == REMOVABLE {
                continue;
            }
            if seen == NEEDED || self.trail.reason(b) == Reason::Decision {
                for (failed, _) in stack {
                    if self.seen[failed as usize] == UNSEEN {
                        self.seen[failed as usize] = NEEDED;
                        marked.push(failed);
                    }
                }
                return false;
            }
            self.reason_lits(b, &mut lits);
            stack.push((b, lits.iter().map(|l| l.atom()).filter(|&c| c != b).collect()));
        }
        true
    }

    /// The step that proves an atom's literal of level zero as a unit clause.
    pub fn unit_step(&mut self, a: AtomId) -> StepId {
        let mut lits = Vec::new();
        let mut stack = vec![a];
        while let Some(&top) = stack.last() {
            if self.unit_steps[top as usize].is_some() {
                stack.pop();
                continue;
            }
            let first = self.reason_clause(top, &mut lits).unwrap_or(0);
            let others: Vec<AtomId> = lits.iter().map(|l| l.atom()).filter(|&b| b != top).collect();
            let missing: Vec<AtomId> =
                others.iter().copied().filter(|&b| self.unit_steps[b as usize].is_none()).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let links: Vec<(AtomId, StepId)> =
                others.iter().filter_map(|&b| Some((b, self.unit_steps[b as usize]?))).collect();
            self.unit_steps[top as usize] = Some(self.derivation.chain(first, &links));
            stack.pop();
        }
        self.unit_steps[a as usize].unwrap_or(0)
    }

    /// The empty clause, from a clause whose literals are all false at level zero.
    pub fn resolve_units(&mut self, first: StepId, lits: &[Lit]) -> StepId {
        let links: Vec<(AtomId, StepId)> =
            lits.iter().map(|l| (l.atom(), self.unit_step(l.atom()))).collect();
        self.derivation.chain(first, &links)
    }

    /// Why a literal is false, in terms of decisions, all of which must be assumptions: the negations of the
    /// assumptions involved, and the step that derives the clause over these and the negated literal. No step when the
    /// negated literal is itself a decision.
    pub fn explain_false(&mut self, lit: Lit) -> (Vec<Lit>, Option<StepId>) {
        let a = lit.atom();
        if self.trail.level_of(a) == 0 {
            return (Vec::new(), Some(self.unit_step(a)));
        }
        let mut lits = Vec::new();
        let Some(first) = self.reason_clause(a, &mut lits) else { return (vec![lit], None) };
        let (mut links, mut ground, mut out) = (Vec::new(), Vec::new(), Vec::new());
        let mut heap = BinaryHeap::new();
        let mut marked = Vec::new();
        loop {
            for &l in &lits {
                let a = l.atom();
                if self.seen[a as usize] == UNSEEN && self.trail.value(l) == Some(false) {
                    self.seen[a as usize] = IN_CLAUSE;
                    marked.push(a);
                    heap.push((self.trail.position(a), a));
                }
            }
            lits.clear();
            let Some((_, a)) = heap.pop() else { break };
            if self.trail.level_of(a) == 0 {
                ground.push(a);
                continue;
            }
            match self.reason_clause(a, &mut lits) {
                Some(step) => links.push((a, step)),
                None => out.push(Lit::new(a, self.trail.atom_value(a) == Some(false))),
            }
        }
        for a in marked {
            self.seen[a as usize] = UNSEEN;
        }
        for a in ground {
            links.push((a, self.unit_step(a)));
        }
        logic::order::sort(&mut out);
        (out, Some(self.derivation.chain(first, &links)))
    }
}
