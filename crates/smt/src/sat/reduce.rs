//! Forgets learnt clauses of little use and steps of the derivation that nothing depends on any more; also the schedule
//! of restarts.

use super::Sat;
use super::clauses::ClauseId;
use super::trail::Reason;

/// The Luby sequence 1, 1, 2, 1, 1, 2, 4, ... at position `i` from zero (Luby, Sinclair, Zuckerman 1993).
pub fn luby(mut i: u64) -> u64 {
    loop {
        let bits = 64 - (i + 1).leading_zeros();
        let full = (1u64 << bits) - 1;
        if i + 1 == full {
            return 1 << (bits - 1);
        }
        i -= (1u64 << (bits - 1)) - 1;
    }
}

impl Sat {
    /// Counts one use of a learnt clause.
    pub fn bump_clause(&mut self, id: ClauseId) {
        if self.clauses.get(id).glue.is_none() {
            return;
        }
        if self.clause_step == 0.0 {
            self.clause_step = 1.0;
        }
        let step = self.clause_step;
        let clause = self.clauses.get_mut(id);
        clause.activity += step;
        if clause.activity > 1e20 {
            let all: Vec<ClauseId> = self.clauses.ids().collect();
            for id in all {
                self.clauses.get_mut(id).activity *= 1e-20;
            }
            self.clause_step *= 1e-20;
        }
    }

    /// Makes older uses count less, once per conflict.
    pub fn decay(&mut self) {
        self.order.decay();
        self.clause_step *= 1.0 / 0.999;
    }

    /// Forgets the less useful half of the learnt clauses; clauses of glue two and reasons of the trail stay.
    pub fn reduce(&mut self) {
        let locked = |sat: &Sat, id: ClauseId| {
            let first = sat.clauses.lits(id)[0];
            sat.trail.value(first) == Some(true) && sat.trail.reason(first.atom()) == Reason::Clause(id)
        };
        let mut candidates: Vec<ClauseId> = self
            .clauses
            .ids()
            .filter(|&id| self.clauses.get(id).glue.is_some_and(|g| g > 2) && !locked(self, id))
            .collect();
        let key = |id: &ClauseId| self.clauses.get(*id).activity;
        logic::order::sort_by(&mut candidates, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
        candidates.truncate(candidates.len() / 2);
        for id in candidates {
            self.clauses.delete(id);
        }
        self.sweep();
    }

    /// Forgets steps of the derivation that no clause, fact or reason rests on.
    pub fn forget_steps(&mut self) {
        let mut roots: Vec<u32> = self.clauses.ids().map(|id| self.clauses.get(id).step).collect();
        roots.extend(self.units.iter().map(|u| u.step));
        roots.extend(self.unit_steps.iter().flatten());
        roots.extend(self.refuted.iter().map(|&(s, _)| s));
        roots.extend(self.pinned);
        self.bound_steps.clear();
        roots.extend(self.explanations.iter().filter_map(|e| e.step));
        roots.extend(self.trail.reasons_mut().filter_map(|r| match r {
            Reason::Unit(s) => Some(*s),
            _ => None,
        }));
        let moved = self.derivation.compact(roots);
        let new = |s: &mut u32| *s = moved[*s as usize].unwrap_or(0);
        self.clauses.steps_mut().for_each(new);
        self.units.iter_mut().for_each(|u| new(&mut u.step));
        self.unit_steps.iter_mut().flatten().for_each(new);
        self.refuted.iter_mut().for_each(|(s, _)| new(s));
        self.pinned.iter_mut().for_each(new);
        self.explanations.iter_mut().filter_map(|e| e.step.as_mut()).for_each(new);
        for r in self.trail.reasons_mut() {
            if let Reason::Unit(s) = r {
                new(s);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
