//! Answers the engine's questions through the door to the solver, and has every answer checked before anyone sees it.

use crate::contexts::{Contexts, LargeContexts, Layers};
use crate::executions::{Executions, State, executions};
use crate::tree;
use engine::{Goal, Model, Question, Stop, Told};
use evidence::{FailedCheck, Known, Proofs, judge, solve};
use flow::TransitionSystem;
use lang::{Span, Unit};
use logic::{Int, Term, Terms, Var, order};
use proof::{Proof, Rule};
use smt::minimise::{ROUNDS, Refuted, minimise, minimise_by};
use solver::{Cost, Disagreement, Door, Limits, Purpose};
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{Costs, Counters, InterpolantChecks, ProofSize, Settings, Solver, Source, Spent, UnknownReason};

/// Terms are kept as long as their run, some 100 bytes each.
const MOST_TERMS: usize = 8_000_000;

/// A run on a large transition relation may ask formulas with so many parts together, each counted in each question. It bounds how many
/// questions there are; a hard one is bounded by its conflicts.
const MOST_PARTS: usize = 8_000_000;

/// The way to the solver, with what was asked so far.
pub(crate) struct Oracle {
    pub(crate) settings: Settings,
    /// The numbers that the program speaks of.
    pub(crate) constants: BTreeSet<Int>,
    pub(crate) door: Door,
    program: Rc<dyn Unit>,
    pub(crate) ts: Rc<TransitionSystem>,
    /// What executions pass through, once that has been asked for.
    executions: Option<Executions>,
    contexts: Contexts,
    large: LargeContexts,
    layers: Layers,
    sat_queries: u32,
    pub(crate) interpolation_queries: u32,
    fault: Option<Fault>,
    /// Whether refutations are shown as trees.
    pub(crate) trees: bool,
    /// Why an interpolant of the user's was not taken, until that has been told.
    pub(crate) refused: Option<String>,
    /// With more terms than that, all that were ever made counted, nothing more is asked.
    most_terms: usize,
    /// Whether the transition relation is large, and how many parts the formulas asked so far had together, if it is.
    is_large: bool,
    parts: usize,
}

/// What stands in the way of a verdict.
pub(crate) struct Fault {
    /// What was found wrong.
    pub(crate) what: String,
    /// Where two solvers contradict each other, what they were asked.
    pub(crate) script: Option<String>,
}

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault { what, script: None }
    }
}

/// An answer as the engine and the trace need it, before its terms become formulas of the trace.
pub(crate) enum Shown {
    Sat(Model),
    Unsat {
        core: Vec<u32>,
        proof: ProofSize,
        interpolant: Option<ShownInterpolant>,
        tree: Option<tree::Shown>,
    },
    Unknown(UnknownReason),
}

/// An interpolant with where it came from and what the checker said of it.
#[derive(Clone, Copy)]
pub(crate) struct ShownInterpolant {
    pub(crate) term: Term,
    pub(crate) source: Source,
    pub(crate) checks: InterpolantChecks,
    /// That of another solver, beside which this one is shown.
    pub(crate) beside: Option<ShownBeside>,
}

/// An interpolant of another solver for the same query, with what the checker said of it.
#[derive(Clone, Copy)]
pub(crate) struct ShownBeside {
    pub(crate) solver: Solver,
    pub(crate) term: Term,
    pub(crate) checks: InterpolantChecks,
}

impl Oracle {
    pub(crate) fn new(
        terms: &Terms,
        settings: &Settings,
        program: Rc<dyn Unit>,
        ts: Rc<TransitionSystem>,
        door: Door,
    ) -> Oracle {
        Oracle {
            settings: settings.clone(),
            constants: smt::generalise::constants(terms, &[ts.init.formula(), ts.trans, ts.bad.formula()]),
            door: door.to(Purpose::Engine),
            program,
            executions: None,
            contexts: Contexts::default(),
            large: LargeContexts::default(),
            layers: Layers::default(),
            sat_queries: 0,
            interpolation_queries: 0,
            fault: None,
            trees: true,
            refused: None,
            most_terms: MOST_TERMS,
            is_large: ts.is_large(terms),
            parts: 0,
            ts,
        }
    }

    /// Totals of the engine's questions so far.
    pub(crate) fn totals(&self) -> Counters {
        let work = self.door.costs().of(Purpose::Engine).work;
        let both = self.door.agreement().unwrap_or_default();
        Counters {
            sat_queries: self.sat_queries,
            interpolation_queries: self.interpolation_queries,
            conflicts: work.conflicts,
            decisions: work.decisions,
            pivots: work.pivots,
            agreed: both.agreed,
            half_answered: both.open,
            ..Counters::default()
        }
    }

    /// How many parts the formulas asked so far had together, if the transition relation is large.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// What the solver was asked so far, by purpose.
    pub(crate) fn costs(&self) -> Costs {
        let all = self.door.costs();
        let spent = |purpose| {
            let Cost { queries, work } = all.of(purpose);
            let solver::Counters { conflicts, decisions, pivots, .. } = work;
            (purpose, Spent { queries, conflicts, decisions, pivots })
        };
        Purpose::ALL.into_iter().map(spent).filter(|(_, spent)| spent.queries > 0).collect()
    }

