//! Makes a script that shows a defect smaller, as long as it shows the same kind of defect.

use crate::case::{Case, Step};
use logic::{Int, Node, Sort, Term, Terms};

/// Tries allowed.
const TRIES: usize = 3_000;

/// The smallest script found for which `shows` holds.
pub fn minimise(terms: &Terms, case: &Case, shows: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut tries = 0;
    let mut improve = |best: &mut Case, candidate: Case| {
        tries += 1;
        let better = tries < TRIES && shows(&candidate);
        if better {
            *best = candidate;
        }
        better
    };
    let plain = Case { notation: None, ..best.clone() };
    improve(&mut best, plain);
    loop {
        let before = best.steps.clone();
        let mut i = 0;
        while i < best.steps.len() {
            if !drop_step(&mut best, i, &mut improve) {
                i += 1;
            }
        }
        for i in 0..best.steps.len() {
            shrink_step(terms, &mut best, i, &mut improve);
        }
        for i in (0..best.cuts.len()).rev() {
            let mut fewer = best.clone();
            fewer.cuts.remove(i);
            improve(&mut best, fewer);
        }
        if best.steps == before {
            return best;
        }
    }
}

fn drop_step(best: &mut Case, i: usize, improve: &mut dyn FnMut(&mut Case, Case) -> bool) -> bool {
    let mut fewer = best.clone();
    fewer.steps.remove(i);
    fewer.cuts.iter_mut().for_each(|c| *c -= usize::from(*c > i));
    improve(best, fewer)
}

fn shrink_step(terms: &Terms, best: &mut Case, i: usize, improve: &mut dyn FnMut(&mut Case, Case) -> bool) {
    'again: loop {
        let candidates: Vec<Step> = match &best.steps[i] {
            Step::Assert(f) => smaller(terms, *f).into_iter().map(Step::Assert).collect(),
            Step::Check(assumptions) => (0..assumptions.len())
                .map(|j| {
                    let mut fewer = assumptions.clone();
                    fewer.remove(j);
                    Step::Check(fewer)
                })
                .collect(),
            _ => Vec::new(),
        };
        for step in candidates {
            let mut candidate = best.clone();
            candidate.steps[i] = step;
            if improve(best, candidate) {
                continue 'again;
            }
        }
        return;
    }
}

/// Formulas that are a little smaller: parts of the formula in its place, parts of its parts, smaller numbers.
fn smaller(terms: &Terms, f: Term) -> Vec<Term> {
    let mut out = Vec::new();
    for part in terms.postorder(&[f]).into_iter().rev() {
        for simpler in simpler(terms, part) {
            let g = terms.replace(f, part, simpler);
            if g != f && terms.as_bool(g) != Some(true) {
                out.push(g);
            }
        }
    }
    out
}

/// Simpler terms of the same sort.
fn simpler(terms: &Terms, t: Term) -> Vec<Term> {
    let mut out: Vec<Term> =
        terms.children(t).into_iter().filter(|&c| terms.sort(c) == terms.sort(t)).collect();
    match terms.node(t) {
        Node::And(ts) | Node::Or(ts) if ts.len() > 2 => {
            for i in 0..ts.len() {
                let rest = ts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &c)| c);
                out.push(if matches!(terms.node(t), Node::And(_)) {
                    terms.and(rest)
                } else {
                    terms.or(rest)
                });
            }
        }
        Node::Le(l) | Node::Eq(l) | Node::Sum(l) => {
            let with = |l| match terms.node(t) {
                Node::Le(_) => terms.le0(l),
                Node::Eq(_) => terms.eq0(l),
                _ => terms.from_linear(l),
            };
            for i in 0..l.parts().len() {
                let parts = l.parts().to_vec();
                let mut fewer = parts.clone();
                fewer.remove(i);
                out.push(with(logic::Linear::from_parts(fewer, l.constant().clone())));
                for c in halves(&parts[i].1) {
                    let mut changed = parts.clone();
                    changed[i].1 = c;
                    out.push(with(logic::Linear::from_parts(changed, l.constant().clone())));
                }
            }
            out.extend(halves(l.constant()).into_iter().map(|c| with(l.with_constant(c))));
        }
        Node::Div(a, d) => out.extend((d > Int::from(2)).then(|| terms.div(a, &2.into()))),
        Node::Mod(a, d) => out.extend((d > Int::from(2)).then(|| terms.modulo(a, &2.into()))),
        _ => {}
    }
    if terms.sort(t) == Sort::Bool {
        out.extend([terms.tru(), terms.fals()]);
    } else {
        out.push(terms.int(0));
    }
    out
}

/// Numbers nearer to zero.
fn halves(c: &Int) -> Vec<Int> {
    let mut out = Vec::new();
    if !c.is_zero() {
        out.push(Int::ZERO);
    }
    if c.abs() > Int::ONE {
        out.push(Int::from(i64::from(c.signum())));
        let half = c.abs().div_floor(&2.into());
        out.push(if c.is_negative() { -half } else { half });
        out.push(if c.is_negative() { c + &Int::ONE } else { c - &Int::ONE });
    }
    out
}
