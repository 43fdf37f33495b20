//! Solver contexts that are kept from question to question: VINTA asks whether nodes are covered in one for each cutpoint, and of a large
//! circuit the unrolled transitions stay asserted, which take longer to encode than most questions about them take to answer.

use engine::KeptContext;
use evidence::renumbered;
use logic::{Term, Terms};
use proof::{Part, Proof};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Counted, Door, Limits, Outcome, Purpose};
use std::collections::BTreeMap;

/// The contexts of one round.
#[derive(Default)]
pub(crate) struct Contexts {
    round: u32,
    kept: BTreeMap<u32, Kept>,
}

/// A context with what is asserted in it for good.
struct Kept {
    solver: Counted,
    asserted: Vec<Term>,
    /// The same, for look-ups.
    stays: FxHashSet<Term>,
    /// Every formula that was ever asserted in it, by its number.
    numbered: Vec<Term>,
}

impl Kept {
    fn new(door: &Door, limits: Limits) -> Kept {
        Kept {
            solver: door.open(limits),
            asserted: Vec::new(),
            stays: FxHashSet::default(),
            numbered: Vec::new(),
        }
    }

    fn assert(&mut self, terms: &Terms, t: Term) {
        self.solver.assert(terms, t);
        self.numbered.push(t);
    }

    /// Asks about formulas, those that stay and others.
    fn ask(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        stay: &[Term],
        others: &[Term],
    ) -> (Outcome, Option<Proof>) {
        for &t in stay {
            if self.stays.insert(t) {
                self.assert(terms, t);
                self.asserted.push(t);
            }
        }
        self.solver.push();
        for &t in others {
            self.assert(terms, t);
        }
        let outcome = self.solver.check(terms, &[]);
        let proof = self.solver.proof().map(|proof| {
            let mut places: FxHashMap<Term, usize> = FxHashMap::default();
            for (at, &formula) in formulas.iter().enumerate() {
                places.entry(formula).or_insert(at);
            }
            renumbered(proof, |part: Part| places.get(self.numbered.get(part)?).copied())
        });
        self.solver.pop();
        (outcome, proof)
    }
}

impl Contexts {
    /// Asks about formulas, all but the last `passing` of which stay asserted. The refutation, if there is one, is of these formulas.
    pub(crate) fn ask(
        &mut self,
        door: &Door,
        terms: &Terms,
        context: KeptContext,
        formulas: &[Term],
        passing: usize,
        limits: Limits,
    ) -> (Outcome, Option<Proof>) {
        if context.round != self.round {
            self.kept.clear();
            self.round = context.round;
        }
        let kept = self.kept.entry(context.place).or_insert_with(|| Kept::new(door, limits));
        let (stay, others) = formulas.split_at(formulas.len().saturating_sub(passing));
        let asked: FxHashSet<Term> = stay.iter().copied().collect();
        if !kept.asserted.iter().all(|t| asked.contains(t)) {
            *kept = Kept::new(door, limits);
        }
        kept.ask(terms, formulas, stay, others)
    }
}

/// A context in which formulas are known one upon another, each in a scope of its own.
#[derive(Default)]
pub(crate) struct Layers {
    solver: Option<Counted>,
    known: Vec<Term>,
}

impl Layers {
    /// Asks about formulas where the layers are known: as assumptions, so that what is learnt of the layers stays. The refutation, if
    /// there is one, is of these formulas.
    pub(crate) fn ask(
        &mut self,
        door: &Door,
        terms: &Terms,
        layers: &[Term],
        formulas: &[Term],
        limits: Limits,
    ) -> (Outcome, Option<Proof>) {
        let same = self.known.iter().zip(layers).take_while(|(a, b)| a == b).count();
        if same == 0 {
            *self = Layers::default();
        }
        let solver = self.solver.get_or_insert_with(|| door.open(limits));
        for _ in same..self.known.len() {
            solver.pop();
        }
        self.known.truncate(same);
        for &layer in &layers[same..] {
            solver.push();
            solver.prepare(terms, layer);
            self.known.push(layer);
        }
        solver.set_purpose(door.purpose());
        solver.push();
        let outcome = solver.check(terms, formulas);
        let numbered: Vec<(Term, Part)> = formulas.iter().enumerate().map(|(i, &t)| (t, i)).collect();
        let proof = if outcome == Outcome::Unsat { solver.proof_with(terms, &numbered) } else { None };
        solver.pop();
        (outcome, proof)
    }
}

