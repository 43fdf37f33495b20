//! Smaller queries before interpolation: conjuncts that a refutation does not use are dropped and the rest is refuted
//! again, which often needs still fewer (Albarghouthi, Gurfinkel, Chechik, Craig Interpretation, SAS 2012, section 5.1).

use crate::condense::condense;
use logic::{Node, Term, Terms};
use proof::{Definition, DefinitionClause, Part, Proof, Rule};
use rustc_hash::FxHashSet;
use solver::{Door, Limits, Outcome};

/// How often needless conjuncts are dropped at most, as in the paper.
pub const ROUNDS: usize = 3;

/// A query and its refutation.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// The asserted formulas, each with a subset of its conjuncts; `true` where none is needed. As many as there were, in the same order.
    pub asserted: Vec<Term>,
    /// The refutation of these, condensed.
    pub proof: Proof,
    /// How many conjuncts were dropped.
    pub dropped: usize,
}

/// Drops needless conjuncts from a refuted query, for at most `rounds` further searches, each within the limits. `proof` refutes
/// the formulas; when nothing can be dropped it comes back as it is.
pub fn minimise(
    door: &Door,
    terms: &Terms,
    asserted: &[Term],
    proof: Proof,
    limits: Limits,
    rounds: usize,
) -> Refuted {
    minimise_by(terms, asserted, proof, rounds, |fewer| {
        let mut solver = door.open(limits);
        for &t in fewer {
            solver.assert(terms, t);
        }
        let outcome = solver.check(terms, &[]);
        solver.proof().filter(|_| outcome == Outcome::Unsat)
    })
}

/// The same, with what finds refutations.
pub fn minimise_by(
    terms: &Terms,
    asserted: &[Term],
    proof: Proof,
    rounds: usize,
    mut refute: impl FnMut(&[Term]) -> Option<Proof>,
) -> Refuted {
    let mut best = Refuted { asserted: asserted.to_vec(), proof, dropped: 0 };
    for _ in 0..rounds {
        let fewer = needed(terms, &best.asserted, &best.proof);
        if fewer == best.asserted {
            break;
        }
        let Some(proof) = refute(&fewer) else { break };
        best = Refuted { asserted: fewer, proof: condense(&proof), dropped: 0 };
    }
    let conjuncts = |formulas: &[Term]| formulas.iter().map(|&f| terms.conjuncts(f).len()).sum::<usize>();
    best.dropped = conjuncts(asserted).saturating_sub(conjuncts(&best.asserted));
    best
}

/// The formulas with those conjuncts alone that a refutation uses.
fn needed(terms: &Terms, asserted: &[Term], proof: &Proof) -> Vec<Term> {
    let mut inputs: FxHashSet<Part> = FxHashSet::default();
    let mut children: FxHashSet<(Term, usize)> = FxHashSet::default();
    for step in &proof.steps {
        match step.rule {
            Rule::Input(part) => {
                inputs.insert(part);
            }
            Rule::Definition(Definition { term, clause: DefinitionClause::Child(i) }) => {
                children.insert((term, i));
            }
            _ => {}
        }
    }
    let kept = |(part, &t): (Part, &Term)| match inputs.contains(&part) {
        true => terms.and(used(terms, t, &children)),
        false => terms.tru(),
    };
    asserted.iter().enumerate().map(kept).collect()
}

/// The conjuncts of a formula that are reached by clauses about children, nested conjunctions opened.
fn used(terms: &Terms, formula: Term, children: &FxHashSet<(Term, usize)>) -> Vec<Term> {
    let mut out = Vec::new();
    let mut todo = vec![formula];
    while let Some(t) = todo.pop() {
        match terms.node(t) {
            Node::And(ts) => {
                let reached = ts.iter().enumerate().rev().filter(|(i, _)| children.contains(&(t, *i)));
                todo.extend(reached.map(|(_, &child)| child));
            }
            _ => out.push(t),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Config, Solver};
    use logic::Sort;

    /// What is left of formulas that contradict each other, with the number of conjuncts dropped.
    fn check(build: impl Fn(&Terms, &[Term]) -> Vec<Term>, expected: &str) {
        let terms = Terms::new();
        let vars: Vec<Term> = ["x", "y", "z", "w"].map(|v| terms.of(terms.var(v, Sort::Int))).to_vec();
        let asserted = build(&terms, &vars);
        let mut solver = Solver::new(&terms, Config::default());
        for &t in &asserted {
            solver.assert(t);
        }
        assert_eq!(solver.check(&[]), Outcome::Unsat);
        let proof = solver.proof().expect("a refutation");
        let found = minimise(&crate::door(), &terms, &asserted, proof, Limits::default(), ROUNDS);
        check::refutation(&terms, &found.asserted, &found.proof).expect("a refutation of what is left");
        let left: Vec<String> = found.asserted.iter().map(|&t| terms.infix(t)).collect();
        assert_eq!(format!("{}; dropped {}", left.join(" | "), found.dropped), expected);
    }

    #[test]
    fn conjuncts_that_no_refutation_needs() {
        check(
            |t, v| {
                let a = t.and([t.le(v[0], v[1]), t.le(v[2], v[3]), t.ge(v[3], t.int(7))]);
                vec![a, t.and([t.ge(v[0], t.int(1)), t.le(v[3], t.int(9))]), t.le(v[1], t.int(0))]
            },
            "x <= y | x >= 1 | y <= 0; dropped 3",
        );
    }

    #[test]
    fn formulas_that_are_not_used_at_all() {
        check(
            |t, v| {
                let odd = t.eq(t.modulo(v[0], &2.into()), t.int(1));
                vec![t.le(v[1], v[2]), t.eq(v[0], t.scale(&2.into(), v[3])), odd]
            },
            "true | x = 2*w | x mod 2 = 1; dropped 1",
        );
    }

    #[test]
    fn nothing_to_drop() {
        check(|t, v| vec![t.lt(v[0], v[1]), t.lt(v[1], v[0])], "x < y | y < x; dropped 0");
    }
}
