//! Unit propagation with two watched literals per clause (Moskewicz et al. 2001) and blocking literals.

use super::clauses::ClauseId;
use super::derivation::StepId;
use super::lit::Lit;
use super::trail::Reason;
use super::{Conflict, Sat};

/// An entry in a watch list.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// The clause.
    pub clause: ClauseId,
    /// Another literal of the clause: while it is true the clause needs no visit.
    pub blocker: Lit,
}

impl Sat {
    /// Puts a clause into the database and watches its first two literals.
    pub fn attach(&mut self, lits: &[Lit], step: StepId, scope: u32, glue: Option<u32>) -> ClauseId {
        let clause = self.clauses.add(lits, step, scope, glue);
        self.watches[lits[0].index()].push(Watch { clause, blocker: lits[1] });
        self.watches[lits[1].index()].push(Watch { clause, blocker: lits[0] });
        clause
    }

    /// Propagates until nothing follows any more or a clause is false.
    ///
    /// Invariant after success: of a clause's two watched literals neither is false, or the clause is true. The
    /// invariant survives backtracking because a watched literal that is false was made false after, or at the level of,
    /// the one that is true.
    pub fn propagate(&mut self) -> Option<Conflict> {
        while self.head < self.trail.lits.len() {
            let falsified = !self.trail.lits[self.head];
            self.head += 1;
            self.propagations += 1;
            let mut list = std::mem::take(&mut self.watches[falsified.index()]);
            let conflict = self.visit(falsified, &mut list);
            self.watches[falsified.index()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn visit(&mut self, falsified: Lit, list: &mut Vec<Watch>) -> Option<Conflict> {
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        while read < list.len() {
            let watch = list[read];
            read += 1;
            if self.trail.value(watch.blocker) == Some(true) {
                list[write] = watch;
                write += 1;
                continue;
            }
            let lits = self.clauses.lits_mut(watch.clause);
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let other = lits[0];
            let kept = Watch { clause: watch.clause, blocker: other };
            let value = self.trail.value(other);
            if value != Some(true)
                && let Some(i) = (2..lits.len()).find(|&i| self.trail.value(lits[i]) != Some(false))
            {
                lits.swap(1, i);
                let now = lits[1];
                self.watches[now.index()].push(kept);
                continue;
            }
            list[write] = kept;
            write += 1;
            match value {
                Some(true) => {}
                None => self.trail.push(other, Reason::Clause(watch.clause)),
                Some(false) => {
                    let lits = self.clauses.lits(watch.clause).to_vec();
                    conflict = Some(Conflict { lits, step: self.clauses.get(watch.clause).step });
                    break;
                }
            }
        }
        list.copy_within(read.., write);
        list.truncate(write + (list.len() - read));
        conflict
    }

    /// Sweeps deleted clauses out of the database, the watches and the reasons.
    pub fn sweep(&mut self) {
        let moved = self.clauses.compact();
        for list in &mut self.watches {
            list.retain_mut(|w| match moved[w.clause as usize] {
                Some(id) => {
                    w.clause = id;
                    true
                }
                None => false,
            });
        }
        for l in 0..self.trail.lits.len() {
            let atom = self.trail.lits[l].atom();
            if let Reason::Clause(id) = self.trail.reason(atom)
                && let Some(new) = moved[id as usize]
            {
                self.trail.set_reason(atom, Reason::Clause(new));
            }
        }
    }
}
