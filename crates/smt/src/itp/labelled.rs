//! Partial interpolants over a resolution proof.
//!
//! The invariant of the partial interpolant `I` of a clause `C`: A and the negated literals of `C` labelled a or ab imply `I`; B
//! and the negated literals of `C` labelled b or ab contradict `I`; the symbols of `I` are shared. At the empty clause
//! that is an interpolant.

use super::classes::{Class, Classes};
use super::{ItpError, Labelling, Settings, Side, lemma};
use logic::{Term, Terms};
use proof::{Lit, Part, Proof, Rule};

/// The label of an atom in a system: which side's partial interpolants it is resolved on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// A's: interpolants are joined by "or".
    A,
    /// B's: interpolants are joined by "and".
    B,
    /// Both sides': the atom decides.
    Both,
}

/// What gives every atom its label, and with it partial interpolants their rules.
pub(super) struct Labeller<'t> {
    pub terms: &'t Terms,
    pub classes: Classes<'t>,
    pub settings: Settings,
}

impl Labeller<'_> {
    /// The label of an atom.
    pub fn label(&self, atom: Term) -> Result<Label, ItpError> {
        Ok(match (self.classes.of(atom)?, self.settings.labelling) {
            (Class::A, _) | (Class::Shared, Labelling::DualMcMillan) => Label::A,
            (Class::B, _) | (Class::Shared, Labelling::McMillan) => Label::B,
            (Class::Shared, Labelling::Pudlak) => Label::Both,
        })
    }

    /// A literal as a formula.
    pub fn formula(&self, lit: Lit) -> Term {
        if lit.positive { lit.atom } else { self.terms.not(lit.atom) }
    }

    /// The interpolant of a resolvent.
    pub fn resolve(&self, pivot: Term, with: Term, without: Term) -> Result<Term, ItpError> {
        let t = self.terms;
        Ok(match self.label(pivot)? {
            Label::A => t.or([with, without]),
            Label::B => t.and([with, without]),
            Label::Both => {
                if with == without {
                    return Ok(with);
                }
                t.and([t.or([pivot, with]), t.or([t.not(pivot), without])])
            }
        })
    }
}

/// The interpolant of a proof for a partition of the asserted formulas. Formulas that belong to neither side must not be
/// used in the proof.
///
/// # Errors
/// See [`ItpError`].
pub fn binary(
    terms: &Terms,
    proof: &Proof,
    asserted: &[Term],
    side: impl Fn(Part) -> Option<Side>,
    settings: &Settings,
) -> Result<Term, ItpError> {
    let labeller = Labeller { terms, classes: Classes::new(terms, asserted, &side), settings: *settings };
    let partial = partial(&labeller, proof, &side)?;
    match proof.steps.last() {
        Some(step) if step.clause.is_empty() => partial.last().copied().ok_or(ItpError::Malformed),
        _ => Err(ItpError::Malformed),
    }
}

/// The partial interpolant of every step.
pub(super) fn partial(
    labeller: &Labeller,
    proof: &Proof,
    side: &dyn Fn(Part) -> Option<Side>,
) -> Result<Vec<Term>, ItpError> {
    let mut out: Vec<Term> = Vec::with_capacity(proof.steps.len());
    for step in &proof.steps {
        let interpolant = match &step.rule {
            Rule::Input(part) => leaf(labeller, &step.clause, side(*part).ok_or(ItpError::Malformed)?)?,
            Rule::Definition(d) => {
                let side = match (labeller.classes.of(d.term)?, labeller.settings.labelling) {
                    (Class::A, _) | (Class::Shared, Labelling::DualMcMillan) => Side::A,
                    _ => Side::B,
                };
                leaf(labeller, &step.clause, side)?
            }
            Rule::Lemma(certificate) => lemma::interpolant(labeller, certificate)?,
            Rule::Resolution { first, links } => {
                let mut current = *out.get(*first).ok_or(ItpError::Malformed)?;
                for &(pivot, other) in links {
                    let clause = &proof.steps.get(other).ok_or(ItpError::Malformed)?.clause;
                    let theirs = *out.get(other).ok_or(ItpError::Malformed)?;
                    let positive = clause.binary_search(&Lit { atom: pivot, positive: true }).is_ok();
                    let (with, without) = if positive { (theirs, current) } else { (current, theirs) };
                    current = labeller.resolve(pivot, with, without)?;
                }
                current
            }
        };
        out.push(interpolant);
    }
    Ok(out)
}

/// The partial interpolant of an input or a definition of one side: of A's, the literals labelled b; of B's, the negation
/// of those labelled a.
fn leaf(labeller: &Labeller, clause: &[Lit], side: Side) -> Result<Term, ItpError> {
    let wanted = if side == Side::A { Label::B } else { Label::A };
    let mut kept = Vec::new();
    for &l in clause {
        if labeller.label(l.atom)? == wanted {
            kept.push(labeller.formula(l));
        }
    }
    let kept = labeller.terms.or(kept);
    Ok(if side == Side::A { kept } else { labeller.terms.not(kept) })
}
