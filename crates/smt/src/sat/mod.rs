//! The propositional half of the search: clauses, propagation, conflict analysis. It knows nothing of arithmetic
//! beyond explanations, which the theory hands over as literals with a certificate.

pub mod analyze;
pub mod clauses;
pub mod derivation;
pub mod lit;
pub mod order;
pub mod reduce;
pub mod trail;
pub mod watch;

use clauses::Clauses;
use derivation::{Derivation, StepId};
use lit::{AtomId, Lit};
use logic::{Rat, Term};
use order::Order;
use rustc_hash::FxHashMap;
use trail::{Reason, Trail};
use watch::Watch;

/// A clause all of whose literals are false now.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Its literals.
    pub lits: Vec<Lit>,
    /// The step that proves it.
    pub step: StepId,
}

/// Why the theory made a literal true: the Farkas certificate of the clause "literal or not all the others".
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The inequalities that contradict each other, with positive multipliers; the first is the negation of the literal
    /// that was made true, the others hold.
    pub farkas: Vec<(Lit, Rat)>,
    /// The proof step, once conflict analysis has asked for it.
    step: Option<StepId>,
}

/// A fact that holds without decisions.
#[derive(Clone, Copy, Debug)]
struct Unit {
    lit: Lit,
    step: StepId,
    scope: u32,
}

/// What an atom stands for, and whether anything asserted now mentions it.
#[derive(Clone, Copy, Debug)]
pub struct AtomInfo {
    /// The Boolean term.
    pub term: Term,
    /// Whether the search must give it a value.
    pub active: bool,
    /// The value to try first, from last time.
    pub phase: Option<bool>,
    /// The scope with which what is learnt of it goes; zero where that stays.
    pub scope: u32,
}

/// The propositional state.
#[derive(Default)]
pub struct Sat {
    /// The atoms.
    pub atoms: Vec<AtomInfo>,
    /// The assignment.
    pub trail: Trail,
    /// The clauses.
    pub clauses: Clauses,
    /// How each clause came about.
    pub derivation: Derivation,
    /// The decision order.
    pub order: Order,
    /// Explanations of the literals that the theory made true; cut back with the trail.
    explanations: Vec<Explanation>,
    watches: Vec<Vec<Watch>>,
    head: usize,
    units: Vec<Unit>,
    unit_steps: Vec<Option<StepId>>,
    /// The step that refutes the assertions, with its scope.
    refuted: Option<(StepId, u32)>,
    bound_steps: FxHashMap<(Lit, Lit), StepId>,
    /// The step that ended the last check without assumptions or with them; kept for whoever asks for the proof.
    pub pinned: Option<StepId>,
    seen: Vec<u8>,
    clause_step: f64,
    /// Literals propagated so far.
    pub propagations: u64,
}

impl Sat {
    /// A new atom, not yet active.
    pub fn new_atom(&mut self, term: Term) -> AtomId {
        let a = self.atoms.len() as AtomId;
        self.atoms.push(AtomInfo { term, active: false, phase: None, scope: 0 });
        self.trail.grow();
        self.order.grow();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.unit_steps.push(None);
        self.seen.push(0);
        a
    }

    /// Whether the search must give an atom a value.
    pub fn set_active(&mut self, a: AtomId, active: bool) {
        self.atoms[a as usize].active = active;
        if active {
            self.order.insert(a);
        }
    }

    /// The literal in the vocabulary of proofs.
    pub fn proof_lit(&self, l: Lit) -> proof::Lit {
        proof::Lit { atom: self.atoms[l.atom() as usize].term, positive: l.positive() }
    }

    /// Adds a clause at decision level zero. `scope`: the assertion scope in which it goes away.
    pub fn add_clause(&mut self, lits: &[Lit], step: StepId, scope: u32) {
        debug_assert_eq!(self.trail.level(), 0);
        match lits {
            [] => self.refute(step),
            [l] => self.add_unit(*l, step, scope),
            _ => {
                // Literals that are not false come first, so that the watches notice what happens later.
                let mut lits = lits.to_vec();
                logic::order::sort_by_key(&mut lits, |&l| self.trail.value(l) == Some(false));
                let id = self.attach(&lits, step, scope, None);
                if self.trail.value(lits[0]) == Some(false) {
                    let conflict = Conflict { lits, step };
                    self.refute_by(&conflict);
                } else if self.trail.value(lits[0]).is_none() && self.trail.value(lits[1]) == Some(false) {
                    self.trail.push(lits[0], Reason::Clause(id));
                }
            }
        }
    }

