//! The second opinion: clauses are sets of terms, and validity is tried on every assignment of a small domain.

use super::{Derivation, lit};
use logic::{Int, Sort, Term, Terms, Value, Var};
use proof::{Lit, Proof, Rule};
use std::collections::BTreeSet;

/// A literal as a formula. `Terms::not` gives each literal one form.
pub fn formula(terms: &Terms, l: Lit) -> Term {
    if l.positive { l.atom } else { terms.not(l.atom) }
}

/// A clause as a set of formulas.
pub fn clause(terms: &Terms, clause: &[Lit]) -> BTreeSet<Term> {
    clause.iter().map(|&l| formula(terms, l)).collect()
}

/// Looks at values of symbols; says whether to go on.
pub type Visit<'a> = dyn FnMut(&dyn Fn(Var) -> Value) -> bool + 'a;

/// Calls `visit` with every assignment of truth values and of integers from `-radius` to `radius`; stops when it
/// returns false.
pub fn assignments(terms: &Terms, vars: &[Var], radius: i64, visit: &mut Visit) -> bool {
    let options: Vec<Vec<Value>> = vars
        .iter()
        .map(|&v| match terms.var_sort(v) {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int => (-radius..=radius).map(|i| Value::Int(Int::from(i))).collect(),
        })
        .collect();
    let mut digits = vec![0; vars.len()];
    loop {
        let value = |v: Var| {
            let i = vars.iter().position(|&w| w == v).unwrap_or_default();
            options[i][digits[i]].clone()
        };
        if !visit(&value) {
            return false;
        }
        let Some(i) = (0..vars.len()).find(|&i| digits[i] + 1 < options[i].len()) else { return true };
        digits[i] += 1;
        digits[..i].fill(0);
    }
}

/// Whether no assignment of the small domain falsifies the clause.
pub fn valid(terms: &Terms, literals: &[Lit], radius: i64) -> bool {
    let whole = terms.or(literals.iter().map(|&l| formula(terms, l)));
    let vars: Vec<Var> = terms.vars(whole).into_iter().collect();
    assignments(terms, &vars, radius, &mut |value| terms.holds(whole, value))
}

/// Whether a derivation is sound as far as the small domain tells: inputs are asserted, definitions and lemmas are
/// valid clauses, resolvents are those of textbook resolution, and the last clause is empty.
pub fn sound(d: &Derivation, proof: &Proof, radius: i64) -> bool {
    let mut clauses: Vec<BTreeSet<Term>> = Vec::new();
    for step in &proof.steps {
        let stated = clause(&d.terms, &step.clause);
        let follows = match &step.rule {
            Rule::Input(part) => {
                d.asserted.get(*part).is_some_and(|f| stated == clause(&d.terms, &[lit(*f)]))
            }
            Rule::Definition(_) | Rule::Lemma(_) => valid(&d.terms, &step.clause, radius),
            Rule::Resolution { first, links } => {
                resolvent(&d.terms, &clauses, *first, links) == Some(stated.clone())
            }
        };
        if !follows {
            return false;
        }
        clauses.push(stated);
    }
    clauses.last().is_some_and(|c| c.is_empty())
}

/// Textbook resolution on sets of formulas.
pub fn resolvent(
    terms: &Terms,
    clauses: &[BTreeSet<Term>],
    first: usize,
    links: &[(Term, usize)],
) -> Option<BTreeSet<Term>> {
    let mut result = clauses.get(first)?.clone();
    for (pivot, step) in links {
        let side = clauses.get(*step)?;
        let (p, n) = (*pivot, terms.not(*pivot));
        let (mine, theirs) = if result.contains(&p) && side.contains(&n) { (p, n) } else { (n, p) };
        if !result.contains(&mine) || !side.contains(&theirs) {
            return None;
        }
        result.remove(&mine);
        result.extend(side.iter().filter(|l| **l != theirs));
    }
    Some(result)
}
