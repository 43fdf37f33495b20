//! The cheapest small formula that separates the samples: one atom, a conjunction, a disjunction, or a disjunction of
//! conjunctions, found by weighted covering.

use super::atoms::{Candidate, Mask, Price, Samples, Space};
use logic::{Term, Terms, order};

/// The cheapest candidates among which the best pair is looked for.
const PAIRED: usize = 200;

/// A formula that holds at every sample of A and at none of B; none when no candidates tell two samples apart.
pub(super) fn learn(terms: &Terms, space: &Space, samples: &Samples) -> Option<Term> {
    let [a, b] = [samples.all(0), samples.all(1)];
    if b == 0 {
        return Some(terms.tru());
    }
    if a == 0 {
        return Some(terms.fals());
    }
    let candidates = space.candidates(samples);
    let term = |c: &Candidate| space.term(terms, c.form, c.relation);
    // Atoms that hold on all of A and together exclude all of B.
    let usable = candidates.iter().filter(|c| c.on[0] == a).map(|c| (c, b & !c.on[1])).collect();
    let conjunction = cover(usable, b);
    // Atoms that hold nowhere on B and together hold all of A.
    let usable = candidates.iter().filter(|c| c.on[1] == 0).map(|c| (c, c.on[0])).collect();
    let disjunction = cover(usable, a);
    match (conjunction, disjunction) {
        (Some(c), Some(d)) if d.1 < c.1 => Some(terms.or(d.0.into_iter().map(term))),
        (Some(c), _) => Some(terms.and(c.0.into_iter().map(term))),
        (None, Some(d)) => Some(terms.or(d.0.into_iter().map(term))),
        (None, None) => normal_form(terms, &candidates, a, b, &term),
    }
}

/// The cheapest single atom or pair of atoms that covers everything. If there is none, atoms are chosen greedily by the
/// best ratio of newly covered samples to price, and those that later choices made superfluous are dropped.
fn cover(mut usable: Vec<(&Candidate, Mask)>, all: Mask) -> Option<(Vec<&Candidate>, Price)> {
    order::sort_by_key(&mut usable, |(c, _)| (c.price, c.form, c.relation));
    if let Some((c, _)) = usable.iter().find(|(_, covers)| *covers == all) {
        return Some((vec![c], c.price));
    }
    if let Some(pair) = best_pair(&usable[..usable.len().min(PAIRED)], all) {
        return Some(pair);
    }
    let mut open = all;
    let mut chosen: Vec<(&Candidate, Mask)> = Vec::new();
    while open != 0 {
        let gain = |covers: Mask| u64::from((covers & open).count_ones());
        let best = usable
            .iter()
            .enumerate()
            .map(|(i, (c, covers))| (gain(*covers), c.price, i))
            .filter(|(g, _, _)| *g > 0)
            // Highest gain per price, compared by cross-multiplication; then the earlier candidate.
            .max_by(|x, y| (x.0 * u64::from(y.1 + 3)).cmp(&(y.0 * u64::from(x.1 + 3))).then(y.2.cmp(&x.2)))?;
        chosen.push(usable[best.2]);
        open &= !usable[best.2].1;
    }
    for i in (0..chosen.len()).rev() {
        let others = chosen.iter().enumerate().filter(|(j, _)| *j != i).fold(0, |m, (_, (_, c))| m | c);
        if others == all {
            chosen.remove(i);
        }
    }
    let price = chosen.iter().map(|(c, _)| c.price + 4).sum();
    Some((chosen.into_iter().map(|(c, _)| c).collect(), price))
}

/// The cheapest pair of atoms that together cover everything; the atoms come sorted by price.
fn best_pair<'c>(usable: &[(&'c Candidate, Mask)], all: Mask) -> Option<(Vec<&'c Candidate>, Price)> {
    let mut best: Option<(Price, usize, usize)> = None;
    for (j, (second, covers)) in usable.iter().enumerate() {
        if best.is_some_and(|(price, _, _)| second.price >= price) {
            break;
        }
        let first = usable[..j].iter().position(|(_, c)| c | covers == all);
        if let Some(i) = first {
            let price = usable[i].0.price + second.price;
            if best.is_none_or(|(least, _, _)| price < least) {
                best = Some((price, i, j));
            }
        }
    }
    let (price, i, j) = best?;
    Some((vec![usable[i].0, usable[j].0], price + 8))
}

/// A disjunction of conjunctions: for each sample of A not yet covered, a conjunction that holds there, excludes
/// all of B, and holds on as much of A as it can.
fn normal_form(
    terms: &Terms,
    candidates: &[Candidate],
    a: Mask,
    b: Mask,
    term: &dyn Fn(&Candidate) -> Term,
) -> Option<Term> {
    let mut open = a;
    let mut disjuncts = Vec::new();
    while open != 0 {
        let seed = open & open.wrapping_neg();
        let (mut keeps, mut included) = (open, b);
        let mut atoms = Vec::new();
        while included != 0 {
            let score = |c: &Candidate| {
                let gain = u64::from((included & !c.on[1]).count_ones());
                let kept = u64::from((keeps & c.on[0]).count_ones());
                (gain * kept, c.price)
            };
            let (_, best) = candidates
                .iter()
                .enumerate()
                .filter(|(_, c)| c.on[0] & seed != 0)
                .map(|(i, c)| (score(c), i))
                .filter(|((gain, _), _)| *gain > 0)
                .max_by(|((g, p), i), ((h, q), j)| {
                    (g * u64::from(q + 3)).cmp(&(h * u64::from(p + 3))).then(j.cmp(i))
                })?;
            let best = &candidates[best];
            atoms.push(term(best));
            included &= best.on[1];
            keeps &= best.on[0];
        }
        open &= !keeps;
        disjuncts.push(terms.and(atoms));
    }
    Some(terms.or(disjuncts))
}