    /// Adds a fact, which lasts until its scope is popped.
    pub fn add_unit(&mut self, lit: Lit, step: StepId, scope: u32) {
        self.units.push(Unit { lit, step, scope });
        if self.trail.level() == 0 {
            self.enqueue_unit(lit, step);
        }
    }

    fn enqueue_unit(&mut self, lit: Lit, step: StepId) {
        match self.trail.value(lit) {
            Some(true) => {}
            None => self.trail.push(lit, Reason::Unit(step)),
            Some(false) => self.refute_by(&Conflict { lits: vec![lit], step }),
        }
    }

    /// The step that refutes the assertions by themselves, if they have been refuted.
    pub fn refutation(&self) -> Option<StepId> {
        self.refuted.map(|(step, _)| step)
    }

    fn refute(&mut self, step: StepId) {
        if self.refuted.is_none() {
            self.refuted = Some((step, self.derivation.scope(step)));
        }
    }

    /// Records that a clause is false at decision level zero.
    pub fn refute_by(&mut self, conflict: &Conflict) {
        if self.refuted.is_none() {
            let step = self.resolve_units(conflict.step, &conflict.lits);
            self.refute(step);
        }
    }

    /// Adds a learnt clause: its first literal becomes true, because all others are false.
    pub fn attach_learnt(&mut self, lits: &[Lit], step: StepId, scope: u32, glue: u32) {
        let id = self.attach(lits, step, scope, Some(glue));
        self.bump_clause(id);
        self.trail.push(lits[0], Reason::Clause(id));
    }

    /// Whether literals wait to be propagated.
    pub fn must_propagate(&self) -> bool {
        self.head < self.trail.lits.len()
    }

    /// A literal that the theory found to follow from another bound on the same form.
    pub fn imply_by_bound(&mut self, lit: Lit, because: Lit) {
        self.trail.push(lit, Reason::Bound(because));
    }

    /// A literal that the theory found to follow.
    pub fn imply(&mut self, lit: Lit, farkas: Vec<(Lit, Rat)>) {
        self.explanations.push(Explanation { farkas, step: None });
        self.trail.push(lit, Reason::Theory(self.explanations.len() as u32 - 1));
    }

    /// Opens a decision level and makes a literal true.
    pub fn decide(&mut self, lit: Lit) {
        self.trail.open_level();
        self.trail.push(lit, Reason::Decision);
    }

    /// Undoes the decision levels above `level`.
    pub fn backtrack(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        let start = self.trail.level_start(level);
        self.drop_explanations(start);
        let Sat { trail, atoms, order, .. } = self;
        trail.backtrack(level, |l| {
            let info = &mut atoms[l.atom() as usize];
            info.phase = Some(l.positive());
            if info.active {
                order.insert(l.atom());
            }
        });
        self.head = self.head.min(start);
    }

    /// Forgets the explanations of literals from position `start` on. Explanations are numbered in the order of the
    /// trail, so the first one met is where to cut.
    fn drop_explanations(&mut self, start: usize) {
        let first = self.trail.lits[start..].iter().find_map(|l| match self.trail.reason(l.atom()) {
            Reason::Theory(e) => Some(e as usize),
            _ => None,
        });
        if let Some(e) = first {
            self.explanations.truncate(e);
        }
    }

    /// The next atom to decide.
    pub fn next_decision(&mut self) -> Option<AtomId> {
        while let Some(a) = self.order.pop() {
            if self.atoms[a as usize].active && self.trail.atom_value(a).is_none() {
                return Some(a);
            }
        }
        None
    }

    /// Forgets everything that belongs to scopes above `scope`, and cuts the trail of level zero to `len`.
    pub fn pop_scope(&mut self, scope: u32, len: usize) {
        self.backtrack(0);
        self.drop_explanations(len);
        let Sat { trail, atoms, order, unit_steps, .. } = self;
        trail.truncate(len, |l| {
            unit_steps[l.atom() as usize] = None;
            if atoms[l.atom() as usize].active {
                order.insert(l.atom());
            }
        });
        if self.refuted.is_some_and(|(_, s)| s > scope) {
            self.refuted = None;
        }
        let gone: Vec<_> = self.clauses.ids().filter(|&id| self.clauses.get(id).scope > scope).collect();
        for id in gone {
            self.clauses.delete(id);
        }
        // The atoms may come back in another scope.
        self.bound_steps.clear();
        self.sweep();
        self.units.retain(|u| u.scope <= scope);
        for u in self.units.clone() {
            self.enqueue_unit(u.lit, u.step);
        }
        self.head = 0;
    }
}