    /// Counts on where another has stopped.
    pub(crate) fn go_on_from(&mut self, other: &Oracle) {
        (self.sat_queries, self.interpolation_queries) = (other.sat_queries, other.interpolation_queries);
        (self.trees, self.parts) = (other.trees, other.parts);
    }

    /// The failed check of the last answer, if one failed; or on what two solvers contradict each other.
    pub(crate) fn take_fault(&mut self, terms: &Terms) -> Option<Fault> {
        let contradiction = self.door.take_disagreement().map(|found| {
            let Disagreement { formulas, sat, unsat } = found;
            let mut script = format!("; {sat} answers sat, {unsat} answers unsat.\n(set-logic ALL)\n");
            script += &terms.smt_declarations(terms.vars_of(&formulas));
            for formula in formulas {
                script += &format!("(assert {})\n", terms.smtlib(formula));
            }
            script += "(check-sat)\n";
            let what = format!("two solvers contradict each other: {sat} answers sat, {unsat} answers unsat");
            Fault { what, script: Some(script) }
        });
        contradiction.or_else(|| self.fault.take())
    }

    /// Takes down that a check failed.
    pub(crate) fn note_fault(&mut self, failed: &FailedCheck) {
        self.fault.get_or_insert_with(|| failed.to_string().into());
    }

    /// States at the loop head that executions pass through.
    pub(crate) fn executions(&mut self, terms: &Terms) -> Rc<Vec<State>> {
        self.executed(terms).states.clone()
    }

    /// Whether one of some executions evaluated a condition, or executed a statement, at one of these places.
    pub(crate) fn executes(&mut self, terms: &Terms, places: &BTreeSet<Span>) -> bool {
        let steps = &self.executed(terms).steps;
        places.iter().any(|place| steps.contains(place))
    }

    fn executed(&mut self, terms: &Terms) -> &Executions {
        let Oracle { program, ts, constants, door, executions: known, .. } = self;
        known.get_or_insert_with(|| executions(door, terms, &**program, ts, constants))
    }

    /// The program counter of the transition system, if it has one.
    pub(crate) fn pc(&self) -> Option<Var> {
        self.ts.pc()
    }

    /// Answers a question of the engine.
    pub(crate) fn answer(&mut self, terms: &Terms, q: &Question) -> (Result<Told, Stop>, Shown) {
        let asserted: Vec<Term> = q.parts.iter().map(|p| p.term).collect();
        if self.is_large {
            self.parts += terms.postorder(&asserted).len();
        }
        let exhausted = if terms.len() > self.most_terms {
            Some(format!("the run has made more than {} terms", self.most_terms))
        } else if self.parts > MOST_PARTS {
            Some(format!("the formulas asked so far have more than {MOST_PARTS} parts"))
        } else {
            None
        };
        if let Some(why) = exhausted {
            let reason = UnknownReason::Solver(why);
            return (Err(Stop::Solver(reason.clone())), Shown::Unknown(reason));
        }
        let known = self.ask(terms, q, &asserted);
        if matches!(q.goal, Goal::Satisfiability | Goal::Core) || !matches!(known, Known::Refuted(_)) {
            self.sat_queries += 1;
        }
        let found = match known {
            Known::Holds(model) => {
                let values = terms.vars_of(&asserted).into_iter().map(|v| (v, model.value(terms, v)));
                let model = Model(values.collect());
                Ok((Told::Sat(model.clone()), Shown::Sat(model)))
            }
            Known::Refuted(proof) => self.refuted(terms, q, &asserted, proof),
            Known::Unknown(why) => Err(UnknownReason::Solver(why.to_string())),
            Known::Faulty(failed) => {
                self.note_fault(&failed);
                Err(UnknownReason::Solver(format!("a check failed: {failed}")))
            }
        };
        match found {
            Ok((told, shown)) => (Ok(told), shown),
            Err(reason) => (Err(Stop::Solver(reason.clone())), Shown::Unknown(reason)),
        }
    }

    fn ask(&mut self, terms: &Terms, q: &Question, asserted: &[Term]) -> Known {
        let limits = self.limits();
        if !q.layers.is_empty() {
            return self.solve_layered(Purpose::Engine, terms, &q.layers, asserted);
        }
        let Some(context) = q.context else { return self.solve_kept(Purpose::Engine, terms, asserted) };
        let (outcome, proof) = self.contexts.ask(&self.door, terms, context, asserted, q.passing, limits);
        judge(&self.door, terms, asserted, outcome, || proof, limits, Proofs::Condensed)
    }

    /// Solves a conjunction. On a large circuit that is done in a context in which its large formulas stay asserted.
    pub(crate) fn solve_kept(&mut self, purpose: Purpose, terms: &Terms, asserted: &[Term]) -> Known {
        let (door, limits) = (self.door.to(purpose), self.limits());
        // To condense a long refutation takes longer than to replay it.
        let form = if self.is_large { Proofs::AsFound } else { Proofs::Condensed };
        let kept = if self.is_large { self.large.ask(&door, terms, asserted, limits) } else { None };
        match kept {
            Some((outcome, proof)) => judge(&door, terms, asserted, outcome, || proof, limits, form),
            None => solve(&door, terms, asserted, limits, form),
        }
    }

