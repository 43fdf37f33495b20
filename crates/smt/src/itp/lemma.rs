//! Interpolants of contradictions in linear integer arithmetic, read off their certificates.

use super::labelled::{Context, Label};
use super::{ItpError, TheoryRule};
use logic::{Int, Linear, Node, Rat, Term};
use proof::{Arithmetic, Equality, Lit};

/// A linear sum with rational coefficients, as an integer one over a common denominator.
#[derive(Clone, Default)]
struct Sum {
    linear: Linear,
    denominator: Option<Int>,
}

impl Sum {
    fn add(&mut self, factor: &Rat, l: &Linear) {
        let old = self.denominator.take().unwrap_or(Int::ONE);
        let new = old.lcm(factor.denom());
        let scaled = self.linear.scaled(&new.div_exact(&old));
        self.linear = scaled.add_scaled(&(factor.numer() * &new.div_exact(factor.denom())), l);
        self.denominator = Some(new);
    }

    fn denominator(&self) -> Int {
        self.denominator.clone().unwrap_or(Int::ONE)
    }
}

/// The inequality `l <= 0` that a literal states.
fn inequality(context: &Context, lit: Lit) -> Result<Linear, ItpError> {
    match context.terms.node(lit.atom) {
        Node::Le(l) if lit.positive => Ok((*l).clone()),
        Node::Le(l) => Ok(Linear::constant_of(Int::ONE).minus(&l)),
        _ => Err(ItpError::Malformed),
    }
}

/// Whether a literal of a lemma is used on A's side.
fn is_a(context: &Context, lit: Lit) -> Result<bool, ItpError> {
    Ok(context.label(lit.atom)? == Label::A)
}

/// The partial interpolant of a lemma's clause.
pub(super) fn interpolant(context: &Context, certificate: &Arithmetic) -> Result<Term, ItpError> {
    match certificate {
        Arithmetic::Farkas(literals) => farkas(context, literals),
        Arithmetic::Divisibility(equalities) => divisibility(context, equalities),
        Arithmetic::Split { atom, holds, fails } => {
            // The clause of `holds` has the atom's negation, that of `fails` the atom.
            let (atom, sign) = crate::encode::canonical(context.terms, *atom);
            let (holds, fails) = (interpolant(context, holds)?, interpolant(context, fails)?);
            let (with, without) = if sign { (fails, holds) } else { (holds, fails) };
            context.resolve(atom, with, without)
        }
    }
}

fn farkas(context: &Context, literals: &[(Lit, Rat)]) -> Result<Term, ItpError> {
    let mut sum = Sum::default();
    let dual = context.settings.theory == TheoryRule::DualFarkas;
    for (lit, factor) in literals {
        if is_a(context, *lit)? != dual {
            sum.add(factor, &inequality(context, *lit)?);
        }
    }
    let sum = context.terms.le0(sum.linear);
    Ok(if dual { context.terms.not(sum) } else { sum })
}

/// A's part of the combination, without what has integer coefficients anyway, is an integer: as a divisibility.
fn divisibility(context: &Context, equalities: &[Equality]) -> Result<Term, ItpError> {
    let mut sum = Sum::default();
    let mut moved = Vec::new();
    for e in equalities {
        let (upper, lower) = (is_a(context, e.upper)?, is_a(context, e.lower)?);
        if !upper && !lower {
            continue;
        }
        // An equality with one half on each side is over shared symbols. It is used on A's side: the half that is B's comes
        // over as a premise of the interpolant.
        if !upper {
            moved.push(e.upper);
        } else if !lower {
            moved.push(e.lower);
        }
        sum.add(&e.factor, &inequality(context, e.upper)?);
    }
    let d = sum.denominator();
    let t = context.terms;
    let rest = t.modulo(t.from_linear(sum.linear), &d);
    let fact = t.eq(rest, t.int(0));
    let premises: Vec<Term> = moved.into_iter().map(|l| t.not(context.formula(l))).collect();
    Ok(t.or(premises.into_iter().chain([fact])))
}
