//! Sequences of interpolants, each checked before anyone sees it.
//!
//! For groups of formulas `G1, .., Gn` that contradict each other, a sequence of interpolants is `I1, .., I(n-1)` such that,
//! with `I0` true and `In` false, `I(i-1)` and `Gi` imply `Ii`, and `Ii` speaks only of symbols that occur both in
//! `G1, .., Gi` and in the rest. So each `Ii` is an interpolant of `G1, .., Gi` and the rest.

use crate::answer::{FailedCheck, Known, Proofs, solve};
use crate::interpolant::check_interpolant;
use logic::{Int, Term, Terms};
use proof::{Part, Proof};
use smt::generalise::{Hints, Taste, constants, generalise};
use smt::itp::{ItpError, Labelling, Settings, Side, TheoryRule, binary};
use smt::tidy;
use solver::{Door, Limits, Purpose, Unknown};
use std::collections::BTreeSet;

/// Where interpolants come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The refutation; where nothing can be read off it, the solver itself if it has a way of its own.
    #[default]
    Proof,
    /// The refutation, with the sides exchanged; the interpolant is negated.
    DualProof,
    /// A search for a small formula; the refutation where the search gives up.
    Search,
}

/// How interpolants are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct How {
    /// The interpolation system, where they come from a refutation.
    pub labelling: Labelling,
    /// The rule for arithmetic, where they come from a refutation.
    pub theory: TheoryRule,
    /// Where they come from.
    pub source: Source,
    /// Whether they are left as they come, not simplified.
    pub plain: bool,
    /// The limits of each query.
    pub limits: Limits,
}

/// An interpolant of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interpolant {
    /// The formula.
    pub term: Term,
    /// Where it comes from in the end.
    pub source: Source,
    /// Whether each interpolant was computed by a query of its own, with the previous interpolant in its A, instead of
    /// reading all of them off one refutation.
    pub stepwise: bool,
}

/// Why there are no interpolants.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The groups hold together.
    #[error("the formulas are satisfiable together")]
    Satisfiable,
    /// The solver did not find out what had to be known.
    #[error("{0}")]
    Unknown(Unknown),
    /// None could be made.
    #[error("{0}")]
    None(ItpError),
    /// A check found an interpolant wrong: a defect.
    #[error("{0}")]
    Faulty(FailedCheck),
    /// An interpolant and the group after it do not imply the next one: a defect.
    #[error("interpolant {0} does not follow from the one before it")]
    Wrong(usize),
}

impl Failure {
    /// Whether a check of our own failed.
    pub fn is_defect(&self) -> bool {
        matches!(self, Failure::Faulty(_) | Failure::Wrong(_))
    }
}

/// A sequence of interpolants of groups of formulas; one less than there are groups.
///
/// # Errors
/// See [`Failure`].
pub fn sequence(
    door: &Door,
    terms: &Terms,
    groups: &[Vec<Term>],
    how: &How,
) -> Result<Vec<Interpolant>, Failure> {
    let formulas: Vec<Term> = groups.iter().flatten().copied().collect();
    let maker = Maker::new(door, terms, how, &formulas);
    let proof = maker.refute(&formulas)?;
    let mut previous: Option<Term> = None;
    let mut out = Vec::new();
    for i in 1..groups.len() {
        let cut = groups[..i].iter().map(Vec::len).sum();
        let (a, b) = formulas.split_at(cut);
        let step: Vec<Term> = previous.iter().chain(&groups[i - 1]).copied().collect();
        let found = maker.next(&proof, (a, b), &step)?;
        maker.check((a, b), found.term)?;
        if previous.is_some() && !maker.follows(&step, found.term)? {
            return Err(Failure::Wrong(i));
        }
        previous = Some(found.term);
        out.push(found);
    }
    Ok(out)
}

/// Makes interpolants, one by one.
struct Maker<'t> {
    door: Door,
    terms: &'t Terms,
    how: &'t How,
    constants: BTreeSet<Int>,
}

