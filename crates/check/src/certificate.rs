//! Certificates as SMT-LIB 2 scripts, so that a reader can have an invariant checked by any other solver.

use crate::invariant::{Goal, Obligations};
use logic::{Stamp, Term, Terms, Var};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The obligations as a script: one query each, and the invariant is proved when every answer is `unsat`.
pub fn certificate_smtlib(terms: &Terms, obligations: &Obligations) -> String {
    let all: Vec<_> = obligations.list().iter().flat_map(|o| o.conjuncts.iter().copied()).collect();
    let declarations = terms.smt_declarations(terms.vars_of(&all));
    script("integers", &declarations, obligations, &mut |t| terms.smtlib(t))
}

/// The same for a program with products of variables: each of these symbols is defined as the product of those, in every copy of a state,
/// and that the lemmas hold of all integers is asked first.
pub fn certificate_of_products(
    terms: &Terms,
    obligations: &Obligations,
    products: &[(Var, Vec<Var>)],
    lemmas: &[Term],
) -> String {
    let conjuncts = obligations.list().iter().flat_map(|o| o.conjuncts.iter().copied());
    let all: Vec<Term> = conjuncts.chain(lemmas.iter().copied()).collect();
    let mut declared = BTreeSet::new();
    let mut definitions = String::new();
    for v in terms.vars_of(&all) {
        let stamp = terms.symbol_of(v).stamp;
        let plain = terms.restamp(v, Stamp::Plain);
        match products.iter().find(|(product, _)| *product == plain) {
            Some((_, factors)) => {
                let factors: Vec<Var> = factors.iter().map(|&factor| terms.restamp(factor, stamp)).collect();
                declared.extend(factors.iter().copied());
                let names: Vec<String> = factors.iter().map(|&factor| terms.smt_symbol(factor)).collect();
                let name = terms.smt_symbol(v);
                let _ = writeln!(definitions, "(define-fun {name} () Int (* {}))", names.join(" "));
            }
            None => drop(declared.insert(v)),
        }
    }
    let mut before = terms.smt_declarations(declared);
    before.push_str(&definitions);
    for &lemma in lemmas {
        let formula = terms.smtlib(lemma);
        let _ = write!(
            before,
            "\n; A fact about products: integers that violate it.\n(push 1)\n(assert (not {formula}))\n(set-info :status unsat)\n(check-sat)\n(pop 1)\n"
        );
    }
    script("integers", &before, obligations, &mut |t| terms.smtlib(t))
}

/// The same over bit-vectors: what is declared and defined first, and what a formula is called there.
pub fn certificate_of_words(
    definitions: &str,
    obligations: &Obligations,
    name: &mut dyn FnMut(Term) -> String,
) -> String {
    script("bit-vectors", definitions, obligations, name)
}

fn script(
    over: &str,
    declarations: &str,
    obligations: &Obligations,
    name: &mut dyn FnMut(Term) -> String,
) -> String {
    let list = obligations.list();
    let mut script = format!(
        "; An inductive invariant, as queries over the {over}.\n; It proves the program safe if each answer is unsat.\n(set-logic ALL)\n",
    );
    script.push_str(declarations);
    for (i, obligation) in list.iter().enumerate() {
        let _ = write!(
            script,
            "\n; {} of {}, {}: {}.\n(push 1)\n",
            i + 1,
            list.len(),
            obligation.goal,
            meaning(obligation.goal)
        );
        for &conjunct in &obligation.conjuncts {
            let _ = writeln!(script, "(assert {})", name(conjunct));
        }
        script.push_str("(set-info :status unsat)\n(check-sat)\n(pop 1)\n");
    }
    script.push_str("\n(exit)\n");
    script
}

/// What a model of the obligation would be.
fn meaning(goal: Goal) -> &'static str {
    match goal {
        Goal::AuxiliaryInitiation => "an initial state outside the auxiliary invariant",
        Goal::AuxiliaryConsecution => "a transition that leaves the auxiliary invariant",
        Goal::Initiation => "an initial state outside the invariant",
        Goal::Consecution => "a transition that leaves the invariant",
        Goal::Safety => "a state of the invariant that fails",
        Goal::NoEarlyFailure => "a failure before the loop is reached",
    }
}
