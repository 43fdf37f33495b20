//! Interpolants for the engine's questions: found by search or read off the refutation, simplified, and checked.

use crate::executions::State;
use crate::oracle::{Oracle, ShownBeside, ShownInterpolant};
use crate::own;
use crate::tree;
use engine::Question;
use evidence::{Checks, FailedCheck, check_interpolant, check_interpolant_by};
use logic::{Int, Stamp, Term, Terms, Value, Var, order::CollectOrdered};
use smt::generalise::{Hints, Taste, generalise, in_clauses};
use smt::itp;
use smt::itp::tree::Sides;
use smt::minimise::Refuted;
use solver::Purpose;
use std::collections::BTreeMap;
use trace::{InterpolantChecks, Side, Source, UnknownReason};

/// Interpolants with more distinct subterms are large.
const LARGE: usize = 120;
/// So much is told of a formula of the user's that is no interpolant.
const SAID: usize = 80;

/// An interpolant, and the refutation to look at.
type Found = (ShownInterpolant, Option<tree::Shown>);

impl Oracle {
    /// Computes the interpolant, simplifies it, and has the simplified form checked.
    pub(crate) fn interpolant(
        &mut self,
        terms: &Terms,
        q: &Question,
        refuted: &Refuted,
    ) -> Result<Found, UnknownReason> {
        if let Some(own) = self.own(terms, q) {
            let tree = self.trees.then(|| tree::plain(&refuted.proof));
            self.interpolation_queries += 1;
            return Ok((own, tree));
        }
        let dual = q.source == Source::DualProof;
        let proof = &refuted.proof;
        let searched = self.searched(terms, q);
        let sides = (self.trees || searched.is_none()).then(|| self.sides(terms, q, refuted, dual));
        let (raw, source) = match (searched, &sides) {
            (Some(found), _) => (found, q.source),
            (None, Some(Ok(sides))) => read_off(terms, sides, q.source)?,
            (None, Some(Err(why))) => self.by_the_solver(terms, q).ok_or_else(|| why.clone())?,
            (None, None) => return Err(UnknownReason::Solver("no interpolant".into())),
        };
        let itp = smt::tidy(&self.door, terms, raw);
        let (itp, source) = match self.in_clauses(terms, q, itp) {
            Some(smaller) => (smaller, Source::Search),
            None => (itp, source),
        };
        let tree = self.trees.then(|| match &sides {
            Some(Ok(sides)) => {
                let answer = (source != Source::Search && searched.is_none()).then_some(itp);
                tree::between(&self.door, terms, proof, sides, dual, answer)
            }
            _ => tree::plain(proof),
        });
        self.interpolation_queries += 1;
        let checks = self.check_interpolant(terms, q, itp)?;
        let beside = self.beside(terms, q);
        Ok((ShownInterpolant { term: itp, source, checks, beside }, tree))
    }

    /// The interpolant that the user has written for this question, if it is one. If it is none, that is told, and the run finds its own.
    fn own(&mut self, terms: &Terms, q: &Question) -> Option<ShownInterpolant> {
        let number = self.interpolation_queries + 1;
        let text = self.settings.own.iter().find(|own| own.number == number)?.text.clone();
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let owner =
            |v: Var| self.ts.words().and_then(|words| words.owner(terms, v)).map_or(v, |(owner, _)| owner);
        let owners = |side: &[Term]| terms.vars_of(side).into_iter().map(owner).collect_set();
        let names = own::names(terms, (&owners(&a), &owners(&b)));
        let why = match own::read(terms, &text, &names) {
            Err(problem) => problem.message,
            Ok(formula) => {
                let term = self.ts.lowered(terms, formula);
                let checks = check_interpolant(&self.door, terms, (&a, &b), term, self.limits());
                match (checks.failed(), checks.unknown()) {
                    (None, None) => {
                        let (checks, beside) = (passed(&checks), self.beside(terms, q));
                        return Some(ShownInterpolant { term, source: Source::Own, checks, beside });
                    }
                    (Some(failed), _) => {
                        match failed {
                            FailedCheck::NotImplied
                            | FailedCheck::NotContradicted
                            | FailedCheck::Vocabulary(_) => {}
                            // Not what was written is at fault.
                            FailedCheck::Model(_)
                            | FailedCheck::Refutation(_)
                            | FailedCheck::Disagreement => {
                                self.note_fault(failed);
                            }
                        }
                        failed.to_string()
                    }
                    (None, Some(why)) => why.to_string(),
                }
            }
        };
        let text: String = text.chars().take(SAID).collect();
        self.refused = Some(format!(
            "What was written here, {text}, is no interpolant: {why}. The run finds one itself."
        ));
        None
    }

