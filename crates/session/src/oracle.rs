//! Answers questions with the embedded solver, and has every answer checked before anyone sees it.

use crate::contexts::Contexts;
use crate::executions::{Executions, State, executions};
use crate::tree;
use engine::{Answer, Goal, Model, Question, Stop};
use flow::TransitionSystem;
use lang::{Span, Unit};
use logic::{Int, Term, Terms, Var, order};
use proof::{Proof, Rule};
use smt::minimise::{ROUNDS, Refuted, minimise};
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{Counters, ProofSize, Settings, Source, UnknownReason};

/// The solver with its totals.
pub(crate) struct Oracle {
    pub(crate) settings: Settings,
    /// The numbers that the program speaks of.
    pub(crate) constants: BTreeSet<Int>,
    program: Rc<dyn Unit>,
    ts: Rc<TransitionSystem>,
    /// What executions pass through, once that has been asked for.
    executions: Option<Executions>,
    contexts: Contexts,
    pub(crate) totals: Counters,
    pub(crate) fault: Option<String>,
}

/// What an answer looks like from outside.
pub(crate) struct Shown {
    pub(crate) answer: ShownAnswer,
}

/// The answer before its terms become formulas of the trace.
pub(crate) enum ShownAnswer {
    Sat(Model),
    Unsat { core: Vec<u32>, proof: ProofSize, interpolant: Option<(Term, Source)>, tree: tree::Shown },
    Unknown(UnknownReason),
}

/// What the solver says of a conjunction.
pub(crate) enum Outcome {
    Sat(Model),
    Unsat(Proof),
    Unknown(UnknownReason),
}

impl Oracle {
    pub(crate) fn new(
        terms: &Rc<Terms>,
        settings: &Settings,
        program: Rc<dyn Unit>,
        ts: Rc<TransitionSystem>,
    ) -> Oracle {
        let constants = smt::generalise::constants(terms, &[ts.init.formula(), ts.trans, ts.bad.formula()]);
        let (settings, totals) = (settings.clone(), Counters::default());
        let contexts = Contexts::new(terms.clone());
        Oracle { settings, constants, program, ts, executions: None, contexts, totals, fault: None }
    }

    /// Totals so far.
    pub(crate) fn totals(&self) -> Counters {
        self.totals
    }

    /// The failed check of the last answer, if one failed.
    pub(crate) fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
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
        let Oracle { program, ts, constants, executions: known, .. } = self;
        known.get_or_insert_with(|| executions(terms, &**program, ts, constants))
    }

    /// The program counter of the transition system, if it has one.
    pub(crate) fn pc(&self) -> Option<Var> {
        self.ts.pc()
    }

    /// Answers a question of the engine.
    pub(crate) fn answer(&mut self, terms: &Terms, q: &Question) -> (Result<Answer, Stop>, Shown) {
        let asserted: Vec<Term> = q.parts.iter().map(|p| p.term).collect();
        let outcome = match q.context {
            Some(context) => {
                let answered = self.contexts.ask(context, &asserted, self.limits());
                self.read(terms, &asserted, &answered.outcome, || answered.proof, answered.counters)
            }
            None => self.solve(terms, &asserted),
        };
        if matches!(q.goal, Goal::Satisfiability | Goal::Core) || !matches!(outcome, Outcome::Unsat(_)) {
            self.totals.sat_queries += 1;
        }
        let (answer, shown) = match outcome {
            Outcome::Sat(model) => (Ok(Answer::Sat(model.clone())), ShownAnswer::Sat(model)),
            Outcome::Unknown(reason) => (Err(Stop::Solver(reason.clone())), ShownAnswer::Unknown(reason)),
            Outcome::Unsat(mut proof) => {
                let found = match q.goal {
                    Goal::Satisfiability | Goal::Core | Goal::AuxiliaryInvariant => {
                        Ok((None, tree::plain(&proof)))
                    }
                    Goal::Interpolant => {
                        let fewer = self.minimised(terms, &asserted, proof);
                        let found = self.interpolant(terms, q, &fewer).map(|(i, t)| (Some(i), t));
                        proof = fewer.proof;
                        found
                    }
                };
                match found {
                    Ok((interpolant, tree)) => {
                        let core = core(&proof);
                        let answer = match q.goal {
                            Goal::Core => Answer::Refuted(core.clone()),
                            _ => Answer::Unsat(interpolant.map(|(t, _)| t)),
                        };
                        (Ok(answer), ShownAnswer::Unsat { core, proof: size(&proof), interpolant, tree })
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
        let counters = (smt::Counters::default(), solver.counters());
        self.read(terms, asserted, &outcome, || solver.proof().unwrap_or_default(), counters)
    }

    /// Reads what the solver says, and has it checked; `counters` are those before and after.
    fn read(
        &mut self,
        terms: &Terms,
        asserted: &[Term],
        outcome: &smt::Outcome,
        proof: impl FnOnce() -> Proof,
        (before, after): (smt::Counters, smt::Counters),
    ) -> Outcome {
        self.totals.conflicts += after.conflicts - before.conflicts;
        self.totals.decisions += after.decisions - before.decisions;
        self.totals.pivots += after.pivots - before.pivots;
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
                let proof = smt::condense::condense(&proof());
                if let Err(fault) = check::refutation(terms, asserted, &proof) {
                    self.fault = Some(format!("a refutation does not hold: {fault}"));
                }
                Outcome::Unsat(proof)
            }
            smt::Outcome::Unknown(reason) => Outcome::Unknown(UnknownReason::Solver(reason.to_string())),
        }
    }

    /// The refuted query without the conjuncts that are not needed; what is left has been checked.
    fn minimised(&mut self, terms: &Terms, asserted: &[Term], proof: Proof) -> Refuted {
        let config = smt::Config { limits: self.limits() };
        let fewer = minimise(terms, asserted, proof, config, ROUNDS);
        if fewer.asserted != asserted
            && let Err(fault) = check::refutation(terms, &fewer.asserted, &fewer.proof)
        {
            self.fault = Some(format!("a refutation does not hold: {fault}"));
        }
        fewer
    }

    fn limits(&self) -> smt::Limits {
        smt::Limits { conflicts: u64::from(self.settings.max_conflicts), ..smt::Limits::default() }
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
