//! From clauses to the steps of a program: which variables hold the arguments of predicates, which variables of a clause
//! are determined by the state before it, which are chosen.
//!
//! Predicates share variables: an argument is held by the variable that the clauses call it by, if they agree, or else by
//! the variable of its position. Whatever is no argument of a predicate is zero or false where control is at it, so that
//! what holds of a state there is a formula over the arguments alone.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Int, Linear, Node, Sort, Stamp, Term, Terms, Var};

use super::{Atom, Clause, HornProgram, Predicate, Step, Ways};
use crate::ast::{AssertId, AssertInfo, Decl, LoopInfo, NondetId, NondetInfo, VarId};
use crate::span::Span;

/// A predicate as declared.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) sorts: Vec<Sort>,
}

/// A clause as written. Its variables are the symbols stamped as the next state's.
pub(super) struct Raw {
    pub(super) span: Span,
    pub(super) body: Option<Atom>,
    pub(super) constraint: Term,
    pub(super) head: Option<Atom>,
}

/// The program of these clauses.
pub(super) fn program(terms: Terms, declared: Vec<Declared>, raw: Vec<Raw>) -> HornProgram {
    let mut program = HornProgram {
        terms,
        predicates: Vec::new(),
        clauses: Vec::new(),
        ways: (Ways::default(), declared.iter().map(|_| Ways::default()).collect()),
        symbols: Vec::new(),
        decls: Vec::new(),
        loops: declared.iter().map(|d| LoopInfo { span: d.span, cond: d.span, parent: None }).collect(),
        asserts: Vec::new(),
        nondets: Vec::new(),
    };
    for (number, Declared { name, span, sorts }) in declared.into_iter().enumerate() {
        let wanted = names(&program.terms, number, &sorts, &raw);
        let mut arguments: Vec<VarId> = Vec::new();
        for (at, (sort, wanted)) in sorts.iter().zip(wanted).enumerate() {
            let others = ["arg", "flag"].map(|word| format!("{word}{at}"));
            let by_place = if *sort == Sort::Bool { &others[1] } else { &others[0] };
            let own = format!("{name}.{at}");
            let candidates = wanted.iter().chain([by_place, &own]);
            let found = candidates.filter_map(|name| program.variable(name, *sort, span));
            let found = found.filter(|var| !arguments.contains(var)).take(1).collect::<Vec<_>>();
            let found = found.first().copied().unwrap_or_else(|| program.another(&own, *sort, span));
            arguments.push(found);
        }
        program.predicates.push(Predicate { name, span, sorts, arguments });
    }
    for clause in raw {
        program.add(clause);
    }
    program.decide();
    program
}

/// The names of a predicate's arguments, where all clauses agree on one that is like no other's: those with the predicate in
/// the body, or, if there are none, those with it in the head.
fn names(terms: &Terms, predicate: usize, sorts: &[Sort], clauses: &[Raw]) -> Vec<Option<String>> {
    let of = |atoms: Vec<&Atom>| -> Vec<Option<String>> {
        let name = |t: &Term| match terms.node(*t) {
            Node::Var(v) => Some(terms.symbol_of(v).name.to_string()),
            _ => None,
        };
        let is_plain = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || "_.!$".contains(c));
        let all = |at: usize| {
            let mut names = atoms.iter().map(|atom| name(&atom.arguments[at]));
            let first = names.next()??;
            (is_plain(&first) && names.all(|name| name.as_ref() == Some(&first))).then_some(first)
        };
        (0..sorts.len()).map(all).collect()
    };
    let atoms = |atom: fn(&Raw) -> &Option<Atom>| -> Vec<&Atom> {
        clauses
            .iter()
            .filter_map(|clause| atom(clause).as_ref())
            .filter(|a| a.predicate == predicate)
            .collect()
    };
    let bodies = atoms(|clause| &clause.body);
    of(if bodies.is_empty() { atoms(|clause| &clause.head) } else { bodies })
}

