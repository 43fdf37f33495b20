//! Interpolants of contradictions in linear integer arithmetic, read off their certificates.
//!
//! Inequalities are interpolated by the sum of one side's (McMillan 2005), equalities by a divisibility (Jain, Clarke,
//! Grumberg 2008), cuts that mix local parts of both sides by rounding the shared fraction (Griggio, Le, Sebastiani 2011).
//! Where none of these applies, the local parts of one side are eliminated.

use super::decompose::decompose;
use super::labelled::{Label, Labeller};
use super::project::project;
use super::sum::Sum;
use super::tree::stated;
use super::{ItpError, Side};
use crate::encode::canonical;
use logic::{Linear, Rat, Term};
use proof::{Arithmetic, Equality, Lit};

/// The inequality `l <= 0` that a literal states.
pub(super) fn inequality(labeller: &Labeller, lit: Lit) -> Result<Linear, ItpError> {
    stated(labeller.terms, lit).ok_or(ItpError::Malformed)
}

/// Cuts derived so far, each with the share that the side has in it: the side implies that the share is at most zero, the other
/// side that the cut's inequality exceeds the share by at most zero.
type Shares = Vec<(Lit, Sum)>;

/// One certificate seen from one side.
struct View<'c, 't> {
    labeller: &'c Labeller<'t>,
    side: Side,
}

/// The partial interpolant of a lemma's clause.
pub(super) fn interpolant(labeller: &Labeller, certificate: &Arithmetic) -> Result<Term, ItpError> {
    let side = labeller.settings.theory.side();
    let view = View { labeller, side };
    match view.certificate(certificate, &mut Vec::new()) {
        Err(ItpError::Mixed(_)) => {
            let other = if side == Side::A { Side::B } else { Side::A };
            view.projection(certificate).or_else(|_| View { labeller, side: other }.projection(certificate))
        }
        result => result,
    }
}

/// The literals of a lemma: those of its sums, without the atoms that it branches on.
fn literals(labeller: &Labeller, certificate: &Arithmetic, branches: &mut Vec<Term>, out: &mut Vec<Lit>) {
    let mut push = |l: Lit| {
        if !branches.contains(&l.atom) && !out.contains(&l) {
            out.push(l);
        }
    };
    match certificate {
        Arithmetic::Farkas(sum) => sum.iter().for_each(|(l, _)| push(*l)),
        Arithmetic::Divisibility(equalities) => equalities.iter().for_each(|e| {
            push(e.upper);
            push(e.lower);
        }),
        Arithmetic::Split { atom, holds, fails } => {
            branches.push(canonical(labeller.terms, *atom).0);
            literals(labeller, holds, branches, out);
            literals(labeller, fails, branches, out);
            branches.pop();
        }
    }
}

impl View<'_, '_> {
    /// Whether a literal of the lemma is used on this side.
    fn is_mine(&self, lit: Lit) -> Result<bool, ItpError> {
        Ok((self.labeller.label(lit.atom)? == Label::A) == (self.side == Side::A))
    }

    /// A fact that this side implies and the other contradicts, as a partial interpolant.
    fn seen(&self, fact: Term) -> Term {
        if self.side == Side::A { fact } else { self.labeller.terms.not(fact) }
    }

    /// What this side's literals say about shared parts.
    fn projection(&self, certificate: &Arithmetic) -> Result<Term, ItpError> {
        let mut all = Vec::new();
        literals(self.labeller, certificate, &mut Vec::new(), &mut all);
        let mut bounds = Vec::new();
        for l in all {
            if self.is_mine(l)? {
                bounds.push(inequality(self.labeller, l)?);
            }
        }
        let local = |t: Term| !self.labeller.classes.is_shared(t);
        let failure = ItpError::TooLarge;
        Ok(self.seen(project(self.labeller.terms, bounds, &local, failure)?))
    }

