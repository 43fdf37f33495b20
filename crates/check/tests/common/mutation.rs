//! Every small change of a proof, with its description.

use super::{lit, neg, rat};
use logic::{Int, Rat, Term, Terms};
use proof::{Arithmetic, Definition, DefinitionClause, Equality, Lit, Proof, Rule, Step};

type Links = Vec<(Term, usize)>;
type Summands = Vec<(Lit, Rat)>;

/// A changed proof and what was changed.
pub struct Mutant {
    pub what: String,
    pub proof: Proof,
}

/// Every proof that differs from this one in a single place.
pub fn mutants(terms: &Terms, parts: usize, proof: &Proof) -> Vec<Mutant> {
    let atoms = atoms(proof);
    let mut out = Vec::new();
    for (i, step) in proof.steps.iter().enumerate() {
        for (what, changed) in clause_changes(&atoms, &step.clause) {
            out.push(replace(proof, i, &what, Step { clause: changed, rule: step.rule.clone() }));
        }
        let changes = match &step.rule {
            Rule::Input(part) => {
                (0..=parts).filter(|p| p != part).map(|p| (format!("input {p}"), Rule::Input(p))).collect()
            }
            Rule::Definition(d) => definition_changes(terms, *d),
            Rule::Lemma(reason) => arithmetic_changes(terms, &atoms, reason)
                .into_iter()
                .map(|(what, a)| (what, Rule::Lemma(a)))
                .collect(),
            Rule::Resolution { first, links } => resolution_changes(&atoms, i, *first, links),
        };
        for (what, rule) in changes {
            out.push(replace(proof, i, &what, Step { clause: step.clause.clone(), rule }));
        }
        out.extend(structural_changes(proof, i));
    }
    out
}

fn replace(proof: &Proof, i: usize, what: &str, step: Step) -> Mutant {
    let mut steps = proof.steps.clone();
    steps[i] = step;
    Mutant { what: format!("step {i}: {what}"), proof: Proof { steps } }
}

