//! The cheapest small formula that separates the samples: one atom, a conjunction, a disjunction, or a disjunction of
//! conjunctions, found by weighted covering.

use super::Point;
use super::atoms::{Candidate, Price, Space};
use logic::{Term, Terms};

/// A formula that holds at every sample of A and at none of B; none when no candidates tell two samples apart.
pub(super) fn learn(terms: &Terms, space: &mut Space, a: &[Point], b: &[Point]) -> Option<Term> {
    if b.is_empty() {
        return Some(terms.tru());
    }
    if a.is_empty() {
        return Some(terms.fals());
    }
    let candidates = space.candidates(terms, a, b);
    let conjunction = conjunction(&candidates, a.len(), b.len());
    let disjunction = disjunction(&candidates, a.len(), b.len());
    let chosen = match (conjunction, disjunction) {
        (Some(c), Some(d)) => {
            if c.1 <= d.1 {
                terms.and(c.0)
            } else {
                terms.or(d.0)
            }
        }
        (Some(c), None) => terms.and(c.0),
        (None, Some(d)) => terms.or(d.0),
        (None, None) => return normal_form(terms, &candidates, a.len(), b.len()),
    };
    Some(chosen)
}

/// Atoms that hold on all of A and together exclude all of B.
fn conjunction(candidates: &[Candidate], a: usize, b: usize) -> Option<(Vec<Term>, Price)> {
    let usable: Vec<(&Candidate, Vec<bool>)> = candidates
        .iter()
        .filter(|c| c.on_a.len() == a && !c.on_a.contains(&false))
        .map(|c| (c, c.on_b.iter().map(|h| !h).collect()))
        .collect();
    cover(&usable, b)
}

/// Atoms that hold nowhere on B and together hold all of A.
fn disjunction(candidates: &[Candidate], a: usize, b: usize) -> Option<(Vec<Term>, Price)> {
    let usable: Vec<(&Candidate, Vec<bool>)> = candidates
        .iter()
        .filter(|c| c.on_b.len() == b && !c.on_b.contains(&true))
        .map(|c| (c, c.on_a.clone()))
        .collect();
    cover(&usable, a)
}

/// The cheapest single atom that covers everything, else greedily the best ratio of newly covered to price; what later
/// choices made needless is dropped.
fn cover(usable: &[(&Candidate, Vec<bool>)], count: usize) -> Option<(Vec<Term>, Price)> {
    let whole = usable.iter().filter(|(_, covers)| !covers.contains(&false));
    if let Some((c, _)) = whole.min_by_key(|(c, _)| (c.price, c.term)) {
        return Some((vec![c.term], c.price));
    }
    let mut open = vec![true; count];
    let mut chosen: Vec<usize> = Vec::new();
    while open.contains(&true) {
        let gain = |covers: &[bool]| covers.iter().zip(&open).filter(|(c, o)| **c && **o).count() as u64;
        let best = usable
            .iter()
            .enumerate()
            .map(|(i, (c, covers))| (gain(covers), c.price, i))
            .filter(|(g, _, _)| *g > 0)
            // Highest gain per price, compared by cross-multiplication; then the earlier candidate.
            .max_by(|x, y| (x.0 * u64::from(y.1 + 3)).cmp(&(y.0 * u64::from(x.1 + 3))).then(y.2.cmp(&x.2)))?;
        chosen.push(best.2);
        for (o, c) in open.iter_mut().zip(&usable[best.2].1) {
            *o &= !c;
        }
    }
    for i in (0..chosen.len()).rev() {
        let others = |k: usize| chosen.iter().enumerate().any(|(j, &c)| j != i && usable[c].1[k]);
        if (0..count).all(others) {
            chosen.remove(i);
        }
    }
    let price = chosen.iter().map(|&i| usable[i].0.price + 4).sum();
    Some((chosen.into_iter().map(|i| usable[i].0.term).collect(), price))
}

/// A disjunction of conjunctions: for each sample of A not yet covered, a conjunction that holds there, excludes
/// all of B, and holds on as much of A as it can.
fn normal_form(terms: &Terms, candidates: &[Candidate], a: usize, b: usize) -> Option<Term> {
    let mut open = vec![true; a];
    let mut disjuncts = Vec::new();
    while let Some(seed) = open.iter().position(|&o| o) {
        let mut keeps = open.clone();
        let mut excluded = vec![false; b];
        let mut atoms = Vec::new();
        while excluded.contains(&false) {
            let score = |c: &Candidate| {
                let gain = c.on_b.iter().zip(&excluded).filter(|(h, e)| !**h && !**e).count() as u64;
                let kept = c.on_a.iter().zip(&keeps).filter(|(h, k)| **h && **k).count() as u64;
                (gain * kept, c.price)
            };
            let (_, best) = candidates
                .iter()
                .enumerate()
                .filter(|(_, c)| c.on_a[seed] && score(c).0 > 0)
                .map(|(i, c)| (score(c), i))
                .max_by(|((g, p), i), ((h, q), j)| {
                    (g * u64::from(q + 3)).cmp(&(h * u64::from(p + 3))).then(j.cmp(i))
                })?;
            let best = &candidates[best];
            atoms.push(best.term);
            for (e, h) in excluded.iter_mut().zip(&best.on_b) {
                *e |= !h;
            }
            for (k, h) in keeps.iter_mut().zip(&best.on_a) {
                *k &= h;
            }
        }
        for (o, k) in open.iter_mut().zip(&keeps) {
            *o &= !k;
        }
        disjuncts.push(terms.and(atoms));
    }
    Some(terms.or(disjuncts))
}
