//! Interpolants by Spacer, Z3's engine for Horn clauses: a relation over the shared symbols that A implies and that excludes B.
//!
//! Clauses go to Z3 and the relation comes back as SMT-LIB text, which takes one foreign function, and the reader of terms that there
//! is already. Z3 would write the relation as "some locals satisfy A" if it were let to expand the clauses.
//!
//! Source: A. Komuravelli, A. Gurfinkel, S. Chaki, SMT-based model checking for recursive programs, FMSD 2016.

use crate::foreign::evaluate;
use logic::{Sort, Term, Terms, Var};
use sexp::{Reader, TermReader, Value, parameters};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// The relation: no program has a variable of this name.
const RELATION: &str = "|an interpolant|";

/// The most work (`rlimit`) for one interpolant: some seconds. A run is not to wait longer for what is shown beside its own.
const MOST_WORK: u64 = 5_000_000;

/// Held while a script is evaluated: Z3 keeps the options of a script for the whole process, so that the limit of one thread's would count
/// for another's.
static ALONE: Mutex<()> = Mutex::new(());

/// An interpolant of A and B. None if Z3 finds none with so much work, or one that is no formula without quantifiers.
pub fn interpolant(terms: &Terms, a: &[Term], b: &[Term], work: u64) -> Option<Term> {
    let (of_a, of_b) = (terms.vars_of(a), terms.vars_of(b));
    let shared: Vec<Var> = of_a.intersection(&of_b).copied().collect();
    let script = clauses(terms, (a, &of_a), (b, &of_b), &shared, work.min(MOST_WORK));
    let answer = {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        evaluate(&script)?
    };
    read(terms, answer.strip_prefix("sat")?, &shared)
}

/// Whether there is a relation that A implies and that excludes B, as a script.
fn clauses(
    terms: &Terms,
    (a, of_a): (&[Term], &BTreeSet<Var>),
    (b, of_b): (&[Term], &BTreeSet<Var>),
    shared: &[Var],
    work: u64,
) -> String {
    let sort = |v: Var| if terms.var_sort(v) == Sort::Int { "Int" } else { "Bool" };
    let mut script = String::new();
    for option in ["inline_linear", "inline_eager", "slice"] {
        let _ = writeln!(script, "(set-option :fp.xform.{option} false)");
    }
    let _ = writeln!(script, "(set-option :rlimit {work})\n(set-logic HORN)");
    let sorts: Vec<&str> = shared.iter().map(|&v| sort(v)).collect();
    let _ = writeln!(script, "(declare-fun {RELATION} ({}) Bool)", sorts.join(" "));
    let names: Vec<String> = shared.iter().map(|&v| terms.smt_symbol(v)).collect();
    let applied =
        if names.is_empty() { RELATION.to_owned() } else { format!("({RELATION} {})", names.join(" ")) };
    let mut clause = |vars: &BTreeSet<Var>, premises: String, conclusion: &str| {
        let bound: String = vars.iter().map(|&v| format!("({} {})", terms.smt_symbol(v), sort(v))).collect();
        let body = format!("(=> (and true {premises}) {conclusion})");
        let _ = match vars.is_empty() {
            true => writeln!(script, "(assert {body})"),
            false => writeln!(script, "(assert (forall ({bound}) {body}))"),
        };
    };
    let written = |formulas: &[Term]| formulas.iter().map(|&f| terms.smtlib(f) + " ").collect::<String>();
    clause(of_a, written(a), &applied);
    clause(of_b, written(b) + &applied, "false");
    script + "(check-sat)\n(get-model)\n"
}

/// The one relation of a model, over the shared symbols.
fn read(terms: &Terms, model: &str, shared: &[Var]) -> Option<Term> {
    let mut reader = Reader::default();
    reader.feed(model);
    reader.end();
    let tree = Rc::new(reader.next_list().ok()??);
    let &[definition] = tree.list(tree.root())? else { return None };
    let &[_, _, list, _, body] = tree.list(definition)? else { return None };
    let (mut symbols, mut work) = Default::default();
    let mut reading = TermReader::new(terms, &mut symbols, &mut work);
    let names = parameters(&tree, list).ok()?;
    if names.len() != shared.len() {
        return None;
    }
    for ((name, _), &v) in names.iter().zip(shared) {
        reading.bind(name, Value::of(terms, terms.of(v)));
    }
    let value = reading.read(&tree, body).ok()?;
    (value.sort() == Sort::Bool).then(|| value.term(terms))
}
