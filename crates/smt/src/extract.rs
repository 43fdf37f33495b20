//! From the derivation that the search recorded to a proof: only the steps that the refutation needs, each with the
//! clause that replaying its resolutions gives.

use crate::sat::Sat;
use crate::sat::derivation::{Leaf, StepId, StepView};
use crate::sat::lit::Lit;
use logic::{Term, order};
use proof::{Part, Proof, Rule, Step};

/// The proof that ends with a step, if its clauses have no more literals than that.
pub fn proof(sat: &Sat, root: StepId, most: usize) -> Option<Proof> {
    let needed = sat.derivation.support([root]);
    let position = |id: StepId| needed.binary_search(&id).unwrap_or(0);
    let mut clauses: Vec<Vec<Lit>> = Vec::with_capacity(needed.len());
    let (mut proof, mut running) = (Proof::default(), Running::default());
    let mut literals = 0;
    for &id in &needed {
        let (clause, rule) = match sat.derivation.get(id) {
            StepView::Leaf(lits, leaf) => {
                let rule = match leaf {
                    Leaf::Input(part) => Rule::Input(*part),
                    Leaf::Definition(d) => Rule::Definition(*d),
                    Leaf::Lemma(a) => Rule::Lemma(a.clone()),
                };
                (lits.to_vec(), rule)
            }
            StepView::Chain(links) => {
                let first = position(links[0].1);
                let mut used: Vec<(Term, usize)> = Vec::with_capacity(links.len() - 1);
                running.begin(&clauses[first]);
                for &(atom, step) in &links[1..] {
                    let step = position(step);
                    if running.resolve(&clauses[step], atom) {
                        used.push((sat.atoms[atom as usize].term, step));
                    }
                }
                used.shrink_to_fit();
                (running.clause(), Rule::Resolution { first, links: used })
            }
        };
        literals += clause.len();
        if literals > most {
            return None;
        }
        let mut lits: Vec<proof::Lit> = clause.iter().map(|&l| sat.proof_lit(l)).collect();
        order::sort(&mut lits);
        lits.dedup();
        proof.steps.push(Step { clause: lits, rule });
        clauses.push(clause);
    }
    Some(proof)
}

/// The refutation that a proof of a clause over negated inputs gives together with these inputs. An empty proof stands for two
/// inputs that contradict each other literally.
pub fn with_inputs(mut proof: Proof, inputs: &[(proof::Lit, Part)]) -> Option<Proof> {
    let input = |proof: &mut Proof, lit: proof::Lit| {
        let &(_, part) = inputs.iter().find(|(l, _)| *l == lit)?;
        proof.steps.push(Step { clause: vec![lit], rule: Rule::Input(part) });
        Some(proof.steps.len() - 1)
    };
    if proof.steps.is_empty() {
        let both = |l: &&(proof::Lit, Part)| inputs.iter().any(|(m, _)| *m == l.0.negated());
        let &(lit, _) = inputs.iter().find(both)?;
        input(&mut proof, lit)?;
    }
    let first = proof.steps.len() - 1;
    let clause = proof.steps[first].clause.clone();
    if clause.is_empty() {
        return Some(proof);
    }
    let links = clause.iter().map(|l| Some((l.atom, input(&mut proof, l.negated())?)));
    let links = links.collect::<Option<Vec<_>>>()?;
    proof.steps.push(Step { clause: Vec::new(), rule: Rule::Resolution { first, links } });
    Some(proof)
}

/// A clause while it is resolved, as a table with a row for each literal: a chain of many links takes as long as its clauses together.
#[derive(Default)]
struct Running {
    /// Whether a literal is in the clause.
    present: Vec<bool>,
    /// The literals of the clause, and others that have been resolved away, perhaps several times.
    met: Vec<Lit>,
}

impl Running {
    fn add(&mut self, l: Lit) {
        if self.present.len() <= l.index() {
            self.present.resize(l.index() + 1, false);
        }
        if !std::mem::replace(&mut self.present[l.index()], true) {
            self.met.push(l);
        }
    }

    fn begin(&mut self, clause: &[Lit]) {
        clause.iter().for_each(|&l| self.add(l));
    }

    /// Takes a literal out, if it is in the clause.
    fn take(&mut self, l: Lit) -> bool {
        self.present.get_mut(l.index()).is_some_and(std::mem::take)
    }

    /// Resolves with another clause; a clause without the pivot is left as it is.
    fn resolve(&mut self, other: &[Lit], pivot: u32) -> bool {
        if !self.take(Lit::new(pivot, true)) && !self.take(Lit::new(pivot, false)) {
            return false;
        }
        other.iter().filter(|l| l.atom() != pivot).for_each(|&l| self.add(l));
        true
    }

    /// The clause; nothing is kept of it.
    fn clause(&mut self) -> Vec<Lit> {
        let mut met = std::mem::take(&mut self.met);
        met.retain(|l| std::mem::take(&mut self.present[l.index()]));
        // It is kept; what was resolved away took room, too.
        met.shrink_to_fit();
        met
    }
}

/// The partitions that a step rests on, in increasing order.
pub fn core(sat: &Sat, root: StepId) -> Vec<Part> {
    let inputs = sat.derivation.support([root]).into_iter().filter_map(|id| match sat.derivation.get(id) {
        StepView::Leaf(_, Leaf::Input(part)) => Some(*part),
        _ => None,
    });
    let mut parts: Vec<Part> = inputs.collect();
    order::sort(&mut parts);
    parts.dedup();
    parts
}

#[cfg(test)]
mod tests {
    use super::proof;
    use crate::state::State;
    use logic::{Sort, Term, Terms};
    use solver::{Context, Limits, Outcome};

    #[test]
    fn a_refutation_that_would_be_large_is_not_written() {
        let terms = Terms::new();
        let [p, q, r] = ["p", "q", "r"].map(|v| terms.of(terms.var(v, Sort::Bool)));
        let odd = |x: Term, y: Term| terms.not(terms.iff(x, y));
        let mut state = State::new(Limits::default());
        for formula in [odd(p, q), odd(q, r), odd(r, p)] {
            Context::assert(&mut state, &terms, formula);
        }
        assert_eq!(Context::check(&mut state, &terms, &[]), Outcome::Unsat);
        let root = state.refutation.as_ref().and_then(|r| r.step).expect("a step");
        let whole = proof(&state.sat, root, usize::MAX).expect("a refutation");
        let literals: usize = whole.steps.iter().map(|step| step.clause.len()).sum();
        assert!(proof(&state.sat, root, literals).is_some());
        assert!(proof(&state.sat, root, literals - 1).is_none());
    }
}
