//! Contradictions between linear inequalities over integers: Farkas sums, fractional equalities, splits.
//!
//! The sums are computed again in exact rationals. Splits may nest as deep as a solver likes: they are walked with a
//! stack of our own.

use crate::fault::Reason;
use crate::literal::{Literal, Literals, complement};
use logic::{Linear, Rat, Term, order::CollectOrdered};
use proof::{Arithmetic, Equality, Lit};
use std::collections::BTreeMap;

/// What the contradiction may use: each literal with the number of times it is available at the moment.
type Available = BTreeMap<Literal, usize>;

/// What is left to do.
enum Task<'p> {
    Refute(&'p Arithmetic),
    Assume(Literal),
    Retract(Literal),
}

/// Checks that the negations of the clause's literals contradict each other as the lemma says. Returns the number of
/// sums that were computed.
pub(crate) fn lemma(
    literals: &mut Literals,
    clause: &[Literal],
    reason: &Arithmetic,
) -> Result<usize, Reason> {
    let mut available: Available = clause.iter().map(|l| (l.negated(), 1)).collect_map();
    let mut tasks = vec![Task::Refute(reason)];
    let mut sums = 0;
    while let Some(task) = tasks.pop() {
        match task {
            Task::Assume(l) => *available.entry(l).or_default() += 1,
            Task::Retract(l) => retract(&mut available, l),
            Task::Refute(Arithmetic::Farkas(combination)) => {
                farkas(literals, &available, combination)?;
                sums += 1;
            }
            Task::Refute(Arithmetic::Divisibility(equalities)) => {
                divisibility(literals, &available, equalities)?;
                sums += 1;
            }
            Task::Refute(Arithmetic::Split { atom, holds, fails }) => {
                let assumed = Lit { atom: *atom, positive: true };
                let l = literals.literal(assumed)?;
                literals.form(l).ok_or(Reason::NotAnInequality(assumed))?;
                for (branch, l) in [(fails, l.negated()), (holds, l)] {
                    tasks.extend([Task::Retract(l), Task::Refute(branch), Task::Assume(l)]);
                }
            }
        }
    }
    Ok(sums)
}

fn retract(available: &mut Available, l: Literal) {
    if let Some(count) = available.get_mut(&l) {
        *count -= 1;
        if *count == 0 {
            available.remove(&l);
        }
    }
}

/// The sum that an available literal says is at most zero.
fn inequality(literals: &mut Literals, available: &Available, l: Lit) -> Result<Linear, Reason> {
    let literal = literals.literal(l)?;
    if !available.contains_key(&literal) {
        return Err(Reason::NotAvailable(l));
    }
    match literals.form(literal) {
        Some((form, true)) => Ok(form.clone()),
        Some((form, false)) => Ok(complement(form)),
        None => Err(Reason::NotAnInequality(l)),
    }
}

/// A linear sum with rational coefficients.
struct Combination {
    coefficients: BTreeMap<Term, Rat>,
    constant: Rat,
}

impl Combination {
    fn zero() -> Combination {
        Combination { coefficients: BTreeMap::new(), constant: Rat::ZERO }
    }

    fn add(&mut self, factor: &Rat, form: &Linear) {
        for (t, c) in form.parts() {
            *self.coefficients.entry(*t).or_insert(Rat::ZERO) += &(factor * &Rat::from(c));
        }
        self.constant += &(factor * &Rat::from(form.constant()));
    }
}

/// A positive combination of inequalities `l <= 0` that is a positive constant.
fn farkas(literals: &mut Literals, available: &Available, combination: &[(Lit, Rat)]) -> Result<(), Reason> {
    let mut sum = Combination::zero();
    for (l, factor) in combination {
        if !factor.is_positive() {
            return Err(Reason::NotPositive(factor.clone()));
        }
        sum.add(factor, &inequality(literals, available, *l)?);
    }
    if let Some((t, _)) = sum.coefficients.iter().find(|(_, c)| !c.is_zero()) {
        return Err(Reason::NotCancelled(*t));
    }
    let constant = sum.constant;
    if constant.is_positive() { Ok(()) } else { Err(Reason::NoContradiction(constant)) }
}

/// A combination of equalities `l = 0` with integral coefficients and a fractional constant.
fn divisibility(
    literals: &mut Literals,
    available: &Available,
    equalities: &[Equality],
) -> Result<(), Reason> {
    let mut sum = Combination::zero();
    for Equality { upper, lower, factor } in equalities {
        let above = inequality(literals, available, *upper)?;
        let below = inequality(literals, available, *lower)?;
        if !above.plus(&below).as_constant().is_some_and(|c| c.is_zero()) {
            return Err(Reason::NotAnEquality(*upper, *lower));
        }
        sum.add(factor, &above);
    }
    if let Some((t, _)) = sum.coefficients.iter().find(|(_, c)| !c.is_integer()) {
        return Err(Reason::FractionalCoefficient(*t));
    }
    let constant = sum.constant;
    if constant.is_integer() { Err(Reason::IntegralConstant(constant)) } else { Ok(()) }
}