impl<'t> Maker<'t> {
    /// For interpolants of these formulas.
    fn new(door: &Door, terms: &'t Terms, how: &'t How, formulas: &[Term]) -> Maker<'t> {
        let door = door.to(Purpose::Interpolants);
        Maker { door, terms, how, constants: constants(terms, formulas) }
    }

    /// A proof that the formulas contradict each other, checked.
    fn refute(&self, formulas: &[Term]) -> Result<Proof, Failure> {
        self.refute_for(Purpose::Interpolants, formulas)
    }

    fn refute_for(&self, purpose: Purpose, formulas: &[Term]) -> Result<Proof, Failure> {
        match solve(&self.door.to(purpose), self.terms, formulas, self.how.limits, Proofs::AsFound) {
            Known::Refuted(proof) => Ok(proof),
            Known::Holds(_) => Err(Failure::Satisfiable),
            Known::Unknown(why) => Err(Failure::Unknown(why)),
            Known::Faulty(failed) => Err(Failure::Faulty(failed)),
        }
    }

    /// The interpolant between A and B that also follows from `step`, the interpolant before it and the group after that.
    fn next(&self, proof: &Proof, (a, b): (&[Term], &[Term]), step: &[Term]) -> Result<Interpolant, Failure> {
        let source = self.how.source;
        if source != Source::Search
            && let Ok(term) = self.read_off(proof, a, b, source)
            && (step == a || self.follows(step, term).unwrap_or(false))
        {
            return Ok(Interpolant { term, source, stepwise: false });
        }
        let (term, source) = self.between(step, b)?;
        Ok(Interpolant { term, source, stepwise: step != a })
    }

    /// An interpolant between A and B by a query of its own, with where it comes from; not checked yet.
    fn between(&self, a: &[Term], b: &[Term]) -> Result<(Term, Source), Failure> {
        let source = self.how.source;
        if source == Source::Search
            && let Some(term) = self.search(a, b)
        {
            return Ok((term, source));
        }
        let both: Vec<Term> = a.iter().chain(b).copied().collect();
        let proof = self.refute(&both)?;
        // The sources in the order of likeness to the one that was asked for.
        let order = match source {
            Source::DualProof => [Source::DualProof, Source::Proof],
            Source::Proof | Source::Search => [Source::Proof, Source::DualProof],
        };
        let mut reason = ItpError::Malformed;
        for source in order {
            match self.read_off(&proof, a, b, source) {
                Ok(term) => return Ok((term, source)),
                Err(why) => reason = why,
            }
        }
        if let Some(term) = self.door.interpolant(self.terms, a, b, self.how.limits) {
            return Ok((self.plain(term), Source::Proof));
        }
        self.search(a, b).map(|term| (term, Source::Search)).ok_or(Failure::None(reason))
    }

    fn read_off(&self, proof: &Proof, a: &[Term], b: &[Term], source: Source) -> Result<Term, ItpError> {
        let asserted: Vec<Term> = a.iter().chain(b).copied().collect();
        let dual = source == Source::DualProof;
        let side = |p: Part| Some(if (p < a.len()) != dual { Side::A } else { Side::B });
        let settings =
            Settings { labelling: self.how.labelling, theory: self.how.theory, ..Settings::default() };
        let found = binary(self.terms, proof, &asserted, side, &settings)?;
        Ok(self.plain(if dual { self.terms.not(found) } else { found }))
    }

    fn search(&self, a: &[Term], b: &[Term]) -> Option<Term> {
        let hints = Hints { constants: self.constants.clone(), taste: Taste::Equations, ..Hints::default() };
        generalise(&self.door, self.terms, a, b, &hints).map(|t| self.plain(t))
    }

    fn plain(&self, t: Term) -> Term {
        if self.how.plain { t } else { tidy(&self.door, self.terms, t) }
    }

    /// Whether a formula follows from others.
    fn follows(&self, from: &[Term], t: Term) -> Result<bool, Failure> {
        let refuted: Vec<Term> = from.iter().copied().chain([self.terms.not(t)]).collect();
        match self.refute_for(Purpose::Checks, &refuted) {
            Ok(_) => Ok(true),
            Err(Failure::Satisfiable) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Checks the definition of an interpolant.
    fn check(&self, (a, b): (&[Term], &[Term]), t: Term) -> Result<(), Failure> {
        let checks = check_interpolant(&self.door, self.terms, (a, b), t, self.how.limits);
        match (checks.failed(), checks.unknown()) {
            (Some(failed), _) => Err(Failure::Faulty(failed.clone())),
            (None, Some(why)) => Err(Failure::Unknown(why)),
            (None, None) => Ok(()),
        }
    }
}
