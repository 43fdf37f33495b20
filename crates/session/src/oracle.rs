//! Answers questions with the embedded solver, and has every answer checked before anyone sees it.

use check::InterpolantEvidence;
use engine::{Answer, Goal, Model, Question, Stop};
use logic::{Int, Term, Terms};
use proof::{Proof, Rule};
use smt::generalise::{Hints, Taste, generalise};
use std::collections::BTreeSet;
use trace::{Counters, ProofSize, Settings, Side, Source, UnknownReason};

/// The solver with its totals.
pub(crate) struct Oracle {
    settings: Settings,
    /// The numbers that the program speaks of.
    constants: BTreeSet<Int>,
    totals: Counters,
    fault: Option<String>,
}

/// What an answer looks like from outside.
pub(crate) struct Shown {
    pub(crate) answer: ShownAnswer,
}

/// The answer before its terms become formulas of the trace.
pub(crate) enum ShownAnswer {
    Sat(Model),
    Unsat { core: Vec<u32>, proof: ProofSize, interpolant: Option<(Term, Source)> },
    Unknown(UnknownReason),
}

/// What the solver says of a conjunction.
pub(crate) enum Outcome {
    Sat(Model),
    Unsat(Proof),
    Unknown(UnknownReason),
}

impl Oracle {
    pub(crate) fn new(settings: &Settings, constants: BTreeSet<Int>) -> Oracle {
        Oracle { settings: settings.clone(), constants, totals: Counters::default(), fault: None }
    }

    /// Totals so far.
    pub(crate) fn totals(&self) -> Counters {
        self.totals
    }

    /// The failed check of the last answer, if one failed.
    pub(crate) fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    /// Answers a question of the engine.
    pub(crate) fn answer(&mut self, terms: &Terms, q: &Question) -> (Result<Answer, Stop>, Shown) {
        let asserted: Vec<Term> = q.parts.iter().map(|p| p.term).collect();
        let outcome = self.solve(terms, &asserted);
        if q.goal == Goal::Satisfiability || !matches!(outcome, Outcome::Unsat(_)) {
            self.totals.sat_queries += 1;
        }
        let (answer, shown) = match outcome {
            Outcome::Sat(model) => (Ok(Answer::Sat(model.clone())), ShownAnswer::Sat(model)),
            Outcome::Unknown(reason) => (Err(Stop::Solver(reason.clone())), ShownAnswer::Unknown(reason)),
            Outcome::Unsat(proof) => {
                let interpolant = match q.goal {
                    Goal::Satisfiability | Goal::AuxiliaryInvariant => None,
                    Goal::Interpolant => Some(self.interpolant(terms, q, &proof)),
                };
                match interpolant.transpose() {
                    Ok(interpolant) => {
                        let shown =
                            ShownAnswer::Unsat { core: core(&proof), proof: size(&proof), interpolant };
                        (Ok(Answer::Unsat(interpolant.map(|(t, _)| t))), shown)
                    }
                    Err(reason) => (Err(Stop::Solver(reason.clone())), ShownAnswer::Unknown(reason)),
                }
            }
        };
        (answer, Shown { answer: shown })
    }

    /// Like [`Oracle::solve`], for checks of our own: the search does not count into the totals.
    pub(crate) fn solve_apart(&mut self, terms: &Terms, asserted: &[Term]) -> Outcome {
        let totals = self.totals;
        let outcome = self.solve(terms, asserted);
        self.totals = totals;
        outcome
    }

    /// Solves a conjunction; the model or the refutation has been checked.
    fn solve(&mut self, terms: &Terms, asserted: &[Term]) -> Outcome {
        let mut solver = smt::Solver::new(terms, smt::Config { limits: self.limits() });
        for &t in asserted {
            solver.assert(t);
        }
        let outcome = solver.check(&[]);
        let counters = solver.counters();
        self.totals.conflicts += counters.conflicts;
        self.totals.decisions += counters.decisions;
        self.totals.pivots += counters.pivots;
        match outcome {
            smt::Outcome::Sat(model) => {
                let value = |v| model.value(terms, v);
                if let Err(fault) = check::model(terms, asserted, &value) {
                    self.fault = Some(format!("a model does not satisfy the query: {fault}"));
                }
                let vars = terms.vars_of(asserted);
                Outcome::Sat(Model(vars.into_iter().map(|v| (v, model.value(terms, v))).collect()))
            }
            smt::Outcome::Unsat => {
                let proof = solver.proof().unwrap_or_default();
                if let Err(fault) = check::refutation(terms, asserted, &proof) {
                    self.fault = Some(format!("a refutation does not hold: {fault}"));
                }
                Outcome::Unsat(proof)
            }
            smt::Outcome::Unknown(reason) => Outcome::Unknown(UnknownReason::Solver(reason.to_string())),
        }
    }

