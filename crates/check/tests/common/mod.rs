//! Derivations written by hand, and a second opinion on them that shares nothing with the checker.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod bounds;
pub mod examples;
pub mod mutation;
pub mod oracle;

use logic::{Int, Rat, Sort, Term, Terms};
use loopglass_check::{Fault, Report, refutation};
use proof::{Arithmetic, Definition, DefinitionClause, Equality, Lit, Part, Proof, Rule, Step, StepId};

/// The literal that a formula is.
pub fn lit(atom: Term) -> Lit {
    Lit { atom, positive: true }
}

/// Its negation.
pub fn neg(atom: Term) -> Lit {
    Lit { atom, positive: false }
}

/// A rational.
pub fn rat(numerator: i64, denominator: i64) -> Rat {
    Rat::new(Int::from(numerator), Int::from(denominator))
}

/// A Farkas sum with whole multipliers.
pub fn farkas(combination: &[(i64, Lit)]) -> Arithmetic {
    Arithmetic::Farkas(combination.iter().map(|(f, l)| (*l, rat(*f, 1))).collect())
}

/// One equality of a divisibility contradiction.
pub fn equality(upper: Lit, lower: Lit, factor: Rat) -> Equality {
    Equality { upper, lower, factor }
}

/// A derivation under construction.
#[derive(Default)]
pub struct Derivation {
    pub terms: Terms,
    pub asserted: Vec<Term>,
    pub proof: Proof,
}

impl Derivation {
    pub fn new() -> Derivation {
        Derivation::default()
    }

    pub fn ints<const N: usize>(&self, names: [&str; N]) -> [Term; N] {
        names.map(|name| self.terms.of(self.terms.var(name, Sort::Int)))
    }

    pub fn bools<const N: usize>(&self, names: [&str; N]) -> [Term; N] {
        names.map(|name| self.terms.of(self.terms.var(name, Sort::Bool)))
    }

    /// Asserts a formula; its unit clause is the step returned.
    pub fn assert(&mut self, formula: Term) -> StepId {
        let part = self.asserted.len();
        self.asserted.push(formula);
        self.step([lit(formula)], Rule::Input(part))
    }

    pub fn define(
        &mut self,
        term: Term,
        clause: DefinitionClause,
        literals: impl IntoIterator<Item = Lit>,
    ) -> StepId {
        self.step(literals, Rule::Definition(Definition { term, clause }))
    }

    pub fn lemma(&mut self, clause: impl IntoIterator<Item = Lit>, reason: Arithmetic) -> StepId {
        self.step(clause, Rule::Lemma(reason))
    }

    pub fn resolve(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        first: StepId,
        links: &[(Term, StepId)],
    ) -> StepId {
        self.step(clause, Rule::Resolution { first, links: links.to_vec() })
    }

    pub fn step(&mut self, clause: impl IntoIterator<Item = Lit>, rule: Rule) -> StepId {
        let mut clause: Vec<Lit> = clause.into_iter().collect();
        clause.sort_unstable();
        clause.dedup();
        self.proof.steps.push(Step { clause, rule });
        self.proof.steps.len() - 1
    }

    pub fn check(&self) -> Result<Report, Fault> {
        refutation(&self.terms, &self.asserted, &self.proof)
    }

    pub fn part(&self, formula: Term) -> Part {
        self.asserted.iter().position(|&f| f == formula).unwrap_or(usize::MAX)
    }
}

/// Numbers that look random and are the same in every run (xorshift, 64 bits).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    pub fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