/// The atoms of all clauses, in order, each once.
fn atoms(proof: &Proof) -> Vec<Term> {
    let mut atoms: Vec<Term> = proof.steps.iter().flat_map(|s| s.clause.iter().map(|l| l.atom)).collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// A literal dropped, of the other sign, over another atom, or added.
fn clause_changes(atoms: &[Term], clause: &[Lit]) -> Vec<(String, Vec<Lit>)> {
    let mut out = Vec::new();
    let mut change = |what: String, mut literals: Vec<Lit>| {
        literals.sort_unstable();
        literals.dedup();
        out.push((what, literals));
    };
    for j in 0..clause.len() {
        let mut dropped = clause.to_vec();
        dropped.remove(j);
        change(format!("drop literal {j}"), dropped);
        let mut flipped = clause.to_vec();
        flipped[j] = clause[j].negated();
        change(format!("flip literal {j}"), flipped);
        for &atom in atoms.iter().filter(|a| **a != clause[j].atom) {
            let mut other = clause.to_vec();
            other[j].atom = atom;
            change(format!("literal {j} over {atom:?}"), other);
        }
    }
    for extra in atoms.iter().flat_map(|&a| [lit(a), neg(a)]).filter(|l| !clause.contains(l)) {
        let sign = if extra.positive { "" } else { "not " };
        change(format!("add {sign}{:?}", extra.atom), clause.iter().copied().chain([extra]).collect());
    }
    out
}

/// Every other kind of clause, and every other term.
fn definition_changes(terms: &Terms, d: Definition) -> Vec<(String, Rule)> {
    use DefinitionClause as D;
    let mut kinds = vec![D::Constant, D::Children, D::EqualSplit];
    kinds.extend((0..4).map(D::Child));
    for x in [false, true] {
        kinds.extend([D::Division { upper: x }, D::Remainder { upper: x }, D::EqualBound { upper: x }]);
        for y in [false, true] {
            kinds.extend([
                D::Iff { a: x, b: y },
                D::IteBool { branch: x, value: y },
                D::IteInt { branch: x, upper: y },
            ]);
        }
    }
    let kinds = kinds.into_iter().filter(|k| *k != d.clause).map(|clause| Definition { clause, ..d });
    let all = terms.postorder(&[d.term]);
    let others = all.into_iter().filter(|t| *t != d.term).map(|term| Definition { term, ..d });
    kinds.chain(others).map(|d| (format!("{:?} of {:?}", d.clause, d.term), Rule::Definition(d))).collect()
}

/// A first clause, premise or pivot exchanged; a link dropped, repeated or moved.
fn resolution_changes(
    atoms: &[Term],
    here: usize,
    first: usize,
    links: &[(Term, usize)],
) -> Vec<(String, Rule)> {
    let mut out = Vec::new();
    let mut change = |what: String, first: usize, links: Links| {
        out.push((what, Rule::Resolution { first, links }));
    };
    for other in (0..=here).filter(|s| *s != first) {
        change(format!("first clause {other}"), other, links.to_vec());
    }
    for j in 0..links.len() {
        let edited = |edit: &dyn Fn(&mut Links)| {
            let mut links = links.to_vec();
            edit(&mut links);
            links
        };
        change(
            format!("drop link {j}"),
            first,
            edited(&|l| {
                l.remove(j);
            }),
        );
        change(format!("repeat link {j}"), first, edited(&|l| l.insert(j, links[j])));
        if j > 0 {
            change(format!("swap links {} and {j}", j - 1), first, edited(&|l| l.swap(j - 1, j)));
        }
        for other in (0..=here).filter(|s| *s != links[j].1) {
            change(format!("premise {other} in link {j}"), first, edited(&|l| l[j].1 = other));
        }
        for &pivot in atoms.iter().filter(|a| **a != links[j].0) {
            change(format!("pivot {pivot:?} in link {j}"), first, edited(&|l| l[j].0 = pivot));
        }
    }
    out
}

/// The step dropped, with and without renumbering of the later references; and everything after it dropped.
fn structural_changes(proof: &Proof, i: usize) -> Vec<Mutant> {
    let mut out = Vec::new();
    for renumber in [false, true] {
        let mut steps = proof.steps.clone();
        steps.remove(i);
        for step in &mut steps {
            if let (true, Rule::Resolution { first, links }) = (renumber, &mut step.rule) {
                for s in std::iter::once(first).chain(links.iter_mut().map(|l| &mut l.1)) {
                    *s -= usize::from(*s > i);
                }
            }
        }
        let how = if renumber { "renumbered" } else { "as numbered" };
        out.push(Mutant { what: format!("drop step {i}, {how}"), proof: Proof { steps } });
    }
    let steps = proof.steps[..i].to_vec();
    out.push(Mutant { what: format!("stop before step {i}"), proof: Proof { steps } });
    out
}

/// Changes of a factor: zero, the other sign, twice, half, one more.
fn factors(f: &Rat) -> [(&'static str, Rat); 5] {
    [
        ("zero", Rat::ZERO),
        ("negated", -f),
        ("doubled", f * &rat(2, 1)),
        ("halved", f * &rat(1, 2)),
        ("plus one", f + &Rat::ONE),
    ]
}

/// Neighbours of an inequality: its constant one more and one less.
fn shifted(terms: &Terms, l: Lit) -> Vec<Lit> {
    let logic::Node::Le(form) = terms.node(l.atom) else { return vec![] };
    let with = |by: Int| terms.le0(form.with_constant(form.constant() + &by));
    [Int::ONE, Int::MINUS_ONE].map(|by| Lit { atom: with(by), ..l }).to_vec()
}

fn other_literals(terms: &Terms, atoms: &[Term], l: Lit) -> Vec<Lit> {
    let others = atoms.iter().filter(|a| **a != l.atom).map(|&atom| Lit { atom, ..l });
    std::iter::once(l.negated()).chain(others).chain(shifted(terms, l)).collect()
}

fn arithmetic_changes(terms: &Terms, atoms: &[Term], reason: &Arithmetic) -> Vec<(String, Arithmetic)> {
    match reason {
        Arithmetic::Farkas(combination) => farkas_changes(terms, atoms, combination),
        Arithmetic::Divisibility(equalities) => equality_changes(terms, atoms, equalities),
        Arithmetic::Split { atom, holds, fails } => {
            let split = |atom: Term, holds: &Arithmetic, fails: &Arithmetic| Arithmetic::Split {
                atom,
                holds: Box::new(holds.clone()),
                fails: Box::new(fails.clone()),
            };
            let mut out = vec![
                ("branches swapped".to_string(), split(*atom, fails, holds)),
                ("only the branch that holds".to_string(), (**holds).clone()),
                ("only the branch that fails".to_string(), (**fails).clone()),
            ];
            for l in other_literals(terms, atoms, lit(*atom)) {
                if l.atom != *atom {
                    out.push((format!("split on {:?}", terms.infix(l.atom)), split(l.atom, holds, fails)));
                }
            }
            for (what, changed) in arithmetic_changes(terms, atoms, holds) {
                out.push((format!("where it holds, {what}"), split(*atom, &changed, fails)));
            }
            for (what, changed) in arithmetic_changes(terms, atoms, fails) {
                out.push((format!("where it fails, {what}"), split(*atom, holds, &changed)));
            }
            out
        }
    }
}

fn farkas_changes(terms: &Terms, atoms: &[Term], combination: &[(Lit, Rat)]) -> Vec<(String, Arithmetic)> {
    let mut out = Vec::new();
    let mut change = |what: String, edit: &dyn Fn(&mut Summands)| {
        let mut changed = combination.to_vec();
        edit(&mut changed);
        out.push((what, Arithmetic::Farkas(changed)));
    };
    for (j, (l, f)) in combination.iter().enumerate() {
        change(format!("drop summand {j}"), &|c| drop(c.remove(j)));
        change(format!("repeat summand {j}"), &|c| c.push(c[j].clone()));
        for (how, factor) in factors(f) {
            change(format!("multiplier {j} {how}"), &|c| c[j].1 = factor.clone());
        }
        for other in other_literals(terms, atoms, *l) {
            change(format!("summand {j} is {other:?}"), &|c| c[j].0 = other);
        }
    }
    change("all multipliers doubled".to_string(), &|c| c.iter_mut().for_each(|s| s.1 = &s.1 * &rat(2, 1)));
    change("all multipliers negated".to_string(), &|c| c.iter_mut().for_each(|s| s.1 = -&s.1));
    out
}

fn equality_changes(terms: &Terms, atoms: &[Term], equalities: &[Equality]) -> Vec<(String, Arithmetic)> {
    let mut out = Vec::new();
    let mut change = |what: String, edit: &dyn Fn(&mut Vec<Equality>)| {
        let mut changed = equalities.to_vec();
        edit(&mut changed);
        out.push((what, Arithmetic::Divisibility(changed)));
    };
    for (j, e) in equalities.iter().enumerate() {
        change(format!("drop equality {j}"), &|c| drop(c.remove(j)));
        change(format!("turn equality {j}"), &|c| {
            let e = &mut c[j];
            std::mem::swap(&mut e.upper, &mut e.lower);
        });
        for (how, factor) in factors(&e.factor) {
            change(format!("factor {j} {how}"), &|c| c[j].factor = factor.clone());
        }
        for other in other_literals(terms, atoms, e.upper) {
            change(format!("upper {j} is {other:?}"), &|c| c[j].upper = other);
        }
        for other in other_literals(terms, atoms, e.lower) {
            change(format!("lower {j} is {other:?}"), &|c| c[j].lower = other);
        }
    }
    out
}
