//! Interpolants, checked by their definition (Craig): A implies I, I contradicts B, and every symbol of I occurs in
//! both.

use crate::fault::{Claim, Fault};
use crate::refutation::{Report, refutation};
use logic::{Sort, Term, Terms};
use proof::Proof;

/// The two refutations that make a formula I an interpolant of A and B.
#[derive(Clone, Debug, Default)]
pub struct InterpolantEvidence {
    /// Refutes the formulas of A in their order, followed by `not I`.
    pub a_implies: Proof,
    /// Refutes I, followed by the formulas of B in their order.
    pub b_refutes: Proof,
}

/// The three checks of an interpolant, all passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterpolantReport {
    /// A implies the interpolant.
    pub a_implies: Report,
    /// The interpolant contradicts B.
    pub b_refutes: Report,
    /// The number of symbols of the interpolant, each shared by A and B.
    pub symbols: usize,
}

/// Checks that `itp` is an interpolant of A and B, whose formulas are given as lists of conjuncts.
///
/// # Errors
/// The first of the three conditions that fails, with the reason.
pub fn interpolant(
    terms: &Terms,
    a: &[Term],
    b: &[Term],
    itp: Term,
    evidence: &InterpolantEvidence,
) -> Result<InterpolantReport, Fault> {
    let within = |claim| move |fault| Fault::Claim { claim, fault: Box::new(fault) };
    let symbols = shared_vocabulary(terms, a, b, itp)?;
    let left: Vec<Term> = a.iter().copied().chain([terms.not(itp)]).collect();
    let right: Vec<Term> = [itp].into_iter().chain(b.iter().copied()).collect();
    Ok(InterpolantReport {
        a_implies: refutation(terms, &left, &evidence.a_implies)
            .map_err(within(Claim::AImpliesInterpolant))?,
        b_refutes: refutation(terms, &right, &evidence.b_refutes)
            .map_err(within(Claim::InterpolantRefutesB))?,
        symbols,
    })
}

/// Checks that `itp` speaks only of symbols that occur both in A and in B, and returns how many it has.
///
/// # Errors When a term is not a formula, or a symbol does not occur on both sides.
pub fn shared_vocabulary(terms: &Terms, a: &[Term], b: &[Term], itp: Term) -> Result<usize, Fault> {
    formulas(terms, a.iter().chain(b).chain([&itp]))?;
    let (of_a, of_b, symbols) = (terms.vars_of(a), terms.vars_of(b), terms.vars(itp));
    match symbols.iter().find(|v| !of_a.contains(v) || !of_b.contains(v)) {
        None => Ok(symbols.len()),
        Some(&stranger) => Err(Fault::Claim {
            claim: Claim::SharedVocabulary,
            fault: Box::new(Fault::Symbol(terms.var_name(stranger))),
        }),
    }
}

/// Checks that the terms are formulas of the store.
pub(crate) fn formulas<'a>(terms: &Terms, mut ts: impl Iterator<Item = &'a Term>) -> Result<(), Fault> {
    let is_formula = |t: Term| t.index() < terms.len() && terms.sort(t) == Sort::Bool;
    match ts.find(|t| !is_formula(**t)) {
        Some(&t) => Err(Fault::NotAFormula(t)),
        None => Ok(()),
    }
}
