//! The search, CDCL(T): propagate, learn from conflicts, decide; arithmetic is asked whenever nothing more follows
//! propositionally (Nieuwenhuis, Oliveras, Tinelli 2006).

use crate::integers::Integers;
use crate::sat::Conflict;
use crate::sat::lit::Lit;
use crate::sat::reduce::luby;
use crate::state::{Refutation, State};
use logic::{Rat, Term, Terms};
use solver::Limit;

/// How a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The assignment satisfies everything.
    Satisfied,
    /// There is a refutation.
    Refuted,
    /// A limit was reached.
    Limit(Limit),
}

/// Conflicts until the first restart; later restarts follow the Luby sequence.
const RESTART_UNIT: u64 = 100;
/// Learnt clauses before the first reduction, and by how much the allowance grows.
const FIRST_REDUCTION: usize = 4_000;
const REDUCTION_GROWTH: usize = 1_000;
/// Branches on parts in one check before the complete search is asked.
const FIRST_PATIENCE: u32 = 20;
/// The derivation is swept when it is larger than this and than twice its size after the last sweep, or at its largest.
const FIRST_SWEEP: usize = 2_000_000;
/// The most parts of a derivation. At some 12 bytes each, and twice that while a table grows, they take some 200 MB. What is more than three
/// quarters of that after a sweep ends the search, since the next sweep would soon come.
const LARGEST_DERIVATION: usize = 8_000_000;

/// Counts of one search.
struct Budget {
    conflicts: u64,
    pivots: u64,
    splits: u64,
    until_restart: u64,
    restarts: u64,
    reduction: usize,
    sweep: usize,
}

enum Step {
    Again,
    End(Ending),
}

impl State {
    /// Runs until an end is reached. The assumptions' terms are given with their literals.
    pub fn search(&mut self, terms: &Terms, assumptions: &[(Term, Lit)]) -> Ending {
        (self.patience, self.next_patience) = (FIRST_PATIENCE, FIRST_PATIENCE);
        let mut budget = Budget {
            conflicts: self.limits.conflicts,
            pivots: self.lia.effort().saturating_add(self.limits.pivots),
            splits: self.counters.splits + self.limits.splits,
            until_restart: RESTART_UNIT,
            restarts: 0,
            reduction: FIRST_REDUCTION,
            sweep: FIRST_SWEEP,
        };
        loop {
            if let Some(step) = self.sat.refutation() {
                self.refutation = Some(Refutation { step: Some(step), failed: Vec::new() });
                return Ending::Refuted;
            }
            if self.sat.atoms.len() > self.limits.terms {
                return Ending::Limit(Limit::Terms);
            }
            let step = match self.propagate(&budget) {
                Ok(None) => self.advance(terms, assumptions, &mut budget),
                Ok(Some(conflict)) => self.learn(conflict, &mut budget),
                Err(limit) => return Ending::Limit(limit),
            };
            if let Step::End(ending) = step {
                return ending;
            }
        }
    }

    /// Propagates in both halves until nothing follows any more. The result is a false clause, if there is one.
    fn propagate(&mut self, budget: &Budget) -> Result<Option<Conflict>, Limit> {
        let mut implied = Vec::new();
        loop {
            if let Some(conflict) = self.sat.propagate() {
                return Ok(Some(conflict));
            }
            while self.told < self.sat.trail.lits.len() {
                let lit = self.sat.trail.lits[self.told];
                self.told += 1;
                if let Err(farkas) = self.lia.assert(lit, &mut implied) {
                    return Ok(Some(self.arithmetic_conflict(farkas)));
                }
                for l in implied.drain(..) {
                    if self.sat.atoms[l.atom() as usize].active && self.sat.trail.value(l).is_none() {
                        self.sat.imply_by_bound(l, lit);
                    }
                }
            }
            if self.sat.must_propagate() {
                continue;
            }
            match self.lia.check(budget.pivots.saturating_sub(self.lia.effort())) {
                Err(farkas) => return Ok(Some(self.arithmetic_conflict(farkas))),
                Ok(false) => return Err(Limit::Pivots),
                Ok(true) if self.lia.digits > self.limits.digits => return Err(Limit::Digits),
                Ok(true) => {}
            }
            let (sat, lia) = (&self.sat, &mut self.lia);
            let open = |l: Lit| sat.atoms[l.atom() as usize].active && sat.trail.value(l).is_none();
            let mut found = Vec::new();
            lia.imply(&open, &mut found);
            if lia.effort() > budget.pivots {
                return Err(Limit::Pivots);
            }
            for (lit, farkas) in found {
                if self.sat.trail.value(lit).is_none() {
                    self.sat.imply(lit, farkas);
                }
            }
            if !self.sat.must_propagate() {
                return Ok(None);
            }
        }
    }

