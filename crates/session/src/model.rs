//! The model of a system of Horn clauses: from the invariant that proves its program, a definition for each predicate.
//!
//! What is an invariant of the program at a predicate is a formula over the predicate's arguments, since everything else is
//! zero or false there. That the definitions satisfy the clauses, as they are written, is proved apart, clause by clause, whatever
//! is thought of the program that was made of them.

use crate::Session;
use crate::oracle;
use evidence::Known;
use lang::horn::{Atom, HornProgram};
use lang::{LoopId, VarId};
use logic::order::CollectOrdered;
use logic::{Sort, Term, Value, Var};
use std::collections::BTreeMap;
use trace::Obligation;

/// A model as SMT-LIB text, with what was proved of it.
pub(crate) struct Model {
    pub(crate) text: String,
    pub(crate) proved: Obligation,
}

/// The model that an invariant is; none if the program is no system of clauses, or not all of its queries are checked.
///
/// # Errors
/// That it could not be proved that it is one.
pub(crate) fn model(session: &mut Session, invariant: Term) -> Result<Option<Model>, Known> {
    let program = session.program.clone();
    let Some(horn) = program.horn().filter(|_| session.assertion.is_none()) else { return Ok(None) };
    let terms = session.terms.clone();
    let definitions: Vec<Term> = (0..horn.predicates.len())
        .map(|predicate| {
            let definition = at(session, horn, predicate, invariant);
            smt::tidy(&session.oracle.door, &terms, definition)
        })
        .collect();
    let symbol = |var: VarId| session.ts.symbol(var);
    let applied = |atom: &Atom| {
        let arguments = &horn.predicates[atom.predicate].arguments;
        let images: BTreeMap<Var, Term> = arguments
            .iter()
            .zip(&atom.arguments)
            .map(|(&var, &argument)| (symbol(var), terms.import(&horn.terms, argument)))
            .collect_map();
        terms.substitute(definitions[atom.predicate], |v| {
            images.get(&v).copied().unwrap_or_else(|| terms.of(v))
        })
    };
    let asked: Vec<[Term; 3]> = horn
        .clauses
        .iter()
        .map(|clause| {
            let body = clause.body.as_ref().map_or(terms.tru(), applied);
            let head = clause.head.as_ref().map_or(terms.fals(), applied);
            [body, terms.import(&horn.terms, clause.constraint), terms.not(head)]
        })
        .collect();
    let mut proof = trace::ProofSize { steps: 0, resolutions: 0, lemmas: 0 };
    for clause in &asked {
        match session.oracle.solve_apart(&terms, clause) {
            Known::Refuted(found) => {
                let size = oracle::size(&found);
                proof.steps += size.steps;
                proof.resolutions += size.resolutions;
                proof.lemmas += size.lemmas;
            }
            other => return Err(other),
        }
    }
    let mut text = String::new();
    for (predicate, &definition) in horn.predicates.iter().zip(&definitions) {
        let sort = |sort| if sort == Sort::Bool { "Bool" } else { "Int" };
        let parameters: Vec<String> = predicate
            .arguments
            .iter()
            .zip(&predicate.sorts)
            .map(|(&var, &of)| format!("({} {})", terms.smt_symbol(symbol(var)), sort(of)))
            .collect();
        let name = terms.smt_symbol(terms.var(&predicate.name, Sort::Bool));
        let parameters = parameters.join(" ");
        text += &format!("(define-fun {name} ({parameters}) Bool {})\n", terms.smtlib(definition));
    }
    let proved = Obligation {
        name: format!("clauses ({})", asked.len()),
        statement: "P(s) ∧ φ(s, s′) ⇒ Q(s′), with the model's P and Q".into(),
        proof,
    };
    Ok(Some(Model { text, proved }))
}

/// What the invariant says where control is at a predicate.
fn at(session: &Session, horn: &HornProgram, predicate: usize, invariant: Term) -> Term {
    let (terms, ts) = (&session.terms, &session.ts);
    let id = LoopId(u32::try_from(predicate).unwrap_or(u32::MAX));
    let Some(place) = ts.heads().iter().position(|(head, _)| *head == id) else { return terms.fals() };
    let mut images = BTreeMap::new();
    for variable in &ts.vars {
        let is_argument =
            variable.source.is_some_and(|var| horn.predicates[predicate].arguments.contains(&var));
        if !is_argument {
            images.insert(variable.var, terms.value(&Value::default_of(variable.sort)));
        }
    }
    images.extend(ts.pc().map(|pc| (pc, terms.int(i64::try_from(place + 1).unwrap_or(i64::MAX)))));
    terms.substitute(invariant, |v| images.get(&v).copied().unwrap_or_else(|| terms.of(v)))
}