    fn certificate(&self, certificate: &Arithmetic, shares: &mut Shares) -> Result<Term, ItpError> {
        match certificate {
            Arithmetic::Farkas(literals) => {
                let items = self.items(literals, shares)?;
                let sums = match self.labeller.settings.theory.decomposes() {
                    true => decompose(&items, &|t| !self.labeller.classes.is_shared(t)),
                    false => vec![add_up(&items)],
                };
                let t = self.labeller.terms;
                Ok(self.seen(t.and(sums.iter().map(|sum| sum.at_most_zero(t)))))
            }
            Arithmetic::Divisibility(equalities) => self.divisibility(equalities),
            Arithmetic::Split { atom, holds, fails } => {
                let (atom, sign) = canonical(self.labeller.terms, *atom);
                let (holds, fails) = if sign { (holds, fails) } else { (fails, holds) };
                let class = self.labeller.classes.of(atom);
                // Two sums are the certificate of a residue: rounding gives it back, where a case distinction on the
                // atom would list values.
                let sums = matches!((&**holds, &**fails), (Arithmetic::Farkas(_), Arithmetic::Farkas(_)));
                if (class.is_err() || sums)
                    && let Some(result) = self.cut(atom, holds, fails, shares)?
                {
                    return Ok(result);
                }
                class?;
                let holds = self.certificate(holds, shares)?;
                let fails = self.certificate(fails, shares)?;
                // The clause of `fails` has the atom itself, that of `holds` its negation.
                self.labeller.resolve(atom, fails, holds)
            }
        }
    }

    /// A split with a branch that is refuted by a single sum derives a cut from that sum. None when neither branch is,
    /// or when rounding would leave local parts.
    fn cut(
        &self,
        atom: Term,
        holds: &Arithmetic,
        fails: &Arithmetic,
        shares: &mut Shares,
    ) -> Result<Option<Term>, ItpError> {
        let (cut, sum, refuted, rest) = match (holds, fails) {
            (_, Arithmetic::Farkas(sum)) => (Lit { atom, positive: true }, sum, fails, holds),
            (Arithmetic::Farkas(sum), _) => (Lit { atom, positive: false }, sum, holds, fails),
            _ => return Ok(None),
        };
        let Some((_, factor)) = sum.iter().find(|(l, _)| *l == cut.negated()) else {
            // That branch needs no cut to be refuted.
            return self.certificate(refuted, shares).map(Some);
        };
        let others: Vec<(Lit, Rat)> = sum.iter().filter(|(l, _)| *l != cut.negated()).cloned().collect();
        let share = add_up(&self.items(&others, shares)?).scaled(&factor.recip());
        // What only this side knows has integer coefficients, as it has in the cut; only shared parts are rounded.
        let local = |t: Term| !self.labeller.classes.is_shared(t);
        if share.fractional_part(local) {
            return Ok(None);
        }
        shares.push((cut, share.ceil(self.labeller.terms)));
        let result = self.certificate(rest, shares);
        shares.pop();
        result.map(Some)
    }

    /// This side's weighted inequalities and its shares in cuts: each at most zero.
    fn items(&self, literals: &[(Lit, Rat)], shares: &Shares) -> Result<Vec<Sum>, ItpError> {
        let mut items = Vec::new();
        for (lit, factor) in literals {
            let mut item = Sum::new();
            if let Some((_, share)) = shares.iter().rev().find(|(l, _)| l == lit) {
                item.add_sum(factor, share);
            } else if self.is_mine(*lit)? {
                item.add(factor, &inequality(self.labeller, *lit)?);
            } else {
                continue;
            }
            items.push(item);
        }
        Ok(items)
    }

    /// States that this side's part of the combination, without the parts whose coefficients are integers anyway, is an
    /// integer: a divisibility constraint.
    fn divisibility(&self, equalities: &[Equality]) -> Result<Term, ItpError> {
        let mut sum = Sum::new();
        let mut premises = Vec::new();
        let t = self.labeller.terms;
        for e in equalities {
            let (upper, lower) = (self.is_mine(e.upper)?, self.is_mine(e.lower)?);
            if !upper && !lower {
                continue;
            }
            // An equality with one half on each side is over shared symbols. It is used on this side: the half that is the other
            // side's comes over as a premise.
            if !upper || !lower {
                let foreign = if upper { e.lower } else { e.upper };
                premises.push(t.not(self.labeller.formula(foreign)));
            }
            sum.add(&e.factor, &inequality(self.labeller, e.upper)?);
        }
        let (u, d) = sum.over();
        let rest = t.modulo(t.from_linear(u), &d);
        let fact = t.eq(rest, t.int(0));
        Ok(self.seen(t.or(premises.into_iter().chain([fact]))))
    }
}

fn add_up(items: &[Sum]) -> Sum {
    items.iter().fold(Sum::new(), |mut sum, item| {
        sum.add_sum(&Rat::ONE, item);
        sum
    })
}
