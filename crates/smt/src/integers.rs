//! What to do when every atom has a value and rational numbers satisfy them all: find integers that satisfy them, or a
//! lemma, or a branch. Equations are treated first, because branching alone never detects a contradiction modulo a
//! common divisor.

use crate::encode::canonical;
use crate::lia::Col;
use crate::lia::complete::{Found, Tree};
use crate::lia::diophantine::{Factors, Solved, Tightening, Unsolved};
use crate::lia::simplex::LONG_PER_PIVOT;
use crate::sat::Conflict;
use crate::sat::lit::Lit;
use crate::state::State;
use logic::{Int, Linear, Rat, Term, Terms, order};
use proof::{Arithmetic, Equality};
use std::collections::BTreeMap;

/// Branches of the complete search per branch on a part before it.
const ALLOWANCE: u64 = 20;
/// The most branches on parts before the complete search is asked again.
const MOST_PATIENCE: u32 = 1_000;

/// What came of looking for integers.
#[derive(Debug)]
pub enum Integers {
    /// All values are integers.
    Satisfied,
    /// This lemma is false now.
    Lemma(Conflict),
    /// A lemma or a branch was added; go on.
    Progress,
    /// The allowed work is used up.
    GaveUp,
}

impl State {
    /// Looks for integers; solving equations may cost as much as so many pivots.
    pub fn integers(&mut self, terms: &Terms, pivots: u64) -> Integers {
        if self.lia.fractional().next().is_none() {
            return Integers::Satisfied;
        }
        let mut solved = Solved::new(self.lia.width(), pivots.saturating_mul(LONG_PER_PIVOT));
        let found = self.integers_by_equations(terms, &mut solved);
        self.lia.long += solved.work();
        found
    }

    fn integers_by_equations(&mut self, terms: &Terms, solved: &mut Solved) -> Integers {
        match self.lia.equations(solved) {
            Err(Unsolved::Inconsistent(factors)) => {
                return Integers::Lemma(self.divisibility_lemma(&factors));
            }
            Err(Unsolved::GaveUp) => return Integers::GaveUp,
            Ok(()) => {}
        }
        let Some(tightenings) = self.lia.tightenings(solved) else { return Integers::GaveUp };
        if !tightenings.is_empty() {
            for t in &tightenings {
                self.counters.splits += 1;
                if let Some(conflict) = self.tighten(terms, t) {
                    return Integers::Lemma(conflict);
                }
            }
            return Integers::Progress;
        }
        if self.patience > 0 {
            self.patience -= 1;
            return self.branch_on_part(terms);
        }
        if !self.branches.is_empty() {
            // The complete search ends for sure only if its lemmas are about what was asserted, not about branches.
            self.retire_branches();
            self.backtrack(0);
            return Integers::Progress;
        }
        self.complete_search(terms, solved)
    }

    fn complete_search(&mut self, terms: &Terms, solved: &mut Solved) -> Integers {
        let allowed = ALLOWANCE * u64::from(self.next_patience);
        let (mut left, mut effort) = (allowed, 0);
        let found = self.lia.complete(solved, &mut left, &mut effort);
        self.counters.splits += allowed - left + effort;
        match found {
            Found::Integers => Integers::Satisfied,
            Found::Refuted(tree) => Integers::Lemma(self.tree_lemma(terms, &tree)),
            Found::GaveUp => {
                self.next_patience = (2 * self.next_patience).min(MOST_PATIENCE);
                self.patience = self.next_patience;
                self.branch_on_part(terms)
            }
        }
    }

    /// The lemma that a refutation by branches proves.
    fn tree_lemma(&mut self, terms: &Terms, tree: &Tree) -> Conflict {
        let mut clause = Vec::new();
        let certificate = self.tree_certificate(terms, tree, &mut Vec::new(), &mut clause);
        order::sort(&mut clause);
        clause.dedup();
        self.counters.lemmas += 1;
        let step = self.sat.lemma(&clause, certificate);
        Conflict { lits: clause, step }
    }

    fn tree_certificate(
        &self,
        terms: &Terms,
        tree: &Tree,
        path: &mut Vec<(usize, proof::Lit)>,
        clause: &mut Vec<Lit>,
    ) -> Arithmetic {
        match tree {
            Tree::Leaf { literals, branches, equations } => {
                clause.extend(literals.iter().map(|&(l, _)| !l));
                let mut sum: Vec<_> =
                    literals.iter().map(|(l, f)| (self.sat.proof_lit(*l), f.clone())).collect();
                for (depth, factor) in branches {
                    let branch = path.iter().find(|(d, _)| d == depth);
                    sum.extend(branch.map(|(_, lit)| (*lit, factor.clone())));
                }
                for (&col, factor) in equations {
                    let Some((lower, upper)) = self.lia.fixed_by(col) else { continue };
                    let half = if factor.is_positive() { upper } else { lower };
                    clause.push(!half);
                    sum.push((self.sat.proof_lit(half), factor.abs()));
                }
                Arithmetic::Farkas(sum)
            }
            Tree::Split { depth, form, bound, holds, fails } => {
                let cut = terms.le0(form.with_constant(-bound));
                let (atom, sign) = canonical(terms, cut);
                let mut side = |positive: bool, tree: &Tree| {
                    path.push((*depth, proof::Lit { atom, positive }));
                    let certificate = self.tree_certificate(terms, tree, path, clause);
                    path.pop();
                    Box::new(certificate)
                };
                let (holds, fails) = (side(sign, holds), side(!sign, fails));
                let (holds, fails) = if sign { (holds, fails) } else { (fails, holds) };
                Arithmetic::Split { atom, holds, fails }
            }
        }
    }