/// A formula of more parts stays asserted in a context that is kept for it.
const LARGE: usize = 1_000;

/// So many contexts are kept: those of an interpolation query, and of the two checks of the interpolant, each at two bounds.
const CONTEXTS: usize = 6;

/// Contexts that are kept for the large formulas of a question, which the next question often has as well.
#[derive(Default)]
pub(crate) struct LargeContexts {
    /// With the purpose that they count for, those last asked at the end.
    kept: Vec<(Purpose, Kept)>,
    /// Whether a formula is large, for those met so far.
    is_large: FxHashMap<Term, bool>,
}

impl LargeContexts {
    /// Asks about formulas in the context in which the large ones of them are asserted. The refutation, if there is one, is of these
    /// formulas; none if no formula is large.
    pub(crate) fn ask(
        &mut self,
        door: &Door,
        terms: &Terms,
        formulas: &[Term],
        limits: Limits,
    ) -> Option<(Outcome, Option<Proof>)> {
        let mut is_large = |t: Term| *self.is_large.entry(t).or_insert_with(|| terms.size(t) > LARGE);
        let (large, small): (Vec<Term>, Vec<Term>) = formulas.iter().partition(|&&t| is_large(t));
        if large.is_empty() {
            return None;
        }
        let purpose = door.purpose();
        let same = |(p, kept): &(Purpose, Kept)| *p == purpose && kept.asserted == large;
        let mut found = match self.kept.iter().position(same) {
            Some(at) => self.kept.remove(at),
            None => (purpose, Kept::new(door, limits)),
        };
        let told = found.1.ask(terms, formulas, &large, &small);
        if self.kept.len() == CONTEXTS {
            self.kept.remove(0);
        }
        self.kept.push(found);
        Some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Sort;

    /// That of so many symbols, named so, an odd number holds.
    fn odd(terms: &Terms, name: &str, count: usize) -> Term {
        let symbols = (0..count).map(|i| terms.of(terms.var(&format!("{name}{i}"), Sort::Bool)));
        symbols.fold(terms.fals(), |odd, symbol| terms.not(terms.iff(odd, symbol)))
    }

    #[test]
    fn large_formulas_stay_and_small_ones_go() {
        let terms = Terms::new();
        let (large, p) = (odd(&terms, "p", 600), terms.of(terms.var("p599", Sort::Bool)));
        let rest = odd(&terms, "p", 599);
        let mut contexts = LargeContexts::default();
        let mut ask = |formulas: &[Term]| contexts.ask(&smt::door(), &terms, formulas, Limits::default());
        assert_eq!(ask(&[p]).map(|_| ()), None, "it is small");
        for _ in 0..2 {
            let (outcome, proof) = ask(&[rest, p, large]).expect("a large formula");
            assert_eq!(outcome, Outcome::Unsat);
            let proof = proof.expect("a refutation");
            check::refutation(&terms, &[rest, p, large], &proof).expect("of these formulas");
            let (outcome, _) = ask(&[rest, large]).expect("a large formula");
            assert!(matches!(outcome, Outcome::Sat(_)), "what was asserted before is gone");
            let (outcome, _) = ask(&[large, p]).expect("a large formula");
            assert!(matches!(outcome, Outcome::Sat(_)));
        }
        assert_eq!(contexts.kept.len(), 2, "one for each choice of large formulas");
    }

    #[test]
    fn few_contexts_are_kept() {
        let terms = Terms::new();
        let mut contexts = LargeContexts::default();
        for i in 0..2 * CONTEXTS {
            let large = odd(&terms, &format!("p{i}_"), 400);
            contexts.ask(&smt::door(), &terms, &[large], Limits::default()).expect("a large formula");
        }
        assert_eq!(contexts.kept.len(), CONTEXTS);
    }
}