    /// Where two solvers are asked, another one's interpolant. Whether it is one is shown and no more: no verdict rests on it.
    fn beside(&self, terms: &Terms, q: &Question) -> Option<ShownBeside> {
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let (solver, term) = self.door.interpolant_beside(terms, &a, &b, self.limits())?;
        let checks = check_interpolant(&self.door, terms, (&a, &b), term, self.limits());
        if checks.unknown().is_some() {
            return None;
        }
        Some(ShownBeside { solver: solver.parse().ok()?, term, checks: passed(&checks) })
    }

    /// Has the independent checker say whether the formula is an interpolant. What fails is noted as a fault.
    fn check_interpolant(
        &mut self,
        terms: &Terms,
        q: &Question,
        itp: Term,
    ) -> Result<InterpolantChecks, UnknownReason> {
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let checks = check_interpolant_by(terms, (&a, &b), itp, |formulas| {
            match q.layers.is_empty() || !b.iter().all(|t| formulas.contains(t)) {
                true => self.solve_kept(Purpose::Checks, terms, formulas),
                false => self.solve_layered(Purpose::Checks, terms, &q.layers, formulas),
            }
        });
        match (checks.failed(), checks.unknown()) {
            (Some(failed), _) => self.note_fault(failed),
            (None, Some(why)) => return Err(UnknownReason::Solver(why.to_string())),
            (None, None) => {}
        }
        Ok(passed(&checks))
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
        generalise(&self.door.to(Purpose::Interpolants), terms, &a, &b, &hints)
    }

    /// In place of a large interpolant over truth values, one in clauses, if that is smaller and no source has been chosen.
    fn in_clauses(&self, terms: &Terms, q: &Question, itp: Term) -> Option<Term> {
        let size = terms.size(itp);
        let was_tried = matches!(q.source, Source::Search | Source::SearchBounds | Source::SearchStrong);
        if size < LARGE || was_tried || self.settings.interpolants != Source::Rotation {
            return None;
        }
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let found = in_clauses(&self.door.to(Purpose::Interpolants), terms, &a, &b)?;
        (terms.size(found) < size).then(|| smt::tidy(&self.door, terms, found))
    }

    /// The interpolant that the solver makes in a way of its own, for when nothing can be read off the refutation.
    fn by_the_solver(&self, terms: &Terms, q: &Question) -> Option<(Term, Source)> {
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let found = self.door.to(Purpose::Interpolants).interpolant(terms, &a, &b, self.limits())?;
        Some((found, Source::Proof))
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
        let here = here.map_or_else(Vec::new, |(pc, value)| self.ts.assigned(terms, pc, value));
        let at_head = |s: &&State| here.iter().all(|(pc, value)| s.get(pc) == Some(value));
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
        let labelling = match self.settings.system {
            trace::InterpolationSystem::McMillan => itp::Labelling::McMillan,
            trace::InterpolationSystem::Pudlak => itp::Labelling::Pudlak,
            trace::InterpolationSystem::Dual => itp::Labelling::DualMcMillan,
        };
        let theory = match q.source {
            Source::Decomposed => itp::TheoryRule::Decomposed,
            _ => itp::TheoryRule::Farkas,
        };
        let settings = smt::Settings { labelling, theory, ..smt::Settings::default() };
        let side = |part: usize| match q.parts.get(part)?.side {
            Side::Neither => None,
            side if (side == Side::A) != dual => Some(itp::Side::A),
            _ => Some(itp::Side::B),
        };
        Sides::new(terms, &refuted.proof, &refuted.asserted, side, &settings)
            .map_err(|e| UnknownReason::Solver(format!("no interpolant: {e}")))
    }
}

/// Which checks the formula has passed.
fn passed(checks: &Checks) -> InterpolantChecks {
    InterpolantChecks {
        implied_by_a: checks.implied_by_a.passed(),
        contradicts_b: checks.contradicts_b.passed(),
        shared_vocabulary: checks.shared_vocabulary.passed(),
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