impl HornProgram {
    /// The variable of this name, if it can have this sort; made on first use.
    fn variable(&mut self, name: &str, sort: Sort, span: Span) -> Option<VarId> {
        if let Some(at) = self.decls.iter().position(|decl| decl.name == name) {
            return (self.decls[at].sort == sort).then_some(id(at));
        }
        Some(self.new_variable(name, sort, span))
    }

    /// A variable with a name of its own, like this one.
    fn another(&mut self, name: &str, sort: Sort, span: Span) -> VarId {
        let mut free = format!("{name}!");
        while self.decls.iter().any(|decl| decl.name == free) {
            free.push('!');
        }
        self.new_variable(&free, sort, span)
    }

    fn new_variable(&mut self, name: &str, sort: Sort, span: Span) -> VarId {
        self.decls.push(Decl { name: name.to_owned(), sort, span, declared: true });
        self.symbols.push(self.terms.var(name, sort));
        id(self.decls.len() - 1)
    }

    fn nondet(&mut self, span: Span, sort: Sort, target: Option<VarId>) -> NondetId {
        self.nondets.push(NondetInfo { span, sort, target });
        NondetId(u32::try_from(self.nondets.len() - 1).unwrap_or(u32::MAX))
    }

    fn add(&mut self, Raw { span, body, constraint, head }: Raw) {
        let mut solver = Solver { terms: &self.terms, images: BTreeMap::new(), rest: Vec::new() };
        solver.rest.extend(self.terms.conjuncts(constraint));
        if let Some(atom) = &body {
            for (&argument, var) in atom.arguments.iter().zip(&self.predicates[atom.predicate].arguments) {
                let held = self.terms.of(self.symbols[var.index()]);
                match self.terms.node(argument) {
                    Node::Var(v) if !solver.images.contains_key(&v) => solver.define(v, held),
                    _ => {
                        let argument = solver.image(argument);
                        solver.rest.push(equal(&self.terms, held, argument));
                    }
                }
            }
        }
        solver.solve();
        let Solver { mut images, rest, .. } = solver;
        let guard = self.terms.and(rest);
        let by = |terms: &Terms, images: &BTreeMap<Var, Term>, t: Term| {
            terms.substitute(t, |v| images.get(&v).copied().unwrap_or_else(|| terms.of(v)))
        };
        let values = head.iter().flat_map(|atom| &atom.arguments);
        let values: Vec<Term> = values.map(|&value| by(&self.terms, &images, value)).collect();
        // What is still a variable of the clause is chosen.
        let used: Vec<Term> = values.iter().copied().chain([guard]).chain(images.values().copied()).collect();
        let open: Vec<Var> =
            self.terms.vars_of(&used).into_iter().filter(|&v| is_local(&self.terms, v)).collect();
        let mut choices = Vec::new();
        let mut chosen = BTreeMap::new();
        for v in open {
            let symbol = self.terms.symbol_of(v);
            let mut taken = chosen_names(&choices);
            taken.extend(self.predicates.iter().flat_map(|predicate| predicate.arguments.iter().copied()));
            let known = self.variable(&symbol.name, symbol.sort, span).filter(|var| !taken.contains(var));
            let known = known.or_else(|| {
                let name = format!("{}!", symbol.name);
                self.variable(&name, symbol.sort, span).filter(|var| !taken.contains(var))
            });
            let var = known.unwrap_or_else(|| self.another(&symbol.name, symbol.sort, span));
            choices.push((self.nondet(span, symbol.sort, Some(var)), var));
            chosen.insert(v, self.terms.of(self.symbols[var.index()]));
        }
        let guard = by(&self.terms, &chosen, guard);
        let values = values.into_iter().map(|value| by(&self.terms, &chosen, value)).collect();
        images.values_mut().for_each(|image| *image = by(&self.terms, &chosen, *image));
        images.extend(chosen);
        let violates = head.is_none().then(|| {
            self.asserts.push(AssertInfo { span, is_post: false, claim: None });
            AssertId(u32::try_from(self.asserts.len() - 1).unwrap_or(u32::MAX))
        });
        let step = Step { choices, images, guard, values, violates };
        if self.terms.as_bool(step.guard) != Some(false) || violates.is_some() {
            self.clauses.push(Clause { span, body, constraint, head, step });
        }
    }