    fn arithmetic_conflict(&mut self, farkas: Vec<(Lit, Rat)>) -> Conflict {
        self.counters.lemmas += 1;
        let lits = farkas.iter().map(|&(l, _)| !l).collect();
        Conflict { lits, step: self.sat.farkas_lemma(&farkas) }
    }

    fn learn(&mut self, conflict: Conflict, budget: &mut Budget) -> Step {
        let deepest = conflict.lits.iter().map(|l| self.sat.trail.level_of(l.atom())).max().unwrap_or(0);
        if deepest == 0 {
            self.backtrack(0);
            self.sat.refute_by(&conflict);
            return Step::Again;
        }
        if budget.conflicts == 0 {
            return Step::End(Ending::Limit(Limit::Conflicts));
        }
        budget.conflicts -= 1;
        budget.until_restart = budget.until_restart.saturating_sub(1);
        self.counters.conflicts += 1;
        self.backtrack(deepest);
        let learnt = self.sat.analyze(&conflict);
        self.backtrack(learnt.level);
        let scope = self.sat.derivation.scope(learnt.step);
        if let [unit] = learnt.lits[..] {
            self.sat.add_unit(unit, learnt.step, scope);
        } else {
            self.sat.attach_learnt(&learnt.lits, learnt.step, scope, learnt.glue);
        }
        self.sat.decay();
        self.tidy(budget)
    }

    /// Forgets clauses and steps that are of no use any more, once there are many.
    fn tidy(&mut self, budget: &mut Budget) -> Step {
        if self.sat.clauses.learnt() > budget.reduction {
            self.sat.reduce();
            budget.reduction =
                self.sat.clauses.learnt().max(budget.reduction / 2) + REDUCTION_GROWTH + FIRST_REDUCTION / 2;
        }
        if self.sat.derivation.size() > budget.sweep {
            self.sat.forget_steps();
            let size = self.sat.derivation.size();
            if size > LARGEST_DERIVATION / 4 * 3 {
                return Step::End(Ending::Limit(Limit::Proof));
            }
            budget.sweep = FIRST_SWEEP.max(2 * size).min(LARGEST_DERIVATION);
        }
        Step::Again
    }

    fn advance(&mut self, terms: &Terms, assumptions: &[(Term, Lit)], budget: &mut Budget) -> Step {
        if budget.until_restart == 0 {
            budget.restarts += 1;
            budget.until_restart = RESTART_UNIT * luby(budget.restarts);
            self.counters.restarts += 1;
            self.backtrack(0);
            return Step::Again;
        }
        while let Some(&(_, lit)) = assumptions.get(self.sat.trail.level() as usize) {
            match self.sat.trail.value(lit) {
                // An empty level keeps the levels of later assumptions where they belong.
                Some(true) => self.open_empty_level(),
                None => {
                    self.decide(lit);
                    return Step::Again;
                }
                Some(false) => {
                    self.fail_assumption(lit, assumptions);
                    return Step::End(Ending::Refuted);
                }
            }
        }
        if let Some(atom) = self.sat.next_decision() {
            self.counters.decisions += 1;
            let info = self.sat.atoms[atom as usize];
            let sign = self.lia.guess(atom).or(info.phase).unwrap_or(false);
            self.decide(Lit::new(atom, sign));
            return Step::Again;
        }
        self.complete(terms, budget)
    }

    fn open_empty_level(&mut self) {
        self.marks.push(self.lia.mark());
        self.sat.trail.open_level();
    }

    fn fail_assumption(&mut self, lit: Lit, assumptions: &[(Term, Lit)]) {
        let (needed, step) = self.sat.explain_false(lit);
        let failed = assumptions.iter().filter(|(_, l)| *l == lit || needed.contains(&!*l)).map(|&(t, _)| t);
        self.refutation = Some(Refutation { step, failed: failed.collect() });
    }

    /// Everything has a value and the rationals agree: now the integers.
    fn complete(&mut self, terms: &Terms, budget: &mut Budget) -> Step {
        if self.counters.splits >= budget.splits {
            return Step::End(Ending::Limit(Limit::Splits));
        }
        match self.integers(terms, budget.pivots.saturating_sub(self.lia.effort())) {
            Integers::GaveUp => Step::End(Ending::Limit(Limit::Pivots)),
            Integers::Satisfied => Step::End(Ending::Satisfied),
            Integers::Lemma(conflict) => self.learn(conflict, budget),
            Integers::Progress => Step::Again,
        }
    }
}
