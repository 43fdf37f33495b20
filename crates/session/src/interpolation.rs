//! Interpolants of the engine's questions: found by search or read off the refutation, simplified, and checked.

use crate::executions::State;
use crate::oracle::{Oracle, Outcome};
use crate::tree;
use check::InterpolantEvidence;
use engine::Question;
use logic::{Int, Stamp, Term, Terms, Value, Var, order::CollectOrdered};
use smt::generalise::{Hints, Taste, generalise};
use smt::itp;
use smt::itp::tree::Sides;
use smt::minimise::Refuted;
use std::collections::BTreeMap;
use trace::{Side, Source, UnknownReason};

/// An interpolant with where it came from, and the refutation to look at.
type Found = ((Term, Source), tree::Shown);

impl Oracle {
    /// Computes the interpolant, simplifies it, and has the simplified form checked.
    pub(crate) fn interpolant(
        &mut self,
        terms: &Terms,
        q: &Question,
        refuted: &Refuted,
    ) -> Result<Found, UnknownReason> {
        let dual = q.source == Source::DualProof;
        let proof = &refuted.proof;
        let sides = self.sides(terms, q, refuted, dual);
        let searched = self.searched(terms, q);
        let (raw, source) = match (searched, &sides) {
            (Some(found), _) => (found, q.source),
            (None, Ok(sides)) => read_off(terms, sides, q.source)?,
            (None, Err(why)) => return Err(why.clone()),
        };
        let itp = smt::tidy(terms, raw);
        let tree = match &sides {
            Ok(sides) => {
                let answer = (searched.is_none()).then_some(itp);
                tree::between(terms, proof, sides, dual, answer)
            }
            Err(_) => tree::plain(proof),
        };
        self.totals.interpolation_queries += 1;
        self.check_interpolant(terms, q, itp)?;
        Ok(((itp, source), tree))
    }

    /// Has the independent checker confirm that the formula is an interpolant. What fails is noted as a fault.
    fn check_interpolant(&mut self, terms: &Terms, q: &Question, itp: Term) -> Result<(), UnknownReason> {
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let left: Vec<Term> = a.iter().copied().chain([terms.not(itp)]).collect();
        let right: Vec<Term> = [itp].into_iter().chain(b.iter().copied()).collect();
        let evidence = (self.solve_apart(terms, &left), self.solve_apart(terms, &right));
        match evidence {
            (Outcome::Unsat(a_implies), Outcome::Unsat(b_refutes)) => {
                let evidence = InterpolantEvidence { a_implies, b_refutes };
                if let Err(fault) = check::interpolant(terms, &a, &b, itp, &evidence) {
                    self.fault = Some(format!("an interpolant does not hold: {fault}"));
                }
            }
            (Outcome::Sat(_), _) => self.fault = Some("A does not imply the interpolant".into()),
            (_, Outcome::Sat(_)) => self.fault = Some("the interpolant does not contradict B".into()),
            (Outcome::Unknown(reason), _) | (_, Outcome::Unknown(reason)) => return Err(reason),
        }
        Ok(())
    }

    /// The interpolant by search, when that is the source asked for and the search succeeds.
    fn searched(&mut self, terms: &Terms, q: &Question) -> Option<Term> {
        let taste = match q.source {
            Source::Search => Taste::Equations,
            Source::SearchBounds => Taste::Bounds,
            Source::SearchStrong => Taste::Strongest,
            _ => return None,
        };
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let mut hints = Hints { constants: self.constants.clone(), taste, ..Hints::default() };
        match q.reachable {
            Side::A => hints.inside = self.known(terms, q.head, &a, &b),
            Side::B => hints.outside = self.known(terms, q.head, &a, &b),
            Side::Neither => {}
        }
        generalise(terms, &a, &b, &hints)
    }

    /// States that executions pass through, at one of the loop heads if it is given, as values of the symbols that both sides
    /// share.
    fn known(
        &mut self,
        terms: &Terms,
        head: Option<usize>,
        a: &[Term],
        b: &[Term],
    ) -> Vec<BTreeMap<Var, Value>> {
        let of_b = terms.vars_of(b);
        let shared: Vec<Var> = terms.vars_of(a).into_iter().filter(|v| of_b.contains(v)).collect();
        let plain: Vec<Var> = shared.iter().map(|&v| terms.restamp(v, Stamp::Plain)).collect();
        let states = self.executions(terms);
        let number = |head: usize| Value::Int(Int::from(i64::try_from(head + 1).unwrap_or(i64::MAX)));
        let here = self.pc().zip(head.map(number));
        let at_head = |s: &&State| here.as_ref().is_none_or(|(pc, value)| s.get(pc) == Some(value));
        let all = states.iter().filter(at_head).filter_map(|s| {
            let values = shared.iter().zip(&plain).map(|(v, p)| Some((*v, s.get(p)?.clone())));
            let values: Vec<_> = values.collect::<Option<_>>()?;
            Some(values.into_iter().collect_map())
        });
        all.collect()
    }

    /// The partial interpolants of the refutation; with `dual`, those of B and A.
    fn sides<'t>(
        &self,
        terms: &'t Terms,
        q: &Question,
        refuted: &Refuted,
        dual: bool,
    ) -> Result<Sides<'t>, UnknownReason> {
        let system = match self.settings.system {
            trace::System::McMillan => itp::System::McMillan,
            trace::System::Pudlak => itp::System::Pudlak,
            trace::System::Dual => itp::System::DualMcMillan,
        };
        let theory = match q.source {
            Source::Decomposed => itp::TheoryRule::Decomposed,
            _ => itp::TheoryRule::Farkas,
        };
        let settings = smt::Settings { system, theory, ..smt::Settings::default() };
        let side = |part: usize| match q.parts.get(part)?.side {
            Side::Neither => None,
            side if (side == Side::A) != dual => Some(itp::Side::A),
            _ => Some(itp::Side::B),
        };
        Sides::new(terms, &refuted.proof, &refuted.asserted, side, &settings)
            .map_err(|e| UnknownReason::Solver(format!("no interpolant: {e}")))
    }
}

/// The interpolant that the refutation yields.
fn read_off(terms: &Terms, sides: &Sides, source: Source) -> Result<(Term, Source), UnknownReason> {
    let last = sides.partials().last();
    let found =
        *last.ok_or_else(|| UnknownReason::Solver("no interpolant: there is no refutation".into()))?;
    Ok(match source {
        Source::DualProof => (terms.not(found), source),
        Source::Decomposed => (found, source),
        // The search gave up.
        _ => (found, Source::Proof),
    })
}

/// The formulas of one side of a question.
fn formulas(q: &Question, side: Side) -> Vec<Term> {
    q.parts.iter().filter(|p| p.side == side).map(|p| p.term).collect()
}
