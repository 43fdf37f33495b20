//! From the derivation that the search recorded to a proof: only the steps that the refutation needs, each with the
//! clause that replaying its resolutions gives.

use crate::sat::Sat;
use crate::sat::derivation::{Leaf, StepId, StepView};
use crate::sat::lit::Lit;
use logic::{Term, order};
use proof::{Part, Proof, Rule, Step};

/// The proof that ends with a step.
pub fn proof(sat: &Sat, root: StepId) -> Proof {
    let needed = sat.derivation.support([root]);
    let position = |id: StepId| needed.binary_search(&id).unwrap_or(0);
    let mut clauses: Vec<Vec<Lit>> = Vec::with_capacity(needed.len());
    let mut proof = Proof::default();
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
                let mut clause = clauses[first].clone();
                let mut used: Vec<(Term, usize)> = Vec::with_capacity(links.len() - 1);
                for &(atom, step) in &links[1..] {
                    let step = position(step);
                    if resolve(&mut clause, &clauses[step], atom) {
                        used.push((sat.atoms[atom as usize].term, step));
                    }
                }
                (clause, Rule::Resolution { first, links: used })
            }
        };
        let mut lits: Vec<proof::Lit> = clause.iter().map(|&l| sat.proof_lit(l)).collect();
        order::sort(&mut lits);
        lits.dedup();
        proof.steps.push(Step { clause: lits, rule });
        clauses.push(clause);
    }
    proof
}

/// Resolves in place; a clause without the pivot is left as it is.
fn resolve(clause: &mut Vec<Lit>, other: &[Lit], pivot: u32) -> bool {
    let Some(at) = clause.iter().position(|l| l.atom() == pivot) else { return false };
    clause.swap_remove(at);
    for &l in other {
        if l.atom() != pivot && !clause.contains(&l) {
            clause.push(l);
        }
    }
    true
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