    fn branch_on_part(&mut self, terms: &Terms) -> Integers {
        let Some((part, bound)) = self.lia.branch() else { return Integers::Satisfied };
        self.counters.splits += 1;
        let atom = terms.le(part, terms.int(bound));
        let lit = self.literal(terms, atom);
        // A literal with a value would have set a bound, and the part's value would be within it.
        debug_assert!(self.sat.trail.value(lit).is_none());
        if self.sat.trail.value(lit).is_none() {
            self.activate_branch(lit.atom());
            self.decide(lit);
        }
        Integers::Progress
    }

    fn divisibility_lemma(&mut self, factors: &Factors) -> Conflict {
        let mut lits = Vec::new();
        let equalities =
            factors.iter().filter_map(|(&col, factor)| self.equality(col, factor, &mut lits)).collect();
        self.counters.lemmas += 1;
        let step = self.sat.lemma(&lits, Arithmetic::Divisibility(equalities));
        Conflict { lits, step }
    }

    /// The equality that a fixed column states. The negations of its halves are added to `clause`.
    fn equality(&self, col: Col, factor: &Rat, clause: &mut Vec<Lit>) -> Option<Equality> {
        let (lower, upper) = self.lia.fixed_by(col)?;
        clause.extend([!upper, !lower]);
        let (upper, lower) = (self.sat.proof_lit(upper), self.sat.proof_lit(lower));
        Some(Equality { upper, lower, factor: factor.clone() })
    }

    /// Adds the lemmas that move a column's bounds to the residue that the equations leave.
    fn tighten(&mut self, terms: &Terms, t: &Tightening) -> Option<Conflict> {
        let [lower, upper] = self.lia.bounds_of(t.col);
        let form = self.lia.linear_of(t.col);
        // The greatest member of the residue class at most `value`.
        let member = |value: &Int| value - &(value - &t.residue).rem_euclid(&t.modulus);
        if let (Some((low, because)), Some((high, too))) = (&lower, &upper)
            && member(high) < *low
        {
            let mut clause = vec![!*because, !*too];
            let certificate = self.residue_certificate(terms, t, &member(low), (*because, *too), &mut clause);
            return self.add_lemma(clause, certificate);
        }
        for (bound, is_upper) in [(upper, true), (lower, false)] {
            let Some((value, because)) = bound else { continue };
            let below = member(&value);
            if below == value {
                continue;
            }
            let atom = if is_upper {
                terms.le0(form.with_constant(-&below))
            } else {
                terms.le0(form.scaled(&Int::MINUS_ONE).with_constant(&below + &t.modulus))
            };
            let new = self.literal(terms, atom);
            let mut clause = vec![new, !because];
            let ends = if is_upper { (!new, because) } else { (because, !new) };
            let certificate = self.residue_certificate(terms, t, &below, ends, &mut clause);
            if let Some(conflict) = self.add_lemma(clause, certificate) {
                return Some(conflict);
            }
        }
        None
    }

    /// Refutes `below < form < below + modulus`, given as two literals.
    fn residue_certificate(
        &self,
        terms: &Terms,
        t: &Tightening,
        below: &Int,
        (low, high): (Lit, Lit),
        clause: &mut Vec<Lit>,
    ) -> Arithmetic {
        let mut halves: Vec<(Lit, Lit, &Rat)> = Vec::new();
        let mut whole = Combine::default();
        whole.add(&Rat::ONE, &self.lia.linear_of(t.col));
        for (&col, factor) in &t.factors {
            let Some((lower, upper)) = self.lia.fixed_by(col) else { continue };
            clause.extend([!upper, !lower]);
            halves.push((lower, upper, factor));
            let [bound, _] = self.lia.bounds_of(col);
            let value = bound.map_or(Int::ZERO, |b| b.0);
            whole.add(factor, &self.lia.linear_of(col).with_constant(-value));
        }
        // whole = modulus * quotient + residue, and below = modulus * step + residue: split on quotient <= step.
        whole.add(&Rat::ONE, &Linear::constant_of(-below));
        let cut = terms.le0(whole.divided(&t.modulus));
        let (atom, sign) = canonical(terms, cut);
        let farkas = |end: Lit, cut_holds: bool| {
            let mut sum = vec![(self.sat.proof_lit(end), Rat::ONE)];
            sum.push((proof::Lit { atom, positive: sign == cut_holds }, Rat::from(&t.modulus)));
            for &(lower, upper, factor) in &halves {
                let positive = factor.is_positive() != cut_holds;
                sum.push((self.sat.proof_lit(if positive { upper } else { lower }), factor.abs()));
            }
            Box::new(Arithmetic::Farkas(sum))
        };
        let (cut_holds, cut_fails) = (farkas(low, true), farkas(high, false));
        let (holds, fails) = if sign { (cut_holds, cut_fails) } else { (cut_fails, cut_holds) };
        Arithmetic::Split { atom, holds, fails }
    }
}

/// A sum with rational coefficients.
#[derive(Default)]
struct Combine {
    parts: BTreeMap<Term, Rat>,
    constant: Rational,
}

/// A rational that starts at zero.
struct Rational(Rat);

impl Default for Rational {
    fn default() -> Rational {
        Rational(Rat::ZERO)
    }
}

impl Combine {
    fn add(&mut self, factor: &Rat, l: &Linear) {
        for (t, c) in l.parts() {
            *self.parts.entry(*t).or_insert(Rat::ZERO) += &(factor * &Rat::from(c));
        }
        self.constant.0 += &(factor * &Rat::from(l.constant()));
    }

    /// The sum over a divisor of all its coefficients.
    fn divided(&self, d: &Int) -> Linear {
        let over = |r: &Rat| Rat::new(r.numer().clone(), r.denom() * d).floor();
        Linear::from_parts(self.parts.iter().map(|(t, c)| (*t, over(c))).collect(), over(&self.constant.0))
    }
}