    /// Computes the interpolant, simplifies it, and has the simplified form checked.
    fn interpolant(
        &mut self,
        terms: &Terms,
        q: &Question,
        proof: &Proof,
    ) -> Result<(Term, Source), UnknownReason> {
        let (raw, source) = match self.searched(terms, q) {
            Some(found) => (found, q.source),
            None => self.read_off(terms, q, proof)?,
        };
        let itp = smt::tidy(terms, raw);
        let (a, b) = (formulas(q, Side::A), formulas(q, Side::B));
        let left: Vec<Term> = a.iter().copied().chain([terms.not(itp)]).collect();
        let right: Vec<Term> = [itp].into_iter().chain(b.iter().copied()).collect();
        let evidence = (self.solve_apart(terms, &left), self.solve_apart(terms, &right));
        self.totals.interpolation_queries += 1;
        match evidence {
            (Outcome::Unsat(a_implies), Outcome::Unsat(b_refutes)) => {
                let evidence = InterpolantEvidence { a_implies, b_refutes };
                if let Err(fault) = check::interpolant(terms, &a, &b, itp, &evidence) {
                    self.fault = Some(format!("an interpolant does not hold: {fault}"));
                }
                Ok((itp, source))
            }
            (Outcome::Sat(_), _) => self.faulty((itp, source), "A does not imply the interpolant"),
            (_, Outcome::Sat(_)) => self.faulty((itp, source), "the interpolant does not contradict B"),
            (Outcome::Unknown(reason), _) | (_, Outcome::Unknown(reason)) => Err(reason),
        }
    }

    /// The interpolant by search, when that is the source asked for and the search succeeds.
    fn searched(&self, terms: &Terms, q: &Question) -> Option<Term> {
        let taste = match q.source {
            Source::Search => Taste::Equations,
            Source::SearchBounds => Taste::Bounds,
            _ => return None,
        };
        let hints = Hints { constants: self.constants.clone(), taste };
        generalise(terms, &formulas(q, Side::A), &formulas(q, Side::B), &hints)
    }

    /// The interpolant that the refutation yields.
    fn read_off(&self, terms: &Terms, q: &Question, proof: &Proof) -> Result<(Term, Source), UnknownReason> {
        use smt::itp;
        let system = match self.settings.system {
            trace::System::McMillan => itp::System::McMillan,
            trace::System::Pudlak => itp::System::Pudlak,
            trace::System::Dual => itp::System::DualMcMillan,
        };
        let settings = smt::Settings { system, ..smt::Settings::default() };
        let dual = q.source == Source::DualProof;
        let side = |part: usize| match q.parts.get(part)?.side {
            Side::Neither => None,
            side if (side == Side::A) != dual => Some(itp::Side::A),
            _ => Some(itp::Side::B),
        };
        let asserted: Vec<Term> = q.parts.iter().map(|p| p.term).collect();
        let found = itp::binary(terms, proof, &asserted, side, &settings)
            .map_err(|e| UnknownReason::Solver(format!("no interpolant: {e}")))?;
        Ok(if dual { (terms.not(found), Source::DualProof) } else { (found, Source::Proof) })
    }

    fn faulty(&mut self, itp: (Term, Source), what: &str) -> Result<(Term, Source), UnknownReason> {
        self.fault = Some(what.into());
        Ok(itp)
    }

    fn limits(&self) -> smt::Limits {
        smt::Limits { conflicts: u64::from(self.settings.max_conflicts), ..smt::Limits::default() }
    }
}

/// The formulas of one side of a question.
fn formulas(q: &Question, side: Side) -> Vec<Term> {
    q.parts.iter().filter(|p| p.side == side).map(|p| p.term).collect()
}

/// The asserted formulas a refutation uses.
fn core(proof: &Proof) -> Vec<u32> {
    let mut parts: Vec<u32> = proof
        .steps
        .iter()
        .filter_map(|s| match s.rule {
            Rule::Input(part) => u32::try_from(part).ok(),
            _ => None,
        })
        .collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// The size of a refutation.
pub(crate) fn size(proof: &Proof) -> ProofSize {
    let count = |f: fn(&Rule) -> usize| -> u32 {
        u32::try_from(proof.steps.iter().map(|s| f(&s.rule)).sum::<usize>()).unwrap_or(u32::MAX)
    };
    ProofSize {
        steps: u32::try_from(proof.steps.len()).unwrap_or(u32::MAX),
        resolutions: count(|r| if let Rule::Resolution { links, .. } = r { links.len() } else { 0 }),
        lemmas: count(|r| usize::from(matches!(r, Rule::Lemma(_)))),
    }
}