    /// What follows each predicate, with the choices between clauses.
    fn decide(&mut self) {
        for (number, clause) in self.clauses.iter().enumerate() {
            let ways = match &clause.body {
                None => &mut self.ways.0,
                Some(atom) => &mut self.ways.1[atom.predicate],
            };
            match clause.head {
                None => ways.queries.push(number),
                Some(_) => ways.steps.push((None, number)),
            }
        }
        let mut all = std::mem::take(&mut self.ways);
        for ways in std::iter::once(&mut all.0).chain(&mut all.1) {
            let last = ways.steps.len().saturating_sub(1);
            for (choice, clause) in &mut ways.steps[..last] {
                *choice = Some(self.nondet(self.clauses[*clause].span, Sort::Bool, None));
            }
        }
        self.ways = all;
    }
}

fn chosen_names(choices: &[(NondetId, VarId)]) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    found.extend(choices.iter().map(|(_, var)| *var));
    found
}

fn id(at: usize) -> VarId {
    VarId(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Whether a symbol is a variable of a clause.
fn is_local(terms: &Terms, v: Var) -> bool {
    terms.symbol_of(v).stamp == Stamp::Primed
}

fn equal(terms: &Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == Sort::Bool { terms.iff(a, b) } else { terms.eq(a, b) }
}

/// Most variables of a clause that are looked for among its equations.
const MOST_SOLVED: usize = 2_000;

/// Replaces variables of a clause by what equations say that they are.
struct Solver<'a> {
    terms: &'a Terms,
    /// What variables are; none of them occurs in an image or in `rest`.
    images: BTreeMap<Var, Term>,
    /// What is left of the constraint, as a conjunction.
    rest: Vec<Term>,
}

impl Solver<'_> {
    fn image(&self, t: Term) -> Term {
        self.terms.substitute(t, |v| self.images.get(&v).copied().unwrap_or_else(|| self.terms.of(v)))
    }

    fn define(&mut self, v: Var, image: Term) {
        let terms = self.terms;
        let replaced = |t: Term| terms.substitute(t, |w| if w == v { image } else { terms.of(w) });
        self.images.values_mut().for_each(|t| *t = replaced(*t));
        self.images.insert(v, image);
        let rest = terms.and(self.rest.iter().map(|&t| replaced(t)));
        self.rest = terms.conjuncts(rest);
    }

    fn solve(&mut self) {
        while self.images.len() < MOST_SOLVED {
            let found = self.rest.iter().enumerate().find_map(|(at, &t)| Some((at, self.solved(t)?)));
            let Some((at, (v, image))) = found else { return };
            self.rest.remove(at);
            self.define(v, image);
        }
    }

    /// The variable that an equation determines, with its value.
    fn solved(&self, t: Term) -> Option<(Var, Term)> {
        let terms = self.terms;
        let local = |t: Term| match terms.node(t) {
            Node::Var(v) => Some(v).filter(|&v| is_local(terms, v)),
            _ => None,
        };
        let solved = |v: Var, image: Term| (!terms.vars(image).contains(&v)).then_some((v, image));
        match terms.node(t) {
            Node::Var(_) => solved(local(t)?, terms.tru()),
            Node::Not(a) => solved(local(a)?, terms.fals()),
            Node::Iff(a, b) => {
                local(a).and_then(|v| solved(v, b)).or_else(|| solved(local(b)?, a)).or_else(|| {
                    match terms.node(a) {
                        Node::Not(a) => solved(local(a)?, terms.not(b)),
                        _ => None,
                    }
                })
            }
            Node::Eq(sum) => sum.parts().iter().find_map(|(part, factor)| {
                let v = local(*part)?;
                if !factor.abs().is_one() {
                    return None;
                }
                // factor * v + others = 0.
                let others = sum.minus(&Linear::from_parts(vec![(*part, factor.clone())], Int::ZERO));
                solved(v, terms.from_linear(others.scaled(&-factor)))
            }),
            _ => None,
        }
    }
}