    /// Solves a conjunction where the layers of a question are known.
    pub(crate) fn solve_layered(
        &mut self,
        purpose: Purpose,
        terms: &Terms,
        layers: &[Term],
        asserted: &[Term],
    ) -> Known {
        let (door, limits) = (self.door.to(purpose), self.limits());
        let (outcome, proof) = self.layers.ask(&door, terms, layers, asserted, limits);
        judge(&door, terms, asserted, outcome, || proof, limits, Proofs::Condensed)
    }

    /// What follows from a refutation: an interpolant, if one is wanted.
    fn refuted(
        &mut self,
        terms: &Terms,
        q: &Question,
        asserted: &[Term],
        mut proof: Proof,
    ) -> Result<(Told, Shown), UnknownReason> {
        let (interpolant, tree) = match q.goal {
            Goal::Satisfiability | Goal::Core | Goal::AuxiliaryInvariant => {
                (None, self.trees.then(|| tree::plain(&proof)))
            }
            Goal::Interpolant => {
                let fewer = self.minimised(terms, q, asserted, proof);
                let (interpolant, tree) = self.interpolant(terms, q, &fewer)?;
                proof = fewer.proof;
                (Some(interpolant), tree)
            }
        };
        let core = core(&proof);
        let told = match q.goal {
            Goal::Core => Told::Refuted(core.clone()),
            _ => Told::Unsat(interpolant.map(|i| i.term)),
        };
        Ok((told, Shown::Unsat { core, proof: size(&proof), interpolant, tree }))
    }

    /// Solves a conjunction for a check of our own.
    pub(crate) fn solve_apart(&self, terms: &Terms, asserted: &[Term]) -> Known {
        self.solve_for(Purpose::Checks, terms, asserted)
    }

    /// Solves a conjunction for another purpose than the engine's.
    pub(crate) fn solve_for(&self, purpose: Purpose, terms: &Terms, asserted: &[Term]) -> Known {
        solve(&self.door.to(purpose), terms, asserted, self.limits(), Proofs::Condensed)
    }

    /// The refuted query without superfluous conjuncts; the refutation of the remaining ones has been checked.
    fn minimised(&mut self, terms: &Terms, q: &Question, asserted: &[Term], proof: Proof) -> Refuted {
        let (door, limits) = (self.door.to(Purpose::Interpolants), self.limits());
        let rounds = if self.is_large { 0 } else { ROUNDS };
        let fewer = match q.layers.is_empty() {
            true => minimise(&door, terms, asserted, proof, limits, rounds),
            false => minimise_by(terms, asserted, proof, rounds, |fewer| {
                self.layers.ask(&door, terms, &q.layers, fewer, limits).1
            }),
        };
        if fewer.asserted != asserted
            && let Err(fault) = check::refutation(terms, &fewer.asserted, &fewer.proof)
        {
            self.note_fault(&FailedCheck::Refutation(fault));
        }
        fewer
    }

    /// The limits of one question.
    pub(crate) fn limits(&self) -> Limits {
        Limits { conflicts: u64::from(self.settings.max_conflicts), ..Limits::default() }
    }
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
    order::sort(&mut parts);
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

#[cfg(test)]
mod tests {
    use crate::{Session, verdict_of};
    use trace::{Setup, UnknownReason, Verdict};

    #[test]
    fn a_run_that_makes_too_many_terms_ends_with_the_reason() {
        let source = "int x;\nx := 0;\nwhile nondet do x := x + 2; assert x >= 0 done";
        let verdict = |most| {
            let setup = Setup { source: source.into(), ..Setup::default() };
            let (mut session, _) = Session::open(&setup).expect("a program");
            session.oracle.most_terms = most;
            verdict_of(&session.run_to_end()).cloned()
        };
        assert!(matches!(verdict(super::MOST_TERMS), Some(Verdict::Safe { .. })));
        let why = "the run has made more than 10 terms".into();
        assert_eq!(verdict(10), Some(Verdict::Unknown(UnknownReason::Solver(why))));
    }

    #[test]
    fn a_run_that_has_asked_very_large_formulas_ends_with_the_reason() {
        let source = "bool b;\nb := true;\nwhile true do assert b; b := not not b done";
        let verdict = |parts| {
            let setup = Setup { source: source.into(), ..Setup::default() };
            let (mut session, _) = Session::open(&setup).expect("a program");
            session.oracle.parts = parts;
            verdict_of(&session.run_to_end()).cloned()
        };
        assert!(matches!(verdict(super::MOST_PARTS), Some(Verdict::Safe { .. })));
        let why = "the formulas asked so far have more than 8000000 parts".into();
        assert_eq!(verdict(super::MOST_PARTS + 1), Some(Verdict::Unknown(UnknownReason::Solver(why))));
    }
}
